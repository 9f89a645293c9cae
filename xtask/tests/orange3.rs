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

/// The numbers of the line of a table that begins with a name: programs, errors and patterns of each setting.
fn cells(table: &str, name: &str) -> Vec<u64> {
    let line = table.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.split([' ', ':', '(', ')']).filter_map(|word| word.parse().ok()).collect()
}

/// Programs of 1,000 operators show that one operator is wrong, and whatever they are reduced to has that operator; the compiler
/// that the fault is planted into shows nothing.
#[test]
fn a_planted_fault_is_found_and_its_patterns_counted() {
    let target = tempfile::tempdir().expect("there is room");
    let words = "--table 3 --only faults --fault operator:2 --time 600s --programs 6 --patterns";
    let output = tables(target.path(), words);
    let (table, errors) = (text(&output.stdout), text(&output.stderr));
    if errors.contains("--only leaves no line") {
        // There is no compiler to plant faults into.
        return;
    }
    assert!(output.status.success(), "{table}\n{errors}");
    let patterns: Vec<&str> = table.lines().filter(|line| line.starts_with("  ")).collect();
    let [6, _, n_short, 6, n_errors, n_long] = cells(&table, "planted faults (1)")[..] else { panic!("{table}") };
    assert!(n_errors >= 2 && n_long >= 1 && n_long <= n_errors, "{table}");
    assert!((n_long..=n_short + n_long).contains(&(patterns.len() as u64)), "{table}");
    for line in patterns {
        let (file, pattern) = line.trim().split_once(": ").unwrap_or_default();
        assert!(pattern.contains("<<[unsigned int]("), "{table}");
        let reduced = std::fs::read_to_string(file).expect("it is kept");
        assert!(reduced.starts_with("/* gcc -O0 in which `<<` of unsigned int is one too large: "), "{reduced}");
        assert!(reduced.contains("<<") && reduced.lines().count() < 30, "{reduced}");
    }

    let sound = text(&tables(target.path(), "--table 3 --only gcc --time 600s --programs 2").stdout);
    assert_eq!(cells(&sound, "gcc -O0 -O1 -O3"), [2, 0, 0, 2, 0, 0], "{sound}");
}
