//! Expressions: values into registers.

use kiln_lang::tree::{BinaryOp, DeclKind, ExprId, ExprKind, UnaryOp};
use kiln_lang::types::{Ty, TypeKind};
use kiln_lang::value::float::Float;
use kiln_lang::value::int::{Int, IntShape};

use super::{Class, Lower, Target, Val};
use crate::code::{Comparison, Op, Reg, Symbol};
use crate::settings::Dialect;

impl Lower<'_> {
    /// The value of an operand, converted as its context asks.
    pub(super) fn value(&mut self, id: ExprId) -> Val {
        self.value_to(id, None)
    }

    /// As [`Lower::value`], in a register that is wanted, if it has to be computed anyway.
    pub(super) fn value_to(&mut self, id: ExprId, want: Option<Reg>) -> Val {
        let (from, to) = (self.body().ty(id), self.body().converted(id));
        let types = self.types();
        match types.canon_kind(from) {
            TypeKind::Array(..) if !matches!(types.canon_kind(to), TypeKind::Array(..)) => {
                let place = self.place(id);
                let pointer = self.address(place, true, if types.is_pointer(to) { want } else { None });
                if let Some(pointee) = types.pointee(to) {
                    let elem = types.as_array(from).map_or(from, |(elem, _)| elem);
                    if types.is_variably_modified(elem) || types.is_variably_modified(pointee) {
                        self.check_same_bounds(elem, pointee);
                    }
                    return pointer;
                }
                return self.convert_scalar_of_address(pointer, to, want);
            }
            TypeKind::Function(_) if types.is_pointer(to) => return self.function_address(id, want),
            _ => {}
        }
        if from == to {
            return self.rvalue(id, want);
        }
        // A constant takes its type as it comes.
        if let (Some(raw), Class::Int(_), Class::Int(shape)) =
            (self.body().int_value(id), self.class(from), self.class(to))
        {
            let value = Int::wrap(raw.into(), super::convert::int_shape(self.class(from))).convert(shape);
            return self.integer_constant(value.as_u128(), to, want);
        }
        if let (Some(raw), Class::Int(_), Class::Float(format), false) =
            (self.body().int_value(id), self.class(from), self.class(to), self.watches_floats)
        {
            let shape = super::convert::int_shape(self.class(from));
            return self.float_bits(Float::from_int(Int::wrap(raw.into(), shape), shape, format), want);
        }
        let value = self.rvalue(id, None);
        let outer = self.at_expr(id);
        let value = self.convert(value, from, to, want);
        self.back_to(outer);
        value
    }

    fn convert_scalar_of_address(&mut self, pointer: Val, to: Ty, want: Option<Reg>) -> Val {
        if self.class(to) == Class::Pointer { pointer } else { self.convert(pointer, Ty::ERROR, to, want) }
    }

    /// Puts a value where it is wanted.
    pub(super) fn value_into(&mut self, id: ExprId, d: Reg) -> Val {
        let value = self.value_to(id, Some(d));
        self.mov(d, value);
        Val { reg: d, class: value.class }
    }

    fn function_address(&mut self, id: ExprId, want: Option<Reg>) -> Val {
        match self.body().expr(id) {
            ExprKind::Name { decl } => {
                if let Some(nested) = self.nested_function(decl)
                    && let Some(address) = self.nested_address(nested, want)
                {
                    return address;
                }
                if self.is_absent(decl) {
                    let d = self.dest(Class::Pointer, want);
                    for part in d..d + 3 {
                        self.constant(0, Some(part));
                    }
                    return Val { reg: d, class: Class::Pointer };
                }
                let symbol = self.symbol(Symbol::Decl(decl));
                let d = self.dest(Class::Pointer, want);
                self.emit(Op::Symbol { d, symbol });
                Val { reg: d, class: Class::Pointer }
            }
            ExprKind::Unary { op: UnaryOp::Deref, operand } => self.value_to(operand, want),
            ExprKind::Unary { op: UnaryOp::Extension, operand } => self.function_address(operand, want),
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => match self.chosen(id) {
                Some(chosen) => self.function_address(chosen, want),
                None => self.temp(Class::Pointer),
            },
            ExprKind::Conditional { .. } | ExprKind::Binary { .. } | ExprKind::StmtExpr { .. } => self.rvalue(id, want),
            other => {
                self.unsupported(format!("{} as a function", other.name()));
                self.temp(Class::Pointer)
            }
        }
    }

    /// The value of an expression in its own type.
    pub(super) fn rvalue(&mut self, id: ExprId, want: Option<Reg>) -> Val {
        let outer = self.at_expr(id);
        let value = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.rvalue_of_kind(id, want));
        self.record_expression(id, value);
        self.back_to(outer);
        value
    }

    fn rvalue_of_kind(&mut self, id: ExprId, want: Option<Reg>) -> Val {
        let ty = self.body().ty(id);
        match self.body().expr(id) {
            ExprKind::Int { lo, hi, .. } => {
                let raw = u128::from(lo) | u128::from(hi) << 32;
                self.integer_constant(raw, ty, want)
            }
            ExprKind::Char { value, .. } => self.integer_constant(value as i32 as u128, ty, want),
            ExprKind::Float { value } => self.float_constant(value, ty, want),
            ExprKind::Name { decl } => match self.sight.decl(decl).kind {
                DeclKind::Enumerator(value) => self.integer_constant(value.into(), ty, want),
                DeclKind::Function(_) => self.function_address(id, want),
                _ => self.load_place(id, want),
            },
            ExprKind::Index { .. } | ExprKind::Member { .. } | ExprKind::Str { .. } | ExprKind::FunctionName { .. } => {
                self.load_place(id, want)
            }
            ExprKind::CompoundLiteral { .. } => self.load_place(id, want),
            ExprKind::Call { callee, args } => self.call(id, callee, args, true, want),
            ExprKind::Unary { op, operand } => self.unary(id, op, operand, want),
            ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs } => {
                self.effect(lhs);
                self.sequence_point();
                self.value_to(rhs, want)
            }
            ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => self.logical(id, want),
            ExprKind::Binary { op, lhs, rhs } => self.binary(id, op, lhs, rhs, want),
            ExprKind::Assign { op, lhs, rhs } => self.assign(op, lhs, rhs, true),
            ExprKind::Conditional { cond, then, otherwise } => self.conditional(id, cond, then, otherwise, want),
            ExprKind::Cast { to, operand } => {
                self.evaluate_type_name(to);
                let value = self.value(operand);
                let from = self.body().converted(operand);
                self.convert(value, from, ty, want)
            }
            ExprKind::SizeofExpr { operand, .. } => self.sizeof_expr(id, operand, ty, want),
            ExprKind::SizeofType { of, .. } => {
                let of = self.body().type_names[of];
                self.sizeof(id, of.ty, of.sizes, ty, want)
            }
            ExprKind::Offsetof { of, path } if self.folder().int(id).is_none() => {
                let of = self.body().type_names[of].ty;
                self.runtime_offset(of, path, ty, want)
            }
            ExprKind::Offsetof { .. } | ExprKind::TypesCompatible { .. } => self.folded(id, ty, want),
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => match self.chosen(id) {
                Some(chosen) => self.rvalue(chosen, want),
                None => self.nothing(id),
            },
            ExprKind::StmtExpr { body } => self.statement_expression(id, body),
            ExprKind::VaArg { list, of } => {
                self.evaluate_type_name(of);
                self.va_arg(list, ty)
            }
            ExprKind::ConvertVector { value, .. } => {
                let from = self.body().converted(value);
                let value = self.value(value);
                self.convert_vector(value, from, ty, want)
            }
            ExprKind::LabelAddress { label } => {
                let index = self.label_index(label);
                let symbol = self.symbol(Symbol::Label(index));
                let d = self.dest(Class::Pointer, want);
                self.emit(Op::Symbol { d, symbol });
                Val { reg: d, class: Class::Pointer }
            }
            ExprKind::Error {}
            | ExprKind::InitList { .. }
            | ExprKind::HasAttribute { .. }
            | ExprKind::TypeHasAttribute { .. } => self.nothing(id),
        }
    }

    fn load_place(&mut self, id: ExprId, want: Option<Reg>) -> Val {
        let place = self.place(id);
        self.load(place, want)
    }

    pub(super) fn nothing(&mut self, id: ExprId) -> Val {
        let kind = self.body().expr(id).name();
        self.unsupported(format!("{kind} as a value"));
        let class = self.class(self.body().ty(id));
        self.temp(class)
    }

    /// An expression evaluated for its effects.
    pub(super) fn effect(&mut self, id: ExprId) {
        let top = self.top;
        let outer = self.at_expr(id);
        match self.body().expr(id) {
            ExprKind::Assign { op, lhs, rhs } => drop(self.assign(op, lhs, rhs, false)),
            ExprKind::Unary { op, operand } if op.is_increment() => drop(self.increment(op, operand, false, None)),
            ExprKind::Unary { op: UnaryOp::Extension, operand } => self.effect(operand),
            ExprKind::Call { callee, args } => drop(self.call(id, callee, args, false, None)),
            ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs } => {
                self.effect(lhs);
                self.sequence_point();
                self.effect(rhs);
            }
            ExprKind::Cast { operand, .. } if self.types().is_void(self.body().ty(id)) => self.effect(operand),
            ExprKind::Conditional { cond, then: Some(then), otherwise } => {
                self.conditional_effect(cond, then, otherwise);
            }
            ExprKind::StmtExpr { body } => self.statement_expression_effect(id, body),
            // An lvalue that is an array, structure or function is not read.
            _ if self.class(self.body().ty(id)) == Class::Memory && self.is_plain_lvalue(id) => {
                self.place_if_object(id);
            }
            _ => drop(self.rvalue(id, None)),
        }
        self.back_to(outer);
        self.top = top;
    }

    fn place_if_object(&mut self, id: ExprId) {
        if self.types().as_function_id(self.body().ty(id)).is_none() {
            let place = self.place(id);
            // Compilers read it nevertheless if it is volatile, and not an array.
            if self.types().as_array(place.ty).is_none() {
                self.leave_out_volatile(place);
            }
        }
    }

    fn is_plain_lvalue(&self, id: ExprId) -> bool {
        matches!(
            self.body().expr(id),
            ExprKind::Name { .. }
                | ExprKind::Index { .. }
                | ExprKind::Member { .. }
                | ExprKind::Str { .. }
                | ExprKind::Unary { op: UnaryOp::Deref, .. }
        )
    }

    /// Two operands without an order.
    pub(super) fn two(&mut self, lhs: ExprId, rhs: ExprId) -> (Val, Val) {
        let ((a, left), (b, right)) = self.two_operands(lhs, rhs);
        let (to_left, to_right) = (self.body().converted(lhs), self.body().converted(rhs));
        // Real operands of complex arithmetic have kept their types.
        let a = if self.types().is_complex(to_left) { self.convert(a, left, to_left, None) } else { a };
        let b = if self.types().is_complex(to_right) { self.convert(b, right, to_right, None) } else { b };
        (a, b)
    }

    /// Two operands without an order, and their types.
    pub(super) fn two_operands(&mut self, lhs: ExprId, rhs: ExprId) -> ((Val, Ty), (Val, Ty)) {
        let region = self.begin_unordered(&[lhs, rhs], false);
        let pair = if self.right_to_left() {
            let b = self.read_operand(rhs, region);
            self.next_unordered(region);
            let a = self.read_operand(lhs, region);
            (a, b)
        } else {
            let a = self.read_operand(lhs, region);
            self.next_unordered(region);
            let b = self.read_operand(rhs, region);
            (a, b)
        };
        self.end_unordered(region);
        pair
    }

    /// An operand. A value that is in memory is a mere pointer to it, and read when it is computed with; where the order
    /// matters it is read at once.
    pub(super) fn read(&mut self, id: ExprId, region: bool) -> Val {
        let value = self.value(id);
        self.read_at_once(value, self.body().converted(id), region)
    }

    /// As [`Lower::read`], with the type: a real operand of complex arithmetic keeps its own.
    fn read_operand(&mut self, id: ExprId, region: bool) -> (Val, Ty) {
        let (value, ty) = self.operand(id);
        (self.read_at_once(value, ty, region), ty)
    }

    fn read_at_once(&mut self, value: Val, ty: Ty, region: bool) -> Val {
        if region && value.class == Class::Memory { self.copy_of(value, ty) } else { value }
    }

    /// A conversion to or from an integer constant's type.
    pub(super) fn integer_constant(&mut self, raw: u128, ty: Ty, want: Option<Reg>) -> Val {
        let class = self.class(ty);
        match class {
            Class::Wide(shape) => {
                let value = Int::wrap(raw, shape).as_u128();
                let d = self.dest(class, want);
                self.constant(value as u64, Some(d));
                self.constant((value >> 64) as u64, Some(d + 1));
                Val { reg: d, class }
            }
            Class::Memory => self.imaginary_constant(raw, ty, want),
            _ => {
                let shape = match class {
                    Class::Int(shape) => shape,
                    _ => IntShape::unsigned(64),
                };
                let value = Int::wrap(raw, shape).as_u64();
                let d = self.dest(class, want);
                self.constant(value, Some(d));
                Val { reg: d, class }
            }
        }
    }

    fn float_constant(&mut self, id: kiln_lang::tree::FloatId, ty: Ty, want: Option<Reg>) -> Val {
        let literal = self.body().floats[id];
        if literal.imaginary {
            return self.imaginary_float(literal.value, ty, want);
        }
        self.float_bits(literal.value, want)
    }

    /// A floating number that is known.
    fn float_bits(&mut self, value: Float, want: Option<Reg>) -> Val {
        let class = Class::Float(value.format());
        let d = self.dest(class, want);
        self.constant(value.bits() as u64, Some(d));
        if class.slots() == 2 {
            self.constant((value.bits() >> 64) as u64, Some(d + 1));
        }
        Val { reg: d, class }
    }

    /// What `_Generic` or `__builtin_choose_expr` chooses.
    pub(super) fn chosen(&self, id: ExprId) -> Option<ExprId> {
        match self.body().expr(id) {
            ExprKind::ChooseExpr { cond, then, otherwise } => {
                Some(if self.folder().int(cond)?.is_zero() { otherwise } else { then })
            }
            ExprKind::Generic { control, assocs } => {
                let wanted = self.body().converted(control);
                let mut default = None;
                for assoc in self.body().list(assocs) {
                    let assoc = self.body().assocs[assoc];
                    match assoc.ty {
                        Some(name) => {
                            let ty = self.body().type_names[name].ty;
                            if self.types().compatible(&self.options().target, ty, wanted) {
                                return Some(assoc.value);
                            }
                        }
                        None => default = Some(assoc.value),
                    }
                }
                default
            }
            _ => None,
        }
    }

    /// A constant that the front end knows.
    pub(super) fn folded(&mut self, id: ExprId, ty: Ty, want: Option<Reg>) -> Val {
        match self.folder().int(id) {
            Some(value) => self.integer_constant(value.as_u128(), ty, want),
            None => self.nothing(id),
        }
    }

    pub(super) fn address_of(&mut self, operand: ExprId, want: Option<Reg>) -> Val {
        let ty = self.body().ty(operand);
        if self.types().as_function_id(ty).is_some() {
            return self.function_address(operand, want);
        }
        // `&*p` is `p`, whatever it points to (C11 6.5.3.2p3).
        if let ExprKind::Unary { op: UnaryOp::Deref, operand } = self.body().expr(operand) {
            return self.value_to(operand, want);
        }
        // `&a[i]` is `a + i`: one past the end is allowed.
        if let ExprKind::Index { base, index } = self.body().expr(operand)
            && !self.is_vector(base)
            && !self.is_vector(index)
        {
            let flipped = !self.types().is_pointer(self.body().converted(base));
            let (a, b) = self.two(base, index);
            let (p, i, pointer) = if flipped { (b, a, index) } else { (a, b, base) };
            return self.pointer_step(false, p, i, self.body().converted(pointer), want);
        }
        if let Some(offset) = self.offset_from_null(operand) {
            let d = self.dest(Class::Pointer, want);
            for (slot, value) in [offset, 0, 0].into_iter().enumerate() {
                self.constant(value, Some(d + slot as u16));
            }
            return Val { reg: d, class: Class::Pointer };
        }
        let place = self.place(operand);
        self.address(place, false, want)
    }

    /// `&((struct s *)0)->member`, which compilers take as `offsetof`.
    fn offset_from_null(&self, operand: ExprId) -> Option<u64> {
        if self.settings.dialect == Dialect::Iso {
            return None;
        }
        let mut root = operand;
        let base = loop {
            match self.body().expr(root) {
                ExprKind::Member { base, arrow: true, .. } => break base,
                ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => root = base,
                _ => return None,
            }
        };
        matches!(self.body().expr(base), ExprKind::Cast { .. }).then_some(())?;
        self.folder().offset_from_null(operand)
    }
}

/// Conditions.
impl Lower<'_> {
    /// Jumps to one of two places.
    pub(super) fn branch(&mut self, id: ExprId, yes: Target, no: Target, next_is_yes: bool) {
        if !(self.is_recorded(id) && self.branches_without_value(id)) {
            return self.branch_unrecorded(id, yes, no, next_is_yes);
        }
        self.branch_with(
            (yes, no, next_is_yes),
            |this, yes, no, next_is_yes| this.branch_unrecorded(id, yes, no, next_is_yes),
            |this, way| this.record_truth(id, way),
        );
    }

    fn branch_unrecorded(&mut self, id: ExprId, yes: Target, no: Target, next_is_yes: bool) {
        let top = self.top;
        let outer = self.at_expr(id);
        self.counted_branch(id, yes, no, next_is_yes, |this, yes, no, next_is_yes| {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || this.branch_of_kind(id, yes, no, next_is_yes));
        });
        self.back_to(outer);
        self.top = top;
    }

    /// Whether a condition is decided by jumps alone, so that its value is nowhere.
    fn branches_without_value(&self, id: ExprId) -> bool {
        let is_scalar = |id: ExprId| self.class(self.body().converted(id)) != Class::Memory;
        match self.body().expr(id) {
            ExprKind::Unary { op: UnaryOp::Not, operand } => is_scalar(operand),
            ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => {
                self.class(self.body().ty(id)) != Class::Memory
            }
            ExprKind::Binary { op, .. } => super::operator::comparison(op).is_some(),
            _ => false,
        }
    }

    fn branch_of_kind(&mut self, id: ExprId, yes: Target, no: Target, next_is_yes: bool) {
        match self.body().expr(id) {
            ExprKind::Unary { op: UnaryOp::Not, operand }
                if self.class(self.body().converted(operand)) != Class::Memory =>
            {
                self.branch(operand, no, yes, !next_is_yes);
            }
            ExprKind::Binary { op: op @ (BinaryOp::LogAnd | BinaryOp::LogOr), lhs, rhs }
                if self.class(self.body().ty(id)) != Class::Memory =>
            {
                let middle = self.new_target();
                if op == BinaryOp::LogAnd {
                    self.branch(lhs, middle, no, true);
                } else {
                    self.branch(lhs, yes, middle, false);
                }
                self.set_target(middle);
                self.sequence_point();
                let known = self.known.clone();
                self.branch(rhs, yes, no, next_is_yes);
                self.known = known;
            }
            ExprKind::Binary { op, lhs, rhs } => match super::operator::comparison(op) {
                Some(op) => self.branch_on_comparison(op, lhs, rhs, yes, no, next_is_yes),
                None => self.branch_on_value(id, yes, no, next_is_yes),
            },
            _ => self.branch_on_value(id, yes, no, next_is_yes),
        }
    }

    fn branch_on_value(&mut self, id: ExprId, yes: Target, no: Target, next_is_yes: bool) {
        let value = self.value(id);
        let value = match value.class {
            Class::Int(_) | Class::Bool => value,
            Class::Memory => self.complex_truth(value, self.body().converted(id)),
            _ => self.truth(value, None),
        };
        let a = value.reg;
        if next_is_yes {
            self.emit(Op::JumpIfNot { a, to: no.0 });
        } else {
            self.emit(Op::JumpIf { a, to: yes.0 });
        }
    }

    fn branch_on_comparison(
        &mut self,
        op: Comparison,
        lhs: ExprId,
        rhs: ExprId,
        yes: Target,
        no: Target,
        next_is_yes: bool,
    ) {
        if let Some(value) = self.small_constant(rhs)
            && let Class::Int(shape) = self.class(self.body().converted(lhs))
            && (shape.signed || value >= 0 && matches!(op, Comparison::Eq | Comparison::Ne))
        {
            let a = self.value(lhs).reg;
            let op = if next_is_yes { inverse(op) } else { op };
            let to = if next_is_yes { no.0 } else { yes.0 };
            self.emit(match op {
                Comparison::Eq => Op::JumpEqI { a, value, to },
                Comparison::Ne => Op::JumpNeI { a, value, to },
                Comparison::Lt => Op::JumpLtSI { a, value, to },
                Comparison::Le => Op::JumpLeSI { a, value, to },
                Comparison::Gt => Op::JumpGtSI { a, value, to },
                Comparison::Ge => Op::JumpGeSI { a, value, to },
            });
            return;
        }
        let (a, b) = self.two(lhs, rhs);
        let precision = self.operator_precision(BinaryOp::Eq, lhs, rhs);
        let (a, b) = (self.with_precision(a, precision), self.with_precision(b, precision));
        let signed = match a.class {
            Class::Int(shape) => shape.signed,
            Class::Bool => false,
            Class::Memory => {
                let (left, right) = (self.body().converted(lhs), self.body().converted(rhs));
                let op = if op == Comparison::Eq { BinaryOp::Eq } else { BinaryOp::Ne };
                let value = self.binary_in_memory(op, (a, left), (b, right), Ty::INT, None);
                return self.branch_on_register(value.reg, yes, no, next_is_yes);
            }
            _ => {
                let value = self.compare(op, a, b, None);
                return self.branch_on_register(value.reg, yes, no, next_is_yes);
            }
        };
        let op = if next_is_yes { inverse(op) } else { op };
        let to = if next_is_yes { no.0 } else { yes.0 };
        let (x, y) = (a.reg, b.reg);
        self.emit(match (op, signed) {
            (Comparison::Eq, _) => Op::JumpEq { a: x, b: y, to },
            (Comparison::Ne, _) => Op::JumpNe { a: x, b: y, to },
            (Comparison::Lt, true) => Op::JumpLtS { a: x, b: y, to },
            (Comparison::Le, true) => Op::JumpLeS { a: x, b: y, to },
            (Comparison::Gt, true) => Op::JumpLtS { a: y, b: x, to },
            (Comparison::Ge, true) => Op::JumpLeS { a: y, b: x, to },
            (Comparison::Lt, false) => Op::JumpLtU { a: x, b: y, to },
            (Comparison::Le, false) => Op::JumpLeU { a: x, b: y, to },
            (Comparison::Gt, false) => Op::JumpLtU { a: y, b: x, to },
            (Comparison::Ge, false) => Op::JumpLeU { a: y, b: x, to },
        });
    }

    /// A constant that an instruction can hold, in the type that its context converts it to.
    fn small_constant(&self, id: ExprId) -> Option<i32> {
        let raw = self.body().int_value(id)?;
        let from = super::convert::int_shape(self.class(self.body().ty(id)));
        let Class::Int(to) = self.class(self.body().converted(id)) else { return None };
        i32::try_from(Int::wrap(raw.into(), from).convert(to).as_i128()).ok()
    }

    pub(super) fn branch_on_register(&mut self, a: Reg, yes: Target, no: Target, next_is_yes: bool) {
        self.emit(if next_is_yes { Op::JumpIfNot { a, to: no.0 } } else { Op::JumpIf { a, to: yes.0 } });
    }

    fn logical(&mut self, id: ExprId, want: Option<Reg>) -> Val {
        let ty = self.body().ty(id);
        let class = self.class(ty);
        if class == Class::Memory {
            return self.vector_logical(id, want);
        }
        // Not in the wanted register: the operands may still read it.
        let d = self.alloc(1);
        let (yes, no, end) = (self.new_target(), self.new_target(), self.new_target());
        self.branch_unrecorded(id, yes, no, true);
        self.set_target(yes);
        self.constant(1, Some(d));
        self.jump(end);
        self.set_target(no);
        self.constant(0, Some(d));
        self.set_target(end);
        Val { reg: d, class }
    }

    fn conditional(
        &mut self,
        id: ExprId,
        cond: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
        want: Option<Reg>,
    ) -> Val {
        let ty = self.body().ty(id);
        let class = self.class(ty);
        if self.is_vector(cond) {
            return self.vector_conditional(cond, then, otherwise, ty, want);
        }
        let d = self.alloc(class.slots());
        let (yes, no, end) = (self.new_target(), self.new_target(), self.new_target());
        match then {
            Some(then) => {
                self.branch(cond, yes, no, true);
                self.set_target(yes);
                self.sequence_point();
                let known = self.known.clone();
                let top = self.top;
                self.value_into_or_effect(then, d, class);
                self.top = top;
                self.known = known;
            }
            None => {
                let value = self.rvalue(cond, None);
                let from = self.body().ty(cond);
                let test = match value.class {
                    Class::Int(_) | Class::Bool => value,
                    Class::Memory => self.complex_truth(value, from),
                    _ => self.truth(value, None),
                };
                self.counted_branch(cond, yes, no, true, |this, yes, no, next_is_yes| {
                    this.branch_on_register(test.reg, yes, no, next_is_yes);
                });
                self.set_target(yes);
                let converted = self.body().converted(cond);
                let value = self.convert(value, from, converted, None);
                let value = self.convert(value, converted, ty, None);
                self.mov(d, value);
            }
        }
        self.jump(end);
        self.set_target(no);
        self.sequence_point();
        let known = self.known.clone();
        let top = self.top;
        self.value_into_or_effect(otherwise, d, class);
        self.top = top;
        self.known = known;
        self.set_target(end);
        Val { reg: d, class }
    }

    fn value_into_or_effect(&mut self, id: ExprId, d: Reg, class: Class) {
        if class == Class::Void {
            self.effect(id);
        } else {
            let value = self.value_to(id, Some(d));
            self.mov(d, value);
        }
    }

    fn conditional_effect(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId) {
        if self.is_vector(cond) {
            self.unsupported("a vector condition without use");
            return;
        }
        let (yes, no, end) = (self.new_target(), self.new_target(), self.new_target());
        self.branch(cond, yes, no, true);
        self.set_target(yes);
        self.sequence_point();
        let known = self.known.clone();
        self.effect(then);
        self.known.clone_from(&known);
        self.jump(end);
        self.set_target(no);
        self.effect(otherwise);
        self.known = known;
        self.set_target(end);
    }
}

fn inverse(op: Comparison) -> Comparison {
    match op {
        Comparison::Eq => Comparison::Ne,
        Comparison::Ne => Comparison::Eq,
        Comparison::Lt => Comparison::Ge,
        Comparison::Le => Comparison::Gt,
        Comparison::Gt => Comparison::Le,
        Comparison::Ge => Comparison::Lt,
    }
}
