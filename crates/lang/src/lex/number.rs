//! Numbers: what a preprocessing number is as a constant (C11 6.4.4.1, 6.4.4.2, and GNU C).
//!
//! An integer is decoded; which type it gets depends on the target and is decided later. A floating
//! constant is only taken apart, because its value depends on the format of its type.
//!
//! The suffixes are those of GCC: letters in any order, `i` or `j` anywhere among them for an
//! imaginary constant, `ll` together and in one case.

use std::borrow::Cow;
use std::fmt;

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number<'a> {
    /// An integer constant.
    Int(IntLiteral),
    /// A floating constant.
    Float(FloatLiteral<'a>),
}

/// The notation of an integer, which takes part in choosing its type (C11 6.4.4.1p5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// `10`
    Decimal,
    /// `012`; also `0`.
    Octal,
    /// `0xa`
    Hex,
    /// `0b1010`, from GNU C.
    Binary,
}

impl Base {
    const fn radix(self) -> u32 {
        match self {
            Self::Decimal => 10,
            Self::Octal => 8,
            Self::Hex => 16,
            Self::Binary => 2,
        }
    }
}

/// An integer constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntLiteral {
    /// The value modulo 2^64.
    pub value: u64,
    /// Whether the value has more than 64 bits.
    pub overflow: bool,
    /// The notation.
    pub base: Base,
    /// Suffix `u`.
    pub unsigned: bool,
    /// The number of `l` in the suffix: 0, 1 or 2.
    pub long: u8,
    /// Suffix `i` or `j`.
    pub imaginary: bool,
}

/// A floating constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloatLiteral<'a> {
    /// The constant without its suffix, `0x` and exponent included.
    pub digits: &'a str,
    /// Whether digits and exponent are those of a hexadecimal constant (`0x1.8p3`).
    pub hex: bool,
    /// What the suffix says about the type.
    pub suffix: FloatSuffix,
    /// Suffix `i` or `j`.
    pub imaginary: bool,
}

macro_rules! float_suffixes {
    ($($variant:ident $doc:literal $($text:literal)+;)*) => {
        /// The type that a floating constant's suffix asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum FloatSuffix {
            $(#[doc = $doc] $variant,)*
        }

        impl FloatSuffix {
            fn of(text: &[u8]) -> Option<Self> {
                $($(if text == $text { return Some(Self::$variant); })+)*
                None
            }
        }
    };
}

float_suffixes! {
    None "`double`. GNU C lets `d` say so." b"" b"d" b"D";
    F "`float`" b"f" b"F";
    L "`long double`" b"l" b"L";
    Q "`__float128`" b"q" b"Q";
    W "`__float80`" b"w" b"W";
    F16 "`_Float16`" b"f16" b"F16";
    F32 "`_Float32`" b"f32" b"F32";
    F64 "`_Float64`" b"f64" b"F64";
    F128 "`_Float128`" b"f128" b"F128";
    F32x "`_Float32x`" b"f32x" b"F32x";
    F64x "`_Float64x`" b"f64x" b"F64x";
    Df "`_Decimal32`" b"df" b"DF";
    Dd "`_Decimal64`" b"dd" b"DD";
    Dl "`_Decimal128`" b"dl" b"DL";
}

impl FloatSuffix {
    /// Whether the type is a decimal one, which has no hexadecimal and no imaginary constants.
    pub const fn is_decimal(self) -> bool {
        matches!(self, Self::Df | Self::Dd | Self::Dl)
    }
}

/// Why a preprocessing number is no constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadNumber {
    /// [`Code::BadNumber`], or [`Code::Unsupported`] for fixed-point constants.
    pub code: Code,
    /// What is wrong with it.
    pub message: String,
}

impl BadNumber {
    /// The error at the place of the number.
    pub fn at(self, span: Span) -> Diagnostic {
        Diagnostic::error(self.code, span, self.message)
    }
}

impl fmt::Display for BadNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BadNumber {}

fn bad(message: impl Into<String>) -> BadNumber {
    BadNumber { code: Code::BadNumber, message: message.into() }
}

/// The constant that `text`, all of a [`Number`](super::TokenKind::Number) token's, stands for.
pub fn number(text: &[u8]) -> Result<Number<'_>, BadNumber> {
    let text = str::from_utf8(text).map_err(|_| bad("a number is ASCII"))?;
    let shape = Shape::of(text.as_bytes())?;
    let (digits, suffix) = text.split_at(shape.length);
    if shape.is_float { float(digits, suffix, shape.base) } else { integer(digits, suffix, shape.base) }
}

/// A number without the apostrophes between its digits (C23 6.4.4.1).
pub fn without_separators(text: &[u8]) -> Result<Cow<'_, [u8]>, BadNumber> {
    if memchr::memchr(b'\'', text).is_none() {
        return Ok(text.into());
    }
    let is_hex = matches!(text, [b'0', b'x' | b'X', ..]);
    let is_digit = |c: &u8| if is_hex { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    for window in text.windows(3).filter(|window| window[1] == b'\'') {
        if !is_digit(&window[0]) || !is_digit(&window[2]) {
            return Err(bad("a digit separator stands between two digits"));
        }
    }
    Ok(text.iter().copied().filter(|&c| c != b'\'').collect())
}

/// Where a number's digits end and what they are.
struct Shape {
    base: Base,
    is_float: bool,
    /// The number without its suffix.
    length: usize,
}

impl Shape {
    fn of(text: &[u8]) -> Result<Self, BadNumber> {
        let prefixed = |radix| text.get(2).is_some_and(|&c| c == b'.' || char::from(c).is_digit(radix));
        let (base, start) = match text {
            [b'0', b'x' | b'X', ..] if prefixed(16) => (Base::Hex, 2),
            [b'0', b'b' | b'B', ..] if prefixed(10) => (Base::Binary, 2),
            [b'0', ..] => (Base::Octal, 0),
            _ => (Base::Decimal, 0),
        };
        let is_digit = |c: &u8| char::from(*c).is_digit(if base == Base::Hex { 16 } else { 10 });
        let is_mantissa = |c: &&u8| is_digit(c) || **c == b'.';
        let mantissa_end = start + text[start..].iter().take_while(is_mantissa).count();
        let mantissa = &text[start..mantissa_end];
        let n_dots = memchr::memchr_iter(b'.', mantissa).count();
        if n_dots > 1 {
            return Err(bad("too many decimal points in number"));
        }
        if n_dots == mantissa.len() {
            return Err(bad("no digits in floating constant"));
        }
        let exponent = exponent_length(&text[mantissa_end..], base)?;
        let is_float = n_dots > 0 || exponent > 0;
        match base {
            Base::Hex if n_dots > 0 && exponent == 0 => {
                return Err(bad("hexadecimal floating constants require an exponent"));
            }
            Base::Binary if is_float => {
                return Err(bad("invalid prefix `0b` for floating constant"));
            }
            _ => {}
        }
        // A leading 0 means nothing in a floating constant.
        let base = if is_float && base == Base::Octal { Base::Decimal } else { base };
        Ok(Self { base, is_float, length: mantissa_end + exponent })
    }
}

/// The length of the exponent that `text` starts with; 0 if there is none.
fn exponent_length(text: &[u8], base: Base) -> Result<usize, BadNumber> {
    let n_head = match (base, text) {
        (Base::Hex, [b'p' | b'P', b'+' | b'-', ..]) => 2,
        (Base::Hex, [b'p' | b'P', ..]) => 1,
        (Base::Decimal | Base::Octal, [b'e' | b'E', b'+' | b'-', ..]) => 2,
        (Base::Decimal | Base::Octal, [b'e' | b'E', ..]) => 1,
        _ => return Ok(0),
    };
    match text[n_head..].iter().take_while(|c| c.is_ascii_digit()).count() {
        0 => Err(bad("exponent has no digits")),
        n_digits => Ok(n_head + n_digits),
    }
}

fn integer<'a>(digits: &str, suffix: &str, base: Base) -> Result<Number<'a>, BadNumber> {
    let (unsigned, long, imaginary) = integer_suffix(suffix.as_bytes())
        .ok_or_else(|| bad(format!("invalid suffix `{suffix}` on integer constant")))?;
    let digits = match base {
        Base::Hex | Base::Binary => &digits[2..],
        Base::Decimal | Base::Octal => digits,
    };
    let mut value = 0_u64;
    let mut overflow = false;
    for digit in digits.chars() {
        let Some(digit_value) = digit.to_digit(base.radix()) else {
            let notation = if base == Base::Binary { "binary" } else { "octal" };
            return Err(bad(format!("invalid digit `{digit}` in {notation} constant")));
        };
        let exact = u128::from(value) * u128::from(base.radix()) + u128::from(digit_value);
        overflow |= exact > u128::from(u64::MAX);
        value = exact as u64;
    }
    Ok(Number::Int(IntLiteral { value, overflow, base, unsigned, long, imaginary }))
}

/// Whether the constant is unsigned, how long and whether imaginary.
fn integer_suffix(suffix: &[u8]) -> Option<(bool, u8, bool)> {
    let (mut n_unsigned, mut long, mut n_imaginary) = (0, 0, 0);
    let mut rest = suffix;
    while !rest.is_empty() {
        rest = match rest {
            [b'u' | b'U', rest @ ..] => {
                n_unsigned += 1;
                rest
            }
            [b'i' | b'I' | b'j' | b'J', rest @ ..] => {
                n_imaginary += 1;
                rest
            }
            [b'l', b'l', rest @ ..] | [b'L', b'L', rest @ ..] if long == 0 => {
                long = 2;
                rest
            }
            [b'l' | b'L', rest @ ..] if long == 0 => {
                long = 1;
                rest
            }
            _ => return None,
        };
    }
    (n_unsigned < 2 && n_imaginary < 2).then_some((n_unsigned == 1, long, n_imaginary == 1))
}

fn float<'a>(digits: &'a str, suffix: &str, base: Base) -> Result<Number<'a>, BadNumber> {
    let invalid = || bad(format!("invalid suffix `{suffix}` on floating constant"));
    let hex = base == Base::Hex;
    let is_imaginary = |c: &u8| matches!(c, b'i' | b'I' | b'j' | b'J');
    let mut letters = suffix.as_bytes().to_vec();
    letters.retain(|c| !is_imaginary(c));
    let imaginary = match suffix.len() - letters.len() {
        0 => false,
        1 => true,
        _ => return Err(invalid()),
    };
    if is_fixed_point(&letters) {
        let message = format!("fixed-point constant with suffix `{suffix}`");
        return Err(BadNumber { code: Code::Unsupported, message });
    }
    let suffix = FloatSuffix::of(&letters).ok_or_else(invalid)?;
    if suffix.is_decimal() && (hex || imaginary) {
        return Err(invalid());
    }
    Ok(Number::Float(FloatLiteral { digits, hex, suffix, imaginary }))
}

/// `[u][h|l|ll](k|r)`, from ISO/IEC TR 18037.
fn is_fixed_point(suffix: &[u8]) -> bool {
    let lower = suffix.to_ascii_lowercase();
    let size = lower.strip_prefix(b"u").unwrap_or(&lower);
    matches!(size, [size @ .., b'k' | b'r'] if matches!(size, b"" | b"h" | b"l" | b"ll"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> IntLiteral {
        match number(text.as_bytes()) {
            Ok(Number::Int(literal)) => literal,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn float(text: &str) -> FloatLiteral<'_> {
        match number(text.as_bytes()) {
            Ok(Number::Float(literal)) => literal,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers_have_their_value_and_base() {
        for (text, value, base) in [
            ("0", 0, Base::Octal),
            ("7", 7, Base::Decimal),
            ("10", 10, Base::Decimal),
            ("0777", 0o777, Base::Octal),
            ("0xFf", 255, Base::Hex),
            ("0Xe", 14, Base::Hex),
            ("0b101", 5, Base::Binary),
            ("18446744073709551615", u64::MAX, Base::Decimal),
        ] {
            let plain = IntLiteral { value, overflow: false, base, unsigned: false, long: 0, imaginary: false };
            assert_eq!(int(text), plain, "{text}");
        }
    }

    #[test]
    fn separators_stand_between_digits() {
        for (text, plain) in [("1'000", "1000"), ("0x1'f'2", "0x1f2"), ("1'2.3'4e5'6", "12.34e56"), ("12", "12")] {
            assert_eq!(without_separators(text.as_bytes()).as_deref(), Ok(plain.as_bytes()), "{text}");
        }
        for text in ["0x'1", "1'.5", "1.'5", "1'e5", "1e'5", "1'u"] {
            assert!(without_separators(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn integers_wrap_at_64_bits() {
        for (text, value) in [
            ("18446744073709551616", 0),
            ("0x1ffffffffffffffff", u64::MAX),
            ("100000000000000000000", 100_000_000_000_000_000_000_u128 as u64),
        ] {
            assert_eq!((int(text).value, int(text).overflow), (value, true), "{text}");
        }
    }

    #[test]
    fn integer_suffixes_come_in_any_order() {
        for (suffix, unsigned, long, imaginary) in [
            ("", false, 0, false),
            ("u", true, 0, false),
            ("L", false, 1, false),
            ("lu", true, 1, false),
            ("ULL", true, 2, false),
            ("llU", true, 2, false),
            ("i", false, 0, true),
            ("LiU", true, 1, true),
            ("jll", false, 2, true),
        ] {
            let literal = int(&format!("1{suffix}"));
            assert_eq!((literal.unsigned, literal.long, literal.imaginary), (unsigned, long, imaginary), "{suffix}");
        }
    }

    #[test]
    fn floats_are_taken_apart() {
        for (text, digits, hex, suffix, imaginary) in [
            ("1.", "1.", false, FloatSuffix::None, false),
            (".5f", ".5", false, FloatSuffix::F, false),
            ("1e5", "1e5", false, FloatSuffix::None, false),
            ("09.5e-3L", "09.5e-3", false, FloatSuffix::L, false),
            ("09e1", "09e1", false, FloatSuffix::None, false),
            ("0x1p+3", "0x1p+3", true, FloatSuffix::None, false),
            ("0x.8p-1f", "0x.8p-1", true, FloatSuffix::F, false),
            ("0xA.p0f128", "0xA.p0", true, FloatSuffix::F128, false),
            ("1.0q", "1.0", false, FloatSuffix::Q, false),
            ("1.0w", "1.0", false, FloatSuffix::W, false),
            ("1.0d", "1.0", false, FloatSuffix::None, false),
            ("1.0F64x", "1.0", false, FloatSuffix::F64x, false),
            ("1.0dd", "1.0", false, FloatSuffix::Dd, false),
            ("2.0i", "2.0", false, FloatSuffix::None, true),
            ("2.0if", "2.0", false, FloatSuffix::F, true),
            ("2.0Lj", "2.0", false, FloatSuffix::L, true),
        ] {
            assert_eq!(float(text), FloatLiteral { digits, hex, suffix, imaginary }, "{text}");
        }
    }

    #[test]
    fn bad_numbers_are_explained() {
        for (text, message) in [
            ("08", "invalid digit `8` in octal constant"),
            ("0b12", "invalid digit `2` in binary constant"),
            ("0x", "invalid suffix `x` on integer constant"),
            ("0xg", "invalid suffix `xg` on integer constant"),
            ("0b", "invalid suffix `b` on integer constant"),
            ("1lL", "invalid suffix `lL` on integer constant"),
            ("1lll", "invalid suffix `lll` on integer constant"),
            ("1uu", "invalid suffix `uu` on integer constant"),
            ("1lul", "invalid suffix `lul` on integer constant"),
            ("1ij", "invalid suffix `ij` on integer constant"),
            ("0xe+1", "invalid suffix `+1` on integer constant"),
            ("1.2.3", "too many decimal points in number"),
            ("1e", "exponent has no digits"),
            ("1e+f", "exponent has no digits"),
            ("0x1.8", "hexadecimal floating constants require an exponent"),
            ("0x.p1", "no digits in floating constant"),
            ("0b1.0", "invalid prefix `0b` for floating constant"),
            ("1.0g", "invalid suffix `g` on floating constant"),
            ("1.0iJ", "invalid suffix `iJ` on floating constant"),
            ("1.0dfi", "invalid suffix `dfi` on floating constant"),
            ("0x1p1df", "invalid suffix `df` on floating constant"),
            ("1.0Fl", "invalid suffix `Fl` on floating constant"),
        ] {
            assert_eq!(number(text.as_bytes()), Err(bad(message)), "{text}");
        }
    }

    #[test]
    fn fixed_point_is_unsupported() {
        for text in ["0.5r", "0.5uhk", "1.0ULLR", "0.5lk"] {
            assert_eq!(number(text.as_bytes()).map_err(|bad| bad.code), Err(Code::Unsupported), "{text}");
        }
    }
}
