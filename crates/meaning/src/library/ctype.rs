//! `<ctype.h>` in the "C" locale.

use super::Args;
use super::pure::ctype;
use super::table::Row;
use crate::machine::Machine;
use crate::outcome::{Run, undefined};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit", is_class),
    ("toupper", |machine, args| to_case(machine, args, ctype::to_upper)),
    ("tolower", |machine, args| to_case(machine, args, ctype::to_lower)),
    ("isascii", |machine, args| {
        let c = character(machine, args)?;
        args.give_int(machine, (0..128).contains(&c).into())
    }),
    ("toascii", |machine, args| {
        let c = character(machine, args)?;
        args.give_int(machine, (c & 127).into())
    }),
];

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
