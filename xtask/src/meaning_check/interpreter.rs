//! The interpreter in a process of its own: what it is asked and what it answers.

use std::process::ExitStatus;

use serde::{Deserialize, Serialize};

use super::answer::{self, Answer, Costed, How};
use crate::confined::{self, send};
use crate::measuring::worker::{self, Allowance, Worker, receive_reply};
use crate::task_error::TaskError;

/// Objects of a program are bounded already; this is for what the interpreter knows about them. CPU
/// time is for what runs natively for seconds.
const ALLOWANCE: Allowance = Allowance { memory: 6 << 30, cpu_seconds: 120 };

/// Calls from library functions back into the program take native stack, up to the bound on calls.
const STACK_BYTES: usize = 256 << 20;

/// The hidden command.
const COMMAND: &str = "run-texts";

/// What is asked, about a text.
#[derive(Serialize, Deserialize)]
struct Question {
    name: String,
    how: How,
    options: Vec<String>,
}

/// A handle on the process.
pub(crate) struct Interpreter(Worker);

/// What a check that compares checksums wants to know.
pub(crate) enum Answered {
    /// It ends with status 0 and writes what has this hash.
    Defined(String),
    /// Anything else: what it is, and where.
    Other(String, String),
}

impl Default for Interpreter {
    fn default() -> Self {
        Interpreter(Worker::new(COMMAND))
    }
}

impl Interpreter {
    /// Reads and runs a text without options.
    pub(crate) fn verdict(&mut self, name: &str, text: &[u8]) -> Result<Answered, TaskError> {
        let other = |what: String, place: String| Answered::Other(what, place);
        Ok(match self.run(name, text, How::Gnu, &[])?.answer {
            Answer::Ended { how: answer::Ending::Status(0), output } => Answered::Defined(output.hash),
            Answer::Ended { how, .. } => other(format!("ends with {how:?}"), String::new()),
            Answer::Undefined { kind, place, .. } => other(format!("undefined: {kind}"), place),
            Answer::Unspecified { what, place } => other(format!("unspecified: {what}"), place),
            Answer::Unsupported { what, place } => other(format!("unsupported: {what}"), place),
            Answer::Limit(limit) => other(format!("limit: {limit}"), String::new()),
            Answer::Rejected { message, place } => other(format!("rejected: {message}"), place),
            Answer::Panic(message) => other(message, String::new()),
        })
    }

    /// Reads and runs a text. Whatever happens to the process, there is an answer.
    pub(super) fn run(&mut self, name: &str, text: &[u8], how: How, options: &[&str]) -> Result<Costed, TaskError> {
        let options = options.iter().map(|&option| option.to_owned()).collect();
        let question = Question { name: name.to_owned(), how, options };
        let asked = self.0.ask(&question, text, receive_reply)?;
        Ok(asked.unwrap_or_else(|status| died(status).into()))
    }
}

fn died(status: ExitStatus) -> Answer {
    if confined::is_out_of_time(status) {
        return Answer::Limit("CPU time".to_owned());
    }
    Answer::Panic(confined::cause_of_death(status, ALLOWANCE.cpu_seconds))
}

/// The hidden command: answers until there are no more questions.
pub(crate) fn answer_questions() -> Result<(), TaskError> {
    worker::answer_questions(ALLOWANCE, |Question { name, how, options }: Question, text, to| {
        let work = || confined::catch(|| answer::answer(&name, text, how, &options));
        let answered = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
            Ok::<_, std::io::Error>(thread.join().unwrap_or_else(|_| Err("panic while catching a panic".to_owned())))
        })?;
        let costed = answered.unwrap_or_else(|panic| Answer::Panic(panic).into());
        send(to, &costed)
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::Signal;

    use super::*;

    #[test]
    fn only_time_is_a_limit_to_die_of() {
        assert!(matches!(died(ExitStatus::from_raw(Signal::XCPU.as_raw())), Answer::Limit(_)));
        assert!(matches!(died(ExitStatus::from_raw(Signal::SEGV.as_raw())), Answer::Panic(_)));
    }
}
