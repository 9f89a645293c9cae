//! What random expressions are made of: number types, variables, and expressions that are not numbers.

/// What kind of number an expression is; each class contains those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    Integer,
    Real,
    Complex,
}

/// Which language expressions are written in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flavor {
    /// What only GCC has: `_FloatN`, `_Complex __int128`.
    pub(crate) gcc_types: bool,
    /// Bit-fields wider than `int`, which in GCC have a type of just their width.
    pub(crate) wide_bit_fields: bool,
    /// `__int128` exists.
    pub(crate) is_64_bit: bool,
}

/// A number type, and how variables of it are called.
pub(crate) struct Number {
    pub(crate) suffix: &'static str,
    pub(crate) spelling: &'static str,
    pub(crate) class: Class,
    needs: Needs,
}

impl Number {
    /// Whether the type exists in a flavor.
    pub(crate) fn exists(&self, flavor: Flavor) -> bool {
        match self.needs {
            Needs::Nothing => true,
            Needs::SixtyFourBits => flavor.is_64_bit,
            Needs::Gcc => flavor.gcc_types,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    SixtyFourBits,
    Gcc,
}

const fn number(suffix: &'static str, spelling: &'static str, class: Class, needs: Needs) -> Number {
    Number { suffix, spelling, class, needs }
}

pub(crate) const NUMBERS: &[Number] = &[
    number("b", "_Bool", Class::Integer, Needs::Nothing),
    number("c", "char", Class::Integer, Needs::Nothing),
    number("sc", "signed char", Class::Integer, Needs::Nothing),
    number("uc", "unsigned char", Class::Integer, Needs::Nothing),
    number("s", "short", Class::Integer, Needs::Nothing),
    number("us", "unsigned short", Class::Integer, Needs::Nothing),
    number("i", "int", Class::Integer, Needs::Nothing),
    number("u", "unsigned", Class::Integer, Needs::Nothing),
    number("l", "long", Class::Integer, Needs::Nothing),
    number("ul", "unsigned long", Class::Integer, Needs::Nothing),
    number("ll", "long long", Class::Integer, Needs::Nothing),
    number("ull", "unsigned long long", Class::Integer, Needs::Nothing),
    number("x", "__int128", Class::Integer, Needs::SixtyFourBits),
    number("ux", "unsigned __int128", Class::Integer, Needs::SixtyFourBits),
    number("plain", "enum plain", Class::Integer, Needs::Nothing),
    number("negative", "enum negative", Class::Integer, Needs::Nothing),
    number("tiny", "enum tiny", Class::Integer, Needs::Nothing),
    number("wide", "enum wide", Class::Integer, Needs::Nothing),
    number("f", "float", Class::Real, Needs::Nothing),
    number("d", "double", Class::Real, Needs::Nothing),
    number("ld", "long double", Class::Real, Needs::Nothing),
    number("f16", "_Float16", Class::Real, Needs::Gcc),
    number("f32", "_Float32", Class::Real, Needs::Gcc),
    number("f64", "_Float64", Class::Real, Needs::Gcc),
    number("f128", "_Float128", Class::Real, Needs::Gcc),
    number("f32x", "_Float32x", Class::Real, Needs::Gcc),
    number("f64x", "_Float64x", Class::Real, Needs::Gcc),
    number("f80", "__float80", Class::Real, Needs::Gcc),
    number("cf", "_Complex float", Class::Complex, Needs::Nothing),
    number("cd", "_Complex double", Class::Complex, Needs::Nothing),
    number("cld", "_Complex long double", Class::Complex, Needs::Nothing),
    number("cuc", "_Complex unsigned char", Class::Complex, Needs::Gcc),
    number("ci", "_Complex int", Class::Complex, Needs::Gcc),
    number("cul", "_Complex unsigned long", Class::Complex, Needs::Gcc),
    number("cf16", "_Complex _Float16", Class::Complex, Needs::Gcc),
    number("cf32", "_Complex _Float32", Class::Complex, Needs::Gcc),
    number("cf64x", "_Complex _Float64x", Class::Complex, Needs::Gcc),
    number("cf128", "_Complex _Float128", Class::Complex, Needs::Gcc),
];

pub(crate) const PRELUDE: &str = "\
enum plain { plain_0, plain_1 };
enum negative { negative_1 = -1, negative_0 };
enum __attribute__((packed)) tiny { tiny_0, tiny_200 = 200 };
enum wide { wide_0, wide_big = 0x100000000 };
typedef int vi __attribute__((vector_size(16)));
typedef unsigned vu __attribute__((vector_size(16)));
typedef float vf __attribute__((vector_size(16)));
typedef double vd __attribute__((vector_size(16)));
typedef signed char vc __attribute__((vector_size(16)));
typedef unsigned long long vull __attribute__((vector_size(16)));
extern vi v_vi; extern vu v_vu; extern vf v_vf; extern vd v_vd; extern vc v_vc; extern vull v_vull;
extern const vi k_vi; extern const vf k_vf;
struct bits {
    int i3 : 3; unsigned u3 : 3; unsigned u31 : 31; unsigned u32 : 32; int i32 : 32; _Bool b1 : 1;
    unsigned char uc7 : 7; unsigned short us16 : 16; char c5 : 5; long l20 : 20; unsigned long ul20 : 20;
    enum plain plain2 : 2; unsigned long long ull64 : 64; long long ll64 : 64; long long ll32 : 32;
    unsigned long long ull32 : 32; long long ll33 : 33; unsigned long long ull40 : 40; unsigned long long ull63 : 63;
} bits, *pbits;
struct pair { int first; const double second; int array[3]; volatile char text[8]; } pair, *ppair;
extern const struct pair kpair;
struct pair f_pair(void);
extern void *pv; extern const void *pkv; extern volatile void *pwv;
int f_old();
void f_void(void);
int (*pf_int)(int); int (*const kpf_int)(int);
int matrix[2][3]; int (*prow)[3]; const int kmatrix[2][3];
int *const restricted[2];
";

pub(crate) const NARROW_BIT_FIELDS: &[&str] = &[
    "i3", "u3", "u31", "u32", "i32", "b1", "uc7", "us16", "c5", "l20", "ul20", "plain2", "ll32", "ull32", "ull64",
    "ll64",
];
pub(crate) const WIDE_BIT_FIELDS: &[&str] = &["ll33", "ull40", "ull63"];

pub(crate) const VECTORS: &[(&str, bool)] =
    &[("vi", true), ("vu", true), ("vf", false), ("vd", false), ("vc", true), ("vull", true)];

/// Arrays, functions, structures, strings and what is made of them.
pub(crate) const OTHERS: &[&str] = &[
    "matrix",
    "&matrix",
    "matrix[1]",
    "*matrix",
    "&matrix[1]",
    "kmatrix",
    "kmatrix[1]",
    "&kmatrix",
    "prow",
    "*prow",
    "prow + 1",
    "f_i",
    "&f_i",
    "*f_i",
    "**f_i",
    "(v_i ? f_i : pf_int)",
    "(v_i ? f_i : pf_int)(3)",
    "kpf_int",
    "(*kpf_int)(1)",
    "f_old(1, 2.0f)",
    "f_old",
    "f_void()",
    "v_i ? f_void() : (void)0",
    "(void)v_i",
    "f_pair()",
    "f_pair().second",
    "f_pair().array[1]",
    "pair",
    "kpair",
    "kpair.array",
    "kpair.text",
    "ppair->text",
    "&ppair->array",
    "&kpair.array[1]",
    "(v_i ? pair : kpair)",
    "(v_i ? pair : kpair).array",
    "({ pair; })",
    "({ pair; }).first",
    "(0, pair).array",
    "\"abc\"",
    "L\"abc\"",
    "u\"abc\"",
    "U\"abc\"",
    "u8\"abc\"",
    "&\"abc\"",
    "(0, \"abc\")",
    "({ char c[5]; c; })",
    "v_i ? \"a\" : \"bcd\"",
    "\"abc\"[1]",
    "1[\"abc\"]",
    "*\"abc\"",
    "(int[]){1, 2, 3}",
    "&(int[2]){1}",
    "(const int[2]){1}",
    "(struct pair){1, 2}",
    "&(const struct pair){1, 2}",
    "restricted",
    "restricted[1]",
    "&restricted[1]",
    "*restricted",
    "__func__",
    "__builtin_offsetof(struct pair, second)",
    "__builtin_types_compatible_p(int, long)",
    "__builtin_choose_expr(1, v_c, v_d)",
    "__builtin_choose_expr(0, v_c, kmatrix)",
    "&*prow",
    "&prow[1]",
    "v_i ? kmatrix : 0",
    "sizeof matrix / sizeof matrix[0]",
    "__builtin_convertvector(v_vi, vf)",
    "k_vi",
    "k_vi + v_vi",
    "k_vf[1]",
    "&v_vi",
    "(vi){1, 2}",
    "__alignof__ v_d",
    "v_i ? pv : pkv",
    "v_i ? pkv : pwv",
    "v_i ? (const int *)0 : p_i",
    "v_i ? pk_i : (void *)0",
    "v_i ? &k_i : &w_i",
];

/// GNU C joins the qualifiers of the elements of arrays; Clang finds nothing in common.
pub(crate) const ONLY_GCC: &[&str] = &["v_i ? prow : kmatrix", "v_i ? kmatrix : prow", "v_i ? &matrix : &kmatrix"];
