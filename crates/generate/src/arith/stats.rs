//! What programs are made of, in figures.

use std::fmt;

use super::Counts;
use super::boundary::Boundary;
use super::features::{Feature, Features};
use crate::words::Words as _;

/// The counts of several programs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    programs: u64,
    expressions: u64,
    operators: u64,
    inserted: u64,
    flipped: u64,
    discarded: u64,
    /// How often each feature was used, and in how many programs.
    features: [(u64, u64); Features::COUNT],
    boundary: Boundary,
}

impl Stats {
    /// Adds a program.
    pub fn add(&mut self, counts: &Counts) {
        self.programs += 1;
        self.expressions += counts.expressions;
        self.operators += counts.operators;
        self.inserted += counts.inserted;
        self.flipped += counts.flipped;
        self.discarded += counts.discarded;
        for (sum, &uses) in self.features.iter_mut().zip(&counts.features) {
            *sum = (sum.0 + uses, sum.1 + u64::from(uses > 0));
        }
        self.boundary.add(&counts.boundary);
    }
}

/// A share in percent.
#[expect(clippy::cast_precision_loss, reason = "it is shown with one digit")]
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { programs, expressions, operators, inserted, flipped, discarded, .. } = self;
        writeln!(f, "programs {programs}, expressions {expressions}, operators {operators}")?;
        writeln!(
            f,
            "to remove undefined behaviour: inserted {inserted} ({:.1} %), flipped {flipped} ({:.1} %), discarded {discarded}",
            percent(*inserted, *operators),
            percent(*flipped, *operators),
        )?;
        writeln!(f, "\noperator  on integers  next to a boundary")?;
        let (mut all, mut all_near) = (0, 0);
        for (op, count, near) in self.boundary.rows() {
            writeln!(f, "{:<9} {count:>11} {near:>12} {:>5.1} %", op.spelling().0, percent(near, count))?;
            (all, all_near) = (all + count, all_near + near);
        }
        writeln!(f, "{:<9} {all:>11} {all_near:>12} {:>5.1} %", "all", percent(all_near, all))?;
        writeln!(f, "\nfeature          uses  programs")?;
        for ((word, ..), (uses, programs)) in Feature::ALL.iter().zip(self.features) {
            writeln!(f, "{word:<10} {uses:>10} {programs:>9}")?;
        }
        Ok(())
    }
}
