//! Conversions (C11 6.3).

use kiln_lang::types::{Ty, TypeKind};
use kiln_lang::value::int::IntShape;

use super::{Class, Lower, Val};
use crate::code::{Op, Reg};

impl Lower<'_> {
    /// A value converted from one type to another.
    pub(super) fn convert(&mut self, value: Val, from: Ty, to: Ty, want: Option<Reg>) -> Val {
        let class = self.class(to);
        if value.class == class && class != Class::Pointer && class != Class::Memory {
            return value;
        }
        match (value.class, class) {
            (_, Class::Void) => Val { reg: value.reg, class },
            (_, Class::Memory) | (Class::Memory, _) => self.convert_in_memory(value, from, to, want),
            (Class::Pointer, Class::Pointer) => self.convert_pointer(value, from, to, want),
            (_, Class::Bool) => self.truth(value, want),
            _ => self.convert_scalar(value, class, want),
        }
    }

    fn convert_scalar(&mut self, value: Val, class: Class, want: Option<Reg>) -> Val {
        let a = value.reg;
        match (value.class, class) {
            (Class::Int(from), Class::Int(to)) => self.convert_int(value, from, to, want),
            (Class::Bool, Class::Int(_)) => Val { reg: a, class },
            (Class::Int(_) | Class::Bool, Class::Wide(_)) => {
                let signed = matches!(value.class, Class::Int(shape) if shape.signed);
                let d = self.dest(class, want);
                self.emit(Op::Widen { signed, d, a });
                Val { reg: d, class }
            }
            (Class::Wide(_), Class::Wide(_)) => Val { reg: a, class },
            (Class::Wide(_), Class::Int(shape)) => {
                let d = self.dest(class, want);
                self.emit(Op::Wrap { shape: shape.into(), d, a });
                Val { reg: d, class }
            }
            (Class::Int(_) | Class::Bool | Class::Wide(_), Class::Float(format)) => {
                let shape = int_shape(value.class);
                let d = self.dest(class, want);
                self.emit(Op::IntToFloat { shape: shape.into(), format, d, a });
                Val { reg: d, class }
            }
            (Class::Float(format), Class::Int(shape) | Class::Wide(shape)) => {
                let d = self.dest(class, want);
                self.emit(Op::FloatToInt { shape: shape.into(), format, d, a });
                Val { reg: d, class }
            }
            (Class::Float(from), Class::Float(to)) => {
                let d = self.dest(class, want);
                self.emit(Op::FloatToFloat { from, to, d, a });
                Val { reg: d, class }
            }
            (Class::Pointer, Class::Int(shape)) => {
                let d = self.dest(class, want);
                self.emit(Op::PointerToInt { shape: shape.into(), d, a });
                Val { reg: d, class }
            }
            (Class::Pointer, Class::Wide(_)) => {
                let low = self.alloc(1);
                self.emit(Op::PointerToInt { shape: IntShape::unsigned(64).into(), d: low, a });
                let d = self.dest(class, want);
                self.emit(Op::Widen { signed: false, d, a: low });
                Val { reg: d, class }
            }
            (Class::Int(_) | Class::Bool | Class::Wide(_), Class::Pointer) => {
                let d = self.dest(class, want);
                self.emit(Op::IntToPointer { d, a });
                Val { reg: d, class }
            }
            _ => {
                self.unsupported("a conversion between types that have none");
                self.temp(class)
            }
        }
    }

    fn convert_int(&mut self, value: Val, from: IntShape, to: IntShape, want: Option<Reg>) -> Val {
        let class = Class::Int(to);
        let a = value.reg;
        let fits = if from.signed == to.signed { from.bits <= to.bits } else { !from.signed && from.bits < to.bits };
        if fits || to.bits == 64 {
            return Val { reg: a, class };
        }
        let d = self.dest(class, want);
        self.emit(match (to.bits, to.signed) {
            (8, true) => Op::Sext8 { d, a },
            (16, true) => Op::Sext16 { d, a },
            (32, true) => Op::Sext32 { d, a },
            (8, false) => Op::Zext8 { d, a },
            (16, false) => Op::Zext16 { d, a },
            (32, false) => Op::Zext32 { d, a },
            _ => Op::Wrap { shape: to.into(), d, a },
        });
        Val { reg: d, class }
    }

    /// `value != 0`, as conditions ask and `_Bool` keeps.
    pub(super) fn truth(&mut self, value: Val, want: Option<Reg>) -> Val {
        let a = value.reg;
        if value.class == Class::Bool {
            return value;
        }
        let d = self.dest(Class::Bool, want);
        match value.class {
            Class::Int(_) => drop(self.emit(Op::IsNotZero { d, a })),
            Class::Wide(_) => drop(self.emit(Op::WideIsNotZero { d, a })),
            Class::Float(format) => drop(self.emit(Op::FloatIsNotZero { format, d, a })),
            Class::Pointer => drop(self.emit(Op::PointerIsNotNull { d, a })),
            Class::Memory | Class::Void | Class::Bool => self.unsupported("the truth of a structure"),
        }
        Val { reg: d, class: Class::Bool }
    }

    /// Pointers keep their address. What they may be used for follows from where they came from; a pointer to another type
    /// is for the whole object again: to the bytes of it, to the structure that a first member starts.
    fn convert_pointer(&mut self, value: Val, from: Ty, to: Ty, want: Option<Reg>) -> Val {
        let types = self.types();
        let (Some(old), Some(new)) = (types.pointee(from), types.pointee(to)) else { return value };
        if self.class(new) == Class::Void || matches!(types.canon_kind(new), TypeKind::Function(_)) {
            return value;
        }
        if types.compatible_unqualified(&self.options().target, types.unqualified(old), types.unqualified(new)) {
            if types.is_variably_modified(old) || types.is_variably_modified(new) {
                self.check_same_bounds(old, new);
            }
            return value;
        }
        let align = types.required_align(&self.options().target, self.written_pointee(to).unwrap_or(new));
        if align > 1 {
            self.emit(Op::CheckAlign { p: value.reg, align: align as u32 });
        }
        let d = self.dest(Class::Pointer, want);
        self.emit(Op::Whole { d, p: value.reg });
        Val { reg: d, class: Class::Pointer }
    }

    /// What a pointer points to, as written: with the alignment that a typedef name gives it.
    pub(super) fn written_pointee(&self, ty: Ty) -> Option<Ty> {
        match self.types().kind(ty) {
            TypeKind::Pointer(to) | TypeKind::Array(to, _) => Some(to),
            TypeKind::Typedef(_, of)
            | TypeKind::TypeofExpr(_, of)
            | TypeKind::TypeofType(_, of)
            | TypeKind::Auto(of)
            | TypeKind::Adjusted(_, of, _)
            | TypeKind::Attributed(_, of, _) => self.written_pointee(of),
            _ => None,
        }
    }

    /// A value as a number of elements: signed, of 64 bits.
    pub(super) fn as_index(&mut self, value: Val) -> Reg {
        match value.class {
            Class::Wide(IntShape { signed, .. }) => {
                let d = self.alloc(1);
                self.emit(Op::NarrowIndex { signed, d, a: value.reg });
                d
            }
            Class::Int(IntShape { bits: 64, signed: false }) => {
                let small = |op: &Op| matches!(*op, Op::Const { d, value: 0.. } if d == value.reg);
                let is_constant = self.last_target < self.code.ops.len() && self.code.ops.last().is_some_and(small);
                if !is_constant {
                    self.emit(Op::CheckIndex { a: value.reg });
                }
                value.reg
            }
            _ => value.reg,
        }
    }
}

/// The shape of an integer value.
pub(super) fn int_shape(class: Class) -> IntShape {
    match class {
        Class::Int(shape) | Class::Wide(shape) => shape,
        _ => IntShape::unsigned(1),
    }
}
