//! A faulty compiler as a command: a real compiler behind a planted fault.
//!
//! The C files among the arguments are preprocessed by the real compiler, read, changed and printed; the real compiler gets
//! what was printed in their place, with all other arguments. A file that is not read as C goes through as it is, so that the
//! real compiler can say what is wrong with it.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use kiln_lang::{Options, parse, print};
use kiln_toolchain::ToolchainError;
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::preprocess::{self, Input};

use crate::{Fault, Planted};

/// Why a faulty compiler cannot do its work.
#[derive(Debug, thiserror::Error)]
pub enum WrappedError {
    /// There is no compiler.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// The changed program cannot be written, or the compiler cannot be started.
    #[error("cannot compile a changed program: {0}")]
    Io(#[from] io::Error),
}

/// What a faulty compiler did.
#[derive(Debug)]
pub enum Done {
    /// The real compiler ended.
    Ended(ExitStatus),
    /// It broke down, with these words.
    Crash(String),
}

/// Compiles as a real compiler with a fault would.
pub fn compile(fault: &Fault, compiler: &OsStr, arguments: &[OsString]) -> Result<Done, WrappedError> {
    let directory = tempfile::Builder::new().prefix("kiln-fault-").tempdir()?;
    let mut command = Command::new(compiler);
    for (index, argument) in arguments.iter().enumerate() {
        let file = Path::new(argument);
        if file.extension() != Some(OsStr::new("c")) {
            command.arg(argument);
            continue;
        }
        match changed(fault, compiler, arguments, file)? {
            None => command.arg(argument),
            Some(Planted::Crash(words)) => return Ok(Done::Crash(format!("{}: {words}", file.display()))),
            Some(Planted::Program(program)) => {
                let new: PathBuf = directory.path().join(format!("{index}.c"));
                std::fs::write(&new, print::canonical(&program))?;
                command.arg(new)
            }
        };
    }
    Ok(Done::Ended(command.status()?))
}

/// The program in a file with the fault; nothing if it is not read.
fn changed(
    fault: &Fault,
    compiler: &OsStr,
    arguments: &[OsString],
    file: &Path,
) -> Result<Option<Planted>, WrappedError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let command = CompilerCommand::parse(&compiler.to_string_lossy(), &path)?;
    let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let flags: Vec<String> = words.iter().filter(|word| is_for_preprocessor(word)).cloned().collect();
    let text = preprocess::preprocess(&command, &flags, &Input::File(file))?.text;
    let options = Options::from_flags(words.iter().map(String::as_str));
    let parsed = parse(&file.display().to_string(), text, &options);
    Ok(parsed.accepted().then(|| fault.plant(&parsed.program)))
}

fn is_for_preprocessor(word: &str) -> bool {
    ["-D", "-I", "-U", "-std", "-m"].iter().any(|flag| word.starts_with(flag))
}
