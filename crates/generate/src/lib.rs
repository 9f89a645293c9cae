//! Generators of C programs whose outcome is known and in which nothing is undefined.
//!
//! [`arith`]: long arithmetic expressions whose values are computed while they are made, after Orange3. [`words`]: options
//! whose values are rows of a table.

pub mod arith;
pub mod words;
