//! What is done with findings when they are kept: beside the campaign, one after the other, with a bounded share of its CPU
//! time.
//!
//! What that is, a campaign does not know. It is a function of the caller, who reduces and triages; it leaves what comes of it in
//! the folder of the finding, and is asked again when it was interrupted. Findings of a new look come first, and of each look
//! only a few have their turn: the others are most likely the same bug.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kiln_toolchain::clock::thread_cpu;
use serde::{Deserialize, Serialize};

use crate::error::CampaignError;
use crate::judge::Standing;
use crate::keep::Handed;
use crate::status::{Counts, Status};
use crate::store::{Kept, Store};

/// What is done with findings.
pub struct FollowUp<'a> {
    /// How much of the CPU time it may take while cases are tried, from 0 to 1.
    pub share: f64,
    /// Whether nothing is left to be done for a finding.
    pub is_done: &'a (dyn Fn(&Kept) -> bool + Sync),
    /// Does it, and says what has come of it.
    pub work: &'a (dyn Fn(&Kept, &Turn) -> Followed + Sync),
}

/// What has become of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Followed {
    /// All was done: what came of it.
    Done(String),
    /// It cannot be done: why.
    Refused(String),
    /// It was interrupted, and goes on when the campaign does.
    Interrupted,
}

/// How far it has come; part of `status.json`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Following {
    /// How much of the CPU time it may take, from 0 to 1; 0 if nothing is done with findings.
    pub share: f64,
    /// Findings that wait for their turn.
    pub waiting: u64,
    /// Findings that this kiln has brought to their end.
    pub done: u64,
    /// Findings with which it could not be done.
    pub refused: u64,
    /// The finding whose turn it is, and how far that has come.
    pub at: Option<String>,
}

/// So many findings of one look have their turn.
pub const OF_A_LOOK: u64 = 3;

/// How long one sleeps before one looks again whether there may be more.
const NAP: Duration = Duration::from_millis(50);

/// Stack of the thread: the caller reads programs, and these may be deep.
const STACK_BYTES: usize = 256 << 20;

/// Bugs before what is doubtful, new looks before others, old ones before young ones.
type Rank = (bool, u64, i64);

fn rank(kept: &Kept) -> Rank {
    (kept.finding.standing != Standing::Bug, kept.alike, kept.id)
}

/// What the thread of the follow-up and the campaign know of each other.
#[derive(Debug)]
struct Shared {
    share: f64,
    state: Mutex<State>,
    changed: Condvar,
    /// No more is wanted.
    stop: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    waiting: BTreeMap<Rank, Kept>,
    /// No case is tried any more.
    is_over: bool,
    /// CPU time of cases, and of the follow-up.
    cases: Duration,
    spent: Duration,
    /// Of that, what is not yet in the database, by source.
    owed: BTreeMap<String, Duration>,
    source: String,
    told: Following,
}

/// The turn of a finding.
#[derive(Debug, Clone)]
pub struct Turn(Arc<Shared>);

impl Turn {
    /// Whether what was begun is to be interrupted.
    pub fn stop(&self) -> &AtomicBool {
        &self.0.stop
    }

    /// Says that CPU time was spent, and comes back when there may be more.
    pub fn spend(&self, cpu: Duration) {
        let mut state = self.0.lock();
        state.pay(cpu);
        while !self.0.may_go_on(&state) {
            state = self.0.changed.wait_timeout(state, NAP).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Says how far it has come.
    pub fn tell(&self, words: String) {
        self.0.lock().told.at = Some(words);
    }
}

impl State {
    fn pay(&mut self, cpu: Duration) {
        self.spent += cpu;
        *self.owed.entry(self.source.clone()).or_default() += cpu;
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When no case is tried any more, there is nobody whose time could be taken.
    fn may_go_on(&self, state: &State) -> bool {
        let most = (state.cases + state.spent).mul_f64(self.share);
        state.spent <= most || state.is_over || self.stop.load(Ordering::Relaxed)
    }
}

/// The findings that wait, from the campaign's side.
#[derive(Debug)]
pub(crate) struct Line(Arc<Shared>);

impl Line {
    /// The findings of a campaign with which there is something left to be done.
    pub(crate) fn new(follow: &FollowUp<'_>, store: &Store) -> Result<Line, CampaignError> {
        let share = follow.share.clamp(0.0, 1.0);
        let state = State { told: Following { share, ..Following::default() }, ..State::default() };
        let line = Line(Arc::new(Shared {
            share,
            state: Mutex::new(state),
            changed: Condvar::new(),
            stop: AtomicBool::new(false),
        }));
        store.each_finding(|kept| {
            if !(follow.is_done)(&kept) {
                line.join(&kept);
            }
            Ok(())
        })?;
        Ok(line)
    }

    /// A finding waits for its turn, if there are not enough of its look.
    pub(crate) fn join(&self, kept: &Kept) {
        if kept.alike < OF_A_LOOK {
            self.0.lock().waiting.insert(rank(kept), kept.clone());
            self.0.changed.notify_all();
        }
    }

    /// Cases have taken CPU time.
    pub(crate) fn add_cases(&self, counts: &Counts) {
        self.0.lock().cases += counts.stages().iter().map(|(_, time)| *time).sum::<Duration>();
    }

    /// No case is tried any more: what waits has its turn, and then it ends.
    pub(crate) fn close(&self) {
        self.0.lock().is_over = true;
        self.0.changed.notify_all();
    }

    /// Nothing more is wanted.
    pub(crate) fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }

    /// Keeps what was spent, and says how far it has come.
    pub(crate) fn settle(&self, store: &mut Store) -> Result<(), CampaignError> {
        let owed = std::mem::take(&mut self.0.lock().owed);
        for (source, reduce_cpu) in owed {
            store.add_counts(&source, Counts { reduce_cpu, ..Counts::default() })?;
        }
        Ok(())
    }

    /// Puts into a status how far it has come.
    pub(crate) fn tell(&self, status: &mut Status) {
        let state = self.0.lock();
        status.reduce = Following { waiting: state.waiting.len() as u64, ..state.told.clone() };
    }

    /// Waits for the next finding; nothing when there will be none.
    fn next(&self) -> Option<Kept> {
        let mut state = self.0.lock();
        loop {
            if self.0.stop.load(Ordering::Relaxed) {
                return None;
            }
            if self.0.may_go_on(&state)
                && let Some((_, kept)) = state.waiting.pop_first()
            {
                state.source.clone_from(&kept.finding.source);
                state.told.at = Some(kept.name.clone());
                return Some(kept);
            }
            if state.is_over && state.waiting.is_empty() {
                return None;
            }
            state = self.0.changed.wait_timeout(state, NAP).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Notes what has become of a finding.
    fn enter(&self, kept: &Kept, followed: &Followed, cpu: Duration) {
        let mut state = self.0.lock();
        state.pay(cpu);
        state.told.at = None;
        match followed {
            Followed::Done(_) => state.told.done += 1,
            Followed::Refused(_) => state.told.refused += 1,
            // It waits for another kiln.
            Followed::Interrupted => {
                state.waiting.insert(rank(kept), kept.clone());
            }
        }
    }
}

/// Starts the thread that gives one finding after the other its turn.
pub(crate) fn start<'scope>(
    scope: &'scope std::thread::Scope<'scope, '_>,
    follow: &'scope FollowUp<'scope>,
    line: &'scope Line,
    to: Sender<Handed>,
) -> std::io::Result<()> {
    let builder = std::thread::Builder::new().name("follow-up".to_owned()).stack_size(STACK_BYTES);
    builder.spawn_scoped(scope, move || give_turns(follow, line, &to)).map(|_| ())
}

/// Even if kiln panics the campaign goes on.
fn give_turns(follow: &FollowUp<'_>, line: &Line, to: &Sender<Handed>) {
    while let Some(kept) = line.next() {
        let before = thread_cpu();
        let turn = Turn(Arc::clone(&line.0));
        let followed = catch_unwind(AssertUnwindSafe(|| (follow.work)(&kept, &turn)))
            .unwrap_or_else(|_panic| Followed::Refused("kiln panicked".to_owned()));
        line.enter(&kept, &followed, thread_cpu().saturating_sub(before));
        if to.send(Handed::Followed(Box::new(kept), followed)).is_err() {
            // Nobody listens any more after an error.
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(share: f64, cases: u64, spent: u64) -> Shared {
        let seconds = Duration::from_secs;
        let state = State { cases: seconds(cases), spent: seconds(spent), ..State::default() };
        Shared { share, state: Mutex::new(state), changed: Condvar::new(), stop: AtomicBool::new(false) }
    }

    #[test]
    fn more_than_the_share_is_not_taken_while_cases_are_tried() {
        let may_go_on = |share, cases, spent| {
            let shared = shared(share, cases, spent);
            let state = shared.lock();
            shared.may_go_on(&state)
        };
        assert!(may_go_on(0.25, 0, 0));
        assert!(may_go_on(0.25, 75, 25));
        assert!(!may_go_on(0.25, 75, 26));
        assert!(!may_go_on(0.25, 0, 1));
        let late = shared(0.25, 0, 1);
        late.lock().is_over = true;
        assert!(late.may_go_on(&late.lock()));
        let stopped = shared(0.25, 0, 1);
        stopped.stop.store(true, Ordering::Relaxed);
        assert!(stopped.may_go_on(&stopped.lock()));
    }
}
