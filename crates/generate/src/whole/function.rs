//! Functions.

use kiln_lang::build::{BuildStmt, BuildType, Variable};
use kiln_lang::index::Id;
use kiln_lang::tree::{FunctionId, Storage};
use kiln_lang::types::Ty;
use smallvec::SmallVec;

use super::Maker;
use super::call::{Callee, Param};
use super::effects::{Effects, ObjectId};
use super::facts::{Fact, SlotId};
use super::features::Feature;
use super::objects::{Home, PlaceId};
use super::statement::Around;
use crate::features::Table as _;

/// A parameter that is about to be declared: its type, and for a pointer what it leads to.
type Wanted = (String, Ty, Option<(Ty, SmallVec<[PlaceId; 6]>)>);

impl Maker {
    /// A function of about so many tokens that executes at most so many statements.
    pub(super) fn function(&mut self, tokens: u32, room: u64) {
        let first_object = ObjectId(self.objects.len() as u32);
        let wanted: Vec<Wanted> = (0..self.choices.below(5)).map(|_| self.draw_param()).collect();
        self.returns = (self.choices.below(8) > 0).then(|| Ty::basic(self.any_integer()));
        let name = self.new_name("f");
        let with_attribute =
            self.features.has(Feature::Noinline) && self.choices.below(100) < u64::from(Feature::Noinline.weight());
        let attrs: &[(&str, Option<&str>)] = if with_attribute { &[("noinline", None)] } else { &[] };
        let result = self.returns.unwrap_or(Ty::VOID);
        let variable = Variable::new(&name, result).storage(Storage::Static).attrs(attrs);
        let types: Vec<(&str, Ty)> = wanted.iter().map(|(name, ty, _)| (name.as_str(), *ty)).collect();
        self.function = FunctionId::from_index(self.n_functions as usize);
        self.n_functions += 1;
        let (open, decls) = self.b.begin_function(variable, &types, false);
        self.begin_facts();
        let mut hidden: Vec<(Ty, ObjectId)> = Vec::new();
        for ((_, ty, pointer), decl) in wanted.iter().zip(decls) {
            let object = self.add_object(Home::Param, Some(decl), *ty);
            if let (Some((pointee, envelope)), Some(slot)) = (pointer, self.slot_of(object)) {
                let behind = self.hidden_object(*pointee, &mut hidden);
                self.widen(slot, self.object(behind).root);
                envelope.iter().for_each(|&place| self.widen(slot, place));
                self.allowed[slot.0 as usize] = self.all_of(slot);
                self.facts[slot.0 as usize] = self.all_of(slot);
            }
        }
        self.tokens += 6 + 3 * wanted.len() as u32;
        self.room = room;
        let mut items = self.block_items(tokens, Around::Function);
        items.push(self.last_return());
        let block = self.b.block(items);
        let decl = self.b.end_function(open, block);
        let params = wanted.into_iter().map(|(_, _, pointer)| self.summary_of(pointer, &hidden)).collect();
        let exits = self.summary_of_facts(first_object);
        let mut effects = std::mem::take(&mut self.touched);
        effects.reads.keep_below(first_object);
        effects.writes.keep_below(first_object);
        let calls_certainly = std::mem::take(&mut self.certainly_called);
        let (result, cost) = (self.returns, room - self.room + 1);
        self.callees.push(Callee { decl, result, params, effects, exits, cost, calls: 0, calls_certainly });
        self.locals = super::objects::Sights::default();
        self.forget_objects(first_object);
    }

    fn draw_param(&mut self) -> Wanted {
        let name = self.new_name("p");
        if self.features.has(Feature::Pointer)
            && self.choices.one_in(3)
            && let Some(pointer) = self.draw_pointer_param()
        {
            let ty = self.b.pointer(pointer.0);
            return (name, ty, Some(pointer));
        }
        (name, Ty::basic(self.any_integer()), None)
    }

    /// What a parameter points to: a type without pointers, and places of the file that it may lead to.
    fn draw_pointer_param(&mut self) -> Option<(Ty, SmallVec<[PlaceId; 6]>)> {
        let place = if self.choices.one_in(4) {
            self.any_seen(|sights| &sights.records)
        } else {
            self.any_seen(|sights| &sights.integers)
        }?;
        if !self.can_be_target(place) {
            return None;
        }
        let ty = self.place(place).ty;
        let mut envelope = SmallVec::from_slice(&[place]);
        for _ in 0..self.choices.below(5) {
            if let Some(other) = self.any_target(ty).filter(|other| !envelope.contains(other)) {
                envelope.push(other);
            }
        }
        Some((ty, envelope))
    }

    /// The object that stands for what callers hand over of a type.
    fn hidden_object(&mut self, ty: Ty, hidden: &mut Vec<(Ty, ObjectId)>) -> ObjectId {
        if let Some(&(_, object)) = hidden.iter().find(|(other, _)| *other == ty) {
            return object;
        }
        let object = self.add_object(Home::Hidden, None, ty);
        hidden.push((ty, object));
        object
    }

    /// What holds when a function begins: pointers of the file may be anything.
    fn begin_facts(&mut self) {
        self.facts.copy_from_slice(&self.allowed);
        self.exits.clear();
        self.is_certain = true;
        self.may_have_left = false;
        self.written.clear();
        self.touched = Effects::default();
        self.context = Effects::default();
    }

    fn last_return(&mut self) -> kiln_lang::tree::StmtId {
        if self.returns.is_some() {
            return self.return_statement();
        }
        self.note_exit();
        self.b.empty()
    }

    /// The function may end here.
    pub(super) fn note_exit(&mut self) {
        if self.exits.len() < self.facts.len() {
            self.exits.resize(self.facts.len(), 0);
        }
        self.exits.iter_mut().zip(&self.facts).for_each(|(exit, fact)| *exit |= fact);
    }

    fn summary_of(&self, pointer: Option<(Ty, SmallVec<[PlaceId; 6]>)>, hidden: &[(Ty, ObjectId)]) -> Param {
        let Some((pointee, envelope)) = pointer else { return Param::Integer };
        let object = hidden.iter().find(|(ty, _)| *ty == pointee).map(|&(_, object)| object);
        let touches = |objects: &super::effects::Objects| object.is_some_and(|object| objects.contains(object));
        let (reads, writes) = (touches(&self.touched.reads), touches(&self.touched.writes));
        Param::Pointer { pointee, envelope, reads, writes }
    }

    /// Where the pointers of the file that the function assigns to may lead at its end.
    fn summary_of_facts(&self, first_object: ObjectId) -> Vec<(SlotId, Fact)> {
        let is_outside = |slot: SlotId| self.object_of(self.slot(slot).place) < first_object;
        let mut exits: Vec<(SlotId, Fact)> = (self.written.iter().copied())
            .filter(|&slot| is_outside(slot))
            .map(|slot| (slot, self.exits[slot.0 as usize]))
            .collect();
        exits.sort_unstable();
        exits
    }
}
