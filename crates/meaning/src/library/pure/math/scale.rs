//! Exponents and neighbours: `frexp`, `ldexp`, `logb`, `nextafter` (C11 7.12.6, 7.12.11).

use std::cmp::Ordering;

use kiln_lang::value::{Float, FloatFormat, Int, IntShape};

use super::super::parts::{Finite, finite, max_exponent, min_unit, with_sign};
use super::classify::nan_of;

/// `frexp`: a fraction from one half up to one, and the power of two it goes with. For infinities
/// and NaNs the exponent is unspecified (C11 7.12.6.4p3), and there is none.
pub fn frexp(x: Float) -> (Float, Option<i32>) {
    let Some(parts) = finite(x) else { return (if x.is_nan() { nan_of(&[x]) } else { x }, None) };
    if parts.significand == 0 {
        return (x, Some(0));
    }
    let exponent = parts.top() + 1;
    let fraction = Finite { exponent: parts.exponent - exponent, ..parts };
    (fraction.round(x.format()).value, Some(exponent))
}

/// `ldexp`, `scalbn`, `scalbln`: the number times two to the `n`, rounded once if it becomes small.
pub fn scalbn(x: Float, n: i64) -> Float {
    let Some(parts) = finite(x) else { return if x.is_nan() { nan_of(&[x]) } else { x } };
    // More than the distance between the exponents of any two numbers.
    let n = n.clamp(-100_000, 100_000) as i32;
    Finite { exponent: parts.exponent + n, ..parts }.round(x.format()).value
}

/// `logb`: the exponent of the highest bit.
pub fn logb(x: Float) -> Float {
    let format = x.format();
    match finite(x) {
        None if x.is_nan() => nan_of(&[x]),
        None => Float::infinity(format),
        Some(parts) if parts.significand == 0 => -Float::infinity(format),
        Some(parts) => {
            let shape = IntShape::signed(32);
            Float::from_int(Int::from_i128(parts.top().into(), shape), shape, format)
        }
    }
}

/// `ilogb`: the exponent of the highest bit; `INT_MAX` for infinities. Nothing for zeros and NaNs:
/// `FP_ILOGB0` and `FP_ILOGBNAN` depend on the processor.
pub fn ilogb(x: Float) -> Option<i32> {
    match finite(x) {
        None if x.is_nan() => None,
        None => Some(i32::MAX),
        Some(parts) => (parts.significand != 0).then(|| parts.top()),
    }
}

/// `nextafter`: the neighbour of `x` on the side of `y`; `y` if they are equal.
pub fn nextafter(x: Float, y: Float) -> Float {
    nexttoward(x, y)
}

/// `nexttoward`: as [`nextafter`], with a `y` of a wider format.
pub fn nexttoward(x: Float, y: Float) -> Float {
    let format = x.format();
    match x.convert(y.format()).compare(y) {
        None if x.is_nan() => nan_of(&[x]),
        None => nan_of(&[y]).convert(format),
        Some(Ordering::Equal) => y.convert(format),
        Some(_) if x.is_zero() => with_sign(smallest(format), y.is_negative()),
        Some(order) => {
            let outward = (order == Ordering::Less) != x.is_negative();
            if outward { farther(x) } else { nearer(x) }
        }
    }
}

fn smallest(format: FloatFormat) -> Float {
    Float::from_bits(1, format)
}

/// The neighbour that is farther from zero.
fn farther(x: Float) -> Float {
    let Some(parts) = finite(x) else { return x };
    Finite { significand: parts.significand + 1, ..parts }.round(x.format()).value
}

/// The neighbour of a number other than zero that is nearer to it.
fn nearer(x: Float) -> Float {
    let format = x.format();
    let precision = format.precision();
    let parts = match finite(x) {
        None => Finite {
            negative: x.is_negative(),
            significand: (1 << precision) - 1,
            exponent: max_exponent(format) - (precision as i32 - 1),
        },
        // Below a power of two, numbers are twice as dense.
        Some(parts) if parts.significand == 1 << (precision - 1) && parts.exponent > min_unit(format) => {
            Finite { significand: (1 << precision) - 1, exponent: parts.exponent - 1, ..parts }
        }
        Some(parts) => Finite { significand: parts.significand.saturating_sub(1), ..parts },
    };
    parts.round(format).value
}
