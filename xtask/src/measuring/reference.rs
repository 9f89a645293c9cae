//! gcc, with all that it has said before.
//!
//! Its answers do not depend on kiln, so they are kept in a log and found out once.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::process::{self, Finished, Limits, ProcessError};

use super::log::{Key, Log};
use super::subject::Subject;
use crate::task_error::{Doing, TaskError, output_of};

/// A few programs are made to need much of everything.
const LIMITS: Limits = Limits { time: Duration::from_mins(5), output: 1 << 30 };

/// The first error of a compiler that was stopped. It may be another one when the machine is less busy.
pub(crate) const PAST_A_LIMIT: &str = "past a limit";

/// Options that keep a preprocessor from doing all its work.
pub(crate) const NOT_PREPROCESSED: &[&str] = &["-fdirectives-only", "-fpreprocessed"];

/// gcc and its log.
pub(crate) struct Reference {
    command: CompilerCommand,
    version: String,
    /// What compilers have said.
    pub(crate) log: Log,
}

impl Reference {
    pub(crate) fn new(log: &Path) -> Result<Reference, TaskError> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let command = CompilerCommand::parse("gcc", &path)?;
        let output = output_of(command.to_command().arg("--version"))?;
        let version = String::from_utf8_lossy(&output).lines().next().unwrap_or_default().to_owned();
        Ok(Reference { command, version, log: Log::open(log)? })
    }

    /// The first line of `gcc --version`.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Everything that the answer to a question about a program depends on. A question that is asked
    /// in another way, or whose answer is read in another way, needs another name.
    pub(crate) fn key(&self, question: &str, subject: &Subject) -> Result<Key, TaskError> {
        let file = subject.file();
        let text = fs::read(&file).doing("read", &file)?;
        Ok(self.key_of_text(question, subject, &text))
    }

    /// The key for another text in the program's place.
    pub(crate) fn key_of_text(&self, question: &str, subject: &Subject, text: &[u8]) -> Key {
        let options = subject.language_options().join(" ");
        let parts = [question, &self.version, &options, &subject.path].map(str::as_bytes);
        Key::of(parts.into_iter().chain([text]))
    }

    /// A call of gcc in the folder of the program.
    pub(crate) fn command(&self, subject: &Subject) -> Command {
        let mut command = self.command.to_command();
        command.current_dir(&subject.folder);
        // `__DATE__` and `__TIME__` are the same today and tomorrow.
        command.env("SOURCE_DATE_EPOCH", "0");
        command
    }
}

/// The options that start with none of some prefixes.
pub(crate) fn without<'a>(options: &[&'a str], prefixes: &'static [&str]) -> impl Iterator<Item = &'a str> {
    let is_unwanted = |option: &&str| prefixes.iter().any(|prefix| option.starts_with(prefix));
    options.iter().copied().filter(move |option| !is_unwanted(option))
}

/// Runs a compiler.
pub(crate) fn run(command: &mut Command, input: &[u8], subject: &Subject) -> Result<Finished, TaskError> {
    match process::run(command, input, LIMITS) {
        // What never ends is not taken.
        Err(ProcessError::Timeout(_) | ProcessError::TooMuchOutput(_)) => {
            let status = std::os::unix::process::ExitStatusExt::from_raw(9);
            Ok(Finished { status, stdout: Vec::new(), stderr: format!("error: {PAST_A_LIMIT}").into_bytes() })
        }
        result => result.map_err(|source| {
            let program = command.get_program().display().to_string();
            TaskError::Compiler { program, path: subject.path.clone(), source }
        }),
    }
}

/// The first line of a compiler's messages that is an error, without its place.
pub(crate) fn first_error(messages: &str) -> String {
    let of_line = |line: &str| line.split_once("error: ").map(|(_, error)| error.to_owned());
    let other = || messages.lines().next().unwrap_or("no message").to_owned();
    messages.lines().find_map(of_line).unwrap_or_else(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_told_without_its_place() {
        let messages = "a.c: In function 'f':\na.c:1:2: warning: odd\na.c:3:4: error: bad 'x'\n";
        assert_eq!(first_error(messages), "bad 'x'");
        assert_eq!(first_error("gcc: fatal error: killed"), "killed");
        assert_eq!(first_error(""), "no message");
    }

    #[test]
    fn options_are_left_out_by_prefix() {
        let options = ["-fpreprocessed", "-O2"];
        assert_eq!(without(&options, NOT_PREPROCESSED).collect::<Vec<_>>(), ["-O2"]);
    }
}
