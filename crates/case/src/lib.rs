//! What sources produce, and what they produce it from.
//!
//! A [`Case`] is a program with what it has to do when it is run. A source makes it from [`Choices`], and from nothing
//! else: the same choices give the same case on every machine.

mod choices;

use kiln_lang::tree::Program;
use kiln_meaning::Ended;

pub use self::choices::Choices;

/// A program with what it has to do.
#[derive(Clone, Debug)]
pub struct Case {
    /// The program.
    pub program: Program,
    /// What it has to do when it is run.
    pub expected: Ended,
    /// How it was made.
    pub origin: Origin,
}

/// How a case was made: enough to make it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The arguments of `kiln` that make the same case.
    pub command: String,
    /// The seed of its choices.
    pub seed: u64,
}

impl Origin {
    /// The first line of a generated program.
    pub fn comment(&self, version: &str) -> String {
        format!("/* kiln {version}: kiln {} */", self.command)
    }
}
