//! What an initialiser leaves of a union.
//!
//! It gives a value to one member (C11 6.7.9p17); what belongs to other members only has none. GCC cleared them up to version 14
//! and says that it does not any more, Clang never promised to and makes use of it. Static objects are different: all of
//! their bytes stand in the program.
//!
//! Placements say where a value goes, not through which member. The largest member that has a part of this type at this place is
//! taken, so that no byte is said to have no value that may have one.

use kiln_lang::tree::Placement;
use kiln_lang::types::{ArrayLen, RecordKind, Ty, TypeKind};

use super::Lower;
use super::padding::{MAX_SIZE, mark_bits, unused};
use crate::code::Padding;

/// Arrays of unions that are longer than this are taken to have values everywhere.
const MAX_ELEMENTS: u64 = 4096;

impl Lower<'_> {
    /// What the initialiser of an automatic object leaves without a value, besides padding.
    pub(super) fn union_rests(&self, ty: Ty, placements: &[Placement]) -> Padding {
        let mut rests = Padding::default();
        self.add_union_rests(ty, 0, placements, &mut rests);
        rests
    }

    fn add_union_rests(&self, ty: Ty, at: u64, placements: &[Placement], rests: &mut Padding) {
        let types = self.types();
        match types.canon_kind(ty) {
            TypeKind::Record(id) if types.records[id].kind == RecordKind::Union => {
                let end = at + self.size_of(ty).unwrap_or(0);
                if end - at > MAX_SIZE as u64 {
                    return;
                }
                // The last one decides: it replaces what came before it.
                let placed = placements.iter().rev().find_map(|part| Some((part, first_bit(part, at * 8..end * 8)?)));
                let Some((part, bit)) = placed else { return };
                let members = types.records[id].fields().map(|field| &types.fields[field]);
                let fitting = members.filter(|member| match member.bits {
                    Some(bits) => part.bit_width == Some(bits.width) && bit == at * 8,
                    None => self.has_part(member.ty, at * 8, bit, part),
                });
                let sized = fitting.map(|member| (self.size_of(member.ty).filter(|_| member.bits.is_none()), member));
                let Some((_, member)) = sized.max_by_key(|(size, _)| *size) else { return };
                let mut used = vec![0; (end - at) as usize];
                match member.bits {
                    Some(bits) => mark_bits(0, bits.width as usize, &mut used),
                    None => self.mark_used(member.ty, 0, &mut used),
                }
                let rest = unused(&used, at as u32);
                rests.bytes.extend(rest.bytes);
                rests.bits.extend(rest.bits);
                if member.bits.is_none() {
                    self.add_union_rests(member.ty, at, placements, rests);
                }
            }
            TypeKind::Record(id) => {
                for field in types.records[id].fields() {
                    let field = &types.fields[field];
                    if field.bits.is_none() {
                        self.add_union_rests(field.ty, at + field.offset(), placements, rests);
                    }
                }
            }
            TypeKind::Array(elem, ArrayLen::Fixed(len))
                if len <= MAX_ELEMENTS && types.as_record(types.innermost_element(elem)).is_some() =>
            {
                let step = self.size_of(elem).unwrap_or(0);
                (0..len).for_each(|index| self.add_union_rests(elem, at + index * step, placements, rests));
            }
            _ => {}
        }
    }

    /// Whether what starts at bit `at` and has this type has the initialised part at `bit`.
    fn has_part(&self, ty: Ty, at: u64, bit: u64, part: &Placement) -> bool {
        let types = self.types();
        let here = at == bit && part.bit_width.is_none();
        if here && types.canon(types.unqualified(ty)) == types.canon(types.unqualified(part.ty)) {
            return true;
        }
        match types.canon_kind(ty) {
            TypeKind::Record(id) => types.records[id].fields().any(|field| {
                let field = &types.fields[field];
                match field.bits {
                    Some(bits) => at + field.bit_position() == bit && part.bit_width == Some(bits.width),
                    None => self.has_part(field.ty, at + field.bit_position(), bit, part),
                }
            }),
            TypeKind::Array(elem, _) => {
                let step = self.size_of(elem).unwrap_or(0) * 8;
                let index = bit.checked_sub(at).and_then(|distance| distance.checked_div(step));
                index.is_some_and(|index| self.has_part(elem, at + index * step, bit, part))
            }
            _ => false,
        }
    }
}

/// Where an initialised part, or the first of its repetitions, starts in a range of bits.
fn first_bit(part: &Placement, range: std::ops::Range<u64>) -> Option<u64> {
    let step = part.stride.saturating_mul(8);
    let before = range.start.saturating_sub(part.bit_offset);
    let n = if before == 0 { 0 } else { before.div_ceil(step.max(1)) };
    let bit = part.bit_offset.checked_add(n.checked_mul(step)?)?;
    (n < part.repeat && range.contains(&bit)).then_some(bit)
}
