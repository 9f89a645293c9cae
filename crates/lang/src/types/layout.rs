//! Sizes, alignments, and the layout of structures and unions.
//!
//! The rules are those of the System V ABIs as GCC implements them, bit by bit: each member has a wanted alignment, a
//! bit-field moves to the next boundary of its declared type only if it would otherwise span more such units than the
//! type itself, `packed` and `#pragma pack` lower alignments, `aligned` raises them. Points easily got wrong:
//!
//! - an unnamed bit-field does not raise the alignment of its structure (on the x86 ABIs);
//! - a zero-width bit-field ignores `packed` and `#pragma pack`;
//! - under `#pragma pack` a bit-field never moves to a boundary;
//! - on i386, 8-byte scalars that stand alone align to 8 (`__alignof__` says so) and to 4 as members (`_Alignof`);
//! - the alignment that a user asked for is exempt from such limits, also where it comes from a typedef name or from a
//!   member, so each type also knows whether its alignment is the user's;
//! - `aligned` on a member that asks for less than the type has is as good as not written, except on a packed member.
//!
//! The layout of Microsoft's compilers (`ms_struct`) is a file of its own, `ms`.
//!
//! Not followed: on i386 GCC also aligns to 4 a nested structure that it holds in one register although its alignment is
//! higher, which takes a zero-length array of wide vectors or `_Float128` beside members of 8 or 16 bytes.

mod ms;

use super::{ArrayLen, Basic, Field, Record, RecordId, RecordKind, Ty, TypeKind, Types};
use crate::target::Target;

/// Size and alignment of an object type, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

impl Types {
    /// Size in bytes; `None` for incomplete types, functions, and types of run-time size, and for sizes beyond 64 bits.
    /// `void` and functions have size 1 in GNU arithmetic; that is the asker's business.
    pub fn size_of(&self, target: &Target, ty: Ty) -> Option<u64> {
        match self.canon_kind(ty) {
            TypeKind::Basic(basic) => target.basic(basic).map(|extent| u64::from(extent.size)),
            TypeKind::Complex(basic) => target.basic(basic).map(|extent| u64::from(extent.size) * 2),
            TypeKind::Pointer(_) => Some(u64::from(target.pointer.size)),
            TypeKind::Array(elem, ArrayLen::Fixed(len)) => self.size_of(target, elem)?.checked_mul(len),
            TypeKind::Vector(elem, lanes) => self.size_of(target, elem)?.checked_mul(u64::from(lanes)),
            TypeKind::Record(id) => self.records[id].size,
            TypeKind::Enum(id) if self.enums[id].complete => {
                target.basic(self.enums[id].compatible).map(|extent| u64::from(extent.size))
            }
            _ => None,
        }
    }

    /// Alignment in bytes of a variable, attributes of typedef names included: what `__alignof__` gives; 1 where there is none.
    pub fn align_of(&self, target: &Target, ty: Ty) -> u64 {
        self.alignment(target, ty).0
    }

    /// Alignment in bytes that the ABI demands of any object of the type, members included: what `_Alignof` gives. On i386
    /// it is lower than the alignment of a variable, and everywhere no more than the machine itself ever needs.
    pub fn required_align(&self, target: &Target, ty: Ty) -> u64 {
        let (align, by_user) = self.member_alignment(target, ty);
        if by_user { align } else { align.min(target.biggest_align.into()) }
    }

    /// The alignment, and whether the user asked for it.
    fn alignment(&self, target: &Target, mut ty: Ty) -> (u64, bool) {
        loop {
            match self.kind(ty) {
                TypeKind::Attributed(_, _, attrs) if attrs.align != 0 => return (u64::from(attrs.align), true),
                TypeKind::Typedef(_, of)
                | TypeKind::Attributed(_, of, _)
                | TypeKind::TypeofExpr(_, of)
                | TypeKind::TypeofType(_, of)
                | TypeKind::Auto(of)
                | TypeKind::Sized(_, of)
                | TypeKind::Adjusted(_, of, _)
                | TypeKind::Array(of, _) => ty = of,
                TypeKind::Basic(basic) | TypeKind::Complex(basic) => {
                    return (target.basic(basic).map_or(1, |extent| u64::from(extent.align)), false);
                }
                TypeKind::Pointer(_) => return (u64::from(target.pointer.align), false),
                // A vector is aligned to its size.
                TypeKind::Vector(..) => return (self.size_of(target, ty).unwrap_or(1), false),
                TypeKind::Record(id) => return (self.records[id].align, self.records[id].aligned_by_user),
                TypeKind::Enum(id) => {
                    return (
                        target.basic(self.enums[id].compatible).map_or(1, |extent| u64::from(extent.align)),
                        false,
                    );
                }
                TypeKind::Function(_) | TypeKind::Error => return (1, false),
            }
        }
    }

    /// Size and alignment.
    pub fn layout_of(&self, target: &Target, ty: Ty) -> Option<Layout> {
        Some(Layout { size: self.size_of(target, ty)?, align: self.align_of(target, ty) })
    }

    /// The alignment a type asks for as a member, and whether the user asked for it.
    fn member_alignment(&self, target: &Target, ty: Ty) -> (u64, bool) {
        let (align, by_user) = self.alignment(target, ty);
        if !by_user && self.is_capped_as_member(target, ty) {
            return (align.min(u64::from(target.field_align_max)), false);
        }
        (align, by_user)
    }

    /// i386 lowers the alignment of what GCC holds in integer registers and of `double` inside structures. That includes
    /// vectors of integers of up to 8 bytes: without MMX, which is no part of the ABI, they are computed as integers.
    fn is_capped_as_member(&self, target: &Target, ty: Ty) -> bool {
        let innermost = self.innermost_element(ty);
        match self.canon_kind(innermost) {
            TypeKind::Basic(basic) | TypeKind::Complex(basic) => {
                basic.is_integer() || matches!(basic, Basic::Double | Basic::Float64 | Basic::Float32x)
            }
            TypeKind::Enum(_) => true,
            TypeKind::Vector(elem, _) => {
                self.is_integer(elem) && self.size_of(target, innermost).is_some_and(|size| size <= 8)
            }
            _ => false,
        }
    }

    /// The alignment in bytes that a member has in its structure, unless it is a bit-field.
    pub fn align_of_member(&self, target: &Target, field: &Field) -> u64 {
        RecordLayout::new(&self.records[field.parent], None).wanted_by_member(self, target, field).align / 8
    }

    /// Computes offsets of all members, and size and alignment of a record whose members are known. `align` is what an
    /// `aligned` attribute on the record asks for.
    pub fn lay_out(&mut self, target: &Target, record: RecordId, align: Option<u64>) {
        let mut layout = RecordLayout::new(&self.records[record], align);
        let is_ms = self.records[record].ms_layout && layout.kind == RecordKind::Struct;
        let last = self.records[record].fields().next_back();
        for id in self.records[record].fields() {
            let field = &self.fields[id];
            let offset = if is_ms {
                layout.place_ms(self, target, field, Some(id) == last)
            } else {
                layout.place(self, target, field)
            };
            self.fields[id].bit_offset = offset;
        }
        let align = layout.align / 8;
        let size = layout.end.div_ceil(8).checked_next_multiple_of(align);
        let record = &mut self.records[record];
        record.align = align;
        record.aligned_by_user = layout.aligned_by_user;
        record.size = size.filter(|_| layout.fixed_size);
    }
}

/// The state of laying out one record; positions and alignments are in bits, as in GCC's `stor-layout.cc`.
struct RecordLayout {
    kind: RecordKind,
    packed: bool,
    pack: Option<u64>,
    /// Where the next member may start.
    position: u64,
    /// The end of what has been placed.
    end: u64,
    align: u64,
    aligned_by_user: bool,
    /// No member has a run-time size.
    fixed_size: bool,
    /// With Microsoft's layout: the last bit-field, which the next one may follow in the same unit.
    run: Option<ms::Run>,
    /// With Microsoft's layout: how many bits of that unit are free.
    rest_of_run: u64,
}

/// An alignment in bits, and whether the user asked for it.
#[derive(Clone, Copy)]
struct Wanted {
    align: u64,
    by_user: bool,
}

impl RecordLayout {
    fn new(record: &Record, align: Option<u64>) -> RecordLayout {
        RecordLayout {
            kind: record.kind,
            packed: record.packed,
            pack: record.pack.map(|pack| u64::from(pack) * 8),
            position: 0,
            end: 0,
            align: align.unwrap_or(1).saturating_mul(8),
            aligned_by_user: align.is_some(),
            fixed_size: true,
            run: None,
            rest_of_run: 0,
        }
    }

    /// Places one member and returns its offset in bits.
    fn place(&mut self, types: &Types, target: &Target, field: &Field) -> u64 {
        let start = match field.bits {
            Some(bits) if bits.width == 0 => self.start_of_boundary(types, target, field),
            Some(bits) => self.start_of_bit_field(types, target, field, bits.width.into()),
            None => self.start_of_member(types, target, field),
        };
        let size = match field.bits {
            Some(bits) => u64::from(bits.width),
            None => self.member_size(types, target, field.ty).saturating_mul(8),
        };
        let end = start.saturating_add(size);
        self.end = self.end.max(end);
        if self.kind == RecordKind::Struct {
            self.position = end;
        }
        start
    }

    /// A flexible array has size 0; a member of run-time size makes the whole of run-time size.
    fn member_size(&mut self, types: &Types, target: &Target, ty: Ty) -> u64 {
        if let Some(size) = types.size_of(target, ty) {
            return size;
        }
        if types.is_variably_modified(ty) {
            self.fixed_size = false;
        }
        0
    }

    /// What a member that is no bit-field asks for.
    fn wanted_by_member(&self, types: &Types, target: &Target, field: &Field) -> Wanted {
        // There is nothing to pack about a member that may stand anywhere.
        let packed = (field.packed || self.packed) && types.align_of(target, field.ty) > 1;
        let wanted = match (packed, field.align) {
            (true, Some(align)) => Wanted { align: align.saturating_mul(8), by_user: true },
            (true, None) => Wanted { align: 8, by_user: types.alignment(target, field.ty).1 },
            (false, align) => wanted_by_type(types, target, field.ty, align),
        };
        Wanted { align: self.limited(wanted.align), ..wanted }
    }

    /// An alignment that `#pragma pack` may lower.
    fn limited(&self, align: u64) -> u64 {
        self.pack.map_or(align, |pack| align.min(pack))
    }

    fn start_of_member(&mut self, types: &Types, target: &Target, field: &Field) -> u64 {
        let wanted = self.wanted_by_member(types, target, field);
        let align = wanted.align;
        self.align = self.align.max(align);
        self.aligned_by_user |= wanted.by_user;
        round_up(self.position, align)
    }

    /// A bit-field of width 0, which is not packed by anything.
    fn start_of_boundary(&mut self, types: &Types, target: &Target, field: &Field) -> u64 {
        let wanted = wanted_by_type(types, target, field.ty, field.align);
        self.aligned_by_user |= wanted.by_user;
        if target.unnamed_bitfield_aligns {
            let (type_align, _) = types.member_alignment(target, field.ty);
            self.align = self.align.max(type_align * 8);
        }
        round_up(self.position, wanted.align)
    }

    fn start_of_bit_field(&mut self, types: &Types, target: &Target, field: &Field, width: u64) -> u64 {
        let packed = field.packed || self.packed;
        let (type_align, by_user) = types.member_alignment(target, field.ty);
        let type_align = type_align * 8;
        let fills_unit = self.fills_unit(width, packed);
        let mut align = field.align.map_or(1, |align| align.saturating_mul(8));
        if fills_unit {
            // GCC turns such a field into an ordinary member, which on i386 matters where the user has aligned it.
            let unit_align =
                if field.align.is_some() { width } else { width.min(u64::from(target.field_align_max) * 8) };
            align = align.max(unit_align);
        }
        let align = self.pack.map_or(align, |pack| align.min(pack));
        if field.name.is_some() || target.unnamed_bitfield_aligns {
            let by_type = match self.pack {
                Some(pack) => type_align.min(pack),
                None if packed => 8,
                None => type_align,
            };
            self.align = self.align.max(align).max(by_type);
            self.aligned_by_user |= by_user;
        }
        self.aligned_by_user |= field.align.is_some();
        let start = round_up(self.position, align);
        if packed || self.pack.is_some() || fills_unit {
            return start;
        }
        self.aligned_by_user |= by_user && self.kind == RecordKind::Struct;
        let type_bits = types.size_of(target, field.ty).unwrap_or(1).saturating_mul(8);
        if spans_too_many_units(start, width, type_align, type_bits) {
            return round_up(start, type_align);
        }
        start
    }

    /// Whether a bit-field is a whole byte, two, four... and stands where such a unit may stand.
    fn fills_unit(&self, width: u64, packed: bool) -> bool {
        width >= 8 && width.is_power_of_two() && self.position.is_multiple_of(width) && !(packed && width > 8)
    }
}

/// What a member that is not packed asks for: the higher of what its type and its own attributes say.
fn wanted_by_type(types: &Types, target: &Target, ty: Ty, asked: Option<u64>) -> Wanted {
    let (natural, by_type) = types.alignment(target, ty);
    match asked {
        Some(asked) if asked >= natural => Wanted { align: asked.saturating_mul(8), by_user: true },
        _ => Wanted { align: types.member_alignment(target, ty).0.saturating_mul(8), by_user: by_type },
    }
}

/// Rounds a bit position up to an alignment in bits.
fn round_up(position: u64, align: u64) -> u64 {
    position.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX)
}

/// Whether a bit-field at `start` touches more units of its type's alignment than the type itself does.
fn spans_too_many_units(start: u64, width: u64, align_bits: u64, type_bits: u64) -> bool {
    (start % align_bits + width).div_ceil(align_bits) > type_bits / align_bits
}
