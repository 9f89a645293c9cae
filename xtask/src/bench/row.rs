//! The table: each row has two costs, their ratio, and what the ratio has to be.

use std::fmt;

use crate::task_error::TaskError;

/// What a ratio has to be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bar {
    AtLeast(f64),
    AtMost(f64),
    /// For information.
    Free,
}

impl Bar {
    fn is_met(self, ratio: f64) -> bool {
        match self {
            Bar::AtLeast(bar) => ratio >= bar,
            Bar::AtMost(bar) => ratio <= bar,
            Bar::Free => true,
        }
    }
}

/// A row of the table.
#[derive(Debug)]
pub(super) struct Row {
    /// What the two costs are of, in their order.
    pub(super) what: String,
    pub(super) cost: f64,
    /// What it is compared with; the ratio says how many times as much this is.
    pub(super) against: f64,
    pub(super) bar: Bar,
    pub(super) note: String,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.against / self.cost
    }

    fn is_missed(&self) -> bool {
        !self.bar.is_met(self.ratio())
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { what, cost, against, bar, note } = self;
        let verdict = if self.is_missed() { "MISSED" } else { "met" };
        let bar = match bar {
            Bar::AtLeast(bar) => format!("at least {bar}: {verdict}"),
            Bar::AtMost(bar) => format!("at most {bar}: {verdict}"),
            Bar::Free => "-".to_owned(),
        };
        write!(f, "{what:<36} {cost:>8.2}  {against:>8.2} {:>8.2}   {bar:<20} {note}", self.ratio())
    }
}

/// Shows rows as they come, and remembers which bars were missed.
pub(super) struct Table {
    n_rows: usize,
    missed: Vec<String>,
}

impl Table {
    /// `about` says what is measured and how, `unit` what costs are in.
    pub(super) fn new(about: &str, unit: &str) -> Table {
        show(&format!("{about}\n\n{:<36} {unit:>8}  {:>8} {:>8}   bar\n", "what", "against", "ratio"));
        Table { n_rows: 0, missed: Vec::new() }
    }

    pub(super) fn add(&mut self, row: Row) {
        show(&format!("{row}\n"));
        self.n_rows += 1;
        self.missed.extend(row.is_missed().then_some(row.what));
    }

    /// A bar that was missed is an error, and so is a table that says nothing.
    pub(super) fn finish(self) -> Result<(), TaskError> {
        match &self.missed[..] {
            [] if self.n_rows == 0 => Err(TaskError::CheckFailed("nothing was measured".to_owned())),
            [] => Ok(()),
            missed => Err(TaskError::CheckFailed(format!("bars missed: {}", missed.join(", ")))),
        }
    }
}

/// No rows, and why.
pub(super) fn skipped(tool: &str) -> Vec<Row> {
    show(&format!("{tool} is not installed: its row is left out\n"));
    Vec::new()
}

#[expect(clippy::print_stdout, reason = "the result of a chore is what it prints")]
fn show(text: &str) {
    print!("{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bar: Bar) -> Row {
        Row { what: String::new(), cost: 2.0, against: 8.0, bar, note: String::new() }
    }

    #[test]
    fn a_table_fails_when_a_bar_is_missed_or_nothing_was_measured() {
        let finished = |bars: &[Bar]| {
            let mut table = Table::new("", "");
            for &bar in bars {
                table.add(row(bar));
            }
            table.finish().is_ok()
        };
        let results = [&[][..], &[Bar::Free], &[Bar::AtLeast(5.0), Bar::Free]].map(finished);
        assert_eq!(results, [false, true, false]);
    }

    #[test]
    fn a_bar_is_about_the_ratio() {
        let is_missed = [Bar::AtLeast(4.0), Bar::AtLeast(4.5), Bar::AtMost(4.0), Bar::AtMost(3.5), Bar::Free]
            .map(|bar| row(bar).is_missed());
        assert_eq!(is_missed, [false, true, false, true, false]);
    }
}
