//! `kiln triage`: what a finding needs and who is to blame, and what people say of findings.

pub(crate) mod blame;
pub(crate) mod flagged;
mod recheck;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kiln_campaign::store::{Kept, Store};

use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::messages::Messages;
use crate::reduce::question::Trying;
use crate::{at_work, output, report};

/// Find out what a finding needs and which pass is to blame, or say that two findings are one bug
///
/// The program of the finding, reduced if `kiln reduce --finding` has done so, is compiled again with other flags and other
/// versions: the lowest level that shows the bug, the fewest optimisations that have to be on or off, the pass after which the
/// program is wrong, flags that make it vanish. That takes at most 100 compilations; `kiln report` tells it from then on.
///
/// kiln groups findings by their look: the words of a crash, the configurations that go wrong. Two looks may be one bug: `dup`
/// and `undup` say so. What is said is kept as history and can be taken back; no finding is folded away by it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct TriageArgs {
    #[command(subcommand)]
    action: Option<Action>,
    /// The findings: F-0001, or 1 [default: those of which nothing is known yet, one of each look; with --recheck: all]
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Instead: try them again, and say whether they are still there, gone or changed
    #[arg(long)]
    recheck: bool,
    /// Seconds of CPU time after which a compiler, or a program it made, is taken not to end
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// The campaign's directory
    #[arg(short, long, value_name = "DIR", default_value = "kiln-out", global = true)]
    output: PathBuf,
    /// Why, for whoever asks later
    #[arg(long, value_name = "TEXT", default_value = "", global = true)]
    reason: String,
}

const EXAMPLES: &str = "\
Examples:
  kiln triage F-0003                                       what it needs, and who is to blame
  kiln triage --recheck                                    what is still there, now that a compiler has changed
  kiln triage dup F-0007 F-0001 --reason 'the same pass'   F-0007 and what looks like it are listed with F-0001
  kiln triage undup F-0007                                 they are listed on their own again";

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// What looks like ID is the same bug as OTHER
    Dup {
        /// A finding
        #[arg(value_name = "ID")]
        id: String,
        /// The finding that is kept in the list
        #[arg(value_name = "OTHER")]
        other: String,
    },
    /// What looks like ID is a bug of its own after all
    Undup {
        /// A finding
        #[arg(value_name = "ID")]
        id: String,
    },
}

/// Keeps what is said.
pub(crate) fn run(args: &TriageArgs, common: &Common, messages: &Messages) -> Result<Status, Failure> {
    let store = Store::read(&args.output)?;
    let all = store.findings()?;
    let merges = store.merges()?;
    let find = |id: &str| report::find(&all, id, &args.output);
    let Some(action) = &args.action else {
        let trying = Trying { time: Duration::from_secs(args.timeout), pace: None };
        let known = |kept: &Kept| blame::path(kept).exists();
        let chosen: Vec<&Kept> = if args.ids.is_empty() && args.recheck {
            all.iter().collect()
        } else if args.ids.is_empty() {
            let mut looks: HashSet<&str> = HashSet::new();
            all.iter().filter(|kept| looks.insert(&kept.finding.key) && !known(kept)).collect()
        } else {
            args.ids.iter().map(|id| find(id)).collect::<Result<_, Failure>>()?
        };
        return if args.recheck {
            tell_each(&chosen, "trying it again", common, messages, |kept, _| recheck::tell(&store, kept, &trying))
        } else {
            let doing = "compiling with other flags";
            tell_each(&chosen, doing, common, messages, |kept, stop| blame::tell(&store, kept, &trying, stop))
        };
    };
    match action {
        Action::Dup { id, other } => {
            let (kept, other) = (find(id)?, find(other)?);
            let root = |kept: &Kept| merges.root(&kept.finding.key).to_owned();
            if root(kept) == root(other) {
                return Err(Failure::Usage(format!("{} and {} are listed as one already", kept.name, other.name)));
            }
            store.merge(kept, other, &args.reason)?;
        }
        Action::Undup { id } => {
            let kept = find(id)?;
            if !merges.is_merged(&kept.finding.key) {
                return Err(Failure::Usage(format!("{} is no duplicate of another finding", kept.name)));
            }
            store.unmerge(kept, &args.reason)?;
        }
    }
    Ok(Status::Done)
}

/// What is told of a finding: for people, and for programs.
struct Told {
    words: String,
    object: serde_json::Value,
}

/// Finds something out about each of some findings, and tells it as soon as it is known, until somebody wants it to end.
fn tell_each(
    chosen: &[&Kept],
    doing: &str,
    common: &Common,
    messages: &Messages,
    mut find_out: impl FnMut(&Kept, &AtomicBool) -> Result<Told, Failure>,
) -> Result<Status, Failure> {
    let stop = at_work::stop_on_signals()?;
    for kept in chosen.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
        messages.progress(&format!("{}: {doing}", kept.name));
        let told = find_out(kept, &stop);
        messages.progress("");
        let told = match told {
            Err(interrupted @ Failure::Interrupted { .. }) => {
                messages.notice(&interrupted.to_string());
                break;
            }
            told => told?,
        };
        let text = match common.format {
            Format::Human => told.words,
            Format::Json => format!("{}\n", told.object),
        };
        output::write(text.as_bytes(), None)?;
    }
    Ok(Status::Done)
}
