//! Allocation, and functions on ranges of bytes.

use super::Args;
use super::table::Row;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::memory::access::Access;
use crate::outcome::{Run, undefined};
use crate::settings::Dialect;
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("malloc", malloc),
    ("calloc", calloc),
    ("realloc", realloc),
    ("aligned_alloc", aligned_alloc),
    ("free", free),
    ("memcpy", memcpy),
    ("__memcpy_chk", memcpy),
    ("mempcpy", mempcpy),
    ("__mempcpy_chk", mempcpy),
    ("memmove", memmove),
    ("__memmove_chk", memmove),
    ("memset", memset),
    ("__memset_chk", memset),
    ("bzero", bzero),
    ("bcopy", bcopy),
    ("memcmp", memcmp),
    ("bcmp", memcmp),
    ("memchr", memchr),
];

/// Larger requests fail, as they do with glibc.
const LARGEST: u64 = i64::MAX as u64;

fn malloc(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let size = args.int(machine, 0)?;
    allocate(machine, args, size, 16, false)
}

fn allocate(machine: &mut Machine<'_>, args: Args<'_>, size: u64, align: u64, zeroed: bool) -> Run<()> {
    let pointer =
        if size > LARGEST { Pointer::NULL } else { machine.memory.allocate(size.min(1 << 40), align, zeroed)? };
    args.give_pointer(machine, pointer)
}

fn calloc(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (count, size) = (args.int(machine, 0)?, args.int(machine, 1)?);
    match count.checked_mul(size) {
        Some(size) => allocate(machine, args, size, 16, true),
        None => args.give_pointer(machine, Pointer::NULL),
    }
}

fn aligned_alloc(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (align, size) = (args.int(machine, 0)?, args.int(machine, 1)?);
    if !align.is_power_of_two() {
        return undefined(Kind::LibraryPrecondition, format!("aligned_alloc with the alignment {align}"));
    }
    allocate(machine, args, size, align.min(1 << 16), false)
}

fn realloc(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (old, size) = (args.pointer(machine, 0)?, args.int(machine, 1)?);
    if old.is_null() {
        return allocate(machine, args, size, 16, false);
    }
    machine.memory.check_heap(machine.image, old, "realloc")?;
    if size > LARGEST {
        return args.give_pointer(machine, Pointer::NULL);
    }
    let alloc = *machine.memory.alloc(old.prov.slot());
    let kept = u64::from(alloc.hi - alloc.lo).min(size);
    let new = machine.memory.allocate(size, 16, false)?;
    if kept > 0 {
        machine.memory.copy(machine.image, new, old, kept, false)?;
    }
    machine.memory.free(machine.image, old)?;
    args.give_pointer(machine, new)
}

fn free(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let pointer = args.pointer(machine, 0)?;
    if pointer.is_null() { Ok(()) } else { machine.memory.free(machine.image, pointer) }
}

/// Pointers given to functions on bytes must be valid even for no bytes at all (C11 7.24.1p2).
fn check_valid(machine: &Machine<'_>, pointer: Pointer, size: u64, name: &str) -> Run<()> {
    if size > 0 || machine.settings.dialect == Dialect::Gnu {
        return Ok(());
    }
    if pointer.is_null() {
        return undefined(Kind::LibraryPrecondition, format!("`{name}` with a null pointer"));
    }
    Ok(())
}

fn copy(machine: &mut Machine<'_>, args: Args<'_>, may_overlap: bool) -> Run<(Pointer, u64)> {
    let (to, from, size) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?, args.int(machine, 2)?);
    check_valid(machine, to, size, args.name)?;
    check_valid(machine, from, size, args.name)?;
    if size == 0 {
        return Ok((to, 0));
    }
    if !may_overlap && to.prov.same_object(from.prov) {
        machine.memory.check_overlap(to, from, size, false)?;
    }
    machine.memory.copy(machine.image, to, from, size, false)?;
    Ok((to, size))
}

fn memcpy(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, _) = copy(machine, args, false)?;
    args.give_pointer(machine, to)
}

fn mempcpy(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, size) = copy(machine, args, false)?;
    args.give_pointer(machine, to.moved(size as i64))
}

fn memmove(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, _) = copy(machine, args, true)?;
    args.give_pointer(machine, to)
}

fn bcopy(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (from, to, size) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?, args.int(machine, 2)?);
    if size == 0 { Ok(()) } else { machine.memory.copy(machine.image, to, from, size, false) }
}

fn fill(machine: &mut Machine<'_>, to: Pointer, byte: u8, size: u64, name: &str) -> Run<()> {
    check_valid(machine, to, size, name)?;
    if size == 0 {
        return Ok(());
    }
    if machine.memory.locate(to, size, 1).is_none() {
        return Err(machine.memory.explain(machine.image, to, size, 1, true));
    }
    machine.memory.write_bytes(machine.image, to, &vec![byte; size as usize])
}

fn memset(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, byte, size) = (args.pointer(machine, 0)?, args.int(machine, 1)?, args.int(machine, 2)?);
    fill(machine, to, byte as u8, size, args.name)?;
    args.give_pointer(machine, to)
}

fn bzero(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, size) = (args.pointer(machine, 0)?, args.int(machine, 1)?);
    fill(machine, to, 0, size, args.name)
}

fn memcmp(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (a, b, size) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?, args.int(machine, 2)?);
    check_valid(machine, a, size, args.name)?;
    check_valid(machine, b, size, args.name)?;
    if size == 0 {
        return args.give_int(machine, 0);
    }
    let (x, y) =
        (machine.memory.read_bytes(machine.image, a, size)?, machine.memory.read_bytes(machine.image, b, size)?);
    args.give_int(machine, x.cmp(&y) as i128)
}

fn memchr(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (mut at, byte, size) = (args.pointer(machine, 0)?, args.int(machine, 1)?, args.int(machine, 2)?);
    check_valid(machine, at, size, args.name)?;
    // It reads as if one byte after the other, up to the one that is found (C11 7.24.5.1p2).
    for _ in 0..size {
        if machine.memory.load(machine.image, at, &Access::BYTE)? == byte & 0xff {
            return args.give_pointer(machine, at);
        }
        at = at.moved(1);
    }
    args.give_pointer(machine, Pointer::NULL)
}
