//! Exact C arithmetic: the one place in which the values of C are computed.
//!
//! A constant expression folded by the checker and the same expression run by an interpreter must
//! give the same answer, on every machine. So neither of them calculates: both come here. Two rules
//! hold for everything in this module.
//!
//! - **The operation is exact, and says so when C does not allow it.** Undefined behaviour is data
//!   ([`IntFault`], [`FloatConversion`]), never a panic. The value two's complement hardware would
//!   give comes along wherever there is one, because some dialects define what ISO C leaves open.
//! - **Types are plain shapes.** An integer operation knows a width and a signedness
//!   ([`IntShape`]), a floating operation knows an encoding ([`FloatFormat`]). Ranks, promotions
//!   and the usual arithmetic conversions are the checker's business: when a value arrives here,
//!   its operands have been converted already.
//!
//! [`int`] holds the integers of 1 to 128 bits (so also bit-fields and `__int128`), [`float`] the
//! binary floating types from `_Float16` to `_Float128`. Read [`int`] first.

pub mod float;
pub mod int;

#[cfg(test)]
mod lcg;

pub use float::{Float, FloatConversion, FloatFormat, FloatSyntax, Rounded, Truncated};
pub use int::{Exact, Int, IntFault, IntShape};
