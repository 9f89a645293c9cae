//! Expressions: `make_expression (n, d)` of the paper's figure 6.

use kiln_lang::build::BuildExpr;
use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;
use kiln_lang::value::int::{Int, IntShape};
use kiln_meaning::repair::{Number, Scalar};

use super::{Maker, Operand};

/// An operation that is undefined for the values it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undefined;

impl Maker<'_> {
    /// An expression of at most `n` operators, nested at most `d` deep. It is undefined only where nothing is mended.
    pub(super) fn expression(&mut self, n: u32, d: u32) -> Result<Operand, Undefined> {
        if n == 0 || d == 0 {
            return Ok(self.leaf());
        }
        let left = self.choices.below(n.into()) as u32;
        let right = n - 1 - left;
        let a = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.expression(left, d - 1))?;
        let b = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.expression(right, d - 1))?;
        let op = *self.choices.pick(&self.options.ops);
        self.counts.operators += 1;
        self.operation(op, a, b)
    }

    /// `a op b`, mended if it is undefined.
    fn operation(&mut self, mut op: BinaryOp, mut a: Operand, mut b: Operand) -> Result<Operand, Undefined> {
        loop {
            if let Some(value) = self.compute(op, a.value, b.value) {
                let expr = self.node(|builder| builder.binary(op, a.expr, b.expr));
                let comparison = complement(op).map(|_| (op, a.expr, b.expr));
                return Ok(Operand { expr, value, comparison });
            }
            (op, a, b) = self.mend(op, a, b)?;
        }
    }

    /// The value of `a op b`, if it is defined.
    pub(super) fn compute(&self, op: BinaryOp, a: Scalar, b: Scalar) -> Option<Scalar> {
        let truth = |value: bool| Scalar::int(Basic::Int, Int::from_u128(value.into(), IntShape::signed(32)));
        match op {
            BinaryOp::LogAnd => Some(truth(is_true(a) && is_true(b))),
            BinaryOp::LogOr => Some(truth(is_true(a) || is_true(b))),
            _ => self.arithmetic().binary(op, a, b).ok(),
        }
    }
}

fn is_true(value: Scalar) -> bool {
    match value.number {
        Number::Int(int) => !int.is_zero(),
        Number::Float(float) => !float.is_zero(),
    }
}

/// The comparison that holds where another does not.
pub(super) fn complement(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        _ => return None,
    })
}
