//! Sweeps: loops over arrays as compilers like to vectorise them.
//!
//! An element of each array in step with the others: sums, comparisons, choices, conversions and shifts of them go into one
//! of the arrays or are reduced to a number. Forward, backward, over every second element, with neighbours; of different types
//! in one loop. The arrays are objects as others are, so what a sweep has stored is read elsewhere.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::tree::{BinaryOp, ExprId, StmtId, UnaryOp};
use kiln_lang::types::{Basic, Ty};

use super::Maker;
use super::condition::RELATIONS;
use super::effects::Effects;
use super::features::Feature;
use super::loops::Count;
use super::lvalue::{Counter, Use};
use super::objects::{Home, PlaceId, Step};

/// Lengths of arrays: whole vectors mostly.
const LENGTHS: [u64; 8] = [16, 16, 32, 32, 24, 40, 64, 19];
/// Element types that vectors have.
const ELEMENTS: [Basic; 9] = [
    Basic::SChar,
    Basic::UChar,
    Basic::Short,
    Basic::UShort,
    Basic::Int,
    Basic::UInt,
    Basic::Int,
    Basic::UInt,
    Basic::LongLong,
];
const OPERATORS: [BinaryOp; 8] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::Shr,
    BinaryOp::Shl,
];
/// Operators that bring many numbers down to one.
const REDUCTIONS: [BinaryOp; 5] = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::BitXor, BinaryOp::BitAnd, BinaryOp::BitOr];
/// Neighbours are so far away at most.
const FARTHEST: i64 = 3;

/// An array of numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    pub(super) array: PlaceId,
    pub(super) element: PlaceId,
    pub(super) len: i64,
    pub(super) ty: Ty,
}

impl Maker {
    /// Arrays of the file, of a few lengths so that they go together.
    pub(super) fn declare_lanes(&mut self, n: u32) {
        if !self.features.has(Feature::ArrayLoop) || !self.may_sweep() {
            return;
        }
        let len = self.draw_lanes();
        for number in 0..n {
            let elem = if number == 0 && self.features.has(Feature::Bytes) {
                Ty::basic(Basic::UChar)
            } else if self.features.has(Feature::Float) && self.choices.one_in(5) {
                self.any_floating()
            } else {
                Ty::basic(self.pick_integer(&ELEMENTS))
            };
            let len = if self.choices.one_in(4) { self.draw_lanes() } else { len };
            let ty = self.b.array(elem, len);
            self.declare_global_of(ty);
        }
    }

    /// A length that the limits allow.
    fn draw_lanes(&mut self) -> u64 {
        let most = self.options.array_len.min(self.options.array_elements);
        (*self.choices.pick(&LENGTHS)).min(most.into())
    }

    /// Whether there are sweeps: Csmith has none, and their operators stand in no wrappers.
    pub(super) fn may_sweep(&self) -> bool {
        !self.is_as_in_thesis() && !self.is_wrapped()
    }

    /// A sweep over an array that can be written.
    pub(super) fn sweep(&mut self) -> Option<StmtId> {
        let (to, all) = self.free_lanes(4)?;
        let count = self.draw_sweep(to.len);
        if self.room / 6 < count.rounds as u64 {
            return None;
        }
        let mark = self.locals.mark();
        let is_reduced = self.choices.one_in(4) && self.b.sight().types().is_integer(to.ty);
        let made = if is_reduced { self.reduction(&all, count) } else { Some(self.swept(to, &all, count)) };
        self.locals.cut(mark);
        made
    }

    /// An array of at least so many elements that can be written, and all that can be read.
    pub(super) fn free_lanes(&mut self, least: i64) -> Option<(Lanes, Vec<Lanes>)> {
        let all = self.seen_lanes();
        let is_free = |lanes: &&Lanes| !self.is_fixed(lanes.element) && lanes.len >= least;
        let free: Vec<Lanes> = all.iter().filter(is_free).copied().collect();
        if free.is_empty() {
            return None;
        }
        Some((*self.choices.pick(&free), all))
    }

    /// The arrays of numbers that can be seen and read.
    pub(super) fn seen_lanes(&self) -> Vec<Lanes> {
        let seen = self.locals.arrays.iter().chain(&self.globals.arrays);
        seen.filter_map(|&array| {
            let &element = self.place(array).children.first()?;
            let found = self.place(element);
            let Step::Element(len) = found.step else { return None };
            let types = self.b.sight().types();
            let is_number = types.is_floating(found.ty)
                || types.as_integer(found.ty).is_some_and(|basic| self.target.int_bits(basic) <= 64);
            let is_readable = self.may_access(&[element], Use::Read, found.is_volatile, &Effects::default());
            let fits = is_number && is_readable && !found.is_volatile;
            fits.then_some(Lanes { array, element, len: len as i64, ty: found.ty })
        })
        .collect()
    }

    /// Those of them that are arrays of integers.
    pub(super) fn seen_integer_lanes(&self) -> Vec<Lanes> {
        let types = self.b.sight().types();
        self.seen_lanes().into_iter().filter(|lanes| types.is_integer(lanes.ty)).collect()
    }

    /// How a sweep goes through an array.
    fn draw_sweep(&mut self, len: i64) -> Count {
        match self.choices.below(10) {
            0 => Count { start: len - 1, step: -1, rounds: len },
            1 => Count { start: 0, step: 2, rounds: (len + 1) / 2 },
            2 => Count { start: 1, step: 1, rounds: len - 1 },
            3 => Count { start: 0, step: 1, rounds: len - 1 },
            _ => Count { start: 0, step: 1, rounds: len },
        }
    }

    /// `for (...) a[i] = ...;`
    fn swept(&mut self, to: Lanes, all: &[Lanes], count: Count) -> StmtId {
        self.counted_loop(count, |maker, counter| {
            let n = 1 + maker.choices.below(5) / 3;
            let items: Vec<StmtId> = (0..n).map(|_| maker.sweeping_statement(to, all, counter)).collect();
            maker.b.block(items)
        })
    }

    /// A loop with a counter of its own.
    pub(super) fn counted_loop(&mut self, count: Count, make: impl FnOnce(&mut Self, Counter) -> StmtId) -> StmtId {
        let mark = self.locals.mark();
        let shifted = self.next_to_end(count);
        let shift = shifted.start - count.start;
        // The index is the difference of the counter and a constant, also that of a neighbour.
        let widest = self.arithmetic().shape(Basic::Int).max().as_i128() as i64 - FARTHEST;
        let (shift, count) = if shift.abs() <= widest { (shift, shifted) } else { (0, count) };
        let (decl, place) = self.new_counter(count, count.start);
        let init = self.b.declaration(&[decl]);
        let name = self.b.name(decl);
        let cond = self.goes_on(name, count);
        let step = self.step(decl, count);
        let counter = Counter { place, least: count.least(), most: count.most(), step: count.step, shift };
        let body = self.body(place, count, |maker| make(maker, counter));
        self.locals.cut(mark);
        self.tokens += 4;
        self.b.for_(Some(init), Some(cond), Some(step), body)
    }

    /// `a[i] = ...;`, `a[i] ^= ...;`, `a[i] = b[i] < c[i] ? ... : ...;`, `if (b[i] < c[i]) a[i] = ...; else a[i] = ...;`
    fn sweeping_statement(&mut self, to: Lanes, all: &[Lanes], counter: Counter) -> StmtId {
        self.room = self.room.saturating_sub(1);
        self.context = Effects::default();
        if self.choices.one_in(16)
            && let Some(made) = self.limited(to, counter)
        {
            self.room = self.room.saturating_sub(1);
            return made;
        }
        if self.choices.one_in(8) {
            let cond = self.lane_comparison(all, counter);
            let then = self.stored(to, all, counter);
            let otherwise = (self.choices.below(3) > 0).then(|| self.stored(to, all, counter));
            self.room = self.room.saturating_sub(1);
            self.tokens += 4;
            return self.b.if_(cond, then, otherwise);
        }
        self.stored(to, all, counter)
    }

    pub(super) fn stored(&mut self, to: Lanes, all: &[Lanes], counter: Counter) -> StmtId {
        let size = 1 + self.choices.below(3) as u32;
        let mut value = self.lane_number(to.ty, all, counter, size);
        let is_float = self.b.sight().types().is_floating(to.ty);
        let element = self.lane(to, counter, Use::Write);
        let mut op = None;
        if self.features.has(Feature::Compound) && self.choices.one_in(3) {
            let ops: &[BinaryOp] = if is_float { &OPERATORS[..3] } else { &OPERATORS[..6] };
            let compound = *self.choices.pick(ops);
            self.note_access(&[to.element], Use::Read, false);
            if is_float {
                op = Some(compound);
            } else if let Some(tamed) = self.tamed_value(compound, element, value) {
                (op, value) = (Some(compound), tamed);
            }
        }
        self.tokens += 2;
        let set = self.b.assign(op, element, value);
        self.b.expr_stmt(set)
    }

    /// A number of each round for an element of a type.
    fn lane_number(&mut self, ty: Ty, all: &[Lanes], counter: Counter, size: u32) -> ExprId {
        if self.b.sight().types().is_floating(ty) {
            self.float_lanes(ty, all, counter, size)
        } else {
            self.integer_lanes(all, counter, size)
        }
    }

    pub(super) fn integer_lanes(&mut self, all: &[Lanes], counter: Counter, size: u32) -> ExprId {
        if size == 0 {
            return self.lane_operand(all, counter);
        }
        self.tokens += 2;
        if self.choices.one_in(7)
            && let Some(made) = self.elementwise(all, counter)
        {
            return made;
        }
        match self.choices.below(14) {
            0 => {
                let cond = self.lane_comparison(all, counter);
                let (then, otherwise) =
                    (self.integer_lanes(all, counter, size / 2), self.integer_lanes(all, counter, (size - 1) / 2));
                self.tokens += 2;
                self.b.conditional(cond, then, otherwise)
            }
            1 => self.lane_comparison(all, counter),
            2 | 3 => {
                let operand = self.integer_lanes(all, counter, size - 1);
                let to = Ty::basic(self.pick_integer(&ELEMENTS));
                self.b.cast(to, operand)
            }
            4 => {
                let operand = self.integer_lanes(all, counter, size - 1);
                let op = *self.choices.pick(&[UnaryOp::BitNot, UnaryOp::Plus]);
                self.b.unary(op, operand)
            }
            _ => {
                let left = self.choices.below(size.into()) as u32;
                let op = *self.choices.pick(&OPERATORS);
                let lhs = self.integer_lanes(all, counter, left);
                let rhs = match op {
                    BinaryOp::Shl | BinaryOp::Shr => self.constant_count(lhs),
                    _ if self.may_end(op, lhs) => self.end_beside(op, lhs),
                    _ => self.integer_lanes(all, counter, size - 1 - left),
                };
                self.operation(op, lhs, rhs)
            }
        }
    }

    /// `b[i] < c[i]`, `b[i] > 5`.
    fn lane_comparison(&mut self, all: &[Lanes], counter: Counter) -> ExprId {
        let op = *self.choices.pick(&RELATIONS);
        let lhs = self.lane_operand(all, counter);
        let rhs = if self.may_end(op, lhs) { self.end_beside(op, lhs) } else { self.lane_operand(all, counter) };
        self.tokens += 1;
        self.b.binary(op, lhs, rhs)
    }

    fn float_lanes(&mut self, ty: Ty, all: &[Lanes], counter: Counter, size: u32) -> ExprId {
        if size == 0 {
            let types = self.b.sight().types();
            let fitting: Vec<Lanes> = all.iter().copied().filter(|lanes| types.is_floating(lanes.ty)).collect();
            if self.choices.one_in(5) || fitting.is_empty() {
                return self.float_constant(ty);
            }
            let lanes = *self.choices.pick(&fitting);
            return self.fitting_lane(lanes, counter).unwrap_or_else(|| self.float_constant(ty));
        }
        self.tokens += 1;
        if self.choices.one_in(6) {
            let operand = self.integer_lanes(all, counter, 0);
            self.tokens += 3;
            return self.b.cast(ty, operand);
        }
        let left = self.choices.below(size.into()) as u32;
        let (lhs, rhs) =
            (self.float_lanes(ty, all, counter, left), self.float_lanes(ty, all, counter, size - 1 - left));
        let op = *self.choices.pick(&OPERATORS[..3]);
        self.b.binary(op, lhs, rhs)
    }

    /// An element, a number that is the same in every round, or the counter.
    fn lane_operand(&mut self, all: &[Lanes], counter: Counter) -> ExprId {
        match self.choices.below(20) {
            0..=4 => return self.constant_of(Basic::Int),
            5 => return self.purely(true, Self::variable),
            6 => return self.read_counter(counter),
            _ => {}
        }
        let types = self.b.sight().types();
        let fitting: Vec<Lanes> = all.iter().copied().filter(|lanes| types.is_integer(lanes.ty)).collect();
        for _ in 0..4 {
            if fitting.is_empty() {
                break;
            }
            let lanes = *self.choices.pick(&fitting);
            if let Some(found) = self.fitting_lane(lanes, counter) {
                return found;
            }
        }
        self.read_counter(counter)
    }

    /// An element to be read, if the array is as long as that.
    fn fitting_lane(&mut self, lanes: Lanes, counter: Counter) -> Option<ExprId> {
        counter.reaches(lanes.len).then(|| self.lane(lanes, counter, Use::Read))
    }

    /// `a[i]`, or one of its neighbours if it is read.
    fn lane(&mut self, lanes: Lanes, counter: Counter, use_: Use) -> ExprId {
        let mut by = 0;
        if use_ == Use::Read && self.choices.one_in(5) {
            let (first, last) = (counter.least - counter.shift, counter.most - counter.shift);
            let (least, most) = ((-first).max(-FARTHEST), (lanes.len - 1 - last).min(FARTHEST));
            by = self.choices.between(least.into(), most.into()) as i64;
        }
        self.lane_beside(lanes, counter, use_, by)
    }

    /// `a[i] = value;`
    pub(super) fn set_lane(&mut self, to: Lanes, counter: Counter, value: ExprId) -> StmtId {
        let element = self.exact_lane(to, counter, Use::Write);
        let set = self.b.assign(None, element, value);
        self.b.expr_stmt(set)
    }

    /// `a[i]`.
    pub(super) fn exact_lane(&mut self, lanes: Lanes, counter: Counter, use_: Use) -> ExprId {
        self.lane_beside(lanes, counter, use_, 0)
    }

    /// `a[i + by]`.
    pub(super) fn lane_beside(&mut self, lanes: Lanes, counter: Counter, use_: Use, by: i64) -> ExprId {
        self.note_access(&[lanes.element], use_, false);
        let base = self.name_place(lanes.array);
        let index = self.index_of(counter, by);
        self.tokens += 2;
        self.b.index(base, index)
    }

    /// The index that a counter stands for, and so much more.
    pub(super) fn index_of(&mut self, counter: Counter, more: i64) -> ExprId {
        let index = self.read_counter(counter);
        let by = more - counter.shift;
        self.tokens += 1;
        if by == 0 {
            return index;
        }
        let op = if by < 0 { BinaryOp::Sub } else { BinaryOp::Add };
        let by = self.number(by.abs());
        self.b.binary(op, index, by)
    }

    /// `{ int s = 0; for (...) s += a[i]; x = s; }`
    fn reduction(&mut self, all: &[Lanes], count: Count) -> Option<StmtId> {
        let ty = Ty::basic(self.pick_integer(&[Basic::UInt, Basic::Int, Basic::ULongLong, Basic::UInt, Basic::UShort]));
        let name = self.new_name("l");
        let init = self.constant_of(Basic::Int);
        let decl = self.b.local(Variable::new(&name, ty), Some(init));
        let declared = self.b.declaration(&[decl]);
        let object = self.add_object(Home::Local, Some(decl), ty);
        let root = self.object(object).root;
        self.tokens += 4;
        let made = self.counted_loop(count, |maker, counter| {
            maker.room = maker.room.saturating_sub(1);
            maker.context = Effects::default();
            let size = maker.choices.below(3) as u32;
            let value = maker.integer_lanes(all, counter, size);
            let to = maker.b.name(decl);
            maker.note_access(&[root], Use::Read, false);
            maker.note_access(&[root], Use::Write, false);
            let set = maker.reduced(to, value);
            let set = maker.b.expr_stmt(set);
            maker.b.block([set])
        });
        let around = Effects::default();
        self.context = Effects::default();
        let to = self.purely(true, |maker| maker.integer_lvalue(Use::Write, &around))?;
        self.note_access(&to.places, Use::Write, to.is_volatile);
        let value = self.b.name(decl);
        let set = self.b.assign(None, to.expr, value);
        let set = self.b.expr_stmt(set);
        self.tokens += 4;
        Some(self.b.block([declared, made, set]))
    }

    /// `s += value`, or the greater of both.
    fn reduced(&mut self, to: ExprId, value: ExprId) -> ExprId {
        let op = *self.choices.pick(&REDUCTIONS);
        self.tokens += 2;
        let value = self.tamed_value(op, to, value).unwrap_or(value);
        self.b.assign(Some(op), to, value)
    }
}
