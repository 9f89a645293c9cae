//! What programs are made of.

use crate::features::features;

/// Where a feature comes into play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A type that objects have.
    Type,
    /// How an object or a function is declared.
    Declaration,
    /// In place of an assignment.
    Statement,
    /// In place of an operator with two operands.
    Operation,
    /// In place of a variable.
    Operand,
}

features! {
    Struct => "struct", Type, 60, false, "structures, also nested";
    Array => "array", Type, 80, false, "arrays of one to three dimensions";
    Pointer => "pointer", Type, 120, false, "pointers, also to pointers";
    BitField => "bit-field", Type, 40, false, "bit-fields of at most the width of `int`";
    Bool => "bool", Type, 20, false, "`_Bool`";
    Int128 => "int128", Type, 15, true, "`__int128`, signed and unsigned";
    Const => "const", Declaration, 10, false, "`const` objects";
    Volatile => "volatile", Declaration, 10, false, "`volatile` objects";
    StaticLocal => "static-local", Declaration, 15, false, "variables of functions that keep their values";
    Noinline => "noinline", Declaration, 20, true, "`__attribute__((noinline))`";
    If => "if", Statement, 45, false, "`if`, with and without `else`";
    For => "for", Statement, 40, false, "`for` over a range, with all comparisons and steps";
    ArrayLoop => "array-loop", Statement, 35, false, "loops over all elements of arrays";
    While => "while", Statement, 15, false, "`while`";
    Do => "do", Statement, 15, false, "`do`";
    Switch => "switch", Statement, 20, false, "`switch`: dense and sparse, with and without `break`";
    Break => "break", Statement, 6, false, "`break` out of loops";
    Continue => "continue", Statement, 6, false, "`continue` in loops";
    Goto => "goto", Statement, 8, false, "`goto` forward, out of blocks and over statements";
    EarlyReturn => "early-return", Statement, 4, false, "`return` before the end of a function";
    Block => "block", Statement, 6, false, "blocks with variables of their own";
    Call => "call", Operation, 14, false, "calls of functions, in expressions and as statements";
    Unary => "unary", Operation, 14, false, "`+a`, `-a`, `~a`, `!a`";
    Cast => "cast", Operation, 12, false, "conversions to any integer type";
    Ternary => "ternary", Operation, 10, false, "`a ? b : c`";
    Comma => "comma", Operation, 5, false, "`a, b`";
    Assign => "assign", Operation, 8, false, "`x = a` within an expression";
    Compound => "compound", Operation, 8, false, "`x += a` and its like, as statements and within an expression";
    Logical => "logical", Operation, 12, false, "`a && b`, `a || b`";
    PointerCompare => "pointer-compare", Operation, 5, false, "`p == q`, `p != &x`";
    Increment => "increment", Operand, 8, false, "`x++`, `x--`, `++x`, `--x`";
    Sizeof => "sizeof", Operand, 3, false, "`sizeof` of types and expressions";
    Dereference => "dereference", Operand, 60, false, "`*p`, `**p`, `p->m`";
}
