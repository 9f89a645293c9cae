//! Streams: the standard output, which is the outcome; the standard error, which is not; the standard input, which is
//! empty; and those on [`files`](super::files).

use super::Args;
use super::files::Last;
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
    ("feof feof_unlocked", feof),
    ("clearerr clearerr_unlocked", |machine, args| {
        let open = file(machine, args, 0)?;
        machine.opened(open).at_end = Some(false);
        Ok(())
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
    ("getchar getchar_unlocked", |machine, args| {
        let from = machine.standard(Stream::Input)?;
        get_character(machine, args, from)
    }),
    ("fgetc getc fgetc_unlocked getc_unlocked _IO_getc", |machine, args| {
        let from = stream(machine, args, 0)?;
        get_character(machine, args, from)
    }),
    ("ungetc", ungetc),
    ("fgets fgets_unlocked", fgets),
    ("fread fread_unlocked", fread),
    ("rewind", |machine, args| {
        let open = file(machine, args, 0)?;
        machine.seek(open, 0);
        Ok(())
    }),
    ("fseek fseeko", fseek),
    ("ftell ftello", ftell),
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
    /// A stream on a file.
    File(usize),
}

impl Stream {
    /// The number of a standard stream.
    pub(super) fn number(self) -> usize {
        match self {
            Stream::Input => 0,
            Stream::Output => 1,
            Stream::Error => 2,
            Stream::File(_) => usize::MAX,
        }
    }
}

/// The standard stream that a pointer leads to, whatever became of it.
pub(super) fn usual(machine: &Machine<'_>, pointer: Pointer) -> Option<Stream> {
    let alloc = machine.memory.alloc(pointer.prov.slot());
    match machine.image.callables.get(alloc.info as usize) {
        Some(Callable::Library(name)) if alloc.sort == Sort::Function => match name.as_str() {
            "stdin" => Some(Stream::Input),
            "stdout" => Some(Stream::Output),
            "stderr" => Some(Stream::Error),
            _ => None,
        },
        _ => None,
    }
}

/// The stream that an argument stands for.
pub(super) fn stream(machine: &Machine<'_>, args: Args<'_>, index: usize) -> Run<Stream> {
    let pointer = not_null(machine, args, index)?;
    match usual(machine, pointer) {
        Some(usual) => machine.standard(usual),
        None => machine.stream_of(pointer),
    }
}

/// A stream on a file.
fn file(machine: &Machine<'_>, args: Args<'_>, index: usize) -> Run<usize> {
    match stream(machine, args, index)? {
        Stream::File(open) => Ok(open),
        _ => unsupported(format!("`{}` of a standard stream", args.name)),
    }
}

/// What can be read from a stream.
pub(super) fn readable(machine: &mut Machine<'_>, from: Stream) -> Run<Vec<u8>> {
    match from {
        Stream::Input => Ok(Vec::new()),
        Stream::File(open) => machine.read_file(open),
        _ => unsupported("reading from a stream for output"),
    }
}

/// So many bytes have been read from a stream, unless that is not known; and whether the end was met.
pub(super) fn advance(machine: &mut Machine<'_>, from: Stream, count: Option<usize>, at_end: Option<bool>) {
    if let Stream::File(open) = from {
        machine.advance(open, count, at_end);
    }
}

/// Writes to a stream.
pub(super) fn write(machine: &mut Machine<'_>, to: Stream, bytes: &[u8]) -> Run<()> {
    match to {
        Stream::Output => machine.write(bytes),
        Stream::Error => Ok(()),
        Stream::Input => unsupported("writing to the standard input"),
        Stream::File(open) => machine.write_file(open, bytes),
    }
}

/// Writes to the standard output.
pub(super) fn print(machine: &mut Machine<'_>, bytes: &[u8]) -> Run<()> {
    let to = machine.standard(Stream::Output)?;
    write(machine, to, bytes)
}

fn puts(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (_, mut text) = string(machine, args, 0)?;
    text.push(b'\n');
    print(machine, &text)?;
    // Not negative is all that C promises; this is what glibc gives.
    args.give_int(machine, text.len() as i128)
}

fn putchar(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let byte = args.int(machine, 0)? as u8;
    print(machine, &[byte])?;
    args.give_int(machine, byte.into())
}

fn fputs(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (_, text) = string(machine, args, 0)?;
    let to = stream(machine, args, 1)?;
    write(machine, to, &text)?;
    args.give_int(machine, 1)
}

fn fputc(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let byte = args.int(machine, 0)? as u8;
    let to = stream(machine, args, 1)?;
    write(machine, to, &[byte])?;
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
    let to = stream(machine, args, 3)?;
    write(machine, to, &bytes)?;
    args.give_int(machine, count.into())
}

fn fflush(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let all = args.pointer(machine, 0)?.is_null();
    let which = if all { Stream::Output } else { stream(machine, args, 0)? };
    match which {
        Stream::Input => return undefined(Kind::LibraryPrecondition, "`fflush` of an input stream"),
        Stream::File(open) => {
            let stream = machine.opened(open);
            if stream.last == Last::Read || !stream.writes() {
                return undefined(Kind::LibraryPrecondition, "`fflush` of a stream after input");
            }
            stream.last = Last::Nothing;
        }
        Stream::Output | Stream::Error => {
            machine.memory.log.library(Kept::Output);
            machine.library.flushed = machine.output.len();
        }
    }
    args.give_int(machine, 0)
}

fn feof(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let open = file(machine, args, 0)?;
    match machine.opened(open).at_end {
        Some(at_end) => args.give_truth(machine, at_end),
        None => unsupported("whether a function has met the end of a file"),
    }
}

fn get_character(machine: &mut Machine<'_>, args: Args<'_>, from: Stream) -> Run<()> {
    let first = readable(machine, from)?.first().copied();
    advance(machine, from, Some(usize::from(first.is_some())), Some(first.is_none()));
    args.give_int(machine, first.map_or(EOF, i128::from))
}

fn ungetc(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (character, open) = (args.int(machine, 0)? as i32, file(machine, args, 1)?);
    if i128::from(character) == EOF {
        return args.give_int(machine, EOF);
    }
    let byte = character as u8;
    if !machine.push_back(open, byte) {
        return unsupported("a second character that is pushed back");
    }
    args.give_int(machine, byte.into())
}

fn fgets(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, room, from) = (args.pointer(machine, 0)?, args.int(machine, 1)? as i32, stream(machine, args, 2)?);
    let rest = readable(machine, from)?;
    let Some(most) = usize::try_from(room).ok().and_then(|room| room.checked_sub(1)).filter(|&most| most > 0) else {
        return unsupported("`fgets` without room for a character");
    };
    let line = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |end| end + 1).min(most);
    let meets_end = line == rest.len() && line < most && rest.last() != Some(&b'\n');
    advance(machine, from, Some(line), Some(meets_end));
    if line == 0 {
        return args.give_pointer(machine, Pointer::NULL);
    }
    machine.memory.write_bytes(machine.image, to, &[&rest[..line], b"\0"].concat())?;
    args.give_pointer(machine, to)
}

fn fread(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, size, count) = (args.pointer(machine, 0)?, args.int(machine, 1)?, args.int(machine, 2)?);
    let from = stream(machine, args, 3)?;
    let total = usize::try_from(size.saturating_mul(count)).unwrap_or(usize::MAX);
    if total == 0 {
        return args.give_int(machine, 0);
    }
    let rest = readable(machine, from)?;
    let bytes = &rest[..total.min(rest.len())];
    if !bytes.is_empty() {
        machine.memory.write_bytes(machine.image, to, bytes)?;
    }
    advance(machine, from, Some(bytes.len()), Some(bytes.len() < total));
    args.give_int(machine, (bytes.len() as u64 / size).into())
}

/// `fseek`: in a text stream only to its ends and to where it is (C11 7.21.9.2p4); what `ftell` gave is not told apart.
fn fseek(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (open, distance, from) = (file(machine, args, 0)?, args.int(machine, 1)? as i64, args.int(machine, 2)?);
    let start = match from {
        0 => Some(0),
        1 => machine.tell(open),
        2 => Some(machine.file_length(open)),
        _ => None,
    };
    let to = start.and_then(|start| usize::try_from(i64::try_from(start).ok()?.checked_add(distance)?).ok());
    match to {
        Some(to) if distance == 0 || machine.is_binary(open) => machine.seek(open, to),
        _ => return unsupported("`fseek` to such a place"),
    }
    args.give_int(machine, 0)
}

fn ftell(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let open = file(machine, args, 0)?;
    match machine.tell(open) {
        Some(at) => args.give_int(machine, at as i128),
        None => unsupported("a place in a file that is not known"),
    }
}
