//! A campaign at work: slots that take one case after the other, and one hand that keeps what they find.
//!
//! Which source makes case number n, and from which choices, depends on the campaign's seed and n alone; so work splits and
//! resumes in any order.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use kiln_case::{Case, Choices, Source, SourceError};
use kiln_toolchain::runner::{RunnerError, RunnerProgram, Scratch, Slot};

use crate::clock::thread_cpu;
use crate::confirm::confirm;
use crate::error::{CampaignError, Doing};
use crate::events::Event;
use crate::expect::{Expectations, Word};
use crate::folder;
use crate::judge::judge;
use crate::keep::{self, Handed};
use crate::matrix::Matrix;
use crate::observe::{Depth, observe};
use crate::status::{Counts, Status};
use crate::store::{Contradiction, Done, Store};
use crate::tally;

/// A source and how often it is chosen, compared with the others.
pub type Weighted = (u64, Box<dyn Source>);

/// What a campaign does.
pub struct Plan<'a> {
    /// Where cases come from.
    pub sources: &'a [Weighted],
    /// Compilers and options.
    pub matrix: &'a Matrix,
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
}

/// How long cases that were begun may go on when the time is up.
const GRACE: Duration = Duration::from_secs(5);

/// Works until the time or the cases are up, or it is told to stop. Cases that were begun are brought to their end.
pub fn run(plan: &Plan<'_>, store: &mut Store, tell: &mut dyn FnMut(Event<'_>)) -> Result<Status, CampaignError> {
    let (next, done) = store.done();
    let queue = Queue {
        next: AtomicU64::new(next),
        last: plan.cases.map(|n| next + n + done.len() as u64),
        done,
        failed: AtomicBool::new(false),
        seed: store.seed(),
    };
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
        drop(to);
        let result = keep::all(plan, store, &from, tell);
        // After an error nobody needs more cases.
        queue.failed.store(true, Ordering::Relaxed);
        result
    })
}

/// Which case is next.
struct Queue {
    next: AtomicU64,
    last: Option<u64>,
    done: BTreeSet<u64>,
    failed: AtomicBool,
    seed: u64,
}

impl Queue {
    fn take(&self, plan: &Plan<'_>) -> Option<u64> {
        loop {
            let is_late = plan.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_late || plan.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed) {
                return None;
            }
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if self.last.is_some_and(|last| number >= last) {
                return None;
            }
            if !self.done.contains(&number) {
                return Some(number);
            }
        }
    }
}

/// Whether a case was brought to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finished {
    Yes,
    /// The time is up. The case will be done when the campaign goes on.
    No,
}

fn work(plan: &Plan<'_>, queue: &Queue, slot: Result<Slot, RunnerError>, to: &Sender<Handed>) {
    let mut slot = match slot {
        Ok(slot) => slot,
        Err(error) => {
            let _nobody_listens = to.send(Err(error));
            return;
        }
    };
    while let Some(number) = queue.take(plan) {
        let before = thread_cpu();
        let (source, choices) = choose(plan, queue.seed, number);
        let mut done = Done {
            number,
            source: source.name(),
            counts: Counts::default(),
            tallies: Vec::new(),
            findings: Vec::new(),
            contradictions: Vec::new(),
        };
        let begun = Instant::now();
        // A runner that died is replaced when it is asked again.
        let result = one_case(plan, &mut slot, source, &choices, &mut done)
            .or_else(|_first| one_case(plan, &mut slot, source, &choices, &mut done));
        done.counts.own_cpu = thread_cpu().saturating_sub(before);
        done.counts.slot_time = begun.elapsed();
        let handed = match result {
            Ok(Finished::Yes) => Ok(done),
            Ok(Finished::No) => return,
            Err(error) => Err(error),
        };
        if to.send(handed).is_err() {
            return;
        }
    }
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

/// Everything that is done with a case.
fn one_case(
    plan: &Plan<'_>,
    slot: &mut Slot,
    source: &dyn Source,
    choices: &Choices,
    done: &mut Done,
) -> Result<Finished, RunnerError> {
    done.counts = Counts { cases: 1, ..Counts::default() };
    (done.tallies, done.findings, done.contradictions) = (Vec::new(), Vec::new(), Vec::new());
    let before = thread_cpu();
    let made = catch_unwind(AssertUnwindSafe(|| source.make(choices)));
    done.counts.generate_cpu = thread_cpu().saturating_sub(before);
    let case = match made {
        Ok(Ok(Some(case))) => case,
        Ok(Ok(None)) => {
            done.counts.skipped = 1;
            return Ok(Finished::Yes);
        }
        Ok(Err(SourceError::Contradiction { command, what, text })) => {
            done.contradictions.push(Contradiction { command, what, text: text.into_bytes() });
            return Ok(Finished::Yes);
        }
        Ok(Err(SourceError::Broken(what))) => {
            done.contradictions.push(Contradiction { command: source.name().to_owned(), what, text: Vec::new() });
            return Ok(Finished::Yes);
        }
        Err(_panic) => {
            let command = format!("{} with seed {}", source.name(), choices.seed());
            done.contradictions.push(Contradiction { command, what: "kiln panicked".to_owned(), text: Vec::new() });
            return Ok(Finished::Yes);
        }
    };
    try_case(plan, slot, &case, done)
}

fn try_case(plan: &Plan<'_>, slot: &mut Slot, case: &Case, done: &mut Done) -> Result<Finished, RunnerError> {
    let matrix = &plan.matrix.for_case(case);
    let expectations = Expectations::new(case);
    let is_worth_running = |target: &Option<String>| !matches!(expectations.on(target.as_deref()), Word::Nothing(_));
    let runs = matrix.configurations.iter().any(|configuration| is_worth_running(&configuration.target));
    let depth = if runs { Depth::Run } else { Depth::Compile };
    let is_over = || plan.deadline.is_some_and(|deadline| Instant::now() >= deadline + GRACE);
    let Some(observations) = observe(slot, matrix, case, depth, &is_over)? else { return Ok(Finished::No) };
    for observation in &observations {
        done.counts.compilations += 1;
        done.counts.compiler_cpu += observation.compilation.cpu;
        if let Some(execution) = &observation.execution {
            done.counts.executions += 1;
            done.counts.program_cpu += execution.cpu;
        }
    }
    let judgement = judge(matrix, &expectations, &observations);
    done.counts.inconclusive += judgement.inconclusive.len() as u64;
    done.counts.unsupported += judgement.unsupported.len() as u64;
    done.counts.known += judgement.known.len() as u64;
    if let Some(what) = &judgement.quarantine {
        let text = case.units.iter().flat_map(|unit| unit.text.clone()).collect();
        done.contradictions.push(Contradiction { command: case.origin.command.clone(), what: what.clone(), text });
    }
    let before = slot.cpu();
    let mut all = Vec::new();
    for suspicion in &judgement.suspicions {
        all.push(confirm(slot, matrix, case, &expectations, &observations, suspicion.clone())?);
    }
    done.counts.confirm_cpu = slot.cpu().saturating_sub(before);
    done.counts.interpret_cpu = expectations.cpu();
    done.tallies = tally::of_case(matrix, &expectations, &observations, &judgement, &all);
    for confirmed in all {
        if confirmed.is_refusal {
            done.counts.unsupported += 1;
            continue;
        }
        if !confirmed.is_reliable() {
            done.counts.flaky += 1;
            continue;
        }
        let first = confirmed.suspicion.failing.first();
        let target = first.and_then(|&configuration| matrix.configurations[configuration].target.as_deref());
        let word = expectations.on(target);
        let expected = if let Word::Known(expected) = &word { Some(expected) } else { None };
        done.findings.push(folder::finding(done.number, case, expected, matrix, &observations, &confirmed));
    }
    Ok(Finished::Yes)
}
