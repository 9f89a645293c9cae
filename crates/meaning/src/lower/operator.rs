//! Operators on scalars (C11 6.5.3 to 6.5.14).

use kiln_lang::tree::{BinaryOp, ExprId, UnaryOp};
use kiln_lang::types::Ty;
use kiln_lang::value::float::FloatFormat;
use kiln_lang::value::int::IntShape;

use super::{Class, Lower, Val};
use crate::code::{Comparison, FloatOp, IntOp, Op, Reg};

/// The integer operation of an operator.
pub(crate) fn int_op(op: BinaryOp) -> Option<IntOp> {
    Some(match op {
        BinaryOp::Add => IntOp::Add,
        BinaryOp::Sub => IntOp::Sub,
        BinaryOp::Mul => IntOp::Mul,
        BinaryOp::Div => IntOp::Div,
        BinaryOp::Rem => IntOp::Rem,
        BinaryOp::Shl => IntOp::Shl,
        BinaryOp::Shr => IntOp::Shr,
        BinaryOp::BitAnd => IntOp::And,
        BinaryOp::BitOr => IntOp::Or,
        BinaryOp::BitXor => IntOp::Xor,
        _ => return None,
    })
}

/// The floating operation of an operator.
pub(crate) fn float_op(op: BinaryOp) -> Option<FloatOp> {
    Some(match op {
        BinaryOp::Add => FloatOp::Add,
        BinaryOp::Sub => FloatOp::Sub,
        BinaryOp::Mul => FloatOp::Mul,
        BinaryOp::Div => FloatOp::Div,
        _ => return None,
    })
}

/// The comparison of an operator.
pub(crate) fn comparison(op: BinaryOp) -> Option<Comparison> {
    Some(match op {
        BinaryOp::Eq => Comparison::Eq,
        BinaryOp::Ne => Comparison::Ne,
        BinaryOp::Lt => Comparison::Lt,
        BinaryOp::Le => Comparison::Le,
        BinaryOp::Gt => Comparison::Gt,
        BinaryOp::Ge => Comparison::Ge,
        _ => return None,
    })
}

impl Lower<'_> {
    /// A binary operator other than `&&`, `||` and the comma.
    pub(super) fn binary(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId, want: Option<Reg>) -> Val {
        let precision = self.operator_precision(op, lhs, rhs);
        let ty = self.body().ty(id);
        let ((a, left), (b, right)) = self.two_operands(lhs, rhs);
        if a.class == Class::Memory || b.class == Class::Memory {
            return self.binary_in_memory(op, (a, left), (b, right), ty, want);
        }
        let a = self.with_precision(a, precision);
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let b = if is_shift { b } else { self.with_precision(b, precision) };
        if let Some(op) = comparison(op) {
            return self.compare(op, a, b, want);
        }
        let result = self.arithmetic(op, (a, left), (b, right), ty, want.filter(|_| precision.is_none()));
        self.in_precision(result, precision)
    }

    /// An arithmetic operator on converted operands; pointers included.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        (a, left): (Val, Ty),
        (b, right): (Val, Ty),
        ty: Ty,
        want: Option<Reg>,
    ) -> Val {
        match (a.class, b.class) {
            (Class::Pointer, Class::Pointer) => self.pointer_difference(a, b, left, ty, want),
            (Class::Pointer, _) => self.pointer_step(op == BinaryOp::Sub, a, b, left, want),
            (_, Class::Pointer) => self.pointer_step(false, b, a, right, want),
            (Class::Float(format), _) => match float_op(op) {
                Some(op) => self.float(op, format, a, b, want),
                None => self.no_operation(a.class),
            },
            _ => match int_op(op) {
                Some(op) => self.integer(op, a, b, want),
                None => self.no_operation(a.class),
            },
        }
    }

    fn no_operation(&mut self, class: Class) -> Val {
        self.unsupported("an operator on operands that have none");
        self.temp(class)
    }

    /// An operation on integers of one type; the count of a shift has its own.
    pub(super) fn integer(&mut self, op: IntOp, a: Val, b: Val, want: Option<Reg>) -> Val {
        let class = a.class;
        let d = self.dest(class, want);
        let wrap = self.settings.wrapv;
        let (x, y) = (a.reg, b.reg);
        match class {
            Class::Wide(shape) => {
                let b = match (op, b.class) {
                    (IntOp::Shl | IntOp::Shr, Class::Wide(_)) => self.narrow_count(y),
                    _ => y,
                };
                self.emit(Op::Wide { op, shape: shape.into(), wrap, d, a: x, b });
            }
            _ => {
                let shape = super::convert::int_shape(class);
                let y = match (op, b.class) {
                    (IntOp::Shl | IntOp::Shr, Class::Wide(_)) => self.narrow_count(y),
                    _ => y,
                };
                self.emit(fast_integer(op, shape, wrap, d, x, y));
            }
        }
        Val { reg: d, class }
    }

    /// A shift count of 128 bits as one of 64 that is as wrong as it was.
    fn narrow_count(&mut self, count: Reg) -> Reg {
        let d = self.alloc(2);
        let limit = self.alloc(2);
        self.constant(0, Some(limit + 1));
        self.constant(255, Some(limit));
        let small = self.alloc(1);
        self.emit(Op::CompareWide { op: Comparison::Lt, signed: false, d: small, a: count, b: limit });
        let end = self.new_target();
        self.emit(Op::Mov { d, a: count });
        self.emit(Op::JumpIf { a: small, to: end.0 });
        self.constant(255, Some(d));
        self.set_target(end);
        d
    }

    fn float(&mut self, op: FloatOp, format: FloatFormat, a: Val, b: Val, want: Option<Reg>) -> Val {
        let d = self.dest(a.class, want);
        let (x, y) = (a.reg, b.reg);
        self.emit(match (format, op) {
            (FloatFormat::Double, FloatOp::Add) => Op::F64Add { d, a: x, b: y },
            (FloatFormat::Double, FloatOp::Sub) => Op::F64Sub { d, a: x, b: y },
            (FloatFormat::Double, FloatOp::Mul) => Op::F64Mul { d, a: x, b: y },
            (FloatFormat::Double, FloatOp::Div) => Op::F64Div { d, a: x, b: y },
            _ => Op::Float { op, format, d, a: x, b: y },
        });
        Val { reg: d, class: a.class }
    }

    /// A comparison of converted operands: an `int`.
    pub(super) fn compare(&mut self, op: Comparison, a: Val, b: Val, want: Option<Reg>) -> Val {
        let class = self.class(Ty::INT);
        let d = self.dest(class, want);
        let (x, y) = (a.reg, b.reg);
        let op = match a.class {
            Class::Float(format) => Op::CompareFloat { op, format, d, a: x, b: y },
            Class::Pointer => Op::ComparePointer { op, d, a: x, b: y },
            Class::Wide(shape) => Op::CompareWide { op, signed: shape.signed, d, a: x, b: y },
            other => {
                let signed = super::convert::int_shape(other).signed;
                match (op, signed) {
                    (Comparison::Eq, _) => Op::Eq { d, a: x, b: y },
                    (Comparison::Ne, _) => Op::Ne { d, a: x, b: y },
                    (Comparison::Lt, true) => Op::LtS { d, a: x, b: y },
                    (Comparison::Le, true) => Op::LeS { d, a: x, b: y },
                    (Comparison::Gt, true) => Op::LtS { d, a: y, b: x },
                    (Comparison::Ge, true) => Op::LeS { d, a: y, b: x },
                    (Comparison::Lt, false) => Op::LtU { d, a: x, b: y },
                    (Comparison::Le, false) => Op::LeU { d, a: x, b: y },
                    (Comparison::Gt, false) => Op::LtU { d, a: y, b: x },
                    (Comparison::Ge, false) => Op::LeU { d, a: y, b: x },
                }
            }
        };
        self.emit(op);
        Val { reg: d, class }
    }

    /// The size that arithmetic on a pointer steps by; `void` and functions step by 1 (GNU).
    fn step_size(&self, pointer: Ty) -> Option<u64> {
        let to = self.types().pointee(pointer)?;
        if self.types().is_void(to) || self.types().as_function_id(to).is_some() {
            return Some(1);
        }
        self.size_of(to)
    }

    pub(super) fn pointer_step(&mut self, back: bool, p: Val, a: Val, ty: Ty, want: Option<Reg>) -> Val {
        let a = self.as_index(a);
        let size = match self.step_size(ty) {
            Some(size) => Ok(size as u32),
            None => {
                let to = self.types().pointee(ty).unwrap_or(ty);
                Err(self.runtime_size(to))
            }
        };
        let d = self.dest(Class::Pointer, want);
        let p = p.reg;
        self.emit(match size {
            Ok(size) if back => Op::IndexBack { d, p, a, size },
            Ok(size) => Op::Index { d, p, a, size },
            Err(size) => Op::IndexBy { back, d, p, a, size },
        });
        Val { reg: d, class: Class::Pointer }
    }

    fn pointer_difference(&mut self, a: Val, b: Val, pointer: Ty, ty: Ty, want: Option<Reg>) -> Val {
        let class = self.class(ty);
        let size = match self.step_size(pointer) {
            Some(size) => Ok(size as u32),
            None => {
                let to = self.types().pointee(pointer).unwrap_or(ty);
                Err(self.runtime_size(to))
            }
        };
        let d = self.dest(class, want);
        self.emit(match size {
            Ok(size) => Op::PointerSub { d, a: a.reg, b: b.reg, size },
            Err(size) => Op::PointerSubBy { d, a: a.reg, b: b.reg, size },
        });
        Val { reg: d, class }
    }

    /// `+ - ~ !` and the complex operators.
    pub(super) fn unary(&mut self, id: ExprId, op: UnaryOp, operand: ExprId, want: Option<Reg>) -> Val {
        let ty = self.body().ty(id);
        match op {
            UnaryOp::Plus => self.value_to(operand, want),
            UnaryOp::Extension => self.rvalue(operand, want),
            UnaryOp::Neg | UnaryOp::BitNot => {
                let precision = self.operand_precision(operand);
                let value = self.value(operand);
                let want = want.filter(|_| precision.is_none());
                let result = self.negate(op, value, self.body().converted(operand), want);
                self.in_precision(result, precision)
            }
            UnaryOp::Not => {
                let value = self.value(operand);
                let from = self.body().converted(operand);
                self.logical_not(value, from, ty, want)
            }
            UnaryOp::Real | UnaryOp::Imag => self.real_or_imaginary(op, operand, ty, want),
            UnaryOp::AddrOf => self.address_of(operand, want),
            UnaryOp::Deref => {
                let place = self.place(id);
                self.load(place, want)
            }
            UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec => {
                self.increment(op, operand, true, want)
            }
        }
    }

    pub(super) fn negate(&mut self, op: UnaryOp, value: Val, ty: Ty, want: Option<Reg>) -> Val {
        let a = value.reg;
        let wrap = self.settings.wrapv;
        match value.class {
            Class::Memory => return self.unary_in_memory(op, value, ty, want),
            Class::Float(format) => {
                let d = self.dest(value.class, want);
                self.emit(Op::FloatNeg { format, d, a });
                return Val { reg: d, class: value.class };
            }
            _ => {}
        }
        let shape = super::convert::int_shape(value.class);
        let d = self.dest(value.class, want);
        if let Class::Wide(_) = value.class {
            let other = self.alloc(2);
            let constant = if op == UnaryOp::Neg { 0 } else { u64::MAX };
            self.constant(constant, Some(other));
            self.constant(constant, Some(other + 1));
            let (op, x, y) = if op == UnaryOp::Neg { (IntOp::Sub, other, a) } else { (IntOp::Xor, a, other) };
            self.emit(Op::Wide { op, shape: shape.into(), wrap, d, a: x, b: y });
        } else if op == UnaryOp::Neg {
            self.emit(Op::Neg { shape: shape.into(), wrap, d, a });
        } else {
            self.emit(Op::Not { shape: shape.into(), d, a });
        }
        Val { reg: d, class: value.class }
    }

    fn logical_not(&mut self, value: Val, from: Ty, ty: Ty, want: Option<Reg>) -> Val {
        if self.class(ty) == Class::Memory {
            return self.vector_not(value, from, ty, want);
        }
        let value = if value.class == Class::Memory { self.complex_truth(value, from) } else { value };
        let value = match value.class {
            Class::Int(_) | Class::Bool => value,
            _ => self.truth(value, None),
        };
        let class = self.class(Ty::INT);
        let d = self.dest(class, want);
        self.emit(Op::IsZero { d, a: value.reg });
        Val { reg: d, class }
    }
}

/// The instruction of an integer operation; the frequent ones have their own.
fn fast_integer(op: IntOp, shape: IntShape, wrap: bool, d: Reg, a: Reg, b: Reg) -> Op {
    match (op, shape.bits, shape.signed) {
        (IntOp::And, ..) => Op::And { d, a, b },
        (IntOp::Or, ..) => Op::Or { d, a, b },
        (IntOp::Xor, ..) => Op::Xor { d, a, b },
        (IntOp::Add, 32, true) if !wrap => Op::AddI32 { d, a, b },
        (IntOp::Sub, 32, true) if !wrap => Op::SubI32 { d, a, b },
        (IntOp::Mul, 32, true) if !wrap => Op::MulI32 { d, a, b },
        (IntOp::Add, 32, false) => Op::AddU32 { d, a, b },
        (IntOp::Sub, 32, false) => Op::SubU32 { d, a, b },
        (IntOp::Mul, 32, false) => Op::MulU32 { d, a, b },
        (IntOp::Add, 64, true) if !wrap => Op::AddI64 { d, a, b },
        (IntOp::Sub, 64, true) if !wrap => Op::SubI64 { d, a, b },
        (IntOp::Mul, 64, true) if !wrap => Op::MulI64 { d, a, b },
        (IntOp::Add, 64, false) => Op::AddU64 { d, a, b },
        (IntOp::Sub, 64, false) => Op::SubU64 { d, a, b },
        (IntOp::Mul, 64, false) => Op::MulU64 { d, a, b },
        _ => Op::Int { op, shape: shape.into(), wrap, d, a, b },
    }
}
