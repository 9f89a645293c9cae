//! Idioms: what optimisers look for as a whole.
//!
//! A switch that only chooses constants is a table; a loop around a sweep can be unrolled and jammed into it; loops whose arrays or
//! strides are known at run time get versions; a product of two halves is one wide multiplication. Each row is defined for all values
//! of what goes into it. Those about bytes are in `bytes`, about one of two in `selection`, about aggregates in `small_aggregates`, more about
//! loops in `streams`, products and quotients in `wide`, and small functions in `small_functions`. A program has each of them once before one comes again: gcc's passes count what they
//! found to do, and few programs should make them find all of it.

use kiln_case::Several;
use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId};
use kiln_lang::types::{Basic, Quals, Ty};

use super::Maker;
use super::effects::Effects;
use super::features::Feature;
use super::loops::Count;
use super::lvalue::{Counter, Lvalue, Use};
use super::objects::Home;
use super::sweep::Lanes;

/// Makes an idiom, where it can be.
type Make = fn(&mut Maker) -> Option<StmtId>;

/// All idioms: the feature that they belong to, with weights.
const IDIOMS: [(Feature, Make, u32); 42] = [
    (Feature::Idiom, |maker| maker.passes(true), 20),
    (Feature::Idiom, |maker| maker.passes(false), 20),
    (Feature::Idiom, Maker::chosen_array, 18),
    (Feature::Idiom, Maker::strided, 18),
    (Feature::Idiom, Maker::interleaved, 20),
    (Feature::Idiom, Maker::chained, 12),
    (Feature::Idiom, Maker::unswitched, 20),
    (Feature::Idiom, |maker| maker.distributed(false), 10),
    (Feature::Idiom, |maker| maker.distributed(true), 10),
    (Feature::Idiom, Maker::parted, 14),
    (Feature::Idiom, Maker::counted_bits, 6),
    (Feature::Idiom, |maker| maker.wide_product(64), 10),
    (Feature::Idiom, |maker| maker.wide_product(32), 5),
    (Feature::Idiom, |maker| maker.quotient(true), 12),
    (Feature::Idiom, |maker| maker.quotient(false), 8),
    (Feature::Idiom, Maker::doubtful_quotient, 8),
    (Feature::Idiom, Maker::chosen_value, 20),
    (Feature::Idiom, |maker| maker.chosen_store(false), 10),
    (Feature::Idiom, |maker| maker.chosen_store(true), 10),
    (Feature::Idiom, Maker::chosen_pair, 12),
    (Feature::Idiom, Maker::three_ways, 10),
    (Feature::Idiom, Maker::chosen_address, 12),
    (Feature::Idiom, Maker::chosen_place, 14),
    (Feature::Idiom, Maker::chosen_member, 14),
    (Feature::Idiom, |maker| maker.terms(&[BinaryOp::BitXor, BinaryOp::BitAnd, BinaryOp::BitOr]), 10),
    (Feature::Idiom, |maker| maker.terms(&[BinaryOp::Add]), 10),
    (Feature::Idiom, |maker| maker.terms(&[BinaryOp::Mul]), 10),
    (Feature::Idiom, Maker::copied_record, 20),
    (Feature::Idiom, Maker::small_array, 14),
    (Feature::Idiom, Maker::small_records, 14),
    (Feature::Bytes, |maker| maker.gathered(2, false), 8),
    (Feature::Bytes, |maker| maker.gathered(2, true), 8),
    (Feature::Bytes, |maker| maker.gathered(4, false), 10),
    (Feature::Bytes, |maker| maker.gathered(4, true), 10),
    (Feature::Bytes, |maker| maker.gathered(8, false), 6),
    (Feature::Bytes, |maker| maker.gathered(8, true), 6),
    (Feature::Bytes, |maker| maker.scattered(2), 5),
    (Feature::Bytes, |maker| maker.scattered(4), 10),
    (Feature::Bytes, |maker| maker.swapped(2), 8),
    (Feature::Bytes, |maker| maker.swapped(4), 12),
    (Feature::Bytes, |maker| maker.swapped(8), 8),
    (Feature::Bytes, Maker::rotated, 15),
];

/// How often each idiom was tried in a program, and how often it could be made.
pub(super) type Tried = [(u32, u32); IDIOMS.len()];

/// Nothing was tried so far.
pub(super) const UNTRIED: Tried = [(0, 0); IDIOMS.len()];

/// How many idioms are tried where one is wanted, or objects where one of some size is.
const TRIES: u32 = 3;

/// Idioms that a function begins with, at most.
const FIRST: [(Feature, u64); 2] = [(Feature::Bytes, 2), (Feature::Idiom, 4)];

/// All idioms that are missing are made as long as there is more than such a part of what a program may execute.
const LEAST_ROOM: u32 = 20;

/// How often another object is looked for that keeps a number better, and what keeps it wholly and lasts.
const MORE_TRIES: u32 = 4;
const KEEPS_ALL: u32 = 3;

/// Rounds of a loop around a sweep, and elements of that: fewer of either, and compilers unroll it.
const PASSES: (u64, u64) = (3, 5);
const LONG: i64 = 17;

impl Maker {
    /// An idiom of a feature: the next one, from any on, that was tried least. So what is drawn means the same, mostly, if a record leaves
    /// out others.
    pub(super) fn idiom(&mut self, feature: Feature) -> Option<StmtId> {
        let rows: Vec<usize> = (0..IDIOMS.len()).filter(|&row| IDIOMS[row].0 == feature).collect();
        (0..TRIES).find_map(|_| {
            let first = *self.choices.weighted(&rows, |&row| IDIOMS[row].2);
            let least = rows.iter().map(|&row| self.idioms_tried[row].0).min()?;
            let mut from_first = rows.iter().filter(|&&row| row >= first).chain(&rows);
            let row = *from_first.find(|&&row| self.idioms_tried[row].0 == least)?;
            self.idiom_of_row(row)
        })
    }

    fn idiom_of_row(&mut self, row: usize) -> Option<StmtId> {
        let made = IDIOMS[row].1(self);
        let (tried, n_made) = &mut self.idioms_tried[row];
        *tried += 1;
        *n_made += u32::from(made.is_some());
        made
    }

    /// The idioms that a program has none of so far, as far as they take no more than so many tokens: where there is room for all, so that
    /// a few programs have each of them.
    fn missing_idioms(&mut self, tokens: u32) -> Vec<StmtId> {
        let end = self.tokens + tokens;
        let least = u64::from(self.options.executed / LEAST_ROOM);
        let mut missing: Vec<usize> = (0..IDIOMS.len()).filter(|&row| self.features.has(IDIOMS[row].0)).collect();
        missing.retain(|&row| self.idioms_tried[row].1 == 0);
        let (mut made, mut several) = (Vec::new(), Several::default());
        while self.choices.more(&mut several, !missing.is_empty() && self.tokens < end && self.room > least) {
            // The next one from any: so a record that leaves out some of them has the others where they were.
            let first = self.choices.below(IDIOMS.len() as u64) as usize;
            let Some(row) = missing.iter().position(|&row| row >= first).or((!missing.is_empty()).then_some(0)) else {
                break;
            };
            let row = missing.remove(row);
            made.extend(self.idiom_of_row(row));
        }
        made
    }

    /// Idioms that a function begins with, where they are executed as often as it is called.
    pub(super) fn first_idioms(&mut self, tokens: u32) -> Vec<StmtId> {
        let wants_all = std::mem::take(&mut self.wants_all_idioms);
        let mut made = if wants_all { self.missing_idioms(tokens) } else { Vec::new() };
        for (feature, most) in FIRST {
            self.each_of(most, |maker| {
                if maker.has_by_weight(feature) {
                    made.extend(maker.idiom(feature));
                }
            });
        }
        made
    }

    /// `T l = value;`: a variable that nothing but the idiom sees.
    pub(super) fn scratch(&mut self, ty: Ty, value: ExprId) -> (DeclRef, StmtId) {
        let name = self.new_name("l");
        let decl = self.b.local(Variable::new(&name, ty), Some(value));
        self.tokens += 5;
        (decl, self.b.declaration(&[decl]))
    }

    /// The same with any value of a type: mostly one of which compilers know little.
    pub(super) fn any_scratch(&mut self, basic: Basic) -> (DeclRef, StmtId) {
        self.context = Effects::default();
        let value = if self.choices.one_in(3) { None } else { self.any_element() };
        let value = value.unwrap_or_else(|| {
            let size = self.choices.below(3) as u32;
            self.purely(true, |maker| maker.integer(size))
        });
        self.scratch(Ty::basic(basic), value)
    }

    /// `a[5]`: of elements of arrays compilers know less than of variables.
    pub(super) fn any_element(&mut self) -> Option<ExprId> {
        let all = self.seen_integer_lanes();
        if all.is_empty() {
            return None;
        }
        let lanes = *self.choices.pick(&all);
        self.note_access(&[lanes.element], Use::Read, false);
        let at = self.choices.below(lanes.len as u64) as u32;
        Some(self.element_at(lanes, at))
    }

    /// `x ^= value;`, `x = value;`
    pub(super) fn kept(&mut self, value: impl FnOnce(&mut Self) -> ExprId) -> Option<StmtId> {
        self.kept_whole(0, value)
    }

    /// The same in an object of at least so many bits, if there is any: what is cut off need not be computed.
    pub(super) fn kept_whole(&mut self, bits: u32, value: impl FnOnce(&mut Self) -> ExprId) -> Option<StmtId> {
        self.context = Effects::default();
        self.room = self.room.saturating_sub(1);
        let to = self.keeping(bits)?;
        let value = self.without_writes_to(&to.places, |maker| maker.purely(true, value));
        // What was there before is not thrown away: it may be what the last idiom has computed.
        let is_mixed = self.features.has(Feature::Compound) && !to.is_volatile && self.are_readable(&to.places);
        if is_mixed {
            self.note_access(&to.places, Use::Read, false);
        }
        self.note_access(&to.places, Use::Write, to.is_volatile);
        self.tokens += 2;
        let set = self.b.assign(is_mixed.then_some(BinaryOp::BitXor), to.expr, value);
        Some(self.b.expr_stmt(set))
    }

    /// An integer to write, rather of the file, where it lasts until it is shown, and of at least so many bits.
    fn keeping(&mut self, bits: u32) -> Option<Lvalue> {
        let around = Effects::default();
        let mut best = self.purely(true, |maker| maker.integer_lvalue(Use::Write, &around))?;
        for _ in 0..MORE_TRIES {
            if self.keeps(&best, bits) == KEEPS_ALL {
                break;
            }
            let other = self.purely(true, |maker| maker.integer_lvalue(Use::Write, &around))?;
            if self.keeps(&other, bits) > self.keeps(&best, bits) {
                best = other;
            }
        }
        Some(best)
    }

    /// How well an object keeps a number of so many bits: whether it is wide enough counts more than whether it lasts.
    fn keeps(&self, to: &Lvalue, bits: u32) -> u32 {
        let basic = self.b.sight().types().as_integer(to.ty);
        let is_wide = !to.is_bit_field && basic.is_some_and(|basic| self.target.int_bits(basic) >= bits);
        let lasts = to.places.iter().all(|&place| self.object(self.object_of(place)).home == Home::Global);
        2 * u32::from(bits == 0 || is_wide) + u32::from(lasts)
    }

    /// `for (...) { T l; switch (i) { case 0: l = 7; break; ... } a[i] ^= l; }`
    pub(super) fn lookup(&mut self) -> Option<StmtId> {
        let rounds = 5 + self.choices.below(4) as i64;
        let (to, _) = self.free_lanes(rounds)?;
        if !self.b.sight().types().is_integer(to.ty) || self.room / 6 < rounds as u64 {
            return None;
        }
        let basic = self.pick_integer(&[Basic::Int, Basic::UInt, Basic::UChar, Basic::Short, Basic::LongLong]);
        let count = Count { start: 0, step: 1, rounds };
        Some(self.counted_loop(count, |maker, counter| {
            maker.room = maker.room.saturating_sub(4);
            let name = maker.new_name("l");
            let decl = maker.b.local(Variable::new(&name, Ty::basic(basic)), None);
            let declared = maker.b.declaration(&[decl]);
            let control = maker.read_counter(counter);
            let mut items = Vec::new();
            for value in 0..rounds {
                let (to, constant) = (maker.b.name(decl), maker.initial_integer(basic));
                let set = maker.b.assign(None, to, constant);
                let set = maker.b.expr_stmt(set);
                let label = maker.number(value + counter.shift);
                let is_last = value + 1 == rounds;
                items.push(if is_last { maker.b.default_case(set) } else { maker.b.case(label, set) });
                items.push(maker.b.break_());
                maker.tokens += 9;
            }
            let body = maker.b.block(items);
            let chosen = maker.b.switch(control, body);
            let (element, value) = (maker.exact_lane(to, counter, Use::Write), maker.b.name(decl));
            maker.note_access(&[to.element], Use::Read, false);
            let set = maker.b.assign(Some(BinaryOp::BitXor), element, value);
            let set = maker.b.expr_stmt(set);
            maker.tokens += 12;
            maker.b.block([declared, chosen, set])
        }))
    }

    /// `for (r = 0; r < 4; r++) for (...) a[i] = ...;`
    fn passes(&mut self, is_of_round: bool) -> Option<StmtId> {
        let rounds = self.choices.between(PASSES.0.into(), PASSES.1.into()) as u64;
        let (to, all) = self.free_lanes(LONG).or_else(|| self.free_lanes(8))?;
        if self.room / 6 < rounds * to.len as u64 {
            return None;
        }
        let count = Count { start: 0, step: 1, rounds: rounds as i64 };
        let inner = Count { start: 0, step: 1, rounds: to.len };
        let is_plain = self.choices.one_in(8) || !self.b.sight().types().is_integer(to.ty);
        Some(self.counted_loop(count, |maker, round| {
            maker.counted_loop(inner, |maker, counter| {
                maker.room = maker.room.saturating_sub(1);
                let set = if is_plain {
                    maker.stored(to, &all, counter)
                } else {
                    maker.updated(to, &all, if is_of_round { [round, counter] } else { [counter; 2] })
                };
                maker.b.block([set])
            })
        }))
    }

    /// `a[i] = a[i] * 3 ^ b[r];`
    fn updated(&mut self, to: Lanes, all: &[Lanes], [of, counter]: [Counter; 2]) -> StmtId {
        self.context = Effects::default();
        let types = self.b.sight().types();
        let fits = |lanes: &Lanes, of: Counter| types.is_integer(lanes.ty) && of.reaches(lanes.len);
        let fitting: Vec<Lanes> = all.iter().copied().filter(|lanes| fits(lanes, of)).collect();
        let from = *self.choices.pick(&fitting);
        let mut value = self.exact_lane(to, counter, Use::Read);
        if self.choices.one_in(2) {
            let op = *self.choices.pick(&[BinaryOp::Mul, BinaryOp::BitXor, BinaryOp::BitAnd]);
            let factor = if self.choices.one_in(2) { self.end_beside(op, value) } else { self.constant_of(Basic::Int) };
            value = self.operation(op, value, factor);
        }
        let other = self.exact_lane(from, of, Use::Read);
        let op = *self.choices.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::BitXor, BinaryOp::BitOr]);
        let value = self.operation(op, value, other);
        self.tokens += 4;
        self.set_lane(to, counter, value)
    }

    /// `const T *l = c ? a : b; for (...) d[i] = l[i] ^ ...;`: the arrays may overlap as far as can be seen.
    fn chosen_array(&mut self) -> Option<StmtId> {
        let (to, all) = self.free_lanes(8)?;
        let types = self.b.sight().types();
        let same: Vec<Lanes> = all.iter().copied().filter(|lanes| lanes.ty == to.ty && lanes.len >= to.len).collect();
        if same.len() < 2 || !types.is_integer(to.ty) || self.room / 6 < to.len as u64 {
            return None;
        }
        let [one, other] = [(); 2].map(|()| *self.choices.pick(&same));
        self.context = Effects::default();
        let (any, one_bit) = (self.purely(true, Self::variable), self.b.int(1));
        let cond = self.b.binary(BinaryOp::BitAnd, any, one_bit);
        let (then, otherwise) = (self.name_place(one.array), self.name_place(other.array));
        let constant = self.b.qualified(to.ty, Quals::CONST);
        let (decl, declared) = self.chosen_pointer(constant, cond, [then, otherwise]);
        let count = Count { start: 0, step: 1, rounds: to.len };
        let made = self.counted_loop(count, |maker, counter| {
            maker.room = maker.room.saturating_sub(1);
            maker.context = Effects::default();
            maker.note_access(&[one.element, other.element], Use::Read, false);
            let (base, index) = (maker.b.name(decl), maker.index_of(counter, 0));
            let read = maker.b.index(base, index);
            let rhs = maker.integer_lanes(&all, counter, 1);
            let op = *maker.choices.pick(&[BinaryOp::Add, BinaryOp::BitXor, BinaryOp::Sub, BinaryOp::BitAnd]);
            let value = maker.operation(op, read, rhs);
            maker.tokens += 8;
            let set = maker.set_lane(to, counter, value);
            maker.b.block([set])
        });
        self.tokens += 8;
        Some(self.b.block([declared, made]))
    }

    /// `int l = (c < 5) + 1; for (...) a[i * l] = b[i * l] ^ ...;`
    fn strided(&mut self) -> Option<StmtId> {
        let (to, all) = self.free_lanes(8)?;
        let longer: Vec<Lanes> = all.iter().copied().filter(|lanes| lanes.len >= to.len).collect();
        let from = *self.choices.pick(&longer);
        let types = self.b.sight().types();
        if !types.is_integer(to.ty) || !types.is_integer(from.ty) || self.room / 6 < to.len as u64 {
            return None;
        }
        self.context = Effects::default();
        let any = self.purely(true, Self::variable);
        let op = *self.choices.pick(&[BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Ne]);
        let limit = 1 + self.choices.below(60) as u32;
        let (limit, more) = (self.b.int(limit), self.b.int(1));
        let is_two = self.b.binary(op, any, limit);
        let stride = self.b.binary(BinaryOp::Add, is_two, more);
        let (decl, declared) = self.scratch(Ty::INT, stride);
        let count = Count { start: 0, step: 1, rounds: to.len / 2 };
        let made = self.counted_loop(count, |maker, counter| {
            maker.room = maker.room.saturating_sub(1);
            maker.context = Effects::default();
            maker.note_access(&[from.element], Use::Read, false);
            let at = |maker: &mut Self, lanes: Lanes| {
                let (base, index, stride) =
                    (maker.name_place(lanes.array), maker.index_of(counter, 0), maker.b.name(decl));
                let index = maker.b.binary(BinaryOp::Mul, index, stride);
                maker.b.index(base, index)
            };
            let (element, read) = (at(maker, to), at(maker, from));
            let rhs = maker.constant_of(Basic::Int);
            let op = *maker.choices.pick(&[BinaryOp::Add, BinaryOp::BitXor, BinaryOp::Sub]);
            let value = maker.operation(op, read, rhs);
            maker.note_access(&[to.element], Use::Write, false);
            let set = maker.b.assign(None, element, value);
            maker.tokens += 16;
            let set = maker.b.expr_stmt(set);
            maker.b.block([set])
        });
        self.tokens += 6;
        Some(self.b.block([declared, made]))
    }

    /// `while (l) { l &= l - 1; n++; }`
    fn counted_bits(&mut self) -> Option<StmtId> {
        let bytes = *self.choices.pick(&[4, 8]);
        let basic = self.unsigned_of(bytes)?;
        let bits = self.target.int_bits(basic);
        if self.room / 8 < bits.into() {
            return None;
        }
        let (decl, declared) = self.any_scratch(basic);
        let zero = self.b.int(0);
        let (n, counted) = self.scratch(Ty::INT, zero);
        let (cond, to, value, one) = (self.b.name(decl), self.b.name(decl), self.b.name(decl), self.b.int(1));
        let less = self.b.binary(BinaryOp::Sub, value, one);
        let clear = self.b.assign(Some(BinaryOp::BitAnd), to, less);
        let name = self.b.name(n);
        let step = self.b.unary(kiln_lang::tree::UnaryOp::PostInc, name);
        let items = [self.b.expr_stmt(clear), self.b.expr_stmt(step)];
        let body = self.b.block(items);
        let made = self.b.while_(cond, body);
        self.room -= 2 * u64::from(bits);
        self.tokens += 16;
        let kept = self.kept(|maker| maker.b.name(n))?;
        Some(self.b.block([declared, counted, made, kept]))
    }
}
