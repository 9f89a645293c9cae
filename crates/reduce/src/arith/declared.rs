//! Variables: which there are, and how they are declared otherwise.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable as Declared};
use kiln_lang::edit::{FileEdit, FunctionEdit};
use kiln_lang::tree::{Body, DeclKind, DeclRef, ExprId, ExprKind, Node, Program, Sight, StmtId, StmtKind, Storage};
use kiln_lang::types::{Basic, Quals, Ty};
use kiln_lang::{Folder, Value};
use kiln_meaning::Settings;
use kiln_meaning::repair::{Arithmetic, Scalar, constant};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arith::anatomy::Anatomy;
use crate::arith::operators::is_written;

/// A variable with a number for an initialiser, declared alone: at file scope or in `main`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Variable {
    pub(crate) decl: DeclRef,
    /// Its declaration.
    pub(crate) stmt: StmtId,
    pub(crate) basic: Basic,
    pub(crate) quals: Quals,
    pub(crate) storage: Storage,
    /// The value that it is initialised with, in its type.
    pub(crate) value: Scalar,
    /// The assignment of a constant to it, if there is no other assignment.
    pub(crate) assigned: Option<(StmtId, Scalar)>,
}

/// How a variable is to be declared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Change {
    pub(crate) old: Variable,
    pub(crate) basic: Basic,
    pub(crate) quals: Quals,
    pub(crate) storage: Storage,
    /// In `main`.
    pub(crate) local: bool,
    /// Its initialiser, in its type.
    pub(crate) value: Scalar,
    /// Its assignment goes away: the initialiser is the constant that it assigned.
    pub(crate) without_assignment: bool,
}

impl Variable {
    /// The variables of a program, in the order of their declarations.
    pub(crate) fn all(program: &Program, anatomy: &Anatomy) -> Vec<Variable> {
        let Some(unit) = program.units.first() else { return Vec::new() };
        let main = unit.function(anatomy.main);
        let file = Sight::of_file(&program.tables, unit);
        let function = Sight::of_function(&program.tables, unit, main);
        let globals = file.body.list(file.body.items).filter_map(|stmt| Variable::of(program, file, stmt));
        let stmts = main.descend(Node::Stmt(anatomy.block)).filter_map(Node::stmt);
        let locals = stmts.filter_map(|stmt| Variable::of(program, function, stmt));
        let mut found: Vec<Variable> = globals.chain(locals).collect();
        let assignments = constant_assignments(program, function, anatomy);
        for variable in &mut found {
            variable.assigned = assignments.get(&variable.decl).copied().flatten();
        }
        found
    }

    fn of(program: &Program, sight: Sight<'_>, stmt: StmtId) -> Option<Variable> {
        let mut decls = sight.body.declared_by(stmt);
        let (Some(id), None) = (decls.next(), decls.next()) else { return None };
        let decl = sight.body.decls[id];
        let types = sight.types();
        let basic = types.as_basic(types.unqualified(decl.ty)).filter(|&basic| basic != Basic::Void)?;
        let init = decl.init.filter(|&init| is_written(sight.body, init))?;
        let is_plain = decl.kind == DeclKind::Variable
            && matches!(decl.storage, Storage::None | Storage::Static)
            && decl.attrs.is_none()
            && decl.asm_label.is_none();
        is_plain.then_some(())?;
        let is_file = sight.body.function().is_none();
        Some(Variable {
            decl: DeclRef::new(id, is_file),
            stmt,
            basic,
            quals: types.quals(decl.ty),
            storage: decl.storage,
            value: written_value(program, sight, init, basic)?,
            assigned: None,
        })
    }

    /// The declaration as it is.
    pub(crate) fn unchanged(self) -> Change {
        let Variable { basic, quals, storage, value, .. } = self;
        let local = !self.decl.is_file();
        Change { old: self, basic, quals, storage, local, value, without_assignment: false }
    }
}

/// The value of a constant, in a type.
pub(crate) fn written_value(program: &Program, sight: Sight<'_>, id: ExprId, basic: Basic) -> Option<Scalar> {
    let own = sight.types().as_basic(sight.types().unqualified(sight.body.ty(id)))?;
    let value = match Folder::new(sight, &program.options).value(id)? {
        Value::Int(value) => Scalar::int(own, value),
        Value::Float(value) => Scalar::float(own, value),
        Value::Address(_) | Value::Opaque => return None,
    };
    Arithmetic::new(&program.options.target, &Settings::default()).convert(value, basic).ok()
}

/// Statements `variable = constant;`; none for a variable that is assigned otherwise as well.
fn constant_assignments(
    program: &Program,
    sight: Sight<'_>,
    anatomy: &Anatomy,
) -> FxHashMap<DeclRef, Option<(StmtId, Scalar)>> {
    let mut found = FxHashMap::default();
    let body = sight.body;
    for stmt in body.descend(Node::Stmt(anatomy.block)).filter_map(Node::stmt) {
        if let StmtKind::Expr { value } = body.stmt(stmt)
            && let ExprKind::Assign { op: None, lhs, rhs } = body.expr(value)
            && let ExprKind::Name { decl } = body.expr(lhs)
        {
            let types = sight.types();
            let basic = types.as_basic(types.unqualified(body.ty(lhs)));
            let value =
                basic.filter(|_| is_written(body, rhs)).and_then(|basic| written_value(program, sight, rhs, basic));
            let constant = value.map(|value| (stmt, value));
            found.entry(decl).and_modify(|other| *other = None).or_insert(constant);
        }
    }
    found
}

/// The program with variables declared otherwise.
pub(crate) fn redeclare(program: &Program, anatomy: &Anatomy, changes: &[Change]) -> Option<Program> {
    let (to_main, to_file): (Vec<&Change>, Vec<&Change>) = changes.iter().partition(|change| change.local);
    let mut edit = FunctionEdit::open(program, 0, anatomy.main);
    let mut renewed: FxHashMap<DeclRef, DeclRef> = FxHashMap::default();
    let mut gone: FxHashSet<StmtId> = FxHashSet::default();
    for change in changes.iter().filter(|change| change.without_assignment) {
        gone.extend(change.old.assigned.map(|(stmt, _)| stmt));
    }
    let first = edit.body().children(Node::Stmt(anatomy.block)).into_iter().find_map(Node::stmt)?;
    for change in &to_main {
        let at = if change.old.decl.is_file() { first } else { change.old.stmt };
        let new = declare_in_main(&mut edit, change);
        let declaration = edit.declaration(&[new]);
        edit.insert_before(at, declaration).ok()?;
        check_anew(&mut edit, anatomy, change, new)?;
        renewed.insert(change.old.decl, new);
        if !change.old.decl.is_file() {
            gone.insert(change.old.stmt);
        }
    }
    for change in &to_file {
        check_anew(&mut edit, anatomy, change, change.old.decl)?;
    }
    remove(&mut edit, anatomy.block, &gone)?;
    for (old, decl) in mentions(edit.body(), anatomy.block, &renewed) {
        let new = edit.name(decl);
        edit.replace(Node::Expr(old), Node::Expr(new)).ok()?;
    }
    let program = edit.finish().ok()?;
    let mut edit = FileEdit::open(&program, 0);
    for change in to_main.iter().filter(|change| change.old.decl.is_file()) {
        edit.drop_declared(change.old.decl.id()).ok()?;
    }
    for change in to_file {
        let (name, ty) = name_and_type(&mut edit, change);
        let init = constant(&mut edit, &program.options.target, change.value);
        edit.redeclare(change.old.decl.id(), Declared::new(&name, ty).storage(change.storage), Some(init)).ok()?;
    }
    edit.finish().ok()
}

/// A result of another type is shown otherwise. What it has to be is found when the program is run.
fn check_anew(edit: &mut FunctionEdit<'_>, anatomy: &Anatomy, change: &Change, decl: DeclRef) -> Option<()> {
    let check = anatomy.checks.iter().find(|check| check.decl == Some(change.old.decl));
    let Some(check) = check.filter(|_| change.basic != change.old.basic) else { return Some(()) };
    let target = edit.program().options.target;
    let new = check.checking?.check(edit, &target, &check.label, decl, change.value);
    edit.replace(Node::Stmt(check.stmt), Node::Stmt(new)).ok()
}

fn declare_in_main(edit: &mut FunctionEdit<'_>, change: &Change) -> DeclRef {
    let (name, ty) = name_and_type(edit, change);
    let target = edit.program().options.target;
    let init = constant(edit, &target, change.value);
    edit.local(Declared::new(&name, ty).storage(change.storage), Some(init))
}

fn name_and_type(work: &mut impl BuildType, change: &Change) -> (String, Ty) {
    let sight = work.sight();
    let name = sight.decl(change.old.decl).name.map_or_else(String::new, |name| sight.name(name).to_owned());
    (name, work.qualified(Ty::basic(change.basic), change.quals))
}

/// Where variables are mentioned in a function, and what they are now.
fn mentions(body: &Body, block: StmtId, renewed: &FxHashMap<DeclRef, DeclRef>) -> Vec<(ExprId, DeclRef)> {
    let exprs = body.descend(Node::Stmt(block)).filter_map(Node::expr);
    exprs
        .filter_map(|id| match body.expr(id) {
            ExprKind::Name { decl } => Some((id, *renewed.get(&decl)?)),
            _ => None,
        })
        .collect()
}

/// Removes statements, those of the outermost block in one go.
pub(crate) fn remove(edit: &mut FunctionEdit<'_>, block: StmtId, gone: &FxHashSet<StmtId>) -> Option<()> {
    let outermost: FxHashSet<StmtId> =
        edit.body().children(Node::Stmt(block)).into_iter().filter_map(Node::stmt).collect();
    edit.retain(block, |stmt| !gone.contains(&stmt)).ok()?;
    let mut inner: Vec<StmtId> = gone.difference(&outermost).copied().collect();
    inner.sort_unstable();
    inner.into_iter().try_for_each(|stmt| edit.delete(stmt).ok())
}
