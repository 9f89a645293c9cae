//! Statements built by code.

use super::Builder;
use crate::print;
use crate::source::Span;
use crate::tree::{DeclId, DeclRef, ExprId, Group, LabelId, List, StmtId, StmtKind};

impl Builder {
    /// A statement, checked where it stands.
    fn statement(&mut self, kind: StmtKind) -> StmtId {
        let id = self.checker.stmt(kind, Span::NONE);
        self.checker.check_stmt(id);
        id
    }

    /// Expression statement.
    pub fn expr_stmt(&mut self, value: ExprId) -> StmtId {
        self.statement(StmtKind::Expr { value })
    }

    /// `{ ... }`.
    pub fn block(&mut self, items: impl IntoIterator<Item = StmtId>) -> StmtId {
        let items = self.checker.list(items);
        self.statement(StmtKind::Compound { items })
    }

    /// The declaration of objects made by [`Builder::local`], in one statement if they share their base type.
    pub fn declaration(&mut self, decl: DeclRef) -> StmtId {
        let id: DeclId = decl.id();
        let base = print::base_type(self.checker.sight(), self.checker.decl(decl).ty);
        let decls = self.checker.list([id]);
        let group = Group { base, decls, defines: List::default(), sizes: List::default(), attrs: None };
        let group = self.checker.body_mut().groups.push(group);
        self.checker.stmt(StmtKind::Decl { group }, Span::NONE)
    }

    /// `;`.
    pub fn empty(&mut self) -> StmtId {
        self.statement(StmtKind::Empty {})
    }

    /// `if (cond) then else otherwise`. A `then` that ends in an `if` of its own gets braces.
    pub fn if_(&mut self, cond: ExprId, then: StmtId, otherwise: Option<StmtId>) -> StmtId {
        let then = if otherwise.is_some() { self.braced(then) } else { then };
        self.statement(StmtKind::If { cond, then, otherwise })
    }

    fn braced(&mut self, stmt: StmtId) -> StmtId {
        match self.checker.body().stmt(stmt) {
            StmtKind::Compound { .. } => stmt,
            _ => self.block([stmt]),
        }
    }

    /// `while (cond) body`.
    pub fn while_(&mut self, cond: ExprId, body: StmtId) -> StmtId {
        self.statement(StmtKind::While { cond, body })
    }

    /// `do body while (cond);`.
    pub fn do_while(&mut self, body: StmtId, cond: ExprId) -> StmtId {
        self.statement(StmtKind::DoWhile { body, cond })
    }

    /// `for (init; cond; step) body`; `init` is a declaration or an expression statement.
    pub fn for_(&mut self, init: Option<StmtId>, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) -> StmtId {
        self.statement(StmtKind::For { init, cond, step, body })
    }

    /// `switch (cond) body`. Its cases get their type here.
    pub fn switch(&mut self, cond: ExprId, body: StmtId) -> StmtId {
        self.statement(StmtKind::Switch { cond, body })
    }

    /// `case value: body`.
    pub fn case(&mut self, value: ExprId, body: StmtId) -> StmtId {
        self.statement(StmtKind::Case { lo: value, hi: None, body })
    }

    /// `default: body`.
    pub fn default_case(&mut self, body: StmtId) -> StmtId {
        self.statement(StmtKind::Default { body })
    }

    /// A label of the function in work, not yet placed.
    pub fn new_label(&mut self, name: &str) -> LabelId {
        let name = self.symbol(name);
        self.checker.label(name, Span::NONE)
    }

    /// `label: body`.
    pub fn label(&mut self, label: LabelId, body: StmtId) -> StmtId {
        let stmt = self.statement(StmtKind::Label { label, body });
        self.checker.define_label(label, stmt, Span::NONE);
        stmt
    }

    /// `goto label;`.
    pub fn goto(&mut self, label: LabelId) -> StmtId {
        self.statement(StmtKind::Goto { label })
    }

    /// `break;`.
    pub fn break_(&mut self) -> StmtId {
        self.statement(StmtKind::Break {})
    }

    /// `continue;`.
    pub fn continue_(&mut self) -> StmtId {
        self.statement(StmtKind::Continue {})
    }

    /// `return value;`.
    pub fn return_(&mut self, value: Option<ExprId>) -> StmtId {
        self.statement(StmtKind::Return { value })
    }
}
