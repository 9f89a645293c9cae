//! (1) Expression elimination: statements become the values that they leave in variables.
//!
//! The paper replaces the expression of a result by its expected value. Here an expression may write to other variables as well,
//! and a variable may get its value by a branch or in a loop; so a whole statement becomes assignments of what the variables
//! that it writes to have at the end of the function. Where a variable is written again later that is another value, and what
//! then comes out is judged like everything else.

use kiln_lang::build::{BuildExpr, BuildStmt};
use kiln_lang::edit::FunctionEdit;
use kiln_lang::tree::{Body, DeclRef, ExprKind, FunctionId, Node, StmtId, StmtKind};
use kiln_meaning::repair::constant;
use rustc_hash::FxHashSet;

use crate::arith::anatomy::Anatomy;
use crate::arith::declared::remove;
use crate::arith::observed::{Observed, Site};
use crate::arith::search::{ReduceError, Search};
use crate::arith::step::{Place, Step};
use crate::arith::unread::assigned_constant;
use crate::test::Seen;

/// Of the results that the program itself calls wrong, only the first is tracked: others may be wrong because of it.
pub(crate) fn track_one(search: &mut Search<'_>, seen: &Seen) -> Result<(), ReduceError> {
    let Seen::Wrong(labels) = seen else { return Ok(()) };
    let first = search.anatomy.checks.iter().find(|check| labels.contains(&check.label));
    let Some((kept, Some(_))) = first.map(|check| (check.stmt, check.decl)) else { return Ok(()) };
    let places = statements(search, search.anatomy.main);
    let is_kept = |stmt: StmtId| stmt == kept || writer_of(search, kept) == Some(stmt);
    let others: Vec<Place> = places.into_iter().filter(|&(_, stmt)| !is_kept(stmt)).collect();
    search.by_halves(&others, true, &|some| Step::Eliminate(some.to_vec())).map(|_| ())
}

/// Eliminates what can be in `main`: by halves, or one after the other.
pub(crate) fn eliminate_results(search: &mut Search<'_>, first: bool) -> Result<bool, ReduceError> {
    let places = statements(search, search.anatomy.main);
    by_halves_or_one_by_one(search, places, first)
}

/// The same for the other functions.
pub(crate) fn eliminate_in_functions(search: &mut Search<'_>, first: bool) -> Result<bool, ReduceError> {
    let others = search.unit().function_ids().filter(|&function| function != search.anatomy.main);
    let places = others.flat_map(|function| statements(search, function)).collect();
    by_halves_or_one_by_one(search, places, first)
}

/// All statements of `main` that can be eliminated, but the one with a certain expression.
pub(crate) fn others(search: &Search<'_>, (function, kept): Site) -> Vec<Place> {
    let body = search.unit().function(function);
    let is_kept =
        |place: Place| place.0 == function && body.descend(Node::Stmt(place.1)).any(|node| node == Node::Expr(kept));
    let mut others = statements(search, search.anatomy.main);
    others.retain(|&place| function == search.anatomy.main && !is_kept(place));
    others
}

fn by_halves_or_one_by_one(search: &mut Search<'_>, places: Vec<Place>, first: bool) -> Result<bool, ReduceError> {
    // What a compiler needs to break down, or a program to be killed, may be no result at all.
    let needs_a_check = search.failure.is_seen_by_a_check();
    let main = search.anatomy.main;
    if first {
        let may_lose_all = !needs_a_check || places.iter().all(|&(function, _)| function != main);
        if places.len() < 2 && !may_lose_all {
            return Ok(false);
        }
        return search.by_halves(&places, may_lose_all, &|some| Step::Eliminate(some.to_vec()));
    }
    let mut had_effect = false;
    for place in places {
        let is_last = search.anatomy.checks.len() == 1
            && place.0 == main
            && search
                .anatomy
                .checks
                .iter()
                .all(|check| check.stmt == place.1 || writer_of(search, check.stmt) == Some(place.1));
        if !(needs_a_check && is_last) {
            had_effect |= search.take_first(&[Step::Eliminate(vec![place])])?.is_some();
        }
    }
    Ok(had_effect)
}

/// The outermost statements of a function that can be eliminated. A check goes with what it checks, and alone only if that is
/// a constant by now.
fn statements(search: &Search<'_>, function: FunctionId) -> Vec<Place> {
    let body = search.unit().function(function);
    let Some(block) = body.function().map(|function| function.body) else { return Vec::new() };
    let is_main = function == search.anatomy.main;
    let stays = |stmt: StmtId| match body.stmt(stmt) {
        StmtKind::Decl { .. } | StmtKind::Return { .. } | StmtKind::Function { .. } => true,
        _ if assigned_constant(body, stmt).is_some() => true,
        _ => is_main && search.anatomy.check(stmt).is_some() && writer_of(search, stmt).is_some(),
    };
    let stmts = body.children(Node::Stmt(block)).into_iter().filter_map(Node::stmt);
    stmts.filter(|&stmt| !stays(stmt)).map(|stmt| (function, stmt)).collect()
}

/// The statement that gives a checked variable its value, unless that is a constant.
fn writer_of(search: &Search<'_>, check: StmtId) -> Option<StmtId> {
    let (stmt, _) = search.anatomy.check(check)?.assignment?;
    assigned_constant(search.main_body(), stmt).is_none().then_some(stmt)
}

/// Puts what statements of a function leave in their place.
pub(crate) fn eliminate(
    edit: &mut FunctionEdit<'_>,
    anatomy: &Anatomy,
    observed: &Observed,
    function: FunctionId,
    stmts: &[StmtId],
) -> Option<()> {
    let block = edit.body().function()?.body;
    let target = edit.program().options.target;
    let checks = || anatomy.checks.iter().filter(|_| function == anatomy.main);
    let checked: FxHashSet<StmtId> = checks().map(|check| check.stmt).collect();
    let mut gone: FxHashSet<StmtId> = FxHashSet::default();
    let mut given: FxHashSet<DeclRef> = FxHashSet::default();
    for &stmt in stmts {
        if checked.contains(&stmt) {
            gone.insert(stmt);
            continue;
        }
        let mut left = Vec::new();
        for decl in written(edit.body(), stmt)? {
            let value = observed.left(function, decl)?;
            let (name, value) = (edit.name(decl), constant(edit, &target, value));
            let assign = edit.assign(None, name, value);
            left.push(edit.expr_stmt(assign));
            given.insert(decl);
        }
        match left.pop() {
            None => _ = gone.insert(stmt),
            Some(last) => {
                left.into_iter().try_for_each(|other| edit.insert_before(stmt, other).ok())?;
                edit.replace(Node::Stmt(stmt), Node::Stmt(last)).ok()?;
            }
        }
    }
    gone.extend(checks().filter(|check| check.decl.is_some_and(|decl| given.contains(&decl))).map(|check| check.stmt));
    remove(edit, block, &gone)
}

/// The variables that a statement writes to, without its own; nothing if it writes to something that has no name.
fn written(body: &Body, stmt: StmtId) -> Option<Vec<DeclRef>> {
    let inner = body.descend(Node::Stmt(stmt)).filter_map(Node::stmt);
    let own: FxHashSet<DeclRef> =
        inner.flat_map(|stmt| body.declared_by(stmt)).map(|id| DeclRef::new(id, false)).collect();
    let mut found = Vec::new();
    for id in body.descend(Node::Stmt(stmt)).filter_map(Node::expr) {
        let to = match body.expr(id) {
            ExprKind::Assign { lhs, .. } => lhs,
            ExprKind::Unary { op, operand } if op.is_increment() => operand,
            _ => continue,
        };
        let ExprKind::Name { decl } = body.expr(to) else { return None };
        if !own.contains(&decl) && !found.contains(&decl) {
            found.push(decl);
        }
    }
    Some(found)
}
