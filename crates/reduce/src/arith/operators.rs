//! Operators: what a program is measured by while it becomes smaller.

use kiln_lang::tree::{BinaryOp, Body, ExprId, ExprKind, Node, Program, UnaryOp};
use rustc_hash::FxHashMap;

use crate::arith::anatomy::Anatomy;

/// Whether an expression is a value as C has to write it: a constant, its negation or conversion, `-MAX - 1`, or two halves
/// put together. See [`kiln_meaning::repair::constant`], which writes them.
pub(crate) fn is_written(body: &Body, mut id: ExprId) -> bool {
    loop {
        match body.expr(id) {
            ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::Char { .. } => return true,
            ExprKind::Cast { operand, .. } if is_two_halves(body, operand) => return true,
            ExprKind::Cast { operand, .. } | ExprKind::Unary { op: UnaryOp::Neg, operand } => id = operand,
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                let ExprKind::Unary { op: UnaryOp::Neg, operand } = body.expr(lhs) else { return false };
                // A narrow type has no constants of its own: its maximum is converted.
                let max = if let ExprKind::Cast { operand, .. } = body.expr(operand) { operand } else { operand };
                return body.int_value(max).is_some() && body.int_value(rhs) == Some(1);
            }
            _ => return false,
        }
    }
}

/// `(U)high << 64 | low`.
fn is_two_halves(body: &Body, id: ExprId) -> bool {
    let ExprKind::Binary { op: BinaryOp::BitOr, lhs, rhs } = body.expr(id) else { return false };
    let ExprKind::Binary { op: BinaryOp::Shl, lhs: high, rhs: by } = body.expr(lhs) else { return false };
    let ExprKind::Cast { operand: high, .. } = body.expr(high) else { return false };
    body.int_value(high).is_some() && body.int_value(by) == Some(64) && body.int_value(rhs).is_some()
}

/// Operators of an expression and below. A constant has none, however it is written.
pub(crate) fn n_operators(body: &Body, root: ExprId) -> usize {
    Operators::below(body, root).of(root)
}

/// Operators in what a program computes.
pub(crate) fn count_operators(program: &Program, anatomy: &Anatomy) -> usize {
    let Some(unit) = program.units.first() else { return 0 };
    let roots = anatomy.roots(unit).into_iter();
    roots.map(|root| n_operators(unit.function(root.function), root.expr)).sum()
}

/// How many operators there are in an expression and in each of its parts.
#[derive(Debug)]
pub(crate) struct Operators {
    /// Parents before children.
    pub(crate) nodes: Vec<ExprId>,
    counts: FxHashMap<ExprId, usize>,
}

impl Operators {
    pub(crate) fn below(body: &Body, root: ExprId) -> Operators {
        let mut nodes = Vec::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            nodes.push(id);
            if !is_written(body, id) {
                let start = stack.len();
                body.each_child(Node::Expr(id), |child| stack.extend(child.expr()));
                stack[start..].reverse();
            }
        }
        let mut counts = FxHashMap::default();
        for &id in nodes.iter().rev() {
            let mut n = usize::from(!is_written(body, id) && is_operator(body.expr(id)));
            body.each_child(Node::Expr(id), |child| {
                n += child.expr().and_then(|child| counts.get(&child)).copied().unwrap_or(0);
            });
            counts.insert(id, n);
        }
        Operators { nodes, counts }
    }

    /// Operators of a part.
    pub(crate) fn of(&self, id: ExprId) -> usize {
        self.counts.get(&id).copied().unwrap_or(0)
    }
}

fn is_operator(kind: ExprKind) -> bool {
    use ExprKind::{Char, Float, InitList, Int, Name, Str};
    !matches!(kind, Name { .. } | Str { .. } | Int { .. } | Float { .. } | Char { .. } | InitList { .. })
}
