//! Faults by chance.

use kiln_case::Choices;
use kiln_generate::arith::options::all_operators;
use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;

use crate::{Fault, Operation, Wrong};

/// Narrower types are promoted before anything is computed.
const TYPES: [Basic; 6] = [Basic::Int, Basic::UInt, Basic::Long, Basic::ULong, Basic::LongLong, Basic::ULongLong];

const WRONG: [Wrong; 3] = [Wrong::PlusOne, Wrong::LowBit, Wrong::AllBits];

impl Fault {
    /// An operator on a type is computed wrongly.
    pub fn operator(seed: u64) -> Fault {
        let mut choices = Choices::new(seed).split("operator", 0);
        Fault::Operator(operation(&mut choices), *choices.pick(&WRONG))
    }

    /// An operator is computed wrongly where one of its operands is another.
    pub fn nested(seed: u64) -> Fault {
        let mut choices = Choices::new(seed).split("nested", 0);
        Fault::Nested {
            outer: operation(&mut choices),
            inner: operation(&mut choices),
            on_the_right: choices.one_in(2),
            wrong: *choices.pick(&WRONG),
        }
    }
}

/// What generated programs have: a fault in anything else would never be seen. `&&` and `||` compute in no type of their own.
fn operation(choices: &mut Choices) -> Operation {
    let computes = |op: &BinaryOp| !matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr);
    let operators: Vec<BinaryOp> = all_operators().filter(computes).collect();
    Operation { op: *choices.pick(&operators), basic: *choices.pick(&TYPES) }
}
