//! Files, which are nobody else's: what the program writes it can read again, and when it ends they are gone.
//!
//! A file is made by opening it for writing, under a name of the current directory or one that `tmpnam` gave. What the world
//! has under other names is not known, and asking for it is unsupported. A stream is an object that ends when it is closed
//! (C11 7.21.3p4), so that using it afterwards is found like any other use of freed memory. Standard streams can be closed
//! and opened again as well. Failures of the device are left out: [`Choice::Files`].
//!
//! [`access`] reads and writes; [`super::stdio`] has the functions that do so.

mod access;

use std::collections::BTreeMap;

use super::Args;
use super::stdio::{Stream, stream};
use super::string::{not_null, string};
use super::table::Row;
use crate::choice::Choice;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::outcome::{Run, undefined, unsupported};
use crate::sequence::Kept;
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("fopen fopen64", fopen),
    ("freopen freopen64", freopen),
    ("fclose", fclose),
    ("tmpfile tmpfile64", tmpfile),
    ("tmpnam", tmpnam),
    ("remove unlink", remove),
];

const ENOENT: i32 = 2;

/// The files that are known, and the streams that were opened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    contents: Vec<Vec<u8>>,
    /// What is known of names: a file, or that there is none.
    named: BTreeMap<Vec<u8>, Option<usize>>,
    open: Vec<Open>,
    /// The streams by the addresses of their objects.
    streams: BTreeMap<u64, usize>,
    /// What became of the standard streams, in the order of [`Stream`].
    standard: [Standard; 3],
    /// How many names `tmpnam` has made, and where it puts them.
    n_names: u64,
    name: Option<Pointer>,
}

/// What became of a standard stream.
#[derive(Clone, Copy, Debug, Default)]
enum Standard {
    #[default]
    Usual,
    Closed,
    /// It is a stream on a file.
    File(usize),
}

/// What was done last, as far as it decides what may be done next (C11 7.21.5.3p7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Last {
    Nothing,
    Read,
    Written,
}

/// A stream on a file.
#[derive(Clone, Debug)]
pub(super) struct Open {
    content: usize,
    mode: Mode,
    /// Where it reads and writes next, unless that is not known.
    at: Option<usize>,
    pub(super) last: Last,
    /// Whether the end was met, unless that is not known.
    pub(super) at_end: Option<bool>,
    /// A character that was pushed back.
    pushed: Option<u8>,
    is_closed: bool,
}

/// What a mode asks for (C11 7.21.5.3p3).
#[derive(Clone, Copy, Debug)]
struct Mode {
    kind: u8,
    updates: bool,
    binary: bool,
    exclusive: bool,
}

impl Mode {
    fn parse(text: &[u8]) -> Run<Mode> {
        let (&kind, rest) = text.split_first().unwrap_or((&0, &[]));
        let has = |letter| rest.contains(&letter);
        let mut sorted = rest.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let is_known = rest.iter().all(|letter| b"+bx".contains(letter)) && sorted.len() == rest.len();
        // `x` stands last, and what is opened for reading is not made.
        let has_order = !has(b'x') || kind == b'w' && rest.last() == Some(&b'x');
        if matches!(kind, b'r' | b'w' | b'a') && is_known && has_order {
            return Ok(Mode { kind, updates: has(b'+'), binary: has(b'b'), exclusive: has(b'x') });
        }
        let shown = String::from_utf8_lossy(text).into_owned();
        if rest.iter().any(|letter| b"cem,".contains(letter)) {
            return unsupported(format!("the mode `{shown}` of a file"));
        }
        undefined(Kind::LibraryPrecondition, format!("a file is opened with the mode `{shown}`"))
    }

    fn reads(self) -> bool {
        self.kind == b'r' || self.updates
    }

    fn writes(self) -> bool {
        self.kind != b'r' || self.updates
    }
}

impl Open {
    /// Whether it is for output.
    pub(super) fn writes(&self) -> bool {
        self.mode.writes()
    }
}

impl Files {
    /// Whether this is the object of a stream.
    pub(super) fn is_stream(&self, pointer: Pointer) -> bool {
        self.streams.contains_key(&pointer.addr)
    }

    fn is_open(&self, content: usize) -> bool {
        self.open.iter().any(|open| open.content == content && !open.is_closed)
    }

    fn begin(&mut self, content: usize, mode: Mode) -> usize {
        let (at, last) = (Some(0), Last::Nothing);
        self.open.push(Open { content, mode, at, last, at_end: Some(false), pushed: None, is_closed: false });
        self.open.len() - 1
    }

    fn make(&mut self) -> usize {
        self.contents.push(Vec::new());
        self.contents.len() - 1
    }

    /// A stream on the file of a name; none if there is no such file.
    fn open(&mut self, name: &[u8], mode: Mode) -> Run<Option<usize>> {
        let known = self.named.get(name).copied();
        let content = match (known, mode.kind) {
            (Some(None), b'r') => return Ok(None),
            (Some(Some(_)), b'w') if mode.exclusive => return unsupported("`fopen` of a file that must not be there"),
            (Some(Some(content)), _) if self.is_open(content) => return unsupported("a file that is opened twice"),
            (Some(Some(content)), b'w') => {
                self.contents[content].clear();
                content
            }
            (Some(Some(content)), _) => content,
            (Some(None), _) => self.make(),
            (None, b'w') if is_plain(name) && !mode.exclusive => self.make(),
            (None, _) => return unsupported("a file that the program has not made"),
        };
        self.named.insert(name.to_vec(), Some(content));
        Ok(Some(self.begin(content, mode)))
    }
}

/// Whether a name is one of the current directory.
fn is_plain(name: &[u8]) -> bool {
    !name.is_empty() && !name.contains(&b'/') && name != b"." && name != b".."
}

/// The files, about to be used.
fn files<'m>(machine: &'m mut Machine<'_>) -> &'m mut Files {
    machine.memory.log.library(Kept::Output);
    machine.memory.touched.choices.insert(Choice::Files);
    &mut machine.library.files
}

impl Machine<'_> {
    /// What a standard stream is now.
    pub(super) fn standard(&self, usual: Stream) -> Run<Stream> {
        match self.library.files.standard.get(usual.number()) {
            Some(Standard::Closed) => undefined(Kind::LibraryPrecondition, "a stream is used after it was closed"),
            Some(&Standard::File(open)) => Ok(Stream::File(open)),
            _ => Ok(usual),
        }
    }

    /// The stream that an object stands for.
    pub(super) fn stream_of(&self, pointer: Pointer) -> Run<Stream> {
        if pointer.has_object() && !self.memory.is_live(pointer.prov) {
            let (kind, words) = self.memory.dead_kind(pointer);
            return Err(self.memory.fault(self.image, kind, words, pointer));
        }
        match self.library.files.streams.get(&pointer.addr) {
            Some(&open) => Ok(Stream::File(open)),
            None => unsupported("a stream that no function has opened"),
        }
    }

    /// Closes a stream.
    fn close(&mut self, stream: Stream) {
        if stream == Stream::Output {
            self.library.flushed = self.output.len();
        }
        if let Stream::File(open) = stream {
            self.opened(open).is_closed = true;
        }
    }

    /// A new object for a stream.
    fn stream_object(&mut self, open: usize) -> Run<Pointer> {
        const FILE_BYTES: u64 = 216;
        let object = self.memory.allocate(FILE_BYTES, 16, false)?;
        self.library.files.streams.insert(object.addr, open);
        Ok(object)
    }
}

/// What a call opens, by its arguments for the name and the mode.
fn open(machine: &mut Machine<'_>, args: Args<'_>) -> Run<Option<usize>> {
    if args.pointer(machine, 0)?.is_null() {
        return unsupported(format!("`{}` without a name", args.name));
    }
    let ((_, name), (_, mode)) = (string(machine, args, 0)?, string(machine, args, 1)?);
    let mode = Mode::parse(&mode)?;
    let opened = files(machine).open(&name, mode)?;
    if opened.is_none() {
        machine.set_errno(ENOENT)?;
    }
    Ok(opened)
}

fn fopen(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let pointer = match open(machine, args)? {
        Some(open) => machine.stream_object(open)?,
        None => Pointer::NULL,
    };
    args.give_pointer(machine, pointer)
}

fn freopen(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let pointer = not_null(machine, args, 2)?;
    let old = stream(machine, args, 2)?;
    machine.close(old);
    let (opened, number) = (open(machine, args)?, standard_number(machine, pointer));
    let files = &mut machine.library.files;
    match (opened, number) {
        (Some(open), Some(number)) => files.standard[number] = Standard::File(open),
        (None, Some(number)) => files.standard[number] = Standard::Closed,
        (Some(open), None) => drop(files.streams.insert(pointer.addr, open)),
        (None, None) => return unsupported("`freopen` of a file that is not there"),
    }
    args.give_pointer(machine, if opened.is_some() { pointer } else { Pointer::NULL })
}

/// Which standard stream a pointer leads to.
fn standard_number(machine: &Machine<'_>, pointer: Pointer) -> Option<usize> {
    super::stdio::usual(machine, pointer).map(Stream::number)
}

fn fclose(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let pointer = not_null(machine, args, 0)?;
    let stream = stream(machine, args, 0)?;
    machine.memory.log.library(Kept::Output);
    machine.close(stream);
    match standard_number(machine, pointer) {
        Some(number) => machine.library.files.standard[number] = Standard::Closed,
        None => {
            machine.library.files.streams.remove(&pointer.addr);
            machine.memory.free(machine.image, pointer)?;
        }
    }
    args.give_int(machine, 0)
}

fn tmpfile(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let mode = Mode { kind: b'w', updates: true, binary: true, exclusive: false };
    let files = files(machine);
    let content = files.make();
    let open = files.begin(content, mode);
    let object = machine.stream_object(open)?;
    args.give_pointer(machine, object)
}

/// A name that no file has: which one, the library chooses.
fn tmpnam(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    const L_TMPNAM: u64 = 20;
    machine.memory.touched.value = true;
    let choice = machine.choice() as u64;
    let files = files(machine);
    files.n_names += 1;
    let name = format!("/tmp/file{}{:05}", if choice == 0 { 'a' } else { 'Z' }, files.n_names % 100_000).into_bytes();
    files.named.insert(name.clone(), None);
    let mut to = args.pointer(machine, 0)?;
    if to.is_null() {
        to = match machine.library.files.name {
            Some(name) => name,
            None => machine.memory.allocate(L_TMPNAM, 16, true)?,
        };
        machine.library.files.name = Some(to);
    }
    machine.memory.write_bytes(machine.image, to, &[&name[..], b"\0"].concat())?;
    args.give_pointer(machine, to)
}

fn remove(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (_, name) = string(machine, args, 0)?;
    let files = files(machine);
    match files.named.get(&name).copied() {
        Some(Some(content)) if files.is_open(content) => unsupported("a file that is removed while it is open"),
        Some(Some(_)) => {
            files.named.insert(name, None);
            args.give_int(machine, 0)
        }
        Some(None) => {
            machine.set_errno(ENOENT)?;
            args.give_int(machine, -1)
        }
        None => unsupported("a file that the program has not made"),
    }
}
