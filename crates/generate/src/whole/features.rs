//! What programs are made of.

use crate::features::features;

/// Where a feature comes into play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A type that objects have.
    Type,
    /// How an object or a function is declared, in so many percent of the cases.
    Declaration,
    /// A detail of something else, in so many percent of the cases.
    Detail,
    /// In place of an assignment.
    Statement,
    /// In place of an operator with two operands.
    Operation,
    /// In place of a variable.
    Operand,
}

features! {
    Struct => "struct", Type, 60, false, "structures, also nested";
    Union => "union", Type, 20, false, "unions whose members have one size: all can be read after any was written";
    MixedUnion => "mixed-union", Type, 12, false, "unions of integers of several sizes, read as `--union-reads` says";
    Array => "array", Type, 80, false, "arrays of one to three dimensions";
    Pointer => "pointer", Type, 110, false, "pointers, also to pointers";
    PointerArray => "pointer-array", Type, 15, false, "arrays of pointers";
    BitField => "bit-field", Type, 40, false, "bit-fields of at most the width of `int`";
    ZeroWidth => "zero-width", Detail, 25, false, "bit-fields without a name, also of width 0, between others";
    Bool => "bool", Type, 20, false, "`_Bool`";
    Enum => "enum", Type, 15, false, "enumerations, their constants and objects";
    Typedef => "typedef", Type, 15, false, "names for integer types";
    Float => "float", Type, 25, false, "`float` and `double`, exact";
    Int128 => "int128", Type, 15, true, "`__int128`, signed and unsigned";
    Vector => "vector", Type, 15, true, "vectors of unsigned lanes";
    Complex => "complex", Type, 12, true, "complex numbers: `float`, `double`, or of integers without sign";
    PointerMember => "pointer-member", Declaration, 30, false, "structures with pointers in them";
    Packed => "packed", Declaration, 20, true, "packed structures";
    Const => "const", Declaration, 10, false, "`const` objects";
    Volatile => "volatile", Declaration, 10, false, "`volatile` objects";
    QualifiedPointer => "qualified-pointer", Declaration, 15, false, "`const` and `volatile` at every level of pointers";
    QualifierConversion => "qualifier-conversion", Declaration, 30, false, "pointers to pointers that get qualifiers below the first level, as in C++, by a cast";
    SignConversion => "sign-conversion", Declaration, 12, false, "pointers to numbers of the other sign, by a cast";
    Restrict => "restrict", Declaration, 40, false, "`restrict` parameters";
    StaticLocal => "static-local", Declaration, 15, false, "variables of functions that keep their values";
    Vla => "vla", Declaration, 8, false, "arrays whose length is known at run time";
    Heap => "heap", Declaration, 6, true, "objects from `calloc`, and `free`";
    Designated => "designated", Detail, 15, false, "initialisers with designators, in any order";
    External => "external", Declaration, 25, false, "functions and objects with external linkage";
    Inline => "inline", Declaration, 15, false, "`static inline`";
    Aligned => "aligned", Declaration, 5, true, "objects with `__attribute__((aligned))`";
    Noinline => "noinline", Declaration, 15, true, "`__attribute__((noinline))`";
    Noipa => "noipa", Declaration, 8, true, "`__attribute__((noipa))`";
    AlwaysInline => "always-inline", Declaration, 8, true, "`__attribute__((always_inline))`";
    Hot => "hot", Declaration, 8, true, "`__attribute__((hot))` and `cold`";
    Flatten => "flatten", Declaration, 5, true, "`__attribute__((flatten))`";
    Simd => "simd", Declaration, 40, true, "`__attribute__((simd))`, of functions without side effects";
    Pure => "pure", Declaration, 15, true, "`__attribute__((pure))` and `const`, where that is true";
    RecordByValue => "struct-by-value", Declaration, 20, false, "structures and unions as parameters and results";
    FunctionPointer => "function-pointer", Declaration, 25, false, "tables of functions, called by index";
    FunctionVariable => "function-variable", Declaration, 35, false, "pointers to functions in variables and members, assigned, compared and called";
    FunctionParam => "function-parameter", Declaration, 30, false, "pointers to functions as parameters and results";
    Recursion => "recursion", Declaration, 15, false, "functions that call themselves, up to a depth";
    MutualRecursion => "mutual-recursion", Declaration, 10, false, "pairs of functions that call each other, up to a depth";
    Varargs => "varargs", Declaration, 10, true, "functions with variable arguments";
    If => "if", Statement, 45, false, "`if`, with and without `else`";
    For => "for", Statement, 40, false, "`for` over a range, with all comparisons and steps";
    ArrayLoop => "array-loop", Statement, 35, false, "loops over all elements of arrays";
    PointerLoop => "pointer-loop", Statement, 15, false, "loops that walk through an array with a pointer";
    While => "while", Statement, 15, false, "`while`";
    Do => "do", Statement, 15, false, "`do`";
    GotoLoop => "goto-loop", Statement, 10, false, "loops made with `goto` backward";
    Switch => "switch", Statement, 20, false, "`switch`: dense and sparse, with and without `break`";
    SwitchLoop => "switch-loop", Statement, 6, false, "`switch` that jumps into a loop";
    Lookup => "lookup", Statement, 6, false, "`switch` that chooses a constant and does nothing else";
    Bytes => "bytes", Statement, 20, false, "bytes of a number put together, taken apart, swapped and rotated";
    Idiom => "idiom", Statement, 32, false, "what optimisers know: loops that repeat a sweep, strides, choices, wide products, small functions";
    CaseRange => "case-range", Detail, 25, true, "`case` with a range";
    ComputedGoto => "computed-goto", Statement, 6, true, "`goto` to the address of a label";
    Break => "break", Statement, 6, false, "`break` out of loops";
    Continue => "continue", Statement, 6, false, "`continue` in loops";
    Goto => "goto", Statement, 8, false, "`goto` forward, out of blocks and over statements";
    EarlyReturn => "early-return", Statement, 4, false, "`return` before the end of a function";
    Block => "block", Statement, 10, false, "blocks with variables of their own";
    Memory => "memory", Statement, 8, true, "`memcpy`, `memmove` and `memset` of objects";
    Call => "call", Operation, 14, false, "calls of functions, in expressions and as statements";
    Unary => "unary", Operation, 14, false, "`+a`, `-a`, `~a`, `!a`";
    Cast => "cast", Operation, 12, false, "conversions to any integer type";
    Ternary => "ternary", Operation, 10, false, "`a ? b : c`";
    Comma => "comma", Operation, 5, false, "`a, b`";
    Assign => "assign", Operation, 8, false, "`x = a` within an expression";
    Compound => "compound", Operation, 8, false, "`x += a` and its like, as statements and within an expression";
    Logical => "logical", Operation, 12, false, "`a && b`, `a || b`";
    PointerCompare => "pointer-compare", Operation, 5, false, "`p == q`, `p != &x`";
    PointerArith => "pointer-arith", Operation, 4, false, "`&a[i] - &a[j]`, `&a[i] < &a[j]`, `*(a + i)`";
    Builtin => "builtin", Operation, 6, true, "`__builtin_popcount`, `__builtin_add_overflow` and their like";
    StmtExpr => "statement-expression", Operation, 4, true, "`({ ... })`";
    Increment => "increment", Operand, 8, false, "`x++`, `x--`, `++x`, `--x`";
    Sizeof => "sizeof", Operand, 3, false, "`sizeof` of types and expressions";
    String => "string", Operand, 3, false, "strings, in arrays and as operands";
    CompoundLiteral => "compound-literal", Operand, 4, false, "`(int){a}`, `(struct S){...}`";
    Dereference => "dereference", Operand, 60, false, "`*p`, `**p`, `p->m`";
}
