//! (3) Bottom-up minimisation: expressions become the values that they have.
//!
//! In the first round the largest come first, and what becomes a value takes everything below it along: that is the binary
//! search of the paper. Later it is one leaf after the other.

use kiln_lang::tree::{Body, ExprId, ExprKind, Node, UnaryOp};
use rustc_hash::FxHashSet;

use crate::arith::observed::{Site, Values};
use crate::arith::operators::is_written;
use crate::arith::search::{ReduceError, Search};
use crate::arith::step::Step;

/// One round over all expressions.
pub(crate) fn bottom_up(search: &mut Search<'_>, first: bool) -> Result<bool, ReduceError> {
    let mut had_effect = false;
    let mut tried: FxHashSet<Site> = FxHashSet::default();
    while !search.is_stopped() {
        let sites: Vec<Site> = candidates(search, first).into_iter().filter(|site| !tried.contains(site)).collect();
        let steps: Vec<Step> = sites.iter().map(|&site| Step::Values(vec![site])).collect();
        let taken = search.take_first(&steps)?;
        tried.extend(&sites[..taken.unwrap_or(sites.len())]);
        match taken {
            Some(_) => had_effect = true,
            None => break,
        }
    }
    Ok(had_effect)
}

/// What could become a value: parents before children, or what has no operands but constants, the last first.
fn candidates(search: &Search<'_>, first: bool) -> Vec<Site> {
    let unit = search.unit();
    let mut sites = Vec::new();
    for root in search.roots() {
        let all = values_below(unit.function(root.function), root.expr).into_iter();
        // A result that is a value is eliminated instead.
        let all = all.filter(|&id| !(root.is_result && id == root.expr));
        sites.extend(all.map(|id| (root.function, id)));
    }
    sites.retain(|&site| search.observed.values(site) != Values::Others);
    if !first {
        sites.retain(|&(function, id)| {
            let body = unit.function(function);
            body.children(Node::Expr(id)).into_iter().filter_map(Node::expr).all(|child| is_written(body, child))
        });
        sites.reverse();
    }
    sites
}

/// The expressions below one whose value is used, parents before children, without constants.
pub(super) fn values_below(body: &Body, root: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        if is_written(body, id) {
            continue;
        }
        found.push(id);
        let start = stack.len();
        match body.expr(id) {
            // What is assigned to stays an object.
            ExprKind::Assign { rhs, .. } => stack.push(rhs),
            ExprKind::Unary {
                op: UnaryOp::AddrOf | UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                ..
            } => {}
            ExprKind::Call { args, .. } => stack.extend(body.list(args)),
            _ => body.each_child(Node::Expr(id), |child| stack.extend(child.expr())),
        }
        stack[start..].reverse();
    }
    found
}
