//! The one hand that keeps what slots hand over, and tells of it when it is safe.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use kiln_toolchain::runner::RunnerError;

use crate::CampaignError;
use crate::events::{Begun, Event, Log};
use crate::follow::{Followed, Line};
use crate::schedule::Plan;
use crate::status::{Machine, Status};
use crate::store::{Done, Kept, Store};

/// What is handed over.
pub(crate) enum Handed {
    /// What has become of a case.
    Case(Box<Done>),
    /// A slot takes no more cases.
    Over,
    /// A slot cannot work.
    Failed(RunnerError),
    /// What has become of a finding.
    Followed(Box<Kept>, Followed),
}

/// How often what was done is committed, and how often it is told.
const COMMIT: Duration = Duration::from_millis(100);
const TELL: Duration = Duration::from_secs(1);

/// Keeps everything until nobody works any more.
pub(crate) fn all(
    plan: &Plan<'_>,
    line: Option<&Line>,
    store: &mut Store,
    from: &Receiver<Handed>,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Status, CampaignError> {
    let mut log = Log::open(store)?;
    let mut tell = |event: Event<'_>| {
        log.append(&event)?;
        tell(event);
        Ok::<(), CampaignError>(())
    };
    tell(Event::Begun(&Begun::new(store, plan.matrix, plan.jobs)))?;
    let start = Instant::now();
    let (mut waiting, mut committed, mut told) = (Vec::new(), Instant::now(), Instant::now());
    let (mut cases_now, mut compilations_now, mut slots) = (0, 0, plan.jobs);
    loop {
        let mut open = true;
        match from.recv_timeout(COMMIT) {
            Ok(Handed::Case(done)) => {
                cases_now += done.counts.cases;
                compilations_now += done.counts.compilations;
                line.inspect(|line| line.add_cases(&done.counts));
                waiting.push(*done);
            }
            Ok(Handed::Over) => slots = slots.saturating_sub(1),
            Ok(Handed::Failed(error)) => return Err(error.into()),
            Ok(Handed::Followed(kept, followed)) => tell(Event::Followed(&kept, &followed))?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => open = false,
        }
        if !waiting.is_empty() && (!open || slots == 0 || committed.elapsed() >= COMMIT) {
            for kept in store.record(&waiting)? {
                tell(Event::Found(&kept))?;
                line.inspect(|line| line.join(&kept));
            }
            for done in &waiting {
                for contradiction in &done.contradictions {
                    tell(Event::Contradiction(done.number, contradiction))?;
                }
            }
            waiting.clear();
            committed = Instant::now();
        }
        if let Some(line) = line {
            if slots == 0 {
                line.close();
            }
            if plan.is_stopping() {
                line.stop();
            }
        }
        if !open || told.elapsed() >= TELL {
            line.map_or(Ok(()), |line| line.settle(store))?;
            let (elapsed, machine) = (start.elapsed(), Machine::now(plan.jobs));
            let mut status = Status { running: open, elapsed, cases_now, compilations_now, machine, ..store.status()? };
            line.inspect(|line| line.tell(&mut status));
            store.write_status(&status)?;
            if !open {
                tell(Event::Ended(&status))?;
                return Ok(status);
            }
            tell(Event::Progress(&status))?;
            told = Instant::now();
        }
    }
}
