//! A compiler that reads the same files, one process per file, as a user would call it.
//!
//! Its start-up is taken off: as many runs on an empty file. That includes the driver, which is not what is compared here
//! either. For kiln there is nothing to take off, because it reads in this process.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fmt, fs};

use kiln_toolchain::compiler::CompilerCommand;

use super::clock;
use super::programs::Texts;
use crate::task_error::{Doing, TaskError, succeed};

/// A compiler, what it is told, and an empty file for it.
pub(super) struct Opponent {
    pub(super) name: &'static str,
    compiler: CompilerCommand,
    flags: Vec<String>,
    directory: tempfile::TempDir,
}

impl Opponent {
    /// Reads and checks, and makes nothing.
    pub(super) fn syntax_only(name: &'static str) -> Result<Option<Opponent>, TaskError> {
        Opponent::found(name, |_| vec!["-fsyntax-only".to_owned(), "-w".to_owned()])
    }

    /// Compiles into a file, for a compiler that cannot stop earlier.
    pub(super) fn compile(name: &'static str) -> Result<Option<Opponent>, TaskError> {
        Opponent::found(name, |directory| {
            // Not `/dev/null`, which some compilers remove and replace.
            let object = directory.join("out.o").display().to_string();
            vec!["-c".to_owned(), "-w".to_owned(), "-o".to_owned(), object]
        })
    }

    /// `None` if it is not installed.
    fn found(name: &'static str, flags: impl FnOnce(&Path) -> Vec<String>) -> Result<Option<Opponent>, TaskError> {
        let Some(compiler) = installed(name) else { return Ok(None) };
        let directory = scratch()?;
        let flags = flags(directory.path());
        Ok(Some(Opponent { name, compiler, flags, directory }))
    }

    pub(super) fn compiler(&self) -> &CompilerCommand {
        &self.compiler
    }

    /// Whether it reads a file without an error.
    pub(super) fn takes(&self, file: &Path) -> bool {
        let output = self.compiler.to_command().args(&self.flags).arg(file).output();
        output.is_ok_and(|output| output.status.success())
    }

    /// CPU time to read all files, with the start-up apart.
    pub(super) fn read(&self, texts: &Texts) -> Result<Cost, TaskError> {
        let empty = self.directory.path().join("empty.i");
        fs::write(&empty, "").doing("write", &empty)?;
        let n_files = texts.files.len().max(1);
        let start_up = self.runs(&vec![empty; n_files])?;
        let whole = self.runs(&texts.files)?;
        Ok(Cost { reading: whole.saturating_sub(start_up), start_up: start_up / n_files as u32 })
    }

    fn runs(&self, files: &[PathBuf]) -> Result<Duration, TaskError> {
        let run = |file| succeed(self.compiler.to_command().args(&self.flags).arg(file));
        Ok(clock::of_children(|| files.iter().try_for_each(run))?.0)
    }
}

/// A compiler by its name, if it is there.
pub(super) fn installed(name: &str) -> Option<CompilerCommand> {
    CompilerCommand::parse(name, &std::env::var_os("PATH").unwrap_or_default()).ok()
}

/// A directory that goes away with its handle.
pub(super) fn scratch() -> Result<tempfile::TempDir, TaskError> {
    tempfile::tempdir().doing("make a directory in", &std::env::temp_dir())
}

/// As the table names it: the program and what it does.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.flags.first().map_or("", String::as_str))
    }
}

/// What a compiler takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cost {
    /// For all files, without start-up.
    pub(super) reading: Duration,
    /// For one run on an empty file.
    pub(super) start_up: Duration,
}

impl Cost {
    pub(super) fn better(self, other: Cost) -> Cost {
        if other.reading < self.reading { other } else { self }
    }
}
