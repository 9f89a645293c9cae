//! The half of the C library that is functions of values: no memory, no streams, no state but what
//! is passed in.
//!
//! The model is glibc in the "C" locale, in round-to-nearest. Where C and glibc say the same, that
//! is what comes out; where C leaves the behaviour undefined, a fault says so in words; and where
//! glibc departs from C, or C allows more than one answer, the result carries a doubt or is `None`,
//! so that no compiler is blamed for what a library may do.
//!
//! - [`mod@format`]: the conversion specifications of `printf`, and what they print.
//! - [`scan`]: the directives of `scanf`; [`number`]: `strtol` and `strtod`, on which it stands.
//! - [`math`]: the functions of `<math.h>` with exact results.
//! - [`bits`]: the integer builtins. [`ctype`], [`random`], [`strings`]: what their names say.
//!
//! `parts` takes floating-point numbers apart and puts them together with one rounding; `decimal`
//! expands them exactly. All arithmetic on them here goes through these two. The test `libc` of
//! this crate compares everything with the C library of the machine, case by case.

pub mod bits;
pub mod ctype;
mod decimal;
pub mod format;
pub mod math;
pub mod number;
mod parts;
pub mod random;
pub mod scan;
pub mod strings;
