//! The floating conversions of `printf`: `f`, `e`, `g` from the exact decimal expansion, `a` from
//! the bits.

use kiln_lang::value::{Float, FloatFormat};

use super::super::decimal::Decimal;
use super::super::parts::{Finite, finite};
use super::render::{Field, sign};
use super::{Conversion, Layout};

/// A floating-point number, converted.
pub(super) fn field(layout: &Layout, value: Float) -> Field {
    let sign = sign(value.is_negative(), layout);
    let Some(parts) = finite(value) else {
        let text = match (value.is_nan(), layout.upper) {
            (true, false) => "nan",
            (true, true) => "NAN",
            (false, false) => "inf",
            (false, true) => "INF",
        };
        // Never padded with zeros.
        return Field { sign, ..Field::of(text.into()) };
    };
    let field = match layout.conversion {
        Conversion::HexFloat => hexadecimal(layout, parts, value.format()),
        conversion => {
            let decimal = Decimal::exact(parts.significand, parts.exponent);
            let precision = layout.precision.unwrap_or(6) as i64;
            let alternative = layout.flags.alternative;
            match conversion {
                Conversion::Scientific => {
                    scientific(&decimal.rounded(precision + 1), precision, alternative, layout.upper)
                }
                Conversion::General => general(decimal, precision, alternative, layout.upper),
                _ => {
                    let keep = decimal.point + precision;
                    fixed(&decimal.rounded(keep), precision, alternative)
                }
            }
        }
    };
    Field { sign, zero_padded: layout.flags.zero, ..field }
}

/// `f`: a rounded number with `precision` digits after the point.
fn fixed(decimal: &Decimal, precision: i64, alternative: bool) -> Field {
    let n_whole = decimal.point.max(1);
    let shift = decimal.point - n_whole;
    let mut body: Vec<u8> = (0..n_whole).map(|place| decimal.digit(place + shift)).collect();
    if precision > 0 || alternative {
        body.push(b'.');
    }
    // Where there are no digits any more, zeros are counted, not stored.
    let n_digits = (decimal.digits.len() as i64 - decimal.point).clamp(0, precision);
    body.extend((0..n_digits).map(|place| decimal.digit(place + decimal.point)));
    Field { zeros_after: (precision - n_digits) as usize, ..Field::of(body) }
}

/// `e`: a rounded number with `precision` digits after the first.
fn scientific(decimal: &Decimal, precision: i64, alternative: bool, upper: bool) -> Field {
    let exponent = if decimal.digits.is_empty() { 0 } else { decimal.point - 1 };
    let mut body = vec![decimal.digit(0)];
    if precision > 0 || alternative {
        body.push(b'.');
    }
    let n_digits = (decimal.digits.len() as i64 - 1).clamp(0, precision);
    body.extend((1..=n_digits).map(|place| decimal.digit(place)));
    let letter = if upper { 'E' } else { 'e' };
    let sign = if exponent < 0 { '-' } else { '+' };
    let tail = format!("{letter}{sign}{:02}", exponent.abs()).into_bytes();
    Field { zeros_after: (precision - n_digits) as usize, tail, ..Field::of(body) }
}

/// `g`: the form that the exponent asks for, after rounding (C11 7.21.6.1p8).
fn general(decimal: Decimal, precision: i64, alternative: bool, upper: bool) -> Field {
    let precision = precision.max(1);
    let decimal = decimal.rounded(precision);
    let exponent = if decimal.digits.is_empty() { 0 } else { decimal.point - 1 };
    let is_fixed = (-4..precision).contains(&exponent);
    let wanted = if is_fixed { precision - 1 - exponent } else { precision - 1 };
    // Without `#`, trailing zeros go: so many digits stay.
    let n_digits = decimal.digits.len() as i64;
    let there = if is_fixed { (n_digits - decimal.point).max(0) } else { (n_digits - 1).max(0) };
    let precision = if alternative { wanted } else { wanted.min(there) };
    if is_fixed { fixed(&decimal, precision, alternative) } else { scientific(&decimal, precision, alternative, upper) }
}

/// `a`. The digit before the point is the integer bit, or with the x87 the first four bits of the
/// significand.
fn hexadecimal(layout: &Layout, parts: Finite, format: FloatFormat) -> Field {
    let leading_bits = if format == FloatFormat::X87Extended { 4 } else { 1 };
    let n_fraction = format.precision() - leading_bits;
    // The digits after the point fill whole nibbles.
    let n_digits = n_fraction.div_ceil(4) as usize;
    let padded = parts.significand << (n_digits as u32 * 4 - n_fraction);
    let mut leading = padded.checked_shr(n_digits as u32 * 4).unwrap_or(0);
    let fraction = padded & ((1u128 << (n_digits * 4)) - 1);
    let mut digits = format!("{fraction:0n_digits$x}");
    digits.truncate(digits.trim_end_matches('0').len());
    let precision = layout.precision.unwrap_or(digits.len());
    if precision < digits.len() {
        let dropped = (n_digits - precision) as u32 * 4;
        let kept = round_half_even(leading << (precision * 4) | fraction >> dropped, fraction, dropped);
        leading = kept >> (precision * 4);
        let fraction = kept & ((1u128 << (precision * 4)) - 1);
        digits = if precision == 0 { String::new() } else { format!("{fraction:0precision$x}") };
    }
    let mut exponent = if parts.significand == 0 { 0 } else { exponent_of_leading(parts, format) };
    if leading > 15 {
        // glibc: the digit after `f` is a one, four powers of two higher.
        leading = 1;
        exponent += 4;
    }
    let point = if precision > 0 || layout.flags.alternative { "." } else { "" };
    let body = format!("{leading:x}{point}{digits}");
    let tail = format!("p{exponent:+}");
    let (prefix, body, tail) =
        if layout.upper { ("0X", body.to_uppercase(), tail.to_uppercase()) } else { ("0x", body, tail) };
    let zeros_after = precision - digits.len();
    Field { prefix, zeros_after, tail: tail.into_bytes(), ..Field::of(body.into_bytes()) }
}

/// `kept`, or one more, by the lowest `n_dropped` bits of `all`.
fn round_half_even(kept: u128, all: u128, n_dropped: u32) -> u128 {
    let dropped = all & ((1 << n_dropped) - 1);
    let half = 1 << (n_dropped - 1);
    let up = dropped > half || dropped == half && kept & 1 == 1;
    kept + u128::from(up)
}

/// The power of two of the leading digit's lowest bit: that of the lowest exponent for subnormal
/// numbers.
fn exponent_of_leading(parts: Finite, format: FloatFormat) -> i32 {
    let unit = if format == FloatFormat::X87Extended { 60 } else { format.precision() as i32 - 1 };
    parts.exponent + unit
}
