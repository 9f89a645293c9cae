//! Operators.

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `+`.
    Plus,
    /// `-`.
    Neg,
    /// `~`; on complex numbers the conjugate (GNU).
    BitNot,
    /// `!`.
    Not,
    /// `*`.
    Deref,
    /// `&`.
    AddrOf,
    /// `++x`.
    PreInc,
    /// `--x`.
    PreDec,
    /// `x++`.
    PostInc,
    /// `x--`.
    PostDec,
    /// `__real__`.
    Real,
    /// `__imag__`.
    Imag,
    /// `__extension__`, which means nothing but silences pedantic compilers.
    Extension,
}

impl UnaryOp {
    /// The operator as text.
    pub fn spelling(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Neg => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::Not => "!",
            UnaryOp::Deref => "*",
            UnaryOp::AddrOf => "&",
            UnaryOp::PreInc | UnaryOp::PostInc => "++",
            UnaryOp::PreDec | UnaryOp::PostDec => "--",
            UnaryOp::Real => "__real__ ",
            UnaryOp::Imag => "__imag__ ",
            UnaryOp::Extension => "__extension__ ",
        }
    }

    /// Whether the operand comes first.
    pub fn is_postfix(self) -> bool {
        matches!(self, UnaryOp::PostInc | UnaryOp::PostDec)
    }

    /// `++` and `--` in either position.
    pub fn is_increment(self) -> bool {
        matches!(self, UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec)
    }
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the spelling of each is in the table below")]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    LogAnd,
    LogOr,
    Comma,
}

impl BinaryOp {
    /// The operator as text, and how tightly it binds (C11 6.5.5 to 6.5.17; the conditional is 3, assignment 2).
    pub fn spelling(self) -> (&'static str, u8) {
        match self {
            BinaryOp::Mul => ("*", 13),
            BinaryOp::Div => ("/", 13),
            BinaryOp::Rem => ("%", 13),
            BinaryOp::Add => ("+", 12),
            BinaryOp::Sub => ("-", 12),
            BinaryOp::Shl => ("<<", 11),
            BinaryOp::Shr => (">>", 11),
            BinaryOp::Lt => ("<", 10),
            BinaryOp::Gt => (">", 10),
            BinaryOp::Le => ("<=", 10),
            BinaryOp::Ge => (">=", 10),
            BinaryOp::Eq => ("==", 9),
            BinaryOp::Ne => ("!=", 9),
            BinaryOp::BitAnd => ("&", 8),
            BinaryOp::BitXor => ("^", 7),
            BinaryOp::BitOr => ("|", 6),
            BinaryOp::LogAnd => ("&&", 5),
            BinaryOp::LogOr => ("||", 4),
            BinaryOp::Comma => (",", 1),
        }
    }

    /// How tightly it binds.
    #[inline]
    pub fn precedence(self) -> u8 {
        self.spelling().1
    }

    /// `< > <= >= == !=`.
    pub fn is_comparison(self) -> bool {
        matches!(self, BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne)
    }
}

/// `=`, or `op=` for one of the ten operators.
pub type AssignOp = Option<BinaryOp>;

/// The predefined identifiers that name the function they stand in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the spelling of each is in the table below")]
pub enum FunctionName {
    Func,
    Function,
    PrettyFunction,
}

impl FunctionName {
    /// The identifier.
    pub fn spelling(self) -> &'static str {
        match self {
            FunctionName::Func => "__func__",
            FunctionName::Function => "__FUNCTION__",
            FunctionName::PrettyFunction => "__PRETTY_FUNCTION__",
        }
    }
}

/// `sizeof` and the operators that are written like it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SizeofOp {
    /// `sizeof`.
    Size,
    /// `_Alignof`.
    Align,
    /// `__alignof__`: the alignment the compiler prefers, which on i386 is larger than the one it needs.
    PreferredAlign,
}

impl SizeofOp {
    /// The keyword.
    pub fn spelling(self) -> &'static str {
        match self {
            SizeofOp::Size => "sizeof",
            SizeofOp::Align => "_Alignof",
            SizeofOp::PreferredAlign => "__alignof__",
        }
    }
}
