//! What a program does when gcc compiles it and the machine runs it.
//!
//! These answers do not depend on kiln, so they are kept in a log and found out once. A program runs
//! in an empty directory of its own, with a deadline; what it writes is kept by its hash, and the text
//! too if it is small.
//!
//! gcc's sanitizers run the program once more: a complaint means that nothing can be expected of it.
//! They do not see everything, and some programs they cannot run: those count as if they were silent.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};

use kiln_toolchain::process::Finished;
use rustix::process::Signal;
use serde::{Deserialize, Serialize};

use super::answer::Output;
use crate::measuring::built::{self, Ran, complaint};
use crate::measuring::left_out;
use crate::measuring::log::Key;
use crate::measuring::reference::{NOT_PREPROCESSED, Reference, run, without};
use crate::measuring::subject::{Kind, Subject};
use crate::task_error::{Doing, TaskError};

/// CPU seconds of a program. The interpreter's bound on steps is reached by what takes one or two: a program that computes
/// for longer is of no use here, and a hundred of GCC's are made to.
const CPU_SECONDS: u32 = 3;

/// Sanitized programs are slower.
const SANITIZED_CPU_SECONDS: u32 = 15;

/// Output up to this size is kept as a file.
const MAX_KEPT: usize = 1 << 16;

/// After the program's own options, so that what those ask for is checked as well.
const SANITIZERS: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Names of the questions, parts of the keys: a question that is asked in another way needs another.
const NATIVE: &str = "native, -O0";
const SANITIZED: &str = "sanitized, -O0";
const PREPROCESSED: &str = "preprocessed, -O0";

/// How a program did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Conduct {
    /// It ended with status 0 and wrote this.
    Ended(Output),
    /// gcc does not make a program of it: the first error.
    NotCompiled(String),
    /// It was killed at its deadline, or wrote too much.
    TimedOut,
    /// It ended otherwise.
    Failed(String),
}

/// What the sanitizers say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Sanitized {
    Clean,
    Complains(String),
    /// They could not run it.
    Unknown(String),
}

/// A program after preprocessing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Preprocessed {
    /// The text is in this file.
    Text(PathBuf),
    /// It uses something that is out of bounds for kiln, for this reason.
    LeftOut(String),
}

/// gcc and the machine, with all that is known from before.
pub(super) struct Native {
    reference: Reference,
    /// Where preprocessed texts and outputs are kept, by key.
    texts: PathBuf,
}

impl Native {
    pub(super) fn new(directory: &Path) -> Result<Native, TaskError> {
        let texts = directory.join("texts");
        fs::create_dir_all(&texts).doing("make the directory", &texts)?;
        Ok(Native { reference: Reference::new(&directory.join("native.log"))?, texts })
    }

    /// The first line of `gcc --version`.
    pub(super) fn version(&self) -> &str {
        self.reference.version()
    }

    /// Everything that the answer to a question about a program depends on.
    pub(super) fn key(&self, question: &str, subject: &Subject) -> Result<Key, TaskError> {
        match own_asan_options(subject)? {
            Some(own) => self.reference.key(&format!("{question}, {own}"), subject),
            None => self.reference.key(question, subject),
        }
    }

    /// How the program does by itself.
    pub(super) fn conduct(&self, subject: &Subject) -> Result<Conduct, TaskError> {
        let key = self.key(NATIVE, subject)?;
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let conduct = match self.compile_and_run(subject, &[], CPU_SECONDS)? {
            Ran::NotCompiled(error) => Conduct::NotCompiled(error),
            Ran::TimedOut => Conduct::TimedOut,
            Ran::Ended(finished) if !finished.status.success() => Conduct::Failed(finished.status.to_string()),
            Ran::Ended(finished) => {
                if finished.stdout.len() <= MAX_KEPT {
                    let path = self.output_file(subject)?;
                    fs::write(&path, &finished.stdout).doing("write", &path)?;
                }
                Conduct::Ended(Output::of(&finished.stdout))
            }
        };
        self.keep(key, &conduct)?;
        Ok(conduct)
    }

    /// Where the output is, if it is small.
    pub(super) fn output_file(&self, subject: &Subject) -> Result<PathBuf, TaskError> {
        Ok(self.texts.join(format!("{}.out", self.key(NATIVE, subject)?.as_str())))
    }

    /// What the sanitizers say of it.
    pub(super) fn sanitized(&self, subject: &Subject) -> Result<Sanitized, TaskError> {
        let key = self.key(SANITIZED, subject)?;
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let sanitized = match self.compile_and_run(subject, SANITIZERS, SANITIZED_CPU_SECONDS)? {
            Ran::NotCompiled(error) => Sanitized::Unknown(error),
            Ran::TimedOut => Sanitized::Unknown("too slow".to_owned()),
            Ran::Ended(finished) => judged(&finished),
        };
        self.keep(key, &sanitized)?;
        Ok(sanitized)
    }

    /// The program without directives, as for `-O0`.
    pub(super) fn preprocess(&self, subject: &Subject) -> Result<Preprocessed, TaskError> {
        let key = self.key(PREPROCESSED, subject)?;
        let file = self.texts.join(format!("{}.i", key.as_str()));
        let known = self.reference.log.get(&key).filter(|_| file.exists());
        let reason = match known {
            Some(reason) => reason,
            None => {
                let text = self.preprocessed_text(subject)?;
                fs::write(&file, &text).doing("write", &file)?;
                let reason = left_out::reason(&text).unwrap_or_default().to_owned();
                self.reference.log.put(key, &reason)?;
                reason
            }
        };
        Ok(if reason.is_empty() { Preprocessed::Text(file) } else { Preprocessed::LeftOut(reason) })
    }

    fn preprocessed_text(&self, subject: &Subject) -> Result<Vec<u8>, TaskError> {
        let file = subject.file();
        if subject.kind == Kind::Csmith {
            return fs::read(&file).doing("read", &file);
        }
        let mut command = self.reference.command(subject);
        command.arg("-E").args(without(&subject.language_options(), NOT_PREPROCESSED));
        Ok(run(command.arg(&subject.file_name), &[], subject)?.stdout)
    }

    fn known<T: for<'a> Deserialize<'a>>(&self, key: &Key) -> Option<T> {
        serde_json::from_str(&self.reference.log.get(key)?).ok()
    }

    fn keep(&self, key: Key, answer: &impl Serialize) -> Result<(), TaskError> {
        let line = serde_json::to_string(answer).expect("an answer is made of strings and numbers");
        self.reference.log.put(key, &line)
    }

    fn compile_and_run(&self, subject: &Subject, options: &[&str], seconds: u32) -> Result<Ran, TaskError> {
        let mut command = self.reference.command(subject);
        command.args(["-O0", "-w"]).args(subject.language_options()).args(options).arg(&subject.file_name);
        let looked_for = own_asan_options(subject)?;
        built::compile_and_run(&mut command, &self.texts, seconds, looked_for.as_deref())
    }
}

/// What a program of GCC's test suite wants address sanitizer to look for.
fn own_asan_options(subject: &Subject) -> Result<Option<String>, TaskError> {
    let file = subject.file();
    let text = fs::read(&file).doing("read", &file)?;
    Ok(asan_options_in(&String::from_utf8_lossy(&text)).map(|options| options.replace(' ', ":")))
}

fn asan_options_in(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("dg-set-target-env-var ASAN_OPTIONS \"")?;
    rest.split('"').next()
}

fn judged(finished: &Finished) -> Sanitized {
    let messages = String::from_utf8_lossy(&finished.stderr);
    match complaint(&messages) {
        Some(complaint) => Sanitized::Complains(complaint.to_owned()),
        None if finished.status.success() => Sanitized::Clean,
        // Some programs ask for a trap instead of words.
        None if finished.status.signal() == Some(Signal::ILL.as_raw()) => Sanitized::Complains("a trap".to_owned()),
        None => Sanitized::Unknown(finished.status.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(raw_status: i32, stderr: &str) -> Finished {
        let status = ExitStatusExt::from_raw(raw_status);
        Finished { status, stdout: Vec::new(), stderr: stderr.as_bytes().to_vec() }
    }

    #[test]
    fn a_program_says_what_to_look_for() {
        let text = "int x;\n/* { dg-set-target-env-var ASAN_OPTIONS \"a=1 b=2\" } */\n";
        assert_eq!(asan_options_in(text), Some("a=1 b=2"));
        assert_eq!(asan_options_in("int x;"), None);
    }

    #[test]
    fn a_program_that_fails_without_a_complaint_is_not_judged() {
        assert_eq!(judged(&finished(0, "")), Sanitized::Clean);
        assert_eq!(judged(&finished(4, "")), Sanitized::Complains("a trap".to_owned()));
        assert!(matches!(judged(&finished(6, "")), Sanitized::Unknown(_)));
        assert!(matches!(judged(&finished(0, "x: runtime error: y")), Sanitized::Complains(_)));
    }
}
