//! The front end in a process of its own: what it is asked and what it answers.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use super::reading::{self, Answer, Reading};
use crate::confined::{self, send};
use crate::measuring::worker::{self, Allowance, Worker, receive_reply};
use crate::task_error::TaskError;

/// CPU time: the slowest programs of the corpus need a fraction of a second.
const ALLOWANCE: Allowance = Allowance { memory: 2 << 30, cpu_seconds: 20 };

/// The hidden command.
const COMMAND: &str = "read-texts";

/// What is asked, about a text.
#[derive(Serialize, Deserialize)]
struct Question {
    name: String,
    options: Vec<String>,
    with_pruned: bool,
}

/// What is answered: a line of JSON, then the printed texts.
#[derive(Serialize, Deserialize)]
struct Reply {
    reading: Reading,
    n_printed: usize,
    n_pruned: Option<usize>,
}

/// A handle on the process.
pub(super) struct FrontEnd(Worker);

impl Default for FrontEnd {
    fn default() -> Self {
        FrontEnd(Worker::new(COMMAND))
    }
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
        };
        let asked = self.0.ask(&question, text, |from| {
            let reply: Reply = receive_reply(from)?;
            let printed = receive_text(from, reply.n_printed)?;
            let pruned = reply.n_pruned.map(|n| receive_text(from, n)).transpose()?;
            Ok(Answer { reading: reply.reading, printed, pruned })
        })?;
        let died = |status| Reading::Bug(confined::cause_of_death(status, ALLOWANCE.cpu_seconds)).into();
        Ok(asked.unwrap_or_else(died))
    }
}

fn receive_text(from: &mut impl Read, n_bytes: usize) -> io::Result<String> {
    let mut bytes = vec![0; n_bytes];
    from.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// The hidden command: answers until there are no more questions.
pub(crate) fn answer_questions() -> Result<(), TaskError> {
    worker::answer_questions(ALLOWANCE, |question: Question, text, to| {
        let answer = answer(question, text);
        let reply = Reply {
            reading: answer.reading,
            n_printed: answer.printed.len(),
            n_pruned: answer.pruned.as_ref().map(String::len),
        };
        send(to, &reply)?;
        to.write_all(answer.printed.as_bytes())?;
        to.write_all(answer.pruned.unwrap_or_default().as_bytes())
    })
}

fn answer(question: Question, text: Vec<u8>) -> Answer {
    let Question { name, options, with_pruned } = question;
    confined::catch(|| reading::read(&name, text, &options, with_pruned))
        .unwrap_or_else(|panic| Reading::Bug(panic).into())
}
