//! `strtol`, `strtod` and `sscanf`: random texts made of the pieces that numbers are made of.

use kiln_lang::target::Target;
use kiln_lang::value::{FloatFormat, IntShape};
use kiln_meaning::library::pure::format::IntKind;
use kiln_meaning::library::pure::number::{read_decimal, read_float, read_int};
use kiln_meaning::library::pure::scan::{self, Directive, Stored};

use super::draw::Draw;
use super::{ask, compare, hex};

const PIECES: &[&str] = &[
    " ",
    "\t",
    "\n",
    "+",
    "-",
    "0",
    "0x",
    "0X",
    "x",
    "1",
    "9",
    "7",
    "8",
    "a",
    "f",
    "F",
    "g",
    "z",
    ".",
    "e",
    "E",
    "p",
    "P",
    "e+",
    "e-",
    "p-",
    "p+",
    "inf",
    "infinity",
    "INF",
    "infi",
    "nan",
    "NaN",
    "nan(",
    "nan(12)",
    "nan(0x7)",
    "nan(_z)",
    ")",
    "(nil)",
    "%",
    ",",
    "12345",
    "99999999999",
    "18446744073709551615",
    "9223372036854775808",
    "2147483648",
    "65536",
    "00",
    "\u{b}",
    "_",
    "]",
    "(",
];

fn pieces(draw: &mut Draw, most: u32) -> String {
    let n_pieces = draw.below(most + 1);
    (0..n_pieces).map(|_| draw.among(PIECES)).collect()
}

#[test]
fn integers_in_text() {
    let mut draw = Draw(11);
    let (mut requests, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..30_000 {
        let text = match draw.below(3) {
            0 => pieces(&mut draw, 6),
            1 => (draw.integer() as i64).to_string(),
            _ => format!("{}{}", draw.among(&["", "-", "+", " -0x", "0x", "0"]), draw.bits64() >> draw.below(64)),
        };
        let base = if draw.one_in(3) { draw.among(&[0, 8, 10, 16]) } else { draw.among(&[0, 2, 3, 7, 11, 16, 35, 36]) };
        let signed = draw.one_in(2);
        let sign = if signed { 's' } else { 'u' };
        requests.push(format!("I {sign} {} {base} {}", draw.among(&["64", "ll"]), hex(text.as_bytes())));
        let long = IntShape::signed(64);
        let read = read_int(text.as_bytes(), base, IntShape { bits: 64, signed }).unwrap();
        let simple = read_decimal(text.as_bytes(), IntShape::signed(32), long);
        ours.push(format!(
            "{:x} {} {} {}",
            read.value.as_u64(),
            read.consumed,
            u8::from(read.out_of_range),
            simple.value.as_i128()
        ));
    }
    let Some(answers) = ask("strtol", &requests) else { return };
    compare(&requests, &answers, &ours);
}

fn decimal_text(draw: &mut Draw) -> String {
    match draw.below(6) {
        0 => pieces(draw, 7),
        1 => format!("{}.{}e{}", draw.below(100), draw.bits64(), draw.below(700) as i32 - 350),
        2 => format!("{}e{}", draw.bits128(), draw.below(11_000) as i32 - 5500),
        3 => format!("0x{:x}.{:x}p{}", draw.bits64() >> draw.below(64), draw.bits64(), draw.below(2400) as i32 - 1200),
        4 => format!("0x{:x}p{}", draw.bits128(), draw.below(33_500) as i32 - 16_900),
        _ => halfway(draw),
    }
}

/// A number halfway between two neighbours, or a little off.
fn halfway(draw: &mut Draw) -> String {
    let bits = u64::from(draw.bits32() >> 8) << 1 | 1;
    let shift = draw.below(60);
    let number = u128::from(bits) << shift;
    let tail = draw.among(&["", ".0", ".00000000000000000000000000000000000000000000000000000001", "e0", "e+00"]);
    format!("{}{tail}", number - u128::from(draw.below(3) / 2))
}

#[test]
fn floats_in_text() {
    let formats = [
        ('f', FloatFormat::Single, 8),
        ('d', FloatFormat::Double, 16),
        ('l', FloatFormat::X87Extended, 20),
        ('q', FloatFormat::Quad, 32),
    ];
    let mut draw = Draw(12);
    let (mut requests, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..40_000 {
        let (letter, format, width) = draw.among(&formats);
        let text = decimal_text(&mut draw);
        requests.push(format!("F {letter} {}", hex(text.as_bytes())));
        let read = read_float(text.as_bytes(), format);
        ours.push(format!("{} {} {:0width$x}", read.consumed, u8::from(read.range_error), read.value.bits()));
    }
    let Some(answers) = ask("strtod", &requests) else { return };
    compare(&requests, &answers, &ours);
}

/// Formats with at most four arguments.
fn scan_format(draw: &mut Draw) -> String {
    let mut format = String::new();
    for _ in 0..=draw.below(4) {
        if draw.one_in(3) {
            format += draw.among(&[" ", ",", "x", "%%", "1", "  "]);
        }
        let suppression = if draw.one_in(6) { "*" } else { "" };
        let width = if draw.one_in(3) { (1 + draw.below(6)).to_string() } else { String::new() };
        let conversion = draw.among(&[
            "d", "i", "u", "o", "x", "X", "hhd", "hu", "ld", "lli", "jx", "zu", "td", "f", "lf", "Lf", "le", "g", "La",
            "s", "c", "[0-9]", "[^0-9]", "[]x]", "[^]]", "[-+]", "[a-]", "[9-0]", "p", "n", "hhn", "ln",
        ]);
        format.extend(["%", suppression, &width, conversion]);
    }
    format
}

/// A text that a format has a chance to match.
fn scan_text(draw: &mut Draw) -> String {
    let n_words = 1 + draw.below(5);
    let words = (0..n_words).map(|_| match draw.below(4) {
        0 => pieces(draw, 4),
        1 => (draw.integer() as i64).to_string(),
        2 => decimal_text(draw),
        _ => format!("{}", draw.below(1000)),
    });
    let words: Vec<String> = words.collect();
    words.join(draw.among(&[" ", ",", "", "x"]))
}

#[test]
fn scans() {
    let mut draw = Draw(13);
    let (mut requests, mut ours) = (Vec::new(), Vec::new());
    while requests.len() < 40_000 {
        let (format, text) = (scan_format(&mut draw), scan_text(&mut draw));
        let Ok(directives) = scan::parse(format.as_bytes()) else { continue };
        let n_stored = directives.iter().filter(|directive| match directive {
            Directive::Conversion(spec) => !spec.suppressed,
            _ => false,
        });
        // Four arguments of forty bytes are what the oracle shows.
        if n_stored.count() > 4 || text.len() > 39 {
            continue;
        }
        requests.push(format!("S {} {}", hex(format.as_bytes()), hex(text.as_bytes())));
        let scan = scan::scan(&directives, text.as_bytes(), &Target::x86_64());
        let mut words = vec![scan.result.to_string()];
        words.extend(scan.stored.iter().map(memory));
        words.resize(5, "a5".repeat(40));
        ours.push(words.join(" "));
    }
    let Some(answers) = ask("sscanf", &requests) else { return };
    compare(&requests, &answers, &ours);
}

/// What stands in memory where something was stored.
fn memory(stored: &Stored) -> String {
    let target = Target::x86_64();
    let mut bytes = match stored {
        Stored::Integer(kind, value) => little_endian(value.as_u128(), usize_of(*kind, &target)),
        Stored::Float(kind, value) => {
            let size = target.float_format(kind.basic()).bits() as usize / 8;
            little_endian(value.bits(), size)
        }
        Stored::Text { bytes, terminated, .. } => {
            let mut bytes = bytes.clone();
            bytes.extend(terminated.then_some(0));
            bytes
        }
        Stored::Pointer(address) => little_endian((*address).into(), 8),
    };
    bytes.resize(40, 0xa5);
    hex(&bytes)
}

fn usize_of(kind: IntKind, target: &Target) -> usize {
    usize::from(kind.shape(target).bits) / 8
}

fn little_endian(bits: u128, size: usize) -> Vec<u8> {
    bits.to_le_bytes()[..size].to_vec()
}
