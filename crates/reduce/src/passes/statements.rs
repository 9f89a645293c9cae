//! Statements.

use kiln_lang::tree::{Body, ExprId, Node, StmtId, StmtKind};

use crate::patch::Patch;
use crate::view::{View, of_expr, of_stmt};

/// Each statement goes, those on the outside first.
pub(super) fn delete(view: &View) -> Vec<Patch> {
    let mut found: Vec<(usize, Patch)> = Vec::new();
    for (inside, body) in view.functions() {
        let Some(function) = body.function() else { continue };
        let mut todo = vec![(Node::Stmt(function.body), 0)];
        while let Some((node, depth)) = todo.pop() {
            body.each_child(node, |child| todo.push((child, depth + 1)));
            let Node::Stmt(id) = node else { continue };
            if depth == 0 || matches!(body.stmt(id), StmtKind::Decl { .. }) {
                continue;
            }
            let Some(range) = of_stmt(body, id) else { continue };
            let nothing = view.nothing(inside.unit, &range);
            if view.text(inside.unit, range.clone()) != nothing {
                found.push((depth, Patch::put(inside.unit, range, nothing)));
            }
        }
    }
    found.sort_by_key(|&(depth, ref patch)| (depth, patch.edits[0].file, patch.edits[0].range.start));
    found.into_iter().map(|(_, patch)| patch).collect()
}

/// Each statement becomes a part of itself: a loop its body, an `if` one of its ways, a block what is in it.
pub(super) fn unwrap(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (inside, body, id) in view.stmts() {
        let Some(whole) = of_stmt(body, id) else { continue };
        let file = inside.unit;
        let keep = |part: StmtId| of_stmt(body, part).map(|part| Patch::keep(file, whole.clone(), part, "", ""));
        let value = |part: ExprId| of_expr(body, part).map(|part| Patch::keep(file, whole.clone(), part, "", ";"));
        match body.stmt(id) {
            StmtKind::If { cond, then, otherwise } => {
                patches.extend(keep(then));
                patches.extend(otherwise.and_then(keep));
                patches.extend(value(cond));
                if let (Some(then), Some(otherwise)) = (of_stmt(body, then), otherwise.and_then(|id| of_stmt(body, id)))
                {
                    // `else` goes with what it leads to.
                    patches.push(Patch::delete(file, then.end..otherwise.end));
                }
            }
            StmtKind::While { cond, body: part }
            | StmtKind::DoWhile { cond, body: part }
            | StmtKind::Switch { cond, body: part } => {
                patches.extend(keep(part));
                patches.extend(value(cond));
            }
            StmtKind::For { init, cond, step, body: part } => {
                patches.extend(for_parts(body, file, &whole, init, part));
                patches.extend(keep(part));
                let parts = [cond, step].into_iter().flatten().filter_map(|id| of_expr(body, id));
                patches.extend(parts.map(|range| Patch::delete(file, range)));
            }
            StmtKind::Case { body: part, .. }
            | StmtKind::Default { body: part }
            | StmtKind::Label { body: part, .. } => {
                patches.extend(keep(part));
            }
            StmtKind::Compound { items } => {
                let parts: Vec<StmtId> = body.list(items).collect();
                if let (Some(first), Some(last)) = (parts.first(), parts.last())
                    && let (Some(first), Some(last)) = (of_stmt(body, *first), of_stmt(body, *last))
                    && body.function().is_none_or(|function| function.body != id)
                {
                    patches.push(Patch::keep(file, whole, first.start..last.end, "", ""));
                }
            }
            StmtKind::Return { value: Some(part) } => patches.extend(value(part)),
            _ => {}
        }
    }
    patches
}

/// A `for` that is done once: what it declares, then its body.
fn for_parts(
    body: &Body,
    file: usize,
    whole: &std::ops::Range<usize>,
    init: Option<StmtId>,
    part: StmtId,
) -> Option<Patch> {
    let (init, part) = (of_stmt(body, init?)?, of_stmt(body, part)?);
    let patch = Patch::put(file, whole.start..init.start, "{").and(file, init.end..part.start, "");
    Some(patch.and(file, part.end..whole.end, "}"))
}
