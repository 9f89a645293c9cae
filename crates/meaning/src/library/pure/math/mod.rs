//! The functions of `<math.h>`, as far as their results are certain.
//!
//! There are two kinds. Some have one right result, by IEC 60559 and C11 annex F: `sqrt`, `fma`,
//! `fmod`, rounding, scaling. They are computed exactly, with integers, for every format. Of the
//! others (`sin`, `pow`, ...) no accuracy is promised (C11 5.2.4.2.2p6), and compilers that fold a
//! call round better than the library that runs it. Of those, [`approximate`] gives a result only
//! for arguments where it is exact and every library worth its name gets it: `pow(3, 2)`, `exp(0)`,
//! `log2(8)`. That was measured, not assumed: glibc 2.36 has `cbrt(27) != 3`, `tgammaf(3) != 2` and
//! `exp10(3) != 1000`.
//!
//! Everything is in round-to-nearest and leaves the exception flags aside. `errno` too: a range
//! error shows in the result. A NaN that comes out where none went in is negative, as on x86; no
//! program should be believed that shows its sign.
//!
//! [`find`] has all functions by name.

pub mod approximate;
mod arithmetic;
mod classify;
mod integral;
mod nearly;
mod remainder;
mod scale;

use kiln_lang::value::{Float, Int, IntShape};

pub use arithmetic::{fdim, fma, fmax, fmin, sqrt};
pub use classify::{
    FpClass, copysign, fabs, fpclassify, isfinite, isgreater, isgreaterequal, isinf, isless, islessequal,
    islessgreater, isnan, isnormal, isunordered, signbit,
};
pub use integral::{ceil, floor, lrint, lround, modf, round, roundeven, trunc};
pub use nearly::nearly;
pub use remainder::{Remquo, fmod, remainder, remquo};
pub use scale::{frexp, ilogb, logb, nextafter, nexttoward, scalbn};

pub use super::number::named_nan as nan;

/// How much is known of a function's results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exactness {
    /// There is one right result for all arguments, or nearly all.
    Exact,
    /// There is one for a few arguments only.
    Inexact,
}

/// A function, by what it takes and gives. `None` always means that the result is not certain.
#[derive(Clone, Copy, Debug)]
pub enum Function {
    /// One number to one number.
    Unary(fn(Float) -> Float),
    /// Two numbers to one.
    Binary(fn(Float, Float) -> Float),
    /// Two numbers to one, with exceptions.
    Choice(fn(Float, Float) -> Option<Float>),
    /// Three numbers to one.
    Ternary(fn(Float, Float, Float) -> Float),
    /// A number and a second one of type `long double`: `nexttoward`.
    Toward(fn(Float, Float) -> Float),
    /// A number and an exponent of type `int` or `long`.
    Scale(fn(Float, i64) -> Float),
    /// A number to a `long` or `long long`.
    ToInteger(fn(Float, IntShape) -> Option<Int>),
    /// A number to an `int`: `ilogb`.
    ToInt(fn(Float) -> Option<i32>),
    /// A number to a truth value.
    Predicate(fn(Float) -> bool),
    /// Two numbers to a truth value.
    Comparison(fn(Float, Float) -> bool),
    /// A number to its fraction and, through a pointer, its integral part: `modf`.
    Modf(fn(Float) -> (Float, Float)),
    /// A number to its fraction and, through a pointer, its exponent: `frexp`.
    Frexp(fn(Float) -> (Float, Option<i32>)),
    /// Two numbers to a remainder and, through a pointer, a quotient: `remquo`.
    Remquo(fn(Float, Float) -> Remquo),
    /// One number to one number, see [`approximate::unary`].
    Approximate(&'static approximate::Row),
    /// Two numbers to one, see [`approximate`].
    Approximate2(fn(Float, Float) -> Option<Float>),
}

impl Function {
    /// How much is known of the results.
    pub const fn exactness(&self) -> Exactness {
        match self {
            Function::Approximate(_) | Function::Approximate2(_) => Exactness::Inexact,
            _ => Exactness::Exact,
        }
    }
}

/// The functions that are exact, or have two arguments, by the names of their `double` versions.
const FUNCTIONS: &[(&str, Function)] = &[
    ("sqrt", Function::Unary(sqrt)),
    ("fabs", Function::Unary(fabs)),
    ("floor", Function::Unary(floor)),
    ("ceil", Function::Unary(ceil)),
    ("trunc", Function::Unary(trunc)),
    ("round", Function::Unary(round)),
    ("roundeven", Function::Unary(roundeven)),
    ("rint", Function::Unary(roundeven)),
    ("nearbyint", Function::Unary(roundeven)),
    ("logb", Function::Unary(logb)),
    ("fmod", Function::Binary(fmod)),
    ("remainder", Function::Binary(remainder)),
    ("drem", Function::Binary(remainder)),
    ("copysign", Function::Binary(copysign)),
    ("nextafter", Function::Binary(nextafter)),
    ("fdim", Function::Binary(fdim)),
    ("fmax", Function::Choice(fmax)),
    ("fmin", Function::Choice(fmin)),
    ("fma", Function::Ternary(fma)),
    ("nexttoward", Function::Toward(nexttoward)),
    ("ldexp", Function::Scale(scalbn)),
    ("scalbn", Function::Scale(scalbn)),
    ("scalbln", Function::Scale(scalbn)),
    ("lrint", Function::ToInteger(lrint)),
    ("llrint", Function::ToInteger(lrint)),
    ("lround", Function::ToInteger(lround)),
    ("llround", Function::ToInteger(lround)),
    ("ilogb", Function::ToInt(ilogb)),
    ("isnan", Function::Predicate(isnan)),
    ("isinf", Function::Predicate(isinf)),
    ("isfinite", Function::Predicate(isfinite)),
    ("finite", Function::Predicate(isfinite)),
    ("isnormal", Function::Predicate(isnormal)),
    ("signbit", Function::Predicate(signbit)),
    ("__issignaling", Function::Predicate(classify::is_signaling)),
    ("isgreater", Function::Comparison(isgreater)),
    ("isgreaterequal", Function::Comparison(isgreaterequal)),
    ("isless", Function::Comparison(isless)),
    ("islessequal", Function::Comparison(islessequal)),
    ("islessgreater", Function::Comparison(islessgreater)),
    ("isunordered", Function::Comparison(isunordered)),
    ("modf", Function::Modf(modf)),
    ("frexp", Function::Frexp(frexp)),
    ("remquo", Function::Remquo(remquo)),
    ("pow", Function::Approximate2(approximate::pow)),
    ("hypot", Function::Approximate2(approximate::hypot)),
    ("atan2", Function::Approximate2(approximate::atan2)),
];

/// What names the version of a function for a type.
const SUFFIXES: &[&str] = &["", "f128", "f64x", "f32x", "f64", "f32", "f16", "f", "l"];

/// All functions in all versions, by name.
pub fn all() -> impl Iterator<Item = (String, Function)> {
    let approximate = approximate::rows().map(|row| (row.name(), Function::Approximate(row)));
    let plain = FUNCTIONS.iter().copied().chain(approximate);
    plain.flat_map(|(name, function)| SUFFIXES.iter().map(move |suffix| ([name, suffix].concat(), function)))
}

/// The function of this name, in any of its versions: `sqrt`, `sqrtf`, `sqrtl`, `sqrtf128`. Which
/// format it works in, its arguments tell; which integer type it gives, its declaration.
pub fn find(name: &str) -> Option<Function> {
    SUFFIXES.iter().find_map(|suffix| named(name.strip_suffix(suffix)?))
}

fn named(name: &str) -> Option<Function> {
    let exact = FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, function)| *function);
    exact.or_else(|| approximate::row(name).map(Function::Approximate))
}

#[cfg(test)]
mod tests;
