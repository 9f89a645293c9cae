//! The names of nodes.
//!
//! A node lives either in a function's body or at file scope of its unit. Ids such as [`ExprId`] name a node inside one
//! body; references such as [`DeclRef`] also say which of the two bodies in sight is meant: a function sees its own
//! declarations and those of the file, and nothing else.

use crate::index::{Id, id};

id! {
    /// An expression or initialiser of a body.
    ExprId;
    /// A statement or file-scope item of a body.
    StmtId;
    /// A declared name of a body.
    DeclId;
    /// A declaration: specifiers and the names declared with them.
    GroupId;
    /// A type name written in an expression.
    TypeNameId;
    /// A label of a body.
    LabelId;
    /// A string literal of a body.
    StringId;
    /// A floating constant of a body.
    FloatId;
    /// An `asm` of a body.
    AsmId;
    /// A function definition of a body.
    FunctionId;
    /// A list of attributes of a body.
    AttrsId;
}

/// Defines a reference: an id with a bit that says "at file scope".
macro_rules! reference {
    ($($(#[$doc:meta])* $name:ident($id:ident);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(std::num::NonZeroU32);

        impl $name {
            const FILE: u32 = 1 << 31;

            /// The node of the function body at hand.
            #[inline]
            pub fn local(id: $id) -> Self {
                Self::new(id, false)
            }

            /// The node at file scope.
            #[inline]
            pub fn file(id: $id) -> Self {
                Self::new(id, true)
            }

            /// The node at file scope or of the function body at hand.
            #[inline]
            pub fn new(id: $id, at_file_scope: bool) -> Self {
                let raw = (id.index() as u32 + 1) | if at_file_scope { Self::FILE } else { 0 };
                $name(std::num::NonZeroU32::new(raw).expect("an index plus one is not zero"))
            }

            /// Whether the node is at file scope.
            #[inline]
            pub fn is_file(self) -> bool {
                self.0.get() & Self::FILE != 0
            }

            /// The id inside its body.
            #[inline]
            pub fn id(self) -> $id {
                $id::from_index((self.0.get() & !Self::FILE) as usize - 1)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let scope = if self.is_file() { "file" } else { "local" };
                write!(f, "{}({scope} {})", stringify!($name), self.id().index())
            }
        }
    )*};
}

reference! {
    /// A declaration in sight.
    DeclRef(DeclId);
    /// An expression in sight, from a type: an array bound, the operand of `typeof`.
    ExprRef(ExprId);
    /// A type name in sight, from a type: the operand of `typeof`.
    TypeNameRef(TypeNameId);
    /// A list of attributes in sight, from a type.
    AttrsRef(AttrsId);
}
