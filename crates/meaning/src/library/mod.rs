//! The C library, as far as programs that test compilers use it.
//!
//! [`pure`] computes on values; the other modules move values between it and the memory of the machine. A function that is
//! not in the table is *unsupported*, by its name.

mod args;
mod memory;
pub mod pure;
mod stdio;
mod stdlib;
mod string;
mod table;

use crate::memory::Pointer;

pub(crate) use self::args::Args;

/// What the library remembers between calls.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Functions to call at the end, the last first.
    pub(crate) at_exit: Vec<Pointer>,
    /// The state of `rand`.
    pub(crate) random: Option<pure::random::Random>,
}
