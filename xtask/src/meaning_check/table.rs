//! What is counted, as rows of a table, and the bars it is held against.

use super::answer::Answer;
use super::examine::{Apart, Finding, is_same};
use super::shortfall::Category;
use crate::measuring::bar::{Bar, Bound, share};
use crate::measuring::findings::{self, CSMITH};
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
    fn apart(&mut self, why: &Apart) -> &mut u64 {
        match why {
            Apart::NotCompiled => &mut self.n_not_compiled,
            Apart::TimedOut => &mut self.n_timed_out,
            Apart::Failed => &mut self.n_failed,
            Apart::LeftOut => &mut self.n_left_out,
            Apart::Sanitized { .. } => &mut self.n_sanitized,
        }
    }

    fn n_apart(&self) -> u64 {
        self.n_not_compiled + self.n_timed_out + self.n_failed + self.n_left_out + self.n_sanitized
    }

    /// Why programs are set apart.
    pub(super) fn show_apart(&self) -> String {
        let Tally { n_not_compiled, n_timed_out, n_failed, n_left_out, n_sanitized, .. } = self;
        format!(
            "set apart: {n_not_compiled} do not compile, {n_timed_out} run too long, {n_failed} do not end with \
             status 0, {n_left_out} are left out, {n_sanitized} with complaints of sanitizers\n"
        )
    }

    /// How fast the interpreter was.
    pub(super) fn show_speed(&self) -> String {
        let Tally { steps, micros, .. } = *self;
        let nanos = (micros * 1000).checked_div(steps).unwrap_or(0);
        format!(
            "ran {} million steps in {} s of CPU time: {nanos} ns per step\n",
            steps / 1_000_000,
            micros / 1_000_000
        )
    }
}

const OK: fn(&Tally) -> (u64, u64) = |tally| (tally.n_ok, tally.n_counted);
const UNDEFINED: fn(&Tally) -> (u64, u64) = |tally| (tally.n_undefined, tally.n_counted);
const DIFFERENT: fn(&Tally) -> (u64, u64) = |tally| (tally.n_different, tally.n_counted);

impl findings::Tally for Tally {
    type Finding = Finding;
    type Category = Category;

    const HEAD: &'static str = "counted  ok               undefined     unsupported   different  other  apart";
    const BARS: &'static [Bar<Tally>] = &[
        Bar { what: "same output and status as gcc", bound: Bound::AtLeast(95), group: "", counts: OK },
        Bar {
            what: "gcc.c-torture/execute, same",
            bound: Bound::AtLeast(97),
            group: "gcc.c-torture/execute",
            counts: OK,
        },
        Bar { what: "undefined or unspecified", bound: Bound::AtMost(2), group: "", counts: UNDEFINED },
        Bar { what: "different", bound: Bound::AtMost(0), group: "", counts: DIFFERENT },
        Bar { what: "Csmith, same", bound: Bound::AtLeast(100), group: CSMITH, counts: OK },
    ];

    fn add(&mut self, _: &Subject, finding: &Finding) {
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
            Answer::Undefined { .. } | Answer::Unspecified { .. } => &mut self.n_undefined,
            Answer::Unsupported { .. } => &mut self.n_unsupported,
            Answer::Limit(_) | Answer::Rejected { .. } | Answer::Panic(_) => &mut self.n_other,
        };
        *counter += 1;
    }

    fn cells(&self) -> String {
        let n_counted = self.n_counted;
        let cell = |n_some: u64| {
            if n_counted == 0 { String::from("-") } else { format!("{n_some} {}", share(n_some, n_counted)) }
        };
        format!(
            "{n_counted:>7}  {:<16} {:<13} {:<13} {:<10} {:<6} {}",
            cell(self.n_ok),
            cell(self.n_undefined),
            cell(self.n_unsupported),
            self.n_different,
            self.n_other,
            self.n_apart(),
        )
    }
}

#[cfg(test)]
mod tests {
    use findings::Tally as _;

    use super::super::answer::Output;
    use super::*;
    use crate::measuring::bar::show_bars;
    use crate::measuring::subject::Kind;

    #[test]
    fn every_program_is_in_one_column() {
        let subject = Subject::new("".as_ref(), "a.c".to_owned(), Kind::Valid, Vec::new());
        let unspecified = Answer::Unspecified { what: String::new(), place: String::new() };
        let answers = [Answer::Limit(String::new()), unspecified, Answer::Panic(String::new())];
        let mut tally = Tally::default();
        for answer in answers {
            tally.add(&subject, &Finding::Counted { expected: Output::of(b""), costed: answer.into() });
        }
        tally.add(&subject, &Finding::Apart(Apart::TimedOut));
        let expected = Tally { n_counted: 3, n_undefined: 1, n_other: 2, n_timed_out: 1, ..Tally::default() };
        assert_eq!(tally, expected);
    }

    #[test]
    fn one_different_answer_misses_a_bar() {
        let tally = Tally { n_counted: 1000, n_ok: 1000, ..Tally::default() };
        assert!(show_bars(Tally::BARS, |_| tally.clone()).1);
        let tally = Tally { n_ok: 999, n_different: 1, ..tally };
        assert!(!show_bars(Tally::BARS, |_| tally.clone()).1);
    }
}
