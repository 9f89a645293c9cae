//! What nobody reads: variables, and functions that nobody calls.
//!
//! What is read is found from the statements of `main`: the names in them, and for each of these the names in its initialiser
//! or body. A constant that is assigned to a variable is not a reason to keep either.

use kiln_lang::edit::{FileEdit, FunctionEdit, drop_unused};
use kiln_lang::tree::{Body, DeclKind, DeclRef, ExprKind, Node, Program, StmtId, StmtKind, Unit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::anatomy::{Anatomy, as_expr, is_written};
use crate::declared::remove;

/// Something that nobody reads.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Unread {
    decl: DeclRef,
    /// The statements of `main` that go with it: its declaration, and assignments to it.
    stmts: Vec<StmtId>,
}

/// All that nobody reads, in the order of the program.
pub(crate) fn unread(program: &Program, anatomy: &Anatomy) -> Vec<Unread> {
    let Some(unit) = program.units.first() else { return Vec::new() };
    let mut graph = Graph::default();
    graph.enter_file(unit, anatomy);
    graph.enter_main(unit.function(anatomy.main), anatomy.block);
    let read = graph.reached();
    let unread = graph.things.into_iter().filter(|thing| !read.contains(&thing.decl));
    unread.collect()
}

/// The program without them.
pub(crate) fn drop_all(program: &Program, anatomy: &Anatomy, unread: &[Unread]) -> Option<Program> {
    let mut edit = FunctionEdit::open(program, 0, anatomy.main);
    let stmts: FxHashSet<StmtId> = unread.iter().flat_map(|thing| &thing.stmts).copied().collect();
    remove(&mut edit, anatomy.block, &stmts)?;
    let program = edit.finish().ok()?;
    let mut edit = FileEdit::open(&program, 0);
    for thing in unread.iter().filter(|thing| thing.decl.is_file()) {
        edit.drop_declared(thing.decl.id()).ok()?;
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
    /// The names in the initialiser of an object, in the body of a function.
    names: FxHashMap<DeclRef, Vec<DeclRef>>,
    /// The names in statements of `main`.
    roots: Vec<DeclRef>,
}

impl Graph {
    fn enter_file(&mut self, unit: &Unit, anatomy: &Anatomy) {
        let file = &unit.file;
        for item in file.list(file.items) {
            if let StmtKind::Function { function } = file.stmt(item) {
                let body = unit.function(function);
                let Some(decl) = body.function().map(|function| function.decl) else { continue };
                if function != anatomy.main {
                    let names = body.roots().into_iter().flat_map(|root| names_below(body, root));
                    self.enter(decl, names.filter(|name| name.is_file()).collect(), Vec::new());
                }
            } else if let Some(decl) = only_object(file, item) {
                self.enter(DeclRef::file(decl.id()), names_below(file, Node::Stmt(item)), Vec::new());
            } else {
                self.roots.extend(names_below(file, Node::Stmt(item)));
            }
        }
    }

    fn enter_main(&mut self, body: &Body, block: StmtId) {
        let mut assigned: Vec<(DeclRef, StmtId)> = Vec::new();
        let mut stack = vec![block];
        while let Some(stmt) = stack.pop() {
            if let Some(decl) = only_object(body, stmt) {
                self.enter(decl, names_below(body, Node::Stmt(stmt)), vec![stmt]);
            } else if let Some(decl) = assigned_constant(body, stmt) {
                assigned.push((decl, stmt));
            } else {
                for child in body.children(Node::Stmt(stmt)) {
                    match child {
                        Node::Stmt(child) => stack.push(child),
                        Node::Expr(_) => self.roots.extend(names_below(body, child)),
                    }
                }
            }
        }
        let places: FxHashMap<DeclRef, usize> =
            self.things.iter().enumerate().map(|(index, thing)| (thing.decl, index)).collect();
        for (decl, stmt) in assigned {
            match places.get(&decl) {
                Some(&index) => self.things[index].stmts.push(stmt),
                None => self.roots.push(decl),
            }
        }
    }

    fn enter(&mut self, decl: DeclRef, names: Vec<DeclRef>, stmts: Vec<StmtId>) {
        self.names.insert(decl, names);
        self.things.push(Unread { decl, stmts });
    }

    fn reached(&self) -> FxHashSet<DeclRef> {
        let mut reached = FxHashSet::default();
        let mut open = self.roots.clone();
        while let Some(decl) = open.pop() {
            if reached.insert(decl) {
                open.extend(self.names.get(&decl).into_iter().flatten());
            }
        }
        reached
    }
}

/// The object that a statement declares, if that is all.
fn only_object(body: &Body, stmt: StmtId) -> Option<DeclRef> {
    let StmtKind::Decl { group } = body.stmt(stmt) else { return None };
    let mut decls = body.declared_by(stmt);
    let (Some(id), None) = (decls.next(), decls.next()) else { return None };
    let is_alone = body.decls[id].kind == DeclKind::Variable && body.groups[group].defines.is_empty();
    is_alone.then(|| DeclRef::new(id, body.function().is_none()))
}

/// The variable of `variable = constant;`.
pub(crate) fn assigned_constant(body: &Body, stmt: StmtId) -> Option<DeclRef> {
    let StmtKind::Expr { value } = body.stmt(stmt) else { return None };
    let ExprKind::Assign { op: None, lhs, rhs } = body.expr(value) else { return None };
    let ExprKind::Name { decl } = body.expr(lhs) else { return None };
    is_written(body, rhs).then_some(decl)
}

/// The declarations that are mentioned below a node.
fn names_below(body: &Body, root: Node) -> Vec<DeclRef> {
    let is_file = body.function().is_none();
    let exprs = body.descend(root).filter_map(as_expr);
    exprs
        .filter_map(|id| match body.expr(id) {
            ExprKind::Name { decl } => Some(DeclRef::new(decl.id(), is_file || decl.is_file())),
            _ => None,
        })
        .collect()
}
