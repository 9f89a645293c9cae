//! Statement expressions (GNU): statements where an expression is expected.
//!
//! The full expressions in one stand in the middle of another. Their effects are those of an operand of it: what the outer
//! one logs goes on. A jump out of one leaves the outer expression in the middle, and which of its other operands have
//! been evaluated by then is not specified, as GCC documents.

use kiln_lang::tree::{ExprId, LabelId, StmtId, StmtKind};

use super::jump::ScopeId;
use super::{Class, Lower, Val};
use crate::code::Op;

/// The expression statement that gives a statement expression its value, and the labels before it, outermost first.
struct LastValue {
    labels: Vec<(StmtId, LabelId)>,
    stmt: StmtId,
    value: ExprId,
}

impl Lower<'_> {
    pub(super) fn statement_expression(&mut self, id: ExprId, body: StmtId) -> Val {
        let ty = self.body().ty(id);
        let class = self.class(ty);
        let d = self.alloc(class.slots());
        let memory = if class == Class::Memory { Some(self.temporary(ty)) } else { None };
        let StmtKind::Compound { items } = self.body().stmt(body) else { return Val { reg: d, class } };
        let level = self.enter_expression(id);
        let outer = self.set_aside();
        self.probe_statement(body);
        self.enter_block(items);
        let items: Vec<StmtId> = self.body().list(items).collect();
        for (n, &item) in items.iter().enumerate() {
            match self.last_value(item).filter(|_| n + 1 == items.len() && class != Class::Void) {
                Some(LastValue { labels, stmt, value }) => {
                    for (stmt, label) in labels {
                        self.label(label);
                        self.probe_label(stmt);
                    }
                    self.probe_statement(stmt);
                    self.begin_expression(Some(value));
                    let result = self.value(value);
                    match memory {
                        Some((_, pointer)) => {
                            self.copy_value((pointer, result.reg), ty, false, u64::MAX);
                            self.mov(d, Val { reg: pointer, class });
                        }
                        None => self.mov(d, result),
                    }
                    self.end_expression();
                }
                None => self.statement(item),
            }
        }
        self.leave_block();
        self.take_up(outer);
        self.level = level;
        if let Some((object, _)) = memory {
            self.temporaries.push(object);
        }
        Val { reg: d, class }
    }

    pub(super) fn statement_expression_effect(&mut self, id: ExprId, body: StmtId) {
        let level = self.enter_expression(id);
        let outer = self.set_aside();
        self.statement(body);
        self.take_up(outer);
        self.level = level;
    }

    /// A statement expression begins; gives how many were around it in the middle of others.
    fn enter_expression(&mut self, id: ExprId) -> u32 {
        let level = self.level;
        self.level += u32::from(!self.alone.contains(&id));
        level
    }

    /// A jump from one block to another, or out of the function, that may leave expressions in the middle.
    pub(super) fn leave_expression(&mut self, from: Option<ScopeId>, to: Option<ScopeId>) {
        if self.leaves_expression(from, to) {
            let (_, open) = self.expressions_around(to);
            self.emit(Op::SeqLeave { open });
        }
    }

    /// Whether a jump from one block to another leaves expressions in the middle.
    pub(super) fn leaves_expression(&self, from: Option<ScopeId>, to: Option<ScopeId>) -> bool {
        self.expressions_around(from) != self.expressions_around(to)
    }

    fn last_value(&self, item: StmtId) -> Option<LastValue> {
        match self.body().stmt(item) {
            StmtKind::Expr { value } => Some(LastValue { labels: Vec::new(), stmt: item, value }),
            StmtKind::Label { label, body } => {
                let mut last = self.last_value(body)?;
                last.labels.insert(0, (item, label));
                Some(last)
            }
            _ => None,
        }
    }
}
