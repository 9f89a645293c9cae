//! Functions and their calls (section 4.3.5 of the thesis).
//!
//! Functions are made one after the other, and call those that were made before: so what a call does is known when it is
//! written. A summary says what a function reads and writes of the file's objects and of what its parameters point to, where
//! the file's pointers may lead after it, and how much it does at most.

use kiln_lang::build::BuildExpr;
use kiln_lang::tree::{DeclRef, ExprId};
use kiln_lang::types::Ty;
use smallvec::SmallVec;

use super::Maker;
use super::effects::Effects;
use super::facts::{Fact, GARBAGE, SlotId, Targets};
use super::objects::PlaceId;

/// A function that can be called.
#[derive(Clone, Debug)]
pub(super) struct Callee {
    pub(super) decl: DeclRef,
    /// What it returns, if it is an integer.
    pub(super) result: Option<Ty>,
    pub(super) params: Vec<Param>,
    /// What it does to the objects of the file.
    pub(super) effects: Effects,
    /// Where the pointers of the file that it assigns to may lead afterwards.
    pub(super) exits: Vec<(SlotId, Fact)>,
    /// Statements that a call executes at most.
    pub(super) cost: u64,
    /// How often it is called.
    pub(super) calls: u32,
    /// The functions that every call of it calls.
    pub(super) calls_certainly: Vec<usize>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub(super) enum Param {
    /// An integer.
    Integer,
    /// A pointer.
    Pointer {
        /// What it points to.
        pointee: Ty,
        /// The places of the file that it may lead to.
        envelope: SmallVec<[PlaceId; 6]>,
        /// Whether what is behind it is read and written, where that belongs to a caller.
        reads: bool,
        writes: bool,
    },
}

impl Maker {
    /// A call whose value is an integer, within an expression.
    pub(super) fn integer_call(&mut self, operators: u32) -> Option<ExprId> {
        if self.pure > 0 {
            return None;
        }
        let index = self.any_callee(true)?;
        self.call(index, operators)
    }

    /// A function that can be called here: rather one that nothing calls yet.
    pub(super) fn any_callee(&mut self, with_result: bool) -> Option<usize> {
        let n = self.callees.len() as u64;
        let mut best = None;
        for _ in 0..4 {
            let at = if n == 0 { return None } else { self.choices.below(n) as usize };
            let callee = &self.callees[at];
            let fits = callee.cost < self.room && (callee.result.is_some() || !with_result);
            if fits && best.is_none_or(|best: usize| callee.calls < self.callees[best].calls) {
                best = Some(at);
            }
        }
        best
    }

    /// A call with arguments of about so many operators. The function fits in here, or there is no call.
    pub(super) fn call(&mut self, index: usize, operators: u32) -> Option<ExprId> {
        let callee = self.callees[index].clone();
        // The arguments come before the call, and beside what is around it; the call comes beside that as well.
        let around = self.context.clone();
        if callee.cost >= self.room || !self.may_call(&callee, &callee.effects, &around) {
            return None;
        }
        let mut behind = Effects::default();
        let mut args = Vec::new();
        let share = operators / callee.params.len().max(1) as u32;
        // An argument that calls something else, or assigns, could change where another one leads.
        self.pure += 1;
        for param in &callee.params {
            let arg = match param {
                Param::Integer => Some(self.integer(share)),
                Param::Pointer { pointee, envelope, reads, writes } => {
                    let arg = self.argument(*pointee, envelope);
                    arg.map(|(arg, targets)| {
                        for place in self.own_among(&targets) {
                            let object = self.object_of(place);
                            if *reads {
                                behind.reads.insert(object);
                            }
                            if *writes {
                                behind.writes.insert(object);
                            }
                        }
                        arg
                    })
                }
            };
            args.extend(arg);
        }
        self.pure -= 1;
        let mut effects = callee.effects.clone();
        effects.extend(&behind);
        if args.len() < callee.params.len() || !self.may_call(&callee, &effects, &around) {
            return None;
        }
        self.context.extend(&effects);
        self.touched.extend(&effects);
        for &(slot, exit) in &callee.exits {
            self.facts[slot.0 as usize] = exit;
            self.written.insert(slot);
        }
        self.room -= callee.cost;
        self.callees[index].calls += 1;
        if self.is_certain {
            self.certainly_called.push(index);
        }
        self.tokens += 3 + args.len() as u32;
        let name = self.b.name(callee.decl);
        Some(self.b.call(name, args))
    }

    /// Whether a function with these effects does only what may be done here, beside what is around.
    fn may_call(&self, callee: &Callee, effects: &Effects, around: &Effects) -> bool {
        let allowed = |&(slot, exit): &(SlotId, Fact)| exit & !self.allowed[slot.0 as usize] == 0;
        !effects.writes.meets(&self.fixed) && effects.goes_with(around) && callee.exits.iter().all(allowed)
    }

    /// An argument for a pointer: the address of something of this function, or of the file if it is expected, or a pointer
    /// that leads there.
    fn argument(&mut self, pointee: Ty, envelope: &[PlaceId]) -> Option<(ExprId, Targets)> {
        let fits = |maker: &Self, place: PlaceId| !maker.is_static(place) || envelope.contains(&place);
        let may = |maker: &Self, targets: &Targets| {
            targets.flags & GARBAGE == 0
                && targets.is_valid()
                && targets
                    .places
                    .iter()
                    .all(|&place| fits(maker, place) && !maker.fixed.contains(maker.object_of(place)))
        };
        if self.choices.one_in(3)
            && let Some(copied) = self.copied_pointer(pointee, may)
        {
            return Some(copied);
        }
        for _ in 0..6 {
            if let Some(place) = self.any_target(pointee).filter(|&place| fits(self, place)) {
                return Some((self.address_of(place), Targets::of(place)));
            }
        }
        let at = envelope.first().copied().filter(|&place| self.can_be_target(place))?;
        Some((self.address_of(at), Targets::of(at)))
    }
}
