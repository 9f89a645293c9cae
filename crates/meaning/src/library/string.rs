//! Strings.

use super::Args;
use super::pure::ctype;
use super::table::Row;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::memory::access::Access;
use crate::outcome::{Run, undefined};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("strlen", strlen),
    ("strnlen", strnlen),
    ("strcpy", strcpy),
    ("__strcpy_chk", strcpy),
    ("stpcpy", stpcpy),
    ("__stpcpy_chk", stpcpy),
    ("strncpy", strncpy),
    ("__strncpy_chk", strncpy),
    ("strcat", strcat),
    ("__strcat_chk", strcat),
    ("strncat", strncat),
    ("__strncat_chk", strncat),
    ("strcmp", strcmp),
    ("strncmp", strncmp),
    ("strchr", strchr),
    ("index", strchr),
    ("strrchr", strrchr),
    ("rindex", strrchr),
    ("strstr", strstr),
    ("strspn", strspn),
    ("strcspn", strcspn),
    ("strpbrk", strpbrk),
    ("strdup", strdup),
    ("strndup", strndup),
    ("isalnum", is_class),
    ("isalpha", is_class),
    ("isblank", is_class),
    ("iscntrl", is_class),
    ("isdigit", is_class),
    ("isgraph", is_class),
    ("islower", is_class),
    ("isprint", is_class),
    ("ispunct", is_class),
    ("isspace", is_class),
    ("isupper", is_class),
    ("isxdigit", is_class),
    ("toupper", to_case),
    ("tolower", to_case),
];

/// The string that an argument points to.
fn string(machine: &mut Machine<'_>, args: Args<'_>, index: usize) -> Run<(Pointer, Vec<u8>)> {
    let pointer = args.pointer(machine, index)?;
    if pointer.is_null() {
        return undefined(Kind::LibraryPrecondition, format!("`{}` with a null pointer", args.name));
    }
    let text = machine.memory.read_string(machine.image, pointer, u64::MAX)?;
    Ok((pointer, text))
}

fn string_up_to(machine: &mut Machine<'_>, args: Args<'_>, index: usize, max: u64) -> Run<(Pointer, Vec<u8>)> {
    let pointer = args.pointer(machine, index)?;
    if pointer.is_null() {
        return undefined(Kind::LibraryPrecondition, format!("`{}` with a null pointer", args.name));
    }
    let text = machine.memory.read_string(machine.image, pointer, max)?;
    Ok((pointer, text))
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

fn strcpy(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let to = args.pointer(machine, 0)?;
    let (from, text) = string(machine, args, 1)?;
    put(machine, to, from, text)?;
    args.give_pointer(machine, to)
}

fn stpcpy(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let to = args.pointer(machine, 0)?;
    let (from, text) = string(machine, args, 1)?;
    let length = text.len() as i64;
    put(machine, to, from, text)?;
    args.give_pointer(machine, to.moved(length))
}

fn strncpy(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, size) = (args.pointer(machine, 0)?, args.int(machine, 2)?);
    let (from, mut text) = string_up_to(machine, args, 1, size)?;
    if machine.memory.locate(to, size, 1).is_none() {
        return Err(machine.memory.explain(machine.image, to, size, 1, true));
    }
    if to.prov.same_object(from.prov) {
        machine.memory.check_overlap(to, from, text.len() as u64, false)?;
    }
    text.resize(size as usize, 0);
    machine.memory.write_bytes(machine.image, to, &text)?;
    args.give_pointer(machine, to)
}

fn append(machine: &mut Machine<'_>, args: Args<'_>, max: u64) -> Run<()> {
    let (to, old) = string(machine, args, 0)?;
    let (from, text) = string_up_to(machine, args, 1, max)?;
    put(machine, to.moved(old.len() as i64), from, text)?;
    args.give_pointer(machine, to)
}

fn strcat(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    append(machine, args, u64::MAX)
}

fn strncat(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let max = args.int(machine, 2)?;
    append(machine, args, max)
}

fn strcmp(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    compare(machine, args, u64::MAX)
}

fn strncmp(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let max = args.int(machine, 2)?;
    compare(machine, args, max)
}

/// Compares byte by byte and stops where the strings differ.
fn compare(machine: &mut Machine<'_>, args: Args<'_>, max: u64) -> Run<()> {
    let (mut a, mut b) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?);
    for _ in 0..max {
        let x = machine.memory.load(machine.image, a, &Access::BYTE)?;
        let y = machine.memory.load(machine.image, b, &Access::BYTE)?;
        if x != y || x == 0 {
            return args.give_int(machine, x.cmp(&y) as i128);
        }
        (a, b) = (a.moved(1), b.moved(1));
    }
    args.give_int(machine, 0)
}

fn strchr(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let byte = args.int(machine, 1)? as u8;
    let mut at = args.pointer(machine, 0)?;
    loop {
        let found = machine.memory.load(machine.image, at, &Access::BYTE)? as u8;
        if found == byte {
            return args.give_pointer(machine, at);
        }
        if found == 0 {
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

fn strstr(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (pointer, text) = string(machine, args, 0)?;
    let (_, needle) = string(machine, args, 1)?;
    args.give_pointer(machine, at(pointer, super::pure::strings::find(&text, &needle)))
}

fn strspn(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let ((_, text), (_, set)) = (string(machine, args, 0)?, string(machine, args, 1)?);
    args.give_int(machine, super::pure::strings::span(&text, &set) as i128)
}

fn strcspn(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let ((_, text), (_, set)) = (string(machine, args, 0)?, string(machine, args, 1)?);
    args.give_int(machine, super::pure::strings::complement_span(&text, &set) as i128)
}

fn strpbrk(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let ((pointer, text), (_, set)) = (string(machine, args, 0)?, string(machine, args, 1)?);
    let index = super::pure::strings::complement_span(&text, &set);
    args.give_pointer(machine, at(pointer, (index < text.len()).then_some(index)))
}

fn duplicate(machine: &mut Machine<'_>, args: Args<'_>, max: u64) -> Run<()> {
    let (_, mut text) = string_up_to(machine, args, 0, max)?;
    text.push(0);
    let new = machine.memory.allocate(text.len() as u64, 16, false)?;
    machine.memory.write_bytes(machine.image, new, &text)?;
    args.give_pointer(machine, new)
}

fn strdup(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    duplicate(machine, args, u64::MAX)
}

fn strndup(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let max = args.int(machine, 1)?;
    duplicate(machine, args, max)
}

fn character(machine: &mut Machine<'_>, args: Args<'_>) -> Run<i32> {
    Ok(args.int(machine, 0)? as i32)
}

fn out_of_range<T>(args: Args<'_>, c: i32) -> Run<T> {
    undefined(Kind::LibraryPrecondition, format!("`{}` of {c}, which is neither EOF nor an unsigned char", args.name))
}

fn is_class(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let c = character(machine, args)?;
    let Some(class) = ctype::class_of(args.name) else { return args.wrong(0) };
    match ctype::is(class, c) {
        Some(is) => args.give_int(machine, is.into()),
        None => out_of_range(args, c),
    }
}

fn to_case(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let c = character(machine, args)?;
    let converted = if args.name == "toupper" { ctype::to_upper(c) } else { ctype::to_lower(c) };
    match converted {
        Some(c) => args.give_int(machine, c.into()),
        None => out_of_range(args, c),
    }
}
