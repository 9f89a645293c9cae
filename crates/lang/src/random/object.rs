//! Expressions that name objects: a variable and the way from it to what is wanted.

use super::types::Class;
use super::{Known, Maker};
use crate::build::{BuildExpr, BuildType};
use crate::tree::{ExprId, UnaryOp};
use crate::types::{ArrayLen, FieldId, Ty};

/// A step from an object to a part of it, or to what it points to.
#[derive(Clone, Copy)]
enum Step {
    /// `[n]` with a constant, of an array or a vector.
    At(u32),
    /// `.field`.
    Field(FieldId),
    /// `->field`.
    Arrow(FieldId),
    /// `*`.
    Deref,
    /// `[i]` with any index, of an array or a pointer.
    Index,
}

/// What is asked of an object.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) class: Class,
    /// Its type, qualifiers included, where only that will do.
    pub(super) exactly: Option<Ty>,
    /// It is assigned to.
    pub(super) writable: bool,
    /// Its address or size is taken: no bit-field, no `register`, no element of a vector.
    pub(super) addressable: bool,
}

impl Wanted {
    /// An object that is read.
    pub(super) fn value(class: Class) -> Wanted {
        Wanted { class, exactly: None, writable: false, addressable: false }
    }

    /// An object that is written.
    pub(super) fn target(class: Class) -> Wanted {
        Wanted { writable: true, ..Wanted::value(class) }
    }
}

impl Maker {
    /// An expression that names an object, if a random search finds one.
    pub(super) fn object(&mut self, wanted: Wanted, depth: u32) -> Option<ExprId> {
        for _ in 0..6 {
            let known = self.known_object()?;
            if let Some(steps) = self.way(known, wanted) {
                return Some(self.walk(known, &steps, depth));
            }
        }
        None
    }

    /// Locals are near and few, so they are taken as often as globals.
    fn known_object(&mut self) -> Option<Known> {
        let from = if self.globals.is_empty() || !self.locals.is_empty() && self.rng.one_in(2) {
            &self.locals
        } else {
            &self.globals
        };
        (!from.is_empty()).then(|| from[self.rng.index(from.len())])
    }

    /// A random way from an object to one that is wanted.
    fn way(&mut self, known: Known, wanted: Wanted) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        let mut ty = known.ty;
        let mut addressable = !known.register;
        loop {
            if self.is_wanted(ty, wanted, addressable) && (steps.len() > 2 || !self.rng.one_in(4)) {
                return Some(steps);
            }
            if steps.len() > 4 {
                return None;
            }
            let (step, to, is_part) = self.step(ty)?;
            addressable = is_part && addressable || matches!(step, Step::Deref | Step::Index);
            if let Step::Field(field) | Step::Arrow(field) = step {
                addressable = self.builder.sight().types().fields[field].bits.is_none();
            }
            steps.push(step);
            ty = to;
        }
    }

    fn is_wanted(&self, ty: Ty, wanted: Wanted, addressable: bool) -> bool {
        let sight = self.builder.sight();
        let types = sight.types();
        let fits = match wanted.exactly {
            Some(exactly) => types.canon(ty) == types.canon(exactly),
            None => self.class(ty) == wanted.class,
        };
        fits && !(wanted.writable && self.is_const(ty)) && (addressable || !wanted.addressable)
    }

    /// A step that a type allows: its result, and whether that is a part whose address can be taken.
    fn step(&mut self, ty: Ty) -> Option<(Step, Ty, bool)> {
        let quals = self.builder.sight().types().quals(ty);
        if let Some((elem, len)) = self.builder.sight().types().as_array(ty) {
            let step = match len {
                ArrayLen::Fixed(len) if self.rng.one_in(2) => Step::At(self.rng.below(len as u32)),
                _ => Step::Index,
            };
            return Some((step, elem, true));
        }
        if let Some((elem, lanes)) = self.as_vector(ty) {
            let elem = self.builder.qualified(elem, quals);
            return Some((Step::At(self.rng.below(lanes)), elem, false));
        }
        if self.is_record(ty) {
            let (field, ty) = self.random_field(ty)?;
            let ty = self.builder.qualified(ty, quals);
            return Some((Step::Field(field), ty, true));
        }
        let to = self.pointee(ty)?;
        if self.is_record(to) && self.rng.one_in(2) {
            let quals = self.builder.sight().types().quals(to);
            let (field, ty) = self.random_field(to)?;
            let ty = self.builder.qualified(ty, quals);
            return Some((Step::Arrow(field), ty, true));
        }
        let step = if self.rng.one_in(2) { Step::Deref } else { Step::Index };
        Some((step, to, true))
    }

    fn random_field(&mut self, ty: Ty) -> Option<(FieldId, Ty)> {
        let fields = self.named_fields(ty);
        (!fields.is_empty()).then(|| *self.rng.pick(&fields))
    }

    fn walk(&mut self, known: Known, steps: &[Step], depth: u32) -> ExprId {
        let mut object = self.builder.name(known.decl);
        for &step in steps {
            object = match step {
                Step::At(index) => {
                    let index = self.builder.int(index);
                    self.builder.index(object, index)
                }
                Step::Field(field) => self.builder.member(object, field),
                Step::Arrow(field) => self.builder.arrow(object, field),
                Step::Deref => self.builder.unary(UnaryOp::Deref, object),
                Step::Index => {
                    // An index may itself need indices, so it gets less deep.
                    let index = if depth < 2 { self.int_literal() } else { self.expr(Ty::INT, depth - 2) };
                    self.builder.index(object, index)
                }
            };
        }
        object
    }
}
