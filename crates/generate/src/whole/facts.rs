//! Where pointers lead (section 4.4 of the thesis).
//!
//! Every pointer has an *envelope*: the places that it may ever lead to. A fact about it is a set of bits: it may be null, it
//! may be of no use any more, it may lead to this or that place of its envelope. Facts hold at the point of the program that is
//! being made; a branch starts with a copy, and where branches meet, facts are joined.
//!
//! A loop needs facts that hold in every round. They are not looked for by going round until nothing changes, as in the thesis
//! (4.3.7): they are chosen before the body is made. What each pointer may be during the loop is *allowed*, the body begins with
//! that, and assigns nothing else: so the first round is as good as any, and nothing that has been made is ever taken back.
//! Functions meet their callers in the same way: a pointer of the file may be anything of its envelope whenever a function
//! begins, and what it may be when the function ends is remembered for its callers.

use kiln_lang::types::Ty;
use smallvec::SmallVec;

use super::Maker;
use super::objects::{Home, PlaceId};

/// A pointer, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct SlotId(pub(super) u32);

/// What a pointer may be: [`NULL`], [`GARBAGE`], and a bit for each place of its envelope.
pub(super) type Fact = u16;

/// It may be null.
pub(super) const NULL: Fact = 1;
/// It may lead to what is no more.
pub(super) const GARBAGE: Fact = 2;
/// The bit of the first place.
const FIRST: u32 = 2;
/// The bit of a place of an envelope.
pub(super) fn bit(at: u32) -> Fact {
    1 << (at + FIRST)
}

/// Places of an envelope at most.
const MOST: usize = 14;

/// A pointer.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) place: PlaceId,
    /// The type that it points to, with qualifiers.
    pub(super) pointee: Ty,
    pub(super) envelope: SmallVec<[PlaceId; 6]>,
}

/// Where a pointer value may lead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Targets {
    /// [`NULL`] and [`GARBAGE`].
    pub(super) flags: Fact,
    pub(super) places: SmallVec<[PlaceId; 6]>,
}

impl Targets {
    /// A place and nothing else.
    pub(super) fn of(place: PlaceId) -> Targets {
        Targets { flags: 0, places: SmallVec::from_slice(&[place]) }
    }

    pub(super) fn null() -> Targets {
        Targets { flags: NULL, places: SmallVec::new() }
    }

    /// Whether it can be dereferenced.
    pub(super) fn is_valid(&self) -> bool {
        self.flags == 0 && !self.places.is_empty()
    }

    fn extend(&mut self, other: &Targets) {
        self.flags |= other.flags;
        for &place in &other.places {
            if !self.places.contains(&place) {
                self.places.push(place);
            }
        }
    }
}

impl Maker {
    pub(super) fn add_slot(&mut self, place: PlaceId, pointee: Ty) -> SlotId {
        let id = SlotId(self.slots.len() as u32);
        self.slots.push(Slot { place, pointee, envelope: SmallVec::new() });
        self.facts.push(0);
        self.allowed.push(Fact::MAX);
        id
    }

    pub(super) fn slot(&self, id: SlotId) -> &Slot {
        &self.slots[id.0 as usize]
    }

    /// Forgets the pointers from a place on.
    pub(super) fn forget_slots(&mut self, place: PlaceId) {
        let first = self.slots.partition_point(|slot| slot.place < place);
        self.slots.truncate(first);
        self.facts.truncate(first);
        self.allowed.truncate(first);
    }

    /// Where a pointer may lead now.
    pub(super) fn targets(&self, id: SlotId) -> Targets {
        let fact = self.facts[id.0 as usize];
        let places = self.slot(id).envelope.iter().enumerate();
        Targets {
            flags: fact & (NULL | GARBAGE),
            places: places.filter(|(at, _)| fact >> (*at as u32 + FIRST) & 1 != 0).map(|(_, &place)| place).collect(),
        }
    }

    /// Where the pointers at some places may lead together (4.4.3.2).
    pub(super) fn targets_at(&self, places: &[PlaceId]) -> Targets {
        let mut all = Targets::default();
        for &place in places {
            match self.place(place).slot {
                Some(slot) => all.extend(&self.targets(slot)),
                None => all.flags |= GARBAGE,
            }
        }
        all
    }

    /// The fact that a pointer leads there; `None` if it must not.
    pub(super) fn fact_of(&self, id: SlotId, targets: &Targets) -> Option<Fact> {
        let envelope = &self.slot(id).envelope;
        let mut fact = targets.flags;
        for place in &targets.places {
            let at = envelope.iter().position(|other| other == place)?;
            fact |= 1 << (at as u32 + FIRST);
        }
        (fact & GARBAGE == 0 && fact & !self.allowed[id.0 as usize] == 0).then_some(fact)
    }

    /// Whether all pointers at some places may lead there.
    pub(super) fn may_become(&self, places: &[PlaceId], targets: &Targets) -> bool {
        places.iter().all(|&place| self.place(place).slot.is_some_and(|slot| self.fact_of(slot, targets).is_some()))
    }

    /// The pointer at one of some places now leads there.
    pub(super) fn assign_pointer(&mut self, places: &[PlaceId], targets: &Targets) {
        for &place in places {
            let Some(slot) = self.place(place).slot else { continue };
            let Some(fact) = self.fact_of(slot, targets) else { continue };
            let certain = places.len() == 1 && !self.place(place).is_many;
            let old = &mut self.facts[slot.0 as usize];
            *old = if certain { fact } else { *old | fact };
            self.written.insert(slot);
        }
    }

    /// Another place for an envelope.
    pub(super) fn widen(&mut self, id: SlotId, place: PlaceId) {
        let envelope = &mut self.slots[id.0 as usize].envelope;
        if envelope.len() < MOST && !envelope.contains(&place) {
            envelope.push(place);
        }
    }

    /// Everything of an envelope.
    pub(super) fn all_of(&self, id: SlotId) -> Fact {
        ((1u32 << (self.slot(id).envelope.len() as u32 + FIRST)) - (1 << FIRST)) as Fact
    }

    /// The facts that hold in every round of a loop, and what is allowed in it. Gives what was allowed before.
    pub(super) fn begin_loop(&mut self) -> Vec<Fact> {
        let before = self.allowed.clone();
        for at in 0..self.slots.len() {
            let more = self.allowed[at] & self.all_of(SlotId(at as u32));
            let fact = self.facts[at];
            // Some pointers stay as they are.
            let wider = if self.choices.one_in(2) { fact } else { fact | more };
            self.allowed[at] = wider;
            self.facts[at] = wider;
        }
        before
    }

    /// The loop has ended, after any number of rounds.
    pub(super) fn end_loop(&mut self, before: Vec<Fact>) {
        // Every round, and every way out of it, has kept to what was allowed. The pointers of the body are gone.
        for (at, allowed) in before.into_iter().enumerate() {
            self.facts[at] = self.allowed[at];
            self.allowed[at] = allowed;
        }
    }

    /// Where two ways meet.
    pub(super) fn join(&mut self, other: &[Fact]) {
        self.facts.iter_mut().zip(other).for_each(|(fact, other)| *fact |= other);
    }

    /// Whether a place outlives a function: it can be what pointers of the file lead to.
    pub(super) fn is_static(&self, place: PlaceId) -> bool {
        self.object(self.object_of(place)).home == Home::Global
    }
}
