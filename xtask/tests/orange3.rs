//! The short form of the tables of the Orange3 paper: planted faults, for the blink of an eye.

use std::process::Command;

#[test]
fn programs_for_planted_faults_are_counted() {
    let words = "orange3 tables --table 3 --only faults --faults 2 --time 1s --reduced 1";
    // What was measured before is not measured again, unless it is kept elsewhere.
    let target = tempfile::tempdir().expect("there is room");
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output =
        command.args(words.split(' ')).env("CARGO_TARGET_DIR", target.path()).output().expect("xtask can be started");
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if errors.contains("--only leaves no line") {
        // There is no compiler to plant faults into.
        return;
    }
    assert!(output.status.success(), "{text}\n{errors}");
    let row = text.lines().find(|line| line.starts_with("2 planted faults")).unwrap_or_default();
    // Programs, errors and patterns, for each of the two settings.
    let cells: Vec<u64> = row.split([' ', ':', '(', ')']).filter_map(|word| word.parse().ok()).collect();
    assert!(
        text.contains("\nTable 3: ")
            && matches!(cells[..], [2, short, _, _, flipping, ..] if short > 0 && flipping > 0),
        "{text}"
    );
}
