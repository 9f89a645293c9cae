//! `--counts` against gcov: each program in `tests/gcov` has the same counts on every line.
//!
//! A line with nothing but a closing brace is left out: gcov counts the end of a function there, kiln nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs a command in a directory; `None` if there is no such command.
fn output_of(directory: &Path, command: &str, args: &[&str]) -> Option<Output> {
    Command::new(command).args(args).current_dir(directory).stdin(Stdio::null()).output().ok()
}

/// The counts in a listing as gcov writes them: `count:line:text`.
fn counts(listing: &str) -> BTreeMap<u32, String> {
    let mut counts = BTreeMap::new();
    for line in listing.lines() {
        let mut parts = line.splitn(3, ':');
        let (Some(count), Some(number), Some(text)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let Ok(number) = number.trim().parse() else { continue };
        // A star marks lines of which a part did not run.
        let count = count.trim().trim_end_matches('*');
        if number > 0 && text.trim() != "}" && (count == "#####" || count == "-" || count.parse::<u64>().is_ok()) {
            counts.insert(number, count.to_owned());
        }
    }
    counts
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that cannot be done says so")]
fn lines_ran_as_often_as_gcov_says() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/gcov");
    let scratch = tempfile::tempdir().expect("a directory");
    for name in ["primes", "words"] {
        let file = format!("{name}.c");
        fs::copy(programs.join(&file), scratch.path().join(&file)).expect("a copy");
        let program = scratch.path().join(name).to_string_lossy().into_owned();
        let gcov = output_of(scratch.path(), "gcc", &["--coverage", "-O0", "-o", name, &file])
            .filter(|compiled| compiled.status.success())
            .and_then(|_| output_of(scratch.path(), &program, &[]))
            .and_then(|_| output_of(scratch.path(), "gcov", &["--stdout", &file]))
            .filter(|gcov| gcov.status.success());
        let Some(gcov) = gcov else {
            eprintln!("no gcov: {file} is not compared");
            continue;
        };
        let kiln = output_of(scratch.path(), env!("CARGO_BIN_EXE_kiln"), &["run", "--counts", &file]).expect("kiln");
        let (expected, is) =
            (counts(&String::from_utf8_lossy(&gcov.stdout)), counts(&String::from_utf8_lossy(&kiln.stderr)));
        assert!(expected.len() > 20, "{expected:?}");
        assert_eq!(is, expected, "{file}");
    }
}
