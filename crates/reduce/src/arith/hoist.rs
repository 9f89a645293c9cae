//! Inside of an expression, an operation becomes one of its operands.
//!
//! The paper does so at the root only, and inside it puts values: that is enough for a wrong value, which shows by itself. What
//! leads from a wrong value to a division that kills the program has no value that could be put there, and becomes shorter
//! only in this way.

use kiln_lang::tree::ExprId;
use rustc_hash::FxHashSet;

use crate::arith::bottom_up::values_below;
use crate::arith::observed::Site;
use crate::arith::search::{ReduceError, Search};
use crate::arith::step::Step;
use crate::arith::top_down::operands;

/// One round over all operations, the outermost first.
pub(crate) fn hoist(search: &mut Search<'_>) -> Result<bool, ReduceError> {
    let mut had_effect = false;
    let mut tried: FxHashSet<(Site, ExprId)> = FxHashSet::default();
    while !search.is_stopped() {
        let pairs: Vec<(Site, ExprId)> = candidates(search).into_iter().filter(|pair| !tried.contains(pair)).collect();
        let steps: Vec<Step> = pairs.iter().map(|&(root, part)| Step::Part { root, part, retyped: None }).collect();
        let Some(taken) = search.take_first(&steps)? else { break };
        tried.extend(&pairs[..taken]);
        had_effect = true;
    }
    Ok(had_effect)
}

/// Operations and their operands. Those of whole expressions are tried from the top down.
fn candidates(search: &Search<'_>) -> Vec<(Site, ExprId)> {
    let mut pairs = Vec::new();
    for root in search.roots() {
        let inner = values_below(search.unit().function(root.function), root.expr).into_iter().skip(1);
        for site in inner.map(|id| (root.function, id)) {
            pairs.extend(operands(search, site).into_iter().map(|part| (site, part)));
        }
    }
    pairs
}
