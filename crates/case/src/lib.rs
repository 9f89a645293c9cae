//! What sources produce, and what they produce it from.
//!
//! A [`Case`] is a program with what it has to do when it is run. A [`Source`] makes it from [`Choices`], and from nothing
//! else: the same choices give the same case on every machine. [`record`] writes them down, so that a case can be made again with
//! some of them left out. [`check`] is how programs find themselves right or wrong.

pub mod check;
mod choices;
pub mod record;

use kiln_meaning::Ended;

pub use self::choices::{Choices, Several};
pub use self::record::Record;

/// A program with what it has to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Its translation units as compilers get them. They include no header.
    pub units: Vec<Unit>,
    /// What it has to do when it is run, as far as that is known.
    pub expected: Option<Expected>,
    /// How it was made.
    pub origin: Origin,
}

/// A translation unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The name of its file.
    pub name: String,
    /// Its text.
    pub text: Vec<u8>,
}

/// What a program has to do on a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// The name of the target; on others it may do something else.
    pub target: String,
    /// Its end and its output.
    pub ended: Ended,
}

/// How a case was made: enough to make it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The name of the source.
    pub source: String,
    /// What makes the same case again: arguments of `kiln`, a file, a command.
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

/// Makes cases: a generator, a folder of programs, somebody else's generator.
pub trait Source: Send + Sync {
    /// Its name, by which it is chosen and counted.
    fn name(&self) -> &'static str;

    /// The case of these choices; none if they lead to none.
    fn make(&self, choices: &Choices) -> Result<Option<Case>, SourceError>;
}

/// Why a source has no case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceError {
    /// kiln disagrees with itself: what a generator has made does not do what the generator says.
    Contradiction {
        /// What makes the case again.
        command: String,
        /// What is the matter.
        what: String,
        /// The text of the program.
        text: String,
    },
    /// The source does not work: a command that fails, a file that cannot be read.
    Broken(String),
}
