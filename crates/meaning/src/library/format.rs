//! Formatted output: the functions of the `printf` family, over the formats of [`super::pure::format`].

use kiln_lang::target::VaList;
use kiln_lang::types::{Basic, Ty};
use kiln_lang::value::{Float, Int};

use super::Args;
use super::args::wide;
use super::pure::format::{self, Amount, Directive, FloatKind, IntKind, Layout, Spec, Wanted, render};
use super::pure::strings;
use super::stdio;
use super::table::Row;
use crate::choice::Choice;
use crate::lower::Class;
use crate::machine::{Machine, get_pointer};
use crate::memory::Pointer;
use crate::outcome::{Limit, Run, limit, undefined, unsupported};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("printf printf_unlocked", |machine, args| print(machine, args, 0, false)),
    ("__printf_chk", |machine, args| print(machine, args, 1, false)),
    ("vprintf", |machine, args| print(machine, args, 0, true)),
    ("__vprintf_chk", |machine, args| print(machine, args, 1, true)),
    ("fprintf fprintf_unlocked", |machine, args| print_to_file(machine, args, 1, false)),
    ("__fprintf_chk", |machine, args| print_to_file(machine, args, 2, false)),
    ("vfprintf", |machine, args| print_to_file(machine, args, 1, true)),
    ("__vfprintf_chk", |machine, args| print_to_file(machine, args, 2, true)),
    ("sprintf", |machine, args| print_to_buffer(machine, args, Buffer { size: None, room: None, format: 1 }, false)),
    ("__sprintf_chk", |machine, args| {
        print_to_buffer(machine, args, Buffer { size: None, room: Some(2), format: 3 }, false)
    }),
    ("snprintf", |machine, args| {
        print_to_buffer(machine, args, Buffer { size: Some(1), room: None, format: 2 }, false)
    }),
    ("__snprintf_chk", |machine, args| {
        print_to_buffer(machine, args, Buffer { size: Some(1), room: Some(3), format: 4 }, false)
    }),
    ("vsprintf", |machine, args| print_to_buffer(machine, args, Buffer { size: None, room: None, format: 1 }, true)),
    ("__vsprintf_chk", |machine, args| {
        print_to_buffer(machine, args, Buffer { size: None, room: Some(2), format: 3 }, true)
    }),
    ("vsnprintf", |machine, args| {
        print_to_buffer(machine, args, Buffer { size: Some(1), room: None, format: 2 }, true)
    }),
    ("__vsnprintf_chk", |machine, args| {
        print_to_buffer(machine, args, Buffer { size: Some(1), room: Some(3), format: 4 }, true)
    }),
];

/// What a conversion asks for.
#[derive(Clone, Copy)]
pub(super) enum Ask {
    /// A value of a type.
    Value(Ty),
    /// A pointer to void, or to characters (C11 6.2.5p28).
    Bytes,
    /// A pointer to an object of a type.
    PointerTo(Ty),
}

/// Where the values of a format come from.
pub(super) enum Values<'s> {
    /// The arguments of the call, from the given one on.
    Call(Args<'s>, usize),
    /// A `va_list`, by its number.
    List(u32),
}

impl<'s> Values<'s> {
    /// The values that follow the format, which is the given argument.
    pub(super) fn after(machine: &mut Machine<'_>, args: Args<'s>, format: usize, is_list: bool) -> Run<Values<'s>> {
        if !is_list {
            return Ok(Values::Call(args, format + 1));
        }
        let list = args.list(machine, format + 1)?;
        // Where a `va_list` is no array, a pointer is the list itself.
        let is_array = machine.image.program.options.target.va_list == VaList::X86_64;
        let is_value = !is_array && machine.class(args.ty(format + 1)) == Class::Pointer;
        Ok(Values::List(machine.pass_list(list, is_value)?))
    }

    /// The next value, which must be what the format asks for (C11 7.21.6.1p9, 7.16.1.1p2).
    pub(super) fn next(&mut self, machine: &mut Machine<'_>, ask: Ask) -> Run<[u64; 3]> {
        let (given, value) = match self {
            Values::Call(args, next) => {
                let index = *next;
                *next += 1;
                if index >= args.len() {
                    return undefined(Kind::Format, "the format asks for more arguments than there are");
                }
                (args.ty(index), args.raw(machine, index)?)
            }
            Values::List(list) => machine.next_passed(*list, Kind::Format)?,
        };
        if machine.accepts(ask, given, value) {
            return Ok(value);
        }
        undefined(Kind::Format, "an argument is not what the format asks for, by its type or by its sign")
    }

    pub(super) fn next_pointer(&mut self, machine: &mut Machine<'_>, ask: Ask) -> Run<Pointer> {
        Ok(get_pointer(&self.next(machine, ask)?, 0))
    }
}

impl Machine<'_> {
    fn accepts(&self, ask: Ask, given: Ty, value: [u64; 3]) -> bool {
        let types = &self.image.program.tables.types;
        match (ask, types.pointee(given)) {
            (Ask::Value(wanted), _) => self.passes(wanted, given) && self.same_number(wanted, given, value),
            (Ask::Bytes, Some(to)) => types.is_void(to) || types.as_basic(to).is_some_and(Basic::is_character),
            (Ask::PointerTo(wanted), Some(to)) => self.passes(wanted, types.unqualified(to)),
            (_, None) => false,
        }
    }
}

pub(super) fn int_type(machine: &Machine<'_>, kind: IntKind) -> Ty {
    Ty::basic(kind.basic(&machine.image.program.options.target))
}

/// What a format printed, and what was read for it.
struct Expanded {
    bytes: Vec<u8>,
    /// Strings that were read, with their ends.
    read: Vec<(Pointer, u64)>,
}

/// The expansion of a format under way.
struct Expansion<'m, 'a, 's> {
    machine: &'m mut Machine<'a>,
    values: Values<'s>,
    out: Expanded,
    /// The most that may be printed.
    room: usize,
}

fn expand(machine: &mut Machine<'_>, text: Pointer, values: Values<'_>) -> Run<Expanded> {
    if text.is_null() {
        return undefined(Kind::LibraryPrecondition, "a null pointer as the format");
    }
    let format = machine.memory.read_string(machine.image, text, u64::MAX)?;
    let room = machine.settings.limits.output as usize;
    let out = Expanded { bytes: Vec::new(), read: vec![(text, format.len() as u64 + 1)] };
    let mut expansion = Expansion { machine, values, out, room };
    let mut rest = &format[..];
    while !rest.is_empty() {
        let (directive, length) = match format::parse(rest) {
            Ok(parsed) => parsed,
            Err(fault @ format::FormatFault::Extension(_)) => return unsupported(fault.to_string()),
            Err(fault) => return undefined(Kind::Format, fault.to_string()),
        };
        match directive {
            Directive::Text => expansion.out.bytes.extend_from_slice(&rest[..length]),
            Directive::Percent => expansion.out.bytes.push(b'%'),
            Directive::Conversion(spec) => expansion.convert(&spec)?,
        }
        if expansion.out.bytes.len() > room {
            return limit(Limit::Output);
        }
        rest = &rest[length..];
    }
    Ok(expansion.out)
}

impl Expansion<'_, '_, '_> {
    fn next(&mut self, ask: Ask) -> Run<[u64; 3]> {
        self.values.next(self.machine, ask)
    }

    fn next_pointer(&mut self, ask: Ask) -> Run<Pointer> {
        self.values.next_pointer(self.machine, ask)
    }

    fn star(&mut self, amount: Option<Amount>) -> Run<i32> {
        match amount {
            Some(Amount::Star) => Ok(self.next(Ask::Value(Ty::INT))?[0] as i32),
            _ => Ok(0),
        }
    }

    fn convert(&mut self, spec: &Spec) -> Run<()> {
        let width = self.star(spec.width)?;
        let precision = self.star(spec.precision)?;
        let layout = spec.layout(width, precision);
        let room = self.room;
        let done = match spec.wanted() {
            Wanted::Integer(kind) => {
                let target = &self.machine.image.program.options.target;
                let (promoted, shape) = (Ty::basic(kind.passed_as(target)), kind.shape(target));
                let raw = self.next(Ask::Value(promoted))?[0];
                render::integer(&mut self.out.bytes, &layout, Int::wrap(raw.into(), shape), shape, room)
            }
            Wanted::Char => {
                let raw = self.next(Ask::Value(Ty::INT))?[0];
                render::character(&mut self.out.bytes, &layout, raw as u8, room)
            }
            Wanted::WideChar => {
                let raw = self.next(Ask::Value(Ty::basic(Basic::UInt)))?[0];
                let bytes = narrow(&[raw as u32])?;
                render::character(&mut self.out.bytes, &layout, bytes[0], room)
            }
            Wanted::Float(kind) => {
                let value = self.float(kind)?;
                render::float(&mut self.out.bytes, &layout, value, room)
            }
            Wanted::Pointer => {
                let pointer = self.next_pointer(Ask::Bytes)?;
                self.machine.memory.touched.address |= pointer.has_object();
                if pointer.is_null() {
                    self.machine.memory.touched.choices.insert(Choice::NullPointerText);
                }
                render::pointer(&mut self.out.bytes, &layout, pointer.addr, room)
            }
            Wanted::String => {
                let bytes = self.string(&layout)?;
                render::string(&mut self.out.bytes, &layout, &bytes, room)
            }
            Wanted::WideString => {
                let bytes = self.wide_string(&layout)?;
                render::string(&mut self.out.bytes, &layout, &bytes, room)
            }
            Wanted::Count(kind) => {
                let ty = int_type(self.machine, kind);
                let to = self.next_pointer(Ask::PointerTo(ty))?;
                return self.machine.store_number(to, ty, self.out.bytes.len() as i128);
            }
            Wanted::Nothing => return unsupported("%m in a format"),
        };
        match done {
            Ok(()) => Ok(()),
            Err(render::TooLong) => limit(Limit::Output),
        }
    }

    fn float(&mut self, kind: FloatKind) -> Run<Float> {
        let ty = Ty::basic(if kind == FloatKind::LongDouble { Basic::LongDouble } else { Basic::Double });
        let raw = self.next(Ask::Value(ty))?;
        match self.machine.class(ty) {
            Class::Float(format) => Ok(Float::from_bits(wide(raw, format.bits()), format)),
            _ => unsupported("a floating format"),
        }
    }

    fn string(&mut self, layout: &Layout) -> Run<Vec<u8>> {
        let pointer = self.next_pointer(Ask::Bytes)?;
        if pointer.is_null() {
            return undefined(Kind::LibraryPrecondition, "a null pointer as the argument of %s");
        }
        let max = layout.precision.map_or(u64::MAX, |precision| precision as u64);
        let bytes = self.machine.memory.read_string(self.machine.image, pointer, max)?;
        self.out.read.push((pointer, (bytes.len() as u64 + 1).min(max)));
        Ok(bytes)
    }

    fn wide_string(&mut self, layout: &Layout) -> Run<Vec<u8>> {
        let pointer = self.next_pointer(Ask::PointerTo(self.machine.wide_type()?))?;
        if pointer.is_null() {
            return undefined(Kind::LibraryPrecondition, "a null pointer as the argument of %ls");
        }
        let max = layout.precision.map_or(u64::MAX, |precision| precision as u64);
        narrow(&self.machine.read_wide_string(pointer, max)?)
    }
}

fn narrow(wide: &[u32]) -> Run<Vec<u8>> {
    match strings::narrow(wide) {
        Some(bytes) => Ok(bytes),
        None => unsupported("a wide character beyond ASCII in a format"),
    }
}

fn print(machine: &mut Machine<'_>, args: Args<'_>, format: usize, is_list: bool) -> Run<()> {
    let text = args.pointer(machine, format)?;
    let values = Values::after(machine, args, format, is_list)?;
    let out = expand(machine, text, values)?.bytes;
    stdio::print(machine, &out)?;
    args.give_int(machine, out.len() as i128)
}

fn print_to_file(machine: &mut Machine<'_>, args: Args<'_>, format: usize, is_list: bool) -> Run<()> {
    let to = stdio::stream(machine, args, 0)?;
    let text = args.pointer(machine, format)?;
    let values = Values::after(machine, args, format, is_list)?;
    let out = expand(machine, text, values)?.bytes;
    stdio::write(machine, to, &out)?;
    args.give_int(machine, out.len() as i128)
}

/// Which arguments of a function say what.
#[derive(Clone, Copy)]
struct Buffer {
    /// How many bytes may be written.
    size: Option<usize>,
    /// How large the object is, in the forms that check it.
    room: Option<usize>,
    format: usize,
}

/// Writes a string with its end, cut to the size where that is given.
fn print_to_buffer(machine: &mut Machine<'_>, args: Args<'_>, which: Buffer, is_list: bool) -> Run<()> {
    let buffer = args.pointer(machine, 0)?;
    let size = which.size.map(|index| args.int(machine, index)).transpose()?;
    let text = args.pointer(machine, which.format)?;
    let values = Values::after(machine, args, which.format, is_list)?;
    let Expanded { mut bytes, read } = expand(machine, text, values)?;
    let length = bytes.len() as i128;
    if let Some(size) = size {
        args.fits_room(machine, which.room, size)?;
        if size == 0 {
            return args.give_int(machine, length);
        }
        bytes.truncate(usize::try_from(size - 1).unwrap_or(usize::MAX));
    }
    bytes.push(0);
    args.fits_room(machine, which.room, bytes.len() as u64)?;
    for (from, extent) in read {
        check_apart(buffer, bytes.len() as u64, from, extent)?;
    }
    machine.memory.write_bytes(machine.image, buffer, &bytes)?;
    args.give_int(machine, length)
}

/// The buffer must not overlap what was read for it (C11 7.21.6.6p2).
fn check_apart(to: Pointer, written: u64, from: Pointer, read: u64) -> Run<()> {
    let overlaps = to.addr < from.addr.wrapping_add(read) && from.addr < to.addr.wrapping_add(written);
    if to.prov.same_object(from.prov) && overlaps {
        return undefined(Kind::Overlap, "the result of `sprintf` overlaps a string that is read for it");
    }
    Ok(())
}
