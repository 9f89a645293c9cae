//! Expressions with pointer values.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{BinaryOp, ExprId, UnaryOp};
use kiln_lang::types::{Quals, Ty, Types};
use smallvec::SmallVec;

use super::Maker;
use super::facts::{GARBAGE, SlotId, Targets};
use super::lvalue::{Lvalue, Use};
use super::objects::{Home, PlaceId};

impl Maker {
    /// A pointer object to write to.
    fn pointer_lvalue(&mut self) -> Option<Lvalue> {
        let around = self.context.clone();
        if self.choices.one_in(3)
            && let Some(found) = self.dereference(Use::Write, &around, Types::is_pointer)
        {
            return Some(found);
        }
        let place = self.any_seen(|sights| &sights.pointers)?;
        self.named(place, Use::Write, &around)
    }

    /// `p = q;`, `*p = &x;`: an assignment to a pointer.
    pub(super) fn pointer_assignment(&mut self) -> Option<ExprId> {
        let to = self.purely(true, Self::pointer_lvalue)?;
        let slot = self.place(*to.places.first()?).slot?;
        let places = to.places.clone();
        let (value, targets) = self.without_writes_to(&places, |maker| {
            maker.pointer_for(slot, |maker, targets| maker.may_become(&places, targets))
        })?;
        self.note_access(&to.places, Use::Write, to.is_volatile);
        self.assign_pointer(&to.places, &targets);
        self.tokens += 2;
        Some(self.b.assign(None, to.expr, value))
    }

    /// A value for a pointer, which leads where it may.
    pub(super) fn pointer_for(
        &mut self,
        slot: SlotId,
        may: impl Fn(&Self, &Targets) -> bool,
    ) -> Option<(ExprId, Targets)> {
        let pointee = self.slot(slot).pointee;
        match self.choices.below(10) {
            0 if may(self, &Targets::null()) => {
                self.tokens += 1;
                return Some((self.b.int(0), Targets::null()));
            }
            1..=5 => {
                if let Some(copied) = self.copied_pointer(pointee, &may) {
                    return Some(copied);
                }
            }
            _ => {}
        }
        let n = self.slot(slot).envelope.len() as u64;
        for _ in 0..n {
            let at = self.choices.below(n) as usize;
            let place = self.slot(slot).envelope[at];
            let targets = Targets::of(place);
            if self.object(self.object_of(place)).home != Home::Hidden && may(self, &targets) {
                return Some((self.address_as(place, pointee), targets));
            }
        }
        None
    }

    /// The value of another pointer to the same type, or to one that it is converted from.
    pub(super) fn copied_pointer(
        &mut self,
        pointee: Ty,
        may: impl Fn(&Self, &Targets) -> bool,
    ) -> Option<(ExprId, Targets)> {
        let around = self.context.clone();
        for _ in 0..4 {
            let place = self.any_seen(|sights| &sights.pointers)?;
            let slot = self.place(place).slot?;
            let (targets, from) = (self.targets(slot), self.slot(slot).pointee);
            let fits = self.conversion(from, pointee).is_some();
            if !fits || targets.flags & GARBAGE != 0 || !may(self, &targets) {
                continue;
            }
            if let Some(found) = self.named(place, Use::Read, &around) {
                self.note_access(&found.places, Use::Read, found.is_volatile);
                return Some((self.converted(found.expr, from, pointee), targets));
            }
        }
        None
    }

    /// `&x`.
    pub(super) fn address_of(&mut self, place: PlaceId) -> ExprId {
        self.tokens += 1;
        let name = self.name_place(place);
        self.b.unary(UnaryOp::AddrOf, name)
    }

    /// `p == q`, `p != &x`, `p == 0`.
    pub(super) fn compare_pointers(&mut self) -> Option<ExprId> {
        let around = self.context.clone();
        let place = self.any_seen(|sights| &sights.pointers)?;
        let slot = self.place(place).slot?;
        if self.targets(slot).flags & GARBAGE != 0 {
            return None;
        }
        let found = self.purely(true, |maker| maker.named(place, Use::Read, &around))?;
        self.note_access(&found.places, Use::Read, found.is_volatile);
        let (other, _) = self.pointer_for(slot, |_, targets| targets.flags & GARBAGE == 0)?;
        self.tokens += 1;
        let op = *self.choices.pick(&[BinaryOp::Eq, BinaryOp::Ne]);
        Some(self.b.binary(op, found.expr, other))
    }

    /// A place that a pointer to a type may lead to.
    pub(super) fn any_target(&mut self, pointee: Ty) -> Option<PlaceId> {
        let types = self.b.sight().types();
        let (ty, quals) = (types.unqualified(pointee), types.quals(pointee));
        let place = if types.is_integer(ty) {
            self.any_seen(|sights| &sights.integers)
        } else if types.is_pointer(ty) {
            self.any_seen(|sights| &sights.pointers)
        } else if types.is_floating(ty) {
            self.any_seen(|sights| &sights.floats)
        } else {
            self.any_seen(|sights| &sights.records)
        }?;
        (self.can_be_behind(place, pointee) && self.can_be_target_of(place, quals)).then_some(place)
    }

    /// Whether a pointer to an unqualified type may lead to a place.
    pub(super) fn can_be_target(&self, place: PlaceId) -> bool {
        self.can_be_target_of(place, Quals::NONE)
    }

    /// Whether a pointer to a type with qualifiers may lead to a place.
    pub(super) fn can_be_target_of(&self, place: PlaceId, quals: Quals) -> bool {
        let found = self.place(place);
        let fits = (!found.is_const || quals.contains(Quals::CONST))
            && (!found.is_volatile || quals.contains(Quals::VOLATILE));
        fits && found.is_addressable && !self.fixed.contains(found.object) && !self.is_counter(place)
    }

    fn is_counter(&self, place: PlaceId) -> bool {
        self.counters.iter().any(|counter| counter.place == place)
    }

    /// The objects of the function, or behind its parameters, that a value may lead to.
    pub(super) fn own_among(&self, targets: &Targets) -> SmallVec<[PlaceId; 4]> {
        targets.places.iter().copied().filter(|&place| !self.is_static(place)).collect()
    }
}
