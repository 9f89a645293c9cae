//! Expressions, with as few parentheses as the grammar allows.

use super::Printer;
use crate::tree::{AttrForm, AttrsId, BinaryOp, Designator, DesignatorId, ExprId, ExprKind, List, TypeNameId, UnaryOp};

/// How tightly each kind of expression binds; see [`BinaryOp::spelling`] for those between.
pub(super) mod level {
    pub(super) const COMMA: u8 = 1;
    pub(super) const ASSIGN: u8 = 2;
    pub(super) const CONDITIONAL: u8 = 3;
    pub(super) const LOGICAL_OR: u8 = 4;
    pub(super) const CAST: u8 = 14;
    pub(super) const UNARY: u8 = 15;
    pub(super) const POSTFIX: u8 = 16;
    pub(in crate::print) const PRIMARY: u8 = 17;
}

impl Printer<'_> {
    pub(super) fn level(&self, id: ExprId) -> u8 {
        level_of(self.sight.body.expr(id))
    }

    /// An expression, in parentheses if it binds less tightly than its place needs.
    pub(super) fn expr(&mut self, id: ExprId, needed: u8) {
        if self.original.is_some() && self.copied_expr(id, needed) {
            return;
        }
        let kind = self.sight.body.expr(id);
        // Leaves need neither parentheses nor stack, and asking for them first spares a jump that nobody can foresee.
        if let ExprKind::Name { decl } = kind {
            if let Some(name) = self.sight.decl(decl).name {
                self.name(name);
            }
        } else if let ExprKind::Int { lo, hi, form, spelling } = kind {
            self.int(u64::from(lo) | u64::from(hi) << 32, form, spelling);
        } else if level_of(kind) < needed {
            self.byte(b'(');
            self.nested(|printer| printer.expr_kind(id, kind));
            self.byte(b')');
        } else {
            self.nested(|printer| printer.expr_kind(id, kind));
        }
    }

    pub(super) fn expr_kind(&mut self, id: ExprId, kind: ExprKind) {
        match kind {
            ExprKind::Error {} => self.text("<error>"),
            ExprKind::Int { .. } | ExprKind::Name { .. } => {}
            ExprKind::Char { value, spelling } => match spelling {
                Some(spelling) => self.name(spelling),
                None => self.built_char(value),
            },
            ExprKind::Float { value } => self.float(id, value),
            ExprKind::Str { string } => self.string(string),
            ExprKind::FunctionName { which } => self.text(which.spelling()),
            ExprKind::Index { base, index } => {
                self.expr(base, level::POSTFIX);
                self.byte(b'[');
                self.expr(index, level::COMMA);
                self.byte(b']');
            }
            ExprKind::Call { callee, args } => {
                self.expr(callee, level::POSTFIX);
                self.byte(b'(');
                self.expr_list(args);
                self.byte(b')');
            }
            ExprKind::Member { base, field, arrow } => {
                self.expr(base, level::POSTFIX);
                self.text(if arrow { "->" } else { "." });
                if let Some(name) = self.sight.types().fields[field].name {
                    self.name(name);
                }
            }
            ExprKind::Unary { op, operand } => self.unary(op, operand),
            ExprKind::Binary { op, lhs, rhs } => self.binary(op, lhs, rhs),
            ExprKind::Assign { op, lhs, rhs } => {
                self.expr(lhs, level::UNARY);
                self.byte(b' ');
                if let Some(op) = op {
                    self.text(op.spelling().0);
                }
                self.text("= ");
                self.expr(rhs, level::ASSIGN);
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.expr(cond, level::LOGICAL_OR);
                self.text(" ? ");
                if let Some(then) = then {
                    self.expr(then, level::COMMA);
                    self.byte(b' ');
                }
                self.text(": ");
                self.expr(otherwise, level::CONDITIONAL);
            }
            ExprKind::Cast { to, operand } => {
                self.byte(b'(');
                self.type_name(to);
                self.byte(b')');
                self.expr(operand, level::CAST);
            }
            ExprKind::CompoundLiteral { of, init } => {
                self.byte(b'(');
                self.type_name(of);
                self.byte(b')');
                self.expr(init, level::ASSIGN);
            }
            ExprKind::SizeofExpr { op, operand } => {
                self.text(op.spelling());
                // `sizeof (int) x` would be the size of `int`. A probe asks about any operand, not about this one.
                if self.probe.is_some()
                    || self.level(operand) >= level::UNARY
                        && !matches!(self.sight.body.expr(operand), ExprKind::CompoundLiteral { .. })
                {
                    self.byte(b' ');
                    self.expr(operand, level::UNARY);
                } else {
                    self.byte(b'(');
                    self.expr(operand, level::COMMA);
                    self.byte(b')');
                }
            }
            ExprKind::SizeofType { op, of } => {
                self.text(op.spelling());
                self.byte(b'(');
                self.type_name(of);
                self.byte(b')');
            }
            ExprKind::Generic { control, assocs } => {
                self.text("_Generic(");
                self.expr(control, level::ASSIGN);
                let body = self.sight.body;
                for assoc in body.list(assocs) {
                    let assoc = body.assocs[assoc];
                    self.text(", ");
                    match assoc.ty {
                        Some(name) => self.type_name(name),
                        None => self.text("default"),
                    }
                    self.text(": ");
                    self.expr(assoc.value, level::ASSIGN);
                }
                self.byte(b')');
            }
            ExprKind::StmtExpr { body } => {
                self.byte(b'(');
                self.stmt(body);
                self.byte(b')');
            }
            ExprKind::InitList { items } => self.init_list(items),
            ExprKind::VaArg { list, of } => {
                self.text("__builtin_va_arg(");
                self.expr(list, level::ASSIGN);
                self.text(", ");
                self.type_name(of);
                self.byte(b')');
            }
            ExprKind::Offsetof { of, path } => {
                self.text("__builtin_offsetof(");
                self.type_name(of);
                self.text(", ");
                self.offsetof_path(path);
                self.byte(b')');
            }
            ExprKind::TypesCompatible { a, b } => {
                self.text("__builtin_types_compatible_p(");
                self.type_name(a);
                self.text(", ");
                self.type_name(b);
                self.byte(b')');
            }
            ExprKind::ChooseExpr { cond, then, otherwise } => {
                self.text("__builtin_choose_expr(");
                self.expr(cond, level::ASSIGN);
                self.text(", ");
                self.expr(then, level::ASSIGN);
                self.text(", ");
                self.expr(otherwise, level::ASSIGN);
                self.byte(b')');
            }
            ExprKind::ConvertVector { value, to } => {
                self.text("__builtin_convertvector(");
                self.expr(value, level::ASSIGN);
                self.text(", ");
                self.type_name(to);
                self.byte(b')');
            }
            ExprKind::HasAttribute { operand, attrs } => {
                self.text("__builtin_has_attribute(");
                self.expr(operand, level::ASSIGN);
                self.attribute_asked_for(attrs);
            }
            ExprKind::TypeHasAttribute { of, attrs } => {
                self.text("__builtin_has_attribute(");
                self.type_name(of);
                self.attribute_asked_for(attrs);
            }
            ExprKind::LabelAddress { label } => {
                self.text("&&");
                self.name(self.sight.body.labels[label].name);
            }
        }
    }

    fn built_char(&mut self, value: u32) {
        let signed = value as i32;
        if signed < 0 {
            self.text("(-");
            self.number(u64::from(signed.unsigned_abs()));
            self.byte(b')');
        } else {
            self.number(u64::from(value));
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId) {
        if op.is_postfix() {
            self.expr(operand, level::POSTFIX);
            self.text(op.spelling());
            return;
        }
        self.text(op.spelling());
        // `- -x` and `& &&label` are not `--x` and `&&&label`.
        let start = self.out.len();
        let last = self.out.last().copied();
        let needed = if matches!(op, UnaryOp::PreInc | UnaryOp::PreDec) { level::UNARY } else { level::CAST };
        self.expr(operand, needed);
        if matches!(last, Some(b'+' | b'-' | b'&')) && self.out.get(start).copied() == last {
            self.out.insert(start, b' ');
        }
    }

    /// Chains such as `a + b + c + ...` lean to the left and may be long, so the left spine is walked without recursion.
    fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        let (spelling, precedence) = op.spelling();
        self.expr(lhs, precedence);
        if op != BinaryOp::Comma {
            self.byte(b' ');
        }
        self.text(spelling);
        self.byte(b' ');
        self.expr(rhs, precedence + 1);
    }

    pub(super) fn expr_list(&mut self, list: List<ExprId>) {
        let body = self.sight.body;
        for (position, id) in body.list(list).enumerate() {
            if position > 0 {
                self.text(", ");
            }
            self.expr(id, level::ASSIGN);
        }
    }

    /// The second operand of `__builtin_has_attribute`.
    fn attribute_asked_for(&mut self, attrs: AttrsId) {
        self.text(", ");
        let body = self.sight.body;
        for attr in body.attrs[attrs].iter().filter(|attr| attr.form == AttrForm::Gnu) {
            self.attr_at(self.sight, attr);
        }
        self.byte(b')');
    }

    fn init_list(&mut self, items: List<crate::tree::InitItemId>) {
        let body = self.sight.body;
        self.byte(b'{');
        for (position, id) in body.list(items).enumerate() {
            if position > 0 {
                self.text(", ");
            }
            let item = body.init_items[id];
            if !item.designators.is_empty() {
                for designator in body.list(item.designators) {
                    self.designator(designator);
                }
                self.text(" = ");
            }
            self.expr(item.value, level::ASSIGN);
        }
        self.byte(b'}');
    }

    fn designator(&mut self, id: DesignatorId) {
        match self.sight.body.designators[id] {
            Designator::Name(name) => {
                self.byte(b'.');
                self.name(name);
            }
            Designator::Field(field) => {
                self.byte(b'.');
                if let Some(name) = self.sight.types().fields[field].name {
                    self.name(name);
                }
            }
            Designator::Index(index) => {
                self.byte(b'[');
                self.expr(index, level::CONDITIONAL);
                self.byte(b']');
            }
            Designator::Range(first, last) => {
                self.byte(b'[');
                self.expr(first, level::CONDITIONAL);
                self.text(" ... ");
                self.expr(last, level::CONDITIONAL);
                self.byte(b']');
            }
        }
    }

    /// The path of `offsetof` starts with a member without its dot.
    fn offsetof_path(&mut self, path: List<DesignatorId>) {
        let start = self.out.len();
        let body = self.sight.body;
        for designator in body.list(path) {
            self.designator(designator);
        }
        if self.out.get(start) == Some(&b'.') {
            self.out.remove(start);
        }
    }

    /// A type name, defining the tags it defines.
    pub(super) fn type_name(&mut self, id: TypeNameId) {
        let name = self.sight.body.type_names[id];
        let n_pending = self.pending.len();
        if !name.defines.is_empty() {
            self.pending.extend(self.sight.body.list(name.defines));
        }
        self.type_and_name(name.ty, None);
        self.pending.truncate(n_pending);
    }
}

/// How tightly an expression binds.
#[inline]
fn level_of(kind: ExprKind) -> u8 {
    // What is left without these two is a table.
    if let ExprKind::Binary { op, .. } = kind {
        return op.precedence();
    }
    if let ExprKind::Unary { op, .. } = kind {
        return if op.is_postfix() { level::POSTFIX } else { level::UNARY };
    }
    match kind {
        ExprKind::Assign { .. } => level::ASSIGN,
        ExprKind::Conditional { .. } => level::CONDITIONAL,
        ExprKind::Cast { .. } => level::CAST,
        ExprKind::SizeofExpr { .. } | ExprKind::SizeofType { .. } | ExprKind::LabelAddress { .. } => level::UNARY,
        ExprKind::Index { .. } | ExprKind::Call { .. } | ExprKind::Member { .. } | ExprKind::CompoundLiteral { .. } => {
            level::POSTFIX
        }
        _ => level::PRIMARY,
    }
}
