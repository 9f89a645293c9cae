//! Builtins that count and move bits. The width is that of the argument's type.

use kiln_lang::value::Int;

use super::Args;
use super::pure::bits;
use super::table::Row;
use crate::machine::Machine;
use crate::outcome::{Run, undefined};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("clz clzl clzll clzimax clzs", |machine, args| count_zeros(machine, args, bits::clz)),
    ("ctz ctzl ctzll ctzimax ctzs", |machine, args| count_zeros(machine, args, bits::ctz)),
    ("clrsb clrsbl clrsbll clrsbimax", |machine, args| count(machine, args, bits::clrsb)),
    ("ffs ffsl ffsll ffsimax", |machine, args| count(machine, args, bits::ffs)),
    ("popcount popcountl popcountll popcountimax", |machine, args| count(machine, args, bits::popcount)),
    ("parity parityl parityll parityimax", |machine, args| count(machine, args, bits::parity)),
    ("bswap16 bswap32 bswap64 bswap128", swap_bytes),
];

fn count(machine: &mut Machine<'_>, args: Args<'_>, function: fn(Int, u8) -> u32) -> Run<()> {
    let (value, shape) = args.integer(machine, 0)?;
    args.give_int(machine, function(value, shape.bits).into())
}

fn count_zeros(machine: &mut Machine<'_>, args: Args<'_>, function: fn(Int, u8) -> Option<u32>) -> Run<()> {
    let (value, shape) = args.integer(machine, 0)?;
    match function(value, shape.bits) {
        Some(count) => args.give_int(machine, count.into()),
        None => undefined(Kind::BuiltinArgument, format!("__builtin_{}(0)", args.name)),
    }
}

fn swap_bytes(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (value, shape) = args.integer(machine, 0)?;
    match bits::bswap(value, shape.bits) {
        Some(swapped) => args.give_integer(machine, swapped),
        None => args.wrong(0),
    }
}
