//! Statements around the results: branches, loops, assignments to other variables.
//!
//! The paper's programs have none, so this is part of its first phase: what is not needed goes, and what is needed becomes the
//! part of it that is.

use kiln_lang::tree::{Body, Node, StmtId, StmtKind};
use rustc_hash::FxHashSet;

use crate::arith::search::{ReduceError, Search};
use crate::arith::step::{Place, Step};
use crate::arith::unread::assigned_constant;

/// One round over all statements: they become parts of themselves, or go; the outermost first.
pub(crate) fn reduce_statements(search: &mut Search<'_>) -> Result<bool, ReduceError> {
    let mut had_effect = false;
    for unwrap in [true, false] {
        let mut tried: FxHashSet<Place> = FxHashSet::default();
        while let Some(place) = changeable(search).into_iter().find(|&place| tried.insert(place)) {
            let steps = if unwrap { parts(search, place) } else { vec![Step::Delete(vec![place])] };
            had_effect |= search.take_first(&steps)?.is_some();
        }
    }
    Ok(had_effect)
}

/// Statements that are neither checks nor declarations nor the end, nor what gives a result its value.
fn changeable(search: &Search<'_>) -> Vec<Place> {
    let anatomy = &search.anatomy;
    let checks: FxHashSet<StmtId> = anatomy.checks.iter().map(|check| check.stmt).collect();
    let assignments: FxHashSet<StmtId> = anatomy.checks.iter().filter_map(|check| Some(check.assignment?.0)).collect();
    let mut found = Vec::new();
    for function in search.unit().function_ids() {
        let body = search.unit().function(function);
        let is_main = function == anatomy.main;
        let mut stack = vec![];
        push_parts(body, body.function().map(|function| function.body), &mut stack);
        while let Some(stmt) = stack.pop() {
            // A constant that is assigned to a variable goes with the variable, once nobody reads that.
            let stays = is_main && (checks.contains(&stmt) || assignments.contains(&stmt));
            match body.stmt(stmt) {
                _ if stays || assigned_constant(body, stmt).is_some() => continue,
                StmtKind::Decl { .. } | StmtKind::Return { .. } | StmtKind::Function { .. } => continue,
                _ => found.push((function, stmt)),
            }
            push_parts(body, Some(stmt), &mut stack);
        }
    }
    found
}

fn push_parts(body: &Body, stmt: Option<StmtId>, stack: &mut Vec<StmtId>) {
    let start = stack.len();
    if let Some(stmt) = stmt {
        body.each_child(Node::Stmt(stmt), |child| stack.extend(child.stmt()));
    }
    stack[start..].reverse();
}

/// Steps from a statement to the statements that it holds. What a `switch` holds are the statements behind its cases.
fn parts(search: &Search<'_>, (function, whole): Place) -> Vec<Step> {
    let body = search.unit().function(function);
    let stmts = |stmt: StmtId| body.children(Node::Stmt(stmt)).into_iter().filter_map(Node::stmt);
    let parts: Vec<StmtId> = match body.stmt(whole) {
        StmtKind::Switch { body: block, .. } => stmts(block).flat_map(stmts).collect(),
        _ => stmts(whole).collect(),
    };
    parts.into_iter().map(|part| Step::Unwrap((function, whole), part)).collect()
}
