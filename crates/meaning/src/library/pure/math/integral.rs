//! Rounding to integers (C11 7.12.9), in every direction. The current rounding direction is to
//! nearest.

use kiln_lang::value::{Float, Int, IntShape};

use super::super::parts::{Finite, finite, split, with_sign};
use super::classify::nan_of;

/// Where a fraction goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Toward {
    Zero,
    Infinity,
    MinusInfinity,
    /// The nearest integer; from halfway, the even one.
    Even,
    /// The nearest integer; from halfway, the one farther from zero.
    Away,
}

fn integral(x: Float, toward: Toward) -> Float {
    let Some(parts) = finite(x) else { return if x.is_nan() { nan_of(&[x]) } else { x } };
    if parts.exponent >= 0 {
        return x;
    }
    let (kept, half, rest) = split(parts.significand, -parts.exponent, false);
    let up = match toward {
        Toward::Zero => false,
        Toward::Infinity => !parts.negative && (half || rest),
        Toward::MinusInfinity => parts.negative && (half || rest),
        Toward::Even => half && (rest || kept & 1 == 1),
        Toward::Away => half,
    };
    // Exact: an integer below a number of the format with a fraction.
    Finite { significand: kept + u128::from(up), exponent: 0, ..parts }.round(x.format()).value
}

/// `floor`
pub fn floor(x: Float) -> Float {
    integral(x, Toward::MinusInfinity)
}

/// `ceil`
pub fn ceil(x: Float) -> Float {
    integral(x, Toward::Infinity)
}

/// `trunc`
pub fn trunc(x: Float) -> Float {
    integral(x, Toward::Zero)
}

/// `round`: halves away from zero.
pub fn round(x: Float) -> Float {
    integral(x, Toward::Away)
}

/// `roundeven`, and in round-to-nearest `rint` and `nearbyint`.
pub fn roundeven(x: Float) -> Float {
    integral(x, Toward::Even)
}

/// `lrint`, `llrint`: an integer of `shape`; nothing if it does not fit, which leaves the result
/// unspecified (C11 7.12.9.5p2).
pub fn lrint(x: Float, shape: IntShape) -> Option<Int> {
    fitting(roundeven(x), shape)
}

/// `lround`, `llround`: as [`lrint`], halves away from zero.
pub fn lround(x: Float, shape: IntShape) -> Option<Int> {
    fitting(round(x), shape)
}

fn fitting(x: Float, shape: IntShape) -> Option<Int> {
    let truncated = x.to_int(shape);
    truncated.fault.is_none().then_some(truncated.value)
}

/// `modf`: the fraction and the integral part, both with the sign of the number.
pub fn modf(x: Float) -> (Float, Float) {
    let whole = trunc(x);
    let fraction = match finite(x) {
        None if x.is_nan() => nan_of(&[x]),
        None => Float::zero(x.format()),
        // The low bits of a number, or all of it: exact.
        Some(_) => x - whole,
    };
    (with_sign(fraction, x.is_negative()), whole)
}
