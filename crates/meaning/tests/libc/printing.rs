//! `printf`: random specifications and values.

use kiln_lang::target::Target;
use kiln_lang::value::{Float, FloatFormat, Int, IntShape};
use kiln_meaning::library::pure::format::{self, Amount, Directive, Spec, Wanted, render};

use super::draw::Draw;
use super::{ask, compare, hex};

/// What may be printed in one go: all of the largest `long double`, and then some.
const LIMIT: usize = 100_000;

/// `%a` of a `double`.
pub(super) fn hexadecimal(value: f64) -> String {
    let mut out = Vec::new();
    let layout = spec(b"%a").unwrap().layout(0, 0);
    render::float(&mut out, &layout, Float::from_f64(value), 100).unwrap();
    String::from_utf8(out).unwrap()
}

fn spec(text: &[u8]) -> Option<Spec> {
    match format::parse(text) {
        Ok((Directive::Conversion(spec), n_bytes)) if n_bytes == text.len() => Some(spec),
        _ => None,
    }
}

/// A specification that C defines, as text and read.
fn draw_spec(draw: &mut Draw, conversions: &[u8], lengths: &[&str]) -> (String, Spec) {
    loop {
        let mut text = "%".to_owned();
        for flag in ['-', '+', ' ', '#', '0', '\''] {
            if draw.one_in(4) {
                text.push(flag);
            }
        }
        match draw.below(4) {
            0 => text.push('*'),
            1 => text += &draw.below(30).to_string(),
            _ => {}
        }
        match draw.below(6) {
            0 => text += ".*",
            1 => text.push('.'),
            2 | 3 => text.extend([".", &draw.below(25).to_string()]),
            4 if draw.one_in(10) => text.extend([".", &draw.below(400).to_string()]),
            _ => {}
        }
        text += draw.among(lengths);
        text.push(draw.among(conversions) as char);
        if let Some(spec) = spec(text.as_bytes()) {
            return (text, spec);
        }
    }
}

/// Requests, and our answers.
#[derive(Default)]
struct Cases {
    requests: Vec<String>,
    ours: Vec<String>,
}

impl Cases {
    /// Adds a case: `kind` and `value` as the oracle takes them.
    fn add(
        &mut self,
        draw: &mut Draw,
        (text, spec): (String, Spec),
        kind: char,
        value: &str,
        render: impl FnOnce(&mut Vec<u8>, &format::Layout),
    ) {
        let width = draw.below(40) as i32 - 20;
        let precision = draw.below(30) as i32 - 5;
        let stars: Vec<i32> = [(spec.width, width), (spec.precision, precision)]
            .into_iter()
            .filter(|(amount, _)| *amount == Some(Amount::Star))
            .map(|(_, argument)| argument)
            .collect();
        let star = |index: usize| stars.get(index).copied().unwrap_or(0);
        let format = hex(text.as_bytes());
        self.requests.push(format!("P {kind} {} {} {} {format} {value}", stars.len(), star(0), star(1)));
        let mut out = Vec::new();
        render(&mut out, &spec.layout(width, precision));
        self.ours.push(hex(&out));
    }

    fn check(&self, name: &str) {
        if let Some(answers) = ask(name, &self.requests) {
            compare(&self.requests, &answers, &self.ours);
        }
    }
}

#[test]
fn integers() {
    let mut draw = Draw(1);
    let mut cases = Cases::default();
    for _ in 0..40_000 {
        let drawn = draw_spec(&mut draw, b"diuoxX", &["", "hh", "h", "l", "ll", "j", "z", "t"]);
        let Wanted::Integer(kind) = drawn.1.wanted() else { unreachable!("an integer conversion") };
        let shape = kind.shape(&Target::x86_64());
        let raw = draw.integer();
        // Narrow types come as a promoted `int` with the value to be converted.
        let letter = if shape.bits == 64 { 'j' } else { 'i' };
        let value = Int::from_u128(raw.into(), shape);
        cases.add(&mut draw, drawn, letter, &format!("{raw:x}"), |out, layout| {
            render::integer(out, layout, value, shape, LIMIT).unwrap();
        });
    }
    cases.check("integers");
}

#[test]
fn text_and_pointers() {
    let mut draw = Draw(2);
    let mut cases = Cases::default();
    for _ in 0..10_000 {
        let drawn = draw_spec(&mut draw, b"csp", &[""]);
        match drawn.1.wanted() {
            Wanted::Char => {
                let byte = draw.below(256) as u8;
                cases.add(&mut draw, drawn, 'i', &format!("{byte:x}"), |out, layout| {
                    render::character(out, layout, byte, LIMIT).unwrap();
                });
            }
            Wanted::String => {
                let bytes: Vec<u8> = (0..draw.below(30)).map(|_| 1 + draw.below(255) as u8).collect();
                cases.add(&mut draw, drawn, 's', &hex(&bytes), |out, layout| {
                    render::string(out, layout, &bytes, LIMIT).unwrap();
                });
            }
            _ => {
                let address = draw.integer();
                cases.add(&mut draw, drawn, 'p', &format!("{address:x}"), |out, layout| {
                    render::pointer(out, layout, address, LIMIT).unwrap();
                });
            }
        }
    }
    cases.check("text");
}

fn floats(name: &str, seed: u64, n_cases: usize, format: FloatFormat, kind: char, lengths: &[&str]) {
    let mut draw = Draw(seed);
    let mut cases = Cases::default();
    for _ in 0..n_cases {
        let drawn = draw_spec(&mut draw, b"fFeEgGaA", lengths);
        let value = draw.float(format);
        cases.add(&mut draw, drawn, kind, &format!("{:x}", value.bits()), |out, layout| {
            render::float(out, layout, value, LIMIT).unwrap();
        });
    }
    cases.check(name);
}

#[test]
fn doubles() {
    floats("doubles", 4, 60_000, FloatFormat::Double, 'd', &["", "l"]);
}

#[test]
fn long_doubles() {
    floats("long-doubles", 5, 10_000, FloatFormat::X87Extended, 'l', &["L"]);
}

/// `strfromf128` knows neither flags nor widths.
#[test]
fn quads() {
    let mut draw = Draw(6);
    let mut cases = Cases::default();
    for _ in 0..6_000 {
        let precision = if draw.one_in(4) { String::new() } else { format!(".{}", draw.below(45)) };
        let text = format!("%{precision}{}", draw.among(b"fFeEgGaA") as char);
        let value = draw.float(FloatFormat::Quad);
        let drawn = (text.clone(), spec(text.as_bytes()).unwrap());
        cases.add(&mut draw, drawn, 'q', &format!("{:x}", value.bits()), |out, layout| {
            render::float(out, layout, value, LIMIT).unwrap();
        });
    }
    cases.check("quads");
}

#[test]
fn widths_of_other_targets_wrap_as_their_types() {
    let layout = spec(b"%u").unwrap().layout(0, 0);
    let mut out = Vec::new();
    let shape = IntShape::unsigned(16);
    render::integer(&mut out, &layout, Int::from_i128(-1, shape), shape, 10).unwrap();
    assert_eq!(out, b"65535");
}
