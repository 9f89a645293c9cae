//! How a run ends.

use std::fmt;

use kiln_lang::source::Span;

use crate::undefined::Kind;

/// A place in a program: a unit and a span of its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Index of the unit.
    pub unit: u32,
    /// Where in its text.
    pub span: Span,
}

/// What is wrong with a program, where, and how it came to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The kind of undefined behaviour.
    pub kind: Kind,
    /// What happened, with the operands.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
    /// What led to it: where an object was declared, where its lifetime ended.
    pub history: Vec<(String, Option<Place>)>,
}

/// A bound that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Events of the source.
    Steps,
    /// Bytes of objects.
    Memory,
    /// Active calls, or bytes of automatic objects.
    Depth,
    /// Bytes of output.
    Output,
}

impl Limit {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Steps => "steps",
            Limit::Memory => "memory",
            Limit::Depth => "depth",
            Limit::Output => "output",
        }
    }
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With this status, 0 to 255.
    Status(u8),
    /// By this signal.
    Signal(u8),
}

/// What a defined program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// How it ended.
    pub how: End,
    /// What it wrote to its standard output.
    pub output: Vec<u8>,
    /// A digest of its accesses to volatile objects, in order.
    pub volatiles: u64,
}

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Defined and deterministic.
    Ended(Ended),
    /// It has undefined behaviour.
    Undefined(Box<Report>),
    /// Choices that the standard leaves open differ in outcome.
    Unspecified {
        /// What it depends on.
        what: String,
        /// Where the choices part, as far as that is known.
        place: Option<Place>,
    },
    /// A bound was reached.
    Limit(Limit),
    /// It uses something that is not modelled.
    Unsupported {
        /// What.
        what: String,
        /// Where.
        place: Option<Place>,
    },
}

impl Outcome {
    /// The word users see.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Ended(_) => "defined",
            Outcome::Undefined(_) => "undefined",
            Outcome::Unspecified { .. } => "unspecified",
            Outcome::Limit(_) => "limit",
            Outcome::Unsupported { .. } => "unsupported",
        }
    }
}

/// Why the machine stops. Boxed, because the way there is hot and stopping is not.
pub type Stop = Box<Reason>;

/// Why the machine stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Undefined behaviour; the machine adds the place.
    Undefined(Kind, String, Vec<(String, Option<Place>)>),
    /// A value is used that the standard leaves open.
    Unspecified(String),
    /// Something that is not modelled.
    Unsupported(String),
    /// A bound.
    Limit(Limit),
    /// The program ended.
    End(End),
    /// A statement that is still to be written: in which function of the image, and which.
    Hole(u32, kiln_lang::tree::StmtId),
    /// An operation that is still to be decided.
    Undecided,
    /// An expression that was asked for has its value.
    Pause,
    /// A jump out of a function that the library calls: the library ends, and the machine goes on there.
    Jump(crate::machine::Landing),
}

/// A result that undefined behaviour or the end of the program can cut short.
pub type Run<T> = Result<T, Stop>;

/// A number of bytes, in words.
pub(crate) fn in_bytes(n: impl Into<i128>) -> String {
    match n.into() {
        1 => "1 byte".to_owned(),
        n => format!("{n} bytes"),
    }
}

/// Undefined behaviour without a history.
#[cold]
pub fn undefined<T>(kind: Kind, message: impl Into<String>) -> Run<T> {
    Err(Box::new(Reason::Undefined(kind, message.into(), Vec::new())))
}

/// A value that the standard leaves open.
#[cold]
pub fn unspecified<T>(what: impl Into<String>) -> Run<T> {
    Err(Box::new(Reason::Unspecified(what.into())))
}

/// Something that is not modelled.
#[cold]
pub fn unsupported<T>(what: impl Into<String>) -> Run<T> {
    Err(Box::new(Reason::Unsupported(what.into())))
}

/// A bound that was reached.
#[cold]
pub fn limit<T>(limit: Limit) -> Run<T> {
    Err(Box::new(Reason::Limit(limit)))
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
