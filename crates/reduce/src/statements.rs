//! Statements around the results: branches, loops, assignments to other variables.
//!
//! The paper's programs have none, so this is part of its first phase: what is not a result and not needed goes, and what a
//! result stands in becomes the part that it stands in.

use kiln_lang::tree::{Node, StmtId, StmtKind};
use rustc_hash::FxHashSet;

use crate::anatomy::as_stmt;
use crate::search::{ReduceError, Search};
use crate::step::Step;

/// Statements that are not needed go, the outermost first.
pub(crate) fn reduce_statements(search: &mut Search<'_>, first: bool) -> Result<bool, ReduceError> {
    let mut had_effect = false;
    let outermost = deletable(search, true);
    if first {
        had_effect |= search.by_halves(&outermost, true, &|some| Step::Delete(some.to_vec()))?;
    }
    for unwrap in [true, false] {
        let mut tried: FxHashSet<StmtId> = FxHashSet::default();
        while let Some(stmt) = deletable(search, false).into_iter().find(|&stmt| tried.insert(stmt)) {
            let steps = if unwrap { parts(search, stmt) } else { vec![Step::Delete(vec![stmt])] };
            had_effect |= search.take_first(&steps)?.is_some();
        }
    }
    Ok(had_effect)
}

/// Statements of `main` that are neither checks nor declarations nor the end, nor what gives a result its value.
fn deletable(search: &Search<'_>, outermost: bool) -> Vec<StmtId> {
    let (body, anatomy) = (search.main_body(), &search.anatomy);
    let checks: FxHashSet<StmtId> = anatomy.checks.iter().map(|check| check.stmt).collect();
    let assignments: FxHashSet<StmtId> = anatomy.checks.iter().filter_map(|check| Some(check.assignment?.0)).collect();
    let mut found = Vec::new();
    let mut stack: Vec<StmtId> = body.children(Node::Stmt(anatomy.block)).into_iter().filter_map(as_stmt).collect();
    stack.reverse();
    while let Some(stmt) = stack.pop() {
        let stays = checks.contains(&stmt) || assignments.contains(&stmt);
        match body.stmt(stmt) {
            _ if stays => continue,
            StmtKind::Decl { .. } | StmtKind::Return { .. } | StmtKind::Function { .. } => continue,
            _ => found.push(stmt),
        }
        if !outermost {
            let start = stack.len();
            body.each_child(Node::Stmt(stmt), |child| stack.extend(as_stmt(child)));
            stack[start..].reverse();
        }
    }
    found
}

/// Steps from a statement to the statements that it holds.
fn parts(search: &Search<'_>, stmt: StmtId) -> Vec<Step> {
    let body = search.main_body();
    if matches!(body.stmt(stmt), StmtKind::Expr { .. }) {
        return Vec::new();
    }
    body.children(Node::Stmt(stmt)).into_iter().filter_map(as_stmt).map(|part| Step::Unwrap(stmt, part)).collect()
}
