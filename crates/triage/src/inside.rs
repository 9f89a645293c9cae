//! Inside of GCC's optimisations: an optimisation is several passes, each under another name and many of them run more than once,
//! and what some of them do is counted.
//!
//! Passes are turned off by `-fdisable-`; those that belong to an optimisation are found by turning that off and listing what
//! runs. A counter can be held at any number (`-fdbg-cnt`), so that the one transformation with which a failure comes can be
//! told, as with Clang's passes.

use crate::facts::Transformation;
use crate::gcc;
use crate::search::{Tries, fewest, first};

/// The fewest passes without which the failure vanishes, among those that some optimisations turn on; none if it takes more than
/// passes.
pub(crate) fn passes<E>(
    tries: &mut Tries<'_, E>,
    at_level: &[String],
    optimisations_off: &[String],
) -> Result<Vec<String>, E> {
    let mut running = |more: &[String]| -> Result<Vec<String>, E> {
        let flags: Vec<String> = at_level.iter().chain(more).cloned().chain([gcc::PASSES.to_owned()]).collect();
        Ok(gcc::running(&tries.said(&flags)?))
    };
    let (with, without) = (running(&[])?, running(optimisations_off)?);
    let turned_on: Vec<String> = with.into_iter().filter(|pass| !without.contains(pass)).collect();
    if turned_on.is_empty() {
        return Ok(Vec::new());
    }
    Ok(fewest(tries, at_level, &gcc::disabled(&turned_on), false)?.unwrap_or_default())
}

/// The fewest kinds of transformations without which the failure vanishes, and if that is one kind, which of them it is.
pub(crate) fn transformations<E>(tries: &mut Tries<'_, E>, at_level: &[String]) -> Result<Vec<Transformation>, E> {
    let flags: Vec<String> = at_level.iter().cloned().chain([gcc::COUNTERS.to_owned()]).collect();
    let counted = gcc::counted(&tries.said(&flags)?);
    let none: Vec<String> = counted.iter().map(|(counter, _)| gcc::limited(counter, 0)).collect();
    if none.is_empty() {
        return Ok(Vec::new());
    }
    let needed = fewest(tries, at_level, &none, false)?.unwrap_or_default();
    let mut needed: Vec<&(String, u64)> =
        counted.iter().filter(|(counter, _)| needed.contains(&gcc::limited(counter, 0))).collect();
    if let [(counter, last)] = needed.as_mut_slice() {
        let number = first(*last, |number| {
            let flags: Vec<String> = at_level.iter().cloned().chain([gcc::limited(counter, number)]).collect();
            tries.fails(&flags)
        })?;
        return Ok(vec![Transformation { counter: counter.clone(), number }]);
    }
    Ok(needed.into_iter().map(|(counter, _)| Transformation { counter: counter.clone(), number: None }).collect())
}
