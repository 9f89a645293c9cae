//! Memory: what a run takes at most, by what the program touches of its objects.
//!
//! The kernel keeps the most that a process ever had resident, so each program is run by a process of its own: this
//! program again, started with a hidden command, with the text as its standard input. It holds the front end too, which
//! is why everything is compared with a program that has no objects.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::meaning::Bench;
use super::row::{Bar, Row};
use super::subject;
use crate::confined::THIS_PROGRAM;
use crate::task_error::{Doing, TaskError};

/// The hidden command.
const COMMAND: &str = "peak-memory";

/// Bytes of the objects.
const SIZE: u32 = 64 << 20;

/// Programs with one object of `SIZE` bytes, of which they write the first `N`.
const STATIC: &str = "static char object[SIZE];
int main(void) { for (long i = 0; i < N; ++i) object[i] = 1; return 0; }";
const HEAP: &str = "void *malloc(unsigned long);
int main(void) { char *object = malloc(SIZE); for (long i = 0; i < N; ++i) object[i] = 1; return 0; }";
const NONE: &str = "int main(void) { return 0; }";

/// An object that is not touched costs nothing.
pub(super) fn measure(_: &Bench) -> Result<Vec<Row>, TaskError> {
    let without = peak(NONE)?;
    let mut rows = Vec::new();
    for (sort, program) in [("static", STATIC), ("malloc", HEAP)] {
        let of = |n_bytes: u32| peak(&program.replace("SIZE", &SIZE.to_string()).replace('N', &n_bytes.to_string()));
        rows.push(Row {
            what: format!("memory: no object, {sort}, 4 kB used"),
            cost: without,
            against: of(4096)?,
            bar: Bar::AtMost(1.5),
            note: "MB resident; 64 MB, of which 4 kB are touched".to_owned(),
        });
        rows.push(Row {
            what: format!("memory: object, {sort}, all used"),
            cost: f64::from(SIZE) / 1e6,
            against: of(SIZE)? - without,
            bar: Bar::Free,
            note: "MB; what all bytes cost, net of a program without".to_owned(),
        });
    }
    Ok(rows)
}

/// The most megabytes that a process running a program had resident.
fn peak(program: &str) -> Result<f64, TaskError> {
    let start = |source| TaskError::Start { program: COMMAND.to_owned(), source };
    let mut command = Command::new(THIS_PROGRAM);
    let mut child = command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(start)?;
    // Dropped at the end of the statement, which is the end of the text.
    child.stdin.take().expect("it was asked for").write_all(program.as_bytes()).map_err(start)?;
    let output = child.wait_with_output().map_err(start)?;
    let kilobytes: Option<f64> = String::from_utf8_lossy(&output.stdout).trim().parse().ok();
    let failed = || TaskError::CheckFailed(format!("{COMMAND}: {}", output.status));
    kilobytes.filter(|_| output.status.success()).map(|kilobytes| kilobytes * 1024.0 / 1e6).ok_or_else(failed)
}

/// The hidden command: runs a program and says how many kilobytes that took.
#[expect(clippy::print_stdout, reason = "it is the answer")]
pub(crate) fn answer() -> Result<(), TaskError> {
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text).doing("read", Path::new("standard input"))?;
    subject::output("peak.i", &subject::lowered("peak.i", &text)?)?;
    println!("{}", resident()?);
    Ok(())
}

/// The most that this process ever had resident, in kilobytes.
fn resident() -> Result<u64, TaskError> {
    let path = Path::new("/proc/self/status");
    let status = fs::read_to_string(path).doing("read", path)?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    kilobytes.ok_or_else(|| TaskError::CheckFailed("the kernel does not say how much memory was resident".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_was_resident_is_seen() {
        let before = resident().unwrap();
        let touched = vec![1_u8; 50 << 20];
        let after = resident().unwrap();
        assert!(after >= before && after >= 50 << 10, "{before} {after} {}", touched.len());
    }
}
