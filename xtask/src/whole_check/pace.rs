//! How long it takes to make programs: the slowest against the median.
//!
//! CPU time is disturbed by the neighbours too, if less than the clock on the wall. So the slowest are made again, and the best
//! time counts.

use super::making::{Generator, Kind};
use crate::task_error::TaskError;

/// How many times the median the slowest may take.
const MOST: u64 = 10;

/// How many of the slowest are made again, and how often.
const AGAIN: (usize, usize) = (20, 5);

/// The times of all programs.
pub(super) struct Pace {
    /// Microseconds and seeds.
    times: Vec<(u64, u64)>,
}

impl Pace {
    /// From microseconds and seeds of the programs that there are.
    pub(super) fn new(mut times: Vec<(u64, u64)>, generator: &mut Generator) -> Result<Pace, TaskError> {
        times.sort_unstable();
        let n_others = times.len().saturating_sub(AGAIN.0);
        for (micros, seed) in &mut times[n_others..] {
            for _ in 0..AGAIN.1 {
                let (made, _) = generator.text(*seed, Kind::Default)?;
                *micros = made.micros.min(*micros);
            }
        }
        times.sort_unstable();
        Ok(Pace { times })
    }

    fn median(&self) -> u64 {
        self.times.get(self.times.len() / 2).map_or(0, |(micros, _)| *micros)
    }

    pub(super) fn problem(&self) -> Option<String> {
        let (micros, seed) = self.times.last().copied().unwrap_or_default();
        (micros > self.median() * MOST)
            .then(|| format!("{micros} us, more than {MOST} times the median: {}", Kind::Default.command(seed)))
    }

    pub(super) fn show(&self) -> String {
        let (slowest, seed) = self.times.last().copied().unwrap_or_default();
        let median = self.median().max(1);
        let tenths = slowest * 10 / median;
        let verdict = if self.problem().is_none() { "met" } else { "MISSED" };
        format!(
            "CPU to make one: median {median} us, slowest {slowest} us (seed {seed}), {}.{} times; at most {MOST}: {verdict}\n",
            tenths / 10,
            tenths % 10,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_is_held_against_the_median() {
        let pace = |slowest| Pace { times: vec![(90, 3), (100, 1), (slowest, 2)] };
        assert_eq!(pace(1000).problem(), None);
        assert_eq!(
            pace(1001).problem().as_deref(),
            Some("1001 us, more than 10 times the median: kiln generate whole --seed 2")
        );
        assert!(pace(250).show().contains("slowest 250 us (seed 2), 2.5 times; at most 10: met"));
    }
}
