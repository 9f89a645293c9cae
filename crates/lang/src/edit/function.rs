//! Editing one function of a program.
//!
//! A [`FunctionEdit`] works on a copy of the function's body; everything else is shared with the program it came from. Each
//! edit checks again what it touches and nothing more: the parents of the changed place, up to where types stop changing.
//! [`FunctionEdit::finish`] settles names and hands out the edited program, or says what is wrong with it.

use std::sync::Arc;

use super::copy;
use super::names::settle_names;
use crate::check::Checker;
use crate::check::stmt::FunctionContext;
use crate::diagnostics::{Diagnostic, has_errors};
use crate::index::Id;
use crate::names::Symbol;
use crate::source::Span;
use crate::tree::shared::Shared;
use crate::tree::slot::Slot;
use crate::tree::{Body, DeclId, ExprId, ExprKind, FunctionId, List, Node, Program, Sight, StmtId, StmtKind};
use crate::types::Ty;

/// Why an edit cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The node is not part of the function's tree (any more).
    Detached,
    /// The statement does not stand in a block.
    NotInBlock,
    /// The part cannot be copied because of what it holds.
    NotCopied(&'static str),
}

impl std::fmt::Display for EditError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EditError::Detached => f.write_str("the node is not part of the function"),
            EditError::NotInBlock => f.write_str("the statement does not stand in a block"),
            EditError::NotCopied(what) => write!(f, "{what} cannot be copied"),
        }
    }
}

impl std::error::Error for EditError {}

/// A function being edited.
#[derive(Debug)]
pub struct FunctionEdit<'p> {
    program: &'p Program,
    unit: usize,
    function: FunctionId,
    checker: Checker,
    parents: Parents,
}

/// The parent of each node that is in use.
#[derive(Debug, Default)]
struct Parents {
    exprs: Vec<Option<Node>>,
    stmts: Vec<Option<Node>>,
}

impl Parents {
    fn of(body: &Body) -> Parents {
        let mut parents = Parents::default();
        for root in body.roots() {
            parents.add(body, root);
        }
        parents
    }

    fn add(&mut self, body: &Body, root: Node) {
        for node in body.descend(root) {
            body.each_child(node, |child| self.set(child, Some(node)));
        }
    }

    fn set(&mut self, node: Node, parent: Option<Node>) {
        let (slots, index) = match node {
            Node::Expr(id) => (&mut self.exprs, id.index()),
            Node::Stmt(id) => (&mut self.stmts, id.index()),
        };
        if index >= slots.len() {
            slots.resize(index + 1, None);
        }
        slots[index] = parent;
    }

    fn get(&self, node: Node) -> Option<Node> {
        match node {
            Node::Expr(id) => self.exprs.get(id.index()).copied().flatten(),
            Node::Stmt(id) => self.stmts.get(id.index()).copied().flatten(),
        }
    }
}

impl<'p> FunctionEdit<'p> {
    /// Starts editing a function of a unit.
    pub fn open(program: &'p Program, unit: usize, function: FunctionId) -> FunctionEdit<'p> {
        let from = &program.units[unit];
        let body = from.function(function);
        let mut checker =
            Checker::new(program.options, Shared::Shared(program.tables.clone()), Shared::Shared(from.file.clone()));
        checker.enter_body(Shared::Shared(body.clone()));
        if let Some(own) = body.function() {
            let file = Sight::of_file(&program.tables, from);
            let ty = file.decl(own.decl).ty;
            let result = program.tables.types.as_function(ty).map_or(Ty::ERROR, |function| function.result);
            checker.functions.push(FunctionContext::new(own.decl, result));
        }
        let parents = Parents::of(body);
        FunctionEdit { program, unit, function, checker, parents }
    }

    /// The body as it is now.
    pub fn body(&self) -> &Body {
        self.checker.body()
    }

    /// What can be seen from inside the function.
    pub fn sight(&self) -> Sight<'_> {
        self.checker.sight()
    }

    /// The node directly above; `None` for the function's block and for nodes that are not in use.
    pub fn parent(&self, node: Node) -> Option<Node> {
        self.parents.get(node)
    }

    /// A new expression, checked, not yet in the tree.
    pub fn expr(&mut self, kind: ExprKind) -> ExprId {
        self.checker.expr(kind, Span::NONE)
    }

    /// A new integer constant.
    pub fn int(&mut self, value: u64, ty: Ty) -> ExprId {
        self.checker.typed_expr(ExprKind::int(value), ty, Span::NONE)
    }

    /// A new statement, checked, not yet in the tree.
    pub fn stmt(&mut self, kind: StmtKind) -> StmtId {
        let id = self.checker.stmt(kind, Span::NONE);
        self.checker.check_stmt(id);
        id
    }

    /// A new list of nodes, for a call or a block.
    pub fn list<I: Id>(&mut self, ids: impl IntoIterator<Item = I>) -> List<I> {
        self.checker.list(ids)
    }

    /// Puts `new` where `old` stands. `new` may contain `old`: that wraps it.
    pub fn replace(&mut self, old: Node, new: Node) -> Result<(), EditError> {
        let parent = self.parents.get(old).ok_or(EditError::Detached)?;
        self.replace_child(parent, old, new);
        self.checker.body_mut().log_replaced(old, Some(new));
        self.parents.set(old, None);
        self.parents.add(self.checker.body(), new);
        self.parents.set(new, Some(parent));
        self.check_upwards(parent);
        Ok(())
    }

    /// Puts a statement before another one in its block.
    pub fn insert_before(&mut self, at: StmtId, new: StmtId) -> Result<(), EditError> {
        let (block, mut items) = self.block_of(at)?;
        let position = items.iter().position(|&item| item == at).ok_or(EditError::Detached)?;
        items.insert(position, new);
        self.checker.body_mut().log_inserted(Node::Stmt(new), Node::Stmt(at));
        self.set_items(block, items, new);
        Ok(())
    }

    /// Removes a statement from its block; elsewhere an empty statement takes its place.
    pub fn delete(&mut self, stmt: StmtId) -> Result<(), EditError> {
        let Ok((block, mut items)) = self.block_of(stmt) else {
            let empty = self.stmt(StmtKind::Empty {});
            return self.replace(Node::Stmt(stmt), Node::Stmt(empty));
        };
        items.retain(|&item| item != stmt);
        self.checker.body_mut().log_replaced(Node::Stmt(stmt), None);
        self.parents.set(Node::Stmt(stmt), None);
        let items = self.checker.list(items);
        self.checker.body_mut().set_stmt(block, StmtKind::Compound { items });
        self.check_upwards(Node::Stmt(block));
        Ok(())
    }

    /// A copy of an expression, not yet in the tree.
    pub fn clone_expr(&mut self, id: ExprId) -> Result<ExprId, EditError> {
        self.can_copy(Node::Expr(id))?;
        Ok(copy::clone_expr(&mut self.checker, id))
    }

    /// A copy of a statement, with its own variables and labels, not yet in the tree.
    pub fn clone_stmt(&mut self, id: StmtId) -> Result<StmtId, EditError> {
        self.can_copy(Node::Stmt(id))?;
        Ok(copy::clone_stmt(&mut self.checker, id))
    }

    fn can_copy(&self, node: Node) -> Result<(), EditError> {
        copy::why_not_copied(&self.checker, node).map_or(Ok(()), |what| Err(EditError::NotCopied(what)))
    }

    /// Gives a declaration of the function another name; every mention follows.
    pub fn rename(&mut self, decl: DeclId, name: &str) {
        let name: Symbol = self.checker.intern_name(name);
        self.checker.body_mut().decls[decl].name = Some(name);
        let body = self.checker.body();
        let mentions: Vec<Node> = body
            .roots()
            .into_iter()
            .flat_map(|root| body.descend(root))
            .filter(|&node| mentions(body, node, decl))
            .collect();
        for node in mentions {
            self.checker.body_mut().log_changed(node);
        }
    }

    /// The edited program, sharing all that was not edited; or what is wrong with it.
    pub fn finish(mut self) -> Result<Program, Vec<Diagnostic>> {
        settle_names(&mut self.checker);
        if has_errors(&self.checker.diagnostics) {
            return Err(std::mem::take(&mut self.checker.diagnostics));
        }
        let body = self.checker.leave_body().into_arc();
        let (tables, file, _) = self.checker.finish();
        let mut program = self.program.clone();
        program.tables = tables.into_arc();
        let unit = &mut program.units[self.unit];
        unit.file = file.into_arc();
        Arc::make_mut(&mut unit.functions)[self.function.index()] = body;
        Ok(program)
    }

    fn block_of(&self, stmt: StmtId) -> Result<(StmtId, Vec<StmtId>), EditError> {
        match self.parents.get(Node::Stmt(stmt)).ok_or(EditError::Detached)? {
            Node::Stmt(block) => match self.checker.body().stmt(block) {
                StmtKind::Compound { items } => Ok((block, self.checker.body().list(items).collect())),
                _ => Err(EditError::NotInBlock),
            },
            Node::Expr(_) => Err(EditError::NotInBlock),
        }
    }

    fn set_items(&mut self, block: StmtId, items: Vec<StmtId>, new: StmtId) {
        let items = self.checker.list(items);
        self.checker.body_mut().set_stmt(block, StmtKind::Compound { items });
        self.parents.add(self.checker.body(), Node::Stmt(new));
        self.parents.set(Node::Stmt(new), Some(Node::Stmt(block)));
        self.check_upwards(Node::Stmt(block));
    }

    /// Checks what is above a changed place, until types stop changing. A statement ends it, unless it gives a statement
    /// expression its value.
    fn check_upwards(&mut self, from: Node) {
        let mut next = Some(from);
        while let Some(node) = next {
            let changed = self.checker.check_again(node);
            let is_stmt = matches!(node, Node::Stmt(_));
            next = self.parents.get(node).filter(|_| changed || is_stmt);
            if is_stmt {
                // Switches give their cases a type, blocks of statement expressions their last value; all else is checked
                // for nothing but stays as it was.
                while let Some(Node::Stmt(id)) = next
                    && !matches!(self.checker.body().stmt(id), StmtKind::Switch { .. })
                {
                    next = self.parents.get(Node::Stmt(id));
                }
            }
        }
    }

    /// Replaces a child wherever it stands in its parent.
    fn replace_child(&mut self, parent: Node, old: Node, new: Node) {
        let mut replacer = Replacer { old, new, lists: Vec::new() };
        match parent {
            Node::Expr(id) => {
                let mut kind = self.checker.body().expr(id);
                kind.slots(&mut |slot| replacer.slot(slot));
                self.checker.body_mut().set_expr(id, kind);
            }
            Node::Stmt(id) => {
                let mut kind = self.checker.body().stmt(id);
                kind.slots(&mut |slot| replacer.slot(slot));
                self.checker.body_mut().set_stmt(id, kind);
            }
        }
        for list in replacer.lists {
            self.replace_in_list(list, old, new);
        }
        self.checker.body_mut().replace_inside(parent, old, new);
    }

    fn replace_in_list(&mut self, list: AnyList, old: Node, new: Node) {
        let body = self.checker.body_mut();
        match (list, old, new) {
            (AnyList::Exprs(list), Node::Expr(old), Node::Expr(new)) => {
                let position = body.list(list).position(|id| id == old);
                if let Some(position) = position {
                    body.lists.set(list, position, new);
                }
            }
            (AnyList::Stmts(list), Node::Stmt(old), Node::Stmt(new)) => {
                let position = body.list(list).position(|id| id == old);
                if let Some(position) = position {
                    body.lists.set(list, position, new);
                }
            }
            _ => {}
        }
    }
}

fn mentions(body: &Body, node: Node, decl: DeclId) -> bool {
    match node {
        Node::Expr(id) => {
            matches!(body.expr(id), ExprKind::Name { decl: named } if !named.is_file() && named.id() == decl)
        }
        Node::Stmt(id) => match body.stmt(id) {
            StmtKind::Decl { group } => body.list(body.groups[group].decls).any(|declared| declared == decl),
            _ => false,
        },
    }
}

#[derive(Clone, Copy)]
enum AnyList {
    Exprs(List<ExprId>),
    Stmts(List<StmtId>),
}

/// Replaces a child in the slots of its parent; lists are replaced afterwards, when the body can be changed.
struct Replacer {
    old: Node,
    new: Node,
    lists: Vec<AnyList>,
}

impl Replacer {
    fn slot(&mut self, slot: Slot<'_>) {
        match (slot, self.old, self.new) {
            (Slot::Expr(id), Node::Expr(old), Node::Expr(new)) if *id == old => *id = new,
            (Slot::OptExpr(id), Node::Expr(old), Node::Expr(new)) if *id == Some(old) => *id = Some(new),
            (Slot::Stmt(id), Node::Stmt(old), Node::Stmt(new)) if *id == old => *id = new,
            (Slot::OptStmt(id), Node::Stmt(old), Node::Stmt(new)) if *id == Some(old) => *id = Some(new),
            (Slot::Exprs(list), ..) => self.lists.push(AnyList::Exprs(*list)),
            (Slot::Stmts(list), ..) => self.lists.push(AnyList::Stmts(*list)),
            _ => {}
        }
    }
}
