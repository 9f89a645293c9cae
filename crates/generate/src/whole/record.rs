//! Structures and unions as a whole: assigned, copied byte by byte, handed over, written as literals.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{BinaryOp, ExprId, SizeofOp, UnaryOp};
use kiln_lang::types::{Basic, Ty};
use smallvec::SmallVec;

use super::Maker;
use super::facts::SlotId;
use super::features::Feature;
use super::lvalue::Use;
use super::objects::{Home, PlaceId};

impl Maker {
    /// `s = t;`, `s = f(...);`, `s = (struct S){...};`
    pub(super) fn record_assignment(&mut self) -> Option<ExprId> {
        let around = self.context.clone();
        let place = self.any_seen(|sights| &sights.records)?;
        let to = self.purely(true, |maker| maker.named(place, Use::Write, &around))?;
        let ty = self.place(place).ty;
        let value = self.without_writes_to(&[place], |maker| {
            if maker.has_states(ty) { maker.record_with_pointers(place) } else { maker.any_record_value(ty, place) }
        })?;
        self.note_access(&to.places, Use::Write, to.is_volatile);
        self.tokens += 2;
        Some(self.b.assign(None, to.expr, value))
    }

    /// A value for an object: also what a function returns.
    fn any_record_value(&mut self, ty: Ty, not: PlaceId) -> Option<ExprId> {
        if self.choices.one_in(3)
            && self.features.has(Feature::Call)
            && let Some(index) = self.any_callee(|_, result| result == Some(ty))
            && let Some(call) = self.call(index, 2)
        {
            return Some(call);
        }
        for _ in 0..4 {
            // An object must not be assigned to a part of itself (4.6.3).
            let from = self.any_seen(|sights| &sights.records)?;
            if self.place(from).ty == ty
                && self.object_of(from) != self.object_of(not)
                && let Some(value) = self.read_record(from)
            {
                return Some(value);
            }
        }
        self.record_literal(ty)
    }

    /// A record as an argument or a result, without effects.
    pub(super) fn record_value(&mut self, ty: Ty) -> Option<ExprId> {
        for _ in 0..6 {
            let Some(from) = self.any_seen(|sights| &sights.records) else { break };
            if self.place(from).ty == ty
                && let Some(value) = self.read_record(from)
            {
                return Some(value);
            }
        }
        Some(self.new_literal(ty))
    }

    fn read_record(&mut self, place: PlaceId) -> Option<ExprId> {
        let around = self.context.clone();
        // What is volatile is accessed once between sequence points, and a record has many members.
        if self.place(place).is_volatile {
            return None;
        }
        let found = self.purely(true, |maker| maker.named(place, Use::Read, &around))?;
        self.note_access(&found.places, Use::Read, false);
        Some(found.expr)
    }

    fn record_literal(&mut self, ty: Ty) -> Option<ExprId> {
        self.features.has(Feature::CompoundLiteral).then(|| self.new_literal(ty))
    }

    /// `(struct S){...}`, `(int){1}`.
    pub(super) fn new_literal(&mut self, ty: Ty) -> ExprId {
        let object = self.hidden_until_declared(Home::Local, ty);
        let root = self.object(object).root;
        let mut list = self.initial(root, Home::Local);
        if self.place(root).children.is_empty() {
            list = self.b.init_list([list]);
        }
        self.tokens += 4;
        self.b.compound_literal(ty, list)
    }

    /// Another object with the same pointers in it, if those of `to` may lead where its do.
    fn record_with_pointers(&mut self, to: PlaceId) -> Option<ExprId> {
        for _ in 0..6 {
            let from = self.any_seen(|sights| &sights.records)?;
            if self.place(from).ty != self.place(to).ty || self.object_of(from) == self.object_of(to) {
                continue;
            }
            let pairs = self.pointers_in(to).into_iter().zip(self.pointers_in(from));
            let assigned: Vec<_> = pairs.map(|(to, from)| (self.slot(to).place, self.targets(from))).collect();
            if !assigned.iter().all(|(place, targets)| self.may_become(&[*place], targets)) {
                continue;
            }
            let value = self.read_record(from)?;
            if !self.copy_union(to, from) {
                return None;
            }
            for (place, targets) in assigned {
                self.assign_pointer(&[place], &targets);
            }
            return Some(value);
        }
        None
    }

    /// The pointers in a place, in the order of its type.
    fn pointers_in(&self, place: PlaceId) -> SmallVec<[SlotId; 4]> {
        let mut slots: SmallVec<[SlotId; 4]> = self.place(place).slot.into_iter().collect();
        for &child in &self.place(place).children {
            slots.extend(self.pointers_in(child));
        }
        slots
    }

    /// `__builtin_memcpy(&a, &b, sizeof(a))`, `__builtin_memmove`, `__builtin_memset(&a, 0, sizeof(a))`: of whole objects
    /// without pointers, and with any byte where all bytes make a value.
    pub(super) fn memory_call(&mut self) -> Option<ExprId> {
        let place = if self.choices.one_in(2) {
            self.any_seen(|sights| &sights.arrays)
        } else {
            self.any_seen(|sights| &sights.records)
        }?;
        let (ty, object) = (self.place(place).ty, self.object_of(place));
        let around = self.context.clone();
        if self.place(place).is_volatile || self.object(object).home == Home::Heap || self.has_states(ty) {
            return None;
        }
        let to = self.purely(true, |maker| maker.named(place, Use::Write, &around))?;
        let (name, value) = if self.choices.one_in(2) {
            let byte = if self.has_any_bytes(place) { *self.choices.pick(&[0u32, 255, 1, 128]) } else { 0 };
            ("__builtin_memset", self.b.int(byte))
        } else {
            let from = self.source_of_copy(place)?;
            let name = *self.choices.pick(&["__builtin_memcpy", "__builtin_memmove"]);
            (name, self.b.unary(UnaryOp::AddrOf, from))
        };
        let function = self.b.builtin(name)?;
        self.note_access(&to.places, Use::Write, false);
        let again = self.purely(true, |maker| maker.name_place(place));
        let size = self.b.sizeof_expr(SizeofOp::Size, again);
        let (callee, address) = (self.b.name(function), self.b.unary(UnaryOp::AddrOf, to.expr));
        self.tokens += 12;
        Some(self.b.call(callee, [address, value, size]))
    }

    /// Another object of the same type.
    fn source_of_copy(&mut self, to: PlaceId) -> Option<ExprId> {
        let around = self.context.clone();
        for _ in 0..6 {
            let is_array = self.b.sight().types().as_array(self.place(to).ty).is_some();
            let from = if is_array {
                self.any_seen(|sights| &sights.arrays)
            } else {
                self.any_seen(|sights| &sights.records)
            }?;
            let found = self.place(from);
            let fits = found.ty == self.place(to).ty
                && found.object != self.object_of(to)
                && !found.is_volatile
                && self.object(found.object).home != Home::Heap;
            if fits {
                let found = self.purely(true, |maker| maker.named(from, Use::Read, &around))?;
                self.note_access(&found.places, Use::Read, false);
                return Some(found.expr);
            }
        }
        None
    }

    /// Whether any bytes make a value of all parts: `_Bool` has two, and floating values would be no numbers.
    fn has_any_bytes(&self, place: PlaceId) -> bool {
        let found = self.place(place);
        let basic = self.b.sight().types().as_basic(found.ty);
        !basic.is_some_and(|basic| basic == Basic::Bool || basic.is_floating())
            && found.children.iter().all(|&child| self.has_any_bytes(child))
    }

    /// `&a[i] - &a[j]`, `&a[i] < &a[j]`: an integer.
    pub(super) fn within_array(&mut self) -> Option<ExprId> {
        let array = self.any_seen(|sights| &sights.arrays)?;
        let element = *self.place(array).children.first()?;
        if self.place(element).is_volatile || self.unread.contains(self.object_of(array)) {
            return None;
        }
        let ops = [BinaryOp::Sub, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq];
        let op = *self.choices.pick(&ops);
        let (lhs, rhs) = self.purely(true, |maker| (maker.address_of(element), maker.address_of(element)));
        self.tokens += 1;
        Some(self.b.binary(op, lhs, rhs))
    }
}
