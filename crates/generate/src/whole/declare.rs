//! Types, and objects with their initial values.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Member, Variable};
use kiln_lang::tree::{DeclRef, ExprId, Storage};
use kiln_lang::types::basic::STANDARD_INTEGERS;
use kiln_lang::types::{ArrayLen, Basic, Quals, RecordKind, Ty};

use kiln_meaning::repair::{Scalar, constant};

use super::Maker;
use super::effects::ObjectId;
use super::facts::{NULL, SlotId, Targets};
use super::features::{Feature, Place as Where};
use super::objects::{Home, PlaceId};
use crate::features::Table as _;

/// Elements that an initialiser names at most; the others are zero.
const NAMED_ELEMENTS: u64 = 8;
/// Elements of an array of several dimensions at most.
const MOST_ELEMENTS: u64 = 256;
/// Pointers to pointers at most.
const POINTER_DEPTH: u32 = 3;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Integer,
    Record,
    Array,
    Pointer,
}

impl Maker {
    /// The integer types of a program.
    pub(super) fn draw_types(&mut self) {
        let mut basics = STANDARD_INTEGERS.to_vec();
        if self.features.has(Feature::Bool) {
            basics.push(Basic::Bool);
        }
        if self.features.has(Feature::Int128) && self.target.basic(Basic::Int128).is_some() {
            basics.extend([Basic::Int128, Basic::UInt128]);
        }
        self.integers = basics;
        if self.features.has(Feature::Struct) {
            for _ in 0..=self.choices.below(4) {
                self.draw_record();
            }
        }
    }

    /// A structure of integers, bit-fields, arrays and other structures.
    fn draw_record(&mut self) {
        let number = self.records.len();
        let names: Vec<String> = (0..2 + self.choices.below(7)).map(|at| format!("m{at}")).collect();
        let mut members = Vec::new();
        let all_bits = self.features.has(Feature::BitField) && self.choices.one_in(4);
        for name in &names {
            members.push(self.draw_member(name, all_bits));
        }
        let tag = format!("S{number}");
        let record = self.b.record(RecordKind::Struct, &tag, &members, &[]);
        self.tokens += 4 + 4 * members.len() as u32;
        self.records.push(record);
    }

    fn draw_member<'n>(&mut self, name: &'n str, all_bits: bool) -> Member<'n> {
        if self.features.has(Feature::BitField) && (all_bits || self.choices.one_in(8)) {
            let n_types = if self.features.has(Feature::Bool) { 5 } else { 4 };
            let basic = [Basic::Int, Basic::UInt, Basic::SChar, Basic::UShort, Basic::Bool]
                [self.choices.below(n_types) as usize];
            let widest = self.target.int_bits(basic).min(if basic == Basic::Bool { 1 } else { 31 });
            let width = 1 + self.choices.below(widest.into()) as u32;
            return Member::bits(Some(name), Ty::basic(basic), width);
        }
        let ty = match self.choices.below(10) {
            0 if !self.records.is_empty() => *self.choices.pick(&self.records),
            1 | 2 if self.features.has(Feature::Array) => {
                let len = 1 + self.choices.below(8);
                let elem = Ty::basic(self.any_integer());
                self.b.array(elem, len)
            }
            _ => Ty::basic(self.any_integer()),
        };
        Member::new(name, ty)
    }

    pub(super) fn any_integer(&mut self) -> Basic {
        *self.choices.pick(&self.integers)
    }

    pub(super) fn array_len(&self, len: ArrayLen) -> u64 {
        if let ArrayLen::Fixed(len) = len { len } else { 1 }
    }

    fn draw_shape(&mut self) -> Shape {
        match self.draw(Where::Type) {
            Some(Feature::Struct) if !self.records.is_empty() => Shape::Record,
            Some(Feature::Array) => Shape::Array,
            Some(Feature::Pointer) => Shape::Pointer,
            _ => Shape::Integer,
        }
    }

    /// A type that holds no pointers.
    fn draw_plain_type(&mut self, shape: Shape) -> Ty {
        match shape {
            Shape::Record => *self.choices.pick(&self.records),
            Shape::Array => {
                let of_records = !self.records.is_empty() && self.choices.one_in(6);
                let mut ty = if of_records { *self.choices.pick(&self.records) } else { Ty::basic(self.any_integer()) };
                let mut elements = 1;
                for _ in 0..[1, 1, 2, 1, 2, 3][self.choices.below(6) as usize] {
                    let longest = if self.choices.one_in(4) { 64 } else { 16 };
                    let len = (1 + self.choices.below(longest)).min(MOST_ELEMENTS / elements).max(1);
                    elements *= len;
                    ty = self.b.array(ty, len);
                }
                ty
            }
            Shape::Integer | Shape::Pointer => Ty::basic(self.any_integer()),
        }
    }

    fn draw_quals(&mut self, is_volatile: bool) -> Quals {
        let often = |feature: Feature| u64::from(feature.weight());
        if is_volatile && self.features.has(Feature::Volatile) && self.choices.below(100) < often(Feature::Volatile) {
            return Quals::VOLATILE;
        }
        if self.features.has(Feature::Const) && self.choices.below(100) < often(Feature::Const) {
            return Quals::CONST;
        }
        Quals::NONE
    }

    /// An object of the file.
    pub(super) fn declare_global(&mut self) {
        let shape = self.draw_shape();
        let name = self.new_name("g");
        if shape == Shape::Pointer && self.declare_pointer(&name, Home::Global).is_some() {
            return;
        }
        let ty = self.draw_plain_type(shape);
        let quals = self.draw_quals(true);
        let declared = self.b.qualified(ty, quals);
        let init = self.at_file_scope(|maker| maker.initial(ty));
        let variable = Variable::new(&name, declared).storage(Storage::Static);
        let decl = self.b.global(variable, Some(init));
        self.tokens += 5;
        self.add_object(Home::Global, Some(decl), declared);
    }

    /// An object of the block in work.
    pub(super) fn declare_local(&mut self) {
        let shape = self.draw_shape();
        let name = self.new_name("l");
        if shape == Shape::Pointer && self.declare_pointer(&name, Home::Local).is_some() {
            return;
        }
        let ty = self.draw_plain_type(shape);
        let quals = self.draw_quals(false);
        let is_static = self.features.has(Feature::StaticLocal)
            && self.choices.below(100) < u64::from(Feature::StaticLocal.weight());
        let declared = self.b.qualified(ty, quals);
        let init = self.initial(ty);
        let storage = if is_static { Storage::Static } else { Storage::None };
        let decl = self.b.local(Variable::new(&name, declared).storage(storage), Some(init));
        self.declarations.push(decl);
        self.tokens += 5;
        self.add_object(Home::Local, Some(decl), declared);
    }

    /// A pointer to something that can be seen.
    fn declare_pointer(&mut self, name: &str, home: Home) -> Option<ObjectId> {
        let target = self.pointed_to(home)?;
        let pointee = self.place(target).ty;
        let ty = self.b.pointer(pointee);
        // Its envelope comes before it, since its initial value is part of its declaration; the object follows.
        let (init, targets, envelope) = self.initial_pointer(target, pointee, home);
        let decl = match home {
            Home::Global => self.b.global(Variable::new(name, ty).storage(Storage::Static), Some(init)),
            _ => {
                let decl = self.b.local(Variable::new(name, ty), Some(init));
                self.declarations.push(decl);
                decl
            }
        };
        self.tokens += 6;
        let object = self.add_object(home, Some(decl), ty);
        let slot = self.place(self.object(object).root).slot?;
        for place in envelope {
            self.widen(slot, place);
        }
        let may_be_null = targets.flags | if self.choices.one_in(4) { NULL } else { 0 };
        let all = self.all_of(slot) | may_be_null;
        self.allowed[slot.0 as usize] = all;
        // What holds when a function begins, which is anything; in a block, its initial value.
        self.facts[slot.0 as usize] =
            if home == Home::Global { all } else { self.fact_of(slot, &targets).unwrap_or(all) };
        Some(object)
    }

    /// Something to point to, for a pointer of the file only of the file.
    fn pointed_to(&mut self, home: Home) -> Option<PlaceId> {
        for _ in 0..6 {
            let place = match self.choices.below(8) {
                0 | 1 => self.any_seen(|sights| &sights.pointers),
                2 => self.any_seen(|sights| &sights.records),
                _ => self.any_seen(|sights| &sights.integers),
            };
            let Some(place) = place else { continue };
            let fits = home != Home::Global || self.is_static(place);
            if fits && self.can_be_target(place) && self.pointer_depth(place) < POINTER_DEPTH {
                return Some(place);
            }
        }
        None
    }

    fn pointer_depth(&self, place: PlaceId) -> u32 {
        let types = self.b.sight().types();
        std::iter::successors(Some(self.place(place).ty), |&ty| types.pointee(ty)).count() as u32 - 1
    }

    /// The initial value of a pointer, where it leads, and where it may lead later.
    fn initial_pointer(&mut self, first: PlaceId, pointee: Ty, home: Home) -> (ExprId, Targets, Vec<PlaceId>) {
        let mut envelope = vec![first];
        for _ in 0..self.choices.below(8) {
            let Some(place) = self.any_target(pointee) else { continue };
            if (home != Home::Global || self.is_static(place)) && !envelope.contains(&place) && envelope.len() < 6 {
                envelope.push(place);
            }
        }
        if self.choices.one_in(8) {
            let zero = |maker: &mut Self| maker.b.int(0);
            let null = if home == Home::Global { self.at_file_scope(zero) } else { zero(self) };
            return (null, Targets::null(), envelope);
        }
        let place = *self.choices.pick(&envelope);
        let address = match home {
            Home::Global => self.at_file_scope(|maker| maker.address_of(place)),
            _ => self.address_of(place),
        };
        (address, Targets::of(place), envelope)
    }

    /// Makes what has to be constant, for an object of the file.
    pub(super) fn at_file_scope<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let was = std::mem::replace(&mut self.is_constant, true);
        let made = make(self);
        self.is_constant = was;
        made
    }

    /// An initial value of a type that holds no pointers: constants.
    pub(super) fn initial(&mut self, ty: Ty) -> ExprId {
        let types = self.b.sight().types();
        if let Some(basic) = types.as_integer(ty) {
            return self.initial_integer(basic);
        }
        self.tokens += 2;
        if let Some((elem, len)) = types.as_array(ty) {
            let named = self.array_len(len).min(1 + self.choices.below(NAMED_ELEMENTS));
            let values: Vec<ExprId> = (0..named).map(|_| self.initial(elem)).collect();
            self.tokens += values.len() as u32;
            return self.b.init_list(values);
        }
        let fields = self.b.fields(ty);
        let values: Vec<ExprId> = fields.into_iter().map(|field| self.initial_member(field)).collect();
        self.tokens += values.len() as u32;
        self.b.init_list(values)
    }

    /// A value of an integer type, in a type of constants.
    fn initial_integer(&mut self, basic: Basic) -> ExprId {
        let bits = self.target.int_bits(basic);
        let wide = bits > 64 && self.choices.below(4) > 0;
        let drawn = self.value_of(if wide { Basic::LongLong } else { basic });
        let narrow = bits < self.target.int_bits(Basic::Int);
        self.tokens += 1;
        // Every value of a narrower type is one of `int`.
        let value = if narrow { Scalar { basic: Basic::Int, ..drawn } } else { drawn };
        constant(&mut self.b, &self.target, value)
    }

    fn initial_member(&mut self, field: kiln_lang::types::FieldId) -> ExprId {
        let field = &self.b.sight().types().fields[field];
        match field.bits {
            // Any value that it has.
            Some(bits) => {
                let value = self.choices.below(1 << bits.width.saturating_sub(1).min(30));
                self.tokens += 1;
                self.b.int(value as u32)
            }
            None => self.initial(field.ty),
        }
    }

    pub(super) fn new_name(&mut self, letter: &str) -> String {
        self.n_names += 1;
        format!("{letter}{}", self.n_names)
    }

    /// The slot of a pointer object.
    pub(super) fn slot_of(&self, object: ObjectId) -> Option<SlotId> {
        self.place(self.object(object).root).slot
    }

    /// The declared objects of a block.
    pub(super) fn declared(&mut self, declarations: Vec<DeclRef>) -> Vec<kiln_lang::tree::StmtId> {
        declarations.into_iter().map(|decl| self.b.declaration(&[decl])).collect()
    }
}
