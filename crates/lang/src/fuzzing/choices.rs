//! Where mutations get their decisions from: bytes that a fuzzer, or [`Random`], has made.

/// Decisions read from bytes. When the bytes are used up, every decision is the first one.
pub(super) struct Choices<'a> {
    left: &'a [u8],
}

impl<'a> Choices<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Choices { left: bytes }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    pub(super) fn byte(&mut self) -> u8 {
        let Some((&byte, left)) = self.left.split_first() else { return 0 };
        self.left = left;
        byte
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let wide = if bound > 256 { u32::from(self.byte()) << 8 } else { 0 };
        (wide | u32::from(self.byte())) as usize % bound.max(1)
    }

    /// A range inside of `0..n`, mostly short: what is wrong is rarely longer than a few parts.
    pub(super) fn range(&mut self, n: usize) -> std::ops::Range<usize> {
        let start = self.below(n);
        let longest = if self.byte().is_multiple_of(8) { 64 } else { 4 };
        start..(start + 1 + self.below(longest)).min(n)
    }
}

/// `SplitMix64` (Steele, Lea and Flood 2014): the same bytes on every machine for a seed.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound.max(1) as u64) as usize
    }

    /// A mutation: up to `max` bytes, more often few.
    pub fn mutation(&mut self, max: usize) -> Vec<u8> {
        let longest = self.below(max) + 1;
        (0..=self.below(longest)).map(|_| self.bits() as u8).collect()
    }
}
