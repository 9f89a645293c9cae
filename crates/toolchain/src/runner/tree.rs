//! The end of a program and of everything it has started.
//!
//! A child leads a process group, which is killed first. Whoever has left the group becomes a child of the runner when its
//! parent dies, because the runner is a *subreaper*, and is killed then. So when no child is left, nothing is left.

use std::io;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, kill_process_group};

/// A process that does not die by this time is stuck in the kernel.
const PATIENCE: Duration = Duration::from_secs(10);

/// A child and everything it started. All of it dies with this value.
pub(super) struct Tree {
    leader: Child,
}

impl Tree {
    /// The child is the leader of a process group of its own.
    pub(super) fn new(leader: Child) -> Tree {
        Tree { leader }
    }

    pub(super) fn leader(&self) -> &Child {
        &self.leader
    }

    /// Kills what is left, and says how the child ended.
    pub(super) fn end(mut self) -> io::Result<ExitStatus> {
        self.kill_group();
        let status = self.leader.wait()?;
        sweep()?;
        Ok(status)
    }

    /// In this order: until it is waited for, the leader's process id cannot be given to another group.
    fn kill_group(&self) {
        // An error means that nobody is left to be killed, which is what is wanted.
        let _nobody_left = kill_process_group(Pid::from_child(&self.leader), Signal::KILL);
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        if let Ok(None) = self.leader.try_wait() {
            self.kill_group();
            let _status = self.leader.wait();
        }
        let _stuck = sweep();
    }
}

/// Kills and collects all children of this process, also those it was left with, until there are none.
fn sweep() -> io::Result<()> {
    let start = Instant::now();
    loop {
        match rustix::process::wait(WaitOptions::NOHANG) {
            Err(Errno::CHILD) => return Ok(()),
            Err(Errno::INTR) | Ok(Some(_)) => continue,
            Err(error) => return Err(error.into()),
            Ok(None) => {}
        }
        if start.elapsed() > PATIENCE {
            return Err(io::Error::other("a process cannot be killed"));
        }
        for pid in children()? {
            // It may have ended meanwhile.
            let _gone = kill_process(pid, Signal::KILL);
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}

/// The children of this process, which has one thread.
fn children() -> io::Result<Vec<Pid>> {
    let text = std::fs::read_to_string("/proc/thread-self/children")?;
    Ok(text.split_ascii_whitespace().filter_map(|word| Pid::from_raw(word.parse().ok()?)).collect())
}
