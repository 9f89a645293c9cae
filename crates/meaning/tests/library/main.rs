//! The library inside the machine: programs that call it through many cases, run by the machine and by the system.
//!
//! The programs are deterministic and defined, so both must print the same. A machine without a compiler skips the test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kiln_lang::{Options, parse};
use kiln_meaning::{End, Outcome, Settings, run};

/// What a program printed, and its status.
type Answer = (String, i32);

/// The program preprocessed; nothing if there is no compiler.
fn preprocess(path: &Path) -> Option<Vec<u8>> {
    let output = Command::new("gcc").args(["-E", "-D_GNU_SOURCE"]).arg(path).stderr(Stdio::null()).output().ok()?;
    output.status.success().then_some(output.stdout)
}

fn natively(path: &Path, level: &str) -> Answer {
    let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
    let program = std::env::temp_dir().join(format!("kiln-library-{name}{level}-{}", std::process::id()));
    let built = Command::new("gcc")
        .args(["-w", "-D_GNU_SOURCE", level, "-o"])
        .args([program.as_path(), path])
        .arg("-lm")
        .stderr(Stdio::null())
        .status()
        .expect("gcc was there to preprocess");
    assert!(built.success(), "{name} does not compile");
    let output = Command::new(&program).stdin(Stdio::null()).output().expect("what was built can be run");
    // Nothing depends on it.
    let _ = fs::remove_file(&program);
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}

fn by_the_machine(path: &Path, text: Vec<u8>) -> Answer {
    let parsed = parse("program.i", text, &Options::default());
    assert!(parsed.accepted(), "{}: {:?}", path.display(), parsed.diagnostics.first());
    match run(&parsed.program, &Settings::default()).outcome {
        Outcome::Ended(ended) => {
            let End::Status(status) = ended.how else { panic!("{}: {:?}", path.display(), ended.how) };
            (String::from_utf8_lossy(&ended.output).into_owned(), status.into())
        }
        other => panic!("{}: {other:?}", path.display()),
    }
}

#[track_caller]
fn compare(name: &str) {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "library", name].iter().collect();
    let Some(text) = preprocess(&path) else { return };
    let (ours, status) = by_the_machine(&path, text);
    for level in ["-O0", "-O2"] {
        let (theirs, expected) = natively(&path, level);
        for (line, (our, their)) in ours.lines().zip(theirs.lines()).enumerate() {
            assert_eq!(our, their, "line {} of the output of {name}, against {level}", line + 1);
        }
        assert_eq!((ours.lines().count(), status), (theirs.lines().count(), expected), "{name}, against {level}");
    }
}

#[test]
fn overflow_builtins() {
    compare("overflow.c");
}

#[test]
fn bits_and_atomic_functions() {
    compare("bits.c");
}

#[test]
fn strings_and_memory() {
    compare("strings.c");
}

#[test]
fn numbers() {
    compare("numbers.c");
}

#[test]
fn sorting_lists_and_signals() {
    compare("sorting.c");
}

#[test]
fn vectors_and_classification() {
    compare("vectors.c");
}
