//! What only shows between processes: a reader that leaves early, a file that must not appear.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

fn kiln() -> Command {
    Command::new(env!("CARGO_BIN_EXE_kiln"))
}

/// Reads a little of what is written, and leaves; kiln has to end well and say nothing.
fn leaves_early(command: &mut Command) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 3]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("large.i");
    // Far more than a pipe holds, so that kiln is still writing when the reader leaves.
    fs::write(&file, "int x;\n".repeat(100_000)).unwrap();
    leaves_early(kiln().arg("print").arg(&file));
}

#[test]
fn a_reader_of_verdicts_may_leave_early_too() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.i");
    // The program writes more than a pipe holds.
    let program = "int puts(const char *); int main(void) { for (int i = 0; i < 9999; i++) puts(\"some text\"); }";
    fs::write(&file, program).unwrap();
    leaves_early(kiln().args(["check", "--format", "json"]).args([&file; 20]));
}

#[test]
fn verdicts_do_not_depend_on_the_number_of_jobs() {
    let directory = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for n in 0..40 {
        let file = directory.path().join(format!("{n}.i"));
        // Some take longer than others, and every third divides by zero.
        let program = format!(
            "int main(void) {{ volatile int x = 0; while (x < {}) x++; return 1 / ({n} % 3); }}",
            n * 7919 % 3000
        );
        fs::write(&file, program).unwrap();
        files.push(file);
    }
    let verdicts = |jobs: &str| {
        let output = kiln().args(["check", "--format", "json", "--jobs", jobs]).args(&files).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        output.stdout
    };
    assert_eq!(verdicts("1"), verdicts("8"));
}

#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.i");
    fs::write(&file, "int x;\n").unwrap();
    for command in ["print", "check"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = kiln().arg(command).arg(&file).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.starts_with("kiln: error: cannot write standard output: "), "{message}");
    }
}

#[test]
fn after_an_error_an_old_output_file_is_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let (file, out) = (directory.path().join("a.c"), directory.path().join("out.i"));
    fs::write(&file, "int x;\n").unwrap();
    fs::write(&out, "old\n").unwrap();
    let mut command = kiln();
    command.args(["print", "--cpp", "/bin/false"]).arg(&file).arg("-o").arg(&out);
    assert_eq!(command.output().unwrap().status.code(), Some(2));
    assert_eq!(fs::read_to_string(&out).unwrap(), "old\n");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
}
