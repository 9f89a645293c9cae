//! The test: what a compiler makes of a program.
//!
//! [`Suspect::observe`] compiles a program, runs it and says what was seen. [`Failure`] is what was seen of the program that
//! is reduced, and decides what still counts as the same: wrong answers stay wrong answers, a signal stays that signal, and a
//! compiler that crashes has to crash with the same words. All compilers and what they make are started here; scripts of others are in [`crate::script`].

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kiln_meaning::{End, Ended};
use kiln_toolchain::build::{self, COMPILER_LIMITS, Compilation, Compiled, PROGRAM_LIMITS};
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::process::ProcessError;
use kiln_toolchain::runner::{self, Limits, RunnerError, RunnerProgram, Scratch, Slot};
use kiln_toolchain::signature;

use crate::arith::expected::ng_labels;

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
    /// What was seen of the compiler alone; nothing if it made a program.
    pub fn of_compiler(ran: Ran) -> Option<Seen> {
        match ran {
            Ran::Rejected(words) => Some(Seen::Rejected(words)),
            Ran::CompilerCrash(words) => Some(Seen::CompilerCrash(words)),
            Ran::CompilerTimeout => Some(Seen::CompilerTimeout),
            Ran::Signal(_) | Ran::Timeout | Ran::Ended { .. } => None,
        }
    }

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
    /// It is killed by this signal.
    Signal(i32),
    /// It does not end.
    Timeout,
    /// The compiler breaks down, with these words.
    CompilerCrash(String),
    /// The compiler does not end.
    CompilerTimeout,
    /// The compiler refuses a valid program, with these words.
    Rejected(String),
}

impl Failure {
    /// The failure that was seen, if it is one.
    pub fn of(seen: &Seen) -> Option<Failure> {
        match seen {
            Seen::Right | Seen::Rejected(_) => None,
            Seen::Wrong(_) => Some(Failure::Wrong),
            Seen::Signal(signal) => Some(Failure::Signal(*signal)),
            Seen::Timeout => Some(Failure::Timeout),
            Seen::CompilerCrash(words) => Some(Failure::CompilerCrash(words.clone())),
            Seen::CompilerTimeout => Some(Failure::CompilerTimeout),
        }
    }

    /// The failure that was seen of a valid program, if it is one: to refuse it is.
    pub fn of_valid(seen: &Seen) -> Option<Failure> {
        match seen {
            Seen::Rejected(said) => Some(Failure::Rejected(signature::message(said))),
            other => Failure::of(other),
        }
    }

    /// Whether what was seen of a smaller program is the same failure. A signal or a loop without end may well come from a
    /// wrong value, but a program that shows only that may as well show another bug.
    pub fn is_kept_by(&self, seen: &Seen) -> bool {
        Failure::of_valid(seen).as_ref() == Some(self)
    }

    /// Whether it is the program that finds out, by comparing a result with what it has to be.
    pub fn is_seen_by_a_check(&self) -> bool {
        *self == Failure::Wrong
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Wrong => f.write_str("the compiled program computes something wrong"),
            Failure::Signal(signal) => write!(f, "the compiled program is killed by signal {signal}"),
            Failure::Timeout => f.write_str("the compiled program does not end"),
            Failure::CompilerCrash(words) => write!(f, "the compiler breaks down: {words}"),
            Failure::CompilerTimeout => f.write_str("the compiler does not end"),
            Failure::Rejected(words) => write!(f, "the compiler refuses a valid program: {words}"),
        }
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum TestError {
    /// There is no place to compile and run programs in.
    #[error("cannot make a directory to compile in: {0}")]
    Scratch(#[source] std::io::Error),
    /// A program cannot be compiled or run.
    #[error(transparent)]
    Runner(#[from] RunnerError),
    /// A script cannot be run at all.
    #[error("cannot run the test {}: {}", .0.display(), .1)]
    NoScript(std::path::PathBuf, #[source] std::io::Error),
    /// A script cannot be watched.
    #[error("the test is of no use: {0}")]
    Script(#[source] ProcessError),
    /// A script removes the file that it is asked about.
    #[error("the test is of no use: it deletes {0}")]
    Removes(String),
}

/// Is told the CPU time of each run of a compiler and its program, and comes back when there may be another.
pub type Pace = Arc<dyn Fn(Duration) + Send + Sync>;

/// Places to compile and run programs in, as many as are needed at once.
pub struct Slots {
    runner: RunnerProgram,
    free: Mutex<Vec<Slot>>,
    n_made: AtomicUsize,
    cpu: Mutex<Duration>,
    pace: Option<Pace>,
    // The last to go: it holds the directories of the others.
    scratch: Scratch,
}

impl Slots {
    /// Slots below a directory, for work that somebody may hold back.
    pub fn new(runner: RunnerProgram, parent: &Path, pace: Option<Pace>) -> Result<Slots, TestError> {
        let scratch = Scratch::new(parent).map_err(TestError::Scratch)?;
        let (free, n_made, cpu) = (Mutex::default(), AtomicUsize::new(0), Mutex::default());
        Ok(Slots { runner, free, n_made, cpu, pace, scratch })
    }

    /// CPU time of all that was compiled and run here.
    pub fn cpu(&self) -> Duration {
        *self.cpu.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something in a slot that nobody else uses meanwhile.
    fn with<T>(&self, work: impl FnOnce(&mut Slot) -> Result<T, RunnerError>) -> Result<T, RunnerError> {
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let known = free().pop();
        let mut slot = match known {
            Some(slot) => slot,
            None => {
                let number = self.n_made.fetch_add(1, Ordering::Relaxed);
                Slot::new(self.runner.clone(), self.scratch.path().join(number.to_string()))?
            }
        };
        let before = slot.cpu();
        let done = work(&mut slot)?;
        let spent = slot.cpu().saturating_sub(before);
        *self.cpu.lock().unwrap_or_else(PoisonError::into_inner) += spent;
        slot.clear().map_err(RunnerError::Runner)?;
        free().push(slot);
        if let Some(pace) = &self.pace {
            pace(spent);
        }
        Ok(done)
    }
}

impl std::fmt::Debug for Slots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Slots").field("runner", &self.runner).field("scratch", &self.scratch).finish_non_exhaustive()
    }
}

/// A compiler under suspicion.
#[derive(Clone, Debug)]
pub struct Suspect {
    command: CompilerCommand,
    time: Duration,
    slots: Arc<Slots>,
}

const PROGRAM: &str = "program";

impl Suspect {
    /// A compiler, how much CPU time it and the programs it makes may take, and where they run.
    pub fn new(command: CompilerCommand, time: Duration, slots: Arc<Slots>) -> Suspect {
        Suspect { command, time, slots }
    }

    /// Compiles and runs a program that has to do what is expected.
    pub fn observe(&self, text: &str, expected: &Ended) -> Result<Seen, TestError> {
        Ok(Seen::of(self.compile_and_run(text)?, expected))
    }

    /// Compiles and runs a program.
    pub fn compile_and_run(&self, text: &str) -> Result<Ran, TestError> {
        self.compile_and_run_all(&[("program.c", text)])
    }

    /// What the compiler says of a program.
    pub fn messages(&self, files: &[(&str, &str)]) -> Result<String, TestError> {
        Ok(self.slots.with(|slot| Ok(self.compile(slot, files)?.messages))?)
    }

    fn compile(&self, slot: &mut Slot, files: &[(&str, &str)]) -> Result<Compilation, RunnerError> {
        for (name, text) in files {
            std::fs::write(slot.directory().join(name), text).map_err(RunnerError::Runner)?;
        }
        let names: Vec<&str> = files.iter().map(|&(name, _)| name).collect();
        let limits = Limits { cpu: self.time, ..COMPILER_LIMITS };
        // Warnings are many and nobody reads them.
        build::compile(slot, &self.command, &["-w".to_owned()], &names, PROGRAM, limits)
    }

    /// Compiles and runs a program of several files, each with its name.
    pub fn compile_and_run_all(&self, files: &[(&str, &str)]) -> Result<Ran, TestError> {
        Ok(self.slots.with(|slot| {
            let compilation = self.compile(slot, files)?;
            if compilation.outcome != Compiled::Built {
                return Ok(not_built(&compilation));
            }
            let limits = build::program_limits(&self.command, Limits { cpu: self.time, ..PROGRAM_LIMITS });
            let execution = build::execute(slot, self.command.start(PROGRAM), &[], limits)?;
            Ok(match execution.end {
                runner::End::Status(status) => Ran::Ended { status, output: execution.output },
                runner::End::Signal(signal) => Ran::Signal(signal),
                runner::End::CpuTime => Ran::Timeout,
                runner::End::WallTime => Ran::Rejected("the program waits for something".to_owned()),
            })
        })?)
    }
}

/// A compiler that did not make a program has refused to, or has broken down. What may be the machine's fault is taken for a
/// refusal.
fn not_built(compilation: &Compilation) -> Ran {
    let said = compilation.messages.trim();
    match compilation.outcome {
        Compiled::Crashed | Compiled::AssemblerFailed | Compiled::NoProgram => {
            Ran::CompilerCrash(signature::of_messages(said))
        }
        Compiled::Hung => Ran::CompilerTimeout,
        Compiled::Stalled => Ran::Rejected("the compiler waits for something".to_owned()),
        Compiled::OutOfMemory => Ran::Rejected(format!("it has no memory left: {said}")),
        Compiled::Rejected | Compiled::LinkerFailed | Compiled::Built => Ran::Rejected(said.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_known_by_its_words() {
        let messages = "program.c:3:7: internal compiler error: in fold_binary, at fold-const.c:1234".to_owned();
        let compilation = Compilation { outcome: Compiled::Crashed, messages, cpu: Duration::ZERO };
        let words = "internal compiler error: in fold_binary, at fold-const.c:#";
        assert_eq!(not_built(&compilation), Ran::CompilerCrash(words.to_owned()));
    }

    #[test]
    fn a_failure_is_not_taken_for_another() {
        let crash = |words: &str| Seen::CompilerCrash(words.to_owned());
        let failure = Failure::of(&crash("a")).unwrap();
        assert!(failure.is_kept_by(&crash("a")));
        assert!(!failure.is_kept_by(&crash("b")));
        assert!(!failure.is_kept_by(&Seen::Wrong(vec![])));
        let others = [Seen::Wrong(vec![]), Seen::Signal(8), Seen::Signal(11), Seen::Timeout, Seen::CompilerTimeout];
        for (at, seen) in others.iter().enumerate() {
            let failure = Failure::of(seen).unwrap();
            let kept: Vec<bool> = others.iter().map(|other| failure.is_kept_by(other)).collect();
            assert_eq!(kept, (0..others.len()).map(|other| other == at).collect::<Vec<bool>>(), "{failure}");
        }
        assert_eq!(Failure::of(&Seen::Rejected("no".into())), None);
    }
}
