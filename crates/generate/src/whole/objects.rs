//! Objects and their places.
//!
//! A *place* is an abstract variable of the thesis (4.4.1): an object, a member of it, or all elements of an array in it
//! together. Expressions read and write places, and pointers lead to them. A function knows the objects of the file, its own,
//! and, for each type that its parameters point to, one *hidden* object that stands for whatever its callers hand over.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{DeclRef, ExprId, UnaryOp};
use kiln_lang::types::{FieldId, Quals, RecordKind, Ty, Types};
use smallvec::SmallVec;

use super::Maker;
use super::effects::ObjectId;
use super::facts::SlotId;

/// A place, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct PlaceId(pub(super) u32);

/// How a place is reached from the one around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// It is a whole object.
    Root,
    /// A member.
    Member(FieldId),
    /// The elements of an array of so many.
    Element(u64),
    /// A part of a complex number: `__real__` or `__imag__`.
    Half(UnaryOp),
}

/// A place.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) object: ObjectId,
    pub(super) parent: Option<PlaceId>,
    pub(super) step: Step,
    /// Its type, without qualifiers.
    pub(super) ty: Ty,
    pub(super) is_const: bool,
    pub(super) is_volatile: bool,
    pub(super) is_bit_field: bool,
    /// Its address can be taken, and what is behind it is aligned and has the type of the place.
    pub(super) is_addressable: bool,
    /// It is in a union: other members overlap it.
    pub(super) is_in_union: bool,
    /// There are several of it: what is assigned to it, it may have beside what it had.
    pub(super) is_many: bool,
    pub(super) slot: Option<SlotId>,
    /// The state of a union of several sizes.
    pub(super) state: Option<SlotId>,
    pub(super) children: SmallVec<[PlaceId; 4]>,
}

/// Where an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    /// The file.
    Global,
    /// A block.
    Local,
    /// A block, where it keeps its value from call to call.
    Static,
    /// The heap, behind a pointer of a block that never changes.
    Heap,
    /// A parameter.
    Param,
    /// Somewhere behind a parameter.
    Hidden,
}

/// An object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object {
    pub(super) home: Home,
    pub(super) decl: Option<DeclRef>,
    pub(super) root: PlaceId,
    /// How deep the block is that it is declared in; 0 for parameters and what the file has.
    pub(super) depth: u32,
    /// What other calls of the function share with it: an object in whose place it counts as read and written.
    pub(super) shared: Option<ObjectId>,
}

/// What can be seen by name, and the pointers among it. What ends with a block is cut off at its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Sights {
    pub(super) integers: Vec<PlaceId>,
    pub(super) floats: Vec<PlaceId>,
    /// Vectors and complex numbers.
    pub(super) wholes: Vec<PlaceId>,
    pub(super) pointers: Vec<PlaceId>,
    pub(super) records: Vec<PlaceId>,
    pub(super) arrays: Vec<PlaceId>,
}

/// How much could be seen at a time.
pub(super) type Mark = [usize; 6];

impl Sights {
    fn lists(&mut self) -> [&mut Vec<PlaceId>; 6] {
        let Sights { integers, floats, wholes, pointers, records, arrays } = self;
        [integers, floats, wholes, pointers, records, arrays]
    }

    pub(super) fn mark(&mut self) -> Mark {
        self.lists().map(|list| list.len())
    }

    pub(super) fn cut(&mut self, mark: Mark) {
        self.lists().into_iter().zip(mark).for_each(|(list, len)| list.truncate(len));
    }
}

impl Maker {
    pub(super) fn place(&self, id: PlaceId) -> &Place {
        &self.places[id.0 as usize]
    }

    pub(super) fn object_of(&self, id: PlaceId) -> ObjectId {
        self.place(id).object
    }

    pub(super) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// Takes an object into account, with all its places. `ty` is the type it is declared with.
    pub(super) fn add_object(&mut self, home: Home, decl: Option<DeclRef>, ty: Ty) -> ObjectId {
        let object = self.hidden_until_declared(home, ty);
        if let Some(decl) = decl {
            self.reveal(object, decl);
        }
        object
    }

    /// An object that has no name yet, such as one whose initialiser is being made.
    pub(super) fn hidden_until_declared(&mut self, home: Home, ty: Ty) -> ObjectId {
        let object = ObjectId(self.objects.len() as u32);
        let root = PlaceId(self.places.len() as u32);
        let shared = (home == Home::Static).then_some(self.keeper);
        self.objects.push(Object { home, decl: None, root, depth: self.depth, shared });
        self.add_place(Place {
            object,
            parent: None,
            step: Step::Root,
            ty,
            is_const: false,
            is_volatile: false,
            is_bit_field: false,
            is_addressable: true,
            is_in_union: false,
            is_many: home == Home::Hidden,
            slot: None,
            state: None,
            children: SmallVec::new(),
        });
        object
    }

    /// From here on, an object can be named.
    pub(super) fn reveal(&mut self, object: ObjectId, decl: DeclRef) {
        self.name_object(object, decl);
        let Object { root, home, .. } = *self.object(object);
        // Its places stand together, and only objects of its initialiser come behind them.
        for at in (root.0..self.places.len() as u32).map(PlaceId) {
            if self.object_of(at) == object {
                self.see(at, home);
            }
        }
    }

    /// An object has a name, but is not seen by it.
    pub(super) fn name_object(&mut self, object: ObjectId, decl: DeclRef) {
        self.objects[object.0 as usize].decl = Some(decl);
    }

    pub(super) fn see(&mut self, id: PlaceId, home: Home) {
        let place = self.place(id);
        let (ty, step, is_pointer) = (place.ty, place.step, place.slot.is_some());
        let types = self.b.sight().types();
        let is_whole = types.as_vector(ty).is_some() || types.is_complex(ty);
        let (is_integer, is_floating) = (types.is_integer(ty), types.is_floating(ty));
        let (is_record, is_array) = (types.as_record(ty).is_some(), types.as_array(ty).is_some());
        let sights = if home == Home::Global { &mut self.globals } else { &mut self.locals };
        if is_integer {
            sights.integers.push(id);
        } else if is_floating {
            sights.floats.push(id);
        } else if is_whole {
            sights.wholes.push(id);
        } else if is_pointer {
            sights.pointers.push(id);
        } else if is_record {
            sights.records.push(id);
        } else if is_array && step == Step::Root {
            sights.arrays.push(id);
        }
    }

    fn add_place(&mut self, mut place: Place) -> PlaceId {
        let types = self.b.sight().types();
        let quals = types.quals(place.ty);
        place.is_const |= quals.contains(Quals::CONST);
        place.is_volatile |= quals.contains(Quals::VOLATILE);
        place.is_addressable &= !quals.contains(Quals::RESTRICT);
        place.ty = types.unqualified(place.ty);
        let id = PlaceId(self.places.len() as u32);
        let ty = place.ty;
        let half = types.half_of(ty);
        let (element, lanes, pointee) = (types.as_array(ty), types.as_vector(ty), types.pointee(ty));
        // Where pointers to functions lead does not matter.
        let pointee = pointee.filter(|&pointee| types.as_function_id(pointee).is_none());
        let record = types.as_record(ty).map(|record| &types.records[record]);
        let is_union = record.is_some_and(|record| record.kind == RecordKind::Union);
        let hides = is_union || record.is_some_and(|record| record.packed);
        let is_record = record.is_some();
        if let Some(pointee) = pointee {
            place.slot = Some(self.add_slot(id, pointee));
        }
        let state = self.is_followed_union(ty).then(|| self.add_slot(id, Ty::VOID));
        place.state = state;
        let inner = Place { parent: Some(id), slot: None, state: None, ..place.clone() };
        self.places.push(place);
        if let Some((elem, len)) = element {
            let len = self.array_len(len);
            let child = self.add_place(Place { step: Step::Element(len), ty: elem, is_many: true, ..inner });
            self.places[id.0 as usize].children.push(child);
        } else if let Some((elem, lanes)) = lanes {
            let step = Step::Element(lanes.into());
            let child = self.add_place(Place { step, ty: elem, is_many: true, is_addressable: false, ..inner });
            self.places[id.0 as usize].children.push(child);
        } else if let Some(half) = half {
            for op in [UnaryOp::Real, UnaryOp::Imag] {
                let child = Place { step: Step::Half(op), ty: half, is_addressable: false, ..inner.clone() };
                let child = self.add_place(child);
                self.places[id.0 as usize].children.push(child);
            }
        } else if is_record {
            for field in self.named_fields(ty) {
                let (ty, is_bit_field) = self.field(field);
                let is_addressable = inner.is_addressable && !is_bit_field && !hides;
                let is_in_union = inner.is_in_union || is_union;
                let step = Step::Member(field);
                let place = Place { step, ty, is_bit_field, is_addressable, is_in_union, ..inner.clone() };
                let child = self.add_place(place);
                self.places[id.0 as usize].children.push(child);
            }
        }
        if let Some(slot) = state {
            let members = self.place(id).children.clone();
            self.follow_union(slot, &members);
        }
        id
    }

    /// The type of a member, and whether it is a bit-field.
    fn field(&self, field: FieldId) -> (Ty, bool) {
        let field = &self.b.sight().types().fields[field];
        (field.ty, field.bits.is_some())
    }

    /// Whether there is something of a kind in objects of a type.
    pub(super) fn has_part(&self, ty: Ty, is_wanted: fn(&Types, Ty) -> bool) -> bool {
        let types = self.b.sight().types();
        is_wanted(types, ty)
            || types.as_array(ty).is_some_and(|(elem, _)| self.has_part(elem, is_wanted))
            || types.half_of(ty).is_some_and(|half| self.has_part(half, is_wanted))
            || self.named_fields(ty).into_iter().any(|field| self.has_part(types.fields[field].ty, is_wanted))
    }

    /// Whether a place ends with a block of the function in work.
    pub(super) fn is_automatic(&self, place: PlaceId) -> bool {
        matches!(self.object(self.object_of(place)).home, Home::Local | Home::Param)
    }

    /// Whether all members of a type are in the same place.
    pub(super) fn is_union(&self, ty: Ty) -> bool {
        let types = self.b.sight().types();
        types.as_record(ty).is_some_and(|record| types.records[record].kind == RecordKind::Union)
    }

    /// Forgets the objects of a function.
    pub(super) fn forget_objects(&mut self, first: ObjectId) {
        let Some(object) = self.objects.get(first.0 as usize) else { return };
        let place = object.root;
        self.objects.truncate(first.0 as usize);
        self.forget_slots(place);
        self.places.truncate(place.0 as usize);
    }

    /// The expression for a place that can be named.
    pub(super) fn name_place(&mut self, id: PlaceId) -> ExprId {
        let Place { parent, step, object, is_addressable, .. } = *self.place(id);
        match (step, parent) {
            (Step::Member(field), Some(parent)) => {
                let base = self.name_place(parent);
                self.b.member(base, field)
            }
            (Step::Half(half), Some(parent)) => {
                let base = self.name_place(parent);
                self.tokens += 1;
                self.b.unary(half, base)
            }
            (Step::Element(len), Some(parent)) => {
                let base = self.name_place(parent);
                let index = self.subscript(len);
                self.element(base, index, is_addressable)
            }
            _ => {
                let decl = self.object(object).decl;
                self.tokens += 1;
                match decl {
                    // On the heap, that is the pointer: whoever has an array wants one of its elements.
                    Some(decl) => self.b.name(decl),
                    // No one asks for what has no name.
                    None => self.b.int(0),
                }
            }
        }
    }
}
