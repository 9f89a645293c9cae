//! Looking for the patches of a list that can be applied.
//!
//! All of them are tried at once, then halves, quarters, and in the end each alone; what is taken stays taken for the rest of
//! the sweep. Nothing is tried a second time in other company: that is what gains most over delta debugging by complements
//! (Zhang et al., 2024, on why probabilistic delta debugging works). Candidates that the interpreter refuses cost no test, so
//! a list may hold patches that cannot work.
//!
//! Several candidates are tried at a time, and the first that is interesting is taken (`trials`).

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kiln_meaning::Ended;

use crate::patch::{Patch, apply};
use crate::subject::{Bound, Candidate, Refusal, Size, Subject};
use crate::test::TestError;
use crate::trials::{Testable, TrialError, Trials, Tried};
use crate::view::View;

/// Whether texts are still interesting; with what they have to do, if that is known.
pub type Ask<'t> = dyn Fn(&[String], Option<&Ended>) -> Result<bool, TestError> + Sync + 't;

/// What bounds a reduction.
#[derive(Debug)]
pub struct Bounds<'o> {
    /// How many tests run at once.
    pub jobs: usize,
    /// How many tests there may be.
    pub tests: Option<u64>,
    /// Set from outside when no more tests are wanted.
    pub stop: &'o AtomicBool,
}

/// How often what was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Candidates that were tested, the first program included.
    pub tests: u64,
    /// Those that were interesting.
    pub taken: u64,
    /// Candidates that are not C.
    pub invalid: u64,
    /// Candidates that are not smaller.
    pub larger: u64,
    /// Candidates that are undefined.
    pub undefined: u64,
    /// Candidates that take too long.
    pub endless: u64,
    /// Candidates whose text had been tested before.
    pub known: u64,
    /// Time in tests, all threads together.
    pub testing: Duration,
    /// CPU time of making, reading and interpreting candidates, all threads together.
    pub thinking: Duration,
}

impl Counts {
    /// Candidates that no test saw.
    pub fn refused(&self) -> u64 {
        self.invalid + self.larger + self.undefined + self.endless + self.known
    }
}

/// What is known while a program is reduced.
#[derive(Debug)]
pub struct Progress<'p> {
    /// The pass that is tried.
    pub pass: &'static str,
    /// What was done so far.
    pub counts: Counts,
    /// The size of the smallest program so far.
    pub size: Size,
    /// Its texts, if it has just been found.
    pub smaller: Option<&'p [String]>,
}

/// Why a program cannot be reduced any further.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// There is no test.
    #[error(transparent)]
    Test(#[from] TestError),
    /// There is no thread to run a test.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] std::io::Error),
}

/// Runs may become longer by a step of a reduction, but not by much.
const SLACK: u64 = 20_000;

/// So many groups that are refused say something of the next.
const SEVERAL: usize = 4;

/// A program being reduced.
pub(crate) struct Search<'s> {
    pub(crate) view: View,
    pub(crate) subject: &'s Subject,
    pub(crate) counts: Counts,
    pub(crate) pass: &'static str,
    ask: &'s Ask<'s>,
    bounds: &'s Bounds<'s>,
    watch: &'s mut dyn FnMut(&Progress<'_>),
    /// What the test said of texts.
    trials: Trials<bool>,
}

impl Testable for Candidate {
    fn texts(&self) -> &[String] {
        &self.texts
    }
}

impl From<TrialError> for SweepError {
    fn from(error: TrialError) -> SweepError {
        match error {
            TrialError::Test(error) => SweepError::Test(error),
            TrialError::Thread(error) => SweepError::Thread(error),
        }
    }
}

impl<'s> Search<'s> {
    pub(crate) fn new(
        best: Candidate,
        subject: &'s Subject,
        ask: &'s Ask<'s>,
        bounds: &'s Bounds<'s>,
        watch: &'s mut dyn FnMut(&Progress<'_>),
    ) -> Search<'s> {
        let view = View::new(best, subject);
        let counts = Counts { tests: 1, ..Counts::default() };
        Search { view, subject, counts, pass: "start", ask, bounds, watch, trials: Trials::default() }
    }

    /// Whether no more tests are wanted.
    pub(crate) fn is_stopped(&self) -> bool {
        let is_spent = self.bounds.tests.is_some_and(|max| self.counts.tests >= max);
        is_spent || self.bounds.stop.load(Ordering::Relaxed)
    }

    /// Applies as many of some patches as can be, at most so many at once, where at least so many bytes can be gained; the
    /// answer is whether there were any.
    pub(crate) fn sweep(&mut self, mut left: Vec<Patch>, mut size: usize, least: usize) -> Result<bool, SweepError> {
        let base = self.view.best.texts.clone();
        let mut taken: Vec<Patch> = Vec::new();
        let mut best: Option<Candidate> = None;
        while !left.is_empty() && size > 0 {
            let mut groups: Vec<Vec<Patch>> = left.chunks(size).map(<[Patch]>::to_vec).collect();
            groups.retain(|group| least == 0 || gain(group) >= least as isize);
            left.clear();
            groups.reverse();
            let (n_groups, n_taken) = (groups.len(), taken.len());
            while !groups.is_empty() && !self.is_stopped() {
                while groups.last().is_some_and(|group| group.iter().all(|patch| patch.is_covered_by(&taken))) {
                    groups.pop();
                }
                let n = groups.len().min(self.bounds.jobs.max(1));
                let next: Vec<&[Patch]> = groups.iter().rev().take(n).map(Vec::as_slice).collect();
                let bound = self.bound(best.as_ref());
                let make = |group: &[Patch]| Some(apply(&base, taken.iter().chain(group)));
                let (n_refused, found) = self.first(&next, &make, &bound)?;
                left.extend(groups.drain(groups.len() - n_refused..).rev().flatten());
                if let Some(candidate) = found {
                    taken.extend(groups.pop().unwrap_or_default());
                    best = Some(candidate);
                }
            }
            // Where none of several groups can be taken, none of their halves will be for the most part.
            let parts = if n_groups >= SEVERAL && taken.len() == n_taken { 4 } else { 2 };
            size = if size == 1 || self.is_stopped() { 0 } else { size.div_ceil(parts) };
        }
        let Some(best) = best else { return Ok(false) };
        self.adopt(best);
        Ok(true)
    }

    /// Makes something else the program that is reduced.
    pub(crate) fn adopt(&mut self, best: Candidate) {
        self.view = View::new(best, self.subject);
    }

    /// How many things can be tried at a time.
    pub(crate) fn jobs(&self) -> usize {
        self.bounds.jobs.max(1)
    }

    /// Tries some things at once; the answer is the first whose texts are interesting and smaller than the bound, and how many came
    /// before it.
    pub(crate) fn first<T: Copy + Send>(
        &mut self,
        things: &[T],
        make: &(impl Fn(T) -> Option<Vec<String>> + Sync),
        bound: &Bound,
    ) -> Result<(usize, Option<Candidate>), SweepError> {
        let (subject, ask) = (self.subject, self.ask);
        let candidate = |thing| make(thing).ok_or(Refusal::Invalid).and_then(|texts| subject.candidate(texts, bound));
        let test = |candidate: &Candidate| ask(&candidate.texts, candidate.ended.as_ref());
        let mut trials = std::mem::take(&mut self.trials);
        let trial = trials.first(things, candidate, test, |tried| self.enter(&tried));
        self.trials = trials;
        let trial = trial?;
        self.counts.thinking += trial.cpu;
        if trial.kept.is_some() {
            self.report(trial.kept.as_ref());
        }
        Ok((trial.n_refused, trial.kept))
    }

    /// What the next candidate is measured against, if something else is the best.
    pub(crate) fn bound(&self, best: Option<&Candidate>) -> Bound {
        let best = best.unwrap_or(&self.view.best);
        let steps = self.subject.settings.limits.steps.min(best.steps.saturating_mul(4) + SLACK);
        Bound { size: best.size, steps, blemishes: Some(best.blemishes.clone()) }
    }

    /// Counts a candidate that was tried; the answer is whether it is interesting.
    fn enter(&mut self, tried: &Tried<'_, Refusal, bool>) -> bool {
        match tried {
            Tried::Refused(refusal) => {
                *match refusal {
                    Refusal::Invalid => &mut self.counts.invalid,
                    Refusal::Larger => &mut self.counts.larger,
                    Refusal::Undefined => &mut self.counts.undefined,
                    Refusal::Endless => &mut self.counts.endless,
                } += 1;
                false
            }
            // What was interesting became the best, and nothing that large comes again.
            Tried::Known(_) => {
                self.counts.known += 1;
                false
            }
            &Tried::Tested(&is_interesting, time) => {
                self.counts.tests += 1;
                self.counts.testing += time;
                self.counts.taken += u64::from(is_interesting);
                if !is_interesting {
                    self.report(None);
                }
                is_interesting
            }
        }
    }

    fn report(&mut self, smaller: Option<&Candidate>) {
        let size = smaller.map_or(self.view.best.size, |candidate| candidate.size);
        let (pass, counts) = (self.pass, self.counts);
        let smaller = smaller.map(|candidate| candidate.texts.as_slice());
        (self.watch)(&Progress { pass, counts, size, smaller });
    }
}

/// How many bytes patches take away, if none lies inside of another.
fn gain(patches: &[Patch]) -> isize {
    patches.iter().map(Patch::gain).sum()
}
