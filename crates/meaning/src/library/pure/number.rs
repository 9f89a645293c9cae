//! Numbers in text: `strtol` and its relatives, `strtod` and its relatives (C11 7.22.1).
//!
//! All of them skip white space, take the longest prefix that is a number, and say how long it was.
//! A text is a string without its null character.

use kiln_lang::value::{Float, FloatFormat, Int, IntShape};

use super::ctype::is_space;
use super::parts::with_sign;

/// An integer that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadInt {
    /// The value; the nearest end of the range if it is out of range, zero if there is no number.
    pub value: Int,
    /// The bytes up to the end of the number, white space included; zero if there is no number.
    pub consumed: usize,
    /// The number is out of range, which `errno` says (`ERANGE`).
    pub out_of_range: bool,
}

/// A floating-point number that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadFloat {
    /// The nearest value of the format; zero if there is no number.
    pub value: Float,
    /// The bytes up to the end of the number, white space included; zero if there is no number.
    pub consumed: usize,
    /// The number is too large, or so small that it lost digits (`ERANGE`). For small numbers C
    /// leaves it to the implementation (C11 7.22.1.3p10), and glibc does this.
    pub range_error: bool,
}

/// `strtol`, `strtoll` with a signed shape, `strtoul`, `strtoull` with an unsigned one. Nothing for
/// a base that is neither 0 nor from 2 to 36: undefined in C (7.22.1.4p3), `EINVAL` in POSIX.
///
/// An unsigned number with a minus sign is negated in its type (C11 7.22.1.4p5).
pub fn read_int(text: &[u8], base: i32, shape: IntShape) -> Option<ReadInt> {
    if base != 0 && !(2..=36).contains(&base) {
        return None;
    }
    let (start, negative) = sign(text);
    let (base, digits) = prefix(&text[start..], base as u32);
    let digits_at = start + digits;
    let values = text[digits_at..].iter().map_while(|&byte| (byte as char).to_digit(base));
    let n_digits = values.clone().count();
    let mut magnitude = Some(0u128);
    for digit in values {
        magnitude = magnitude.and_then(|m| m.checked_mul(base.into())?.checked_add(digit.into()));
    }
    // A prefix without digits after it is a zero and a letter.
    let consumed = match (n_digits, digits) {
        (0, 0) => 0,
        (0, _) => start + 1,
        _ => digits_at + n_digits,
    };
    let (value, out_of_range) = with_range(magnitude, negative, shape);
    Some(ReadInt { value, consumed, out_of_range })
}

/// `atoi`, `atol`, `atoll`. What is out of range is undefined (C11 7.22.1p1); glibc reads a `long`,
/// of shape `long`, and converts it, and that is the value.
pub fn read_decimal(text: &[u8], shape: IntShape, long: IntShape) -> ReadInt {
    let wide = if shape.bits > long.bits { shape } else { long };
    let read = read_int(text, 10, wide).unwrap_or(ReadInt { value: Int::ZERO, consumed: 0, out_of_range: false });
    let out_of_range = read.out_of_range || !read.value.fits(wide, shape);
    ReadInt { value: read.value.convert(shape), out_of_range, ..read }
}

/// Where white space and a sign end, and whether the sign is a minus.
fn sign(text: &[u8]) -> (usize, bool) {
    let start = text.iter().take_while(|&&byte| is_space(byte)).count();
    match text.get(start) {
        Some(b'-') => (start + 1, true),
        Some(b'+') => (start + 1, false),
        _ => (start, false),
    }
}

/// The base of the digits, and where they start.
fn prefix(text: &[u8], base: u32) -> (u32, usize) {
    match (base, text) {
        (0 | 16, [b'0', b'x' | b'X', ..]) => (16, 2),
        (0, [b'0', ..]) => (8, 0),
        (0, _) => (10, 0),
        _ => (base, 0),
    }
}

/// The value of a magnitude (nothing if it has more than 128 bits) with its sign, and whether it is
/// out of range.
fn with_range(magnitude: Option<u128>, negative: bool, shape: IntShape) -> (Int, bool) {
    let limit = match (shape.signed, negative) {
        (true, true) => shape.min().as_i128().unsigned_abs(),
        _ => shape.max().as_u128(),
    };
    match magnitude.filter(|&magnitude| magnitude <= limit) {
        Some(magnitude) => (Int::wrap(if negative { magnitude.wrapping_neg() } else { magnitude }, shape), false),
        None => (if shape.signed && negative { shape.min() } else { shape.max() }, true),
    }
}

/// `strtof`, `strtod`, `strtold`, `strtof128`.
pub fn read_float(text: &[u8], format: FloatFormat) -> ReadFloat {
    let (start, negative) = sign(text);
    let number = &text[start..];
    let (value, length, range_error) = if let Some(length) = infinity(number) {
        (Float::infinity(format), length, false)
    } else if let Some((payload, length)) = not_a_number(number) {
        (nan(payload.value.as_u64(), format), length, payload.out_of_range)
    } else if let Some(literal) = Literal::read(number) {
        let (value, range_error) = literal.value(format);
        (value, literal.length, range_error)
    } else {
        return ReadFloat { value: Float::zero(format), consumed: 0, range_error: false };
    };
    ReadFloat { value: with_sign(value, negative), consumed: start + length, range_error }
}

/// `nan`: the quiet NaN with the payload that a text names, if it is a number as in C; else without
/// one.
pub fn named_nan(text: &[u8], format: FloatFormat) -> Float {
    nan(payload(text).value.as_u64(), format)
}

fn starts_with(text: &[u8], word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

fn infinity(text: &[u8]) -> Option<usize> {
    ["infinity", "inf"].iter().find(|word| starts_with(text, word)).map(|word| word.len())
}

/// The payload and the length of `nan` or `nan(...)`.
fn not_a_number(text: &[u8]) -> Option<(ReadInt, usize)> {
    if !starts_with(text, "nan") {
        return None;
    }
    let Some(inside) = text.get(3..).and_then(|rest| rest.strip_prefix(b"(")) else { return Some((payload(b""), 3)) };
    let n_bytes = inside.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
    match inside.get(n_bytes) {
        Some(b')') => Some((payload(&inside[..n_bytes]), n_bytes + 5)),
        _ => Some((payload(b""), 3)),
    }
}

/// What glibc makes of the characters in parentheses: an unsigned number of 64 bits, if they are
/// one to the end.
fn payload(text: &[u8]) -> ReadInt {
    const NONE: ReadInt = ReadInt { value: Int::ZERO, consumed: 0, out_of_range: false };
    let is_number = text.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let read = if is_number { read_int(text, 0, IntShape::unsigned(64)).unwrap_or(NONE) } else { NONE };
    if read.consumed == text.len() { read } else { ReadInt { value: Int::ZERO, ..read } }
}

/// A quiet NaN with as much of a payload as it can hold.
fn nan(payload: u64, format: FloatFormat) -> Float {
    let mask = (1u128 << (format.precision() - 2)) - 1;
    Float::from_bits(Float::nan(format).bits() | (u128::from(payload) & mask), format)
}

/// A number in digits, decimal or hexadecimal, at the start of a text.
struct Literal<'a> {
    is_hexadecimal: bool,
    whole: &'a [u8],
    fraction: &'a [u8],
    /// Digits with their sign, or nothing.
    exponent: &'a [u8],
    /// All bytes of it.
    length: usize,
}

impl Literal<'_> {
    fn read(text: &[u8]) -> Option<Literal<'_>> {
        let hexadecimal = matches!(text, [b'0', b'x' | b'X', ..]).then(|| Literal::digits(text, 2, true)).flatten();
        // Without digits after it, the `0` of `0x` is a number.
        hexadecimal.or_else(|| Literal::digits(text, 0, false))
    }

    fn digits(text: &[u8], start: usize, is_hexadecimal: bool) -> Option<Literal<'_>> {
        let is_digit = if is_hexadecimal { u8::is_ascii_hexdigit } else { u8::is_ascii_digit };
        let run = |from: usize| text[from..].iter().take_while(|byte| is_digit(byte)).count();
        let whole = &text[start..start + run(start)];
        let mut length = start + whole.len();
        let mut fraction: &[u8] = &[];
        if text.get(length) == Some(&b'.') {
            fraction = &text[length + 1..length + 1 + run(length + 1)];
            // A point that no digit stands beside is not part of a number.
            length += if whole.is_empty() && fraction.is_empty() { 0 } else { 1 + fraction.len() };
        }
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let exponent = exponent_at(text, length, if is_hexadecimal { b'p' } else { b'e' });
        length += if exponent.is_empty() { 0 } else { 1 + exponent.len() };
        Some(Literal { is_hexadecimal, whole, fraction, exponent, length })
    }

    /// The nearest value, and whether there is a range error.
    fn value(&self, format: FloatFormat) -> (Float, bool) {
        let digits = || self.whole.iter().chain(self.fraction).map(|&byte| byte as char);
        if digits().all(|digit| digit == '0') {
            return (Float::zero(format), false);
        }
        let (prefix, letter) = if self.is_hexadecimal { ("0x", 'p') } else { ("", 'e') };
        let mut text = String::with_capacity(self.length + 16);
        text.push_str(prefix);
        text.push('0');
        text.extend(self.whole.iter().map(|&byte| byte as char));
        text.push('.');
        text.extend(self.fraction.iter().map(|&byte| byte as char));
        text.push('0');
        text.push(letter);
        text.push_str(&self.exponent_in_reach().to_string());
        // Never an error: this is a floating constant of C.
        let Ok(rounded) = Float::parse(&text, format) else { return (Float::zero(format), false) };
        let magnitude = rounded.value.bits();
        let smallest_normal = 1u128 << (if format == FloatFormat::X87Extended { 63 } else { format.precision() - 1 });
        (rounded.value, rounded.overflow || rounded.inexact && magnitude < smallest_normal)
    }

    /// The exponent, or one far out of every format's range on the same side. No text in memory is
    /// so long that its digits could make up for more than that.
    fn exponent_in_reach(&self) -> i64 {
        const FAR: i64 = 1 << 40;
        let (negative, digits) = match self.exponent {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        let magnitude =
            digits.iter().fold(0i64, |sum, &digit| (sum * 10 + i64::from(digit.wrapping_sub(b'0'))).min(FAR));
        if negative { -magnitude } else { magnitude }
    }
}

/// The exponent whose letter is at `at`, without the letter; empty if there is none.
fn exponent_at(text: &[u8], at: usize, letter: u8) -> &[u8] {
    if text.get(at).map(u8::to_ascii_lowercase) != Some(letter) {
        return &[];
    }
    let rest = &text[at + 1..];
    let n_sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
    let n_digits = rest[n_sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if n_digits == 0 { &[] } else { &rest[..n_sign + n_digits] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read() {
        let signed = IntShape::signed(32);
        for (text, base, value, consumed, out_of_range) in [
            ("  -12x", 10, -12, 5, false),
            ("0x1fz", 0, 31, 4, false),
            ("0x1f", 16, 31, 4, false),
            ("0xg", 0, 0, 1, false),
            ("-0x", 16, 0, 2, false),
            ("077", 0, 63, 3, false),
            ("09", 0, 0, 1, false),
            ("zz", 36, 1295, 2, false),
            ("+", 10, 0, 0, false),
            ("", 0, 0, 0, false),
            ("2147483648", 10, 2_147_483_647, 10, true),
            ("-2147483648", 10, -2_147_483_648, 11, false),
            ("-9999999999999999999999999999999999999999999", 10, -2_147_483_648, 44, true),
        ] {
            let read = read_int(text.as_bytes(), base, signed).unwrap();
            assert_eq!(
                (read.value.as_i128(), read.consumed, read.out_of_range),
                (value, consumed, out_of_range),
                "{text}"
            );
        }
        assert!(read_int(b"1", 1, signed).is_none() && read_int(b"1", 37, signed).is_none());
        assert!(read_int(b"1", -1, signed).is_none());
        let negated = read_int(b"-1", 10, IntShape::unsigned(64)).unwrap();
        assert_eq!((negated.value.as_u128(), negated.out_of_range), (u64::MAX.into(), false));
        let wrapped = read_decimal(b"4294967297", signed, IntShape::signed(64));
        assert_eq!((wrapped.value.as_i128(), wrapped.out_of_range), (1, true));
    }

    #[test]
    fn doubles_are_read() {
        for (text, value, consumed, range_error) in [
            (" 1.5e1x", 15.0, 6, false),
            ("1e", 1.0, 1, false),
            ("1e+", 1.0, 1, false),
            (".5", 0.5, 2, false),
            ("5.", 5.0, 2, false),
            (".", 0.0, 0, false),
            ("0x.8p1", 1.0, 6, false),
            ("0x", 0.0, 1, false),
            ("0x.p1", 0.0, 1, false),
            ("0x1p", 1.0, 3, false),
            ("-infinit", f64::NEG_INFINITY, 4, false),
            ("InFiNiTy", f64::INFINITY, 8, false),
            ("1e400", f64::INFINITY, 5, true),
            ("1e-400", 0.0, 6, true),
            ("1e99999999999999999999999", f64::INFINITY, 25, true),
            ("0e99999999999999999999999", 0.0, 25, false),
            ("4.9e-324", 5e-324, 8, true),
            ("0x1p-1074", 5e-324, 9, false),
        ] {
            let read = read_float(text.as_bytes(), FloatFormat::Double);
            assert_eq!(
                (read.value, read.consumed, read.range_error),
                (Float::from_f64(value), consumed, range_error),
                "{text}"
            );
        }
        let nan = |text: &str| {
            let read = read_float(text.as_bytes(), FloatFormat::Double);
            (read.value.bits() as u64, read.consumed)
        };
        assert_eq!(nan("-nan"), (0xfff8_0000_0000_0000, 4));
        assert_eq!(nan("nan(0x12)"), (0x7ff8_0000_0000_0012, 9));
        assert_eq!(nan("nan(_z)"), (0x7ff8_0000_0000_0000, 7));
        assert_eq!(nan("nan(1"), (0x7ff8_0000_0000_0000, 3));
    }
}
