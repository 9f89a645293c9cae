//! The fields of nodes, seen by what they hold.

use super::ids::{
    AsmId, AttrsId, DeclRef, ExprId, FloatId, FunctionId, GroupId, LabelId, StmtId, StringId, TypeNameId,
};
use super::list::List;
use super::op::{BinaryOp, FunctionName, SizeofOp, UnaryOp};
use super::parts::{AssocId, DesignatorId, InitItemId};
use crate::lex::IntForm;
use crate::names::Symbol;
use crate::types::FieldId;

/// Defines [`Slot`] and which field types give which slot.
macro_rules! slots {
    ($($(#[$doc:meta])* $name:ident($ty:ty),)*) => {
        /// A field of a node, by reference, so that it can be read and replaced.
        #[allow(missing_docs, reason = "each variant is the field type of that name")]
        pub(crate) enum Slot<'a> {
            $( $(#[$doc])* $name(&'a mut $ty), )*
            /// An operator, a number or a flag: it has no parts and equal ones are the same.
            Plain(u64),
        }

        $(impl AsSlot for $ty {
            #[inline]
            fn as_slot(&mut self) -> Slot<'_> {
                Slot::$name(self)
            }
        })*
    };
}

/// What a field is to those who walk, copy and compare.
pub(crate) trait AsSlot {
    /// The field as a slot.
    fn as_slot(&mut self) -> Slot<'_>;
}

slots! {
    Expr(ExprId),
    OptExpr(Option<ExprId>),
    Exprs(List<ExprId>),
    Stmt(StmtId),
    OptStmt(Option<StmtId>),
    Stmts(List<StmtId>),
    Group(GroupId),
    TypeName(TypeNameId),
    Function(FunctionId),
    Asm(AsmId),
    Attrs(AttrsId),
    InitItems(List<InitItemId>),
    Assocs(List<AssocId>),
    Designators(List<DesignatorId>),
    Decl(DeclRef),
    Field(FieldId),
    Label(LabelId),
    Labels(List<LabelId>),
    Str(StringId),
    Float(FloatId),
    Text(Symbol),
    Spelling(Option<Symbol>),
}

/// Field types without parts.
macro_rules! plain {
    ($($ty:ty: $self:ident => $value:expr;)*) => {$(
        impl AsSlot for $ty {
            #[inline]
            fn as_slot(&mut self) -> Slot<'_> {
                let $self = *self;
                Slot::Plain($value)
            }
        }
    )*};
}

plain! {
    u32: n => u64::from(n);
    bool: flag => u64::from(flag);
    UnaryOp: op => op as u64;
    BinaryOp: op => op as u64;
    Option<BinaryOp>: op => op.map_or(u64::MAX, |op| op as u64);
    FunctionName: name => name as u64;
    SizeofOp: op => op as u64;
    IntForm: form => form.index();
}
