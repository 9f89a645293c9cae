//! Faults planted into compilers.
//!
//! Whether bugs are found and made small can only be measured with compilers whose bugs are known. A [`Fault`] says what a
//! compiler gets wrong; [`Fault::plant`] changes a program into what the faulty compiler would take it for, and any real
//! compiler translates that. [`wrapped`] does so behind the command line of a compiler.
//!
//! There are three kinds: one operator on one type, drawn by a seed; one operator below another, drawn by a seed, which is as
//! rare as real bugs are; and those of figure 16 of the Orange3 paper, as their captions and listings tell them.

mod drawn;
mod figure16;
mod plant;
pub mod wrapped;

use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;

pub use self::plant::Planted;

/// What a compiler gets wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// An operator on a type.
    Operator(Operation, Wrong),
    /// An operator, where one of its operands is another.
    Nested {
        /// The operator that is computed wrongly.
        outer: Operation,
        /// What its operand has to be.
        inner: Operation,
        /// The right operand.
        on_the_right: bool,
        /// How it is computed.
        wrong: Wrong,
    },
    /// One of figure 16.
    Figure16(Listing),
}

/// An operator and the type that it computes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The operator.
    pub op: BinaryOp,
    /// The type of its operands, once they are converted; of a shift, of the left one.
    pub basic: Basic,
}

/// What becomes of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// It is one too large.
    PlusOne,
    /// Its lowest bit is wrong; a floating number gets the other sign.
    LowBit,
    /// All its bits are wrong; a floating number gets the other sign.
    AllBits,
}

/// A listing of figure 16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// GCC up to 4.7.2: `(unsigned) -(x / 2) / 2` is 0.
    A,
    /// GCC 4.8.0: an internal compiler error for `(g >> 31) < -1`.
    B,
    /// LLVM of May 2013: `1L >> (x << (k - 1))` is not shifted.
    C,
    /// LLVM 3.3: an internal compiler error for a remainder by a comparison with a `double`.
    D,
}

/// A fault that is not one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no fault `{0}`: it has to be operator:SEED, nested:SEED, 16a, 16b, 16c or 16d")]
pub struct NoFault(pub String);

impl std::str::FromStr for Fault {
    type Err = NoFault;

    fn from_str(text: &str) -> Result<Fault, NoFault> {
        let bad = || NoFault(text.to_owned());
        let listings = [("16a", Listing::A), ("16b", Listing::B), ("16c", Listing::C), ("16d", Listing::D)];
        if let Some(&(_, listing)) = listings.iter().find(|(name, _)| *name == text) {
            return Ok(Fault::Figure16(listing));
        }
        let (kind, seed) = text.split_once(':').ok_or_else(bad)?;
        let seed: u64 = seed.parse().map_err(|_| bad())?;
        match kind {
            "operator" => Ok(Fault::operator(seed)),
            "nested" => Ok(Fault::nested(seed)),
            _ => Err(bad()),
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Operator(operation, wrong) => write!(f, "{operation} {wrong}"),
            Fault::Nested { outer, inner, on_the_right, wrong } => {
                let side = if *on_the_right { "right" } else { "left" };
                write!(f, "{outer} with {inner} on the {side} {wrong}")
            }
            Fault::Figure16(listing) => write!(f, "figure 16 ({})", format!("{listing:?}").to_lowercase()),
        }
    }
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` of {}", self.op.spelling().0, self.basic.spelling())
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Wrong::PlusOne => "is one too large",
            Wrong::LowBit => "has its lowest bit wrong",
            Wrong::AllBits => "has all bits wrong",
        })
    }
}
