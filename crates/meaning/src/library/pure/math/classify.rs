//! Questions about numbers: the classification and comparison macros (C11 7.12.3, 7.12.14), and the
//! functions that only touch the sign.

use std::cmp::Ordering;

use kiln_lang::value::Float;

use super::super::parts::{finite, length, with_sign};

/// What `fpclassify` answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FpClass {
    /// `FP_NAN`
    Nan,
    /// `FP_INFINITE`
    Infinite,
    /// `FP_ZERO`
    Zero,
    /// `FP_SUBNORMAL`
    Subnormal,
    /// `FP_NORMAL`
    Normal,
}

impl FpClass {
    /// The value of the macro in glibc.
    pub const fn glibc(self) -> i32 {
        match self {
            FpClass::Nan => 0,
            FpClass::Infinite => 1,
            FpClass::Zero => 2,
            FpClass::Subnormal => 3,
            FpClass::Normal => 4,
        }
    }
}

/// `fpclassify`
pub fn fpclassify(x: Float) -> FpClass {
    match finite(x) {
        None if x.is_nan() => FpClass::Nan,
        None => FpClass::Infinite,
        Some(parts) if parts.significand == 0 => FpClass::Zero,
        Some(parts) if length(parts.significand) < x.format().precision() as i32 => FpClass::Subnormal,
        Some(_) => FpClass::Normal,
    }
}

/// `isfinite`
pub fn isfinite(x: Float) -> bool {
    !x.is_nan() && !x.is_infinite()
}

/// `isnormal`
pub fn isnormal(x: Float) -> bool {
    fpclassify(x) == FpClass::Normal
}

/// `isnan`
pub fn isnan(x: Float) -> bool {
    x.is_nan()
}

/// `isinf`. C promises no more than "nonzero"; glibc's function returns -1 for negative infinity,
/// compilers may not.
pub fn isinf(x: Float) -> bool {
    x.is_infinite()
}

/// `signbit`. C promises no more than "nonzero".
pub fn signbit(x: Float) -> bool {
    x.is_negative()
}

/// `isgreater`
pub fn isgreater(x: Float, y: Float) -> bool {
    x.compare(y) == Some(Ordering::Greater)
}

/// `isgreaterequal`
pub fn isgreaterequal(x: Float, y: Float) -> bool {
    matches!(x.compare(y), Some(Ordering::Greater | Ordering::Equal))
}

/// `isless`
pub fn isless(x: Float, y: Float) -> bool {
    x.compare(y) == Some(Ordering::Less)
}

/// `islessequal`
pub fn islessequal(x: Float, y: Float) -> bool {
    matches!(x.compare(y), Some(Ordering::Less | Ordering::Equal))
}

/// `islessgreater`
pub fn islessgreater(x: Float, y: Float) -> bool {
    matches!(x.compare(y), Some(Ordering::Less | Ordering::Greater))
}

/// `isunordered`
pub fn isunordered(x: Float, y: Float) -> bool {
    x.compare(y).is_none()
}

/// `fabs`, of NaNs too.
pub fn fabs(x: Float) -> Float {
    with_sign(x, false)
}

/// `copysign`, of NaNs too.
pub fn copysign(x: Float, y: Float) -> Float {
    with_sign(x, y.is_negative())
}

/// Whether this is a NaN that is not quiet.
pub(super) fn is_signaling(x: Float) -> bool {
    x.is_nan() && x.bits() >> (x.format().precision() - 2) & 1 == 0
}

/// The NaN that a function of these arguments returns: the first NaN among them, made quiet; or a
/// new one, negative as x86 makes them.
pub(super) fn nan_of(arguments: &[Float]) -> Float {
    let Some(first) = arguments.first() else { return Float::nan(kiln_lang::value::FloatFormat::Double) };
    let plain = Float::nan(first.format());
    match arguments.iter().find(|argument| argument.is_nan()) {
        Some(nan) => Float::from_bits(nan.bits() | plain.bits(), nan.format()),
        None => -plain,
    }
}
