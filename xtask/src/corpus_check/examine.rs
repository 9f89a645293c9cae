//! One program examined: gcc's answers, the front end's, and what follows.

use std::fs;
use std::path::PathBuf;

use super::front_end::FrontEnd;
use super::gcc::{self, Assembly, Gcc, Preprocessed};
use super::reading::{Answer, Reading};
use crate::measuring::log::{Key, Log};
use crate::measuring::subject::{Kind, Subject};
use crate::task_error::{Doing, TaskError};

/// What was found out about one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Finding {
    /// gcc does with it what the corpus does not expect, so nothing is expected of kiln.
    NotCounted,
    /// It uses something that kiln leaves out, for this reason.
    LeftOut(String),
    /// Counted, and this is how kiln did.
    Counted(Conduct),
}

/// How kiln did on one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Conduct {
    pub(super) reading: Reading,
    /// Bytes of preprocessed text.
    pub(super) n_bytes: u64,
    /// Where the printed text was compiled.
    pub(super) assembly: Option<Comparison>,
    /// Whether clang takes the text without unused declarations, where that was asked.
    pub(super) taken_by_clang: Option<bool>,
}

/// The assembly of the original against that of the printed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Comparison {
    Same,
    Differs,
    /// gcc does not take the printed text: its first error.
    Refused(String),
}

/// Everything that examining needs, shared by all threads.
pub(super) struct Laboratory {
    pub(super) gcc: Gcc,
    /// What this build of the front end has said before.
    pub(super) readings: Log,
    pub(super) with_assembly: bool,
    /// clang, where it is installed, with its version.
    pub(super) clang: Option<(PathBuf, String)>,
}

/// A kept reading: the answer without its texts, for which their keys stand.
#[derive(serde::Serialize, serde::Deserialize)]
struct Kept {
    reading: Reading,
    n_bytes: u64,
    printed: String,
    pruned: Option<String>,
}

impl Laboratory {
    pub(super) fn examine(&self, subject: &Subject, front_end: &mut FrontEnd) -> Result<Finding, TaskError> {
        // First, because a program that has been compiled need not be asked about again.
        if self.with_assembly && subject.kind != Kind::Invalid {
            self.gcc.assembly(subject)?;
        }
        if self.gcc.accepts(subject)? == (subject.kind == Kind::Invalid) {
            return Ok(Finding::NotCounted);
        }
        let file = match self.gcc.preprocess(subject)? {
            Preprocessed::Text(file) => file,
            Preprocessed::LeftOut(reason) => return Ok(Finding::LeftOut(reason)),
            Preprocessed::Refused => return Ok(Finding::Counted(not_preprocessed())),
        };
        let text = || fs::read(&file).doing("read", &file);
        let mut questions = Questions { laboratory: self, subject, front_end, answer: None };
        let kept = questions.reading(&text)?;
        let accepted = matches!(kept.reading, Reading::Accepted { .. });
        let assembly = if accepted && self.with_assembly && subject.kind != Kind::Invalid {
            questions.comparison(&kept, &text)?
        } else {
            None
        };
        let taken_by_clang = questions.taken_by_clang(&kept, &text)?;
        let (reading, n_bytes) = (kept.reading, kept.n_bytes);
        Ok(Finding::Counted(Conduct { reading, n_bytes, assembly, taken_by_clang }))
    }
}

/// A program that cannot be preprocessed is rejected, and kiln was not needed for that.
fn not_preprocessed() -> Conduct {
    let message = "gcc cannot preprocess it".to_owned();
    let reading = Reading::Rejected { message, place: String::new() };
    Conduct { reading, n_bytes: 0, assembly: None, taken_by_clang: None }
}

/// Questions about one program. The front end is asked at most once, and only if something about
/// its texts is not known yet.
struct Questions<'a> {
    laboratory: &'a Laboratory,
    subject: &'a Subject,
    front_end: &'a mut FrontEnd,
    answer: Option<Answer>,
}

type Text<'a> = &'a dyn Fn() -> Result<Vec<u8>, TaskError>;

impl Questions<'_> {
    fn reading(&mut self, text: Text<'_>) -> Result<Kept, TaskError> {
        let key = self.laboratory.gcc.key("reading", self.subject)?;
        let known = self.laboratory.readings.get(&key);
        if let Some(kept) = known.and_then(|kept| serde_json::from_str(&kept).ok()) {
            return Ok(kept);
        }
        let text_key = |text: &str| Key::of([text.as_bytes()]).as_str().to_owned();
        let n_bytes = text()?.len() as u64;
        let answer = self.answer(text)?;
        let kept = Kept {
            reading: answer.reading.clone(),
            n_bytes,
            printed: text_key(&answer.printed),
            pruned: answer.pruned.as_deref().map(text_key),
        };
        // A limit may have been hit because the machine was busy or small; ask again next time.
        if !matches!(kept.reading, Reading::Bug(_))
            && let Ok(line) = serde_json::to_string(&kept)
        {
            self.laboratory.readings.put(key, &line)?;
        }
        Ok(kept)
    }

    fn answer(&mut self, text: Text<'_>) -> Result<&Answer, TaskError> {
        let answer = match self.answer.take() {
            Some(answer) => answer,
            None => self.front_end.read(
                &self.subject.path,
                &text()?,
                &self.subject.language_options(),
                self.subject.kind == Kind::Csmith,
            )?,
        };
        Ok(self.answer.insert(answer))
    }

    /// Nothing, if there is no assembly to compare with: some programs are wrong in ways that only
    /// the optimiser sees, and some are written to fail when they are optimised.
    fn comparison(&mut self, kept: &Kept, text: Text<'_>) -> Result<Option<Comparison>, TaskError> {
        let gcc = &self.laboratory.gcc;
        let subject = self.subject;
        let Assembly::Made(original) = gcc.assembly(subject)? else {
            return Ok(None);
        };
        let key = gcc.key_of_printed(subject, &kept.printed);
        let printed = match gcc.known_assembly_of(&key) {
            Some(assembly) => assembly,
            None => gcc.make_assembly(subject, key, Some(&self.answer(text)?.printed))?,
        };
        Ok(Some(match printed {
            Assembly::Made(printed) if printed == original => Comparison::Same,
            Assembly::Made(_) => Comparison::Differs,
            Assembly::Refused(error) => Comparison::Refused(error),
        }))
    }

    fn taken_by_clang(&mut self, kept: &Kept, text: Text<'_>) -> Result<Option<bool>, TaskError> {
        let (Some(pruned), Some((clang, version))) = (&kept.pruned, &self.laboratory.clang) else {
            return Ok(None);
        };
        let key = Key::of(["taken", version, pruned].map(str::as_bytes));
        let log = self.laboratory.gcc.log();
        if let Some(known) = log.get(&key) {
            return Ok(Some(known == "yes"));
        }
        let subject = self.subject;
        let pruned = self.answer(text)?.pruned.clone().unwrap_or_default();
        let taken = gcc::is_taken(clang.as_os_str(), &pruned, subject)?;
        log.put(key, if taken { "yes" } else { "no" })?;
        Ok(Some(taken))
    }
}
