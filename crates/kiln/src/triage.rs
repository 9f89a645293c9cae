//! `kiln triage`: what people say of findings.

use std::path::PathBuf;

use kiln_campaign::store::{Kept, Store};

use crate::exit_code::{Failure, Status};
use crate::report;

/// Say that findings of two looks are one bug, or are not after all
///
/// kiln groups findings by their look: the words of a crash, the configurations that go wrong. Two looks may be one bug. What
/// is said here is kept as history and can be taken back; no finding is folded away by it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TriageArgs {
    #[command(subcommand)]
    action: Action,
    /// The campaign's directory
    #[arg(short, long, value_name = "DIR", default_value = "kiln-out", global = true)]
    output: PathBuf,
    /// Why, for whoever asks later
    #[arg(long, value_name = "TEXT", default_value = "", global = true)]
    reason: String,
}

const EXAMPLES: &str = "\
Examples:
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
pub(crate) fn run(args: &TriageArgs) -> Result<Status, Failure> {
    let store = Store::read(&args.output)?;
    let all = store.findings()?;
    let merges = store.merges()?;
    let find = |id: &str| report::find(&all, id, &args.output);
    match &args.action {
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
