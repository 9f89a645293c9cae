//! Operations on values that nobody has chosen.
//!
//! The run decides what an operation becomes when it is first reached, with the operands at hand. In a loop, or in a function
//! that is called again, others come after them, and what overflows then can only be guarded. So operations there are
//! made such that they are defined for whatever their operands may be, as those are: on operands without sign or of narrow
//! types, with counts and divisors whose types say that they are right. Some are left to the run all the same.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{BinaryOp, ExprId};
use kiln_lang::types::convert::{common_integer, promote_basic};
use kiln_lang::types::{Basic, Ty};

use super::Maker;
use super::range::{Range, exact};

/// Types in which sums and products of two operands fit into `int`.
const NARROW: [Basic; 3] = [Basic::SChar, Basic::UChar, Basic::Short];
/// How many values a divisor may have to be moved away from 0 as it is.
const WIDEST: i128 = 1 << 16;
/// In so many percent of the cases, what may be undefined is left to the run: in loops, and outside of them.
const LEFT: u64 = 4;
const LEFT_OUTSIDE: u64 = 40;

impl Maker {
    /// Whether what is written here is executed with several values, as far as can be said.
    pub(super) fn is_repeated(&mut self) -> bool {
        !self.is_constant && self.choices.below(100) >= if self.is_in_loop { LEFT } else { LEFT_OUTSIDE }
    }

    /// `a op b`.
    pub(super) fn operation(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        if let Some(wrapped) = self.in_wrapper(op, lhs, rhs) {
            return wrapped;
        }
        // Counts and divisors have few values that are right: what is left to the run there often has to be guarded later.
        let is_narrow = matches!(op, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Div);
        let left_of = if op == BinaryOp::Div { 24 } else { 8 };
        let is_tamed = self.is_repeated() || is_narrow && !self.is_constant && self.choices.below(left_of) > 0;
        let (lhs, rhs) = if is_tamed { self.tamed(op, lhs, rhs) } else { (lhs, rhs) };
        self.b.binary(op, lhs, rhs)
    }

    /// Operands with which an operation is defined.
    fn tamed(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> (ExprId, ExprId) {
        let Some((left, right)) = self.promoted(lhs).zip(self.promoted(rhs)) else { return (lhs, rhs) };
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let common = common_integer(&self.target, left, right);
                self.tamed_sum(op, common, lhs, rhs)
            }
            BinaryOp::Div | BinaryOp::Rem => (lhs, self.divisor(rhs)),
            BinaryOp::Shl => {
                let rhs = self.count(left, rhs);
                (self.shiftable(left, lhs, rhs), rhs)
            }
            BinaryOp::Shr => (lhs, self.count(left, rhs)),
            _ => (lhs, rhs),
        }
    }

    /// The right operand of a compound assignment to an object of a type, with which it is defined; `None` if there is none.
    pub(super) fn tamed_value(&mut self, op: BinaryOp, to: ExprId, value: ExprId) -> Option<ExprId> {
        if !self.is_repeated() {
            return Some(value);
        }
        let Some((left, right)) = self.promoted(to).zip(self.promoted(value)) else { return Some(value) };
        Some(match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let common = common_integer(&self.target, left, right);
                if self.is_exact(op, common, to, value) { value } else { self.without_sign(common, value) }
            }
            BinaryOp::Div | BinaryOp::Rem => self.divisor(value),
            BinaryOp::Shl if self.target.is_signed(left) => return None,
            BinaryOp::Shl | BinaryOp::Shr => self.count(left, value),
            _ => value,
        })
    }

    /// The type of an integer operand after promotion. What has more than 64 bits is for the run.
    fn promoted(&self, operand: ExprId) -> Option<Basic> {
        let sight = self.b.sight();
        let basic = sight.types().as_integer(self.b.type_of(operand))?;
        (self.target.int_bits(basic) <= 64).then(|| promote_basic(&self.target, basic))
    }

    /// Whether a sum or product of whatever the operands are is one of the type that it is computed in.
    fn is_exact(&self, op: BinaryOp, common: Basic, lhs: ExprId, rhs: ExprId) -> bool {
        let result = || exact(op, self.range_as(lhs, common)?, self.range_as(rhs, common)?);
        !self.target.is_signed(common)
            || self.all_values(common).zip(result()).is_some_and(|(all, result)| holds(all, result))
    }

    fn tamed_sum(&mut self, op: BinaryOp, common: Basic, lhs: ExprId, rhs: ExprId) -> (ExprId, ExprId) {
        if self.is_exact(op, common, lhs, rhs) {
            return (lhs, rhs);
        }
        if self.choices.below(100) < 60 {
            return if self.choices.one_in(2) {
                (self.without_sign(common, lhs), rhs)
            } else {
                (lhs, self.without_sign(common, rhs))
            };
        }
        (self.narrowed(lhs), self.narrowed(rhs))
    }

    /// `(unsigned)a`.
    fn without_sign(&mut self, basic: Basic, operand: ExprId) -> ExprId {
        self.tokens += 3;
        self.b.cast(Ty::basic(basic.to_unsigned()), operand)
    }

    /// `(short)a`, unless it is as narrow as that already.
    fn narrowed(&mut self, operand: ExprId) -> ExprId {
        let (least, most) = (-(1 << 15), (1 << 15) - 1);
        let is_int = self.promoted(operand) == Some(Basic::Int);
        if is_int && self.range_of(operand).is_some_and(|range| holds((least, most), range)) {
            return operand;
        }
        self.tokens += 3;
        let narrow = *self.choices.pick(&NARROW);
        self.b.cast(Ty::basic(narrow), operand)
    }

    /// A divisor that is never 0, nor -1: it is positive, or far below 0.
    fn divisor(&mut self, rhs: ExprId) -> ExprId {
        let range = self.range_of(rhs);
        if range.is_some_and(|(lo, hi)| lo > 0 || hi < -1) {
            return rhs;
        }
        let (rhs, (lo, hi)) = match range {
            Some(range) if range.1 - range.0 < WIDEST && self.promoted(rhs).is_some_and(|it| it == Basic::Int) => {
                (rhs, range)
            }
            _ => {
                self.tokens += 3;
                let narrow = *self.choices.pick(&[Basic::UChar, Basic::UShort, Basic::SChar, Basic::Bool]);
                let rhs = self.b.cast(Ty::basic(narrow), rhs);
                (rhs, self.range_of(rhs).unwrap_or((0, 1)))
            }
        };
        self.tokens += 2;
        let more = self.choices.below(20) as i128;
        let (op, by) =
            if self.choices.one_in(6) { (BinaryOp::Sub, hi + 2 + more) } else { (BinaryOp::Add, 1 - lo + more) };
        // Of a range of which one end is that far from 0, the other one is not.
        if by < 0 {
            return rhs;
        }
        let fits = by <= self.arithmetic().shape(Basic::Int).max().as_i128();
        let by = self.b.int_of(by as u64, if fits { Basic::Int } else { Basic::Long });
        self.b.binary(op, rhs, by)
    }

    /// A dividend and a divisor at the end of its type: -1, if the dividend is never the least value, or the greatest one.
    pub(super) fn with_end(&mut self, lhs: ExprId) -> (ExprId, ExprId) {
        let Some(left) = self.promoted(lhs) else { return (lhs, self.constant()) };
        if !self.target.is_signed(left) {
            let most = self.arithmetic().shape(left).max().as_u64();
            self.tokens += 1;
            return (lhs, self.b.int_of(most, left));
        }
        let lhs = self.narrowed(lhs);
        (lhs, self.number(-1))
    }

    /// A count for an operand of a type: less than its width.
    fn count(&mut self, left: Basic, rhs: ExprId) -> ExprId {
        let bits = self.target.int_bits(left);
        if self.range_of(rhs).is_some_and(|range| holds((0, i128::from(bits) - 1), range)) {
            return rhs;
        }
        self.tokens += 5;
        if self.choices.one_in(3) {
            let limit = self.constant();
            let op = *self.choices.pick(&[BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Ne]);
            return self.b.binary(op, rhs, limit);
        }
        // The high bits of a narrow type: as many as a count has.
        let (narrow, width) = if self.choices.one_in(2) { (Basic::UChar, 8) } else { (Basic::UShort, 16) };
        let all = width - bits.ilog2();
        let by = (all + self.choices.below(3) as u32).min(width - 1);
        let (narrow, by) = (self.b.cast(Ty::basic(narrow), rhs), self.b.int(by));
        self.b.binary(BinaryOp::Shr, narrow, by)
    }

    /// What can be shifted to the left: something that stays small enough, or has no sign.
    fn shiftable(&mut self, left: Basic, lhs: ExprId, count: ExprId) -> ExprId {
        if !self.target.is_signed(left) {
            return lhs;
        }
        let fits = |range: Range, count: Range| {
            let most = self.all_values(left).map_or(0, |all| all.1);
            range.0 >= 0 && (0..64).contains(&count.1) && range.1 << count.1 <= most
        };
        if self.range_of(lhs).zip(self.range_of(count)).is_some_and(|(range, count)| fits(range, count)) {
            return lhs;
        }
        self.without_sign(left, lhs)
    }

    /// A constant at an end of a type, or next to it, so that the operation with an operand is next to a boundary whatever that is: of
    /// the type that the operand is promoted to, or of the one without sign where sums and products are defined.
    pub(super) fn end_beside(&mut self, op: BinaryOp, operand: ExprId) -> ExprId {
        let Some(basic) = self.promoted(operand) else { return self.constant() };
        let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
        self.end_constant(if is_sum { basic.to_unsigned() } else { basic })
    }

    /// Whether the right operand is to be such a constant: often for operators that would seldom be next to a boundary otherwise.
    pub(super) fn may_end(&mut self, op: BinaryOp, lhs: ExprId) -> bool {
        let share = match op {
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::Mul => 20,
            BinaryOp::BitXor | BinaryOp::Add | BinaryOp::Sub => 12,
            // Numbers of narrow types are never there, and then nothing is compared.
            _ if op.is_comparison() => {
                if self.is_narrow(lhs) {
                    6
                } else {
                    22
                }
            }
            _ => 0,
        };
        !self.is_constant && !self.is_wrapped() && self.choices.below(100) < share
    }

    /// Whether all values of an operand's type are `int`s.
    fn is_narrow(&self, operand: ExprId) -> bool {
        let basic = self.b.sight().types().as_integer(self.b.type_of(operand));
        basic.is_some_and(|basic| self.target.int_bits(basic) < self.target.int_bits(Basic::Int))
    }

    /// 1, in a type in which adding it to an operand, or whatever the run puts in its place, cannot overflow where that
    /// operand has several values.
    pub(super) fn one_beside(&mut self, operand: ExprId) -> ExprId {
        self.tokens += 1;
        let beside = match self.promoted(operand) {
            Some(basic) if self.is_repeated() => basic.to_unsigned(),
            _ => Basic::Int,
        };
        self.b.int_of(1, beside)
    }
}

fn holds(outer: Range, inner: Range) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}
