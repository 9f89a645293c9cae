//! Compiling a program in a slot, running it there, and what came of it.
//!
//! A compiler says in words what its status does not tell: whether it refuses the program or has crashed, and which of its
//! parts did. `WORDS` is the table of such words.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::compiler::CompilerCommand;
use crate::runner::{End, Limits, Request, RunnerError, Slot};

/// What a compiler may use; a program that takes it longer is worth a report.
pub const COMPILER_LIMITS: Limits =
    Limits { cpu: Duration::from_mins(5), wall: Duration::from_mins(30), memory: Some(4 << 30), file_size: 256 << 20 };

/// What a compiled program may use.
pub const PROGRAM_LIMITS: Limits =
    Limits { cpu: Duration::from_secs(5), wall: Duration::from_mins(2), memory: Some(1 << 30), file_size: 4 << 20 };

/// The same for programs of a compiler. What simulates their machine takes room for all of its memory beforehand, and is not
/// limited in that.
pub fn program_limits(command: &CompilerCommand, plain: Limits) -> Limits {
    if command.run().is_empty() { plain } else { Limits { memory: None, ..plain } }
}

/// As much of a compiler's messages as anyone reads.
const MAX_MESSAGES: u64 = 64 << 10;

/// What a compiler made of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compiled {
    /// A program that can be run.
    Built,
    /// It does not take the program.
    Rejected,
    /// It crashed, or says itself that it has an error.
    Crashed,
    /// It used its CPU time.
    Hung,
    /// It did not end in time, on a machine with other things to do.
    Stalled,
    /// It used its memory.
    OutOfMemory,
    /// What it wrote is not taken by the assembler.
    AssemblerFailed,
    /// What it wrote cannot be linked.
    LinkerFailed,
    /// It says that all is well, and there is no program.
    NoProgram,
}

/// One run of a compiler.
#[derive(Debug, Clone)]
pub struct Compilation {
    /// What came of it.
    pub outcome: Compiled,
    /// What it said, cut where nobody reads on.
    pub messages: String,
    /// Its CPU time.
    pub cpu: Duration,
}

/// Words in messages, and what has happened if they stand there; the first row that fits counts. Memory comes first, since
/// compilers call its end an error of their own.
const WORDS: &[(&str, Compiled)] = &[
    ("out of memory", Compiled::OutOfMemory),
    ("virtual memory exhausted", Compiled::OutOfMemory),
    ("memory exhausted", Compiled::OutOfMemory),
    ("annot allocate memory", Compiled::OutOfMemory),
    ("bad_alloc", Compiled::OutOfMemory),
    ("too many errors", Compiled::Rejected),
    ("internal compiler error", Compiled::Crashed),
    ("internal error", Compiled::Crashed),
    ("compiler error:", Compiled::Crashed),
    ("PLEASE submit a bug report", Compiled::Crashed),
    ("LLVM ERROR", Compiled::Crashed),
    ("UNREACHABLE executed", Compiled::Crashed),
    ("Assertion `", Compiled::Crashed),
    ("Segmentation fault", Compiled::Crashed),
    ("-fcompare-debug' failure", Compiled::Crashed),
    ("signal terminated program", Compiled::Crashed),
    ("Assembler messages:", Compiled::AssemblerFailed),
    ("assembler command failed", Compiled::AssemblerFailed),
    ("error: ld returned", Compiled::LinkerFailed),
    ("linker command failed", Compiled::LinkerFailed),
    ("undefined reference", Compiled::LinkerFailed),
    ("unresolved symbol", Compiled::LinkerFailed),
    ("undefined symbol", Compiled::LinkerFailed),
];

/// Compiles `sources`, files in the slot's directory, to the program `output` there.
pub fn compile(
    slot: &mut Slot,
    command: &CompilerCommand,
    flags: &[String],
    sources: &[&str],
    output: &str,
    limits: Limits,
) -> Result<Compilation, RunnerError> {
    // Libraries stand behind the files that need them.
    let (libraries, flags): (Vec<String>, Vec<String>) = flags.iter().cloned().partition(|flag| flag.starts_with("-l"));
    let mut words = command.words();
    words.extend(flags);
    words.extend(["-o".to_owned(), output.to_owned()]);
    words.extend(sources.iter().map(|&source| source.to_owned()));
    words.extend(libraries);
    translate(slot, words, output, limits)
}

/// Compiles `source`, a file in the slot's directory, to the object file `output` there.
pub fn compile_object(
    slot: &mut Slot,
    command: &CompilerCommand,
    flags: &[String],
    source: &str,
    output: &str,
    limits: Limits,
) -> Result<Compilation, RunnerError> {
    let mut words = command.words();
    words.extend(flags.iter().cloned());
    let _not_linked = take_libraries(&mut words);
    words.extend(["-c", "-o", output, source].map(str::to_owned));
    translate(slot, words, output, limits)
}

/// Runs a compiler or a linker that is to make the file `output` in the slot's directory.
pub fn translate(
    slot: &mut Slot,
    words: Vec<String>,
    output: &str,
    limits: Limits,
) -> Result<Compilation, RunnerError> {
    let program = slot.directory().join(output);
    // What another compiler has built must not be taken for what this one does.
    let _not_there = fs::remove_file(&program);
    let reply = slot.run(&request(words, limits, &[]))?;
    let messages = read_some(&slot.directory().join(STDERR), MAX_MESSAGES).map_err(RunnerError::Runner)?;
    let messages = String::from_utf8_lossy(&messages).into_owned();
    let outcome = match reply.end {
        End::CpuTime => Compiled::Hung,
        End::WallTime => Compiled::Stalled,
        End::Status(0) if program.is_file() => Compiled::Built,
        End::Status(0) => Compiled::NoProgram,
        End::Signal(_) if outcome_of(&messages) == Some(Compiled::OutOfMemory) => Compiled::OutOfMemory,
        End::Signal(_) => Compiled::Crashed,
        End::Status(_) => outcome_of(&messages).unwrap_or(Compiled::Rejected),
    };
    Ok(Compilation { outcome, messages, cpu: reply.cpu })
}

/// Takes the libraries out of a command: they have to stand behind the files that need them.
pub fn take_libraries<T: AsRef<str>>(words: &mut Vec<T>) -> Vec<T> {
    let mut is_operand = false;
    words
        .extract_if(.., |word| {
            let is_library = word.as_ref().starts_with("-l") && !is_operand;
            // What follows is for the optimiser, whatever it begins with.
            is_operand = word.as_ref() == "-mllvm";
            is_library
        })
        .collect()
}

/// What has happened, by the words of a compiler that made no program; nothing if it merely refuses to.
pub fn outcome_of(messages: &str) -> Option<Compiled> {
    WORDS.iter().find(|(words, _)| messages.contains(words)).map(|&(_, outcome)| outcome)
}

/// One run of a compiled program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execution {
    /// How it ended.
    pub end: End,
    /// Its standard output, cut after the bytes that are allowed.
    pub output: Vec<u8>,
    /// Its standard error: what sanitizers say.
    pub errors: String,
    /// Its CPU time.
    pub cpu: Duration,
}

/// Whether a program ended by the instruction that compilers put where a program must not come: `SIGILL`, or `SIGTRAP`.
pub fn is_trap(end: End) -> bool {
    matches!(end, End::Signal(libc::SIGILL | libc::SIGTRAP))
}

/// Runs a program in the slot's directory.
pub fn execute(
    slot: &mut Slot,
    words: Vec<String>,
    environment: &[(String, String)],
    limits: Limits,
) -> Result<Execution, RunnerError> {
    let reply = slot.run(&request(words, limits, environment))?;
    let output = read_some(&slot.directory().join(STDOUT), limits.file_size).map_err(RunnerError::Runner)?;
    let errors = read_some(&slot.directory().join(STDERR), MAX_MESSAGES).map_err(RunnerError::Runner)?;
    Ok(Execution { end: reply.end, output, errors: String::from_utf8_lossy(&errors).into_owned(), cpu: reply.cpu })
}

const STDOUT: &str = "stdout";
const STDERR: &str = "stderr";

fn request(words: Vec<String>, limits: Limits, environment: &[(String, String)]) -> Request {
    Request { words, environment: environment.to_vec(), stdout: STDOUT.to_owned(), stderr: STDERR.to_owned(), limits }
}

fn read_some(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_told_from_what_looks_like_one() {
        let mut words = vec!["clang", "-lm", "-mllvm", "-licm-limit=3", "-O2"];
        assert_eq!(take_libraries(&mut words), ["-lm"]);
        assert_eq!(words, ["clang", "-mllvm", "-licm-limit=3", "-O2"]);
    }

    #[test]
    fn messages_tell_a_crash_from_a_refusal() {
        let outcome = |messages| outcome_of(messages);
        assert_eq!(outcome("a.c:1:1: error: expected ';'"), None);
        assert_eq!(outcome("a.c:3:1: internal compiler error: in expand_expr, at expr.cc:1"), Some(Compiled::Crashed));
        assert_eq!(outcome("LLVM ERROR: out of memory"), Some(Compiled::OutOfMemory));
        assert_eq!(outcome("/tmp/a.s: Assembler messages:\nError: x"), Some(Compiled::AssemblerFailed));
        assert_eq!(outcome("collect2: error: ld returned 1 exit status"), Some(Compiled::LinkerFailed));
    }
}
