//! Functions with one correctly rounded result: `sqrt`, `fma`, and what is like subtraction or
//! comparison.

use std::cmp::Ordering;

use kiln_lang::value::{Float, FloatFormat};

use super::super::parts::{Finite, Rounding, finite, round, with_sign};
use super::classify::{is_signaling, nan_of};

/// `sqrt`. Of a negative number other than zero, a NaN.
pub fn sqrt(x: Float) -> Float {
    if x.is_nan() || x.is_zero() {
        return if x.is_nan() { nan_of(&[x]) } else { x };
    }
    if x.is_negative() {
        return nan_of(&[x]);
    }
    let Some(parts) = finite(x) else { return x };
    square_root(parts, x.format()).value
}

/// The square root of a positive number, digit by digit: each step takes two bits of the number and
/// gives one of the root, two more than the format keeps.
pub(super) fn square_root(x: Finite, format: FloatFormat) -> Rounding {
    let shift = x.significand.leading_zeros() as i32;
    let (mut bits, mut exponent) = (x.significand << shift, x.exponent - shift);
    if exponent % 2 != 0 {
        // The significand has at most 113 bits, so this one is zero.
        bits >>= 1;
        exponent += 1;
    }
    let n_steps = format.precision() as i32 + 2;
    let (mut root, mut rest) = (0u128, 0u128);
    for _ in 0..n_steps {
        rest = rest << 2 | bits >> 126;
        bits <<= 2;
        let trial = root << 2 | 1;
        let fits = rest >= trial;
        rest -= if fits { trial } else { 0 };
        root = root << 1 | u128::from(fits);
    }
    let parts = Finite { negative: false, significand: root, exponent: exponent / 2 + 64 - n_steps };
    round(parts, rest != 0 || bits != 0, format)
}

/// `fma`: `x * y + z`, rounded once.
pub fn fma(x: Float, y: Float, z: Float) -> Float {
    let format = x.format();
    let negative = x.is_negative() != y.is_negative();
    let invalid = x.is_infinite() && y.is_zero() || x.is_zero() && y.is_infinite();
    if invalid || [x, y, z].iter().any(|argument| argument.is_nan()) {
        return nan_of(&[x, y, z]);
    }
    let (Some(left), Some(right)) = (finite(x), finite(y)) else {
        let clash = z.is_infinite() && z.is_negative() != negative;
        return if clash { nan_of(&[x]) } else { with_sign(Float::infinity(format), negative) };
    };
    let Some(last) = finite(z) else { return z };
    if left.significand == 0 || right.significand == 0 {
        // The sum of two zeros is positive unless both are negative; else it is `z`.
        return if z.is_zero() { with_sign(z, negative && z.is_negative()) } else { z };
    }
    let product =
        Term::new(negative, Wide::product(left.significand, right.significand), left.exponent + right.exponent);
    let addend = Term::new(last.negative, Wide { high: 0, low: last.significand }, last.exponent);
    if last.significand == 0 { product.round(format) } else { product.plus(addend).round(format) }
}

/// 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Wide {
    high: u128,
    low: u128,
}

impl Wide {
    /// A product of two numbers below 2 to the 127.
    fn product(a: u128, b: u128) -> Wide {
        const HALF: u128 = (1 << 64) - 1;
        let (a1, a0, b1, b0) = (a >> 64, a & HALF, b >> 64, b & HALF);
        let middle = a1 * b0 + ((a0 * b0) >> 64);
        let (middle, carry) = middle.overflowing_add(a0 * b1);
        let low = middle << 64 | ((a0 * b0) & HALF);
        Wide { high: a1 * b1 + (middle >> 64) + (u128::from(carry) << 64), low }
    }

    fn leading_zeros(self) -> u32 {
        if self.high != 0 { self.high.leading_zeros() } else { 128 + self.low.leading_zeros() }
    }

    fn shl(self, count: u32) -> Wide {
        match count {
            0 => self,
            1..=127 => Wide { high: self.high << count | self.low >> (128 - count), low: self.low << count },
            128..=255 => Wide { high: self.low << (count - 128), low: 0 },
            _ => Wide { high: 0, low: 0 },
        }
    }

    /// Shifted right, and whether a bit was lost.
    fn shr(self, count: u32) -> (Wide, bool) {
        let shifted = match count {
            0 => self,
            1..=127 => Wide { high: self.high >> count, low: self.low >> count | self.high << (128 - count) },
            128..=255 => Wide { high: 0, low: self.high >> (count - 128) },
            _ => Wide { high: 0, low: 0 },
        };
        (shifted, shifted.shl(count) != self)
    }

    fn plus(self, other: Wide) -> Wide {
        let (low, carry) = self.low.overflowing_add(other.low);
        Wide { high: self.high.wrapping_add(other.high).wrapping_add(carry.into()), low }
    }

    fn minus(self, other: Wide) -> Wide {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Wide { high: self.high.wrapping_sub(other.high).wrapping_sub(borrow.into()), low }
    }
}

/// A signed number with its highest bit at a fixed place, so that exponents tell which of two is
/// larger.
#[derive(Clone, Copy, Debug)]
struct Term {
    negative: bool,
    bits: Wide,
    exponent: i32,
    /// The number is a little more than its bits say.
    sticky: bool,
}

impl Term {
    /// Two bits stay free above, for sums.
    fn new(negative: bool, bits: Wide, exponent: i32) -> Term {
        let shift = bits.leading_zeros().saturating_sub(2);
        Term { negative, bits: bits.shl(shift), exponent: exponent - shift as i32, sticky: false }
    }

    /// The exact sum, but for bits far below: those are lost only if the terms are so different
    /// that the sum has nearly all bits of the larger.
    fn plus(self, other: Term) -> Term {
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let (shifted, sticky) = small.bits.shr((large.exponent - small.exponent) as u32);
        if large.negative == small.negative {
            return Term { bits: large.bits.plus(shifted), sticky, ..large };
        }
        match large.bits.cmp(&shifted) {
            Ordering::Less => Term { negative: small.negative, bits: shifted.minus(large.bits), ..large },
            // Nothing is left: a positive zero (C11 F.3, IEC 60559 6.3).
            Ordering::Equal if !sticky => Term { negative: false, bits: Wide { high: 0, low: 0 }, ..large },
            _ => {
                // What was lost is subtracted too: one less, and a little more.
                let one = Wide { high: 0, low: sticky.into() };
                Term { bits: large.bits.minus(shifted).minus(one), sticky, ..large }
            }
        }
    }

    fn round(self, format: FloatFormat) -> Float {
        let shift = self.bits.leading_zeros();
        let bits = self.bits.shl(shift);
        let parts =
            Finite { negative: self.negative, significand: bits.high, exponent: self.exponent - shift as i32 + 128 };
        round(parts, self.sticky || bits.low != 0, format).value
    }
}

/// `fdim`: `x - y` if that is positive, else zero.
pub fn fdim(x: Float, y: Float) -> Float {
    match x.compare(y) {
        None => nan_of(&[x, y]),
        Some(Ordering::Greater) => x - y,
        Some(_) => Float::zero(x.format()),
    }
}

/// `fmax`: the other argument if one is a NaN. Nothing where libraries differ: for zeros with
/// different signs (C11 F.10.9.2), and for signaling NaNs.
pub fn fmax(x: Float, y: Float) -> Option<Float> {
    choose(x, y, Ordering::Greater)
}

/// `fmin`; see [`fmax`].
pub fn fmin(x: Float, y: Float) -> Option<Float> {
    choose(x, y, Ordering::Less)
}

fn choose(x: Float, y: Float, wanted: Ordering) -> Option<Float> {
    if is_signaling(x) || is_signaling(y) {
        return None;
    }
    match x.compare(y) {
        None if x.is_nan() => Some(y),
        None => Some(x),
        Some(Ordering::Equal) => (x == y || !x.is_zero()).then_some(x),
        Some(order) => Some(if order == wanted { x } else { y }),
    }
}
