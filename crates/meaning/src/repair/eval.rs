//! The value of a repair.

use kiln_lang::target::Target;
use kiln_lang::tree::{BinaryOp, UnaryOp};
use kiln_lang::types::Basic;
use kiln_lang::types::convert::{common_real, promote_basic};
use kiln_lang::value::float::Float;
use kiln_lang::value::int::{Int, IntShape};

use super::{Number, Repair, Scalar};
use crate::code::IntOp;
use crate::lower::{comparison, float_op, int_op};
use crate::machine::arith::{self, Rules};
use crate::outcome::Run;
use crate::settings::Settings;

/// The arithmetic of a target, with what the settings make of faults.
#[derive(Clone, Copy, Debug)]
pub struct Arithmetic<'a> {
    target: &'a Target,
    rules: Rules,
}

impl<'a> Arithmetic<'a> {
    /// The arithmetic of a target.
    pub fn new(target: &'a Target, settings: &Settings) -> Arithmetic<'a> {
        Arithmetic { target, rules: Rules { wrap: settings.wrapv, shift_operand: settings.checks_shift_operand() } }
    }

    /// The shape of an integer type.
    pub fn shape(&self, basic: Basic) -> IntShape {
        IntShape { bits: self.target.int_bits(basic) as u8, signed: self.target.is_signed(basic) }
    }

    /// The value converted to a type (C11 6.3.1).
    pub fn convert(&self, value: Scalar, to: Basic) -> Run<Scalar> {
        let number = match value.number {
            Number::Int(int) if to == Basic::Bool => Number::Int(truth(!int.is_zero())),
            Number::Float(float) if to == Basic::Bool => Number::Int(truth(!float.is_zero())),
            Number::Int(int) if to.is_floating() => {
                Number::Float(Float::from_int(int, self.shape(value.basic), self.target.float_format(to)))
            }
            Number::Float(float) if to.is_floating() => Number::Float(float.convert(self.target.float_format(to))),
            Number::Int(int) => Number::Int(int.convert(self.shape(to))),
            Number::Float(float) => Number::Int(arith::float_to_int(float, self.shape(to))?),
        };
        Ok(Scalar { basic: to, number })
    }

    fn promote(&self, value: Scalar) -> Run<Scalar> {
        self.convert(value, promote_basic(self.target, value.basic))
    }

    /// The operands of `a op b` as the operation sees them (C11 6.3.1.8): the operands of shifts are promoted, those of other
    /// operators converted to a common type.
    pub fn operands(&self, op: BinaryOp, a: Scalar, b: Scalar) -> Run<(Scalar, Scalar)> {
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            return Ok((self.promote(a)?, self.promote(b)?));
        }
        let common = common_real(self.target, a.basic, b.basic);
        Ok((self.convert(a, common)?, self.convert(b, common)?))
    }

    /// `a op b`, with the conversions of C.
    pub fn binary(&self, op: BinaryOp, a: Scalar, b: Scalar) -> Run<Scalar> {
        let (a, b) = self.operands(op, a, b)?;
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            return self.shift(op, a, b);
        }
        let common = a.basic;
        if let Some(comparison) = comparison(op) {
            let order = match (a.number, b.number) {
                (Number::Int(a), Number::Int(b)) => Some(self.shape(common).compare(a, b)),
                (Number::Float(a), Number::Float(b)) => a.compare(b),
                _ => None,
            };
            return Ok(Scalar::int(Basic::Int, truth(arith::holds(comparison, order))));
        }
        let number = match (a.number, b.number, int_op(op), float_op(op)) {
            (Number::Int(a), Number::Int(b), Some(op), _) => {
                Number::Int(arith::int_op(op, self.shape(common), self.rules, a, b)?)
            }
            (Number::Float(a), Number::Float(b), _, Some(op)) => Number::Float(arith::float_op(op, a, b)),
            // Operators that do not take such operands: no table makes them.
            _ => return crate::outcome::unsupported(format!("`{}` in a repair", op.spelling().0)),
        };
        Ok(Scalar { basic: common, number })
    }

    fn shift(&self, op: BinaryOp, a: Scalar, b: Scalar) -> Run<Scalar> {
        let (Number::Int(value), Number::Int(count)) = (a.number, b.number) else {
            return crate::outcome::unsupported("a shift of floating numbers in a repair");
        };
        let op = if op == BinaryOp::Shl { IntOp::Shl } else { IntOp::Shr };
        let count = count.convert(IntShape::signed(128));
        Ok(Scalar::int(a.basic, arith::int_op(op, self.shape(a.basic), self.rules, value, count)?))
    }

    /// `op a`, with the conversions of C.
    pub fn unary(&self, op: UnaryOp, a: Scalar) -> Run<Scalar> {
        let a = self.promote(a)?;
        let shape = || self.shape(a.basic);
        let number = match (op, a.number) {
            (UnaryOp::Plus, number) => number,
            (UnaryOp::Neg, Number::Int(int)) => {
                Number::Int(arith::int_op(IntOp::Sub, shape(), self.rules, Int::ZERO, int)?)
            }
            (UnaryOp::Neg, Number::Float(float)) => Number::Float(-float),
            (UnaryOp::BitNot, Number::Int(int)) => Number::Int(shape().not(int)),
            (UnaryOp::Not, _) => return Ok(Scalar::int(Basic::Int, truth(!is_true(a)))),
            _ => return crate::outcome::unsupported("a unary operator in a repair"),
        };
        Ok(Scalar { basic: a.basic, number })
    }
}

impl Repair {
    /// The value, as a value of the type of the node.
    pub fn eval(&self, arithmetic: &Arithmetic<'_>, ty: Basic, left: Scalar, right: Scalar) -> Run<Scalar> {
        let value = self.value(arithmetic, left, right)?;
        arithmetic.convert(value, ty)
    }

    fn value(&self, arithmetic: &Arithmetic<'_>, left: Scalar, right: Scalar) -> Run<Scalar> {
        let of = |repair: &Repair| repair.value(arithmetic, left, right);
        match self {
            Repair::Left => Ok(left),
            Repair::Right => Ok(right),
            Repair::Const(value) => Ok(*value),
            Repair::Unary(op, a) => arithmetic.unary(*op, of(a)?),
            Repair::Binary(op, a, b) => arithmetic.binary(*op, of(a)?, of(b)?),
            Repair::Cast(basic, a) => arithmetic.convert(of(a)?, *basic),
            Repair::If(a, b, c) => {
                let chosen = if is_true(of(a)?) { b } else { c };
                let common = common_real(
                    arithmetic.target,
                    b.type_of(arithmetic, left.basic, right.basic),
                    c.type_of(arithmetic, left.basic, right.basic),
                );
                arithmetic.convert(of(chosen)?, common)
            }
        }
    }

    /// The type of the expression that it stands for.
    pub(super) fn type_of(&self, arithmetic: &Arithmetic<'_>, left: Basic, right: Basic) -> Basic {
        let of = |repair: &Repair| repair.type_of(arithmetic, left, right);
        let target = arithmetic.target;
        match self {
            Repair::Left => left,
            Repair::Right => right,
            Repair::Const(value) => value.basic,
            Repair::Unary(UnaryOp::Not, _) => Basic::Int,
            Repair::Unary(_, a) => promote_basic(target, of(a)),
            Repair::Binary(BinaryOp::Shl | BinaryOp::Shr, a, _) => promote_basic(target, of(a)),
            Repair::Binary(op, ..) if comparison(*op).is_some() => Basic::Int,
            Repair::Binary(_, a, b) | Repair::If(_, a, b) => common_real(target, of(a), of(b)),
            Repair::Cast(basic, _) => *basic,
        }
    }
}

fn truth(value: bool) -> Int {
    Int::from_u128(value.into(), IntShape::signed(32))
}

fn is_true(value: Scalar) -> bool {
    match value.number {
        Number::Int(int) => !int.is_zero(),
        Number::Float(float) => !float.is_zero(),
    }
}
