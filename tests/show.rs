//! What `kiln findings` and `kiln report` say of a campaign, and how the status screen leaves a terminal behind.
//!
//! `tests/show/NAME.txt` is what kiln prints; `BLESS=1` writes it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;
use std::{env, fs};

use kiln_campaign::folder::{File, Finding, Seen, Tried};
use kiln_campaign::judge::{Class, Standing};
use kiln_campaign::status::Counts;
use kiln_campaign::store::{Done, SCHEMA, Store};
use kiln_campaign::tally::{Configured, Tally, Verdict};
use kiln_toolchain::build::Compiled;
use kiln_toolchain::runner::End;

/// Compilers and levels of the campaign: name, version, level.
const CONFIGURATIONS: [(&str, &str, &str); 3] =
    [("gcc", "gcc (GCC) 12.2.0", "-O0"), ("gcc", "gcc (GCC) 12.2.0", "-O2"), ("tcc", "tcc version 0.9.27", "")];

fn configured(index: usize) -> Configured {
    let (compiler, version, level) = CONFIGURATIONS[index];
    Configured { compiler: compiler.to_owned(), version: version.to_owned(), level: level.to_owned() }
}

fn command(index: usize) -> String {
    let (compiler, _, level) = CONFIGURATIONS[index];
    format!("/usr/bin/{compiler} -w {level} -lm").replace("  ", " ")
}

/// A finding that one configuration shows.
fn finding(case: u64, class: Class, standing: Standing, key: &str, failing: usize) -> (Finding, Vec<File>) {
    let tried = |name: &str, version: &str| Tried {
        compiler: name.to_owned(),
        command: format!("/usr/bin/{name}"),
        version: version.to_owned(),
        target: Some("x86_64".to_owned()),
    };
    let seen = |index: usize| {
        let crashes = class == Class::CompilerCrash && index == failing;
        let output = if index == failing { "checksum = 00000000" } else { "checksum = 0000002a" };
        Seen {
            command: command(index),
            compiler: if crashes { Compiled::Crashed } else { Compiled::Built },
            program: (!crashes).then_some(End::Status(0)),
            output: (!crashes).then(|| output.to_owned()),
        }
    };
    let any: Finding =
        serde_json::from_str(include_str!("../crates/campaign/tests/finding.json")).expect("it is a finding");
    let finding = Finding {
        schema: SCHEMA,
        case,
        class,
        standing,
        key: key.to_owned(),
        failing: vec![command(failing)],
        passing: Some(command(0)),
        compiler: CONFIGURATIONS[failing].0.to_owned(),
        command: format!("generate arith --seed {case}"),
        seed: case,
        shows: vec![configured(failing)],
        tools: vec![tried("gcc", "gcc (GCC) 12.2.0"), tried("tcc", "tcc version 0.9.27")],
        observations: (0..CONFIGURATIONS.len()).map(seen).collect(),
        ..any
    };
    let file = |path: &str, text: &str| File { path: path.into(), bytes: text.as_bytes().to_vec() };
    let mut files = vec![
        file(
            "case.c",
            "int printf(const char *, ...);\nint main(void) { printf(\"checksum = %08x\\n\", 42); return 0; }\n",
        ),
        file("expected.txt", "checksum = 0000002a\n-- exit status 0\n"),
        file("repro.sh", "#!/bin/sh\n"),
    ];
    files.push(match class {
        Class::CompilerCrash => file("compiler.txt", "case.c:2:1: internal compiler error: in f, at f.cc:7\n```\n"),
        _ => file("observed.txt", "checksum = 00000000\n-- ended with Status(0)\n"),
    });
    (finding, files)
}

/// A campaign with findings of every kind.
fn campaign(directory: &Path) {
    let mut store = Store::open(directory, Some(1), 1, "plan").expect("it is new");
    let crash = "compiler-crash Gcc: internal compiler error: in f, at f.cc:#";
    let found = [
        (Class::CompilerCrash, Standing::Bug, crash, 1),
        (Class::WrongCode, Standing::Bug, "wrong-code tcc", 2),
        (Class::WrongCode, Standing::Doubtful("it is right with -fwrapv".to_owned()), "wrong-code gcc -O2", 1),
        (Class::CompilerCrash, Standing::Bug, crash, 1),
    ];
    for (case, (class, standing, key, failing)) in (0..).zip(found) {
        let verdict = |index: usize| match (&standing, index == failing) {
            (_, false) => Verdict::Right,
            (Standing::Bug, true) => Verdict::Bug(class),
            _ => Verdict::Doubtful,
        };
        let cpu = Duration::from_millis(20);
        let tally = |index| Tally { configured: configured(index), verdict: verdict(index), cpu };
        let done = Done {
            number: case,
            source: "arith",
            counts: Counts { cases: 1, ..Counts::default() },
            tallies: (0..CONFIGURATIONS.len()).map(tally).collect(),
            findings: vec![finding(case, class, standing.clone(), key, failing)],
            contradictions: Vec::new(),
        };
        store.record(&[done]).expect("it is kept");
    }
}

fn kiln(directory: &Path, words: &str) -> Output {
    let words = words.split_whitespace();
    let mut kiln = Command::new(env!("CARGO_BIN_EXE_kiln"));
    kiln.args(words).current_dir(directory).env_remove("NO_COLOR").output().expect("kiln can be started")
}

/// What is expected: the name of a file, what is typed, the exit status.
const SAID: &[(&str, &str, i32)] = &[
    ("findings", "findings", 0),
    ("all", "findings --all", 0),
    ("class", "findings --class compiler-crash", 0),
    ("compiler", "findings --compiler tcc", 0),
    ("json", "findings --format json --class wrong-code --compiler gcc", 0),
    ("rates", "findings --rates", 0),
    ("rates-json", "findings --rates --format json --compiler tcc", 0),
    ("ids", "report", 0),
    ("ids-json", "report --format json", 0),
    ("crash", "report F-0001", 0),
    ("wrong-code", "report 2", 0),
    ("doubtful", "report f-3", 0),
    ("ranked", "findings --ranked", 0),
    ("ranked-json", "findings --ranked --format json", 0),
    ("as-gcc", "report F-0002 --as gcc", 0),
    ("as-gcc-crash", "report F-0001 --as gcc", 0),
    ("as-llvm", "report F-0002 --as llvm", 0),
    ("as-text", "report F-0002 --as text", 0),
    ("as-junit", "report --as junit", 0),
    ("as-sarif", "report F-0001 --as sarif", 0),
    ("as-nothing", "report F-0001 --as word", 2),
    ("dup", "triage dup F-0001 F-0002 --reason one-pass", 0),
    ("dup-findings", "findings", 0),
    ("dup-report", "report F-0001", 0),
    ("dup-again", "triage dup F-0002 F-0004", 2),
    ("undup", "triage undup F-0001", 0),
    ("undup-findings", "findings", 0),
    ("undup-again", "triage undup F-0001", 2),
    ("dup-unknown", "triage dup F-0001 F-0099", 2),
    ("no-finding", "report F-0099", 2),
    ("no-id", "report ../../etc", 2),
    ("no-class", "findings --class miscompile", 2),
    ("no-campaign", "findings -o nowhere", 3),
    ("no-campaign-report", "report 1 -o nowhere", 3),
    ("damaged", "report 1 -o damaged", 3),
    ("no-screen", "fuzz --ui screen", 2),
];

#[test]
fn findings_are_listed_and_reported() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    campaign(&directory.path().join("kiln-out"));
    let damaged = directory.path().join("damaged");
    fs::create_dir(&damaged).expect("it is new");
    fs::write(damaged.join("kiln.db"), "no database at all, but long enough to look like one").expect("it is written");
    let mut wrong = Vec::new();
    for &(name, words, status) in SAID {
        let output = kiln(directory.path(), words);
        let text = [&output.stdout[..], &output.stderr[..]].concat();
        let text = without_times(&String::from_utf8_lossy(&text));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/show").join(format!("{name}.txt"));
        if output.status.code() != Some(status) {
            wrong.push(format!("kiln {words}: {}, not {status}", output.status));
        }
        if env::var_os("BLESS").is_some() {
            fs::write(path, &text).expect("it can be written");
        } else if fs::read_to_string(path).unwrap_or_default() != text {
            wrong.push(format!("kiln {words} says\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "BLESS=1 accepts it:\n{}", wrong.join("\n"));
}

/// Times of day are different each time.
fn without_times(text: &str) -> String {
    let mut parts = text.split("\"time\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "\"time\":0" + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// `script` of util-linux makes a terminal. What stands on it when the commands have run.
#[expect(clippy::print_stderr, reason = "a test that cannot be done says so")]
fn on_a_terminal(directory: &Path, commands: &str) -> Option<String> {
    let file = directory.join("commands.sh");
    let kiln = env!("CARGO_BIN_EXE_kiln");
    fs::write(&file, format!("stty rows 24 cols 80\nkiln={kiln}\n{commands}\nstty -a\n")).expect("it can be written");
    let mut script = Command::new("script");
    script.args(["-qec", "sh commands.sh", "typescript"]).current_dir(directory).env("TERM", "xterm");
    let done = script.stdin(std::process::Stdio::null()).output();
    let has_compiler = kiln_works(directory);
    match done {
        Ok(output) if output.status.success() && has_compiler => {
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        _ => {
            eprintln!("no script or no compiler: nothing is shown");
            None
        }
    }
}

fn kiln_works(directory: &Path) -> bool {
    kiln(directory, "compilers --compiler cc").status.success()
}

/// Where the screen begins and ends in what a terminal got.
const ENTER: &str = "\x1b[?1049h";
const LEAVE: &str = "\x1b[?1049l";

#[test]
fn the_screen_gives_the_terminal_back_and_leaves_the_summary() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let commands = "$kiln fuzz --compiler cc --jobs 1 --cases 2 --seed 3 -o out";
    let Some(text) = on_a_terminal(directory.path(), commands) else { return };
    let (before, rest) = text.split_once(ENTER).expect("there is a screen");
    let (screen, after) = rest.split_once(LEAVE).expect("it ends");
    assert!(!before.contains("Progress") && screen.contains("Progress"), "{text:?}");
    assert!(after.contains("2 programs") && after.contains("programs         crashes"), "{after}");
    assert!(after.contains(" echo ") && after.contains(" icanon "), "{after}");
    let lines = on_a_terminal(directory.path(), "$kiln fuzz --ui line --compiler cc --jobs 1 --cases 1 -o out");
    assert!(!lines.expect("as before").contains(ENTER));
}

#[test]
fn two_signals_give_the_terminal_back_at_once() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let commands = "$kiln compilers --compiler cc > compilers\n$kiln fuzz --compiler cc --jobs 1 -o out & pid=$!\n\
                    while ! [ -s out/status.json ]; do sleep 0.1; done\n\
                    kill -TERM $pid; sleep 0.3; kill -TERM $pid; wait $pid; echo ended with $?";
    let Some(text) = on_a_terminal(directory.path(), commands) else { return };
    let after = text.rsplit_once(LEAVE).expect("it ends").1;
    assert!(!after.contains(ENTER), "{after}");
    // The second signal may find nothing left to stop.
    assert!(["ended with 143", "ended with 0", "ended with 1"].iter().any(|words| after.contains(words)), "{after}");
    assert!(after.contains(" echo ") && after.contains(" icanon "), "{after}");
}

#[test]
fn a_directory_is_no_finding() {
    // A path of a user must never be opened by way of an ID.
    let directory = tempfile::tempdir().expect("a directory can be made");
    let path: PathBuf = directory.path().join("kiln-out");
    campaign(&path);
    for id in ["", "F-", "-1", "99999999999999999999999999", "F-0001-wrong-code-tcc", "0"] {
        let mut kiln = Command::new(env!("CARGO_BIN_EXE_kiln"));
        let output = kiln.args(["report", "--", id]).current_dir(directory.path()).output().expect("kiln runs");
        assert_eq!(output.status.code(), Some(2), "{id}: {}", String::from_utf8_lossy(&output.stdout));
    }
}
