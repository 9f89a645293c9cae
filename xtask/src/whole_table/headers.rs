//! The share of compiling that goes into header text: what a file with nothing but a program's `#include` lines takes.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::bench::clock;
use crate::measuring::built;
use crate::producer::FILE;
use crate::task_error::{Doing, TaskError};

/// How often a file is compiled: children are counted in ticks of 10 ms.
const ROUNDS: u32 = 20;

/// What gcc -O0 takes for header text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Headers {
    /// For the headers alone, without the compiler's start.
    alone: Duration,
    /// For all programs, and how many there were.
    programs: Duration,
    n: u32,
}

impl Headers {
    /// Adds the program that stands in [`FILE`] of a directory. The headers of the first stand for those of all.
    pub(super) fn add(&mut self, text: &[u8], directory: &Path, flags: &[String]) -> Result<(), TaskError> {
        if self.n == 0 {
            let lines = text.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"#include"));
            let includes: Vec<u8> = lines.flat_map(|line| [line, b"\n"].concat()).collect();
            if !includes.is_empty() {
                let main = b"int main(void) { return 0; }\n";
                let with = compile_often(&[&includes[..], main].concat(), directory, flags)?;
                self.alone = with.saturating_sub(compile_often(main, directory, flags)?) / ROUNDS;
            }
        }
        self.n += 1;
        self.programs += clock::of_children(|| compile(FILE, directory, flags))?.0;
        Ok(())
    }

    /// Percent of the CPU time of an average program.
    pub(super) fn percent(&self) -> f64 {
        let mean = self.programs / self.n.max(1);
        100.0 * self.alone.as_secs_f64() / mean.as_secs_f64().max(1e-9)
    }
}

fn compile(file: &str, directory: &Path, flags: &[String]) -> Result<(), TaskError> {
    let mut gcc = Command::new("gcc");
    built::compiled(gcc.args(["-w", "-O0", "-c", file, "-o", "headers.o"]).args(flags).current_dir(directory))
}

fn compile_often(text: &[u8], directory: &Path, flags: &[String]) -> Result<Duration, TaskError> {
    let file = directory.join("headers.c");
    fs::write(&file, text).doing("write", &file)?;
    let rounds = || (0..ROUNDS).try_for_each(|_| compile("headers.c", directory, flags));
    Ok(clock::of_children(rounds)?.0)
}
