//! Types: interned, compared by id, written as the programmer wrote them.
//!
//! A [`Ty`] is 32 bits: an index into the type table and the qualifiers. Derived types are interned, so structurally equal
//! types have equal ids; structures, unions, enumerations and types with a run-time size are nominal. A typedef name, a
//! `typeof`, an adjusted parameter and an array bound that is more than a number are *sugar*: a type of their own for the
//! printer and for alignment, with the meaning of their [canonical](Types::canon) type for everything else.
//!
//! Reading order: [`basic`] the basic types, this file the table, `class` the questions that all parts ask, [`convert`]
//! promotions and arithmetic conversions, [`compat`] compatibility and composite types, [`units`] the same
//! across units, [`layout`] sizes, alignments and the packing of structures.

pub mod basic;
mod class;
pub mod compat;
pub mod convert;
pub mod layout;
pub mod record;
pub mod units;

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

pub use self::basic::Basic;
use self::class::Class;
pub use self::record::{
    BitField, DefinedAlone, EnumDef, EnumId, Enumerator, Field, FieldId, Record, RecordId, RecordKind, Tag,
};
use crate::index::{Arena, id};
use crate::tree::ids::{AttrsRef, DeclRef, ExprRef, TypeNameRef};

/// A set of qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Quals(u8);

impl Quals {
    /// No qualifier.
    pub const NONE: Quals = Quals(0);
    /// `const`.
    pub const CONST: Quals = Quals(1);
    /// `volatile`.
    pub const VOLATILE: Quals = Quals(2);
    /// `restrict`.
    pub const RESTRICT: Quals = Quals(4);
    /// `_Atomic`, which C11 6.2.5p27 makes a type of its own; it behaves as a qualifier in all that follows.
    pub const ATOMIC: Quals = Quals(8);

    /// Whether all qualifiers of `other` are in this set.
    #[inline]
    pub fn contains(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    #[inline]
    #[must_use]
    pub fn union(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }

    /// This set without the qualifiers of `other`.
    #[inline]
    #[must_use]
    pub fn without(self, other: Quals) -> Quals {
        Quals(self.0 & !other.0)
    }

    /// Whether there is no qualifier.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A type: an entry of the type table and qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(u32);

const QUAL_BITS: u32 = 4;
const QUAL_MASK: u32 = (1 << QUAL_BITS) - 1;

impl Ty {
    /// The type of what could not be typed; it is compatible with everything, so that one mistake is reported once.
    pub const ERROR: Ty = Ty::from_index(basic::ALL.len() as u32);
    /// `void`.
    pub const VOID: Ty = Ty::basic(Basic::Void);
    /// `_Bool`.
    pub const BOOL: Ty = Ty::basic(Basic::Bool);
    /// `char`.
    pub const CHAR: Ty = Ty::basic(Basic::Char);
    /// `int`.
    pub const INT: Ty = Ty::basic(Basic::Int);
    /// `unsigned int`.
    pub const UINT: Ty = Ty::basic(Basic::UInt);
    /// `double`.
    pub const DOUBLE: Ty = Ty::basic(Basic::Double);

    const fn from_index(index: u32) -> Ty {
        Ty(index << QUAL_BITS)
    }

    /// The unqualified basic type.
    #[inline]
    pub const fn basic(basic: Basic) -> Ty {
        Ty::from_index(basic as u32)
    }

    #[inline]
    fn index(self) -> usize {
        (self.0 >> QUAL_BITS) as usize
    }

    /// The qualifiers written on this type (not those inside a typedef name: see [`Types::quals`]).
    #[inline]
    pub fn own_quals(self) -> Quals {
        Quals((self.0 & QUAL_MASK) as u8)
    }

    /// The same table entry without qualifiers of its own.
    #[inline]
    #[must_use]
    pub fn without_own_quals(self) -> Ty {
        Ty(self.0 & !QUAL_MASK)
    }

    /// The table entry with these qualifiers added; for array types use [`Types::qualified`].
    #[inline]
    pub(crate) fn with_raw(self, quals: Quals) -> Ty {
        Ty(self.0 | u32::from(quals.0))
    }

    /// Whether this is the error type.
    #[inline]
    pub fn is_error(self) -> bool {
        self.without_own_quals() == Ty::ERROR
    }
}

impl fmt::Debug for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ty({}, {})", self.index(), self.own_quals().0)
    }
}

id! {
    /// A function type's parameter list.
    FnTypeId;
}

/// The number of elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    /// `[]`: not known (yet), or a flexible array member.
    Incomplete,
    /// Known when the program is translated.
    Fixed(u64),
    /// Known at run time. Nominal: two arrays are the same type only if they are the same declaration.
    Variable(ExprRef),
    /// `[*]` in a prototype.
    Star,
}

/// One entry of the type table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `void`, integers, floating types.
    Basic(Basic),
    /// See [`Ty::ERROR`].
    Error,
    /// `_Complex` of a floating type, or of an integer type (GNU).
    Complex(Basic),
    /// Pointer to a type.
    Pointer(Ty),
    /// Array of a type.
    Array(Ty, ArrayLen),
    /// GNU vector: element and number of elements.
    Vector(Ty, u32),
    /// Function.
    Function(FnTypeId),
    /// Structure or union.
    Record(RecordId),
    /// Enumeration.
    Enum(EnumId),
    /// Sugar: a typedef name, and the type it stands for.
    Typedef(DeclRef, Ty),
    /// Sugar: `typeof (expression)`.
    TypeofExpr(ExprRef, Ty),
    /// Sugar: `typeof (type)`.
    TypeofType(TypeNameRef, Ty),
    /// Sugar: `__auto_type`, with the type it was found to be.
    Auto(Ty),
    /// Sugar: an array whose bound is written as more than a decimal number.
    Sized(ExprRef, Ty),
    /// Sugar: a parameter declared as an array or function (first) and adjusted to a pointer (second). The flag is the
    /// `static` of `[static 3]`.
    Adjusted(Ty, Ty, bool),
    /// Sugar: a type with attributes that bind to the type (`may_alias`, `aligned`...).
    Attributed(AttrsRef, Ty, TypeAttrs),
}

/// What the attributes of a type change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TypeAttrs {
    /// Alignment in bytes, higher or lower than the natural one; 0 if not given.
    pub align: u32,
    /// Accesses through this type may alias any object.
    pub may_alias: bool,
}

/// Result, parameters and form of a function type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FnType {
    /// Result type, unqualified.
    pub result: Ty,
    /// Parameter types after adjustment; empty without a prototype.
    pub params: Box<[Ty]>,
    /// Ends in `...`.
    pub variadic: bool,
    /// Whether the parameters are declared. `f()` and old-style definitions have none.
    pub prototype: bool,
}

/// Facts of a type that are asked often, computed when it is interned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Facts {
    /// Its canonical type is an array, so qualifiers belong to its elements.
    array: bool,
    /// Contains an array of run-time size (C11 6.7.6p3).
    variably_modified: bool,
    /// Names something of a function body, so it has no meaning outside of it.
    local: bool,
}

#[derive(Clone, Debug)]
struct Entry {
    kind: TypeKind,
    canon: Ty,
    /// The kind of `canon`: the question asked most often, answered by one load.
    canon_kind: TypeKind,
    facts: Facts,
    /// The pointer to this type, unqualified; [`Ty::ERROR`] if there is none yet.
    pointer: Ty,
    class: Class,
    /// For a basic type, which one.
    basic: Basic,
}

/// The type table of a program.
#[derive(Clone, Debug)]
pub struct Types {
    entries: Vec<Entry>,
    interned: FxHashMap<TypeKind, Ty>,
    functions: Arena<FnTypeId, FnType>,
    interned_functions: FxHashMap<FnType, FnTypeId>,
    /// The canonical type of a qualified array type: C11 6.7.3p9 moves the qualifiers to the elements.
    qualified_arrays: FxHashMap<Ty, Ty>,
    /// Structures and unions.
    pub records: Arena<RecordId, Record>,
    /// Members of all structures and unions; those of one record are neighbours.
    pub fields: Arena<FieldId, Field>,
    /// Enumerations.
    pub enums: Arena<EnumId, EnumDef>,
    /// What is compatible across units, or across two readings of one text: pairs, the smaller first.
    across_units: FxHashSet<(Tag, Tag)>,
}

impl Default for Types {
    fn default() -> Self {
        let mut types = Types {
            entries: Vec::with_capacity(64),
            interned: FxHashMap::default(),
            functions: Arena::default(),
            interned_functions: FxHashMap::default(),
            qualified_arrays: FxHashMap::default(),
            records: Arena::default(),
            fields: Arena::default(),
            enums: Arena::default(),
            across_units: FxHashSet::default(),
        };
        for basic in basic::ALL {
            types.intern(TypeKind::Basic(basic));
        }
        types.intern(TypeKind::Error);
        types
    }
}

impl Types {
    /// Whether everything that `base` knows is known here, under the same numbers.
    pub fn extends(&self, base: &Types) -> bool {
        let same_entries = self.entries.len() >= base.entries.len()
            && self.entries.iter().zip(&base.entries).all(|(new, old)| new.kind == old.kind && new.canon == old.canon);
        same_entries
            && self.functions.extends(&base.functions)
            && self.records.extends(&base.records)
            && self.fields.extends(&base.fields)
            && self.enums.extends(&base.enums)
            && self.across_units.is_superset(&base.across_units)
    }

    /// The entry as written, sugar included.
    #[inline]
    pub fn kind(&self, ty: Ty) -> TypeKind {
        self.entries[ty.index()].kind
    }

    /// The type without sugar. Qualifiers of an array type are those of its elements.
    #[inline]
    pub fn canon(&self, ty: Ty) -> Ty {
        let entry = &self.entries[ty.index()];
        let quals = ty.own_quals();
        if quals.is_empty() {
            entry.canon
        } else if entry.facts.array {
            self.qualified_arrays.get(&ty).copied().unwrap_or(entry.canon)
        } else {
            entry.canon.with_raw(quals)
        }
    }

    /// The entry of the canonical type.
    #[inline]
    pub fn canon_kind(&self, ty: Ty) -> TypeKind {
        let entry = &self.entries[ty.index()];
        if entry.facts.array && !ty.own_quals().is_empty() {
            return self.kind(self.canon(ty));
        }
        entry.canon_kind
    }

    /// All qualifiers of the type itself, those inside typedef names included; for an array those of its elements.
    #[inline]
    pub fn quals(&self, ty: Ty) -> Quals {
        let entry = &self.entries[ty.index()];
        if !entry.facts.array {
            return entry.canon.own_quals().union(ty.own_quals());
        }
        let canon = self.canon(ty);
        match self.kind(canon) {
            TypeKind::Array(elem, _) => self.quals(elem),
            _ => canon.own_quals(),
        }
    }

    /// The canonical type without qualifiers: the type of a value.
    #[inline]
    pub fn unqualified(&self, ty: Ty) -> Ty {
        self.canon(ty).without_own_quals()
    }

    /// The type a value of this type has: unqualified, with its sugar kept where that hides no qualifier.
    #[inline]
    pub fn value_type(&self, ty: Ty) -> Ty {
        let bare = ty.without_own_quals();
        let canon = self.entries[bare.index()].canon;
        if canon.own_quals().is_empty() { bare } else { canon.without_own_quals() }
    }

    /// Whether the type depends on a value known at run time.
    pub fn is_variably_modified(&self, ty: Ty) -> bool {
        self.entries[ty.index()].facts.variably_modified
    }

    /// Whether the type names something of a function body.
    pub fn is_local(&self, ty: Ty) -> bool {
        self.entries[ty.index()].facts.local
    }

    /// Whether adding qualifiers to the type means adding them to its elements.
    #[inline]
    pub fn is_array_entry(&self, ty: Ty) -> bool {
        self.entries[ty.index()].facts.array
    }

    /// The type with qualifiers added.
    pub fn qualified(&mut self, ty: Ty, quals: Quals) -> Ty {
        if quals.is_empty() || ty.is_error() {
            return ty;
        }
        let result = ty.with_raw(quals);
        if self.entries[ty.index()].facts.array {
            self.qualify_elements(result);
        }
        result
    }

    fn qualify_elements(&mut self, ty: Ty) {
        let quals = ty.own_quals();
        if self.qualified_arrays.contains_key(&ty) {
            return;
        }
        if let TypeKind::Array(elem, len) = self.kind(self.entries[ty.index()].canon) {
            let elem = self.qualified(elem, quals);
            let array = self.array(elem, len);
            let canon = self.canon(array);
            self.qualified_arrays.insert(ty, canon);
        }
    }

    /// Pointer to `ty`.
    pub fn pointer(&mut self, ty: Ty) -> Ty {
        self.intern(TypeKind::Pointer(ty))
    }

    /// Array of `len` elements.
    pub fn array(&mut self, elem: Ty, len: ArrayLen) -> Ty {
        self.intern(TypeKind::Array(elem, len))
    }

    /// GNU vector of `lanes` elements.
    pub fn vector(&mut self, elem: Ty, lanes: u32) -> Ty {
        let elem = self.unqualified(elem);
        self.intern(TypeKind::Vector(elem, lanes))
    }

    /// `_Complex` of a basic type.
    pub fn complex(&mut self, basic: Basic) -> Ty {
        self.intern(TypeKind::Complex(basic))
    }

    /// A function type.
    pub fn function(&mut self, function: FnType) -> Ty {
        let id = match self.interned_functions.get(&function) {
            Some(&id) => id,
            None => {
                let id = self.functions.push(function.clone());
                self.interned_functions.insert(function, id);
                id
            }
        };
        self.intern(TypeKind::Function(id))
    }

    /// The structure or union as a type.
    pub fn record(&mut self, record: RecordId) -> Ty {
        self.intern(TypeKind::Record(record))
    }

    /// The enumeration as a type.
    pub fn enumeration(&mut self, id: EnumId) -> Ty {
        self.intern(TypeKind::Enum(id))
    }

    /// Result and parameters of a function type.
    #[inline]
    pub fn fn_type(&self, id: FnTypeId) -> &FnType {
        &self.functions[id]
    }

    /// The type of this kind, if it has been interned.
    #[inline]
    pub fn lookup(&self, kind: &TypeKind) -> Option<Ty> {
        self.interned.get(kind).copied()
    }

    /// The pointer to a type, if it has been interned. Asked for every array and function that is mentioned, so most answers
    /// stand beside the type.
    #[inline]
    pub fn lookup_pointer(&self, to: Ty) -> Option<Ty> {
        if to.own_quals().is_empty() {
            let pointer = self.entries[to.index()].pointer;
            return (pointer != Ty::ERROR).then_some(pointer);
        }
        self.lookup(&TypeKind::Pointer(to))
    }

    /// The function type with these parts, if it has been interned.
    pub fn lookup_function(&self, function: &FnType) -> Option<Ty> {
        let id = *self.interned_functions.get(function)?;
        self.lookup(&TypeKind::Function(id))
    }

    /// The type of a kind.
    pub fn intern(&mut self, kind: TypeKind) -> Ty {
        if let Some(ty) = self.lookup(&kind) {
            return ty;
        }
        let (canon, facts) = self.canonical_form(&kind);
        let ty = Ty::from_index(self.entries.len() as u32);
        let canon_kind = canon.map_or(kind, |canon| self.kind(canon));
        let (class, basic) = Class::of(canon_kind);
        let canon = canon.unwrap_or(ty);
        self.entries.push(Entry { kind, canon, canon_kind, facts, pointer: Ty::ERROR, class, basic });
        if let TypeKind::Pointer(to) = kind
            && to.own_quals().is_empty()
        {
            self.entries[to.index()].pointer = ty;
        }
        self.interned.insert(kind, ty);
        ty
    }

    fn facts(&self, ty: Ty) -> Facts {
        self.entries[ty.index()].facts
    }

    /// The canonical type (`None`: the new entry itself) and the facts of a kind that is about to be interned.
    fn canonical_form(&mut self, kind: &TypeKind) -> (Option<Ty>, Facts) {
        let plain = Facts::default();
        match *kind {
            TypeKind::Basic(_) | TypeKind::Error | TypeKind::Complex(_) => (None, plain),
            TypeKind::Pointer(to) => {
                let canon = self.canon(to);
                let facts = Facts { array: false, ..self.facts(to) };
                ((canon != to).then(|| self.pointer(canon)), facts)
            }
            TypeKind::Array(elem, len) => {
                let canon = self.canon(elem);
                let variable = matches!(len, ArrayLen::Variable(_) | ArrayLen::Star);
                let local = matches!(len, ArrayLen::Variable(expr) if !expr.is_file());
                let of = self.facts(elem);
                let facts = Facts {
                    array: true,
                    variably_modified: of.variably_modified || variable,
                    local: of.local || local,
                };
                ((canon != elem).then(|| self.array(canon, len)), facts)
            }
            TypeKind::Vector(..) => (None, plain),
            TypeKind::Function(id) => self.canonical_function(id),
            TypeKind::Record(id) => (None, Facts { local: self.records[id].local, ..plain }),
            TypeKind::Enum(id) => (None, Facts { local: self.enums[id].local, ..plain }),
            TypeKind::Typedef(decl, of) => self.sugar_form(of, !decl.is_file()),
            TypeKind::TypeofExpr(expr, of) | TypeKind::Sized(expr, of) => self.sugar_form(of, !expr.is_file()),
            TypeKind::TypeofType(name, of) => self.sugar_form(of, !name.is_file()),
            TypeKind::Attributed(attrs, of, _) => self.sugar_form(of, !attrs.is_file()),
            TypeKind::Auto(of) => self.sugar_form(of, false),
            TypeKind::Adjusted(from, to, _) => {
                let local = self.facts(from).local;
                self.sugar_form(to, local)
            }
        }
    }

    fn sugar_form(&self, of: Ty, local: bool) -> (Option<Ty>, Facts) {
        let facts = self.facts(of);
        (Some(self.canon(of)), Facts { local: facts.local || local, ..facts })
    }

    fn canonical_function(&mut self, id: FnTypeId) -> (Option<Ty>, Facts) {
        let function = &self.functions[id];
        let mut facts = Facts { array: false, ..self.facts(function.result) };
        for &param in &function.params {
            facts.local |= self.facts(param).local;
        }
        let is_canonical = self.canon(function.result) == function.result
            && function.params.iter().all(|&param| self.unqualified(param) == param);
        if is_canonical {
            return (None, facts);
        }
        // C11 6.7.6.3p15: a parameter's own qualifiers are not part of the function's type.
        let canon = FnType {
            result: self.canon(function.result),
            params: function.params.iter().map(|&param| self.unqualified(param)).collect(),
            variadic: function.variadic,
            prototype: function.prototype,
        };
        (Some(self.function(canon)), facts)
    }

    /// The number of entries; grows only.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the type is one of this table, and not of a later version of it.
    pub fn contains(&self, ty: Ty) -> bool {
        ty.index() < self.entries.len()
    }

    /// Never true: the basic types are always there.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
