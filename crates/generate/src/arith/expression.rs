//! Expressions: `make_expression (n, d)` of the paper's figure 6.

use kiln_lang::tree::BinaryOp;

use super::features::Place;
use super::number::{is_true, takes_integers};
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
        match self.draw(Place::Operation) {
            Some(feature) => self.form(feature, n, d),
            None => self.binary(n, d),
        }
    }

    /// An operator with two operands.
    pub(super) fn binary(&mut self, n: u32, d: u32) -> Result<Operand, Undefined> {
        let op = *self.choices.pick(&self.options.ops);
        let left = self.choices.below(n.into()) as u32;
        let a = self.expression(left, d - 1)?;
        let decided = match op {
            BinaryOp::LogAnd => !is_true(a.value),
            BinaryOp::LogOr => is_true(a.value),
            _ => false,
        };
        let b = self.evaluated(!decided, |maker| maker.expression(n - 1 - left, d - 1))?;
        self.counts.operators += 1;
        self.operation(op, a, b)
    }

    /// `a op b`, mended if it has no result.
    fn operation(&mut self, mut op: BinaryOp, mut a: Operand, mut b: Operand) -> Result<Operand, Undefined> {
        if takes_integers(op) {
            (a, b) = (self.integer(a)?, self.integer(b)?);
        }
        loop {
            if let Some(done) = self.joined(op, a, b) {
                self.watch(op, a, b);
                return Ok(done);
            }
            (op, a, b) = self.mend(op, a, b)?;
        }
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
