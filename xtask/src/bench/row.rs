//! One row of the table: two costs per megabyte, their ratio, and what the ratio has to be.

use std::fmt;

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

/// A row of the table. Costs are milliseconds of CPU time per megabyte.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) what: String,
    /// Of kiln, or of the smaller input.
    pub(super) ours: f64,
    /// Of what it is compared with, or of the larger input.
    pub(super) theirs: f64,
    pub(super) bar: Bar,
    pub(super) note: String,
}

/// Above the rows.
pub(super) const HEADING: &str = "what                                    ms/MB   against    ratio   bar\n";

impl Row {
    fn ratio(&self) -> f64 {
        self.theirs / self.ours
    }

    pub(super) fn is_missed(&self) -> bool {
        !self.bar.is_met(self.ratio())
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { what, ours, theirs, bar, note } = self;
        let verdict = if self.is_missed() { "MISSED" } else { "met" };
        let bar = match bar {
            Bar::AtLeast(bar) => format!("at least {bar}: {verdict}"),
            Bar::AtMost(bar) => format!("at most {bar}: {verdict}"),
            Bar::Free => "-".to_owned(),
        };
        write!(f, "{what:<36} {ours:>8.2}  {theirs:>8.2} {:>8.2}   {bar:<20} {note}", self.ratio())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_about_the_ratio() {
        let row = |bar| Row { what: String::new(), ours: 2.0, theirs: 8.0, bar, note: String::new() };
        let is_missed = [Bar::AtLeast(4.0), Bar::AtLeast(4.5), Bar::AtMost(4.0), Bar::AtMost(3.5), Bar::Free]
            .map(|bar| row(bar).is_missed());
        assert_eq!(is_missed, [false, true, false, true, false]);
    }
}
