//! Integers and floating numbers beyond the frequent cases.

use std::cmp::Ordering;

use kiln_lang::value::float::{Float, FloatFormat};
use kiln_lang::value::int::{Exact, Int, IntFault, IntShape};

use super::{Machine, Window};
use crate::code::{Comparison, FloatOp, IntOp};
use crate::outcome::{Reason, Run, undefined};
use crate::settings::Dialect;
use crate::undefined::Kind;

/// Which faults of an operation are undefined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Signed overflow wraps.
    pub(crate) wrap: bool,
    /// `<<` of and into the sign is undefined.
    pub(crate) shift_operand: bool,
}

/// An operation on integers of one type.
pub(crate) fn int_op(op: IntOp, shape: IntShape, rules: Rules, a: Int, b: Int) -> Run<Int> {
    let exact: Exact = match op {
        IntOp::Add => shape.add(a, b),
        IntOp::Sub => shape.sub(a, b),
        IntOp::Mul => shape.mul(a, b),
        IntOp::Div => shape.div(a, b),
        IntOp::Rem => shape.rem(a, b),
        IntOp::Shl => shape.shl(a, b),
        IntOp::Shr => shape.shr(a, b),
        IntOp::And => return Ok(a & b),
        IntOp::Or => return Ok(a | b),
        IntOp::Xor => return Ok(a ^ b),
    };
    match exact.fault {
        None => Ok(exact.value),
        Some(IntFault::SignedOverflow) if rules.wrap && !matches!(op, IntOp::Div | IntOp::Rem) => Ok(exact.value),
        Some(IntFault::ShiftOperand) if !rules.shift_operand => Ok(exact.value),
        Some(fault) => Err(int_fault(op, shape, fault, a, b)),
    }
}

/// The report of an integer operation.
#[cold]
pub(crate) fn int_fault(op: IntOp, shape: IntShape, fault: IntFault, a: Int, b: Int) -> crate::outcome::Stop {
    let sign = match op {
        IntOp::Add => "+",
        IntOp::Sub => "-",
        IntOp::Mul => "*",
        IntOp::Div => "/",
        IntOp::Rem => "%",
        IntOp::Shl => "<<",
        IntOp::Shr => ">>",
        IntOp::And => "&",
        IntOp::Or => "|",
        IntOp::Xor => "^",
    };
    let count = IntShape::signed(128);
    let right = if matches!(op, IntOp::Shl | IntOp::Shr) { b.to_decimal(count) } else { b.to_decimal(shape) };
    let left = a.to_decimal(shape);
    let bits = shape.bits;
    let (kind, message) = match fault {
        IntFault::SignedOverflow => {
            (Kind::SignedOverflow, format!("{left} {sign} {right} is not representable in {bits} bits with sign"))
        }
        IntFault::DivisionByZero => (Kind::DivisionByZero, format!("{left} {sign} {right}")),
        IntFault::ShiftCount => {
            (Kind::ShiftCount, format!("{left} {sign} {right}: the count is not between 0 and {}", bits - 1))
        }
        IntFault::ShiftOperand => (
            Kind::ShiftOperand,
            format!("{left} {sign} {right}: the left operand is negative or the result is not representable"),
        ),
    };
    Box::new(Reason::Undefined(kind, message, Vec::new()))
}

/// A value of up to 64 bits in a register.
#[inline]
pub(crate) fn narrow(value: u64, shape: IntShape) -> Int {
    Int::wrap(if shape.signed { value as i64 as u128 } else { value.into() }, shape)
}

/// A shift count: any integer type, held extended.
#[inline]
pub(crate) fn count(value: u64) -> Int {
    Int::wrap(value as i64 as u128, IntShape::signed(128))
}

/// The value in two registers.
#[inline]
pub(crate) fn get_wide(window: &Window, at: u16) -> u128 {
    u128::from(window[usize::from(at)]) | u128::from(window[usize::from(at) + 1]) << 64
}

#[inline]
pub(crate) fn set_wide(window: &mut Window, at: u16, value: u128) {
    window[usize::from(at)] = value as u64;
    window[usize::from(at) + 1] = (value >> 64) as u64;
}

/// A floating number in one or two registers.
#[inline]
pub(crate) fn get_float(window: &Window, at: u16, format: FloatFormat) -> Float {
    let bits = if format.bits() > 64 { get_wide(window, at) } else { window[usize::from(at)].into() };
    Float::from_bits(bits, format)
}

#[inline]
pub(crate) fn set_float(window: &mut Window, at: u16, value: Float) {
    if value.format().bits() > 64 {
        set_wide(window, at, value.bits());
    } else {
        window[usize::from(at)] = value.bits() as u64;
    }
}

/// An operation on floating numbers.
pub(crate) fn float_op(op: FloatOp, a: Float, b: Float) -> Float {
    match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
    }
}

/// Whether these are the bits of an x87 number, or of a NaN: the integer bit of the significand is set, but for zero and
/// subnormal numbers. Of the others the processor knows some and refuses some; compilers know none.
#[inline]
pub(crate) fn is_x87_number(bits: u128) -> bool {
    let (exponent, integer) = (bits >> 64 & 0x7fff, bits >> 63 & 1);
    (exponent != 0) == (integer != 0)
}

/// Whether a comparison holds; every ordered one fails on NaNs.
#[inline]
pub(crate) fn holds(op: Comparison, ordering: Option<Ordering>) -> bool {
    match (op, ordering) {
        (Comparison::Ne, None) => true,
        (_, None) => false,
        (Comparison::Eq, Some(ordering)) => ordering.is_eq(),
        (Comparison::Ne, Some(ordering)) => ordering.is_ne(),
        (Comparison::Lt, Some(ordering)) => ordering.is_lt(),
        (Comparison::Le, Some(ordering)) => ordering.is_le(),
        (Comparison::Gt, Some(ordering)) => ordering.is_gt(),
        (Comparison::Ge, Some(ordering)) => ordering.is_ge(),
    }
}

/// An integer of up to 128 bits in registers.
pub(crate) fn get_int(window: &Window, at: u16, shape: IntShape) -> Int {
    if shape.bits > 64 { Int::wrap(get_wide(window, at), shape) } else { narrow(window[usize::from(at)], shape) }
}

/// Puts an integer of up to 128 bits into registers.
pub(crate) fn set_int(window: &mut Window, at: u16, value: Int, shape: IntShape) {
    if shape.bits > 64 {
        set_wide(window, at, value.as_u128());
    } else {
        window[usize::from(at)] = value.as_u64();
    }
}

/// A floating number as an integer.
impl Machine<'_> {
    /// A floating number as an integer. Where it does not fit, dialect gnu follows annex F: the result is unspecified (C11
    /// F.4), so that the seed chooses among what machines give; C11 6.3.1.4p1 alone leaves it undefined.
    pub(super) fn float_to_int(&mut self, value: Float, shape: IntShape) -> Run<Int> {
        match float_to_int(value, shape) {
            Err(_) if self.settings.dialect == Dialect::Gnu => {
                self.memory.touched.conversion = true;
                let lowest = 1 << (shape.bits - 1);
                let nearest = match (value.is_nan(), value.is_negative() == shape.signed) {
                    (false, false) => lowest - 1,
                    _ => 0,
                };
                Ok(Int::wrap(if self.memory.is_other_choice() { nearest } else { lowest }, shape))
            }
            result => result,
        }
    }
}

pub(crate) fn float_to_int(value: Float, shape: IntShape) -> Run<Int> {
    let truncated = value.to_int(shape);
    match truncated.fault {
        None => Ok(truncated.value),
        Some(_) => {
            let sign = if shape.signed { "" } else { "unsigned " };
            let message = format!(
                "{} is converted to an {sign}integer of {} bits, where it does not fit",
                value.to_f64_lossy(),
                shape.bits
            );
            undefined(Kind::FloatConversion, message)
        }
    }
}

/// An operation on integers of up to 64 bits; the frequent widths without detours.
#[inline]
pub(crate) fn int_in_register(op: IntOp, shape: IntShape, rules: Rules, a: u64, b: u64) -> Run<u64> {
    match (op, shape.bits, shape.signed) {
        (IntOp::Div, _, false) if b != 0 => return Ok(a / b),
        (IntOp::Rem, _, false) if b != 0 => return Ok(a % b),
        (IntOp::Div, _, true) if b != 0 && b != u64::MAX => return Ok(((a as i64) / (b as i64)) as u64),
        (IntOp::Rem, _, true) if b != 0 && b != u64::MAX => return Ok(((a as i64) % (b as i64)) as u64),
        (IntOp::Shr, bits, true) if b < u64::from(bits) => return Ok(((a as i64) >> b) as u64),
        (IntOp::Shr, bits, false) if b < u64::from(bits) => return Ok(a >> b),
        (IntOp::Shl, 32, false) if b < 32 => return Ok(u64::from((a as u32) << b)),
        (IntOp::Shl, 64, false) if b < 64 => return Ok(a << b),
        _ => {}
    }
    let right = match op {
        IntOp::Shl | IntOp::Shr => count(b),
        _ => narrow(b, shape),
    };
    int_op(op, shape, rules, narrow(a, shape), right).map(Int::as_u64)
}

/// A constant of an instruction, as registers hold it.
#[inline]
pub(crate) fn extended(value: i32) -> u64 {
    i64::from(value) as u64
}

/// The report of a signed operation whose result does not fit.
#[cold]
pub(crate) fn overflow(op: IntOp, bits: u8, a: i64, b: i64) -> crate::outcome::Stop {
    let shape = IntShape::signed(bits);
    int_fault(op, shape, IntFault::SignedOverflow, narrow(a as u64, shape), narrow(b as u64, shape))
}

/// The low 8 bits, with their sign.
#[inline]
pub(crate) fn sext8(value: u64) -> u64 {
    i64::from(value as i8) as u64
}

/// The low 16 bits, with their sign.
#[inline]
pub(crate) fn sext16(value: u64) -> u64 {
    i64::from(value as i16) as u64
}

/// The low 32 bits, with their sign.
#[inline]
pub(crate) fn sext32(value: u64) -> u64 {
    i64::from(value as i32) as u64
}
