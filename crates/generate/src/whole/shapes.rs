//! Shapes of statements by which features are recognised.

use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, ExprKind, Node, StmtId, StmtKind};

use super::census::Look;

impl Look<'_> {
    /// Whether the cases of a switch do nothing but set something to a constant.
    pub(super) fn chooses_constant(&self, body: StmtId) -> bool {
        let StmtKind::Compound { items } = self.body.stmt(body) else { return false };
        let sets_constant = |stmt: StmtId| match self.body.stmt(stmt) {
            StmtKind::Expr { value } => match self.body.expr(value) {
                ExprKind::Assign { op: None, rhs, .. } => !self.names_something(Node::Expr(rhs), |_| true),
                _ => false,
            },
            _ => false,
        };
        self.body.list(items).all(|stmt| match self.body.stmt(stmt) {
            StmtKind::Case { body, .. } | StmtKind::Default { body } => sets_constant(body),
            StmtKind::Break {} => true,
            _ => false,
        })
    }

    /// Whether a name stands somewhere.
    fn names_something(&self, node: Node, is_wanted: impl Fn(DeclRef) -> bool) -> bool {
        self.body.descend(node).filter_map(Node::expr).any(|expr| match self.body.expr(expr) {
            ExprKind::Name { decl } => is_wanted(decl),
            _ => false,
        })
    }

    /// Whether a loop does the same loop in each round.
    pub(super) fn repeats(&self, init: Option<StmtId>, body: StmtId) -> bool {
        let inner = match self.body.stmt(body) {
            StmtKind::Compound { items } => self.body.list(items).next().unwrap_or(body),
            _ => body,
        };
        let is_counter = |decl: DeclRef| {
            let mut own = init.into_iter().flat_map(|init| self.body.declared_by(init));
            !decl.is_file() && own.any(|counter| counter == decl.id())
        };
        matches!(self.body.stmt(inner), StmtKind::For { .. }) && !self.names_something(Node::Stmt(body), is_counter)
    }

    /// Whether an operand is shifted by a constant, by whole bytes if so asked.
    pub(super) fn is_moved(&self, operand: ExprId, by_bytes: bool) -> bool {
        match self.body.expr(operand) {
            ExprKind::Binary { op: BinaryOp::Shl | BinaryOp::Shr, rhs, .. } => {
                self.body.int_value(rhs).is_some_and(|by| by > 0 && (!by_bytes || by % 8 == 0))
            }
            _ => false,
        }
    }

    /// Whether a statement is a block for its own sake: others hold a loop with its counter, or a label.
    pub(super) fn is_block(&self, stmt: StmtId) -> bool {
        let StmtKind::Compound { items } = self.body.stmt(stmt) else { return false };
        let is_plain = |stmt: StmtId| match self.body.stmt(stmt) {
            StmtKind::Switch { body, .. } => !matches!(self.body.stmt(body), StmtKind::DoWhile { .. }),
            StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::Label { .. }
            | StmtKind::ComputedGoto { .. } => false,
            _ => true,
        };
        // Where a loop has gone, its counter stays; a number that a sweep reduces arrays to is declared before it and stored after.
        let mut all = self.body.list(items);
        let kinds: Vec<StmtKind> = all.clone().map(|stmt| self.body.stmt(stmt)).collect();
        if matches!(kinds[..], [StmtKind::Decl { .. }, StmtKind::For { .. }, StmtKind::Expr { .. }]) {
            return false;
        }
        let does_something = all.clone().any(|stmt| !matches!(self.body.stmt(stmt), StmtKind::Decl { .. }));
        does_something && all.all(is_plain)
    }
}
