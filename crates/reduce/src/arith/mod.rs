//! The self-checking programs of `kiln generate arith`, by the four transformations of Orange3.
//!
//! They are those of Nagai, Hashimoto and Ishiura (2014), section 5, in the order of its figure 15. They work on the typed
//! program, and every candidate is run by the interpreter before a compiler sees it: what is undefined is dropped, and the
//! values that the program expects are set anew. So the result is as defined as the program it came from.
//!
//! Reading order: [`anatomy`], the parts of such a program; `observed`, the values its expressions and variables have;
//! `operators`, what it is measured by; `step`, the changes that can be made, `declared` those of variables and `unread` what
//! can go; `expected` makes a changed program expect what it computes; `search` looks for the first change that keeps the
//! failure; `flow` decides which changes are looked for: the whole of figure 15, with `eliminate`, `statements`, `halving`,
//! `top_down`, `bottom_up`, `hoist`, `guard` and `simplify` for its parts. [`mod@pattern`] tells whether two results are the same error.
//!
//! What differs from the paper: the failing result is first looked for where the program itself says `NG`; the first round
//! of top-down and bottom-up minimisation is one binary search over the tree (see `halving`); operations inside of
//! expressions become their operands, too (see `hoist`); a program that is killed goes on being killed (see `guard`); and programs may have more than
//! results: branches, loops, functions, expressions that write to variables (see `eliminate`).

pub mod anatomy;
mod bottom_up;
mod declared;
mod eliminate;
pub(crate) mod expected;
mod flow;
mod guard;
mod halving;
mod hoist;
mod observed;
mod operators;
pub mod pattern;
mod search;
mod simplify;
mod statements;
mod step;
mod top_down;
mod unread;

pub use self::flow::reduce;
pub use self::pattern::pattern;
pub use self::search::{Counts, Options, Phase, Progress, ReduceError, Reduced, Test};
