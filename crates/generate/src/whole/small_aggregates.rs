//! Idioms about small aggregates in small loops: once a loop is unrolled they are as good as variables.
//!
//! Compilers look for such aggregates twice, before and after they unroll. What was an array of a few elements, or of records whose
//! members change places, can be taken apart only the second time.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId};
use kiln_lang::types::{Basic, FieldId, Quals, Ty};

use super::Maker;
use super::effects::Effects;
use super::loops::Count;
use super::lvalue::{Counter, Use};
use super::objects::PlaceId;

impl Maker {
    /// `unsigned l[3] = {x, 5U, y}, s = 7U; for (...) { s = s * 31 ^ l[i]; l[i] = s; } z = s ^ l[1];`
    pub(super) fn small_array(&mut self) -> Option<StmtId> {
        let basic = self.pick_integer(&[Basic::UInt, Basic::UShort, Basic::ULongLong, Basic::UInt]);
        let len = 2 + self.choices.below(4);
        if self.room / 6 < len {
            return None;
        }
        let elements: Vec<ExprId> = (0..len).map(|_| self.element_value(basic)).collect();
        let list = self.b.init_list(elements);
        let ty = self.b.array(Ty::basic(basic), len);
        let (array, first) = self.scratch(ty, list);
        let seed = self.initial_integer(basic);
        let (sum, second) = self.scratch(Ty::basic(basic), seed);
        let made = self.counted_loop(Count { start: 0, step: 1, rounds: len as i64 }, |maker, counter| {
            maker.room = maker.room.saturating_sub(2);
            let [at, again] = [(); 2].map(|()| maker.index_of(counter, 0));
            let read = maker.element_by_index(array, at);
            let mixed = maker.mixed_into(sum, read);
            let (to, value) = (maker.element_by_index(array, again), maker.b.name(sum));
            let set = maker.b.assign(None, to, value);
            let set = maker.b.expr_stmt(set);
            maker.b.block([mixed, set])
        });
        let at = self.choices.below(len) as u32;
        let kept = self.kept(|maker| {
            let at = maker.b.int(at);
            let (element, sum) = (maker.element_by_index(array, at), maker.b.name(sum));
            maker.b.binary(BinaryOp::BitXor, sum, element)
        })?;
        self.tokens += 10;
        Some(self.b.block([first, second, made, kept]))
    }

    /// A constant, or any number.
    fn element_value(&mut self, basic: Basic) -> ExprId {
        if self.choices.one_in(2) {
            return self.initial_integer(basic);
        }
        self.context = Effects::default();
        self.purely(true, Self::variable)
    }

    fn element_by_index(&mut self, array: DeclRef, at: ExprId) -> ExprId {
        let base = self.b.name(array);
        self.tokens += 3;
        self.b.index(base, at)
    }

    /// `struct S l[2] = {g, h}; for (...) { struct S m = l[i]; l[i].m0 = m.m1; l[i].m1 = x; } y = l[1].m0;`, or what is changed is `m`,
    /// which is stored back as a whole.
    pub(super) fn small_records(&mut self) -> Option<StmtId> {
        const ROUNDS: u64 = 2;
        let ty = self.any_kept_record().or_else(|| self.any_plain_record())?;
        if self.is_union(ty) || self.has_states(ty) {
            return None;
        }
        let fields = self.integer_fields(ty);
        if fields.is_empty() || self.room / 6 < ROUNDS {
            return None;
        }
        let mut values = Vec::new();
        for _ in 0..ROUNDS {
            self.context = Effects::default();
            values.push(self.purely(true, |maker| maker.record_value(ty))?);
        }
        let list = self.b.init_list(values);
        let array = self.b.array(ty, ROUNDS);
        let (records, first) = self.scratch(array, list);
        let (one, other) = (*self.choices.pick(&fields), *self.choices.pick(&fields));
        let is_whole = self.choices.one_in(2);
        let made = self.counted_loop(Count { start: 0, step: 1, rounds: ROUNDS as i64 }, |maker, counter| {
            maker.changed_record(records, ty, counter, [one, other], is_whole)
        });
        let kept = self.kept(|maker| {
            let [first, last] = [(0, one), (ROUNDS as u32 - 1, other)].map(|(at, field)| {
                let at = maker.b.int(at);
                let record = maker.element_by_index(records, at);
                maker.tokens += 3;
                let member = maker.b.member(record, field);
                maker.b.cast(Ty::basic(Basic::UInt), member)
            });
            maker.b.binary(BinaryOp::BitXor, first, last)
        })?;
        let at = self.b.int(self.choices.below(ROUNDS) as u32);
        let whole = self.element_by_index(records, at);
        let stored = self.stored_record(ty, whole);
        Some(self.b.block([first, made, kept].into_iter().chain(stored)))
    }

    /// `{ struct S m = l[i]; l[i].m0 = m.m1; l[i].m1 = x; }`, `{ struct S m = l[i]; m.m1 = x; l[i] = m; }`
    fn changed_record(
        &mut self,
        records: DeclRef,
        ty: Ty,
        counter: Counter,
        [one, other]: [FieldId; 2],
        is_whole: bool,
    ) -> StmtId {
        self.room = self.room.saturating_sub(3);
        let at = self.index_of(counter, 0);
        let copied = self.element_by_index(records, at);
        let (copy, declared) = self.scratch(ty, copied);
        self.context = Effects::default();
        let value = self.purely(true, Self::variable);
        let at = self.index_of(counter, 0);
        self.tokens += 2;
        let [set, back] = if is_whole {
            let (set, to) = (self.member_set(copy, other, value), self.element_by_index(records, at));
            let changed = self.b.name(copy);
            let back = self.b.assign(None, to, changed);
            [set, self.b.expr_stmt(back)]
        } else {
            let whole = self.b.name(copy);
            let moved = self.b.member(whole, other);
            let moved = self.set_member(records, at, one, moved);
            let at = self.index_of(counter, 0);
            [moved, self.set_member(records, at, other, value)]
        };
        self.b.block([declared, set, back])
    }

    /// The type of a structure of the file that can be written.
    fn any_kept_record(&mut self) -> Option<Ty> {
        let is_kept = |place: &PlaceId| {
            let found = self.place(*place);
            !found.is_volatile && !self.is_fixed(*place) && !self.is_union(found.ty) && !self.has_states(found.ty)
        };
        let kept: Vec<Ty> =
            self.globals.records.iter().filter(|place| is_kept(place)).map(|&at| self.place(at).ty).collect();
        if kept.is_empty() { None } else { Some(*self.choices.pick(&kept)) }
    }

    /// `g = l[1];`, if the file has such a structure.
    fn stored_record(&mut self, ty: Ty, value: ExprId) -> Option<StmtId> {
        let fits = |place: &PlaceId| self.place(*place).ty == ty && !self.place(*place).is_volatile;
        let fitting: Vec<PlaceId> = self.globals.records.iter().copied().filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let place = *self.choices.pick(&fitting);
        self.context = Effects::default();
        let to = self.purely(true, |maker| maker.named(place, Use::Write, &Effects::default()))?;
        self.note_access(&to.places, Use::Write, false);
        self.tokens += 2;
        let set = self.b.assign(None, to.expr, value);
        Some(self.b.expr_stmt(set))
    }

    /// `m.m0 = value;`
    fn member_set(&mut self, record: DeclRef, field: FieldId, value: ExprId) -> StmtId {
        let record = self.b.name(record);
        self.tokens += 5;
        self.set_field(record, field, value)
    }

    fn set_field(&mut self, record: ExprId, field: FieldId, value: ExprId) -> StmtId {
        let to = self.b.member(record, field);
        let set = self.b.assign(None, to, value);
        self.b.expr_stmt(set)
    }

    /// `l[i].m0 = value;`
    fn set_member(&mut self, records: DeclRef, at: ExprId, field: FieldId, value: ExprId) -> StmtId {
        let record = self.element_by_index(records, at);
        self.tokens += 4;
        self.set_field(record, field, value)
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
