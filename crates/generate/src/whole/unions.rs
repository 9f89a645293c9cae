//! Unions of members of several sizes (section 4.6 of the thesis).
//!
//! When a member is written, bytes that belong to larger members only have no certain value (C11 6.2.6.1p7). So of each such
//! union it is followed which members may have been the last to be written: that is a fact like those of pointers, with a bit for
//! each member, and it is joined, kept through loops and handed to callers in the same way. What is read depends on an option: the
//! member that was written last and no other (4.6.2), or those as well that are no larger. The smallest member can always
//! be read then, and shows what a union has in the end.
//!
//! Such a union is no part of other objects, and functions neither take nor return it; its members' addresses are not taken. A value that is
//! read from a union is never stored to another member of it (4.6.3): see `without_writes_to`.

use kiln_lang::build::BuildType as _;
use kiln_lang::types::{Ty, Types};

use super::Maker;
use super::facts::{SlotId, bit};
use super::objects::{Home, PlaceId};
use crate::words::words;

words! {
    /// Which members of a union of several sizes are read.
    UnionReads {
        Narrower => "narrower", "the member that was written last, and those that are no larger";
        Last => "last", "the member that was written last";
    }
}

impl Maker {
    /// Whether objects of a type are unions whose state is followed.
    pub(super) fn is_followed_union(&self, ty: Ty) -> bool {
        self.followed_unions.contains(&ty)
    }

    /// Whether objects of a type have something in them whose state is followed: pointers, unions of several sizes.
    pub(super) fn has_states(&self, ty: Ty) -> bool {
        self.has_part(ty, Types::is_pointer) || self.is_followed_union(self.b.sight().types().unqualified(ty))
    }

    /// The union that a place is a member of, if its state is followed, and which member it is.
    fn union_of(&self, member: PlaceId) -> Option<(SlotId, u32)> {
        let slot = self.place(self.place(member).parent?).state?;
        let at = self.slot(slot).envelope.iter().position(|&other| other == member)?;
        Some((slot, at as u32))
    }

    /// Takes the state of a union into account that has just got its places: any member may be the last that was written.
    pub(super) fn follow_union(&mut self, slot: SlotId, members: &[PlaceId]) {
        for &member in members {
            self.widen(slot, member);
        }
        let any = self.all_of(slot);
        self.allowed[slot.0 as usize] = any;
        self.facts[slot.0 as usize] = any;
    }

    /// An initialiser gives a value to the first member.
    pub(super) fn note_initialised(&mut self, union: PlaceId, home: Home) {
        if let Some(slot) = self.place(union).state.filter(|_| home == Home::Local) {
            self.facts[slot.0 as usize] = bit(0);
        }
    }

    /// Whether all of some places can be read, as far as unions are concerned.
    pub(super) fn are_readable(&self, places: &[PlaceId]) -> bool {
        places.iter().all(|&place| self.union_of(place).is_none_or(|(slot, at)| self.is_readable(slot, at)))
    }

    fn is_readable(&self, slot: SlotId, at: u32) -> bool {
        let fact = self.facts[slot.0 as usize];
        let envelope = &self.slot(slot).envelope;
        let size = |member: PlaceId| {
            let basic = self.b.sight().types().as_integer(self.place(member).ty);
            basic.map_or(0, |basic| self.target.int_bits(basic))
        };
        let wanted = size(envelope[at as usize]);
        let mut last = (0..envelope.len() as u32).filter(|&other| fact & bit(other) != 0);
        last.all(|other| match self.options.union_reads {
            UnionReads::Last => other == at,
            UnionReads::Narrower => wanted <= size(envelope[other as usize]),
        })
    }

    /// Whether all of some places may be written here, as far as unions are concerned.
    pub(super) fn are_writable(&self, places: &[PlaceId]) -> bool {
        places
            .iter()
            .all(|&place| self.union_of(place).is_none_or(|(slot, at)| bit(at) & !self.allowed[slot.0 as usize] == 0))
    }

    /// One of some places has been written.
    pub(super) fn note_union_writes(&mut self, places: &[PlaceId]) {
        for &place in places {
            let Some((slot, at)) = self.union_of(place) else { continue };
            let fact = bit(at);
            let is_certain = places.len() == 1 && !self.place(place).is_many;
            let old = &mut self.facts[slot.0 as usize];
            *old = if is_certain { fact } else { *old | fact };
            self.written.insert(slot);
        }
    }

    /// Whether a union may become what another one of its type is; if so, it does.
    pub(super) fn copy_union(&mut self, to: PlaceId, from: PlaceId) -> bool {
        let (Some(to), Some(from)) = (self.place(to).state, self.place(from).state) else { return true };
        let fact = self.facts[from.0 as usize];
        if fact & !self.allowed[to.0 as usize] != 0 {
            return false;
        }
        self.facts[to.0 as usize] = fact;
        self.written.insert(to);
        true
    }

    /// The member of a union that shows what is in it: for one whose state is followed, the smallest that can be read.
    pub(super) fn shown_member(&self, union: PlaceId) -> Option<usize> {
        let Some(slot) = self.place(union).state else { return Some(0) };
        (0..self.slot(slot).envelope.len()).rfind(|&at| self.is_readable(slot, at as u32))
    }
}
