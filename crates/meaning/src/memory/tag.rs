//! Effective types (C11 6.5p6), one small number per scalar type and the structure it is a member of.
//!
//! Every byte of memory has a shadow of 16 bits: whether it is initialised, and the tag of the scalar that it is part
//! of. An access compares the shadow with one pattern; only where they differ does anyone look at types. A shadow of 0 is that
//! of a byte that is not there yet, see `lazy`.

use kiln_lang::Options;
use kiln_lang::types::{Basic, RecordId, Tag as Type, Ty, TypeKind, Types};
use rustc_hash::FxHashMap;

/// The low 8 bits say which bits of the byte have a value, the others are unspecified: it belongs to bit-fields, or it is
/// padding. Never together with [`INIT`].
pub const PARTIAL: u16 = 1 << 15;
/// Only together with [`PARTIAL`]: the bits without a value are unspecified, not indeterminate. They are padding, or belong
/// to another member of a union than the one that was stored.
pub const UNSPECIFIED: u16 = 1 << 12;
/// The byte has a value.
pub const INIT: u16 = 1 << 14;
/// The byte has no declared type: a store gives it one.
pub const FREE: u16 = 1 << 13;
/// The part of a shadow that is the tag.
pub const TAG: u16 = FREE - 1;

/// No effective type, and the tag of accesses by character types: they go with every other.
pub const ANY: u16 = 0;

/// The declared type is a character type: only such accesses go with it.
pub const CHARACTER: u16 = 1;

/// The byte belongs to no scalar, or to one that everything goes with: padding, bit-fields.
pub const UNTYPED: u16 = 2;

/// The byte was stored as part of a bit-field, which has a type of its own: an integer of so many bits (C11 6.7.2.1p10). Of
/// these types no more is known than that they are none of the others, and in which order their bits are counted.
const BITS: u16 = 3;
const REVERSED_BITS: u16 = 4;

/// The tag of bit-fields.
pub fn bit_field(reversed: bool) -> u16 {
    if reversed { REVERSED_BITS } else { BITS }
}

/// What the shadow of a byte without an effective type says of types.
#[inline]
pub fn untyped(shadow: u16) -> u16 {
    if shadow & FREE != 0 { FREE } else { UNTYPED }
}

/// What a tag stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Leaf {
    /// The scalar type: unqualified, signed where it is an integer.
    ty: Ty,
    /// The structure it is directly a member of.
    parent: Option<RecordId>,
    /// Its bytes are stored the other way round than the target does (`scalar_storage_order`).
    reversed: bool,
}

/// What an lvalue is part of, or is: it goes with the effective types of all that this holds (C11 6.5p7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Within(u16);

impl Within {
    /// Nothing: it goes with its own type only.
    pub const ITSELF: Within = Within(0);
    /// Its type may alias: it goes with every other.
    pub const ANYTHING: Within = Within(1);

    const FIRST: u16 = 2;

    /// As a number.
    pub fn index(self) -> u16 {
        self.0
    }
}

/// All tags of a program.
#[derive(Clone, Debug)]
pub struct Tags {
    leaves: Vec<Leaf>,
    index: FxHashMap<Leaf, u16>,
    /// The structures and unions that [`Within`] stands for.
    wholes: Vec<RecordId>,
    whole_index: FxHashMap<RecordId, Within>,
}

impl Default for Tags {
    fn default() -> Self {
        let leaf = |(ty, reversed)| Leaf { ty, parent: None, reversed };
        let no_scalars = [Ty::VOID, Ty::CHAR, Ty::VOID, Ty::VOID, Ty::VOID];
        let leaves = no_scalars.into_iter().zip([false, false, false, false, true]).map(leaf).collect();
        Tags { leaves, index: FxHashMap::default(), wholes: Vec::new(), whole_index: FxHashMap::default() }
    }
}

impl Tags {
    /// The tag of accesses to scalars of a type, members of `parent` or of nothing; in the other storage order if `reversed`.
    pub fn scalar(&mut self, types: &Types, ty: Ty, parent: Option<RecordId>, reversed: bool) -> u16 {
        let reversed = reversed && has_storage_order(types, ty);
        let Some(ty) = scalar_type(types, ty) else { return ANY };
        let leaf = Leaf { ty, parent, reversed };
        if let Some(&tag) = self.index.get(&leaf) {
            return tag;
        }
        let tag = self.leaves.len() as u16;
        if tag > TAG {
            return ANY;
        }
        self.leaves.push(leaf);
        self.index.insert(leaf, tag);
        tag
    }

    /// What stands for a structure or union, and for all that it holds.
    pub fn within(&mut self, record: RecordId) -> Within {
        if let Some(&within) = self.whole_index.get(&record) {
            return within;
        }
        let Ok(index) = u16::try_from(self.wholes.len() + usize::from(Within::FIRST)) else {
            return Within::ANYTHING;
        };
        self.wholes.push(record);
        self.whole_index.insert(record, Within(index));
        Within(index)
    }

    /// Forgets what stands for types that are not in a table. Their tags are not used again.
    pub fn keep_types(&mut self, types: &Types) {
        let stays =
            |leaf: &Leaf| types.contains(leaf.ty) && leaf.parent.is_none_or(|id| types.records.get(id).is_some());
        self.index.retain(|leaf, _| stays(leaf));
        self.whole_index.retain(|&record, _| types.records.get(record).is_some());
    }

    /// Whether most tags are taken.
    pub fn is_crowded(&self) -> bool {
        self.leaves.len() > usize::from(TAG) / 2 || self.wholes.len() > usize::from(u16::MAX) / 2
    }

    /// Whether a byte with the effective type `stored` may be accessed as `access` (C11 6.5p7).
    pub fn compatible(&self, types: &Types, options: &Options, stored: u16, access: u16) -> bool {
        if stored == access || matches!(stored, ANY | UNTYPED) || access == ANY {
            return true;
        }
        same_leaf(types, options, self.leaves[stored as usize], self.leaves[access as usize])
    }

    /// Whether a byte with the effective type `stored` may be accessed as a part of something: an aggregate or union that has
    /// it among its members, at any depth (C11 6.5p7).
    pub fn holds(&self, types: &Types, options: &Options, within: Within, stored: u16) -> bool {
        match within {
            _ if matches!(stored, ANY | UNTYPED) => true,
            Within::ITSELF => false,
            Within::ANYTHING => true,
            Within(whole) => {
                let stored = match stored {
                    CHARACTER => Part::Character,
                    BITS | REVERSED_BITS => Part::Bits,
                    _ => Part::Scalar(self.leaves[usize::from(stored)]),
                };
                has_member(types, options, self.wholes[usize::from(whole - Within::FIRST)], stored)
            }
        }
    }

    /// Whether a byte with the effective type `stored` has the storage order that an access as `access` takes for granted.
    /// GCC: to toggle it, by type punning or aliasing, is undefined.
    pub fn same_order(&self, stored: u16, access: u16) -> bool {
        let typed = |tag: u16| !matches!(tag, ANY | CHARACTER | UNTYPED);
        let is_reversed = |tag: u16| self.leaves[usize::from(tag)].reversed;
        !typed(stored) || !typed(access) || is_reversed(stored) == is_reversed(access)
    }

    /// Whether a tag stands for an integer other than `_Bool`: every pattern of its bits is a value.
    pub fn is_integer(&self, types: &Types, tag: u16) -> bool {
        let basic = types.as_basic(self.leaves[usize::from(tag)].ty);
        basic.is_some_and(|basic| basic.is_integer() && basic != Basic::Bool)
    }

    /// What a tag stands for, in words.
    pub fn describe(&self, types: &Types, names: &kiln_lang::names::Names, tag: u16) -> String {
        let leaf = self.leaves[tag as usize];
        let scalar = match types.canon_kind(leaf.ty) {
            _ if matches!(tag, BITS | REVERSED_BITS) => "bit-field".to_owned(),
            TypeKind::Basic(basic) => basic.spelling().to_owned(),
            _ => "pointer".to_owned(),
        };
        let scalar = if leaf.reversed { format!("{scalar} in the other storage order") } else { scalar };
        match leaf.parent {
            Some(id) => format!("{scalar} in {}", record_in_words(types, names, id)),
            None => scalar,
        }
    }

    /// The structure or union that an access goes through, in words.
    pub fn describe_record(&self, types: &Types, names: &kiln_lang::names::Names, within: Within) -> String {
        let record = within.0.checked_sub(Within::FIRST).and_then(|index| self.wholes.get(usize::from(index)));
        record.map_or("something else".to_owned(), |&id| record_in_words(types, names, id))
    }
}

fn record_in_words(types: &Types, names: &kiln_lang::names::Names, id: RecordId) -> String {
    let record = &types.records[id];
    let tag = record.tag.map_or("(unnamed)", |tag| names.resolve(tag));
    format!("{} {tag}", record.kind.keyword())
}

/// Whether `scalar_storage_order` concerns members of a type, or their elements: numbers, but neither pointers nor vectors.
pub fn has_storage_order(types: &Types, ty: Ty) -> bool {
    match types.canon_kind(ty) {
        TypeKind::Array(elem, _) => has_storage_order(types, elem),
        TypeKind::Basic(basic) => !basic.is_character() && basic != Basic::Void,
        TypeKind::Enum(_) | TypeKind::Complex(_) => true,
        _ => false,
    }
}

/// The type that stands for all that may access the same scalars; nothing for characters, which may access everything.
fn scalar_type(types: &Types, ty: Ty) -> Option<Ty> {
    let ty = match types.canon_kind(ty) {
        TypeKind::Basic(Basic::Char | Basic::SChar | Basic::UChar | Basic::Void) => return None,
        TypeKind::Basic(basic) if basic.is_integer() => Ty::basic(basic.to_signed()),
        TypeKind::Enum(id) => Ty::basic(types.enums[id].compatible.to_signed()),
        TypeKind::Basic(basic) | TypeKind::Complex(basic) => Ty::basic(basic),
        TypeKind::Vector(elem, _) => return scalar_type(types, elem),
        TypeKind::Pointer(_) => types.unqualified(ty),
        _ => return None,
    };
    (ty != Ty::basic(Basic::SChar)).then_some(ty)
}

/// Whether a scalar may be accessed as another.
fn same_leaf(types: &Types, options: &Options, a: Leaf, b: Leaf) -> bool {
    let same_structure = match (a.parent, b.parent) {
        (Some(a), Some(b)) => a == b || types.same_across_units(Type::Record(a), Type::Record(b)),
        _ => true,
    };
    same_structure && a.reversed == b.reversed && same_scalar(types, options, a.ty, b.ty)
}

/// What a record may have in it.
#[derive(Clone, Copy)]
enum Part {
    Character,
    Bits,
    /// A scalar that another may be accessed as.
    Scalar(Leaf),
}

/// Whether a structure or union has something in it.
fn has_member(types: &Types, options: &Options, record: RecordId, part: Part) -> bool {
    types.records[record].fields().map(|field| &types.fields[field]).any(|field| match (field.bits, part) {
        (Some(_), part) => matches!(part, Part::Bits),
        (None, part) => has_part(types, options, field.ty, record, part),
    })
}

/// The same for a member of `parent`.
fn has_part(types: &Types, options: &Options, ty: Ty, parent: RecordId, part: Part) -> bool {
    match types.canon_kind(ty) {
        TypeKind::Array(elem, _) => has_part(types, options, elem, parent, part),
        TypeKind::Record(id) => has_member(types, options, id, part),
        _ => match (scalar_type(types, ty), part) {
            (Some(ty), Part::Scalar(stored)) => {
                let reversed = types.records[parent].reversed && has_storage_order(types, ty);
                same_leaf(types, options, stored, Leaf { ty, parent: Some(parent), reversed })
            }
            (None, Part::Character) => types.as_basic(ty).is_some_and(Basic::is_character),
            _ => false,
        },
    }
}

/// Whether two scalar types are the same but for qualifiers, at any level, and the signs of integers.
fn same_scalar(types: &Types, options: &Options, a: Ty, b: Ty) -> bool {
    match (types.pointee(a), types.pointee(b)) {
        (Some(a), Some(b)) => {
            let (a, b) = (types.unqualified(a), types.unqualified(b));
            types.compatible_unqualified(&options.target, a, b) || same_scalar(types, options, a, b)
        }
        (None, None) => {
            types.compatible_unqualified(&options.target, a, b)
                || matches!((types.as_integer(a), types.as_integer(b)), (Some(a), Some(b)) if a.to_signed() == b.to_signed())
        }
        _ => false,
    }
}
