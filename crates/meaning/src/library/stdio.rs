//! Streams: the standard output, which is the outcome; the standard error, which is not; the standard input, which is
//! empty. All other files are unsupported.

use super::Args;
use super::string::{not_null, string};
use super::table::Row;
use crate::image::Callable;
use crate::machine::Machine;
use crate::memory::{Pointer, Sort};
use crate::outcome::{Run, undefined, unsupported};
use crate::sequence::Kept;
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("puts puts_unlocked", puts),
    ("putchar putchar_unlocked", putchar),
    ("fputs fputs_unlocked", fputs),
    ("fputc putc fputc_unlocked putc_unlocked _IO_putc", fputc),
    ("fwrite fwrite_unlocked", fwrite),
    ("fflush fflush_unlocked", fflush),
    ("perror", |_, _| Ok(())),
    ("ferror ferror_unlocked", |machine, args| {
        stream(machine, args, 0)?;
        args.give_int(machine, 0)
    }),
    ("setbuf", |machine, args| {
        let none = args.pointer(machine, 1)?.is_null();
        machine.library.unbuffered |= none && stream(machine, args, 0)? == Stream::Output;
        Ok(())
    }),
    ("setvbuf", |machine, args| {
        let none = args.int(machine, 2)? == UNBUFFERED;
        machine.library.unbuffered |= none && stream(machine, args, 0)? == Stream::Output;
        args.give_int(machine, 0)
    }),
    ("getchar getchar_unlocked", |machine, args| args.give_int(machine, EOF)),
    ("fgetc getc fgetc_unlocked getc_unlocked", |machine, args| {
        input(machine, args, 0)?;
        args.give_int(machine, EOF)
    }),
    ("fgets fgets_unlocked", |machine, args| {
        input(machine, args, 2)?;
        args.give_pointer(machine, Pointer::NULL)
    }),
    ("fread fread_unlocked", |machine, args| {
        input(machine, args, 3)?;
        args.give_int(machine, 0)
    }),
];

/// `_IONBF` of glibc.
const UNBUFFERED: u64 = 2;

pub(super) const EOF: i128 = -1;

/// The streams there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stream {
    Input,
    Output,
    Error,
}

/// The stream that an argument stands for.
pub(super) fn stream(machine: &Machine<'_>, args: Args<'_>, index: usize) -> Run<Stream> {
    let pointer = not_null(machine, args, index)?;
    let alloc = machine.memory.alloc(pointer.prov.slot());
    let callable = machine.image.callables.get(alloc.info as usize);
    match callable {
        Some(Callable::Library(name)) if alloc.sort == Sort::Function => match name.as_str() {
            "stdin" => Ok(Stream::Input),
            "stdout" => Ok(Stream::Output),
            "stderr" => Ok(Stream::Error),
            _ => unsupported("a stream other than the standard ones"),
        },
        _ => unsupported("a stream other than the standard ones"),
    }
}

/// An argument that must be the standard input.
pub(super) fn input(machine: &Machine<'_>, args: Args<'_>, index: usize) -> Run<()> {
    match stream(machine, args, index)? {
        Stream::Input => Ok(()),
        _ => unsupported("reading from a stream for output"),
    }
}

/// Writes to the stream that an argument stands for.
fn write(machine: &mut Machine<'_>, args: Args<'_>, index: usize, bytes: &[u8]) -> Run<()> {
    match stream(machine, args, index)? {
        Stream::Output => machine.write(bytes),
        Stream::Error => Ok(()),
        Stream::Input => unsupported("writing to the standard input"),
    }
}

fn puts(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (_, mut text) = string(machine, args, 0)?;
    text.push(b'\n');
    machine.write(&text)?;
    // Not negative is all that C promises; this is what glibc gives.
    args.give_int(machine, text.len() as i128)
}

fn putchar(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let byte = args.int(machine, 0)? as u8;
    machine.write(&[byte])?;
    args.give_int(machine, byte.into())
}

fn fputs(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (_, text) = string(machine, args, 0)?;
    write(machine, args, 1, &text)?;
    args.give_int(machine, 1)
}

fn fputc(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let byte = args.int(machine, 0)? as u8;
    write(machine, args, 1, &[byte])?;
    args.give_int(machine, byte.into())
}

fn fwrite(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (pointer, size, count) = (args.pointer(machine, 0)?, args.int(machine, 1)?, args.int(machine, 2)?);
    let total = size.saturating_mul(count);
    if total == 0 {
        stream(machine, args, 3)?;
        return args.give_int(machine, 0);
    }
    let bytes = machine.memory.read_bytes(machine.image, pointer, total)?;
    write(machine, args, 3, &bytes)?;
    args.give_int(machine, count.into())
}

fn fflush(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let all = args.pointer(machine, 0)?.is_null();
    if !all && stream(machine, args, 0)? == Stream::Input {
        return undefined(Kind::LibraryPrecondition, "`fflush` of an input stream");
    }
    machine.memory.log.library(Kept::Output);
    machine.library.flushed = machine.output.len();
    args.give_int(machine, 0)
}
