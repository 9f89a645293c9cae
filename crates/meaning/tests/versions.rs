//! Versions of a program share their code, and mean what they mean alone.

use kiln_lang::build::{BuildExpr, BuildStmt, Variable};
use kiln_lang::edit::FunctionEdit;
use kiln_lang::index::Id;
use kiln_lang::random::Rng;
use kiln_lang::tree::{ExprKind, FunctionId, Node, Program, StmtId, StmtKind};
use kiln_lang::types::{Basic, Ty};
use kiln_lang::{Options, print};
use kiln_meaning::link::link;
use kiln_meaning::machine::Machine;
use kiln_meaning::{Outcome, Runner, Settings, run};

const PROGRAM: &[u8] = b"int printf(const char *, ...);
struct s { int a; long b; } s = { 1, 2 }, *p = &s;
static int plain(int x) { return x * 2; }
static int touches(int x) { s.a += x; return plain(x) + s.a; }
static int both(void) { return plain(1) + plain(2) * touches(3); }
static void list(void) { static int n = 5; int k[3] = { 1, 2, 3 }; n += k[1]; printf(\"%d \", n); }
int main(void) { list(); printf(\"%d %d\\n\", both(), touches(4)); list(); return (int)p->b; }";

fn parse(text: &[u8]) -> Program {
    let parsed = kiln_lang::parse("versions.c", text.to_vec(), &Options::default());
    assert!(parsed.accepted(), "{:?}", parsed.diagnostics);
    parsed.program
}

fn statements(program: &Program, function: FunctionId) -> Vec<StmtId> {
    let body = program.units[0].function(function);
    body.roots()
        .into_iter()
        .flat_map(|root| body.descend(root))
        .filter_map(|node| match node {
            Node::Stmt(id) if matches!(body.stmt(id), StmtKind::Expr { .. }) => Some(id),
            _ => None,
        })
        .collect()
}

/// A version with one change in one function.
fn change(program: &Program, rng: &mut Rng) -> Option<Program> {
    let function = FunctionId::from_index(rng.index(program.units[0].functions.len()));
    let found = statements(program, function);
    let mut edit = FunctionEdit::open(program, 0, function);
    let done = match rng.below(3) {
        0 if !found.is_empty() => edit.delete(*rng.pick(&found)),
        1 => {
            // A constant becomes another.
            let body = edit.body();
            let root = body.roots();
            let constants: Vec<_> = root
                .into_iter()
                .flat_map(|root| body.descend(root))
                .filter(|node| matches!(node, Node::Expr(id) if matches!(body.expr(*id), ExprKind::Int { .. })))
                .collect();
            if constants.is_empty() {
                return None;
            }
            let new = edit.int(rng.below(3));
            edit.replace(*rng.pick(&constants), Node::Expr(new))
        }
        _ if !found.is_empty() => {
            // A variable of a new type and a new name.
            let ty = Ty::basic(*rng.pick(&[Basic::Short, Basic::ULongLong, Basic::Double, Basic::Int]));
            let init = edit.int(7);
            let name = format!("fresh{}", rng.below(100));
            let local = edit.local(Variable::new(&name, ty), Some(init));
            let decl = edit.declaration(&[local]);
            edit.insert_before(*rng.pick(&found), decl)
        }
        _ => return None,
    };
    done.ok()?;
    edit.finish().ok()
}

#[test]
fn a_version_means_what_it_means_alone() {
    let settings = Settings::default();
    let mut rng = Rng::new(1);
    let base = parse(PROGRAM);
    let mut runner = Runner::new(settings);
    runner.run(&base);
    let mut current = base.clone();
    let mut few = 0;
    for round in 0..400 {
        let Some(version) = change(&current, &mut rng) else { continue };
        let (kept, alone) = (runner.run(&version), run(&version, &settings));
        let text = || print::canonical(&version);
        assert_eq!(kept.outcome.word(), alone.outcome.word(), "{round}\n{}", text());
        assert_eq!((kept.steps, &kept.output), (alone.steps, &alone.output), "{round}\n{}", text());
        few += usize::from(runner.lowered() <= 2);
        // Some versions are gone on from, some are left, as in a reduction.
        match rng.below(4) {
            0 => current = version,
            1 => current = base.clone(),
            _ => {}
        }
    }
    assert!(few > 200, "in {few} versions one function was lowered again");
}

#[test]
fn only_the_changed_function_is_lowered_again() {
    let program = parse(PROGRAM);
    let mut runner = Runner::new(Settings::default());
    runner.run(&program);
    assert!(runner.lowered() >= 6, "everything, the first time");
    runner.run(&program);
    assert_eq!(runner.lowered(), 0, "nothing, the second time");
    let list = FunctionId::from_index(3);
    let mut edit = FunctionEdit::open(&program, 0, list);
    let last = *statements(&program, list).last().expect("it prints");
    edit.delete(last).expect("it can go");
    let version = edit.finish().expect("it is right");
    runner.run(&version);
    // The function, and the initialiser of its static variable.
    assert_eq!(runner.lowered(), 2);
    runner.run(&program);
    assert_eq!(runner.lowered(), 0, "the version before is still known");
}

#[test]
fn a_function_is_lowered_when_it_is_called() {
    let text = b"static int called(int n) { return n ? called(n - 1) : 0; } int never(void) { return called(1); }
        int main(int argc, char **argv) { return argc > 1 ? never() : called(2); }";
    let program = parse(text);
    for shortcuts in [true, false] {
        let settings = Settings { shortcuts, ..Settings::default() };
        let image = link(&program, &settings);
        let mut machine = Machine::new(&image, &settings).expect("it starts");
        assert!(matches!(machine.run(&["program".to_owned()]), Outcome::Ended(_)));
        let lowered = image.functions.iter().filter(|function| function.code.is_lowered());
        let names: Vec<&str> = lowered.map(|function| &*function.name).collect();
        assert_eq!(names, if shortcuts { vec!["called", "main"] } else { vec!["called", "never", "main"] });
    }
}

#[test]
fn a_function_is_fused_when_it_runs_often() {
    let text = b"static int often(int n) { return n & 1; } static int seldom(int n) { return n | 1; }
        int main(void) {
            int sum = seldom(1);
            for (int i = 0; i < 10000; ++i)
                sum += often(i);
            return sum != 5001;
        }";
    let program = parse(text);
    let settings = Settings::default();
    let image = link(&program, &settings);
    let mut machine = Machine::new(&image, &settings).expect("it starts");
    assert!(matches!(machine.run(&["program".to_owned()]), Outcome::Ended(_)));
    let fused = image.functions.iter().filter(|function| function.code.entry > 0);
    let names: Vec<&str> = fused.map(|function| &*function.name).collect();
    assert_eq!(names, ["often", "main"]);
}
