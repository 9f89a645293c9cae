//! Compatible and composite types (C11 6.2.7).

use super::{ArrayLen, FnType, FnTypeId, Tag, Ty, TypeKind, Types};
use crate::target::Target;
use crate::types::convert::promote_basic;

impl Types {
    /// Whether two types are compatible, qualifiers included.
    pub fn compatible(&self, target: &Target, a: Ty, b: Ty) -> bool {
        let (a, b) = (self.canon(a), self.canon(b));
        if a == b || a.is_error() || b.is_error() {
            return true;
        }
        a.own_quals() == b.own_quals() && self.compatible_unqualified(target, a, b)
    }

    /// Whether two types are compatible, the outermost qualifiers aside.
    pub fn compatible_unqualified(&self, target: &Target, a: Ty, b: Ty) -> bool {
        let (a, b) = (self.unqualified(a), self.unqualified(b));
        if a == b {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (TypeKind::Error, _) | (_, TypeKind::Error) => true,
            (TypeKind::Enum(id), TypeKind::Basic(basic)) | (TypeKind::Basic(basic), TypeKind::Enum(id)) => {
                self.enums[id].complete && self.enums[id].compatible == basic
            }
            // GCC (not C11) takes two enumerations as compatible if their integer types are the same: it does not.
            (TypeKind::Pointer(to_a), TypeKind::Pointer(to_b)) => {
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.compatible(target, to_a, to_b))
            }
            (TypeKind::Array(elem_a, len_a), TypeKind::Array(elem_b, len_b)) => {
                let lengths_agree = match (len_a, len_b) {
                    (ArrayLen::Fixed(a), ArrayLen::Fixed(b)) => a == b,
                    _ => true,
                };
                lengths_agree && self.compatible(target, elem_a, elem_b)
            }
            (TypeKind::Function(fa), TypeKind::Function(fb)) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                self.compatible_functions(target, self.fn_type(fa), self.fn_type(fb))
            }),
            (TypeKind::Vector(elem_a, n_a), TypeKind::Vector(elem_b, n_b)) => {
                n_a == n_b && self.compatible_unqualified(target, elem_a, elem_b)
            }
            (TypeKind::Record(a), TypeKind::Record(b)) => self.same_across_units(Tag::Record(a), Tag::Record(b)),
            (TypeKind::Enum(a), TypeKind::Enum(b)) => self.same_across_units(Tag::Enum(a), Tag::Enum(b)),
            _ => false,
        }
    }

    /// C11 6.7.6.3p15.
    fn compatible_functions(&self, target: &Target, a: &FnType, b: &FnType) -> bool {
        if !self.compatible_unqualified(target, a.result, b.result) {
            return false;
        }
        match (a.prototype, b.prototype) {
            (true, true) => {
                a.variadic == b.variadic
                    && a.params.len() == b.params.len()
                    && a.params.iter().zip(&b.params).all(|(&a, &b)| self.compatible_params(target, a, b))
            }
            (true, false) => self.unchanged_by_promotion(target, a),
            (false, true) => self.unchanged_by_promotion(target, b),
            (false, false) => true,
        }
    }

    /// Parameters are compared unqualified; a transparent union agrees with any of its members (GNU).
    fn compatible_params(&self, target: &Target, a: Ty, b: Ty) -> bool {
        self.compatible_unqualified(target, a, b)
            || self.transparent_member(target, a, b)
            || self.transparent_member(target, b, a)
    }

    fn transparent_member(&self, target: &Target, union: Ty, member: Ty) -> bool {
        self.as_record(union).is_some_and(|id| {
            let record = &self.records[id];
            record.transparent
                && record.fields().any(|field| self.compatible_unqualified(target, self.fields[field].ty, member))
        })
    }

    /// Whether a prototype agrees with `f()`: no `...`, and no parameter type that the default promotions change.
    fn unchanged_by_promotion(&self, target: &Target, prototype: &FnType) -> bool {
        !prototype.variadic
            && prototype.params.iter().all(|&param| match self.canon_kind(param) {
                TypeKind::Basic(super::Basic::Float) => false,
                TypeKind::Basic(basic) => promote_basic(target, basic) == basic,
                TypeKind::Enum(id) => promote_basic(target, self.enums[id].compatible) == self.enums[id].compatible,
                _ => true,
            })
    }

    /// The composite of two compatible types (C11 6.2.7p3). `a` is the newer declaration, whose spelling wins where both
    /// say the same.
    pub fn composite(&mut self, a: Ty, b: Ty) -> Ty {
        let (canon_a, canon_b) = (self.canon(a), self.canon(b));
        if canon_a == canon_b || a.is_error() {
            return a;
        }
        match (self.kind(canon_a), self.kind(canon_b)) {
            (TypeKind::Pointer(_), TypeKind::Pointer(_))
                if !matches!((self.kind(a), self.kind(b)), (TypeKind::Pointer(_), TypeKind::Pointer(_))) =>
            {
                a
            }
            (TypeKind::Pointer(_), TypeKind::Pointer(_)) => {
                let (TypeKind::Pointer(to_a), TypeKind::Pointer(to_b)) = (self.kind(a), self.kind(b)) else { return a };
                let to = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.composite(to_a, to_b));
                let pointer = self.pointer(to);
                self.qualified(pointer, canon_a.own_quals())
            }
            (TypeKind::Array(..), TypeKind::Array(..)) => {
                let (Some((elem_a, len_a)), Some((elem_b, len_b))) = (self.written_array(a), self.written_array(b))
                else {
                    return a;
                };
                let elem = self.composite(elem_a, elem_b);
                let len = match (len_a, len_b) {
                    (ArrayLen::Fixed(_), _) => len_a,
                    (_, ArrayLen::Fixed(_)) => len_b,
                    (ArrayLen::Variable(_), _) => len_a,
                    (_, ArrayLen::Variable(_)) => len_b,
                    _ => len_a,
                };
                if elem == elem_a && len == len_a { a } else { self.array(elem, len) }
            }
            (TypeKind::Function(fa), TypeKind::Function(fb)) => {
                // The declared parameters, not their canonical types, which may have no name.
                let (fa, fb) = (self.written_function(a).unwrap_or(fa), self.written_function(b).unwrap_or(fb));
                let (fa, fb) = (self.fn_type(fa).clone(), self.fn_type(fb).clone());
                self.composite_function(fa, fb)
            }
            _ => a,
        }
    }

    /// A function type as it was declared, behind all names and attributes.
    pub(crate) fn written_function(&self, ty: Ty) -> Option<FnTypeId> {
        match self.kind(ty) {
            TypeKind::Function(id) => Some(id),
            TypeKind::Typedef(_, of)
            | TypeKind::TypeofExpr(_, of)
            | TypeKind::TypeofType(_, of)
            | TypeKind::Attributed(_, of, _) => self.written_function(of),
            _ => None,
        }
    }

    fn composite_function(&mut self, a: FnType, b: FnType) -> Ty {
        let result = self.composite(a.result, b.result);
        let function = match (a.prototype, b.prototype) {
            (true, true) => {
                let params = a.params.iter().zip(&b.params).map(|(&a, &b)| self.composite(a, b)).collect();
                FnType { result, params, ..a }
            }
            (false, true) => FnType { result, ..b },
            _ => FnType { result, ..a },
        };
        self.function(function)
    }
}
