//! What nobody reads: variables, and functions that nobody calls.
//!
//! What is read is found from the statements of `main`: the names in them, and for each of these the names in its initialiser
//! or body. A constant that is assigned to a variable is not a reason to keep either.

use kiln_lang::edit::{EditError, FileEdit, drop_unused};
use kiln_lang::tree::{Body, DeclId, DeclKind, DeclRef, ExprKind, FunctionId, Node, Program, StmtId, StmtKind};
use kiln_lang::tree::{UnaryOp, Unit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arith::anatomy::Anatomy;
use crate::arith::declared::remove;
use crate::arith::operators::is_written;
use crate::arith::step::{Place, edit_each};

/// A declaration: of a function, or of the file.
type Name = (Option<FunctionId>, DeclId);

/// Something that nobody reads.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Unread {
    name: Name,
    /// The statements of functions that go with it: its declaration, and assignments to it.
    places: Vec<Place>,
}

/// All that nobody reads, in the order of the program.
pub(crate) fn unread(program: &Program, anatomy: &Anatomy) -> Vec<Unread> {
    let Some(unit) = program.units.first() else { return Vec::new() };
    let mut graph = Graph::default();
    graph.enter_file(unit, anatomy);
    for function in unit.function_ids() {
        graph.enter_function(unit, function, anatomy);
    }
    let read = graph.reached();
    // What is in a function that nobody calls goes with it.
    let goes_along = |thing: &Unread| {
        let decl =
            thing.name.0.filter(|&id| id != anatomy.main).and_then(|id| Some(unit.function(id).function()?.decl));
        decl.is_some_and(|decl| !read.contains(&(None, decl.id())))
    };
    let unread = graph.things.into_iter().filter(|thing| !read.contains(&thing.name) && !goes_along(thing));
    unread.collect()
}

/// The program without them.
pub(crate) fn drop_all(program: &Program, unread: &[Unread]) -> Option<Program> {
    let places: Vec<Place> = unread.iter().flat_map(|thing| &thing.places).copied().collect();
    let program = edit_each(program, &places, |edit, _, stmts| {
        let block = edit.body().function()?.body;
        remove(edit, block, &stmts.iter().copied().collect())
    })?;
    let mut edit = FileEdit::open(&program, 0);
    for (_, decl) in unread.iter().map(|thing| thing.name).filter(|name| name.0.is_none()) {
        match edit.drop_declared(decl) {
            // What else has been dropped was the last to use it.
            Ok(()) | Err(EditError::Detached) => {}
            Err(_) => return None,
        }
    }
    let mut program = edit.finish().ok()?;
    // Types and prototypes.
    drop_unused(&mut program);
    Some(program)
}

/// What names what.
#[derive(Default)]
struct Graph {
    /// What could go.
    things: Vec<Unread>,
    /// The names in the initialiser of an object, in the statements of a function.
    names: FxHashMap<Name, Vec<Name>>,
    /// The names in statements of `main`.
    roots: Vec<Name>,
}

impl Graph {
    fn enter_file(&mut self, unit: &Unit, anatomy: &Anatomy) {
        let file = &unit.file;
        for item in file.list(file.items) {
            if let StmtKind::Function { function } = file.stmt(item) {
                let decl = unit.function(function).function().map(|function| function.decl);
                if let Some(decl) = decl.filter(|_| function != anatomy.main) {
                    self.enter((None, decl.id()), Vec::new(), Vec::new());
                }
            } else if let Some(decl) = only_object(file, item) {
                self.enter((None, decl), names_below(file, None, Node::Stmt(item)), Vec::new());
            } else {
                self.roots.extend(names_below(file, None, Node::Stmt(item)));
            }
        }
    }

    fn enter_function(&mut self, unit: &Unit, function: FunctionId, anatomy: &Anatomy) {
        let body = unit.function(function);
        let Some(whole) = body.function() else { return };
        let mut read: Vec<Name> = Vec::new();
        let mut assigned: Vec<(Name, StmtId)> = Vec::new();
        let mut stack = vec![whole.body];
        while let Some(stmt) = stack.pop() {
            if let Some(decl) = only_object(body, stmt) {
                let names = names_below(body, Some(function), Node::Stmt(stmt));
                self.enter((Some(function), decl), names, vec![(function, stmt)]);
            } else if let Some(decl) = assigned_constant(body, stmt) {
                assigned.push((name(function, decl), stmt));
            } else {
                for child in body.children(Node::Stmt(stmt)) {
                    match child {
                        Node::Stmt(child) => stack.push(child),
                        Node::Expr(_) => read.extend(names_below(body, Some(function), child)),
                    }
                }
            }
        }
        let places: FxHashMap<Name, usize> =
            self.things.iter().enumerate().map(|(index, thing)| (thing.name, index)).collect();
        for (to, stmt) in assigned {
            match places.get(&to) {
                Some(&index) => self.things[index].places.push((function, stmt)),
                None => read.push(to),
            }
        }
        if function == anatomy.main {
            self.roots.extend(read);
        } else {
            self.names.entry((None, whole.decl.id())).or_default().extend(read);
        }
    }

    fn enter(&mut self, name: Name, names: Vec<Name>, places: Vec<Place>) {
        self.names.insert(name, names);
        self.things.push(Unread { name, places });
    }

    fn reached(&self) -> FxHashSet<Name> {
        let mut reached = FxHashSet::default();
        let mut open = self.roots.clone();
        while let Some(name) = open.pop() {
            if reached.insert(name) {
                open.extend(self.names.get(&name).into_iter().flatten());
            }
        }
        reached
    }
}

fn name(function: FunctionId, decl: DeclRef) -> Name {
    ((!decl.is_file()).then_some(function), decl.id())
}

/// The object that a statement declares, if that is all.
fn only_object(body: &Body, stmt: StmtId) -> Option<DeclId> {
    let StmtKind::Decl { group } = body.stmt(stmt) else { return None };
    let mut decls = body.declared_by(stmt);
    let (Some(id), None) = (decls.next(), decls.next()) else { return None };
    (body.decls[id].kind == DeclKind::Variable && body.groups[group].defines.is_empty()).then_some(id)
}

/// The variable of `variable = constant;`, or of the same for a part of a complex number.
pub(crate) fn assigned_constant(body: &Body, stmt: StmtId) -> Option<DeclRef> {
    let StmtKind::Expr { value } = body.stmt(stmt) else { return None };
    let ExprKind::Assign { op: None, lhs, rhs } = body.expr(value) else { return None };
    let whole = match body.expr(lhs) {
        ExprKind::Unary { op: UnaryOp::Real | UnaryOp::Imag, operand } => operand,
        _ => lhs,
    };
    let ExprKind::Name { decl } = body.expr(whole) else { return None };
    is_written(body, rhs).then_some(decl)
}

/// The declarations that are mentioned below a node, in a function or in the file.
fn names_below(body: &Body, function: Option<FunctionId>, root: Node) -> Vec<Name> {
    let exprs = body.descend(root).filter_map(Node::expr);
    exprs
        .filter_map(|id| match body.expr(id) {
            ExprKind::Name { decl } => Some((function.filter(|_| !decl.is_file()), decl.id())),
            _ => None,
        })
        .collect()
}
