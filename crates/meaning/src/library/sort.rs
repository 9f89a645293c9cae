//! `qsort` and `bsearch`, with the comparison function of the program under watch.
//!
//! The comparison must be consistent, and must not change the array (C11 7.22.5p3, p4). Each pair that is compared is
//! compared the other way round, too, and must then have the opposite answer. Which elements a library compares, how often
//! and in which order, is not specified, and elements that compare equal may end in any order: another run that does it
//! otherwise tells whether the program depends on that. A comparison may also be left by a jump, and `qsort` with it.

use std::cmp::Ordering;

use kiln_lang::types::{Quals, Ty};

use super::Args;
use super::memory::check_valid;
use super::table::Row;
use crate::image::Callable;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::outcome::{Reason, Run, undefined};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[("qsort", qsort), ("bsearch", bsearch)];

/// What calls comparison functions.
pub(crate) const COMPARISON: &str = "a comparison";

/// An array and the function that compares its elements.
#[derive(Clone, Copy)]
struct Array {
    base: Pointer,
    count: usize,
    size: usize,
    compare: Pointer,
}

impl Array {
    fn at(self, index: usize) -> Pointer {
        self.base.moved((index * self.size) as i64)
    }
}

fn array(machine: &mut Machine<'_>, args: Args<'_>, first: usize) -> Run<Option<Array>> {
    let base = args.pointer(machine, first)?;
    let (count, size) = (args.int(machine, first + 1)?, args.int(machine, first + 2)?);
    let compare = args.pointer(machine, first + 3)?;
    let total = count.saturating_mul(size);
    check_valid(machine, base, total, args.name)?;
    if count == 0 || size == 0 {
        return Ok(None);
    }
    if machine.memory.locate(base, total, 1).is_none() {
        return Err(machine.memory.explain(machine.image, base, total, 1, false));
    }
    check_comparison(machine, compare)?;
    Ok(Some(Array { base, count: count as usize, size: size as usize, compare }))
}

/// The function must have the type `int (const void *, const void *)`: that is how it is called.
fn check_comparison(machine: &Machine<'_>, compare: Pointer) -> Run<()> {
    let slot = machine.called(compare)?;
    let Callable::Code(function) = machine.image.callables[machine.memory.alloc(slot).info as usize] else {
        return Ok(());
    };
    let types = &machine.image.program.tables.types;
    let definition = &machine.image.functions[function as usize];
    let fits = types.as_function(definition.ty).is_some_and(|ty| {
        let params = || definition.code.params.iter().map(|param| param.ty);
        let generic =
            |param: Ty| types.pointee(param).is_some_and(|to| types.is_void(to) && types.quals(to) == Quals::CONST);
        types.as_integer(ty.result) == types.as_integer(Ty::INT) && params().count() == 2 && params().all(generic)
    });
    if fits {
        return Ok(());
    }
    undefined(Kind::CallType, format!("`{}` is not a comparison function by its type", definition.name))
}

/// The bytes of an element, whether they have values or not.
fn snapshot(machine: &mut Machine<'_>, at: Pointer, size: usize) -> Run<Vec<u8>> {
    match machine.memory.reach(machine.image, at, size as u64, 1) {
        Some(offset) => Ok(machine.memory.raw_mut(offset, size).to_vec()),
        None => Err(machine.memory.explain(machine.image, at, size as u64, 1, false)),
    }
}

fn ask(machine: &mut Machine<'_>, array: Array, a: Pointer, b: Pointer) -> Run<Ordering> {
    Ok((machine.call_back(array.compare, &[a, b], COMPARISON)? as i32).cmp(&0))
}

/// Compares two elements: both ways, or once.
fn compare(machine: &mut Machine<'_>, array: Array, i: usize, j: usize) -> Run<Ordering> {
    let (a, b) = (array.at(i), array.at(j));
    let before = [snapshot(machine, a, array.size)?, snapshot(machine, b, array.size)?];
    let opposite = ask(machine, array, b, a)?;
    let order = if machine.choice() == 0 { ask(machine, array, a, b)? } else { opposite.reverse() };
    let after = [snapshot(machine, a, array.size)?, snapshot(machine, b, array.size)?];
    if before != after {
        return undefined(Kind::LibraryPrecondition, "the comparison function of `qsort` changes the array");
    }
    if order != opposite.reverse() {
        let words = format!("the comparison function of `qsort` is inconsistent for the elements {i} and {j}");
        return undefined(Kind::LibraryPrecondition, words);
    }
    if order.is_eq() && before[0] != before[1] {
        return Ok(if machine.choice() == 0 { Ordering::Less } else { Ordering::Greater });
    }
    Ok(order)
}

/// A merge sort of indices. The elements stay where they are until all is known.
fn merge_sort(machine: &mut Machine<'_>, array: Array, indices: Vec<usize>) -> Run<Vec<usize>> {
    if indices.len() < 2 {
        return Ok(indices);
    }
    let right = indices[indices.len() / 2..].to_vec();
    let left = indices[..indices.len() / 2].to_vec();
    let (left, right) = (merge_sort(machine, array, left)?, merge_sort(machine, array, right)?);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if compare(machine, array, left[i], right[j])?.is_le() {
            merged.push(left[i]);
            i += 1;
        } else {
            merged.push(right[j]);
            j += 1;
        }
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    Ok(merged)
}

fn qsort(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let Some(array) = array(machine, args, 0)? else { return Ok(()) };
    if array.count > 1 {
        machine.memory.touched.value = true;
    }
    let order = match merge_sort(machine, array, (0..array.count).collect()) {
        // Who leaves by a jump finds the elements in any order: as they were, or the other way round.
        Err(stop) if matches!(*stop, Reason::Jump(_)) && machine.choice() != 0 => {
            arrange(machine, array, &(0..array.count).rev().collect::<Vec<_>>())?;
            return Err(stop);
        }
        order => order?,
    };
    arrange(machine, array, &order)
}

/// Puts the elements into the order in which they are named.
fn arrange(machine: &mut Machine<'_>, array: Array, order: &[usize]) -> Run<()> {
    if order.iter().enumerate().all(|(index, &from)| index == from) {
        return Ok(());
    }
    let size = array.size as u64;
    let total = array.count as u64 * size;
    let sorted = machine.memory.allocate(total, 16, false)?;
    for (index, &from) in order.iter().enumerate() {
        let to = sorted.moved((index * array.size) as i64);
        machine.memory.copy(machine.image, to, array.at(from), size, false)?;
    }
    machine.memory.copy(machine.image, array.base, sorted, total, false)?;
    machine.memory.free(machine.image, sorted)
}

/// Up to this many elements the whole array is looked at, to see whether it is in order.
const SCANNED: usize = 256;

fn bsearch(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let key = args.pointer(machine, 0)?;
    let Some(array) = array(machine, args, 1)? else { return args.give_pointer(machine, Pointer::NULL) };
    machine.memory.touched.value = true;
    let is_scanned = array.count <= SCANNED && machine.choice() == 0;
    let found = if is_scanned { scan(machine, array, key)? } else { bisect(machine, array, key)? };
    args.give_pointer(machine, found.map_or(Pointer::NULL, |index| array.at(index)))
}

/// Compares the key with all elements: those that are less come first, then those that match (C11 7.22.5.1p3).
fn scan(machine: &mut Machine<'_>, array: Array, key: Pointer) -> Run<Option<usize>> {
    let mut orders = Vec::with_capacity(array.count);
    for index in 0..array.count {
        orders.push(ask(machine, array, key, array.at(index))?);
    }
    if orders.windows(2).any(|pair| pair[0] < pair[1]) {
        return undefined(Kind::LibraryPrecondition, "the array that `bsearch` searches is not in order");
    }
    Ok(orders.iter().position(|order| order.is_eq()))
}

fn bisect(machine: &mut Machine<'_>, array: Array, key: Pointer) -> Run<Option<usize>> {
    let (mut low, mut high) = (0, array.count);
    while low < high {
        let middle = usize::midpoint(low, high);
        match ask(machine, array, key, array.at(middle))? {
            Ordering::Less => high = middle,
            Ordering::Greater => low = middle + 1,
            Ordering::Equal => return Ok(Some(middle)),
        }
    }
    Ok(None)
}
