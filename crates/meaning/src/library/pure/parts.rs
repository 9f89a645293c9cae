//! Floating-point numbers as integers times powers of two, and back with one rounding.
//!
//! Functions that must be exact or correctly rounded are all written in the same way: take the
//! number apart ([`finite`]), compute with integers, and [`round`] once. The format matters only
//! here.

use kiln_lang::value::{Float, FloatFormat};

/// A finite number: `significand * 2^exponent`, with its sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Finite {
    pub(super) negative: bool,
    pub(super) significand: u128,
    pub(super) exponent: i32,
}

/// What rounding gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rounding {
    pub(super) value: Float,
    pub(super) inexact: bool,
}

/// The width of the stored significand.
const fn stored_bits(format: FloatFormat) -> u32 {
    match format {
        FloatFormat::X87Extended => 64,
        _ => format.precision() - 1,
    }
}

/// The exponent field of infinities and NaNs.
const fn exponent_mask(format: FloatFormat) -> u128 {
    (1 << (format.bits() - 1 - stored_bits(format))) - 1
}

/// The exponent of the greatest finite numbers, counted at their highest bit.
pub(super) const fn max_exponent(format: FloatFormat) -> i32 {
    (exponent_mask(format) >> 1) as i32
}

/// The exponent of the lowest bit of the smallest numbers.
pub(super) const fn min_unit(format: FloatFormat) -> i32 {
    1 - max_exponent(format) - (format.precision() as i32 - 1)
}

/// The encoding without its sign.
pub(super) const fn magnitude(x: Float) -> u128 {
    x.bits() & !(1 << (x.format().bits() - 1))
}

/// The number with the sign of another.
pub(super) const fn with_sign(x: Float, negative: bool) -> Float {
    let sign = if negative { 1 << (x.format().bits() - 1) } else { 0 };
    Float::from_bits(magnitude(x) | sign, x.format())
}

/// The parts of a finite number; none of infinities and NaNs.
pub(super) fn finite(x: Float) -> Option<Finite> {
    if x.is_nan() || x.is_infinite() {
        return None;
    }
    let format = x.format();
    let width = stored_bits(format);
    let field = (magnitude(x) >> width) as i32;
    let stored = magnitude(x) & ((1 << width) - 1);
    // A field of zero has the weight of one, and no hidden bit. The x87 hides none at all.
    let hidden = field != 0 && format != FloatFormat::X87Extended;
    let significand = if hidden { stored | 1 << width } else { stored };
    Some(Finite { negative: x.is_negative(), significand, exponent: field.max(1) - 1 + min_unit(format) })
}

/// The number of bits up to the highest that is set.
pub(super) const fn length(significand: u128) -> i32 {
    128 - significand.leading_zeros() as i32
}

impl Finite {
    /// The same number with an odd significand (or zero, with exponent zero).
    pub(super) fn reduced(self) -> Finite {
        if self.significand == 0 {
            return Finite { exponent: 0, ..self };
        }
        let zeros = self.significand.trailing_zeros();
        Finite { significand: self.significand >> zeros, exponent: self.exponent + zeros as i32, ..self }
    }

    /// The exponent of the highest bit.
    pub(super) fn top(self) -> i32 {
        self.exponent + length(self.significand) - 1
    }

    /// The nearest number of `format`.
    pub(super) fn round(self, format: FloatFormat) -> Rounding {
        round(self, false, format)
    }

    /// The number in `format`, if the format has it.
    pub(super) fn exactly(self, format: FloatFormat) -> Option<Float> {
        let rounding = self.round(format);
        (!rounding.inexact).then_some(rounding.value)
    }

    /// Whether this is an integer.
    pub(super) fn is_integer(self) -> bool {
        self.significand == 0 || self.reduced().exponent >= 0
    }
}

/// The nearest number of `format`, ties to even. With `sticky` the number is a little more than its
/// parts say, by less than its last bit; then it must have at least two bits more than the format
/// keeps.
pub(super) fn round(x: Finite, sticky: bool, format: FloatFormat) -> Rounding {
    let precision = format.precision() as i32;
    if x.significand == 0 {
        return Rounding { value: with_sign(Float::zero(format), x.negative), inexact: sticky };
    }
    let mut unit = (x.top() - (precision - 1)).max(min_unit(format));
    let (mut kept, half, rest) = split(x.significand, unit - x.exponent, sticky);
    if half && (rest || kept & 1 == 1) {
        kept += 1;
    }
    if length(kept) > precision {
        kept >>= 1;
        unit += 1;
    }
    let inexact = half || rest;
    if length(kept) == precision && unit + precision - 1 > max_exponent(format) {
        return Rounding { value: with_sign(Float::infinity(format), x.negative), inexact: true };
    }
    Rounding { value: with_sign(encode(kept, unit, format), x.negative), inexact }
}

/// A significand without its lowest `shift` bits, the highest of those, and whether there is
/// anything below it.
pub(super) fn split(significand: u128, shift: i32, sticky: bool) -> (u128, bool, bool) {
    match shift {
        ..=0 => (significand << -shift, false, sticky),
        1..=127 => {
            let below = significand & ((1 << (shift - 1)) - 1);
            (significand >> shift, significand >> (shift - 1) & 1 == 1, below != 0 || sticky)
        }
        128 => (0, significand >> 127 == 1, significand << 1 != 0 || sticky),
        _ => (0, false, significand != 0 || sticky),
    }
}

/// The encoding of a significand that fits, in units of `2^unit`.
fn encode(kept: u128, unit: i32, format: FloatFormat) -> Float {
    let normal = length(kept) == format.precision() as i32;
    let field = if normal { (unit - min_unit(format) + 1) as u128 } else { 0 };
    let width = stored_bits(format);
    let stored = if format == FloatFormat::X87Extended { kept } else { kept & ((1 << width) - 1) };
    Float::from_bits(field << width | stored, format)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_put_together_again_are_the_number() {
        let mut state = 1u128;
        for _ in 0..20_000 {
            state = state.wrapping_mul(0x2d99_787f_1f2c_4a3b_9a5c_2dc9_41f0_1da7).wrapping_add(99);
            for format in FloatFormat::ALL {
                let x = Float::from_bits(state ^ state >> 64, format);
                let Some(parts) = finite(x) else { continue };
                let back = parts.round(format);
                // The x87 has two encodings for some numbers.
                assert!(!back.inexact && finite(back.value) == Some(parts), "{x:?} {back:?}");
                assert_eq!(parts.reduced().round(format).value, back.value);
            }
        }
    }

    #[test]
    fn rounding_is_to_nearest_and_ties_go_to_even() {
        let number = |significand, exponent| Finite { negative: false, significand, exponent };
        let single = |x: Finite, sticky| f32::from_bits(round(x, sticky, FloatFormat::Single).value.bits() as u32);
        assert_eq!(single(number((1 << 25) | 1, 0), false).to_bits(), 33_554_432f32.to_bits());
        assert_eq!(single(number((1 << 25) | 2, 0), false).to_bits(), 33_554_432f32.to_bits());
        assert_eq!(single(number((1 << 27) | 8, 0), true).to_bits(), 134_217_744f32.to_bits());
        assert_eq!(single(number(1, -150), false).to_bits(), 0);
        assert_eq!(single(number(3, -151), false).to_bits(), 1);
        assert_eq!(single(number(1, -1000), false).to_bits(), 0);
        assert!(single(number((1 << 24) - 1, 105), false).is_infinite());
        assert_eq!(single(number((1 << 24) - 1, 104), false).to_bits(), f32::MAX.to_bits());
    }
}
