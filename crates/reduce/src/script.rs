//! A test that somebody else has written.
//!
//! The convention is that of C-Reduce: the script runs in a directory of its own that holds the files under their names, and
//! its status is 0 if they are interesting. Each run has a fresh directory, so that several can be done at a time and nothing
//! that one leaves behind is seen by another; whatever it starts is killed when it ends.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use kiln_toolchain::process::{self, Limits, ProcessError};

use crate::test::TestError;

/// A script and what it gets.
#[derive(Clone, Debug)]
pub struct Script {
    path: PathBuf,
    names: Vec<String>,
    time: Duration,
}

/// A script may say a lot; nobody reads it.
const MAX_OUTPUT: usize = 64 << 20;

impl Script {
    /// A script for files of these names, and the time it may take.
    pub fn new(path: &Path, names: &[String], time: Duration) -> Result<Script, TestError> {
        let no_script = |error| TestError::NoScript(path.to_owned(), error);
        let path = path.canonicalize().map_err(no_script)?;
        Ok(Script { path, names: names.to_vec(), time })
    }

    /// Runs it once on the first program, to see that it comes to an end and leaves the program where it is: a test that looks
    /// at it a second time after it has gone would say what is true of no program.
    pub fn try_out(&self, texts: &[String]) -> Result<(), TestError> {
        let (_, removed) = self.run(texts)?;
        removed.map_or(Ok(()), |name| Err(TestError::Removes(name)))
    }

    /// Whether texts are interesting. A test that does not end says no.
    pub fn is_interesting(&self, texts: &[String]) -> Result<bool, TestError> {
        match self.run(texts) {
            Err(TestError::Script(ProcessError::Timeout(_) | ProcessError::TooMuchOutput(_))) => Ok(false),
            other => other.map(|(is_interesting, _)| is_interesting),
        }
    }

    /// What it says of texts, and a file that it has removed.
    fn run(&self, texts: &[String]) -> Result<(bool, Option<String>), TestError> {
        let directory = tempfile::Builder::new().prefix("kiln-reduce-").tempdir().map_err(TestError::Scratch)?;
        for (name, text) in self.names.iter().zip(texts) {
            std::fs::write(directory.path().join(name), text).map_err(TestError::Scratch)?;
        }
        let limits = Limits { time: self.time, output: MAX_OUTPUT };
        match process::run(Command::new(&self.path).current_dir(directory.path()), &[], limits) {
            Ok(finished) => {
                let removed = self.names.iter().find(|name| !directory.path().join(name).exists());
                Ok((finished.status.success(), removed.cloned()))
            }
            Err(ProcessError::Start(error)) => Err(TestError::NoScript(self.path.clone(), error)),
            Err(other) => Err(TestError::Script(other)),
        }
    }
}
