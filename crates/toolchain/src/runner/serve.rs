//! The runner process: confines itself, then runs one program after another until nobody asks any more.

use std::fs::File;
use std::io::{self, BufReader};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, getrlimit, pidfd_open, set_child_subreaper, setrlimit,
};

use super::confine;
use super::protocol::{End, Limits, Message, Reply, Request, receive, send};
use super::tree::Tree;

/// Where programs find others.
pub const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// What every program finds in its environment. Messages are compared: they must not depend on where kiln runs.
/// Leaks are no errors, and finding them needs system calls that are denied.
const ENVIRONMENT: &[(&str, &str)] = &[("LC_ALL", "C"), ("PATH", PATH), ("ASAN_OPTIONS", "detect_leaks=0")];

/// Runs what standard input asks for, in the directory `slot`, until it is closed. Whatever runs then is killed. If `private`,
/// and where that is possible, programs see the slot in the place of the system's temporary directory.
pub fn serve(slot: &Path, private: bool) -> io::Result<()> {
    set_child_subreaper(Some(rustix::process::getpid()))?;
    let (confinement, slot) = confine::this_process(slot, private)?;
    let mut to = io::stdout();
    send(&mut to, &Message::Ready(confinement))?;
    let mut from = BufReader::new(io::stdin());
    while let Some(request) = receive::<Request>(&mut from)? {
        let message = match run(&request, &slot) {
            Ok(Some(reply)) => Message::Ended(reply),
            Ok(None) => return Ok(()),
            Err(error) => Message::Failed(error.to_string()),
        };
        send(&mut to, &message)?;
    }
    Ok(())
}

/// Runs one program; nothing if whoever asked has gone.
fn run(request: &Request, slot: &Path) -> io::Result<Option<Reply>> {
    let Some((program, arguments)) = request.words.split_first() else {
        return Err(io::Error::other("there is no program to be run"));
    };
    let (stdout, stderr) = (File::create(slot.join(&request.stdout))?, File::create(slot.join(&request.stderr))?);
    limit(&request.limits)?;
    let before = children_cpu()?;
    let start = Instant::now();
    let mut command = Command::new(program);
    command.args(arguments).current_dir(slot).env_clear().envs(ENVIRONMENT.iter().copied());
    command.env("TMPDIR", slot).env("HOME", slot).envs(request.environment.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::null()).stdout(stdout).stderr(stderr).process_group(0);
    let tree = Tree::new(command.spawn()?);
    let waited = wait(&tree, start + request.limits.wall)?;
    let status = tree.end()?;
    let cpu = children_cpu()?.saturating_sub(before);
    let end = match waited {
        Waited::Abandoned => return Ok(None),
        Waited::TooLong if cpu < request.limits.cpu => End::WallTime,
        Waited::TooLong => End::CpuTime,
        Waited::Ended => end_of(status, cpu, request.limits.cpu),
    };
    Ok(Some(Reply { end, cpu, wall: start.elapsed() }))
}

/// A compiler's driver lives on when one of its parts is killed, and exits with a status: the time itself says more.
fn end_of(status: ExitStatus, cpu: Duration, allowed: Duration) -> End {
    match (status.code(), status.signal()) {
        (Some(0), _) => End::Status(0),
        (Some(_), _) if cpu >= allowed => End::CpuTime,
        (Some(code), _) => End::Status(code),
        (None, Some(signal)) if signal == Signal::XCPU.as_raw() => End::CpuTime,
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

/// Why waiting has ended.
enum Waited {
    Ended,
    TooLong,
    /// Standard input was closed: kiln is gone.
    Abandoned,
}

fn wait(tree: &Tree, deadline: Instant) -> io::Result<Waited> {
    let end = pidfd_open(Pid::from_child(tree.leader()), PidfdFlags::empty())?;
    let stdin = io::stdin();
    loop {
        let remaining = deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            return Ok(Waited::TooLong);
        }
        let timeout = Timespec::try_from(remaining).map_err(io::Error::other)?;
        // Nothing is asked for while a program runs, so that only the end of the input is news.
        let mut fds = [PollFd::new(&end, PollFlags::IN), PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::empty())];
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) if !fds[0].revents().is_empty() => return Ok(Waited::Ended),
            Ok(_) if !fds[1].revents().is_empty() => return Ok(Waited::Abandoned),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Sets limits that the next program inherits. They bind this process as well, which stays far below them; CPU time is
/// counted from its own, because a new process starts at zero, and the runner has used little.
fn limit(limits: &Limits) -> io::Result<()> {
    let used = getrusage(UsageWho::RUSAGE_SELF)?;
    let used = used.user_time().tv_sec() + used.system_time().tv_sec();
    let seconds = limits.cpu.as_secs() + used.cast_unsigned() + u64::from(limits.cpu.subsec_nanos() > 0);
    let soft =
        [(Resource::Cpu, Some(seconds)), (Resource::As, limits.memory), (Resource::Fsize, Some(limits.file_size))];
    for (resource, wanted) in soft {
        let maximum = getrlimit(resource).maximum;
        let current = match (wanted, maximum) {
            (Some(wanted), Some(maximum)) => Some(wanted.min(maximum)),
            (wanted, maximum) => wanted.or(maximum),
        };
        setrlimit(resource, Rlimit { current, maximum })?;
    }
    Ok(())
}

/// CPU time of all children that have been waited for.
fn children_cpu() -> io::Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let duration = |time: nix::sys::time::TimeVal| {
        Duration::from_secs(time.tv_sec().cast_unsigned()) + Duration::from_micros(time.tv_usec().cast_unsigned())
    };
    Ok(duration(usage.user_time()) + duration(usage.system_time()))
}
