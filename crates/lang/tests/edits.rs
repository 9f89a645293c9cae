//! Random edits of random programs, and of programs that people wrote to try compilers.
//!
//! After each edit the types are those that a check from scratch gives; the finished program is what its text says, and
//! nothing but the edited function has changed. `KILN_PROPERTY_CASES` raises the number of cases.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs, panic};

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::diagnostics::{self, Severity};
use kiln_lang::edit::FunctionEdit;
use kiln_lang::random::{self, Rng, Size};
use kiln_lang::tree::{BinaryOp, DeclId, ExprId, ExprKind, FunctionId, Node, Program, StmtId, StmtKind, UnaryOp};
use kiln_lang::types::{Basic, Ty};
use kiln_lang::{Options, parse, print, same_shape};

fn cases() -> u64 {
    env::var("KILN_PROPERTY_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

fn read(text: &str) -> Program {
    let parsed = parse("test.c", text.as_bytes(), &Options::default());
    let errors = parsed.diagnostics.iter().map(|error| diagnostics::render(error, &parsed.source));
    assert!(parsed.accepted(), "{}\n{text}", { errors }.next().unwrap_or_default());
    parsed.program
}

/// Edits by chance.
struct Editor<'e, 'p> {
    rng: &'e mut Rng,
    edit: FunctionEdit<'p>,
    /// Only replaces expressions by others of the same type.
    careful: bool,
}

/// Makes an edit, if there is a place for it.
type RandomEdit = fn(&mut Editor<'_, '_>) -> Option<()>;

const EDITS: &[(u32, RandomEdit)] = &[
    (6, replace_by_clone),
    (4, replace_by_constant),
    (3, replace_by_part),
    (6, wrap),
    (5, insert_clone),
    (2, append_clone),
    (5, delete),
    (1, retain),
    (4, rename),
    (3, replace_stmt),
    (3, wrap_stmt),
    (3, declare),
    (2, branch),
];

impl Editor<'_, '_> {
    fn nodes(&self) -> Vec<Node> {
        let body = self.edit.body();
        body.nodes().collect()
    }

    fn exprs(&self) -> Vec<ExprId> {
        let ids = self.nodes().into_iter().filter_map(Node::expr);
        ids.filter(|&id| !matches!(self.edit.body().expr(id), ExprKind::InitList { .. })).collect()
    }

    fn stmts(&self) -> Vec<StmtId> {
        self.nodes().into_iter().filter_map(|node| if let Node::Stmt(id) = node { Some(id) } else { None }).collect()
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        (!list.is_empty()).then(|| *self.rng.pick(list))
    }

    fn any_expr(&mut self) -> Option<ExprId> {
        let all = self.exprs();
        self.pick(&all)
    }

    fn any_stmt(&mut self) -> Option<StmtId> {
        let all = self.stmts();
        self.pick(&all)
    }

    fn replace(&mut self, old: ExprId, new: ExprId) -> Option<()> {
        self.edit.replace(Node::Expr(old), Node::Expr(new)).ok()
    }
}

fn replace_by_clone(editor: &mut Editor<'_, '_>) -> Option<()> {
    let old = editor.any_expr()?;
    let mut others = editor.exprs();
    if editor.careful {
        let body = editor.edit.body();
        others.retain(|&other| body.ty(other) == body.ty(old));
    }
    let other = editor.pick(&others)?;
    let clone = editor.edit.clone_expr(other).ok()?;
    editor.replace(old, clone)
}

fn replace_by_constant(editor: &mut Editor<'_, '_>) -> Option<()> {
    let old = editor.any_expr()?;
    let is_integer = editor.edit.sight().types().is_integer(editor.edit.body().ty(old));
    if editor.careful && !is_integer {
        return None;
    }
    let basic = *editor.rng.pick(&[Basic::Int, Basic::ULong]);
    let constant = editor.edit.int_of(u64::from(editor.rng.below(3)), basic);
    editor.replace(old, constant)
}

fn replace_by_part(editor: &mut Editor<'_, '_>) -> Option<()> {
    let old = editor.any_expr()?;
    let below: Vec<ExprId> = {
        let body = editor.edit.body();
        let children = body.children(Node::Expr(old)).into_iter();
        children.filter_map(|child| if let Node::Expr(id) = child { Some(id) } else { None }).collect()
    };
    let part = editor.pick(&below)?;
    editor.replace(old, part)
}

fn wrap(editor: &mut Editor<'_, '_>) -> Option<()> {
    let old = editor.any_expr()?;
    let edit = &mut editor.edit;
    let ty = edit.type_of(old);
    let wrapped = match editor.rng.below(6) {
        0 => edit.unary(UnaryOp::Neg, old),
        1 => edit.unary(UnaryOp::Not, old),
        2 => edit.cast(Ty::basic(Basic::Short), old),
        3 => {
            let one = edit.int(1);
            edit.binary(BinaryOp::Add, old, one)
        }
        4 => {
            let one = edit.int(1);
            edit.binary(BinaryOp::Comma, one, old)
        }
        _ => {
            let (cond, other) = (edit.int(1), edit.clone_expr(old).ok()?);
            edit.conditional(cond, old, other)
        }
    };
    if editor.careful && editor.edit.type_of(wrapped) != ty {
        return None;
    }
    editor.replace(old, wrapped)
}

fn insert_clone(editor: &mut Editor<'_, '_>) -> Option<()> {
    let (at, other) = (editor.any_stmt()?, editor.any_stmt()?);
    let clone = editor.edit.clone_stmt(other).ok()?;
    editor.edit.insert_before(at, clone).ok()
}

fn append_clone(editor: &mut Editor<'_, '_>) -> Option<()> {
    let (block, other) = (editor.any_stmt()?, editor.any_stmt()?);
    let clone = editor.edit.clone_stmt(other).ok()?;
    editor.edit.append(block, clone).ok()
}

/// As deleting each second item of a block.
fn retain(editor: &mut Editor<'_, '_>) -> Option<()> {
    let mut blocks = editor.stmts();
    blocks.retain(|&stmt| matches!(editor.edit.body().stmt(stmt), StmtKind::Compound { .. }));
    let block = editor.pick(&blocks)?;
    let body = editor.edit.body().clone();
    let mut n = 0u32;
    let keep = |stmt: StmtId| {
        n += 1;
        let is_declaration = matches!(body.stmt(stmt), StmtKind::Decl { .. });
        // FIXME: without `__label__`, a jump out of a nested function has no label, and nobody says so.
        let declares_labels = matches!(body.stmt(stmt), StmtKind::LocalLabels { .. });
        n.is_multiple_of(2) || editor.careful && is_declaration || declares_labels
    };
    editor.edit.retain(block, keep).ok()
}

fn delete(editor: &mut Editor<'_, '_>) -> Option<()> {
    let stmt = editor.any_stmt()?;
    let is_declaration = matches!(editor.edit.body().stmt(stmt), StmtKind::Decl { .. });
    if editor.careful && is_declaration {
        return None;
    }
    editor.edit.delete(stmt).ok()
}

fn rename(editor: &mut Editor<'_, '_>) -> Option<()> {
    let decls: Vec<DeclId> = editor.edit.body().decls.ids().collect();
    let decl = editor.pick(&decls)?;
    let name = *editor.rng.pick(&["a1", "g1", "g2", "t5", "f3", "fresh"]);
    editor.edit.rename(decl, name).ok()
}

fn replace_stmt(editor: &mut Editor<'_, '_>) -> Option<()> {
    let (old, other) = (editor.any_stmt()?, editor.any_stmt()?);
    let clone = editor.edit.clone_stmt(other).ok()?;
    editor.edit.replace(Node::Stmt(old), Node::Stmt(clone)).ok()
}

fn wrap_stmt(editor: &mut Editor<'_, '_>) -> Option<()> {
    let old = editor.any_stmt()?;
    let edit = &mut editor.edit;
    let cond = edit.int(1);
    let wrapped = match editor.rng.below(4) {
        0 => edit.if_(cond, old, None),
        1 => edit.while_(cond, old),
        2 => edit.switch(cond, old),
        _ => edit.block([old]),
    };
    edit.replace(Node::Stmt(old), Node::Stmt(wrapped)).ok()
}

/// A new variable and a mention of it.
fn declare(editor: &mut Editor<'_, '_>) -> Option<()> {
    let (at, old) = (editor.any_stmt()?, editor.any_expr()?);
    let edit = &mut editor.edit;
    let ty = edit.type_of(old);
    let complete = edit.sight().types().is_complete(ty);
    if !complete || edit.sight().types().is_local(ty) {
        return None;
    }
    let name: &str = editor.rng.pick::<&str>(&["a1", "g2", "t5", "fresh"]);
    let decl = edit.local(Variable::new(name, ty), None);
    let declaration = edit.declaration(&[decl]);
    edit.insert_before(at, declaration).ok()?;
    let name = edit.name(decl);
    editor.replace(old, name)
}

/// An `if` that could take the `else` of another one.
fn branch(editor: &mut Editor<'_, '_>) -> Option<()> {
    let old = editor.any_stmt()?;
    let edit = &mut editor.edit;
    let (inner, outer) = (edit.int(1), edit.int(2));
    let empty = edit.empty();
    let inner = edit.if_(inner, empty, None);
    let outer = edit.if_(outer, inner, Some(old));
    edit.replace(Node::Stmt(old), Node::Stmt(outer)).ok()
}

/// What an edited function looks like to those who share the rest of its program.
fn check_sharing(program: &Program, edited: &Program, function: FunctionId) {
    let (before, after) = (&program.units[0], &edited.units[0]);
    for id in before.function_ids() {
        let shared = Arc::ptr_eq(before.function(id), after.function(id));
        assert!(shared || id == function, "only the edited function is copied");
    }
    assert!(Arc::ptr_eq(&before.file, &after.file), "the file scope is shared");
}

/// Outside of the edited function the text is what it was.
fn check_text(program: &Program, edited: &Program, function: FunctionId) {
    let unit = &program.units[0];
    let file = &unit.file;
    let item = file.list(file.items).find(|&item| file.stmt(item) == StmtKind::Function { function });
    let span = file.stmt_span(item.expect("the function is an item"));
    let original = print::source(program);
    let source = print::source(edited);
    let (start, end) = (span.start as usize, span.end as usize);
    assert!(source.starts_with(&original[..start]) && source.ends_with(&original[end..]), "{source}");
    let parsed = read(&source);
    assert_eq!(same_shape(edited, &parsed), Ok(()), "the edited text\n{source}");
}

/// Edits one function; returns whether the result was a program.
fn edit_randomly(program: &Program, rng: &mut Rng, case: &str) -> bool {
    let before = print::canonical(program);
    let functions: Vec<FunctionId> = program.units[0].function_ids().collect();
    let function = *rng.pick(&functions);
    let careful = !rng.one_in(3);
    let mut editor = Editor { edit: FunctionEdit::open(program, 0, function), careful, rng };
    for step in 0..=editor.rng.below(5) {
        let (_, make) = *editor.rng.weighted(EDITS, |&(weight, _)| weight);
        make(&mut editor);
        assert_eq!(editor.edit.compare_with_check_from_scratch(), Ok(()), "{case}, step {step}");
    }
    let (edited, diagnostics) = editor.edit.finish_anyway();
    assert_eq!(print::canonical(program), before, "{case}: the original is as it was");
    let text = print::canonical(&edited);
    let errors: Vec<_> = diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    if !errors.is_empty() {
        let parsed = parse("test.c", text.as_bytes(), &Options::default());
        let same = parsed.accepted() && same_shape(&edited, &parsed.program).is_ok();
        assert!(!same, "{case}: the program was refused for no reason: {errors:?}\n{text}");
        return false;
    }
    let parsed = parse("test.c", text.as_bytes(), &Options::default());
    let errors = parsed.diagnostics.iter().map(|error| diagnostics::render(error, &parsed.source));
    assert!(parsed.accepted(), "{case}: {}", { errors }.next().unwrap_or_default());
    assert_eq!(same_shape(&edited, &parsed.program), Ok(()), "{case}\n{text}");
    check_sharing(program, &edited, function);
    if program.units[0].source.is_some() {
        check_text(program, &edited, function);
    }
    true
}

#[test]
fn edits_check_what_they_touch_and_nothing_else_changes() {
    let mut n_programs = 0;
    for seed in 0..cases() {
        let mut rng = Rng::new(seed ^ 0x5eed);
        let built = random::program(seed, Size::SMALL);
        let parsed = read(&print::canonical(&built));
        for (program, what) in [(&built, "built"), (&parsed, "parsed")] {
            for round in 0..3 {
                let case = format!("seed {seed}, {what}, round {round}");
                n_programs += u64::from(edit_randomly(program, &mut rng, &case));
            }
        }
    }
    assert!(n_programs * 4 > cases() * 6, "too few edits give programs: {n_programs}");
}

/// Programs of the corpus whose edits are known to go wrong, and why.
const KNOWN: &[(&str, &str)] = &[
    ("c-c++-common/pr43395.c", "nobody misses the label that `__label__` announces"),
    ("gcc.dg/torture/stackalign/nested-5.c", "nobody misses the label of an outer function"),
    ("gcc.dg/inline-28.c", "nobody misses the definition of a nested function that is declared"),
    ("gcc.dg/inline-29.c", "nobody misses the definition of a nested function that is declared"),
    ("gcc.dg/inline-30.c", "nobody misses the definition of a nested function that is declared"),
    ("gcc.dg/qual-return-7.c", "nobody misses the definition of a nested function that is declared"),
    ("gcc.c-torture/execute/pr22061-3.c", "a `return` of a nested function is not checked again in the outer one"),
    ("gcc.dg/noncompile/pr30552-4.c", "the bound of a parameter is not checked again"),
    ("gcc.dg/pr66618.c", "a constant object counts as a constant that it is no more"),
    ("gcc.dg/lto/c-compatible-types-1_0.c", "the constraints of `asm` are not checked again"),
    ("gcc.dg/pr41470.c", "a bound is looked up in the wrong scope"),
    ("gcc.dg/Wnested-externs-2.c", "a tag that is declared by its first mention is another one in another scope"),
    ("gcc.dg/pr89211.c", "a tag that is declared by its first mention is another one in another scope"),
    ("gcc.dg/parm-forwdecl-2.c", "the text has two declarations of a forward parameter, and one gets the new name"),
    ("gcc.dg/parm-forwdecl-4.c", "the text has two declarations of a forward parameter, and one gets the new name"),
    ("gcc.dg/c2x-attr-deprecated-2.c", "attributes that mean nothing stay in the text without their statement"),
    ("gcc.dg/gnu2x-attr-syntax-1.c", "attributes that mean nothing stay in the text without their statement"),
    ("gcc.dg/format/pr78680.c", "joined lines of the text are not where they seem to be"),
];

/// Programs of GCC's test suite that need no preprocessor, evenly spread.
#[test]
#[allow(clippy::print_stderr, reason = "a test that checks less than it could must say so")]
fn edits_of_the_corpus_check_what_they_touch() {
    let target =
        Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder for test files is in that of builds");
    let corpus = target.join("corpus");
    let mut files = Vec::new();
    add_files(&corpus, &mut files);
    if files.is_empty() {
        eprintln!("there is no corpus (`cargo xtask corpus`): its programs are not edited");
    }
    files.retain(|file| !KNOWN.iter().any(|(known, _)| *file == corpus.join(known)));
    files.sort();
    let stride = (files.len() / (cases() as usize * 4)).max(1);
    let edit = |file: &&PathBuf| panic::catch_unwind(|| edit_file(file)).is_err();
    let failed: Vec<&PathBuf> = files.iter().step_by(stride).filter(edit).collect();
    assert!(failed.is_empty(), "{} of these programs: {failed:?}", failed.len());
}

fn edit_file(file: &Path) {
    let Ok(text) = fs::read_to_string(file) else { return };
    let parsed = parse("test.c", text.as_bytes(), &Options::default());
    if text.contains('#') || !parsed.accepted() || parsed.program.units[0].functions.is_empty() {
        return;
    }
    let mut rng = Rng::new(text.len() as u64);
    for round in 0..3 {
        edit_randomly(&parsed.program, &mut rng, &format!("{}, round {round}", file.display()));
    }
}

/// All C files below a folder, if it is there.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            add_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
}
