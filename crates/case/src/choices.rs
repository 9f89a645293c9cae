//! All randomness of a case.

use kiln_lang::random::Rng;

use crate::record::{Head, Record};

/// Random choices. They are split per purpose, so that one more draw in one place does not change what is drawn in another.
///
/// They come from a seed; [`Choices::recorded`] also writes them down, and [`Choices::replayed`] takes them from such a record.
#[derive(Clone, Debug)]
pub struct Choices {
    seed: u64,
    rng: Rng,
    head: Option<Head>,
}

/// Several things that are made one after the other: where the last of them began.
#[derive(Clone, Debug, Default)]
pub struct Several {
    start: Option<usize>,
}

impl Choices {
    /// The choices of a seed.
    pub fn new(seed: u64) -> Choices {
        Choices { seed, rng: Rng::new(seed), head: None }
    }

    /// The same choices, which are written down.
    pub fn recorded(seed: u64) -> Choices {
        Choices { head: Some(Head::new(seed, None)), ..Choices::new(seed) }
    }

    /// The choices of a record; where it has none that fit, those of a seed. They are written down, too.
    pub fn replayed(seed: u64, record: Record) -> Choices {
        Choices { head: Some(Head::new(seed, Some(record))), ..Choices::new(seed) }
    }

    /// What was drawn so far from these and all that they were split into; nothing if it is not written down.
    pub fn record(&self) -> Record {
        self.head.as_ref().map(Head::record).unwrap_or_default()
    }

    /// Whether what is drawn is written down.
    pub fn is_recorded(&self) -> bool {
        self.head.is_some()
    }

    /// The seed they come from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Choices for a purpose of their own, and for a number of things of that purpose. They depend on the seed alone, not on
    /// what has been drawn.
    #[must_use]
    pub fn split(&self, purpose: &str, number: u64) -> Choices {
        // FNV-1a, then the generator itself mixes.
        let name = purpose
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        let mut mixer = Rng::new(self.seed ^ name.rotate_left(17));
        let seed = mixer.bits() ^ Rng::new(number.wrapping_add(name)).bits();
        Choices { head: self.head.as_ref().map(|head| head.split(seed)), ..Choices::new(seed) }
    }

    /// Whether there is to be one more of several things: what is wanted, unless a record says that it is left out. It draws
    /// nothing from the seed.
    pub fn more(&mut self, several: &mut Several, wanted: bool) -> bool {
        let Some(head) = &mut self.head else { return wanted };
        if let Some(start) = several.start.take() {
            head.mark(start);
        }
        let start = head.at();
        let more = head.more(wanted);
        several.start = more.then_some(start);
        more
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let bits = self.rng.bits();
        self.head.as_mut().map_or(bits, |head| head.draw(0, bits))
    }

    /// A number below `bound`; 0 if there is none.
    pub fn below(&mut self, bound: u64) -> u64 {
        let number = ((u128::from(self.rng.bits()) * u128::from(bound)) >> 64) as u64;
        match &mut self.head {
            Some(head) if bound > 0 => head.draw(bound, number),
            _ => number,
        }
    }

    /// A number from `lo` to `hi`, both included.
    pub fn between(&mut self, lo: i128, hi: i128) -> i128 {
        let span = hi.wrapping_sub(lo).cast_unsigned();
        if span >= u128::from(u64::MAX) {
            // Two draws; the remainder favours nothing that anyone could notice.
            let raw = u128::from(self.bits()) << 64 | u128::from(self.bits());
            return lo.wrapping_add((if span == u128::MAX { raw } else { raw % (span + 1) }).cast_signed());
        }
        lo.wrapping_add(i128::from(self.below(span as u64 + 1)))
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of a list that is not empty, by weight.
    pub fn weighted<'a, T>(&mut self, list: &'a [T], weight: impl Fn(&T) -> u32) -> &'a T {
        let mut left = self.below(list.iter().map(|item| u64::from(weight(item))).sum());
        let found = list.iter().find(|item| {
            let weight = u64::from(weight(item));
            let here = left < weight;
            left = left.wrapping_sub(weight);
            here
        });
        found.unwrap_or(&list[list.len() - 1])
    }

    /// One of a list that is not empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Choices, Record, Several};

    #[test]
    fn purposes_do_not_disturb_each_other() {
        let mut all = Choices::new(7);
        let before = all.split("values", 3).bits();
        all.bits();
        assert_eq!(all.split("values", 3).bits(), before);
        assert_ne!(all.split("values", 4).bits(), before);
        assert_ne!(all.split("types", 3).bits(), before);
    }

    /// Three numbers for each of so many things, and one behind them.
    fn drawn(mut choices: Choices, wanted: usize) -> (Vec<[u64; 3]>, u64, Record) {
        let (mut things, mut several) = (Vec::new(), Several::default());
        while choices.more(&mut several, things.len() < wanted) {
            things.push([choices.below(1000), choices.split("inner", things.len() as u64).bits(), choices.below(7)]);
        }
        (things, choices.below(50), choices.record())
    }

    #[test]
    fn a_record_gives_the_same_again_and_writing_it_changes_nothing() {
        let (things, last, record) = drawn(Choices::recorded(3), 5);
        assert_eq!((&things, last), (&drawn(Choices::new(3), 5).0, drawn(Choices::new(3), 5).1));
        let again = drawn(Choices::replayed(3, record.clone()), 5);
        assert_eq!(again, (things, last, record));
    }

    #[test]
    fn what_is_taken_out_of_a_record_is_not_there_and_the_rest_is() {
        let (things, last, record) = drawn(Choices::recorded(3), 5);
        let spans = record.spans();
        assert_eq!((spans.len(), spans.iter().all(|span| span.depth == 0)), (5, true));
        let (left, end, shorter) = drawn(Choices::replayed(3, record.without(&spans[1..3])), 5);
        let numbers = |things: &[[u64; 3]]| things.iter().map(|thing| [thing[0], thing[2]]).collect::<Vec<_>>();
        assert_eq!(numbers(&left), numbers(&[things[0], things[3], things[4]]));
        assert_eq!(end, last);
        assert!(shorter.n_draws() < record.n_draws());
        let (lower, ..) = drawn(Choices::replayed(3, record.lowered(&spans[..1])), 5);
        assert_eq!((lower[0][0], lower[0][2]), (0, 0));
        assert_eq!(lower[1..], things[1..]);
    }

    #[test]
    fn what_does_not_fit_comes_from_the_seed() {
        let mut wide = Choices::recorded(3);
        assert!((0..4).all(|_| wide.below(1_000_000) > 4));
        let mut narrow = Choices::replayed(3, wide.record());
        let mut seeded = Choices::new(3);
        assert!((0..8).all(|_| narrow.below(5) == seeded.below(5)));
    }

    #[test]
    fn every_number_of_a_range_is_drawn() {
        let mut choices = Choices::new(1);
        let mut seen = [false; 7];
        for _ in 0..500 {
            seen[usize::try_from(choices.between(-3, 3) + 3).expect("it is in the range")] = true;
        }
        assert_eq!(seen, [true; 7]);
        let (lo, hi) = (i128::from(i64::MIN), i128::from(u64::MAX));
        assert!((0..500).all(|_| (lo..=hi).contains(&choices.between(lo, hi))));
    }
}
