//! What must hold for any bytes whatsoever, as library code: fuzz targets, `cargo xtask fuzz` and `cargo test` share it.
//!
//! A case is a byte that picks target and dialect (a row of `SETTINGS`; a digit is its row), and then the text. The text need
//! not be C. Reading it ends, in a program or in words; the words can be shown; nothing that was not edited prints changed;
//! and what was accepted prints as a text that is accepted and has the same shape. A check panics where this does not hold:
//! that is what every fuzzer understands. Hangs, exhausted memory and exhausted stack are seen by whoever runs the check.
//!
//! Cases are made from texts by [`mutate_bytes`] and [`mutate_tokens`], which are functions of a text and of some bytes that
//! say what happens to it. The first finds what the lexer does not expect, the second gets past the parser more often. [`EXTREMES`] are what neither makes.

mod bytes;
mod choices;
mod extremes;
mod tokens;

pub use self::bytes::mutate_bytes;
pub use self::choices::Random;
pub use self::extremes::{EXTREMES, Extreme};
pub use self::tokens::{DONOR, mutate_tokens};

use crate::target::Target;
use crate::{Options, Parsed, diagnostics, parse, print, same_shape};

/// What became of a text that behaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a program, and printing it was tried too.
    Accepted,
    /// It is none, and the reasons can be shown.
    Rejected,
}

/// A target and flags: together they reach every field of [`Options`].
struct Setting {
    target: &'static str,
    flags: &'static [&'static str],
}

const SETTINGS: &[Setting] = &[
    Setting { target: "x86_64", flags: &[] },
    Setting { target: "i386", flags: &["-std=gnu11"] },
    Setting { target: "x86_64", flags: &["-std=c89"] },
    Setting { target: "riscv64", flags: &["-std=gnu89", "-fgnu89-inline"] },
    Setting { target: "aarch64", flags: &["-std=c2x"] },
    Setting { target: "x86_64", flags: &["-fpack-struct=2", "-fshort-enums", "-fms-extensions"] },
    Setting { target: "arm", flags: &["-std=c99", "-fno-asm", "-fshort-wchar"] },
    Setting { target: "int16", flags: &["-std=gnu17"] },
];

impl Setting {
    fn options(&self) -> Options {
        let options = Options::from_flags(self.flags.iter().copied());
        Options { target: Target::by_name(self.target).unwrap_or(options.target), ..options }
    }
}

/// The first byte of a case, as a digit.
fn pick(byte: u8) -> u8 {
    b'0' + byte % SETTINGS.len() as u8
}

/// Checks a case: the byte that picks a setting, then the text.
pub fn check_bytes(case: &[u8]) -> Verdict {
    let (&pick, text) = case.split_first().unwrap_or((&b'0', &[]));
    // A digit is its row: '0' is 48, a multiple of 8.
    check_text(text, &SETTINGS[usize::from(pick) % SETTINGS.len()].options())
}

/// Checks what `mutation` makes of the tokens of `seed_text`.
pub fn check_mutation(seed_text: &[u8], mutation: &[u8]) -> Verdict {
    check_bytes(&mutate_tokens(seed_text, mutation))
}

/// Cuts one input into the two arguments of [`check_mutation`]: its first byte says how long the mutation is, which comes
/// next, before the text.
pub fn split_input(input: &[u8]) -> (&[u8], &[u8]) {
    let (&n_mutation, rest) = input.split_first().unwrap_or((&0, &[]));
    let (mutation, seed_text) = rest.split_at(rest.len().min(n_mutation.into()));
    (seed_text, mutation)
}

fn check_text(text: &[u8], options: &Options) -> Verdict {
    let parsed = parse("input", text, options);
    show_diagnostics(&parsed);
    check_source(&parsed, text);
    if !parsed.accepted() {
        return Verdict::Rejected;
    }
    check_canonical(&parsed, options);
    Verdict::Accepted
}

fn show_diagnostics(parsed: &Parsed) -> String {
    parsed.diagnostics.iter().map(|diagnostic| diagnostics::render(diagnostic, &parsed.source)).collect()
}

/// Nothing was edited, so the text comes back.
fn check_source(parsed: &Parsed, text: &[u8]) {
    let unit = parsed.program.units.first().expect("reading gives one unit");
    let printed = print::source_bytes(&parsed.program.tables, unit);
    assert!(printed == text, "source: printed as {:?}", String::from_utf8_lossy(&printed));
}

/// The canonical form is a program too, and the same one.
fn check_canonical(parsed: &Parsed, options: &Options) {
    let printed = print::canonical(&parsed.program);
    let again = parse("printed", printed.as_bytes(), options);
    assert!(again.accepted(), "canonical: not accepted:\n{}{printed}", show_diagnostics(&again));
    if let Err(difference) = same_shape(&parsed.program, &again.program) {
        panic!("canonical: another shape: {difference}\n{printed}");
    }
}
