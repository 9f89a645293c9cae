//! The result as a table by folder, and the bars it is held against.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::examine::{Comparison, Conduct, Finding};
use super::reading::Reading;
use crate::measuring::bar::{self, Bar, Bound, share};
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

    fn merge(&mut self, other: &Tally) {
        self.n_valid += other.n_valid;
        self.n_accepted += other.n_accepted;
        self.n_round_trip += other.n_round_trip;
        self.n_compared += other.n_compared;
        self.n_same += other.n_same;
        self.n_invalid += other.n_invalid;
        self.n_rejected += other.n_rejected;
        self.n_offered += other.n_offered;
        self.n_taken += other.n_taken;
        self.n_left_out += other.n_left_out;
        self.n_bytes += other.n_bytes;
        self.micros += other.micros;
    }
}

const ACCEPTED: fn(&Tally) -> (u64, u64) = |tally| (tally.n_accepted, tally.n_valid);
const SAME: fn(&Tally) -> (u64, u64) = |tally| (tally.n_same, tally.n_compared);
const REJECTED: fn(&Tally) -> (u64, u64) = |tally| (tally.n_rejected, tally.n_invalid);
const TAKEN: fn(&Tally) -> (u64, u64) = |tally| (tally.n_taken, tally.n_offered);

const BARS: &[Bar<Tally>] = &[
    Bar { what: "programs accepted", bound: Bound::AtLeast(98), group: "", counts: ACCEPTED },
    Bar { what: "gcc.c-torture accepted", bound: Bound::AtLeast(99), group: "gcc.c-torture", counts: ACCEPTED },
    Bar { what: "same assembly after printing", bound: Bound::AtLeast(98), group: "", counts: SAME },
    Bar { what: "wrong programs rejected", bound: Bound::AtLeast(80), group: "", counts: REJECTED },
    Bar { what: "Csmith accepted", bound: Bound::AtLeast(100), group: CSMITH, counts: ACCEPTED },
    Bar { what: "Csmith, same assembly", bound: Bound::AtLeast(100), group: CSMITH, counts: SAME },
    Bar { what: "Csmith, pruned, taken by clang", bound: Bound::AtLeast(100), group: CSMITH, counts: TAKEN },
];

const CSMITH: &str = "csmith";

/// Counts by folder.
#[derive(Debug, Default)]
pub(super) struct Table {
    groups: BTreeMap<String, Tally>,
}

impl Table {
    pub(super) fn add(&mut self, subject: &Subject, finding: &Finding) {
        self.groups.entry(subject.group().to_owned()).or_default().add(subject, finding);
    }

    /// Counts over all folders whose name starts with `group`.
    fn tally(&self, group: &str) -> Tally {
        let mut total = Tally::default();
        for (name, tally) in &self.groups {
            if name.starts_with(group) && (group == CSMITH || name != CSMITH) {
                total.merge(tally);
            }
        }
        total
    }

    pub(super) fn show(&self) -> String {
        let mut text = String::from(
            "folder                              gcc ok  kiln ok         round trip  same asm        \
             gcc no  kiln no         left out\n",
        );
        for (name, tally) in &self.groups {
            push_row(&mut text, name, tally);
        }
        push_row(&mut text, "total without csmith", &self.tally(""));
        text
    }

    /// The bars with what was reached, and whether all of them were.
    pub(super) fn show_bars(&self) -> (String, bool) {
        bar::show_bars(BARS, |group| self.tally(group))
    }

    /// How fast the front end was on accepted programs.
    pub(super) fn show_speed(&self) -> String {
        let mut total = self.tally("");
        total.merge(&self.tally(CSMITH));
        let Tally { n_bytes, micros, .. } = total;
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

fn push_row(text: &mut String, name: &str, tally: &Tally) {
    let cell = |n_good: u64, n_all: u64| {
        if n_all == 0 { String::from("-") } else { format!("{n_good} {}", share(n_good, n_all)) }
    };
    let written = writeln!(
        text,
        "{name:<34} {:>7}  {:<15} {:<11} {:<15} {:>6}  {:<15} {}",
        tally.n_valid,
        cell(tally.n_accepted, tally.n_valid),
        tally.n_round_trip,
        cell(tally.n_same, tally.n_compared),
        tally.n_invalid,
        cell(tally.n_rejected, tally.n_invalid),
        tally.n_left_out,
    );
    written.expect("a string takes what is written to it");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_met_exactly_at_its_share() {
        let table = |n_accepted| {
            let tally = Tally { n_valid: 100, n_accepted, ..Tally::default() };
            Table { groups: BTreeMap::from([("gcc.dg".to_owned(), tally)]) }
        };
        assert!(table(98).show_bars().1);
        assert!(!table(97).show_bars().1);
    }
}
