//! What kind of type a type is: the questions that all parts ask, most of them answered by one byte.

use super::record::RecordId;
use super::{ArrayLen, Basic, FnType, FnTypeId, Ty, TypeKind, Types};

/// What a canonical type is, in a byte: most questions need no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Void,
    Integer,
    Enum,
    Floating,
    Complex,
    Pointer,
    Array,
    Vector,
    Function,
    Record,
    /// The error type.
    Error,
}

impl Class {
    pub(super) fn of(canon: TypeKind) -> (Class, Basic) {
        let class = match canon {
            TypeKind::Basic(Basic::Void) => Class::Void,
            TypeKind::Basic(basic) if basic.is_integer() => return (Class::Integer, basic),
            TypeKind::Basic(basic) => return (Class::Floating, basic),
            TypeKind::Complex(_) => Class::Complex,
            TypeKind::Pointer(_) => Class::Pointer,
            TypeKind::Array(..) => Class::Array,
            TypeKind::Vector(..) => Class::Vector,
            TypeKind::Function(_) => Class::Function,
            TypeKind::Record(_) => Class::Record,
            TypeKind::Enum(_) => Class::Enum,
            // Sugar is never canonical.
            _ => Class::Error,
        };
        (class, Basic::Void)
    }
}

/// Questions about types that all parts ask.
impl Types {
    #[inline]
    fn class(&self, ty: Ty) -> Class {
        self.entries[ty.index()].class
    }

    /// The basic type this is, enumerations seen as their integer type.
    #[inline]
    pub fn as_basic(&self, ty: Ty) -> Option<Basic> {
        let entry = &self.entries[ty.index()];
        match entry.class {
            Class::Void | Class::Integer | Class::Floating => Some(entry.basic),
            Class::Enum => self.as_integer(ty),
            _ => None,
        }
    }

    /// The integer type this is, enumerations seen as their integer type.
    #[inline]
    pub fn as_integer(&self, ty: Ty) -> Option<Basic> {
        let entry = &self.entries[ty.index()];
        match (entry.class, entry.canon_kind) {
            (Class::Integer, _) => Some(entry.basic),
            (Class::Enum, TypeKind::Enum(id)) => Some(self.enums[id].compatible),
            _ => None,
        }
    }

    /// Integer or enumeration.
    #[inline]
    pub fn is_integer(&self, ty: Ty) -> bool {
        matches!(self.class(ty), Class::Integer | Class::Enum)
    }

    /// Real floating type.
    #[inline]
    pub fn is_floating(&self, ty: Ty) -> bool {
        self.class(ty) == Class::Floating
    }

    /// Complex type.
    #[inline]
    pub fn is_complex(&self, ty: Ty) -> bool {
        self.class(ty) == Class::Complex
    }

    /// The type of the parts of a complex number.
    pub fn half_of(&self, ty: Ty) -> Option<Ty> {
        match self.canon_kind(ty) {
            TypeKind::Complex(basic) => Some(Ty::basic(basic)),
            _ => None,
        }
    }

    /// Integer, floating or complex.
    #[inline]
    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        matches!(self.class(ty), Class::Integer | Class::Enum | Class::Floating | Class::Complex)
    }

    /// Arithmetic or pointer.
    #[inline]
    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    /// Whether a value of this type is of another type: a pointer.
    #[inline]
    pub fn decays(&self, ty: Ty) -> bool {
        matches!(self.class(ty), Class::Array | Class::Function)
    }

    /// `void`, however qualified.
    #[inline]
    pub fn is_void(&self, ty: Ty) -> bool {
        self.class(ty) == Class::Void
    }

    /// Pointer.
    #[inline]
    pub fn is_pointer(&self, ty: Ty) -> bool {
        self.class(ty) == Class::Pointer
    }

    /// What a pointer points to.
    #[inline]
    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        match self.canon_kind(ty) {
            TypeKind::Pointer(to) => Some(to),
            _ => None,
        }
    }

    /// Element type and length of an array.
    #[inline]
    pub fn as_array(&self, ty: Ty) -> Option<(Ty, ArrayLen)> {
        if self.class(ty) != Class::Array {
            return None;
        }
        match self.canon_kind(ty) {
            TypeKind::Array(elem, len) => Some((elem, len)),
            _ => None,
        }
    }

    /// Element type and length of an array, the element as it was written: a canonical element type may have no name.
    pub fn written_array(&self, ty: Ty) -> Option<(Ty, ArrayLen)> {
        let quals = ty.own_quals();
        match self.kind(ty) {
            TypeKind::Array(elem, len) => Some((elem.with_raw(quals), len)),
            TypeKind::Typedef(_, of)
            | TypeKind::TypeofExpr(_, of)
            | TypeKind::TypeofType(_, of)
            | TypeKind::Auto(of)
            | TypeKind::Sized(_, of)
            | TypeKind::Attributed(_, of, _) => {
                let (elem, len) = self.written_array(of)?;
                Some((elem.with_raw(quals), len))
            }
            _ => None,
        }
    }

    /// Element type and number of elements of a vector.
    #[inline]
    pub fn as_vector(&self, ty: Ty) -> Option<(Ty, u32)> {
        let entry = &self.entries[ty.index()];
        match (entry.class, entry.canon_kind) {
            (Class::Vector, TypeKind::Vector(elem, lanes)) => Some((elem, lanes)),
            _ => None,
        }
    }

    /// The table entry of a function type.
    #[inline]
    pub fn as_function_id(&self, ty: Ty) -> Option<FnTypeId> {
        match self.canon_kind(ty) {
            TypeKind::Function(id) => Some(id),
            _ => None,
        }
    }

    /// Function type.
    #[inline]
    pub fn as_function(&self, ty: Ty) -> Option<&FnType> {
        match self.canon_kind(ty) {
            TypeKind::Function(id) => Some(&self.functions[id]),
            _ => None,
        }
    }

    /// Structure or union.
    #[inline]
    pub fn as_record(&self, ty: Ty) -> Option<RecordId> {
        match self.canon_kind(ty) {
            TypeKind::Record(id) => Some(id),
            _ => None,
        }
    }

    /// The type without any array dimension.
    pub fn innermost_element(&self, mut ty: Ty) -> Ty {
        while let Some((elem, _)) = self.as_array(ty) {
            ty = elem;
        }
        ty
    }

    /// Whether an object of this type can be defined: not `void`, not a function, not incomplete.
    pub fn is_complete(&self, ty: Ty) -> bool {
        match self.canon_kind(ty) {
            TypeKind::Basic(basic) => basic != Basic::Void,
            TypeKind::Array(elem, len) => len != ArrayLen::Incomplete && self.is_complete(elem),
            TypeKind::Record(id) => self.records[id].complete,
            TypeKind::Enum(id) => self.enums[id].complete,
            TypeKind::Function(_) => false,
            _ => true,
        }
    }
}
