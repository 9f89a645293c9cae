//! `kiln findings`: what a campaign has found.

use std::path::PathBuf;

use kiln_campaign::judge::Standing;
use kiln_campaign::store::{Kept, Store};
use serde::Serialize;

use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::messages::JSON_VERSION;
use crate::output;

/// List what a campaign has found, also while it is running
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FindingsArgs {
    /// The campaign's directory
    #[arg(short, long, value_name = "DIR", default_value = "kiln-out")]
    output: PathBuf,
    /// One of each look only
    #[arg(long)]
    unique: bool,
}

const EXAMPLES: &str = "\
Examples:
  kiln findings                      all of ./kiln-out
  kiln findings --unique -o nightly  one of each look
  kiln findings --format json | jq -r .folder

JSON objects hold version (1), name, folder, alike (how many of the same look came before), and everything that
stands in finding.json of the folder.";

#[derive(Serialize)]
struct JsonFinding<'a> {
    version: u32,
    name: &'a str,
    folder: String,
    alike: u64,
    finding: &'a kiln_campaign::folder::Finding,
}

/// Lists the findings.
pub(crate) fn run(args: &FindingsArgs, common: &Common) -> Result<Status, Failure> {
    let store = Store::read(&args.output)?;
    let mut text = String::new();
    for kept in store.findings()?.iter().filter(|kept| !args.unique || kept.alike == 0) {
        match common.format {
            Format::Human => text += &line(kept),
            Format::Json => {
                let object = JsonFinding {
                    version: JSON_VERSION,
                    name: &kept.name,
                    folder: kept.folder.display().to_string(),
                    alike: kept.alike,
                    finding: &kept.finding,
                };
                text += &serde_json::to_string(&object).unwrap_or_default();
                text.push('\n');
            }
        }
    }
    output::write(text.as_bytes(), None)?;
    Ok(Status::Done)
}

/// A finding in one line, and where it is.
pub(crate) fn line(kept: &Kept) -> String {
    let finding = &kept.finding;
    let doubt = match &finding.standing {
        Standing::Bug => String::new(),
        Standing::Disputed(why) => format!(" (disputed: {why})"),
        Standing::Doubtful(why) => format!(" (doubtful: {why})"),
    };
    let alike = if kept.alike == 0 { String::new() } else { format!(" ({} alike before)", kept.alike) };
    format!("{}  {}{doubt}{alike}\n        {}\n", kept.name, finding.key, kept.folder.display())
}
