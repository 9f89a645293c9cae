//! All randomness of a case.

use kiln_lang::random::Rng;

/// Random choices. They are split per purpose, so that one more draw in one place does not change what is drawn in another.
#[derive(Clone, Debug)]
pub struct Choices {
    seed: u64,
    rng: Rng,
}

impl Choices {
    /// The choices of a seed.
    pub fn new(seed: u64) -> Choices {
        Choices { seed, rng: Rng::new(seed) }
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
        Choices::new(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.rng.bits()
    }

    /// A number below `bound`; 0 if there is none.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.rng.bits()) * u128::from(bound)) >> 64) as u64
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
        self.rng.weighted(list, weight)
    }

    /// One of a list that is not empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Choices;

    #[test]
    fn purposes_do_not_disturb_each_other() {
        let mut all = Choices::new(7);
        let before = all.split("values", 3).bits();
        all.bits();
        assert_eq!(all.split("values", 3).bits(), before);
        assert_ne!(all.split("values", 4).bits(), before);
        assert_ne!(all.split("types", 3).bits(), before);
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
