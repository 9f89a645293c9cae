//! The nodes of a program: expressions and statements.
//!
//! The two enums below are the schema. The macro that defines them also writes the one function from which everything
//! follows that must look at all node kinds and does the same for each: `slots` shows every field of a node, in order of
//! evaluation, as a `Slot`. Walking, replacing a child, copying a subtree and comparing two trees are written once on top
//! of it. So a new node kind is one variant here, and the compiler then points at the places that give it a meaning: check,
//! print, and the interpreter's lowering.

use super::ids::{
    AsmId, AttrsId, DeclRef, ExprId, FloatId, FunctionId, GroupId, LabelId, StmtId, StringId, TypeNameId,
};
use super::list::List;
use super::op::{AssignOp, BinaryOp, FunctionName, SizeofOp, UnaryOp};
use super::parts::{AssocId, DesignatorId, InitItemId};
use super::slot::{AsSlot, Slot};
use crate::lex::IntForm;
use crate::names::Symbol;
use crate::types::FieldId;

/// Defines a node enum and the function that shows its fields.
macro_rules! nodes {
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident {
            $( $(#[$vmeta:meta])* $variant:ident { $( $(#[$fmeta:meta])* $field:ident: $fty:ty ),* $(,)? }, )*
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {
            $( $(#[$vmeta])* $variant { $( $(#[$fmeta])* $field: $fty ),* }, )*
        }

        impl $name {
            /// The name of the kind, for messages.
            pub fn name(&self) -> &'static str {
                match self { $( $name::$variant { .. } => stringify!($variant), )* }
            }

            /// Shows every field, in order of evaluation.
            #[inline]
            pub(crate) fn slots(&mut self, show: &mut impl FnMut(Slot<'_>)) {
                match self { $( $name::$variant { $($field),* } => { $( show($field.as_slot()); )* } )* }
            }
        }
    )*};
}

nodes! {
    /// An expression or initialiser. Its type and its conversion stand beside it in the body.
    pub enum ExprKind {
        /// What could not be read; only in programs that were rejected.
        Error {},
        /// Integer constant. Its text follows from value and form, or is kept.
        Int {
            /// Low half of the value.
            lo: u32,
            /// High half of the value.
            hi: u32,
            /// How it is written, if not by a spelling.
            form: IntForm,
            /// As written, where that is out of the ordinary.
            spelling: Option<Symbol>,
        },
        /// Floating constant.
        Float {
            /// Value and spelling.
            value: FloatId,
        },
        /// Character constant.
        Char {
            /// Its value, as the bits of its type.
            value: u32,
            /// As written.
            spelling: Option<Symbol>,
        },
        /// String literal, adjacent ones joined.
        Str {
            /// Contents.
            string: StringId,
        },
        /// A variable, parameter, function or enumeration constant.
        Name {
            /// What it names.
            decl: DeclRef,
        },
        /// `__func__` and its GNU kin.
        FunctionName {
            /// Which of them.
            which: FunctionName,
        },
        /// `base[index]`; either may be the pointer.
        Index {
            /// Left operand.
            base: ExprId,
            /// Operand in brackets.
            index: ExprId,
        },
        /// Function call.
        Call {
            /// The function or pointer called.
            callee: ExprId,
            /// Its arguments.
            args: List<ExprId>,
        },
        /// `base.field` or `base->field`. A member of an anonymous member is named directly.
        Member {
            /// The structure, or the pointer to it.
            base: ExprId,
            /// The member.
            field: FieldId,
            /// `->`.
            arrow: bool,
        },
        /// Prefix and postfix operators with one operand.
        Unary {
            /// The operator.
            op: UnaryOp,
            /// Its operand.
            operand: ExprId,
        },
        /// Operators with two operands, the comma included.
        Binary {
            /// The operator.
            op: BinaryOp,
            /// Left operand.
            lhs: ExprId,
            /// Right operand.
            rhs: ExprId,
        },
        /// `=` and the compound assignments. The converted type of `lhs` is the type the operation is done in.
        Assign {
            /// Which operation is combined with the assignment.
            op: AssignOp,
            /// What is assigned to.
            lhs: ExprId,
            /// Right operand.
            rhs: ExprId,
        },
        /// `cond ? then : otherwise`; without `then` the GNU form `cond ?: otherwise`.
        Conditional {
            /// Condition.
            cond: ExprId,
            /// Value if true.
            then: Option<ExprId>,
            /// Value if false.
            otherwise: ExprId,
        },
        /// `(to) operand`.
        Cast {
            /// Target type.
            to: TypeNameId,
            /// Operand.
            operand: ExprId,
        },
        /// `(of) { ... }`.
        CompoundLiteral {
            /// Type of the object.
            of: TypeNameId,
            /// Its initialiser.
            init: ExprId,
        },
        /// `sizeof operand` and its kin.
        SizeofExpr {
            /// Size or alignment.
            op: SizeofOp,
            /// Operand, evaluated only if its type has a run-time size.
            operand: ExprId,
        },
        /// `sizeof (of)` and its kin.
        SizeofType {
            /// Size or alignment.
            op: SizeofOp,
            /// The type.
            of: TypeNameId,
        },
        /// `_Generic (control, ...)`.
        Generic {
            /// The controlling expression, not evaluated.
            control: ExprId,
            /// The associations.
            assocs: List<AssocId>,
            // Which association is chosen follows from the types; see `Body::generic_choice`.
        },
        /// `({ ... })`.
        StmtExpr {
            /// The compound statement.
            body: StmtId,
        },
        /// `{ ... }` as an initialiser. What each item initialises follows from the type; see `check::init`.
        InitList {
            /// Its items in order.
            items: List<InitItemId>,
        },
        /// `__builtin_va_arg (list, of)`.
        VaArg {
            /// The list.
            list: ExprId,
            /// The type of the argument.
            of: TypeNameId,
        },
        /// `__builtin_offsetof (of, path)`.
        Offsetof {
            /// The structure.
            of: TypeNameId,
            /// The member, as designators.
            path: List<DesignatorId>,
        },
        /// `__builtin_types_compatible_p (a, b)`.
        TypesCompatible {
            /// One type.
            a: TypeNameId,
            /// The other.
            b: TypeNameId,
        },
        /// `__builtin_choose_expr (cond, then, otherwise)`: has the type and value of the chosen one.
        ChooseExpr {
            /// Constant condition.
            cond: ExprId,
            /// Chosen if it is not zero.
            then: ExprId,
            /// Chosen if it is zero.
            otherwise: ExprId,
        },
        /// `__builtin_convertvector (value, to)`.
        ConvertVector {
            /// A vector.
            value: ExprId,
            /// A vector type of as many elements.
            to: TypeNameId,
        },
        /// `__builtin_has_attribute (operand, attribute)` and other operators on which the compiler has the last word:
        /// carried as text.
        HasAttribute {
            /// The expression asked about.
            operand: ExprId,
            /// The attribute asked for.
            attrs: AttrsId,
        },
        /// `__builtin_has_attribute (of, attribute)` of a type.
        TypeHasAttribute {
            /// The type asked about.
            of: TypeNameId,
            /// The attribute asked for.
            attrs: AttrsId,
        },
        /// `&&label`.
        LabelAddress {
            /// The label.
            label: LabelId,
        },
    }

    /// A statement, a declaration among statements, or an item at file scope.
    pub enum StmtKind {
        /// What could not be read; only in programs that were rejected.
        Error {},
        /// `;`.
        Empty {},
        /// Expression statement.
        Expr {
            /// The expression.
            value: ExprId,
        },
        /// `{ ... }`.
        Compound {
            /// Declarations and statements in order.
            items: List<StmtId>,
        },
        /// A declaration.
        Decl {
            /// What it declares.
            group: GroupId,
        },
        /// A function definition, at file scope or nested (GNU).
        Function {
            /// The definition: an index of the unit's functions at file scope, of the body's nested functions elsewhere.
            function: FunctionId,
        },
        /// `_Static_assert`.
        StaticAssert {
            /// The condition.
            cond: ExprId,
            /// The message.
            message: Option<ExprId>,
        },
        /// `if`.
        If {
            /// Condition.
            cond: ExprId,
            /// Done if true.
            then: StmtId,
            /// Done if false.
            otherwise: Option<StmtId>,
        },
        /// `while`.
        While {
            /// Condition.
            cond: ExprId,
            /// Body.
            body: StmtId,
        },
        /// `do ... while`.
        DoWhile {
            /// Body.
            body: StmtId,
            /// Condition.
            cond: ExprId,
        },
        /// `for`.
        For {
            /// Declaration or expression statement before the loop.
            init: Option<StmtId>,
            /// Condition.
            cond: Option<ExprId>,
            /// Expression after each round.
            step: Option<ExprId>,
            /// Body.
            body: StmtId,
        },
        /// `switch`.
        Switch {
            /// Controlling expression.
            cond: ExprId,
            /// Body.
            body: StmtId,
        },
        /// `case lo:` or `case lo ... hi:` (GNU).
        Case {
            /// The value, or the first of the range.
            lo: ExprId,
            /// The last of the range.
            hi: Option<ExprId>,
            /// The labelled statement.
            body: StmtId,
        },
        /// `default:`.
        Default {
            /// The labelled statement.
            body: StmtId,
        },
        /// `label:`.
        Label {
            /// The label.
            label: LabelId,
            /// The labelled statement.
            body: StmtId,
        },
        /// `goto label;`.
        Goto {
            /// The label.
            label: LabelId,
        },
        /// `goto *target;`.
        ComputedGoto {
            /// The address of a label.
            target: ExprId,
        },
        /// `break;`.
        Break {},
        /// `continue;`.
        Continue {},
        /// `return`.
        Return {
            /// The value.
            value: Option<ExprId>,
        },
        /// `asm`, in a function or at file scope.
        Asm {
            /// Template and operands.
            asm: AsmId,
        },
        /// `__label__ a, b;`.
        LocalLabels {
            /// The labels declared.
            labels: List<LabelId>,
        },
        /// A pragma; where one stands directly before a substatement, that statement is its body.
        Pragma {
            /// The text after `#pragma`.
            text: Symbol,
            /// The statement it stands before.
            body: Option<StmtId>,
        },
        /// `__attribute__ ((fallthrough));` and the like.
        Attributes {
            /// The attributes.
            attrs: AttrsId,
        },
    }
}

impl ExprKind {
    /// An integer constant without a spelling of its own.
    #[inline]
    pub fn int(value: u64, form: IntForm) -> ExprKind {
        ExprKind::Int { lo: value as u32, hi: (value >> 32) as u32, form, spelling: None }
    }
}

/// A node of either kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the variants are the two kinds of nodes")]
pub enum Node {
    Expr(ExprId),
    Stmt(StmtId),
}

impl Node {
    /// The expression that it is.
    #[inline]
    pub fn expr(self) -> Option<ExprId> {
        if let Node::Expr(id) = self { Some(id) } else { None }
    }

    /// The statement that it is.
    #[inline]
    pub fn stmt(self) -> Option<StmtId> {
        if let Node::Stmt(id) = self { Some(id) } else { None }
    }
}

const _: () = assert!(size_of::<ExprKind>() == 16 && size_of::<StmtKind>() == 20, "hot nodes stay small");
