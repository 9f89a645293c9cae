//! Changing programs.
//!
//! An edit copies the body it changes, never more, and logs what it did to text ([`tree::patch`](crate::tree::patch)), so
//! that [`print::source`](crate::print::source) keeps the rest as it was written. Files: `function` edits one
//! function, with `copy` for clones and `names` for what names mean afterwards; `unused` drops what a program does
//! not use, by what `mentions` finds that each item names.

mod copy;
mod function;
mod mentions;
mod names;
mod unused;
mod words;

pub use self::function::{EditError, FunctionEdit};
pub(crate) use self::names::settle_names;
pub use self::unused::drop_unused;
