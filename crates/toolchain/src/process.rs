//! One child process, with a deadline and a bound on what it may say.
//!
//! A compiler is somebody else's program on an input made to break it: it may never end, write
//! without end, or leave children of its own behind. So every child leads a process group, one
//! `poll` loop watches its pipes, its end and the clock together, and the whole group is killed
//! before [`run`] returns, whatever the reason.
//!
//! No thread is started and no `pre_exec` is used, so the standard library can start the child by
//! `posix_spawn`, whose cost does not grow with the memory of this process. What this module does
//! not see: a child that leaves its process group on purpose. Closing that hole needs the sandboxed
//! runner.

use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};

/// What a child may use before it is killed.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Wall-clock time from start to end.
    pub time: Duration,
    /// Bytes on standard output and standard error together.
    pub output: usize,
}

/// A child that came to its own end: an exit status or a signal, and all it said.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
}

/// Why there is no [`Finished`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// The program could not be started.
    #[error("cannot start it: {0}")]
    Start(#[source] io::Error),
    /// The child was still running at its deadline, and was killed.
    #[error("killed after {} s without an end", .0.as_secs_f32())]
    Timeout(Duration),
    /// The child wrote more than it may, and was killed.
    #[error("killed after more than {0} bytes of output")]
    TooMuchOutput(usize),
    /// The system failed while the child was watched.
    #[error("cannot watch it: {0}")]
    Watch(#[source] io::Error),
}

/// Runs `command` with `input` on its standard input until it ends or goes past a limit.
///
/// A child that does not read all of `input` is not an error: compilers stop reading where they
/// stop understanding.
pub fn run(command: &mut Command, input: &[u8], limits: Limits) -> Result<Finished, ProcessError> {
    let stdin = if input.is_empty() { Stdio::null() } else { Stdio::piped() };
    let child = command
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(ProcessError::Start)?;
    let mut group = Group { child };
    let mut watch = Watch::new(&mut group.child, input, limits).map_err(ProcessError::Watch)?;
    watch.until_the_end()?;
    let Watch { stdout, stderr, .. } = watch;
    let status = group.end().map_err(ProcessError::Watch)?;
    Ok(Finished { status, stdout: stdout.bytes, stderr: stderr.bytes })
}

/// A child and everything it started. The group dies with this value.
struct Group {
    child: Child,
}

impl Group {
    /// Kills what is left of the group, then collects the leader's status.
    ///
    /// In this order: until it is waited for, the leader's process id cannot be given to another
    /// group.
    fn end(&mut self) -> io::Result<ExitStatus> {
        // An error means that nobody is left to be killed, which is what is wanted.
        let _nobody_left = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        self.child.wait()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // After an ordinary end the status is already known, and the process id may belong to
        // someone else.
        if let Ok(None) = self.child.try_wait() {
            let _unreachable_by_now = self.end();
        }
    }
}

/// One output pipe of the child: open until end of file.
struct Output {
    pipe: Option<OwnedFd>,
    bytes: Vec<u8>,
}

impl Output {
    fn new(pipe: Option<impl Into<OwnedFd>>) -> Self {
        Output { pipe: pipe.map(Into::into), bytes: Vec::new() }
    }

    /// Takes what is there. Called after `poll` has said that a read does not block.
    fn read_some(&mut self) -> io::Result<()> {
        let Some(pipe) = &self.pipe else {
            return Ok(());
        };
        // As much as a pipe holds.
        self.bytes.reserve(64 * 1024);
        match rustix::io::read(pipe, spare_capacity(&mut self.bytes)) {
            Ok(0) => self.pipe = None,
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

/// The state of the poll loop.
struct Watch<'a> {
    /// Becomes readable when the child has ended, even while a grandchild holds the pipes open.
    end: OwnedFd,
    stdin: Option<ChildStdin>,
    unwritten: &'a [u8],
    stdout: Output,
    stderr: Output,
    limits: Limits,
    deadline: Instant,
}

/// Which of the watched things can go on.
#[derive(Default)]
struct Ready {
    end: bool,
    stdin: bool,
    stdout: bool,
    stderr: bool,
}

impl<'a> Watch<'a> {
    fn new(child: &mut Child, input: &'a [u8], limits: Limits) -> io::Result<Self> {
        let stdin = child.stdin.take();
        if let Some(pipe) = &stdin {
            // Otherwise a write larger than the pipe blocks until the child reads, and the deadline
            // passes unseen.
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        Ok(Watch {
            end: pidfd_open(Pid::from_child(child), PidfdFlags::empty())?,
            stdin,
            unwritten: input,
            stdout: Output::new(child.stdout.take()),
            stderr: Output::new(child.stderr.take()),
            limits,
            deadline: Instant::now() + limits.time,
        })
    }

    fn until_the_end(&mut self) -> Result<(), ProcessError> {
        loop {
            let remaining = self.deadline.saturating_duration_since(Instant::now());
            if remaining.is_zero() {
                return Err(ProcessError::Timeout(self.limits.time));
            }
            let ready = self.wait(remaining).map_err(ProcessError::Watch)?;
            self.transfer(&ready)?;
            if ready.end {
                return self.drain();
            }
        }
    }

    /// Takes what the child left in its pipes. Whoever still holds them open is not waited for.
    fn drain(&mut self) -> Result<(), ProcessError> {
        loop {
            let ready = self.wait(Duration::ZERO).map_err(ProcessError::Watch)?;
            if !ready.stdout && !ready.stderr {
                return Ok(());
            }
            self.transfer(&ready)?;
        }
    }

    fn transfer(&mut self, ready: &Ready) -> Result<(), ProcessError> {
        if ready.stdout {
            self.stdout.read_some().map_err(ProcessError::Watch)?;
        }
        if ready.stderr {
            self.stderr.read_some().map_err(ProcessError::Watch)?;
        }
        if ready.stdin {
            self.write_some().map_err(ProcessError::Watch)?;
        }
        if self.stdout.bytes.len() + self.stderr.bytes.len() > self.limits.output {
            return Err(ProcessError::TooMuchOutput(self.limits.output));
        }
        Ok(())
    }

    fn write_some(&mut self) -> io::Result<()> {
        let Some(pipe) = &mut self.stdin else {
            return Ok(());
        };
        match pipe.write(self.unwritten) {
            Ok(n_written) => self.unwritten = &self.unwritten[n_written..],
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => {}
                io::ErrorKind::BrokenPipe => self.unwritten = &[],
                _ => return Err(error),
            },
        }
        if self.unwritten.is_empty() {
            self.stdin = None;
        }
        Ok(())
    }

    fn wait(&self, time: Duration) -> io::Result<Ready> {
        let mut fds = vec![PollFd::new(&self.end, PollFlags::IN)];
        let mut slots: Vec<fn(&mut Ready) -> &mut bool> = vec![|ready| &mut ready.end];
        if let Some(pipe) = &self.stdout.pipe {
            fds.push(PollFd::new(pipe, PollFlags::IN));
            slots.push(|ready| &mut ready.stdout);
        }
        if let Some(pipe) = &self.stderr.pipe {
            fds.push(PollFd::new(pipe, PollFlags::IN));
            slots.push(|ready| &mut ready.stderr);
        }
        if let Some(pipe) = &self.stdin {
            fds.push(PollFd::new(pipe, PollFlags::OUT));
            slots.push(|ready| &mut ready.stdin);
        }
        let timeout = Timespec::try_from(time).ok();
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut ready = Ready::default();
        for (fd, slot) in fds.iter().zip(slots) {
            *slot(&mut ready) = !fd.revents().is_empty();
        }
        Ok(ready)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, input: &[u8], limits: Limits) -> Result<Finished, ProcessError> {
        run(Command::new("sh").args(["-c", script]), input, limits)
    }

    const GENEROUS: Limits = Limits { time: Duration::from_mins(1), output: 64 << 20 };

    #[test]
    fn output_and_status_come_back() {
        let finished = shell("echo out; echo err >&2; exit 3", b"", GENEROUS).unwrap();
        assert_eq!(finished.stdout, b"out\n");
        assert_eq!(finished.stderr, b"err\n");
        assert_eq!(finished.status.code(), Some(3));
    }

    #[test]
    fn input_larger_than_a_pipe_goes_through() {
        let input = vec![b'x'; 1 << 20];
        let finished = shell("cat", &input, GENEROUS).unwrap();
        assert_eq!(finished.stdout, input);
    }

    #[test]
    fn input_that_nobody_reads_is_no_error() {
        let finished = shell("exec <&-; echo done", &vec![b'x'; 1 << 20], GENEROUS).unwrap();
        assert_eq!(finished.stdout, b"done\n");
    }

    #[test]
    fn a_child_without_end_is_killed_with_its_children() {
        let directory = tempfile::tempdir().unwrap();
        let pid_file = directory.path().join("pid");
        let script = format!("sleep 1000 & echo $! > {}; wait", pid_file.display());
        let limits = Limits { time: Duration::from_millis(500), ..GENEROUS };
        let error = shell(&script, b"", limits).unwrap_err();
        assert!(matches!(error, ProcessError::Timeout(_)), "{error}");
        let grandchild = std::fs::read_to_string(pid_file).unwrap();
        assert!(ends(grandchild.trim()), "process {grandchild} still runs");
    }

    #[test]
    fn a_grandchild_that_holds_the_pipes_is_not_waited_for() {
        let finished = shell("sleep 1000 & echo done", b"", GENEROUS).unwrap();
        assert_eq!(finished.stdout, b"done\n");
    }

    #[test]
    fn output_without_end_is_stopped() {
        let limits = Limits { output: 100_000, ..GENEROUS };
        let error = shell("yes", b"", limits).unwrap_err();
        assert!(matches!(error, ProcessError::TooMuchOutput(100_000)), "{error}");
    }

    #[test]
    fn a_program_that_is_not_there_is_named_by_the_error() {
        let error = run(&mut Command::new("/nowhere/gcc"), b"", GENEROUS).unwrap_err();
        assert!(matches!(error, ProcessError::Start(_)), "{error}");
    }

    /// Whether the process is gone, or dead and not yet collected by its parent. A killed process
    /// takes a moment to go.
    fn ends(pid: &str) -> bool {
        let deadline = Instant::now() + Duration::from_secs(10);
        while Instant::now() < deadline {
            let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else {
                return true;
            };
            if stat.contains(") Z ") {
                return true;
            }
            std::thread::yield_now();
        }
        false
    }
}
