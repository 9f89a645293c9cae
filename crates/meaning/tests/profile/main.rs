//! Profiles, held against programs that count and print by themselves.

mod by_hand;
mod counted;
mod printed;

use std::fs;
use std::path::Path;

use kiln_lang::Options;
use kiln_lang::index::Id;
use kiln_lang::tree::{Body, DeclRef, FunctionId, Program};
use kiln_meaning::{Outcome, Settings, Verdict, run};

/// Programs with all kinds of statements and jumps.
const PROGRAMS: [&str; 4] =
    [include_str!("loops.c"), include_str!("jumps.c"), include_str!("conditions.c"), include_str!("calls.c")];

/// The program of a text that is right.
fn parse(text: &str) -> Program {
    let parsed = kiln_lang::parse("profile.c", text.as_bytes().to_vec(), &Options::default());
    assert!(parsed.accepted(), "{:?}\n{text}", parsed.diagnostics);
    parsed.program
}

/// All functions of a program with their bodies.
fn functions(program: &Program) -> impl Iterator<Item = (FunctionId, &Body)> {
    let ids = (0..program.units[0].functions.len()).map(FunctionId::from_index);
    ids.map(|function| (function, &**program.units[0].function(function)))
}

/// What is declared at file scope under a name.
fn named(program: &Program, name: &str) -> DeclRef {
    let decls = &program.units[0].file.decls;
    let is_named = |symbol| program.tables.names.resolve(symbol) == name;
    let found = decls.iter_ids().find(|(_, decl)| decl.name.is_some_and(is_named));
    DeclRef::file(found.expect("it is declared").0)
}

/// The texts above, and as many of Csmith's as `cargo xtask csmith` has left here, up to some.
#[expect(clippy::print_stderr, reason = "a test that cannot look at everything says so")]
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = PROGRAMS.iter().map(|&text| text.to_owned()).collect();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/csmith");
    let csmith: Vec<String> =
        (1..=8).filter_map(|n| fs::read_to_string(directory.join(format!("{n}.i"))).ok()).collect();
    if csmith.is_empty() {
        eprintln!("no programs in {}: `cargo xtask csmith` makes some", directory.display());
    }
    texts.extend(csmith);
    texts
}

/// What a program writes, if it is defined.
fn output(program: &Program) -> Option<String> {
    match run(program, &Settings::default()).outcome {
        Outcome::Ended(ended) => Some(String::from_utf8_lossy(&ended.output).into_owned()),
        _ => None,
    }
}

/// A profile does not change what a program does.
fn same_as_plain(program: &Program, verdict: &Verdict) {
    let plain = run(program, &Settings::default());
    assert_eq!((&verdict.outcome, verdict.steps, &verdict.output), (&plain.outcome, plain.steps, &plain.output));
}
