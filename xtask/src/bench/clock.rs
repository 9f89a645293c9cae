//! CPU times. The clock on the wall says more about the neighbours.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::task_error::{Doing, TaskError};

/// CPU time that `work` takes in this thread, and its result, which the caller drops when it likes.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = this_thread();
    let result = work();
    (this_thread().saturating_sub(start), result)
}

fn this_thread() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// CPU time of the children that `work` starts and waits for, and its result.
pub(crate) fn of_children<T>(work: impl FnOnce() -> Result<T, TaskError>) -> Result<(Duration, T), TaskError> {
    let start = children()?;
    let result = work()?;
    Ok((children()?.saturating_sub(start), result))
}

/// CPU time, of user and system, of all children that have been waited for, with their own children.
///
/// The kernel adds nanoseconds and shows ticks of 10 ms: exact enough for the sum over dozens of
/// children, not for one.
pub(super) fn children() -> Result<Duration, TaskError> {
    let path = Path::new("/proc/self/stat");
    let stat = fs::read_to_string(path).doing("read", path)?;
    // The name of the program may hold blanks; `cutime` and `cstime` are the 14th and 15th fields behind it.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_ascii_whitespace();
    let n_ticks: u64 = fields.skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Ok(of_ticks(n_ticks))
}

/// Time as `/proc` has it.
pub(super) fn of_ticks(n_ticks: u64) -> Duration {
    Duration::from_secs(n_ticks) / rustix::param::clock_ticks_per_second() as u32
}

/// Measures two things in turns, and takes the best of each.
pub(super) fn in_turns<T>(
    n_rounds: u32,
    mut one: impl FnMut() -> Result<T, TaskError>,
    mut other: impl FnMut() -> Result<T, TaskError>,
    better: fn(T, T) -> T,
) -> Result<(T, T), TaskError> {
    let mut best = (one()?, other()?);
    for _ in 1..n_rounds {
        best = (better(best.0, one()?), better(best.1, other()?));
    }
    Ok(best)
}

/// Measures things in turns, and takes the median of each.
pub(super) fn medians<const N: usize>(
    n_rounds: u32,
    mut things: [&mut dyn FnMut() -> Result<f64, TaskError>; N],
) -> Result<[f64; N], TaskError> {
    let mut costs = [const { Vec::new() }; N];
    for _ in 0..n_rounds {
        for (costs, measure) in costs.iter_mut().zip(&mut things) {
            costs.push(measure()?);
        }
    }
    Ok(costs.map(median))
}

fn median(mut costs: Vec<f64>) -> f64 {
    costs.sort_by(f64::total_cmp);
    let (low, high) = (costs.len().saturating_sub(1) / 2, costs.len() / 2);
    f64::midpoint(costs[low], costs[high])
}

/// In milliseconds.
pub(super) fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_that_works_is_seen() {
        let script = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let work = || crate::task_error::succeed(std::process::Command::new("sh").args(["-c", script]));
        assert!(of_children(work).unwrap().0 > Duration::ZERO);
    }

    #[test]
    fn things_are_measured_in_turns_and_the_middle_counts() {
        let log = std::cell::RefCell::new(String::new());
        let costs = |name: char, costs: [f64; 3]| {
            let (mut costs, log) = (costs.into_iter(), &log);
            move || {
                log.borrow_mut().push(name);
                Ok(costs.next().unwrap())
            }
        };
        let medians = medians(3, [&mut costs('a', [3.0, 1.0, 2.0]), &mut costs('b', [5.0, 5.0, 9.0])]);
        assert_eq!((medians.unwrap(), log.borrow().as_str()), ([2.0, 5.0], "ababab"));
        assert!((median(vec![4.0, 1.0]) - 2.5).abs() < 1e-9);
    }
}
