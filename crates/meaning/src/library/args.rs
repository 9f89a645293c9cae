//! The arguments and the result of a library call.

use kiln_lang::types::Ty;

use crate::code::CallSite;
use crate::lower::Class;
use crate::machine::{Machine, get_pointer, set_pointer};
use crate::memory::Pointer;
use crate::outcome::{Run, undefined};
use crate::undefined::Kind;

/// A library call: its arguments in registers, its result to be put there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Args<'s> {
    pub(crate) site: &'s CallSite,
    /// First register of the call.
    pub(crate) first: u32,
    pub(crate) name: &'s str,
}

impl Args<'_> {
    /// Number of arguments.
    pub(crate) fn len(self) -> usize {
        self.site.args.len()
    }

    fn register(self, index: usize) -> Run<usize> {
        match self.site.args.get(index) {
            Some(arg) => Ok(self.first as usize + usize::from(arg.reg)),
            None => undefined(Kind::CallArguments, format!("`{}` is called with too few arguments", self.name)),
        }
    }

    /// The type of an argument.
    pub(crate) fn ty(self, index: usize) -> Ty {
        self.site.args.get(index).map_or(Ty::ERROR, |arg| arg.ty)
    }

    /// An integer argument, extended from its type.
    pub(crate) fn int(self, machine: &Machine<'_>, index: usize) -> Run<u64> {
        let at = self.register(index)?;
        match machine.class(self.ty(index)) {
            Class::Int(_) | Class::Bool | Class::Wide(_) => Ok(machine.registers[at]),
            _ => self.wrong(index),
        }
    }

    /// A pointer argument.
    pub(crate) fn pointer(self, machine: &Machine<'_>, index: usize) -> Run<Pointer> {
        let at = self.register(index)?;
        match machine.class(self.ty(index)) {
            Class::Pointer => Ok(get_pointer(&machine.registers, at)),
            _ => self.wrong(index),
        }
    }

    /// A `va_list` argument: a pointer to it, or, where it is an array, its first element.
    pub(crate) fn list(self, machine: &Machine<'_>, index: usize) -> Run<Pointer> {
        let at = self.register(index)?;
        match machine.class(self.ty(index)) {
            Class::Pointer | Class::Memory => Ok(get_pointer(&machine.registers, at)),
            _ => self.wrong(index),
        }
    }

    /// The registers of an argument.
    pub(crate) fn raw(self, machine: &Machine<'_>, index: usize) -> Run<[u64; 3]> {
        let at = self.register(index)?;
        Ok([machine.registers[at], machine.registers[at + 1], machine.registers[at + 2]])
    }

    pub(crate) fn wrong<T>(self, index: usize) -> Run<T> {
        undefined(Kind::CallArguments, format!("argument {} of `{}` has the wrong type", index + 1, self.name))
    }

    /// Gives an integer as the result, converted to its type.
    pub(crate) fn give_int(self, machine: &mut Machine<'_>, value: i128) -> Run<()> {
        let at = self.first as usize;
        match machine.class(self.site.result) {
            Class::Int(shape) => machine.registers[at] = kiln_lang::value::int::Int::from_i128(value, shape).as_u64(),
            Class::Bool => machine.registers[at] = u64::from(value != 0),
            Class::Wide(_) => {
                machine.registers[at] = value as u64;
                machine.registers[at + 1] = (value >> 64) as u64;
            }
            _ => {}
        }
        Ok(())
    }

    /// Gives a pointer as the result.
    pub(crate) fn give_pointer(self, machine: &mut Machine<'_>, value: Pointer) -> Run<()> {
        if machine.class(self.site.result) == Class::Pointer {
            set_pointer(&mut machine.registers, self.first as usize, value);
        }
        Ok(())
    }
}
