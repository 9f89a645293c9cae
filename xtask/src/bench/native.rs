//! gcc and what it makes: preprocessed texts and executables, which run on the machine itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::preprocess::{self, Input};

use super::opponent::{installed, scratch};
use crate::task_error::{Doing, TaskError, output_of, succeed};

/// gcc, and a directory for what it makes.
pub(super) struct Native {
    gcc: CompilerCommand,
    directory: tempfile::TempDir,
}

/// What an executable did.
pub(super) struct Ran {
    /// What it wrote to its standard output.
    pub(super) output: Vec<u8>,
    /// CPU time without the start of its process.
    pub(super) time: Duration,
}

impl Native {
    /// `None` if gcc is not installed.
    pub(super) fn found() -> Result<Option<Native>, TaskError> {
        let Some(gcc) = installed("gcc") else { return Ok(None) };
        let native = Native { gcc, directory: scratch()? };
        native.write("clock.c", CLOCK.as_bytes())?;
        native.compile(&["-c"], "clock.c", "clock.o")?;
        Ok(Some(native))
    }

    /// A file of the directory.
    fn file(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Leaves a text in the directory.
    pub(super) fn write(&self, name: &str, text: &[u8]) -> Result<PathBuf, TaskError> {
        let file = self.file(name);
        fs::write(&file, text).doing("write", &file)?;
        Ok(file)
    }

    /// The text of a program without directives.
    pub(super) fn preprocess(&self, source: &Path, flags: &[&str]) -> Result<Vec<u8>, TaskError> {
        let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
        Ok(preprocess::preprocess(&self.gcc, &flags, &Input::File(source))?.text)
    }

    /// Makes a file of the directory from another. Warnings say nothing here.
    pub(super) fn compile(&self, flags: &[&str], from: &str, to: &str) -> Result<(), TaskError> {
        let mut command = self.gcc.to_command();
        succeed(command.args(["-O0", "-w"]).args(flags).arg("-o").args([to, from]).current_dir(self.directory.path()))
    }

    /// Makes an executable that says how long it takes, for [`run`](Native::run).
    pub(super) fn compile_with_clock(&self, from: &str, to: &str) -> Result<(), TaskError> {
        self.compile(&["clock.o"], from, to)
    }

    /// What an executable of the directory writes.
    pub(super) fn output(&self, name: &str) -> Result<Vec<u8>, TaskError> {
        output_of(&mut Command::new(self.file(name)))
    }

    /// Runs an executable of the directory that has a clock to its end.
    pub(super) fn run(&self, name: &str) -> Result<Ran, TaskError> {
        let start = |source| TaskError::Start { program: name.to_owned(), source };
        let output = Command::new(self.file(name)).output().map_err(start)?;
        let said = String::from_utf8_lossy(&output.stderr);
        match said.trim().parse() {
            Ok(nanos) if output.status.success() => {
                Ok(Ran { output: output.stdout, time: Duration::from_nanos(nanos) })
            }
            _ => Err(TaskError::CheckFailed(format!("{name}, natively: {}, {said}", output.status))),
        }
    }
}

/// Measures the program it is linked to.
const CLOCK: &str = include_str!("clock.c");
