//! The result as a table by folder, and the bars it is held against.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::answer::Answer;
use super::examine::{Apart, Finding, is_same};
use crate::measuring::bar::{self, Bar, Bound, share};
use crate::measuring::subject::Subject;

/// Counts over some programs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Programs that something is expected of, and what became of them.
    n_counted: u64,
    n_ok: u64,
    n_different: u64,
    /// Undefined or unspecified.
    n_undefined: u64,
    n_unsupported: u64,
    /// Limits, rejections, panics.
    n_other: u64,
    /// Programs that nothing is expected of, by reason.
    n_not_compiled: u64,
    n_timed_out: u64,
    n_failed: u64,
    n_left_out: u64,
    n_sanitized: u64,
    steps: u64,
    micros: u64,
}

impl Tally {
    fn add(&mut self, finding: &Finding) {
        let (expected, costed) = match finding {
            Finding::Apart(why) => return *self.apart(why) += 1,
            Finding::Counted { expected, costed } => (expected, costed),
        };
        self.n_counted += 1;
        self.steps += costed.steps;
        self.micros += costed.micros;
        let counter = match &costed.answer {
            answer if is_same(expected, answer) => &mut self.n_ok,
            Answer::Ended { .. } => &mut self.n_different,
            Answer::Undefined { .. } | Answer::Unspecified(_) => &mut self.n_undefined,
            Answer::Unsupported { .. } => &mut self.n_unsupported,
            Answer::Limit(_) | Answer::Rejected { .. } | Answer::Panic(_) => &mut self.n_other,
        };
        *counter += 1;
    }

    fn apart(&mut self, why: &Apart) -> &mut u64 {
        match why {
            Apart::NotCompiled => &mut self.n_not_compiled,
            Apart::TimedOut => &mut self.n_timed_out,
            Apart::Failed => &mut self.n_failed,
            Apart::LeftOut => &mut self.n_left_out,
            Apart::Sanitized { .. } => &mut self.n_sanitized,
        }
    }

    fn merge(&mut self, other: &Tally) {
        self.n_counted += other.n_counted;
        self.n_ok += other.n_ok;
        self.n_different += other.n_different;
        self.n_undefined += other.n_undefined;
        self.n_unsupported += other.n_unsupported;
        self.n_other += other.n_other;
        self.n_not_compiled += other.n_not_compiled;
        self.n_timed_out += other.n_timed_out;
        self.n_failed += other.n_failed;
        self.n_left_out += other.n_left_out;
        self.n_sanitized += other.n_sanitized;
        self.steps += other.steps;
        self.micros += other.micros;
    }

    fn n_apart(&self) -> u64 {
        self.n_not_compiled + self.n_timed_out + self.n_failed + self.n_left_out + self.n_sanitized
    }
}

const OK: fn(&Tally) -> (u64, u64) = |tally| (tally.n_ok, tally.n_counted);
const UNDEFINED: fn(&Tally) -> (u64, u64) = |tally| (tally.n_undefined, tally.n_counted);
const DIFFERENT: fn(&Tally) -> (u64, u64) = |tally| (tally.n_different, tally.n_counted);

const BARS: &[Bar<Tally>] = &[
    Bar { what: "same output and status as gcc", bound: Bound::AtLeast(95), group: "", counts: OK },
    Bar { what: "gcc.c-torture/execute, same", bound: Bound::AtLeast(97), group: "gcc.c-torture/execute", counts: OK },
    Bar { what: "undefined or unspecified", bound: Bound::AtMost(2), group: "", counts: UNDEFINED },
    Bar { what: "different", bound: Bound::AtMost(0), group: "", counts: DIFFERENT },
    Bar { what: "Csmith, same", bound: Bound::AtLeast(100), group: CSMITH, counts: OK },
];

const CSMITH: &str = "csmith";

/// Counts by folder.
#[derive(Debug, Default)]
pub(super) struct Table {
    groups: BTreeMap<String, Tally>,
}

impl Table {
    pub(super) fn add(&mut self, subject: &Subject, finding: &Finding) {
        self.groups.entry(subject.group().to_owned()).or_default().add(finding);
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
            "folder                             counted  ok               undefined     unsupported   \
             different  other  apart\n",
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

    fn total(&self) -> Tally {
        let mut total = self.tally("");
        total.merge(&self.tally(CSMITH));
        total
    }

    /// Why programs are set apart.
    pub(super) fn show_apart(&self) -> String {
        let Tally { n_not_compiled, n_timed_out, n_failed, n_left_out, n_sanitized, .. } = self.total();
        format!(
            "set apart: {n_not_compiled} do not compile, {n_timed_out} run too long, {n_failed} do not end with \
             status 0, {n_left_out} are left out, {n_sanitized} with complaints of sanitizers\n"
        )
    }

    /// How fast the interpreter was.
    pub(super) fn show_speed(&self) -> String {
        let Tally { steps, micros, .. } = self.total();
        let nanos = (micros * 1000).checked_div(steps).unwrap_or(0);
        format!(
            "ran {} million steps in {} s of CPU time: {nanos} ns per step\n",
            steps / 1_000_000,
            micros / 1_000_000
        )
    }
}

fn push_row(text: &mut String, name: &str, tally: &Tally) {
    let n_counted = tally.n_counted;
    let cell = |n_some: u64| {
        if n_counted == 0 { String::from("-") } else { format!("{n_some} {}", share(n_some, n_counted)) }
    };
    let written = writeln!(
        text,
        "{name:<34} {n_counted:>7}  {:<16} {:<13} {:<13} {:<10} {:<6} {}",
        cell(tally.n_ok),
        cell(tally.n_undefined),
        cell(tally.n_unsupported),
        tally.n_different,
        tally.n_other,
        tally.n_apart(),
    );
    written.expect("a string takes what is written to it");
}

#[cfg(test)]
mod tests {
    use super::super::answer::Output;
    use super::*;

    fn table(name: &str, tally: Tally) -> Table {
        Table { groups: BTreeMap::from([(name.to_owned(), tally)]) }
    }

    #[test]
    fn every_program_is_in_one_column() {
        let answers = [Answer::Limit(String::new()), Answer::Unspecified(String::new()), Answer::Panic(String::new())];
        let mut tally = Tally::default();
        for answer in answers {
            tally.add(&Finding::Counted { expected: Output::of(b""), costed: answer.into() });
        }
        tally.add(&Finding::Apart(Apart::TimedOut));
        let expected = Tally { n_counted: 3, n_undefined: 1, n_other: 2, n_timed_out: 1, ..Tally::default() };
        assert_eq!(tally, expected);
    }

    #[test]
    fn one_different_answer_misses_a_bar() {
        let tally = Tally { n_counted: 1000, n_ok: 1000, ..Tally::default() };
        assert!(table("gcc.dg", tally.clone()).show_bars().1);
        let tally = Tally { n_ok: 999, n_different: 1, ..tally };
        assert!(!table("gcc.dg", tally).show_bars().1);
    }

    #[test]
    fn bars_of_the_corpus_are_without_csmith() {
        let bad = Tally { n_counted: 10, n_different: 10, ..Tally::default() };
        assert_eq!(table(CSMITH, bad.clone()).tally(""), Tally::default());
        assert_eq!(table(CSMITH, bad.clone()).tally(CSMITH), bad);
    }
}
