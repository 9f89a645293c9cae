//! Idioms: what optimisers look for as a whole.
//!
//! A switch that only chooses constants is a table; a loop around a sweep can be unrolled and jammed into it; loops whose arrays or
//! strides are known at run time get versions; a product of two halves is one wide multiplication. Each row is defined for all values
//! of what goes into it. Those about bytes are in `bytes`.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId};
use kiln_lang::types::{Basic, Quals, Ty};
use kiln_meaning::repair::{Scalar, constant};

use super::Maker;
use super::effects::Effects;
use super::features::Feature;
use super::loops::Count;
use super::lvalue::{Counter, Use};
use super::sweep::Lanes;

/// Makes an idiom, where it can be.
pub(super) type Make = fn(&mut Maker) -> Option<StmtId>;

/// What loops and products are made of, with weights.
const OTHERS: [(Make, u32); 7] = [
    (Maker::passes, 30),
    (Maker::chosen_array, 18),
    (Maker::strided, 12),
    (Maker::counted_bits, 6),
    (Maker::wide_product, 10),
    (Maker::wide_division, 12),
    (Maker::chosen_value, 20),
];

/// Rounds of a loop around a sweep at most.
const MOST_PASSES: u64 = 5;

impl Maker {
    /// An idiom about loops or products.
    pub(super) fn idiom(&mut self) -> Option<StmtId> {
        let make = self.choices.weighted(&OTHERS, |(_, weight)| *weight).0;
        make(self)
    }

    /// Idioms that a function begins with, where they are executed as often as it is called.
    pub(super) fn first_idioms(&mut self) -> Vec<StmtId> {
        let mut made = Vec::new();
        for (feature, make) in [(Feature::Bytes, Maker::byte_idiom as Make), (Feature::Idiom, Maker::idiom)] {
            for _ in 0..2 {
                if self.has_by_weight(feature) {
                    made.extend(make(self));
                }
            }
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

    /// The same with any value of a type.
    pub(super) fn any_scratch(&mut self, basic: Basic) -> (DeclRef, StmtId) {
        self.context = Effects::default();
        let size = self.choices.below(3) as u32;
        let value = self.purely(true, |maker| maker.integer(size));
        self.scratch(Ty::basic(basic), value)
    }

    /// `x = value;`
    pub(super) fn kept(&mut self, value: impl FnOnce(&mut Self) -> ExprId) -> Option<StmtId> {
        self.context = Effects::default();
        self.room = self.room.saturating_sub(1);
        let around = Effects::default();
        let to = self.purely(true, |maker| maker.integer_lvalue(Use::Write, &around))?;
        let value = self.without_writes_to(&to.places, |maker| maker.purely(true, value));
        self.note_access(&to.places, Use::Write, to.is_volatile);
        self.tokens += 2;
        let set = self.b.assign(None, to.expr, value);
        Some(self.b.expr_stmt(set))
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
    fn passes(&mut self) -> Option<StmtId> {
        let rounds = 2 + self.choices.below(MOST_PASSES - 1);
        let (to, all) = self.free_lanes(8)?;
        if self.room / 6 < rounds * to.len as u64 {
            return None;
        }
        let count = Count { start: 0, step: 1, rounds: rounds as i64 };
        let inner = Count { start: 0, step: 1, rounds: to.len };
        let is_plain = self.choices.one_in(3) || !self.b.sight().types().is_integer(to.ty);
        Some(self.counted_loop(count, |maker, round| {
            maker.counted_loop(inner, |maker, counter| {
                maker.room = maker.room.saturating_sub(1);
                let set =
                    if is_plain { maker.stored(to, &all, counter) } else { maker.updated(to, &all, round, counter) };
                maker.b.block([set])
            })
        }))
    }

    /// `a[i] = a[i] * 3 ^ b[r];`
    fn updated(&mut self, to: Lanes, all: &[Lanes], round: Counter, counter: Counter) -> StmtId {
        self.context = Effects::default();
        let types = self.b.sight().types();
        let fits = |lanes: &Lanes, of: Counter| types.is_integer(lanes.ty) && of.reaches(lanes.len);
        let of = if self.choices.one_in(2) { round } else { counter };
        let fitting: Vec<Lanes> = all.iter().copied().filter(|lanes| fits(lanes, of)).collect();
        let from = *self.choices.pick(&fitting);
        let mut value = self.exact_lane(to, counter, Use::Read);
        if self.choices.one_in(2) {
            let factor = self.constant_of(Basic::Int);
            let op = *self.choices.pick(&[BinaryOp::Mul, BinaryOp::BitXor, BinaryOp::BitAnd]);
            value = self.operation(op, value, factor);
        }
        let other = self.exact_lane(from, of, Use::Read);
        let op = *self.choices.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::BitXor, BinaryOp::BitOr]);
        let value = self.operation(op, value, other);
        let element = self.exact_lane(to, counter, Use::Write);
        self.tokens += 4;
        let set = self.b.assign(None, element, value);
        self.b.expr_stmt(set)
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
        let chosen = self.b.conditional(cond, then, otherwise);
        let constant = self.b.qualified(to.ty, Quals::CONST);
        let pointer = self.b.pointer(constant);
        let (decl, declared) = self.scratch(pointer, chosen);
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
            let element = maker.exact_lane(to, counter, Use::Write);
            let set = maker.b.assign(None, element, value);
            maker.tokens += 8;
            let set = maker.b.expr_stmt(set);
            maker.b.block([set])
        });
        self.tokens += 8;
        Some(self.b.block([declared, made]))
    }

    /// `int l = (c & 1) + 1; for (...) a[i * l] = b[i * l] ^ ...;`
    fn strided(&mut self) -> Option<StmtId> {
        let (to, all) = self.free_lanes(8)?;
        let longer: Vec<Lanes> = all.iter().copied().filter(|lanes| lanes.len >= to.len).collect();
        let from = *self.choices.pick(&longer);
        let types = self.b.sight().types();
        if !types.is_integer(to.ty) || !types.is_integer(from.ty) || self.room / 6 < to.len as u64 {
            return None;
        }
        self.context = Effects::default();
        let size = self.choices.below(2) as u32;
        let any = self.purely(true, |maker| maker.integer(size));
        let (one, more) = (self.b.int(1), self.b.int(1));
        let bit = self.b.binary(BinaryOp::BitAnd, any, one);
        let stride = self.b.binary(BinaryOp::Add, bit, more);
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

    /// `x = l != 5 ? l : 5;`, `x = l < m ? l : m;`, `x = c & 1 ? l : m;`, of types that are converted or not.
    fn chosen_value(&mut self) -> Option<StmtId> {
        let basic = self.pick_integer(&[Basic::Short, Basic::UChar, Basic::Int, Basic::UInt, Basic::LongLong]);
        let ((a, first), (b, second)) = (self.any_scratch(basic), self.any_scratch(basic));
        let form = self.choices.below(3);
        let relations = [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];
        let relation = *self.choices.pick(&relations);
        let kept = self.kept(|maker| {
            maker.tokens += 8;
            let (one, again) = (maker.b.name(a), maker.b.name(a));
            if form == 0 {
                let value = maker.value_of(basic);
                let value = Scalar { basic: maker.type_of_constants(basic), ..value };
                let [limit, other] = [(); 2].map(|()| constant(&mut maker.b, &maker.target, value));
                let cond = maker.b.binary(relation, one, limit);
                return maker.b.conditional(cond, again, other);
            }
            let (two, other) = (maker.b.name(b), maker.b.name(b));
            let cond = if form == 1 {
                maker.b.binary(relation, one, two)
            } else {
                let (any, bit) = (maker.variable(), maker.b.int(1));
                maker.b.binary(BinaryOp::BitAnd, any, bit)
            };
            maker.b.conditional(cond, again, other)
        })?;
        Some(self.b.block([first, second, kept]))
    }

    /// Whether there are numbers twice as wide as the widest others.
    fn has_wide(&self) -> bool {
        self.features.has(Feature::Int128) && self.target.basic(Basic::Int128).is_some()
    }

    /// `x = (unsigned __int128)l * m >> 64;`
    fn wide_product(&mut self) -> Option<StmtId> {
        if !self.has_wide() {
            return None;
        }
        let is_signed = self.choices.one_in(2);
        let (half, wide) =
            if is_signed { (Basic::LongLong, Basic::Int128) } else { (Basic::ULongLong, Basic::UInt128) };
        let ((a, first), (b, second)) = (self.any_scratch(half), self.any_scratch(half));
        let shift = *self.choices.pick(&[0, 32, 64]);
        let kept = self.kept(|maker| {
            let (lhs, rhs) = (maker.b.name(a), maker.b.name(b));
            let lhs = maker.b.cast(Ty::basic(wide), lhs);
            let product = maker.b.binary(BinaryOp::Mul, lhs, rhs);
            maker.tokens += 7;
            maker.shifted(BinaryOp::Shr, product, shift)
        })?;
        Some(self.b.block([first, second, kept]))
    }

    /// `x = l / m; y = l % m;`, with numbers for which machines have no division.
    fn wide_division(&mut self) -> Option<StmtId> {
        if !self.has_wide() {
            return None;
        }
        let (dividend, first) = self.any_scratch(Basic::UInt128);
        self.context = Effects::default();
        let any = self.purely(true, |maker| maker.integer(1));
        let narrow = self.b.cast(Ty::basic(Basic::UShort), any);
        let more = 1 + self.choices.below(1000) as u32;
        let more = self.b.int(more);
        let positive = self.b.binary(BinaryOp::Add, narrow, more);
        let (divisor, second) = self.scratch(Ty::basic(Basic::UInt128), positive);
        let mut items = vec![first, second];
        for op in [BinaryOp::Div, BinaryOp::Rem] {
            items.push(self.kept(|maker| {
                let (lhs, rhs) = (maker.b.name(dividend), maker.b.name(divisor));
                maker.tokens += 3;
                maker.b.binary(op, lhs, rhs)
            })?);
        }
        Some(self.b.block(items))
    }
}
