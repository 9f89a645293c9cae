//! Any text is reduced to something that is no larger: `cargo +nightly fuzz run reduce`.
//!
//! What is checked is `kiln_reduce::fuzzing`; a case is a capital letter for what is asked of the text, then a text.

#![no_main]

use kiln_reduce::fuzzing;

libfuzzer_sys::fuzz_target!(|case: &[u8]| {
    fuzzing::check_bytes(case);
});
