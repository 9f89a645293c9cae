//! Objects of the program that the library reads and writes by their types.
//!
//! The accesses are those of an lvalue of the type, with all their checks: bounds, alignment, effective types, values.

use kiln_lang::types::{Quals, Ty};
use kiln_lang::value::{Float, FloatFormat, Int, IntShape};

use crate::lower::Class;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::memory::access::Access;
use crate::memory::tag::Within;
use crate::outcome::{Run, unsupported};

impl Machine<'_> {
    /// The size of a type.
    pub(super) fn size_of(&self, ty: Ty) -> u64 {
        let program = &self.image.program;
        program.tables.types.size_of(&program.options.target, ty).unwrap_or(0)
    }

    /// How an lvalue of a scalar type accesses memory.
    pub(super) fn access(&self, ty: Ty) -> Access {
        let program = &self.image.program;
        let types = &program.tables.types;
        let size = match self.class(ty) {
            // The padding of an x87 number has no value.
            Class::Float(FloatFormat::X87Extended) => 10,
            _ => self.size_of(ty),
        };
        let access = Access {
            size: size.min(16) as u8,
            align: types.required_align(&program.options.target, ty).clamp(1, 64) as u8,
            volatile: types.quals(ty).contains(Quals::VOLATILE),
            within: Within::ITSELF,
            ..Access::BYTE
        };
        access.with_tag(self.image.scalar_tag(ty))
    }

    /// The bits of a scalar that is no pointer.
    fn load_bits(&mut self, at: Pointer, ty: Ty) -> Run<u128> {
        let access = self.access(ty);
        self.memory.load_wide(self.image, at, &access)
    }

    fn store_bits(&mut self, at: Pointer, ty: Ty, bits: u128) -> Run<()> {
        let access = self.access(ty);
        self.memory.store_wide(self.image, at, &access, bits)
    }

    /// Reads an integer.
    pub(super) fn load_integer(&mut self, at: Pointer, ty: Ty) -> Run<(Int, IntShape)> {
        let Some(shape) = self.int_shape(ty) else { return unsupported("an object of this type in a library call") };
        Ok((Int::wrap(self.load_bits(at, ty)?, shape), shape))
    }

    /// Writes an integer, which has the shape of the type.
    pub(super) fn store_integer(&mut self, at: Pointer, ty: Ty, value: Int) -> Run<()> {
        self.store_bits(at, ty, value.as_u128())
    }

    /// Writes an integer, converted to the type.
    pub(super) fn store_number(&mut self, at: Pointer, ty: Ty, value: i128) -> Run<()> {
        self.store_bits(at, ty, value as u128)
    }

    /// Reads a floating number.
    pub(super) fn load_float(&mut self, at: Pointer, ty: Ty) -> Run<Float> {
        match self.class(ty) {
            Class::Float(format) => Ok(Float::from_bits(self.load_bits(at, ty)?, format)),
            _ => unsupported("an object of this type in a library call"),
        }
    }

    /// Writes a floating number, converted to the type.
    pub(super) fn store_float(&mut self, at: Pointer, ty: Ty, value: Float) -> Run<()> {
        match self.class(ty) {
            Class::Float(format) => {
                let bits = if format == value.format() { value.bits() } else { value.convert(format).bits() };
                self.store_bits(at, ty, bits)
            }
            _ => unsupported("an object of this type in a library call"),
        }
    }

    /// Reads a pointer.
    pub(super) fn load_pointer(&mut self, at: Pointer, ty: Ty) -> Run<Pointer> {
        let access = self.access(ty);
        self.memory.load_pointer(self.image, at, &access)
    }

    /// Writes a pointer.
    pub(super) fn store_pointer(&mut self, at: Pointer, ty: Ty, value: Pointer) -> Run<()> {
        let access = self.access(ty);
        self.memory.store_pointer(self.image, at, &access, value)
    }
}
