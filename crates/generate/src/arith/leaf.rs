//! Variables and constants.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable as Declared};
use kiln_lang::index::Id;
use kiln_lang::tree::{DeclId, DeclRef, Storage};
use kiln_lang::types::{Basic, Quals, Ty};
use kiln_meaning::repair::{Scalar, constant};

use super::features::{Feature, Place};
use super::{Maker, Operand, Variable};

/// What a variable is for: an operand, an inserted operand, a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Letter {
    X,
    K,
    T,
}

impl Maker<'_> {
    /// An operand without operators.
    pub(super) fn leaf(&mut self) -> Operand {
        match self.draw(Place::Operand) {
            Some(Feature::Constant) => {
                let value = self.any_value();
                let target = self.target;
                let expr = self.node(|b| constant(b, &target, value));
                Operand { expr, value, comparison: None }
            }
            None => self.any_variable(),
        }
    }

    /// A variable. They come back: the more there are, the rarer is a new one.
    fn any_variable(&mut self) -> Operand {
        let known = self.variables.len() as u64;
        let variable = if known == 0 || self.choices.below(known + 3) < 3 {
            let value = self.any_value();
            self.variable(Letter::X, value)
        } else {
            *self.choices.pick(&self.variables)
        };
        self.read(variable)
    }

    fn any_value(&mut self) -> Scalar {
        let basic = self.any_type();
        self.value(basic)
    }

    /// The value of a variable.
    pub(super) fn read(&mut self, variable: Variable) -> Operand {
        let expr = self.node(|b| b.name(variable.decl));
        Operand { expr, value: variable.value, comparison: None }
    }

    /// A new variable of random scope, storage class and qualifiers. One for a result is not const.
    pub(super) fn variable(&mut self, letter: Letter, value: Scalar) -> Variable {
        let number = &mut self.numbers[letter as usize];
        let name = format!("{}{number}", ["x", "k", "t"][letter as usize]);
        *number += 1;
        let mut quals = Quals::NONE;
        if letter != Letter::T && self.choices.one_in(3) {
            quals = quals.union(Quals::CONST);
        }
        if self.choices.one_in(4) {
            quals = quals.union(Quals::VOLATILE);
        }
        let (is_static, is_global) = (self.choices.one_in(2), self.choices.one_in(2));
        if self.dry {
            let variable = Variable { decl: DeclRef::file(DeclId::from_index(0)), value };
            if letter != Letter::T {
                self.variables.push(variable);
            }
            return variable;
        }
        let ty = self.b.qualified(Ty::basic(value.basic), quals);
        let storage = if is_static { Storage::Static } else { Storage::None };
        let declared = Declared::new(&name, ty).storage(storage);
        let target = self.target;
        let decl = if is_global {
            self.b.at_file_scope(|b| {
                let init = constant(b, &target, value);
                b.global(declared, Some(init))
            })
        } else {
            let init = constant(&mut self.b, &target, value);
            let decl = self.b.local(declared, Some(init));
            let declaration = self.b.declaration(&[decl]);
            self.locals.push(declaration);
            decl
        };
        let variable = Variable { decl, value };
        if letter != Letter::T {
            self.variables.push(variable);
        }
        variable
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
