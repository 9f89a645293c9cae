//! The layout of structures that Microsoft's compilers use (`ms_struct`, `-mms-bitfields`), as GCC implements it.
//!
//! Bit-fields whose types have one size share units of that size, as many as fit into one; a bit-field of another size, or
//! any other member, begins behind the whole unit. So a unit takes its full size even where the structure is packed, and
//! at its end. A bit-field of width 0 ends a unit, and counts for nothing elsewhere.

use super::{Field, RecordLayout, Target, Types, Wanted, round_up};

/// A bit-field that another may follow in the same unit.
#[derive(Clone, Copy)]
pub(super) struct Run {
    type_bits: u64,
    width: u64,
}

impl RecordLayout {
    /// Places one member, the last or not, and returns its offset in bits.
    pub(super) fn place_ms(&mut self, types: &Types, target: &Target, field: &Field, is_last: bool) -> u128 {
        let packed = field.packed || self.packed;
        let type_bits = self.member_size(types, target, field.ty).saturating_mul(8);
        let width = field.bits.map(|bits| u64::from(bits.width));
        let wanted = match width {
            Some(width) => self.wanted_by_ms_field(field, width, packed),
            None => self.wanted_by_member(types, target, field),
        };
        let type_align = types.alignment(target, field.ty).0.saturating_mul(8);
        self.raise_ms_align(wanted, type_align, width, packed);
        let this = width.map(|width| Run { type_bits, width });
        let before = self.run;
        self.go_on_ms(this, wanted.align);
        let begins_unit = match (this, before.filter(|run| run.width > 0)) {
            (None, _) => true,
            (Some(this), Some(before)) => this.type_bits != before.type_bits,
            (Some(this), None) => this.width != 0,
        };
        let size = width.unwrap_or(type_bits);
        if begins_unit {
            self.rest_of_run = type_bits.saturating_sub(size);
            self.position = round_up(self.position, self.limited(if packed { 8 } else { type_align }));
            self.run = None;
        }
        let start = self.position;
        self.run = self.run.or(this);
        self.position = start.saturating_add(size.into());
        if is_last && width.is_some_and(|width| width > 0) {
            self.position = self.position.saturating_add(self.rest_of_run.into());
        }
        self.end = self.end.max(self.position);
        start
    }

    /// A bit-field asks for what the user says, or for the alignment of an integer that it is as wide as.
    fn wanted_by_ms_field(&self, field: &Field, width: u64, packed: bool) -> Wanted {
        let asked = field.align.map_or(1, |align| align.saturating_mul(8));
        let align = if self.fills_unit(width, packed) { asked.max(width) } else { asked };
        Wanted { align: self.limited(align), by_user: field.align.is_some() }
    }

    /// Every member raises the alignment of the structure, bit-fields that are not packed as well; one of width 0 only behind
    /// another.
    fn raise_ms_align(&mut self, wanted: Wanted, type_align: u64, width: Option<u64>, packed: bool) {
        let counts = match width {
            None => true,
            Some(0) => self.run.is_some_and(|run| run.width > 0),
            Some(_) => !packed,
        };
        if counts {
            let align = if width.is_none() && packed { wanted.align } else { type_align.max(wanted.align) };
            self.align = self.align.max(self.limited(align));
        }
        self.aligned_by_user |= wanted.by_user;
    }

    /// Goes on behind the bit-field before: in its unit, or behind it.
    fn go_on_ms(&mut self, this: Option<Run>, align: u64) {
        let mut is_moved = !self.position.is_multiple_of(align.max(1).into());
        if let Some(before) = self.run {
            match this {
                Some(this) if this.width > 0 && before.width > 0 && this.type_bits == before.type_bits => {
                    if self.rest_of_run < this.width {
                        self.position = self.position.saturating_add(self.rest_of_run.into());
                        self.run = Some(this);
                        self.rest_of_run = this.type_bits.saturating_sub(this.width);
                    } else {
                        self.rest_of_run -= this.width;
                        is_moved = false;
                    }
                }
                _ => {
                    if before.width > 0 {
                        self.position = self.position.saturating_add(self.rest_of_run.into());
                    }
                    if this.is_none_or(|this| this.width == 0) {
                        self.run = None;
                    }
                }
            }
        }
        if is_moved {
            self.position = round_up(self.position, align);
        }
    }
}
