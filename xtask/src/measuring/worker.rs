//! kiln in a process of its own, one per thread of a check.
//!
//! The process is this program again, started with a hidden command. It gets texts on its standard
//! input and answers on its standard output, each message one line of JSON followed by the bytes it
//! announces. It limits itself in memory, and for each text in CPU time, by the kernel's own limits,
//! so that no thread has to watch. When it dies, the answer is how it died, and the next text gets a
//! new process.

use std::io::{self, BufReader, Read, StdoutLock, Write};
use std::path::Path;
use std::process::{ChildStdout, ExitStatus};

use serde::{Deserialize, Serialize};

use crate::confined::{self, Process, THIS_PROGRAM, receive, send};
use crate::task_error::{Doing, TaskError};

/// What the process may use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    /// Bytes, for good.
    pub(crate) memory: u64,
    /// Of CPU time, for each text.
    pub(crate) cpu_seconds: u64,
}

/// A question: a line of JSON, then `n_bytes` bytes of text.
#[derive(Serialize, Deserialize)]
struct Message<Q> {
    question: Q,
    n_bytes: usize,
}

/// A handle on the process; it is started when it is first needed.
pub(crate) struct Worker {
    /// The hidden command.
    command: &'static str,
    process: Option<Process>,
}

impl Worker {
    pub(crate) fn new(command: &'static str) -> Worker {
        Worker { command, process: None }
    }

    /// Asks about a text; `receive` reads the answer. The inner error is how the process died.
    pub(crate) fn ask<T>(
        &mut self,
        question: &impl Serialize,
        text: &[u8],
        receive: impl Fn(&mut BufReader<ChildStdout>) -> io::Result<T>,
    ) -> Result<Result<T, ExitStatus>, TaskError> {
        loop {
            let mut process = match self.process.take() {
                Some(process) => process,
                None => Process::start(self.command).doing("start", Path::new(THIS_PROGRAM))?,
            };
            let message = Message { question, n_bytes: text.len() };
            let asked = send(&mut process.to, &message).and_then(|()| process.to.write_all(text));
            if let Ok(answer) = asked.and_then(|()| receive(&mut process.from)) {
                process.has_answered = true;
                self.process = Some(process);
                return Ok(Ok(answer));
            }
            let end = process.end().doing("wait for", Path::new(THIS_PROGRAM))?;
            if !end.is_doubtful {
                return Ok(Err(end.status));
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            // It has answered all questions; how it ends does not matter any more.
            let _end = process.end();
        }
    }
}

/// One line of JSON.
pub(crate) fn receive_reply<R: for<'a> Deserialize<'a>>(from: &mut BufReader<ChildStdout>) -> io::Result<R> {
    receive(from)?.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

/// What the process does: `answer` writes an answer, until there are no more questions.
pub(crate) fn answer_questions<Q: for<'a> Deserialize<'a>>(
    allowance: Allowance,
    answer: impl Fn(Q, Vec<u8>, &mut StdoutLock<'_>) -> io::Result<()>,
) -> Result<(), TaskError> {
    answer_until_end(allowance, answer).doing("talk over the pipes of", Path::new(THIS_PROGRAM))
}

fn answer_until_end<Q: for<'a> Deserialize<'a>>(
    allowance: Allowance,
    answer: impl Fn(Q, Vec<u8>, &mut StdoutLock<'_>) -> io::Result<()>,
) -> io::Result<()> {
    confined::limit_memory(allowance.memory)?;
    confined::remember_panics();
    let (mut from, mut to) = (io::stdin().lock(), io::stdout().lock());
    while let Some(Message { question, n_bytes }) = receive::<Message<Q>>(&mut from)? {
        let mut text = vec![0; n_bytes];
        from.read_exact(&mut text)?;
        confined::allow_cpu_time(allowance.cpu_seconds)?;
        answer(question, text, &mut to)?;
        to.flush()?;
    }
    Ok(())
}
