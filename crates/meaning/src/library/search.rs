//! Searches in strings and arrays of bytes, and tokens.

use super::Args;
use super::pure::strings;
use super::string::{not_null, string};
use super::table::Row;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::memory::access::Access;
use crate::outcome::{Run, undefined};
use crate::sequence::Kept;
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("strchr index", |machine, args| find_byte(machine, args, End::Nothing)),
    ("strchrnul", |machine, args| find_byte(machine, args, End::There)),
    ("rawmemchr", |machine, args| find_byte(machine, args, End::None)),
    ("strrchr rindex", strrchr),
    ("strstr", strstr),
    ("strspn", strspn),
    ("strcspn", strcspn),
    ("strpbrk", strpbrk),
    ("memmem", memmem),
    ("memrchr", memrchr),
    ("strtok", strtok),
    ("strtok_r __strtok_r", strtok_r),
    ("strsep", strsep),
];

fn load(machine: &mut Machine<'_>, at: Pointer) -> Run<u8> {
    Ok(machine.memory.load(machine.image, at, &Access::BYTE)? as u8)
}

/// What a search gives at the end of the string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Nothing,
    There,
    /// There is no end.
    None,
}

/// Reads one byte after the other, up to the one that is found.
fn find_byte(machine: &mut Machine<'_>, args: Args<'_>, end: End) -> Run<()> {
    let byte = args.int(machine, 1)? as u8;
    let mut at = not_null(machine, args, 0)?;
    loop {
        let found = load(machine, at)?;
        if found == byte || found == 0 && end == End::There {
            return args.give_pointer(machine, at);
        }
        if found == 0 && end == End::Nothing {
            return args.give_pointer(machine, Pointer::NULL);
        }
        at = at.moved(1);
    }
}

fn at(pointer: Pointer, index: Option<usize>) -> Pointer {
    index.map_or(Pointer::NULL, |index| pointer.moved(index as i64))
}

fn strrchr(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let byte = args.int(machine, 1)? as u8;
    let (pointer, mut text) = string(machine, args, 0)?;
    text.push(0);
    args.give_pointer(machine, at(pointer, text.iter().rposition(|&found| found == byte)))
}

fn memrchr(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (pointer, byte, size) = (args.pointer(machine, 0)?, args.int(machine, 1)? as u8, args.int(machine, 2)?);
    let bytes = machine.memory.read_bytes(machine.image, pointer, size)?;
    args.give_pointer(machine, at(pointer, bytes.iter().rposition(|&found| found == byte)))
}

fn strstr(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (pointer, text) = string(machine, args, 0)?;
    let (_, needle) = string(machine, args, 1)?;
    args.give_pointer(machine, at(pointer, strings::find(&text, &needle)))
}

fn memmem(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (pointer, size) = (args.pointer(machine, 0)?, args.int(machine, 1)?);
    let (needle, length) = (args.pointer(machine, 2)?, args.int(machine, 3)?);
    let text = machine.memory.read_bytes(machine.image, pointer, size)?;
    let needle = machine.memory.read_bytes(machine.image, needle, length)?;
    args.give_pointer(machine, at(pointer, strings::find(&text, &needle)))
}

fn strspn(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let ((_, text), (_, set)) = (string(machine, args, 0)?, string(machine, args, 1)?);
    args.give_int(machine, strings::span(&text, &set) as i128)
}

fn strcspn(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let ((_, text), (_, set)) = (string(machine, args, 0)?, string(machine, args, 1)?);
    args.give_int(machine, strings::complement_span(&text, &set) as i128)
}

fn strpbrk(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let ((pointer, text), (_, set)) = (string(machine, args, 0)?, string(machine, args, 1)?);
    let index = strings::complement_span(&text, &set);
    args.give_pointer(machine, at(pointer, (index < text.len()).then_some(index)))
}

/// The token at the start of a string, and where the next search starts; the delimiter after it becomes a null character.
fn token(machine: &mut Machine<'_>, from: Pointer, delimiters: &[u8]) -> Run<(Pointer, Pointer)> {
    let text = machine.memory.read_string(machine.image, from, u64::MAX)?;
    let Some(token) = strings::token(&text, delimiters) else {
        return Ok((Pointer::NULL, from.moved(text.len() as i64)));
    };
    if token.end < text.len() {
        machine.memory.write_bytes(machine.image, from.moved(token.end as i64), &[0])?;
    }
    Ok((from.moved(token.start as i64), from.moved(token.next as i64)))
}

fn strtok(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let given = args.pointer(machine, 0)?;
    let (_, delimiters) = string(machine, args, 1)?;
    machine.memory.log.library(Kept::Token);
    let from = if given.is_null() { machine.library.token } else { Some(given) };
    let Some(from) = from else {
        return undefined(Kind::LibraryPrecondition, "`strtok` without a string, and there is none to go on with");
    };
    let (found, next) = token(machine, from, &delimiters)?;
    machine.library.token = Some(next);
    args.give_pointer(machine, found)
}

fn strtok_r(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let given = args.pointer(machine, 0)?;
    let (_, delimiters) = string(machine, args, 1)?;
    let (kept, ty) = (args.pointer(machine, 2)?, args.pointee(machine, 2)?);
    let from = if given.is_null() { machine.load_pointer(kept, ty)? } else { given };
    if from.is_null() {
        return undefined(Kind::LibraryPrecondition, "`strtok_r` without a string, and there is none to go on with");
    }
    let (found, next) = token(machine, from, &delimiters)?;
    machine.store_pointer(kept, ty, next)?;
    args.give_pointer(machine, found)
}

fn strsep(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (kept, ty) = (not_null(machine, args, 0)?, args.pointee(machine, 0)?);
    let (_, delimiters) = string(machine, args, 1)?;
    let from = machine.load_pointer(kept, ty)?;
    if from.is_null() {
        return args.give_pointer(machine, from);
    }
    let text = machine.memory.read_string(machine.image, from, u64::MAX)?;
    let end = strings::complement_span(&text, &delimiters);
    let next = if end < text.len() {
        machine.memory.write_bytes(machine.image, from.moved(end as i64), &[0])?;
        from.moved(end as i64 + 1)
    } else {
        Pointer::NULL
    };
    machine.store_pointer(kept, ty, next)?;
    args.give_pointer(machine, from)
}
