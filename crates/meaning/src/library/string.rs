//! Strings: length, copying, comparison.

use std::cmp::Ordering;

use super::Args;
use super::table::Row;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::memory::access::Access;
use crate::outcome::{Run, undefined};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("strlen", strlen),
    ("strnlen", strnlen),
    ("strcpy", |machine, args| strcpy(machine, args, None, false)),
    ("__strcpy_chk", |machine, args| strcpy(machine, args, Some(2), false)),
    ("stpcpy", |machine, args| strcpy(machine, args, None, true)),
    ("__stpcpy_chk", |machine, args| strcpy(machine, args, Some(2), true)),
    ("strncpy", |machine, args| strncpy(machine, args, None, false)),
    ("__strncpy_chk", |machine, args| strncpy(machine, args, Some(3), false)),
    ("stpncpy", |machine, args| strncpy(machine, args, None, true)),
    ("__stpncpy_chk", |machine, args| strncpy(machine, args, Some(3), true)),
    ("strcat", |machine, args| append(machine, args, u64::MAX, None)),
    ("__strcat_chk", |machine, args| append(machine, args, u64::MAX, Some(2))),
    ("strncat", |machine, args| {
        let max = args.int(machine, 2)?;
        append(machine, args, max, None)
    }),
    ("__strncat_chk", |machine, args| {
        let max = args.int(machine, 2)?;
        append(machine, args, max, Some(3))
    }),
    ("strcmp strcoll", |machine, args| compare(machine, args, u64::MAX, |byte| byte)),
    ("strcasecmp", |machine, args| compare(machine, args, u64::MAX, |byte| byte.to_ascii_lowercase())),
    ("strncmp", |machine, args| {
        let max = args.int(machine, 2)?;
        compare(machine, args, max, |byte| byte)
    }),
    ("strncasecmp", |machine, args| {
        let max = args.int(machine, 2)?;
        compare(machine, args, max, |byte| byte.to_ascii_lowercase())
    }),
    ("strxfrm", strxfrm),
    ("strdup", |machine, args| duplicate(machine, args, u64::MAX)),
    ("strndup", |machine, args| {
        let max = args.int(machine, 1)?;
        duplicate(machine, args, max)
    }),
];

/// The string that an argument points to.
pub(super) fn string(machine: &mut Machine<'_>, args: Args<'_>, index: usize) -> Run<(Pointer, Vec<u8>)> {
    string_up_to(machine, args, index, u64::MAX)
}

/// The string that an argument points to, or the first bytes of an array.
pub(super) fn string_up_to(
    machine: &mut Machine<'_>,
    args: Args<'_>,
    index: usize,
    max: u64,
) -> Run<(Pointer, Vec<u8>)> {
    let pointer = not_null(machine, args, index)?;
    let text = machine.memory.read_string(machine.image, pointer, max)?;
    machine.charge(text.len() as u64)?;
    Ok((pointer, text))
}

/// A pointer argument that must not be null.
pub(super) fn not_null(machine: &Machine<'_>, args: Args<'_>, index: usize) -> Run<Pointer> {
    let pointer = args.pointer(machine, index)?;
    if pointer.is_null() {
        return undefined(Kind::LibraryPrecondition, format!("`{}` with a null pointer", args.name));
    }
    Ok(pointer)
}

fn strlen(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (_, text) = string(machine, args, 0)?;
    args.give_int(machine, text.len() as i128)
}

fn strnlen(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let max = args.int(machine, 1)?;
    let (_, text) = string_up_to(machine, args, 0, max)?;
    args.give_int(machine, text.len() as i128)
}

/// Writes a string with its end to a place it must not overlap.
fn put(machine: &mut Machine<'_>, to: Pointer, from: Pointer, mut text: Vec<u8>) -> Run<()> {
    text.push(0);
    if to.prov.same_object(from.prov) {
        machine.memory.check_overlap(to, from, text.len() as u64, false)?;
    }
    machine.memory.write_bytes(machine.image, to, &text)
}

/// `strcpy` and `stpcpy`; `room` is the argument with the size of the object, of the forms that check it.
fn strcpy(machine: &mut Machine<'_>, args: Args<'_>, room: Option<usize>, give_end: bool) -> Run<()> {
    let to = not_null(machine, args, 0)?;
    let (from, text) = string(machine, args, 1)?;
    let length = text.len() as i64;
    args.fits_room(machine, room, length as u64 + 1)?;
    put(machine, to, from, text)?;
    args.give_pointer(machine, to.moved(if give_end { length } else { 0 }))
}

fn strncpy(machine: &mut Machine<'_>, args: Args<'_>, room: Option<usize>, give_end: bool) -> Run<()> {
    let (to, size) = (not_null(machine, args, 0)?, args.int(machine, 2)?);
    let (from, mut text) = string_up_to(machine, args, 1, size)?;
    args.fits_room(machine, room, size)?;
    if machine.memory.locate(to, size, 1).is_none() {
        return Err(machine.memory.explain(machine.image, to, size, 1, true));
    }
    let length = text.len() as u64;
    if to.prov.same_object(from.prov) {
        // The copy ends with the null character; what is filled up with more of them is written, too.
        machine.memory.check_overlap(to, from, (length + 1).min(size), false)?;
    }
    text.resize(size as usize, 0);
    machine.memory.write_bytes(machine.image, to, &text)?;
    args.give_pointer(machine, to.moved(if give_end { length as i64 } else { 0 }))
}

fn append(machine: &mut Machine<'_>, args: Args<'_>, max: u64, room: Option<usize>) -> Run<()> {
    let (to, old) = string(machine, args, 0)?;
    let (from, text) = string_up_to(machine, args, 1, max)?;
    args.fits_room(machine, room, (old.len() + text.len()) as u64 + 1)?;
    put(machine, to.moved(old.len() as i64), from, text)?;
    args.give_pointer(machine, to)
}

/// Compares byte by byte and stops where the strings differ.
fn compare(machine: &mut Machine<'_>, args: Args<'_>, max: u64, fold: fn(u8) -> u8) -> Run<()> {
    let (mut a, mut b) = (not_null(machine, args, 0)?, not_null(machine, args, 1)?);
    for _ in 0..max {
        let x = machine.memory.load(machine.image, a, &Access::BYTE)? as u8;
        let y = machine.memory.load(machine.image, b, &Access::BYTE)? as u8;
        let order = fold(x).cmp(&fold(y));
        if order.is_ne() || x == 0 {
            return args.give_sign(machine, order);
        }
        (a, b) = (a.moved(1), b.moved(1));
    }
    args.give_sign(machine, Ordering::Equal)
}

/// `strxfrm`: in the "C" locale a string is its own transform.
fn strxfrm(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, size) = (args.pointer(machine, 0)?, args.int(machine, 2)?);
    let (from, text) = string(machine, args, 1)?;
    let length = text.len();
    if (length as u64) < size {
        put(machine, to, from, text)?;
    } else if size > 0 {
        // The contents are indeterminate (C11 7.24.4.5p3), and no program can rely on them.
        return crate::outcome::unsupported("`strxfrm` without room for its result");
    }
    args.give_int(machine, length as i128)
}

fn duplicate(machine: &mut Machine<'_>, args: Args<'_>, max: u64) -> Run<()> {
    let (_, mut text) = string_up_to(machine, args, 0, max)?;
    text.push(0);
    let new = machine.memory.allocate(text.len() as u64, 16, false)?;
    machine.memory.write_bytes(machine.image, new, &text)?;
    args.give_pointer(machine, new)
}
