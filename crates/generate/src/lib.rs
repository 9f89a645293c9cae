//! Generators of C programs whose outcome is known and in which nothing is undefined.
//!
//! [`arith`]: long arithmetic expressions whose values are computed while they are made, after Orange3. [`whole`]: whole
//! programs, analysed and executed while they are made, after Csmith. [`features`] and
//! [`words`]: what can be chosen, as rows of tables.

pub mod arith;
mod error;
pub mod features;
pub mod whole;
pub mod words;

pub use self::error::OptionsError;
