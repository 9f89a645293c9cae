//! Making a program that a compiler gets wrong small.
//!
//! [`mod@test`] says what a compiler makes of a program, and what still counts as the same failure. [`arith`] reduces the
//! self-checking programs of `kiln generate arith` by what is known of their form.

pub mod arith;
pub mod test;

pub use self::test::{Failure, Ran, Seen, Slots, Suspect, TestError};
