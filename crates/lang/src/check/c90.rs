//! What C90 forbids and later editions allow.
//!
//! In C90 an array that is no object does not become a pointer (6.2.2.1: "an lvalue that has type array"). Such an array is
//! a member of a structure that is a value: `f().a`. GCC lets it be subscripted, measured and thrown away.

use rustc_hash::FxHashSet;

use super::Checker;
use crate::diagnostics::Code;
use crate::index::Id;
use crate::target::Std;
use crate::tree::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind};

impl Checker {
    /// At the end of a function read as C90: reports arrays of values that are used as pointers.
    pub(crate) fn check_value_arrays(&mut self) {
        if self.options.dialect.std >= Std::C99 {
            return;
        }
        let arrays: Vec<ExprId> = self.all_exprs().filter(|&id| self.is_value_array(id)).collect();
        if arrays.is_empty() {
            return;
        }
        let harmless = self.harmless_uses();
        for array in arrays {
            if !harmless.contains(&array) {
                let span = self.span(array);
                self.error(Code::NotLvalue, span, "in C90 an array that is no object cannot become a pointer");
            }
        }
    }

    fn all_exprs(&self) -> impl Iterator<Item = ExprId> {
        (0..self.body().n_exprs()).map(ExprId::from_index)
    }

    fn is_value_array(&self, id: ExprId) -> bool {
        match self.body().expr(id) {
            ExprKind::Member { base, arrow: false, .. } => {
                self.types().as_array(self.ty(id)).is_some()
                    && self.types().is_pointer(self.body().converted(id))
                    && !self.is_lvalue(base)
            }
            _ => false,
        }
    }

    /// Operands that are subscripted, and those whose value is not used.
    fn harmless_uses(&self) -> FxHashSet<ExprId> {
        let in_exprs = self.all_exprs().filter_map(|id| match self.body().expr(id) {
            ExprKind::Index { base, .. } => Some(base),
            ExprKind::Binary { op: BinaryOp::Comma, lhs, .. } => Some(lhs),
            ExprKind::Cast { operand, .. } if self.types().is_void(self.ty(id)) => Some(operand),
            _ => None,
        });
        let stmts = (0..self.body().n_stmts()).map(StmtId::from_index);
        let in_stmts = stmts.filter_map(|id| match self.body().stmt(id) {
            StmtKind::Expr { value } => Some(value),
            _ => None,
        });
        in_exprs.chain(in_stmts).collect()
    }
}
