//! Pointers to functions: tables, variables of the file and of blocks, members, parameters and results.
//!
//! A pointer outside of a table leads to one of the two functions of a *pair*, which have one type, and it is never null. So whatever has been
//! assigned to it, a call through it does at most what either of them does, and nothing has to be known of its value.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Member, Variable};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, Storage, UnaryOp};
use kiln_lang::types::{Quals, RecordKind, Ty};

use super::Maker;
use super::call::{Callee, How, Param};
use super::effects::ObjectId;
use super::facts::{Fact, SlotId};
use super::features::Feature;
use super::lvalue::Use;
use super::objects::{Home, PlaceId};

/// Two functions of one type.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// The type of pointers to them.
    pub(super) pointer: Ty,
    functions: [DeclRef; 2],
    /// What a call of either does.
    joined: Callee,
}

/// A pointer to one of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handle {
    pub(super) place: PlaceId,
    pub(super) pair: usize,
}

impl Maker {
    /// Whether there are pointers to functions outside of tables.
    fn has_handles(&self) -> bool {
        self.features.has(Feature::FunctionVariable) || self.features.has(Feature::FunctionParam)
    }

    /// What comes of two functions of one type: a table, or a pair and variables that lead to it.
    pub(super) fn pair_up(&mut self) {
        let [.., first, second] = &self.callees[..] else { return };
        let (first, second) = (first.clone(), second.clone());
        let (How::Named(f), How::Named(g)) = (first.how, second.how) else { return };
        // What every unit has of its own has several addresses, and GCC wants to see where an `always_inline` one goes.
        let can_be = self.has_handles() && !first.is_inline && !second.is_inline;
        if self.features.has(Feature::FunctionPointer) && (!can_be || self.choices.one_in(2)) {
            self.declare_table();
        }
        if !can_be {
            return;
        }
        let function = self.b.type_of_decl(f);
        let pointer = self.b.pointer(function);
        let joined = self.joined(first, &second, How::Named(f));
        self.pairs.push(Pair { pointer, functions: [f, g], joined });
        if self.features.has(Feature::FunctionVariable) {
            self.declare_global_handle(self.pairs.len() - 1);
        }
    }

    /// `static T (*g)(...) = f;`, `static struct R g = {1, f};`
    fn declare_global_handle(&mut self, pair: usize) {
        let pointer = self.pairs[pair].pointer;
        let is_member = self.features.has(Feature::Struct) && self.choices.one_in(3);
        let quals = self.draw_quals(!is_member);
        let ty = if is_member { self.draw_holder(pointer) } else { self.b.qualified(pointer, quals) };
        let name = self.new_name("g");
        let object = self.hidden_until_declared(Home::Global, ty);
        let root = self.object(object).root;
        let function = *self.choices.pick(&self.pairs[pair].functions);
        let number = self.choices.below(100) as u32;
        let init = self.b.at_file_scope(|b| {
            let function = b.name(function);
            if is_member {
                let number = b.int(number);
                b.init_list([number, function])
            } else {
                function
            }
        });
        let storage = if self.has_by_weight(Feature::External) { Storage::None } else { Storage::Static };
        let decl = self.b.global(Variable::new(&name, ty).storage(storage), Some(init));
        self.tokens += 16;
        let members = self.place(root).children.clone();
        self.name_object(object, decl);
        members.iter().for_each(|&member| self.see(member, Home::Global));
        self.handles.push(Handle { place: members.last().copied().unwrap_or(root), pair });
        self.holders.push(object);
    }

    /// `struct R { int m0; T (*m1)(...); }`
    fn draw_holder(&mut self, pointer: Ty) -> Ty {
        let integer = self.any_integer();
        let name = self.new_name("R");
        self.tokens += 12;
        self.b.record(RecordKind::Struct, &name, &[Member::new("m0", integer), Member::new("m1", pointer)], &[])
    }

    /// `T (*l)(...) = f;` in the block in work, as often as the feature says.
    pub(super) fn declare_local_handle(&mut self) -> bool {
        if self.pairs.is_empty() || !self.has_by_weight(Feature::FunctionVariable) || self.choices.below(3) > 0 {
            return false;
        }
        let pair = self.choices.below(self.pairs.len() as u64) as usize;
        let (ty, name) = (self.pairs[pair].pointer, self.new_name("l"));
        let init = self.function_value(pair);
        let decl = self.b.local(Variable::new(&name, ty), Some(init));
        let declared = self.b.declaration(&[decl]);
        self.declarations.push(declared);
        self.tokens += 10;
        self.add_handle(Home::Local, decl, ty, pair);
        true
    }

    /// A variable that is such a pointer.
    pub(super) fn add_handle(&mut self, home: Home, decl: DeclRef, ty: Ty, pair: usize) {
        let object = self.add_object(home, Some(decl), ty);
        let place = self.object(object).root;
        self.handles.push(Handle { place, pair });
    }

    /// A pair that parameters and results can lead to.
    pub(super) fn draw_pair(&mut self) -> Option<usize> {
        let is_wanted = !self.pairs.is_empty() && self.has_by_weight(Feature::FunctionParam);
        is_wanted.then(|| self.choices.below(self.pairs.len() as u64) as usize)
    }

    fn any_handle(&mut self, fits: impl Fn(&Self, Handle) -> bool) -> Option<Handle> {
        let fitting: Vec<Handle> = self.handles.iter().copied().filter(|&handle| fits(self, handle)).collect();
        if fitting.is_empty() { None } else { Some(*self.choices.pick(&fitting)) }
    }

    fn read_handle(&mut self, handle: Handle) -> Option<ExprId> {
        let around = self.context.clone();
        let found = self.named(handle.place, Use::Read, &around)?;
        self.note_access(&found.places, Use::Read, found.is_volatile);
        Some(found.expr)
    }

    /// A pointer to one of a pair: its name, another pointer, `a ? f : g`, what a function returns.
    pub(super) fn function_value(&mut self, pair: usize) -> ExprId {
        self.tokens += 1;
        let [f, g] = self.pairs[pair].functions;
        match if self.is_constant { 9 } else { self.choices.below(10) } {
            0..=2 => {
                let found = self.any_handle(|_, handle| handle.pair == pair);
                if let Some(read) = found.and_then(|handle| self.read_handle(handle)) {
                    return read;
                }
            }
            3 | 4 => {
                let cond = self.purely(true, |maker| maker.condition(1, None));
                let (then, otherwise) = (self.b.name(f), self.b.name(g));
                self.tokens += 3;
                return self.b.conditional(cond, then, otherwise);
            }
            5 | 6 if self.pure == 0 => {
                if let Some((call, _)) = self.call_that_gives(1, |given| given == pair) {
                    return call;
                }
            }
            _ => {}
        }
        let function = *self.choices.pick(&[f, g]);
        let name = self.b.name(function);
        if self.choices.one_in(3) { self.b.unary(UnaryOp::AddrOf, name) } else { name }
    }

    /// A call of a function that returns such a pointer.
    fn call_that_gives(&mut self, operators: u32, fits: impl Fn(usize) -> bool) -> Option<(ExprId, usize)> {
        let gives = |callee: &Callee| callee.gives.filter(|&pair| fits(pair));
        let fitting: Vec<usize> = (0..self.callees.len()).filter(|&at| gives(&self.callees[at]).is_some()).collect();
        if fitting.is_empty() {
            return None;
        }
        let index = *self.choices.pick(&fitting);
        let pair = gives(&self.callees[index])?;
        self.call(index, operators).map(|call| (call, pair))
    }

    /// `q = f;`
    pub(super) fn function_assignment(&mut self) -> Option<ExprId> {
        let around = self.context.clone();
        let handle = self.any_handle(|maker, handle| !maker.is_fixed(handle.place))?;
        let to = self.named(handle.place, Use::Write, &around)?;
        let value = self.without_writes_to(&to.places, |maker| maker.function_value(handle.pair));
        self.note_access(&to.places, Use::Write, to.is_volatile);
        self.tokens += 2;
        Some(self.b.assign(None, to.expr, value))
    }

    /// `q == f`, `q != r`.
    pub(super) fn compare_functions(&mut self) -> Option<ExprId> {
        let handle = self.any_handle(|_, _| true)?;
        let read = self.read_handle(handle)?;
        let other = self.purely(true, |maker| maker.function_value(handle.pair));
        let op = *self.choices.pick(&[BinaryOp::Eq, BinaryOp::Ne]);
        self.tokens += 1;
        Some(self.b.binary(op, read, other))
    }

    /// `q(...)`, `(*q)(...)`, `s.m1(...)`, `f(...)(...)`: if `fits` holds for what it returns.
    pub(super) fn call_through(&mut self, operators: u32, fits: impl Fn(&Self, Option<Ty>) -> bool) -> Option<ExprId> {
        if self.pure > 0 || self.pairs.is_empty() {
            return None;
        }
        let around = self.context.clone();
        let fits = |maker: &Self, pair: usize| {
            let joined = &maker.pairs[pair].joined;
            joined.cost < maker.room && fits(maker, joined.result)
        };
        let (function, pair) = if self.choices.one_in(3) {
            let fitting: Vec<bool> = (0..self.pairs.len()).map(|pair| fits(self, pair)).collect();
            self.call_that_gives(operators / 2, |pair| fitting[pair])?
        } else {
            let handle = self.any_handle(|maker, handle| fits(maker, handle.pair))?;
            let read = self.read_handle(handle)?;
            let followed = self.choices.one_in(3);
            (if followed { self.b.unary(UnaryOp::Deref, read) } else { read }, handle.pair)
        };
        let callee = self.pairs[pair].joined.clone();
        self.call_of(&callee, operators, &around, |_| function)
    }

    /// Which of a pair a pointer leads to, as a truth value; `None` for what is no such pointer.
    pub(super) fn which_function(&mut self, place: PlaceId, pointer: ExprId) -> Option<ExprId> {
        let handle = self.handles.iter().find(|handle| handle.place == place)?;
        let first = self.pairs[handle.pair].functions[0];
        let first = self.b.name(first);
        Some(self.b.binary(BinaryOp::Eq, pointer, first))
    }

    /// The objects of the file that hold such pointers.
    pub(super) fn holders(&self) -> Vec<ObjectId> {
        self.holders.clone()
    }

    /// `static T (*const t[2])(...) = {f, g};` of the last two functions, which have the same parameters.
    pub(super) fn declare_table(&mut self) {
        let [.., first, second] = &self.callees[..] else { return };
        let (first, second) = (first.clone(), second.clone());
        let (How::Named(f), How::Named(g)) = (first.how, second.how) else { return };
        let name = self.new_name("t");
        let (function, functions) = (self.b.type_of_decl(f), [f, g, f]);
        let len = 2 + self.choices.below(2);
        let pointer = self.b.pointer(function);
        let constant = self.b.qualified(pointer, Quals::CONST);
        let ty = self.b.array(constant, len);
        let table = self.b.at_file_scope(|b| {
            let names: Vec<_> = functions[..len as usize].iter().map(|&decl| b.name(decl)).collect();
            let list = b.init_list(names);
            b.global(Variable::new(&name, ty).storage(Storage::Static), Some(list))
        });
        self.tokens += 20;
        let joined = self.joined(first, &second, How::Table(table, len));
        self.callees.push(joined);
    }

    /// What one of two functions does.
    pub(super) fn joined(&self, first: Callee, second: &Callee, how: How) -> Callee {
        let mut effects = first.effects;
        effects.extend(&second.effects);
        let params = first.params.into_iter().zip(&second.params).map(|(a, b)| either(a, b)).collect();
        let mut exits: Vec<(SlotId, Fact)> = Vec::new();
        for &(slot, exit) in first.exits.iter().chain(&second.exits) {
            match exits.iter_mut().find(|(other, _)| *other == slot) {
                Some((_, fact)) => *fact |= exit,
                // If only one assigns to it, it may be what it was, which is anything.
                None => exits.push((slot, exit)),
            }
        }
        let in_both = |slot: SlotId| {
            let has = |exits: &[(SlotId, Fact)]| exits.iter().any(|(other, _)| *other == slot);
            has(&first.exits) && has(&second.exits)
        };
        for (slot, fact) in &mut exits {
            if !in_both(*slot) {
                *fact |= self.allowed[slot.0 as usize];
            }
        }
        exits.sort_unstable();
        let cost = first.cost.max(second.cost);
        let (result, gives) = (first.result, first.gives);
        Callee {
            how,
            result,
            gives,
            is_inline: false,
            params,
            effects,
            exits,
            cost,
            calls: 0,
            calls_certainly: Vec::new(),
        }
    }
}

/// A parameter of one of two functions.
fn either(a: Param, b: &Param) -> Param {
    match (a, b) {
        (
            Param::Pointer { pointee, envelope, is_restrict, reads, writes },
            Param::Pointer { reads: r, writes: w, .. },
        ) => Param::Pointer { pointee, envelope, is_restrict, reads: reads || *r, writes: writes || *w },
        (other, _) => other,
    }
}
