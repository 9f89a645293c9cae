//! What is counted, as rows of a table, and the bars it is held against.

use super::examine::{Comparison, Conduct, Finding};
use super::reading::Reading;
use super::shortfall::Category;
use crate::measuring::bar::{Bar, Bound, share};
use crate::measuring::findings::{self, CSMITH};
use crate::measuring::subject::{Kind, Subject};

/// Counts over some programs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Programs that gcc takes, without those left out; how many kiln takes; of these, how many
    /// read as the same program after printing.
    n_valid: u64,
    n_accepted: u64,
    n_round_trip: u64,
    /// Printed programs that were compiled, and how many gave the same assembly.
    n_compared: u64,
    n_same: u64,
    /// Programs that gcc rejects, and how many kiln rejects.
    n_invalid: u64,
    n_rejected: u64,
    /// Programs offered to clang without unused declarations, and how many it takes.
    n_offered: u64,
    n_taken: u64,
    n_left_out: u64,
    n_bytes: u64,
    micros: u64,
}

impl Tally {
    fn add_valid(&mut self, conduct: &Conduct) {
        self.n_valid += 1;
        if let Reading::Accepted { round_trip, micros } = &conduct.reading {
            self.n_accepted += 1;
            self.n_round_trip += u64::from(round_trip.is_none());
            self.n_bytes += conduct.n_bytes;
            self.micros += micros;
        }
        if let Some(comparison) = &conduct.assembly {
            self.n_compared += 1;
            self.n_same += u64::from(*comparison == Comparison::Same);
        }
        if let Some(taken) = conduct.taken_by_clang {
            self.n_offered += 1;
            self.n_taken += u64::from(taken);
        }
    }

    /// How fast the front end was on accepted programs.
    pub(super) fn show_speed(&self) -> String {
        let Tally { n_bytes, micros, .. } = *self;
        let tenths = (micros * 10_000).checked_div(n_bytes).unwrap_or(0);
        format!(
            "read {} MB in {} s of CPU time: {}.{} ms per MB\n",
            n_bytes / 1_000_000,
            micros / 1_000_000,
            tenths / 10,
            tenths % 10,
        )
    }
}

const ACCEPTED: fn(&Tally) -> (u64, u64) = |tally| (tally.n_accepted, tally.n_valid);
const SAME: fn(&Tally) -> (u64, u64) = |tally| (tally.n_same, tally.n_compared);
const REJECTED: fn(&Tally) -> (u64, u64) = |tally| (tally.n_rejected, tally.n_invalid);
const TAKEN: fn(&Tally) -> (u64, u64) = |tally| (tally.n_taken, tally.n_offered);

impl findings::Tally for Tally {
    type Finding = Finding;
    type Category = Category;

    const HEAD: &'static str = " gcc ok  kiln ok         round trip  same asm        gcc no  kiln no         left out";
    const BARS: &'static [Bar<Tally>] = &[
        Bar { what: "programs accepted", bound: Bound::AtLeast(98), group: "", counts: ACCEPTED },
        Bar { what: "gcc.c-torture accepted", bound: Bound::AtLeast(99), group: "gcc.c-torture", counts: ACCEPTED },
        Bar { what: "same assembly after printing", bound: Bound::AtLeast(98), group: "", counts: SAME },
        Bar { what: "wrong programs rejected", bound: Bound::AtLeast(80), group: "", counts: REJECTED },
        Bar { what: "Csmith accepted", bound: Bound::AtLeast(100), group: CSMITH, counts: ACCEPTED },
        Bar { what: "Csmith, same assembly", bound: Bound::AtLeast(100), group: CSMITH, counts: SAME },
        Bar { what: "Csmith, pruned, taken by clang", bound: Bound::AtLeast(100), group: CSMITH, counts: TAKEN },
    ];

    fn add(&mut self, subject: &Subject, finding: &Finding) {
        match finding {
            Finding::NotCounted => {}
            Finding::LeftOut(_) => self.n_left_out += 1,
            Finding::Counted(conduct) if subject.kind == Kind::Invalid => {
                self.n_invalid += 1;
                let is_rejected = matches!(conduct.reading, Reading::Rejected { .. });
                self.n_rejected += u64::from(is_rejected);
            }
            Finding::Counted(conduct) => self.add_valid(conduct),
        }
    }

    fn cells(&self) -> String {
        let cell = |n_good: u64, n_all: u64| {
            if n_all == 0 { String::from("-") } else { format!("{n_good} {}", share(n_good, n_all)) }
        };
        format!(
            "{:>7}  {:<15} {:<11} {:<15} {:>6}  {:<15} {}",
            self.n_valid,
            cell(self.n_accepted, self.n_valid),
            self.n_round_trip,
            cell(self.n_same, self.n_compared),
            self.n_invalid,
            cell(self.n_rejected, self.n_invalid),
            self.n_left_out,
        )
    }
}

#[cfg(test)]
mod tests {
    use findings::Tally as _;

    use super::*;
    use crate::measuring::bar::show_bars;

    #[test]
    fn a_bar_is_met_exactly_at_its_share() {
        let tally = |n_accepted| Tally { n_valid: 100, n_accepted, ..Tally::default() };
        let corpus =
            |n_accepted| move |group: &str| if group.is_empty() { tally(n_accepted) } else { Tally::default() };
        assert!(show_bars(Tally::BARS, corpus(98)).1);
        assert!(!show_bars(Tally::BARS, corpus(97)).1);
    }
}
