//! A typed model of C programs: read C text, know its types, print it back.

pub mod builtins;
pub mod diagnostics;
pub mod index;
pub mod lex;
pub mod names;
pub mod source;
pub mod target;
pub mod tree;
pub mod types;
pub mod value;
