//! Floating constants: reading them as C does, and writing them so that nothing gets lost.
//!
//! Hexadecimal constants are correctly rounded (C11 6.4.4.2p3), and therefore exact whenever the
//! format has the value. For decimal ones the same paragraph also allows the neighbours of the
//! nearest value; all compilers of interest take the nearest, and so does [`Float::parse`].
//! [`Float::spell`] writes any finite value.

use std::borrow::Cow;
use std::fmt;

use rustc_apfloat::{Float as _, Round, Status, ieee};

use super::{Float, FloatFormat};

/// A number that was rounded to a format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub struct Rounded {
    /// The nearest number of the format; an infinity if the number was too large.
    pub value: Float,
    /// The number was finite, and too large for the format.
    pub overflow: bool,
    /// The format does not have this number; also set with `overflow`.
    pub inexact: bool,
}

/// Why a text is not a floating constant (C11 6.4.4.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatSyntax {
    /// There is no digit before or after the point.
    NoDigits,
    /// There is an `e` or `p` without digits after it.
    NoExponentDigits,
    /// A hexadecimal constant without `p` (its `f` would be a digit), or a decimal one with neither
    /// point nor exponent.
    NoExponent,
    /// The character at this byte cannot stand there.
    Stray(usize),
}

impl fmt::Display for FloatSyntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FloatSyntax::NoDigits => f.write_str("the floating constant has no digits"),
            FloatSyntax::NoExponentDigits => f.write_str("the exponent has no digits"),
            FloatSyntax::NoExponent => f.write_str("the floating constant has no exponent"),
            FloatSyntax::Stray(at) => {
                write!(f, "byte {at} of the floating constant cannot stand there")
            }
        }
    }
}

impl std::error::Error for FloatSyntax {}

impl Float {
    /// The value of a floating constant without its suffix (C11 6.4.4.2), correctly rounded to
    /// `format`.
    pub fn parse(text: &str, format: FloatFormat) -> Result<Rounded, FloatSyntax> {
        let radix = check_syntax(text)?;
        let text = match radix {
            Radix::Decimal => shorten(text),
            Radix::Hexadecimal => Cow::Borrowed(text),
        };
        let (bits, status) = with_soft!(format, Soft => {
            let parsed = Soft::from_str_r(&text, Round::NearestTiesToEven);
            // Never an error: the library's grammar includes that of C.
            let parsed = parsed.map_err(|_| FloatSyntax::NoDigits)?;
            (parsed.value.to_bits(), parsed.status)
        });
        Ok(Rounded {
            value: Float { format, bits },
            overflow: status.contains(Status::OVERFLOW),
            inexact: status.contains(Status::INEXACT),
        })
    }

    /// A floating constant without suffix that has this value, after a `-` if it is negative; none
    /// for infinities and NaNs.
    ///
    /// Parsing it gives the same bits, but for x87 numbers with a needless denormal exponent, which
    /// come back in their ordinary encoding. `float` and `double` are spelled in decimal if that is
    /// no longer; the others always in hexadecimal.
    pub fn spell(self) -> Option<String> {
        if self.is_nan() || self.is_infinite() {
            return None;
        }
        let hexadecimal = self.spell_hexadecimal();
        // Rust prints the shortest digits that read back exactly, with a point or an exponent, in a
        // form that C shares.
        let decimal = match self.format {
            FloatFormat::Single => format!("{:?}", self.single()),
            FloatFormat::Double => format!("{:?}", self.double()),
            _ => return Some(hexadecimal),
        };
        Some(if decimal.len() <= hexadecimal.len() { decimal } else { hexadecimal })
    }

    /// A finite value as `0x1.8p+1`: one digit before the point, no trailing zeros.
    fn spell_hexadecimal(self) -> String {
        let sign = if self.is_negative() { "-" } else { "" };
        if self.is_zero() {
            return format!("{sign}0x0p+0");
        }
        let (significand, exponent) = self.integer_and_exponent();
        let top = significand.ilog2();
        // All bits below the highest, moved to the left end, so that the digits start there.
        let fraction = significand.checked_shl(128 - top).unwrap_or(0);
        let digits = format!("{fraction:032x}");
        let digits = digits.trim_end_matches('0');
        let point = if digits.is_empty() { "" } else { "." };
        format!("{sign}0x1{point}{digits}p{:+}", exponent + top as i32)
    }

    /// A finite value as an integer times a power of two, without the sign.
    fn integer_and_exponent(self) -> (u128, i32) {
        let width = self.format.significand_bits();
        let field = (self.magnitude() >> width) as i32;
        let stored = self.magnitude() & ((1 << width) - 1);
        // An exponent field of zero has the weight of one, but no hidden bit. The x87 hides none at
        // all.
        let has_hidden_bit = field != 0 && self.format != FloatFormat::X87Extended;
        let significand = if has_hidden_bit { stored | 1 << width } else { stored };
        let bias = (self.format.exponent_mask() >> 1) as i32;
        (significand, field.max(1) - bias - (self.format.precision() as i32 - 1))
    }
}

/// The base of a constant's digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Radix {
    Decimal,
    Hexadecimal,
}

/// Whether `text` is a floating constant without suffix, by the grammar of C11 6.4.4.2.
fn check_syntax(text: &str) -> Result<Radix, FloatSyntax> {
    let bytes = text.as_bytes();
    let (radix, start) = match bytes {
        [b'0', b'x' | b'X', ..] => (Radix::Hexadecimal, 2),
        _ => (Radix::Decimal, 0),
    };
    let is_digit = match radix {
        Radix::Decimal => u8::is_ascii_digit,
        Radix::Hexadecimal => u8::is_ascii_hexdigit,
    };

    let point = digit_sequence(bytes, start, is_digit);
    let has_point = bytes.get(point) == Some(&b'.');
    let end = if has_point { digit_sequence(bytes, point + 1, is_digit) } else { point };
    if end - start == usize::from(has_point) {
        return Err(FloatSyntax::NoDigits);
    }

    let end = match (radix, bytes.get(end)) {
        (Radix::Decimal, Some(b'e' | b'E')) => exponent_part(bytes, end)?,
        (Radix::Hexadecimal, Some(b'p' | b'P')) => exponent_part(bytes, end)?,
        (Radix::Decimal, None) if has_point => end,
        (_, None) => return Err(FloatSyntax::NoExponent),
        (_, Some(_)) => end,
    };
    if end == bytes.len() { Ok(radix) } else { Err(FloatSyntax::Stray(end)) }
}

/// Where a sequence of digits that starts at `from` ends; there, if there is none.
fn digit_sequence(bytes: &[u8], from: usize, is_digit: fn(&u8) -> bool) -> usize {
    from + bytes[from..].iter().take_while(|b| is_digit(b)).count()
}

/// Where the exponent whose letter is at `letter` ends. Its digits are decimal in both radices.
fn exponent_part(bytes: &[u8], letter: usize) -> Result<usize, FloatSyntax> {
    let has_sign = matches!(bytes.get(letter + 1), Some(b'+' | b'-'));
    let digits = letter + 1 + usize::from(has_sign);
    let end = digit_sequence(bytes, digits, u8::is_ascii_digit);
    if end == digits { Err(FloatSyntax::NoExponentDigits) } else { Ok(end) }
}

/// A decimal constant that rounds as `text` does in every format, and is not too long to be read in
/// quadratic time.
///
/// Rounding changes at numbers that lie halfway between two neighbours. The longest of them are
/// found in binary128: odd multiples of 2 to the -16495, below 2 to the -16381, with at most 11564
/// significant decimal digits. So what follows the 12000th digit matters only by being there or
/// not, and a single digit 1 says as much.
fn shorten(text: &str) -> Cow<'_, str> {
    const KEPT: usize = 12_000;
    if text.len() <= KEPT {
        return Cow::Borrowed(text);
    }
    let (significand, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    let digits = [whole, fraction].concat();
    let leading_zeros = digits.len() - digits.trim_start_matches('0').len();
    let (kept, dropped) = digits[leading_zeros..].split_at(KEPT.min(digits.len() - leading_zeros));
    let sticky = if dropped.bytes().any(|b| b != b'0') { "1" } else { "0" };
    // `0.kept` times ten to the count of significant digits before the point. Beyond 18 digits, an
    // exponent is saturated: no text has enough digits to make up for it.
    let exponent =
        exponent.parse::<i64>().unwrap_or(if exponent.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 });
    let exponent = exponent.clamp(i64::MIN / 2, i64::MAX / 2) + whole.len() as i64 - leading_zeros as i64;
    Cow::Owned(format!("0.{kept}{sticky}e{exponent}"))
}
