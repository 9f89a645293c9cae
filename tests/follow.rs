//! `kiln fuzz --reduce` with a compiler behind a planted fault: findings are reduced and blamed while programs are tried.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const KILN: &str = env!("CARGO_BIN_EXE_kiln");

/// A compiler to plant faults into: the quickest there is.
fn compiler() -> Option<&'static str> {
    ["tcc", "gcc", "clang"].into_iter().find(|name| Command::new(name).arg("-v").output().is_ok())
}

#[expect(clippy::print_stderr, reason = "a test that does nothing says so")]
fn say_skipped() {
    eprintln!("skipped: there is no compiler");
}

fn kiln(here: &Path, arguments: &[&str]) -> Output {
    Command::new(KILN).args(arguments).current_dir(here).output().expect("kiln is there")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The folders of findings.
fn folders(here: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(here.join("out/findings")).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

fn status(here: &Path) -> serde_json::Value {
    let text = fs::read(here.join("out/status.json")).expect("a campaign was run");
    serde_json::from_slice(&text).expect("it is JSON")
}

/// A campaign of so many cases with a faulty compiler and a sound one. Nearly every program of `arith` meets the fault.
fn fuzz<'a>(faulty: &'a str, sound: &'a str, cases: &'a str) -> [&'a str; 14] {
    let [one, other] = ["--compiler"; 2];
    let arith = "--sources=arith";
    ["fuzz", "--reduce", "--seed", "5", "--cases", cases, one, faulty, other, sound, "--alone", "-o", "out", arith]
}

const FAULT: &str = "operator:1";

#[test]
fn findings_are_reduced_and_blamed_as_they_come() {
    let Some(compiler) = compiler() else {
        say_skipped();
        return;
    };
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    let faulty = format!("{KILN} faulty-cc --fault {FAULT} -- {compiler}");
    let fuzz = fuzz(&faulty, compiler, "16");
    let found = kiln(here, &fuzz);
    let said = text(&found.stdout);
    assert_eq!(found.status.code(), Some(1), "{said}{}", text(&found.stderr));
    assert!(said.contains(" tokens of ") && said.contains("to blame"), "{said}{}", text(&found.stderr));
    let first = &folders(here)[0];
    let reduced = fs::read_to_string(first.join("reduced.c")).expect("it was reduced");
    assert!(reduced.split_whitespace().count() < 40, "{reduced}");
    assert!(first.join("triage.json").exists() && !first.join("reduced.c.journal").exists());
    let told = status(here);
    assert!(told["reduce"]["done"].as_u64() >= Some(1) && told["reduce"]["waiting"] == 0, "{told}");
    assert!(told["sources"]["arith"]["reduce_cpu"].as_f64() > Some(0.0), "{told}");
    assert!(text(&found.stderr).contains("reduced: "), "{}", text(&found.stderr));

    // What kiln's own generator has made is first made again with less.
    let stats = ["reduce", "--finding", "F-0001", "--campaign", "out", "--stats", "-o", "again.c"];
    let stats = text(&kiln(here, &stats).stderr);
    assert!(stats.lines().any(|line| line.starts_with("choices ")), "{stats}");

    // What is done is not done again, and what is lost is.
    let again = self::fuzz(&faulty, compiler, "1");
    fs::remove_file(first.join("triage.json")).expect("it was there");
    let more = text(&kiln(here, &again).stdout);
    assert!(more.contains("F-0001  reduced before"), "{more}");
    assert!(first.join("triage.json").exists());
    assert!(!text(&kiln(here, &again).stdout).contains("F-0001"));
}

#[test]
fn a_reduction_that_is_interrupted_goes_on() {
    let Some(compiler) = compiler() else {
        say_skipped();
        return;
    };
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    let faulty = format!("{KILN} faulty-cc --fault {FAULT} -- {compiler}");
    let fuzz = fuzz(&faulty, compiler, "16");
    let mut child = Command::new(KILN)
        .args(fuzz)
        .current_dir(here)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("kiln is there");
    let has_journal = || folders(here).iter().any(|folder| folder.join("reduced.c.journal").exists());
    for _ in 0..600 {
        if has_journal() {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(has_journal(), "nothing was reduced");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it is ours");
    child.wait().expect("it ends");
    let half = folders(here).iter().filter(|folder| folder.join("reduced.c").exists()).count();
    assert!(half > 0, "the smallest program so far is there");
    let again = self::fuzz(&faulty, compiler, "1");
    let more = kiln(here, &again);
    assert!(text(&more.stdout).contains(" tokens of "), "{}{}", text(&more.stdout), text(&more.stderr));
    assert!(!has_journal());
    assert_eq!(status(here)["reduce"]["waiting"], 0);
}
