//! Operations next to a boundary: where compilers are wrong most easily.
//!
//! What that is, [`kiln_meaning::repair::Arithmetic::is_near_boundary`] says.

use kiln_lang::tree::BinaryOp;

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
        let is_near = self.arithmetic().is_near_boundary(op, a.value, b.value).unwrap_or(false);
        self.counts.boundary.count(op, is_near);
    }
}
