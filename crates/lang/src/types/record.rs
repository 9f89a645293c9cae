//! Structures, unions and enumerations: the nominal types.

use super::Ty;
use super::basic::Basic;
use crate::index::{Id, id};
use crate::names::Symbol;
use crate::tree::ids::{AttrsRef, DeclRef, ExprRef};

id! {
    /// A structure or union.
    RecordId;
    /// A member of a structure or union.
    FieldId;
    /// An enumeration.
    EnumId;
}

/// Structure or union.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the variants are the C keywords")]
pub enum RecordKind {
    Struct,
    Union,
}

impl RecordKind {
    /// The C keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        }
    }
}

/// A structure or union, declared or defined.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// `struct` or `union`.
    pub kind: RecordKind,
    /// Its tag, if it has one.
    pub tag: Option<Symbol>,
    /// Whether its members are known.
    pub complete: bool,
    /// Declared inside a function.
    pub local: bool,
    /// The first member; the others follow it.
    pub first_field: Option<FieldId>,
    /// Number of members.
    pub n_fields: u32,
    /// Size in bytes; `None` while incomplete or when a member has a run-time size.
    pub size: Option<u64>,
    /// Alignment in bytes.
    pub align: u64,
    /// The alignment comes from an attribute, of the record or of a member.
    pub aligned_by_user: bool,
    /// `packed`.
    pub packed: bool,
    /// `transparent_union`.
    pub transparent: bool,
    /// `scalar_storage_order`: numbers are stored with their bytes, and bit-fields with their bits, the other way round than
    /// the target does. Pointers, vectors and members that are structures themselves are not concerned.
    pub reversed: bool,
    /// `ms_struct`: members are laid out as Microsoft's compilers do it.
    pub ms_layout: bool,
    /// Maximum alignment of members by `#pragma pack`, as in force at the definition.
    pub pack: Option<u8>,
    /// All attributes, as written.
    pub attrs: Option<AttrsRef>,
    /// How many of them stand before the members. The others may name constants that are defined among these.
    pub n_leading_attrs: u32,
    /// Tags that are defined inside the member list.
    pub defines: Box<[Tag]>,
    /// Those of them that are defined by a declaration of their own, without a member.
    pub defined_alone: Box<[DefinedAlone]>,
    /// Pragmas in the member list, such as `pack`, each with the number of members before it.
    pub pragmas: Box<[(u32, Symbol)]>,
}

/// A tag that is defined among members without being the type of one, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefinedAlone {
    /// The tag.
    pub tag: Tag,
    /// The number of members before it.
    pub n_members: u32,
    /// The number of pragmas before it.
    pub n_pragmas: u32,
}

impl Record {
    /// A record of which only the tag is known.
    pub fn incomplete(kind: RecordKind, tag: Option<Symbol>, local: bool) -> Record {
        Record {
            kind,
            tag,
            complete: false,
            local,
            first_field: None,
            n_fields: 0,
            size: None,
            align: 1,
            aligned_by_user: false,
            packed: false,
            transparent: false,
            reversed: false,
            ms_layout: false,
            pack: None,
            attrs: None,
            n_leading_attrs: 0,
            defines: Box::default(),
            defined_alone: Box::default(),
            pragmas: Box::default(),
        }
    }

    /// The members in order, unnamed ones included.
    pub fn fields(&self) -> impl DoubleEndedIterator<Item = FieldId> + ExactSizeIterator + use<> {
        let first = self.first_field.map_or(0, FieldId::index);
        (first..first + self.n_fields as usize).map(FieldId::from_index)
    }
}

/// Position of a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// Width in bits.
    pub width: u32,
    /// The width as written, where that is more than a decimal number.
    pub width_expr: Option<ExprRef>,
}

/// A member of a structure or union.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Its name; anonymous structures, unions and bit-fields have none.
    pub name: Option<Symbol>,
    /// Declared type.
    pub ty: Ty,
    /// The record it is a member of.
    pub parent: RecordId,
    /// Set for bit-fields.
    pub bits: Option<BitField>,
    /// Offset in bits from the start of the record, which may be larger than 64 bits count: sizes go up to 2^63 bytes.
    pub bit_offset: u128,
    /// Declared together with the previous member (`int a, b;`).
    pub continues_group: bool,
    /// `packed` on the member.
    pub packed: bool,
    /// Alignment asked for by `aligned` or `_Alignas`.
    pub align: Option<u64>,
    /// All attributes and alignment specifiers, as written.
    pub attrs: Option<AttrsRef>,
}

impl Field {
    /// A named member without anything special.
    pub fn plain(name: Symbol, ty: Ty, parent: RecordId) -> Field {
        Field {
            name: Some(name),
            ty,
            parent,
            bits: None,
            bit_offset: 0,
            continues_group: false,
            packed: false,
            align: None,
            attrs: None,
        }
    }

    /// Offset in bytes of the byte that holds the member's first bit.
    pub fn offset(&self) -> u64 {
        u64::try_from(self.bit_offset / 8).unwrap_or(u64::MAX)
    }

    /// Offset in bits, in a record that is small enough for objects.
    pub fn bit_position(&self) -> u64 {
        u64::try_from(self.bit_offset).unwrap_or(u64::MAX)
    }
}

/// An enumeration, declared or defined.
#[derive(Clone, PartialEq, Debug)]
pub struct EnumDef {
    /// Its tag, if it has one.
    pub tag: Option<Symbol>,
    /// Whether its constants are known.
    pub complete: bool,
    /// Declared inside a function.
    pub local: bool,
    /// The integer type it is compatible with.
    pub compatible: Basic,
    /// Its constants in order.
    pub constants: Box<[Enumerator]>,
    /// Attributes, as written.
    pub attrs: Option<AttrsRef>,
    /// How many of them stand before the constants. The others may name these.
    pub n_leading_attrs: u32,
}

/// An enumeration constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Enumerator {
    /// Its declaration.
    pub decl: DeclRef,
    /// The expression after `=`.
    pub value: Option<ExprRef>,
}

/// A structure, union or enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the variants are the two kinds of tags")]
pub enum Tag {
    Record(RecordId),
    Enum(EnumId),
}
