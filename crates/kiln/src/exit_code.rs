//! How kiln ends: every failure, its text, its remedy and its exit status, in one place.
//!
//! Scripts rely on these numbers, so they are a promise. A failure that is foreseen is a
//! [`Failure`]; one that is not is a panic, which [`guarded`] turns into [`Status::Bug`].

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use kiln_campaign::CampaignError;
use kiln_campaign::config::ConfigError;
use kiln_case::SourceError;
use kiln_reduce::TestError;
use kiln_toolchain::ToolchainError;
use kiln_toolchain::runner::RunnerError;

use crate::messages::Messages;

/// The exit status of kiln.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Done, and nothing bad.
    Done,
    /// Done, and something was found: a program that is not defined.
    Found,
    /// Bad usage, or input that cannot be read, preprocessed or taken. Nothing was written.
    BadInput,
    /// kiln cannot work here: a compiler, a permission or space is missing.
    CannotWorkHere,
    /// kiln disagrees with itself: a generator and the interpreter.
    Disagreement,
    /// A bug in kiln (`EX_SOFTWARE` of `sysexits.h`).
    Bug,
    /// `kiln run`: the program's own.
    Program(u8),
    /// `kiln run`: the program reached a bound, as `timeout` of the coreutils says it.
    ProgramLimit,
    /// `kiln run`: the program is undefined or unspecified.
    ProgramUndefined,
    /// `kiln run`: the program cannot be run, as the shell says it.
    ProgramNotRun,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status.code())
    }
}

impl Status {
    fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Found => 1,
            Status::BadInput => 2,
            Status::CannotWorkHere => 3,
            Status::Disagreement => 5,
            Status::Bug => 70,
            Status::Program(code) => code,
            Status::ProgramLimit => 124,
            Status::ProgramUndefined => 125,
            Status::ProgramNotRun => 126,
        }
    }

    /// The one of two that matters more: the higher number.
    pub(crate) fn worse(self, other: Status) -> Status {
        if other.code() > self.code() { other } else { self }
    }

    /// Shows what clap has to say: help and version are results, everything else is bad usage.
    pub(crate) fn of_usage(error: &clap::Error) -> Status {
        // A pipe closed early is no reason to fail.
        let _nobody_listens = error.print();
        if error.use_stderr() { Status::BadInput } else { Status::Done }
    }
}

/// Why a subcommand could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The errors have been shown, with their places.
    #[error("{}", rejected(.names))]
    Rejected {
        /// The files that were refused.
        names: Vec<String>,
    },
    /// The errors have been shown, with their places.
    #[error("the program is not run, because of errors in {}", .names.join(", "))]
    NotRun {
        /// The files with errors.
        names: Vec<String>,
    },
    #[error("{0}")]
    Usage(String),
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    #[error("cannot read standard input: {0}")]
    Stdin(#[source] io::Error),
    #[error("cannot read {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("cannot write {name}: {source}")]
    Write { name: String, source: io::Error },
    #[error("the interpreter does not agree with the program of `kiln {command}`: {what} ({})", kept(.program.as_deref()))]
    Disagreement { command: String, what: String, program: Option<PathBuf> },
    #[error("cannot reduce {name}: {why}")]
    NotReduced { name: String, why: String },
    #[error("cannot find out about {name}: {why}")]
    NotTriaged { name: String, why: String },
    #[error("{name} was interrupted")]
    Interrupted { name: String },
    #[error(transparent)]
    Test(TestError),
    #[error(transparent)]
    Wrapped(#[from] kiln_fault::wrapped::WrappedError),
    #[error("there is no finding {id} in {}; `kiln findings -o {}` lists them", directory.display(), directory.display())]
    NoFinding { id: String, directory: PathBuf },
    #[error("no program can be made: {0}")]
    Source(String),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    #[error(transparent)]
    Campaign(#[from] CampaignError),
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Failure {
        match error {
            SourceError::Contradiction { command, what, .. } => Failure::Disagreement { command, what, program: None },
            SourceError::Broken(what) => Failure::Source(what),
        }
    }
}

/// Where a program is, or how it is made again.
fn kept(program: Option<&Path>) -> String {
    program.map_or("the same command repeats it".to_owned(), |file| format!("the program is in {}", file.display()))
}

fn rejected(names: &[String]) -> String {
    format!("nothing written, because of errors in {}", names.join(", "))
}

impl Failure {
    /// Says what went wrong, and with which status to end.
    pub(crate) fn report(&self, messages: &Messages) -> Status {
        let (status, code) = self.class();
        messages.error(code, &self.to_string(), self.remedy());
        status
    }

    /// The exit status.
    pub(crate) fn status(&self) -> Status {
        self.class().0
    }

    /// The exit status and the stable name for programs.
    fn class(&self) -> (Status, &'static str) {
        match self {
            Failure::Rejected { .. } => (Status::BadInput, "rejected"),
            Failure::NotRun { .. } => (Status::ProgramNotRun, "rejected"),
            Failure::Usage(_) => (Status::BadInput, "usage"),
            Failure::Thread(_) => (Status::CannotWorkHere, "no-thread"),
            Failure::Stdin(_) => (Status::BadInput, "unreadable"),
            Failure::Unreadable { .. } => (Status::BadInput, "unreadable"),
            Failure::Write { .. } => (Status::CannotWorkHere, "unwritable"),
            Failure::Disagreement { .. } => (Status::Disagreement, "disagreement"),
            Failure::NotReduced { .. } => (Status::BadInput, "not-reduced"),
            Failure::NotTriaged { .. } => (Status::BadInput, "not-triaged"),
            Failure::Interrupted { .. } => (Status::Done, "interrupted"),
            Failure::Test(TestError::NoScript(..) | TestError::Script(_) | TestError::Removes(_)) => {
                (Status::BadInput, "no-test")
            }
            Failure::Test(_) => (Status::CannotWorkHere, "no-test"),
            Failure::Wrapped(_) => (Status::CannotWorkHere, "no-compiler"),
            Failure::NoFinding { .. } => (Status::BadInput, "no-finding"),
            Failure::Config(_) => (Status::BadInput, "config"),
            Failure::Source(_) => (Status::BadInput, "source"),
            Failure::Campaign(error) => match error {
                CampaignError::NoCompiler(_) => (Status::CannotWorkHere, "no-compiler"),
                CampaignError::Changed { .. } => (Status::BadInput, "changed"),
                _ => (Status::CannotWorkHere, "campaign"),
            },
            Failure::Toolchain(error) => match error {
                ToolchainError::NoCompiler => (Status::CannotWorkHere, "no-compiler"),
                ToolchainError::MissingProgram { .. } => (Status::CannotWorkHere, "no-compiler"),
                ToolchainError::BadCommand { .. } => (Status::BadInput, "usage"),
                ToolchainError::Unreadable { .. } => (Status::BadInput, "unreadable"),
                _ => (Status::BadInput, "not-preprocessed"),
            },
        }
    }

    /// What the user can do about it, where that is not plain from the message.
    fn remedy(&self) -> Option<&str> {
        let error = match self {
            Failure::Toolchain(error) => error,
            Failure::NotReduced { .. } => {
                return Some(
                    "What can be reduced is a program that a compiler gets wrong (--compiler, --finding), or \
                     anything that a script says yes to (--test). FILE is as it was.",
                );
            }
            Failure::Test(TestError::NoScript(..)) => {
                return Some("A test is a program that can be executed: `chmod +x`, and a first line like #!/bin/sh.");
            }
            Failure::Test(TestError::Removes(_)) => {
                return Some("A test looks at the file and leaves it where it is.");
            }
            Failure::Disagreement { .. } => {
                return Some(
                    "This is a bug in kiln and not in a compiler: please report it with this message and the version.",
                );
            }
            Failure::Test(TestError::Script(_)) => {
                return Some("--timeout SECONDS gives it more time.");
            }
            Failure::Config(_) => {
                return Some("`kiln config` prints the default configuration, with an explanation of every key.");
            }
            Failure::Test(TestError::Runner(RunnerError::Program { .. })) => {
                return Some(
                    "Compilers run confined, and as the user `nobody` if root has started kiln: that user has to be \
                     able to reach the compiler. `kiln doctor` shows how programs are confined here.",
                );
            }
            _ => return None,
        };
        match error {
            ToolchainError::NoCompiler => Some(
                "Install gcc or clang, or name a compiler with --compiler CMD, or --cpp CMD where files are only read. \
                 To read a preprocessed file (FILE.i) none is needed.",
            ),
            ToolchainError::MissingProgram { .. } => {
                Some("Install it, or give its path: a program without a slash is looked for on PATH.")
            }
            ToolchainError::NotPreprocessed { messages, .. } if !messages.is_empty() => Some(messages),
            _ => None,
        }
    }
}

/// Runs `work`. A panic in it ends with a message that asks for a report, and [`Status::Bug`].
pub(crate) fn guarded(work: impl FnOnce() -> Status) -> Status {
    std::panic::set_hook(Box::new(ask_for_a_report));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Status::Bug)
}

#[expect(clippy::print_stderr, reason = "the last words, when nothing else can be trusted")]
fn ask_for_a_report(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map_or_else(String::new, |location| format!(" at {location}"));
    eprintln!(
        "kiln: internal error: {}{place}\n\
         This is a bug in kiln, not in your program. Please report it with this message, the \
         command line and the input\n(run with RUST_BACKTRACE=1 to add a backtrace).",
        panic_message(panic.payload()),
    );
    let backtrace = std::backtrace::Backtrace::capture();
    if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
        eprintln!("{backtrace}");
    }
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "a panic without a message",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_bug_of_kiln() {
        assert_eq!(guarded(|| panic!("as this test wants")), Status::Bug);
        assert_eq!(guarded(|| Status::BadInput), Status::BadInput);
    }

    #[test]
    fn a_missing_compiler_and_a_missing_file_end_differently() {
        let compiler = Failure::from(ToolchainError::NoCompiler);
        assert_eq!(compiler.class().0, Status::CannotWorkHere);
        let source = io::Error::from(io::ErrorKind::NotFound);
        let file = Failure::from(ToolchainError::Unreadable { path: "a.c".into(), source });
        assert_eq!(file.class().0, Status::BadInput);
    }
}
