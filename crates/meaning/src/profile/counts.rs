//! How often what was done.

use std::collections::BTreeMap;

use kiln_lang::tree::{Body, ExprId, FunctionId, StmtId};

use super::probe::{Counted, Counter};

/// How often a condition held, and how often it did not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    /// It held.
    pub yes: u64,
    /// It did not.
    pub no: u64,
}

/// Counts by unit, function and node.
///
/// What has no code has no count: statements of a function that another definition takes the place of, operands of
/// `sizeof`. What has code that never ran has a count of 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    statements: BTreeMap<(u32, FunctionId, StmtId), u64>,
    expressions: BTreeMap<(u32, FunctionId, ExprId), u64>,
    conditions: BTreeMap<(u32, FunctionId, ExprId), Ways>,
    cases: BTreeMap<(u32, FunctionId, StmtId), u64>,
}

impl Counts {
    pub(crate) fn new(counters: &[Counter], counts: &[u64]) -> Counts {
        let mut result = Counts::default();
        for counter in counters {
            let (unit, function) = counter.body;
            let n = counts.get(counter.index as usize).copied().unwrap_or(0);
            match counter.of {
                Counted::Statement(id) => *result.statements.entry((unit, function, id)).or_default() += n,
                Counted::Expression(id) => *result.expressions.entry((unit, function, id)).or_default() += n,
                Counted::Case(id) => *result.cases.entry((unit, function, id)).or_default() += n,
                Counted::Way(id, way) => {
                    let ways = result.conditions.entry((unit, function, id)).or_default();
                    *(if way { &mut ways.yes } else { &mut ways.no }) += n;
                }
            }
        }
        result
    }

    /// How often a statement began. One with a label counts whenever the label is passed.
    pub fn statement(&self, unit: u32, function: FunctionId, stmt: StmtId) -> Option<u64> {
        self.statements.get(&(unit, function, stmt)).copied()
    }

    /// How often a full expression (C11 6.8p4) began: an expression statement, a condition, a part of a `for`, the value of
    /// a `return`, an initialiser.
    pub fn expression(&self, unit: u32, function: FunctionId, expr: ExprId) -> Option<u64> {
        self.expressions.get(&(unit, function, expr)).copied()
    }

    /// How an expression that decides where to go on came out: the condition of `if`, of a loop, of `?:`, and the operands
    /// of `!`, `&&` and `||` in these.
    pub fn condition(&self, unit: u32, function: FunctionId, expr: ExprId) -> Option<Ways> {
        self.conditions.get(&(unit, function, expr)).copied()
    }

    /// How often a switch went to a `case` or `default`; for the switch itself, how often there was none for its value. Falling
    /// through does not count.
    pub fn case(&self, unit: u32, function: FunctionId, stmt: StmtId) -> Option<u64> {
        self.cases.get(&(unit, function, stmt)).copied()
    }

    /// How often a function was called.
    pub fn calls(&self, unit: u32, function: FunctionId, body: &Body) -> Option<u64> {
        self.statement(unit, function, body.function()?.body)
    }

    /// All statements with code, in order.
    pub fn statements(&self) -> impl Iterator<Item = (u32, FunctionId, StmtId, u64)> {
        self.statements.iter().map(|(&(unit, function, stmt), &n)| (unit, function, stmt, n))
    }

    /// All full expressions with code, in order.
    pub fn expressions(&self) -> impl Iterator<Item = (u32, FunctionId, ExprId, u64)> {
        self.expressions.iter().map(|(&(unit, function, expr), &n)| (unit, function, expr, n))
    }

    /// All conditions with code, in order.
    pub fn conditions(&self) -> impl Iterator<Item = (u32, FunctionId, ExprId, Ways)> {
        self.conditions.iter().map(|(&(unit, function, expr), &ways)| (unit, function, expr, ways))
    }

    /// All cases, defaults, and switches without a default, in order.
    pub fn cases(&self) -> impl Iterator<Item = (u32, FunctionId, StmtId, u64)> {
        self.cases.iter().map(|(&(unit, function, stmt), &n)| (unit, function, stmt, n))
    }
}
