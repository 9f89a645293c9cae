//! Allocation, and functions on ranges of bytes.

use std::cmp::Ordering;

use super::Args;
use super::table::Row;
use crate::choice::Choice;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::memory::access::Access;
use crate::outcome::{Run, undefined};
use crate::settings::Dialect;
use crate::undefined::Kind;

/// The name under which lowered code copies a structure of run-time size; no program can have it.
pub(crate) const COPY_STRUCTURE: &str = "structure=";

pub(super) const ROWS: &[Row] = &[
    (COPY_STRUCTURE, |machine, args| {
        let (to, from, size) = (args.memory(machine, 0)?, args.memory(machine, 1)?, args.int(machine, 2)?);
        machine.memory.check_overlap(to, from, size, true)?;
        machine.memory.copy_typed(machine.image, to, from, size, false)
    }),
    ("malloc", malloc),
    ("calloc", calloc),
    ("realloc", realloc),
    ("reallocarray", reallocarray),
    ("aligned_alloc", aligned_alloc),
    ("memalign", aligned_alloc),
    ("posix_memalign", posix_memalign),
    ("free", free),
    ("memcpy", |machine, args| copying(machine, args, Copying::Apart, None)),
    ("__memcpy_chk", |machine, args| copying(machine, args, Copying::Apart, Some(3))),
    ("mempcpy", |machine, args| copying(machine, args, Copying::GivesEnd, None)),
    ("__mempcpy_chk", |machine, args| copying(machine, args, Copying::GivesEnd, Some(3))),
    ("memmove", |machine, args| copying(machine, args, Copying::MayOverlap, None)),
    ("__memmove_chk", |machine, args| copying(machine, args, Copying::MayOverlap, Some(3))),
    ("memset", |machine, args| memset(machine, args, None)),
    ("__memset_chk", |machine, args| memset(machine, args, Some(3))),
    ("memccpy", memccpy),
    ("bzero explicit_bzero", bzero),
    ("bcopy", bcopy),
    ("memcmp", |machine, args| {
        let order = memcmp(machine, args)?;
        args.give_sign(machine, order)
    }),
    ("bcmp", |machine, args| {
        let order = memcmp(machine, args)?;
        args.give_truth(machine, order.is_ne())
    }),
    ("memchr", memchr),
];

/// Errors that `posix_memalign` returns.
const EINVAL: i128 = 22;
const ENOMEM: i128 = 12;

/// Larger requests fail, as they do with glibc.
const LARGEST: u64 = i64::MAX as u64;

fn malloc(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let size = args.int(machine, 0)?;
    allocate(machine, args, size, 16, false)
}

fn allocate(machine: &mut Machine<'_>, args: Args<'_>, size: u64, align: u64, zeroed: bool) -> Run<()> {
    if size > LARGEST || machine.is_out_of_memory() {
        machine.forget_errno();
        return args.give_pointer(machine, Pointer::NULL);
    }
    if size == 0 {
        machine.memory.touched.choices.insert(Choice::EmptyAllocation);
    }
    let pointer = machine.memory.allocate(size.min(1 << 40), align, zeroed)?;
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
        return undefined(Kind::LibraryPrecondition, format!("`{}` with the alignment {align}", args.name));
    }
    allocate(machine, args, size, align.min(1 << 16), false)
}

fn posix_memalign(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, ty) = (args.pointer(machine, 0)?, args.pointee(machine, 0)?);
    let (align, size) = (args.int(machine, 1)?, args.int(machine, 2)?);
    let word = u64::from(machine.image.program.options.target.pointer.size);
    if !align.is_power_of_two() || align < word {
        return args.give_int(machine, EINVAL);
    }
    if size > LARGEST || machine.is_out_of_memory() {
        return args.give_int(machine, ENOMEM);
    }
    let pointer = machine.memory.allocate(size.min(1 << 40), align.min(1 << 16), false)?;
    if machine.settings.dialect == Dialect::Gnu {
        // GCC takes it as a write of bytes, whatever pointer the object is for.
        machine.memory.write_bytes(machine.image, to, &pointer.addr.to_le_bytes()[..word as usize])?;
        let at = machine.memory.offset_of(to.addr) as u32;
        machine.memory.set_provenance(at, pointer);
    } else {
        machine.store_pointer(to, ty, pointer)?;
    }
    args.give_int(machine, 0)
}

fn reallocarray(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (old, count, size) = (args.pointer(machine, 0)?, args.int(machine, 1)?, args.int(machine, 2)?);
    resize(machine, args, old, count.saturating_mul(size))
}

fn realloc(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (old, size) = (args.pointer(machine, 0)?, args.int(machine, 1)?);
    resize(machine, args, old, size)
}

fn resize(machine: &mut Machine<'_>, args: Args<'_>, old: Pointer, size: u64) -> Run<()> {
    if old.is_null() {
        return allocate(machine, args, size, 16, false);
    }
    machine.memory.check_heap(machine.image, old, args.name)?;
    if size > LARGEST || machine.is_out_of_memory() {
        machine.forget_errno();
        return args.give_pointer(machine, Pointer::NULL);
    }
    let alloc = *machine.memory.alloc(old.prov.slot());
    let kept = u64::from(alloc.hi - alloc.lo).min(size);
    let new = machine.memory.allocate(size.min(1 << 40), 16, false)?;
    if kept > 0 {
        machine.memory.copy(machine.image, new, old, kept, false)?;
    }
    machine.memory.free(machine.image, old)?;
    args.give_pointer(machine, new)
}

fn free(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let pointer = args.pointer(machine, 0)?;
    if machine.library.files.is_stream(pointer) {
        return undefined(Kind::BadFree, "`free` of a stream, which `fclose` ends");
    }
    if pointer.is_null() { Ok(()) } else { machine.memory.free(machine.image, pointer) }
}

/// Pointers given to functions on bytes must be valid even for no bytes at all (C11 7.24.1p2).
pub(super) fn check_valid(machine: &Machine<'_>, pointer: Pointer, size: u64, name: &str) -> Run<()> {
    if size > 0 || machine.settings.dialect == Dialect::Gnu {
        return Ok(());
    }
    if pointer.is_null() {
        return undefined(Kind::LibraryPrecondition, format!("`{name}` with a null pointer"));
    }
    Ok(())
}

/// A pointer to bytes, as functions on bytes take it. They must not access an array "beyond the end of an object" (C11 7.24.1p1),
/// and with GCC that object is the whole variable: "raw memory functions like memcpy [...] always make use of Object Size type-0"
/// (on `-Wstringop-overflow`). So they may go on from a member, or a row, to what stands beside it.
fn beyond_members(machine: &Machine<'_>, pointer: Pointer) -> Pointer {
    if machine.settings.dialect == Dialect::Gnu { machine.whole(pointer) } else { pointer }
}

/// What the copying functions differ in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Copying {
    Apart,
    MayOverlap,
    GivesEnd,
}

fn copying(machine: &mut Machine<'_>, args: Args<'_>, how: Copying, room: Option<usize>) -> Run<()> {
    let (to, from, size) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?, args.int(machine, 2)?);
    check_valid(machine, to, size, args.name)?;
    check_valid(machine, from, size, args.name)?;
    args.fits_room(machine, room, size)?;
    if size > 0 {
        machine.charge(size)?;
        if how != Copying::MayOverlap && to.prov.same_object(from.prov) {
            // GCC expects an exact overlap to work, and says so in its manual.
            let exact_allowed = machine.settings.dialect == Dialect::Gnu;
            machine.memory.check_overlap(to, from, size, exact_allowed)?;
        }
        let (to, from) = (beyond_members(machine, to), beyond_members(machine, from));
        machine.memory.copy(machine.image, to, from, size, false)?;
    }
    args.give_pointer(machine, to.moved(if how == Copying::GivesEnd { size as i64 } else { 0 }))
}

/// `memccpy`: copies up to a byte, and gives the place behind its copy.
fn memccpy(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, from) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?);
    let (byte, size) = (args.int(machine, 2)?, args.int(machine, 3)?);
    let mut length = 0;
    let mut found = false;
    while length < size && !found {
        let at = from.moved(length as i64);
        found = machine.memory.load(machine.image, at, &Access::BYTE)? == byte & 0xff;
        length += 1;
    }
    if to.prov.same_object(from.prov) {
        machine.memory.check_overlap(to, from, length, false)?;
    }
    if length > 0 {
        machine.memory.copy(machine.image, to, from, length, false)?;
    }
    args.give_pointer(machine, if found { to.moved(length as i64) } else { Pointer::NULL })
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
    let to = beyond_members(machine, to);
    if machine.memory.locate(to, size, 1).is_none() {
        return Err(machine.memory.explain(machine.image, to, size, 1, true));
    }
    machine.charge(size)?;
    machine.memory.write_bytes(machine.image, to, &vec![byte; size as usize])
}

fn memset(machine: &mut Machine<'_>, args: Args<'_>, room: Option<usize>) -> Run<()> {
    let (to, byte, size) = (args.pointer(machine, 0)?, args.int(machine, 1)?, args.int(machine, 2)?);
    args.fits_room(machine, room, size)?;
    fill(machine, to, byte as u8, size, args.name)?;
    args.give_pointer(machine, to)
}

fn bzero(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, size) = (args.pointer(machine, 0)?, args.int(machine, 1)?);
    fill(machine, to, 0, size, args.name)
}

fn memcmp(machine: &mut Machine<'_>, args: Args<'_>) -> Run<Ordering> {
    let (a, b, size) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?, args.int(machine, 2)?);
    check_valid(machine, a, size, args.name)?;
    check_valid(machine, b, size, args.name)?;
    if size == 0 {
        return Ok(Ordering::Equal);
    }
    let (a, b) = (beyond_members(machine, a), beyond_members(machine, b));
    let (x, y) =
        (machine.memory.read_bytes(machine.image, a, size)?, machine.memory.read_bytes(machine.image, b, size)?);
    Ok(x.cmp(&y))
}

fn memchr(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (from, byte, size) = (args.pointer(machine, 0)?, args.int(machine, 1)?, args.int(machine, 2)?);
    check_valid(machine, from, size, args.name)?;
    let start = beyond_members(machine, from);
    // It reads as if one byte after the other, up to the one that is found (C11 7.24.5.1p2).
    for index in 0..size as i64 {
        if machine.memory.load(machine.image, start.moved(index), &Access::BYTE)? == byte & 0xff {
            return args.give_pointer(machine, from.moved(index));
        }
    }
    args.give_pointer(machine, Pointer::NULL)
}
