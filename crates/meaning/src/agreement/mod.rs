//! Agreement with compilers: random cases that the interpreter calls defined do the same when compilers have translated them.
//!
//! A [`Case`] is a function that prints values: of one random expression over all operand types and boundary values
//! (`expr`, `aggregate`), or of all objects that a row of random statements has changed (`memory`). Nothing
//! is done to make cases defined. The interpreter says which are (`judge`), and those become one program, in a [`Batch`], that
//! each of [`BUILDS`] must run with the same output. `mutants` of them are closer to the edge of what is defined; of those
//! that the interpreter still calls defined a sanitizer must not complain.
//!
//! All of this is a function of a seed. Whoever has compilers runs them: a test for some seconds, `cargo xtask agreement` for
//! as long as one likes.

mod aggregate;
mod batch;
mod build;
mod case;
mod expr;
mod judge;
mod maker;
mod memory;
mod mutate;
mod scalar;

pub use self::batch::{Batch, Figures};
pub use self::build::{BUILDS, Build, Disagreement, ENVIRONMENT, PROGRAM, Ran, SOURCE};
pub use self::case::{Case, Program};
