//! Removing undefined behaviour: the paper's table 1, completed.
//!
//! As printed, the table lets a shift by exactly the width of the operand pass, as well as `MIN / -1` and `MIN % -1` (to
//! which flipping turns `MIN * -1`), and `<<` of a value that does not fit. The ranges that operands are brought into come from
//! [`kiln_meaning::repair::table`], which has all of these.

use kiln_lang::build::BuildExpr;
use kiln_lang::tree::BinaryOp;
use kiln_lang::value::int::Int;
use kiln_meaning::repair::Scalar;
use kiln_meaning::repair::table::{Operation, left_range, right_range};

use super::expression::{Undefined, complement};
use super::leaf::Letter;
use super::{Maker, Mend, Operand};

impl Maker<'_> {
    /// What an operation that is undefined becomes.
    pub(super) fn mend(
        &mut self,
        op: BinaryOp,
        a: Operand,
        b: Operand,
    ) -> Result<(BinaryOp, Operand, Operand), Undefined> {
        if self.options.mend == Mend::Again {
            return Err(Undefined);
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
        // Nothing can be added, as for the widest types: a comparison is always defined.
        self.counts.flipped += 1;
        Ok((BinaryOp::Lt, a, b))
    }

    /// Another operator, where that helps.
    fn flip(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Option<(BinaryOp, Operand, Operand)> {
        let other = match op {
            BinaryOp::Add => BinaryOp::Sub,
            BinaryOp::Sub => BinaryOp::Add,
            BinaryOp::Mul => BinaryOp::Div,
            BinaryOp::Div | BinaryOp::Rem => {
                let (comparison, lhs, rhs) = b.comparison?;
                let opposite = complement(comparison)?;
                let expr = self.node(|builder| builder.binary(opposite, lhs, rhs));
                let one = Int::from_u128(1, self.arithmetic().shape(b.value.basic));
                let value = Scalar::int(b.value.basic, one);
                return Some((op, a, Operand { expr, value, comparison: Some((opposite, lhs, rhs)) }));
            }
            _ => return None,
        };
        self.compute(other, a.value, b.value).map(|_| (other, a, b))
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
            if let Some(new) = self.moved(operand, seen, lo, hi) {
                return Some(if side == 0 { (op, new, b) } else { (op, a, new) });
            }
        }
        None
    }

    /// An operand plus a new variable, so that the sum is in a range.
    fn moved(&mut self, operand: Operand, seen: Scalar, lo: i128, hi: i128) -> Option<Operand> {
        let shape = self.arithmetic().shape(seen.basic);
        let now = seen.as_int()?.as_i128();
        // The variable has to hold the distance; without sign, everything wraps.
        let (lo, hi) = if shape.signed {
            let reach = shape.max().as_i128();
            (lo.max(now - reach), hi.min(now + reach))
        } else {
            (lo, hi)
        };
        if lo > hi {
            return None;
        }
        let wanted = self.values.between(lo, hi);
        let distance = Int::wrap(wanted.wrapping_sub(now).cast_unsigned(), shape);
        let k = self.variable(Letter::K, Scalar::int(seen.basic, distance));
        let k = self.read(k);
        let expr = self.node(|builder| builder.binary(BinaryOp::Add, operand.expr, k.expr));
        let value = self.compute(BinaryOp::Add, operand.value, k.value)?;
        Some(Operand { expr, value, comparison: None })
    }
}
