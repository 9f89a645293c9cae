//! The short form of the tables of the Orange3 paper.

use std::path::Path;
use std::process::{Command, Output};

/// Runs `cargo xtask orange3 tables`. What was measured before is not measured again, so it is kept in a directory.
fn tables(target: &Path, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["orange3", "tables"]).args(words.split(' ')).env("CARGO_TARGET_DIR", target);
    command.output().expect("xtask can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The words of the line of a table that begins with a name.
fn cells<'t>(table: &'t str, name: &str) -> Vec<&'t str> {
    let line = table.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap_or_default().split_whitespace().collect()
}

/// Two programs of 4 operators say nothing of the fault, two of 1,000 show it both, and it is one pattern; the compiler that it is
/// planted into shows nothing.
#[test]
fn a_planted_fault_is_found_and_its_pattern_counted() {
    let target = tempfile::tempdir().expect("there is room");
    let words = "--table 3 --only faults --fault operator:2 --time 600s --programs 2 --patterns";
    let output = tables(target.path(), words);
    let (table, errors) = (text(&output.stdout), text(&output.stderr));
    if errors.contains("--only leaves no line") {
        // There is no compiler to plant faults into.
        return;
    }
    assert!(output.status.success(), "{table}\n{errors}");
    assert_eq!(cells(&table, "planted faults (1)"), ["2:", "0", "(0)", "2:", "2", "(1)"], "{table}");
    let (file, pattern) = table.lines().last().and_then(|line| line.trim().split_once(": ")).unwrap_or_default();
    assert!(pattern.ends_with(": int = <<[unsigned int](unsigned int, int)"), "{table}");
    let reduced = std::fs::read_to_string(file).expect("it is kept");
    assert!(reduced.starts_with("/* gcc -O0 in which `<<` of unsigned int") && reduced.contains("<<"), "{reduced}");

    let sound = text(&tables(target.path(), "--table 3 --only gcc --time 600s --programs 2").stdout);
    assert_eq!(cells(&sound, "gcc -O0 -O1 -O3"), ["2:", "0", "(0)", "2:", "0", "(0)"], "{sound}");
}
