//! The values that expressions and variables have in a run.

use kiln_lang::tree::{DeclRef, ExprId, FunctionId, Node, Program, StmtId, Unit};
use kiln_meaning::profile::{At, Of, Record, Request, Value, profile};
use kiln_meaning::repair::Scalar;
use kiln_meaning::{Ended, Outcome, Settings};
use rustc_hash::FxHashMap;

use crate::arith::operators::is_written;

/// An expression of the only unit.
pub(crate) type Site = (FunctionId, ExprId);

/// The values of one expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Values {
    /// It is never evaluated, or nobody looks at its value.
    None,
    /// It always has this value.
    One(Scalar),
    /// It has several; this was the first.
    Several(Scalar),
    /// It is no number.
    Others,
}

/// The values of the expressions and variables of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observed {
    values: FxHashMap<Site, Values>,
    /// What variables have at the end of a function, if that is always the same.
    left: FxHashMap<(FunctionId, DeclRef), Scalar>,
}

impl Observed {
    /// Runs a program and looks at all of its expressions.
    pub(crate) fn of(program: &Program, settings: &Settings) -> Option<Observed> {
        let unit = program.units.first()?;
        let mut request = Request { max_visits: 1, globals: true, ..Request::default() };
        for function in unit.function_ids() {
            let body = unit.function(function);
            let nodes = body.nodes();
            let exprs = nodes.filter_map(Node::expr).filter(|&id| !is_written(body, id));
            request.expressions.extend(exprs.map(|id| (0, function, id)));
            request.points.extend(last_statement(unit, function).map(|stmt| At { unit: 0, function, stmt }));
        }
        let (verdict, seen) = profile(program, settings, &request);
        if !matches!(verdict.outcome, Outcome::Ended(_)) {
            return None;
        }
        let mut observed = Observed::default();
        for (&(_, function, id), record) in request.expressions.iter().zip(&seen.expressions) {
            observed.values.insert((function, id), values(record));
        }
        for (at, record) in request.points.iter().zip(&seen.points) {
            for column in &record.columns {
                if let (Of::Variable(decl), Some(Value::Scalar(value))) = (column.of, column.hull.constant()) {
                    observed.left.insert((at.function, decl), value);
                }
            }
        }
        Some(observed)
    }

    /// The values of an expression.
    pub(crate) fn values(&self, site: Site) -> Values {
        self.values.get(&site).copied().unwrap_or(Values::Others)
    }

    /// The value that a variable has at the end of a function.
    pub(crate) fn left(&self, function: FunctionId, decl: DeclRef) -> Option<Scalar> {
        self.left.get(&(function, decl)).copied()
    }
}

fn values(record: &Record) -> Values {
    if record.visits == 0 {
        return Values::None;
    }
    match (record.constant(0), record.rows().next()) {
        (Some(Value::Scalar(value)), _) => Values::One(value),
        (None, Some([Value::Scalar(first)])) => Values::Several(*first),
        _ => Values::Others,
    }
}

/// The number that an expression always is.
pub(crate) fn only_value(record: &Record) -> Option<Scalar> {
    match record.constant(0) {
        Some(Value::Scalar(scalar)) => Some(scalar),
        _ => None,
    }
}

/// Where a function ends.
fn last_statement(unit: &Unit, function: FunctionId) -> Option<StmtId> {
    let body = unit.function(function);
    body.children(Node::Stmt(body.function()?.body)).into_iter().rev().find_map(Node::stmt)
}

/// The values of some expressions, and whether each of some conditions always holds.
pub(crate) struct Truth {
    pub(crate) values: Vec<Option<Scalar>>,
    pub(crate) holds: Vec<bool>,
}

impl Truth {
    /// Runs a program that is defined; no answer if it is not.
    pub(crate) fn of(
        program: &Program,
        settings: &Settings,
        main: FunctionId,
        exprs: &[ExprId],
        conditions: &[ExprId],
    ) -> Option<(Ended, Truth)> {
        let expressions = exprs.iter().map(|&id| (0, main, id)).collect();
        let request = Request { counts: true, expressions, max_visits: 1, ..Request::default() };
        let (verdict, seen) = profile(program, settings, &request);
        let Outcome::Ended(ended) = verdict.outcome else { return None };
        let values = seen.expressions.iter().map(only_value).collect();
        let fails = |&id: &ExprId| seen.counts.condition(0, main, id).is_some_and(|ways| ways.no > 0);
        let holds = conditions.iter().map(|id| !fails(id)).collect();
        Some((ended, Truth { values, holds }))
    }
}
