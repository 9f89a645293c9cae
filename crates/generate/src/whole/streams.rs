//! Idioms about loops that optimisers make another loop of.
//!
//! Two loops of one that has two ends, a loop for each value of a flag or a pointer, whole vectors of neighbours that change places, a
//! value carried to the next round in a register. Each is defined for all values of what goes into it, and goes round as often as is
//! known, or at most as often.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId, UnaryOp};
use kiln_lang::types::{Basic, Ty};

use super::Maker;
use super::effects::Effects;
use super::loops::Count;
use super::lvalue::{Counter, Use};
use super::sweep::Lanes;

/// Rounds at most of a loop whose end is known when it runs.
const MOST_ROUNDS: i64 = 16;

impl Maker {
    /// An array of integers that can be written, one to read that is as long, of the same type if there is any, and all.
    fn two_lanes(&mut self, least: i64) -> Option<([Lanes; 2], Vec<Lanes>)> {
        let (to, all) = self.free_lanes(least)?;
        let types = self.b.sight().types();
        if !types.is_integer(to.ty) || self.room / 6 < 2 * to.len as u64 {
            return None;
        }
        let same: Vec<Lanes> = all.iter().copied().filter(|lanes| lanes.ty == to.ty && lanes.len >= to.len).collect();
        let from = *self.choices.pick(&same);
        Some(([to, from], all))
    }

    /// `for (...) { a[2 * i] = b[2 * i + 1] ^ 7; a[2 * i + 1] = b[2 * i] ^ 5; }`
    pub(super) fn interleaved(&mut self) -> Option<StmtId> {
        let ([to, from], _) = self.two_lanes(8)?;
        let op = *self.choices.pick(&[BinaryOp::BitXor, BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::Add]);
        let swapped = self.choices.below(2) as u32;
        let count = Count { start: 0, step: 1, rounds: to.len / 2 };
        Some(self.counted_loop(count, |maker, counter| {
            maker.room = maker.room.saturating_sub(2);
            let items = [0, 1].map(|at| {
                maker.context = Effects::default();
                let read = maker.lane_of_pair(from, counter, at ^ swapped, Use::Read);
                let rhs = maker.end_beside(op, read);
                let value = maker.operation(op, read, rhs);
                let element = maker.lane_of_pair(to, counter, at, Use::Write);
                let set = maker.b.assign(None, element, value);
                maker.b.expr_stmt(set)
            });
            maker.b.block(items)
        }))
    }

    /// `a[2 * i + 1]`.
    fn lane_of_pair(&mut self, lanes: Lanes, counter: Counter, at: u32, use_: Use) -> ExprId {
        self.note_access(&[lanes.element], use_, false);
        let (base, two, index) = (self.name_place(lanes.array), self.b.int(2), self.index_of(counter, 0));
        let mut index = self.b.binary(BinaryOp::Mul, two, index);
        if at > 0 {
            let more = self.b.int(at);
            index = self.b.binary(BinaryOp::Add, index, more);
        }
        self.tokens += 7;
        self.b.index(base, index)
    }

    /// `for (...) a[i] = a[i - 1] ^ a[i - 2];`
    pub(super) fn chained(&mut self) -> Option<StmtId> {
        let ([to, _], _) = self.two_lanes(8)?;
        let op = *self.choices.pick(&[BinaryOp::BitXor, BinaryOp::Add, BinaryOp::Sub]);
        let count = Count { start: 2, step: 1, rounds: to.len - 2 };
        Some(self.counted_loop(count, |maker, counter| {
            maker.room = maker.room.saturating_sub(1);
            maker.context = Effects::default();
            let [one, other] = [-1, -2].map(|by| maker.lane_beside(to, counter, Use::Read, by));
            let value = maker.operation(op, one, other);
            maker.tokens += 3;
            let set = maker.set_lane(to, counter, value);
            maker.b.block([set])
        }))
    }

    /// `int l = c; for (...) if (l) a[i] = ...; else a[i] = ...;`
    pub(super) fn unswitched(&mut self) -> Option<StmtId> {
        let ([to, _], all) = self.two_lanes(8)?;
        let (flag, declared) = self.any_scratch(Basic::Int);
        let count = Count { start: 0, step: 1, rounds: to.len };
        let limit = self.choices.below(4) as u32;
        let made = self.counted_loop(count, |maker, counter| {
            maker.room = maker.room.saturating_sub(2);
            maker.context = Effects::default();
            let (name, limit) = (maker.b.name(flag), maker.b.int(limit));
            let cond = maker.b.binary(BinaryOp::Gt, name, limit);
            let then = maker.stored(to, &all, counter);
            maker.context = Effects::default();
            let otherwise = maker.stored(to, &all, counter);
            maker.tokens += 6;
            let chosen = maker.b.if_(cond, then, Some(otherwise));
            maker.b.block([chosen])
        });
        Some(self.b.block([declared, made]))
    }

    /// `T *l = c ? a : b; for (...) { l[i] = 0; d[i] = d[i - 1] ^ e[i]; }`: what is one loop may be two, if `l` is not `d`.
    ///
    /// A value that is carried over keeps vectors away, zeros are a call of `memset`: what else is split keeps together.
    pub(super) fn distributed(&mut self, is_carried: bool) -> Option<StmtId> {
        let ([to, from], all) = self.two_lanes(8)?;
        let is_free = |lanes: &&Lanes| lanes.ty == to.ty && lanes.len >= to.len && !self.is_fixed(lanes.element);
        let free: Vec<Lanes> = all.iter().filter(is_free).copied().collect();
        if free.len() < 2 {
            return None;
        }
        let [one, other] = [(); 2].map(|()| *self.choices.pick(&free));
        let cond = self.any_condition();
        let (then, otherwise) = (self.name_place(one.array), self.name_place(other.array));
        let (decl, declared) = self.chosen_pointer(to.ty, cond, [then, otherwise]);
        let count = Count { start: 0, step: 1, rounds: to.len };
        let (start, rounds) = if is_carried { (1, to.len - 1) } else { (0, to.len) };
        let made = self.counted_loop(Count { start, rounds, ..count }, |maker, counter| {
            maker.room = maker.room.saturating_sub(2);
            maker.context = Effects::default();
            maker.note_access(&[one.element, other.element], Use::Write, false);
            let (base, index) = (maker.b.name(decl), maker.index_of(counter, 0));
            let element = maker.b.index(base, index);
            let filler = if is_carried { maker.constant_of(Basic::Int) } else { maker.b.int(0) };
            let filled = maker.b.assign(None, element, filler);
            let filled = maker.b.expr_stmt(filled);
            maker.context = Effects::default();
            let mut value = maker.exact_lane(from, counter, Use::Read);
            if is_carried {
                let last = maker.lane_beside(to, counter, Use::Read, -1);
                value = maker.operation(BinaryOp::BitXor, last, value);
            }
            maker.tokens += 12;
            let set = maker.set_lane(to, counter, value);
            maker.b.block([filled, set])
        });
        self.tokens += 8;
        Some(self.b.block([declared, made]))
    }

    /// `int n = (x & 15) + 1, l = y & 15; unsigned s = 7; for (i = 0; i < n; i++) if (i < l) s = s * 31 ^ a[i]; else s ^= b[i]; z = s;`
    pub(super) fn parted(&mut self) -> Option<StmtId> {
        let ([one, other], _) = self.two_lanes(8)?;
        let rounds = 1i64 << one.len.min(other.len).min(MOST_ROUNDS).ilog2();
        if self.room / 6 < 2 * rounds as u64 {
            return None;
        }
        let [(end, first), (part, second)] = [true, false].map(|is_end| self.drawn_end(rounds, is_end));
        let seed = self.constant_of(Basic::UInt);
        let (sum, third) = self.scratch(Ty::basic(Basic::UInt), seed);
        let zero = self.b.int(0);
        let (counter, init) = self.scratch(Ty::INT, zero);
        self.context = Effects::default();
        self.note_access(&[one.element, other.element], Use::Read, false);
        let is_before = self.compared_names(counter, part);
        let carried = self.carried(sum, one, counter);
        let (to, read) = (self.b.name(sum), self.element_by(other, counter));
        let added = self.b.assign(Some(BinaryOp::BitXor), to, read);
        let added = self.b.expr_stmt(added);
        let body = self.b.if_(is_before, carried, Some(added));
        let goes_on = self.compared_names(counter, end);
        let name = self.b.name(counter);
        let step = self.b.unary(UnaryOp::PreInc, name);
        let made = self.b.for_(Some(init), Some(goes_on), Some(step), body);
        self.room -= 2 * rounds as u64;
        self.tokens += 18;
        let kept = self.kept(|maker| maker.b.name(sum))?;
        Some(self.b.block([first, second, third, made, kept]))
    }

    /// `int l = (x & 15) + 1;`: rounds of a loop, or where it is parted.
    fn drawn_end(&mut self, rounds: i64, is_end: bool) -> (DeclRef, StmtId) {
        self.context = Effects::default();
        let (any, mask) = (self.purely(true, Self::variable), self.b.int(rounds as u32 - 1));
        let any = self.b.cast(Ty::INT, any);
        let mut value = self.b.binary(BinaryOp::BitAnd, any, mask);
        if is_end {
            let one = self.b.int(1);
            value = self.b.binary(BinaryOp::Add, value, one);
        }
        self.tokens += 8;
        self.scratch(Ty::INT, value)
    }

    /// `s = s * 31 ^ a[i];`
    fn carried(&mut self, sum: DeclRef, lanes: Lanes, counter: DeclRef) -> StmtId {
        let read = self.element_by(lanes, counter);
        self.mixed_into(sum, read)
    }

    /// `s = s * 31 ^ value;`
    pub(super) fn mixed_into(&mut self, sum: DeclRef, read: ExprId) -> StmtId {
        let (old, factor) = (self.b.name(sum), self.b.int(31));
        let product = self.b.binary(BinaryOp::Mul, old, factor);
        let mixed = self.b.binary(BinaryOp::BitXor, product, read);
        let to = self.b.name(sum);
        let set = self.b.assign(None, to, mixed);
        self.tokens += 7;
        self.b.expr_stmt(set)
    }

    fn compared_names(&mut self, one: DeclRef, other: DeclRef) -> ExprId {
        let (one, other) = (self.b.name(one), self.b.name(other));
        self.b.binary(BinaryOp::Lt, one, other)
    }

    /// `a[i]` by the name of a variable.
    fn element_by(&mut self, lanes: Lanes, counter: DeclRef) -> ExprId {
        let (base, index) = (self.name_place(lanes.array), self.b.name(counter));
        self.tokens += 4;
        self.b.index(base, index)
    }
}
