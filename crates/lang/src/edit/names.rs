//! Names after an edit: every mention must mean, as text, the declaration that it refers to.
//!
//! The tree refers to declarations, the text to names. A node that was built or moved may mention a declaration from where
//! another of the same name hides it, or from where it is not in scope at all. The first is mended by giving the hiding local
//! declaration a new name; the second is an error.

use rustc_hash::FxHashMap;

use crate::check::Checker;
use crate::diagnostics::Code;
use crate::names::Symbol;
use crate::tree::{DeclId, DeclRef, ExprKind, GroupId, Node, StmtKind};

/// Makes the names of the function in work mean what they refer to; reports mentions that are out of scope.
pub(crate) fn settle_names(checker: &mut Checker) {
    // Each round gives one declaration a new name that nothing else has, so the rounds are no more than the declarations.
    while let Some(hiding) = find_capture(checker) {
        rename_freshly(checker, hiding);
    }
}

/// Gives a declaration of the function in work a name that is used nowhere.
fn rename_freshly(checker: &mut Checker, decl: DeclId) {
    let Some(name) = checker.body().decls[decl].name else { return };
    let stem = checker.name(name).to_owned();
    let mut n = 1;
    let fresh = loop {
        let candidate = format!("{stem}_{n}");
        if checker.tables.names.get(&candidate).is_none() {
            break candidate;
        }
        n += 1;
    };
    let fresh = checker.intern_name(&fresh);
    checker.body_mut().decls[decl].name = Some(fresh);
}

/// A local declaration that hides what a mention refers to, if there is one.
fn find_capture(checker: &mut Checker) -> Option<DeclId> {
    let mut walk = Walk { scopes: FxHashMap::default(), undo: Vec::new(), out_of_scope: Vec::new() };
    let capture = walk.function(checker);
    for (name, span) in std::mem::take(&mut walk.out_of_scope) {
        let message = format!("`{}` is not in scope here", checker.name(name));
        checker.error(Code::Undeclared, span, message);
    }
    capture
}

/// The local declarations in scope, by name, innermost last.
struct Walk {
    scopes: FxHashMap<Symbol, Vec<DeclId>>,
    undo: Vec<Symbol>,
    out_of_scope: Vec<(Symbol, crate::source::Span)>,
}

/// What is left to do of a body in order of its text.
enum Task {
    Visit(Node),
    Declare(GroupId),
    Leave(usize),
}

impl Walk {
    fn function(&mut self, checker: &Checker) -> Option<DeclId> {
        let body = checker.body();
        let function = body.function()?;
        for param in body.list(function.params) {
            self.declare(checker, param);
        }
        let mut tasks: Vec<Task> = body.roots().into_iter().rev().map(Task::Visit).collect();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Leave(mark) => self.leave(mark),
                Task::Declare(group) => {
                    body.list(body.groups[group].decls).for_each(|decl| self.declare(checker, decl));
                }
                Task::Visit(node) => {
                    if let Some(capture) = self.visit(checker, node, &mut tasks) {
                        return Some(capture);
                    }
                }
            }
        }
        None
    }

    fn declare(&mut self, checker: &Checker, decl: DeclId) {
        if let Some(name) = checker.body().decls[decl].name {
            self.scopes.entry(name).or_default().push(decl);
            self.undo.push(name);
        }
    }

    fn leave(&mut self, mark: usize) {
        for name in self.undo.drain(mark..) {
            if let Some(decls) = self.scopes.get_mut(&name) {
                decls.pop();
            }
        }
    }

    fn visit(&mut self, checker: &Checker, node: Node, tasks: &mut Vec<Task>) -> Option<DeclId> {
        let body = checker.body();
        let mut declares = None;
        match node {
            Node::Expr(id) => {
                if let ExprKind::Name { decl } = body.expr(id)
                    && let Some(capture) = self.mention(checker, decl, body.expr_span(id))
                {
                    return Some(capture);
                }
            }
            Node::Stmt(id) => match body.stmt(id) {
                StmtKind::Compound { .. } | StmtKind::For { .. } | StmtKind::If { .. } | StmtKind::While { .. } => {
                    tasks.push(Task::Leave(self.undo.len()));
                }
                // A name is in scope from its own initialiser on.
                StmtKind::Decl { group } => declares = Some(group),
                StmtKind::Function { function } => {
                    tasks.push(Task::Leave(self.undo.len()));
                    if let Some(nested) = body.functions.get(function) {
                        body.list(nested.params).for_each(|param| self.declare(checker, param));
                    }
                }
                _ => {}
            },
        }
        let first = tasks.len();
        body.each_child(node, |child| tasks.push(Task::Visit(child)));
        tasks[first..].reverse();
        tasks.extend(declares.map(Task::Declare));
        None
    }

    /// A mention of a declaration. Returns the local declaration that its name means instead.
    fn mention(&mut self, checker: &Checker, decl: DeclRef, span: crate::source::Span) -> Option<DeclId> {
        let declared = checker.decl(decl);
        let name = declared.name?;
        let found = self.scopes.get(&name).and_then(|decls| decls.last()).copied();
        if decl.is_file() {
            return found;
        }
        if found == Some(decl.id()) {
            return None;
        }
        // Enumeration constants, functions and nested things are declared by other means; they are in scope if parsing
        // found them there.
        let is_plain = matches!(declared.kind, crate::tree::DeclKind::Variable | crate::tree::DeclKind::Param);
        let in_scope = self.scopes.get(&name).is_some_and(|decls| decls.contains(&decl.id()));
        if is_plain && !in_scope {
            self.out_of_scope.push((name, span));
            return None;
        }
        if in_scope { found } else { None }
    }
}
