//! Pointers: an address, and what it may be used for.
//!
//! An address alone does not make a pointer. A [`Pointer`] also carries its provenance: the object it was derived from, with
//! the generation of that object's slot (so that a pointer outlives its object without being mistaken for a pointer to the
//! next one), and the range of bytes it may be moved in, which is a part of the object where it was derived from a part.

/// The object a pointer was derived from: its slot in the lower half; the restrict-qualified pointer it is based on; and the
/// generation of the slot, at the top, from where it comes by a shift alone: every access asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Provenance(pub u64);

/// Where the number of the restrict-qualified pointer is.
const RESTRICT: u64 = 0xffff << 32;

impl Provenance {
    /// Slots of automatic objects have this bit.
    pub const STACK: u32 = 1 << 31;

    /// A provenance.
    #[inline]
    pub fn new(slot: u32, generation: u16) -> Provenance {
        Provenance(u64::from(slot) | u64::from(generation) << 48)
    }

    /// The slot of the object.
    #[inline]
    pub fn slot(self) -> u32 {
        self.0 as u32
    }

    /// The generation of the slot.
    #[inline]
    pub fn generation(self) -> u16 {
        (self.0 >> 48) as u16
    }

    /// The restrict-qualified pointer it is based on; 0 if there is none.
    #[inline]
    pub fn restrict(self) -> u16 {
        (self.0 >> 32) as u16
    }

    /// The same object, based on another restrict-qualified pointer.
    #[inline]
    #[must_use]
    pub fn with_restrict(self, tag: u16) -> Provenance {
        Provenance(self.0 & !RESTRICT | u64::from(tag) << 32)
    }

    /// Whether two pointers come from the same object.
    #[inline]
    pub fn same_object(self, other: Provenance) -> bool {
        (self.0 ^ other.0) & !RESTRICT == 0
    }
}

/// A range of arena offsets: the first byte and the one behind the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Range(pub u64);

impl Range {
    /// Where an address leads that belongs to no object.
    const NOWHERE: Range = Range(1 << 32 | 1);

    /// The bytes from `lo` up to, not including, `hi`.
    #[inline]
    pub fn new(lo: u32, hi: u32) -> Range {
        Range(u64::from(lo) | u64::from(hi) << 32)
    }

    /// Offset of the first byte.
    #[inline]
    pub fn lo(self) -> u64 {
        self.0 & 0xffff_ffff
    }

    /// Offset behind the last byte.
    #[inline]
    pub fn hi(self) -> u64 {
        self.0 >> 32
    }
}

/// A pointer value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pointer {
    /// The address a program sees.
    pub addr: u64,
    /// The object it was derived from.
    pub prov: Provenance,
    /// Where it may go.
    pub range: Range,
}

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer { addr: 0, prov: Provenance(0), range: Range(0) };

    /// An address without an object. It is told apart from a null pointer that was moved.
    pub fn absolute(addr: u64) -> Pointer {
        let range = if addr == 0 { Range::default() } else { Range::NOWHERE };
        Pointer { addr, prov: Provenance(0), range }
    }

    /// Whether it was a null pointer before it was moved by the offset of a member.
    pub fn is_null_moved(&self) -> bool {
        // Bytes that were no pointer have no range, either.
        !self.has_object() && self.range != Range::NOWHERE && self.addr < 1 << 16
    }

    /// Whether it is null.
    #[inline]
    pub fn is_null(&self) -> bool {
        self.addr == 0
    }

    /// Whether it was derived from an object or function.
    #[inline]
    pub fn has_object(&self) -> bool {
        self.prov.slot() != 0
    }

    /// The pointer moved without a check.
    #[inline]
    #[must_use]
    pub fn moved(self, bytes: i64) -> Pointer {
        Pointer { addr: self.addr.wrapping_add(bytes as u64), ..self }
    }
}
