//! The kinds of undefined behaviour: one table with the name, the clause of C11 (N1570), the meaning
//! and an example of each. The manual, `--list-undefined`, JSON and the tests are made from it.
//!
//! A kind is what a person has to understand and mend, not a clause: several clauses may share a kind,
//! and the clause of a row is the one that says most. A name never changes once it has been printed.
//!
//! Where two kinds fit, one rule says which is reported; the rules stand in the `note` of the rows
//! concerned. The programs in `tests/undefined` and `tests/defined` show where each kind begins, and
//! `docs/undefined-behaviour.md` goes through annex J.2 item by item.

/// One row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The kind that the row is about.
    pub kind: Kind,
    /// The name that users see, in reports, options and file names.
    pub name: &'static str,
    /// The clause and paragraph of C11 that makes it undefined, or the feature of GNU C that does.
    pub clause: &'static str,
    /// What it is, in one sentence.
    pub meaning: &'static str,
    /// What it covers beyond the sentence, and which kind is reported where two fit.
    pub note: &'static str,
    /// A small program that has it, on the line that ends in `//~` and the name.
    pub example: &'static str,
}

/// Makes the enum and the table from the same rows, so that they cannot differ.
macro_rules! kinds {
    ($($kind:ident, $name:literal, $clause:literal, $meaning:literal, $note:literal, $example:literal;)*) => {
        /// A kind of undefined behaviour. The order is that of the table.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Kind {
            $(#[doc = $meaning] $kind,)*
        }

        /// All rows, in the order of [`Kind`].
        pub const TABLE: &[Row] = &[$(Row {
            kind: Kind::$kind,
            name: $name,
            clause: $clause,
            meaning: $meaning,
            note: $note,
            example: $example,
        },)*];

        impl Kind {
            /// All kinds, in the order of the table.
            pub const ALL: &[Kind] = &[$(Kind::$kind,)*];
        }
    };
}

kinds! {
    SignedOverflow, "signed-overflow", "6.5p5",
    "The result of a signed integer operation does not fit its type.",
    "After the integer promotions. MIN / -1 and MIN % -1 (6.5.5p6) and abs of MIN (7.22.6.1p2) belong here; \
     conversion to a narrower type does not overflow. Defined with -fwrapv.",
    "\
int main(void) {
    int x = 2147483647;
    return x + 1; //~ signed-overflow
}
";
    DivisionByZero, "division-by-zero", "6.5.5p5",
    "The second operand of integer / or % is zero.",
    "Floating division by zero is defined (annex F). div(n, 0) belongs here.",
    "\
int main(void) {
    int zero = 0;
    return 1 / zero; //~ division-by-zero
}
";
    ShiftCount, "shift-count", "6.5.7p3",
    "A value is shifted by a negative count, or by at least the width of its promoted type.",
    "The type of the count does not matter. Tested before shift-operand.",
    "\
int main(void) {
    int count = 32;
    return 1 << count; //~ shift-count
}
";
    ShiftOperand, "shift-operand", "6.5.7p4",
    "A negative value is shifted left, or the result of a signed left shift does not fit its type.",
    "Defined in dialect gnu: GCC documents that it does not use this latitude. Clang does not, so it is \
     undefined in dialect common.",
    "\
int main(void) {
    int x = -1;
    return x << 1; //~ shift-operand
}
";
    FloatConversion, "float-conversion", "6.3.1.4p1",
    "A floating value is converted to an integer type that cannot hold its integral part.",
    "The value is truncated first. NaN and infinities belong here (4p2): the unspecified value that annex F.4 \
     gives them is not relied upon. Conversion to _Bool and to narrower floating types is defined.",
    "\
int main(void) {
    double d = 3e9;
    return (int)d; //~ float-conversion
}
";
    NullPointer, "null-pointer", "6.5.3.2p4",
    "A null pointer is used to access an object, to designate a member, or to call a function.",
    "&*p and sizeof *p do not count. Arithmetic on a null pointer is pointer-arithmetic; a null pointer handed \
     to a library function is library-precondition.",
    "\
int main(void) {
    int *p = 0;
    return *p; //~ null-pointer
}
";
    DanglingPointer, "dangling-pointer", "6.2.4p2",
    "A pointer to an automatic object is used after the lifetime of the object has ended.",
    "The mere use of the value is enough. Temporary lifetime (6.2.4p8) and alloca belong here; the heap is \
     use-after-free.",
    "\
int main(void) {
    int *p;
    {
        int x = 5;
        p = &x;
    }
    return *p; //~ dangling-pointer
}
";
    UseAfterFree, "use-after-free", "7.22.3p1",
    "A pointer to allocated memory is used after the memory has been freed or reallocated.",
    "The mere use of the value is enough (6.2.4p2). Handing it to free or realloc is double-free.",
    "\
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    return *p; //~ use-after-free
}
";
    OutOfBounds, "out-of-bounds", "6.5.6p8",
    "An access, by a subscript, a pointer or a library function, reaches outside of the object.",
    "A subscript that is accessed belongs here; pointer arithmetic that leaves the object without an access is \
     pointer-arithmetic; an access that stays inside the whole object is subobject-bounds.",
    "\
int main(void) {
    int a[4] = { 0 }, i = 4;
    return a[i]; //~ out-of-bounds
}
";
    SubobjectBounds, "subobject-bounds", "6.5.6p8",
    "A pointer or subscript leaves the array or member it belongs to, but stays inside the whole object.",
    "Both for accesses and for arithmetic beyond one past the end. A trailing array of a structure counts as \
     flexible except in dialect iso.",
    "\
int main(void) {
    int a[4][5] = { { 0 } }, i = 7;
    return a[1][i]; //~ subobject-bounds
}
";
    Misaligned, "misaligned", "6.3.2.3p7",
    "A pointer is converted to, or used as, a pointer to a type for which its address is not aligned.",
    "The conversion is enough. A member of a packed structure may be accessed by its name.",
    "\
int main(void) {
    _Alignas(8) char buffer[8] = { 0 };
    int *p = (int *)(buffer + 1); //~ misaligned
    return p == 0;
}
";
    PointerArithmetic, "pointer-arithmetic", "6.5.6p8",
    "The result of pointer arithmetic points neither into the object nor one past its end.",
    "No access is needed. Adding to a null pointer belongs here, in C11 even adding zero.",
    "\
int main(void) {
    int a[4];
    int *p = a + 6; //~ pointer-arithmetic
    return p == a;
}
";
    PointerSubtraction, "pointer-subtraction", "6.5.6p9",
    "Two pointers are subtracted that do not point into the same array.",
    "The rows of a matrix and the members of a structure are different arrays; null pointers point into none.",
    "\
int main(void) {
    int a[2], b[2];
    return a - b == 0; //~ pointer-subtraction
}
";
    PointerComparison, "pointer-comparison", "6.5.8p5",
    "Two pointers are compared with < > <= or >= that do not point into the same object.",
    "== and != are defined for all pointers to live objects.",
    "\
int main(void) {
    int a = 0, b = 0;
    return &a < &b; //~ pointer-comparison
}
";
    Uninitialized, "uninitialized", "6.3.2.1p2",
    "The value of an object is used that has not been given one.",
    "Automatic and allocated objects (6.2.4p6, 7.22.3.4p2), and locals changed between setjmp and longjmp \
     (7.13.2.1p3). Copying bytes with memcpy, as characters or in a structure is no use.",
    "\
int main(void) {
    int x;
    if (x > 0) //~ uninitialized
        return 1;
    return 0;
}
";
    Aliasing, "aliasing", "6.5p7",
    "An object is accessed through an lvalue of a type that its effective type does not allow.",
    "Structures count by identity, not by their members (6.5.2.3p9). Character types, may_alias and unions \
     accessed as such are allowed. Defined with -fno-strict-aliasing.",
    "\
int main(void) {
    int i = 0;
    float *p = (float *)&i;
    return *p == 0; //~ aliasing
}
";
    ConstWrite, "const-write", "6.7.3p6",
    "An object that was defined const is modified.",
    "Const members count, allocated memory does not. String literals are literal-write.",
    "\
int main(void) {
    const int x = 1;
    *(int *)&x = 2; //~ const-write
    return 0;
}
";
    LiteralWrite, "literal-write", "6.4.5p7",
    "A string literal is modified.",
    "Also when the value written is the one that is there.",
    "\
int main(void) {
    char *p = \"abc\";
    p[0] = 'x'; //~ literal-write
    return 0;
}
";
    TemporaryWrite, "temporary-write", "6.2.4p8",
    "An array inside a structure that is a mere value, such as the result of a call, is modified.",
    "Use after the end of the full expression is dangling-pointer.",
    "\
struct s { int a[2]; };
static struct s make(void) {
    return (struct s){ { 1, 2 } };
}
int main(void) {
    make().a[0] = 3; //~ temporary-write
    return 0;
}
";
    Unsequenced, "unsequenced", "6.5p2",
    "An object is changed and, with nothing to order the two, changed again or read in the same expression.",
    "Function bodies do not interleave: two calls that conflict are unspecified, not undefined.",
    "\
int main(void) {
    int i = 1;
    i = i++; //~ unsequenced
    return i;
}
";
    VolatileAccess, "volatile-access", "6.7.3p6",
    "An object that was defined volatile is accessed through an lvalue that is not volatile.",
    "Volatile members count, allocated memory does not.",
    "\
int main(void) {
    volatile int x = 1;
    return *(int *)&x; //~ volatile-access
}
";
    MissingReturn, "missing-return", "6.9.1p12",
    "The value of a call is used, but the function reached its end without returning one.",
    "Reported where the value is used. The end of main returns 0.",
    "\
static int f(int n) {
    if (n > 0)
        return n;
}
int main(void) {
    return f(0); //~ missing-return
}
";
    CallType, "call-type", "6.5.2.2p9",
    "A function is called through a type that is not compatible with its own.",
    "Where the types are compatible but the arguments do not fit, it is call-arguments.",
    "\
static int half(int n) {
    return n / 2;
}
int main(void) {
    int (*f)(long) = (int (*)(long))half;
    return f(4); //~ call-type
}
";
    CallArguments, "call-arguments", "6.5.2.2p6",
    "The arguments of a call do not fit the parameters, or the function reads arguments that are not there.",
    "Calls without a prototype, va_arg and the rest of 7.16, and [static n] parameters (6.7.6.3p7). \
     Arguments of printf and scanf are format.",
    "\
static int add(a, b)
    int a, b;
{
    return a + b;
}
int main(void) {
    return add(1); //~ call-arguments
}
";
    Overlap, "overlap", "6.5.16.1p3",
    "An object is copied to one that overlaps it, by an assignment or by a library function that forbids it.",
    "memcpy, strcpy, sprintf and their like (7.24.2.1p2). Exact overlap of compatible types is allowed in \
     assignments.",
    "\
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    int a[4] = { 0 };
    memcpy(a + 1, a, 3 * sizeof a[0]); //~ overlap
    return 0;
}
";
    BadFree, "bad-free", "7.22.3.3p2",
    "free or realloc is given a pointer that no allocation returned.",
    "Pointers into the middle of a block, and to objects that are not allocated.",
    "\
void free(void *);
int main(void) {
    int x = 0;
    free(&x); //~ bad-free
    return 0;
}
";
    DoubleFree, "double-free", "7.22.3.3p2",
    "free or realloc is given a pointer to memory that has been freed already.",
    "realloc frees the old block when it succeeds, even where the new one has the same address.",
    "\
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    free(p); //~ double-free
    return 0;
}
";
    Format, "format", "7.21.6.1p9",
    "A format of printf or scanf is invalid, or does not fit its arguments.",
    "Signed for unsigned of the same size is allowed where the value fits both (7.16.1.1p2). A string without \
     its end is out-of-bounds.",
    "\
int printf(const char *, ...);
int main(void) {
    printf(\"%d\\n\", 1.5); //~ format
    return 0;
}
";
    InvalidBool, "invalid-bool", "6.2.6.1p5",
    "A _Bool is read whose byte is neither 0 nor 1.",
    "The only trap representation on the targets of kiln.",
    "\
int main(void) {
    _Bool b = 0;
    *(unsigned char *)&b = 2;
    return b; //~ invalid-bool
}
";
    VlaSize, "vla-size", "6.7.6.2p5",
    "The size of a variable length array is not greater than zero.",
    "Also for types and pointers, and where two array types must agree and their sizes differ (6.7.6.2p6).",
    "\
int main(void) {
    int n = 0;
    int a[n]; //~ vla-size
    return sizeof a != 0;
}
";
    Restrict, "restrict", "6.7.3.1p4",
    "An object that is modified is accessed through a restrict pointer and also in another way.",
    "Also assignments between restrict pointers other than from outer to inner blocks. Arguments of library \
     functions are overlap.",
    "\
static int f(int *restrict p, int *restrict q) {
    *p = 1;
    return *q; //~ restrict
}
int main(void) {
    int x = 0;
    return f(&x, &x);
}
";
    Unreachable, "unreachable", "GNU C: __builtin_unreachable",
    "Execution reaches a point that the program has declared unreachable.",
    "By __builtin_unreachable, documented by GCC and Clang; no clause of C11 speaks of it (4p2).",
    "\
int main(void) {
    __builtin_unreachable(); //~ unreachable
}
";
    BuiltinArgument, "builtin-argument", "GNU C: built-in functions",
    "A built-in function of the compiler is given an argument for which its result is undefined.",
    "__builtin_clz(0), __builtin_ctz(0), and an alignment promised to __builtin_assume_aligned that does not hold.",
    "\
int main(void) {
    unsigned x = 0;
    return __builtin_clz(x); //~ builtin-argument
}
";
    VlaJump, "vla-jump", "7.13.2.1p2",
    "A jump enters the scope of a variable length array, past its declaration.",
    "By longjmp, or by a computed goto; an ordinary goto or switch that does is rejected (6.8.6.1p1, 6.8.4.2p2).",
    "\
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
int main(void) {
    int n = 1;
    {
        int a[n];
        if (setjmp(env))
            return sizeof a == 0;
    }
    longjmp(env, 1); //~ vla-jump
}
";
    Noreturn, "noreturn", "6.7.4p8",
    "A function declared _Noreturn returns.",
    "The attribute noreturn counts as well. Reported where the function returns.",
    "\
static _Noreturn void stop(void) {
} //~ noreturn
int main(void) {
    stop();
}
";
    LibraryPrecondition, "library-precondition", "7.1.4p1",
    "A library function is called with an argument, or in a situation, that its description does not allow.",
    "Null pointers also with length zero (7.24.1p2), ctype arguments (7.4p1), comparison functions (7.22.5p4), exit \
     twice (7.22.4.4p2), longjmp to a function that has returned (7.13.2.1p2). Where another kind fits, it is that.",
    "\
int isalpha(int);
int main(void) {
    return isalpha(1000); //~ library-precondition
}
";
}

impl Kind {
    /// The row of the table.
    pub const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name that users see.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The kind with this name.
    pub fn by_name(name: &str) -> Option<Kind> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.kind)
    }

    /// The clause and paragraph of C11, or the feature of GNU C.
    pub const fn clause(self) -> &'static str {
        self.row().clause
    }

    /// What it is, in one sentence.
    pub const fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// What it covers beyond the sentence, and which kind is reported where two fit.
    pub const fn note(self) -> &'static str {
        self.row().note
    }

    /// A small program that has it, on the line that ends in `//~` and the name.
    pub const fn example(self) -> &'static str {
        self.row().example
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_kinds() {
        assert_eq!(TABLE.len(), Kind::ALL.len());
        for (place, (row, kind)) in TABLE.iter().zip(Kind::ALL).enumerate() {
            assert_eq!(row.kind, *kind);
            assert_eq!(*kind as usize, place);
            assert_eq!(kind.row(), row);
        }
    }

    #[test]
    fn names_are_unique_and_in_kebab_case() {
        let mut names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
        for name in &names {
            let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
            assert!(name.split('-').all(is_word), "{name}");
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TABLE.len());
    }

    #[test]
    fn names_are_those_of_the_variants() {
        for row in TABLE {
            let variant: String = row.name.split('-').map(capitalized).collect();
            assert_eq!(format!("{:?}", row.kind), variant);
            assert_eq!(Kind::by_name(row.name), Some(row.kind));
        }
        assert_eq!(Kind::by_name("signed overflow"), None);
    }

    fn capitalized(word: &str) -> String {
        word[..1].to_uppercase() + &word[1..]
    }

    #[test]
    fn every_row_has_all_parts() {
        for row in TABLE {
            assert!(is_clause(row.clause), "{}: {}", row.name, row.clause);
            assert!(row.meaning.ends_with('.') && row.meaning.matches(". ").count() == 0, "{}: one sentence", row.name);
            assert!(row.note.ends_with('.'), "{}: {}", row.name, row.note);
            let marked: Vec<&str> = row.example.lines().filter(|line| line.contains("//~")).collect();
            assert_eq!(marked.len(), 1, "{}: one line is marked", row.name);
            assert!(marked[0].ends_with(&format!("//~ {}", row.name)), "{}: {}", row.name, marked[0]);
            assert!(row.example.ends_with("}\n") && row.example.contains("int main(void)"), "{}", row.name);
        }
    }

    /// `6.5.16.1p3`, or `GNU C: ...` where no clause of C11 says it.
    fn is_clause(text: &str) -> bool {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.split_once('p') {
            Some((clause, paragraph)) if !text.starts_with("GNU C: ") => {
                clause.split('.').all(is_number) && is_number(paragraph)
            }
            _ => text.starts_with("GNU C: "),
        }
    }
}
