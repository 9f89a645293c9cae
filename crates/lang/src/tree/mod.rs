//! The program as a tree: nodes in flat arenas, one set of arenas per function.
//!
//! A [`Program`] is a list of translation units. A [`Unit`] has one [`Body`] for everything at file scope and one for each
//! function definition; bodies are shared between programs, so an edit copies one of them. Nodes are ids inside their
//! body. Names are references to declarations, never text; types are interned in the [`Tables`] all bodies share.
//!
//! Reading order: [`ids`], [`node`] (the two node enums), [`parts`] (declarations and the like), [`body`], [`program`],
//! then what works on all nodes alike: [`walk`], [`same`]; and [`patch`], the log of edits.

pub mod body;
pub mod functions;
pub mod ids;
pub mod list;
pub mod node;
pub mod op;
pub mod parts;
pub mod patch;
pub mod program;
pub(crate) mod replace;
pub mod same;
pub(crate) mod shared;
pub mod sight;
pub(crate) mod slot;
pub mod walk;

pub use self::body::{Body, Placement};
pub use self::functions::Functions;
pub use self::ids::{
    AsmId, AttrsId, AttrsRef, DeclId, DeclRef, ExprId, ExprRef, FloatId, FunctionId, GroupId, LabelId, StmtId,
    StringId, TypeNameId, TypeNameRef,
};
pub use self::list::List;
pub use self::node::{ExprKind, Node, StmtKind};
pub use self::op::{AssignOp, BinaryOp, FunctionName, SizeofOp, UnaryOp};
pub use self::parts::{
    Asm, AsmOperand, Assoc, AssocId, Attr, AttrArgs, AttrForm, Decl, DeclFlags, DeclKind, Designator, DesignatorId,
    FloatLiteral, Function, Group, InitItem, InitItemId, Label, Linkage, Storage, StringLiteral, TypeName,
};
pub use self::patch::Patch;
pub use self::program::{Program, Tables, Unit};
pub use self::sight::Sight;
