//! Constant expressions (C11 6.6), folded with the exact arithmetic of [`crate::value`].
//!
//! One evaluator serves all contexts: array bounds, enumerators, cases, bit-field widths, static assertions and static
//! initialisers. It folds what GCC folds, which is more than C11 calls an integer constant expression: a cast of a floating
//! constant expression, an address minus an address of the same object, calls of pure builtins. It never evaluates what is
//! not evaluated: the right operand of `0 && x`, the operand of `sizeof`.

mod address;
mod builtin;

use std::cmp::Ordering;

use super::Checker;
use crate::target::{Options, Target};
use crate::tree::{
    BinaryOp, DeclKind, DeclRef, Designator, DesignatorId, ExprId, ExprKind, LabelId, List, Sight, SizeofOp, StmtKind,
    StringId, UnaryOp,
};
use crate::types::{Basic, Quals, Ty, TypeKind, Types};
use crate::value::float::Float;
use crate::value::int::{Int, IntShape};

/// The value of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer of the expression's type.
    Int(Int),
    /// A floating number of the expression's type.
    Float(Float),
    /// An address, also one converted to an integer.
    Address(Address),
    /// A constant whose value is not computed here: complex, a vector, the result of a mathematical function.
    Opaque,
}

/// An address constant: an object or function, and bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// Where it starts.
    pub base: Base,
    /// Bytes from there.
    pub offset: i64,
}

/// What an address constant is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Nothing: an integer converted to a pointer.
    Absolute,
    /// An object of static storage duration, or a function.
    Decl(DeclRef),
    /// A string literal.
    Str(StringId),
    /// A compound literal at file scope.
    Literal(ExprId),
    /// A label (GNU).
    Label(LabelId),
}

/// Folds expressions seen from one body.
#[derive(Clone, Copy)]
pub struct Folder<'a> {
    sight: Sight<'a>,
    options: &'a Options,
    /// In a static initialiser GCC also takes the values of `const` objects.
    in_initializer: bool,
    /// The object whose initialiser this is inside of; what it says of itself, as in `const int a = a;`, is no constant.
    object: Option<DeclRef>,
}

impl Checker {
    pub(crate) fn folder(&self) -> Folder<'_> {
        Folder { sight: self.sight(), options: &self.options, in_initializer: false, object: None }
    }

    /// Whether an expression is a constant of which only the compiler knows the value.
    pub(crate) fn is_opaque(&self, id: ExprId) -> bool {
        self.folder().value(id) == Some(Value::Opaque)
    }

    /// The value of an integer constant expression, in its own type.
    pub(crate) fn fold_int(&self, id: ExprId) -> Option<Int> {
        // The common case needs no evaluator.
        if let (Some(value), Some(shape)) = (self.body().int_value(id), self.int_shape(self.ty(id))) {
            return Some(Int::wrap(u128::from(value), shape));
        }
        self.folder().int(id)
    }

    /// The arithmetic shape of an integer type.
    pub(crate) fn int_shape(&self, ty: Ty) -> Option<IntShape> {
        int_shape(self.types(), self.target(), ty)
    }
}

fn int_shape(types: &Types, target: &Target, ty: Ty) -> Option<IntShape> {
    let basic = types.as_integer(ty)?;
    Some(IntShape { bits: target.int_bits(basic) as u8, signed: target.is_signed(basic) })
}

impl<'a> Folder<'a> {
    /// Folds what stands in the body of `sight`.
    pub fn new(sight: Sight<'a>, options: &'a Options) -> Folder<'a> {
        Folder { sight, options, in_initializer: false, object: None }
    }

    /// Folds as for a static initialiser.
    pub(crate) fn for_initializer(self) -> Folder<'a> {
        Folder { in_initializer: true, ..self }
    }

    /// The value of an integer expression, in its own type.
    pub fn int(self, id: ExprId) -> Option<Int> {
        match self.value(id)? {
            Value::Int(value) => Some(value),
            Value::Address(Address { base: Base::Absolute, offset }) => {
                let shape = self.shape(self.ty(id))?;
                Some(Int::from_i128(offset.into(), shape))
            }
            _ => None,
        }
    }

    fn types(self) -> &'a Types {
        self.sight.types()
    }

    fn target(self) -> &'a Target {
        &self.options.target
    }

    fn ty(self, id: ExprId) -> Ty {
        self.sight.body.ty(id)
    }

    fn shape(self, ty: Ty) -> Option<IntShape> {
        int_shape(self.types(), self.target(), ty)
    }

    fn int_of(self, value: i128, ty: Ty) -> Option<Value> {
        self.shape(ty).map(|shape| Value::Int(Int::from_i128(value, shape)))
    }

    /// The value of an operand after its implicit conversion.
    pub(crate) fn operand(self, id: ExprId) -> Option<Value> {
        let (from, to) = (self.ty(id), self.sight.body.converted(id));
        let value = match self.types().canon_kind(from) {
            TypeKind::Array(..) | TypeKind::Function(_) if self.types().is_pointer(to) => {
                return self.address_of(id).map(Value::Address);
            }
            // A string literal that initialises an array is no address; one given to a number is.
            TypeKind::Array(..) if self.types().is_arithmetic(to) => {
                return self.convert(Value::Address(self.address_of(id)?), from, to);
            }
            _ => self.value(id)?,
        };
        if from == to { Some(value) } else { self.convert(value, from, to) }
    }

    /// The value of an expression in its own type.
    pub fn value(self, id: ExprId) -> Option<Value> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.value_of_kind(id))
    }

    fn value_of_kind(self, id: ExprId) -> Option<Value> {
        let ty = self.ty(id);
        match self.sight.body.expr(id) {
            ExprKind::Int { .. } if self.types().is_complex(ty) => Some(Value::Opaque),
            ExprKind::Int { lo, hi, .. } => {
                let raw = u128::from(lo) | u128::from(hi) << 32;
                Some(Value::Int(Int::wrap(raw, self.shape(ty)?)))
            }
            ExprKind::Char { value, .. } => Some(Value::Int(Int::from_i128((value as i32).into(), self.shape(ty)?))),
            ExprKind::Float { value } => {
                let literal = self.sight.body.floats[value];
                Some(if literal.imaginary { Value::Opaque } else { Value::Float(literal.value) })
            }
            ExprKind::Name { decl } => self.name(decl),
            ExprKind::Unary { op, operand } => self.unary(id, op, operand),
            ExprKind::Binary { op, lhs, rhs } => self.binary(id, op, lhs, rhs),
            ExprKind::Conditional { cond, then, otherwise } => self.conditional(id, cond, then, otherwise),
            ExprKind::Cast { operand, .. } => {
                let from = self.sight.body.converted(operand);
                self.convert(self.operand(operand)?, from, ty)
            }
            ExprKind::SizeofExpr { op, operand } => self.sizeof_expr(id, op, operand),
            ExprKind::SizeofType { op, of } => self.sizeof(id, op, self.sight.body.type_names[of].ty),
            ExprKind::Offsetof { of, path } => self.offsetof(id, self.sight.body.type_names[of].ty, path),
            ExprKind::TypesCompatible { a, b } => {
                let (a, b) = (self.sight.body.type_names[a].ty, self.sight.body.type_names[b].ty);
                let same = self.types().compatible_unqualified(self.target(), a, b);
                self.int_of(same.into(), ty)
            }
            ExprKind::ChooseExpr { cond, then, otherwise } => {
                let chosen = if self.int(cond)?.is_zero() { otherwise } else { then };
                self.value(chosen)
            }
            ExprKind::Generic { control, assocs } => {
                let wanted = self.sight.body.converted(control);
                let mut default = None;
                for assoc in self.sight.body.list(assocs) {
                    let assoc = self.sight.body.assocs[assoc];
                    match assoc.ty {
                        Some(name) => {
                            let ty = self.sight.body.type_names[name].ty;
                            if self.types().compatible(self.target(), ty, wanted) {
                                return self.value(assoc.value);
                            }
                        }
                        None => default = Some(assoc.value),
                    }
                }
                self.value(default?)
            }
            ExprKind::Call { callee, args } => self.call(id, callee, args),
            ExprKind::LabelAddress { label } => Some(Value::Address(Address { base: Base::Label(label), offset: 0 })),
            ExprKind::CompoundLiteral { init, .. } => self.compound_literal(init, ty),
            ExprKind::InitList { items } => {
                let body = self.sight.body;
                let constant = body.list(items).all(|item| self.operand(body.init_items[item].value).is_some());
                constant.then_some(Value::Opaque)
            }
            ExprKind::Str { .. } => Some(Value::Opaque),
            ExprKind::HasAttribute { .. } | ExprKind::TypeHasAttribute { .. } => Some(Value::Opaque),
            ExprKind::Member { .. } | ExprKind::Index { .. } if self.in_initializer => self.part_of_constant(id),
            ExprKind::ConvertVector { value, .. } => self.operand(value).map(|_| Value::Opaque),
            ExprKind::StmtExpr { body } => self.stmt_expr(body),
            ExprKind::Error {}
            | ExprKind::FunctionName { .. }
            | ExprKind::Index { .. }
            | ExprKind::Member { .. }
            | ExprKind::Assign { .. }
            | ExprKind::VaArg { .. } => None,
        }
    }

    /// A statement expression of one constant; GCC takes it where it takes any constant.
    fn stmt_expr(self, body: crate::tree::StmtId) -> Option<Value> {
        let StmtKind::Compound { items } = self.sight.body.stmt(body) else { return None };
        let mut items = self.sight.body.list(items);
        match (items.next(), items.next()) {
            (Some(only), None) => match self.sight.body.stmt(only) {
                StmtKind::Expr { value } => self.operand(value),
                _ => None,
            },
            _ => None,
        }
    }

    fn name(self, decl: DeclRef) -> Option<Value> {
        let declared = self.sight.decl(decl);
        match declared.kind {
            DeclKind::Enumerator(bits) => {
                let shape = self.shape(declared.ty)?;
                Some(Value::Int(Int::wrap(bits.into(), shape)))
            }
            DeclKind::Variable if self.in_initializer => self.constant_object(decl),
            _ => None,
        }
    }

    /// In a static initialiser GCC takes the value of a `const` object that has been initialised by a constant.
    fn constant_object(self, decl: DeclRef) -> Option<Value> {
        let declared = self.sight.decl(decl);
        let quals = self.types().quals(declared.ty);
        if !quals.contains(Quals::CONST) || quals.contains(Quals::VOLATILE) || self.object == Some(decl) {
            return None;
        }
        let at = Folder { sight: self.sight.at(decl.is_file()), object: Some(decl), ..self };
        at.operand(declared.init?)
    }

    /// A member or element of a `const` object or of a compound literal.
    fn part_of_constant(self, id: ExprId) -> Option<Value> {
        let base = match self.sight.body.expr(id) {
            ExprKind::Member { base, arrow: false, .. } => base,
            ExprKind::Index { base, index } => {
                self.operand(index)?;
                base
            }
            _ => return None,
        };
        match self.sight.body.expr(base) {
            ExprKind::Str { .. } => Some(Value::Opaque),
            _ => self.value(base).filter(|&value| value == Value::Opaque),
        }
    }

    /// A compound literal of constants is a constant of its type, as far as GCC takes it.
    fn compound_literal(self, init: ExprId, ty: Ty) -> Option<Value> {
        match self.sight.body.expr(init) {
            ExprKind::InitList { items } if self.types().is_scalar(ty) => {
                let first = self.sight.body.list(items).next()?;
                self.operand(self.sight.body.init_items[first].value)
            }
            _ => self.value(init),
        }
    }

    fn truth(self, value: Value) -> Option<bool> {
        match value {
            Value::Int(value) => Some(!value.is_zero()),
            Value::Float(value) => Some(!value.is_zero()),
            Value::Address(Address { base: Base::Absolute, offset }) => Some(offset != 0),
            Value::Address(_) => Some(true),
            Value::Opaque => None,
        }
    }

    fn unary(self, id: ExprId, op: UnaryOp, operand: ExprId) -> Option<Value> {
        let ty = self.ty(id);
        match op {
            UnaryOp::AddrOf => return self.address_of(operand).map(Value::Address),
            UnaryOp::Extension => return self.value(operand),
            UnaryOp::Deref => return None,
            op if op.is_increment() => return None,
            _ => {}
        }
        match (op, self.operand(operand)?) {
            (_, Value::Opaque) => Some(Value::Opaque),
            (UnaryOp::Not, value) => self.int_of((!self.truth(value)?).into(), ty),
            (UnaryOp::Plus | UnaryOp::Real, value) => Some(value),
            (UnaryOp::Imag, _) => Some(Value::Opaque),
            (UnaryOp::Neg, Value::Int(value)) => Some(Value::Int(self.shape(ty)?.neg(value).value)),
            (UnaryOp::BitNot, Value::Int(value)) => Some(Value::Int(self.shape(ty)?.not(value))),
            (UnaryOp::Neg, Value::Float(value)) => Some(Value::Float(-value)),
            _ => None,
        }
    }

    fn binary(self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Option<Value> {
        let ty = self.ty(id);
        match op {
            BinaryOp::LogAnd | BinaryOp::LogOr => {
                let left = self.truth(self.operand(lhs)?);
                let decides = op == BinaryOp::LogOr;
                if left == Some(decides) {
                    return self.int_of(decides.into(), ty);
                }
                let right = self.truth(self.operand(rhs)?);
                return match (left, right) {
                    (Some(_), Some(right)) => self.int_of(right.into(), ty),
                    _ => Some(Value::Opaque),
                };
            }
            BinaryOp::Comma => {
                self.operand(lhs)?;
                return self.operand(rhs);
            }
            _ => {}
        }
        match (self.operand(lhs)?, self.operand(rhs)?) {
            (Value::Int(a), Value::Int(b)) => self.int_binary(op, a, b, self.sight.body.converted(lhs), ty),
            (Value::Float(a), Value::Float(b)) => self.float_binary(op, a, b, ty),
            (Value::Opaque, _) | (_, Value::Opaque) => Some(Value::Opaque),
            (a, b) => self.address_binary(op, a, b, lhs, rhs, ty),
        }
    }

    fn int_binary(self, op: BinaryOp, a: Int, b: Int, operands: Ty, ty: Ty) -> Option<Value> {
        let shape = self.shape(operands)?;
        let exact = match op {
            BinaryOp::Add => shape.add(a, b),
            BinaryOp::Sub => shape.sub(a, b),
            BinaryOp::Mul => shape.mul(a, b),
            BinaryOp::Div | BinaryOp::Rem if b.is_zero() => return None,
            BinaryOp::Div => shape.div(a, b),
            BinaryOp::Rem => shape.rem(a, b),
            BinaryOp::Shl => shape.shl(a, b),
            BinaryOp::Shr => shape.shr(a, b),
            BinaryOp::BitAnd => (a & b).into(),
            BinaryOp::BitOr => (a | b).into(),
            BinaryOp::BitXor => (a ^ b).into(),
            op => return self.int_of(holds(op, shape.compare(a, b))?.into(), ty),
        };
        Some(Value::Int(exact.value))
    }

    fn float_binary(self, op: BinaryOp, a: Float, b: Float, ty: Ty) -> Option<Value> {
        if a.format() != b.format() {
            // An operator that takes no floating operands has not converted them, and the program is rejected.
            return None;
        }
        Some(Value::Float(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a / b,
            op => {
                let result = match a.compare(b) {
                    Some(order) => holds(op, order)?,
                    // A NaN is different from everything and compares false otherwise.
                    None => op == BinaryOp::Ne,
                };
                return self.int_of(result.into(), ty);
            }
        }))
    }

    fn conditional(self, id: ExprId, cond: ExprId, then: Option<ExprId>, otherwise: ExprId) -> Option<Value> {
        let cond_value = self.operand_of_condition(cond, then.is_none())?;
        match self.truth(cond_value) {
            Some(true) => match then {
                Some(then) => self.operand(then),
                None => self.convert(self.value(cond)?, self.ty(cond), self.ty(id)),
            },
            Some(false) => self.operand(otherwise),
            None => Some(Value::Opaque),
        }
    }

    /// In `a ?: b` the converted type of `a` is that of the result; its truth is that of its own value.
    fn operand_of_condition(self, cond: ExprId, shared: bool) -> Option<Value> {
        if shared && !self.types().is_pointer(self.sight.body.converted(cond)) {
            self.value(cond)
        } else {
            self.operand(cond)
        }
    }

    fn sizeof_expr(self, id: ExprId, op: SizeofOp, operand: ExprId) -> Option<Value> {
        if op != SizeofOp::Size {
            // The alignment of a variable or member is that of its declaration; the compiler has the last word.
            if let ExprKind::Name { decl } = self.sight.body.expr(operand)
                && (self.sight.decl(decl).attrs.is_some() || self.sight.decl(decl).previous.is_some())
            {
                return self.declared_alignment(id, decl);
            }
            if let ExprKind::Member { field, .. } = self.sight.body.expr(operand)
                && let Some(align) = self.types().fields[field].align
            {
                let packed = self.types().fields[field].packed;
                let natural = if packed { 1 } else { self.types().align_of(self.target(), self.ty(operand)) };
                return self.int_of(align.max(natural).into(), self.ty(id));
            }
        }
        self.sizeof(id, op, self.ty(operand))
    }

    fn declared_alignment(self, id: ExprId, decl: DeclRef) -> Option<Value> {
        let declared = self.sight.decl(decl);
        let mut asked = None;
        let mut next = Some(decl);
        while let Some(decl) = next {
            let at = Folder { sight: self.sight.at(decl.is_file()), ..self };
            let one = self.sight.decl(decl);
            asked = asked.max(one.attrs.and_then(|attrs| at.asked_alignment(attrs)));
            next = one.previous;
        }
        let natural = self.types().align_of(self.target(), declared.ty);
        self.int_of(asked.unwrap_or(natural).into(), self.ty(id))
    }

    /// The largest alignment that a list of attributes asks for.
    pub(crate) fn asked_alignment(self, attrs: crate::tree::AttrsId) -> Option<u64> {
        use crate::tree::AttrArgs;
        let body = self.sight.body;
        let aligned = |attr: &&crate::tree::Attr| matches!(self.sight.name(attr.name), "aligned" | "_Alignas");
        let asked = body.attrs[attrs].iter().filter(aligned).filter_map(|attr| match attr.args {
            AttrArgs::None => Some(u64::from(self.target().biggest_align)),
            AttrArgs::Exprs(list) => body.list(list).next().and_then(|id| self.int(id)).map(Int::as_u64),
            AttrArgs::Type(name) => Some(self.types().required_align(self.target(), body.type_names[name].ty)),
            AttrArgs::Text(_) => None,
        });
        asked.filter(|align| align.is_power_of_two()).max()
    }

    fn sizeof(self, id: ExprId, op: SizeofOp, ty: Ty) -> Option<Value> {
        let types = self.types();
        let plain = types.is_void(ty) || types.as_function(ty).is_some();
        let bytes = match op {
            SizeofOp::Size if plain => 1,
            SizeofOp::Size => types.size_of(self.target(), ty)?,
            SizeofOp::Align => types.required_align(self.target(), ty),
            SizeofOp::PreferredAlign => types.align_of(self.target(), ty),
        };
        self.int_of(bytes.into(), self.ty(id))
    }

    fn offsetof(self, id: ExprId, mut ty: Ty, path: List<DesignatorId>) -> Option<Value> {
        let body = self.sight.body;
        let mut offset: i128 = 0;
        for designator in body.list(path) {
            match body.designators[designator] {
                Designator::Field(field) => {
                    offset += i128::from(self.field_offset(self.types().as_record(ty)?, field)?);
                    ty = self.types().fields[field].ty;
                }
                Designator::Index(index) => {
                    let (elem, _) = self.types().as_array(ty)?;
                    let size = self.types().size_of(self.target(), elem)?;
                    offset += self.int(index)?.as_i128() * i128::from(size);
                    ty = elem;
                }
                Designator::Range(..) | Designator::Name(_) => return None,
            }
        }
        self.int_of(offset, self.ty(id))
    }

    /// Converts a constant between types (C11 6.3.1).
    pub(crate) fn convert(self, value: Value, from: Ty, to: Ty) -> Option<Value> {
        let types = self.types();
        if types.is_void(to) {
            return Some(Value::Opaque);
        }
        match (value, types.canon_kind(to)) {
            (Value::Opaque, _) | (_, TypeKind::Complex(_) | TypeKind::Vector(..) | TypeKind::Record(_)) => {
                Some(Value::Opaque)
            }
            (value, TypeKind::Basic(Basic::Bool)) => self.int_of(self.truth(value)?.into(), to),
            (Value::Int(value), TypeKind::Basic(basic)) if basic.is_floating() => {
                let format = self.target().float_format(basic);
                Some(Value::Float(Float::from_int(value, self.shape(from)?, format)))
            }
            (Value::Int(value), TypeKind::Basic(_) | TypeKind::Enum(_)) => {
                Some(Value::Int(value.convert(self.shape(to)?)))
            }
            (Value::Int(value), TypeKind::Pointer(_)) => {
                let bits = self.target().pointer.size * 8;
                let offset = value.convert(IntShape::signed(bits)).as_i128() as i64;
                Some(Value::Address(Address { base: Base::Absolute, offset }))
            }
            (Value::Float(value), TypeKind::Basic(basic)) if basic.is_floating() => {
                Some(Value::Float(value.convert(self.target().float_format(basic))))
            }
            (Value::Float(value), TypeKind::Basic(_) | TypeKind::Enum(_)) => {
                Some(Value::Int(value.to_int(self.shape(to)?).value))
            }
            (Value::Address(address), TypeKind::Basic(_) | TypeKind::Enum(_)) => self.address_to_int(address, to),
            (Value::Address(_), TypeKind::Pointer(_)) => Some(value),
            _ => None,
        }
    }
}

/// Whether a comparison holds for operands in this order.
fn holds(op: BinaryOp, order: Ordering) -> Option<bool> {
    Some(match op {
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::Gt => order.is_gt(),
        BinaryOp::Le => order.is_le(),
        BinaryOp::Ge => order.is_ge(),
        BinaryOp::Eq => order.is_eq(),
        BinaryOp::Ne => order.is_ne(),
        _ => return None,
    })
}
