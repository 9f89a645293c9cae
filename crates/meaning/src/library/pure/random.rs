//! The random numbers of glibc, number by number.
//!
//! C promises no sequence, only that the same seed gives the same one (C11 7.22.2.2p2); so a
//! program that shows them depends on its library. Both compilers of a comparison use the same
//! library, and the sequence of this one has not changed for decades.

/// The state of `rand` and `random`: the additive feedback generator `x[n] = x[n - 3] + x[n - 31]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random {
    /// The last 31 numbers, in a ring.
    ring: [u32; 31],
    /// Where the oldest is.
    oldest: usize,
}

impl Default for Random {
    fn default() -> Self {
        Random::seeded(1)
    }
}

impl Random {
    /// The state after `srand` or `srandom`; that of a program which calls neither is seeded with
    /// 1.
    pub fn seeded(seed: u32) -> Random {
        let mut ring = [0; 31];
        // A minimal standard generator in Schrage's form, as glibc computes it: signed, and seed 0
        // is 1.
        let mut word = seed.max(1) as i32;
        for slot in &mut ring {
            *slot = word as u32;
            let next = 16_807 * (i64::from(word) % 127_773) - 2_836 * (i64::from(word) / 127_773);
            word = if next < 0 { next + 2_147_483_647 } else { next } as i32;
        }
        // The first sum is that of words 3 and 0, and the first 310 numbers are thrown away.
        let mut random = Random { ring, oldest: 3 };
        for _ in 0..310 {
            random.next_number();
        }
        random
    }

    /// `rand` and `random`: 31 bits.
    pub fn next_number(&mut self) -> i32 {
        let three_ago = self.ring[(self.oldest + 28) % 31];
        let sum = self.ring[self.oldest].wrapping_add(three_ago);
        self.ring[self.oldest] = sum;
        self.oldest = (self.oldest + 1) % 31;
        (sum >> 1) as i32
    }
}

/// `rand_r`: a number, from the object that the argument points to and into it.
pub fn rand_r(seed: &mut u32) -> i32 {
    let mut step = |bits: u32| {
        *seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (*seed >> 16) & ((1 << bits) - 1)
    };
    let (high, middle, low) = (step(11), step(10), step(10));
    ((high << 10 ^ middle) << 10 ^ low) as i32
}

/// The 48-bit linear congruential generator of `drand48` and its relatives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rand48 {
    x: u64,
    a: u64,
    c: u16,
}

impl Default for Rand48 {
    /// The state of a program that calls none of the seeding functions. (POSIX leaves it open;
    /// glibc starts at zero.)
    fn default() -> Self {
        Rand48::of([0; 3])
    }
}

const MASK_48: u64 = (1 << 48) - 1;

impl Rand48 {
    /// The state that `erand48`, `nrand48` and `jrand48` keep in their argument, lowest part first;
    /// also `seed48`.
    pub fn of(parts: [u16; 3]) -> Rand48 {
        let [low, middle, high] = parts.map(u64::from);
        Rand48 { x: high << 32 | middle << 16 | low, a: 0x5_deec_e66d, c: 11 }
    }

    /// The state after `srand48`.
    pub fn seeded(seed: u32) -> Rand48 {
        Rand48 { x: u64::from(seed) << 16 | 0x330e, ..Rand48::of([0; 3]) }
    }

    /// The state after `lcong48`: the number, the multiplier and the addend.
    pub fn with_parameters(parts: [u16; 7]) -> Rand48 {
        let [x0, x1, x2, a0, a1, a2, c] = parts;
        Rand48 { a: Rand48::of([a0, a1, a2]).x, c, ..Rand48::of([x0, x1, x2]) }
    }

    /// The number inside, lowest part first: what `erand48` and its relatives write back.
    pub fn parts(self) -> [u16; 3] {
        [self.x as u16, (self.x >> 16) as u16, (self.x >> 32) as u16]
    }

    fn step(&mut self) -> u64 {
        self.x = self.x.wrapping_mul(self.a).wrapping_add(self.c.into()) & MASK_48;
        self.x
    }

    /// `drand48`, `erand48`: a number from 0 up to 1.
    #[expect(clippy::cast_precision_loss, reason = "48 bits are exact")]
    pub fn next_double(&mut self) -> f64 {
        self.step() as f64 / (1u64 << 48) as f64
    }

    /// `lrand48`, `nrand48`: 31 bits.
    pub fn next_long(&mut self) -> i32 {
        (self.step() >> 17) as i32
    }

    /// `mrand48`, `jrand48`: 32 bits with sign.
    pub fn next_signed(&mut self) -> i32 {
        (self.step() >> 16) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_everyone_has_seen() {
        let mut random = Random::default();
        let first: Vec<i32> = (0..4).map(|_| random.next_number()).collect();
        assert_eq!(first, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915]);
        assert_eq!(Random::seeded(0), Random::seeded(1));
        assert_eq!(Rand48::seeded(1).next_long(), 89_400_484);
    }
}
