//! The process that checks cases: it gets them on its standard input and answers each on its standard output.
//!
//! The answers say how far it got. When the process dies, the first case without an answer is the one that killed it; the
//! rest of the batch goes to a new process, and so does that case first of all if it was out of time.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

use kiln_lang::fuzzing::Verdict;
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

use crate::confined::{self, End, Process, THIS_PROGRAM, receive, send};
use crate::task_error::{Doing, TaskError};

/// More CPU time than this for one case is a hang.
const CPU_SECONDS: u64 = 5;

const MEMORY: u64 = 1 << 30;

/// The answers of a batch must fit into a pipe, or both sides wait for each other.
const MAX_MESSAGE: usize = 600;

/// What became of one case.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    outcome: Outcome,
    pub(super) time: Duration,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
enum Outcome {
    Accepted,
    Rejected,
    Bug(String),
}

impl Answer {
    pub(super) fn accepted(&self) -> bool {
        matches!(self.outcome, Outcome::Accepted)
    }

    /// What is wrong, if anything is.
    pub(super) fn bug(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Bug(bug) => Some(bug),
            Outcome::Accepted | Outcome::Rejected => None,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match &self.outcome {
            Outcome::Accepted => "accepted",
            Outcome::Rejected => "rejected",
            Outcome::Bug(bug) => bug,
        };
        write!(f, "{:>5.2} s  {word}", self.time.as_secs_f64())
    }
}

/// How an answer travels.
#[derive(Serialize, Deserialize)]
struct Reply {
    outcome: Outcome,
    micros: u64,
}

/// A handle on the process; it is started when it is first needed.
#[derive(Default)]
pub(super) struct Checker {
    process: Option<Process>,
}

impl Checker {
    /// Checks cases; there is an answer for each, whatever happens to the process.
    pub(super) fn check(&mut self, cases: &[Vec<u8>]) -> Result<Vec<Answer>, TaskError> {
        let mut answers = Vec::with_capacity(cases.len());
        while answers.len() < cases.len() {
            let mut process = match self.process.take() {
                Some(process) => process,
                None => Process::start("check-cases").doing("start", Path::new(THIS_PROGRAM))?,
            };
            if ask(&mut process, &cases[answers.len()..], &mut answers).is_ok() {
                self.process = Some(process);
                continue;
            }
            let end = process.end().doing("wait for", Path::new(THIS_PROGRAM))?;
            if !end.is_doubtful {
                answers.push(post_mortem(&end));
            }
        }
        Ok(answers)
    }

    pub(super) fn check_one(&mut self, case: &[u8]) -> Result<Answer, TaskError> {
        let mut answers = self.check(&[case.to_vec()])?;
        Ok(answers.remove(0))
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            // It has answered everything; how it ends does not matter any more.
            let _end = process.end();
        }
    }
}

/// Adds answers, up to the case that the process dies of.
fn ask(process: &mut Process, cases: &[Vec<u8>], answers: &mut Vec<Answer>) -> io::Result<()> {
    // What it has answered before it died is read even if not all cases could be sent.
    let sent = send_all(process, cases);
    for _ in cases {
        let Reply { outcome, micros } = receive(&mut process.from)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        process.has_answered = true;
        answers.push(Answer { outcome, time: Duration::from_micros(micros) });
    }
    sent
}

fn send_all(process: &mut Process, cases: &[Vec<u8>]) -> io::Result<()> {
    for case in cases {
        send(&mut process.to, &case.len())?;
        process.to.write_all(case)?;
    }
    Ok(())
}

fn post_mortem(end: &End) -> Answer {
    let cause = confined::cause_of_death(end.status, CPU_SECONDS);
    Answer { outcome: Outcome::Bug(format!("{cause}: {}", end.last_words)), time: Duration::ZERO }
}

/// The hidden command: checks until there are no more cases.
pub(crate) fn check_cases() -> Result<(), TaskError> {
    check_until_end().doing("talk over the pipes of", Path::new(THIS_PROGRAM))
}

fn check_until_end() -> io::Result<()> {
    confined::limit_memory(MEMORY)?;
    confined::remember_panics();
    let (mut from, mut to) = (io::stdin().lock(), io::stdout().lock());
    while let Some(n_bytes) = receive::<usize>(&mut from)? {
        let mut case = vec![0; n_bytes];
        from.read_exact(&mut case)?;
        confined::allow_cpu_time(CPU_SECONDS)?;
        send(&mut to, &check(&case))?;
        to.flush()?;
    }
    Ok(())
}

fn check(case: &[u8]) -> Reply {
    let start = cpu_time();
    let outcome = match confined::catch(|| super::check_bytes(case)) {
        Ok(Verdict::Accepted) => Outcome::Accepted,
        Ok(Verdict::Rejected) => Outcome::Rejected,
        Err(panic) => Outcome::Bug(shortened(&panic)),
    };
    Reply { outcome, micros: cpu_time().saturating_sub(start).as_micros() as u64 }
}

/// The start of a message, and its end, where the place is.
fn shortened(message: &str) -> String {
    let n_chars = message.chars().count();
    let end: String = message.chars().skip(n_chars.saturating_sub(100)).collect();
    let start: String = message.chars().take(MAX_MESSAGE - 100).collect();
    if n_chars <= MAX_MESSAGE { message.to_owned() } else { format!("{start} ... {end}") }
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
