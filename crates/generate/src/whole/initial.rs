//! The values that objects begin with.
//!
//! An initialiser is made for the places of an object, before the object can be seen: pointers in it get their envelopes, and
//! what is known of them is what the initialiser says.

use kiln_lang::build::{BuildExpr, BuildType, Part};
use kiln_lang::tree::ExprId;
use kiln_lang::types::{Basic, FieldId, Ty};
use kiln_meaning::repair::{Scalar, constant};

use super::Maker;
use super::facts::{Fact, NULL, SlotId, Targets};
use super::features::Feature;
use super::objects::{Home, PlaceId, Step};

/// Elements that an initialiser names at most; the others are zero.
const NAMED_ELEMENTS: u64 = 8;
/// Places of an envelope when it is drawn, at most.
const FIRST_TARGETS: usize = 6;

impl Maker {
    /// An initialiser for a place, of an object that lives there.
    pub(super) fn initial(&mut self, place: PlaceId, home: Home) -> ExprId {
        if let Some(slot) = self.place(place).slot {
            return self.initial_pointer(slot, home);
        }
        let found = self.place(place);
        let (ty, children) = (found.ty, found.children.clone());
        let Some(&first) = children.first() else { return self.initial_scalar(place) };
        if let Some(half) = self.b.sight().types().half_of(ty) {
            return self.initial_number(half);
        }
        self.tokens += 2;
        if let Step::Element(len) = self.place(first).step {
            return self.initial_elements(ty, first, len, home);
        }
        let children = if self.is_union(ty) { &children[..1] } else { &children[..] };
        let mut items: Vec<(Part, ExprId)> = Vec::new();
        for &child in children {
            let Step::Member(field) = self.place(child).step else { continue };
            items.push((Part::Field(field), self.initial(child, home)));
        }
        self.note_initialised(place, home);
        self.listed(items)
    }

    /// A list, with designators now and then: then the items stand in any order.
    fn listed(&mut self, mut items: Vec<(Part, ExprId)>) -> ExprId {
        self.tokens += items.len() as u32;
        if !self.has_by_weight(Feature::Designated) {
            return self.b.init_list(items.into_iter().map(|(_, value)| value));
        }
        let n = items.len();
        for at in 1..n {
            items.swap(at, self.choices.below(at as u64 + 1) as usize);
        }
        self.tokens += 3 * n as u32;
        self.b.designated_list(items)
    }

    fn initial_elements(&mut self, ty: Ty, element: PlaceId, len: u64, home: Home) -> ExprId {
        let types = self.b.sight().types();
        let elem = types.as_array(ty).map(|(elem, _)| types.unqualified(elem));
        if elem == Some(Ty::basic(Basic::Char)) && self.features.has(Feature::String) && self.choices.one_in(2) {
            let text = self.text(len);
            return self.b.string(&text);
        }
        let named = len.min(1 + self.choices.below(NAMED_ELEMENTS));
        let values: Vec<ExprId> = (0..named).map(|_| self.initial(element, home)).collect();
        if named < len {
            self.may_be_null_in(element);
        }
        let is_vector = elem.is_none();
        let items = values.into_iter().enumerate().map(|(at, value)| (Part::Index(at as u32), value)).collect();
        if is_vector {
            let items: Vec<(Part, ExprId)> = items;
            return self.b.init_list(items.into_iter().map(|(_, value)| value));
        }
        self.listed(items)
    }

    /// Pointers that an initialiser leaves out are null.
    fn may_be_null_in(&mut self, place: PlaceId) {
        if let Some(slot) = self.place(place).slot {
            self.allowed[slot.0 as usize] |= NULL;
            self.facts[slot.0 as usize] |= NULL;
        }
        for child in self.place(place).children.clone() {
            self.may_be_null_in(child);
        }
    }

    /// A few letters, less than a number.
    pub(super) fn text(&mut self, room: u64) -> Vec<u8> {
        const LETTERS: &[u8] = b"abcxyzABC0189 %,.-";
        let n = self.choices.below(room.clamp(1, 16));
        self.tokens += 1;
        (0..n).map(|_| *self.choices.pick(LETTERS)).collect()
    }

    fn initial_scalar(&mut self, place: PlaceId) -> ExprId {
        if !self.is_constant && !self.is_as_in_thesis() && self.choices.one_in(3) {
            let ty = self.place(place).ty;
            let size = self.choices.below(3) as u32;
            // The values of a list come in any order.
            return self.number_for(ty, size);
        }
        let found = self.place(place);
        let (ty, step, is_bit_field) = (found.ty, found.step, found.is_bit_field);
        if let (Step::Member(field), true) = (step, is_bit_field) {
            return self.initial_bits(field);
        }
        self.initial_number(ty)
    }

    /// A constant of an arithmetic type.
    pub(super) fn initial_number(&mut self, ty: Ty) -> ExprId {
        match self.b.sight().types().as_integer(ty) {
            Some(basic) => self.initial_integer(basic),
            None => self.float_constant(ty),
        }
    }

    /// A value of an integer type, in a type of constants.
    pub(super) fn initial_integer(&mut self, basic: Basic) -> ExprId {
        let bits = self.target.int_bits(basic);
        let wide = bits > 64 && self.choices.below(4) > 0;
        let drawn = self.value_of(if wide { Basic::LongLong } else { basic });
        self.tokens += 1;
        let value = Scalar { basic: self.type_of_constants(drawn.basic), ..drawn };
        constant(&mut self.b, &self.target, value)
    }

    /// Any value that a bit-field has.
    fn initial_bits(&mut self, field: FieldId) -> ExprId {
        let width = self.b.sight().types().fields[field].bits.map_or(1, |bits| bits.width);
        let value = self.choices.below(1 << width.saturating_sub(1).min(30));
        self.tokens += 1;
        self.b.int(value as u32)
    }

    /// The initial value of a pointer, which also says where it may lead later.
    fn initial_pointer(&mut self, slot: SlotId, home: Home) -> ExprId {
        if self.slot(slot).envelope.is_empty() {
            self.draw_envelope(slot, home);
        }
        let (envelope, pointee) = (self.slot(slot).envelope.clone(), self.slot(slot).pointee);
        let is_null = envelope.is_empty() || self.choices.one_in(8);
        let targets = if is_null { Targets::null() } else { Targets::of(*self.choices.pick(&envelope)) };
        let value = match targets.places.first() {
            Some(&place) => self.address_as(place, pointee),
            None => self.b.int(0),
        };
        let may_be_null = targets.flags | if self.choices.one_in(4) { NULL } else { 0 };
        let at = slot.0 as usize;
        let was_open = self.allowed[at] == Fact::MAX;
        let all = self.all_of(slot) | may_be_null;
        self.allowed[at] = if was_open { all } else { self.allowed[at] | all };
        let fact = self.fact_of(slot, &targets).unwrap_or(all);
        // What holds when a function begins, which is anything; in a block, its initial value.
        let known = if home == Home::Global { all } else { fact };
        self.facts[at] = if was_open { known } else { self.facts[at] | known };
        value
    }

    /// Where a pointer may lead, for one that outlives the function only to what does as well.
    fn draw_envelope(&mut self, slot: SlotId, home: Home) {
        let pointee = self.slot(slot).pointee;
        for _ in 0..4 + self.choices.below(8) {
            let Some(place) = self.any_target(pointee) else { continue };
            let fits = home != Home::Global || self.is_static(place);
            if fits && self.slot(slot).envelope.len() < FIRST_TARGETS {
                self.widen(slot, place);
            }
        }
    }
}
