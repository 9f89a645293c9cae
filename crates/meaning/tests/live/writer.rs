//! A small generator, to try everything a generator can do.

use kiln_lang::Options;
use kiln_lang::build::{BuildExpr, BuildStmt, Variable};
use kiln_lang::edit::FunctionEdit;
use kiln_lang::index::Id;
use kiln_lang::random::Rng;
use kiln_lang::tree::{BinaryOp, DeclKind, DeclRef, ExprId, FunctionId, Node, Program, StmtId, StmtKind};
use kiln_lang::types::Ty;
use kiln_meaning::live::{At, Fault, Live};
use kiln_meaning::repair::Arithmetic;
use kiln_meaning::repair::table::Row;
use kiln_meaning::{Kind, Settings};

/// The program of a text that is right.
pub(crate) fn parse(text: &[u8]) -> Program {
    let parsed = kiln_lang::parse("live.c", text.to_vec(), &Options::default());
    assert!(parsed.accepted(), "{:?}\n{}", parsed.diagnostics, String::from_utf8_lossy(text));
    parsed.program
}

/// All empty statements of a program.
pub(crate) fn empty_statements(program: &Program) -> Vec<At> {
    let mut found = Vec::new();
    for index in 0..program.units[0].functions.len() {
        let function = FunctionId::from_index(index);
        let body = program.units[0].function(function);
        for root in body.roots() {
            for node in body.descend(root) {
                if let Node::Stmt(stmt) = node
                    && matches!(body.stmt(stmt), StmtKind::Empty {})
                {
                    found.push(At { unit: 0, function, stmt });
                }
            }
        }
    }
    found
}

/// The program with a call of a function in the arena of another, and the call.
pub(crate) fn call_in(live: &Live, at: At, name: &str) -> (Program, ExprId) {
    let callee = named(live.program(), name);
    let mut edit = FunctionEdit::open(live.program(), 0, at.function);
    let callee = edit.name(callee);
    let call = edit.call(callee, []);
    (edit.finish().expect("a call is right"), call)
}

/// What is declared at file scope under a name.
fn named(program: &Program, name: &str) -> DeclRef {
    let decls = &program.units[0].file.decls;
    let found =
        decls.iter_ids().find(|(_, decl)| decl.name.is_some_and(|symbol| program.tables.names.resolve(symbol) == name));
    DeclRef::file(found.expect("it is declared").0)
}

/// A generator and what it did.
pub(crate) struct Writer {
    rng: Rng,
    /// What was put where, in order: the hole and the seed of what fills it.
    filled: Vec<(At, u64)>,
    /// Repairs so far.
    pub(crate) repairs: u32,
}

impl Writer {
    pub(crate) fn new(seed: u64) -> Writer {
        Writer { rng: Rng::new(seed), filled: Vec::new(), repairs: 0 }
    }

    pub(crate) fn fill(&mut self, live: &mut Live, at: At) {
        if self.filled.len() > 40 {
            return live.skip(at);
        }
        let seed = self.rng.bits();
        self.filled.push((at, seed));
        let (program, new, holes) = statement(live.program(), at, seed);
        live.fill(at, program, new, &holes).expect("it can be put there");
    }

    /// Repairs an operation, or takes the statement away.
    pub(crate) fn mend(&mut self, live: &mut Live, fault: &Fault) {
        self.repairs += 1;
        if let Some(operation) = &fault.operation {
            let target = live.program().options.target;
            let settings = Settings::default();
            let arithmetic = Arithmetic::new(&target, &settings);
            let chain = Row::chain(&arithmetic, operation);
            let last = self.repairs > 60;
            let index = if last { chain.len() - 1 } else { self.rng.index(chain.len()) };
            let (row, repair) = chain[index].clone();
            let again = !matches!(row, Row::Guard);
            assert!(live.repair(fault, repair, again), "{fault:?}");
            return;
        }
        assert!(matches!(fault.report.kind, Kind::OutOfBounds | Kind::Uninitialized), "{fault:?}");
        let mut edit = FunctionEdit::open(live.program(), 0, fault.at.function);
        let nothing = edit.empty();
        edit.replace(Node::Stmt(fault.at.stmt), Node::Stmt(nothing)).expect("it is there");
        let program = edit.finish().expect("nothing is right");
        live.rewrite(fault, program, nothing).expect("it can be put there");
    }

    /// Puts the same statements into a program without running it.
    pub(crate) fn fill_beforehand(&self, mut program: Program) -> Program {
        for &(at, seed) in &self.filled {
            program = statement(&program, at, seed).0;
        }
        program
    }
}

/// A program with a statement, chosen by a seed, in the place of a hole.
fn statement(program: &Program, at: At, seed: u64) -> (Program, StmtId, Vec<At>) {
    let mut rng = Rng::new(seed);
    let globals: Vec<DeclRef> = ["n", "total"].iter().map(|name| named(program, name)).collect();
    let array = named(program, "a");
    let mut edit = FunctionEdit::open(program, 0, at.function);
    let mut holes = Vec::new();
    let new = match rng.below(8) {
        0 => {
            let (cond, value) = (expression(&mut edit, &mut rng, &globals, 2), edit.empty());
            holes.push(At { stmt: value, ..at });
            edit.if_(cond, value, None)
        }
        1 => {
            // A block with a variable, whose address is taken later.
            let init = edit.int(rng.below(9));
            let local = edit.local(Variable::new("v", Ty::INT), Some(init));
            let decl = edit.declaration(&[local]);
            let hole = edit.empty();
            holes.push(At { stmt: hole, ..at });
            let (value, pointer) = (edit.name(local), edit.name(local));
            let (sum, address) = (edit.name(globals[1]), edit.unary(kiln_lang::tree::UnaryOp::AddrOf, pointer));
            let through = edit.unary(kiln_lang::tree::UnaryOp::Deref, address);
            let both = edit.binary(BinaryOp::Add, value, through);
            let add = edit.assign(Some(BinaryOp::Add), sum, both);
            let add = edit.expr_stmt(add);
            edit.block([decl, hole, add])
        }
        2 => {
            // An element, sometimes beyond the end.
            let (base, index) = (edit.name(array), expression(&mut edit, &mut rng, &globals, 1));
            let element = edit.index(base, index);
            let value = expression(&mut edit, &mut rng, &globals, 2);
            let set = edit.assign(None, element, value);
            edit.expr_stmt(set)
        }
        _ => {
            let to = edit.name(globals[rng.index(2)]);
            let value = expression(&mut edit, &mut rng, &globals, 3);
            let set = edit.assign(None, to, value);
            edit.expr_stmt(set)
        }
    };
    edit.replace(Node::Stmt(at.stmt), Node::Stmt(new)).expect("the hole is there");
    (edit.finish().expect("it is right"), new, holes)
}

fn expression(edit: &mut FunctionEdit<'_>, rng: &mut Rng, globals: &[DeclRef], depth: u32) -> ExprId {
    use BinaryOp::{Add, BitAnd, Div, Lt, Mul, Rem, Shl, Shr, Sub};
    if depth == 0 || rng.one_in(4) {
        return match rng.below(4) {
            0 => edit.name(globals[rng.index(globals.len())]),
            1 => variable(edit),
            2 => edit.int(i32::MAX.cast_unsigned() - rng.below(3)),
            _ => edit.int(rng.below(40)),
        };
    }
    let lhs = expression(edit, rng, globals, depth - 1);
    let rhs = expression(edit, rng, globals, depth - 1);
    edit.binary(*rng.pick(&[Add, Sub, Mul, Div, Rem, Shl, Shr, BitAnd, Lt, Add, Mul]), lhs, rhs)
}

/// The variable `x`, which is visible everywhere in each function.
fn variable(edit: &mut FunctionEdit<'_>) -> ExprId {
    let found = edit.body().decls.iter_ids().find(|(_, decl)| {
        matches!(decl.kind, DeclKind::Variable | DeclKind::Param)
            && decl.name.is_some_and(|name| edit.program().tables.names.resolve(name) == "x")
    });
    let decl = found.expect("every function has it").0;
    edit.name(DeclRef::local(decl))
}
