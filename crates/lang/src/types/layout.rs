//! Sizes, alignments, and the layout of structures and unions.
//!
//! The rules are those of the System V ABIs as GCC implements them, bit by bit: each member has a wanted alignment, a
//! bit-field moves to the next boundary of its declared type only if it would otherwise span more such units than the
//! type itself, `packed` and `#pragma pack` lower alignments, `aligned` raises them. Four points are easily got wrong:
//!
//! - an unnamed bit-field does not raise the alignment of its structure (on the x86 ABIs);
//! - a zero-width bit-field ignores `packed` and `#pragma pack`;
//! - under `#pragma pack` a bit-field never moves to a boundary;
//! - on i386, 8-byte scalars that stand alone align to 8 (`_Alignof` says so) and to 4 as members.

use super::{ArrayLen, Basic, Field, RecordId, RecordKind, Ty, TypeKind, Types};
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
    /// it is lower than the alignment of a variable.
    pub fn required_align(&self, target: &Target, ty: Ty) -> u64 {
        self.member_alignment(target, ty).0
    }

    /// The alignment, and whether an attribute set it.
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
                TypeKind::Record(id) => return (self.records[id].align, false),
                TypeKind::Enum(id) => {
                    return (target.basic(self.enums[id].compatible).map_or(1, |extent| u64::from(extent.align)), false);
                }
                TypeKind::Function(_) | TypeKind::Error => return (1, false),
            }
        }
    }

    /// Size and alignment.
    pub fn layout_of(&self, target: &Target, ty: Ty) -> Option<Layout> {
        Some(Layout { size: self.size_of(target, ty)?, align: self.align_of(target, ty) })
    }

    /// The alignment a type asks for as a member, and whether an attribute set it.
    fn member_alignment(&self, target: &Target, ty: Ty) -> (u64, bool) {
        let (align, by_user) = self.alignment(target, ty);
        if !by_user && self.is_capped_as_member(ty) {
            return (align.min(u64::from(target.field_align_max)), false);
        }
        (align, by_user)
    }

    /// i386 lowers the alignment of integers and of `double` inside structures, not that of vectors or nested structures.
    fn is_capped_as_member(&self, ty: Ty) -> bool {
        match self.canon_kind(self.innermost_element(ty)) {
            TypeKind::Basic(basic) | TypeKind::Complex(basic) => {
                basic.is_integer() || matches!(basic, Basic::Double | Basic::Float64 | Basic::Float32x)
            }
            TypeKind::Enum(_) => true,
            _ => false,
        }
    }

    /// Computes offsets of all members, and size and alignment of a record whose members are known. `align` is what an
    /// `aligned` attribute on the record asks for.
    pub fn lay_out(&mut self, target: &Target, record: RecordId, align: Option<u64>) {
        let mut layout = RecordLayout {
            kind: self.records[record].kind,
            packed: self.records[record].packed,
            pack: self.records[record].pack.map(u64::from),
            position: 0,
            end: 0,
            align: 1,
            fixed_size: true,
        };
        for id in self.records[record].fields() {
            let offset = layout.place(self, target, &self.fields[id]);
            self.fields[id].bit_offset = offset;
        }
        let align = layout.align.max(align.unwrap_or(1));
        let size = layout.end.div_ceil(8).checked_next_multiple_of(align);
        let record = &mut self.records[record];
        record.align = align;
        record.size = size.filter(|_| layout.fixed_size);
    }
}

/// The state of laying out one record; positions are in bits, alignments in bytes.
struct RecordLayout {
    kind: RecordKind,
    packed: bool,
    pack: Option<u64>,
    /// Where the next member may start.
    position: u64,
    /// The end of what has been placed.
    end: u64,
    align: u64,
    /// No member has a run-time size.
    fixed_size: bool,
}

impl RecordLayout {
    /// Places one member and returns its offset in bits.
    fn place(&mut self, types: &Types, target: &Target, field: &Field) -> u64 {
        let start = match (self.kind, field.bits) {
            (_, Some(bits)) => self.start_of_bit_field(types, target, field, bits.width),
            (_, None) => self.start_of_member(types, target, field),
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

    fn start_of_member(&mut self, types: &Types, target: &Target, field: &Field) -> u64 {
        let natural = types.align_of(target, field.ty);
        let packed = field.packed || (self.packed && natural > 1);
        let wanted = match (packed, field.align) {
            (true, Some(align)) => align,
            (true, None) => 1,
            (false, align) => {
                // An explicit alignment on the member also lifts the i386 cap.
                let by_type = if align.is_some() { natural } else { types.member_alignment(target, field.ty).0 };
                by_type.max(align.unwrap_or(1))
            }
        };
        let wanted = self.pack.map_or(wanted, |pack| wanted.min(pack));
        self.align = self.align.max(wanted);
        round_up(self.position, wanted)
    }

    fn start_of_bit_field(&mut self, types: &Types, target: &Target, field: &Field, width: u32) -> u64 {
        let (type_align, _) = types.member_alignment(target, field.ty);
        if width == 0 {
            if target.unnamed_bitfield_aligns {
                self.align = self.align.max(type_align);
            }
            return round_up(self.position, type_align.max(field.align.unwrap_or(1)));
        }
        let packed = field.packed || self.packed;
        let asked = field.align.unwrap_or(1);
        let asked = self.pack.map_or(asked, |pack| asked.min(pack));
        if field.name.is_some() || target.unnamed_bitfield_aligns {
            let by_type = match self.pack {
                Some(pack) => type_align.min(pack),
                None if packed => 1,
                None => type_align,
            };
            self.align = self.align.max(asked).max(by_type);
        }
        let start = round_up(self.position, asked);
        if packed || self.pack.is_some() {
            return start;
        }
        let type_bits = types.size_of(target, field.ty).unwrap_or(1).saturating_mul(8);
        if spans_too_many_units(start, u64::from(width), type_align * 8, type_bits) {
            return round_up(start, type_align);
        }
        start
    }
}

/// Rounds a bit position up to a byte alignment.
fn round_up(position: u64, align: u64) -> u64 {
    position.checked_next_multiple_of(align.max(1).saturating_mul(8)).unwrap_or(u64::MAX)
}

/// Whether a bit-field at `start` touches more units of its type's alignment than the type itself does.
fn spans_too_many_units(start: u64, width: u64, align_bits: u64, type_bits: u64) -> bool {
    (start % align_bits + width).div_ceil(align_bits) > type_bits / align_bits
}
