//! Shares of programs, and the bars they are held against.

use std::fmt;

/// A bound on a share, in percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    AtLeast(u64),
    AtMost(u64),
}

impl Bound {
    fn is_met(self, n_some: u64, n_all: u64) -> bool {
        match self {
            Bound::AtLeast(percent) => n_some * 100 >= n_all * percent,
            Bound::AtMost(percent) => n_some * 100 <= n_all * percent,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::AtLeast(percent) => write!(f, "at least {percent:>3} %"),
            Bound::AtMost(percent) => write!(f, "at most  {percent:>3} %"),
        }
    }
}

/// A share that has to be reached, or kept below.
pub(crate) struct Bar<T> {
    pub(crate) what: &'static str,
    pub(crate) bound: Bound,
    /// The folder it is about; the empty string is the whole corpus without Csmith.
    pub(crate) group: &'static str,
    /// How many of how many.
    pub(crate) counts: fn(&T) -> (u64, u64),
}

impl<T> Bar<T> {
    /// A line that says what was reached, and whether that is enough.
    fn held_against(&self, tally: &T) -> (String, bool) {
        let Bar { what, bound, .. } = self;
        let (n_some, n_all) = (self.counts)(tally);
        let met = bound.is_met(n_some, n_all);
        let verdict = match (n_all, met) {
            (0, _) => "not measured",
            (_, true) => "met",
            (_, false) => "MISSED",
        };
        let reached = share(n_some, n_all);
        let line = format!("{what:<32} {bound}: {reached:>7}  {n_some:>6} of {n_all:<6} {verdict}\n");
        (line, met)
    }
}

/// The bars with what was reached, and whether all of them were. `tally` has the counts of a folder.
pub(crate) fn show_bars<T>(bars: &[Bar<T>], tally: impl Fn(&str) -> T) -> (String, bool) {
    let measured = bars.iter().map(|bar| bar.held_against(&tally(bar.group)));
    let (lines, met): (Vec<String>, Vec<bool>) = measured.unzip();
    (lines.concat(), met.into_iter().all(|met| met))
}

/// Rounded down, so that 100.0 % means all.
pub(crate) fn share(n_some: u64, n_all: u64) -> String {
    match (n_some * 1000).checked_div(n_all) {
        Some(per_mille) => format!("{}.{} %", per_mille / 10, per_mille % 10),
        None => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_down() {
        assert_eq!(share(9_999, 10_000), "99.9 %");
        assert_eq!(share(1, 1), "100.0 %");
        assert_eq!(share(0, 0), "-");
    }

    #[test]
    fn bounds_are_met_exactly_at_their_share() {
        assert!(Bound::AtLeast(98).is_met(98, 100) && !Bound::AtLeast(98).is_met(979, 1000));
        assert!(Bound::AtMost(2).is_met(2, 100) && !Bound::AtMost(2).is_met(21, 1000));
        assert!(Bound::AtMost(0).is_met(0, 5) && !Bound::AtMost(0).is_met(1, 100_000));
    }
}
