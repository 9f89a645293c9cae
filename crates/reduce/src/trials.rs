//! Trying several things at once, as if they were tried one after the other.
//!
//! Each is made into a candidate and tested on a thread of its own, in the hope that all but the last fail. What became of them
//! is looked at in the order in which they are listed, and the first that is kept ends it: what comes behind it was tried in
//! vain, and nobody hears of it. So the result is the same for any number of threads. What has been tested once is not tested
//! again.

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::test::TestError;
use crate::workers;

/// A program that may be tested.
pub(crate) trait Testable: Send {
    /// It is known by these.
    fn texts(&self) -> &[String];
}

/// What became of one of several things.
pub(crate) enum Tried<'t, R, S> {
    /// It is no candidate.
    Refused(R),
    /// It had been tested before, and this was seen.
    Known(&'t S),
    /// This was seen, after so much time.
    Tested(&'t S, Duration),
}

/// What became of several things.
pub(crate) struct Trial<C> {
    /// How many were not kept before one was.
    pub(crate) n_refused: usize,
    pub(crate) kept: Option<C>,
    /// CPU time of all threads.
    pub(crate) cpu: Duration,
}

/// Why nothing can be tried.
pub(crate) enum TrialError {
    Test(TestError),
    Thread(io::Error),
}

/// What was seen of texts, by their hash.
pub(crate) struct Trials<S> {
    known: HashMap<[u8; 32], S>,
}

impl<S> Default for Trials<S> {
    fn default() -> Trials<S> {
        Trials { known: HashMap::new() }
    }
}

impl<S: Send + Sync> Trials<S> {
    /// Tries some things at once. `keeps` hears what became of each in turn, and says whether that is what is looked for.
    pub(crate) fn first<T: Copy + Send, C: Testable, R: Send>(
        &mut self,
        things: &[T],
        make: impl Fn(T) -> Result<C, R> + Sync,
        test: impl Fn(&C) -> Result<S, TestError> + Sync,
        mut keeps: impl FnMut(Tried<'_, R, S>) -> bool,
    ) -> Result<Trial<C>, TrialError> {
        let known = &self.known;
        let work = |thing: T| {
            let candidate = make(thing)?;
            let key = key_of(candidate.texts());
            let start = Instant::now();
            let seen = if known.contains_key(&key) { None } else { Some(test(&candidate)) };
            Ok((candidate, key, seen, start.elapsed()))
        };
        let (all, cpu) = workers::each(things, work).map_err(TrialError::Thread)?;
        for (n_refused, made) in all.into_iter().enumerate() {
            let (candidate, key, seen, time) = match made {
                Ok(made) => made,
                Err(refusal) => {
                    keeps(Tried::Refused(refusal));
                    continue;
                }
            };
            // The same text may have been made of two things that were tried together.
            let is_kept = match (self.known.get(&key), seen) {
                (Some(seen), _) => keeps(Tried::Known(seen)),
                (None, Some(seen)) => {
                    let seen = seen.map_err(TrialError::Test)?;
                    let is_kept = keeps(Tried::Tested(&seen, time));
                    self.known.insert(key, seen);
                    is_kept
                }
                (None, None) => false,
            };
            if is_kept {
                return Ok(Trial { n_refused, kept: Some(candidate), cpu });
            }
        }
        Ok(Trial { n_refused: things.len(), kept: None, cpu })
    }
}

fn key_of(texts: &[String]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Number([String; 1]);

    impl Testable for Number {
        fn texts(&self) -> &[String] {
            &self.0
        }
    }

    #[test]
    fn the_first_is_taken_and_nobody_hears_of_what_comes_behind_it() {
        let mut trials = Trials::default();
        let mut first = |things: &[i32]| {
            let mut heard = Vec::new();
            let make = |n: i32| if n < 0 { Err(n) } else { Ok(Number([(n % 100).to_string()])) };
            let test = |number: &Number| Ok(number.0[0] == "7");
            let keeps = |tried: Tried<'_, i32, bool>| {
                let (word, is_kept) = match tried {
                    Tried::Refused(n) => (format!("no {n}"), false),
                    Tried::Known(&seen) => (format!("known {seen}"), seen),
                    Tried::Tested(&seen, _) => (format!("tested {seen}"), seen),
                };
                heard.push(word);
                is_kept
            };
            let trial = trials.first(things, make, test, keeps).unwrap_or_else(|_| panic!("nothing fails here"));
            (trial.n_refused, trial.kept.map(|number| number.0[0].clone()), heard.join(", "))
        };
        assert_eq!(
            first(&[-1, 3, 103, 7, 5]),
            (3, Some("7".to_owned()), "no -1, tested false, known false, tested true".to_owned())
        );
        assert_eq!(first(&[5, 3]), (2, None, "tested false, known false".to_owned()));
        assert_eq!(first(&[7]), (0, Some("7".to_owned()), "known true".to_owned()));
    }
}
