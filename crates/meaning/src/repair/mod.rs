//! Repairs: what an operation becomes when it would be undefined.
//!
//! A [`Repair`] is a formula over the operands of a node. It has two readings: [`Repair::eval`] computes its value, so that
//! a run can go on at once, and [`Repair::apply`] builds the expression, so that the program can be written down. Both follow
//! the same rules of C, and a test holds them against each other. [`table`] has the repairs that generators choose from.

mod apply;
mod boundary;
mod eval;
pub mod table;
mod total;

use kiln_lang::tree::{BinaryOp, UnaryOp};
use kiln_lang::types::Basic;
use kiln_lang::value::float::Float;
use kiln_lang::value::int::Int;

pub use self::apply::{Leaf, constant};
pub use self::eval::Arithmetic;

/// A number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// An integer.
    Int(Int),
    /// A floating number.
    Float(Float),
}

/// A number and its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// Its type.
    pub basic: Basic,
    /// Its value.
    pub number: Number,
}

impl Scalar {
    /// An integer.
    pub fn int(basic: Basic, value: Int) -> Scalar {
        Scalar { basic, number: Number::Int(value) }
    }

    /// A floating number.
    pub fn float(basic: Basic, value: Float) -> Scalar {
        Scalar { basic, number: Number::Float(value) }
    }

    /// Its value, if it is an integer.
    pub fn as_int(self) -> Option<Int> {
        match self.number {
            Number::Int(value) => Some(value),
            Number::Float(_) => None,
        }
    }
}

/// What a node becomes: a formula over its operands.
#[derive(Clone, PartialEq, Debug)]
pub enum Repair {
    /// The left operand, or the only one, as the node converts it.
    Left,
    /// The right operand, as the node converts it.
    Right,
    /// A constant.
    Const(Scalar),
    /// A unary operation.
    Unary(UnaryOp, Box<Repair>),
    /// A binary operation.
    Binary(BinaryOp, Box<Repair>, Box<Repair>),
    /// A conversion.
    Cast(Basic, Box<Repair>),
    /// `a ? b : c`.
    If(Box<Repair>, Box<Repair>, Box<Repair>),
}

impl Repair {
    /// `a op b`.
    #[must_use]
    pub fn binary(op: BinaryOp, a: Repair, b: Repair) -> Repair {
        Repair::Binary(op, Box::new(a), Box::new(b))
    }

    /// `(basic) a`.
    #[must_use]
    pub fn cast(basic: Basic, a: Repair) -> Repair {
        Repair::Cast(basic, Box::new(a))
    }

    /// `a ? b : c`.
    #[must_use]
    pub fn choose(a: Repair, b: Repair, c: Repair) -> Repair {
        Repair::If(Box::new(a), Box::new(b), Box::new(c))
    }
}
