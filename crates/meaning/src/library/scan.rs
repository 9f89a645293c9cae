//! Formatted input: `sscanf`, and `scanf` from streams.

use kiln_lang::types::{Basic, Ty};

use super::Args;
use super::format::{Ask, Values, int_type};
use super::pure::format::{FloatKind, FormatFault};
use super::pure::scan::{self, Directive, Doubt, Pointee, Spec, Stored};
use super::stdio::{Stream, advance, readable, stream};
use super::string::string;
use super::table::Row;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::outcome::{Run, undefined, unsupported};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("sscanf __isoc99_sscanf __isoc23_sscanf", |machine, args| from_string(machine, args, false)),
    ("vsscanf __isoc99_vsscanf __isoc23_vsscanf", |machine, args| from_string(machine, args, true)),
    ("scanf __isoc99_scanf __isoc23_scanf", |machine, args| from_input(machine, args, false)),
    ("vscanf __isoc99_vscanf __isoc23_vscanf", |machine, args| from_input(machine, args, true)),
    ("fscanf __isoc99_fscanf __isoc23_fscanf", |machine, args| from_file(machine, args, false)),
    ("vfscanf __isoc99_vfscanf __isoc23_vfscanf", |machine, args| from_file(machine, args, true)),
];

fn from_string(machine: &mut Machine<'_>, args: Args<'_>, is_list: bool) -> Run<()> {
    let (_, text) = string(machine, args, 0)?;
    let values = Values::after(machine, args, 1, is_list)?;
    run(machine, args, 1, &text, values).map(|_| ())
}

fn from_input(machine: &mut Machine<'_>, args: Args<'_>, is_list: bool) -> Run<()> {
    let from = machine.standard(Stream::Input)?;
    from_stream(machine, args, (from, 0), is_list)
}

fn from_file(machine: &mut Machine<'_>, args: Args<'_>, is_list: bool) -> Run<()> {
    let from = stream(machine, args, 0)?;
    from_stream(machine, args, (from, 1), is_list)
}

/// Reads from a stream; the format is the argument of the given number.
fn from_stream(machine: &mut Machine<'_>, args: Args<'_>, (from, format): (Stream, usize), is_list: bool) -> Run<()> {
    let values = Values::after(machine, args, format, is_list)?;
    let text = readable(machine, from)?;
    let read = run(machine, args, format, &text, values)?;
    // Whether a function has looked beyond the last character, its format would have to tell.
    let at_end = if read.is_some_and(|read| read < text.len()) { Some(false) } else { None };
    advance(machine, from, read, at_end);
    Ok(())
}

/// Gives how many characters were read, if all of the format matched.
fn run(
    machine: &mut Machine<'_>,
    args: Args<'_>,
    format: usize,
    text: &[u8],
    values: Values<'_>,
) -> Run<Option<usize>> {
    let (_, format) = string(machine, args, format)?;
    let directives = match scan::parse(&format) {
        Ok(directives) => directives,
        Err(fault @ FormatFault::Extension(_)) => return unsupported(fault.to_string()),
        Err(fault) => return undefined(Kind::Format, fault.to_string()),
    };
    let scanned = scan::scan(&directives, text, &machine.image.program.options.target);
    let targets = targets(machine, &directives, values, scanned.stored.len())?;
    for (to, stored) in targets.into_iter().zip(scanned.stored) {
        store(machine, to, stored)?;
    }
    match scanned.doubt {
        None => {
            args.give_int(machine, scanned.result.into())?;
            Ok(scanned.read)
        }
        Some(doubt @ Doubt::OutOfRange) => undefined(Kind::Format, doubt.to_string()),
        Some(doubt) => unsupported(doubt.to_string()),
    }
}

/// The arguments of the conversions that were reached. What is not reached is not looked at, as in a library.
fn targets(
    machine: &mut Machine<'_>,
    directives: &[Directive],
    mut values: Values<'_>,
    count: usize,
) -> Run<Vec<Pointer>> {
    let specs = directives.iter().filter_map(|directive| match directive {
        Directive::Conversion(spec) if !spec.suppressed => Some(spec),
        _ => None,
    });
    specs.take(count).map(|spec| target(machine, spec, &mut values)).collect()
}

fn target(machine: &mut Machine<'_>, spec: &Spec, values: &mut Values<'_>) -> Run<Pointer> {
    let ask = match spec.pointee {
        Pointee::Integer(kind) => Ask::PointerTo(int_type(machine, kind)),
        Pointee::Float(kind) => Ask::PointerTo(Ty::basic(kind.basic())),
        Pointee::Text { wide: false } => Ask::Bytes,
        Pointee::Text { wide: true } => Ask::PointerTo(machine.wide_type()?),
        Pointee::Pointer => return unsupported("%p of `scanf`"),
    };
    let to = values.next_pointer(machine, ask)?;
    if to.is_null() {
        return undefined(Kind::LibraryPrecondition, "a null pointer as an argument of `scanf`");
    }
    Ok(to)
}

fn store(machine: &mut Machine<'_>, to: Pointer, stored: Stored) -> Run<()> {
    match stored {
        Stored::Integer(kind, value) => {
            let ty = int_type(machine, kind);
            machine.store_integer(to, ty, value)
        }
        Stored::Float(kind, value) => {
            let basic = match kind {
                FloatKind::Float => Basic::Float,
                FloatKind::Double => Basic::Double,
                FloatKind::LongDouble => Basic::LongDouble,
            };
            machine.store_float(to, Ty::basic(basic), value)
        }
        Stored::Text { mut bytes, wide, terminated } => {
            if terminated {
                bytes.push(0);
            }
            if !wide {
                return machine.memory.write_bytes(machine.image, to, &bytes);
            }
            let ty = machine.wide_type()?;
            let step = machine.size_of(ty) as i64;
            for (index, &byte) in bytes.iter().enumerate() {
                machine.store_number(to.moved(index as i64 * step), ty, byte.into())?;
            }
            Ok(())
        }
        Stored::Pointer(_) => unsupported("%p of `scanf`"),
    }
}
