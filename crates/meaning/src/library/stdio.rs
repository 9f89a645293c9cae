//! Formatted output, to the standard output and to buffers.

use kiln_lang::types::{Basic, Ty};
use kiln_lang::value::float::Float;
use kiln_lang::value::int::{Int, IntShape};

use super::Args;
use super::pure::format::{self, Amount, Directive, FloatKind, IntKind, Spec, Wanted, render};
use super::table::Row;
use crate::lower::Class;
use crate::machine::{Machine, get_pointer};
use crate::memory::Pointer;
use crate::outcome::{Limit, Run, limit, undefined, unsupported};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("printf", |machine, args| print(machine, args, 0)),
    ("__printf_chk", |machine, args| print(machine, args, 1)),
    ("printf_unlocked", |machine, args| print(machine, args, 0)),
    ("fprintf", |machine, args| print_to_file(machine, args, 1)),
    ("__fprintf_chk", |machine, args| print_to_file(machine, args, 2)),
    ("fprintf_unlocked", |machine, args| print_to_file(machine, args, 1)),
    ("vprintf", |machine, args| print_list(machine, args, 0)),
    ("__vprintf_chk", |machine, args| print_list(machine, args, 1)),
    ("sprintf", |machine, args| print_to_buffer(machine, args, None, 1)),
    ("__sprintf_chk", |machine, args| print_to_buffer(machine, args, None, 3)),
    ("snprintf", |machine, args| print_to_buffer(machine, args, Some(1), 2)),
    ("__snprintf_chk", |machine, args| print_to_buffer(machine, args, Some(1), 4)),
    ("vsprintf", |machine, args| print_list_to_buffer(machine, args, None, 1)),
    ("__vsprintf_chk", |machine, args| print_list_to_buffer(machine, args, None, 3)),
    ("vsnprintf", |machine, args| print_list_to_buffer(machine, args, Some(1), 2)),
    ("__vsnprintf_chk", |machine, args| print_list_to_buffer(machine, args, Some(1), 4)),
    ("puts", puts),
    ("puts_unlocked", puts),
    ("putchar", putchar),
    ("putchar_unlocked", putchar),
    ("fputs", fputs),
    ("fputc", fputc),
    ("putc", fputc),
    ("fwrite", fwrite),
    ("fflush", fflush),
];

/// Where the values of a format come from.
enum Values<'s> {
    /// The arguments of the call, from the given one on.
    Call(Args<'s>, usize),
    /// A `va_list`.
    List(Pointer),
}

impl Values<'_> {
    fn next(&mut self, machine: &mut Machine<'_>, wanted: Ty) -> Run<[u64; 3]> {
        match self {
            Values::Call(args, next) => {
                let index = *next;
                *next += 1;
                if index >= args.len() {
                    return undefined(Kind::Format, "the format asks for more arguments than there are");
                }
                if !machine.accepts(wanted, args.ty(index)) {
                    return undefined(
                        Kind::Format,
                        format!("argument {} is not of the type that the format asks for", index + 1),
                    );
                }
                args.raw(machine, index)
            }
            Values::List(list) => machine.next_argument(*list, wanted),
        }
    }
}

impl Machine<'_> {
    /// Whether an argument may be taken as another type; a pointer to anything goes for one to void where `%p` asks.
    fn accepts(&self, wanted: Ty, given: Ty) -> bool {
        self.passes(wanted, given)
    }

    fn basic_class(&self, ty: Ty) -> Class {
        self.class(ty)
    }

    /// The pointer type that a conversion asks for, if the program has it; programs that pass one do.
    fn pointer_type(&self, to: Ty) -> Ty {
        self.image.program.tables.types.lookup(&kiln_lang::types::TypeKind::Pointer(to)).unwrap_or(Ty::ERROR)
    }
}

fn int_type(machine: &Machine<'_>, kind: IntKind) -> (Ty, IntShape) {
    let target = &machine.image.program.options.target;
    let basic = match kind {
        IntKind::SChar => Basic::SChar,
        IntKind::UChar => Basic::UChar,
        IntKind::Short => Basic::Short,
        IntKind::UShort => Basic::UShort,
        IntKind::Int => Basic::Int,
        IntKind::UInt => Basic::UInt,
        IntKind::Long => Basic::Long,
        IntKind::ULong => Basic::ULong,
        IntKind::LongLong => Basic::LongLong,
        IntKind::ULongLong => Basic::ULongLong,
        IntKind::IntMax => target.intmax_type,
        IntKind::UIntMax => target.intmax_type.to_unsigned(),
        IntKind::SignedSize => target.size_type.to_signed(),
        IntKind::Size => target.size_type,
        IntKind::PtrDiff => target.ptrdiff_type,
        IntKind::UnsignedPtrDiff => target.ptrdiff_type.to_unsigned(),
    };
    let shape = IntShape { bits: target.int_bits(basic) as u8, signed: target.is_signed(basic) };
    (Ty::basic(basic), shape)
}

/// Expands a format.
fn expand(machine: &mut Machine<'_>, text: Pointer, mut values: Values<'_>) -> Run<Vec<u8>> {
    if text.is_null() {
        return undefined(Kind::LibraryPrecondition, "a null pointer as the format");
    }
    let format = machine.memory.read_string(machine.image, text, u64::MAX)?;
    let room = machine.settings.limits.output as usize;
    let mut out = Vec::new();
    let mut rest = &format[..];
    while !rest.is_empty() {
        let (directive, length) = match format::parse(rest) {
            Ok(parsed) => parsed,
            Err(fault) => return undefined(Kind::Format, fault.to_string()),
        };
        match directive {
            Directive::Text => out.extend_from_slice(&rest[..length]),
            Directive::Percent => out.push(b'%'),
            Directive::Conversion(spec) => convert(machine, &mut out, &spec, &mut values, room)?,
        }
        if out.len() > room {
            return limit(Limit::Output);
        }
        rest = &rest[length..];
    }
    Ok(out)
}

fn star(machine: &mut Machine<'_>, amount: Option<Amount>, values: &mut Values<'_>) -> Run<i32> {
    match amount {
        Some(Amount::Star) => Ok(values.next(machine, Ty::INT)?[0] as i32),
        _ => Ok(0),
    }
}

fn convert(machine: &mut Machine<'_>, out: &mut Vec<u8>, spec: &Spec, values: &mut Values<'_>, room: usize) -> Run<()> {
    let width = star(machine, spec.width, values)?;
    let precision = star(machine, spec.precision, values)?;
    let layout = spec.layout(width, precision);
    let done = match spec.wanted() {
        Wanted::Integer(kind) => {
            let (ty, shape) = int_type(machine, kind);
            let promoted = machine.promoted(ty);
            let raw = values.next(machine, promoted)?[0];
            render::integer(out, &layout, Int::wrap(raw.into(), shape), shape, room)
        }
        Wanted::Char => {
            let raw = values.next(machine, Ty::INT)?[0];
            render::character(out, &layout, raw as u8, room)
        }
        Wanted::Float(kind) => {
            let ty = if kind == FloatKind::LongDouble { Ty::basic(Basic::LongDouble) } else { Ty::DOUBLE };
            let raw = values.next(machine, ty)?;
            let Class::Float(format) = machine.basic_class(ty) else { return unsupported("a floating format") };
            let bits = u128::from(raw[0]) | if format.bits() > 64 { u128::from(raw[1]) << 64 } else { 0 };
            render::float(out, &layout, Float::from_bits(bits, format), room)
        }
        Wanted::Pointer => {
            let ty = machine.pointer_type(Ty::VOID);
            let raw = next_pointer(machine, values, ty)?;
            if raw.has_object() {
                machine.memory.touched.address = true;
            }
            render::pointer(out, &layout, raw.addr, room)
        }
        Wanted::String => {
            let ty = machine.pointer_type(Ty::CHAR);
            let pointer = next_pointer(machine, values, ty)?;
            let max = layout.precision.map_or(u64::MAX, |precision| precision as u64);
            if pointer.is_null() {
                return undefined(Kind::LibraryPrecondition, "a null pointer as the argument of %s");
            }
            let bytes = machine.memory.read_string(machine.image, pointer, max)?;
            render::string(out, &layout, &bytes, room)
        }
        Wanted::Count(kind) => {
            let (ty, shape) = int_type(machine, kind);
            let pointer = next_pointer(machine, values, machine.pointer_type(ty))?;
            let bytes = (out.len() as u64).to_le_bytes();
            machine.memory.write_bytes(machine.image, pointer, &bytes[..usize::from(shape.bits) / 8])?;
            Ok(())
        }
        Wanted::WideChar | Wanted::WideString => return unsupported("wide characters in a format"),
        Wanted::Nothing => return unsupported("%m in a format"),
    };
    match done {
        Ok(()) => Ok(()),
        Err(format::render::TooLong) => limit(Limit::Output),
    }
}

fn next_pointer(machine: &mut Machine<'_>, values: &mut Values<'_>, ty: Ty) -> Run<Pointer> {
    Ok(get_pointer(&values.next(machine, ty)?, 0))
}

fn print(machine: &mut Machine<'_>, args: Args<'_>, format: usize) -> Run<()> {
    let text = args.pointer(machine, format)?;
    let out = expand(machine, text, Values::Call(args, format + 1))?;
    machine.write(&out)?;
    args.give_int(machine, out.len() as i128)
}

/// Whether a stream is the standard output; what goes to the standard error is not part of the outcome.
fn is_stdout(machine: &Machine<'_>, stream: Pointer) -> Run<bool> {
    let alloc = machine.memory.alloc(stream.prov.slot());
    match machine.image.callables.get(alloc.info as usize) {
        Some(crate::image::Callable::Library(name)) if name == "stdout" => Ok(true),
        Some(crate::image::Callable::Library(name)) if name == "stderr" => Ok(false),
        _ => unsupported("a stream other than stdout and stderr"),
    }
}

fn print_to_file(machine: &mut Machine<'_>, args: Args<'_>, format: usize) -> Run<()> {
    let stream = args.pointer(machine, 0)?;
    let to_output = is_stdout(machine, stream)?;
    let text = args.pointer(machine, format)?;
    let out = expand(machine, text, Values::Call(args, format + 1))?;
    if to_output {
        machine.write(&out)?;
    }
    args.give_int(machine, out.len() as i128)
}

fn print_list(machine: &mut Machine<'_>, args: Args<'_>, format: usize) -> Run<()> {
    let (text, list) = (args.pointer(machine, format)?, args.list(machine, format + 1)?);
    let out = expand(machine, text, Values::List(list))?;
    machine.write(&out)?;
    args.give_int(machine, out.len() as i128)
}

/// Writes a string with its end, cut to `size` bytes where that is given.
fn deliver(machine: &mut Machine<'_>, buffer: Pointer, size: Option<u64>, mut out: Vec<u8>) -> Run<i128> {
    let length = out.len() as i128;
    match size {
        Some(0) => return Ok(length),
        Some(size) => out.truncate((size - 1).min(usize::MAX as u64) as usize),
        None => {}
    }
    out.push(0);
    machine.memory.write_bytes(machine.image, buffer, &out)?;
    Ok(length)
}

fn print_to_buffer(machine: &mut Machine<'_>, args: Args<'_>, size: Option<usize>, format: usize) -> Run<()> {
    let buffer = args.pointer(machine, 0)?;
    let size = size.map(|index| args.int(machine, index)).transpose()?;
    let text = args.pointer(machine, format)?;
    let out = expand(machine, text, Values::Call(args, format + 1))?;
    let length = deliver(machine, buffer, size, out)?;
    args.give_int(machine, length)
}

fn print_list_to_buffer(machine: &mut Machine<'_>, args: Args<'_>, size: Option<usize>, format: usize) -> Run<()> {
    let buffer = args.pointer(machine, 0)?;
    let size = size.map(|index| args.int(machine, index)).transpose()?;
    let (text, list) = (args.pointer(machine, format)?, args.list(machine, format + 1)?);
    let out = expand(machine, text, Values::List(list))?;
    let length = deliver(machine, buffer, size, out)?;
    args.give_int(machine, length)
}

fn puts(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let pointer = args.pointer(machine, 0)?;
    let mut text = machine.memory.read_string(machine.image, pointer, u64::MAX)?;
    text.push(b'\n');
    machine.write(&text)?;
    args.give_int(machine, text.len() as i128)
}

fn putchar(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let byte = args.int(machine, 0)? as u8;
    machine.write(&[byte])?;
    args.give_int(machine, byte.into())
}

fn fputs(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (pointer, stream) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?);
    let text = machine.memory.read_string(machine.image, pointer, u64::MAX)?;
    if is_stdout(machine, stream)? {
        machine.write(&text)?;
    }
    args.give_int(machine, 1)
}

fn fputc(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (byte, stream) = (args.int(machine, 0)? as u8, args.pointer(machine, 1)?);
    if is_stdout(machine, stream)? {
        machine.write(&[byte])?;
    }
    args.give_int(machine, byte.into())
}

fn fwrite(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (pointer, size, count) = (args.pointer(machine, 0)?, args.int(machine, 1)?, args.int(machine, 2)?);
    let stream = args.pointer(machine, 3)?;
    let bytes = machine.memory.read_bytes(machine.image, pointer, size.saturating_mul(count))?;
    if is_stdout(machine, stream)? {
        machine.write(&bytes)?;
    }
    args.give_int(machine, if size == 0 { 0 } else { count.into() })
}

fn fflush(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    args.give_int(machine, 0)
}
