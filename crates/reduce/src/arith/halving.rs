//! The first round of top-down and bottom-up minimisation: one binary search over the tree.
//!
//! A part with about half of the operators of an expression is either enough to fail (then it becomes the whole, a step down
//! from the top) or not needed (then it becomes its value, a step up from the bottom), and either way half of the operators are
//! gone after at most two tests; in a program that is killed, it may also be where a wrong value passes on its way to what kills
//! (see `guard`). The paper searches level by level from the root, which takes as many tests as the place of
//! the fault is deep. Where neither holds, because inside and outside of the part fail only together, other parts are tried
//! a few times, and the rounds that follow do the rest.

use kiln_lang::tree::ExprId;
use rustc_hash::FxHashSet;

use crate::arith::anatomy::Root;
use crate::arith::guard::{self, guarded};
use crate::arith::observed::Site;
use crate::arith::operators::Operators;
use crate::arith::search::{ReduceError, Search};
use crate::arith::step::Step;
use crate::arith::top_down::part_step;

/// Below so many operators there is nothing to be halved.
const FEW: usize = 4;

/// How many parts in a row that are neither enough nor superfluous are met before the search is given up.
const PATIENCE: usize = 4;

/// Halves each expression as long as that keeps the failure: those of results, or all others.
pub(crate) fn halve(search: &mut Search<'_>, results: bool) -> Result<bool, ReduceError> {
    let mut had_effect = false;
    let roots: Vec<Root> = search.roots().into_iter().filter(|root| root.is_result == results).collect();
    for root in roots {
        had_effect |= halve_one((root.function, root.expr), search)?;
    }
    Ok(had_effect)
}

fn halve_one(mut root: Site, search: &mut Search<'_>) -> Result<bool, ReduceError> {
    let mut had_effect = false;
    let mut needed: FxHashSet<ExprId> = FxHashSet::default();
    let mut in_vain = 0;
    while in_vain < PATIENCE && !search.is_stopped() {
        let inside = guarded(search.unit().function(root.0), root.1);
        let Some(part) = middle(search, (root.0, inside.unwrap_or(root.1)), &needed) else { break };
        let mut steps = vec![Step::Values(vec![(root.0, part)])];
        let guard = guard::step(search, root, part);
        if inside.is_some() {
            // What kills the program is there already: a part of what is compared is enough, or it is not needed.
            steps.splice(0..0, guard);
        } else {
            steps.insert(0, part_step(search, root, part));
            steps.extend(guard);
        }
        let Some(taken) = search.take_first(&steps)? else {
            needed.insert(part);
            in_vain += 1;
            continue;
        };
        (had_effect, in_vain) = (true, 0);
        match steps[taken] {
            Step::Part { part, .. } => root.1 = part,
            Step::Guard { part, .. } => root.1 = guard::of(search, root.0, part).unwrap_or(root.1),
            _ => {}
        }
    }
    Ok(had_effect)
}

/// The part that comes nearest to half of the operators, among those that have not been tried.
fn middle(search: &Search<'_>, (function, whole): Site, needed: &FxHashSet<ExprId>) -> Option<ExprId> {
    let sizes = Operators::below(search.unit().function(function), whole);
    let n = sizes.of(whole);
    if n < FEW {
        return None;
    }
    let balance = |id: ExprId| sizes.of(id).min(n - sizes.of(id));
    let is_number = |id: ExprId| search.basic_of((function, id)).is_some();
    let parts = sizes.nodes.iter().copied().filter(|id| *id != whole && !needed.contains(id) && is_number(*id));
    parts.filter(|&id| balance(id) > 0).max_by_key(|&id| (balance(id), std::cmp::Reverse(id)))
}
