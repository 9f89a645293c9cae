//! Expressions built by code.

use super::work::{Checked, Work};
use crate::check::Checker;
use crate::lex::Prefix;
use crate::source::Span;
use crate::tree::{
    AssignOp, Assoc, AssocId, BinaryOp, DeclRef, Designator, DesignatorId, ExprId, ExprKind, FunctionName, InitItem,
    InitItemId, LabelId, List, SizeofOp, StmtId, StringLiteral, TypeName, TypeNameId, UnaryOp,
};
use crate::types::{Basic, FieldId, Ty};
use crate::value::float::Float;

/// What an item of an initialiser list is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Whatever comes next.
    Next,
    /// `.field =`.
    Field(FieldId),
    /// `[index] =`.
    Index(u32),
    /// `[first ... last] =` (GNU).
    Range(u32, u32),
}

/// Building expressions. Each call checks its node, whose operands have been checked before.
pub trait BuildExpr: Work {
    /// An `int` constant.
    fn int(&mut self, value: u32) -> ExprId {
        self.int_of(u64::from(value), Basic::Int)
    }

    /// An integer constant of type `int`, `unsigned`, `long`... The value is not negative: C has no negative constants.
    fn int_of(&mut self, value: u64, basic: Basic) -> ExprId {
        self.checker_mut().built_int(value, Ty::basic(basic))
    }

    /// A finite, non-negative floating constant of a real floating type.
    fn float_of(&mut self, value: Float, basic: Basic) -> ExprId {
        self.checker_mut().built_float(value, basic)
    }

    /// A plain string literal.
    fn string(&mut self, bytes: &[u8]) -> ExprId {
        let units = bytes.iter().map(|&byte| u32::from(byte)).collect();
        let string = self.checker_mut().body_mut().strings.push(StringLiteral { prefix: Prefix::Plain, units });
        node(self, ExprKind::Str { string })
    }

    /// A variable, parameter, function or enumeration constant.
    fn name(&mut self, decl: DeclRef) -> ExprId {
        node(self, ExprKind::Name { decl })
    }

    /// `__func__` or one of its GNU kin.
    fn function_name(&mut self, which: FunctionName) -> ExprId {
        node(self, ExprKind::FunctionName { which })
    }

    /// An operator with one operand.
    fn unary(&mut self, op: UnaryOp, operand: ExprId) -> ExprId {
        node(self, ExprKind::Unary { op, operand })
    }

    /// An operator with two operands.
    fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        node(self, ExprKind::Binary { op, lhs, rhs })
    }

    /// `=` or a compound assignment.
    fn assign(&mut self, op: AssignOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        node(self, ExprKind::Assign { op, lhs, rhs })
    }

    /// `cond ? then : otherwise`.
    fn conditional(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        node(self, ExprKind::Conditional { cond, then: Some(then), otherwise })
    }

    /// `value ?: otherwise` (GNU).
    fn value_or(&mut self, value: ExprId, otherwise: ExprId) -> ExprId {
        node(self, ExprKind::Conditional { cond: value, then: None, otherwise })
    }

    /// `(to) operand`.
    fn cast(&mut self, to: Ty, operand: ExprId) -> ExprId {
        let to = type_name(self.checker_mut(), to);
        node(self, ExprKind::Cast { to, operand })
    }

    /// `callee(args)`.
    fn call(&mut self, callee: ExprId, args: impl IntoIterator<Item = ExprId>) -> ExprId
    where
        Self: Sized,
    {
        let args = self.checker_mut().list(args);
        node(self, ExprKind::Call { callee, args })
    }

    /// `base[index]`.
    fn index(&mut self, base: ExprId, index: ExprId) -> ExprId {
        node(self, ExprKind::Index { base, index })
    }

    /// `base.field`.
    fn member(&mut self, base: ExprId, field: FieldId) -> ExprId {
        node(self, ExprKind::Member { base, field, arrow: false })
    }

    /// `base->field`.
    fn arrow(&mut self, base: ExprId, field: FieldId) -> ExprId {
        node(self, ExprKind::Member { base, field, arrow: true })
    }

    /// `sizeof (ty)`, `_Alignof (ty)`.
    fn sizeof_type(&mut self, op: SizeofOp, ty: Ty) -> ExprId {
        let of = type_name(self.checker_mut(), ty);
        node(self, ExprKind::SizeofType { op, of })
    }

    /// `sizeof operand`, `_Alignof operand` (GNU).
    fn sizeof_expr(&mut self, op: SizeofOp, operand: ExprId) -> ExprId {
        node(self, ExprKind::SizeofExpr { op, operand })
    }

    /// `__builtin_offsetof (ty, field)`.
    fn offsetof(&mut self, ty: Ty, field: FieldId) -> ExprId {
        let of = type_name(self.checker_mut(), ty);
        let path = designator(self.checker_mut(), Designator::Field(field));
        node(self, ExprKind::Offsetof { of, path })
    }

    /// `_Generic (control, ty: value, ..., default: value)`; `None` is `default`.
    fn generic(&mut self, control: ExprId, assocs: &[(Option<Ty>, ExprId)]) -> ExprId {
        let checker = self.checker_mut();
        let assocs: Vec<AssocId> = assocs
            .iter()
            .map(|&(ty, value)| {
                let ty = ty.map(|ty| type_name(checker, ty));
                checker.body_mut().assocs.push(Assoc { ty, value })
            })
            .collect();
        let assocs = checker.list(assocs);
        node(self, ExprKind::Generic { control, assocs })
    }

    /// `__builtin_choose_expr (cond, then, otherwise)`.
    fn choose_expr(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        node(self, ExprKind::ChooseExpr { cond, then, otherwise })
    }

    /// `__builtin_types_compatible_p (a, b)`.
    fn types_compatible(&mut self, a: Ty, b: Ty) -> ExprId {
        let a = type_name(self.checker_mut(), a);
        let b = type_name(self.checker_mut(), b);
        node(self, ExprKind::TypesCompatible { a, b })
    }

    /// `__builtin_convertvector (value, to)`.
    fn convert_vector(&mut self, value: ExprId, to: Ty) -> ExprId {
        let to = type_name(self.checker_mut(), to);
        node(self, ExprKind::ConvertVector { value, to })
    }

    /// `{ values }`, for an initialiser or compound literal.
    fn init_list(&mut self, values: impl IntoIterator<Item = ExprId>) -> ExprId
    where
        Self: Sized,
    {
        self.designated_list(values.into_iter().map(|value| (Part::Next, value)))
    }

    /// `{ .field = value, [3] = value, value }`.
    fn designated_list(&mut self, items: impl IntoIterator<Item = (Part, ExprId)>) -> ExprId
    where
        Self: Sized,
    {
        let items: Vec<InitItemId> = items.into_iter().map(|(part, value)| init_item(self, part, value)).collect();
        let items = self.checker_mut().list(items);
        node(self, ExprKind::InitList { items })
    }

    /// `(ty) { ... }`, from a list.
    fn compound_literal(&mut self, ty: Ty, list: ExprId) -> ExprId {
        let of = type_name(self.checker_mut(), ty);
        node(self, ExprKind::CompoundLiteral { of, init: list })
    }

    /// `({ ... })`, from a block.
    fn stmt_expr(&mut self, block: StmtId) -> ExprId {
        node(self, ExprKind::StmtExpr { body: block })
    }

    /// `__builtin_va_arg (list, ty)` (GNU).
    fn va_arg(&mut self, list: ExprId, ty: Ty) -> ExprId {
        let of = type_name(self.checker_mut(), ty);
        node(self, ExprKind::VaArg { list, of })
    }

    /// `&&label` (GNU).
    fn label_address(&mut self, label: LabelId) -> ExprId {
        node(self, ExprKind::LabelAddress { label })
    }
}

impl<W: Work> BuildExpr for W {}

fn node(work: &mut (impl Work + ?Sized), kind: ExprKind) -> ExprId {
    work.checker_mut().expr(kind, Span::NONE)
}

fn type_name(checker: &mut Checker, ty: Ty) -> TypeNameId {
    let name = TypeName { ty, defines: List::default(), sizes: List::default() };
    checker.body_mut().type_names.push(name)
}

fn designator(checker: &mut Checker, designator: Designator) -> List<DesignatorId> {
    let id = checker.body_mut().designators.push(designator);
    checker.list([id])
}

fn init_item(work: &mut impl BuildExpr, part: Part, value: ExprId) -> InitItemId {
    let designators = match part {
        Part::Next => List::default(),
        Part::Field(field) => designator(work.checker_mut(), Designator::Field(field)),
        Part::Index(index) => {
            let index = work.int(index);
            designator(work.checker_mut(), Designator::Index(index))
        }
        Part::Range(first, last) => {
            let range = Designator::Range(work.int(first), work.int(last));
            designator(work.checker_mut(), range)
        }
    };
    work.checker_mut().body_mut().init_items.push(InitItem { designators, value })
}
