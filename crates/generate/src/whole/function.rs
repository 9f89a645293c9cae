//! Functions.

use kiln_lang::build::{BuildStmt, BuildType, Variable};
use kiln_lang::index::Id;
use kiln_lang::tree::{DeclFlags, DeclRef, FunctionId, Storage};
use kiln_lang::types::{Quals, Ty};
use smallvec::SmallVec;

use super::Maker;
use super::call::{Callee, How, Param};
use super::effects::{Effects, ObjectId};
use super::facts::{Fact, SlotId};
use super::features::Feature;
use super::objects::{Home, Sights};
use super::statement::Around;
use crate::features::Table as _;

/// How often a function calls itself, at most.
const DEEPEST_RECURSION: u64 = 4;

/// A function that is to call itself.
#[derive(Clone, Debug)]
pub(super) struct Recursion {
    pub(super) callee: Callee,
    pub(super) depth: DeclRef,
}

/// What a function does not do, so that an attribute can say so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Promise {
    Nothing,
    /// It writes nothing, and looks at nothing volatile.
    Pure,
    /// It looks at nothing but its arguments either.
    Const,
}

/// How a function is declared.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) name: String,
    pub(super) params: Vec<Param>,
    pub(super) result: Option<Ty>,
    /// It returns a pointer to one of a pair of functions.
    pub(super) gives: Option<usize>,
    promise: Promise,
    depth: Option<u32>,
    pub(super) storage: Storage,
    flags: DeclFlags,
    attrs: Vec<(&'static str, Option<&'static str>)>,
    /// It has the parameters and the result of the last function.
    is_sibling: bool,
}

impl Maker {
    /// A function of about so many tokens that executes at most so many statements.
    pub(super) fn function(&mut self, tokens: u32, room: u64) {
        let plan = self.draw_plan();
        let is_sibling = plan.is_sibling;
        let callee = self.define(plan, tokens, room, None);
        self.callees.push(callee);
        if is_sibling {
            self.pair_up();
        }
    }

    /// Defines a function. One with a parameter for its depth calls itself, or another one.
    pub(super) fn define(&mut self, plan: Plan, tokens: u32, room: u64, partner: Option<Callee>) -> Callee {
        // What stands for the variables that its calls share.
        self.keeper = self.hidden_until_declared(Home::Hidden, Ty::INT);
        let first_object = ObjectId(self.objects.len() as u32);
        let rounds = u64::from(plan.depth.map_or(0, |depth| depth)) + 1;
        let globals = (plan.promise == Promise::Const).then(|| std::mem::take(&mut self.globals));
        let (fixed, unread) = (self.fixed.clone(), self.unread.clone());
        let n_handles = self.handles.len();
        let (open, decls) = self.begin(&plan);
        self.begin_facts();
        let hidden = self.add_params(&plan.params, &decls);
        self.promise(plan.promise, first_object);
        self.recursion = plan.depth.map(|_| Recursion::of(How::Named(open.decl()), &plan, decls[0], partner));
        if plan.depth.is_some() {
            self.fixed.insert(first_object);
        }
        self.room = room / rounds;
        let before = self.room;
        let mut items = self.block_items(tokens, Around::Function);
        items.extend(self.recursive_call());
        items.push(self.last_return());
        let block = self.b.block(items);
        let decl = self.b.end_function(open, block);
        let params = plan.params.into_iter().map(|param| self.summary_of(param, &hidden)).collect();
        let exits = self.summary_of_facts(first_object);
        let mut effects = std::mem::take(&mut self.touched);
        effects.reads.keep_below(first_object);
        effects.writes.keep_below(first_object);
        let calls_certainly = std::mem::take(&mut self.certainly_called);
        let cost = (before - self.room + 1) * rounds;
        let (how, result, gives) = (How::Named(decl), plan.result, plan.gives);
        let is_inline = plan.flags.contains(DeclFlags::INLINE);
        let callee = Callee { how, result, gives, is_inline, params, effects, exits, cost, calls: 0, calls_certainly };
        (self.fixed, self.unread, self.keeps_nothing) = (fixed, unread, false);
        if let Some(globals) = globals {
            self.globals = globals;
        }
        self.locals = Sights::default();
        self.handles.truncate(n_handles);
        self.forget_objects(first_object);
        callee
    }

    /// How deep a function may call itself.
    pub(super) fn draw_depth(&mut self) -> u32 {
        1 + self.choices.below(DEEPEST_RECURSION) as u32
    }

    /// A function that calls another one which calls it.
    pub(super) fn draw_recursive_plan(&mut self, depth: u32) -> Plan {
        let n = self.choices.below(self.options.params.into());
        let mut params = vec![Param::Depth(depth)];
        params.extend((0..n).map(|_| self.draw_param(true)).collect::<Vec<_>>());
        self.draw_restrict(&mut params);
        let result = (self.choices.below(8) > 0).then(|| self.draw_value_type());
        let (storage, flags, attrs) = self.draw_specifiers(false);
        let name = self.new_name("f");
        let (promise, depth) = (Promise::Nothing, Some(depth));
        Plan { name, params, result, gives: None, promise, depth, storage, flags, attrs, is_sibling: false }
    }

    fn draw_plan(&mut self) -> Plan {
        let last = self.callees.last().filter(|callee| matches!(callee.how, How::Named(_)));
        let sibling = last.map(|callee| (callee.params.clone(), callee.result, callee.gives));
        let kinds = [Feature::FunctionPointer, Feature::FunctionVariable, Feature::FunctionParam];
        let weight =
            kinds.into_iter().filter(|&kind| self.features.has(kind)).map(|kind| self.weights[kind.index()]).max();
        let has_sibling = weight.is_some_and(|weight| self.choices.below(100) < weight.into());
        if let Some((params, result, gives)) = sibling.filter(|_| has_sibling) {
            let (storage, flags, attrs) = self.draw_specifiers(false);
            let params: Vec<Param> = params.into_iter().map(forgotten).collect();
            let depth =
                params.first().and_then(|param| if let Param::Depth(depth) = param { Some(*depth) } else { None });
            let (name, promise) = (self.new_name("f"), Promise::Nothing);
            return Plan { name, params, result, gives, promise, depth, storage, flags, attrs, is_sibling: true };
        }
        let promise = match self.choices.below(2) {
            _ if !self.has_by_weight(Feature::Pure) => Promise::Nothing,
            0 => Promise::Pure,
            _ => Promise::Const,
        };
        let recurses = promise == Promise::Nothing && self.options.params > 0 && self.has_by_weight(Feature::Recursion);
        let depth = recurses.then(|| self.draw_depth());
        let most = u64::from(self.options.params);
        // A promise is worth something where there are arguments; and Csmith's functions have one at least.
        let has_one = promise != Promise::Nothing || self.is_as_in_thesis();
        let n = self.choices.below(most) + u64::from(has_one && most > 0);
        let mut params: Vec<Param> = depth.into_iter().map(Param::Depth).collect();
        params.extend((0..n).map(|_| self.draw_param(promise != Promise::Const)).collect::<Vec<_>>());
        self.draw_restrict(&mut params);
        let gives = if promise == Promise::Nothing { self.draw_pair() } else { None };
        let has_result = gives.is_some() || promise != Promise::Nothing || self.choices.below(8) > 0;
        let result = match gives {
            Some(pair) => Some(self.pairs[pair].pointer),
            None => has_result.then(|| self.draw_value_type()),
        };
        let (storage, flags, mut attrs) = self.draw_specifiers(depth.is_none());
        match promise {
            Promise::Nothing => {}
            Promise::Pure => attrs.push(("pure", None)),
            Promise::Const => attrs.push(("const", None)),
        }
        let name = self.new_name("f");
        Plan { name, params, result, gives, promise, depth, storage, flags, attrs, is_sibling: false }
    }

    /// Storage class, `inline` and attributes.
    fn draw_specifiers(&mut self, may_inline: bool) -> (Storage, DeclFlags, Vec<(&'static str, Option<&'static str>)>) {
        let mut attrs = Vec::new();
        let mut flags = DeclFlags::default();
        let mut storage = if self.has_by_weight(Feature::External) { Storage::None } else { Storage::Static };
        // Clang refuses a computed `goto` if any label whose address is taken is in the scope of an array of variable length.
        self.may_vary_arrays = self.choices.one_in(2);
        self.may_name_labels = !self.may_vary_arrays;
        self.may_keep_values = true;
        if may_inline && self.has_by_weight(Feature::AlwaysInline) {
            // A function that keeps addresses of its labels cannot be copied.
            self.may_name_labels = false;
            attrs.push(("always_inline", None));
            (storage, flags) = (Storage::Static, DeclFlags::INLINE);
        } else if self.has_by_weight(Feature::Noinline) {
            attrs.push(("noinline", None));
        } else if self.has_by_weight(Feature::Noipa) {
            attrs.push(("noipa", None));
        } else if self.has_by_weight(Feature::Inline) {
            (storage, flags) = (Storage::Static, DeclFlags::INLINE);
        }
        if flags.contains(DeclFlags::INLINE) && self.options.files > 1 {
            // Each unit has a copy of it.
            self.may_keep_values = false;
        }
        if self.has_by_weight(Feature::Hot) {
            attrs.push((*self.choices.pick(&["hot", "cold"]), None));
        }
        if self.has_by_weight(Feature::Flatten) {
            attrs.push(("flatten", None));
        }
        (storage, flags, attrs)
    }

    /// A type that is handed over by value.
    fn draw_value_type(&mut self) -> Ty {
        if self.has_by_weight(Feature::RecordByValue)
            && let Some(record) = self.any_plain_record()
        {
            return record;
        }
        self.any_integer()
    }

    fn draw_param(&mut self, may_point: bool) -> Param {
        if may_point
            && self.features.has(Feature::Pointer)
            && self.choices.one_in(3)
            && let Some(pointer) = self.draw_pointer_param()
        {
            return pointer;
        }
        if may_point && let Some(pair) = self.draw_pair() {
            return Param::Function(pair);
        }
        if self.features.has(Feature::Float) && self.choices.one_in(8) {
            return Param::Value(self.any_floating());
        }
        Param::Value(self.draw_value_type())
    }

    /// What a parameter points to: a type without pointers, and places of the file that it may lead to.
    fn draw_pointer_param(&mut self) -> Option<Param> {
        let place = if self.choices.one_in(4) {
            self.any_seen(|sights| &sights.records)
        } else {
            self.any_seen(|sights| &sights.integers)
        }?;
        let pointee = self.place(place).ty;
        if !self.can_be_target(place) || self.has_states(pointee) {
            return None;
        }
        let mut envelope = SmallVec::from_slice(&[place]);
        for _ in 0..self.choices.below(5) {
            if let Some(other) = self.any_target(pointee).filter(|other| !envelope.contains(other)) {
                envelope.push(other);
            }
        }
        Some(Param::Pointer { pointee, envelope, is_restrict: false, reads: false, writes: false })
    }

    /// The only pointer among parameters may be `restrict`: then it leads to an object of the caller that nothing else in the
    /// function can lead to.
    fn draw_restrict(&mut self, params: &mut [Param]) {
        let n = params.iter().filter(|param| matches!(param, Param::Pointer { .. })).count();
        if n != 1 || !self.has_by_weight(Feature::Restrict) {
            return;
        }
        for param in params {
            if let Param::Pointer { envelope, is_restrict, .. } = param {
                envelope.clear();
                *is_restrict = true;
            }
        }
    }

    fn begin(&mut self, plan: &Plan) -> (kiln_lang::build::OpenFunction, Vec<DeclRef>) {
        let params: Vec<(String, Ty)> = (plan.params.iter())
            .map(|param| {
                let name = self.new_name("p");
                (name, self.type_of_param(param))
            })
            .collect();
        let types: Vec<(&str, Ty)> = params.iter().map(|(name, ty)| (name.as_str(), *ty)).collect();
        let mut variable =
            Variable::new(&plan.name, plan.result.unwrap_or(Ty::VOID)).storage(plan.storage).attrs(&plan.attrs);
        variable.flags = plan.flags;
        (self.returns, self.gives) = (plan.result, plan.gives);
        self.function = FunctionId::from_index(self.n_functions as usize);
        self.n_functions += 1;
        self.tokens += 6 + 3 * params.len() as u32;
        self.b.begin_function(variable, &types, false)
    }

    pub(super) fn type_of_param(&mut self, param: &Param) -> Ty {
        match param {
            Param::Value(ty) => *ty,
            Param::Depth(_) => Ty::INT,
            Param::Function(pair) => self.pairs[*pair].pointer,
            Param::Pointer { pointee, is_restrict, .. } => {
                let pointer = self.b.pointer(*pointee);
                if *is_restrict { self.b.qualified(pointer, Quals::RESTRICT) } else { pointer }
            }
        }
    }

    /// The objects of the parameters, and those that stand for what callers hand over of a type.
    fn add_params(&mut self, params: &[Param], decls: &[DeclRef]) -> Vec<(Ty, ObjectId)> {
        let mut hidden: Vec<(Ty, ObjectId)> = Vec::new();
        for (param, &decl) in params.iter().zip(decls) {
            let ty = self.type_of_param(param);
            if let Param::Function(pair) = param {
                self.add_handle(Home::Param, decl, ty, *pair);
                continue;
            }
            let object = self.add_object(Home::Param, Some(decl), ty);
            if let (Param::Pointer { pointee, envelope, .. }, Some(slot)) = (param, self.slot_of(object)) {
                let behind = self.hidden_object(*pointee, &mut hidden);
                self.widen(slot, self.object(behind).root);
                envelope.iter().for_each(|&place| self.widen(slot, place));
                self.allowed[slot.0 as usize] = self.all_of(slot);
                self.facts[slot.0 as usize] = self.all_of(slot);
            }
        }
        hidden
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

    /// Keeps a promise: what must not be written stays as it is, what must not be read is not read.
    fn promise(&mut self, promise: Promise, first_object: ObjectId) {
        self.keeps_nothing = promise != Promise::Nothing;
        for object in (0..self.objects.len() as u32).map(ObjectId) {
            if object >= first_object && self.object(object).home != Home::Hidden {
                continue;
            }
            if promise != Promise::Nothing {
                self.fixed.insert(object);
            }
            if promise == Promise::Const {
                self.unread.insert(object);
            }
        }
    }

    /// What holds when a function begins: pointers of the file may be anything.
    pub(super) fn begin_facts(&mut self) {
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

    fn summary_of(&self, param: Param, hidden: &[(Ty, ObjectId)]) -> Param {
        let Param::Pointer { pointee, envelope, is_restrict, .. } = param else { return param };
        let object = hidden.iter().find(|(ty, _)| *ty == pointee).map(|&(_, object)| object);
        let touches = |objects: &super::effects::Objects| object.is_some_and(|object| objects.contains(object));
        let (reads, writes) = (touches(&self.touched.reads), touches(&self.touched.writes));
        Param::Pointer { pointee, envelope, is_restrict, reads, writes }
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

/// A parameter of a new function with the same type.
fn forgotten(param: Param) -> Param {
    match param {
        Param::Pointer { pointee, envelope, is_restrict, .. } => {
            Param::Pointer { pointee, envelope, is_restrict, reads: false, writes: false }
        }
        other => other,
    }
}
