//! Operators: the types of their results, and the conversions of their operands (C11 6.5.3 to 6.5.17).

use super::Checker;
use super::convert::Given;
use crate::diagnostics::Code;
use crate::tree::{AssignOp, BinaryOp, ExprId, ExprKind, Storage, UnaryOp};
use crate::types::{Basic, Quals, Ty, TypeKind};

impl Checker {
    pub(super) fn unary(&mut self, id: ExprId, op: UnaryOp, operand: ExprId) -> Ty {
        match op {
            UnaryOp::Plus | UnaryOp::Neg => self.sign(id, op, operand),
            UnaryOp::BitNot => self.bit_not(id, operand),
            UnaryOp::Not => self.logical_not(id, operand),
            UnaryOp::Deref => self.deref(id, operand),
            UnaryOp::AddrOf => self.address_of(id, operand),
            UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec => self.increment(id, operand),
            UnaryOp::Real | UnaryOp::Imag => self.part(id, op, operand),
            UnaryOp::Extension => self.ty(operand),
        }
    }

    fn sign(&mut self, id: ExprId, op: UnaryOp, operand: ExprId) -> Ty {
        let ty = self.promoted(operand);
        if self.types().is_arithmetic(ty) || self.types().as_vector(ty).is_some() || ty.is_error() {
            return ty;
        }
        let message = format!("unary `{}` needs a number, not `{}`", op.spelling(), self.show(ty));
        self.bad_operand(id, message)
    }

    fn bit_not(&mut self, id: ExprId, operand: ExprId) -> Ty {
        let ty = self.promoted(operand);
        let integer_vector = self.types().as_vector(ty).is_some_and(|(elem, _)| self.types().is_integer(elem));
        if self.types().is_integer(ty) || self.types().is_complex(ty) || integer_vector || ty.is_error() {
            return ty;
        }
        let message = format!("`~` needs an integer, not `{}`", self.show(ty));
        self.bad_operand(id, message)
    }

    fn logical_not(&mut self, id: ExprId, operand: ExprId) -> Ty {
        let ty = self.value(operand);
        if self.types().as_vector(ty).is_some() {
            return self.comparison_vector(ty);
        }
        if self.types().is_scalar(ty) || ty.is_error() {
            return Ty::INT;
        }
        let message = format!("`!` needs a scalar, not `{}`", self.show(ty));
        self.bad_operand(id, message)
    }

    fn deref(&mut self, id: ExprId, operand: ExprId) -> Ty {
        let ty = self.value(operand);
        match self.types().pointee(ty) {
            Some(to) => to,
            None if ty.is_error() => Ty::ERROR,
            None => {
                let message = format!("unary `*` needs a pointer, not `{}`", self.show(ty));
                self.bad_operand(id, message)
            }
        }
    }

    fn address_of(&mut self, id: ExprId, operand: ExprId) -> Ty {
        let ty = self.ty(operand);
        self.body_mut().set_converted(operand, ty);
        self.require_callable(operand);
        if ty.is_error() {
            return Ty::ERROR;
        }
        if matches!(self.body().expr(operand), ExprKind::Member { .. }) && self.bit_field(operand).is_some() {
            return self.bad_operand(id, "the address of a bit-field cannot be taken");
        }
        if self.is_register(operand) {
            return self.bad_operand(id, "the address of a `register` variable cannot be taken");
        }
        if self.types().as_function(ty).is_none() && !self.is_lvalue(operand) {
            let span = self.span(id);
            self.error(Code::NotLvalue, span, "the operand of `&` must be an object or function");
            return Ty::ERROR;
        }
        self.pointer(ty)
    }

    pub(crate) fn is_register(&self, id: ExprId) -> bool {
        match self.body().expr(id) {
            ExprKind::Name { decl } => self.decl(decl).storage == Storage::Register,
            ExprKind::Member { base, arrow: false, .. } => self.is_register(base),
            ExprKind::Index { base, .. } => {
                let inside =
                    self.types().as_array(self.ty(base)).is_some() || self.types().as_vector(self.ty(base)).is_some();
                inside && self.is_register(base)
            }
            ExprKind::Unary { op: UnaryOp::Real | UnaryOp::Imag | UnaryOp::Extension, operand } => {
                self.is_register(operand)
            }
            _ => false,
        }
    }

    fn increment(&mut self, id: ExprId, operand: ExprId) -> Ty {
        let ty = self.ty(operand);
        self.body_mut().set_converted(operand, ty);
        if !self.modifiable(operand) {
            return Ty::ERROR;
        }
        let types = self.types();
        if types.is_arithmetic(ty) || types.as_vector(ty).is_some() {
            return types.value_type(ty);
        }
        match types.pointee(ty) {
            Some(to) if self.can_step(to) => self.types().value_type(ty),
            Some(_) => self.bad_operand(id, "arithmetic on a pointer to an incomplete type"),
            None => {
                let message = format!("`{}` cannot be incremented", self.show(ty));
                self.bad_operand(id, message)
            }
        }
    }

    fn part(&mut self, id: ExprId, op: UnaryOp, operand: ExprId) -> Ty {
        let ty = self.ty(operand);
        match self.types().canon_kind(ty) {
            TypeKind::Complex(basic) => {
                let quals = self.types().quals(ty);
                self.qualified(Ty::basic(basic), quals)
            }
            _ if self.types().is_arithmetic(ty) => {
                if op == UnaryOp::Imag {
                    self.value(operand);
                    return self.types().value_type(ty);
                }
                ty
            }
            TypeKind::Error => Ty::ERROR,
            _ => {
                let message = format!("`{}`needs a number, not `{}`", op.spelling(), self.show(ty));
                self.bad_operand(id, message)
            }
        }
    }

    /// Whether a pointer to `to` can be moved: GNU C moves `void` and function pointers by bytes.
    fn can_step(&self, to: Ty) -> bool {
        self.types().is_complete(to) || self.types().is_void(to) || self.types().as_function(to).is_some()
    }

    /// Whether pointers to `to` have a distance: it is counted in elements, so these must have a size.
    fn can_measure(&self, to: Ty) -> bool {
        self.can_step(to) && self.types().size_of(self.target(), to) != Some(0)
    }

    pub(super) fn binary(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Ty {
        match op {
            BinaryOp::Comma => {
                self.value(lhs);
                return self.value(rhs);
            }
            BinaryOp::LogAnd | BinaryOp::LogOr => return self.logical(id, op, lhs, rhs),
            _ => {}
        }
        let (a, b) = (self.ty(lhs), self.ty(rhs));
        if a.is_error() || b.is_error() {
            self.value(lhs);
            self.value(rhs);
            return if op.is_comparison() { Ty::INT } else { Ty::ERROR };
        }
        // The ordinary case first: two numbers.
        if self.types().as_integer(a).is_some() && self.types().as_integer(b).is_some() {
            return self.integer_binary(op, lhs, rhs);
        }
        let (a, b) = (self.value(lhs), self.value(rhs));
        if self.types().as_vector(a).is_some() || self.types().as_vector(b).is_some() {
            return self.vector_binary(id, op, lhs, rhs);
        }
        let result = match op {
            BinaryOp::Add | BinaryOp::Sub => self.additive(op, lhs, rhs, a, b),
            BinaryOp::Mul | BinaryOp::Div => self.usual_arithmetic(lhs, rhs),
            op if op.is_comparison() => self.comparison(op, lhs, rhs, a, b),
            _ => None,
        };
        match result {
            Some(ty) => ty,
            None => {
                let (a, b) = (self.show(a), self.show(b));
                self.bad_operand(id, format!("`{}` does not take `{a}` and `{b}`", op.spelling().0))
            }
        }
    }

    #[inline]
    fn integer_binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Ty {
        match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                let ty = self.promoted(lhs);
                self.promoted(rhs);
                ty
            }
            _ => {
                let common = self.usual_arithmetic(lhs, rhs).unwrap_or(Ty::ERROR);
                if op.is_comparison() { Ty::INT } else { common }
            }
        }
    }

    fn logical(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Ty {
        let (a, b) = (self.value(lhs), self.value(rhs));
        let fits = |ty: Ty| self.types().is_scalar(ty) || ty.is_error();
        if fits(a) && fits(b) {
            return Ty::INT;
        }
        let (a, b) = (self.show(a), self.show(b));
        self.bad_operand(id, format!("`{}` needs scalars, not `{a}` and `{b}`", op.spelling().0))
    }

    /// C11 6.5.6.
    fn additive(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, a: Ty, b: Ty) -> Option<Ty> {
        match (self.types().pointee(a), self.types().pointee(b)) {
            (None, None) => self.usual_arithmetic(lhs, rhs),
            (Some(to), None) if self.types().is_integer(b) && self.can_step(to) => {
                self.promoted(rhs);
                Some(a)
            }
            (None, Some(to)) if op == BinaryOp::Add && self.types().is_integer(a) && self.can_step(to) => {
                self.promoted(lhs);
                Some(b)
            }
            (Some(a), Some(b)) if op == BinaryOp::Sub && self.can_measure(a) && self.can_measure(b) => {
                let agree = self.types().compatible_unqualified(self.target(), a, b)
                    || self.types().is_void(a) && self.types().is_void(b);
                agree.then_some(self.common.ptrdiff)
            }
            _ => None,
        }
    }

    /// C11 6.5.8 and 6.5.9; mixtures of pointers and integers are accepted with a warning, as GCC does.
    fn comparison(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, a: Ty, b: Ty) -> Option<Ty> {
        let types = self.types();
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        match (types.is_pointer(a), types.is_pointer(b)) {
            (false, false) => {
                if !equality && (types.is_complex(a) || types.is_complex(b)) {
                    return None;
                }
                self.usual_arithmetic(lhs, rhs)?;
            }
            (true, true) => self.compare_pointers(lhs, rhs, a, b),
            (true, false) => self.compare_with_integer(rhs, b, a)?,
            (false, true) => self.compare_with_integer(lhs, a, b)?,
        }
        Some(Ty::INT)
    }

    fn compare_pointers(&mut self, lhs: ExprId, rhs: ExprId, a: Ty, b: Ty) {
        let (Some(to_a), Some(to_b)) = (self.types().pointee(a), self.types().pointee(b)) else { return };
        if self.types().compatible_unqualified(self.target(), to_a, to_b) {
            return;
        }
        if self.types().is_void(to_a) || self.is_null_constant(lhs) {
            let to = if self.types().is_void(to_b) { a } else { b };
            let converted = if self.is_null_constant(lhs) { to } else { a };
            self.body_mut().set_converted(lhs, converted);
        } else if !self.types().is_void(to_b) && !self.is_null_constant(rhs) {
            let message = format!("`{}` compared with `{}`", self.show(a), self.show(b));
            let span = self.span(lhs).to(self.span(rhs));
            self.warn(Code::DoubtfulConversion, span, message);
        }
        if self.is_null_constant(rhs) {
            self.body_mut().set_converted(rhs, a);
        }
    }

    fn compare_with_integer(&mut self, number: ExprId, ty: Ty, pointer: Ty) -> Option<()> {
        if !self.types().is_integer(ty) {
            return None;
        }
        if !self.is_null_constant(number) {
            let span = self.span(number);
            self.warn(Code::DoubtfulConversion, span, "an integer is compared with a pointer");
        }
        self.body_mut().set_converted(number, pointer);
        Some(())
    }

    pub(super) fn assign(&mut self, id: ExprId, op: AssignOp, lhs: ExprId, rhs: ExprId) -> Ty {
        let ty = self.ty(lhs);
        self.body_mut().set_converted(lhs, ty);
        if !self.modifiable(lhs) {
            self.value(rhs);
            return Ty::ERROR;
        }
        let Some(op) = op else {
            self.assign_to(ty, rhs, Given::Assigned);
            return self.types().value_type(ty);
        };
        // The operation is done in the type that `lhs` is converted to, its result converted back to the type of `lhs`.
        let result = self.binary(id, op, lhs, rhs);
        if result.is_error() {
            return Ty::ERROR;
        }
        let fits = match (self.types().is_pointer(ty), self.types().is_pointer(result)) {
            (true, false) if !self.types().is_integer(result) => false,
            (true, false) | (false, true) => {
                let span = self.span(id);
                self.warn(
                    Code::DoubtfulConversion,
                    span,
                    "an integer made from a pointer, or a pointer from an integer",
                );
                true
            }
            _ => true,
        };
        let (is_vector, to_vector) = (self.types().as_vector(ty).is_some(), self.types().as_vector(result).is_some());
        if !fits || is_vector != to_vector {
            return self.bad_operand(id, format!("the result of `{}=` does not fit its left operand", op.spelling().0));
        }
        self.types().value_type(ty)
    }

    /// C11 6.5.15.
    pub(super) fn conditional(&mut self, id: ExprId, cond: ExprId, then: Option<ExprId>, otherwise: ExprId) -> Ty {
        self.condition(cond);
        let then = then.unwrap_or(cond);
        let (a, b) = (self.value(then), self.value(otherwise));
        if a.is_error() || b.is_error() {
            return Ty::ERROR;
        }
        let types = self.types();
        if types.is_arithmetic(a) && types.is_arithmetic(b) {
            return self.usual_arithmetic(then, otherwise).unwrap_or(Ty::ERROR);
        }
        if types.is_void(a) || types.is_void(b) {
            return Ty::VOID;
        }
        let result = match (types.is_pointer(a), types.is_pointer(b)) {
            (true, true) => self.conditional_pointers(id, then, otherwise, a, b),
            (true, false) if types.is_integer(b) => self.pointer_or_integer(otherwise, a),
            (false, true) if types.is_integer(a) => self.pointer_or_integer(then, b),
            _ if types.compatible_unqualified(self.target(), a, b) => a,
            _ => {
                let message = format!("`{}` and `{}` have no common type", self.show(a), self.show(b));
                return self.bad_operand(id, message);
            }
        };
        self.body_mut().set_converted(then, result);
        self.body_mut().set_converted(otherwise, result);
        result
    }

    fn pointer_or_integer(&mut self, number: ExprId, pointer: Ty) -> Ty {
        if !self.is_null_constant(number) {
            let span = self.span(number);
            self.warn(Code::DoubtfulConversion, span, "pointer and integer in one conditional expression");
        }
        pointer
    }

    fn conditional_pointers(&mut self, id: ExprId, then: ExprId, otherwise: ExprId, a: Ty, b: Ty) -> Ty {
        let (Some(to_a), Some(to_b)) = (self.types().pointee(a), self.types().pointee(b)) else { return Ty::ERROR };
        // GNU C: the qualifiers of an array's elements count as its own here, so that they join.
        let (bare_a, bare_b) = (self.without_quals(to_a), self.without_quals(to_b));
        let mut quals = self.types().quals(to_a).union(self.types().quals(to_b));
        let to = if self.types().compatible_unqualified(self.target(), bare_a, bare_b) {
            // A pointer to `_Atomic void` meets any other as a pointer to `void`.
            let is_atomic = |ty| self.types().quals(ty).contains(Quals::ATOMIC);
            if self.types().is_void(to_a) && is_atomic(to_a) != is_atomic(to_b) {
                quals = quals.without(Quals::ATOMIC);
            }
            self.composite_pointee(bare_a, bare_b)
        } else if self.is_null_constant(then) {
            return b;
        } else if self.is_null_constant(otherwise) {
            return a;
        } else {
            if !self.types().is_void(to_a) && !self.types().is_void(to_b) {
                let message = format!("`{}` and `{}` in one conditional expression", self.show(a), self.show(b));
                let span = self.span(id);
                self.warn(Code::DoubtfulConversion, span, message);
            }
            // Before C23 the qualifiers of an array are those of its elements and no concern of the pointer.
            let c2x = self.options.dialect.std == crate::target::Std::C2x;
            let own = |ty| if c2x { self.types().quals(ty) } else { self.types().canon(ty).own_quals() };
            quals = own(to_a).union(own(to_b)).without(Quals::ATOMIC);
            Ty::VOID
        };
        let to = self.qualified(to, quals);
        self.pointer(to)
    }

    /// The type without its qualifiers, those of the elements where it is an array.
    fn without_quals(&mut self, ty: Ty) -> Ty {
        match self.types().as_array(ty) {
            Some((elem, len)) if !self.types().quals(elem).is_empty() => {
                let elem = self.without_quals(elem);
                self.array(elem, len)
            }
            _ => self.types().value_type(ty),
        }
    }

    fn composite_pointee(&mut self, a: Ty, b: Ty) -> Ty {
        if self.types().unqualified(a) == self.types().unqualified(b) {
            return a;
        }
        let (a, b) = (self.types().unqualified(a), self.types().unqualified(b));
        self.types_mut().composite(a, b)
    }

    /// C11 6.5.4, and the GNU casts to a union and between vectors.
    pub(super) fn cast(&mut self, id: ExprId, to: Ty, operand: ExprId) -> Ty {
        let from = self.value(operand);
        let types = self.types();
        if types.is_void(to) {
            return Ty::VOID;
        }
        let target = types.value_type(to);
        if from.is_error() || to.is_error() {
            return target;
        }
        let fits = match (types.canon_kind(to), types.canon_kind(from)) {
            (TypeKind::Vector(..), _) | (_, TypeKind::Vector(..)) if types.as_record(to).is_none() => {
                let other = if types.as_vector(to).is_some() { from } else { to };
                let same_size = types.size_of(self.target(), to) == types.size_of(self.target(), from);
                same_size && (types.as_vector(other).is_some() || types.is_integer(other))
            }
            (TypeKind::Record(record), _) => {
                let members = types.records[record].fields();
                let mut members = members.map(|id| types.fields[id].ty);
                // GNU C casts a structure to itself and a member's value to its union.
                types.compatible_unqualified(self.target(), to, from)
                    || types.records[record].kind == crate::types::RecordKind::Union
                        && members.any(|member| types.compatible_unqualified(self.target(), member, from))
            }
            (TypeKind::Pointer(_), TypeKind::Basic(basic)) => basic.is_integer(),
            (TypeKind::Basic(basic), TypeKind::Pointer(_)) => basic.is_integer(),
            (TypeKind::Enum(id), _) if !types.enums[id].complete => false,
            _ => {
                types.is_scalar(to)
                    && types.is_scalar(from)
                    && !(types.is_pointer(from) && types.is_complex(to))
                    && !(types.is_pointer(to) && types.is_complex(from))
            }
        };
        if !fits {
            let message = format!("`{}` cannot be cast to `{}`", self.show(from), self.show(to));
            let span = self.span(id);
            self.error(Code::BadCast, span, message);
        }
        target
    }

    /// The vector of integers that a comparison of vectors gives.
    pub(crate) fn comparison_vector(&mut self, ty: Ty) -> Ty {
        let Some((elem, lanes)) = self.types().as_vector(ty) else { return Ty::ERROR };
        let size = self.types().size_of(self.target(), elem).unwrap_or(0);
        let elem = self.signed_integer_of_size(size);
        self.vector(elem, lanes)
    }

    /// GCC picks the first integer type of that size, also where the elements are integers of another name.
    fn signed_integer_of_size(&self, size: u64) -> Ty {
        let candidates = [Basic::SChar, Basic::Short, Basic::Int, Basic::Long, Basic::LongLong, Basic::Int128];
        let found = candidates
            .into_iter()
            .find(|&basic| self.target().basic(basic).is_some_and(|extent| u64::from(extent.size) == size));
        found.map_or(Ty::ERROR, Ty::basic)
    }

    /// GNU vector arithmetic: lane by lane on two vectors of one type, or a vector and a scalar that is converted to its
    /// element type.
    fn vector_binary(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Ty {
        let (a, b) = (self.body().converted(lhs), self.body().converted(rhs));
        let (vector, other, scalar) = match (self.types().as_vector(a), self.types().as_vector(b)) {
            (Some(a_parts), Some(b_parts)) => (a, Some((a_parts, b_parts)), None),
            (Some(_), None) => (a, None, Some(rhs)),
            (None, _) => (b, None, Some(lhs)),
        };
        let Some((elem, _)) = self.types().as_vector(vector) else { return Ty::ERROR };
        if let Some(((elem_a, lanes_a), (elem_b, lanes_b))) = other {
            let size = |ty| self.types().size_of(self.target(), ty);
            let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
            let same_class = self.types().is_floating(elem_a) == self.types().is_floating(elem_b);
            if lanes_a != lanes_b || size(elem_a) != size(elem_b) || !(shift || same_class) {
                return self.bad_operand(id, "the vectors differ in shape");
            }
        }
        if let Some(scalar) = scalar {
            let ty = self.body().converted(scalar);
            if !self.types().is_arithmetic(ty) || self.types().is_complex(ty) {
                let message = format!("`{}` does not go with a vector", self.show(ty));
                return self.bad_operand(id, message);
            }
            let elem = self.types().unqualified(elem);
            let shifts_by_scalar = matches!(op, BinaryOp::Shl | BinaryOp::Shr) && scalar == rhs;
            let fits = if shifts_by_scalar { self.goes_with_vectors(scalar) } else { self.fits_element(scalar, elem) };
            if !fits {
                let message = format!("`{}` does not fit the elements of the vector", self.show(ty));
                return self.bad_operand(id, message);
            }
            self.body_mut().set_converted(scalar, elem);
        }
        let only_integers = matches!(
            op,
            BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
        );
        if only_integers && !self.types().is_integer(elem) {
            return self.bad_operand(id, format!("`{}` needs vectors of integers", op.spelling().0));
        }
        if op.is_comparison() { self.comparison_vector(vector) } else { self.types().value_type(vector) }
    }
}
