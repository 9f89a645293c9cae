//! Objects and their places.
//!
//! A *place* is an abstract variable of the thesis (4.4.1): an object, a member of it, or all elements of an array in it
//! together. Expressions read and write places, and pointers lead to them. A function knows the objects of the file, its own,
//! and, for each type that its parameters point to, one *hidden* object that stands for whatever its callers hand over.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{DeclRef, ExprId};
use kiln_lang::types::{FieldId, Quals, Ty};
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
    /// There are several of it: what is assigned to it, it may have beside what it had.
    pub(super) is_many: bool,
    pub(super) slot: Option<SlotId>,
    pub(super) children: SmallVec<[PlaceId; 4]>,
}

/// Where an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    /// The file.
    Global,
    /// A block.
    Local,
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
    /// A pointer may lead to it.
    pub(super) is_addressed: bool,
}

/// What can be seen by name, and the pointers among it. What ends with a block is cut off at its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Sights {
    pub(super) integers: Vec<PlaceId>,
    pub(super) pointers: Vec<PlaceId>,
    pub(super) records: Vec<PlaceId>,
    pub(super) arrays: Vec<PlaceId>,
}

/// How much could be seen at a time.
pub(super) type Mark = [usize; 4];

impl Sights {
    pub(super) fn mark(&self) -> Mark {
        [self.integers.len(), self.pointers.len(), self.records.len(), self.arrays.len()]
    }

    pub(super) fn cut(&mut self, [integers, pointers, records, arrays]: Mark) {
        self.integers.truncate(integers);
        self.pointers.truncate(pointers);
        self.records.truncate(records);
        self.arrays.truncate(arrays);
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
        let object = ObjectId(self.objects.len() as u32);
        let root = PlaceId(self.places.len() as u32);
        self.objects.push(Object { home, decl, root, is_addressed: home == Home::Hidden });
        let root = Place {
            object,
            parent: None,
            step: Step::Root,
            ty,
            is_const: false,
            is_volatile: false,
            is_bit_field: false,
            is_many: home == Home::Hidden,
            slot: None,
            children: SmallVec::new(),
        };
        self.add_place(root, home);
        object
    }

    fn add_place(&mut self, mut place: Place, home: Home) -> PlaceId {
        let types = self.b.sight().types();
        let quals = types.quals(place.ty);
        place.is_const |= quals.contains(Quals::CONST);
        place.is_volatile |= quals.contains(Quals::VOLATILE);
        place.ty = types.unqualified(place.ty);
        let id = PlaceId(self.places.len() as u32);
        let (ty, is_integer) = (place.ty, types.is_integer(place.ty));
        let (element, record, pointee) = (types.as_array(ty), types.as_record(ty), types.pointee(ty));
        let named = home != Home::Hidden;
        if let Some(pointee) = pointee {
            place.slot = Some(self.add_slot(id, pointee));
        }
        let inner = Place { parent: Some(id), slot: None, ..place.clone() };
        self.places.push(place);
        let sights = if home == Home::Global { &mut self.globals } else { &mut self.locals };
        if named && is_integer {
            sights.integers.push(id);
        } else if named && pointee.is_some() {
            sights.pointers.push(id);
        } else if named && record.is_some() {
            sights.records.push(id);
        } else if named && element.is_some() && inner.step == Step::Root {
            sights.arrays.push(id);
        }
        if let Some((elem, len)) = element {
            let len = self.array_len(len);
            let child = self.add_place(Place { step: Step::Element(len), ty: elem, is_many: true, ..inner }, home);
            self.places[id.0 as usize].children.push(child);
        } else if record.is_some() {
            for field in self.b.fields(ty) {
                let (ty, is_bit_field) = self.field(field);
                let place = Place { step: Step::Member(field), ty, is_bit_field, ..inner.clone() };
                let child = self.add_place(place, home);
                self.places[id.0 as usize].children.push(child);
            }
        }
        id
    }

    /// The type of a member, and whether it is a bit-field.
    fn field(&self, field: FieldId) -> (Ty, bool) {
        let field = &self.b.sight().types().fields[field];
        (field.ty, field.bits.is_some())
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
        let Place { parent, step, object, .. } = *self.place(id);
        match (step, parent) {
            (Step::Member(field), Some(parent)) => {
                let base = self.name_place(parent);
                self.b.member(base, field)
            }
            (Step::Element(len), Some(parent)) => {
                let base = self.name_place(parent);
                let index = self.subscript(len);
                self.b.index(base, index)
            }
            _ => {
                let decl = self.object(object).decl;
                self.tokens += 1;
                match decl {
                    Some(decl) => self.b.name(decl),
                    // No one asks for what has no name.
                    None => self.b.int(0),
                }
            }
        }
    }
}
