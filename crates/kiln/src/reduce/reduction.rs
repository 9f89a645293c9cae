//! A reduction with everything around it that must not be lost: it goes on where an earlier one was interrupted, and what
//! comes of it is written beside the program.

use std::path::Path;

use kiln_reduce::sweep::{Progress, SweepError};
use kiln_reduce::{Bounds, Smaller, StartError, reduce_texts};
use kiln_triage::Slip;

use super::journal::Journal;
use super::question::Question;
use crate::exit_code::Failure;
use crate::output;

/// A program that is to become smaller, and where the result goes.
pub(crate) struct Reduction<'r> {
    question: &'r Question,
    /// Nothing is standard output.
    out: Option<&'r Path>,
    journal: Journal,
    earlier: Option<Vec<String>>,
}

impl<'r> Reduction<'r> {
    pub(crate) fn new(question: &'r Question, out: Option<&'r Path>) -> Reduction<'r> {
        let journal = Journal::new(out, &question.texts);
        let earlier = journal.smallest();
        Reduction { question, out, journal, earlier }
    }

    /// Whether it goes on with the smallest program of an earlier one.
    pub(crate) fn is_resumed(&self) -> bool {
        self.earlier.is_some()
    }

    /// Reduces, and writes the result. The words are what else is to be said of it.
    pub(crate) fn run(
        self,
        bounds: &Bounds<'_>,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(Smaller, Option<String>), Failure> {
        let question = self.question;
        let texts = self.earlier.clone().unwrap_or_else(|| question.texts.clone());
        let mut smaller = self.reduced(question, texts, bounds, watch)?;
        let slip = if smaller.finished { question.slip(&smaller.texts)? } else { Slip::None };
        let words = match slip {
            Slip::None => None,
            Slip::Passes { before, after } => {
                Some(format!("it may show another bug: {before} was to blame at the start, {after} is now"))
            }
            Slip::Guard(flags) => {
                let tests = smaller.counts.tests;
                smaller = self.reduced(&question.guarded(&flags)?, question.texts.clone(), bounds, watch)?;
                smaller.counts.tests += tests;
                Some(format!(
                    "it was reduced a second time, because at first it ended at another bug, which {} does not cure",
                    flags.join(" ")
                ))
            }
        };
        write(&smaller.texts, &question.subject.names, self.out)?;
        if smaller.finished {
            self.journal.close();
        }
        Ok((smaller, words))
    }

    fn reduced(
        &self,
        question: &Question,
        texts: Vec<String>,
        bounds: &Bounds<'_>,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Smaller, Failure> {
        let mut kept = Ok(());
        let ask = |texts: &[String], ended: Option<&kiln_meaning::Ended>| question.is_interesting(texts, ended);
        // What an earlier reduction has left is nothing that a generator makes.
        let recorded = question.recorded.as_ref().filter(|_| texts == question.texts);
        let result = reduce_texts(texts, recorded, &question.subject, &ask, bounds, &mut |progress| {
            watch(progress);
            if let (Some(smaller), true) = (progress.smaller, kept.is_ok()) {
                kept = self.journal.keep(smaller);
            }
        });
        kept?;
        result.map_err(|error| match error {
            StartError::Sweep(SweepError::Test(error)) => Failure::Test(error),
            StartError::Sweep(SweepError::Thread(error)) => Failure::Thread(error),
            other => Failure::NotReduced { name: question.name.clone(), why: other.to_string() },
        })
    }
}

/// Writes the result: a file, or several into a directory of the same name.
fn write(texts: &[String], names: &[String], out: Option<&Path>) -> Result<(), Failure> {
    let whole = |text: &str| format!("{}\n", text.trim_end()).into_bytes();
    let (Some(out), true) = (out, texts.len() > 1) else {
        return output::write(&whole(&texts.concat()), out);
    };
    let directory = out.with_extension("");
    std::fs::create_dir_all(&directory)
        .map_err(|source| Failure::Write { name: directory.display().to_string(), source })?;
    for (text, name) in texts.iter().zip(names) {
        output::write(&whole(text), Some(&directory.join(name)))?;
    }
    Ok(())
}
