//! `fmod`, `remainder`, `remquo`: exact remainders (C11 7.12.10).
//!
//! Both arguments become multiples of the smaller one's last bit. The quotient can have thousands
//! of digits, so the division goes in steps of 14 bits, which is what 128 bits leave free beside a
//! significand of 113.

use kiln_lang::value::Float;

use super::super::parts::{Finite, finite, with_sign};
use super::classify::nan_of;

/// What `remquo` gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remquo {
    /// The remainder, as `remainder` gives it.
    pub remainder: Float,
    /// The quotient, if it is less than eight: C promises its lowest three bits only (C11
    /// 7.12.10.3p2), and libraries and compilers give more or fewer.
    pub quotient: Option<i32>,
}

/// A division of magnitudes.
struct Division {
    /// The rest, and the divisor, in units of `2^unit`.
    rest: u128,
    divisor: u128,
    unit: i32,
    /// The lowest bits of the quotient.
    quotient: u128,
    /// Whether the quotient has more than these.
    is_large: bool,
}

/// Divides a number by one that is not zero.
fn divide(x: Finite, y: Finite) -> Division {
    if x.significand == 0 || x.top() + 1 < y.top() {
        // Less than half of the divisor: the divisor is not needed in the same unit.
        return Division { rest: x.significand, divisor: u128::MAX, unit: x.exponent, quotient: 0, is_large: false };
    }
    let unit = x.exponent.min(y.exponent);
    // The tops are at most one apart here if `y` has the larger exponent, so no bit is lost.
    let divisor = y.significand << (y.exponent - unit);
    let (mut rest, mut quotient) = (x.significand % divisor, x.significand / divisor);
    let mut is_large = false;
    let mut left = x.exponent - unit;
    while left > 0 {
        let now = left.min(14);
        is_large |= quotient >> 100 != 0;
        rest <<= now;
        quotient = (quotient << now) + rest / divisor;
        rest %= divisor;
        left -= now;
    }
    Division { rest, divisor, unit, quotient, is_large }
}

/// The parts of both arguments if there is anything to divide; else what the functions return.
fn operands(x: Float, y: Float) -> Result<(Finite, Finite), Float> {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y.is_zero() {
        return Err(nan_of(&[x, y]));
    }
    match (finite(x), finite(y)) {
        (Some(a), Some(b)) => Ok((a, b)),
        _ => Err(x),
    }
}

/// `fmod`: the remainder of the quotient rounded toward zero, with the sign of `x`.
pub fn fmod(x: Float, y: Float) -> Float {
    let (a, b) = match operands(x, y) {
        Ok(operands) => operands,
        Err(result) => return result,
    };
    if a.top() < b.top() {
        return x;
    }
    let division = divide(a, b);
    let parts = Finite { negative: a.negative, significand: division.rest, exponent: division.unit };
    parts.round(x.format()).value
}

/// `remainder`: the remainder of the quotient rounded to nearest, ties to even.
pub fn remainder(x: Float, y: Float) -> Float {
    remquo(x, y).remainder
}

/// `remquo`: [`remainder`], with the quotient.
pub fn remquo(x: Float, y: Float) -> Remquo {
    let (a, b) = match operands(x, y) {
        Ok(operands) => operands,
        Err(result) => {
            // The quotient of a finite number and an infinity is zero; of a NaN it is unspecified
            // (C11 F.10.7.3).
            return Remquo { remainder: result, quotient: (!result.is_nan()).then_some(0) };
        }
    };
    let mut division = divide(a, b);
    let to_next = division.divisor - division.rest;
    let mut negative = a.negative;
    if division.rest > to_next || division.rest == to_next && division.quotient & 1 == 1 {
        division.rest = to_next;
        division.quotient = division.quotient.wrapping_add(1);
        negative = !negative;
    }
    let parts = Finite { negative, significand: division.rest, exponent: division.unit };
    let remainder = parts.round(x.format()).value;
    // A zero has the sign of `x`.
    let remainder = if remainder.is_zero() { with_sign(remainder, a.negative) } else { remainder };
    let is_small = !division.is_large && division.quotient < 8;
    let magnitude = (division.quotient & 7) as i32;
    let quotient = is_small.then_some(if a.negative != b.negative { -magnitude } else { magnitude });
    Remquo { remainder, quotient }
}
