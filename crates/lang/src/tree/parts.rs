//! What nodes are made of besides other nodes: declarations, type names, literals, labels, attributes, `asm`.

use super::ids::{AttrsId, DeclId, DeclRef, ExprId, FunctionId, LabelId, StmtId, TypeNameId};
use super::list::List;
use crate::index::{Id, id};
use crate::lex::Prefix;
use crate::names::Symbol;
use crate::source::Span;
use crate::types::{EnumId, FieldId, RecordId, Tag, Ty};
use crate::value::float::Float;

id! {
    /// An item of an initialiser list.
    InitItemId;
    /// A designator.
    DesignatorId;
    /// An association of `_Generic`.
    AssocId;
}

/// Lists of tags use the same storage as lists of ids: the low bit tells enumerations from records.
impl Id for Tag {
    fn from_index(index: usize) -> Self {
        if index & 1 == 0 {
            Tag::Record(RecordId::from_index(index / 2))
        } else {
            Tag::Enum(EnumId::from_index(index / 2))
        }
    }

    fn index(self) -> usize {
        match self {
            Tag::Record(id) => id.index() * 2,
            Tag::Enum(id) => id.index() * 2 + 1,
        }
    }
}

/// A type written in an expression: in a cast, in `sizeof`...
#[derive(Clone, Copy, Debug)]
pub struct TypeName {
    /// The type.
    pub ty: Ty,
    /// Structures, unions and enumerations that are defined by it.
    pub defines: List<Tag>,
    /// Expressions in it that are evaluated or folded: array bounds, operands of `typeof`.
    pub sizes: List<ExprId>,
}

/// A declaration: what `int a, *b[3];` is as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The type the specifiers stand for.
    pub base: Ty,
    /// The names declared.
    pub decls: List<DeclId>,
    /// Structures, unions and enumerations that are defined by it.
    pub defines: List<Tag>,
    /// Expressions in its types that are evaluated or folded: array bounds, operands of `typeof`.
    pub sizes: List<ExprId>,
    /// Attributes of a declaration that declares nothing else.
    pub attrs: Option<AttrsId>,
}

/// Storage class as written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the variants are the C keywords")]
pub enum Storage {
    None,
    Extern,
    Static,
    Auto,
    Register,
    Typedef,
}

impl Storage {
    /// The keyword with a blank after it, or nothing.
    pub fn spelling(self) -> &'static str {
        match self {
            Storage::None => "",
            Storage::Extern => "extern ",
            Storage::Static => "static ",
            Storage::Auto => "auto ",
            Storage::Register => "register ",
            Storage::Typedef => "typedef ",
        }
    }
}

/// Linkage (C11 6.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the variants are the standard's words")]
pub enum Linkage {
    None,
    Internal,
    External,
}

/// What a declared name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeclKind {
    /// An object.
    Variable,
    /// A function's parameter.
    Param,
    /// A function; with its definition, if this declaration is one: an index of the unit's functions at file scope, of the
    /// body's nested functions elsewhere.
    Function(Option<FunctionId>),
    /// A typedef name.
    Typedef,
    /// An enumeration constant with the bits of its value; the type tells its sign.
    Enumerator(u64),
}

/// Function specifiers and other flags of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeclFlags(u16);

impl DeclFlags {
    /// `inline`.
    pub const INLINE: DeclFlags = DeclFlags(1);
    /// `_Noreturn`.
    pub const NORETURN: DeclFlags = DeclFlags(2);
    /// `_Thread_local`.
    pub const THREAD_LOCAL: DeclFlags = DeclFlags(4);
    /// `__thread`.
    pub const GNU_THREAD: DeclFlags = DeclFlags(8);
    /// Not declared in the program: a builtin, or a function called without declaration.
    pub const IMPLICIT: DeclFlags = DeclFlags(16);
    /// A function known to the table of builtins, declared or not.
    pub const BUILTIN: DeclFlags = DeclFlags(32);
    /// Declared with `auto` as a nested function.
    pub const NESTED: DeclFlags = DeclFlags(64);
    /// `__extension__` before the declaration.
    pub const EXTENSION: DeclFlags = DeclFlags(128);
    /// A name of an old-style definition without a declaration of its own: it is an `int`.
    pub const UNDECLARED_PARAM: DeclFlags = DeclFlags(256);
    /// The type was left out and is `int`.
    pub const IMPLICIT_INT: DeclFlags = DeclFlags(512);
    /// An array whose length is that of its initialiser: `int a[] = {1, 2};`.
    pub const SIZED_BY_INIT: DeclFlags = DeclFlags(1024);
    /// A parameter that is declared before the list as well: `int f(int n; int a[n], int n)` (GNU).
    pub const FORWARD: DeclFlags = DeclFlags(2048);

    /// Whether all flags of `other` are set.
    #[inline]
    pub fn contains(self, other: DeclFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets the flags of `other`.
    pub fn insert(&mut self, other: DeclFlags) {
        self.0 |= other.0;
    }

    /// Both sets together.
    #[must_use]
    pub fn union(self, other: DeclFlags) -> DeclFlags {
        DeclFlags(self.0 | other.0)
    }
}

/// A declared name.
#[derive(Clone, Copy, Debug)]
pub struct Decl {
    /// The name; parameters of a prototype may have none.
    pub name: Option<Symbol>,
    /// Its type, as declared, completed by its initialiser.
    pub ty: Ty,
    /// What it is.
    pub kind: DeclKind,
    /// Storage class as written.
    pub storage: Storage,
    /// Linkage.
    pub linkage: Linkage,
    /// Specifiers and other flags.
    pub flags: DeclFlags,
    /// The initialiser.
    pub init: Option<ExprId>,
    /// Attributes.
    pub attrs: Option<AttrsId>,
    /// `asm ("label")`, the literal as written.
    pub asm_label: Option<Symbol>,
    /// The parameters that its declarator declares, if that is a function's. Their types are those of the function's type;
    /// their names are what pragmas refer to.
    pub params: List<DeclId>,
    /// The previous declaration of the same thing.
    pub previous: Option<DeclRef>,
    /// Where the name is.
    pub span: Span,
}

impl Decl {
    /// Whether it is an object of static or thread storage duration (C11 6.2.4).
    pub fn is_static(&self) -> bool {
        self.linkage != Linkage::None
            || self.storage == Storage::Static
            || self.flags.contains(DeclFlags::THREAD_LOCAL)
            || self.flags.contains(DeclFlags::GNU_THREAD)
    }
}

/// A function definition.
#[derive(Clone, Debug)]
pub struct Function {
    /// The declaration it defines.
    pub decl: DeclRef,
    /// Parameters in order.
    pub params: List<DeclId>,
    /// `f(a, b) int a, b; { ... }`.
    pub old_style: bool,
    /// Structures, unions and enumerations that are defined by specifiers and parameters.
    pub defines: List<Tag>,
    /// Expressions in the types of the parameters: array bounds.
    pub sizes: List<ExprId>,
    /// The compound statement.
    pub body: StmtId,
}

/// An item of an initialiser list: `.a[2] = value`.
#[derive(Clone, Copy, Debug)]
pub struct InitItem {
    /// The designators; usually none.
    pub designators: List<DesignatorId>,
    /// The value, an expression or a list.
    pub value: ExprId,
}

/// A designator of an initialiser or of `offsetof`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Designator {
    /// `.name` before it is known of which type; afterwards only in programs that were rejected.
    Name(Symbol),
    /// `.field`.
    Field(FieldId),
    /// `[index]`.
    Index(ExprId),
    /// `[first ... last]` (GNU).
    Range(ExprId, ExprId),
}

/// An association of `_Generic`.
#[derive(Clone, Copy, Debug)]
pub struct Assoc {
    /// The type; `None` is `default`.
    pub ty: Option<TypeNameId>,
    /// The value.
    pub value: ExprId,
}

/// A string literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// Encoding prefix.
    pub prefix: Prefix,
    /// Code units without the terminating zero. Plain and `u8` strings hold bytes.
    pub units: Box<[u32]>,
}

/// A floating constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatLiteral {
    /// Its value in the format of its type.
    pub value: Float,
    /// As written; without it the printer makes one from the value.
    pub spelling: Option<Symbol>,
    /// `1.0i`: the imaginary part of a complex constant (GNU).
    pub imaginary: bool,
}

/// A label.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// Its name.
    pub name: Symbol,
    /// The labelled statement, once seen.
    pub stmt: Option<StmtId>,
    /// Attributes (`unused`, `cold`...).
    pub attrs: Option<AttrsId>,
    /// First mention.
    pub span: Span,
}

/// An attribute: `name (args)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attr {
    /// Its name without surrounding underscores.
    pub name: Symbol,
    /// Its arguments.
    pub args: AttrArgs,
    /// How it is written.
    pub form: AttrForm,
    /// It stands behind specifiers that may define what its arguments mention, and is printed there.
    pub follows_type: bool,
}

/// How an attribute is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrForm {
    /// `__attribute__ ((...))`.
    Gnu,
    /// `_Alignas (...)`.
    Alignas,
}

/// The arguments of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrArgs {
    /// No parentheses.
    None,
    /// Expressions.
    Exprs(List<ExprId>),
    /// A type, as in `_Alignas (double)`.
    Type(TypeNameId),
    /// Anything else, as written.
    Text(Symbol),
}

/// An operand of an `asm`.
#[derive(Clone, Copy, Debug)]
pub struct AsmOperand {
    /// `[name]`.
    pub name: Option<Symbol>,
    /// The constraint: a string literal.
    pub constraint: ExprId,
    /// The operand.
    pub value: ExprId,
}

/// An `asm` statement or file-scope `asm`.
#[derive(Clone, Debug)]
pub struct Asm {
    /// `volatile`.
    pub volatile: bool,
    /// `inline`.
    pub inline: bool,
    /// `goto`.
    pub goto: bool,
    /// The template: a string literal.
    pub template: ExprId,
    /// How many colons follow the template; 0 is basic `asm`.
    pub n_sections: u8,
    /// Outputs.
    pub outputs: Box<[AsmOperand]>,
    /// Inputs.
    pub inputs: Box<[AsmOperand]>,
    /// Clobbers: string literals.
    pub clobbers: Box<[ExprId]>,
    /// Labels of `asm goto`.
    pub labels: Box<[LabelId]>,
}
