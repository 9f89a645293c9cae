//! `<ctype.h>` in the "C" locale.

use super::Args;
use super::pure::ctype;
use super::table::Row;
use crate::machine::Machine;
use crate::memory::access::Access;
use crate::outcome::{Run, undefined};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit", is_class),
    ("toupper", |machine, args| to_case(machine, args, ctype::to_upper)),
    ("tolower", |machine, args| to_case(machine, args, ctype::to_lower)),
    ("__ctype_b_loc", |machine, args| table(machine, args, Table::Classes)),
    ("__ctype_tolower_loc", |machine, args| table(machine, args, Table::Lower)),
    ("__ctype_toupper_loc", |machine, args| table(machine, args, Table::Upper)),
    ("isascii", |machine, args| {
        let c = character(machine, args)?;
        args.give_int(machine, (0..128).contains(&c).into())
    }),
    ("toascii", |machine, args| {
        let c = character(machine, args)?;
        args.give_int(machine, (c & 127).into())
    }),
];

/// The classes with their bits in the table that glibc's macros look into.
const BITS: &[(&str, u16)] = &[
    ("isupper", 0x100),
    ("islower", 0x200),
    ("isalpha", 0x400),
    ("isdigit", 0x800),
    ("isxdigit", 0x1000),
    ("isspace", 0x2000),
    ("isprint", 0x4000),
    ("isgraph", 0x8000),
    ("isblank", 1),
    ("iscntrl", 2),
    ("ispunct", 4),
    ("isalnum", 8),
];

fn class_bits(c: i32) -> u16 {
    let holds = |name: &str| ctype::class_of(name).and_then(|class| ctype::is(class, c)) == Some(true);
    BITS.iter().filter(|(name, _)| holds(name)).fold(0, |bits, (_, bit)| bits | bit)
}

/// The table for `EOF` and the values of `unsigned char`: a pointer to a pointer to its second element. glibc's has more
/// elements, which no program may ask for (C11 7.4p1).
fn table(machine: &mut Machine<'_>, args: Args<'_>, which: Table) -> Run<()> {
    if let Some(&place) = machine.library.tables.get(&which) {
        return args.give_pointer(machine, place);
    }
    let elements = -1..=255i32;
    let bytes: Vec<u8> = match which {
        Table::Classes => elements.flat_map(|c| class_bits(c).to_le_bytes()).collect(),
        Table::Lower => elements.flat_map(|c| ctype::to_lower(c).unwrap_or(c).to_le_bytes()).collect(),
        Table::Upper => elements.flat_map(|c| ctype::to_upper(c).unwrap_or(c).to_le_bytes()).collect(),
    };
    let table = machine.memory.allocate(bytes.len() as u64, 16, false)?;
    machine.memory.write_bytes(machine.image, table, &bytes)?;
    let word = u64::from(machine.image.program.options.target.pointer.size);
    let place = machine.memory.allocate(word, 16, false)?;
    let access = Access { size: word as u8, ..Access::BYTE };
    machine.memory.store_pointer(machine.image, place, &access, table.moved(bytes.len() as i64 / 257))?;
    machine.library.tables.insert(which, place);
    args.give_pointer(machine, place)
}

/// The tables of glibc.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Table {
    Classes,
    Lower,
    Upper,
}

fn character(machine: &Machine<'_>, args: Args<'_>) -> Run<i32> {
    Ok(args.int(machine, 0)? as i32)
}

fn out_of_range<T>(args: Args<'_>, c: i32) -> Run<T> {
    undefined(Kind::LibraryPrecondition, format!("`{}` of {c}, which is neither EOF nor an unsigned char", args.name))
}

fn is_class(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let c = character(machine, args)?;
    let Some(class) = ctype::class_of(args.name) else { return args.wrong(0) };
    match ctype::is(class, c) {
        Some(is) => args.give_truth(machine, is),
        None => out_of_range(args, c),
    }
}

fn to_case(machine: &mut Machine<'_>, args: Args<'_>, convert: fn(i32) -> Option<i32>) -> Run<()> {
    let c = character(machine, args)?;
    match convert(c) {
        Some(c) => args.give_int(machine, c.into()),
        None => out_of_range(args, c),
    }
}
