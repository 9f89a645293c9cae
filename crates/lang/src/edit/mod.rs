//! Changing programs.
//!
//! An edit copies the body it changes, never more, and logs what it did to text ([`tree::patch`](crate::tree::patch)), so
//! that [`print::source`](crate::print::source) keeps the rest as it was written. Files: `function` edits one function,
//! with `parents` to find the way up, `copy` for clones, and for what only the finished tree shows `shape` (statements in
//! places where they can stand) and `names` (names that mean what they refer to, with `scope`); `file` declares objects at
//! file scope anew or drops them; `unused` drops what a program does not use, by what `mentions` finds that each item names.

mod copy;
mod file;
mod function;
mod mentions;
mod names;
mod parents;
mod scope;
mod shape;
mod unused;
mod words;

pub use self::file::FileEdit;
pub use self::function::{EditError, FunctionEdit};
pub(crate) use self::names::fresh_label_name;
pub use self::unused::drop_unused;

use crate::check::Checker;

/// Checks what only the finished body of a function shows, and mends what can be mended: braces where an `else` would be
/// taken by another `if`, local names that hide others.
pub(crate) fn settle(checker: &mut Checker) {
    shape::settle_shape(checker);
    names::settle_names(checker);
}
