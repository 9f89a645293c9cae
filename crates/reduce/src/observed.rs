//! The values that expressions have in a run.

use kiln_lang::tree::{ExprId, FunctionId, Program};
use kiln_meaning::profile::{Record, Request, Value, profile};
use kiln_meaning::repair::Scalar;
use kiln_meaning::{Ended, Outcome, Settings};
use rustc_hash::FxHashMap;

use crate::anatomy::{as_expr, is_written};

/// An expression of the only unit.
pub(crate) type Site = (FunctionId, ExprId);

/// The values of one expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Values {
    /// It is never evaluated.
    None,
    /// It always has this value.
    One(Scalar),
    /// It has several, or is no number, or nobody looks at its value.
    Others,
}

/// The values of the expressions of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observed {
    values: FxHashMap<Site, Values>,
}

impl Observed {
    /// Runs a program and looks at all of its expressions.
    pub(crate) fn of(program: &Program, settings: &Settings) -> Option<Observed> {
        let unit = program.units.first()?;
        let mut request = Request { max_visits: 1, ..Request::default() };
        for function in unit.function_ids() {
            let body = unit.function(function);
            let nodes = body.roots().into_iter().flat_map(|root| body.descend(root));
            let exprs = nodes.filter_map(as_expr).filter(|&id| !is_written(body, id));
            request.expressions.extend(exprs.map(|id| (0, function, id)));
        }
        let (verdict, seen) = profile(program, settings, &request);
        if !matches!(verdict.outcome, Outcome::Ended(_)) {
            return None;
        }
        let mut values = FxHashMap::default();
        for (&(_, function, id), record) in request.expressions.iter().zip(&seen.expressions) {
            if record.visits == 0 {
                values.insert((function, id), Values::None);
            } else if let Some(Value::Scalar(scalar)) = record.constant(0) {
                values.insert((function, id), Values::One(scalar));
            }
        }
        Some(Observed { values })
    }

    /// The values of an expression.
    pub(crate) fn values(&self, site: Site) -> Values {
        self.values.get(&site).copied().unwrap_or(Values::Others)
    }
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
        let scalar = |record: &Record| match record.constant(0) {
            Some(Value::Scalar(scalar)) => Some(scalar),
            _ => None,
        };
        let values = seen.expressions.iter().map(scalar).collect();
        let fails = |&id: &ExprId| seen.counts.condition(0, main, id).is_some_and(|ways| ways.no > 0);
        let holds = conditions.iter().map(|id| !fails(id)).collect();
        Some((ended, Truth { values, holds }))
    }
}
