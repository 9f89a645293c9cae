//! No input makes anything panic: bits that are no numbers, bytes that are no formats, widths that
//! are none.

use kiln_lang::target::TARGETS;
use kiln_lang::value::{Float, FloatFormat, Int, IntShape};
use kiln_meaning::library::pure::format::{self, Directive, render};
use kiln_meaning::library::pure::math::{self, Function, approximate};
use kiln_meaning::library::pure::{bits, number, scan};

use super::draw::Draw;

const FUNCTIONS: &[&str] = &[
    "sqrt",
    "fabs",
    "floor",
    "ceil",
    "trunc",
    "round",
    "rint",
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
    "lrint",
    "lround",
    "ilogb",
    "isnormal",
    "isless",
    "modf",
    "frexp",
    "remquo",
    "sin",
    "acos",
    "acosh",
    "exp2",
    "log2",
    "log10",
    "log1p",
    "cbrt",
    "tgamma",
    "lgamma",
    "pow",
    "hypot",
    "atan2",
];

fn call(name: &str, [x, y, z]: [Float; 3], n: i64) {
    match math::find(name).unwrap() {
        Function::Unary(function) => drop(function(x).bits()),
        Function::Binary(function) | Function::Toward(function) => drop(function(x, y).bits()),
        Function::Choice(function) | Function::Approximate2(function) => drop(function(x, y)),
        Function::Ternary(function) => drop(function(x, y, z).bits()),
        Function::Scale(function) => drop(function(x, n).bits()),
        Function::ToInteger(function) => drop(function(x, IntShape::signed(32))),
        Function::ToInt(function) => drop(function(x)),
        Function::Predicate(function) => drop(function(x).then_some(())),
        Function::Comparison(function) => drop(function(x, y).then_some(())),
        Function::Modf(function) => drop(function(x).0.bits()),
        Function::Frexp(function) => drop(function(x).1),
        Function::Remquo(function) => drop(function(x, y).quotient),
        Function::Approximate(row) => drop(approximate::unary(row, x)),
    }
}

#[test]
fn any_bits_are_a_number() {
    let mut draw = Draw(31);
    for _ in 0..2000 {
        for format in FloatFormat::ALL {
            // Fields of all zeros and all ones are likelier than chance has them.
            let mut bits = || match draw.below(4) {
                0 => draw.bits128() & draw.bits128() & draw.bits128() & draw.bits128(),
                1 => draw.bits128() | draw.bits128() | draw.bits128() | draw.bits128(),
                _ => draw.bits128(),
            };
            let numbers = [bits(), bits(), bits()].map(|bits| Float::from_bits(bits, format));
            let n = draw.bits64() as i64;
            for name in FUNCTIONS {
                call(name, numbers, n);
            }
            let spec = draw.among(&["%f", "%.3e", "%g", "%a", "%.0a", "%#.0f"]);
            let Ok((Directive::Conversion(spec), _)) = format::parse(spec.as_bytes()) else { panic!("{spec}") };
            let mut out = Vec::new();
            let _ = render::float(&mut out, &spec.layout(0, 0), numbers[0], 100_000);
        }
    }
}

#[test]
fn any_bytes_are_a_format_and_a_text() {
    const BYTES: &[u8] = b"%%%%%*.0123456789-+ #'lhjztLdiouxXfFeEgGaAcspn[]^m$ (nil)infnan0x1p\xff\0";
    let mut draw = Draw(32);
    for _ in 0..50_000 {
        let mut bytes = || (0..draw.below(24)).map(|_| draw.among(BYTES)).collect::<Vec<u8>>();
        let (text, other) = (bytes(), bytes());
        let mut at = 0;
        while let Ok((_, consumed @ 1..)) = format::parse(&text[at..]) {
            at += consumed;
        }
        let target = draw.among(TARGETS);
        if let Ok(directives) = scan::parse(&text) {
            let _ = scan::scan(&directives, &other, &target);
        }
        let _ = number::read_float(&text, draw.among(&FloatFormat::ALL));
        let _ =
            number::read_int(&text, draw.below(40) as i32 - 2, IntShape { bits: draw.bits32() as u8, signed: true });
    }
}

#[test]
fn any_width_has_bits() {
    for width in 0..=255 {
        for value in [0, 1, -1, i128::MIN, i128::MAX] {
            let x = Int::from_i128(value, IntShape::signed(128));
            let _ = (bits::clz(x, width), bits::ctz(x, width), bits::clrsb(x, width), bits::ffs(x, width));
            let _ = (bits::parity(x, width), bits::bswap(x, width), bits::bitreverse(x, width));
            let _ = (bits::rotate_left(x, x, width), bits::rotate_right(x, x, width));
        }
    }
}
