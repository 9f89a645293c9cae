//! The type of each expression, and the conversion of each operand (C11 6.5).

use super::Checker;
use crate::diagnostics::Code;
use crate::tree::{Designator, ExprId, ExprKind, FunctionName, SizeofOp, StmtKind};
use crate::types::{ArrayLen, FieldId, Quals, RecordId, Ty};

impl Checker {
    /// Computes the type of an expression and the conversions of its operands, which have been checked before.
    pub(crate) fn check_expr(&mut self, id: ExprId) {
        self.check_kind(id, self.body().expr(id));
    }

    /// The same for a node that is at hand.
    pub(crate) fn check_kind(&mut self, id: ExprId, kind: ExprKind) {
        let ty = match kind {
            ExprKind::Error {} => Ty::ERROR,
            ExprKind::Int { .. } | ExprKind::Char { .. } | ExprKind::Float { .. } => self.literal_type(id),
            ExprKind::Str { string } => self.string_type(string),
            ExprKind::Name { decl } => self.decl(decl).ty,
            ExprKind::FunctionName { which } => self.function_name_type(which),
            ExprKind::Index { base, index } => self.index(id, base, index),
            ExprKind::Call { callee, args } => self.call(id, callee, args),
            ExprKind::Member { base, field, arrow } => self.member_type(id, base, field, arrow),
            ExprKind::Unary { op, operand } => self.unary(id, op, operand),
            ExprKind::Binary { op, lhs, rhs } => self.binary(id, op, lhs, rhs),
            ExprKind::Assign { op, lhs, rhs } => self.assign(id, op, lhs, rhs),
            ExprKind::Conditional { cond, then, otherwise } => self.conditional(id, cond, then, otherwise),
            ExprKind::Cast { to, operand } => {
                let to = self.body().type_names[to].ty;
                self.cast(id, to, operand)
            }
            ExprKind::CompoundLiteral { of, init } => self.compound_literal(id, of, init),
            ExprKind::SizeofExpr { op, operand } => self.sizeof_expr(op, operand),
            ExprKind::SizeofType { op, of } => {
                let ty = self.body().type_names[of].ty;
                self.sizeof(id, op, ty)
            }
            ExprKind::Generic { .. } => self.generic(id),
            ExprKind::StmtExpr { .. } => self.stmt_expr_type(id),
            ExprKind::InitList { .. } => Ty::ERROR,
            ExprKind::VaArg { list, of } => self.va_arg(list, of),
            ExprKind::Offsetof { path, .. } => {
                for designator in self.body().list(path).collect::<Vec<_>>() {
                    if let Designator::Index(index) = self.body().designators[designator] {
                        self.value(index);
                    }
                }
                self.common.size
            }
            ExprKind::TypesCompatible { .. } => Ty::INT,
            ExprKind::ChooseExpr { cond, .. } => self.choose_expr(id, cond),
            ExprKind::ConvertVector { value, to } => {
                let to = self.body().type_names[to].ty;
                self.convert_vector(id, value, to)
            }
            ExprKind::HasAttribute { .. } | ExprKind::TypeHasAttribute { .. } => Ty::INT,
            ExprKind::LabelAddress { .. } => self.common.void_pointer,
        };
        self.body_mut().set_ty(id, ty);
    }

    /// Reports operands that an operator does not take.
    #[cold]
    pub(crate) fn bad_operand(&mut self, id: ExprId, message: impl Into<String>) -> Ty {
        let span = self.span(id);
        self.error(Code::BadOperand, span, message);
        Ty::ERROR
    }

    fn function_name_type(&mut self, which: FunctionName) -> Ty {
        let name = self
            .functions
            .last()
            .map_or(0, |function| self.decl(function.decl).name.map_or(0, |name| self.name(name).len()));
        // GCC's `__PRETTY_FUNCTION__` outside of a function is "top level".
        let len = if self.functions.is_empty() && which == FunctionName::PrettyFunction { 9 } else { name as u64 };
        let elem = self.qualified(Ty::CHAR, Quals::CONST);
        self.array(elem, ArrayLen::Fixed(len + 1))
    }

    fn index(&mut self, id: ExprId, base: ExprId, index: ExprId) -> Ty {
        if let Some((elem, _)) = self.types().as_vector(self.ty(base)) {
            return self.vector_index(base, index, elem);
        }
        let (a, b) = (self.value(base), self.value(index));
        if a.is_error() || b.is_error() {
            return Ty::ERROR;
        }
        let (pointer, number) = if self.types().is_pointer(a) { (a, index) } else { (b, base) };
        let Some(to) = self.types().pointee(pointer) else {
            return self.bad_operand(id, "one operand of `[]` must be a pointer or an array");
        };
        if !self.types().is_integer(self.ty(number)) {
            return self.bad_operand(id, "one operand of `[]` must be an integer");
        }
        self.promoted(number);
        if self.types().as_function(to).is_some() {
            return self.bad_operand(id, "a function cannot be subscripted");
        }
        if !self.types().is_complete(to) && !self.types().is_void(to) {
            let message = format!("elements of incomplete type `{}`", self.show(to));
            return self.bad_operand(id, message);
        }
        to
    }

    fn vector_index(&mut self, base: ExprId, index: ExprId, elem: Ty) -> Ty {
        let number = self.promoted(index);
        if !self.types().is_integer(number) && !number.is_error() {
            return self.bad_operand(index, "the subscript of a vector must be an integer");
        }
        let quals = self.types().quals(self.ty(base));
        self.qualified(elem, quals)
    }

    /// Finds a member by name, through anonymous members as well.
    pub(crate) fn find_field(&self, record: RecordId, name: crate::names::Symbol) -> Option<FieldId> {
        let types = self.types();
        types.records[record].fields().find_map(|id| {
            let field = &types.fields[id];
            match field.name {
                Some(own) => (own == name).then_some(id),
                None if field.bits.is_none() => {
                    types.as_record(field.ty).and_then(|inner| self.find_field(inner, name))
                }
                None => None,
            }
        })
    }

    fn member_type(&mut self, id: ExprId, base: ExprId, field: FieldId, arrow: bool) -> Ty {
        let record = if arrow {
            let pointer = self.value(base);
            match self.types().pointee(pointer) {
                Some(to) => to,
                None if pointer.is_error() => return Ty::ERROR,
                None => return self.bad_operand(id, "the operand of `->` must be a pointer"),
            }
        } else {
            self.ty(base)
        };
        if record.is_error() {
            return Ty::ERROR;
        }
        let Some(of) = self.types().as_record(record) else {
            return self.bad_operand(id, "only a structure or union has members");
        };
        if !self.holds_field(of, field) {
            return self.bad_operand(id, "the structure or union has no such member");
        }
        let quals = self.types().quals(record);
        let ty = self.types().fields[field].ty;
        self.qualified(ty, quals.without(Quals::RESTRICT).without(Quals::ATOMIC))
    }

    pub(crate) fn holds_field(&self, record: RecordId, field: FieldId) -> bool {
        let types = self.types();
        types.fields[field].parent == record
            || types.records[record].fields().any(|id| {
                let member = &types.fields[id];
                member.name.is_none() && types.as_record(member.ty).is_some_and(|inner| self.holds_field(inner, field))
            })
    }

    fn sizeof_expr(&mut self, op: SizeofOp, operand: ExprId) -> Ty {
        let ty = self.ty(operand);
        if self.bit_field(operand).is_some() && matches!(self.body().expr(operand), ExprKind::Member { .. }) {
            return self.bad_operand(operand, format!("`{}` cannot be applied to a bit-field", op.spelling()));
        }
        self.body_mut().set_converted(operand, ty);
        self.sizeof(operand, op, ty)
    }

    fn sizeof(&mut self, at: ExprId, op: SizeofOp, ty: Ty) -> Ty {
        let types = self.types();
        // GNU C: `void` and functions have size 1.
        let has_size = types.is_complete(ty) || types.is_void(ty) || types.as_function(ty).is_some();
        let only_align = op != SizeofOp::Size && types.as_array(ty).is_some();
        if !has_size && !only_align && !ty.is_error() {
            let message = format!("`{}` of incomplete type `{}`", op.spelling(), self.show(ty));
            let span = self.span(at);
            self.error(Code::Incomplete, span, message);
        }
        self.common.size
    }

    /// The initialiser is checked against the type and may complete it.
    fn compound_literal(&mut self, id: ExprId, of: crate::tree::TypeNameId, init: ExprId) -> Ty {
        let ty = self.body().type_names[of].ty;
        let at_file_scope = self.at_file_scope();
        let span = self.span(id);
        if !self.can_initialize(ty, span) {
            return ty;
        }
        let ty = self.initialize_literal(ty, init, at_file_scope);
        self.body_mut().type_names[of].ty = ty;
        ty
    }

    fn va_arg(&mut self, list: ExprId, of: crate::tree::TypeNameId) -> Ty {
        self.value(list);
        let ty = self.body().type_names[of].ty;
        self.require_va_list(list);
        if !self.types().is_complete(ty) && !ty.is_error() {
            let message = format!("`va_arg` of incomplete type `{}`", self.show(ty));
            let span = self.span(list);
            self.error(Code::Incomplete, span, message);
        }
        self.types().value_type(ty)
    }

    fn choose_expr(&mut self, id: ExprId, cond: ExprId) -> Ty {
        self.value(cond);
        match self.chosen(id) {
            Some(chosen) => self.ty(chosen),
            None => {
                let span = self.span(cond);
                self.error(Code::NotConstant, span, "the first argument of `__builtin_choose_expr` must be a constant");
                Ty::ERROR
            }
        }
    }

    /// The operand that a generic selection or `__builtin_choose_expr` stands for.
    pub(crate) fn chosen(&self, id: ExprId) -> Option<ExprId> {
        match self.body().expr(id) {
            ExprKind::ChooseExpr { cond, then, otherwise } => {
                self.fold_int(cond).map(|value| if value.is_zero() { otherwise } else { then })
            }
            ExprKind::Generic { control, assocs } => self.generic_choice(control, assocs),
            _ => None,
        }
    }

    fn generic_choice(&self, control: ExprId, assocs: crate::tree::List<crate::tree::AssocId>) -> Option<ExprId> {
        let ty = self.body().converted(control);
        let mut default = None;
        for assoc in self.body().list(assocs) {
            let assoc = self.body().assocs[assoc];
            match assoc.ty {
                Some(name) => {
                    if self.types().compatible(self.target(), self.body().type_names[name].ty, ty) {
                        return Some(assoc.value);
                    }
                }
                None => default = Some(assoc.value),
            }
        }
        default
    }

    fn generic(&mut self, id: ExprId) -> Ty {
        let ExprKind::Generic { control, assocs } = self.body().expr(id) else { return Ty::ERROR };
        // The controlling expression undergoes lvalue conversion (GCC, C17 DR 481); a bit-field keeps its declared type.
        let control_ty = self.value(control);
        if control_ty.is_error() {
            return Ty::ERROR;
        }
        self.check_associations(assocs);
        match self.generic_choice(control, assocs) {
            Some(value) => self.ty(value),
            None => {
                let message = format!("no association for `{}`", self.show(control_ty));
                let span = self.span(id);
                self.error(Code::BadGeneric, span, message);
                Ty::ERROR
            }
        }
    }

    fn check_associations(&mut self, assocs: crate::tree::List<crate::tree::AssocId>) {
        let all: Vec<_> = self.body().list(assocs).map(|id| self.body().assocs[id]).collect();
        let mut seen: Vec<Ty> = Vec::new();
        let mut n_defaults = 0;
        for assoc in all {
            let span = self.span(assoc.value);
            let Some(name) = assoc.ty else {
                n_defaults += 1;
                if n_defaults == 2 {
                    self.error(Code::BadGeneric, span, "two `default` associations");
                }
                continue;
            };
            let ty = self.body().type_names[name].ty;
            if !self.types().is_complete(ty) && !self.types().is_void(ty) && !ty.is_error() {
                self.error(Code::BadGeneric, span, "an association needs a complete object type");
            } else if seen.iter().any(|&other| self.types().compatible(self.target(), ty, other)) {
                self.error(Code::BadGeneric, span, "two associations for compatible types");
            }
            seen.push(ty);
        }
    }

    /// The value of a statement expression is that of its last statement, if that is an expression.
    fn stmt_expr_type(&mut self, id: ExprId) -> Ty {
        match self.stmt_expr_value(id) {
            Some(value) => self.value(value),
            None => Ty::VOID,
        }
    }

    /// The expression whose value a statement expression has.
    pub(crate) fn stmt_expr_value(&self, id: ExprId) -> Option<ExprId> {
        let ExprKind::StmtExpr { body } = self.body().expr(id) else { return None };
        let StmtKind::Compound { items } = self.body().stmt(body) else { return None };
        let mut last = self.body().list(items).next_back()?;
        loop {
            match self.body().stmt(last) {
                StmtKind::Expr { value } => return Some(value),
                StmtKind::Label { body, .. }
                | StmtKind::Case { body, .. }
                | StmtKind::Default { body }
                | StmtKind::Pragma { body: Some(body), .. } => last = body,
                _ => return None,
            }
        }
    }

    fn convert_vector(&mut self, id: ExprId, value: ExprId, to: Ty) -> Ty {
        let from = self.value(value);
        match (self.types().as_vector(from), self.types().as_vector(to)) {
            (Some((_, from_lanes)), Some((_, to_lanes))) if from_lanes == to_lanes => self.types().value_type(to),
            _ if from.is_error() || to.is_error() => Ty::ERROR,
            _ => self.bad_operand(id, "`__builtin_convertvector` needs two vectors of as many elements"),
        }
    }
}
