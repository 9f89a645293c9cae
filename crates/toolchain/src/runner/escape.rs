//! Attempts to get out of a slot: what `kiln doctor` shows, and the tests of the confinement.
//!
//! Each is a script for the shell, and a condition that holds if it did not get out. All are harmless where the confinement
//! is absent: they make a file that is removed again, or use up their own limits.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::protocol::{End, Limits, Reply, Request};
use super::slot::{RunnerError, Slot};

/// One way to get out.
#[derive(Debug)]
pub struct Attempt {
    /// A short name.
    pub name: &'static str,
    /// What must not happen.
    pub what: &'static str,
    script: &'static str,
    holds: fn(&Reply, &Path) -> bool,
}

/// A file that a program must not be able to make: beside the slot's directory, or among the devices.
const OUTSIDE: [&str; 2] = ["/dev/kiln-escape", "../kiln-escape"];

/// All attempts.
pub const ATTEMPTS: &[Attempt] = &[
    Attempt {
        name: "write",
        what: "writes a file outside of its directory",
        script: "echo out > /dev/kiln-escape; echo out > ../kiln-escape; exit 0",
        holds: |_, slot| OUTSIDE.iter().all(|path| fs::remove_file(slot.join(path)).is_err()),
    },
    Attempt {
        name: "network",
        what: "opens a connection",
        script: "command -v bash > found || exit 0; bash -c 'exec 3<>/dev/tcp/127.0.0.1/9' 2> said; grep -q refused said",
        // The shell's `grep` finds that the connection was refused by the other end, which is too far.
        holds: |reply, slot| {
            reply.end == End::Status(1) || fs::read(slot.join("found")).is_ok_and(|said| said.is_empty())
        },
    },
    Attempt {
        name: "loop",
        what: "uses CPU time without end, and ignores signals",
        script: "trap '' XCPU TERM INT HUP; while :; do :; done",
        // On a loaded machine it does not even get its CPU time.
        holds: |reply, _| matches!(reply.end, End::CpuTime | End::WallTime),
    },
    Attempt { name: "sleep", what: "never ends", script: "sleep 1000", holds: |reply, _| reply.end == End::WallTime },
    Attempt {
        name: "flood",
        what: "writes without end",
        script: "while :; do echo flood; done",
        holds: |reply, slot| {
            reply.end != End::Status(0)
                && fs::metadata(slot.join("stdout")).is_ok_and(|file| file.len() <= LIMITS.file_size)
        },
    },
    Attempt {
        name: "memory",
        what: "allocates without end",
        script: "head -c 100G /dev/zero | tail -c 99G > large",
        holds: |reply, _| reply.cpu < Duration::from_mins(1),
    },
    Attempt {
        name: "fork",
        what: "starts processes without end",
        script: "f() { f & f & }; f; sleep 1",
        holds: |_, slot| n_left(slot) == 0,
    },
    Attempt {
        name: "daemon",
        what: "leaves a process behind",
        script: "setsid sh -c 'trap \"\" TERM HUP; sleep 1000 & sleep 1000' & exit 0",
        holds: |reply, slot| reply.end == End::Status(0) && n_left(slot) == 0,
    },
];

const LIMITS: Limits =
    Limits { cpu: Duration::from_secs(1), wall: Duration::from_secs(3), memory: Some(1 << 30), file_size: 1 << 20 };

impl Attempt {
    /// Whether the slot holds against it.
    pub fn is_held(&self, slot: &mut Slot) -> Result<bool, RunnerError> {
        let request = Request {
            words: ["/bin/sh", "-c", self.script].map(str::to_owned).to_vec(),
            environment: Vec::new(),
            stdout: "stdout".to_owned(),
            stderr: "stderr".to_owned(),
            limits: LIMITS,
        };
        let reply = slot.run(&request)?;
        let held = (self.holds)(&reply, slot.directory());
        slot.clear().map_err(RunnerError::Runner)?;
        Ok(held)
    }
}

/// How many processes work in a directory.
fn n_left(directory: &Path) -> usize {
    let Ok(processes) = fs::read_dir("/proc") else { return 0 };
    processes
        .flatten()
        .filter(|process| fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd == directory))
        .count()
}
