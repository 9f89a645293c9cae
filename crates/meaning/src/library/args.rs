//! The arguments and the result of a library call.

use kiln_lang::types::Ty;
use kiln_lang::value::{Float, Int, IntShape};

use super::table::Row;
use crate::code::CallSite;
use crate::lower::Class;
use crate::machine::{Machine, get_pointer, set_pointer};
use crate::memory::Pointer;
use crate::outcome::{End, Limit, Reason, Run, limit, undefined};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[("va_arg_pack_len", |machine, args| {
    let count = machine.n_variable_arguments();
    args.give_int(machine, count as i128)
})];

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

    /// An integer argument of any width, with the shape of its type.
    pub(crate) fn integer(self, machine: &Machine<'_>, index: usize) -> Run<(Int, IntShape)> {
        let raw = self.raw(machine, index)?;
        match machine.integer_of(self.ty(index), raw) {
            Some(value) => Ok(value),
            None => self.wrong(index),
        }
    }

    /// A floating argument.
    pub(crate) fn float(self, machine: &Machine<'_>, index: usize) -> Run<Float> {
        let raw = self.raw(machine, index)?;
        match machine.class(self.ty(index)) {
            Class::Float(format) => Ok(Float::from_bits(wide(raw, format.bits()), format)),
            _ => self.wrong(index),
        }
    }

    /// A complex number, structure or vector: where its value is.
    pub(crate) fn memory(self, machine: &Machine<'_>, index: usize) -> Run<Pointer> {
        let at = self.register(index)?;
        match machine.class(self.ty(index)) {
            Class::Memory => Ok(get_pointer(&machine.registers, at)),
            _ => self.wrong(index),
        }
    }

    /// What an argument points to.
    pub(crate) fn pointee(self, machine: &Machine<'_>, index: usize) -> Run<Ty> {
        match machine.image.program.tables.types.pointee(self.ty(index)) {
            Some(ty) => Ok(ty),
            None => self.wrong(index),
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

    /// The forms of functions that `_FORTIFY_SOURCE` calls take the room there is as an argument, and end the program if
    /// it is too small.
    pub(crate) fn fits_room(self, machine: &Machine<'_>, room: Option<usize>, needed: u64) -> Run<()> {
        match room {
            Some(index) if needed > self.int(machine, index)? => {
                Err(Box::new(Reason::End(End::Signal(super::process::SIGABRT))))
            }
            _ => Ok(()),
        }
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

    /// Gives an integer of any width as the result, converted to its type.
    pub(crate) fn give_integer(self, machine: &mut Machine<'_>, value: Int) -> Run<()> {
        self.give_int(machine, value.as_i128())
    }

    /// Gives a nonzero value of which no more is promised, or zero. Whether the program looks closer, another run tells.
    pub(crate) fn give_truth(self, machine: &mut Machine<'_>, value: bool) -> Run<()> {
        let some = self.unspecified(machine, &[1, 1024]);
        self.give_int(machine, if value { some } else { 0 })
    }

    /// Gives a number of which only the sign is promised.
    pub(crate) fn give_sign(self, machine: &mut Machine<'_>, order: std::cmp::Ordering) -> Run<()> {
        let value = if order.is_eq() { 0 } else { self.unspecified(machine, &[1, 29]) };
        self.give_int(machine, if order.is_lt() { -value } else { value })
    }

    /// Gives one of two values, which the system chooses.
    pub(crate) fn give_one_of(self, machine: &mut Machine<'_>, choices: [i128; 2]) -> Run<()> {
        let value = self.unspecified(machine, &choices);
        self.give_int(machine, value)
    }

    /// One of the values that the library may choose from.
    fn unspecified(self, machine: &mut Machine<'_>, choices: &[i128; 2]) -> i128 {
        if self.site.used {
            machine.memory.touched.value = true;
        }
        choices[machine.choice()]
    }

    /// Gives a floating number as the result.
    pub(crate) fn give_float(self, machine: &mut Machine<'_>, value: Float) -> Run<()> {
        let at = self.first as usize;
        match machine.class(self.site.result) {
            Class::Float(format) if format == value.format() => {
                machine.registers[at] = value.bits() as u64;
                if format.bits() > 64 {
                    machine.registers[at + 1] = (value.bits() >> 64) as u64;
                }
                Ok(())
            }
            Class::Void => Ok(()),
            _ => self.wrong_result(),
        }
    }

    pub(crate) fn wrong_result<T>(self) -> Run<T> {
        undefined(Kind::CallType, format!("`{}` is called as if it had another result type", self.name))
    }

    /// Where a result goes that is held in memory.
    pub(crate) fn result_memory(self, machine: &Machine<'_>) -> Run<Pointer> {
        match machine.class(self.site.result) {
            Class::Memory => Ok(get_pointer(&machine.registers, self.first as usize)),
            _ => self.wrong_result(),
        }
    }

    /// Gives a pointer as the result.
    pub(crate) fn give_pointer(self, machine: &mut Machine<'_>, value: Pointer) -> Run<()> {
        if machine.class(self.site.result) == Class::Pointer {
            set_pointer(&mut machine.registers, self.first as usize, value);
        }
        Ok(())
    }
}

/// A value of so many bits in one or two registers.
pub(super) fn wide(raw: [u64; 3], bits: u32) -> u128 {
    u128::from(raw[0]) | if bits > 64 { u128::from(raw[1]) << 64 } else { 0 }
}

impl Machine<'_> {
    /// Counts the events of a library function that goes over many bytes: they are not for nothing.
    pub(crate) fn charge(&mut self, bytes: u64) -> Run<()> {
        self.steps += bytes.min(1 << 40) / 64;
        if self.steps > self.settings.limits.steps { limit(Limit::Steps) } else { Ok(()) }
    }

    /// Which of two choices this run takes where C leaves one; runs that are compared differ in it.
    pub(crate) fn choice(&self) -> usize {
        (self.settings.seed & 1) as usize
    }

    /// The integer of a type in registers, with its shape.
    pub(crate) fn integer_of(&self, ty: Ty, raw: [u64; 3]) -> Option<(Int, IntShape)> {
        let shape = self.int_shape(ty)?;
        let bits = if shape.bits <= 64 && shape.signed { raw[0] as i64 as u128 } else { wide(raw, shape.bits.into()) };
        Some((Int::wrap(bits, shape), shape))
    }

    /// Width and signedness of an integer type.
    pub(crate) fn int_shape(&self, ty: Ty) -> Option<IntShape> {
        match self.class(ty) {
            Class::Int(shape) | Class::Wide(shape) => Some(shape),
            Class::Bool => Some(IntShape::unsigned(1)),
            _ => None,
        }
    }
}
