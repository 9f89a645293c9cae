//! Implicit conversions: lvalue conversion and decay, promotion, arithmetic conversions, assignment (C11 6.3, 6.5.16.1).
//!
//! A conversion is written down at the operand: its converted type is the type its value has when the operator gets it.

use super::Checker;
use crate::diagnostics::Code;
use crate::tree::{BinaryOp, DeclKind, ExprId, ExprKind, UnaryOp};
use crate::types::convert::{common_real, promote_basic, promote_bit_field};
use crate::types::{Basic, Quals, Ty, TypeKind};

/// Where a value is given to an object, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    Assigned,
    Initialized,
    Passed,
    Returned,
}

impl Given {
    fn verb(self) -> &'static str {
        match self {
            Given::Assigned => "assigned",
            Given::Initialized => "used to initialise",
            Given::Passed => "passed",
            Given::Returned => "returned",
        }
    }
}

/// Value categories and decay.
impl Checker {
    /// The operand's value: arrays become pointers to their first element, functions pointers to themselves, and objects
    /// their unqualified value (C11 6.3.2.1).
    #[inline]
    pub(crate) fn value(&mut self, id: ExprId) -> Ty {
        let ty = self.ty(id);
        let value = self.decayed(ty);
        self.body_mut().set_converted(id, value);
        value
    }

    /// The type of a value of type `ty`.
    #[inline]
    pub(crate) fn decayed(&mut self, ty: Ty) -> Ty {
        if self.types().decays(ty) { self.pointer_of_decay(ty) } else { self.types().value_type(ty) }
    }

    fn pointer_of_decay(&mut self, ty: Ty) -> Ty {
        match self.types().canon_kind(ty) {
            TypeKind::Array(elem, _) => self.pointer(elem),
            TypeKind::Function(_) => self.pointer(ty),
            _ => self.types().value_type(ty),
        }
    }

    /// Whether an expression names an object that can be assigned to or have its address taken (C11 6.3.2.1p1).
    pub(crate) fn is_lvalue(&self, id: ExprId) -> bool {
        match self.body().expr(id) {
            ExprKind::Name { decl } => matches!(self.decl(decl).kind, DeclKind::Variable | DeclKind::Param),
            ExprKind::Str { .. } | ExprKind::CompoundLiteral { .. } | ExprKind::FunctionName { .. } => true,
            ExprKind::Index { base, index } => {
                // An element of a vector is an object only if the vector is one.
                let of_vector = [base, index].into_iter().find(|&id| self.types().as_vector(self.ty(id)).is_some());
                of_vector.is_none_or(|vector| self.is_lvalue(vector))
            }
            ExprKind::Member { base, arrow, .. } => arrow || self.is_lvalue(base),
            ExprKind::Unary { op: UnaryOp::Deref, .. } => true,
            ExprKind::Unary { op: UnaryOp::Real | UnaryOp::Imag | UnaryOp::Extension, operand } => {
                self.is_lvalue(operand)
            }
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => {
                self.chosen(id).is_some_and(|chosen| self.is_lvalue(chosen))
            }
            ExprKind::Error {} => true,
            _ => false,
        }
    }

    /// The bit-field an expression names, by declared type and width.
    pub(crate) fn bit_field(&self, id: ExprId) -> Option<(Basic, u32)> {
        match self.body().expr(id) {
            ExprKind::Member { field, .. } => {
                let field = &self.types().fields[field];
                let width = field.bits?.width;
                Some((self.types().as_integer(field.ty)?, width))
            }
            ExprKind::Unary { op: UnaryOp::Extension, operand } => self.bit_field(operand),
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => self.bit_field(self.chosen(id)?),
            _ => None,
        }
    }

    /// The bit-field whose value an expression has, by which it is promoted. GCC and Clang see through assignments and the
    /// comma; GCC alone also through `x++`, `__real__` and the end of a statement expression.
    fn bit_field_value(&self, mut id: ExprId) -> Option<(Basic, u32)> {
        loop {
            id = match self.body().expr(id) {
                ExprKind::Assign { lhs, .. } => lhs,
                ExprKind::Binary { op: BinaryOp::Comma, rhs, .. } => rhs,
                ExprKind::Unary { op, operand } if op.is_increment() => operand,
                ExprKind::Unary { op: UnaryOp::Extension | UnaryOp::Real | UnaryOp::Imag, operand } => operand,
                ExprKind::StmtExpr { .. } => self.stmt_expr_value(id)?,
                ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => self.chosen(id)?,
                _ => return self.bit_field(id),
            }
        }
    }

    /// The operand's value after integer promotion.
    #[inline]
    pub(crate) fn promoted(&mut self, id: ExprId) -> Ty {
        let promoted = self.promoted_type(id);
        self.body_mut().set_converted(id, promoted);
        promoted
    }

    /// The type the operand has after decay and integer promotion.
    #[inline]
    pub(crate) fn promoted_type(&mut self, id: ExprId) -> Ty {
        let ty = self.ty(id);
        match self.types().as_integer(ty) {
            Some(basic) => match self.bit_field_value(id) {
                Some((declared, width)) => Ty::basic(promote_bit_field(self.target(), declared, width)),
                None if basic.rank() >= Basic::Int.rank()
                    && !matches!(self.types().canon_kind(ty), TypeKind::Enum(_)) =>
                {
                    self.types().value_type(ty)
                }
                None => Ty::basic(promote_basic(self.target(), basic)),
            },
            None => self.decayed(ty),
        }
    }

    /// The default argument promotions (C11 6.5.2.2p6).
    pub(crate) fn default_promoted(&mut self, id: ExprId) -> Ty {
        let mut ty = self.promoted(id);
        if self.types().as_basic(ty) == Some(Basic::Float) {
            ty = Ty::DOUBLE;
            self.body_mut().set_converted(id, ty);
        }
        ty
    }

    /// The usual arithmetic conversions on two operands of arithmetic type; both are converted to the result.
    pub(crate) fn usual_arithmetic(&mut self, lhs: ExprId, rhs: ExprId) -> Option<Ty> {
        let common = self.common_type(lhs, rhs)?;
        self.body_mut().set_converted(lhs, common);
        self.body_mut().set_converted(rhs, common);
        Some(common)
    }

    fn common_type(&mut self, lhs: ExprId, rhs: ExprId) -> Option<Ty> {
        let (a, b) = (self.promoted_type(lhs), self.promoted_type(rhs));
        if a == b && self.types().is_arithmetic(a) {
            return Some(a);
        }
        let (a, a_complex) = self.types().arithmetic_parts(a)?;
        let (b, b_complex) = self.types().arithmetic_parts(b)?;
        let real = common_real(self.target(), a, b);
        Some(if a_complex || b_complex { self.complex(real) } else { Ty::basic(real) })
    }
}

/// Conversion as if by assignment.
impl Checker {
    /// Converts `value` to `to` as if by assignment; reports what cannot be or should not be.
    pub(crate) fn assign_to(&mut self, to: Ty, value: ExprId, given: Given) {
        let from = self.value(value);
        let target = self.types().value_type(to);
        self.body_mut().set_converted(value, target);
        if from == target || from.is_error() || to.is_error() {
            return;
        }
        if self.types().is_arithmetic(from) && self.types().is_arithmetic(to) {
            return;
        }
        if let Err(problem) = self.assignable(to, from, value) {
            self.report_conversion(problem, to, from, value, given);
        }
    }

    fn report_conversion(&mut self, problem: Problem, to: Ty, from: Ty, value: ExprId, given: Given) {
        let span = self.span(value);
        let (to, from, verb) = (self.show(to), self.show(from), given.verb());
        match problem {
            Problem::Void => {
                self.error(Code::BadConversion, span, format!("a `void` expression has no value to be {verb}"));
            }
            Problem::Incompatible => {
                self.error(Code::BadConversion, span, format!("`{from}` {verb} where `{to}` is needed"));
            }
            Problem::Doubtful(why) => {
                self.warn(Code::DoubtfulConversion, span, format!("`{from}` {verb} where `{to}` is needed: {why}"));
            }
        }
    }

    /// C11 6.5.16.1p1, and what GCC accepts beyond it with a warning.
    fn assignable(&mut self, to: Ty, from: Ty, value: ExprId) -> Result<(), Problem> {
        let types = self.types();
        if types.is_void(from) {
            return Err(Problem::Void);
        }
        match (types.canon_kind(to), types.canon_kind(from)) {
            (TypeKind::Basic(Basic::Void), _) => Err(Problem::Incompatible),
            (TypeKind::Basic(Basic::Bool), TypeKind::Pointer(_)) => Ok(()),
            (
                TypeKind::Basic(_) | TypeKind::Enum(_) | TypeKind::Complex(_),
                TypeKind::Basic(_) | TypeKind::Enum(_) | TypeKind::Complex(_),
            ) => Ok(()),
            (TypeKind::Pointer(to), TypeKind::Pointer(from)) => self.pointer_assignable(to, from, value),
            (TypeKind::Pointer(_), TypeKind::Basic(_) | TypeKind::Enum(_)) if types.is_integer(from) => {
                if self.is_null_constant(value) {
                    Ok(())
                } else {
                    Err(Problem::Doubtful("a pointer made from an integer"))
                }
            }
            (TypeKind::Basic(_) | TypeKind::Enum(_), TypeKind::Pointer(_)) if types.is_integer(to) => {
                Err(Problem::Doubtful("an integer made from a pointer"))
            }
            (TypeKind::Vector(to_elem, to_lanes), TypeKind::Vector(from_elem, from_lanes)) => {
                let same = to_lanes == from_lanes && types.compatible_unqualified(self.target(), to_elem, from_elem);
                if same || self.lax_vectors(to, from) || self.is_opaque_vector(value, to) {
                    Ok(())
                } else {
                    Err(Problem::Incompatible)
                }
            }
            (TypeKind::Record(to_record), _) if types.records[to_record].transparent => {
                self.transparent_assignable(to, from, value)
            }
            _ if types.compatible_unqualified(self.target(), to, from) => Ok(()),
            _ => Err(Problem::Incompatible),
        }
    }

    /// Vectors of the same size whose elements are integers of the same width but other sign, or `char` and `signed
    /// char`: GCC takes them without `-flax-vector-conversions` only if the element types agree but for the sign of `char`.
    fn lax_vectors(&self, to: Ty, from: Ty) -> bool {
        let (Some((to_elem, to_lanes)), Some((from_elem, from_lanes))) =
            (self.types().as_vector(to), self.types().as_vector(from))
        else {
            return false;
        };
        let (a, b) = (self.types().as_integer(to_elem), self.types().as_integer(from_elem));
        let same_kind = match (a, b) {
            (Some(a), Some(b)) => {
                self.target().int_bits(a) == self.target().int_bits(b)
                    && self.target().is_signed(a) == self.target().is_signed(b)
            }
            _ => false,
        };
        to_lanes == from_lanes && same_kind
    }

    /// The result of comparing vectors goes into any vector of integers of the same shape.
    fn is_opaque_vector(&self, value: ExprId, to: Ty) -> bool {
        let size = |ty| self.types().size_of(self.target(), ty);
        let integers = |ty| self.types().as_vector(ty).is_some_and(|(elem, _)| self.types().is_integer(elem));
        let is_comparison = match self.body().expr(value) {
            ExprKind::Binary { op, lhs, rhs } => {
                op.is_comparison() || self.is_opaque_vector(lhs, to) || self.is_opaque_vector(rhs, to)
            }
            ExprKind::Unary { op: UnaryOp::Not, .. } => true,
            ExprKind::Unary { operand, .. } => self.is_opaque_vector(operand, to),
            ExprKind::Conditional { then: Some(then), otherwise, .. } => {
                self.is_opaque_vector(then, to) || self.is_opaque_vector(otherwise, to)
            }
            _ => false,
        };
        is_comparison && integers(self.ty(value)) && integers(to) && size(self.ty(value)) == size(to)
    }

    fn transparent_assignable(&mut self, to: Ty, from: Ty, value: ExprId) -> Result<(), Problem> {
        if self.types().compatible_unqualified(self.target(), to, from) {
            return Ok(());
        }
        let Some(record) = self.types().as_record(to) else { return Err(Problem::Incompatible) };
        let fields: Vec<Ty> = self.types().records[record].fields().map(|id| self.types().fields[id].ty).collect();
        for field in fields {
            if self.assignable(field, from, value).is_ok() {
                return Ok(());
            }
        }
        Err(Problem::Incompatible)
    }

    fn pointer_assignable(&self, to: Ty, from: Ty, value: ExprId) -> Result<(), Problem> {
        let types = self.types();
        let lost = types.quals(from).without(types.quals(to)).without(Quals::RESTRICT).without(Quals::ATOMIC);
        let either_void = types.is_void(to) || types.is_void(from);
        if !either_void && !types.compatible_unqualified(self.target(), to, from) && !self.differ_in_sign_only(to, from)
        {
            return if self.is_null_constant(value) { Ok(()) } else { Err(Problem::Doubtful("incompatible pointers")) };
        }
        if !lost.is_empty() && types.as_function(from).is_none() {
            return Err(Problem::Doubtful("a qualifier is lost"));
        }
        if !either_void && !types.compatible_unqualified(self.target(), to, from) {
            return Err(Problem::Doubtful("the pointed-to types differ in sign"));
        }
        Ok(())
    }

    fn differ_in_sign_only(&self, a: Ty, b: Ty) -> bool {
        match (self.types().as_integer(a), self.types().as_integer(b)) {
            (Some(a), Some(b)) => a.to_unsigned() == b.to_unsigned(),
            _ => false,
        }
    }

    /// A null pointer constant: an integer constant expression of value 0, or one cast to `void *` (C11 6.3.2.3p3).
    pub(crate) fn is_null_constant(&self, id: ExprId) -> bool {
        match self.body().expr(id) {
            ExprKind::Int { lo, hi, .. } => lo == 0 && hi == 0 && !self.types().is_complex(self.ty(id)),
            ExprKind::Char { value, .. } => value == 0,
            ExprKind::Unary { op: UnaryOp::Extension, operand } => self.is_null_constant(operand),
            ExprKind::Cast { operand, .. } if self.is_plain_void_pointer(self.ty(id)) => {
                self.types().is_integer(self.ty(operand)) && self.is_null_constant(operand)
            }
            // A comma makes no constant expression (6.6p3), though it can be folded.
            ExprKind::Binary { op: BinaryOp::Comma, .. } => false,
            _ => self.types().is_integer(self.ty(id)) && self.fold_int(id).is_some_and(crate::value::int::Int::is_zero),
        }
    }

    fn is_plain_void_pointer(&self, ty: Ty) -> bool {
        self.types().pointee(ty).is_some_and(|to| self.types().is_void(to) && self.types().quals(to).is_empty())
    }

    /// Checks that an expression can be a condition.
    pub(crate) fn condition(&mut self, id: ExprId) {
        let ty = self.value(id);
        if !self.types().is_scalar(ty) && !ty.is_error() {
            let message = format!("a condition must be a scalar, not `{}`", self.show(ty));
            self.error(Code::BadOperand, self.span(id), message);
        }
    }

    /// Checks that an expression can be written to.
    pub(crate) fn modifiable(&mut self, id: ExprId) -> bool {
        let ty = self.ty(id);
        if ty.is_error() {
            return false;
        }
        if !self.is_lvalue(id) {
            self.error(Code::NotLvalue, self.span(id), "what is written to must be an object");
            return false;
        }
        if self.types().as_array(ty).is_some() || self.types().as_function(ty).is_some() {
            self.error(Code::NotLvalue, self.span(id), "an array or function cannot be assigned to");
            return false;
        }
        if !self.types().is_complete(ty) && !self.types().is_void(ty) {
            let message = format!("an object of incomplete type `{}` cannot be written", self.show(ty));
            self.error(Code::Incomplete, self.span(id), message);
            return false;
        }
        if self.is_read_only(ty) {
            self.error(Code::ReadOnly, self.span(id), "a `const` object cannot be written");
            return false;
        }
        true
    }

    /// `const`, or with a `const` member.
    pub(crate) fn is_read_only(&self, ty: Ty) -> bool {
        let types = self.types();
        if types.quals(ty).contains(Quals::CONST) {
            return true;
        }
        match types.canon_kind(ty) {
            TypeKind::Array(elem, _) => self.is_read_only(elem),
            TypeKind::Record(id) => types.records[id].fields().any(|field| self.is_read_only(types.fields[field].ty)),
            _ => false,
        }
    }
}

/// Why a value cannot be given to an object without a word.
enum Problem {
    Void,
    Incompatible,
    Doubtful(&'static str),
}
