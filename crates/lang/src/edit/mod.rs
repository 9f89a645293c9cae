//! Changing programs.
//!
//! An edit copies the body it changes, never more, and logs what it did to text ([`tree::patch`](crate::tree::patch)), so
//! that [`print::source`](crate::print::source) keeps the rest as it was written. Files: `unused` drops what a program does
//! not use, by what `mentions` finds that each item names.

mod mentions;
mod unused;
mod words;

pub use self::unused::drop_unused;
