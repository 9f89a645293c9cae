//! A fixed source of test inputs: the same values on every run and every machine.

/// Knuth's MMIX generator. Its high bits are good enough for tests; its low bits are never used.
pub(super) struct Lcg(pub(super) u64);

impl Lcg {
    pub(super) fn bits32(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    pub(super) fn bits64(&mut self) -> u64 {
        u64::from(self.bits32()) << 32 | u64::from(self.bits32())
    }

    pub(super) fn bits128(&mut self) -> u128 {
        u128::from(self.bits64()) << 64 | u128::from(self.bits64())
    }

    /// A number below `bound`, which is not zero.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.bits32()) * u64::from(bound)) >> 32) as u32
    }

    /// Any 128 bits, shifted to a random magnitude and often next to a power of two, where
    /// arithmetic goes wrong.
    pub(super) fn edgy(&mut self) -> u128 {
        let magnitude = self.below(128);
        match self.below(4) {
            0 => self.bits128(),
            1 => self.bits128() >> magnitude,
            2 => (1u128 << magnitude).wrapping_add(u128::from(self.below(5))).wrapping_sub(2),
            _ => (1u128 << magnitude).wrapping_neg().wrapping_add(u128::from(self.below(5))).wrapping_sub(2),
        }
    }
}
