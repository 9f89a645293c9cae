//! `kiln fuzz --reduce`: what is done with a finding when it is kept. It is reduced, and then asked who is to blame; both stand in
//! its folder from then on, as `kiln reduce --finding` and `kiln triage` would have left them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use kiln_campaign::follow::{Followed, Turn};
use kiln_campaign::store::{Kept, Store};
use kiln_reduce::Bounds;

use crate::exit_code::{Failure, Status};
use crate::findings::program::REDUCED;
use crate::output;
use crate::reduce::program::words;
use crate::reduce::question::{Question, Trying};
use crate::reduce::reduction::Reduction;
use crate::triage::blame;

/// What is done with findings.
#[derive(Debug, clap::Args)]
pub(crate) struct FollowArgs {
    /// Reduce each new finding, and find out who is to blame for it, while the campaign goes on
    #[arg(long)]
    pub(crate) reduce: bool,
    /// Percent of the CPU time that --reduce may take while programs are tried
    #[arg(long, value_name = "PERCENT", default_value_t = 25, requires = "reduce",
          value_parser = clap::value_parser!(u8).range(1..=90))]
    pub(crate) reduce_share: u8,
}

/// After so much CPU time a compiler, or what it made, is taken not to end.
const TIME: Duration = Duration::from_secs(10);

/// A program that is not small after so many tests stays as it is: others wait.
const MOST_TESTS: u64 = 2000;

/// Why a finding cannot be reduced or triaged, in its folder.
const REFUSED: &str = "not-reduced.txt";

/// Whether nothing is left to be done for a finding.
pub(super) fn is_done(kept: &Kept) -> bool {
    blame::path(kept).exists() || kept.folder.join(REFUSED).exists()
}

/// Does it.
pub(super) fn follow(directory: &Path, kept: &Kept, turn: &Turn) -> Followed {
    match reduced_and_blamed(directory, kept, turn) {
        Ok(words) => Followed::Done(words),
        Err(Failure::Interrupted { .. }) => Followed::Interrupted,
        Err(failure) => {
            let why = failure.to_string();
            // What this machine is to blame for is tried again when the campaign goes on.
            if failure.status() == Status::BadInput {
                let _told_anyway = output::write(format!("{why}\n").as_bytes(), Some(&kept.folder.join(REFUSED)));
            }
            Followed::Refused(why)
        }
    }
}

fn reduced_and_blamed(directory: &Path, kept: &Kept, turn: &Turn) -> Result<String, Failure> {
    let store = Store::read(directory)?;
    let pace = turn.clone();
    let trying = Trying { time: TIME, pace: Some(Arc::new(move |cpu| pace.spend(cpu))) };
    let size = reduced(&store, kept, turn, &trying)?;
    turn.tell(format!("{}: compiling with other flags", kept.name));
    let facts = blame::find_out(&store, kept, &trying, turn.stop())?;
    let blame = facts.blame.as_ref().map(blame::blamed).map(|(what, value)| format!("; {what} {value}"));
    Ok(size + &blame.unwrap_or_default())
}

/// Reduces the program, unless that was done before.
fn reduced(store: &Store, kept: &Kept, turn: &Turn, trying: &Trying) -> Result<String, Failure> {
    let out: PathBuf = kept.folder.join(REDUCED);
    let question = Question::of_finding(store, kept, trying)?;
    let reduction = Reduction::new(&question, Some(&out));
    if out.exists() && !reduction.is_resumed() {
        return Ok("reduced before".to_owned());
    }
    let bounds = Bounds { jobs: 1, tests: Some(MOST_TESTS), stop: turn.stop() };
    let mut thought = Duration::ZERO;
    let (smaller, more) = reduction.run(&bounds, &mut |progress| {
        turn.tell(format!("{}: {}", kept.name, words(progress)));
        turn.spend(progress.counts.thinking.saturating_sub(thought));
        thought = progress.counts.thinking;
    })?;
    if !smaller.finished && turn.stop().load(Ordering::Relaxed) {
        return Err(Failure::Interrupted { name: kept.name.clone() });
    }
    let cut = if smaller.finished { "" } else { ", and it could be smaller" };
    let more = more.map_or_else(String::new, |words| format!("; {words}"));
    let (tokens, from, tests) = (smaller.size.tokens, smaller.from.tokens, smaller.counts.tests);
    Ok(format!("{tokens} tokens of {from} after {tests} tests{cut}{more}"))
}
