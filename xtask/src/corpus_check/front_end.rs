//! The front end in a process of its own, one per thread of the check.
//!
//! The process is this program again, started with the hidden command `read-texts`. It gets texts
//! on its standard input and answers on its standard output, each message one line of JSON followed
//! by the bytes it announces. It limits itself: 2 GiB of memory, and for each text 20 seconds of
//! CPU time, by the kernel's own limits, so that no thread has to watch. When it dies, the answer
//! is how it died, and the next text gets a new process.

use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use serde::{Deserialize, Serialize};

use super::reading::{self, Answer, Reading};
use crate::confined::{self, THIS_PROGRAM, receive, send};
use crate::task_error::{Doing, TaskError};

/// CPU time for one text. The slowest programs of the corpus need a fraction of a second.
const CPU_SECONDS: u64 = 20;

const MEMORY: u64 = 2 << 30;

/// What is asked: a line of JSON, then `n_bytes` bytes of text.
#[derive(Serialize, Deserialize)]
struct Question {
    name: String,
    options: Vec<String>,
    with_pruned: bool,
    n_bytes: usize,
}

/// What is answered: a line of JSON, then the printed texts.
#[derive(Serialize, Deserialize)]
struct Reply {
    reading: Reading,
    n_printed: usize,
    n_pruned: Option<usize>,
}

/// A handle on the process; it is started when it is first needed.
#[derive(Default)]
pub(super) struct FrontEnd {
    process: Option<Process>,
}

struct Process {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl FrontEnd {
    /// Reads and prints a text. Whatever happens to the process, there is an answer.
    pub(super) fn read(
        &mut self,
        name: &str,
        text: &[u8],
        options: &[&str],
        with_pruned: bool,
    ) -> Result<Answer, TaskError> {
        let question = Question {
            name: name.to_owned(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            with_pruned,
            n_bytes: text.len(),
        };
        let mut process = match self.process.take() {
            Some(process) => process,
            None => Process::start().doing("start", Path::new(THIS_PROGRAM))?,
        };
        if let Ok(answer) = process.ask(&question, text) {
            self.process = Some(process);
            return Ok(answer);
        }
        let status = process.end().doing("wait for", Path::new(THIS_PROGRAM))?;
        let cause = confined::cause_of_death(status, CPU_SECONDS);
        Ok(Reading::Bug(cause).into())
    }
}

impl Process {
    fn start() -> io::Result<Process> {
        let mut command = Command::new(THIS_PROGRAM);
        command.arg("read-texts").stdin(Stdio::piped()).stdout(Stdio::piped());
        // The message of a stack overflow; the answer says it already.
        let mut child = command.stderr(Stdio::null()).spawn()?;
        let no_pipe = || io::Error::from(io::ErrorKind::BrokenPipe);
        let to = child.stdin.take().ok_or_else(no_pipe)?;
        let from = BufReader::new(child.stdout.take().ok_or_else(no_pipe)?);
        Ok(Process { child, to, from })
    }

    fn ask(&mut self, question: &Question, text: &[u8]) -> io::Result<Answer> {
        send(&mut self.to, question)?;
        self.to.write_all(text)?;
        let reply: Reply = receive(&mut self.from)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        let printed = receive_text(&mut self.from, reply.n_printed)?;
        let pruned = reply.n_pruned.map(|n| receive_text(&mut self.from, n)).transpose()?;
        Ok(Answer { reading: reply.reading, printed, pruned })
    }

    /// Closes the pipes, upon which a healthy process ends, and waits.
    fn end(self) -> io::Result<ExitStatus> {
        let Process { mut child, to, from } = self;
        drop((to, from));
        child.wait()
    }
}

impl Drop for FrontEnd {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            // It has answered all questions; how it ends does not matter any more.
            let _status = process.end();
        }
    }
}

fn receive_text(from: &mut impl Read, n_bytes: usize) -> io::Result<String> {
    let mut bytes = vec![0; n_bytes];
    from.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// The hidden command: answers until there are no more questions.
pub(crate) fn answer_questions() -> Result<(), TaskError> {
    answer_until_end().doing("talk over the pipes of", Path::new(THIS_PROGRAM))
}

fn answer_until_end() -> io::Result<()> {
    confined::limit_memory(MEMORY)?;
    confined::remember_panics();
    let (mut from, mut to) = (io::stdin().lock(), io::stdout().lock());
    while let Some(question) = receive::<Question>(&mut from)? {
        let mut text = vec![0; question.n_bytes];
        from.read_exact(&mut text)?;
        confined::allow_cpu_time(CPU_SECONDS)?;
        let answer = answer(question, text);
        let reply = Reply {
            reading: answer.reading,
            n_printed: answer.printed.len(),
            n_pruned: answer.pruned.as_ref().map(String::len),
        };
        send(&mut to, &reply)?;
        to.write_all(answer.printed.as_bytes())?;
        to.write_all(answer.pruned.unwrap_or_default().as_bytes())?;
        to.flush()?;
    }
    Ok(())
}

fn answer(question: Question, text: Vec<u8>) -> Answer {
    let Question { name, options, with_pruned, .. } = question;
    confined::catch(|| reading::read(&name, text, &options, with_pruned))
        .unwrap_or_else(|panic| Reading::Bug(panic).into())
}
