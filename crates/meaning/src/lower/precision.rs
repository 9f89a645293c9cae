//! Bit-fields that do not fit into `int` and are narrower than their declared type.
//!
//! The standard leaves open what type they have in an expression (C11 6.7.2.1p5 allows them at all only as an extension).
//! GCC gives them an integer type of exactly their width, and arithmetic with narrower operands is done in it; Clang
//! computes in the declared type. So arithmetic with them has a meaning in dialect gnu and is not supported in others.

use kiln_lang::tree::{BinaryOp, ExprId, ExprKind, UnaryOp};
use kiln_lang::types::Basic;
use kiln_lang::value::int::IntShape;

use super::{Class, Lower, Val};
use crate::choice::Choice;
use crate::code::Op;
use crate::settings::Dialect;
use crate::undefined::Kind;

impl Lower<'_> {
    /// The type of such a bit-field.
    fn wide_field(&self, id: ExprId) -> Option<IntShape> {
        let ExprKind::Member { field, .. } = self.body().expr(id) else { return None };
        let field = &self.types().fields[field];
        let (bits, basic) = (field.bits?, self.types().as_integer(field.ty)?);
        let target = &self.options().target;
        let is_wide = bits.width > target.int_bits(Basic::Int) && bits.width < target.int_bits(basic);
        is_wide.then(|| IntShape { bits: bits.width as u8, signed: target.is_signed(basic) })
    }

    /// The type that GCC gives to an expression, if such a bit-field decides it.
    fn precision(&self, id: ExprId) -> Option<IntShape> {
        match self.body().expr(id) {
            ExprKind::Member { .. } => self.wide_field(id),
            ExprKind::Unary { op: UnaryOp::Extension | UnaryOp::Plus | UnaryOp::Neg | UnaryOp::BitNot, operand } => {
                self.precision(operand)
            }
            ExprKind::Binary { op: BinaryOp::Comma, rhs, .. } => self.precision(rhs),
            ExprKind::Binary { op, lhs, rhs } => self.common_precision(op, lhs, rhs),
            ExprKind::Conditional { then: Some(then), otherwise, .. } => {
                self.common_precision(BinaryOp::Add, then, otherwise)
            }
            _ => None,
        }
    }

    /// The type that an operator computes in, if such a bit-field decides it.
    fn common_precision(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Option<IntShape> {
        match op {
            BinaryOp::LogAnd | BinaryOp::LogOr | BinaryOp::Comma => return None,
            BinaryOp::Shl | BinaryOp::Shr => return self.precision(lhs),
            _ => {}
        }
        let (left, right) = (self.precision(lhs), self.precision(rhs));
        let (wide, other) = match (left, right) {
            (None, None) => return None,
            (Some(a), Some(b)) if a.bits == b.bits => return Some(IntShape { signed: a.signed && b.signed, ..a }),
            (Some(a), Some(b)) => return Some(if a.bits > b.bits { a } else { b }),
            (Some(wide), None) => (wide, rhs),
            (None, Some(wide)) => (wide, lhs),
        };
        match self.class(self.body().ty(other)) {
            Class::Bool => Some(wide),
            Class::Int(shape) if shape.bits < wide.bits => Some(wide),
            _ => None,
        }
    }

    /// The type to compute in, or nothing special. Other dialects than gnu do not support arithmetic in it.
    pub(super) fn operator_precision(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Option<IntShape> {
        if !self.shared.facts.has_wide_fields {
            return None;
        }
        let shape = self.common_precision(op, lhs, rhs)?;
        if let Class::Wide(wide) = self.class(self.body().converted(lhs)) {
            // Numbers that the narrower type has compare alike in the wider one.
            if op.is_comparison() && shape.signed && wide.signed {
                return None;
            }
            self.unsupported("a bit-field of a 128-bit type in an expression");
            return None;
        }
        self.supports_precision(op.is_comparison()).then_some(shape)
    }

    /// As [`Lower::operator_precision`], for `-` and `~`.
    pub(super) fn operand_precision(&mut self, operand: ExprId) -> Option<IntShape> {
        let shape = self.shared.facts.has_wide_fields.then(|| self.precision(operand))??;
        if let Class::Wide(_) = self.class(self.body().converted(operand)) {
            self.unsupported("a bit-field of a 128-bit type in an expression");
            return None;
        }
        self.supports_precision(false).then_some(shape)
    }

    fn supports_precision(&mut self, is_comparison: bool) -> bool {
        let is_supported = self.settings.dialect == Dialect::Gnu;
        if is_supported || !is_comparison {
            self.emit(Op::Rests { choice: Choice::BitFieldPrecision });
        }
        if !is_supported && !is_comparison {
            self.unsupported("arithmetic on a bit-field wider than int, where compilers differ");
        }
        is_supported
    }

    /// An operand converted to that type.
    pub(super) fn with_precision(&mut self, value: Val, shape: Option<IntShape>) -> Val {
        match (shape, value.class) {
            (Some(shape), Class::Int(_)) if !shape.signed => self.wrapped(value, shape),
            _ => value,
        }
    }

    /// A result in that type: unsigned ones wrap, signed ones have to fit (C11 6.5p5).
    pub(super) fn in_precision(&mut self, value: Val, shape: Option<IntShape>) -> Val {
        let (Some(shape), Class::Int(_)) = (shape, value.class) else { return value };
        let wrapped = self.wrapped(value, shape);
        if shape.signed && !self.settings.wrapv {
            let fits = self.new_target();
            self.emit(Op::JumpEq { a: wrapped.reg, b: value.reg, to: fits.0 });
            let words = format!("the result is not representable in a bit-field of {} bits", shape.bits);
            self.undefined(Kind::SignedOverflow, words);
            self.set_target(fits);
        }
        wrapped
    }

    fn wrapped(&mut self, value: Val, shape: IntShape) -> Val {
        let d = self.alloc(1);
        self.emit(Op::Wrap { shape: shape.into(), d, a: value.reg });
        Val { reg: d, class: value.class }
    }
}
