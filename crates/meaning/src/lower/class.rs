//! How values are held: in which registers, or in memory.

use kiln_lang::Options;
use kiln_lang::types::{Basic, Ty, TypeKind, Types, basic};
use kiln_lang::value::float::FloatFormat;
use kiln_lang::value::int::IntShape;

/// How values of a type are held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Not at all.
    Void,
    /// `_Bool`: 0 or 1.
    Bool,
    /// An integer of up to 64 bits, in one register.
    Int(IntShape),
    /// An integer of more bits, in two.
    Wide(IntShape),
    /// A floating number, in one or two registers.
    Float(FloatFormat),
    /// A pointer, in three.
    Pointer,
    /// In memory; the value is a pointer to it.
    Memory,
}

impl Class {
    /// Number of registers.
    pub fn slots(self) -> u16 {
        match self {
            Class::Void => 0,
            Class::Bool | Class::Int(_) => 1,
            Class::Wide(_) => 2,
            Class::Float(format) => float_slots(format),
            Class::Pointer | Class::Memory => 3,
        }
    }
}

/// Registers of a floating number.
pub fn float_slots(format: FloatFormat) -> u16 {
    if format.bits() > 64 { 2 } else { 1 }
}

/// How values of a type are held.
pub fn class_of(types: &Types, options: &Options, ty: Ty) -> Class {
    match types.canon_kind(ty) {
        TypeKind::Basic(Basic::Void) => Class::Void,
        TypeKind::Basic(Basic::Bool) => Class::Bool,
        TypeKind::Basic(basic) if basic.is_floating() => Class::Float(options.target.float_format(basic)),
        TypeKind::Basic(basic) => class_of_integer(options, basic),
        TypeKind::Enum(_) => class_of_integer(options, types.as_basic(ty).unwrap_or(Basic::Int)),
        TypeKind::Pointer(_) => Class::Pointer,
        _ => Class::Memory,
    }
}

/// How values of each basic type are held: asked for every node, so found out once.
#[derive(Clone, Debug, Default)]
pub struct Classes(Box<[Class]>);

impl Classes {
    /// Those of a program.
    pub fn new(types: &Types, options: &Options) -> Classes {
        Classes(basic::ALL.iter().map(|&basic| class_of(types, options, Ty::basic(basic))).collect())
    }

    #[inline]
    pub(super) fn of(&self, basic: Basic) -> Class {
        self.0[basic as usize]
    }
}

fn class_of_integer(options: &Options, basic: Basic) -> Class {
    if basic == Basic::Bool {
        return Class::Bool;
    }
    let bits = options.target.int_bits(basic) as u8;
    let shape = IntShape { bits, signed: options.target.is_signed(basic) };
    if bits > 64 { Class::Wide(shape) } else { Class::Int(shape) }
}
