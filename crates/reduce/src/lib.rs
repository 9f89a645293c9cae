//! Making a program that a compiler gets wrong small.
//!
//! A program is texts ([`subject`]); a step of a reduction is a patch of these texts (`patch`), found with the help of the
//! typed tree and of what a run did (`view`), by one of the passes of the catalogue ([`passes`]). A `sweep` finds out which
//! patches of a list can be applied, several of them at a time (`trials`): the interpreter refuses what is undefined, so it never reaches a compiler, and the
//! rest is tested. What a generator has made is first made again with some of its [`choices`] left out. [`driver`] goes through the passes until nothing helps.
//!
//! [`mod@test`] says what a compiler makes of a program, and what still counts as the same failure; [`accused`] makes a test of
//! that, and [`script`] one of what somebody else has written. [`arith`] reduces the
//! self-checking programs of `kiln generate arith` by what is known of their form.

pub mod accused;
pub mod arith;
mod blemishes;
mod brackets;
pub mod choices;
pub mod driver;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod passes;
mod patch;
pub mod script;
pub mod subject;
pub mod sweep;
pub mod test;
mod trials;
mod view;
mod workers;

pub use self::accused::Accused;
pub use self::choices::Recorded;
pub use self::driver::{Smaller, StartError, reduce_texts};
pub use self::script::Script;
pub use self::subject::{Form, Subject};
pub use self::sweep::{Ask, Bounds};
pub use self::test::{Failure, Pace, Ran, Seen, Slots, Suspect, TestError};
