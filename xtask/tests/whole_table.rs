//! The short form of the tables of whole programs.

use std::path::Path;
use std::process::{Command, Output};

/// Runs `cargo xtask whole-table`.
fn table(target: &Path, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("whole-table").args(words.split(' ')).env("CARGO_TARGET_DIR", target);
    command.output().expect("xtask can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The numbers of the line that begins with a name.
fn numbers(table: &str, name: &str) -> Vec<f64> {
    let line = table.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that cannot be done says so")]
fn both_generators_stand_side_by_side() {
    let target = tempfile::tempdir().expect("there is room");
    let output = table(target.path(), "quality --programs 2 --counted 1 --corpus 0");
    let (table, errors) = (text(&output.stdout), text(&output.stderr));
    if errors.contains("csmith is missing") {
        eprintln!("no Csmith: nothing is compared");
        return;
    }
    // A share and what it is a share of, of both.
    assert_eq!(numbers(&table, "do not end")[2..4], [0.0, 2.0], "{table}\n{errors}");
    let [_, _, executed, all, ..] = numbers(&table, "executed lines")[..] else { panic!("{table}\n{errors}") };
    assert!(executed > 50.0 && all > 200.0, "{table}");
    let [_, _, bare, sites, ..] = numbers(&table, "bare: all")[..] else { panic!("{table}\n{errors}") };
    assert!(bare > 80.0 && sites > 100.0, "{table}");
    let [pairs, of_kiln, ..] = numbers(&table, "(pass, counter) pairs")[..] else { panic!("{table}\n{errors}") };
    assert!(pairs > 50.0 && of_kiln > 50.0, "{table}");
    let is_missed = table.contains("MISSED");
    assert_eq!(output.status.success(), !is_missed, "{table}\n{errors}");
}

#[test]
fn settings_are_compared_at_equal_time() {
    let target = tempfile::tempdir().expect("there is room");
    let output = table(target.path(), "ablation --time 1s --faults 2");
    let (table, errors) = (text(&output.stdout), text(&output.stderr));
    if errors.contains("cannot start `gcc`") {
        return;
    }
    assert!(output.status.success(), "{table}\n{errors}");
    for setting in ["swarm (default)", "fixed (--no-swarm)", "without loops", "without loops and branches"] {
        let [programs, pairs, _, _, hits, faults] = numbers(&table, setting)[..] else { panic!("{table}") };
        assert!(programs >= 1.0 && pairs > 20.0 && hits <= faults, "{table}");
        assert!((faults - 4.0).abs() < 1e-9, "{table}");
    }
}
