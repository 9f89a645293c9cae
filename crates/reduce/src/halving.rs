//! The first round of top-down and bottom-up minimisation: one binary search over the tree.
//!
//! A part with about half of the operators of an expression is either enough to fail (then it becomes the whole, a step down
//! from the top) or not needed (then it becomes its value, a step up from the bottom), and either way half of the operators are
//! gone after at most two tests. The paper searches level by level from the root, which takes as many tests as the place of
//! the fault is deep. Where neither holds, because inside and outside of the part fail only together, other parts are tried
//! a few times, and the rounds that follow do the rest.

use kiln_lang::tree::{ExprId, StmtId};
use rustc_hash::FxHashSet;

use crate::anatomy::Operators;
use crate::flow::retyped_part;
use crate::search::{ReduceError, Search};
use crate::step::Step;

/// Below so many operators there is nothing to be halved.
const FEW: usize = 4;

/// How many parts that are neither enough nor superfluous are met before the search is given up.
const PATIENCE: usize = 4;

/// Halves each expression as long as that keeps the failure.
pub(crate) fn halve(search: &mut Search<'_>) -> Result<bool, ReduceError> {
    let mut had_effect = false;
    let checks: Vec<StmtId> = search.anatomy.checks.iter().map(|check| check.stmt).collect();
    for check in checks {
        let mut needed: FxHashSet<ExprId> = FxHashSet::default();
        while needed.len() < PATIENCE && !search.is_stopped() {
            let Some(part) = middle(search, check, &needed) else { break };
            let mut steps = vec![Step::Part { check, part, retyped: None }, Step::Value((search.anatomy.main, part))];
            steps.extend(retyped_part(search, check, part));
            match search.take_first(&steps)? {
                Some(_) => had_effect = true,
                None => {
                    needed.insert(part);
                }
            }
        }
    }
    Ok(had_effect)
}

/// The part that comes nearest to half of the operators, among those that have not been tried.
fn middle(search: &Search<'_>, check: StmtId, needed: &FxHashSet<ExprId>) -> Option<ExprId> {
    let (_, whole) = search.anatomy.check(check)?.assignment?;
    let body = search.main_body();
    let sizes = Operators::below(body, whole);
    let n = sizes.of(whole);
    if n < FEW {
        return None;
    }
    let balance = |id: ExprId| sizes.of(id).min(n - sizes.of(id));
    let parts = sizes.nodes.iter().copied().filter(|id| *id != whole && !needed.contains(id) && search.is_number(*id));
    parts.filter(|&id| balance(id) > 0).max_by_key(|&id| (balance(id), std::cmp::Reverse(id)))
}
