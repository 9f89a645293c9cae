//! Why a chore could not be done.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use kiln_toolchain::ToolchainError;
use kiln_toolchain::process::ProcessError;

/// A chore failed: its environment did, or what it checks is not so.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TaskError {
    #[error("cannot {action} {}: {source}", path.display())]
    File { action: &'static str, path: PathBuf, source: io::Error },
    #[error("cannot start `{program}`: {source}")]
    Start { program: String, source: io::Error },
    #[error("`{command}` failed ({status})")]
    Command { command: String, status: ExitStatus },
    #[error("`{program}` on {path}: {source}")]
    Compiler { program: String, path: String, source: ProcessError },
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    #[error("{what} is missing\n{remedy}")]
    Missing { what: String, remedy: String },
    #[error("{0}")]
    CheckFailed(String),
}

/// Adds what was being done to which file: `fs::read(&path).doing("read", &path)?`.
pub(crate) trait Doing<T> {
    fn doing(self, action: &'static str, path: &Path) -> Result<T, TaskError>;
}

impl<T> Doing<T> for io::Result<T> {
    fn doing(self, action: &'static str, path: &Path) -> Result<T, TaskError> {
        self.map_err(|source| TaskError::File { action, path: path.to_owned(), source })
    }
}

/// Runs a command to its end; a failure is an error that names it.
pub(crate) fn succeed(command: &mut Command) -> Result<(), TaskError> {
    let program = command.get_program().display().to_string();
    let status = command.status().map_err(|source| TaskError::Start { program, source })?;
    if status.success() { Ok(()) } else { Err(failed(command, status)) }
}

/// Runs a command to its end and takes its output; a failure is an error that names it.
pub(crate) fn output_of(command: &mut Command) -> Result<Vec<u8>, TaskError> {
    let program = command.get_program().display().to_string();
    command.stderr(std::process::Stdio::inherit());
    let output = command.output().map_err(|source| TaskError::Start { program, source })?;
    if output.status.success() { Ok(output.stdout) } else { Err(failed(command, output.status)) }
}

fn failed(command: &Command, status: ExitStatus) -> TaskError {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    TaskError::Command { command: words.join(" "), status }
}
