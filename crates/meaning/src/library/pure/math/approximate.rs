//! The functions of which no accuracy is promised, at the arguments where their results are
//! certain.
//!
//! A row of `ROWS` has the results of one function at zero, one and the infinities, and its domain.
//! `exp2`, `log2` and `log10` at powers, `pow` and `hypot` at small numbers have their own rules;
//! what these let through was compared with glibc, hundreds of thousands of calls in all four
//! formats.

use std::cmp::Ordering;

use kiln_lang::value::{Float, FloatFormat, Int, IntShape};

use super::super::parts::{Finite, finite, length, max_exponent, with_sign};
use super::classify::{fabs, is_signaling, nan_of};
use super::scale::scalbn;

/// A result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// The argument.
    Same,
    Zero,
    One,
    MinusOne,
    Two,
    Infinity,
    MinusInfinity,
    Nan,
    /// Not certain.
    Unknown,
}

/// Where a function has values; elsewhere it gives a NaN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Domain {
    All,
    /// From minus one to one.
    Unit,
    /// From one up.
    FromOne,
    /// Not negative.
    FromZero,
    /// From minus one up.
    FromMinusOne,
}

/// A function of one argument, and what is certain of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    name: &'static str,
    domain: Domain,
    /// At zeros of both signs, one, minus one, infinity, minus infinity.
    at: [Known; 5],
}

const fn row_of(name: &'static str, domain: Domain, at: [Known; 5]) -> Row {
    Row { name, domain, at }
}

#[rustfmt::skip]
const ROWS: &[Row] = {
    use Domain::{All, FromMinusOne, FromOne, FromZero, Unit};
    use Known::{Infinity as Inf, MinusInfinity as MinusInf, MinusOne, Nan, One, Same, Two, Unknown as No, Zero};
    &[
        //                               zero      one   -one      inf   -inf
        row_of("sin",    All,          [Same,     No,   No,       Nan,  Nan]),
        row_of("cos",    All,          [One,      No,   No,       Nan,  Nan]),
        row_of("tan",    All,          [Same,     No,   No,       Nan,  Nan]),
        row_of("asin",   Unit,         [Same,     No,   No,       Nan,  Nan]),
        row_of("acos",   Unit,         [No,       Zero, No,       Nan,  Nan]),
        row_of("atan",   All,          [Same,     No,   No,       No,   No]),
        row_of("sinh",   All,          [Same,     No,   No,       Same, Same]),
        row_of("cosh",   All,          [One,      No,   No,       Inf,  Inf]),
        row_of("tanh",   All,          [Same,     No,   No,       One,  MinusOne]),
        row_of("asinh",  All,          [Same,     No,   No,       Same, Same]),
        row_of("acosh",  FromOne,      [Nan,      Zero, Nan,      Inf,  Nan]),
        row_of("atanh",  Unit,         [Same,     Inf,  MinusInf, Nan,  Nan]),
        row_of("exp",    All,          [One,      No,   No,       Inf,  Zero]),
        row_of("exp2",   All,          [One,      Two,  No,       Inf,  Zero]),
        row_of("exp10",  All,          [One,      No,   No,       Inf,  Zero]),
        row_of("expm1",  All,          [Same,     No,   No,       Inf,  MinusOne]),
        row_of("log",    FromZero,     [MinusInf, Zero, Nan,      Inf,  Nan]),
        row_of("log2",   FromZero,     [MinusInf, Zero, Nan,      Inf,  Nan]),
        row_of("log10",  FromZero,     [MinusInf, Zero, Nan,      Inf,  Nan]),
        row_of("log1p",  FromMinusOne, [Same,     No,   MinusInf, Inf,  Nan]),
        row_of("cbrt",   All,          [Same,     One,  MinusOne, Same, Same]),
        row_of("erf",    All,          [Same,     No,   No,       One,  MinusOne]),
        row_of("erfc",   All,          [One,      No,   No,       Zero, Two]),
        row_of("tgamma", All,          [No,       No,   No,       Inf,  Nan]),
        row_of("lgamma", All,          [Inf,      Zero, No,       Inf,  Inf]),
    ]
};

impl Row {
    /// The name of the `double` version.
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

/// All rows.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    ROWS.iter()
}

/// The row of a function, by the name of its `double` version.
pub(super) fn row(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

/// The result of a function of one argument, if it is certain.
pub fn unary(row: &Row, x: Float) -> Option<Float> {
    let format = x.format();
    if x.is_nan() {
        return Some(nan_of(&[x]));
    }
    let one = integer(1, format);
    let [zero, plus_one, minus_one, infinity, minus_infinity] = row.at;
    let result = match x.is_negative() {
        _ if x.is_zero() => zero,
        false if x.is_infinite() => infinity,
        true if x.is_infinite() => minus_infinity,
        _ if x == one => plus_one,
        _ if x == -one => minus_one,
        _ if !row.domain.contains(x) => Known::Nan,
        _ => Known::Unknown,
    };
    match result {
        Known::Same => Some(x),
        Known::Zero => Some(Float::zero(format)),
        Known::One => Some(one),
        Known::MinusOne => Some(-one),
        Known::Two => Some(integer(2, format)),
        Known::Infinity => Some(Float::infinity(format)),
        Known::MinusInfinity => Some(-Float::infinity(format)),
        Known::Nan => Some(nan_of(&[x])),
        Known::Unknown => at_power(row.name, x),
    }
}

impl Domain {
    fn contains(self, x: Float) -> bool {
        let one = integer(1, x.format());
        match self {
            Domain::All => true,
            Domain::Unit => fabs(x).compare(one) != Some(Ordering::Greater),
            Domain::FromOne => x.compare(one) != Some(Ordering::Less),
            Domain::FromZero => !x.is_negative(),
            Domain::FromMinusOne => x.compare(-one) != Some(Ordering::Less),
        }
    }
}

fn integer(value: i64, format: FloatFormat) -> Float {
    let shape = IntShape::signed(64);
    Float::from_int(Int::from_i128(value.into(), shape), shape, format)
}

/// Functions that are exact at whole powers of their base, or whole exponents.
fn at_power(name: &str, x: Float) -> Option<Float> {
    let format = x.format();
    let parts = finite(x)?.reduced();
    match name {
        "exp2" => {
            let n = small_integer(parts)?;
            let result = scalbn(integer(1, format), n);
            (!result.is_zero() && !result.is_infinite()).then_some(result)
        }
        "log2" => (parts.significand == 1 && !parts.negative).then(|| integer(parts.exponent.into(), format)),
        // Not with the x87: its `log10l(1e7)` is not 7.
        "log10" if matches!(format, FloatFormat::Single | FloatFormat::Double) => {
            let whole = parts.significand.checked_shl(parts.exponent.try_into().ok()?)?;
            let fits = !parts.negative && whole >> parts.exponent == parts.significand;
            let power = whole.checked_ilog10()?;
            (fits && 10u128.pow(power) == whole).then(|| integer(power.into(), format))
        }
        "lgamma" if x == integer(2, format) => Some(Float::zero(format)),
        _ => None,
    }
}

/// An integer below a million, from reduced parts.
fn small_integer(parts: Finite) -> Option<i64> {
    if parts.exponent < 0 || parts.top() > 20 {
        return None;
    }
    let magnitude = (parts.significand << parts.exponent) as i64;
    Some(if parts.negative { -magnitude } else { magnitude })
}

/// `pow`: the special cases of C11 F.10.4.4, and integral powers that the format has.
pub fn pow(x: Float, y: Float) -> Option<Float> {
    let format = x.format();
    let one = integer(1, format);
    if is_signaling(x) || is_signaling(y) {
        return None;
    }
    if y.is_zero() || x == one {
        return Some(one);
    }
    if x.is_nan() || y.is_nan() {
        return Some(nan_of(&[x, y]));
    }
    let Some(exponent) = finite(y) else { return Some(pow_infinite(x, y.is_negative())) };
    if exponent.top() >= 62 {
        // glibc 2.36 has `powl(-INFINITY, -0x1p63)` infinite: it goes through an integer of 64
        // bits.
        return None;
    }
    let exponent = exponent.reduced();
    let is_odd = exponent.exponent == 0;
    if x.is_zero() || x.is_infinite() {
        let large = x.is_infinite() != y.is_negative();
        let magnitude = if large { Float::infinity(format) } else { Float::zero(format) };
        return Some(with_sign(magnitude, x.is_negative() && is_odd));
    }
    if !exponent.is_integer() {
        return if x.is_negative() {
            Some(nan_of(&[x]))
        } else {
            power_of_root(finite(x)?.reduced(), exponent, format)
        };
    }
    integral_power(finite(x)?.reduced(), small_integer(exponent)?, format)
}

/// A number to a power such as 3/4, if the root and its power are numbers of the format.
fn power_of_root(mut x: Finite, exponent: Finite, format: FloatFormat) -> Option<Float> {
    let n_roots = exponent.exponent.checked_neg().filter(|n_roots| (1..=4).contains(n_roots))?;
    for _ in 0..n_roots {
        let root = x.significand.isqrt();
        if x.exponent % 2 != 0 || root * root != x.significand {
            return None;
        }
        x = Finite { significand: root, exponent: x.exponent / 2, ..x };
    }
    integral_power(x, small_integer(Finite { exponent: 0, ..exponent })?, format)
}

/// `pow` with an infinite exponent.
fn pow_infinite(x: Float, negative: bool) -> Float {
    let format = x.format();
    match fabs(x).compare(integer(1, format)) {
        Some(Ordering::Equal) => integer(1, format),
        order if (order == Some(Ordering::Greater)) != negative => Float::infinity(format),
        _ => Float::zero(format),
    }
}

/// A number to a small whole power, if the result is a normal number of the format.
fn integral_power(x: Finite, n: i64, format: FloatFormat) -> Option<Float> {
    if n < 0 && x.significand != 1 {
        return None;
    }
    let n_factors = u32::try_from(n.unsigned_abs()).ok()?;
    let significand = x.significand.checked_pow(n_factors)?;
    let exponent = i64::from(x.exponent) * n;
    let top = exponent + i64::from(length(significand)) - 1;
    let range = i64::from(max_exponent(format));
    if !(1 - range..=range).contains(&top) {
        return None;
    }
    Finite { negative: x.negative && n % 2 != 0, significand, exponent: exponent as i32 }.exactly(format)
}

/// `hypot`: infinities, zeros, and whole triangles whose squares the format has.
pub fn hypot(x: Float, y: Float) -> Option<Float> {
    let format = x.format();
    if is_signaling(x) || is_signaling(y) {
        return None;
    }
    if x.is_infinite() || y.is_infinite() {
        return Some(Float::infinity(format));
    }
    if x.is_nan() || y.is_nan() {
        return Some(nan_of(&[x, y]));
    }
    if x.is_zero() || y.is_zero() {
        return Some(fabs(if x.is_zero() { y } else { x }));
    }
    let (a, b) = (finite(x)?.reduced(), finite(y)?.reduced());
    let unit = a.exponent.min(b.exponent);
    let in_reach = |top: i32| top.abs() < max_exponent(format) / 4;
    if !in_reach(a.top()) || !in_reach(b.top()) || a.top().max(b.top()) - unit > 56 {
        return None;
    }
    let square = |x: Finite| (x.significand << (x.exponent - unit)).pow(2);
    let sum = square(a) + square(b);
    let root = sum.isqrt();
    let certain = root * root == sum && length(sum) <= format.precision() as i32;
    certain.then(|| Finite { negative: false, significand: root, exponent: unit }.exactly(format)).flatten()
}

/// `atan2`, where the angle is zero.
pub fn atan2(y: Float, x: Float) -> Option<Float> {
    if x.is_nan() || y.is_nan() {
        return Some(nan_of(&[y, x]));
    }
    let to_the_right = !x.is_negative();
    if to_the_right && y.is_zero() {
        return Some(y);
    }
    let far = to_the_right && x.is_infinite() && !y.is_infinite();
    far.then(|| with_sign(Float::zero(y.format()), y.is_negative()))
}
