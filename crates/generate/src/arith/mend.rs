//! Removing undefined behaviour: the paper's table 1, completed.
//!
//! As printed, the table lets a shift by exactly the width of the operand pass, as well as `MIN / -1` and `MIN % -1` (to
//! which flipping turns `MIN * -1`), and `<<` of a value that does not fit, which is flipped into `>>`. The ranges that operands are brought into come from
//! [`kiln_meaning::repair::table`], which has all of these.

use kiln_lang::build::BuildExpr;
use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;
use kiln_meaning::repair::Scalar;
use kiln_meaning::repair::table::{Operation, left_range, right_range};

use super::expression::{Undefined, complement};
use super::leaf::Letter;
use super::number::{as_whole, bound, ends, truth};
use super::{Maker, Mend, Operand, Values};

impl Maker<'_> {
    /// What an operation becomes that has no result.
    pub(super) fn mend(
        &mut self,
        op: BinaryOp,
        a: Operand,
        b: Operand,
    ) -> Result<(BinaryOp, Operand, Operand), Undefined> {
        if self.options.mend == Mend::Again {
            return Err(Undefined);
        }
        if self.is_floating(op, a.value, b.value) {
            return Ok(self.mend_floating(op, a, b));
        }
        if self.options.mend == Mend::Flip
            && let Some(flipped) = self.flip(op, a, b)
        {
            self.counts.flipped += 1;
            return Ok(flipped);
        }
        if let Some(inserted) = self.insert(op, a, b) {
            self.counts.inserted += 1;
            return Ok(inserted);
        }
        // Nothing can be added: a comparison is always defined.
        self.counts.flipped += 1;
        Ok((BinaryOp::Lt, a, b))
    }

    /// Another operator, where that helps.
    fn flip(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Option<(BinaryOp, Operand, Operand)> {
        let other = match op {
            BinaryOp::Add => BinaryOp::Sub,
            BinaryOp::Sub => BinaryOp::Add,
            BinaryOp::Mul => BinaryOp::Div,
            BinaryOp::Div | BinaryOp::Rem => return Some((op, a, self.opposite(b)?)),
            // A value that does not fit. The table has no row for it; for a negative one, it has an insertion.
            BinaryOp::Shl if as_whole(a.value).is_some_and(|value| value > 0) => BinaryOp::Shr,
            _ => return None,
        };
        self.compute(other, a.value, b.value).map(|_| (other, a, b))
    }

    /// A comparison that does not hold becomes the one that does.
    pub(super) fn opposite(&mut self, operand: Operand) -> Option<Operand> {
        let (comparison, lhs, rhs) = operand.comparison?;
        let opposite = complement(comparison)?;
        let expr = self.node(|builder| builder.binary(opposite, lhs, rhs));
        Some(Operand { expr, value: truth(true), comparison: Some((opposite, lhs, rhs)) })
    }

    /// A new variable is added to one of the operands, so that it comes into the range in which the operation is defined.
    fn insert(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Option<(BinaryOp, Operand, Operand)> {
        let arithmetic = self.arithmetic();
        // The operands as the operation sees them.
        let (left, right) = arithmetic.operands(op, a.value, b.value).ok()?;
        let operation = Operation { op, ty: left.basic, left, right };
        let ranges = [left_range(&arithmetic, &operation), right_range(&arithmetic, &operation)];
        let first = usize::from(self.choices.one_in(2));
        for side in [first, 1 - first] {
            let Some((lo, hi)) = ranges[side] else { continue };
            let (operand, seen) = if side == 0 { (a, left) } else { (b, right) };
            if let Some(new) = self.moved(operand, seen.basic, lo, hi) {
                return Some(if side == 0 { (op, new, b) } else { (op, a, new) });
            }
        }
        None
    }

    /// An operand plus a new variable of a type, so that the sum is in a range.
    pub(super) fn moved(&mut self, operand: Operand, basic: Basic, lo: i128, hi: i128) -> Option<Operand> {
        let now = as_whole(self.converted(operand.value, basic)?)?;
        let (least, most, wraps) = if basic.is_floating() {
            let most = bound(self.format(basic));
            (-most, most, false)
        } else {
            let shape = self.arithmetic().shape(basic);
            let (least, most) = ends(shape);
            (least, most, !shape.signed)
        };
        let (mut lo, mut hi) = (lo.max(least), hi.min(most));
        // The variable has to hold the distance; without sign, everything wraps.
        if !wraps {
            (lo, hi) = (lo.max(now.saturating_sub(most)), hi.min(now.saturating_add(most)));
        }
        if lo > hi {
            return None;
        }
        // The ends of the range are where the operation is just defined.
        let at_end = self.options.values == Values::Boundary && self.values.one_in(2);
        let wanted = if at_end { *self.values.pick(&[lo, hi]) } else { self.values.between(lo, hi) };
        let k = self.inserted(self.number(basic, wanted.wrapping_sub(now)));
        self.joined(BinaryOp::Add, operand, k)
    }

    /// A new variable that is inserted into an operand.
    pub(super) fn inserted(&mut self, value: Scalar) -> Operand {
        let k = self.variable(Letter::K, value);
        self.read(k)
    }

    /// `a op b`, if it has a result.
    pub(super) fn joined(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Option<Operand> {
        let value = self.compute(op, a.value, b.value)?;
        Some(self.operator(op, a, b, value))
    }

    /// `a op b`, which has a value.
    pub(super) fn operator(&mut self, op: BinaryOp, a: Operand, b: Operand, value: Scalar) -> Operand {
        let expr = self.node(|builder| builder.binary(op, a.expr, b.expr));
        let comparison = complement(op).map(|_| (op, a.expr, b.expr));
        Operand { expr, value, comparison }
    }
}
