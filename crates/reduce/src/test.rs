//! The test: what a compiler makes of a program.
//!
//! [`Suspect::observe`] compiles a program, runs it and says what was seen. [`Failure`] is what was seen of the program that
//! is reduced, and decides what still counts as the same: wrong answers stay wrong answers, and a compiler that crashes has to
//! crash with the same words. Everything that starts a process for the reducer is in this file.

use std::os::unix::process::ExitStatusExt;
use std::process::Command;
use std::time::Duration;

use kiln_meaning::{End, Ended};
use kiln_toolchain::build::{Compiled, outcome_of};
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::process::{self, Finished, Limits, ProcessError};
use kiln_toolchain::signature;

use crate::expected::ng_labels;

/// What was seen of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// It did what it has to do.
    Right,
    /// The compiler refused it, in these words.
    Rejected(String),
    /// The compiler broke down, with these words.
    CompilerCrash(String),
    /// The compiler did not come to an end.
    CompilerTimeout,
    /// The program came to its end and did something else; the results that it calls wrong itself.
    Wrong(Vec<String>),
    /// The program was killed by a signal.
    Signal(i32),
    /// The program did not come to an end.
    Timeout,
}

/// What a compiler made of a program, whatever was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ran {
    /// The compiler refused it, in these words.
    Rejected(String),
    /// The compiler broke down, with these words.
    CompilerCrash(String),
    /// The compiler did not come to an end.
    CompilerTimeout,
    /// The program was killed by a signal.
    Signal(i32),
    /// The program did not come to an end.
    Timeout,
    /// The program came to its end.
    Ended {
        /// Its exit status.
        status: i32,
        /// Its standard output.
        output: Vec<u8>,
    },
}

impl Seen {
    /// What was seen, if this was expected.
    pub fn of(ran: Ran, expected: &Ended) -> Seen {
        match ran {
            Ran::Rejected(words) => Seen::Rejected(words),
            Ran::CompilerCrash(words) => Seen::CompilerCrash(words),
            Ran::CompilerTimeout => Seen::CompilerTimeout,
            Ran::Signal(signal) => Seen::Signal(signal),
            Ran::Timeout => Seen::Timeout,
            Ran::Ended { status, output } => {
                let how = End::Status(status.try_into().unwrap_or(u8::MAX));
                if expected.how == how && expected.output == output {
                    return Seen::Right;
                }
                Seen::Wrong(ng_labels(&output).collect())
            }
        }
    }
}

/// How a program fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It computes something wrong.
    Wrong,
    /// It is killed by a signal.
    Signal,
    /// It does not end.
    Timeout,
    /// The compiler breaks down, with these words.
    CompilerCrash(String),
    /// The compiler does not end.
    CompilerTimeout,
}

impl Failure {
    /// The failure that was seen, if it is one.
    pub fn of(seen: &Seen) -> Option<Failure> {
        match seen {
            Seen::Right | Seen::Rejected(_) => None,
            Seen::Wrong(_) => Some(Failure::Wrong),
            Seen::Signal(_) => Some(Failure::Signal),
            Seen::Timeout => Some(Failure::Timeout),
            Seen::CompilerCrash(words) => Some(Failure::CompilerCrash(words.clone())),
            Seen::CompilerTimeout => Some(Failure::CompilerTimeout),
        }
    }

    /// Whether what was seen of a smaller program is the same failure. A wrong value may lead to a signal or to a loop without
    /// end, so such a program may become one that is merely wrong; never the other way round.
    pub fn is_kept_by(&self, seen: &Seen) -> bool {
        match (self, seen) {
            (Failure::Wrong | Failure::Signal | Failure::Timeout, Seen::Wrong(_)) => true,
            _ => Failure::of(seen).as_ref() == Some(self),
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Wrong => f.write_str("the compiled program computes something wrong"),
            Failure::Signal => f.write_str("the compiled program is killed by a signal"),
            Failure::Timeout => f.write_str("the compiled program does not end"),
            Failure::CompilerCrash(words) => write!(f, "the compiler breaks down: {words}"),
            Failure::CompilerTimeout => f.write_str("the compiler does not end"),
        }
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum TestError {
    /// No room for the program.
    #[error("cannot write a program to be compiled: {0}")]
    Write(#[source] std::io::Error),
    /// A process cannot be run.
    #[error("cannot run `{command}`: {source}")]
    Process {
        /// What was to be run.
        command: String,
        /// Why not.
        source: ProcessError,
    },
}

/// A compiler under suspicion.
#[derive(Clone, Debug)]
pub struct Suspect {
    command: CompilerCommand,
    limits: Limits,
}

/// What a process may write.
const MOST_OUTPUT: usize = 16 << 20;

impl Suspect {
    /// A compiler, and how long it and the programs it makes may take.
    pub fn new(command: CompilerCommand, time: Duration) -> Suspect {
        Suspect { command, limits: Limits { time, output: MOST_OUTPUT } }
    }

    /// Compiles and runs a program that has to do what is expected.
    pub fn observe(&self, text: &str, expected: &Ended) -> Result<Seen, TestError> {
        Ok(Seen::of(self.compile_and_run(text)?, expected))
    }

    /// Compiles and runs a program.
    pub fn compile_and_run(&self, text: &str) -> Result<Ran, TestError> {
        let directory = tempfile::Builder::new().prefix("kiln-reduce-").tempdir().map_err(TestError::Write)?;
        let source = directory.path().join("program.c");
        std::fs::write(&source, text).map_err(TestError::Write)?;
        let program = directory.path().join("program");
        let mut compile = self.command.to_command();
        // Warnings are many and nobody reads them.
        compile.arg("-w").arg("-o").arg(&program).arg(&source).current_dir(directory.path());
        match self.run(compile, &self.command.to_string())? {
            None => return Ok(Ran::CompilerTimeout),
            Some(finished) if !finished.status.success() => return Ok(refusal(&finished)),
            Some(_) => {}
        }
        let Some(finished) = self.run(Command::new(&program), "the compiled program")? else { return Ok(Ran::Timeout) };
        Ok(match (finished.status.signal(), finished.status.code()) {
            (Some(signal), _) => Ran::Signal(signal),
            (None, code) => Ran::Ended { status: code.unwrap_or(i32::MAX), output: finished.stdout },
        })
    }

    /// Nothing if the process had to be stopped.
    fn run(&self, mut command: Command, name: &str) -> Result<Option<Finished>, TestError> {
        match process::run(&mut command, b"", self.limits) {
            Ok(finished) => Ok(Some(finished)),
            Err(ProcessError::Timeout(_) | ProcessError::TooMuchOutput(_)) => Ok(None),
            Err(source) => Err(TestError::Process { command: name.to_owned(), source }),
        }
    }
}

/// A compiler that did not make a program has refused to, or has broken down.
fn refusal(finished: &Finished) -> Ran {
    let said = String::from_utf8_lossy(&finished.stderr);
    match (outcome_of(&said), finished.status.signal()) {
        (Some(Compiled::Crashed), _) => Ran::CompilerCrash(signature::of_messages(&said)),
        (_, Some(signal)) => Ran::CompilerCrash(format!("signal {signal}")),
        (_, None) => Ran::Rejected(said.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::process::ExitStatus;

    use super::*;

    #[test]
    fn a_crash_is_known_by_its_words() {
        let line = "/tmp/a1/program.c:3:7: internal compiler error: in fold_binary, at fold-const.c:1234";
        let finished = Finished { status: ExitStatus::from_raw(4 << 8), stdout: Vec::new(), stderr: line.into() };
        let words = "internal compiler error: in fold_binary, at fold-const.c:#";
        assert_eq!(refusal(&finished), Ran::CompilerCrash(words.to_owned()));
    }

    #[test]
    fn a_failure_is_not_taken_for_another() {
        let crash = |words: &str| Seen::CompilerCrash(words.to_owned());
        let failure = Failure::of(&crash("a")).unwrap();
        assert!(failure.is_kept_by(&crash("a")));
        assert!(!failure.is_kept_by(&crash("b")));
        assert!(!failure.is_kept_by(&Seen::Wrong(vec![])));
        assert!(Failure::Signal.is_kept_by(&Seen::Wrong(vec![])));
        assert!(!Failure::Wrong.is_kept_by(&Seen::Signal(8)));
        assert_eq!(Failure::of(&Seen::Rejected("no".into())), None);
    }
}
