//! C compilers as kiln sees them: found on `PATH`, asked to preprocess, run under limits.
//!
//! This crate knows programs and bytes, and nothing of C trees: what a compiler is given and what
//! its answer means is the caller's business. Read in this order:
//!
//! - [`process`]: one child process, with a deadline and a bound on its output, that never leaves
//!   anything behind;
//! - [`compiler`]: which compilers there are, in which order they are preferred, and a command line
//!   that names one;
//! - [`preprocess`]: a `.c` file turned into text without directives, by such a compiler;
//! - [`runner`]: programs that nobody trusts, confined and limited;
//! - [`build`]: a program compiled and run there, and what came of it;
//! - [`signature`]: what messages of one cause have in common;
//! - [`calibrate`]: what a compiler is and can do; [`flags`]: which flags it takes;
//! - [`trace`]: what its programs do to objects in memory, access by access.
//!
//! ```no_run
//! use kiln_toolchain::{compiler, preprocess};
//!
//! let path = std::env::var_os("PATH").unwrap_or_default();
//! let command = compiler::preferred(&path)?;
//! let input = preprocess::Input::File("a.c".as_ref());
//! let text = preprocess::preprocess(&command, &["-DNDEBUG".to_owned()], &input)?.text;
//! # Ok::<(), kiln_toolchain::ToolchainError>(())
//! ```

pub mod clock;

pub mod process;

pub mod compiler;

pub mod preprocess;

pub mod runner;

pub mod build;

pub mod link;

pub mod signature;

pub mod calibrate;

pub mod flags;

pub mod trace;

mod error;

pub use error::ToolchainError;
