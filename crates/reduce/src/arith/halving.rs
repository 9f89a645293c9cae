//! The first round of top-down and bottom-up minimisation: one binary search over the tree.
//!
//! A part with about half of the operators of an expression is either enough to fail (then it becomes the whole, a step down
//! from the top) or not needed (then it becomes its value, a step up from the bottom), and either way half of the operators are
//! gone after at most two tests. The paper searches level by level from the root, which takes as many tests as the place of
//! the fault is deep. Where neither holds, because inside and outside of the part fail only together, other parts are tried
//! a few times, and the rounds that follow do the rest.

use kiln_lang::tree::ExprId;
use rustc_hash::FxHashSet;

use crate::arith::anatomy::Root;
use crate::arith::observed::Site;
use crate::arith::operators::Operators;
use crate::arith::search::{ReduceError, Search};
use crate::arith::step::Step;
use crate::arith::top_down::part_step;

/// Below so many operators there is nothing to be halved.
const FEW: usize = 4;

/// How many parts that are neither enough nor superfluous are met before the search is given up.
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
    while needed.len() < PATIENCE && !search.is_stopped() {
        let Some(part) = middle(search, root, &needed) else { break };
        let steps = [part_step(search, root, part), Step::Values(vec![(root.0, part)])];
        match search.take_first(&steps)? {
            Some(0) => root.1 = part,
            Some(_) => {}
            None => {
                needed.insert(part);
                continue;
            }
        }
        had_effect = true;
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
