//! `kiln findings`: what a campaign has found.
//!
//! Findings that look the same are one row, with their number: the first of them is the one to look at. Nothing is hidden by
//! that, because each keeps its folder and `--all` lists it.

mod constructs;
pub(crate) mod program;
mod ranked;

use std::path::PathBuf;

use clap::ValueEnum;
use kiln_campaign::judge::{Class, Standing};
use kiln_campaign::store::{Kept, Store};
use serde::Serialize;

use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::messages::JSON_VERSION;
use crate::{output, rates};

/// List what a campaign has found, also while it is running
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FindingsArgs {
    /// The campaign's directory
    #[arg(short, long, value_name = "DIR", default_value = "kiln-out")]
    output: PathBuf,
    /// Each finding on its own, also those that look the same
    #[arg(long)]
    all: bool,
    /// Only this class; may be given several times
    #[arg(long, value_enum, value_name = "CLASS", value_delimiter = ',')]
    class: Vec<ClassName>,
    /// Only what shows with this compiler, named as in the list or by a part of it
    #[arg(long, value_name = "NAME")]
    compiler: Option<String>,
    /// By cause, as far as `kiln triage` has found it out: what is least like the rows before it comes next
    #[arg(long, conflicts_with_all = ["all", "rates"])]
    ranked: bool,
    /// Instead: how often each compiler crashed and went wrong, by version and level
    #[arg(long, conflicts_with_all = ["all", "class"])]
    rates: bool,
}

/// A class on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ClassName(Class);

impl ValueEnum for ClassName {
    fn value_variants<'a>() -> &'a [ClassName] {
        const ALL: [ClassName; Class::ALL.len()] = {
            let mut all = [ClassName(Class::ALL[0]); Class::ALL.len()];
            let mut index = 0;
            while index < all.len() {
                all[index] = ClassName(Class::ALL[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()))
    }
}

const EXAMPLES: &str = "\
Examples:
  kiln findings                          what ./kiln-out has found, a row for each look
  kiln findings --class wrong-code --compiler gcc -o nightly
  kiln findings --ranked                 what to read first, once `kiln triage` has been at it
  kiln findings --rates                  crashes and wrong code by compiler version and level
  kiln findings --format json | jq -r .folder
  kiln report F-0001                     everything about one

JSON objects hold version (1), name, folder, times (how many look the same), alike (how many of them came before), time
(seconds since 1970), merged (see `kiln triage`), and finding: everything that stands in finding.json of the folder. With --ranked:
version (1), name, cause, all (names). With --rates: version (1), configuration (as in status.json), programs, judged, crash_rate, wrong_code_rate.";

/// Lists the findings.
pub(crate) fn run(args: &FindingsArgs, common: &Common) -> Result<Status, Failure> {
    let store = Store::read(&args.output)?;
    let text = if args.rates { rates(args, &store, common.format)? } else { list(args, &store, common.format)? };
    output::write(text.as_bytes(), None)?;
    Ok(Status::Done)
}

fn rates(args: &FindingsArgs, store: &Store, format: Format) -> Result<String, Failure> {
    let mut configurations = store.status()?.configurations;
    configurations.retain(|it| args.compiler.as_ref().is_none_or(|name| it.compiler.contains(name)));
    Ok(match format {
        Format::Human => rates::table(&configurations),
        Format::Json => rates::json(&configurations),
    })
}

/// Findings that look the same.
pub(crate) struct Group {
    /// The first of them.
    pub(crate) first: Kept,
    /// All of them.
    pub(crate) times: u64,
    /// Findings of other looks of which somebody said that they are the same bug: the first of each.
    pub(crate) merged: Vec<String>,
}

/// Findings in the order in which one reads them: bugs before what is doubtful, by class, the oldest first. Those that look
/// the same, and those of which somebody said so, are one group. Only the first of each is kept in memory.
pub(crate) fn groups(store: &Store, is_wanted: impl Fn(&Kept) -> bool) -> Result<Vec<Group>, Failure> {
    let merges = store.merges()?;
    let mut groups: Vec<Group> = Vec::new();
    // The first of each look in a group: key and name.
    let mut looks: Vec<Vec<(String, String)>> = Vec::new();
    store.each_finding(|kept| {
        if !is_wanted(&kept) {
            return Ok(());
        }
        let root = merges.root(&kept.finding.key);
        let is_same =
            |group: &Group| merges.root(&group.first.finding.key) == root && is_bug(&group.first) == is_bug(&kept);
        let index = groups.iter().position(is_same).unwrap_or(groups.len());
        if index == groups.len() {
            looks.push(Vec::new());
        }
        if kept.alike == 0 {
            looks[index].push((kept.finding.key.clone(), kept.name.clone()));
        }
        match groups.get_mut(index) {
            Some(group) => {
                group.times += 1;
                // What stands for others comes before them.
                if merges.is_merged(&group.first.finding.key) && !merges.is_merged(&kept.finding.key) {
                    group.first = kept;
                }
            }
            None => groups.push(Group { first: kept, times: 1, merged: Vec::new() }),
        }
        Ok(())
    })?;
    for (group, looks) in groups.iter_mut().zip(looks) {
        let others = looks.into_iter().filter(|(key, _)| *key != group.first.finding.key);
        group.merged = others.map(|(_, name)| name).collect();
    }
    groups.sort_by_key(|group| {
        let first = &group.first;
        (!is_bug(first), first.finding.class, merges.is_merged(&first.finding.key), first.id)
    });
    Ok(groups)
}

fn is_bug(kept: &Kept) -> bool {
    kept.finding.standing == Standing::Bug
}

fn list(args: &FindingsArgs, store: &Store, format: Format) -> Result<String, Failure> {
    let is_wanted = |kept: &Kept| {
        let finding = &kept.finding;
        let has_class = args.class.is_empty() || args.class.contains(&ClassName(finding.class));
        let shows = |name: &String| finding.shows.iter().any(|configured| configured.to_string().contains(name));
        has_class && args.compiler.as_ref().is_none_or(shows)
    };
    if args.ranked {
        return ranked::list(store, is_wanted, format);
    }
    let groups = if args.all {
        let wanted = store.findings()?.into_iter().filter(is_wanted);
        wanted.map(|first| Group { first, times: 1, merged: Vec::new() }).collect()
    } else {
        groups(store, is_wanted)?
    };
    Ok(match format {
        Format::Human => table(&groups),
        Format::Json => groups.iter().map(json).collect(),
    })
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    version: u32,
    name: &'a str,
    folder: String,
    times: u64,
    alike: u64,
    time: u64,
    merged: &'a [String],
    finding: &'a kiln_campaign::folder::Finding,
}

fn json(group: &Group) -> String {
    let kept = &group.first;
    let object = JsonFinding {
        version: JSON_VERSION,
        name: &kept.name,
        folder: kept.folder.display().to_string(),
        times: group.times,
        alike: kept.alike,
        time: kept.time,
        merged: &group.merged,
        finding: &kept.finding,
    };
    serde_json::to_string(&object).unwrap_or_default() + "\n"
}

fn table(groups: &[Group]) -> String {
    if groups.is_empty() {
        return String::new();
    }
    let row = |group: &Group| {
        let finding = &group.first.finding;
        let merged =
            if group.merged.is_empty() { String::new() } else { format!(" (with {})", group.merged.join(", ")) };
        format!(
            "{:<8} {:<22} {:>5}  {}{}{merged}\n",
            group.first.name,
            finding.class.name(),
            group.times,
            look(&finding.key, finding.class.name()),
            doubt(&finding.standing),
        )
    };
    let rows: String = groups.iter().map(row).collect();
    format!("{:<8} {:<22} {:>5}  what\n{rows}", "finding", "class", "times")
}

/// What findings of one cause have in common, without the class that stands beside it.
pub(crate) fn look<'a>(key: &'a str, class: &str) -> &'a str {
    key.strip_prefix(class).map_or(key, str::trim_start)
}

fn doubt(standing: &Standing) -> String {
    match standing {
        Standing::Bug => String::new(),
        Standing::Disputed(why) => format!(" (disputed: {why})"),
        Standing::Doubtful(why) => format!(" (doubtful: {why})"),
    }
}

/// A finding in one line, and where it is.
pub(crate) fn line(kept: &Kept) -> String {
    let finding = &kept.finding;
    let alike = if kept.alike == 0 { String::new() } else { format!(" ({} alike before)", kept.alike) };
    let doubt = doubt(&finding.standing);
    format!("{}  {}{doubt}{alike}\n        {}\n", kept.name, finding.key, kept.folder.display())
}
