//! Any bytes end in words or a program: `cargo +nightly fuzz run bytes`.
//!
//! What is checked is `kiln_lang::fuzzing`; a case is a byte for target and dialect, then a text. Good
//! first cases are those of `crates/lang/tests/fuzz-regressions`.

#![no_main]

use kiln_lang::fuzzing;

libfuzzer_sys::fuzz_target!(|case: &[u8]| {
    fuzzing::check_bytes(case);
});
