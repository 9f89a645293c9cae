//! Loops.
//!
//! Every loop has a counter that nothing else in it writes, and bounds that are constants: so it ends, and how often it goes
//! round is known. A loop goes round as often as there is room for what its body does.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId, UnaryOp};
use kiln_lang::types::{Basic, Ty};

use super::Maker;
use super::effects::Effects;
use super::lvalue::{Counter, Use};
use super::objects::{Home, PlaceId, Step};
use super::statement::Around;

/// So many percent of the loops count next to an end of `int`.
const AT_END: u64 = 30;

/// No other loop counts as far as that.
const FARTHEST_PLAIN: u64 = 30_000;

/// How often an array is drawn before a loop over one is given up, where loops are to be as frequent as their weight.
const ARRAY_TRIES: u32 = 8;

/// What a counter does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) start: i64,
    pub(super) step: i64,
    pub(super) rounds: i64,
}

impl Count {
    fn last(self) -> i64 {
        self.start + self.step * (self.rounds - 1)
    }

    pub(super) fn least(self) -> i64 {
        self.start.min(self.last())
    }

    pub(super) fn most(self) -> i64 {
        self.start.max(self.last())
    }
}

impl Maker {
    /// A counter that goes round at most so often: through the indices of arrays, or anything small.
    fn draw_count(&mut self, most_rounds: u64) -> Count {
        let most = most_rounds.clamp(1, 40);
        let rounds = (1 + self.choices.below(most)).min(1 + self.choices.below(most)) as i64;
        let (start, step) = match self.choices.below(4) {
            0 | 1 => (0, 1),
            2 => (rounds - 1, -1),
            _ => {
                let step = 1 + self.choices.below(9) as i64;
                (self.choices.between(-30, 29) as i64, if self.choices.one_in(2) { step } else { -step })
            }
        };
        self.next_to_end(Count { start, step, rounds })
    }

    /// Now and then, the same rounds at an end of `int`: the counter is compared with that, or with what is next to it. Downward it
    /// may end at the least value, which is no constant and only `>=` can do without.
    pub(super) fn next_to_end(&mut self, count: Count) -> Count {
        if self.is_as_in_thesis() || self.choices.below(100) >= AT_END {
            return count;
        }
        let most = self.greatest_int();
        let by = self.choices.below(2) as i64;
        let end = if count.step > 0 { most - by } else { -most - by };
        // One more step than there are rounds, and one back for loops that step before they compare.
        let start = end - count.step * count.rounds;
        let fits = start.checked_sub(count.step).is_some_and(|first| first.abs() <= most);
        if fits { Count { start, ..count } } else { count }
    }

    pub(super) fn greatest_int(&self) -> i64 {
        self.arithmetic().shape(Basic::Int).max().as_i128() as i64
    }

    /// A variable that can count, and its value at first.
    pub(super) fn new_counter(&mut self, count: Count, first: i64) -> (DeclRef, PlaceId) {
        let end = count.last() + count.step;
        let (least, most) = (count.least().min(end).min(first), count.most().max(end).max(first));
        let mut fitting = vec![Basic::Int, Basic::Long, Basic::LongLong];
        if least >= -128 && most <= 127 {
            fitting.extend([Basic::SChar, Basic::Short]);
        }
        if least >= 0 {
            fitting.extend([Basic::UInt, Basic::ULong]);
        }
        // Only of `int` is that an end; and Clang's fast selection adds offsets to wider indices without room for the sum
        // (see docs/trophies.md).
        let is_at_end = least.unsigned_abs().max(most.unsigned_abs()) > FARTHEST_PLAIN;
        let basic = if is_at_end || self.choices.one_in(2) { Basic::Int } else { self.pick_integer(&fitting) };
        let name = self.new_name("i");
        let init = self.number(first);
        let decl = self.b.local(Variable::new(&name, Ty::basic(basic)), Some(init));
        self.tokens += 4;
        let object = self.add_object(Home::Local, Some(decl), Ty::basic(basic));
        (decl, self.object(object).root)
    }

    /// A constant of type `int`.
    pub(super) fn number(&mut self, value: i64) -> ExprId {
        self.tokens += 1;
        let magnitude = self.b.int(value.unsigned_abs() as u32);
        if value < 0 { self.b.unary(UnaryOp::Neg, magnitude) } else { magnitude }
    }

    /// Whether the rounds are not over: the counter compared with where it ends.
    pub(super) fn goes_on(&mut self, counter: ExprId, count: Count) -> ExprId {
        let end = count.last() + count.step;
        let up = count.step > 0;
        let (strict, inclusive) = if up { (BinaryOp::Lt, BinaryOp::Le) } else { (BinaryOp::Gt, BinaryOp::Ge) };
        let (op, limit) = if end.unsigned_abs() > FARTHEST_PLAIN {
            // Whatever the step is, the limit is next to the end of the type.
            let most = self.greatest_int();
            match self.choices.below(100) {
                _ if end < -most => (inclusive, -most),
                at if at < 40 && end == most => (inclusive, end - 1),
                at if at < 60 => (BinaryOp::Ne, end),
                _ => (strict, end),
            }
        } else {
            match self.choices.below(100) {
                at if at < 40 => (BinaryOp::Ne, end),
                at if at < 68 => (inclusive, count.last()),
                _ => (strict, end),
            }
        };
        self.tokens += 2;
        let limit = self.number(limit);
        self.b.binary(op, counter, limit)
    }

    /// `for (int i = 0; i < end; i++) ...`: nothing in it is left to chance.
    pub(super) fn loop_up_to(
        &mut self,
        name: &str,
        end: ExprId,
        body: impl FnOnce(&mut Self, DeclRef) -> StmtId,
    ) -> StmtId {
        let zero = self.b.int(0);
        let counter = self.b.local(Variable::new(name, Ty::INT), Some(zero));
        let init = self.b.declaration(&[counter]);
        let [at, again] = [(); 2].map(|()| self.b.name(counter));
        let goes_on = self.b.binary(BinaryOp::Lt, at, end);
        let step = self.b.unary(UnaryOp::PostInc, again);
        let body = body(self, counter);
        self.b.for_(Some(init), Some(goes_on), Some(step), body)
    }

    /// The next round: `i++`, `i += 3`.
    pub(super) fn step(&mut self, counter: DeclRef, count: Count) -> ExprId {
        self.tokens += 3;
        let name = self.b.name(counter);
        match count.step {
            1 => {
                let op = *self.choices.pick(&[UnaryOp::PreInc, UnaryOp::PostInc]);
                self.b.unary(op, name)
            }
            -1 => {
                let op = *self.choices.pick(&[UnaryOp::PreDec, UnaryOp::PostDec]);
                self.b.unary(op, name)
            }
            by => {
                let op = if by < 0 { BinaryOp::Sub } else { BinaryOp::Add };
                let by = self.number(by.abs());
                self.b.assign(Some(op), name, by)
            }
        }
    }

    /// Makes the body of a loop that goes round so often.
    pub(super) fn body<T>(&mut self, place: PlaceId, count: Count, make: impl FnOnce(&mut Self) -> T) -> T {
        let rounds = count.rounds as u64;
        let (room, fixed) = (self.room, self.fixed.clone());
        let was_in_loop = std::mem::replace(&mut self.is_in_loop, true);
        self.room = room / rounds;
        let inner = self.room;
        let allowed = self.begin_loop();
        let object = self.object_of(place);
        self.fixed.insert(object);
        self.counters.push(Counter { place, least: count.least(), most: count.most(), step: count.step, shift: 0 });
        let made = make(self);
        self.counters.pop();
        self.is_in_loop = was_in_loop;
        self.fixed = fixed;
        self.end_loop(allowed);
        self.room = room - rounds * (inner - self.room);
        made
    }

    /// How often a loop may go round, if there is room for a body.
    fn most_rounds(&self, body: u64) -> Option<u64> {
        Some(self.room / body).filter(|&rounds| rounds >= 2)
    }

    /// `for`.
    pub(super) fn for_loop(&mut self, tokens: u32) -> Option<StmtId> {
        let most = self.most_rounds(12)?;
        let count = self.draw_count(most);
        let mark = self.locals.mark();
        let (decl, place) = self.new_counter(count, count.start);
        let init = self.b.declaration(&[decl]);
        let name = self.b.name(decl);
        let cond = self.goes_on(name, count);
        let step = self.step(decl, count);
        let share = (tokens / 2).max(25);
        let body = self.body(place, count, |maker| maker.block(share, Around::Loop));
        self.locals.cut(mark);
        self.tokens += 4;
        Some(self.b.for_(Some(init), Some(cond), Some(step), body))
    }

    /// `(i += step) < end`.
    fn counted_condition(&mut self, decl: DeclRef, count: Count) -> ExprId {
        self.tokens += 3;
        let (name, by) = (self.b.name(decl), self.number(count.step.abs()));
        let op = if count.step < 0 { BinaryOp::Sub } else { BinaryOp::Add };
        let stepped = self.b.assign(Some(op), name, by);
        self.goes_on(stepped, count)
    }

    /// `while`.
    pub(super) fn while_loop(&mut self, tokens: u32) -> Option<StmtId> {
        let most = self.most_rounds(12)?;
        let count = self.draw_count(most);
        let mark = self.locals.mark();
        // The condition steps before it compares.
        let (decl, place) = self.new_counter(count, count.start - count.step);
        let declaration = self.b.declaration(&[decl]);
        let cond = self.counted_condition(decl, count);
        let share = (tokens / 2).max(25);
        let body = self.body(place, count, |maker| maker.block(share, Around::Loop));
        self.locals.cut(mark);
        let made = self.b.while_(cond, body);
        Some(self.b.block([declaration, made]))
    }

    /// `do`: its counter is stepped at the end of each round, so it has its first value in the first one.
    pub(super) fn do_loop(&mut self, tokens: u32) -> Option<StmtId> {
        let share = (tokens / 2).max(25);
        let (declaration, made) = self.stepped_loop(|maker| maker.block(share, Around::Loop))?;
        Some(self.b.block([declaration, made]))
    }

    /// The declaration of a counter, and a loop `do` that counts with it.
    pub(super) fn stepped_loop(&mut self, body: impl FnOnce(&mut Self) -> StmtId) -> Option<(StmtId, StmtId)> {
        let (declaration, body, cond) = self.stepped(body)?;
        Some((declaration, self.b.do_while(body, cond)))
    }

    /// The declaration of a counter, what is done in each round, and whether there is another one.
    fn stepped(&mut self, make: impl FnOnce(&mut Self) -> StmtId) -> Option<(StmtId, StmtId, ExprId)> {
        let most = self.most_rounds(12)?;
        let count = self.draw_count(most);
        let mark = self.locals.mark();
        let (decl, place) = self.new_counter(count, count.start);
        let declaration = self.b.declaration(&[decl]);
        let body = self.body(place, count, make);
        let cond = self.counted_condition(decl, count);
        self.locals.cut(mark);
        Some((declaration, body, cond))
    }

    /// `L: ...; if (++i < n) goto L;`
    pub(super) fn goto_loop(&mut self, tokens: u32) -> Option<StmtId> {
        let share = (tokens / 2).max(25);
        let (declaration, body, cond) = self.stepped(|maker| maker.block(share, Around::GotoLoop))?;
        let name = self.new_name("L");
        let label = self.b.new_label(&name);
        let (body, jump) = (self.b.label(label, body), self.b.goto(label));
        let again = self.b.if_(cond, jump, None);
        self.tokens += 8;
        Some(self.b.block([declaration, body, again]))
    }

    /// `for (T *p = a; p < a + n; p++) *p += ...;`: a walk through an array.
    pub(super) fn pointer_loop(&mut self) -> Option<StmtId> {
        let array = self.any_seen(|sights| &sights.arrays)?;
        let leaf = *self.place(array).children.first()?;
        let (found, element) = (self.place(array), self.place(leaf));
        let Step::Element(len) = element.step else { return None };
        let unfit = found.is_const || found.is_volatile || self.is_fixed(array);
        if unfit || !self.b.sight().types().is_integer(element.ty) || self.room / 4 < len {
            return None;
        }
        let ty = element.ty;
        let name = self.new_name("q");
        let pointer = self.b.pointer(ty);
        let start = self.purely(true, |maker| maker.name_place(array));
        let decl = self.b.local(Variable::new(&name, pointer), Some(start));
        let init = self.b.declaration(&[decl]);
        let cond = self.before_end(decl, array, len);
        let walker = self.b.name(decl);
        let step = *self.choices.pick(&[UnaryOp::PreInc, UnaryOp::PostInc]);
        let step = self.b.unary(step, walker);
        let (room, allowed) = (self.room, self.begin_loop());
        self.room = room / len;
        let inner = self.room;
        let was_in_loop = std::mem::replace(&mut self.is_in_loop, true);
        let mut items = Vec::new();
        for _ in 0..=self.choices.below(2) {
            items.extend(self.walking_statement(decl, array, leaf));
        }
        self.is_in_loop = was_in_loop;
        self.room = room - len * (inner - self.room);
        self.end_loop(allowed);
        self.tokens += 16;
        let body = self.b.block(items);
        Some(self.b.for_(Some(init), Some(cond), Some(step), body))
    }

    /// `p < a + n`, `p != &a[n]`, `p <= &a[n - 1]`.
    fn before_end(&mut self, walker: DeclRef, array: PlaceId, len: u64) -> ExprId {
        let (walker, base) = (self.b.name(walker), self.purely(true, |maker| maker.name_place(array)));
        let (op, at) = match self.choices.below(3) {
            0 => (BinaryOp::Ne, len),
            1 => (BinaryOp::Le, len - 1),
            _ => (BinaryOp::Lt, len),
        };
        let at = self.b.int(at as u32);
        let end = if self.choices.one_in(2) {
            self.b.binary(BinaryOp::Add, base, at)
        } else {
            let element = self.b.index(base, at);
            self.b.unary(UnaryOp::AddrOf, element)
        };
        self.b.binary(op, walker, end)
    }

    /// `*p = ...;`, `*p ^= p - a;`
    fn walking_statement(&mut self, walker: DeclRef, array: PlaceId, leaf: PlaceId) -> Option<StmtId> {
        self.room = self.room.saturating_sub(1);
        self.context = Effects::default();
        let size = 1 + self.choices.below(4) as u32;
        let mut value = self.without_writes_to(&[leaf], |maker| maker.purely(true, |maker| maker.integer(size)));
        if self.choices.one_in(3) {
            let (at, start) = (self.b.name(walker), self.purely(true, |maker| maker.name_place(array)));
            let index = self.b.binary(BinaryOp::Sub, at, start);
            value = self.b.binary(BinaryOp::BitXor, value, index);
        }
        self.note_access(&[leaf], Use::Write, false);
        let op =
            self.choices.one_in(2).then(|| *self.choices.pick(&[BinaryOp::BitXor, BinaryOp::BitAnd, BinaryOp::BitOr]));
        if op.is_some() {
            self.note_access(&[leaf], Use::Read, false);
        }
        let walker = self.b.name(walker);
        let to = self.b.unary(UnaryOp::Deref, walker);
        self.tokens += 6;
        let set = self.b.assign(op, to, value);
        Some(self.b.expr_stmt(set))
    }

    /// Loops over all elements of an array, with a few assignments: what compilers like to vectorise.
    pub(super) fn array_loop(&mut self) -> Option<StmtId> {
        let tries = if self.is_as_in_thesis() { ARRAY_TRIES } else { 1 };
        (0..tries).find_map(|_| self.loop_over_any())
    }

    fn loop_over_any(&mut self) -> Option<StmtId> {
        let array = self.any_seen(|sights| &sights.arrays)?;
        if self.place(array).is_const || self.place(array).is_volatile || self.fixed.contains(self.object_of(array)) {
            return None;
        }
        let mut lengths = Vec::new();
        let mut leaf = array;
        while let Some(&child) = self.place(leaf).children.first() {
            let Step::Element(len) = self.place(child).step else { break };
            lengths.push(len as i64);
            leaf = child;
        }
        let rounds: i64 = lengths.iter().product();
        if self.room / 4 < rounds as u64 {
            return None;
        }
        let counts: Vec<Count> = lengths.iter().map(|&rounds| Count { start: 0, step: 1, rounds }).collect();
        let mark = self.locals.mark();
        let made = self.nest(&counts, leaf);
        self.locals.cut(mark);
        Some(made)
    }

    /// Loops within loops, the innermost with assignments.
    fn nest(&mut self, counts: &[Count], leaf: PlaceId) -> StmtId {
        let Some((&count, rest)) = counts.split_first() else { return self.element_statements(leaf) };
        let (decl, place) = self.new_counter(count, count.start);
        let init = self.b.declaration(&[decl]);
        let name = self.b.name(decl);
        let cond = self.goes_on(name, count);
        let step = self.step(decl, count);
        let body = self.body(place, count, |maker| maker.nest(rest, leaf));
        self.tokens += 4;
        self.b.for_(Some(init), Some(cond), Some(step), body)
    }

    /// Assignments to the element that the counters stand at.
    fn element_statements(&mut self, leaf: PlaceId) -> StmtId {
        let mut items = Vec::new();
        for _ in 0..=self.choices.below(self.options.loop_arrays.into()) {
            self.room = self.room.saturating_sub(1);
            self.context = Effects::default();
            let target = self.leaf_of(leaf);
            let (ty, is_pointer) = (self.place(target).ty, self.place(target).slot.is_some());
            if is_pointer {
                continue;
            }
            let was = std::mem::replace(&mut self.counts_only, true);
            let around = Effects::default();
            let to = self.named(target, Use::Write, &around);
            let size = 1 + self.choices.below(4) as u32;
            let value =
                self.without_writes_to(&[target], |maker| maker.purely(true, |maker| maker.number_for(ty, size)));
            self.counts_only = was;
            let Some(to) = to else { continue };
            self.note_access(&to.places, Use::Write, to.is_volatile);
            self.tokens += 2;
            let set = self.b.assign(None, to.expr, value);
            items.push(self.b.expr_stmt(set));
            items.extend(self.note_of_element(target));
        }
        self.b.block(items)
    }

    /// An integer part of a place.
    fn leaf_of(&mut self, place: PlaceId) -> PlaceId {
        let mut place = place;
        while !self.place(place).children.is_empty() {
            let n = self.place(place).children.len() as u64;
            let at = self.choices.below(n) as usize;
            place = self.place(place).children[at];
        }
        place
    }
}
