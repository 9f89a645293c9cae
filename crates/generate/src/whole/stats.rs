//! What was generated, repaired and thrown away, over some programs.

use std::fmt;

use super::census::census;
use super::features::{Feature, Features};
use super::making::Made;
use super::size::n_tokens;
use crate::words::Words;

/// Sums over programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// What is counted, and how often it was there.
    sums: [(&'static str, u64); 10],
    /// For each feature: programs with it, programs that execute it, and how often it is there.
    features: [[u64; 3]; Features::COUNT],
}

impl Default for Stats {
    fn default() -> Self {
        let names = [
            "programs",
            "tokens",
            "statements",
            "statements that are executed",
            "dead statements that were taken away",
            "operations that the run decided",
            "operations repaired when they first ran",
            "operations repaired for all values",
            "programs made again for their size",
            "programs that are undefined, as was asked for",
        ];
        Stats { sums: names.map(|name| (name, 0)), features: [[0; 3]; Features::COUNT] }
    }
}

impl Stats {
    /// Counts a program.
    pub fn add(&mut self, made: &Made) {
        let counts = [
            1,
            n_tokens(made.text.as_bytes()),
            made.executed.statements,
            made.executed.executed,
            made.executed.pruned,
            made.mended.decided,
            made.mended.repaired,
            made.mended.totalled,
            u64::from(made.tries) - 1,
            u64::from(made.undefined.is_some()),
        ];
        self.sums.iter_mut().zip(counts).for_each(|((_, sum), count)| *sum += count);
        let census = census(made);
        for ((counts, present), executed) in self.features.iter_mut().zip(census.present).zip(census.executed) {
            counts[0] += u64::from(present > 0);
            counts[1] += u64::from(executed > 0);
            counts[2] += u64::from(present);
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, sum) in self.sums {
            writeln!(f, "{sum:>10}  {name}")?;
        }
        writeln!(f, "\n{:<22} {:>9} {:>9} {:>9}", "feature", "programs", "executed", "times")?;
        for ((word, ..), [programs, executed, times]) in Feature::ALL.iter().zip(self.features) {
            writeln!(f, "{word:<22} {programs:>9} {executed:>9} {times:>9}")?;
        }
        Ok(())
    }
}
