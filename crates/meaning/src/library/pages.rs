//! Pages of memory: `mmap` and its kin, as far as they give and take away memory that nobody else sees.
//!
//! A mapping is an object without a declared type, as `malloc` gives it, of whole pages that are zero. Pages that are taken
//! away, or that no access is allowed to, stay part of their object; an access to one is `out-of-bounds`.

use super::Args;
use super::table::Row;
use crate::machine::Machine;
use crate::memory::{Pointer, Sort, align_up};
use crate::outcome::{Run, unsupported};

pub(super) const ROWS: &[Row] = &[
    ("getpagesize", |machine, args| {
        let size = page_size(machine, args)?;
        args.give_int(machine, size.into())
    }),
    ("sysconf", sysconf),
    ("mmap", mmap),
    ("munmap", |machine, args| {
        let (pointer, bytes) = pages(machine, args)?;
        machine.memory.take_away(pointer, bytes);
        args.give_int(machine, 0)
    }),
    ("mprotect", mprotect),
];

/// The numbers of Linux.
const SC_PAGESIZE: u64 = 30;
const PROT_NONE: u64 = 0;
const PROT_READ_WRITE: u64 = 3;
const MAP_PRIVATE: u64 = 2;
const MAP_ANONYMOUS: u64 = 0x20;

/// Bytes of a page, where that is certain.
fn page_size(machine: &Machine<'_>, args: Args<'_>) -> Run<u64> {
    match machine.image.program.options.target.name {
        "x86_64" | "i386" => Ok(4096),
        _ => unsupported(format!("`{}` for this target", args.name)),
    }
}

fn sysconf(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    if args.int(machine, 0)? != SC_PAGESIZE {
        return unsupported("`sysconf` of something else than the size of a page");
    }
    let size = page_size(machine, args)?;
    args.give_int(machine, size.into())
}

/// Memory of its own for the process. Where it is, the system decides: an address that is asked for is a hint.
fn mmap(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let page = page_size(machine, args)?;
    let (size, access, flags) = (args.int(machine, 1)?, args.int(machine, 2)?, args.int(machine, 3)?);
    let is_modelled = !machine.is_out_of_memory()
        && flags == MAP_PRIVATE | MAP_ANONYMOUS
        && matches!(access, PROT_NONE | PROT_READ_WRITE);
    if !is_modelled || size == 0 || size > 1 << 40 {
        return unsupported("`mmap` of something else than memory for the process alone");
    }
    let size = align_up(size, page);
    let pointer = machine.memory.allocate(size, page, true)?;
    if access == PROT_NONE {
        machine.memory.take_away(pointer, size);
    }
    args.give_pointer(machine, pointer)
}

/// Whole pages of one object.
fn pages(machine: &Machine<'_>, args: Args<'_>) -> Run<(Pointer, u64)> {
    let page = page_size(machine, args)?;
    let (pointer, size) = (args.pointer(machine, 0)?, align_up(args.int(machine, 1)?.min(1 << 40), page));
    let is_own = pointer.has_object()
        && matches!(machine.memory.alloc(pointer.prov.slot()).sort, Sort::Heap | Sort::Auto | Sort::Static)
        && machine.memory.locate(pointer, size, page).is_some();
    if is_own && size > 0 { Ok((pointer, size)) } else { unsupported(format!("`{}` of other memory", args.name)) }
}

fn mprotect(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (pointer, size) = pages(machine, args)?;
    match args.int(machine, 2)? {
        PROT_NONE => machine.memory.take_away(pointer, size),
        PROT_READ_WRITE => machine.memory.give_back(pointer, size),
        _ => return unsupported("`mprotect` with other rights than all and none"),
    }
    args.give_int(machine, 0)
}
