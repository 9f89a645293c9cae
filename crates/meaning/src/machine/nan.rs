//! The NaNs that operations give, and results that are rounded differently.
//!
//! Neither C nor IEEE 754 (6.3) says which sign they have, nor, for most, which payload; what a compiler computes beforehand
//! differs from what the processor computes. The first run takes the processor's, another run with another seed does not.

use std::cmp::Ordering;

use kiln_lang::value::float::{Float, FloatFormat};

use super::Machine;
use crate::settings::OTHER_CHOICES;

impl Machine<'_> {
    /// An operation on `double`.
    #[inline]
    pub(super) fn double(&mut self, a: u64, b: u64, op: impl Fn(f64, f64) -> f64) -> u64 {
        let value = op(f64::from_bits(a), f64::from_bits(b));
        if value.is_nan() { self.double_nan(a, b) } else { value.to_bits() }
    }

    /// The processor's NaN is an operand that is one, made quiet, or the default NaN of x86, which is negative.
    #[cold]
    fn double_nan(&mut self, a: u64, b: u64) -> u64 {
        const QUIET: u64 = 1 << 51;
        let bits = if f64::from_bits(a).is_nan() {
            a | QUIET
        } else if f64::from_bits(b).is_nan() {
            b | QUIET
        } else {
            0xfff8_0000_0000_0000
        };
        self.some_nan(Float::from_bits(bits.into(), FloatFormat::Double)).bits() as u64
    }

    /// The result of an operation, which may be a NaN.
    #[inline]
    pub(super) fn result(&mut self, value: Float) -> Float {
        if value.is_nan() { self.some_nan(value) } else { value }
    }

    /// The result of an operation on complex numbers, or what it is when a compiler has computed it beforehand.
    pub(super) fn rounded(&mut self, computed: [Float; 2], exact: [Float; 2]) -> [Float; 2] {
        let differs = |part: usize| computed[part].compare(exact[part]).is_some_and(Ordering::is_ne);
        let is_finite = exact.iter().all(|part| !part.is_nan() && !part.is_infinite());
        if !is_finite || !(differs(0) || differs(1)) {
            return computed;
        }
        self.memory.touched.rounding = true;
        if self.memory.is_other_choice() { exact } else { computed }
    }

    #[cold]
    fn some_nan(&mut self, nan: Float) -> Float {
        // One that no operand is likely to be; and not that of the processor with a change, which the next operation would undo.
        const PAYLOAD: u128 = 0x1d;
        self.memory.touched.nan = true;
        if self.memory.seed < self.memory.seed ^ OTHER_CHOICES {
            nan
        } else {
            Float::from_bits(Float::nan(nan.format()).bits() | PAYLOAD, nan.format())
        }
    }
}
