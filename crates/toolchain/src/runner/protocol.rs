//! What kiln and a runner say to each other: lines of JSON over the runner's standard input and output.
//!
//! What a program writes is not part of it. It goes to files in the slot's directory, whose size the kernel bounds, and
//! whoever asked reads as much of them as it needs.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::confine::Confinement;

/// A program to be run in the slot's directory.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Request {
    /// The program, and its arguments.
    pub words: Vec<String>,
    /// Variables of its environment, beside the few that every program gets.
    pub environment: Vec<(String, String)>,
    /// The file in the slot's directory that its standard output goes to.
    pub stdout: String,
    /// The file in the slot's directory that its standard error goes to.
    pub stderr: String,
    /// What it may use.
    pub limits: Limits,
}

/// What a program and all that it starts may use before they are killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time of each process, in whole seconds. This is what a hang is judged by: it does not depend on the load.
    pub cpu: Duration,
    /// Wall-clock time from start to end, for those who sleep.
    pub wall: Duration,
    /// Bytes of address space of each process; sanitizers need terabytes of it and get no bound.
    pub memory: Option<u64>,
    /// Bytes of each file it writes, its output among them.
    pub file_size: u64,
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// With an exit status.
    Status(i32),
    /// By a signal that was not the runner's.
    Signal(i32),
    /// It had used its CPU time.
    CpuTime,
    /// It did not end, and used little CPU time: it waited for something, or for a processor.
    WallTime,
}

/// What became of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// How it ended.
    pub end: End,
    /// CPU time of it and all that it waited for.
    pub cpu: Duration,
    /// Wall-clock time.
    pub wall: Duration,
}

/// What a runner says.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// The first thing: how it is confined.
    Ready(Confinement),
    /// A program has ended.
    Ended(Reply),
    /// A program could not be started, or could not be watched.
    Failed(String),
}

/// Writes a message as one line.
pub(super) fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    to.write_all(&line)?;
    to.flush()
}

/// Reads what [`send`] has written; `None` if there is nothing more.
pub(super) fn receive<M: for<'a> Deserialize<'a>>(from: &mut impl BufRead) -> io::Result<Option<M>> {
    let mut line = String::new();
    if from.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(serde_json::from_str(&line)?))
}
