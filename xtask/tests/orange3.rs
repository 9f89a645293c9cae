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

    // A cell that is known is not measured again.
    assert_eq!(text(&tables(target.path(), words).stdout), table);
    let sound = text(&tables(target.path(), "--table 3 --only gcc --time 600s --programs 2").stdout);
    assert_eq!(cells(&sound, "gcc -O0 -O1 -O3"), [2, 0, 0, 2, 0, 0], "{sound}");
}

/// Each table has its own columns: Csmith's programs, which say nothing of patterns, and errors of floating arithmetic. A fault of
/// integers is none of these, and the compiler that breaks down on a remainder by a comparison of numbers is.
#[test]
fn csmith_and_floating_numbers_have_their_columns() {
    let target = tempfile::tempdir().expect("there is room");
    let words = "--table 4,5 --only faults --fault operator:2,16d --time 600s --programs 3 --patterns";
    let output = tables(target.path(), words);
    let (shown, errors) = (text(&output.stdout), text(&output.stderr));
    if errors.contains("--only leaves no line") {
        return;
    }
    assert!(output.status.success(), "{shown}\n{errors}");
    let (fourth, fifth) = shown.split_once("\nTable 5: ").expect("both were asked for");
    if !fourth.contains("not installed") {
        // Two faults with three programs each.
        let [6, csmith, 6, flipping] = cells(fourth, "planted faults (2)")[..] else { panic!("{shown}") };
        assert!(csmith <= 6 && flipping >= 1, "{shown}");
    }
    let [6, integers, 6, both, floating] = cells(fifth, "planted faults (2)")[..] else { panic!("{shown}") };
    let of_floating = fifth.lines().filter(|line| line.contains("[double]") || line.contains("double)")).count();
    assert!(integers >= 1 && both >= 1 && floating <= both, "{shown}");
    assert!(floating == 0 || of_floating > 0, "{shown}");
}

/// What there is not is named, with what there is.
#[test]
fn lines_and_tables_that_there_are_not_are_refused() {
    let target = tempfile::tempdir().expect("there is room");
    for (words, said) in [
        ("--only msvc", "--only leaves no line: there are tcc, pcc, gcc, clang and faults"),
        ("--table 6", "6 is not in 2..=5"),
        ("--fault operator:x", "it has to be operator:SEED, nested:SEED, 16a, 16b, 16c or 16d"),
    ] {
        let output = tables(target.path(), words);
        assert!(!output.status.success() && output.stdout.is_empty(), "{words}");
        assert!(text(&output.stderr).contains(said), "{words}: {}", text(&output.stderr));
    }
}
