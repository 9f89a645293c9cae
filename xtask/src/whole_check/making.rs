//! The generator in a process of its own: what it is asked and what it answers.
//!
//! A generator that hangs, takes all memory or overflows its stack costs one answer and not the run. A program that is made is
//! read again and run as text: what a compiler gets is what has to be defined, not what the generator had in mind.

use std::io::{self, BufReader, Read, Write};
use std::process::ChildStdout;

use kiln_case::{Case, Choices, Source as _, SourceError};
use kiln_generate::whole::features::Features;
use kiln_generate::whole::{Options, WholeSource};
use kiln_lang::{Options as Reading, parse};
use kiln_meaning::{Dialect, End, Outcome, Settings, run};
use serde::{Deserialize, Serialize};

use crate::bench::clock;
use crate::confined::{self, send};
use crate::measuring::log::Key;
use crate::measuring::worker::{self, Allowance, Worker, receive_reply};
use crate::task_error::TaskError;

/// Hundreds of times what a program takes.
const ALLOWANCE: Allowance = Allowance { memory: 4 << 30, cpu_seconds: 20 };

/// The hidden command.
const COMMAND: &str = "make-wholes";

/// Which programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// Those of the default options.
    Default,
    /// Those of ISO C.
    Standard,
}

impl Kind {
    fn options(self) -> Options {
        let features = if self == Kind::Standard { Features::standard() } else { Features::ALL };
        Options { features, ..Options::default() }
    }

    /// Its options as words of the command line.
    fn words(self) -> Vec<String> {
        if self == Kind::Standard { vec!["--features standard".to_owned()] } else { Vec::new() }
    }

    /// The command that makes the program of a seed.
    pub(super) fn command(self, seed: u64) -> String {
        let start = format!("kiln generate whole --seed {seed}");
        [vec![start], self.words()].concat().join(" ")
    }

    fn dialect(self) -> Dialect {
        if self == Kind::Standard { Dialect::Iso } else { Dialect::default() }
    }
}

#[derive(Serialize, Deserialize)]
struct Question {
    seed: u64,
    kind: Kind,
    /// Whether the text is wanted even if nothing is wrong with it, and nothing else.
    text_only: bool,
}

/// What was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Made {
    /// CPU time of making it, in microseconds.
    pub(super) micros: u64,
    pub(super) n_bytes: u64,
    /// What compilers say depends on nothing else.
    pub(super) text: String,
    /// What it has to write.
    pub(super) output: String,
    /// What is wrong with it, in one line.
    pub(super) problem: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Reply {
    made: Made,
    /// The text follows.
    n_text: usize,
}

/// A handle on the process.
pub(super) struct Generator(Worker);

impl Default for Generator {
    fn default() -> Self {
        Generator(Worker::new(COMMAND))
    }
}

impl Generator {
    /// Makes a program and judges it. There is a text if something is wrong with it.
    pub(super) fn make(&mut self, seed: u64, kind: Kind) -> Result<(Made, Vec<u8>), TaskError> {
        self.ask(Question { seed, kind, text_only: false })
    }

    /// The text of a program, and what it took to make it.
    pub(super) fn text(&mut self, seed: u64, kind: Kind) -> Result<(Made, Vec<u8>), TaskError> {
        self.ask(Question { seed, kind, text_only: true })
    }

    fn ask(&mut self, question: Question) -> Result<(Made, Vec<u8>), TaskError> {
        let asked = self.0.ask(&question, &[], receive_made)?;
        Ok(asked.unwrap_or_else(|status| {
            (broken(confined::cause_of_death(status, ALLOWANCE.cpu_seconds)).made, Vec::new())
        }))
    }
}

fn receive_made(from: &mut BufReader<ChildStdout>) -> io::Result<(Made, Vec<u8>)> {
    let Reply { made, n_text } = receive_reply(from)?;
    let mut text = vec![0; n_text];
    from.read_exact(&mut text)?;
    Ok((made, text))
}

/// The hidden command: answers until there are no more questions.
pub(crate) fn answer_questions() -> Result<(), TaskError> {
    worker::answer_questions(ALLOWANCE, |question: Question, _, to| {
        let answered = confined::catch(|| answer(&question));
        let (reply, text) = answered.unwrap_or_else(|panic| (broken(panic), Vec::new()));
        send(to, &reply)?;
        to.write_all(&text)
    })
}

/// There is no program.
fn broken(what: String) -> Reply {
    let made = Made { micros: 0, n_bytes: 0, text: String::new(), output: String::new(), problem: Some(what) };
    Reply { made, n_text: 0 }
}

fn answer(question: &Question) -> (Reply, Vec<u8>) {
    let Question { seed, kind, text_only } = *question;
    let source = match WholeSource::new(kind.options(), kind.words()) {
        Ok(source) => source,
        Err(error) => return (broken(error.to_string()), Vec::new()),
    };
    let (time, case) = clock::timed(|| source.make(&Choices::new(seed)));
    let (problem, text, output) = match case {
        Ok(Some(case)) => {
            let problem = if text_only { None } else { problem(&case, kind) };
            let output = case.expected.map_or_else(Vec::new, |expected| expected.ended.output);
            let text = case.units.into_iter().next().map_or_else(Vec::new, |unit| unit.text);
            (problem, text, output)
        }
        Ok(None) => (Some("no program".to_owned()), Vec::new(), Vec::new()),
        Err(SourceError::Contradiction { what, text, .. }) => (Some(what), text.into_bytes(), Vec::new()),
        Err(SourceError::Broken(what)) => (Some(what), Vec::new(), Vec::new()),
    };
    let hash = |bytes: &[u8]| Key::of([bytes]).as_str().to_owned();
    let made = Made {
        micros: time.as_micros() as u64,
        n_bytes: text.len() as u64,
        text: hash(&text),
        output: hash(&output),
        problem,
    };
    let text = if text_only || made.problem.is_some() { text } else { Vec::new() };
    (Reply { made, n_text: text.len() }, text)
}

/// What is wrong with a program that was made, as text.
fn problem(case: &Case, kind: Kind) -> Option<String> {
    let unit = case.units.first()?;
    let parsed = parse(&unit.name, &unit.text[..], &Reading::default());
    if !parsed.accepted() {
        let first = parsed.diagnostics.first().map_or("", |diagnostic| diagnostic.message.as_str());
        return Some(format!("its text is rejected: {first}"));
    }
    let settings = Settings { dialect: kind.dialect(), ..Settings::default() };
    match run(&parsed.program, &settings).outcome {
        Outcome::Ended(ended) => {
            let expected = case.expected.as_ref().map(|expected| &expected.ended);
            let is_same = expected.is_some_and(|one| one.how == ended.how && one.output == ended.output);
            match (ended.how == End::Status(0), is_same) {
                (true, true) => None,
                (false, _) => Some(format!("its text ends with {:?}", ended.how)),
                (true, false) => Some("its text does something else than expected".to_owned()),
            }
        }
        other => Some(format!("its text is not defined: {other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_something_else_is_a_problem() {
        let source = WholeSource::new(Options { tokens: 500, ..Options::default() }, Vec::new()).unwrap();
        let mut case = source.make(&Choices::new(1)).unwrap().unwrap();
        assert_eq!(problem(&case, Kind::Default), None);
        let text = String::from_utf8(case.units[0].text.clone()).unwrap();
        let mut other = |text: String| {
            case.units[0].text = text.into_bytes();
            problem(&case, Kind::Default).unwrap_or_default()
        };
        assert_eq!(other(text.replace("checksum", "check-sum")), "its text does something else than expected");
        assert!(other(text.replace("main(void)\n{", "main(void)\n{ return 1 / 0;")).contains("not defined"), "{text}");
        assert!(other(text.replace("main", "main main")).starts_with("its text is rejected"));
    }

    #[test]
    fn commands_make_the_program_again() {
        assert_eq!(Kind::Default.command(3), "kiln generate whole --seed 3");
        assert_eq!(Kind::Standard.command(4), "kiln generate whole --seed 4 --features standard");
    }
}
