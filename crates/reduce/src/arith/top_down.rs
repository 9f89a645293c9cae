//! (2) Top-down minimisation: a full expression becomes one of the operands of its outermost operator.
//!
//! A part may have values that the variable it is then assigned to cannot hold, and what is wrong with it would be lost. Such
//! a variable gets the type of the part.

use kiln_lang::target::Target;
use kiln_lang::tree::{ExprId, Node};
use kiln_lang::types::Basic;

use crate::arith::declared::{Change, Variable};
use crate::arith::guard::{self, guarded};
use crate::arith::observed::Site;
use crate::arith::operators::Operators;
use crate::arith::search::{ReduceError, Search};
use crate::arith::step::Step;

/// One level after the other, as long as that keeps the failure.
pub(crate) fn top_down(search: &mut Search<'_>) -> Result<bool, ReduceError> {
    let mut had_effect = false;
    let roots: Vec<Site> = search.roots().into_iter().map(|root| (root.function, root.expr)).collect();
    for mut root in roots {
        while !search.is_stopped() {
            let steps = match guarded(search.unit().function(root.0), root.1) {
                Some(inside) => {
                    let parts = operands(search, (root.0, inside));
                    parts.into_iter().filter_map(|part| guard::step(search, root, part)).collect()
                }
                None => steps(search, root),
            };
            let Some(taken) = search.take_first(&steps)? else { break };
            root.1 = match steps[taken] {
                Step::Part { part, .. } => part,
                Step::Guard { part, .. } => guard::of(search, root.0, part).unwrap_or(root.1),
                _ => root.1,
            };
            had_effect = true;
        }
    }
    Ok(had_effect)
}

/// Steps from a full expression to its operands, with the types that they need and without; then those to a guard.
fn steps(search: &Search<'_>, root: Site) -> Vec<Step> {
    let parts = operands(search, root);
    let mut steps: Vec<Step> = parts.iter().map(|&part| part_step(search, root, part)).collect();
    let plain = parts.iter().map(|&part| Step::Part { root, part, retyped: None });
    steps.extend(plain.filter(|step| !steps.contains(step)).collect::<Vec<Step>>());
    steps.extend(guard::all_smaller(search, root));
    steps
}

/// The operands of the outermost operator of an expression that are numbers, the largest first.
pub(super) fn operands(search: &Search<'_>, (function, whole): Site) -> Vec<ExprId> {
    let body = search.unit().function(function);
    let sizes = Operators::below(body, whole);
    let mut parts: Vec<ExprId> = body.children(Node::Expr(whole)).into_iter().filter_map(Node::expr).collect();
    // A constant has no operands, however it is written, and a result that is a constant is eliminated instead.
    parts.retain(|&part| search.basic_of((function, part)).is_some() && sizes.nodes.contains(&part));
    parts.sort_by_key(|&part| std::cmp::Reverse(sizes.of(part)));
    parts
}

/// The step from an expression to a part, with the type that the part needs.
pub(crate) fn part_step(search: &Search<'_>, root: Site, part: ExprId) -> Step {
    Step::Part { root, part, retyped: retyped(search, root, part) }
}

fn retyped(search: &Search<'_>, root: Site, part: ExprId) -> Option<Change> {
    let basic = search.basic_of((root.0, part))?;
    let to = search.roots().into_iter().find(|other| (other.function, other.expr) == root)?.to?;
    if root.0 != search.anatomy.main && !to.is_file() {
        return None;
    }
    let variables = Variable::all(&search.best.program, &search.anatomy);
    let old = variables.into_iter().find(|variable| variable.decl == to)?;
    if holds(&search.best.program.options.target, old.basic, basic) {
        return None;
    }
    // It is written before it is read.
    Some(Change { basic, value: search.convert(old.value, basic).or_else(|| search.zero(basic))?, ..old.unchanged() })
}

/// Whether a type keeps all values of another apart.
fn holds(target: &Target, to: Basic, from: Basic) -> bool {
    match (to.is_floating(), from.is_floating()) {
        (false, false) => from == Basic::Bool || to != Basic::Bool && target.int_bits(to) >= target.int_bits(from),
        (true, true) => target.float_format(to).bits() >= target.float_format(from).bits(),
        _ => false,
    }
}
