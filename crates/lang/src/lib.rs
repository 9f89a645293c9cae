//! A typed model of C programs: read C text, know its types, print it back.

pub mod builtins;
