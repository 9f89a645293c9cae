//! What a C program means: runs it, finds every undefined behaviour, knows the right answer.
//!
//! ```
//! use kiln_lang::{Options, parse};
//! use kiln_meaning::{Outcome, Settings, run};
//!
//! let parsed = parse("a.i", *b"int printf(const char *, ...); int main(void) { printf(\"%d\\n\", 6 * 7); return 0; }", &Options::default());
//! let Outcome::Ended(ended) = run(&parsed.program, &Settings::default()).outcome else { panic!("it is defined") };
//! assert_eq!(ended.output, b"42\n");
//! ```
//!
//! The modules in reading order: [`undefined`] and [`outcome`], what can be said of a program, and [`choice`], what that rests on; [`settings`]; [`memory`], objects
//! and pointers; [`code`], the machine's instructions; [`lower`], from trees to code; [`link`] and [`image`], a program that
//! is ready to run; [`machine`], which runs it; [`sequence`], the order of evaluation, and [`restrict`]; [`library`], the C library;
//! [`verdict`], one run or several; [`volatile`], what a run does to volatile objects; [`mod@profile`], how often a run did what, and with which values; [`live`], programs that are written while they run, and [`repair`], what becomes of
//! operations that would be undefined.

#[cfg(feature = "fuzzing")]
pub mod agreement;
pub mod choice;
pub mod code;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod image;
pub mod library;
pub mod link;
pub mod live;
pub mod lower;
pub mod machine;
pub mod memory;
pub mod outcome;
pub mod profile;
pub mod repair;
pub mod restrict;
pub mod sequence;
pub mod settings;
pub mod undefined;
pub mod verdict;
pub mod volatile;

pub use self::choice::{Choice, Choices};
pub use self::outcome::{End, Ended, Limit, Outcome, Place, Report};
pub use self::profile::{Profile, profile};
pub use self::settings::{Dialect, FloatFlags, Fusing, Limits, Order, Settings};
pub use self::undefined::Kind;
pub use self::verdict::{Runner, Verdict, confirm, run, run_with};
