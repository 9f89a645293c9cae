//! Which bytes and bits of an object belong to no member.

use kiln_lang::types::{ArrayLen, Ty, TypeKind};
use kiln_lang::value::float::FloatFormat;

use super::place::{Place, Whole};
use super::{Class, Lower};
use crate::code::{Op, Padding, Reg};
use crate::memory::tag::{FREE, INIT};

/// Larger objects are taken to have values everywhere.
pub(super) const MAX_SIZE: usize = 1 << 16;

/// The shadows of larger objects are not compared as a whole.
const SMALL: u64 = 256;

impl Lower<'_> {
    /// What has no value in an object of this type.
    pub(super) fn padding(&self, ty: Ty) -> Padding {
        let size = self.size_of(ty).unwrap_or(0) as usize;
        if self.types().as_record(self.types().innermost_element(ty)).is_none() || size > MAX_SIZE {
            return Padding::default();
        }
        let mut used = vec![0; size];
        self.mark_used(ty, 0, &mut used);
        unused(&used, 0)
    }

    /// The shadows of small objects of a type without and with a value.
    pub(super) fn shadows_of(&mut self, ty: Ty, padding: &Padding) -> [Box<[u16]>; 2] {
        let is_small = self.size_of(ty).is_some_and(|size| size <= SMALL);
        if !self.settings.shortcuts || !is_small {
            return Default::default();
        }
        let empty = self.template(ty);
        if empty.iter().any(|shadow| shadow & FREE != 0) {
            return Default::default();
        }
        let mut full: Box<[u16]> = empty.iter().map(|shadow| shadow | INIT).collect();
        padding.clear(&mut full);
        [empty, full]
    }

    /// A member was stored to: the padding of what it is part of takes any value (C11 6.2.6.1p6), and so does what belongs to
    /// other members of a union than the one that was stored (p7).
    pub(super) fn clear_padding(&mut self, p: Reg, place: &Place) {
        let Some(whole) = place.whole.filter(|_| !self.is_static) else { return };
        let rule = match self.rests.get(&whole) {
            Some(&rule) => rule,
            None => {
                let rule = self.rest_of(&whole);
                self.rests.insert(whole, rule);
                rule
            }
        };
        if let Some(copy) = rule {
            self.emit(Op::ClearPadding { p, copy, bytes: whole.start });
        }
    }

    /// The rule whose padding is what a store to a member leaves without a value, if that is anything.
    fn rest_of(&mut self, whole: &Whole) -> Option<u16> {
        let mut rest = Padding::default();
        if let Some((union, field, start)) = whole.of_union {
            let field = &self.types().fields[field];
            let size = self.size_of(union).unwrap_or(0) as usize;
            if size > MAX_SIZE {
                return None;
            }
            let mut used = vec![0; size];
            match field.bits {
                Some(bits) => mark_bits(field.bit_position() as usize, bits.width as usize, &mut used),
                None => self.mark_used(field.ty, 0, &mut used),
            }
            rest = unused(&used, (start - whole.start) as u32);
        }
        let is_plain = rest.is_empty() && self.padding(whole.record).is_empty();
        let rule = (!is_plain).then(|| self.copy_rule_without(whole.record, false, u64::MAX, rest))?;
        u16::try_from(rule).ok()
    }

    /// Marks the bits of each byte that belong to a member.
    pub(super) fn mark_used(&self, ty: Ty, at: usize, used: &mut [u8]) {
        let types = self.types();
        match types.canon_kind(ty) {
            TypeKind::Record(id) => {
                for field in types.records[id].fields() {
                    let field = &types.fields[field];
                    match field.bits {
                        Some(_) if field.name.is_none() => {}
                        Some(bits) => mark_bits(at * 8 + field.bit_position() as usize, bits.width as usize, used),
                        None => self.mark_used(field.ty, at + field.offset() as usize, used),
                    }
                }
            }
            TypeKind::Array(elem, ArrayLen::Fixed(len)) => {
                let step = self.size_of(elem).unwrap_or(0) as usize;
                if types.as_record(types.innermost_element(elem)).is_some() {
                    (0..len as usize).for_each(|i| self.mark_used(elem, at + i * step, used));
                } else {
                    let end = (at + step * len as usize).min(used.len());
                    used[at.min(end)..end].fill(u8::MAX);
                }
            }
            _ => {
                // The padding of an x87 number is padding, too.
                let size = match self.class(ty) {
                    Class::Float(FloatFormat::X87Extended) => 10,
                    _ => self.size_of(ty).unwrap_or(0) as usize,
                };
                let end = (at + size).min(used.len());
                used[at.min(end)..end].fill(u8::MAX);
            }
        }
    }
}

/// Marks a bit-field.
pub(super) fn mark_bits(from: usize, width: usize, used: &mut [u8]) {
    for bit in from..from + width {
        if let Some(byte) = used.get_mut(bit / 8) {
            *byte |= 1 << (bit % 8);
        }
    }
}

/// What is not marked, for bytes that start at an offset.
pub(super) fn unused(used: &[u8], at: u32) -> Padding {
    let mut padding = Padding::default();
    for (byte, &bits) in (at..).zip(used) {
        match (bits, padding.bytes.last_mut()) {
            (u8::MAX, _) => {}
            (0, Some((_, end))) if *end == byte => *end += 1,
            (0, _) => padding.bytes.push((byte, byte + 1)),
            (bits, _) => padding.bits.push((byte, bits)),
        }
    }
    padding
}
