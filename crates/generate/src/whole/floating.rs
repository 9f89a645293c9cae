//! Expressions with floating values.
//!
//! `float` and `double` are computed as IEC 60559 says, to the last bit, whatever the values are: no operation on them is
//! undefined, so nothing has to be mended. What is undefined is a conversion to an integer that has no room for the value, so
//! there is none: floating values come back to integers by comparisons.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{BinaryOp, ExprId, UnaryOp};
use kiln_lang::types::{Basic, Ty, Types};
use kiln_lang::value::float::Float;
use kiln_meaning::repair::{Scalar, constant};

use super::Maker;
use super::condition::RELATIONS;
use super::features::Feature;
use super::lvalue::{Lvalue, Use};

const OPERATORS: [BinaryOp; 4] = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div];

impl Maker {
    /// An expression of about so many operators.
    pub(super) fn floating(&mut self, operators: u32) -> ExprId {
        if operators == 0 {
            return self.floating_operand();
        }
        self.tokens += 2;
        let left = self.choices.below(operators.into()) as u32;
        match self.choices.below(12) {
            0 => {
                let operand = self.floating(operators - 1);
                self.b.unary(UnaryOp::Neg, operand)
            }
            1 => {
                let to = self.any_floating();
                let operand = self.floating(operators - 1);
                self.b.cast(to, operand)
            }
            2 => self.converted_integer(operators - 1),
            _ => {
                let op = *self.choices.pick(&OPERATORS);
                let (lhs, rhs) = (self.floating(left), self.floating(operators - 1 - left));
                self.b.binary(op, lhs, rhs)
            }
        }
    }

    /// `a < b` and its like: an integer.
    pub(super) fn floating_comparison(&mut self, operators: u32) -> ExprId {
        let left = self.choices.below(u64::from(operators) + 1) as u32;
        let op = *self.choices.pick(&RELATIONS);
        self.tokens += 1;
        let (lhs, rhs) = (self.floating(left), self.floating(operators - left));
        self.b.binary(op, lhs, rhs)
    }

    /// `f = a`, `f += a`: an assignment to a floating object.
    pub(super) fn floating_assignment(&mut self, operators: u32) -> Option<ExprId> {
        let around = self.context.clone();
        let to = self.floating_lvalue(Use::Write)?;
        let compounds = self.features.has(Feature::Compound) && !to.is_volatile && self.choices.one_in(3);
        let op = compounds.then(|| *self.choices.pick(&OPERATORS));
        if op.is_some() && !self.may_access(&to.places, Use::Read, false, &around) {
            return None;
        }
        let value = self.without_writes_to(&to.places, |maker| maker.floating(operators));
        self.note_access(&to.places, Use::Write, to.is_volatile);
        self.tokens += 2;
        Some(self.b.assign(op, to.expr, value))
    }

    fn floating_lvalue(&mut self, use_: Use) -> Option<Lvalue> {
        let around = self.context.clone();
        for _ in 0..3 {
            if self.features.has(Feature::Dereference)
                && self.choices.one_in(4)
                && let Some(found) = self.dereference(use_, &around, Types::is_floating)
            {
                return Some(found);
            }
            let place = self.any_seen(|sights| &sights.floats)?;
            if let Some(found) = self.named(place, use_, &around) {
                return Some(found);
            }
        }
        None
    }

    fn floating_operand(&mut self) -> ExprId {
        match self.choices.below(10) {
            0 => return self.converted_integer(0),
            1 | 2 => {}
            _ => {
                if let Some(found) = self.floating_lvalue(Use::Read) {
                    self.note_access(&found.places, Use::Read, found.is_volatile);
                    return found.expr;
                }
            }
        }
        let ty = self.any_floating();
        self.float_constant(ty)
    }

    /// An integer as a floating value.
    fn converted_integer(&mut self, operators: u32) -> ExprId {
        let to = self.any_floating();
        let mut value = self.integer(operators);
        let basic = self.b.sight().types().as_integer(self.b.type_of(value));
        if basic.is_none_or(|basic| self.target.int_bits(basic) > 64) {
            value = self.b.cast(Ty::basic(Basic::LongLong), value);
        }
        self.tokens += 3;
        self.b.cast(to, value)
    }

    /// A constant: small and whole, a fraction, large, or next to the end of the range.
    pub(super) fn float_constant(&mut self, ty: Ty) -> ExprId {
        let basic = self.b.sight().types().as_basic(ty).unwrap_or(Basic::Double);
        let whole = f64::from(self.choices.between(-100, 100) as i32);
        let value = match self.choices.below(8) {
            0..=2 => whole,
            3 | 4 => whole / power(self.choices.below(8)),
            5 => whole * power(self.choices.below(40)) + 0.1,
            6 => whole * 1e-20,
            _ => *self.choices.pick(&[f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE), 16_777_217.0, 0.1, -0.0]),
        };
        self.tokens += 1;
        let value = if basic == Basic::Float { Float::from_f32(value as f32) } else { Float::from_f64(value) };
        constant(&mut self.b, &self.target, Scalar::float(basic, value))
    }
}

/// A power of two.
fn power(of: u64) -> f64 {
    2f64.powi(of as i32)
}
