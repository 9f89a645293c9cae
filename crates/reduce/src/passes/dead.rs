//! What is never done.

use kiln_lang::tree::{ExprKind, StmtKind};

use crate::patch::Patch;
use crate::view::{View, of_expr, of_stmt};

/// Statements that are never reached go; of a branch that always goes the same way, that way stays.
///
/// What is not done may still be what a compiler trips over, so each of these can be refused.
pub(super) fn dead(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    let Some(run) = &view.run else { return patches };
    for (inside, body, id) in view.stmts() {
        let (unit, file) = (inside.unit as u32, inside.unit);
        let Some(whole) = of_stmt(body, id) else { continue };
        if run.counts.statement(unit, inside.function, id) == Some(0) && !is_declaration(body.stmt(id)) {
            let nothing = view.nothing(file, &whole);
            patches.push(Patch::put(file, whole, nothing));
            continue;
        }
        if let StmtKind::If { cond, then, otherwise } = body.stmt(id)
            && let Some(ways) = run.counts.condition(unit, inside.function, cond)
        {
            let taken = match (ways.yes, ways.no) {
                (0, _) => otherwise,
                (_, 0) => Some(then),
                _ => continue,
            };
            let patch = match taken.and_then(|taken| of_stmt(body, taken)) {
                Some(part) => Patch::keep(file, whole, part, "", ""),
                None => Patch::put(file, whole.clone(), view.nothing(file, &whole)),
            };
            patches.push(patch);
        }
    }
    for (inside, body, id) in view.exprs() {
        if let ExprKind::Conditional { cond, then: Some(then), otherwise } = body.expr(id)
            && let Some(ways) = run.counts.condition(inside.unit as u32, inside.function, cond)
        {
            let taken = match (ways.yes, ways.no) {
                (0, 0) => continue,
                (0, _) => otherwise,
                (_, 0) => then,
                _ => continue,
            };
            if let (Some(whole), Some(part)) = (of_expr(body, id), of_expr(body, taken)) {
                patches.push(Patch::keep(inside.unit, whole, part, "(", ")"));
            }
        }
    }
    patches
}

fn is_declaration(kind: StmtKind) -> bool {
    matches!(kind, StmtKind::Decl { .. } | StmtKind::Function { .. } | StmtKind::LocalLabels { .. })
}
