//! Binary floating-point numbers of all formats that C types have on the targets of interest.
//!
//! A [`Float`] is a format and the bits of its encoding, so a value can go to memory and come back
//! unchanged, NaNs included. Arithmetic is IEC 60559's (C11 annex F): one correctly rounded
//! operation, to nearest and ties to even, and never a fault; a division by zero is an infinity or
//! a NaN (C11 F.3). Excess precision (C11 5.2.4.2.2p9) is the business of whoever chooses the
//! format an operation is computed in.
//!
//! Who computes: `float` and `double` use the machine's own operations, which IEC 60559 determines
//! to the last bit. The other formats use `rustc_apfloat`, a port of LLVM's `APFloat`, and so does
//! everything that is rarely done: reading literals, and conversions that the machine lacks.
//!
//! The one thing that IEC 60559 leaves open, and that Rust does not promise for native operations,
//! is which NaN comes out. So no operation takes the machine's word: `quiet_nan` decides, by the
//! rule of SSE, for all formats. Compilers exchange the operands of `+` and `*` freely, so no
//! program should be believed that shows the bits of such a NaN.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use rustc_apfloat::{Float as _, FloatConvert as _, Status, ieee};

use super::int::{Int, IntShape};

/// Runs `$body` with `$Soft` as the software implementation of a format.
macro_rules! with_soft {
    ($format:expr, $Soft:ident => $body:expr) => {
        match $format {
            FloatFormat::Half => {
                type $Soft = ieee::Half;
                $body
            }
            FloatFormat::BFloat => {
                type $Soft = ieee::BFloat;
                $body
            }
            FloatFormat::Single => {
                type $Soft = ieee::Single;
                $body
            }
            FloatFormat::Double => {
                type $Soft = ieee::Double;
                $body
            }
            FloatFormat::X87Extended => {
                type $Soft = ieee::X87DoubleExtended;
                $body
            }
            FloatFormat::Quad => {
                type $Soft = ieee::Quad;
                $body
            }
        }
    };
}

mod environment;
mod text;

pub use environment::{Arithmetic, Exceptions, Rounding};
pub use text::{FloatSyntax, Rounded};

/// The encoding of a floating type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatFormat {
    /// IEC 60559 binary16: `_Float16`.
    Half,
    /// The upper half of a binary32: `__bf16`.
    BFloat,
    /// IEC 60559 binary32: `float`.
    Single,
    /// IEC 60559 binary64: `double`.
    Double,
    /// The 80-bit format of the x87 with its explicit integer bit: `long double` on x86. Its
    /// padding in memory is not part of it.
    X87Extended,
    /// IEC 60559 binary128: `_Float128`, and `long double` on most 64-bit targets that are not x86.
    Quad,
}

/// A floating-point number of some format.
///
/// Equality is that of the bits, so `0.0 != -0.0` and a NaN equals itself; C's `==` is
/// [`Float::compare`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Float {
    format: FloatFormat,
    /// The encoding. Bits above the format's width are zero: [`Float::from_bits`] drops them.
    bits: u128,
}

/// A number that lost its fraction on the way to an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub struct Truncated {
    /// The number without its fraction. Out of range, the end of the range it is beyond (as GCC
    /// folds it), and 0 for a NaN.
    pub value: Int,
    /// The integer is equal to the number.
    pub exact: bool,
    /// Why the value is undefined in C, if it is.
    pub fault: Option<FloatConversion>,
}

/// The integral part of a number is not representable in the integer type it is converted to (C11
/// 6.3.1.4p1): undefined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatConversion;

/// Implements an operator of Rust as the same operator of C.
macro_rules! operator {
    ($(#[$doc:meta])* $Trait:ident::$method:ident, $op:tt) => {
        $(#[$doc])*
        impl $Trait for Float {
            type Output = Float;

            #[inline]
            fn $method(self, other: Float) -> Float {
                debug_assert_eq!(self.format, other.format, "operands are converted to a common type");
                let result = match self.format {
                    FloatFormat::Single => Float::from_f32(self.single() $op other.single()),
                    FloatFormat::Double => Float::from_f64(self.double() $op other.double()),
                    format => with_soft!(format, Soft => {
                        let result = Soft::from_bits(self.bits) $op Soft::from_bits(other.bits);
                        Float { format, bits: result.value.to_bits() }
                    }),
                };
                if result.is_nan() { Float::quiet_nan(self, other) } else { result }
            }
        }
    };
}

impl FloatFormat {
    /// All formats.
    pub const ALL: [FloatFormat; 6] = [
        FloatFormat::Half,
        FloatFormat::BFloat,
        FloatFormat::Single,
        FloatFormat::Double,
        FloatFormat::X87Extended,
        FloatFormat::Quad,
    ];

    /// The width of the encoding, without padding.
    pub const fn bits(self) -> u32 {
        match self {
            FloatFormat::Half | FloatFormat::BFloat => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87Extended => 80,
            FloatFormat::Quad => 128,
        }
    }

    /// The binary digits of the significand, with the one that is not stored: `FLT_MANT_DIG` and
    /// its relatives.
    pub const fn precision(self) -> u32 {
        match self {
            FloatFormat::Half => 11,
            FloatFormat::BFloat => 8,
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
            FloatFormat::X87Extended => 64,
            FloatFormat::Quad => 113,
        }
    }

    /// What the format is called in messages.
    pub const fn name(self) -> &'static str {
        match self {
            FloatFormat::Half => "binary16",
            FloatFormat::BFloat => "bfloat16",
            FloatFormat::Single => "binary32",
            FloatFormat::Double => "binary64",
            FloatFormat::X87Extended => "x87 extended",
            FloatFormat::Quad => "binary128",
        }
    }

    /// The width of the stored significand: all but the sign and the exponent.
    const fn significand_bits(self) -> u32 {
        match self {
            FloatFormat::X87Extended => self.precision(),
            _ => self.precision() - 1,
        }
    }

    /// The greatest exponent field, that of infinities and NaNs.
    const fn exponent_mask(self) -> u128 {
        (1 << (self.bits() - 1 - self.significand_bits())) - 1
    }

    const fn sign_bit(self) -> u128 {
        1 << (self.bits() - 1)
    }

    /// The bit that makes a NaN quiet: the highest of the fraction.
    const fn quiet_bit(self) -> u128 {
        1 << (self.precision() - 2)
    }
}

/// Values and their encodings.
impl Float {
    /// The value with this encoding. Bits above the format's width are ignored.
    ///
    /// Every encoding is a value. The x87 refuses some that older processors knew (a number whose
    /// integer bit is missing); they are NaNs here.
    pub const fn from_bits(bits: u128, format: FloatFormat) -> Float {
        Float { format, bits: bits & (!0 >> (128 - format.bits())) }
    }

    /// The encoding.
    pub const fn bits(self) -> u128 {
        self.bits
    }

    /// The format.
    pub const fn format(self) -> FloatFormat {
        self.format
    }

    /// Positive zero.
    pub const fn zero(format: FloatFormat) -> Float {
        Float { format, bits: 0 }
    }

    /// Positive infinity.
    pub const fn infinity(format: FloatFormat) -> Float {
        let integer_bit = match format {
            FloatFormat::X87Extended => 1 << 63,
            _ => 0,
        };
        Float { format, bits: format.exponent_mask() << format.significand_bits() | integer_bit }
    }

    /// A positive quiet NaN without payload, as `__builtin_nan("")` gives it.
    pub const fn nan(format: FloatFormat) -> Float {
        let infinity = Float::infinity(format);
        Float { format, bits: infinity.bits | format.quiet_bit() }
    }

    /// A `double`.
    #[inline]
    pub const fn from_f64(value: f64) -> Float {
        Float { format: FloatFormat::Double, bits: value.to_bits() as u128 }
    }

    /// A `float`.
    #[inline]
    pub const fn from_f32(value: f32) -> Float {
        Float { format: FloatFormat::Single, bits: value.to_bits() as u128 }
    }

    /// The nearest `double`: the value itself for all formats up to `double`.
    pub fn to_f64_lossy(self) -> f64 {
        self.convert(FloatFormat::Double).double()
    }

    /// Whether the sign is negative, that of zeros and NaNs too: `signbit`.
    #[inline]
    pub const fn is_negative(self) -> bool {
        self.bits & self.format.sign_bit() != 0
    }

    /// Whether this is a zero of either sign, as conditions ask (C11 6.8.4.1p2).
    #[inline]
    pub const fn is_zero(self) -> bool {
        self.magnitude() == 0
    }

    /// Whether this is an infinity of either sign.
    #[inline]
    pub const fn is_infinite(self) -> bool {
        self.magnitude() == Float::infinity(self.format).bits
    }

    /// Whether this is not a number.
    #[inline]
    pub const fn is_nan(self) -> bool {
        // The integer bit of the x87 can be missing where it must not, see `from_bits`; in all
        // other formats, NaNs are simply what is encoded above infinity.
        let exponent = self.magnitude() >> self.format.significand_bits();
        let unnormal = matches!(self.format, FloatFormat::X87Extended) && exponent != 0 && self.bits >> 63 & 1 == 0;
        self.magnitude() > Float::infinity(self.format).bits || unnormal
    }

    /// The encoding without its sign.
    #[inline]
    const fn magnitude(self) -> u128 {
        self.bits & !self.format.sign_bit()
    }

    #[inline]
    const fn single(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }

    #[inline]
    const fn double(self) -> f64 {
        f64::from_bits(self.bits as u64)
    }
}

operator! {
    /// C's `+` (C11 6.5.6p5).
    Add::add, +
}
operator! {
    /// C's `-` (C11 6.5.6p6).
    Sub::sub, -
}
operator! {
    /// C's `*` (C11 6.5.5p4).
    Mul::mul, *
}
operator! {
    /// C's `/` (C11 6.5.5p5), defined for a divisor of zero too (C11 F.3).
    Div::div, /
}

/// C's unary `-`: the other sign, of zeros and NaNs too (C11 F.3).
impl Neg for Float {
    type Output = Float;

    #[inline]
    fn neg(self) -> Float {
        Float { format: self.format, bits: self.bits ^ self.format.sign_bit() }
    }
}

/// What operations share. The operands of one operation have one format.
impl Float {
    /// How the values compare, or nothing if one is a NaN. Zeros of both signs are equal (C11
    /// 6.5.8p6, F.3).
    #[inline]
    pub fn compare(self, other: Float) -> Option<Ordering> {
        debug_assert_eq!(self.format, other.format, "operands are converted to a common type");
        match self.format {
            FloatFormat::Single => self.single().partial_cmp(&other.single()),
            FloatFormat::Double => self.double().partial_cmp(&other.double()),
            format => {
                with_soft!(format, Soft => Soft::from_bits(self.bits).partial_cmp(&Soft::from_bits(other.bits)))
            }
        }
    }

    /// The NaN that an operation on `a` and `b` gives, as SSE does (Intel SDM vol. 1, 4.8.3.5): the
    /// first operand that is a NaN, made quiet; if none is, the "real indefinite", which is
    /// negative.
    #[cold]
    fn quiet_nan(a: Float, b: Float) -> Float {
        let nan = match (a.is_nan(), b.is_nan()) {
            (true, _) => a,
            (false, true) => b,
            (false, false) => -Float::nan(a.format),
        };
        // The bits of infinity repair the x87 encodings that lack the integer bit.
        let bits = nan.bits | Float::nan(nan.format).bits;
        Float { format: nan.format, bits }
    }
}

/// Conversions.
impl Float {
    /// The value in another format, correctly rounded (C11 6.3.1.5).
    ///
    /// C leaves a value beyond the range undefined, annex F makes it an infinity, and so does this.
    /// A NaN becomes quiet and keeps its sign and the upper bits of its payload.
    #[must_use]
    pub fn convert(self, format: FloatFormat) -> Float {
        match (self.format, format) {
            (from, to) if from == to => self,
            (FloatFormat::Single, FloatFormat::Double) if !self.is_nan() => Float::from_f64(self.single().into()),
            (FloatFormat::Double, FloatFormat::Single) if !self.is_nan() => Float::from_f32(self.double() as f32),
            // A detour over binary128 costs no second rounding: it has every value of every other
            // format.
            _ => Float::from_quad(self.to_quad(), format),
        }
    }

    /// An integer as a floating-point number, correctly rounded (C11 6.3.1.4p2). It overflows to
    /// infinity, as in [`Float::convert`].
    #[expect(clippy::cast_precision_loss, reason = "to be rounded is what the value is here for")]
    pub fn from_int(value: Int, shape: IntShape, format: FloatFormat) -> Float {
        match (format, shape.signed) {
            (FloatFormat::Single, true) => Float::from_f32(value.as_i128() as f32),
            (FloatFormat::Single, false) => Float::from_f32(value.as_u128() as f32),
            (FloatFormat::Double, true) => Float::from_f64(value.as_i128() as f64),
            (FloatFormat::Double, false) => Float::from_f64(value.as_u128() as f64),
            (_, true) => {
                with_soft!(format, Soft => Float { format, bits: Soft::from_i128(value.as_i128()).value.to_bits() })
            }
            (_, false) => {
                with_soft!(format, Soft => Float { format, bits: Soft::from_u128(value.as_u128()).value.to_bits() })
            }
        }
    }

    /// The integral part as an integer, truncated toward zero (C11 6.3.1.4p1).
    ///
    /// `-0.5` to an unsigned type is 0 and defined: it is the integral part that must fit. A
    /// conversion to `_Bool` is not this one but a comparison with zero (C11 6.3.1.2).
    pub fn to_int(self, shape: IntShape) -> Truncated {
        let (magnitude, status) = self.integral_magnitude();
        let negative = self.is_negative();
        let limit = if negative { shape.min().as_u128().wrapping_neg() } else { shape.max().as_u128() };
        let out_of_range = status.contains(Status::INVALID_OP) || magnitude > limit;
        if out_of_range {
            let value = match (self.is_nan(), negative) {
                (true, _) => Int::ZERO,
                (false, true) => shape.min(),
                (false, false) => shape.max(),
            };
            return Truncated { value, exact: false, fault: Some(FloatConversion) };
        }
        let value = Int::wrap(if negative { magnitude.wrapping_neg() } else { magnitude }, shape);
        Truncated { value, exact: status == Status::OK, fault: None }
    }

    /// The absolute value without its fraction, with `INEXACT` if it had one and `INVALID_OP` if
    /// there is none below 2 to the 128.
    fn integral_magnitude(self) -> (u128, Status) {
        let result = with_soft!(self.format, Soft => Soft::from_bits(self.magnitude()).to_u128(128));
        (result.value, result.status)
    }

    fn to_quad(self) -> ieee::Quad {
        // No value gets lost, see `convert`; that the library says whether it did is not of
        // interest for NaNs.
        with_soft!(self.format, Soft => Soft::from_bits(self.bits).convert(&mut false).value)
    }

    fn from_quad(value: ieee::Quad, format: FloatFormat) -> Float {
        with_soft!(format, Soft => {
            let converted: Soft = value.convert(&mut false).value;
            Float { format, bits: converted.to_bits() }
        })
    }
}

#[cfg(test)]
mod tests;
