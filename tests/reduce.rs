//! `kiln reduce` with real compilers: one behind a planted fault, and one that does nothing wrong.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const KILN: &str = env!("CARGO_BIN_EXE_kiln");

/// A compiler to plant faults into: the quickest there is.
fn compiler() -> Option<&'static str> {
    ["tcc", "gcc", "clang"].into_iter().find(|name| Command::new(name).arg("-v").output().is_ok())
}

fn kiln(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(KILN).args(arguments).current_dir(directory).output().expect("kiln is there")
}

#[expect(clippy::print_stderr, reason = "a test that does nothing says so")]
fn say_skipped() {
    eprintln!("skipped: there is no compiler");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_planted_fault_is_reduced_and_a_sound_compiler_is_not() {
    let Some(compiler) = compiler() else {
        say_skipped();
        return;
    };
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    let program = kiln(here, &["generate", "arith", "--seed", "3", "--preset", "flipping", "--product", "2000"]).stdout;
    fs::write(here.join("a.c"), &program).expect("there is room");
    let faulty = format!("{KILN} faulty-cc --fault operator:2 -- {compiler}");

    let result = kiln(here, &["reduce", "--compiler", &faulty, "a.c"]);
    assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
    assert!(
        text(&result.stdout).ends_with("pattern: int = <<[unsigned int](unsigned int, int)\n"),
        "{}",
        text(&result.stdout)
    );
    assert_eq!(fs::read(here.join("a.c")).expect("it is still there"), program);
    let reduced = fs::read_to_string(here.join("a.reduced.c")).expect("it was written");
    assert!(reduced.starts_with("/* kiln ") && reduced.contains(", reduced */\n"), "{reduced}");
    assert!(reduced.lines().count() < 20, "{reduced}");
    let verdict = kiln(here, &["check", "a.reduced.c", "--cpp", compiler]);
    assert_eq!(verdict.status.code(), Some(0), "{}", text(&verdict.stdout));

    // Again, with as many tests at once as one likes: nothing is left to be done, and the result is the same.
    for jobs in ["1", "3"] {
        let again = kiln(here, &["reduce", "--compiler", &faulty, "-j", jobs, "a.reduced.c", "-o", "-"]);
        assert_eq!(text(&again.stdout), reduced, "{}", text(&again.stderr));
    }

    let sound = kiln(here, &["reduce", "--compiler", compiler, "a.c", "-o", "b.c"]);
    assert_eq!(sound.status.code(), Some(2));
    assert!(text(&sound.stderr).contains("it does not fail"), "{}", text(&sound.stderr));
    assert!(!here.join("b.c").exists());
    let over = kiln(here, &["reduce", "--compiler", &faulty, "a.c", "-o", "./a.c"]);
    assert_eq!(over.status.code(), Some(2));
    let checksum = kiln(here, &["generate", "arith", "--form", "checksum"]).stdout;
    fs::write(here.join("c.c"), checksum).expect("there is room");
    let other = kiln(here, &["reduce", "--compiler", compiler, "c.c"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("not a self-checking program"), "{}", text(&other.stderr));
}
