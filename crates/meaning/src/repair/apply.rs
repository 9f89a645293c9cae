//! The expression of a repair.

use kiln_lang::build::{BuildExpr, Work};
use kiln_lang::target::Target;
use kiln_lang::tree::{BinaryOp, ExprId, UnaryOp};
use kiln_lang::types::{Basic, Ty};
use kiln_lang::value::int::{Int, IntShape};

use super::{Number, Repair, Scalar};

/// What a repair is built from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Leaf {
    /// The left operand, or the only one, in the type that the node converts it to.
    Left,
    /// The right operand, in the type that the node converts it to.
    Right,
    /// A constant, which may as well become a variable of that value.
    Const(Scalar),
}

impl Repair {
    /// Builds the expression. `leaf` gives operands and constants; an operand may be asked for several times.
    pub fn apply<W, E>(
        &self,
        work: &mut W,
        leaf: &mut impl FnMut(&mut W, Leaf) -> Result<ExprId, E>,
    ) -> Result<ExprId, E>
    where
        W: BuildExpr,
    {
        match self {
            Repair::Left => leaf(work, Leaf::Left),
            Repair::Right => leaf(work, Leaf::Right),
            Repair::Const(value) => leaf(work, Leaf::Const(*value)),
            Repair::Unary(op, a) => {
                let a = a.apply(work, leaf)?;
                Ok(work.unary(*op, a))
            }
            Repair::Binary(op, a, b) => {
                let (a, b) = (a.apply(work, leaf)?, b.apply(work, leaf)?);
                Ok(work.binary(*op, a, b))
            }
            Repair::Cast(basic, a) => {
                let a = a.apply(work, leaf)?;
                Ok(work.cast(Ty::basic(*basic), a))
            }
            Repair::If(a, b, c) => {
                let (a, b, c) = (a.apply(work, leaf)?, b.apply(work, leaf)?, c.apply(work, leaf)?);
                Ok(work.conditional(a, b, c))
            }
        }
    }
}

/// An expression of a type with a constant value: C has no negative constants and none of more than 64 bits.
pub fn constant<W: Work + BuildExpr>(work: &mut W, target: &Target, value: Scalar) -> ExprId {
    let (basic, number) = (value.basic, value.number);
    match number {
        Number::Float(float) => {
            let magnitude = work.float_of(if float.is_negative() { -float } else { float }, basic);
            if float.is_negative() { work.unary(UnaryOp::Neg, magnitude) } else { magnitude }
        }
        Number::Int(int) => {
            let shape = IntShape { bits: target.int_bits(basic) as u8, signed: target.is_signed(basic) };
            if shape.bits > 64 {
                return wide_constant(work, basic, int);
            }
            let raw = int.as_i128();
            if !int.is_negative(shape) {
                return literal(work, raw as u64, basic);
            }
            if int == shape.min() {
                // Its magnitude does not fit: -MAX - 1.
                let (max, one) = (literal(work, shape.max().as_u64(), basic), work.int(1));
                let minus = work.unary(UnaryOp::Neg, max);
                let min = work.binary(BinaryOp::Sub, minus, one);
                return typed(work, min, basic);
            }
            let magnitude = literal(work, raw.unsigned_abs() as u64, basic);
            let minus = work.unary(UnaryOp::Neg, magnitude);
            typed(work, minus, basic)
        }
    }
}

/// A constant of `int` or a wider type as it is; narrower types have none.
fn literal<W: BuildExpr>(work: &mut W, value: u64, basic: Basic) -> ExprId {
    if basic.rank() >= Basic::Int.rank() {
        return work.int_of(value, basic);
    }
    let int = work.int_of(value, Basic::Int);
    work.cast(Ty::basic(basic), int)
}

fn typed<W: BuildExpr>(work: &mut W, value: ExprId, basic: Basic) -> ExprId {
    if basic.rank() >= Basic::Int.rank() { value } else { work.cast(Ty::basic(basic), value) }
}

/// `(T)((U)high << 64 | low)`: the conversion back to a signed type keeps the bits.
fn wide_constant<W: BuildExpr>(work: &mut W, basic: Basic, value: Int) -> ExprId {
    let raw = value.as_u128();
    let (high, low) = (work.int_of((raw >> 64) as u64, Basic::ULong), work.int_of(raw as u64, Basic::ULong));
    let high = work.cast(Ty::basic(basic.to_unsigned()), high);
    let bits = work.int(64);
    let shifted = work.binary(BinaryOp::Shl, high, bits);
    let whole = work.binary(BinaryOp::BitOr, shifted, low);
    work.cast(Ty::basic(basic), whole)
}
