//! Functions and their calls (section 4.3.5 of the thesis).
//!
//! Functions are made one after the other, and call those that were made before: so what a call does is known when it is
//! written. A summary says what a function reads and writes of the file's objects and of what its parameters point to, where
//! the file's pointers may lead after it, and how much it does at most. A table of functions has a summary like one of them.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, UnaryOp};
use kiln_lang::types::{Basic, Ty};
use smallvec::SmallVec;

use super::Maker;
use super::effects::{Effects, ObjectId};
use super::facts::{Fact, GARBAGE, SlotId, Targets};
use super::lvalue::Use;
use super::objects::PlaceId;

/// What is called.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// A function by its name.
    Named(DeclRef),
    /// One of so many functions in a table.
    Table(DeclRef, u64),
    /// A function by its name, with a number and as many arguments of a type.
    Variadic(DeclRef, u32, Basic),
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(super) struct Callee {
    pub(super) how: How,
    /// What it returns.
    pub(super) result: Option<Ty>,
    /// It returns a pointer to one of a pair of functions.
    pub(super) gives: Option<usize>,
    /// It is `inline`.
    pub(super) is_inline: bool,
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
    /// A number, or a structure or union without pointers.
    Value(Ty),
    /// A pointer to one of a pair of functions.
    Function(usize),
    /// How often the function may still call itself: at most so many times.
    Depth(u32),
    /// A pointer.
    Pointer {
        /// What it points to.
        pointee: Ty,
        /// The places of the file that it may lead to.
        envelope: SmallVec<[PlaceId; 6]>,
        /// Nothing else leads there.
        is_restrict: bool,
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
        let fits = |maker: &Self, result: Option<Ty>| result.is_some_and(|ty| maker.leads_to_integer(ty));
        let through = if self.choices.one_in(4) { self.call_through(operators, fits) } else { None };
        let call = match through {
            Some(call) => call,
            None => {
                let index = self.any_callee(fits)?;
                self.call(index, operators)?
            }
        };
        self.integer_part(call)
    }

    fn leads_to_integer(&self, ty: Ty) -> bool {
        let types = self.b.sight().types();
        types.is_integer(ty) || self.named_fields(ty).into_iter().any(|field| types.is_integer(types.fields[field].ty))
    }

    /// The value of a call, or a member of it.
    fn integer_part(&mut self, call: ExprId) -> Option<ExprId> {
        let ty = self.b.type_of(call);
        let types = self.b.sight().types();
        if types.is_integer(ty) {
            return Some(call);
        }
        let fields: Vec<_> =
            self.named_fields(ty).into_iter().filter(|&field| types.is_integer(types.fields[field].ty)).collect();
        let field = *self.choices.pick(&fields);
        self.tokens += 2;
        Some(self.b.member(call, field))
    }

    /// A function that can be called here: rather one that nothing calls yet.
    pub(super) fn any_callee(&mut self, fits: impl Fn(&Self, Option<Ty>) -> bool) -> Option<usize> {
        let n = self.callees.len() as u64;
        let mut best = None;
        for _ in 0..4 {
            let at = if n == 0 { return None } else { self.choices.below(n) as usize };
            let callee = &self.callees[at];
            let can_be = callee.cost < self.room && fits(self, callee.result);
            if can_be && best.is_none_or(|best: usize| callee.calls < self.callees[best].calls) {
                best = Some(at);
            }
        }
        best
    }

    /// A call with arguments of about so many operators. The function fits in here, or there is no call.
    pub(super) fn call(&mut self, index: usize, operators: u32) -> Option<ExprId> {
        let callee = self.callees[index].clone();
        let around = self.context.clone();
        let made = self.call_of(&callee, operators, &around, |maker| maker.callee_name(callee.how))?;
        self.callees[index].calls += 1;
        if self.is_certain {
            self.certainly_called.push(index);
        }
        Some(made)
    }

    /// A call of a function whose name is made here, beside what is around it.
    pub(super) fn call_of(
        &mut self,
        callee: &Callee,
        operators: u32,
        around: &Effects,
        name: impl FnOnce(&mut Self) -> ExprId,
    ) -> Option<ExprId> {
        // The arguments come before the call, and beside what is around it; the call comes beside that as well.
        if callee.cost >= self.room || !self.may_call(callee, &callee.effects, around) {
            return None;
        }
        // An argument that calls something else, or assigns, could change where another one leads.
        let (name, args, behind) = self.purely(true, |maker| {
            let name = name(maker);
            let (args, behind) = maker.arguments(callee, operators)?;
            Some((name, args, behind))
        })?;
        let mut effects = callee.effects.clone();
        effects.extend(&behind);
        // Wrappers in the arguments take room as well.
        if callee.cost >= self.room || !self.may_call(callee, &effects, around) {
            return None;
        }
        self.context.extend(&effects);
        self.touched.extend(&effects);
        for &(slot, exit) in &callee.exits {
            self.facts[slot.0 as usize] = exit;
            self.written.insert(slot);
        }
        self.room -= callee.cost;
        self.tokens += 3 + args.len() as u32;
        Some(self.b.call(name, args))
    }

    fn callee_name(&mut self, how: How) -> ExprId {
        match how {
            How::Named(decl) | How::Variadic(decl, ..) => self.b.name(decl),
            How::Table(decl, len) => {
                let index = self.subscript(len);
                let table = self.b.name(decl);
                self.b.index(table, index)
            }
        }
    }

    /// The arguments of a call, and what it does to what they lead to.
    pub(super) fn arguments(&mut self, callee: &Callee, operators: u32) -> Option<(Vec<ExprId>, Effects)> {
        let mut behind = Effects::default();
        let mut args = Vec::new();
        // What parameters of different types lead to is taken for different objects in the function.
        let mut handed: Vec<(Ty, ObjectId, bool)> = Vec::new();
        let share = operators / callee.params.len().max(1) as u32;
        for param in &callee.params {
            args.push(match param {
                Param::Value(ty) => {
                    self.is_argument = true;
                    let value = self.value_for(*ty, share);
                    self.is_argument = false;
                    value?
                }
                Param::Function(pair) => self.function_value(*pair),
                Param::Depth(most) => {
                    let depth = self.choices.between(1, i128::from(*most)) as u32;
                    self.b.int(depth)
                }
                Param::Pointer { pointee, envelope, is_restrict, reads, writes } => {
                    let (arg, targets) = self.argument(*pointee, envelope, *is_restrict)?;
                    for place in self.own_among(&targets) {
                        let (object, writes) = (self.object_of(place), *writes || self.calls_itself);
                        let meets = |&(ty, other, is_written): &(Ty, ObjectId, bool)| {
                            ty != *pointee && other == object && (is_written || writes)
                        };
                        if handed.iter().any(meets) {
                            return None;
                        }
                        handed.push((*pointee, object, writes));
                        let effects = [(Use::Read, *reads), (Use::Write, writes)];
                        for (use_, _) in effects.into_iter().filter(|(_, happens)| *happens) {
                            behind.extend(&self.access(&[place], use_, false));
                        }
                    }
                    arg
                }
            });
        }
        if let How::Variadic(_, n, basic) = callee.how {
            args.extend(self.variable_arguments(n, basic, operators / n));
        }
        Some((args, behind))
    }

    /// An expression of a type without pointers, about so many operators large where it has any.
    pub(super) fn value_for(&mut self, ty: Ty, operators: u32) -> Option<ExprId> {
        let is_record = self.b.sight().types().as_record(ty).is_some();
        if is_record { self.record_value(ty) } else { Some(self.number_for(ty, operators)) }
    }

    /// An expression for an integer or floating type.
    pub(super) fn number_for(&mut self, ty: Ty, operators: u32) -> ExprId {
        if self.b.sight().types().is_floating(ty) { self.floating(operators) } else { self.integer(operators) }
    }

    /// Whether a function with these effects does only what may be done here, beside what is around.
    fn may_call(&self, callee: &Callee, effects: &Effects, around: &Effects) -> bool {
        let allowed = |&(slot, exit): &(SlotId, Fact)| exit & !self.allowed[slot.0 as usize] == 0;
        let is_quiet = !self.keeps_nothing || !effects.volatile;
        is_quiet
            && !effects.writes.meets(&self.fixed)
            && !effects.reads.meets(&self.unread)
            && effects.goes_with(around)
            && callee.exits.iter().all(allowed)
    }

    /// An argument for a pointer: the address of something of this function, or of the file if it is expected, or a pointer
    /// that leads there. What is `restrict` gets something that nothing else leads to.
    fn argument(&mut self, pointee: Ty, envelope: &[PlaceId], is_restrict: bool) -> Option<(ExprId, Targets)> {
        // What calls of a function share, it knows by name already.
        let is_shared = |maker: &Self, place| maker.object(maker.object_of(place)).shared.is_some();
        let fits = |maker: &Self, place: PlaceId| {
            (!maker.is_static(place) || envelope.contains(&place)) && !(maker.calls_itself && is_shared(maker, place))
        };
        let may = |maker: &Self, targets: &Targets| {
            targets.flags & GARBAGE == 0
                && targets.is_valid()
                && targets
                    .places
                    .iter()
                    .all(|&place| fits(maker, place) && !maker.fixed.contains(maker.object_of(place)))
        };
        if !is_restrict
            && self.choices.one_in(3)
            && let Some(copied) = self.copied_pointer(pointee, may)
        {
            return Some(copied);
        }
        let is_own = |maker: &Self, place: PlaceId| {
            !is_restrict && fits(maker, place) || is_restrict && maker.is_automatic(place)
        };
        for _ in 0..6 {
            if let Some(place) = self.any_target(pointee).filter(|&place| is_own(self, place)) {
                return Some((self.address_as(place, pointee), Targets::of(place)));
            }
        }
        if is_restrict {
            let literal = self.new_literal(pointee);
            return Some((self.b.unary(UnaryOp::AddrOf, literal), Targets::default()));
        }
        let at = envelope.first().copied().filter(|&place| self.can_be_target(place))?;
        Some((self.address_as(at, pointee), Targets::of(at)))
    }

    /// `if (depth > 0) x = f(depth - 1, ...);`: the function in work calls itself, once in a call.
    pub(super) fn recursive_call(&mut self) -> Option<kiln_lang::tree::StmtId> {
        use kiln_lang::build::BuildStmt;
        let recursion = self.recursion.take()?;
        self.context = Effects::default();
        let depth = |maker: &mut Self| maker.b.name(recursion.depth);
        let (left, zero) = (depth(self), self.b.int(0));
        let cond = self.b.binary(BinaryOp::Gt, left, zero);
        self.calls_itself = true;
        let made = self.purely(true, |maker| maker.arguments(&recursion.callee, 2));
        self.calls_itself = false;
        let (mut args, _) = made?;
        let (left, one) = (depth(self), self.b.int(1));
        args[0] = self.b.binary(BinaryOp::Sub, left, one);
        let How::Named(decl) = recursion.callee.how else { return None };
        let name = self.b.name(decl);
        let call = self.b.call(name, args);
        let to = recursion.callee.result.and_then(|_| self.any_automatic_integer());
        let made = match (to, recursion.callee.result) {
            (Some(to), Some(ty)) if self.b.sight().types().is_integer(ty) => {
                let to = self.name_place(to);
                self.b.assign(None, to, call)
            }
            _ => call,
        };
        self.tokens += 16;
        // It may do whatever the function does.
        for at in 0..self.n_global_slots {
            self.facts[at] = self.allowed[at];
        }
        let made = self.b.expr_stmt(made);
        Some(self.b.if_(cond, made, None))
    }

    /// A variable of the function that is no part of anything.
    fn any_automatic_integer(&mut self) -> Option<PlaceId> {
        let fitting: Vec<PlaceId> = (self.locals.integers.iter().copied())
            .filter(|&place| {
                let found = self.place(place);
                found.parent.is_none()
                    && !found.is_const
                    && self.is_automatic(place)
                    && !self.fixed.contains(found.object)
            })
            .collect();
        if fitting.is_empty() { None } else { Some(*self.choices.pick(&fitting)) }
    }
}
