//! A process that runs the front end on texts made to break it, and limits itself.
//!
//! The process is this program again, started with a hidden command. It asks the kernel for limits of
//! memory and CPU time, so that no thread has to watch; it catches panics; and whoever started it
//! learns from its exit status what could not be caught: a stack overflow, a hang, exhausted memory.
//!
//! The kernel holds the limit of CPU time against a sum of ticks: whoever runs when the clock ticks is
//! charged for the whole tick. The time that a process can ask for is exact. For one long computation
//! they agree; over thousands of short ones with pauses between them one was seen to be twice the
//! other after seconds, so that a process that has lived long can be out of time at once. In a new
//! process both start at zero: only there a hang is believed (`is_doubtful`).

use std::any::Any;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::{Resource, Rlimit, Signal, setrlimit};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// This program, even while it is being rebuilt.
pub(crate) const THIS_PROGRAM: &str = "/proc/self/exe";

/// The process, seen from outside.
pub(crate) struct Process {
    child: Child,
    pub(crate) to: ChildStdin,
    pub(crate) from: BufReader<ChildStdout>,
    /// Whether it has worked on anything before.
    pub(crate) has_answered: bool,
}

/// How a process ended.
pub(crate) struct End {
    pub(crate) status: ExitStatus,
    /// The runtime's own words: a stack overflow, or memory that was not to be had.
    pub(crate) last_words: String,
    /// It may have died of the time that earlier texts took; a new process has to say.
    pub(crate) is_doubtful: bool,
}

impl Process {
    /// Starts this program with a hidden command.
    pub(crate) fn start(name: &str) -> io::Result<Process> {
        let mut command = Command::new(THIS_PROGRAM);
        command.arg(name).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn()?;
        let no_pipe = || io::Error::from(io::ErrorKind::BrokenPipe);
        let to = child.stdin.take().ok_or_else(no_pipe)?;
        let from = BufReader::new(child.stdout.take().ok_or_else(no_pipe)?);
        Ok(Process { child, to, from, has_answered: false })
    }

    /// Closes the pipes, upon which a healthy process ends, and waits.
    pub(crate) fn end(self) -> io::Result<End> {
        let Process { child, to, from, has_answered } = self;
        drop((to, from));
        let output = child.wait_with_output()?;
        let words = String::from_utf8_lossy(&output.stderr);
        let last_words = words.lines().rfind(|line| !line.is_empty()).unwrap_or_default().to_owned();
        let is_doubtful = has_answered && is_out_of_time(output.status);
        Ok(End { status: output.status, last_words, is_doubtful })
    }
}

/// Whether a process ended because it had no CPU time left.
pub(crate) fn is_out_of_time(status: ExitStatus) -> bool {
    status.signal() == Some(Signal::XCPU.as_raw())
}

/// Limits the memory of this process, for good.
pub(crate) fn limit_memory(n_bytes: u64) -> io::Result<()> {
    let limit = |n| Rlimit { current: Some(n), maximum: Some(n) };
    setrlimit(Resource::As, limit(n_bytes))?;
    Ok(setrlimit(Resource::Core, limit(0))?)
}

/// Allows this process some more CPU time from now on, and no more. The kernel counts whole seconds
/// of the whole process, so the limit moves with every text.
pub(crate) fn allow_cpu_time(seconds: u64) -> io::Result<()> {
    let used = clock_gettime(ClockId::ProcessCPUTime).tv_sec as u64;
    let limit = Rlimit { current: Some(used + seconds), maximum: None };
    Ok(setrlimit(Resource::Cpu, limit)?)
}

/// The words of the last panic: a hook has no other way to hand them to whoever catches it.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// From now on panics are not shown but kept for [`catch`].
pub(crate) fn remember_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let mut last = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        let place = panic.location().map_or_else(String::new, ToString::to_string);
        *last = format!("panic: {} at {place}", panic_message(panic.payload()));
    }));
}

/// Does `work`; if it panics, the error says how and where.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let message = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        message.clone()
    })
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "no message",
    }
}

/// How a process ended that should not have.
pub(crate) fn cause_of_death(status: ExitStatus, cpu_seconds: u64) -> String {
    match status.signal() {
        Some(_) if is_out_of_time(status) => format!("hang: more than {cpu_seconds} s of CPU time"),
        Some(_) => format!("crash: {status}"),
        None => format!("crash: ended with {status}"),
    }
}

/// Writes a message as one line of JSON.
pub(crate) fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    to.write_all(&line)
}

/// Reads what [`send`] has written; `None` if there is nothing more.
pub(crate) fn receive<M: for<'a> Deserialize<'a>>(from: &mut impl BufRead) -> io::Result<Option<M>> {
    let mut line = String::new();
    if from.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(serde_json::from_str(&line)?))
}
