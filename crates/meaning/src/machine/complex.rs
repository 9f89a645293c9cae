//! Products and quotients of complex numbers.
//!
//! A product is the plain formula; where that gives NaNs for what annex G calls an infinity, the infinity is recovered (C11
//! G.5.1p6), as libgcc and compiler-rt do. A quotient depends on how it is scaled and rounded: libgcc's own way in
//! dialect gnu, and otherwise only where every way gives the same.
//!
//! What GCC knows beforehand it computes exactly and rounds once: `(0.1 + 0.2i) * (0.3 + 0.4i)` differs in the last digit
//! from what the program would compute. Which of the two a program gets depends on what the optimizer finds out, so the
//! second is another choice, as in [`nan`](super::nan).

use std::cmp::Ordering;

use kiln_lang::value::float::{Float, FloatFormat};

/// A complex number.
pub(super) type Complex = [Float; 2];

/// `(a + bi) * (c + di)`.
pub(super) fn product([a, b]: Complex, [c, d]: Complex) -> Complex {
    let (ac, bd, ad, bc) = (a * c, b * d, a * d, b * c);
    let (re, im) = (ac - bd, ad + bc);
    if !re.is_nan() || !im.is_nan() {
        return [re, im];
    }
    let mut factors = [[a, b], [c, d]];
    let mut recovers = false;
    for index in 0..2 {
        if factors[index].iter().any(|part| part.is_infinite()) {
            factors[index] = factors[index].map(boxed);
            factors[1 - index] = factors[1 - index].map(without_nan);
            recovers = true;
        }
    }
    if !recovers && [ac, bd, ad, bc].iter().any(|part| part.is_infinite()) {
        factors = factors.map(|factor| factor.map(without_nan));
        recovers = true;
    }
    if !recovers {
        return [re, im];
    }
    let ([a, b], [c, d]) = (factors[0], factors[1]);
    let infinity = Float::infinity(a.format());
    [infinity * (a * c - b * d), infinity * (a * d + b * c)]
}

/// `(a + bi) * (c + di)` by the plain formula, unless annex G asks for more (G.5.1p6).
pub(super) fn plain_product([a, b]: Complex, [c, d]: Complex) -> Option<Complex> {
    let (re, im) = (a * c - b * d, a * d + b * c);
    (!re.is_nan() || !im.is_nan()).then_some([re, im])
}

/// A product, rounded once.
pub(super) fn exact_product(factors: [Complex; 2]) -> Complex {
    let format = factors[0][0].format();
    let [[a, b], [c, d]] = factors.map(|factor| factor.map(|part| part.convert(FloatFormat::Quad)));
    [a * c - b * d, a * d + b * c].map(|part| part.convert(format))
}

/// A quotient, rounded once.
pub(super) fn exact_quotient([[a, b], [c, d]]: [Complex; 2]) -> Complex {
    let wide = [a, b, c, d].map(|part| part.convert(FloatFormat::Quad));
    textbook_quotient(wide).map(|part| part.convert(a.format()))
}

/// `(a + bi) / (c + di)`, if every way to compute it gives the same: libraries differ in how they scale and round.
pub(super) fn agreed_quotient([a, b]: Complex, [c, d]: Complex) -> Option<Complex> {
    if d.is_zero() {
        return Some([a / c, b / c]);
    }
    let exact = exact_quotient([[a, b], [c, d]]);
    let same = |other: Complex| (0..2).all(|part| exact[part].compare(other[part]) == Some(Ordering::Equal));
    (same(textbook_quotient([a, b, c, d])) && same(smiths_quotient([a, b, c, d]))).then_some(exact)
}

/// By the formula of the textbook.
fn textbook_quotient([a, b, c, d]: [Float; 4]) -> Complex {
    let norm = c * c + d * d;
    [(a * c + b * d) / norm, (b * c - a * d) / norm]
}

/// So that nothing overflows on the way (Smith 1962).
fn smiths_quotient([a, b, c, d]: [Float; 4]) -> Complex {
    if is_less(abs(c), abs(d)) {
        let (ratio, norm) = (c / d, c * (c / d) + d);
        [(a * ratio + b) / norm, (b * ratio - a) / norm]
    } else {
        let (ratio, norm) = (d / c, d * (d / c) + c);
        [(a + b * ratio) / norm, (b - a * ratio) / norm]
    }
}

/// `(a + bi) / (c + di)` as libgcc computes it: small formats in a larger one, others by the method of Baudin and Smith.
pub(super) fn libgcc_quotient(dividend: Complex, divisor: Complex) -> Complex {
    let format = dividend[0].format();
    let quotient = match format {
        FloatFormat::Single => narrow_quotient(dividend, divisor, FloatFormat::Double),
        FloatFormat::Half | FloatFormat::BFloat => narrow_quotient(dividend, divisor, FloatFormat::Single),
        _ => scaled_quotient(dividend, divisor, &Bounds::of(format)),
    };
    if quotient.iter().all(|part| part.is_nan()) { recovered_quotient(dividend, divisor, quotient) } else { quotient }
}

fn narrow_quotient(dividend: Complex, divisor: Complex, wide: FloatFormat) -> Complex {
    let format = dividend[0].format();
    let [a, b] = dividend.map(|part| part.convert(wide));
    let [c, d] = divisor.map(|part| part.convert(wide));
    let norm = c * c + d * d;
    [(a * c + b * d) / norm, (b * c - a * d) / norm].map(|part| part.convert(format))
}

/// Where numbers are scaled.
struct Bounds {
    /// Half of the largest number.
    big: Float,
    /// The smallest normal number.
    min: Float,
    /// The step from 1 to the next number, and one divided by it.
    step: Float,
    scale: Float,
}

impl Bounds {
    fn of(format: FloatFormat) -> Bounds {
        let (big, min, step) = match format {
            FloatFormat::X87Extended => ("0x1.fffffffffffffffep+16382", "0x1p-16382", "0x1p-63"),
            FloatFormat::Quad => ("0x1.ffffffffffffffffffffffffffffp+16382", "0x1p-16382", "0x1p-112"),
            _ => ("0x1.fffffffffffffp+1022", "0x1p-1022", "0x1p-52"),
        };
        let number = |text| Float::parse(text, format).map_or(Float::zero(format), |rounded| rounded.value);
        let step = number(step);
        Bounds { big: number(big), min: number(min), step, scale: number("1.0") / step }
    }
}

fn scaled_quotient(dividend: Complex, divisor: Complex, bounds: &Bounds) -> Complex {
    let half = bounds.scale / (bounds.scale + bounds.scale);
    let two_is_larger = is_less(abs(divisor[0]), abs(divisor[1]));
    let ([mut a, mut b], [mut c, mut d]) = (dividend, divisor);
    let scale_all = |by: Float, parts: [&mut Float; 4]| parts.into_iter().for_each(|part| *part = *part * by);
    let larger = |c: Float, d: Float| if two_is_larger { abs(d) } else { abs(c) };
    // The denominator must not overflow, nor lose its digits.
    if !is_less(larger(c, d), bounds.big) {
        scale_all(half, [&mut a, &mut b, &mut c, &mut d]);
    }
    let highest = bounds.big * bounds.step;
    let is_small =
        |x: Float, y: Float, z: Float| is_less(abs(x), bounds.min) && is_less(abs(y), highest) && is_less(z, highest);
    if is_less(larger(c, d), bounds.min) || is_small(a, b, larger(c, d)) || is_small(b, a, larger(c, d)) {
        scale_all(bounds.scale, [&mut a, &mut b, &mut c, &mut d]);
    }
    if two_is_larger {
        let ratio = c / d;
        let norm = c * ratio + d;
        if is_less(bounds.min, abs(ratio)) {
            [(a * ratio + b) / norm, (b * ratio - a) / norm]
        } else {
            [(c * (a / d) + b) / norm, (c * (b / d) - a) / norm]
        }
    } else {
        let ratio = d / c;
        let norm = d * ratio + c;
        if is_less(bounds.min, abs(ratio)) {
            [(b * ratio + a) / norm, (b - a * ratio) / norm]
        } else {
            [(a + d * (b / c)) / norm, (b - d * (a / c)) / norm]
        }
    }
}

/// What should be an infinity or a zero (C11 G.5.1p8).
fn recovered_quotient([a, b]: Complex, [c, d]: Complex, quotient: Complex) -> Complex {
    let infinity = Float::infinity(a.format());
    let is_finite = |part: Float| !part.is_infinite() && !part.is_nan();
    if c.is_zero() && d.is_zero() && (!a.is_nan() || !b.is_nan()) {
        let infinity = if c.is_negative() { -infinity } else { infinity };
        return [infinity * a, infinity * b];
    }
    if (a.is_infinite() || b.is_infinite()) && is_finite(c) && is_finite(d) {
        let [a, b] = [a, b].map(boxed);
        return [infinity * (a * c + b * d), infinity * (b * c - a * d)];
    }
    if (c.is_infinite() || d.is_infinite()) && is_finite(a) && is_finite(b) {
        let ([c, d], zero) = ([c, d].map(boxed), Float::zero(a.format()));
        return [zero * (a * c + b * d), zero * (b * c - a * d)];
    }
    quotient
}

fn abs(x: Float) -> Float {
    if x.is_negative() { -x } else { x }
}

fn is_less(x: Float, y: Float) -> bool {
    x.compare(y) == Some(Ordering::Less)
}

/// 1 for an infinity and 0 for anything else, with the sign.
fn boxed(part: Float) -> Float {
    let format = part.format();
    let one = Float::from_f64(1.0).convert(format);
    let size = if part.is_infinite() { one } else { Float::zero(format) };
    if part.is_negative() { -size } else { size }
}

/// 0 for a NaN, with the sign.
fn without_nan(part: Float) -> Float {
    if part.is_nan() { boxed(part) } else { part }
}
