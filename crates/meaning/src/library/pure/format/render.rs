//! What conversions print, to the byte, as glibc does.
//!
//! A field has up to four parts: a sign, a prefix (`0x`), zeros, and the rest. `Field` holds them
//! and knows where the padding goes: spaces around all of it, or zeros between prefix and rest.
//!
//! Every function appends to a buffer, and takes a limit for what one conversion may print: a
//! program may ask for a width of two thousand million.

use std::fmt;

use kiln_lang::value::{Float, Int, IntShape};

use super::floating;
use super::{Conversion, Layout};

/// One conversion would print more than its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a conversion prints more than is allowed here")
    }
}

impl std::error::Error for TooLong {}

/// A converted value before it is padded.
pub(super) struct Field {
    pub(super) sign: &'static str,
    pub(super) prefix: &'static str,
    /// Zeros in front of the body, which a precision asks for.
    pub(super) zeros: usize,
    pub(super) body: Vec<u8>,
    /// Zeros before `tail`.
    pub(super) zeros_after: usize,
    /// An exponent.
    pub(super) tail: Vec<u8>,
    /// Whether the flag `0` has its effect.
    pub(super) zero_padded: bool,
}

impl Field {
    pub(super) fn of(body: Vec<u8>) -> Field {
        let tail = Vec::new();
        Field { sign: "", prefix: "", zeros: 0, body, zeros_after: 0, tail, zero_padded: false }
    }

    fn append(&self, out: &mut Vec<u8>, layout: &Layout, limit: usize) -> Result<(), TooLong> {
        let parts =
            [self.sign.len(), self.prefix.len(), self.zeros, self.body.len(), self.zeros_after, self.tail.len()];
        let length = parts.iter().fold(0usize, |sum, &part| sum.saturating_add(part));
        if length.max(layout.width) > limit {
            return Err(TooLong);
        }
        let padding = layout.width.saturating_sub(length);
        let (before, zeros, after) = match (layout.flags.left, self.zero_padded) {
            (true, _) => (0, 0, padding),
            (false, true) => (0, padding, 0),
            (false, false) => (padding, 0, 0),
        };
        fill(out, b' ', before);
        out.extend_from_slice(self.sign.as_bytes());
        out.extend_from_slice(self.prefix.as_bytes());
        fill(out, b'0', zeros + self.zeros);
        out.extend_from_slice(&self.body);
        fill(out, b'0', self.zeros_after);
        out.extend_from_slice(&self.tail);
        fill(out, b' ', after);
        Ok(())
    }
}

fn fill(out: &mut Vec<u8>, byte: u8, count: usize) {
    out.resize(out.len() + count, byte);
}

/// The sign that is printed, with the flags `+` and space.
pub(super) const fn sign(negative: bool, layout: &Layout) -> &'static str {
    match (negative, layout.flags.plus, layout.flags.space) {
        (true, ..) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    }
}

/// `d i u o x X`: a value of `shape`, which has been converted to the type the specification wants.
pub fn integer(out: &mut Vec<u8>, layout: &Layout, value: Int, shape: IntShape, limit: usize) -> Result<(), TooLong> {
    let is_signed = layout.conversion == Conversion::Signed;
    let negative = is_signed && value.is_negative(shape);
    // An unsigned conversion of a negative value prints its bits.
    let bits = value.convert(IntShape { signed: false, ..shape }).as_u128();
    let magnitude = if negative { value.as_i128().unsigned_abs() } else { bits };
    let sign = if is_signed { sign(negative, layout) } else { "" };
    number(layout, magnitude, sign).append(out, layout, limit)
}

/// The digits of a number with precision and alternative form.
fn number(layout: &Layout, magnitude: u128, sign: &'static str) -> Field {
    let is_empty = magnitude == 0 && layout.precision == Some(0);
    let body = match layout.conversion {
        _ if is_empty => String::new(),
        Conversion::Octal => format!("{magnitude:o}"),
        Conversion::Hexadecimal | Conversion::Pointer if layout.upper => format!("{magnitude:X}"),
        Conversion::Hexadecimal | Conversion::Pointer => format!("{magnitude:x}"),
        _ => magnitude.to_string(),
    };
    let mut zeros = layout.precision.unwrap_or(1).saturating_sub(body.len());
    // For `o`, `#` asks for a zero in front unless there is one (C11 7.21.6.1p6).
    if layout.flags.alternative && layout.conversion == Conversion::Octal && zeros == 0 && body != "0" {
        zeros = 1;
    }
    let has_prefix = layout.flags.alternative && layout.conversion == Conversion::Hexadecimal && magnitude != 0;
    let prefix = match (has_prefix || layout.conversion == Conversion::Pointer, layout.upper) {
        (false, _) => "",
        (true, true) => "0X",
        (true, false) => "0x",
    };
    // A precision overrules the flag `0` (C11 7.21.6.1p6).
    let zero_padded = layout.flags.zero && layout.precision.is_none();
    Field { sign, prefix, zeros, zero_padded, ..Field::of(body.into_bytes()) }
}

/// `f F e E g G a A`.
pub fn float(out: &mut Vec<u8>, layout: &Layout, value: Float, limit: usize) -> Result<(), TooLong> {
    if layout.precision.is_some_and(|precision| precision > limit) {
        return Err(TooLong);
    }
    floating::field(layout, value).append(out, layout, limit)
}

/// `c`: the `int`, converted to `unsigned char`.
pub fn character(out: &mut Vec<u8>, layout: &Layout, byte: u8, limit: usize) -> Result<(), TooLong> {
    Field::of(vec![byte]).append(out, layout, limit)
}

/// `s`: the bytes before the null character; or those that the precision lets through, which need
/// no null character after them (C11 7.21.6.1p8).
pub fn string(out: &mut Vec<u8>, layout: &Layout, bytes: &[u8], limit: usize) -> Result<(), TooLong> {
    let n_bytes = layout.precision.unwrap_or(bytes.len()).min(bytes.len());
    if n_bytes > limit {
        return Err(TooLong);
    }
    Field::of(bytes[..n_bytes].to_vec()).append(out, layout, limit)
}

/// `p`, as glibc prints it: like `%#lx`, but `(nil)` for a null pointer.
pub fn pointer(out: &mut Vec<u8>, layout: &Layout, address: u64, limit: usize) -> Result<(), TooLong> {
    let field = if address == 0 {
        Field::of(b"(nil)".to_vec())
    } else {
        number(layout, u128::from(address), sign(false, layout))
    };
    field.append(out, layout, limit)
}
