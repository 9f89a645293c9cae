//! A process and everything it starts, with a bound on the CPU time of all of them together.
//!
//! Reducers start tests, which start compilers, and give them process groups and sessions of their own. This process is a
//! *subreaper*: whoever loses its parent becomes its child. So all of them are below it in `/proc`, where the time of those
//! that run is read; the kernel adds up the time of those that have ended.

use std::collections::HashMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, set_child_subreaper};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::super::clock;
use crate::task_error::{Doing, TaskError};

/// How often the time is looked at.
const PULSE: Duration = Duration::from_millis(100);

/// Somebody who waits for nothing takes no CPU time; this many times the budget on the wall is the end, too.
const PATIENCE: u32 = 20;

/// How a process ended.
pub(super) struct Spent {
    /// User and system time of everything.
    pub(super) cpu: Duration,
    /// It came to its own end with status 0, and was not killed.
    pub(super) finished: bool,
}

/// Runs commands with everything they start.
pub(super) struct Trees {
    /// Set by Ctrl-C, upon which nothing must be left either.
    stop: Arc<AtomicBool>,
}

impl Trees {
    pub(super) fn new() -> Result<Trees, TaskError> {
        let this = Path::new("/proc/self");
        set_child_subreaper(Some(rustix::process::getpid())).map_err(Into::into).doing("adopt orphans in", this)?;
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, Arc::clone(&stop)).doing("catch signals of", this)?;
        }
        Ok(Trees { stop })
    }

    /// Runs a command until it ends or has had its CPU time; nothing that it has started is left.
    pub(super) fn run(&self, command: &mut Command, budget: Duration) -> Result<Spent, TaskError> {
        let before = clock::children()?;
        let start = Instant::now();
        let program = command.get_program().display().to_string();
        let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let child = command.spawn().map_err(|source| TaskError::Start { program, source })?;
        let leader = Pid::from_child(&child);
        let (mut ended, mut finished) = (false, false);
        while !ended && start.elapsed() < budget * PATIENCE && !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(PULSE);
            let status = collect(leader);
            ended |= status.is_some();
            finished |= status.is_some_and(|status| status.exit_status() == Some(0));
            let running: Duration = descendants().values().map(|process| process.cpu).sum();
            if clock::children()?.saturating_sub(before) + running >= budget {
                break;
            }
        }
        end_all();
        if self.stop.load(Ordering::Relaxed) {
            return Err(TaskError::CheckFailed("stopped by a signal".to_owned()));
        }
        Ok(Spent { cpu: clock::children()?.saturating_sub(before), finished })
    }
}

/// Collects whoever has ended; the status of `leader`, if it is among them.
fn collect(leader: Pid) -> Option<WaitStatus> {
    let mut of_leader = None;
    loop {
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == leader => of_leader = Some(status),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) | Err(_) => return of_leader,
        }
    }
}

/// Kills and collects until nobody is left.
fn end_all() {
    let start = Instant::now();
    loop {
        let below = descendants();
        for pid in below.keys().filter_map(|&pid| Pid::from_raw(pid)) {
            // It may have ended meanwhile.
            let _gone = kill_process(pid, Signal::KILL);
        }
        match rustix::process::wait(WaitOptions::NOHANG) {
            Err(Errno::CHILD) => return,
            // One that cannot be killed is stuck in the kernel.
            _ if start.elapsed() > Duration::from_secs(10) => return,
            Ok(Some(_)) => {}
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// A process that is there.
struct Process {
    parent: i32,
    /// Its own time, and that of the children it has waited for.
    cpu: Duration,
}

/// Everybody below this process.
fn descendants() -> HashMap<i32, Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let all: HashMap<i32, Process> = pids.filter_map(|pid| Some((pid, process(pid)?))).collect();
    let this = rustix::process::getpid().as_raw_nonzero().get();
    let is_below = |mut pid: i32| {
        // Parents are never in a circle, but what is read while they die may be.
        for _ in 0..all.len() {
            match all.get(&pid) {
                Some(process) if process.parent == this => return true,
                Some(process) => pid = process.parent,
                None => return false,
            }
        }
        false
    };
    let below: Vec<i32> = all.keys().copied().filter(|&pid| is_below(pid)).collect();
    let mut all = all;
    all.retain(|pid, _| below.contains(pid));
    all
}

fn process(pid: i32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program may hold blanks and brackets.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
    let ticks = fields.get(11..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    Some(Process { parent: fields.get(1)?.parse().ok()?, cpu: clock::of_ticks(ticks) })
}
