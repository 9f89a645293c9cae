//! How far a campaign has come: numbers that only grow.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::judge::Class;

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
    /// CPU time of kiln: making cases, interpreting them, judging.
    pub own_cpu: Duration,
    /// CPU time of compilers.
    pub compiler_cpu: Duration,
    /// CPU time of compiled programs.
    pub program_cpu: Duration,
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
        self.own_cpu += other.own_cpu;
        self.compiler_cpu += other.compiler_cpu;
        self.program_cpu += other.program_cpu;
    }
}

/// How far a campaign has come; `status.json` is this.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Status {
    /// The version of this format.
    pub schema: u32,
    /// Where its randomness comes from.
    pub seed: u64,
    /// What was done, by source.
    pub sources: BTreeMap<String, Counts>,
    /// Findings by class.
    pub findings: BTreeMap<String, u64>,
    /// Findings of one look, which are one until someone has looked closer.
    pub groups: u64,
    /// Disputed or doubtful ones, not counted above.
    pub doubtful: u64,
    /// Contradictions of kiln with itself.
    pub quarantined: u64,
    /// Time since this kiln began.
    pub elapsed: Duration,
    /// Cases that this kiln has done.
    pub cases_now: u64,
}

impl Status {
    /// What was done by all sources.
    pub fn total(&self) -> Counts {
        self.sources.values().fold(Counts::default(), |mut total, counts| {
            total.add(counts);
            total
        })
    }

    /// Findings of a class.
    pub fn of_class(&self, class: Class) -> u64 {
        self.findings.get(class.name()).copied().unwrap_or(0)
    }
}
