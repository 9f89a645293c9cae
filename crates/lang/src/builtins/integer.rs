//! Bits, bytes, and arithmetic that tells whether it overflowed.

use super::Rule::{Overflow, OverflowTest};
use super::Standard::Gnu;
use super::row::{Row, SIGNED, SIGNED_MAX, UNSIGNED, UNSIGNED_MAX, builtin, builtin_rule, library};

pub(super) const ROWS: &[Row] = &[
    library(Gnu, "int(T)", "ffs").each(SIGNED_MAX),
    builtin("int(T)", "clrsb").each(SIGNED_MAX),
    builtin("int(T)", "clz ctz parity popcount").each(UNSIGNED_MAX),
    builtin("ushort(ushort)", "clzs ctzs"), // only where x86 has `lzcnt` and `tzcnt`
    builtin("u16(u16)", "bswap16"),
    builtin("u32(u32)", "bswap32"),
    builtin("u64(u64)", "bswap64"),
    builtin("u128(u128)", "bswap128"),
    builtin("bool(T, T, T*)", "sadd@_overflow ssub@_overflow smul@_overflow").each(SIGNED),
    builtin("bool(T, T, T*)", "uadd@_overflow usub@_overflow umul@_overflow").each(UNSIGNED),
    builtin_rule(Overflow, "add_overflow sub_overflow mul_overflow"),
    builtin_rule(OverflowTest, "add_overflow_p sub_overflow_p mul_overflow_p"),
];
