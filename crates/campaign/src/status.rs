//! How far a campaign has come: numbers that only grow. `status.json` is a [`Status`]; what each field means stands in
//! `docs/campaign-directory.md`, and a test holds that page to this file.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::follow::Following;
use crate::judge::Class;
use crate::tally::{Configured, Verdict};

/// What was done for some cases.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Cases.
    pub cases: u64,
    /// Runs of compilers.
    pub compilations: u64,
    /// Runs of compiled programs.
    pub executions: u64,
    /// Cases that have no case: a source did not want to.
    pub skipped: u64,
    /// Compilers that did not end on a machine with other things to do.
    pub inconclusive: u64,
    /// Suspicions that did not show again.
    pub flaky: u64,
    /// Compilers that do not support what a case uses.
    pub unsupported: u64,
    /// What a user knows, or what an older compiler gets wrong, too.
    #[serde(default)]
    pub known: u64,
    /// Time that slots were at work.
    #[serde(with = "seconds")]
    pub slot_time: Duration,
    /// CPU time of kiln: making cases, interpreting them, judging.
    #[serde(with = "seconds")]
    pub own_cpu: Duration,
    /// Of that: making cases.
    #[serde(with = "seconds")]
    pub generate_cpu: Duration,
    /// Of that: interpreting cases whose source did not.
    #[serde(with = "seconds")]
    pub interpret_cpu: Duration,
    /// CPU time of compilers.
    #[serde(with = "seconds")]
    pub compiler_cpu: Duration,
    /// CPU time of compiled programs.
    #[serde(with = "seconds")]
    pub program_cpu: Duration,
    /// CPU time of compilers and programs when suspicions were tried again.
    #[serde(with = "seconds")]
    pub confirm_cpu: Duration,
    /// CPU time of all that was done with findings afterwards: they are reduced and triaged.
    #[serde(default, with = "seconds")]
    pub reduce_cpu: Duration,
}

impl Counts {
    /// Adds what was done for other cases.
    pub fn add(&mut self, other: &Counts) {
        self.cases += other.cases;
        self.compilations += other.compilations;
        self.executions += other.executions;
        self.skipped += other.skipped;
        self.inconclusive += other.inconclusive;
        self.flaky += other.flaky;
        self.unsupported += other.unsupported;
        self.known += other.known;
        self.slot_time += other.slot_time;
        self.own_cpu += other.own_cpu;
        self.generate_cpu += other.generate_cpu;
        self.interpret_cpu += other.interpret_cpu;
        self.compiler_cpu += other.compiler_cpu;
        self.program_cpu += other.program_cpu;
        self.confirm_cpu += other.confirm_cpu;
        self.reduce_cpu += other.reduce_cpu;
    }

    /// Where the CPU time has gone: stages in the order of work. Together they are all of it.
    pub fn stages(&self) -> [(&'static str, Duration); 7] {
        let rest = self.own_cpu.saturating_sub(self.generate_cpu + self.interpret_cpu);
        [
            ("generate", self.generate_cpu),
            ("interpret", self.interpret_cpu),
            ("compile", self.compiler_cpu),
            ("run", self.program_cpu),
            ("confirm", self.confirm_cpu),
            ("reduce", self.reduce_cpu),
            ("kiln", rest),
        ]
    }
}

/// What a source has done, and what has come of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SourceStatus {
    /// What was done.
    #[serde(flatten)]
    pub counts: Counts,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
}

/// How much was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Found {
    /// All findings.
    pub findings: u64,
    /// Those of a look that was not there before.
    pub unique: u64,
}

/// What a compiler of one version at one level has done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigurationStatus {
    /// The short name of the compiler.
    pub compiler: String,
    /// What it says of itself.
    pub version: String,
    /// The level; empty if it has none.
    pub level: String,
    /// How often it did what: words of [`Verdict`].
    pub verdicts: BTreeMap<String, u64>,
    /// Crashes of different looks.
    pub distinct_crashes: u64,
    /// CPU time of the compiler and its programs.
    #[serde(with = "seconds")]
    pub cpu: Duration,
}

impl ConfigurationStatus {
    /// Nothing yet.
    pub fn new(configured: &Configured) -> ConfigurationStatus {
        let Configured { compiler, version, level } = configured.clone();
        let (verdicts, distinct_crashes, cpu) = (BTreeMap::new(), 0, Duration::ZERO);
        ConfigurationStatus { compiler, version, level, verdicts, distinct_crashes, cpu }
    }

    /// How often it did this.
    pub fn of(&self, verdict: Verdict) -> u64 {
        self.verdicts.get(verdict.name()).copied().unwrap_or(0)
    }

    fn sum(&self, counts: impl Fn(Verdict) -> bool) -> u64 {
        let counting = |(word, n): (&String, &u64)| Verdict::by_name(word).filter(|&it| counts(it)).map(|_| *n);
        self.verdicts.iter().filter_map(counting).sum()
    }

    /// Cases that it was put to the test with.
    pub fn tried(&self) -> u64 {
        self.sum(Verdict::is_tried)
    }

    /// Cases whose outcome was compared with the right one.
    pub fn judged(&self) -> u64 {
        self.sum(|verdict| {
            let compared = [Verdict::Right, Verdict::Bug(Class::WrongCode), Verdict::Disputed, Verdict::Doubtful];
            compared.contains(&verdict)
        })
    }
}

/// A finding in few words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastFinding {
    /// Its name: `F-0001`.
    pub name: String,
    /// What findings of one cause have in common.
    pub key: String,
    /// When it was found, in seconds since 1970.
    pub time: u64,
    /// How many of the same look were there before.
    pub alike: u64,
}

/// What the machine has to do.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Machine {
    /// Processes that want to run, in the mean of a minute.
    pub load: f64,
    /// Its processors.
    pub processors: usize,
    /// Cases that are worked on at once.
    pub slots: usize,
}

impl Machine {
    /// This machine now.
    pub fn now(slots: usize) -> Machine {
        let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        Machine { load, processors, slots }
    }
}

/// How far a campaign has come; `status.json` is this.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Status {
    /// The version of this format.
    pub schema: u32,
    /// The version of kiln.
    pub kiln: String,
    /// Whether a kiln is at work; if it is and `time` is long ago, it was killed.
    pub running: bool,
    /// Where its randomness comes from.
    pub seed: u64,
    /// When this was written, in seconds since 1970.
    pub time: u64,
    /// Time since this kiln began.
    #[serde(with = "seconds")]
    pub elapsed: Duration,
    /// Cases that this kiln has done.
    pub cases_now: u64,
    /// Runs of compilers of this kiln.
    pub compilations_now: u64,
    /// What the machine has to do.
    pub machine: Machine,
    /// What was done, by source.
    pub sources: BTreeMap<String, SourceStatus>,
    /// What each compiler has done, by level.
    pub configurations: Vec<ConfigurationStatus>,
    /// Bugs by class.
    pub findings: BTreeMap<String, Found>,
    /// Disputed or doubtful ones, not counted above.
    pub doubtful: u64,
    /// Contradictions of kiln with itself.
    pub quarantined: u64,
    /// When a bug was last found that looks like no other before, in seconds since 1970.
    pub last_new: Option<u64>,
    /// The last findings, the newest first.
    pub last: Vec<LastFinding>,
    /// What is done with findings.
    #[serde(default)]
    pub reduce: Following,
}

impl Status {
    /// What was done by all sources.
    pub fn total(&self) -> Counts {
        self.sources.values().fold(Counts::default(), |mut total, source| {
            total.add(&source.counts);
            total
        })
    }

    /// Bugs of a class.
    pub fn of_class(&self, class: Class) -> Found {
        self.findings.get(class.name()).copied().unwrap_or_default()
    }

    /// Bugs of all classes.
    pub fn found(&self) -> Found {
        self.findings.values().fold(Found::default(), |sum, found| Found {
            findings: sum.findings + found.findings,
            unique: sum.unique + found.unique,
        })
    }
}

/// Times are seconds, as a number.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(time.as_secs_f64())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        Ok(Duration::try_from_secs_f64(seconds).unwrap_or_default())
    }
}
