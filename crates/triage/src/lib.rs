//! What a compiler's bug needs, and which of its passes is to blame.
//!
//! A failure is tried again with other flags, and what makes it come and go is written down ([`Facts`]): the lowest level that
//! shows it, the fewest optimisations that have to be on, the fewest that have to be off for it to vanish ([`gcc`]) and what of them
//! (`inside`), the pass
//! after which the program is wrong ([`clang`]), flags that change what programs mean, other versions. [`mod@search`] has the
//! searches, which know nothing of compilers; [`group`] says which findings are one bug, and which to read first, [`telling`] what their programs have in common; [`recheck`] what
//! has become of one when a compiler has changed; [`slip`] whether a reduction has ended at another bug.
//!
//! This crate starts no process: what is tried is a function of the caller ([`Ask`]), and so are its costs, which are
//! counted and bounded.

pub mod clang;
pub mod facts;
pub mod gcc;
pub mod group;
mod inside;
pub mod recheck;
pub mod search;
pub mod slip;
pub mod telling;

pub use self::facts::{Blame, Facts, Transformation, Version, look};
pub use self::search::{Ask, Tries};
pub use self::slip::Slip;
