//! A campaign at work: slots that take one case after the other, and one hand that keeps what they find.
//!
//! Which source makes case number n, and from which choices, depends on the campaign's seed and n alone; so work splits and
//! resumes in any order.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use kiln_case::{Choices, Source};
use kiln_toolchain::runner::{RunnerError, RunnerProgram, Scratch, Slot};

use crate::error::{CampaignError, Doing};
use crate::events::Event;
use crate::follow::{self, FollowUp, Line};
use crate::keep::{self, Handed};
use crate::matrix::Matrix;
use crate::status::Status;
use crate::store::Store;
use crate::trial::{self, Trial};

/// A source and how often it is chosen, compared with the others.
pub type Weighted = (u64, Box<dyn Source>);

/// What a campaign does.
pub struct Plan<'a> {
    /// Where cases come from.
    pub sources: &'a [Weighted],
    /// Compilers and options.
    pub matrix: &'a Matrix,
    /// Whether small cases are compiled together.
    pub together: bool,
    /// How many cases are worked on at once.
    pub jobs: usize,
    /// When no new case is begun any more.
    pub deadline: Option<Instant>,
    /// How many cases this run does.
    pub cases: Option<u64>,
    /// Set when no new case is to be begun.
    pub stop: &'a AtomicBool,
    /// How runners are started.
    pub runner: &'a RunnerProgram,
    /// Where slots have their directories.
    pub scratch: &'a Scratch,
    /// What is done with findings, if anything is.
    pub follow: Option<&'a FollowUp<'a>>,
}

impl Plan<'_> {
    /// Whether the time is up, or somebody wants it to end.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// How long cases that were begun may go on when the time is up.
const GRACE: Duration = Duration::from_secs(5);

/// Works until the time or the cases are up, or it is told to stop. Cases that were begun are brought to their end.
pub fn run(plan: &Plan<'_>, store: &mut Store, tell: &mut dyn FnMut(Event<'_>)) -> Result<Status, CampaignError> {
    let (next, done) = store.done();
    let queue = Queue {
        next: AtomicU64::new(next / BLOCK),
        first: next,
        last: plan.cases.map(|n| next + n + done.len() as u64),
        done,
        failed: AtomicBool::new(false),
        seed: store.seed(),
    };
    let line = plan.follow.map(|follow| Line::new(follow, store)).transpose()?;
    let (to, from) = channel();
    std::thread::scope(|scope| {
        for slot in 0..plan.jobs {
            let (to, queue) = (to.clone(), &queue);
            let directory = plan.scratch.path().join(slot.to_string());
            std::thread::Builder::new()
                .name(format!("slot {slot}"))
                .spawn_scoped(scope, move || work(plan, queue, Slot::new(plan.runner.clone(), directory), &to))
                .doing("start a thread for", store.directory())?;
        }
        if let (Some(follow), Some(line)) = (plan.follow, &line) {
            follow::start(scope, follow, line, to.clone()).doing("start a thread for", store.directory())?;
        }
        drop(to);
        let result = keep::all(plan, line.as_ref(), store, &from, tell);
        // After an error nobody needs more cases.
        queue.failed.store(true, Ordering::Relaxed);
        line.iter().for_each(Line::stop);
        result
    })
}

/// Cases that follow each other are made together, so that small ones can be compiled together.
const BLOCK: u64 = 16;

/// Which case is next.
struct Queue {
    /// The next block.
    next: AtomicU64,
    /// The first case that is not done.
    first: u64,
    last: Option<u64>,
    done: BTreeSet<u64>,
    failed: AtomicBool,
    seed: u64,
}

impl Queue {
    /// Whether no case is to be begun any more.
    fn is_stopping(&self, plan: &Plan<'_>) -> bool {
        plan.is_stopping() || self.failed.load(Ordering::Relaxed)
    }

    /// The next block of cases. Which cases are in a block depends on their numbers alone.
    fn take(&self, plan: &Plan<'_>) -> Option<Vec<u64>> {
        loop {
            if self.is_stopping(plan) {
                return None;
            }
            let block = self.next.fetch_add(1, Ordering::Relaxed);
            let last = self.last.unwrap_or(u64::MAX);
            let first = block.checked_mul(BLOCK).filter(|&first| first < last)?;
            let is_open = |number: &u64| *number < last && *number >= self.first && !self.done.contains(number);
            let numbers: Vec<u64> = (first..first.saturating_add(BLOCK)).filter(is_open).collect();
            if !numbers.is_empty() {
                return Some(numbers);
            }
        }
    }
}

fn work(plan: &Plan<'_>, queue: &Queue, slot: Result<Slot, RunnerError>, to: &Sender<Handed>) {
    let last = match slot.and_then(|slot| try_cases(plan, queue, slot, to)) {
        Ok(()) => Handed::Over,
        Err(error) => Handed::Failed(error),
    };
    let _nobody_listens = to.send(last);
}

fn try_cases(plan: &Plan<'_>, queue: &Queue, mut slot: Slot, to: &Sender<Handed>) -> Result<(), RunnerError> {
    let is_over = || plan.deadline.is_some_and(|deadline| Instant::now() >= deadline + GRACE);
    while let Some(numbers) = queue.take(plan) {
        let made = numbers.into_iter().map(|number| {
            let (source, choices) = choose(plan, queue.seed, number);
            trial::make(source, &choices, number)
        });
        let is_stopping = || queue.is_stopping(plan);
        let mut trial = Trial {
            matrix: plan.matrix,
            slot: &mut slot,
            together: plan.together,
            is_stopping: &is_stopping,
            is_over: &is_over,
        };
        trial.block(made.collect(), &mut |done| {
            // Nobody listens any more after an error.
            if to.send(Handed::Case(Box::new(done))).is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
    }
    Ok(())
}

/// The source of a case, by weight, and its choices.
fn choose<'a>(plan: &Plan<'a>, seed: u64, number: u64) -> (&'a dyn Source, Choices) {
    let mut choices = Choices::new(seed).split("case", number);
    let total: u64 = plan.sources.iter().map(|(weight, _)| weight).sum();
    let mut drawn = choices.split("source", 0).below(total.max(1));
    let chosen = plan.sources.iter().find(|(weight, _)| {
        let is_here = drawn < *weight;
        drawn = drawn.saturating_sub(*weight);
        is_here
    });
    let (_, source) = chosen.unwrap_or(&plan.sources[0]);
    (source.as_ref(), Choices::new(choices.bits()))
}
