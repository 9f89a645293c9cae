//! What compilers are asked about programs: one table.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::making::Kind;
use crate::measuring::built::{self, Ran, complaint};
use crate::measuring::log::Key;
use crate::task_error::{Doing, TaskError};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// Whether what the compiler makes of a program does what the interpreter says.
    Agrees,
    /// The same, with sanitizers that have nothing to say.
    Sanitized,
    /// Whether the compiler has nothing to say against a program of ISO C.
    Accepted,
}

impl Asked {
    /// The programs that are for it.
    pub(super) fn kind(self) -> Kind {
        match self {
            Asked::Agrees | Asked::Sanitized => Kind::Default,
            Asked::Accepted => Kind::Standard,
        }
    }
}

/// A compiler with its options.
#[derive(Debug, Clone, Copy)]
pub(super) struct Build {
    pub(super) asked: Asked,
    compiler: &'static str,
    flags: &'static [&'static str],
}

const fn build(asked: Asked, compiler: &'static str, flags: &'static [&'static str]) -> Build {
    Build { asked, compiler, flags }
}

/// The group `undefined` of GCC lacks conversions of floating numbers that are out of range.
const GCC_SANITIZERS: &[&str] =
    &["-w", "-O0", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"];
const CLANG_SANITIZERS: &[&str] = &["-w", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
const STRICT: &[&str] = &["-fsyntax-only", "-std=c11", "-pedantic-errors"];

/// All builds. Without optimization and with it, compilers of two families, one of them old and new.
pub(super) const BUILDS: &[Build] = &[
    build(Asked::Agrees, "gcc-12", &["-w", "-O0"]),
    build(Asked::Agrees, "gcc-12", &["-w", "-O2"]),
    build(Asked::Agrees, "clang-14", &["-w", "-O0"]),
    build(Asked::Agrees, "clang-14", &["-w", "-O2"]),
    build(Asked::Agrees, "clang-19", &["-w", "-O0"]),
    build(Asked::Agrees, "clang-19", &["-w", "-O2"]),
    build(Asked::Sanitized, "gcc-12", GCC_SANITIZERS),
    build(Asked::Sanitized, "clang-14", CLANG_SANITIZERS),
    build(Asked::Accepted, "gcc-12", STRICT),
    build(Asked::Accepted, "clang-14", STRICT),
];

/// CPU seconds of a program: thousands of times what it takes, sanitized or not.
const CPU_SECONDS: u32 = 10;

impl Build {
    /// Whether it can be asked at all: a sanitizer is often there without its library.
    pub(super) fn is_installed(&self, directory: &Path) -> Result<bool, TaskError> {
        let file = directory.join("nothing.c");
        fs::write(&file, "int main(void) { return 0; }\n").doing("write", &file)?;
        let mut compile = Command::new(self.compiler);
        compile.args(self.flags).arg("-o").arg(directory.join("nothing")).arg(&file);
        Ok(compile.output().is_ok_and(|output| output.status.success()))
    }

    /// What is wrong with a program, in one line.
    pub(super) fn problem(&self, file: &Path, output: &str, directory: &Path) -> Result<Option<String>, TaskError> {
        let mut compile = Command::new(self.compiler);
        compile.args(self.flags).arg(file);
        if self.asked == Asked::Accepted {
            return Ok(built::refused(&mut compile)?.map(|error| format!("rejected: {error}")));
        }
        Ok(match built::compile_and_run(&mut compile, directory, CPU_SECONDS, None)? {
            Ran::NotCompiled(error) => Some(format!("not compiled: {error}")),
            Ran::TimedOut => Some(format!("does not end within {CPU_SECONDS} s")),
            Ran::Ended(finished) => {
                let messages = String::from_utf8_lossy(&finished.stderr);
                match complaint(&messages) {
                    Some(complaint) => Some(complaint.to_owned()),
                    None if !finished.status.success() => Some(format!("ends with {}", finished.status)),
                    None if Key::of([finished.stdout.as_slice()]).as_str() != output => {
                        Some(format!("writes {}", String::from_utf8_lossy(&finished.stdout).trim()))
                    }
                    None => None,
                }
            }
        })
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.compiler, self.flags.join(" "))
    }
}
