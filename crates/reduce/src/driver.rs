//! The order of a reduction: pass after pass, round after round, until nothing becomes smaller.

use crate::choices::{self, Recorded};
use crate::passes::{PROGRAM, Pass, Start, TEXT};
use crate::subject::{Bound, Form, Refusal, Size, Subject};
use crate::sweep::{Ask, Bounds, Counts, Progress, Search, SweepError};

/// The result.
#[derive(Clone, Debug)]
pub struct Smaller {
    /// The texts.
    pub texts: Vec<String>,
    /// What was done.
    pub counts: Counts,
    /// The size at the start.
    pub from: Size,
    /// The size of the result.
    pub size: Size,
    /// What each pass did, in the order of the catalogue.
    pub passes: Vec<PassCounts>,
    /// Whether no pass makes it smaller; false if it was stopped from outside.
    pub finished: bool,
}

/// What a pass did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassCounts {
    /// Its name.
    pub name: &'static str,
    /// Tests.
    pub tests: u64,
    /// Tests that said yes.
    pub taken: u64,
    /// Candidates that no test saw.
    pub refused: u64,
    /// Tokens that are gone by it; fewer than none if it made the program longer in favour of a simpler one.
    pub tokens: i64,
}

impl PassCounts {
    fn none(name: &'static str) -> PassCounts {
        PassCounts { name, tests: 0, taken: 0, refused: 0, tokens: 0 }
    }
}

/// Why a program cannot be reduced.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The texts are not what they have to be.
    #[error("{0}")]
    NotTaken(&'static str),
    /// The test says no.
    #[error("it is not interesting: the test says no to the program as it is")]
    NotInteresting,
    /// The test says yes and no.
    #[error("the test is flaky: of two runs on the program as it is, one says yes and one says no")]
    Flaky,
    /// Tests cannot be run.
    #[error(transparent)]
    Sweep(#[from] SweepError),
}

/// Reduces texts that are interesting; first what was drawn for them, if they are a generator's.
pub fn reduce_texts(
    texts: Vec<String>,
    recorded: Option<&Recorded>,
    subject: &Subject,
    ask: &Ask<'_>,
    bounds: &Bounds<'_>,
    watch: &mut dyn FnMut(&Progress<'_>),
) -> Result<Smaller, StartError> {
    let start = subject.candidate(texts, &Bound::none(&subject.settings)).map_err(|refusal| {
        StartError::NotTaken(match refusal {
            Refusal::Invalid | Refusal::Larger => "it is not C that kiln can read",
            Refusal::Undefined => "it is undefined by the interpreter's account",
            Refusal::Endless => "the interpreter does not come to its end",
        })
    })?;
    let asked = || ask(&start.texts, start.ended.as_ref()).map_err(SweepError::Test);
    match (asked()?, asked()?) {
        (true, true) => {}
        (false, false) => return Err(StartError::NotInteresting),
        _ => return Err(StartError::Flaky),
    }
    let from = start.size;
    let mut search = Search::new(start, subject, ask, bounds, watch);
    let passes = if subject.form == Form::Text { TEXT } else { PROGRAM };
    let mut by_pass: Vec<PassCounts> = passes.iter().map(|pass| PassCounts::none(pass.name)).collect();
    let of_choices = match recorded {
        Some(recorded) => {
            let mut counts = PassCounts::none(choices::NAME);
            search.pass = choices::NAME;
            counted(&mut search, &mut counts, |search| choices::pass(search, recorded))?;
            Some(counts)
        }
        None => None,
    };
    for grain in GRAINS {
        loop {
            let before = search.view.best.size;
            let had_effect = round(&mut search, passes, &mut by_pass, grain)?;
            let is_large = search.view.best.size.tokens + before.tokens / LARGE < before.tokens;
            if !had_effect || (grain.is_some() && !is_large) {
                break;
            }
        }
    }
    let finished = !search.is_stopped();
    let best = search.view.best;
    let passes = of_choices.into_iter().chain(by_pass).collect();
    Ok(Smaller { texts: best.texts, counts: search.counts, from, size: best.size, passes, finished })
}

/// Tests are for what takes away one byte in so many of the program at first; in the end for everything.
///
/// What takes little away costs as many tests as what takes much, but fewer of them in a program that is small already.
const GRAINS: [Option<usize>; 4] = [Some(40), Some(160), Some(640), None];

/// A round that takes away one token in so many is followed by another of its kind.
const LARGE: usize = 8;

/// Each pass once, and again at once if that was cheap: when most of its tests said yes. Looking twice for what is not there costs
/// less in the next round, in a smaller program. The answer is whether any had an effect.
fn round(
    search: &mut Search<'_>,
    passes: &[Pass],
    by_pass: &mut [PassCounts],
    grain: Option<usize>,
) -> Result<bool, SweepError> {
    let mut had_effect = false;
    for (pass, counts) in passes.iter().zip(by_pass) {
        search.pass = pass.name;
        had_effect |= counted(search, counts, |search| repeated(search, pass, grain))?;
    }
    Ok(had_effect && !search.is_stopped())
}

/// A pass, and again at once if that was cheap.
fn repeated(search: &mut Search<'_>, pass: &Pass, grain: Option<usize>) -> Result<bool, SweepError> {
    let mut had_effect = false;
    while !search.is_stopped() {
        let at_start = search.counts;
        let patches = (pass.list)(&search.view);
        let bytes: usize = search.view.best.texts.iter().map(String::len).sum();
        let least = grain.map_or(0, |grain| bytes / grain);
        let (start, least) = match pass.start {
            Start::All => (patches.len(), least),
            Start::Each => (1, least),
            Start::Early => (1, 0),
        };
        if !search.sweep(patches, start, least)? {
            break;
        }
        had_effect = true;
        let (tests, taken) = (search.counts.tests - at_start.tests, search.counts.taken - at_start.taken);
        if taken * 2 < tests {
            break;
        }
    }
    Ok(had_effect)
}

/// Does something, and counts what it did.
fn counted(
    search: &mut Search<'_>,
    counts: &mut PassCounts,
    work: impl FnOnce(&mut Search<'_>) -> Result<bool, SweepError>,
) -> Result<bool, SweepError> {
    let (before, tokens) = (search.counts, search.view.best.size.tokens as i64);
    let had_effect = work(search)?;
    counts.tests += search.counts.tests - before.tests;
    counts.taken += search.counts.taken - before.taken;
    counts.refused += search.counts.refused() - before.refused();
    counts.tokens += tokens - search.view.best.size.tokens as i64;
    Ok(had_effect)
}
