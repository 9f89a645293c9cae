//! What was drawn for a case, and what is drawn from that again.
//!
//! The draws of a case stand in streams, one for each time that choices were split, in the order in which that happened. Where a
//! generator makes one thing after another it asks whether there is to be one more (`Choices::more`); what was drawn for each
//! of these is a *span* of its stream. A record with some spans taken out is the record of a case without these things, as far
//! as what follows does not depend on them: it is drawn as before where that fits, and from the seed where it does not.
//!
//! That is how Hypothesis reduces (ECOOP 2020): not the case but what was drawn for it, so that everything
//! that is tried is something that the generator makes.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A number that was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Draw {
    value: u64,
    /// It is below this; 0 stands for 2 to the power of 64.
    bound: u64,
}

/// Numbers that were drawn one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Stream {
    draws: Vec<Draw>,
    /// What was drawn for one of several things: those inside of others come before them.
    spans: Vec<Range<usize>>,
}

/// The place of a stream: the seed that its numbers come from, and how many were split off with that seed before it.
type Place = (u64, u32);

/// What was drawn for a case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    streams: Vec<(Place, Stream)>,
    at: HashMap<Place, usize>,
}

/// What was drawn for one of several things.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    stream: usize,
    draws: Range<usize>,
    /// In how many others it stands.
    pub depth: usize,
}

impl Record {
    /// How many numbers were drawn.
    pub fn n_draws(&self) -> usize {
        self.streams.iter().map(|(_, stream)| stream.draws.len()).sum()
    }

    /// Everything that could be left out, in the order in which it was made.
    pub fn spans(&self) -> Vec<Span> {
        let mut all = Vec::new();
        for (number, (_, stream)) in self.streams.iter().enumerate() {
            let mut spans = stream.spans.clone();
            spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
            let mut around: Vec<usize> = Vec::new();
            for draws in spans {
                around.retain(|&end| end >= draws.end && draws.start < end);
                let depth = around.len();
                around.push(draws.end);
                all.push(Span { stream: number, draws, depth });
            }
        }
        all
    }

    /// Without what was drawn for some things.
    #[must_use]
    pub fn without(&self, spans: &[Span]) -> Record {
        let mut left = self.clone();
        for (number, (_, stream)) in left.streams.iter_mut().enumerate() {
            let gone: Vec<&Range<usize>> =
                spans.iter().filter(|span| span.stream == number).map(|span| &span.draws).collect();
            let mut index = 0;
            stream.draws.retain(|_| {
                index += 1;
                !gone.iter().any(|draws| draws.contains(&(index - 1)))
            });
            // They are found anew by whoever draws from this.
            stream.spans.clear();
        }
        left
    }

    /// With the least of all numbers for some things, which are there as before.
    #[must_use]
    pub fn lowered(&self, spans: &[Span]) -> Record {
        let mut lower = self.clone();
        for span in spans {
            let draws = &mut lower.streams[span.stream].1.draws[span.draws.clone()];
            // The first says that there is such a thing. Where nothing else was drawn in this stream, there is none then.
            let first = usize::from(draws.len() > 1);
            draws[first..].iter_mut().for_each(|draw| draw.value = 0);
        }
        lower
    }

    fn stream(&mut self, place: Place) -> &mut Stream {
        let next = self.streams.len();
        let index = *self.at.entry(place).or_insert(next);
        if index == next {
            self.streams.push((place, Stream::default()));
        }
        &mut self.streams[index].1
    }

    fn draw(&self, place: Place, at: usize) -> Option<Draw> {
        self.streams[*self.at.get(&place)?].1.draws.get(at).copied()
    }
}

/// What choices of the same case write to, and what they read from.
#[derive(Debug, Default)]
struct Tape {
    read: Option<Record>,
    written: Record,
    /// How often a seed was split off.
    n_opened: HashMap<u64, u32>,
}

/// The place of choices on a tape.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    tape: Arc<Mutex<Tape>>,
    place: Place,
    at: usize,
}

impl Head {
    /// On a tape that has nothing on it, or a record that is read.
    pub(crate) fn new(seed: u64, read: Option<Record>) -> Head {
        let tape = Tape { read, n_opened: HashMap::from([(seed, 1)]), ..Tape::default() };
        Head { tape: Arc::new(Mutex::new(tape)), place: (seed, 0), at: 0 }
    }

    /// At the start of another stream.
    pub(crate) fn split(&self, seed: u64) -> Head {
        let mut tape = lock(&self.tape);
        let number = tape.n_opened.entry(seed).or_default();
        let place = (seed, *number);
        *number += 1;
        drop(tape);
        Head { tape: Arc::clone(&self.tape), place, at: 0 }
    }

    /// What was drawn so far.
    pub(crate) fn record(&self) -> Record {
        lock(&self.tape).written.clone()
    }

    /// A number below `bound`: that of the record where there is one that fits, else `other`.
    pub(crate) fn draw(&mut self, bound: u64, other: u64) -> u64 {
        let mut tape = lock(&self.tape);
        let known = tape.read.as_ref().and_then(|record| record.draw(self.place, self.at));
        let value = known.map(|draw| draw.value).filter(|&value| bound == 0 || value < bound).unwrap_or(other);
        put(&mut tape.written.stream(self.place).draws, self.at, Draw { value, bound });
        self.at += 1;
        value
    }

    /// Whether there is to be one more: what is wanted, unless the record has none or has come to its end.
    pub(crate) fn more(&mut self, wanted: bool) -> bool {
        let mut tape = lock(&self.tape);
        let is_left_out = tape.read.as_ref().is_some_and(|record| {
            let draw = record.draw(self.place, self.at);
            !draw.is_some_and(|draw| draw.bound == 2 && draw.value == 1)
        });
        let more = wanted && !is_left_out;
        put(&mut tape.written.stream(self.place).draws, self.at, Draw { value: u64::from(more), bound: 2 });
        self.at += 1;
        more
    }

    /// How many numbers were drawn from this stream.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// What was drawn since some place was for one thing.
    pub(crate) fn mark(&self, start: usize) {
        lock(&self.tape).written.stream(self.place).spans.push(start..self.at);
    }
}

/// Choices that were cloned draw the same once more.
fn put(draws: &mut Vec<Draw>, at: usize, draw: Draw) {
    match draws.get_mut(at) {
        Some(before) => *before = draw,
        None => draws.push(draw),
    }
}

/// A panic elsewhere leaves a tape that ends there.
fn lock(tape: &Mutex<Tape>) -> MutexGuard<'_, Tape> {
    tape.lock().unwrap_or_else(PoisonError::into_inner)
}
