//! `__builtin_shuffle` and `__builtin_shufflevector`: elements of vectors in another order; and instructions of x86 on vectors
//! that look at bits alone.

use kiln_lang::types::Ty;

use super::Args;
use super::table::Row;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::outcome::Run;

pub(super) const ROWS: &[Row] = &[
    ("shuffle", shuffle),
    ("shufflevector", shuffle_vector),
    ("ia32_pand128", |machine, args| bitwise(machine, args, |x, y| x & y)),
    ("ia32_pandn128", |machine, args| bitwise(machine, args, |x, y| !x & y)),
    ("ia32_por128", |machine, args| bitwise(machine, args, |x, y| x | y)),
    ("ia32_pxor128", |machine, args| bitwise(machine, args, |x, y| x ^ y)),
];

/// An operation on all bits of two vectors.
fn bitwise(machine: &mut Machine<'_>, args: Args<'_>, operation: fn(u8, u8) -> u8) -> Run<()> {
    let (a, b, to) = (args.memory(machine, 0)?, args.memory(machine, 1)?, args.result_memory(machine)?);
    let size = machine.size_of(args.site.result);
    let a = machine.memory.read_bytes(machine.image, a, size)?;
    let b = machine.memory.read_bytes(machine.image, b, size)?;
    let bytes: Vec<u8> = a.into_iter().zip(b).map(|(a, b)| operation(a, b)).collect();
    machine.memory.write_bytes(machine.image, to, &bytes)
}

fn vector(machine: &Machine<'_>, args: Args<'_>, index: usize) -> Run<(Pointer, Ty, u32)> {
    match machine.image.program.tables.types.as_vector(args.ty(index)) {
        Some((element, n)) => Ok((args.memory(machine, index)?, element, n)),
        None => args.wrong(index),
    }
}

/// Copies elements of one or two vectors to the result; `None` leaves an element without a value.
fn gather(machine: &mut Machine<'_>, args: Args<'_>, second: usize, indices: &[Option<u64>]) -> Run<()> {
    let (first, element, n) = vector(machine, args, 0)?;
    let (second, _, _) = vector(machine, args, second)?;
    let size = machine.size_of(element);
    let to = args.result_memory(machine)?;
    for (place, index) in indices.iter().enumerate() {
        let Some(index) = *index else { continue };
        let (from, index) = if index < n.into() { (first, index) } else { (second, index - u64::from(n)) };
        let (to, from) = (to.moved((place as u64 * size) as i64), from.moved((index * size) as i64));
        machine.memory.copy(machine.image, to, from, size, false)?;
    }
    Ok(())
}

/// `__builtin_shuffle (a, mask)` or `(a, b, mask)`: indices count modulo the number of elements there are.
fn shuffle(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let last = args.len().saturating_sub(1);
    let (mask, element, n) = vector(machine, args, last)?;
    let size = machine.size_of(element) as i64;
    let second = usize::from(last == 2);
    let total = u64::from(n) << second;
    let mut indices = Vec::with_capacity(n as usize);
    for place in 0..i64::from(n) {
        let (index, _) = machine.load_integer(mask.moved(place * size), element)?;
        indices.push(Some(index.as_u64() & (total - 1)));
    }
    gather(machine, args, second, &indices)
}

/// `__builtin_shufflevector (a, b, indices...)`: -1 stands for an element of no interest.
fn shuffle_vector(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (_, _, n) = vector(machine, args, 0)?;
    let (_, _, m) = vector(machine, args, 1)?;
    let mut indices = Vec::new();
    for place in 2..args.len() {
        let (index, _) = args.integer(machine, place)?;
        let in_range = (0..i128::from(n) + i128::from(m)).contains(&index.as_i128());
        indices.push(in_range.then(|| index.as_u64()));
    }
    gather(machine, args, 1, &indices)
}
