//! Any change of tokens ends in words or a program: `cargo +nightly fuzz run tokens`.
//!
//! What is checked is `kiln_lang::fuzzing`; an input is a length, a mutation of that length, then a text.

#![no_main]

use kiln_lang::fuzzing;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let (seed_text, mutation) = fuzzing::split_input(input);
    fuzzing::check_mutation(seed_text, mutation);
});
