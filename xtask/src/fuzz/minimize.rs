//! A small case of the same kind, by leaving out pieces: delta debugging (Zeller and Hildebrandt 2002) over bytes.
//!
//! All candidates of a round go to the checker as one batch. The first that shows the same kind of failure is taken.

use std::time::{Duration, Instant};

use super::BATCH;
use super::checker::Checker;
use crate::task_error::TaskError;

/// A hang takes seconds for each candidate; a case that is not quite minimal is good enough then.
const TIME: Duration = Duration::from_mins(1);

/// The smallest case found for which `is_same` holds of what is wrong.
pub(super) fn minimize(
    checker: &mut Checker,
    case: &[u8],
    is_same: impl Fn(&str) -> bool,
) -> Result<Vec<u8>, TaskError> {
    let end = Instant::now() + TIME;
    let mut best = case.to_vec();
    let mut piece = best.len() / 2;
    while piece > 0 && Instant::now() < end {
        let mut smaller = false;
        let mut from = 1;
        while from < best.len() && Instant::now() < end {
            let starts = (from..best.len()).step_by(piece).take(BATCH);
            let candidates: Vec<Vec<u8>> = starts.map(|start| without(&best, start, piece)).collect();
            let answers = checker.check(&candidates)?;
            match answers.iter().position(|answer| answer.bug().is_some_and(&is_same)) {
                Some(idx) => {
                    from += idx * piece;
                    best.clone_from(&candidates[idx]);
                    smaller = true;
                }
                None => from += piece * BATCH,
            }
        }
        if !smaller || piece > best.len() {
            piece /= 2;
        }
    }
    Ok(best)
}

fn without(case: &[u8], start: usize, length: usize) -> Vec<u8> {
    let end = (start + length).min(case.len());
    [&case[..start], &case[end..]].concat()
}
