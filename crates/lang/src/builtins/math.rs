//! Floating point: the mathematical library, and what GCC adds to it.

use super::Rule::{Complex, FloatClass, FloatCompare, FpClassify};
use super::Standard::{C23, C90, C99, Gnu};
use super::row::{DECIMAL, FLOAT_N, REAL, REAL_FL, Row, builtin, builtin_rule, library, library_rule};

pub(super) const ROWS: &[Row] = &[
    // <math.h> in `double`, `float` and `long double`.
    library(C90, "T(T)", "acos asin atan ceil cos cosh exp fabs floor log log10 sin sinh sqrt tan tanh").each(REAL),
    library(
        C99,
        "T(T)",
        "acosh asinh atanh cbrt erf erfc exp2 expm1 lgamma log1p log2 logb nearbyint rint round \
         tgamma trunc",
    )
    .each(REAL),
    library(C23, "T(T)", "exp10 roundeven").each(REAL),
    library(Gnu, "T(T)", "gamma j0 j1 pow10 significand y0 y1").each(REAL),
    library(C90, "T(T, T)", "atan2 fmod pow").each(REAL),
    library(C99, "T(T, T)", "copysign fdim fmax fmin hypot nextafter remainder").each(REAL),
    library(Gnu, "T(T, T)", "drem scalb").each(REAL),
    library(C99, "T(T, T, T)", "fma").each(REAL),
    library(C99, "T(T, T, int*)", "remquo").each(REAL),
    library(C90, "T(T, T*)", "modf").each(REAL),
    library(C90, "T(T, int*)", "frexp").each(REAL),
    library(Gnu, "T(T, int*)", "gamma@_r lgamma@_r").each(REAL),
    library(C90, "T(T, int)", "ldexp").each(REAL),
    library(C99, "T(T, int)", "scalbn").each(REAL),
    library(C99, "T(T, long)", "scalbln").each(REAL),
    library(C99, "T(T, ldouble)", "nexttoward").each(REAL),
    library(Gnu, "T(int, T)", "jn yn").each(REAL),
    library(C99, "T(const char*)", "nan").each(REAL),
    library(Gnu, "void(T, T*, T*)", "sincos").each(REAL),
    // To integers.
    library(C99, "int(T)", "ilogb").each(REAL),
    library(C99, "long(T)", "lrint lround").each(REAL),
    library(C99, "llong(T)", "llrint llround").each(REAL),
    builtin("int(T)", "iceil ifloor irint iround").each(REAL),
    builtin("long(T)", "lceil lfloor").each(REAL),
    builtin("llong(T)", "llceil llfloor").each(REAL),
    // Constants, and an integral power.
    builtin("T()", "huge_val inf").each(REAL),
    builtin("T(const char*)", "nans").each(REAL),
    builtin("T(T, int)", "powi").each(REAL),
    // <complex.h>.
    library(
        C99,
        "complex T(complex T)",
        "cacos cacosh casin casinh catan catanh ccos ccosh cexp clog conj cproj csin csinh csqrt \
         ctan ctanh",
    )
    .each(REAL),
    library(Gnu, "complex T(complex T)", "clog10").each(REAL),
    library(C99, "complex T(complex T, complex T)", "cpow").each(REAL),
    library(C99, "T(complex T)", "cabs carg cimag creal").each(REAL),
    builtin("complex T(T)", "cexpi").each(REAL),
    builtin_rule(Complex, "complex"),
    // Classification and comparison. The names without a suffix take any floating type, in spite of
    // the prototypes that old headers have for them.
    builtin_rule(FloatClass, "isfinite isinf_sign isnormal"),
    library_rule(C99, FloatClass, "isinf isnan"),
    library_rule(Gnu, FloatClass, "signbit"),
    library(Gnu, "int(T)", "isinf isnan signbit").each(REAL_FL),
    library(Gnu, "int(T)", "finite").each(REAL),
    builtin_rule(FloatCompare, "isgreater isgreaterequal isless islessequal islessgreater isunordered"),
    builtin_rule(FpClassify, "fpclassify"),
    // The interchange and extended types.
    library(Gnu, "T(T)", "ceil fabs floor nearbyint rint round roundeven sqrt trunc").each(FLOAT_N),
    library(Gnu, "T(T, T)", "copysign fmax fmin").each(FLOAT_N),
    library(Gnu, "T(T, T, T)", "fma").each(FLOAT_N),
    library(Gnu, "T(const char*)", "nan").each(FLOAT_N),
    builtin("T(const char*)", "nans").each(FLOAT_N),
    builtin("T()", "huge_val inf").each(FLOAT_N),
    // x86's older names for those of `_Float128`.
    builtin("f128()", "huge_valq infq"),
    builtin("f128(const char*)", "nanq nansq"),
    builtin("f128(f128)", "fabsq"),
    builtin("f128(f128, f128)", "copysignq"),
    // The decimal types.
    library(C23, "T(T)", "fabs").each(DECIMAL),
    library(C23, "T(const char*)", "nan").each(DECIMAL),
    builtin("T(const char*)", "nans").each(DECIMAL),
    builtin("T()", "inf").each(DECIMAL),
    library(Gnu, "int(T)", "finite isinf isnan signbit").each(DECIMAL),
    // <fenv.h>.
    library(C99, "int()", "fegetround"),
    library(C99, "int(int)", "feclearexcept feraiseexcept fesetround fetestexcept"),
    library(C99, "int(fenv*)", "fegetenv feholdexcept"),
    library(C99, "int(const fenv*)", "fesetenv feupdateenv"),
    library(C99, "int(fexcept*, int)", "fegetexceptflag"),
    library(C99, "int(const fexcept*, int)", "fesetexceptflag"),
];
