//! The first pass of all: a generated program is made again with some of its choices left out.
//!
//! What a generator drew for one of several things, such as a function or a statement, is a span of its record; a record without it
//! gives the program without that thing, as far as what follows does not depend on it. So everything that is tried is something
//! that the generator makes, and defined without a look at it. What no generator would make is left to the other passes, and so
//! is what is small: this one takes spans of the outermost levels, many at once and then fewer, as long as they are a share of
//! their level.
//!
//! What becomes smaller is the program, not the record: spans of which it does not are put back.

use std::fmt;
use std::sync::Arc;

use kiln_case::record::Span;
use kiln_case::{Case, Choices, Record, Source};

use crate::sweep::{Search, SweepError};

/// The word for it.
pub const NAME: &str = "choices";
/// What it does.
pub const ABOUT: &str = "what a generator drew for functions and statements goes, if kiln has made the program";

/// A generator and what it drew.
#[derive(Clone)]
pub struct Recorded {
    source: Arc<dyn Source>,
    seed: u64,
    record: Record,
    /// Its files are reduced as one.
    is_one_file: bool,
}

/// Groups of spans are tried until they are one in so many of their level.
const PARTS: usize = 16;

/// Levels that are looked at: functions and what stands beside them, their statements, the statements inside of these.
const LEVELS: usize = 3;

/// What is done to spans.
type Change = fn(&Record, &[Span]) -> Record;

/// First they go, then what they are made of becomes what is simplest.
const CHANGES: [Change; 2] = [Record::without, Record::lowered];

impl Recorded {
    /// The choices of a seed; nothing if a generator does not make this of them, as another version of it may not.
    pub fn of(source: Arc<dyn Source>, seed: u64, texts: &[String]) -> Option<Recorded> {
        let choices = Choices::recorded(seed);
        let made = self::texts(source.make(&choices).ok()??)?;
        (made == texts).then(|| Recorded { source, seed, record: choices.record(), is_one_file: false })
    }

    /// The same for a program whose files have become one.
    #[must_use]
    pub fn in_one_file(self) -> Recorded {
        Recorded { is_one_file: true, ..self }
    }

    /// What a record leads to, and what was drawn for that.
    fn made(&self, record: Record) -> Option<(Vec<String>, Record)> {
        let choices = Choices::replayed(self.seed, record);
        // A generator that contradicts itself says so when it is on its own; here its program is none.
        let case = self.source.make(&choices).ok()??;
        let texts = texts(case)?;
        Some((if self.is_one_file { vec![one_file(&texts)] } else { texts }, choices.record()))
    }
}

impl fmt::Debug for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}, {} draws", self.seed, self.source.name(), self.record.n_draws())
    }
}

/// Files of a program as one file.
pub fn one_file(texts: &[String]) -> String {
    texts.join("\n")
}

fn texts(case: Case) -> Option<Vec<String>> {
    case.units.into_iter().map(|unit| String::from_utf8(unit.text).ok()).collect()
}

/// Leaves out what can be left out; the answer is whether there was anything.
pub(crate) fn pass(search: &mut Search<'_>, recorded: &Recorded) -> Result<bool, SweepError> {
    let mut recorded = recorded.clone();
    let mut had_effect = false;
    for level in 0..LEVELS {
        for change in CHANGES {
            had_effect |= sweep(search, &mut recorded, level, change)?;
        }
    }
    Ok(had_effect)
}

/// A change of the spans of a level: of all, of halves, of quarters...
fn sweep(search: &mut Search<'_>, recorded: &mut Recorded, level: usize, change: Change) -> Result<bool, SweepError> {
    let of_level = |record: &Record| record.spans().into_iter().filter(|span| span.depth == level).collect::<Vec<_>>();
    let mut had_effect = false;
    let mut parts = 1;
    while parts <= PARTS && !search.is_stopped() {
        let spans = of_level(&recorded.record);
        let size = spans.len().div_ceil(parts).max(1);
        // The last first: what comes before does not depend on it.
        let mut end = spans.len();
        let mut spans = spans;
        while end > 0 && !search.is_stopped() {
            let groups: Vec<&[Span]> = spans[..end].rchunks(size).take(search.jobs()).collect();
            let make = |group: &[Span]| recorded.made(change(&recorded.record, group)).map(|(texts, _)| texts);
            let bound = search.bound(None);
            let (n_refused, found) = search.first(&groups, &make, &bound)?;
            end = end.saturating_sub(n_refused * size);
            let Some(smaller) = found else { continue };
            let group = &spans[end.saturating_sub(size)..end];
            let Some((_, record)) = recorded.made(change(&recorded.record, group)) else { break };
            end = end.saturating_sub(size);
            recorded.record = record;
            search.adopt(smaller);
            had_effect = true;
            // What came before the group is as it was.
            spans = of_level(&recorded.record);
            end = end.min(spans.len());
        }
        if parts >= spans.len() {
            break;
        }
        parts *= 2;
    }
    Ok(had_effect)
}
