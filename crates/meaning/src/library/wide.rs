//! Wide strings.

use std::cmp::Ordering;

use kiln_lang::types::Ty;
use kiln_lang::value::IntShape;

use super::Args;
use super::string::not_null;
use super::table::Row;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::outcome::{Run, unsupported};

pub(super) const ROWS: &[Row] = &[
    ("wcslen", |machine, args| {
        let (_, text) = string(machine, args, 0)?;
        args.give_int(machine, text.len() as i128)
    }),
    ("wcscpy", |machine, args| {
        let to = not_null(machine, args, 0)?;
        put(machine, args, to, 1)?;
        args.give_pointer(machine, to)
    }),
    ("wcscat", |machine, args| {
        let (to, old) = string(machine, args, 0)?;
        let step = machine.wide_size()?;
        put(machine, args, to.moved(old.len() as i64 * step), 1)?;
        args.give_pointer(machine, to)
    }),
    ("wcscmp", |machine, args| compare(machine, args, u64::MAX)),
    ("wcsncmp", |machine, args| {
        let max = args.int(machine, 2)?;
        compare(machine, args, max)
    }),
    ("wcschr", wcschr),
    ("wmemcpy", |machine, args| copy(machine, args, false)),
    ("wmemmove", |machine, args| copy(machine, args, true)),
    ("wmemset", wmemset),
];

impl Machine<'_> {
    /// The system's `wchar_t`, which the functions of the library take whatever `-fshort-wchar` makes of it.
    pub(super) fn wide_type(&self) -> Run<Ty> {
        let ty = Ty::basic(self.image.program.options.target.wchar_type);
        if self.size_of(ty) == 4 {
            Ok(ty)
        } else {
            unsupported("wide characters of two bytes in a call of the library")
        }
    }

    fn wide_size(&self) -> Run<i64> {
        Ok(self.size_of(self.wide_type()?) as i64)
    }

    /// The wide string at a pointer, without its end, at most `max` characters of it.
    pub(super) fn read_wide_string(&mut self, at: Pointer, max: u64) -> Run<Vec<u32>> {
        let (ty, step) = (self.wide_type()?, self.wide_size()?);
        let mut text = Vec::new();
        let mut at = at;
        while (text.len() as u64) < max {
            let unit = self.load_integer(at, ty)?.0.as_u64() as u32;
            if unit == 0 {
                break;
            }
            text.push(unit);
            at = at.moved(step);
        }
        Ok(text)
    }
}

fn string(machine: &mut Machine<'_>, args: Args<'_>, index: usize) -> Run<(Pointer, Vec<u32>)> {
    let pointer = not_null(machine, args, index)?;
    let text = machine.read_wide_string(pointer, u64::MAX)?;
    Ok((pointer, text))
}

/// Writes the wide string of an argument to a place it must not overlap.
fn put(machine: &mut Machine<'_>, args: Args<'_>, to: Pointer, from: usize) -> Run<()> {
    let (from, mut text) = string(machine, args, from)?;
    text.push(0);
    let (ty, step) = (machine.wide_type()?, machine.wide_size()?);
    if to.prov.same_object(from.prov) {
        machine.memory.check_overlap(to, from, text.len() as u64 * step as u64, false)?;
    }
    for (index, &unit) in text.iter().enumerate() {
        machine.store_number(to.moved(index as i64 * step), ty, unit.into())?;
    }
    Ok(())
}

/// Compares as `wchar_t` compares, which has a sign on some targets.
fn compare(machine: &mut Machine<'_>, args: Args<'_>, max: u64) -> Run<()> {
    let (mut a, mut b) = (not_null(machine, args, 0)?, not_null(machine, args, 1)?);
    let (ty, step) = (machine.wide_type()?, machine.wide_size()?);
    let shape = machine.int_shape(ty).unwrap_or(IntShape::signed(32));
    for _ in 0..max {
        let (x, y) = (machine.load_integer(a, ty)?.0, machine.load_integer(b, ty)?.0);
        let order = shape.compare(x, y);
        if order.is_ne() || x.is_zero() {
            return args.give_sign(machine, order);
        }
        (a, b) = (a.moved(step), b.moved(step));
    }
    args.give_sign(machine, Ordering::Equal)
}

fn wcschr(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let wanted = args.int(machine, 1)? as u32;
    let (start, mut text) = string(machine, args, 0)?;
    text.push(0);
    let step = machine.wide_size()?;
    let found = text.iter().position(|&unit| unit == wanted);
    args.give_pointer(machine, found.map_or(Pointer::NULL, |index| start.moved(index as i64 * step)))
}

fn copy(machine: &mut Machine<'_>, args: Args<'_>, may_overlap: bool) -> Run<()> {
    let (to, from) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?);
    let size = args.int(machine, 2)?.saturating_mul(machine.wide_size()? as u64);
    if size > 0 {
        if !may_overlap && to.prov.same_object(from.prov) {
            machine.memory.check_overlap(to, from, size, false)?;
        }
        machine.memory.copy(machine.image, to, from, size, false)?;
    }
    args.give_pointer(machine, to)
}

fn wmemset(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (to, unit, count) = (args.pointer(machine, 0)?, args.int(machine, 1)?, args.int(machine, 2)?);
    let (ty, step) = (machine.wide_type()?, machine.wide_size()?);
    let total = count.saturating_mul(step as u64);
    if count > 0 && machine.memory.locate(to, total, 1).is_none() {
        return Err(machine.memory.explain(machine.image, to, total, 1, true));
    }
    for index in 0..count as i64 {
        machine.store_number(to.moved(index * step), ty, unit.into())?;
    }
    args.give_pointer(machine, to)
}
