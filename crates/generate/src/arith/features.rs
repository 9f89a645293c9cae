//! The features: what there is besides variables and operators with two operands.
//!
//! A feature is a row of the table below, and nowhere else: its word, where it comes into play, how often, whether it is
//! GNU C, and what it is. The option `--features`, its help, the statistics and the test that counts features follow.

use crate::features::features;

/// Where a feature comes into play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In place of an operator with two operands.
    Operation,
    /// In place of a variable.
    Operand,
    /// Before an expression is assigned to its variable.
    Statement,
}

features! {
    Unary => "unary", Operation, 14, false, "`+a`, `-a`, `~a`, `!a`";
    Cast => "cast", Operation, 12, false, "conversions to any type";
    Ternary => "ternary", Operation, 8, false, "`a ? b : c`";
    Comma => "comma", Operation, 3, false, "`a, b`";
    Assign => "assign", Operation, 5, false, "`x = a` within an expression";
    Compound => "compound", Operation, 5, false, "`x += a` and its like within an expression";
    Call => "call", Operation, 5, false, "calls of functions with several arguments";
    Derive => "derive", Operation, 14, false, "expressions made for a value, as Orange4 makes them";
    Constant => "constant", Operand, 20, false, "constants";
    Increment => "increment", Operand, 4, false, "`x++`, `x--`, `++x`, `--x`";
    Array => "array", Operand, 8, false, "elements of arrays";
    Member => "member", Operand, 8, false, "members of structures";
    BitField => "bit-field", Operand, 8, false, "bit-fields of at most the width of `int`";
    Pointer => "pointer", Operand, 8, false, "`*p` of pointers to variables";
    Complex => "complex", Operand, 4, true, "`__real__` and `__imag__` parts of complex numbers";
    Vector => "vector", Operand, 6, true, "elements of vectors and of sums of vectors";
    If => "if", Statement, 10, false, "`if` whose condition is known";
    Switch => "switch", Statement, 6, false, "`switch`, with and without `break`";
    While => "while", Statement, 6, false, "`while` and `do` of several rounds";
    For => "for", Statement, 6, false, "`for` of several rounds";
}
