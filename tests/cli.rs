//! The binary as users call it: every file in `tests/cli` that has `RUN` or `FAIL` lines is a test.
//!
//! The lines stand in the file's own comments and say what is run on it; `tests/cli/readme.i`
//! explains them and is itself a test. What kiln says is compared with files beside it, and
//! `BLESS=1` writes those files anew. Nothing here depends on which compilers are installed: a
//! test that preprocesses names a command that every system has.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = match trials() {
        Ok(trials) => trials,
        Err(error) => vec![Trial::test("tests are read", move || Err(error.into()))],
    };
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Where the tests are; kiln runs there, so that messages hold no path of a machine.
fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli")
}

/// One line of a file: something to run, and how it must end.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Step {
    /// The test's file, in [`directory`].
    file: String,
    /// Tells the steps of a file apart; the only one needs no name.
    name: Option<String>,
    status: i32,
    words: Vec<String>,
    /// The file that is given on standard input.
    stdin: Option<String>,
}

fn trials() -> Result<Vec<Trial>, String> {
    let entries = fs::read_dir(directory()).map_err(|error| error.to_string())?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(|path| !is_expectation(path)).collect();
    files.sort();
    let mut trials = Vec::new();
    for path in files {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read(&path).map_err(|error| format!("{file}: {error}"))?;
        for line in String::from_utf8_lossy(&text).lines() {
            if let Some(step) = Step::of_line(&file, line)? {
                trials.push(Trial::test(step.title(), move || step.check()));
            }
        }
    }
    Ok(trials)
}

fn is_expectation(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "stdout" || extension == "stderr")
}

impl Step {
    /// Reads `// RUN[name]: words < file` or `// FAIL 2[name]: words`; other lines are not steps.
    fn of_line(file: &str, line: &str) -> Result<Option<Step>, String> {
        let Some((head, command)) = line.strip_prefix("// ").and_then(|line| line.split_once(": ")) else {
            return Ok(None);
        };
        let (verb, name) = match head.split_once('[') {
            Some((verb, name)) => (verb, Some(name.trim_end_matches(']').to_owned())),
            None => (head, None),
        };
        let status = match (verb, verb.strip_prefix("FAIL ")) {
            ("RUN", _) => 0,
            (_, Some(status)) => status.parse().map_err(|_| format!("{file}: {line}"))?,
            _ => return Ok(None),
        };
        let (command, stdin) = match command.split_once(" < ") {
            Some((command, stdin)) => (command, Some(stdin.replace('%', file))),
            None => (command, None),
        };
        let words = shlex::split(command).ok_or_else(|| format!("{file}: {line}"))?;
        // `%` is this file; `%t` stays for the scratch directory.
        let words = words.into_iter().map(|word| if word == "%" { file.to_owned() } else { word });
        Ok(Some(Step { file: file.to_owned(), name, status, words: words.collect(), stdin }))
    }

    /// The file, with the step's name if it has one.
    fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("{}.{name}", self.file),
            None => self.file.clone(),
        }
    }

    fn check(&self) -> Result<(), Failed> {
        let scratch = tempfile::tempdir()?;
        let output = self.run(scratch.path())?;
        let mut complaints = String::new();
        if output.status.code() != Some(self.status) {
            writeln!(complaints, "ended with {}, not {}", output.status, self.status)?;
        }
        for (stream, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
            let scratch = scratch.path().to_string_lossy().into_owned();
            let said = String::from_utf8_lossy(bytes).replace(&scratch, "%t");
            self.compare(stream, &said, &mut complaints)?;
        }
        if complaints.is_empty() { Ok(()) } else { Err(complaints.into()) }
    }

    fn run(&self, scratch: &Path) -> std::io::Result<Output> {
        let scratch = scratch.to_string_lossy();
        let words = self.words.iter().map(|word| word.replace("%t", &scratch));
        let stdin = self.stdin.as_ref().map(|file| fs::read(directory().join(file))).transpose()?;
        let mut child = Command::new(env!("CARGO_BIN_EXE_kiln"))
            .args(words)
            .current_dir(directory())
            // What a person has set for himself must not show in the expectations.
            .env_remove("NO_COLOR")
            .env_remove("COLUMNS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut pipe) = child.stdin.take() {
            pipe.write_all(&stdin.unwrap_or_default())?;
        }
        child.wait_with_output()
    }

    /// Compares with the file beside the test, or writes it. What says nothing has no file.
    fn compare(&self, stream: &str, said: &str, complaints: &mut String) -> Result<(), Failed> {
        let path = directory().join(format!("{}.{stream}", self.title()));
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if said == expected {
            return Ok(());
        }
        if std::env::var_os("BLESS").is_none() {
            writeln!(complaints, "{stream} is not as expected (BLESS=1 accepts it)")?;
            writeln!(complaints, "--- expected\n{expected}--- is\n{said}---")?;
        } else if said.is_empty() {
            fs::remove_file(&path)?;
        } else {
            fs::write(&path, said)?;
        }
        Ok(())
    }
}
