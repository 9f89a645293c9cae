//! Every planted fault is found and called by its name, nothing else is, and nothing is left behind.

use std::process::{Command, Output};

fn kiln(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kiln")).args(words).output().expect("kiln can be started")
}

#[expect(clippy::print_stderr, reason = "a test that cannot be done says so")]
fn has_compiler() -> bool {
    let found = kiln(&["compilers"]).status.success();
    if !found {
        eprintln!("no compiler: nothing is planted");
    }
    found
}

#[test]
fn planted_faults_are_found() {
    if !has_compiler() {
        return;
    }
    let output = kiln(&["selftest", "--seed", "3"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.lines().count() >= 15 && text.lines().all(|line| line.starts_with("ok ")), "{text}");
}

#[test]
fn a_campaign_resumes_and_repeats() {
    if !has_compiler() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory can be made");
    let run = |name: &str, words: &[&str]| {
        let out = directory.path().join(name);
        let out = out.to_str().expect("it is text");
        let output = kiln(&[&["fuzz", "-o", out, "--jobs", "1", "--compiler", "cc"], words].concat());
        (output, out.to_owned())
    };
    let (first, out) = run("one", &["--seed", "5", "--cases", "1"]);
    assert!(matches!(first.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&first.stderr));
    let cases = || {
        let text = std::fs::read_to_string(format!("{out}/status.json")).expect("it is there");
        let status: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        // Which source a case comes from is drawn by the seed.
        let sources = status["sources"].as_object().expect("sources are an object");
        sources.values().filter_map(|source| source["cases"].as_u64()).sum::<u64>()
    };
    assert_eq!(cases(), 1);
    run("one", &["--cases", "1"]);
    assert_eq!(cases(), 2, "it goes on where it was");
    let (other, _) = run("one", &["--seed", "6", "--cases", "1"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("was begun with --seed 5, not 6"));
    let foreign = directory.path().join("foreign");
    std::fs::create_dir(&foreign).expect("it can be made");
    std::fs::write(foreign.join("file"), "mine").expect("it can be written");
    let (refused, _) = run("foreign", &["--cases", "1"]);
    assert_eq!(refused.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is not the directory of a campaign"));
    assert_eq!(std::fs::read_dir(&foreign).expect("it is there").count(), 1, "nothing was written");
    std::fs::write(format!("{out}/kiln.db"), "no database at all, but long enough to look like one").expect("written");
    let (damaged, _) = run("one", &["--cases", "1"]);
    assert_eq!(damaged.status.code(), Some(3), "{}", String::from_utf8_lossy(&damaged.stderr));
}

#[test]
fn the_program_or_the_compiler() {
    if !has_compiler() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory can be made");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("it can be written");
        path.to_str().expect("it is text").to_owned()
    };
    let test = |path: &str| {
        let output = kiln(&["test", "--compiler", "cc", path]);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (status, text) = test(&file("good.c", "#include <stdio.h>\nint main(void) { puts(\"hi\"); return 3; }\n"));
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("exit status 3, 3 bytes of output: right") && text.contains("All compilers agree"), "{text}");
    let (status, text) = test(&file("bad.c", "int main(int n, char **v) { return 2147483647 + n < 0; }\n"));
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("The program is at fault: it is undefined: signed-overflow"), "{text}");
    assert_eq!(test(&file("no.c", "int main(void) { return no; }\n")).0, Some(2));
}
