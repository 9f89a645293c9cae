//! Idioms about one of two: values, stores and places that are chosen by a condition, and sums of the same few numbers.
//!
//! Compilers turn branches into moves, bring stores of both branches together, store always what was stored sometimes, load what a
//! pointer would have led to, and put operands of one operator in an order of their own. Each idiom is defined for all values.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId, UnaryOp};
use kiln_lang::types::{Basic, FieldId, Quals, Ty};
use kiln_meaning::repair::{Scalar, constant};

use super::Maker;
use super::effects::Effects;
use super::lvalue::Use;
use super::objects::PlaceId;
use super::sweep::Lanes;

impl Maker {
    /// A condition without effects.
    pub(super) fn any_condition(&mut self) -> ExprId {
        self.context = Effects::default();
        self.purely(true, |maker| maker.condition(0, None))
    }

    /// `x = l != 5 ? l : 5;`, `x = l < m ? l : m;`, `x = c & 1 ? l : m;`, of types that are converted or not.
    pub(super) fn chosen_value(&mut self) -> Option<StmtId> {
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

    /// `x = c ? s.m0 : s.m1;`: neighbours of one type.
    pub(super) fn chosen_member(&mut self) -> Option<StmtId> {
        let records: Vec<PlaceId> = self.locals.records.iter().chain(&self.globals.records).copied().collect();
        let pairs: Vec<[PlaceId; 2]> = records.into_iter().filter_map(|record| self.alike_neighbours(record)).collect();
        if pairs.is_empty() {
            return None;
        }
        let pair = *self.choices.pick(&pairs);
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
            let lhs = maker.in_row(a, &[(op, b), (op, c)]);
            let mut rhs = maker.in_row(d, &[(back, again), (op, last)]);
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
    fn in_row(&mut self, first: DeclRef, more: &[(BinaryOp, DeclRef)]) -> ExprId {
        let first = self.b.name(first);
        self.tokens += 1 + 2 * more.len() as u32;
        more.iter().fold(first, |all, &(op, one)| {
            let one = self.b.name(one);
            self.b.binary(op, all, one)
        })
    }

    /// `struct S l = g, m = l; m.m0 = x; if (c) l = m; y = l.m1;`: copies of a whole, of which parts change.
    pub(super) fn copied_record(&mut self) -> Option<StmtId> {
        let ty = self.any_plain_record().filter(|&ty| !self.is_union(ty) && !self.has_states(ty))?;
        let fields = self.integer_fields(ty);
        if fields.is_empty() {
            return None;
        }
        self.context = Effects::default();
        let value = self.purely(true, |maker| maker.record_value(ty))?;
        let (one, first) = self.scratch(ty, value);
        let copied = self.b.name(one);
        let (other, second) = self.scratch(ty, copied);
        self.context = Effects::default();
        let size = self.choices.below(2) as u32;
        let value = self.purely(true, |maker| maker.integer(size));
        let member = self.member_of(other, &fields);
        let set = self.b.assign(None, member, value);
        let changed = self.b.expr_stmt(set);
        let cond = self.any_condition();
        let (to, from) = (self.b.name(one), self.b.name(other));
        let set = self.b.assign(None, to, from);
        let set = self.b.expr_stmt(set);
        let chosen = self.b.if_(cond, set, None);
        self.tokens += 14;
        self.room = self.room.saturating_sub(5);
        let kept = self.kept(|maker| maker.member_of(one, &fields))?;
        Some(self.b.block([first, second, changed, chosen, kept]))
    }

    fn integer_fields(&self, ty: Ty) -> Vec<FieldId> {
        let types = self.b.sight().types();
        let is_plain = |field: &FieldId| {
            let found = types.fields[*field].ty;
            types.is_integer(found) && types.quals(found) == Quals::NONE
        };
        self.named_fields(ty).into_iter().filter(is_plain).collect()
    }

    fn member_of(&mut self, record: DeclRef, fields: &[FieldId]) -> ExprId {
        let (name, field) = (self.b.name(record), *self.choices.pick(fields));
        self.tokens += 3;
        self.b.member(name, field)
    }
}
