//! Random cases from a fixed seed, with a liking for the numbers at which things go wrong.

use kiln_lang::value::{Float, FloatFormat, Int, IntShape};
use kiln_meaning::library::pure::math::scalbn;

/// The exponent of the greatest finite numbers, counted at their highest bit.
fn max_exponent(format: FloatFormat) -> i32 {
    match format {
        FloatFormat::Half => 15,
        FloatFormat::Single | FloatFormat::BFloat => 127,
        FloatFormat::Double => 1023,
        FloatFormat::X87Extended | FloatFormat::Quad => 16_383,
    }
}

/// The exponent of the smallest number.
fn min_unit(format: FloatFormat) -> i32 {
    2 - max_exponent(format) - format.precision() as i32
}

/// Knuth's MMIX generator. Its low bits are never used.
pub(super) struct Draw(pub(super) u64);

impl Draw {
    pub(super) fn bits32(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    pub(super) fn bits64(&mut self) -> u64 {
        u64::from(self.bits32()) << 32 | u64::from(self.bits32())
    }

    pub(super) fn bits128(&mut self) -> u128 {
        u128::from(self.bits64()) << 64 | u128::from(self.bits64())
    }

    /// A number below `bound`, which is not zero.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.bits32()) * u64::from(bound)) >> 32) as u32
    }

    pub(super) fn one_in(&mut self, bound: u32) -> bool {
        self.below(bound) == 0
    }

    pub(super) fn among<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    /// An integer of any magnitude, often next to a power of two or ten.
    pub(super) fn integer(&mut self) -> u64 {
        let near = u64::from(self.below(5)).wrapping_sub(2);
        let value = match self.below(5) {
            0 => self.bits64(),
            1 => self.bits64() >> self.below(64),
            2 => (1u64 << self.below(64)).wrapping_add(near),
            3 => 10u64.pow(self.below(20)).wrapping_add(near),
            _ => u64::from(self.below(3)),
        };
        if self.one_in(3) { value.wrapping_neg() } else { value }
    }

    /// A number of a format: any bits, few bits, ties of decimal rounding, the ends of the range,
    /// infinities and NaNs.
    pub(super) fn float(&mut self, format: FloatFormat) -> Float {
        let negative = self.one_in(2);
        let precision = format.precision();
        let (significand, exponent) = match self.below(12) {
            0 => return self.special(format, negative),
            // Anything, anywhere.
            1 => (self.bits128() >> 15, self.exponent(format)),
            // A few bits, anywhere.
            2 => (u128::from(self.below(16)), self.exponent(format)),
            // Small numbers with and without a fraction: many are ties.
            3 | 4 => (u128::from(self.bits32() >> self.below(32)), -(self.below(12) as i32)),
            5 => (self.bits128() >> (128 - precision), -(self.below(precision + 12) as i32)),
            // Powers of ten and their neighbours.
            6 => (10u128.pow(self.below(30)) + u128::from(self.below(3)), 0),
            // Decimal fractions.
            7 => return self.fraction(format, negative),
            // Subnormal numbers, and the lowest normal ones.
            8 => (self.bits128() >> (127 - precision + self.below(precision)), min_unit(format)),
            // The greatest numbers.
            9 => (u128::MAX >> self.below(15), max_exponent(format) - 127 + self.below(2) as i32),
            // Runs of ones.
            10 => ((1 << (1 + self.below(precision))) - 1, -(self.below(precision + 70) as i32)),
            _ => (self.bits128() >> (128 - precision), -(self.below(2 * precision) as i32)),
        };
        let shape = IntShape::unsigned(128);
        let value = scalbn(Float::from_int(Int::from_u128(significand, shape), shape, format), exponent.into());
        if negative { -value } else { value }
    }

    fn exponent(&mut self, format: FloatFormat) -> i32 {
        let lowest = min_unit(format) - 113;
        lowest + self.below((max_exponent(format) - lowest) as u32) as i32
    }

    fn special(&mut self, format: FloatFormat, negative: bool) -> Float {
        let value = match self.below(3) {
            0 => Float::zero(format),
            1 => Float::infinity(format),
            _ => Float::nan(format),
        };
        if negative { -value } else { value }
    }

    fn fraction(&mut self, format: FloatFormat, negative: bool) -> Float {
        let text = format!("{}.{}e{}", self.below(100), self.bits32() >> self.below(32), self.below(60) as i32 - 30);
        let value = Float::parse(&text, format).unwrap().value;
        if negative { -value } else { value }
    }
}
