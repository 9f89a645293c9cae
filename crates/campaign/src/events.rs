//! What there is to tell of a campaign, in the order in which it happened.
//!
//! There is one stream of events. The terminal, `--format json` and the file `events.jsonl` are views of it; a line of the
//! file and a line of JSON are the same text. Progress is not in the file: `status.json` is replaced instead.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use crate::clock;
use crate::error::{CampaignError, Doing};
use crate::follow::Followed;
use crate::judge::{Class, Standing};
use crate::matrix::Matrix;
use crate::status::Status;
use crate::store::{Contradiction, Kept, Store};

/// The version of the lines.
pub const VERSION: u32 = 1;

/// What there is to tell.
#[derive(Debug)]
pub enum Event<'a> {
    /// A kiln begins to work, or goes on.
    Begun(&'a Begun),
    /// Something was found, and is kept.
    Found(&'a Kept),
    /// What was to be done with a finding has been done, or cannot be.
    Followed(&'a Kept, &'a Followed),
    /// kiln contradicts itself.
    Contradiction(u64, &'a Contradiction),
    /// So far it has come.
    Progress(&'a Status),
    /// It ends.
    Ended(&'a Status),
}

/// What a campaign is going to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Begun {
    /// The version of kiln.
    pub kiln: String,
    /// Where its randomness comes from.
    pub seed: u64,
    /// All cases below this one are done.
    pub first_case: u64,
    /// Cases that are worked on at once.
    pub slots: usize,
    /// The compilers.
    pub compilers: Vec<BegunCompiler>,
}

/// A compiler of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BegunCompiler {
    /// Its short name.
    pub compiler: String,
    /// What it says of itself.
    pub version: String,
    /// Its levels.
    pub levels: Vec<String>,
}

impl Begun {
    /// What is going to be done with these compilers.
    pub fn new(store: &Store, matrix: &Matrix, slots: usize) -> Begun {
        let levels = |tool: usize| {
            let of_tool = matrix.configurations.iter().filter(move |configuration| configuration.tool == tool);
            of_tool.map(|configuration| configuration.label.clone()).collect()
        };
        let compiler = |(index, tool): (usize, &crate::matrix::Tool)| BegunCompiler {
            compiler: tool.name.clone(),
            version: tool.calibration.version.clone(),
            levels: levels(index),
        };
        Begun {
            kiln: env!("CARGO_PKG_VERSION").to_owned(),
            seed: store.seed(),
            first_case: store.done().0,
            slots,
            compilers: matrix.tools.iter().enumerate().map(compiler).collect(),
        }
    }
}

/// A line of JSON.
#[derive(Debug, Serialize)]
struct Line {
    version: u32,
    time: u64,
    event: &'static str,
    data: Value,
}

/// What is said of a finding where it is found; the rest stands in its folder.
#[derive(Debug, Serialize)]
struct FoundData<'a> {
    name: &'a str,
    folder: &'a Path,
    class: Class,
    #[serde(flatten)]
    standing: &'a Standing,
    key: &'a str,
    compiler: &'a str,
    source: &'a str,
    case: u64,
    alike: u64,
}

impl Event<'_> {
    /// The word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Event::Begun(_) => "begun",
            Event::Found(_) => "finding",
            Event::Followed(..) => "reduced",
            Event::Contradiction(..) => "contradiction",
            Event::Progress(_) => "status",
            Event::Ended(_) => "ended",
        }
    }

    /// One line of JSON.
    pub fn line(&self) -> String {
        let time = match self {
            Event::Found(kept) => kept.time,
            Event::Progress(status) | Event::Ended(status) => status.time,
            Event::Begun(_) | Event::Followed(..) | Event::Contradiction(..) => clock::now(),
        };
        let data = match self {
            Event::Begun(begun) => json!(begun),
            Event::Found(kept) => json!(FoundData {
                name: &kept.name,
                folder: &kept.folder,
                class: kept.finding.class,
                standing: &kept.finding.standing,
                key: &kept.finding.key,
                compiler: &kept.finding.compiler,
                source: &kept.finding.source,
                case: kept.finding.case,
                alike: kept.alike,
            }),
            Event::Followed(kept, followed) => {
                let (outcome, what) = match followed {
                    Followed::Done(what) => ("done", what.as_str()),
                    Followed::Refused(why) => ("refused", why.as_str()),
                    Followed::Interrupted => ("interrupted", ""),
                };
                json!({ "name": kept.name, "folder": kept.folder, "outcome": outcome, "what": what })
            }
            Event::Contradiction(case, it) => json!({ "case": case, "command": it.command, "what": it.what }),
            Event::Progress(status) | Event::Ended(status) => json!(status),
        };
        let line = Line { version: VERSION, time, event: self.name(), data };
        serde_json::to_string(&line).unwrap_or_default() + "\n"
    }
}

/// `events.jsonl`.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Opens the log of a campaign. A kiln that was killed may have left half a line, and findings that it had kept and not
    /// told: the one is cut off, the others are told now, so that each finding is in the log once.
    pub fn open(store: &Store) -> Result<Log, CampaignError> {
        let path = store.directory().join("events.jsonl");
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&path).doing("open", &path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).doing("read", &path)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        file.set_len(whole as u64).doing("write", &path)?;
        let told = told(&bytes[..whole]);
        let mut log = Log { path, file };
        store.each_finding(|kept| if told.contains(&kept.name) { Ok(()) } else { log.append(&Event::Found(&kept)) })?;
        Ok(log)
    }

    /// Adds an event.
    pub fn append(&mut self, event: &Event<'_>) -> Result<(), CampaignError> {
        match event {
            Event::Progress(_) => Ok(()),
            _ => self.file.write_all(event.line().as_bytes()).doing("write", &self.path),
        }
    }
}

/// The names of the findings in a log.
fn told(log: &[u8]) -> BTreeSet<String> {
    let lines = log.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let findings = lines.filter(|line| line.get("event").and_then(Value::as_str) == Some("finding"));
    findings.filter_map(|line| Some(line.get("data")?.get("name")?.as_str()?.to_owned())).collect()
}
