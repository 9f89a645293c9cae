//! A typed model of C programs: read C text, know its types, print it back.
//!
//! ```
//! use kiln_lang::{Options, parse, print};
//!
//! let parsed = parse("hello.i", *b"int main(void) { return 1 + 1; }", &Options::default());
//! assert!(parsed.accepted());
//! assert!(print::canonical(&parsed.program).contains("return 1 + 1;"));
//! ```
//!
//! The modules in reading order: [`source`] and [`diagnostics`], [`names`], [`lex`]; [`target`], [`types`] and [`value`] (exact
//! arithmetic); [`tree`], the program model; `check`, which gives every node its type; `parse`, [`mod@print`], [`build`] and [`edit`]; [`builtins`],
//! the functions compilers know without declaration; [`random`], programs for tests. `fuzzing`, what holds for any
//! bytes, is there for tests only.

pub mod build;
pub mod builtins;
mod check;
pub mod diagnostics;
pub mod edit;
#[cfg(any(test, fuzzing, feature = "fuzzing"))]
pub mod fuzzing;
pub mod index;
pub mod lex;
pub mod names;
mod parse;
pub mod print;
pub mod random;
pub mod source;
pub mod target;
pub mod tree;
pub mod types;
pub mod value;

pub use self::check::fold::{Address, Base, Folder, Value};
pub use self::parse::{Parsed, ParsedUnits, parse, parse_units};
pub use self::source::SourceText;
pub use self::target::Options;
pub use self::tree::same::same_shape;
