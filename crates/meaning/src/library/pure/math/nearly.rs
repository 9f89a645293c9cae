//! Results of functions of which no accuracy is promised, nearly: `exp`, `log` and what follows from them.
//!
//! They are computed with binary128, which leaves an error far below the last bit of `double`, with series whose terms are
//! made of rational numbers alone. No library has to give these results; whoever uses one tries its neighbours as well.

use std::cmp::Ordering;

use kiln_lang::value::{Float, FloatFormat, Int, IntShape};

use super::super::parts::{finite, with_sign};
use super::classify::{fabs, isnormal};
use super::scale::{frexp, nextafter, scalbn};

/// What is computed with.
const WIDE: FloatFormat = FloatFormat::Quad;

/// A function of one argument; or of two.
#[derive(Clone, Copy, Debug)]
enum Nearly {
    /// Of a number.
    One(fn(Float) -> Float),
    /// `pow`.
    Power,
}

/// The functions by the names of their `double` versions.
const FUNCTIONS: &[(&str, Nearly)] = &[
    ("exp", Nearly::One(exp)),
    ("exp2", Nearly::One(|x| exp(x * ln(integer(2))))),
    ("exp10", Nearly::One(|x| exp(x * ln(integer(10))))),
    ("log", Nearly::One(ln)),
    ("log2", Nearly::One(|x| ln(x) / ln(integer(2)))),
    ("log10", Nearly::One(|x| ln(x) / ln(integer(10)))),
    ("cbrt", Nearly::One(|x| with_sign(power(fabs(x), integer(1) / integer(3)), x.is_negative()))),
    ("pow", Nearly::Power),
];

/// How many neighbours on each side a library may choose from: those at hand err by one or two.
const NEIGHBOURS: u32 = 4;

/// The result of a function by the name of its `double` version, for arguments that are neither zero nor special: `None` if
/// it is not an ordinary number of the format, or not known well enough. `shift` is how far away, -1, 0 or 1.
pub fn nearly(name: &str, x: Float, y: Option<Float>, shift: i32) -> Option<Float> {
    let format = x.format();
    if !matches!(format, FloatFormat::Single | FloatFormat::Double) {
        return None;
    }
    let (_, function) = FUNCTIONS.iter().find(|(known, _)| *known == name)?;
    let wide = x.convert(WIDE);
    let result = match (function, y) {
        (Nearly::One(function), None) => function(wide),
        (Nearly::Power, Some(y)) => power(wide, y.convert(WIDE)),
        _ => return None,
    };
    let mut result = result.convert(format);
    for _ in 0..if shift == 0 { 0 } else { NEIGHBOURS } {
        let to = Float::infinity(format);
        result = nextafter(result, if shift < 0 { -to } else { to });
    }
    isnormal(result).then_some(result)
}

fn integer(value: i64) -> Float {
    let shape = IntShape::signed(64);
    Float::from_int(Int::from_i128(value.into(), shape), shape, WIDE)
}

/// The logarithm of a positive number: of its fraction by the series of the inverse hyperbolic tangent, and of two for each
/// of its exponent.
fn ln(x: Float) -> Float {
    let (fraction, exponent) = frexp(x);
    // Between 3/4 and 3/2, where the series ends soon.
    let is_low = fraction.compare(integer(3) / integer(4)) == Some(Ordering::Less);
    let exponent = exponent.unwrap_or(0);
    let (fraction, exponent) = if is_low { (fraction + fraction, exponent - 1) } else { (fraction, exponent) };
    series(fraction) + integer(exponent.into()) * ln_two()
}

fn ln_two() -> Float {
    series(integer(2))
}

/// The logarithm of a number near one: twice the sum of `z^n / n` for odd `n`, with `z = (x - 1) / (x + 1)`.
fn series(x: Float) -> Float {
    let z = (x - integer(1)) / (x + integer(1));
    let square = z * z;
    let (mut power, mut sum) = (z, Float::zero(WIDE));
    for n in 0..40 {
        sum = sum + power / integer(2 * n + 1);
        power = power * square;
    }
    sum + sum
}

/// The exponential: of what is left of a multiple of the logarithm of two, halved eight times, by its power series.
fn exp(x: Float) -> Float {
    const HALVINGS: i64 = 8;
    let whole = (x / ln_two()).to_int(IntShape::signed(64));
    if whole.fault.is_some() {
        return if x.is_negative() { Float::zero(WIDE) } else { Float::infinity(WIDE) };
    }
    let n = whole.value.as_i128() as i64;
    let rest = scalbn(x - integer(n) * ln_two(), -HALVINGS);
    let (mut term, mut sum) = (integer(1), integer(1));
    for n in 1..20 {
        term = term * rest / integer(n);
        sum = sum + term;
    }
    for _ in 0..HALVINGS {
        sum = sum * sum;
    }
    scalbn(sum, n)
}

/// A number other than zero to a power, which is an integer if the number is negative.
fn power(x: Float, y: Float) -> Float {
    let magnitude = exp(y * ln(fabs(x)));
    let is_odd = finite(y).is_some_and(|y| y.reduced().exponent == 0);
    if x.is_negative() && is_odd { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str, x: f64, y: Option<f64>, shift: i32) -> f64 {
        let result = nearly(name, Float::from_f64(x), y.map(Float::from_f64), shift);
        result.expect("an ordinary number").to_f64_lossy()
    }

    /// Rounded correctly, as tables have them.
    #[test]
    fn known_values() {
        use std::f64::consts::{E, LN_2, LN_10, LOG2_10, LOG10_2, SQRT_2};
        let known = [
            ("exp", 1.0, None, E),
            ("exp", -700.0, None, 9.859_676_543_759_77e-305),
            ("log", 2.0, None, LN_2),
            ("log", 10.0, None, LN_10),
            ("log", 0.999_999_999_999_999_9, None, -1.110_223_024_625_156_5e-16),
            ("log2", 10.0, None, LOG2_10),
            ("log10", 2.0, None, LOG10_2),
            ("log10", 0.001, None, -3.0),
            ("pow", 2.0, Some(0.5), SQRT_2),
            ("pow", -3.0, Some(3.0), -27.0),
            ("pow", 10.0, Some(-3.0), 0.001),
            ("cbrt", -27.0, None, -3.0),
        ];
        for (name, x, y, result) in known {
            assert_eq!(at(name, x, y, 0).to_bits(), result.to_bits(), "{name}({x})");
        }
    }

    #[test]
    fn neighbours_are_on_both_sides() {
        let (below, at_hand, above) = (at("exp", 1.0, None, -1), at("exp", 1.0, None, 0), at("exp", 1.0, None, 1));
        assert!(below < at_hand && at_hand < above && above - below < 1e-14);
    }

    #[test]
    fn no_more_than_ordinary_numbers() {
        let of = |name, x, y: Option<f64>| nearly(name, Float::from_f64(x), y.map(Float::from_f64), 0);
        assert!(of("exp", 1000.0, None).is_none() && of("exp", -1e300, None).is_none());
        assert!(of("pow", 10.0, Some(308.5)).is_none() && of("pow", 10.0, Some(-310.0)).is_none());
        assert!(of("sin", 1.0, None).is_none() && of("pow", 2.0, None).is_none());
    }
}
