//! Text to numbers, absolute values, and division with a remainder.

use kiln_lang::types::{Basic, Ty};
use kiln_lang::value::IntShape;

use super::Args;
use super::pure::number::{read_decimal, read_float, read_int};
use super::string::string;
use super::table::Row;
use crate::lower::Class;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::outcome::{Run, undefined};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    (
        "strtol strtoul strtoll strtoull strtoimax strtoumax strtoq strtouq __isoc23_strtol __isoc23_strtoul \
         __isoc23_strtoll __isoc23_strtoull __isoc23_strtoimax __isoc23_strtoumax",
        text_to_integer,
    ),
    ("strtod strtof strtold strtof32 strtof64 strtof128 strtof32x strtof64x", text_to_float),
    ("atoi atol atoll", decimal_to_integer),
    ("atof", atof),
    ("abs labs llabs imaxabs", absolute),
    ("div ldiv lldiv imaxdiv", divide),
];

const ERANGE: i32 = 34;

/// Stores where a number ended, unless the program does not want to know.
fn store_end(machine: &mut Machine<'_>, args: Args<'_>, end: Pointer) -> Run<()> {
    let to = args.pointer(machine, 1)?;
    if to.is_null() {
        return Ok(());
    }
    let ty = args.pointee(machine, 1)?;
    machine.store_pointer(to, ty, end)
}

fn result_shape(machine: &Machine<'_>, args: Args<'_>) -> Run<IntShape> {
    match machine.class(args.site.result) {
        Class::Int(shape) => Ok(shape),
        _ => args.wrong_result(),
    }
}

fn text_to_integer(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (start, text) = string(machine, args, 0)?;
    let base = args.int(machine, 2)? as i32;
    let shape = result_shape(machine, args)?;
    let Some(read) = read_int(&text, base, shape) else {
        return undefined(Kind::LibraryPrecondition, format!("`{}` with the base {base}", args.name));
    };
    store_end(machine, args, start.moved(read.consumed as i64))?;
    if read.out_of_range {
        machine.set_errno(ERANGE)?;
    }
    args.give_integer(machine, read.value)
}

fn text_to_float(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (start, text) = string(machine, args, 0)?;
    let Class::Float(format) = machine.class(args.site.result) else { return args.wrong_result() };
    let read = read_float(&text, format);
    store_end(machine, args, start.moved(read.consumed as i64))?;
    if read.range_error {
        machine.set_errno(ERANGE)?;
    }
    args.give_float(machine, read.value)
}

/// A value that does not fit is undefined, unlike with `strtol` (C11 7.22.1p1).
fn decimal_to_integer(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (_, text) = string(machine, args, 0)?;
    let shape = result_shape(machine, args)?;
    let read = read_decimal(&text, shape, machine.int_shape(Ty::basic(Basic::Long)).unwrap_or(shape));
    if read.out_of_range {
        return undefined(Kind::LibraryPrecondition, format!("`{}` of a number that does not fit", args.name));
    }
    args.give_integer(machine, read.value)
}

fn atof(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (_, text) = string(machine, args, 0)?;
    let Class::Float(format) = machine.class(args.site.result) else { return args.wrong_result() };
    let read = read_float(&text, format);
    if read.range_error {
        return undefined(Kind::LibraryPrecondition, "`atof` of a number that does not fit");
    }
    args.give_float(machine, read.value)
}

fn absolute(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let shape = result_shape(machine, args)?;
    let (value, _) = args.integer(machine, 0)?;
    let magnitude = value.as_i128().abs();
    if !shape.contains(magnitude) && !machine.settings.wrapv {
        return undefined(Kind::SignedOverflow, format!("{} of {}", args.name, value.as_i128()));
    }
    args.give_int(machine, magnitude)
}

/// `div` and its relatives give a structure with a quotient and a remainder, in either order (C11 7.22.6.2p3).
fn divide(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let ((a, shape), (b, _)) = (args.integer(machine, 0)?, args.integer(machine, 1)?);
    if b.is_zero() {
        return undefined(Kind::DivisionByZero, format!("{}({}, 0)", args.name, a.as_i128()));
    }
    let quotient = shape.div(a, b);
    if quotient.fault.is_some() {
        return undefined(Kind::SignedOverflow, format!("{}({}, -1)", args.name, a.as_i128()));
    }
    store_member(machine, args, "quot", quotient.value.as_i128())?;
    store_member(machine, args, "rem", shape.rem(a, b).value.as_i128())
}

fn store_member(machine: &mut Machine<'_>, args: Args<'_>, name: &str, value: i128) -> Run<()> {
    let to = args.result_memory(machine)?;
    let tables = &machine.image.program.tables;
    let Some(record) = tables.types.as_record(args.site.result) else { return args.wrong_result() };
    let mut fields = tables.types.records[record].fields().map(|field| &tables.types.fields[field]);
    let field = fields.find(|field| field.name.is_some_and(|symbol| tables.names.resolve(symbol) == name));
    let Some(field) = field else { return args.wrong_result() };
    machine.store_number(to.moved(field.offset() as i64), field.ty, value)
}
