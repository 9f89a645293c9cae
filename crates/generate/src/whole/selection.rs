//! Idioms about one of two: values, stores and places that are chosen by a condition, and sums of the same few numbers.
//!
//! Compilers turn branches into moves, bring stores of both branches together, store always what was stored sometimes, load what a
//! pointer would have led to, and put operands of one operator in an order of their own. Each idiom is defined for all values.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId, UnaryOp};
use kiln_lang::types::{Basic, Quals, Ty};
use kiln_meaning::repair::{Scalar, constant};

use super::Maker;
use super::condition::RELATIONS;
use super::effects::Effects;
use super::lvalue::Use;
use super::objects::PlaceId;
use super::sweep::Lanes;

impl Maker {
    /// A condition without effects, of which compilers know little.
    pub(super) fn any_condition(&mut self) -> ExprId {
        let want = self.choices.one_in(2);
        self.opaque_condition(want)
    }

    /// The same, as it is to come out.
    pub(super) fn opaque_condition(&mut self, want: bool) -> ExprId {
        self.context = Effects::default();
        let element = self.any_element();
        let about = element.unwrap_or_else(|| self.purely(true, |maker| maker.integer(0)));
        self.steered(about, want)
    }

    /// `x = l != 5 ? l : 5;`, `x = l < m ? l : m;`, `x = c & 1 ? l : m;`, of types that are converted or not.
    pub(super) fn chosen_value(&mut self) -> Option<StmtId> {
        let basic = self.pick_integer(&[Basic::Short, Basic::UChar, Basic::Int, Basic::UInt, Basic::LongLong]);
        let ((a, first), (b, second)) = (self.any_scratch(basic), self.any_scratch(basic));
        let form = self.choices.below(3);
        let relation = *self.choices.pick(&RELATIONS);
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

    /// `if (c) a[5] = l; else a[5] = m;`, `a[5] = l; if (c) a[5] = m;`
    pub(super) fn chosen_store(&mut self, is_first_certain: bool) -> Option<StmtId> {
        let (to, _) = self.free_lanes(1)?;
        let basic = self.pick_integer(&[Basic::Int, Basic::UInt, Basic::Short, Basic::LongLong]);
        let ((a, first), (b, second)) = (self.any_scratch(basic), self.any_scratch(basic));
        let at = self.choices.below(to.len as u64) as u32;
        let cond = self.any_condition();
        self.note_access(&[to.element], Use::Write, false);
        let [one, other] = [a, b].map(|value| self.stored_at(to, at, value));
        self.tokens += 4;
        self.room = self.room.saturating_sub(3);
        if is_first_certain {
            let changed = self.b.if_(cond, other, None);
            return Some(self.b.block([first, second, one, changed]));
        }
        let chosen = self.b.if_(cond, one, Some(other));
        Some(self.b.block([first, second, chosen]))
    }

    /// `a[5] = l;`
    fn stored_at(&mut self, lanes: Lanes, at: u32, value: DeclRef) -> StmtId {
        let (to, value) = (self.element_at(lanes, at), self.b.name(value));
        let set = self.b.assign(None, to, value);
        self.tokens += 3;
        self.b.expr_stmt(set)
    }

    /// `T *l = c ? a : &b[4];`
    pub(super) fn chosen_pointer(&mut self, to: Ty, cond: ExprId, [then, otherwise]: [ExprId; 2]) -> (DeclRef, StmtId) {
        let chosen = self.b.conditional(cond, then, otherwise);
        let pointer = self.b.pointer(to);
        self.scratch(pointer, chosen)
    }

    /// `const T *l = c ? &a[3] : &b[4]; x = *l;`
    pub(super) fn chosen_place(&mut self) -> Option<StmtId> {
        let all = self.seen_integer_lanes();
        if all.is_empty() {
            return None;
        }
        let one = *self.choices.pick(&all);
        let same: Vec<Lanes> = all.into_iter().filter(|lanes| lanes.ty == one.ty).collect();
        let other = *self.choices.pick(&same);
        let cond = self.any_condition();
        let [then, otherwise] = [one, other].map(|lanes| {
            let at = self.choices.below(lanes.len as u64) as u32;
            let element = self.element_at(lanes, at);
            self.b.unary(UnaryOp::AddrOf, element)
        });
        let constant = self.b.qualified(one.ty, Quals::CONST);
        let (decl, declared) = self.chosen_pointer(constant, cond, [then, otherwise]);
        self.tokens += 8;
        let kept = self.kept(|maker| {
            maker.note_access(&[one.element, other.element], Use::Read, false);
            let name = maker.b.name(decl);
            maker.b.unary(UnaryOp::Deref, name)
        })?;
        Some(self.b.block([declared, kept]))
    }

    /// `T l = x, m = y; int n = 3; if (l != m) { l = m; n = 5; } z = l ^ n;`: the one value needs no branch, the other does.
    pub(super) fn chosen_pair(&mut self) -> Option<StmtId> {
        let basic = self.pick_integer(&[Basic::UInt, Basic::Int, Basic::ULongLong, Basic::Short]);
        let ((a, first), (b, second)) = (self.any_scratch(basic), self.any_scratch(basic));
        let [then, otherwise] = [(); 2].map(|()| self.constant_of(Basic::Int));
        let (beside, third) = self.scratch(Ty::INT, then);
        let (one, other) = (self.b.name(a), self.b.name(b));
        let cond = self.b.binary(BinaryOp::Ne, one, other);
        let value = self.b.name(b);
        let [set, also] = [(a, value), (beside, otherwise)].map(|(to, value)| {
            let to = self.b.name(to);
            let set = self.b.assign(None, to, value);
            self.b.expr_stmt(set)
        });
        let both = self.b.block([set, also]);
        let chosen = self.b.if_(cond, both, None);
        self.tokens += 16;
        self.room = self.room.saturating_sub(3);
        let kept = self.kept(|maker| {
            let (one, other) = (maker.b.name(a), maker.b.name(beside));
            maker.tokens += 3;
            maker.b.binary(BinaryOp::BitXor, one, other)
        })?;
        Some(self.b.block([first, second, third, chosen, kept]))
    }

    /// `T l = x, m = y; int n = l == m ? 0 : l < m ? -1 : 1; z = n < 0;`: all of it is one comparison.
    pub(super) fn three_ways(&mut self) -> Option<StmtId> {
        let basic = self.pick_integer(&[Basic::Int, Basic::UInt, Basic::LongLong, Basic::Short]);
        let ((a, first), (b, second)) = (self.any_scratch(basic), self.any_scratch(basic));
        let [is_same, is_less] = [BinaryOp::Eq, BinaryOp::Lt].map(|op| {
            let (one, other) = (self.b.name(a), self.b.name(b));
            self.b.binary(op, one, other)
        });
        let [same, less, more] = [0, -1, 1].map(|way| self.number(way));
        let other = self.b.conditional(is_less, less, more);
        let way = self.b.conditional(is_same, same, other);
        self.tokens += 10;
        let (way, third) = self.scratch(Ty::INT, way);
        let relation = *self.choices.pick(&RELATIONS);
        let kept = self.kept(|maker| {
            let (way, zero) = (maker.b.name(way), maker.b.int(0));
            maker.tokens += 3;
            maker.b.binary(relation, way, zero)
        })?;
        Some(self.b.block([first, second, third, kept]))
    }

    /// `T l = x, m = y, *n = c ? &l : &m; z = (n == &l) ^ l ^ m;`: nobody follows the address, so `l` and `m` need none.
    pub(super) fn chosen_address(&mut self) -> Option<StmtId> {
        let basic = self.pick_integer(&[Basic::Int, Basic::UInt, Basic::Short, Basic::LongLong]);
        let ((a, first), (b, second)) = (self.any_scratch(basic), self.any_scratch(basic));
        let cond = self.any_condition();
        let addresses = [a, b].map(|decl| self.address_of_local(decl));
        let (pointer, third) = self.chosen_pointer(Ty::basic(basic), cond, addresses);
        self.tokens += 14;
        let kept = self.kept(|maker| {
            let (name, address) = (maker.b.name(pointer), maker.address_of_local(a));
            let is_first = maker.b.binary(BinaryOp::Eq, name, address);
            maker.in_row(is_first, &[(BinaryOp::BitXor, a), (BinaryOp::BitXor, b)])
        })?;
        Some(self.b.block([first, second, third, kept]))
    }

    fn address_of_local(&mut self, decl: DeclRef) -> ExprId {
        let name = self.b.name(decl);
        self.b.unary(UnaryOp::AddrOf, name)
    }

    /// `x = c ? s.m0 : s.m1;`: neighbours of one type.
    pub(super) fn chosen_member(&mut self) -> Option<StmtId> {
        let pairs = |maker: &Self, records: &[PlaceId]| -> Vec<[PlaceId; 2]> {
            records.iter().filter_map(|&record| maker.alike_neighbours(record)).collect()
        };
        let mut all = pairs(self, &self.globals.records);
        if all.is_empty() {
            all = pairs(self, &self.locals.records);
        }
        if all.is_empty() {
            return None;
        }
        let pair = *self.choices.pick(&all);
        let cond = self.any_condition();
        self.note_access(&pair, Use::Read, false);
        let [then, otherwise] = pair.map(|member| self.purely(true, |maker| maker.name_place(member)));
        let chosen = self.b.conditional(cond, then, otherwise);
        let ty = self.place(pair[0]).ty;
        let (decl, declared) = self.scratch(ty, chosen);
        self.tokens += 4;
        let kept = self.kept(|maker| maker.b.name(decl))?;
        Some(self.b.block([declared, kept]))
    }

    /// Two members of a structure, one behind the other, that are numbers of one type.
    fn alike_neighbours(&self, record: PlaceId) -> Option<[PlaceId; 2]> {
        let members = &self.place(record).children;
        let fits = |pair: &&[PlaceId]| {
            let [one, other] = [pair[0], pair[1]].map(|member| self.place(member));
            let is_plain = !one.is_volatile && !one.is_bit_field && !other.is_bit_field && !one.is_in_union;
            is_plain && one.ty == other.ty && self.b.sight().types().is_integer(one.ty)
        };
        let found = members.windows(2).find(fits)?;
        let is_readable = self.may_access(found, Use::Read, false, &Effects::default());
        is_readable.then(|| [found[0], found[1]])
    }

    /// `x = (l ^ m ^ n) ^ (o ^ m ^ l);`, `x = (l + m + n) + (o - m + 5);`: the same operands several times.
    pub(super) fn terms(&mut self, operators: &[BinaryOp]) -> Option<StmtId> {
        let basic = self.pick_integer(&[Basic::UInt, Basic::ULong, Basic::UInt, Basic::ULongLong]);
        let scratches = [(); 4].map(|()| self.any_scratch(basic));
        let [a, b, c, d] = scratches.map(|(decl, _)| decl);
        let op = *self.choices.pick(operators);
        let back = if op == BinaryOp::Add { BinaryOp::Sub } else { op };
        let [again, last] = [(); 2].map(|()| *self.choices.pick(&[a, b, c]));
        let kept = self.kept(|maker| {
            let [lhs, rhs] = [a, d].map(|first| maker.b.name(first));
            let lhs = maker.in_row(lhs, &[(op, b), (op, c)]);
            let mut rhs = maker.in_row(rhs, &[(back, again), (op, last)]);
            if maker.choices.one_in(2) {
                let constant = maker.constant_of(basic);
                rhs = maker.b.binary(op, rhs, constant);
            }
            maker.tokens += 4;
            maker.b.binary(op, lhs, rhs)
        })?;
        let [first, second, third, fourth] = scratches.map(|(_, declared)| declared);
        Some(self.b.block([first, second, third, fourth, kept]))
    }

    /// `l ^ m ^ n`.
    fn in_row(&mut self, first: ExprId, more: &[(BinaryOp, DeclRef)]) -> ExprId {
        self.tokens += 1 + 2 * more.len() as u32;
        more.iter().fold(first, |all, &(op, one)| {
            let one = self.b.name(one);
            self.b.binary(op, all, one)
        })
    }
}
