//! Variables and constants.

use kiln_lang::build::BuildExpr;
use kiln_lang::index::Id;
use kiln_lang::tree::{DeclId, DeclRef};
use kiln_lang::types::{Basic, Ty};
use kiln_meaning::repair::{Scalar, constant};

use super::features::{Feature, Place};
use super::{Maker, Operand, Variable};

/// What a variable is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Letter {
    /// An operand.
    X,
    /// An operand that was inserted.
    K,
    /// A result.
    T,
    /// A pointer.
    P,
    /// The counter of a loop.
    I,
}

impl Letter {
    /// How many there are.
    pub(super) const COUNT: usize = 5;

    /// The letter that its name begins with.
    pub(super) fn text(self) -> &'static str {
        ["x", "k", "t", "p", "i"][self as usize]
    }
}

impl Maker<'_> {
    /// An operand without operators, or with one that needs a variable.
    pub(super) fn leaf(&mut self) -> Operand {
        let Some(feature) = self.draw(Place::Operand) else { return self.any_variable() };
        let made = match feature {
            Feature::Constant => {
                let value = self.any_value();
                let target = self.target;
                let expr = self.node(|b| constant(b, &target, value));
                Some(Operand { expr, value, comparison: None })
            }
            Feature::Increment => self.increment(),
            Feature::Array => Some(self.element()),
            Feature::Member => Some(self.member()),
            Feature::BitField => Some(self.bit_field()),
            Feature::Pointer => self.pointee(),
            Feature::Complex => self.complex_part(),
            Feature::Vector => self.lane(),
            _ => None,
        };
        // There may be nothing that it could be made of.
        let Some(operand) = made else { return self.any_variable() };
        self.used(feature);
        operand
    }

    /// A variable that is known, or a new one.
    fn any_variable(&mut self) -> Operand {
        let variable = match self.known(|pool| &pool.variables) {
            Some(variable) => variable,
            None => {
                let value = self.any_value();
                self.variable(Letter::X, value)
            }
        };
        self.read(variable)
    }

    /// A value of any type.
    pub(super) fn any_value(&mut self) -> Scalar {
        let basic = self.any_type();
        self.value(basic)
    }

    /// The value of a variable.
    pub(super) fn read(&mut self, variable: Variable) -> Operand {
        let expr = self.node(|b| b.name(variable.decl));
        Operand { expr, value: variable.value, comparison: None }
    }

    /// A new variable to be read.
    pub(super) fn variable(&mut self, letter: Letter, value: Scalar) -> Variable {
        let variable = self.new_variable(letter, value, false);
        self.pool_of(variable.decl).variables.push(variable);
        variable
    }

    /// A new variable of random scope, storage class and qualifiers, which is not const if it is to be written to.
    pub(super) fn new_variable(&mut self, letter: Letter, value: Scalar, is_written: bool) -> Variable {
        let (name, how) = (self.next_name(letter), self.declaring(is_written));
        if self.dry {
            return Variable { decl: DeclRef::new(DeclId::from_index(0), how.is_global), value };
        }
        let decl = self.declare(&name, Ty::basic(value.basic), how, |b, target| constant(b, target, value));
        Variable { decl, value }
    }

    /// A type of the options.
    pub(super) fn any_type(&mut self) -> Basic {
        *self.choices.pick(&self.types)
    }

    /// An integer type of the options; `long` if they have none.
    pub(super) fn any_integer_type(&mut self) -> Basic {
        let integers = self.types.iter().filter(|basic| basic.is_integer()).count() as u64;
        let chosen = self.choices.below(integers) as usize;
        self.types.iter().copied().filter(|basic| basic.is_integer()).nth(chosen).unwrap_or(Basic::Long)
    }
}
