//! The one hand that keeps what slots hand over, and tells of it when it is safe.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use kiln_toolchain::runner::RunnerError;

use crate::CampaignError;
use crate::events::{Begun, Event, Log};
use crate::schedule::Plan;
use crate::status::{Machine, Status};
use crate::store::{Done, Store};

/// What a slot hands over.
pub(crate) type Handed = Result<Done, RunnerError>;

/// How often what was done is committed, and how often it is told.
const COMMIT: Duration = Duration::from_millis(100);
const TELL: Duration = Duration::from_secs(1);

/// Keeps everything until no slot works any more.
pub(crate) fn all(
    plan: &Plan<'_>,
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
    let (mut cases_now, mut compilations_now) = (0, 0);
    loop {
        let open = match from.recv_timeout(COMMIT) {
            Ok(handed) => {
                let done = handed?;
                cases_now += done.counts.cases;
                compilations_now += done.counts.compilations;
                waiting.push(done);
                true
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => false,
        };
        if !waiting.is_empty() && (!open || committed.elapsed() >= COMMIT) {
            for kept in store.record(&waiting)? {
                tell(Event::Found(&kept))?;
            }
            for done in &waiting {
                for contradiction in &done.contradictions {
                    tell(Event::Contradiction(done.number, contradiction))?;
                }
            }
            waiting.clear();
            committed = Instant::now();
        }
        if !open || told.elapsed() >= TELL {
            let (elapsed, machine) = (start.elapsed(), Machine::now(plan.jobs));
            let status = Status { running: open, elapsed, cases_now, compilations_now, machine, ..store.status()? };
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
