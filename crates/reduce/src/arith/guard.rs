//! From a wrong value to a division that kills the program, by the shortest way.
//!
//! A program may be killed because a wrong value becomes a divisor of 0, by a way that is long: what is wrong and what kills are
//! both needed, and so is everything between, since each operation on the way has to hand the wrong value on. A part that is
//! needed, but is not enough, is where that way passes. So its value is compared at once with what it has to be, and the outcome
//! divided by: `2 / (part == value)`. Whoever computes the part rightly divides by 1; whoever gets it wrong is killed by the
//! same signal as before. (It is 2 because GCC, even without optimization, takes `1 / x` for a comparison.) The paper has nothing of the kind, because its programs are killed by nothing.

use kiln_lang::build::BuildExpr;
use kiln_lang::edit::FunctionEdit;
use kiln_lang::tree::{BinaryOp, Body, ExprId, ExprKind, FunctionId, Node, Program};
use kiln_meaning::profile::{Request, profile};
use kiln_meaning::repair::{Scalar, constant};
use kiln_meaning::{Outcome, Settings};

use crate::arith::eliminate;
use crate::arith::observed::{Site, Values, only_value};
use crate::arith::operators::{Operators, is_written};
use crate::arith::search::{ReduceError, Search};
use crate::arith::step::{Step, edit_each};
use crate::test::Failure;

/// The signal of a division that cannot be done, where there is one: SIGFPE.
const DIVISION: i32 = 8;

/// Operators of a guard itself.
const OPERATORS: usize = 2;

/// `2 / (part == value)`, and its parts.
#[derive(Clone, Copy, Debug)]
struct Guard {
    whole: ExprId,
    comparison: ExprId,
    part: ExprId,
    value: ExprId,
}

impl Guard {
    fn of(body: &Body, whole: ExprId) -> Option<Guard> {
        let ExprKind::Binary { op: BinaryOp::Div, lhs: dividend, rhs: comparison } = body.expr(whole) else {
            return None;
        };
        let ExprKind::Binary { op: BinaryOp::Eq, lhs: part, rhs: value } = body.expr(comparison) else { return None };
        let is_guard = is_written(body, dividend) && is_written(body, value) && !is_written(body, part);
        is_guard.then_some(Guard { whole, comparison, part, value })
    }
}

/// The step from an expression to a guard of one of its parts; nothing if that would not be the same failure, or if the part has
/// no value that it always has.
pub(crate) fn step(search: &Search<'_>, root: Site, part: ExprId) -> Option<Step> {
    if search.failure != Failure::Signal(DIVISION) {
        return None;
    }
    let Values::One(value) = search.observed.values((root.0, part)) else { return None };
    // Once there is a guard, nothing else is needed.
    let is_first = guarded(search.unit().function(root.0), root.1).is_none();
    let others = if is_first { eliminate::others(search, root) } else { Vec::new() };
    Some(Step::Guard { root, part, value, others })
}

/// Of several expressions that are needed, one has a wrong value first: of those that other statements compute, then of results.
pub(crate) fn guard_whole(search: &mut Search<'_>) -> Result<bool, ReduceError> {
    let mut roots = search.roots();
    roots.retain(|root| root.function == search.anatomy.main && search.has_operators(root));
    roots.sort_by_key(|root| root.is_result);
    if roots.len() < 2 {
        return Ok(false);
    }
    let steps: Vec<Step> =
        roots.into_iter().filter_map(|root| step(search, (root.function, root.expr), root.expr)).collect();
    Ok(search.take_first(&steps)?.is_some())
}

/// Steps from an expression to guards with fewer operators than it has, those of the largest parts first.
pub(crate) fn all_smaller(search: &Search<'_>, root: Site) -> Vec<Step> {
    let sizes = Operators::below(search.unit().function(root.0), root.1);
    let most = sizes.of(root.1).saturating_sub(OPERATORS);
    let mut parts: Vec<ExprId> = sizes.nodes.iter().copied().filter(|&id| (1..most).contains(&sizes.of(id))).collect();
    parts.sort_by_key(|&part| std::cmp::Reverse(sizes.of(part)));
    parts.into_iter().filter_map(|part| step(search, root, part)).collect()
}

/// The guard of a part.
pub(crate) fn of(search: &Search<'_>, function: FunctionId, part: ExprId) -> Option<ExprId> {
    let body = search.unit().function(function);
    let own = search.roots().into_iter().filter(|root| root.function == function);
    own.map(|root| root.expr).find(|&id| guarded(body, id) == Some(part))
}

/// What a guard guards, if an expression is one.
pub(crate) fn guarded(body: &Body, id: ExprId) -> Option<ExprId> {
    Guard::of(body, id).map(|guard| guard.part)
}

/// The program with guards that compare with what is computed now; nothing if it is not defined.
pub(crate) fn renewed(program: Program, settings: &Settings) -> Option<Program> {
    let unit = program.units.first()?;
    let mut guards: Vec<(FunctionId, Guard)> = Vec::new();
    for function in unit.function_ids() {
        let body = unit.function(function);
        let exprs = body.nodes().filter_map(Node::expr);
        guards.extend(exprs.filter_map(|id| Guard::of(body, id)).map(|guard| (function, guard)));
    }
    if guards.is_empty() {
        return Some(program);
    }
    // Without its division, a guard that no longer holds does no harm.
    let harmless = edit_each(&program, &guards, |edit, _, guards| {
        guards.iter().try_for_each(|guard| edit.replace(Node::Expr(guard.whole), Node::Expr(guard.comparison)).ok())
    })?;
    let values = values_of(&harmless, settings, &guards)?;
    let renewed =
        guards.into_iter().zip(values).filter_map(|((function, guard), value)| Some((function, (guard, value?))));
    edit_each(&program, &renewed.collect::<Vec<_>>(), |edit, _, guards| {
        guards.iter().try_for_each(|&(guard, value)| {
            let target = edit.program().options.target;
            let new = constant(edit, &target, value);
            edit.replace(Node::Expr(guard.value), Node::Expr(new)).ok()
        })
    })
}

/// The values of what is guarded, where that is always the same.
fn values_of(program: &Program, settings: &Settings, guards: &[(FunctionId, Guard)]) -> Option<Vec<Option<Scalar>>> {
    let expressions = guards.iter().map(|&(function, guard)| (0, function, guard.part)).collect();
    let (verdict, seen) = profile(program, settings, &Request { expressions, max_visits: 1, ..Request::default() });
    let Outcome::Ended(_) = verdict.outcome else { return None };
    Some(seen.expressions.iter().map(only_value).collect())
}

/// Puts a guard in the place of an expression.
pub(crate) fn put(edit: &mut FunctionEdit<'_>, whole: ExprId, part: ExprId, value: Scalar) -> Option<()> {
    let target = edit.program().options.target;
    let expected = constant(edit, &target, value);
    let is_right = edit.binary(BinaryOp::Eq, part, expected);
    let two = edit.int(2);
    let guard = edit.binary(BinaryOp::Div, two, is_right);
    edit.replace(Node::Expr(whole), Node::Expr(guard)).ok()
}
