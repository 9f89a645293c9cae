//! Floating operations whose result is not allowed, and conversions: section 4 of the paper.
//!
//! An overflow is flipped or an operand brought into range; a quotient with a fraction becomes `(x - k) / y` with `k = x % y`;
//! before a conversion that would overflow or round, a variable is added (figure 9).

use kiln_lang::build::BuildExpr;
use kiln_lang::tree::BinaryOp;
use kiln_lang::types::convert::{common_real, promote_basic};
use kiln_lang::types::{Basic, Ty};
use kiln_meaning::repair::{Number, Scalar};

use super::expression::Undefined;
use super::number::{as_whole, bound, ends, is_true};
use super::{Maker, Mend, Operand, Rounding};

/// An operation that becomes another.
type Mended = (BinaryOp, Operand, Operand);

impl Maker<'_> {
    /// What a floating operation becomes whose result is not allowed.
    pub(super) fn mend_floating(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Mended {
        let common = common_real(&self.target, a.value.basic, b.value.basic);
        if let Some(mended) = self.mend_conversion(op, a, b, common) {
            return mended;
        }
        if self.options.mend == Mend::Flip
            && let Some(flipped) = self.flip_floating(op, a, b)
        {
            self.counts.flipped += 1;
            return flipped;
        }
        let inserted = match self.options.rounding {
            Rounding::Never => self.insert_whole(op, a, b, common),
            Rounding::Ieee => self.insert_finite(op, a, b, common),
        };
        if let Some(inserted) = inserted {
            self.counts.inserted += 1;
            return inserted;
        }
        // No variable helps: a comparison is always defined.
        self.counts.flipped += 1;
        (BinaryOp::Lt, a, b)
    }

    /// An integer operand that the common type cannot hold without rounding is brought into its range.
    fn mend_conversion(&mut self, op: BinaryOp, a: Operand, b: Operand, common: Basic) -> Option<Mended> {
        for (is_left, operand) in [(true, a), (false, b)] {
            if self.converted(operand.value, common).is_none() {
                let new = self.brought_to(operand, common)?;
                return Some(if is_left { (op, new, b) } else { (op, a, new) });
            }
        }
        None
    }

    fn flip_floating(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Option<Mended> {
        let other = match op {
            BinaryOp::Add => BinaryOp::Sub,
            BinaryOp::Sub => BinaryOp::Add,
            // If it leaves a fraction, that is mended next.
            BinaryOp::Mul if self.options.rounding == Rounding::Never => return Some((BinaryOp::Div, a, b)),
            BinaryOp::Mul => BinaryOp::Div,
            BinaryOp::Div if !is_true(b.value) => return Some((op, a, self.opposite(b)?)),
            // An infinite quotient. One with a fraction keeps its operator.
            BinaryOp::Div if self.options.rounding == Rounding::Ieee => BinaryOp::Mul,
            _ => return None,
        };
        self.compute(other, a.value, b.value).map(|_| (other, a, b))
    }

    /// A variable is inserted, so that the result is an integer within the bound.
    fn insert_whole(&mut self, op: BinaryOp, a: Operand, b: Operand, common: Basic) -> Option<Mended> {
        let (x, y) = (as_whole(a.value)?, as_whole(b.value)?);
        let most = bound(self.format(common));
        if op == BinaryOp::Div && y != 0 {
            let k = self.inserted(self.number(common, x % y));
            return Some((op, self.joined(BinaryOp::Sub, a, k)?, b));
        }
        if op == BinaryOp::Div {
            return Some((op, a, self.moved(b, common, 1, most)?));
        }
        let is_left = self.choices.one_in(2);
        let fixed = if is_left { y } else { x };
        let (lo, hi) = match op {
            BinaryOp::Add => (-most - fixed, most - fixed),
            BinaryOp::Sub => (fixed - most, fixed + most),
            BinaryOp::Mul if fixed != 0 => (-(most / fixed.abs()), most / fixed.abs()),
            _ => return None,
        };
        let (lo, hi) = (lo.max(-most), hi.min(most));
        let operand = if is_left { a } else { b };
        let new = self.moved(operand, common, lo, hi)?;
        Some(if is_left { (op, new, b) } else { (op, a, new) })
    }

    /// A variable is inserted, so that the result is finite: a divisor that is not zero, or an operand that cancels.
    fn insert_finite(&mut self, op: BinaryOp, a: Operand, b: Operand, common: Basic) -> Option<Mended> {
        let is_right = op == BinaryOp::Div && !is_true(b.value);
        let operand = if is_right { b } else { a };
        let k = if is_right {
            let divisor = self.values.between(1, 9);
            self.number(common, divisor)
        } else {
            let Number::Float(float) = self.converted(operand.value, common)?.number else { return None };
            Scalar::float(common, -float)
        };
        let k = self.inserted(k);
        let new = self.joined(BinaryOp::Add, operand, k)?;
        let (left, right) = if is_right { (a, new) } else { (new, b) };
        self.compute(op, left.value, right.value)?;
        Some((op, left, right))
    }

    /// An operand of operators that take integers only: a floating one is converted.
    pub(super) fn integer(&mut self, operand: Operand) -> Result<Operand, Undefined> {
        if !operand.value.basic.is_floating() {
            return Ok(operand);
        }
        let basic = self.any_integer_type();
        self.cast(operand, basic)
    }

    /// `(basic) operand`, brought into the range of the type where it has to be.
    pub(super) fn cast(&mut self, operand: Operand, basic: Basic) -> Result<Operand, Undefined> {
        let operand = self.fitted(operand, basic)?;
        let value = self.converted(operand.value, basic).ok_or(Undefined)?;
        let expr = self.node(|b| b.cast(Ty::basic(basic), operand.expr));
        Ok(Operand { expr, value, comparison: None })
    }

    /// An operand whose value can be converted to a type.
    pub(super) fn fitted(&mut self, operand: Operand, basic: Basic) -> Result<Operand, Undefined> {
        if self.converted(operand.value, basic).is_some() {
            return Ok(operand);
        }
        if self.options.mend == Mend::Again {
            return Err(Undefined);
        }
        self.brought_to(operand, basic).ok_or(Undefined)
    }

    /// An operand plus a new variable, so that a type can hold its value.
    fn brought_to(&mut self, operand: Operand, basic: Basic) -> Option<Operand> {
        let own = promote_basic(&self.target, operand.value.basic);
        let (lo, hi) = if basic.is_floating() {
            let most = bound(self.format(basic));
            (-most, most)
        } else {
            ends(self.arithmetic().shape(basic))
        };
        let new = match self.options.rounding {
            Rounding::Ieee if own.is_floating() => self.cancelled(operand),
            _ => self.moved(operand, own, lo, hi),
        }?;
        self.counts.inserted += 1;
        Some(new)
    }

    /// `x + k`, which is zero: the one sum that every type can hold, no matter how large `x` is.
    fn cancelled(&mut self, operand: Operand) -> Option<Operand> {
        let Number::Float(float) = operand.value.number else { return None };
        let k = self.inserted(Scalar::float(operand.value.basic, -float));
        self.joined(BinaryOp::Add, operand, k)
    }
}
