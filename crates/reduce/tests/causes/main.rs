//! What a reduction and a triage together make of planted faults: the smaller program shows the bug that the first one showed, and
//! all programs of one bug are found to be of one cause.
//!
//! The compiler is the interpreter behind the faults ([`compiler`]), each of which goes with optimisations, as bugs of real
//! compilers do. Which faults and which optimisations is drawn by a seed. `KILN_PROPERTY_CASES` raises the number of cases.

mod compiler;
mod groups;
mod slips;

fn n_cases(default: usize) -> usize {
    std::env::var("KILN_PROPERTY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[expect(clippy::print_stdout, reason = "what was measured, for those who run the test by hand")]
fn say(line: &str) {
    println!("{line}");
}
