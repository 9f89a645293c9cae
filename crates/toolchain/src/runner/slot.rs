//! A slot, as kiln sees it: a directory, and a runner that is started when it is needed.

use std::fs;
use std::io::{self, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use nix::unistd::Uid;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use super::confine::{Confinement, NOBODY};
use super::protocol::{Message, Reply, Request, receive, send};

/// A runner is replaced after so many programs: its own CPU time counts against the limits of the programs.
const PROGRAMS_PER_RUNNER: u32 = 2000;

/// How much longer than a program a runner may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The argument before the directory that asks for a private temporary directory.
pub const PRIVATE: &str = "--private";

/// The command by which a program is asked to be a runner.
pub const COMMAND: &str = "__runner";

/// How a runner is started: a program that calls [`serve`](super::serve) with the directory that stands behind `words`, and
/// perhaps behind [`PRIVATE`].
#[derive(Debug, Clone)]
pub struct RunnerProgram {
    /// The program.
    pub program: PathBuf,
    /// Its first arguments.
    pub words: Vec<String>,
    /// Whether programs see their slot in the place of the system's temporary directory. Whatever else is in there, such as
    /// a compiler, they do not see then.
    pub private_tmp: bool,
}

impl RunnerProgram {
    /// This program, even while its file is being replaced: it has to know [`COMMAND`].
    pub fn own(private_tmp: bool) -> RunnerProgram {
        RunnerProgram { program: "/proc/self/exe".into(), words: vec![COMMAND.to_owned()], private_tmp }
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunnerError {
    /// The runner cannot be started or reached.
    #[error("cannot run programs: {0}")]
    Runner(#[source] io::Error),
    /// The program cannot be started or watched.
    #[error("cannot run `{words}`: {why}")]
    Program {
        /// The program and its arguments.
        words: String,
        /// What the system said.
        why: String,
    },
}

impl RunnerError {
    /// Makes a program that cannot be started an answer, in words: it says something of the program, not of this machine.
    pub fn unless_program<T>(result: Result<T, RunnerError>) -> Result<Result<T, String>, RunnerError> {
        match result {
            Err(error @ RunnerError::Program { .. }) => Ok(Err(error.to_string())),
            Err(error) => Err(error),
            Ok(value) => Ok(Ok(value)),
        }
    }
}

/// A directory in which programs run one after the other.
#[derive(Debug)]
pub struct Slot {
    directory: PathBuf,
    runner: RunnerProgram,
    process: Option<Process>,
    cpu: Duration,
}

impl Slot {
    /// A slot whose directory is made here.
    pub fn new(runner: RunnerProgram, directory: PathBuf) -> Result<Slot, RunnerError> {
        let made = fs::create_dir_all(&directory).and_then(|()| {
            if Uid::effective().is_root() {
                match std::os::unix::fs::chown(&directory, Some(NOBODY), Some(NOBODY)) {
                    // A name space that has no such user: nobody can become it, either.
                    Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                    result => result?,
                }
            }
            directory.canonicalize()
        });
        Ok(Slot { directory: made.map_err(RunnerError::Runner)?, runner, process: None, cpu: Duration::ZERO })
    }

    /// The directory. Files that programs need are put here; what they write is found here.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// CPU time of all programs that were run here.
    pub fn cpu(&self) -> Duration {
        self.cpu
    }

    /// How programs in this slot are confined.
    pub fn confinement(&mut self) -> Result<Confinement, RunnerError> {
        self.process().map(|process| process.confinement).map_err(RunnerError::Runner)
    }

    /// Runs a program to its end.
    pub fn run(&mut self, request: &Request) -> Result<Reply, RunnerError> {
        let message = self.process().and_then(|process| process.ask(request));
        match message {
            Ok(Message::Ended(reply)) => {
                self.cpu += reply.cpu;
                Ok(reply)
            }
            Ok(Message::Failed(why)) => Err(RunnerError::Program { words: request.words.join(" "), why }),
            Ok(Message::Ready(_)) => Err(RunnerError::Runner(io::Error::other("the runner starts twice"))),
            Err(error) => {
                self.process = None;
                Err(RunnerError::Runner(error))
            }
        }
    }

    /// Removes everything from the directory.
    pub fn clear(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.directory)? {
            let path = entry?.path();
            if path.is_dir() && !path.is_symlink() { fs::remove_dir_all(&path)? } else { fs::remove_file(&path)? }
        }
        Ok(())
    }

    fn process(&mut self) -> io::Result<&mut Process> {
        if self.process.as_ref().is_some_and(|process| process.n_programs >= PROGRAMS_PER_RUNNER) {
            self.process = None;
        }
        match &mut self.process {
            Some(process) => Ok(process),
            none => Ok(none.insert(Process::start(&self.runner, &self.directory)?)),
        }
    }
}

/// The runner process.
#[derive(Debug)]
struct Process {
    child: Child,
    /// Closing it ends the runner and whatever it runs.
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    confinement: Confinement,
    n_programs: u32,
}

impl Process {
    fn start(runner: &RunnerProgram, directory: &Path) -> io::Result<Process> {
        let mut command = Command::new(&runner.program);
        command.args(&runner.words).args(runner.private_tmp.then_some(PRIVATE)).arg(directory);
        // A group of its own: Ctrl-C is for kiln, which lets running programs end first.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).process_group(0);
        let mut child = command.spawn()?;
        let no_pipe = || io::Error::from(io::ErrorKind::BrokenPipe);
        let to = Some(child.stdin.take().ok_or_else(no_pipe)?);
        let mut from = BufReader::new(child.stdout.take().ok_or_else(no_pipe)?);
        match receive(&mut from)? {
            Some(Message::Ready(confinement)) => Ok(Process { child, to, from, confinement, n_programs: 0 }),
            _ => Err(io::Error::other("the runner does not start")),
        }
    }

    fn ask(&mut self, request: &Request) -> io::Result<Message> {
        self.n_programs += 1;
        let to = self.to.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        send(to, request)?;
        let timeout = Timespec::try_from(request.limits.wall + PATIENCE).map_err(io::Error::other)?;
        let mut fds = [PollFd::new(self.from.get_ref(), PollFlags::IN)];
        if rustix::io::retry_on_intr(|| poll(&mut fds, Some(&timeout)))? == 0 {
            return Err(io::Error::other("the runner does not answer"));
        }
        receive(&mut self.from)?.ok_or_else(|| io::Error::other("the runner has ended"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.to.take());
        // A healthy runner ends at once, after it has killed what it runs; another is killed with its group.
        for _ in 0..100 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _gone = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _status = self.child.wait();
    }
}
