//! The integer builtins of GCC and Clang that count and move bits, for widths of 1 to 128.
//!
//! A value is an [`Int`] of any shape, of which the lowest `bits` count. Where the compilers leave
//! the result undefined there is none.

use kiln_lang::value::{Int, IntShape};

/// The lowest `bits` of a value, without sign.
fn low(value: Int, bits: u8) -> u128 {
    value.convert(IntShape::unsigned(bits)).as_u128()
}

/// How many bits of 128 are not part of a value.
fn spare(bits: u8) -> u32 {
    128u32.saturating_sub(bits.into())
}

/// `__builtin_clz`: zeros above the highest bit that is set; undefined for zero.
pub fn clz(value: Int, bits: u8) -> Option<u32> {
    let value = low(value, bits);
    (value != 0).then(|| value.leading_zeros().saturating_sub(spare(bits)))
}

/// `__builtin_ctz`: zeros below the lowest bit that is set; undefined for zero.
pub fn ctz(value: Int, bits: u8) -> Option<u32> {
    let value = low(value, bits);
    (value != 0).then(|| value.trailing_zeros())
}

/// `__builtin_clrsb`: how many bits below the sign bit are equal to it.
pub fn clrsb(value: Int, bits: u8) -> u32 {
    let value = value.convert(IntShape::signed(bits)).as_i128();
    // A negative value has the same answer as its complement.
    let magnitude = if value < 0 { !value } else { value };
    magnitude.leading_zeros().saturating_sub(spare(bits) + 1)
}

/// `__builtin_ffs`: one more than the index of the lowest bit that is set, or zero.
pub fn ffs(value: Int, bits: u8) -> u32 {
    ctz(value, bits).map_or(0, |index| index + 1)
}

/// `__builtin_popcount`: how many bits are set.
pub fn popcount(value: Int, bits: u8) -> u32 {
    low(value, bits).count_ones()
}

/// `__builtin_parity`: whether an odd number of bits is set.
pub fn parity(value: Int, bits: u8) -> u32 {
    popcount(value, bits) & 1
}

/// `__builtin_bswap16` and its relatives: the bytes in reverse order, without sign. There are such
/// for 16, 32, 64 and 128 bits.
pub fn bswap(value: Int, bits: u8) -> Option<Int> {
    let shape = IntShape::unsigned(bits);
    matches!(bits, 8 | 16 | 32 | 64 | 128).then(|| Int::from_u128(low(value, bits).swap_bytes() >> spare(bits), shape))
}

/// `__builtin_bitreverse32` and its relatives: the bits in reverse order, without sign.
pub fn bitreverse(value: Int, bits: u8) -> Int {
    Int::from_u128(low(value, bits).reverse_bits().wrapping_shr(spare(bits)), IntShape::unsigned(bits))
}

/// `__builtin_rotateleft32` and its relatives: the bits moved up by `count`, those that leave come
/// in below; without sign. The count is taken modulo the width, which must be a power of two.
pub fn rotate_left(value: Int, count: Int, bits: u8) -> Option<Int> {
    if !bits.is_power_of_two() || bits > 128 {
        return None;
    }
    let value = low(value, bits);
    let count = (count.as_u128() & u128::from(bits - 1)) as u32;
    let wrapped = if count == 0 { 0 } else { value >> (u32::from(bits) - count) };
    Some(Int::from_u128(value << count | wrapped, IntShape::unsigned(bits)))
}

/// `__builtin_rotateright32` and its relatives; see [`rotate_left`].
pub fn rotate_right(value: Int, count: Int, bits: u8) -> Option<Int> {
    rotate_left(value, Int::from_u128(count.as_u128().wrapping_neg(), IntShape::unsigned(128)), bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i128) -> Int {
        Int::from_i128(value, IntShape::signed(128))
    }

    #[test]
    fn counts() {
        for (value, bits, expected) in [
            // clz, ctz, clrsb, ffs, popcount
            (1i128, 32u8, [Some(31), Some(0), Some(30), Some(1), Some(1)]),
            (0, 32, [None, None, Some(31), Some(0), Some(0)]),
            (-1, 64, [Some(0), Some(0), Some(63), Some(1), Some(64)]),
            (i128::MIN, 128, [Some(0), Some(127), Some(0), Some(128), Some(1)]),
            (0x8000_0000, 32, [Some(0), Some(31), Some(0), Some(32), Some(1)]),
            (0x8000_0000, 64, [Some(32), Some(31), Some(31), Some(32), Some(1)]),
            (6, 16, [Some(13), Some(1), Some(12), Some(2), Some(2)]),
        ] {
            let x = int(value);
            let counts =
                [clz(x, bits), ctz(x, bits), Some(clrsb(x, bits)), Some(ffs(x, bits)), Some(popcount(x, bits))];
            assert_eq!(counts, expected, "{value} in {bits}");
            assert_eq!(parity(x, bits), popcount(x, bits) % 2);
        }
    }

    #[test]
    fn moves() {
        assert_eq!(bswap(int(0x1234), 16).unwrap().as_u128(), 0x3412);
        assert_eq!(bswap(int(0x1234_5678), 32).unwrap().as_u128(), 0x7856_3412);
        assert_eq!(bswap(int(-2), 64).unwrap().as_u128(), 0xfeff_ffff_ffff_ffff);
        assert_eq!(bswap(int(1), 128).unwrap().as_u128(), 1 << 120);
        assert_eq!(bswap(int(1), 24), None);
        assert_eq!(bitreverse(int(1), 32).as_u128(), 1 << 31);
        assert_eq!(rotate_left(int(0x81), int(1), 8).unwrap().as_u128(), 0x03);
        assert_eq!(rotate_left(int(-1), int(0), 128).unwrap().as_u128(), u128::MAX);
        assert_eq!(rotate_left(int(1), int(-1), 32).unwrap().as_u128(), 1 << 31);
        assert_eq!(rotate_right(int(1), int(1), 64).unwrap().as_u128(), 1 << 63);
        assert_eq!(rotate_right(int(0x8001), int(20), 16).unwrap().as_u128(), 0x1800);
        assert_eq!(rotate_left(int(1), int(1), 24), None);
    }
}
