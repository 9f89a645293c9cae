//! `<math.h>`: every function on random numbers of four formats.

use kiln_lang::value::{Float, FloatFormat, IntShape};
use kiln_meaning::library::pure::math::{self, Exactness, Function, approximate};

use super::draw::Draw;
use super::{ask, compare};

const FORMATS: [(char, FloatFormat); 4] =
    [('f', FloatFormat::Single), ('d', FloatFormat::Double), ('l', FloatFormat::X87Extended), ('q', FloatFormat::Quad)];

const EXACT: &[&str] = &[
    "sqrt",
    "fabs",
    "floor",
    "ceil",
    "trunc",
    "round",
    "roundeven",
    "rint",
    "nearbyint",
    "logb",
    "fmod",
    "remainder",
    "copysign",
    "nextafter",
    "fdim",
    "fmax",
    "fmin",
    "fma",
    "nexttoward",
    "ldexp",
    "scalbn",
    "scalbln",
    "lrint",
    "llrint",
    "lround",
    "llround",
    "ilogb",
    "modf",
    "frexp",
    "remquo",
    "fpclassify",
];

const APPROXIMATE: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp", "exp2",
    "exp10", "expm1", "log", "log2", "log10", "log1p", "cbrt", "erf", "erfc", "tgamma", "lgamma", "pow", "hypot",
    "atan2",
];

/// A number as the oracle shows it; all NaNs look the same.
fn shown(x: Float) -> String {
    let width = x.format().bits() as usize / 4;
    if x.is_nan() { "nan".to_owned() } else { format!("{:0width$x}", x.bits()) }
}

/// The answer of the oracle with its NaNs made the same.
fn without_nan_bits(answer: &str, format: FloatFormat) -> String {
    let width = format.bits() as usize / 4;
    let words = answer.split_whitespace().map(|word| match u128::from_str_radix(word, 16) {
        Ok(bits) if word.len() == width => shown(Float::from_bits(bits, format)),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Our answer, if the result is certain.
fn answer(name: &str, x: Float, y: Float, z: Float, n: i32) -> Option<String> {
    if name == "fpclassify" {
        return Some(math::fpclassify(x).glibc().to_string());
    }
    let long = IntShape::signed(64);
    Some(match math::find(name).unwrap() {
        Function::Unary(function) => shown(function(x)),
        Function::Binary(function) | Function::Toward(function) => shown(function(x, y)),
        Function::Choice(function) | Function::Approximate2(function) => shown(function(x, y)?),
        Function::Ternary(function) => shown(function(x, y, z)),
        Function::Scale(function) => shown(function(x, n.into())),
        Function::ToInteger(function) => function(x, long)?.as_i128().to_string(),
        Function::ToInt(function) => function(x)?.to_string(),
        Function::Modf(function) => {
            let (fraction, whole) = function(x);
            format!("{} {}", shown(fraction), shown(whole))
        }
        Function::Frexp(function) => {
            let (fraction, exponent) = function(x);
            format!("{} {}", shown(fraction), exponent?)
        }
        Function::Remquo(function) => {
            let result = function(x, y);
            format!("{} {}", shown(result.remainder), result.quotient?)
        }
        Function::Approximate(row) => shown(approximate::unary(row, x)?),
        Function::Predicate(_) | Function::Comparison(_) => return None,
    })
}

/// Requests with our answers and the formats they are in.
struct Cases {
    requests: Vec<String>,
    ours: Vec<String>,
    formats: Vec<FloatFormat>,
}

impl Cases {
    fn new() -> Cases {
        Cases { requests: Vec::new(), ours: Vec::new(), formats: Vec::new() }
    }

    fn add(&mut self, name: &str, (letter, format): (char, FloatFormat), [x, y, z]: [Float; 3], n: i32) {
        let Some(ours) = answer(name, x, y, z, n) else { return };
        self.requests.push(format!("M {name} {letter} {:x} {:x} {:x} {n}", x.bits(), y.bits(), z.bits()));
        self.ours.push(ours);
        self.formats.push(format);
    }

    fn check(&self, name: &str) {
        let Some(answers) = ask(name, &self.requests) else { return };
        let answers: Vec<String> =
            answers.iter().zip(&self.formats).map(|(answer, format)| without_nan_bits(answer, *format)).collect();
        compare(&self.requests, &answers, &self.ours);
    }
}

/// Three numbers, sometimes close to each other.
fn draw_numbers(draw: &mut Draw, format: FloatFormat) -> [Float; 3] {
    let (x, y) = (draw.float(format), draw.float(format));
    let y = match draw.below(8) {
        0 => x,
        1 => -x,
        2 => math::nextafter(x, y),
        3 => math::scalbn(x, i64::from(draw.below(9)) - 4),
        _ => y,
    };
    let z = match draw.below(4) {
        0 => -(x * y),
        1 => math::nextafter(-(x * y), y),
        2 => math::scalbn(-(x * y), i64::from(draw.below(260)) - 130),
        _ => draw.float(format),
    };
    [x, y, z]
}

#[test]
fn exact_functions() {
    let mut draw = Draw(21);
    let mut cases = Cases::new();
    for _ in 0..1000 {
        for &(letter, format) in &FORMATS {
            for name in EXACT {
                let [x, mut y, z] = draw_numbers(&mut draw, format);
                if *name == "nexttoward" {
                    if format == FloatFormat::Quad {
                        continue;
                    }
                    y = if draw.one_in(2) {
                        y.convert(FloatFormat::X87Extended)
                    } else {
                        draw.float(FloatFormat::X87Extended)
                    };
                }
                let n = draw.below(2) as i32 * (draw.bits32() as i32 >> draw.below(32)) + draw.below(300) as i32 - 150;
                cases.add(name, (letter, format), [x, y, z], n);
            }
        }
    }
    assert!(cases.requests.len() > 100_000);
    cases.check("exact-math");
}

#[test]
fn products_with_sums() {
    let mut draw = Draw(22);
    let mut cases = Cases::new();
    for _ in 0..10_000 {
        for &(letter, format) in &FORMATS {
            let numbers = draw_numbers(&mut draw, format);
            cases.add("fma", (letter, format), numbers, 0);
        }
    }
    cases.check("fma");
}

/// A number at which an approximate function may be exact.
fn draw_simple(draw: &mut Draw, format: FloatFormat) -> Float {
    let sign = if draw.one_in(3) { "-" } else { "" };
    let text = match draw.below(7) {
        0 => format!("{}.", draw.below(20)),
        1 => format!("{}.", draw.below(2000)),
        2 => format!("1e{}", draw.below(23)),
        3 => format!("{}.{}", draw.below(8), draw.among(&["5", "25", "75", "125"])),
        4 => format!("0x1p{}", draw.below(200) as i32 - 100),
        _ => return draw.float(format),
    };
    let value = Float::parse(&text, format).unwrap().value;
    if sign.is_empty() { value } else { -value }
}

#[test]
fn approximate_functions_where_they_are_exact() {
    let mut draw = Draw(23);
    let mut cases = Cases::new();
    for _ in 0..1500 {
        for &(letter, format) in &FORMATS {
            for name in APPROXIMATE {
                assert_eq!(math::find(name).unwrap().exactness(), Exactness::Inexact);
                let mut numbers = [draw_simple(&mut draw, format), draw_simple(&mut draw, format), Float::zero(format)];
                if *name == "hypot" && draw.one_in(2) {
                    numbers = triangle(&mut draw, format);
                }
                cases.add(name, (letter, format), numbers, 0);
            }
        }
    }
    assert!(cases.requests.len() > 20_000);
    cases.check("approximate-math");
}

/// Two sides of a triangle with a right angle and whole sides.
fn triangle(draw: &mut Draw, format: FloatFormat) -> [Float; 3] {
    let (a, b) = (1 + draw.below(1000), 1 + draw.below(1000));
    let side = |length: u32| Float::parse(&format!("{length}."), format).unwrap().value;
    let scale = i64::from(draw.below(40)) - 20;
    let sides = [side((a * a).abs_diff(b * b)), side(2 * a * b)];
    [math::scalbn(sides[0], scale), math::scalbn(sides[1], scale), Float::zero(format)]
}
