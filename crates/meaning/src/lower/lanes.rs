//! Complex numbers and vectors: values in memory.

use kiln_lang::tree::{BinaryOp, ExprId, UnaryOp};
use kiln_lang::types::{Ty, TypeKind};
use kiln_lang::value::float::Float;

use super::operator::{comparison, float_op, int_op};
use super::place::{At, Place};
use super::{Class, Lower, Val};
use crate::code::{Comparison, Element, LaneOp, Lanes, Op, Reg};
use crate::memory::tag::Within;

/// The parts of a complex or vector type.
#[derive(Clone, Copy, Debug)]
struct Parts {
    elem: Ty,
    element: Element,
    n: u32,
    size: u32,
    complex: bool,
}

impl Lower<'_> {
    pub(super) fn is_vector(&self, id: ExprId) -> bool {
        self.types().as_vector(self.body().ty(id)).is_some()
    }

    fn parts(&self, ty: Ty) -> Option<Parts> {
        let (elem, n, complex) = match self.types().canon_kind(ty) {
            TypeKind::Vector(elem, n) => (elem, n, false),
            TypeKind::Complex(basic) => (Ty::basic(basic), 2, true),
            _ => return None,
        };
        let element = match self.class(elem) {
            Class::Float(format) => Element::Float(format),
            class => Element::Int(super::convert::int_shape(class)),
        };
        Some(Parts { elem, element, n, size: self.size_of(elem)? as u32, complex })
    }

    fn lanes(&mut self, op: LaneOp, result: Ty, operand: Parts, a: Reg, b: Reg) -> Val {
        let class = self.class(result);
        let (d, out) = match self.parts(result) {
            Some(parts) => (self.temporary(result).1, parts),
            None => (self.alloc(class.slots()), operand),
        };
        let lanes = Lanes {
            op,
            d,
            a,
            b,
            element: operand.element,
            result: out.element,
            n: operand.n,
            size: operand.size,
            result_size: out.size,
            wrap: self.settings.wrapv,
        };
        let index = self.code.lanes.len() as u32;
        self.code.lanes.push(lanes);
        self.emit(Op::Lanes { lanes: index });
        Val { reg: d, class }
    }

    /// A value of a complex or vector type made from one of another type.
    pub(super) fn convert_in_memory(&mut self, value: Val, from: Ty, to: Ty, want: Option<Reg>) -> Val {
        let (old, new) = (self.parts(from), self.parts(to));
        match (old, new) {
            (Some(old), Some(new)) if old.complex && new.complex => {
                if old.elem == new.elem {
                    value
                } else {
                    self.lanes(LaneOp::Convert, to, old, value.reg, 0)
                }
            }
            // Vectors of one size are converted by taking the bytes as they are.
            (Some(_), Some(_)) => value,
            (None, Some(new)) if value.class != Class::Memory && new.complex => {
                let real = self.convert(value, from, new.elem, None);
                self.lanes(LaneOp::ToComplex, to, new, real.reg, 0)
            }
            (None, Some(new)) if value.class != Class::Memory => {
                if self.size_of(from) == self.size_of(to) {
                    return self.reinterpret(value, from, to);
                }
                let scalar = self.convert(value, from, new.elem, None);
                self.lanes(LaneOp::Splat, to, new, scalar.reg, 0)
            }
            (Some(old), None) if old.complex => {
                if self.class(to) == Class::Bool {
                    return self.complex_truth(value, from);
                }
                let place = self.plain_place(value.reg, old.elem);
                let real = self.load(place, None);
                self.convert(real, old.elem, to, want)
            }
            (Some(_), None) => {
                // A vector as an integer of its size.
                let mut place = self.plain_place(value.reg, to);
                place.within = Within::ANYTHING;
                place.align = 1;
                self.load(place, want)
            }
            (None, None) if value.class != Class::Memory && self.class(to) == Class::Memory => {
                self.convert_to_union(value, from, to)
            }
            _ => value,
        }
    }

    /// A scalar that is passed for a union that is transparent: a union that holds it.
    fn convert_to_union(&mut self, value: Val, from: Ty, to: Ty) -> Val {
        let types = self.types();
        let members = || {
            let fields = types.as_record(to).map(|id| types.records[id].fields());
            fields.into_iter().flatten().map(|field| types.fields[field].ty)
        };
        let is_same = |member: &Ty| types.compatible_unqualified(&self.options().target, *member, from);
        let Some(member) = members().find(is_same).or_else(|| members().find(|&member| types.is_pointer(member)))
        else {
            self.unsupported("a scalar as a union that has no member for it");
            return self.temp(Class::Memory);
        };
        let value = self.convert(value, from, member, None);
        self.reinterpret(value, member, to)
    }

    /// The bytes of a scalar as a vector or union.
    fn reinterpret(&mut self, value: Val, from: Ty, to: Ty) -> Val {
        let (_, d) = self.temporary(to);
        let mut place = self.plain_place(d, from);
        place.within = Within::ANYTHING;
        place.align = 1;
        self.store(place, value);
        Val { reg: d, class: Class::Memory }
    }

    pub(super) fn convert_vector(&mut self, value: Val, from: Ty, to: Ty, _want: Option<Reg>) -> Val {
        match self.parts(from) {
            Some(old) => self.lanes(LaneOp::Convert, to, old, value.reg, 0),
            None => value,
        }
    }

    pub(super) fn binary_in_memory(
        &mut self,
        op: BinaryOp,
        (a, left): (Val, Ty),
        (b, right): (Val, Ty),
        ty: Ty,
        _want: Option<Reg>,
    ) -> Val {
        let Some(parts) = self.parts(left).or_else(|| self.parts(right)) else {
            self.unsupported("an operator on structures");
            return self.temp(Class::Memory);
        };
        let whole = if self.parts(left).is_some() { left } else { right };
        if parts.complex {
            return self.complex_binary(op, (a, left), (b, right), ty);
        }
        let a = if a.class == Class::Memory { a } else { self.splat(a, left, whole) };
        let b = if b.class == Class::Memory { b } else { self.splat(b, right, whole) };
        let lane = match (comparison(op), parts.element) {
            (Some(op), _) => LaneOp::Compare(op),
            (None, Element::Float(_)) => match float_op(op) {
                Some(op) => LaneOp::Float(op),
                None => return a,
            },
            (None, Element::Int(_)) => match int_op(op) {
                Some(op) => LaneOp::Int(op),
                None => return a,
            },
        };
        self.lanes(lane, ty, parts, a.reg, b.reg)
    }

    fn splat(&mut self, value: Val, from: Ty, vector: Ty) -> Val {
        let Some(parts) = self.parts(vector) else { return value };
        let value = self.convert(value, from, parts.elem, None);
        self.lanes(LaneOp::Splat, vector, parts, value.reg, 0)
    }

    fn complex_binary(&mut self, op: BinaryOp, (a, left): (Val, Ty), (b, right): (Val, Ty), ty: Ty) -> Val {
        // Comparisons have converted operands; arithmetic gives the type they are converted to.
        let common = if self.parts(ty).is_some() {
            ty
        } else if self.parts(left).is_some() {
            left
        } else {
            right
        };
        let Some(parts) = self.parts(common) else { return a };
        match (op, self.parts(left), self.parts(right)) {
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div, Some(_), None) => {
                let a = self.convert(a, left, common, None);
                let real = self.convert(b, right, parts.elem, None);
                return self.complex_and_real(op, a, real, parts, ty);
            }
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, None, Some(_)) => {
                let b = self.convert(b, right, common, None);
                let real = self.convert(a, left, parts.elem, None);
                return self.real_and_complex(op, real, b, parts, ty);
            }
            _ => {}
        }
        let a = self.convert(a, left, common, None);
        let b = self.convert(b, right, common, None);
        let lane = match (op, parts.element) {
            (BinaryOp::Mul, _) => LaneOp::ComplexMul,
            (BinaryOp::Div, _) => LaneOp::ComplexDiv,
            (BinaryOp::Eq, _) => LaneOp::ComplexEq,
            (BinaryOp::Ne, _) => LaneOp::ComplexNe,
            (op, Element::Float(_)) => match float_op(op) {
                Some(op) => LaneOp::Float(op),
                None => return a,
            },
            (op, Element::Int(_)) => match int_op(op) {
                Some(op) => LaneOp::Int(op),
                None => return a,
            },
        };
        self.lanes(lane, ty, parts, a.reg, b.reg)
    }

    /// A real operand stays real, so that it does not touch the imaginary part with a zero (C11 6.3.1.8p1, G.5).
    fn complex_and_real(&mut self, op: BinaryOp, a: Val, real: Val, parts: Parts, ty: Ty) -> Val {
        let (re, im) = self.load_parts(a, parts);
        let elem = parts.elem;
        let new_re = self.arithmetic(op, (re, elem), (real, elem), elem, None);
        let new_im = match op {
            BinaryOp::Add | BinaryOp::Sub => im,
            _ => self.arithmetic(op, (im, elem), (real, elem), elem, None),
        };
        self.complex_of(new_re, new_im, parts, ty)
    }

    fn real_and_complex(&mut self, op: BinaryOp, real: Val, b: Val, parts: Parts, ty: Ty) -> Val {
        let (re, im) = self.load_parts(b, parts);
        let elem = parts.elem;
        let new_re = self.arithmetic(op, (real, elem), (re, elem), elem, None);
        let new_im = match op {
            BinaryOp::Add => im,
            BinaryOp::Sub => self.negate(UnaryOp::Neg, im, elem, None),
            _ => self.arithmetic(op, (real, elem), (im, elem), elem, None),
        };
        self.complex_of(new_re, new_im, parts, ty)
    }

    fn load_parts(&mut self, value: Val, parts: Parts) -> (Val, Val) {
        let place = self.plain_place(value.reg, parts.elem);
        let re = self.load(place, None);
        let at = At::Memory { p: value.reg, bytes: parts.size as i32 };
        (re, self.load(Place { at, ..place }, None))
    }

    /// The places of the two parts of a complex number.
    fn part_places(place: Place, parts: Parts) -> [Place; 2] {
        let At::Memory { p, bytes } = place.at else { return [place; 2] };
        let at = |bytes| Place { at: At::Memory { p, bytes }, ty: parts.elem, ..place };
        [at(bytes), at(bytes + parts.size as i32)]
    }

    /// A complex number whose parts are stored the other way round.
    pub(super) fn load_reversed(&mut self, place: Place) -> Val {
        let Some(parts) = self.parts(place.ty) else { return self.temp(Class::Memory) };
        let [re, im] = Self::part_places(place, parts).map(|part| self.load(part, None));
        self.complex_of(re, im, parts, place.ty)
    }

    /// The same, stored.
    pub(super) fn store_reversed(&mut self, place: Place, value: Val) {
        let Some(parts) = self.parts(place.ty) else { return };
        let (re, im) = self.load_parts(value, parts);
        let places = Self::part_places(place, parts);
        self.store(places[0], re);
        self.store(places[1], im);
    }

    fn complex_of(&mut self, re: Val, im: Val, parts: Parts, ty: Ty) -> Val {
        let (_, d) = self.temporary(ty);
        self.store_parts(d, parts, re, im);
        Val { reg: d, class: Class::Memory }
    }

    /// An operand and its type. A real operand of complex arithmetic keeps its type.
    pub(super) fn operand(&mut self, id: ExprId) -> (Val, Ty) {
        let (own, converted) = (self.body().ty(id), self.body().converted(id));
        if self.types().is_complex(converted) && !self.types().is_complex(own) {
            (self.rvalue(id, None), own)
        } else {
            (self.value(id), converted)
        }
    }

    pub(super) fn unary_in_memory(&mut self, op: UnaryOp, value: Val, ty: Ty, _want: Option<Reg>) -> Val {
        let Some(parts) = self.parts(ty) else { return value };
        let lane = match op {
            UnaryOp::Neg => LaneOp::Neg,
            _ if parts.complex => LaneOp::Conjugate,
            _ => LaneOp::Not,
        };
        self.lanes(lane, ty, parts, value.reg, 0)
    }

    pub(super) fn one_more_in_memory(&mut self, value: Val, ty: Ty, down: bool) -> Val {
        let one = self.integer_constant(1, Ty::INT, None);
        let op = if down { BinaryOp::Sub } else { BinaryOp::Add };
        self.binary_in_memory(op, (value, ty), (one, Ty::INT), ty, None)
    }

    /// Whether a complex number is not zero.
    pub(super) fn complex_truth(&mut self, value: Val, ty: Ty) -> Val {
        let Some(parts) = self.parts(ty) else {
            self.unsupported("the truth of a structure");
            return self.temp(Class::Bool);
        };
        let value = self.lanes(LaneOp::ComplexIsNotZero, Ty::INT, parts, value.reg, 0);
        Val { reg: value.reg, class: Class::Bool }
    }

    pub(super) fn imaginary_constant(&mut self, raw: u128, ty: Ty, _want: Option<Reg>) -> Val {
        let (_, d) = self.temporary(ty);
        let Some(parts) = self.parts(ty) else { return Val { reg: d, class: Class::Memory } };
        let zero = self.integer_constant(0, Ty::INT, None);
        let zero = self.convert(zero, Ty::INT, parts.elem, None);
        let imaginary = self.integer_constant(raw, parts.elem, None);
        self.store_parts(d, parts, zero, imaginary);
        Val { reg: d, class: Class::Memory }
    }

    pub(super) fn imaginary_float(&mut self, value: Float, ty: Ty, _want: Option<Reg>) -> Val {
        let (_, d) = self.temporary(ty);
        let Some(parts) = self.parts(ty) else { return Val { reg: d, class: Class::Memory } };
        let zero = self.integer_constant(0, Ty::INT, None);
        let zero = self.convert(zero, Ty::INT, parts.elem, None);
        let class = self.class(parts.elem);
        let reg = self.alloc(class.slots());
        self.constant(value.bits() as u64, Some(reg));
        if class.slots() == 2 {
            self.constant((value.bits() >> 64) as u64, Some(reg + 1));
        }
        self.store_parts(d, parts, zero, Val { reg, class });
        Val { reg: d, class: Class::Memory }
    }

    pub(super) fn make_complex(&mut self, re: ExprId, im: ExprId, ty: Ty) -> Val {
        let (_, d) = self.temporary(ty);
        let Some(parts) = self.parts(ty) else { return Val { reg: d, class: Class::Memory } };
        let (re, im) = self.two(re, im);
        self.store_parts(d, parts, re, im);
        Val { reg: d, class: Class::Memory }
    }

    fn store_parts(&mut self, p: Reg, parts: Parts, real: Val, imaginary: Val) {
        let place = self.plain_place(p, parts.elem);
        self.store(place, real);
        let at = At::Memory { p, bytes: parts.size as i32 };
        self.store(Place { at, ..place }, imaginary);
    }

    /// `__real__ x` or `__imag__ x` as an lvalue.
    pub(super) fn complex_part(&mut self, op: UnaryOp, operand: ExprId, ty: Ty) -> Place {
        let place = self.place(operand);
        let At::Memory { p, bytes } = place.at else { return place };
        let step =
            if op == UnaryOp::Imag && self.parts(place.ty).is_some() { self.size_of(ty).unwrap_or(0) } else { 0 };
        Place { at: At::Memory { p, bytes: bytes + step as i32 }, ty, reach: super::place::Reach::Member, ..place }
    }

    pub(super) fn real_or_imaginary(&mut self, op: UnaryOp, operand: ExprId, ty: Ty, want: Option<Reg>) -> Val {
        let from = self.body().ty(operand);
        match self.parts(from) {
            Some(parts) => {
                let value = self.rvalue(operand, None);
                let mut place = self.plain_place(value.reg, ty);
                if op == UnaryOp::Imag {
                    place.at = At::Memory { p: value.reg, bytes: parts.size as i32 };
                }
                self.load(place, want)
            }
            None if op == UnaryOp::Real => self.value_to(operand, want),
            None => {
                self.effect(operand);
                let zero = self.integer_constant(0, Ty::INT, None);
                self.convert(zero, Ty::INT, ty, want)
            }
        }
    }

    pub(super) fn vector_element(&mut self, vector: ExprId, index: ExprId, ty: Ty) -> Place {
        let place = self.place(vector);
        let address = self.address(place, true, None);
        let index = self.value(index);
        let a = self.as_index(index);
        let size = self.size_of(ty).unwrap_or(1) as u32;
        let bytes = self.size_of(self.body().ty(vector)).unwrap_or(0) as u32;
        let d = self.alloc(3);
        self.emit(Op::Narrow { d, p: address.reg, size: bytes });
        self.emit(Op::Subscript { d, p: d, a, size });
        let element = self.plain_place(d, ty);
        Place { within: Within::ANYTHING, volatile: place.volatile, align: element.align.min(place.align), ..element }
    }

    pub(super) fn vector_not(&mut self, value: Val, from: Ty, ty: Ty, _want: Option<Reg>) -> Val {
        let Some(parts) = self.parts(from) else { return value };
        let zero = self.integer_constant(0, Ty::INT, None);
        let zero = self.splat(zero, Ty::INT, from);
        self.lanes(LaneOp::Compare(Comparison::Eq), ty, parts, value.reg, zero.reg)
    }

    pub(super) fn vector_logical(&mut self, id: ExprId, _want: Option<Reg>) -> Val {
        self.nothing(id)
    }

    /// `mask ? a : b` on vectors: element by element.
    pub(super) fn vector_conditional(
        &mut self,
        cond: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
        ty: Ty,
        _want: Option<Reg>,
    ) -> Val {
        let Some(then) = then else { return self.nothing(cond) };
        let mask = self.value(cond);
        let (a, b) = self.two(then, otherwise);
        let (left, right) = (self.body().converted(then), self.body().converted(otherwise));
        let a = if a.class == Class::Memory { a } else { self.splat(a, left, ty) };
        let b = if b.class == Class::Memory { b } else { self.splat(b, right, ty) };
        let mask_ty = self.body().converted(cond);
        let (Some(parts), Some(_)) = (self.parts(mask_ty), self.parts(ty)) else { return a };
        // (a & (mask != 0)) | (b & ~(mask != 0)), on the bits.
        let zero = self.integer_constant(0, Ty::INT, None);
        let zero = self.splat(zero, Ty::INT, mask_ty);
        let set = self.lanes(LaneOp::Compare(Comparison::Ne), mask_ty, parts, mask.reg, zero.reg);
        let clear = self.lanes(LaneOp::Not, mask_ty, parts, set.reg, 0);
        let chosen = self.lanes(LaneOp::Int(crate::code::IntOp::And), mask_ty, parts, a.reg, set.reg);
        let others = self.lanes(LaneOp::Int(crate::code::IntOp::And), mask_ty, parts, b.reg, clear.reg);
        self.lanes(LaneOp::Int(crate::code::IntOp::Or), mask_ty, parts, chosen.reg, others.reg)
    }
}
