//! The checks of `kiln_lang::fuzzing`, in short: on every case that was ever wrong or is likely to be, on some mutants of
//! them, and on what is deep and long.
//!
//! Each file of `fuzz-regressions` is a case as `fuzzing::check_bytes` takes it: a digit that picks the setting, then the
//! text. `cargo xtask fuzz lang` is the same for longer; what it finds is put there when it is mended.

use std::fs;
use std::path::Path;

use kiln_lang::fuzzing::{self, DONOR, EXTREMES, Random};

/// About what a second makes. A number and not a time, so that the same cases are tried everywhere.
const N_MUTANTS: u32 = 3000;

/// How deep and how long: enough for a small stack, and not enough to take seconds.
const SIZE: usize = 2000;

#[test]
fn what_was_wrong_once_is_right() {
    for (_, case) in seeds() {
        fuzzing::check_bytes(&case);
    }
}

#[test]
fn changed_bytes_end_in_words_or_a_program() {
    check_mutants(fuzzing::mutate_bytes);
}

#[test]
fn changed_tokens_end_in_words_or_a_program() {
    check_mutants(fuzzing::mutate_tokens);
}

#[test]
fn extremes_end_in_words_or_a_program() {
    for extreme in EXTREMES {
        fuzzing::check_bytes(format!("0{}", (extreme.text)(SIZE)).as_bytes());
    }
}

fn check_mutants(mutate: fn(&[u8], &[u8]) -> Vec<u8>) {
    let seeds = seeds();
    let mut random = Random::new(1);
    for _ in 0..N_MUTANTS {
        let (name, seed) = &seeds[random.below(seeds.len())];
        let mutation = random.mutation(64);
        let case = mutate(&seed[1..], &mutation);
        let outcome = std::panic::catch_unwind(|| fuzzing::check_bytes(&case));
        assert!(outcome.is_ok(), "{name}, changed to {:?}", String::from_utf8_lossy(&case));
    }
}

/// Names and cases, in a fixed order. Their first bytes are settings, so there are no empty ones.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz-regressions");
    let entries = fs::read_dir(folder).expect("the folder of cases is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    let case = |path: &Path| fs::read(path).expect("a case can be read");
    let regressions = paths.iter().map(|path| (path.display().to_string(), case(path)));
    let donor = ("a little of everything".to_owned(), format!("0{DONOR}").into_bytes());
    regressions.chain([donor]).collect()
}
