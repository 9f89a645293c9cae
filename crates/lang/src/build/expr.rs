//! Expressions built by code.

use super::Builder;
use crate::lex::Prefix;
use crate::source::Span;
use crate::tree::{
    AssignOp, BinaryOp, DeclRef, Designator, DesignatorId, ExprId, ExprKind, FloatLiteral, InitItem, InitItemId, List,
    SizeofOp, StmtId, StringLiteral, TypeName, TypeNameId, UnaryOp,
};
use crate::types::{Basic, FieldId, Ty};
use crate::value::float::Float;

impl Builder {
    fn node(&mut self, kind: ExprKind) -> ExprId {
        self.checker.expr(kind, Span::NONE)
    }

    /// An `int` constant.
    pub fn int(&mut self, value: u32) -> ExprId {
        self.int_of(u64::from(value), Basic::Int)
    }

    /// An integer constant of type `int`, `unsigned`, `long`... The value is not negative: C has no negative constants.
    pub fn int_of(&mut self, value: u64, basic: Basic) -> ExprId {
        self.checker.typed_expr(ExprKind::int(value), Ty::basic(basic), Span::NONE)
    }

    /// A finite, non-negative floating constant of a real floating type.
    pub fn float_of(&mut self, value: Float, basic: Basic) -> ExprId {
        let literal = FloatLiteral { value, spelling: None, imaginary: false };
        let value = self.checker.body_mut().floats.push(literal);
        self.checker.typed_expr(ExprKind::Float { value }, Ty::basic(basic), Span::NONE)
    }

    /// A plain string literal.
    pub fn string(&mut self, bytes: &[u8]) -> ExprId {
        let units = bytes.iter().map(|&byte| u32::from(byte)).collect();
        let string = self.checker.body_mut().strings.push(StringLiteral { prefix: Prefix::Plain, units });
        self.node(ExprKind::Str { string })
    }

    /// A variable, parameter, function or enumeration constant.
    pub fn name(&mut self, decl: DeclRef) -> ExprId {
        self.node(ExprKind::Name { decl })
    }

    /// An operator with one operand.
    pub fn unary(&mut self, op: UnaryOp, operand: ExprId) -> ExprId {
        self.node(ExprKind::Unary { op, operand })
    }

    /// An operator with two operands.
    pub fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        self.node(ExprKind::Binary { op, lhs, rhs })
    }

    /// `=` or a compound assignment.
    pub fn assign(&mut self, op: AssignOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        self.node(ExprKind::Assign { op, lhs, rhs })
    }

    /// `cond ? then : otherwise`.
    pub fn conditional(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        self.node(ExprKind::Conditional { cond, then: Some(then), otherwise })
    }

    fn type_name(&mut self, ty: Ty) -> TypeNameId {
        let name = TypeName { ty, defines: List::default(), sizes: List::default() };
        self.checker.body_mut().type_names.push(name)
    }

    /// `(to) operand`.
    pub fn cast(&mut self, to: Ty, operand: ExprId) -> ExprId {
        let to = self.type_name(to);
        self.node(ExprKind::Cast { to, operand })
    }

    /// `callee(args)`.
    pub fn call(&mut self, callee: ExprId, args: impl IntoIterator<Item = ExprId>) -> ExprId {
        let args = self.checker.list(args);
        self.node(ExprKind::Call { callee, args })
    }

    /// `base[index]`.
    pub fn index(&mut self, base: ExprId, index: ExprId) -> ExprId {
        self.node(ExprKind::Index { base, index })
    }

    /// `base.field`.
    pub fn member(&mut self, base: ExprId, field: FieldId) -> ExprId {
        self.node(ExprKind::Member { base, field, arrow: false })
    }

    /// `base->field`.
    pub fn arrow(&mut self, base: ExprId, field: FieldId) -> ExprId {
        self.node(ExprKind::Member { base, field, arrow: true })
    }

    /// `sizeof (ty)`.
    pub fn sizeof_type(&mut self, ty: Ty) -> ExprId {
        let of = self.type_name(ty);
        self.node(ExprKind::SizeofType { op: SizeofOp::Size, of })
    }

    /// `sizeof operand`.
    pub fn sizeof_expr(&mut self, operand: ExprId) -> ExprId {
        self.node(ExprKind::SizeofExpr { op: SizeofOp::Size, operand })
    }

    /// `{ values }`, for an initialiser or compound literal.
    pub fn init_list(&mut self, values: impl IntoIterator<Item = ExprId>) -> ExprId {
        let items: Vec<InitItemId> = values
            .into_iter()
            .map(|value| self.checker.body_mut().init_items.push(InitItem { designators: List::default(), value }))
            .collect();
        let items = self.checker.list(items);
        self.node(ExprKind::InitList { items })
    }

    /// `{ .field = value, ... }`.
    pub fn designated_list(&mut self, values: impl IntoIterator<Item = (FieldId, ExprId)>) -> ExprId {
        let mut items: Vec<InitItemId> = Vec::new();
        for (field, value) in values {
            let designator: DesignatorId = self.checker.body_mut().designators.push(Designator::Field(field));
            let designators = self.checker.list([designator]);
            items.push(self.checker.body_mut().init_items.push(InitItem { designators, value }));
        }
        let items = self.checker.list(items);
        self.node(ExprKind::InitList { items })
    }

    /// `(ty) { ... }`, from a list.
    pub fn compound_literal(&mut self, ty: Ty, list: ExprId) -> ExprId {
        let of = self.type_name(ty);
        self.node(ExprKind::CompoundLiteral { of, init: list })
    }

    /// `({ ... })`, from a block.
    pub fn stmt_expr(&mut self, block: StmtId) -> ExprId {
        self.node(ExprKind::StmtExpr { body: block })
    }

    /// The type of an expression.
    pub fn ty(&self, expr: ExprId) -> Ty {
        self.checker.ty(expr)
    }
}
