//! Functions that expressions call.
//!
//! A function is made before `main`, for arguments of certain values; a call hands over expressions that have these values. So
//! whatever it computes is defined each time, and it writes to nothing that outlives the call.

use std::rc::Rc;

use kiln_lang::build::{BuildExpr, BuildStmt, Variable as Declared};
use kiln_lang::tree::{DeclRef, StmtId, Storage};
use kiln_lang::types::{Basic, Ty};
use kiln_meaning::repair::Scalar;

use super::expression::Undefined;
use super::features::Feature;
use super::{Maker, Operand, Variable};

/// The most operators that a function computes with.
const MOST: u32 = 12;

/// A function, the values it is called with, and what it returns then.
#[derive(Clone, Debug)]
pub(super) struct Callee {
    decl: DeclRef,
    arguments: Rc<[Scalar]>,
    result: Scalar,
}

impl Maker<'_> {
    /// Makes the functions of a program.
    pub(super) fn functions(&mut self, operators: u32, expressions: u32) {
        if !self.options.features.has(Feature::Call) {
            return;
        }
        let size = u64::from(operators) * u64::from(expressions);
        for number in 0..(size / 200).clamp(1, 8) {
            self.function(number);
        }
    }

    fn function(&mut self, number: u64) {
        let arguments: Rc<[Scalar]> = (0..self.choices.between(1, 5)).map(|_| self.any_value()).collect();
        let result = self.any_type();
        let names: Vec<String> = (0..arguments.len()).map(|index| format!("a{index}")).collect();
        let params: Vec<(&str, Ty)> =
            names.iter().zip(&*arguments).map(|(name, value)| (name.as_str(), Ty::basic(value.basic))).collect();
        let storage = if self.choices.one_in(2) { Storage::Static } else { Storage::None };
        let name = format!("f{number}");
        let declared = Declared::new(&name, Ty::basic(result)).storage(storage);
        let (open, params) = self.b.begin_function(declared, &params, false);
        self.in_function = true;
        let variables = params.iter().zip(&*arguments).map(|(&decl, &value)| Variable { decl, value });
        self.local.variables.extend(variables);
        let (body, result) = self.function_body(result);
        let block = self.b.block(body);
        let decl = self.b.end_function(open, block);
        self.in_function = false;
        self.local = super::pool::Pool::default();
        self.functions.push(Callee { decl, arguments, result });
    }

    fn function_body(&mut self, basic: Basic) -> (Vec<StmtId>, Scalar) {
        let n = self.choices.between(1, MOST.into()) as u32;
        let flow = self.flow(n);
        let (value, result) = self.returned(n, basic).unwrap_or_else(|Undefined| {
            self.pending.clear();
            let value = self.value(basic);
            (self.having(value), value)
        });
        let ret = self.b.return_(Some(value.expr));
        self.settle();
        let declarations = std::mem::take(&mut self.local.declarations);
        (declarations.into_iter().chain(flow).chain([ret]).collect(), result)
    }

    /// What a function returns: an expression, and its value in the type of the function.
    fn returned(&mut self, n: u32, basic: Basic) -> Result<(Operand, Scalar), Undefined> {
        let value = self.expression(n, self.options.depth)?;
        let value = self.fitted(value, basic)?;
        let result = self.converted(value.value, basic).ok_or(Undefined)?;
        Ok((value, result))
    }

    /// `f (a, b, ...)`.
    pub(super) fn call(&mut self, n: u32, d: u32) -> Result<Operand, Undefined> {
        if self.functions.is_empty() {
            return self.binary(n, d);
        }
        let callee = self.choices.pick(&self.functions).clone();
        let mut left = n - 1;
        let mut arguments = Vec::new();
        for &value in &*callee.arguments {
            let share = self.choices.below(u64::from(left) + 1) as u32;
            left -= share;
            arguments.push(self.derived(value, share, d - 1).expr);
        }
        let name = self.b.name(callee.decl);
        let expr = self.b.call(name, arguments);
        self.used(Feature::Call);
        self.counts.operators += 1;
        Ok(Operand { expr, value: callee.result, comparison: None })
    }
}
