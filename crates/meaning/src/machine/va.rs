//! Variable arguments (C11 7.16).

use kiln_lang::types::Ty;

use super::{Machine, Window, get_pointer};
use crate::code::VaArgRule;
use crate::lower::Class;
use crate::memory::Pointer;
use crate::outcome::{Run, undefined};
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
    /// The call whose arguments it walks.
    frame: u64,
    /// The next argument.
    next: u32,
    /// Behind the last.
    end: u32,
    /// Between `va_start` and `va_end`.
    open: bool,
}

/// In memory, a `va_list` is a number in its first bytes: this, and its index.
const MAGIC: u64 = 0x6b69_6c6e_0000_0000;

impl Machine<'_> {
    fn write_list(&mut self, p: Pointer, index: usize) -> Run<()> {
        let size = u64::from(self.image.program.options.target.pointer.size);
        let value = MAGIC | index as u64;
        let bytes =
            if size == 8 { value.to_le_bytes().to_vec() } else { (index as u32 ^ 0x6b69_0000).to_le_bytes().to_vec() };
        self.memory.write_bytes(self.image, p, &bytes[..size as usize])?;
        // All of it has a value, so that it can be copied.
        Ok(())
    }

    /// The index of the list at a pointer.
    fn read_list(&mut self, p: Pointer) -> Run<usize> {
        let size = u64::from(self.image.program.options.target.pointer.size);
        let Some(at) = self.memory.locate(p, size, 1) else {
            return Err(self.memory.explain(self.image, p, size, 1, false));
        };
        let raw = self.memory.raw_mut(at, size as usize);
        let mut bytes = [0; 8];
        bytes[..size as usize].copy_from_slice(raw);
        let value = u64::from_le_bytes(bytes);
        let index = if size == 8 { value ^ MAGIC } else { value ^ 0x6b69_0000 };
        match self.va_lists.get(index as usize) {
            Some(list) if list.open => Ok(index as usize),
            _ => undefined(Kind::CallArguments, "a va_list that was not started by va_start or va_copy, or has ended"),
        }
    }

    pub(super) fn va_start(&mut self, p: Pointer) -> Run<()> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let list = VaList { frame: frame.serial, next: frame.varargs, end: self.varargs.len() as u32, open: true };
        self.va_lists.push(list);
        self.write_list(p, self.va_lists.len() - 1)
    }

    pub(super) fn va_end(&mut self, p: Pointer) -> Run<()> {
        let index = self.read_list(p)?;
        self.va_lists[index].open = false;
        // Lists end in the order they began, nearly always.
        while self.va_lists.last().is_some_and(|list| !list.open) {
            self.va_lists.pop();
        }
        Ok(())
    }

    pub(super) fn va_copy(&mut self, to: Pointer, from: Pointer) -> Run<()> {
        let index = self.read_list(from)?;
        self.va_lists.push(self.va_lists[index]);
        self.write_list(to, self.va_lists.len() - 1)
    }

    /// The next argument of a list, which must have a type like `ty`.
    pub(crate) fn next_argument(&mut self, p: Pointer, ty: Ty) -> Run<[u64; 3]> {
        let index = self.read_list(p)?;
        let list = self.va_lists[index];
        if !self.frames.iter().any(|frame| frame.serial == list.frame) {
            return undefined(Kind::CallArguments, "va_arg after the function of the arguments has returned");
        }
        if list.next >= list.end {
            return undefined(Kind::CallArguments, "va_arg without a next argument");
        }
        let arg = self.varargs[list.next as usize];
        if !self.passes(ty, arg.ty) {
            return undefined(Kind::CallArguments, "va_arg with another type than that of the argument");
        }
        self.va_lists[index].next += 1;
        Ok(arg.value)
    }

    pub(super) fn va_arg(&mut self, p: Pointer, rule: VaArgRule, d: u16, w: &mut Window) -> Run<()> {
        let class = self.class(rule.ty);
        let value = self.next_argument(p, rule.ty)?;
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
