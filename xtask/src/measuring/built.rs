//! A program that a compiler makes, and what becomes of it.
//!
//! It runs in an empty directory of its own, which goes away afterwards, with a deadline and a bound on CPU time.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use kiln_toolchain::process::{self, Finished, Limits, ProcessError};

use super::reference::{PAST_A_LIMIT, first_error};
use crate::confined::is_out_of_time;
use crate::task_error::{Doing, TaskError};

/// What a compiler may use: a few programs are made to need much of everything.
const COMPILING: Limits = Limits { time: Duration::from_mins(5), output: 1 << 30 };

/// What a program may use. The deadline is for programs that wait; the machine may be busy.
const RUNNING: Limits = Limits { time: Duration::from_mins(1), output: 64 << 20 };

/// What became of a program.
pub(crate) enum Ran {
    /// The compiler does not make a program of it: the first error.
    NotCompiled(String),
    /// It was killed at its deadline, or wrote too much.
    TimedOut,
    Ended(Finished),
}

/// Has a compiler make a program, and runs that for no more than some seconds of CPU time. `directory` is for the program's own.
pub(crate) fn compile_and_run(
    compile: &mut Command,
    directory: &Path,
    seconds: u32,
    looked_for: Option<&str>,
) -> Result<Ran, TaskError> {
    let place = tempfile::tempdir_in(directory).doing("make a directory in", directory)?;
    let program = std::path::absolute(place.path().join("program")).doing("find", place.path())?;
    if let Some(error) = refused(compile.arg("-o").arg(&program).arg("-lm"))? {
        return Ok(Ran::NotCompiled(error));
    }
    run(&program, seconds, place.path(), looked_for)
}

/// The first error of a compiler, if there is one.
pub(crate) fn refused(compile: &mut Command) -> Result<Option<String>, TaskError> {
    match process::run(compile, &[], COMPILING) {
        Ok(finished) if finished.status.success() => Ok(None),
        Ok(finished) => Ok(Some(first_error(&String::from_utf8_lossy(&finished.stderr)))),
        Err(ProcessError::Timeout(_) | ProcessError::TooMuchOutput(_)) => Ok(Some(PAST_A_LIMIT.to_owned())),
        Err(source) => Err(failed(compile, source)),
    }
}

/// Compiles what a compiler has to take, and says nothing of its remarks.
pub(crate) fn compiled(compile: &mut Command) -> Result<(), TaskError> {
    match refused(compile)? {
        None => Ok(()),
        Some(error) => Err(TaskError::CheckFailed(format!("{compile:?} fails: {error}"))),
    }
}

/// Runs a program in a directory. Address sanitizer may be asked to look for more.
pub(crate) fn run(program: &Path, seconds: u32, directory: &Path, looked_for: Option<&str>) -> Result<Ran, TaskError> {
    let mut command = limited(program, seconds);
    // What is never freed is not undefined; and a program that is told of no memory may go on.
    let usual = "detect_leaks=0:allocator_may_return_null=1";
    let options = looked_for.map_or(usual.to_owned(), |more| format!("{usual}:{more}"));
    command.env("ASAN_OPTIONS", options).current_dir(directory);
    match process::run(&mut command, &[], RUNNING) {
        Ok(finished) if is_out_of_time(finished.status) => Ok(Ran::TimedOut),
        Ok(finished) => Ok(Ran::Ended(finished)),
        Err(ProcessError::Timeout(_) | ProcessError::TooMuchOutput(_)) => Ok(Ran::TimedOut),
        // Options for another machine or with another idea of a program.
        Err(ProcessError::Start(error)) => Ok(Ran::NotCompiled(format!("cannot be started: {error}"))),
        Err(source) => Err(failed(&command, source)),
    }
}

fn failed(command: &Command, source: ProcessError) -> TaskError {
    let program = command.get_program().display().to_string();
    let path = command.get_args().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    TaskError::Compiler { program, path, source }
}

/// A program that the kernel ends when it has computed for so long. The limit is the soft one: at the hard one the kernel kills it,
/// and nobody can tell why.
fn limited(program: &Path, seconds: u32) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -S -t {seconds}; exec \"$0\"")).arg(program);
    command
}

/// The first complaint of a sanitizer, without its place.
pub(crate) fn complaint(messages: &str) -> Option<&str> {
    const MARKS: &[&str] = &["runtime error: ", "ERROR: AddressSanitizer: "];
    messages.lines().find_map(|line| {
        let (mark, place) = MARKS.iter().find_map(|mark| Some((mark, line.find(mark)?)))?;
        let text = &line[place + mark.len()..];
        Some(text.split(" on address").next().unwrap_or(text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_end_is_out_of_time() {
        let directory = tempfile::tempdir().unwrap();
        let program = directory.path().join("program");
        std::fs::write(&program, "#!/bin/sh\nwhile :; do :; done\n").unwrap();
        std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        assert!(matches!(run(&program, 1, directory.path(), None).unwrap(), Ran::TimedOut));
    }

    #[test]
    fn complaints_are_told_without_their_place() {
        let undefined = "note\na.c:1:2: runtime error: division by zero\nmore\n";
        assert_eq!(complaint(undefined), Some("division by zero"));
        let address = "====\n==12==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f at pc 0x1\n";
        assert_eq!(complaint(address), Some("stack-buffer-overflow"));
        assert_eq!(complaint("AddressSanitizer is odd\n"), None);
    }
}
