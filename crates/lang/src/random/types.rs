//! Types.

use super::Maker;
use super::table::{Row, row};
use crate::build::BuildType;
use crate::types::{Basic, Quals, Ty, basic};

/// Types of values.
pub(super) const ROWS: &[Row<(), Ty>] = &[
    row("type: basic integer", 24, integer),
    row("type: floating", 8, floating),
    row("type: __int128", 2, wide_integer),
    row("type: known", 40, known),
    row("type: pointer", 12, pointer),
    row("type: pointer to character", 3, pointer_to_character),
    row("type: pointer to qualified", 4, pointer_to_qualified),
    row("type: pointer to array", 2, pointer_to_array),
    row("type: pointer to function", 3, pointer_to_function),
    row("type: complex", 3, complex),
    row("type: vector", 4, vector),
];

/// What a value is used as. An expression that is asked for has the class of the type; arithmetic types of one class are
/// converted into each other, all others are what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Integer,
    Floating,
    Complex,
    /// A pointer, structure, union or vector: only a value of this very type.
    Only(Ty),
}

impl Maker {
    /// A random type of values.
    pub(super) fn value_type(&mut self) -> Ty {
        self.draw(ROWS, ()).unwrap_or(Ty::INT)
    }

    /// A random type of objects: values, arrays, arrays of arrays; sometimes qualified.
    pub(super) fn object_type(&mut self) -> Ty {
        let mut ty = self.value_type();
        if self.rng.one_in(8) {
            ty = self.builder.qualified(ty, Quals::VOLATILE);
        }
        while self.rng.one_in(4) {
            let len = u64::from(1 + self.rng.below(5));
            ty = self.builder.array(ty, len);
        }
        ty
    }

    pub(super) fn class(&self, ty: Ty) -> Class {
        let sight = self.builder.sight();
        let types = sight.types();
        if types.is_integer(ty) {
            Class::Integer
        } else if types.is_floating(ty) {
            Class::Floating
        } else if types.is_complex(ty) {
            Class::Complex
        } else {
            Class::Only(types.unqualified(ty))
        }
    }

    pub(super) fn is_integer(&self, ty: Ty) -> bool {
        self.class(ty) == Class::Integer
    }

    pub(super) fn is_pointer(&self, ty: Ty) -> bool {
        self.builder.sight().types().is_pointer(ty)
    }

    pub(super) fn is_arithmetic(&self, ty: Ty) -> bool {
        self.builder.sight().types().is_arithmetic(ty)
    }

    pub(super) fn is_scalar(&self, ty: Ty) -> bool {
        self.builder.sight().types().is_scalar(ty)
    }

    pub(super) fn as_vector(&self, ty: Ty) -> Option<(Ty, u32)> {
        self.builder.sight().types().as_vector(ty)
    }

    /// What a pointer points to, if that is an object that can be accessed.
    pub(super) fn pointee(&self, ty: Ty) -> Option<Ty> {
        let sight = self.builder.sight();
        sight.types().pointee(ty).filter(|&to| sight.types().is_complete(to))
    }

    pub(super) fn is_volatile(&self, ty: Ty) -> bool {
        self.builder.sight().types().quals(ty).contains(Quals::VOLATILE)
    }

    pub(super) fn is_const(&self, ty: Ty) -> bool {
        self.builder.sight().types().quals(ty).contains(Quals::CONST)
    }
}

fn integer(maker: &mut Maker, (): ()) -> Option<Ty> {
    let is_standard = |basic: &Basic| (Basic::Bool..=Basic::ULongLong).contains(basic);
    let basics: Vec<Basic> = basic::ALL.into_iter().filter(is_standard).collect();
    Some(Ty::basic(*maker.rng.pick(&basics)))
}

fn floating(maker: &mut Maker, (): ()) -> Option<Ty> {
    Some(Ty::basic(*maker.rng.pick(&[Basic::Float, Basic::Double, Basic::LongDouble])))
}

fn wide_integer(maker: &mut Maker, (): ()) -> Option<Ty> {
    Some(Ty::basic(*maker.rng.pick(&[Basic::Int128, Basic::UInt128])))
}

fn known(maker: &mut Maker, (): ()) -> Option<Ty> {
    (!maker.values.is_empty()).then(|| *maker.rng.pick(&maker.values))
}

fn pointer(maker: &mut Maker, (): ()) -> Option<Ty> {
    let to = if maker.rng.one_in(12) { Ty::VOID } else { maker.value_type() };
    Some(maker.builder.pointer(to))
}

fn pointer_to_character(maker: &mut Maker, (): ()) -> Option<Ty> {
    let quals = *maker.rng.pick(&[Quals::NONE, Quals::CONST]);
    let to = maker.builder.qualified(Ty::CHAR, quals);
    Some(maker.builder.pointer(to))
}

fn pointer_to_qualified(maker: &mut Maker, (): ()) -> Option<Ty> {
    let to = maker.value_type();
    let quals = *maker.rng.pick(&[Quals::CONST, Quals::VOLATILE]);
    let to = maker.builder.qualified(to, quals);
    Some(maker.builder.pointer(to))
}

fn pointer_to_array(maker: &mut Maker, (): ()) -> Option<Ty> {
    let elem = maker.value_type();
    let len = u64::from(1 + maker.rng.below(4));
    let array = maker.builder.array(elem, len);
    Some(maker.builder.pointer(array))
}

fn pointer_to_function(maker: &mut Maker, (): ()) -> Option<Ty> {
    if maker.functions.is_empty() || maker.rng.one_in(2) {
        let (result, param) = (maker.value_type(), maker.value_type());
        let function = maker.builder.function_type(result, &[param], false);
        return Some(maker.builder.pointer(function));
    }
    let function = maker.rng.pick(&maker.functions).ty;
    Some(maker.builder.pointer(function))
}

fn complex(maker: &mut Maker, (): ()) -> Option<Ty> {
    let basic = *maker.rng.pick(&[Basic::Float, Basic::Double, Basic::LongDouble]);
    Some(maker.builder.complex(basic))
}

fn vector(maker: &mut Maker, (): ()) -> Option<Ty> {
    let shapes =
        [(Basic::Int, 4), (Basic::UInt, 4), (Basic::SChar, 8), (Basic::Float, 4), (Basic::Double, 2), (Basic::Long, 2)];
    let &(elem, lanes) = maker.rng.pick(&shapes);
    Some(maker.builder.vector(Ty::basic(elem), lanes))
}
