//! A process that runs the front end on texts made to break it, and limits itself.
//!
//! The process is this program again, started with a hidden command. It asks the kernel for limits of
//! memory and CPU time, so that no thread has to watch; it catches panics; and whoever started it
//! learns from its exit status what could not be caught: a stack overflow, a hang, exhausted memory.

use std::any::Any;
use std::io::{self, BufRead, Write};
use std::os::unix::process::ExitStatusExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitStatus;
use std::sync::{Mutex, PoisonError};

use rustix::process::{Resource, Rlimit, Signal, setrlimit};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// This program, even while it is being rebuilt.
pub(crate) const THIS_PROGRAM: &str = "/proc/self/exe";

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
        Some(signal) if signal == Signal::XCPU.as_raw() => {
            format!("hang: more than {cpu_seconds} s of CPU time")
        }
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
