//! The short form of the tables of the Orange3 paper: planted faults, for the blink of an eye.

use std::process::Command;

#[test]
fn errors_of_planted_faults_are_counted_and_reduced() {
    let arguments = ["orange3", "tables", "--time", "1s", "--faults", "2", "--only", "faults", "--reduced", "1"];
    // What was measured before is not measured again, unless it is kept elsewhere.
    let target = tempfile::tempdir().expect("there is room");
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = command.args(arguments).env("CARGO_TARGET_DIR", target.path()).output().expect("xtask can be started");
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if errors.contains("--only leaves no line") {
        // There is no compiler to plant faults into.
        return;
    }
    assert!(output.status.success(), "{text}\n{errors}");
    assert_eq!(text.lines().filter(|line| line.starts_with("2 planted faults")).count(), 4, "{text}");
    // One of the two faults shows, and is reduced to its pattern.
    let table_3 = text.split("Table 3").nth(1).unwrap_or_default();
    assert!(table_3.contains("(1"), "{text}");
}
