//! Conversions of pointers.
//!
//! Qualifiers are added as in C++ (7.3.6 there, which the thesis's rule aims at): at any level, if `const` is added at every level
//! between there and the pointer itself. C11 takes that without a cast for what the pointer itself points to; below, and where the sign
//! of what is pointed to changes, a cast says so. What is read through such a pointer are objects of a type that differs in
//! qualifiers or in its sign (6.5p7; for pointers to pointers as compilers read it, which look at no qualifiers at all).
//! Nothing else is converted, so an object can be written with its own type, or that with the other sign, only.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::ExprId;
use kiln_lang::types::{Basic, Quals, Ty};

use super::Maker;
use super::features::Feature;
use super::objects::PlaceId;

/// How a pointer becomes one of another type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conversion {
    /// By itself.
    Implicit,
    /// By a cast.
    Explicit,
}

impl Maker {
    /// How a pointer to one type becomes one to another, if that is right and wanted.
    pub(super) fn conversion(&self, from: Ty, to: Ty) -> Option<Conversion> {
        if from == to {
            return Some(Conversion::Implicit);
        }
        let types = self.b.sight().types();
        let (mut from, mut to) = (from, to);
        let (mut has_const, mut level) = (true, 0);
        let mut conversion = Conversion::Implicit;
        loop {
            let (old, new) = (types.quals(from), types.quals(to));
            if old.union(new) != new || old != new && !has_const {
                return None;
            }
            if old != new && level > 0 {
                conversion = Conversion::Explicit;
            }
            (from, to) = (types.unqualified(from), types.unqualified(to));
            match (types.pointee(from), types.pointee(to)) {
                (Some(inner), Some(other)) => {
                    has_const &= new.contains(Quals::CONST);
                    (from, to, level) = (inner, other, level + 1);
                }
                _ => break,
            }
        }
        if conversion == Conversion::Explicit && !self.features.has(Feature::QualifierConversion) {
            return None;
        }
        if from == to {
            return Some(conversion);
        }
        // Of pointers to pointers, compilers tell those apart that lead to numbers with and without sign.
        (level == 0 && self.differs_in_sign(from, to)).then_some(Conversion::Explicit)
    }

    /// Whether two types are a number with a sign and the same without, or two kinds of characters.
    fn differs_in_sign(&self, a: Ty, b: Ty) -> bool {
        let types = self.b.sight().types();
        let plain = |ty: Ty| types.as_basic(ty).filter(|&basic| types.unqualified(ty) == Ty::basic(basic));
        let signed = |basic: Basic| (basic != Basic::Bool && basic.is_integer()).then(|| basic.to_signed());
        let both = plain(a).and_then(signed).zip(plain(b).and_then(signed));
        self.features.has(Feature::SignConversion) && both.is_some_and(|(a, b)| a == b)
    }

    /// A pointer that leads to one type as one to another.
    pub(super) fn converted(&mut self, pointer: ExprId, from: Ty, to: Ty) -> ExprId {
        match self.conversion(from, to) {
            Some(Conversion::Explicit) => {
                let ty = self.b.pointer(to);
                self.tokens += 4;
                self.b.cast(ty, pointer)
            }
            _ => pointer,
        }
    }

    /// `&x`, as a pointer to a type.
    pub(super) fn address_as(&mut self, place: PlaceId, pointee: Ty) -> ExprId {
        let address = self.address_of(place);
        let ty = self.place(place).ty;
        self.converted(address, ty, pointee)
    }

    /// Whether a pointer to a type can have the address of a place. The place's own qualifiers are not looked at.
    pub(super) fn can_be_behind(&self, place: PlaceId, pointee: Ty) -> bool {
        self.conversion(self.place(place).ty, pointee).is_some()
    }

    /// What a pointer to an object of a type points to: that, or what a conversion makes of it.
    pub(super) fn other_pointee(&mut self, ty: Ty) -> Ty {
        let types = self.b.sight().types();
        if let Some(basic) = types.as_basic(ty) {
            let other = if basic.to_signed() == basic { basic.to_unsigned() } else { basic.to_signed() };
            let other = Ty::basic(other);
            let changes = self.differs_in_sign(ty, other) && self.has_by_weight(Feature::SignConversion);
            return if changes { other } else { ty };
        }
        if types.pointee(ty).is_some() && self.has_by_weight(Feature::QualifierConversion) {
            return self.with_qualifiers(ty);
        }
        ty
    }

    /// `const int *const *` of `int **`: what is behind a pointer gets qualifiers, at some levels, with `const` above each.
    fn with_qualifiers(&mut self, ty: Ty) -> Ty {
        let types = self.b.sight().types();
        let Some(pointee) = types.pointee(ty) else { return ty };
        let (inner, own) = (types.unqualified(pointee), types.quals(pointee));
        let is_pointer = types.is_pointer(inner);
        let goes_on = is_pointer && self.choices.one_in(2);
        let deeper = if goes_on { self.with_qualifiers(inner) } else { inner };
        let is_volatile = !is_pointer && self.may_be_watched(inner) && self.choices.below(3) == 0;
        let more = if is_volatile { Quals::VOLATILE } else { Quals::CONST };
        let pointee = self.b.qualified(deeper, own.union(more));
        let pointer = self.b.pointer(pointee);
        self.b.qualified(pointer, Quals::CONST)
    }
}
