//! Why the environment did not do what it was asked: one variant per cause.

use std::path::PathBuf;
use std::process::ExitStatus;

use crate::compiler::NAMES;
use crate::process::ProcessError;

/// A compiler could not be found or started, or did not do its work.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolchainError {
    /// `PATH` holds nothing that looks like a C compiler.
    #[error("no C compiler found on PATH (looked for {})", NAMES.join(", "))]
    NoCompiler,
    /// A command line that cannot be split like shell words, or has no word at all.
    #[error("cannot take `{command}` as a command: {why}")]
    BadCommand {
        /// The command line as it was given.
        command: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A command line whose first word is not a program.
    #[error("cannot find the program `{program}`")]
    MissingProgram {
        /// The first word of the command line.
        program: String,
    },
    /// An input file that cannot be read at all; the compiler was not started.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The compiler ran and refused to preprocess the input.
    #[error("cannot preprocess {name} with `{command}` ({status})")]
    NotPreprocessed {
        /// The input, as the user knows it.
        name: String,
        /// The command that was run.
        command: String,
        /// How it ended.
        status: ExitStatus,
        /// What it had to say.
        messages: String,
    },
    /// The compiler could not be started, or went past a limit.
    #[error("cannot preprocess {name} with `{command}`: {source}")]
    Process {
        /// The input, as the user knows it.
        name: String,
        /// The command that was run.
        command: String,
        /// What went wrong.
        source: ProcessError,
    },
}
