//! The reducers, and what each makes of a case in its CPU time.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use kiln_lang::SourceText;
use kiln_lang::lex::{LexDialect, lex};
use kiln_lang::names::Names;
use serde::{Deserialize, Serialize};

use super::cases::{PROGRAM, TEST};
use super::tree::{Spent, Trees};
use crate::measuring::log::Key;
use crate::task_error::{Doing, TaskError};

/// A reducer, called with one test at a time.
pub(super) struct Reducer {
    pub(super) name: &'static str,
    pub(super) program: PathBuf,
    words: &'static [&'static str],
}

/// How the test is called in the directory of the program.
const RUN_TEST: &str = "./test.sh";

/// treereduce writes each program to a file of its own name, in a directory of its own.
const RUN_TEST_ON: &str = "cp \"$0\" program.c && exec ./test.sh";

const KILN: &[&str] = &["reduce", "-q", "--jobs", "1", "--test", RUN_TEST, PROGRAM];

/// The others, as they are called.
const OTHERS: [(&str, &str, &[&str]); 4] = [
    ("C-Reduce", "creduce", &["--n", "1", "--tidy", RUN_TEST, PROGRAM]),
    ("C-Vise", "cvise", &["--n", "1", "--tidy", RUN_TEST, PROGRAM]),
    (
        "Shrink Ray",
        "shrinkray",
        &["--parallelism", "1", "--ui", "basic", "--input-type", "basename", "--no-llm", RUN_TEST, PROGRAM],
    ),
    (
        "treereduce",
        "treereduce-c",
        &["--jobs", "1", "--stable", "--output", "out.c", "--source", PROGRAM, "--", "sh", "-c", RUN_TEST_ON, "@@.c"],
    ),
];

impl Reducer {
    pub(super) fn kiln(program: &Path) -> Reducer {
        Reducer { name: "kiln", program: program.to_owned(), words: KILN }
    }

    /// The others that are installed, and the names of those that are not.
    pub(super) fn others() -> (Vec<Reducer>, Vec<&'static str>) {
        let (mut there, mut missing) = (Vec::new(), Vec::new());
        let path = std::env::var_os("PATH").unwrap_or_default();
        for (name, program, words) in OTHERS {
            let found =
                std::env::split_paths(&path).map(|directory| directory.join(program)).find(|file| file.is_file());
            match found {
                Some(program) => there.push(Reducer { name, program, words }),
                None => missing.push(name),
            }
        }
        (there, missing)
    }

    /// What a result depends on: who reduces, the program and the test in a directory, the budget.
    pub(super) fn key(&self, directory: &Path, budget: Duration) -> Result<Key, TaskError> {
        let read = |path: &Path| fs::read(path).doing("read", path);
        let (reducer, test) = (read(&self.program)?, read(&directory.join(TEST))?);
        let (program, words) = (read(&directory.join(PROGRAM))?, self.words.join("\n"));
        let budget = budget.as_secs().to_le_bytes();
        Ok(Key::of([reducer.as_slice(), words.as_bytes(), &program, &test, &budget]))
    }

    /// Reduces the program of a directory.
    pub(super) fn reduce(&self, trees: &Trees, directory: &Path, budget: Duration) -> Result<Reduced, TaskError> {
        let log = directory.join("log");
        let temporary = directory.join("tmp");
        for made in [&log, &temporary] {
            fs::create_dir_all(made).doing("make the directory", made)?;
        }
        let mut command = Command::new(&self.program);
        command.args(self.words).current_dir(directory);
        command.env("KILN_BENCH_LOG", &log).env("TMPDIR", &temporary).env("HOME", directory);
        let spent = trees.run(&mut command, budget)?;
        Reduced::read(&log, spent)
    }
}

/// What came of it.
#[derive(Serialize, Deserialize)]
pub(super) struct Reduced {
    /// The smallest program that the test found interesting; none if it never said so.
    pub(super) smallest: Option<String>,
    pub(super) tokens: u32,
    pub(super) cpu: Duration,
    /// Nothing more can be done, says the reducer.
    pub(super) finished: bool,
    pub(super) tests: u32,
    /// By what the test said; what was killed said nothing.
    verdicts: BTreeMap<String, u32>,
}

impl Reduced {
    fn read(log: &Path, spent: Spent) -> Result<Reduced, TaskError> {
        let lines = |name: &str| fs::read_to_string(log.join(name)).unwrap_or_default();
        let mut verdicts = BTreeMap::new();
        for verdict in lines("verdicts").lines() {
            *verdicts.entry(verdict.to_owned()).or_default() += 1;
        }
        let mut programs = Vec::new();
        for entry in fs::read_dir(log).doing("read", log)? {
            let path = entry.doing("read", log)?.path();
            if path.extension() == Some(OsStr::new("c")) {
                let text = fs::read_to_string(&path).doing("read", &path)?;
                // Names begin with the time: of several that are as small, the last counts.
                programs.push((n_tokens(&text), Reverse(path), text));
            }
        }
        let smallest = programs.into_iter().min();
        Ok(Reduced {
            tokens: smallest.as_ref().map_or(0, |(tokens, ..)| *tokens),
            smallest: smallest.map(|(.., text)| text),
            cpu: spent.cpu,
            finished: spent.finished,
            tests: lines("started").lines().count() as u32,
            verdicts,
        })
    }

    /// How many tests ended so.
    pub(super) fn said(&self, verdict: &str) -> u32 {
        self.verdicts.get(verdict).copied().unwrap_or_default()
    }

    /// Tests of programs that do not compile, are undefined or do not end.
    pub(super) fn wasted(&self) -> u32 {
        ["compile", "undefined", "timeout"].map(|verdict| self.said(verdict)).iter().sum()
    }
}

/// How many tokens a program has.
fn n_tokens(text: &str) -> u32 {
    let Ok(mut source) = SourceText::new(PROGRAM, text.as_bytes()) else { return u32::MAX };
    let tokens = lex(&mut source, &mut Names::default(), LexDialect::default(), &mut Vec::new());
    // The last one is the end of the file.
    tokens.len().saturating_sub(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read() {
        let log = tempfile::tempdir().unwrap();
        let files = [
            ("started", "\n\n\n\n\n"),
            ("verdicts", "interesting\ncompile\ninteresting\nno defect\n"),
            ("1.c", "int main(void) { return 0; }"),
            ("2.c", "int main(void) {;}"),
            ("3.c", "int main(void) {}"),
            ("4.c", "int last(void) {}"),
            ("5.new", "int"),
        ];
        for (name, text) in files {
            fs::write(log.path().join(name), text).unwrap();
        }
        let reduced = Reduced::read(log.path(), Spent { cpu: Duration::ZERO, finished: true }).unwrap();
        assert_eq!(reduced.smallest.as_deref(), Some("int last(void) {}"));
        assert_eq!((reduced.tokens, reduced.tests, reduced.said("interesting"), reduced.wasted()), (7, 5, 2, 1));
    }
}
