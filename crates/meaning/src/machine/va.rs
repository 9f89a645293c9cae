//! Variable arguments (C11 7.16).
//!
//! A `va_list` in memory is a number; what it stands for is an entry of a stack, which is taken away when the list ends or
//! the call returns that started it.

use kiln_lang::types::Ty;

use super::{Machine, Window, get_pointer};
use crate::code::VaArgRule;
use crate::lower::Class;
use crate::memory::Pointer;
use crate::outcome::{Run, undefined};
use crate::settings::Dialect;
use crate::undefined::Kind;

/// An argument beyond the parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VarArg {
    pub(crate) ty: Ty,
    pub(crate) value: [u64; 3],
}

/// What a `va_list` stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VaList {
    /// A number that no other list has.
    id: u32,
    /// The call whose arguments it walks.
    frame: u64,
    /// The call that started or copied it, which has to end it.
    starter: u64,
    /// Where the list is.
    place: u64,
    /// The next argument.
    next: u32,
    /// Behind the last.
    end: u32,
    /// The last call that used `va_arg` on a list it was passed. In its callers the list is indeterminate from then on.
    taken_by: Option<u64>,
}

/// The library as a user of a list: a call that is never active when the program looks.
const LIBRARY: u64 = u64::MAX;

/// What the number of a list is mixed with, so that few other bytes look like one.
fn magic(size: u8) -> u64 {
    match size {
        8 => 0x6b69_6c6e_0000_0000,
        4 => 0x6b69_0000,
        _ => 0,
    }
}

impl Machine<'_> {
    fn write_list(&mut self, p: Pointer, id: u32) -> Run<()> {
        let size = self.image.program.options.target.pointer.size;
        let value = magic(size) ^ u64::from(id);
        self.memory.write_bytes(self.image, p, &value.to_le_bytes()[..usize::from(size.min(8))])
    }

    /// The number of the list at a pointer, which need not be a list.
    fn number_at(&mut self, p: Pointer) -> Run<Option<u32>> {
        let size = self.image.program.options.target.pointer.size;
        let Some(at) = self.memory.reach(self.image, p, size.into(), 1) else {
            return Err(self.memory.explain(self.image, p, size.into(), 1, false));
        };
        let size = usize::from(size.min(8));
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(self.memory.raw_mut(at, size));
        Ok(u32::try_from(u64::from_le_bytes(bytes) ^ magic(size as u8)).ok())
    }

    /// The index of a list by its number.
    fn find_list(&self, id: Option<u32>) -> Run<usize> {
        match self.va_lists.iter().rposition(|list| Some(list.id) == id) {
            Some(index) => Ok(index),
            None => {
                undefined(Kind::CallArguments, "a va_list that was not started by va_start or va_copy, or has ended")
            }
        }
    }

    /// The index of the list at a pointer.
    fn read_list(&mut self, p: Pointer) -> Run<usize> {
        let id = self.number_at(p)?;
        self.find_list(id)
    }

    fn current(&self) -> u64 {
        self.frames.last().map_or(0, |frame| frame.serial)
    }

    fn begin_list(&mut self, p: Pointer, list: VaList) -> Run<()> {
        self.next_va_list = self.next_va_list.wrapping_add(1);
        let id = self.next_va_list;
        self.va_lists.push(VaList { id, starter: self.current(), place: p.addr, ..list });
        self.write_list(p, id)
    }

    /// A list that is started must not be open already (C11 7.16.1.4p3, 7.16.1.2p3).
    fn check_closed(&mut self, p: Pointer) -> Run<()> {
        let (id, current) = (self.number_at(p)?, self.current());
        let is_open = |list: &VaList| Some(list.id) == id && list.place == p.addr && list.starter == current;
        if self.va_lists.iter().any(is_open) {
            return undefined(Kind::CallArguments, "a va_list is started again without va_end in between");
        }
        Ok(())
    }

    pub(super) fn va_start(&mut self, p: Pointer) -> Run<()> {
        self.check_closed(p)?;
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (frame, next, end) = (frame.serial, frame.varargs, self.varargs.len() as u32);
        self.begin_list(p, VaList { id: 0, frame, starter: 0, place: 0, next, end, taken_by: None })
    }

    pub(super) fn va_end(&mut self, p: Pointer) -> Run<()> {
        let index = self.read_list(p)?;
        self.va_lists.remove(index);
        Ok(())
    }

    pub(super) fn va_copy(&mut self, to: Pointer, from: Pointer) -> Run<()> {
        self.check_closed(to)?;
        let index = self.read_list(from)?;
        self.check_taken(index)?;
        let list = VaList { taken_by: None, ..self.va_lists[index] };
        self.begin_list(to, list)
    }

    /// A function that returns must have ended its lists (C11 7.16.1.3p2). GCC's own `va_end` does nothing.
    pub(super) fn check_lists_ended(&self) -> Run<()> {
        if self.settings.dialect == Dialect::Gnu {
            return Ok(());
        }
        let current = self.current();
        if self.va_lists.iter().any(|list| list.starter == current) {
            return undefined(Kind::CallArguments, "the function returns without va_end");
        }
        Ok(())
    }

    /// Takes the lists away that the call at hand has started.
    pub(super) fn drop_lists(&mut self, starter: u64) {
        self.va_lists.retain(|list| list.starter != starter);
    }

    /// A list that was passed to a function that took arguments from it is good for `va_end` only (C11 7.16p3).
    fn check_taken(&self, index: usize) -> Run<()> {
        let Some(user) = self.va_lists[index].taken_by else { return Ok(()) };
        if self.frames.iter().any(|frame| frame.serial == user) {
            return Ok(());
        }
        undefined(Kind::CallArguments, "a va_list is used after a function it was passed to took arguments from it")
    }

    /// The next argument of a list, with its type; what is wrong with it is reported as `kind`.
    fn next_variable(&mut self, index: usize, kind: Kind) -> Run<(Ty, [u64; 3])> {
        let list = self.va_lists[index];
        if !self.frames.iter().any(|frame| frame.serial == list.frame) {
            return undefined(Kind::CallArguments, "`va_arg` after the function of the arguments has returned");
        }
        if list.next >= list.end {
            return undefined(kind, "there is no next variable argument");
        }
        let arg = self.varargs[list.next as usize];
        self.va_lists[index].next += 1;
        Ok((arg.ty, arg.value))
    }

    /// A `va_list` is handed to the library, which will take arguments from it. It is a pointer to the list, or the list
    /// itself where that is no array. Gives its number.
    pub(crate) fn pass_list(&mut self, list: Pointer, is_value: bool) -> Run<u32> {
        let size = self.image.program.options.target.pointer.size;
        let id = if is_value { u32::try_from(list.addr ^ magic(size)).ok() } else { self.number_at(list)? };
        let index = self.find_list(id)?;
        self.check_taken(index)?;
        self.va_lists[index].taken_by = Some(LIBRARY);
        Ok(self.va_lists[index].id)
    }

    /// The next argument of a list that was handed to the library.
    pub(crate) fn next_passed(&mut self, id: u32, kind: Kind) -> Run<(Ty, [u64; 3])> {
        let index = self.find_list(Some(id))?;
        self.next_variable(index, kind)
    }

    /// Whether an integer means the same in its own type and in the one it is taken as (C11 7.16.1.1p2, 6.5.2.2p6).
    pub(crate) fn same_number(&self, wanted: Ty, given: Ty, value: [u64; 3]) -> bool {
        match (self.integer_of(given, value), self.int_shape(wanted)) {
            (Some((value, from)), Some(to)) => value.fits(from, to),
            _ => true,
        }
    }

    pub(super) fn va_arg(&mut self, p: Pointer, rule: VaArgRule, d: u16, w: &mut Window) -> Run<()> {
        let class = self.class(rule.ty);
        let index = self.read_list(p)?;
        self.check_taken(index)?;
        let (ty, value) = self.next_variable(index, Kind::CallArguments)?;
        if !self.passes(rule.ty, ty) {
            return undefined(Kind::CallArguments, "`va_arg` with another type than that of the argument");
        }
        if !self.same_number(rule.ty, ty, value) {
            return undefined(
                Kind::CallArguments,
                "`va_arg` with the other sign, and the value does not fit both types",
            );
        }
        if rule.passed {
            self.va_lists[index].taken_by = Some(self.current());
        }
        let d = usize::from(d);
        if class == Class::Memory {
            let to = get_pointer(&w[..], d);
            let from = get_pointer(&value, 0);
            let types = &self.image.program.tables.types;
            let size = types.size_of(&self.image.program.options.target, rule.ty).unwrap_or(0);
            if size > 0 {
                self.memory.copy(self.image, to, from, size, false)?;
            }
            return Ok(());
        }
        let slots = usize::from(class.slots());
        w[d..d + slots].copy_from_slice(&value[..slots]);
        Ok(())
    }
}
