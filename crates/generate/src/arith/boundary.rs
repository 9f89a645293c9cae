//! Operations next to a boundary: where compilers are wrong most easily.
//!
//! An operation counts if an operand or its exact result is within 1 of the end of its type, a count within 1 of the width of
//! what is shifted, a divisor -1. Plain 0 and 1 do not count, though types without sign end there.

use kiln_lang::tree::BinaryOp;
use kiln_lang::value::int::IntShape;

use super::number::takes_integers;
use super::options::{TABLE_2, TABLE_3, all_operators};
use super::{Maker, Operand};

/// How many operators there are: those of the paper, and `^`.
const OPERATORS: usize = TABLE_2.len() + TABLE_3.len() + 1;

/// For each operator, how many operations there are and how many of them are next to a boundary.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Boundary([(u64, u64); OPERATORS]);

impl Boundary {
    /// The operators with their counts: all operations on integers, and those next to a boundary.
    pub fn rows(&self) -> impl Iterator<Item = (BinaryOp, u64, u64)> {
        all_operators().zip(self.0).map(|(op, (all, near))| (op, all, near))
    }

    /// The counts of several programs together.
    pub fn add(&mut self, other: &Boundary) {
        for (sum, one) in self.0.iter_mut().zip(other.0) {
            *sum = (sum.0 + one.0, sum.1 + one.1);
        }
    }

    fn count(&mut self, op: BinaryOp, is_near: bool) {
        if let Some(at) = all_operators().position(|known| known == op)
            && let Some(row) = self.0.get_mut(at)
        {
            row.0 += 1;
            row.1 += u64::from(is_near);
        }
    }
}

impl Maker<'_> {
    /// Counts an operation, if that is asked for.
    pub(super) fn watch(&mut self, op: BinaryOp, a: Operand, b: Operand) {
        if !self.watches || (!takes_integers(op) && self.is_floating(op, a.value, b.value)) {
            return;
        }
        let is_near = self.is_near(op, a, b).unwrap_or(false);
        self.counts.boundary.count(op, is_near);
    }

    fn is_near(&self, op: BinaryOp, a: Operand, b: Operand) -> Option<bool> {
        let arithmetic = self.arithmetic();
        let (left, right) = arithmetic.operands(op, a.value, b.value).ok()?;
        let shape = arithmetic.shape(left.basic);
        let (a, b) = (left.as_int()?.as_i128(), right.as_int()?.as_i128());
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let is_division = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        // The exact result, as far as it can be computed.
        let exact = match op {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Sub => a.checked_sub(b),
            BinaryOp::Mul => a.checked_mul(b),
            BinaryOp::Shl => u32::try_from(b).ok().filter(|&b| b < a.leading_zeros()).map(|b| a << b),
            _ => None,
        };
        let right_is_near = if is_shift { b == i128::from(shape.bits) - 1 } else { is_end(b, shape) };
        Some(
            is_end(a, shape)
                || right_is_near
                || (is_division && shape.signed && b == -1)
                || exact.is_some_and(|exact| is_end(exact, shape)),
        )
    }
}

/// Whether a number is within 1 of an end of a type.
fn is_end(value: i128, shape: IntShape) -> bool {
    let (min, max) = super::number::ends(shape);
    let is_plain = value == 0 || value == 1;
    !is_plain && [min, max].iter().any(|&end| value.abs_diff(end) <= 1)
}
