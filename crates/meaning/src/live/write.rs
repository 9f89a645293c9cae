//! Repairs written into the tree.

use kiln_lang::build::BuildExpr;
use kiln_lang::diagnostics::Diagnostic;
use kiln_lang::edit::{EditError, FunctionEdit};
use kiln_lang::tree::{Body, ExprId, ExprKind, Node, Program};
use kiln_lang::types::Ty;

use super::Repairs;
use crate::repair::{Leaf, Repair, constant};

/// Why repairs cannot be written.
#[derive(Clone, Debug)]
pub enum NotWritten {
    /// A repair uses an operand twice, or not at all, that does something besides having a value.
    Effects,
    /// A node cannot be changed.
    Edit(EditError),
    /// The result is no program.
    Wrong(Vec<Diagnostic>),
}

impl std::fmt::Display for NotWritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotWritten::Effects => {
                f.write_str("a repair cannot be written: it would do twice, or not at all, what an operand does")
            }
            NotWritten::Edit(error) => write!(f, "a repair cannot be written: {error}"),
            NotWritten::Wrong(diagnostics) => {
                let first = diagnostics.first().map_or("", |diagnostic| diagnostic.message.as_str());
                write!(f, "the repaired program is wrong: {first}")
            }
        }
    }
}

impl std::error::Error for NotWritten {}

/// Writes repairs into a program, function by function.
pub(super) fn write(mut program: Program, repairs: Repairs) -> Result<Program, NotWritten> {
    let mut repairs: Vec<_> = repairs.into_iter().collect();
    repairs.sort_unstable_by_key(|&(node, _)| node);
    for own in repairs.chunk_by(|a, b| (a.0.0, a.0.1) == (b.0.0, b.0.1)) {
        let (unit, function, _) = own[0].0;
        let before = program.clone();
        let mut edit = FunctionEdit::open(&before, unit as usize, function);
        let mut own: Vec<(ExprId, &Repair)> = own.iter().map(|((.., expr), repair)| (*expr, repair)).collect();
        // Inner operations first: a repair may copy an operand, and the copy needs its repairs, too.
        own.sort_by_cached_key(|&(expr, _)| std::cmp::Reverse(depth(&edit, expr)));
        for (expr, repair) in own {
            write_one(&mut edit, &before, expr, repair)?;
        }
        program = edit.finish().map_err(NotWritten::Wrong)?;
    }
    Ok(program)
}

fn write_one(edit: &mut FunctionEdit<'_>, program: &Program, expr: ExprId, repair: &Repair) -> Result<(), NotWritten> {
    // A statement that was rewritten later may have left it behind.
    if !edit.is_attached(Node::Expr(expr)) {
        return Ok(());
    }
    let (lhs, rhs, assigned) = match edit.body().expr(expr) {
        ExprKind::Binary { lhs, rhs, .. } => (lhs, rhs, None),
        // `x op= y` becomes `x = repair of x and y`.
        ExprKind::Assign { op: Some(_), lhs, .. } if has_effects(edit.body(), lhs) => return Err(NotWritten::Effects),
        ExprKind::Assign { op: Some(_), lhs, rhs } => {
            (edit.clone_expr(lhs).map_err(NotWritten::Edit)?, rhs, Some((lhs, edit.body().converted(lhs))))
        }
        _ => return Err(NotWritten::Edit(EditError::OtherKind)),
    };
    let ty = assigned.map_or_else(|| edit.body().ty(expr), |(_, computed)| computed);
    let mut used = [false; 2];
    let target = program.options.target;
    let new = repair.apply(edit, &mut |edit: &mut FunctionEdit<'_>, leaf| {
        let (index, operand) = match leaf {
            Leaf::Left => (0, lhs),
            Leaf::Right => (1, rhs),
            Leaf::Const(value) => return Ok(constant(edit, &target, value)),
        };
        let to = match (assigned, index) {
            (Some((_, computed)), 0) => computed,
            _ => converted(edit, operand),
        };
        let from = edit.body().ty(operand);
        let operand = if std::mem::replace(&mut used[index], true) {
            if has_effects(edit.body(), operand) {
                return Err(NotWritten::Effects);
            }
            edit.clone_expr(operand).map_err(NotWritten::Edit)?
        } else {
            operand
        };
        Ok(if from == to { operand } else { edit.cast(to, operand) })
    })?;
    if [lhs, rhs].into_iter().zip(used).any(|(operand, used)| !used && has_effects(edit.body(), operand)) {
        return Err(NotWritten::Effects);
    }
    let new = if edit.body().ty(new) == ty { new } else { edit.cast(ty, new) };
    let new = assigned.map_or(new, |(lhs, _)| edit.assign(None, lhs, new));
    edit.replace(Node::Expr(expr), Node::Expr(new)).map_err(NotWritten::Edit)
}

/// Whether evaluating an expression does something.
fn has_effects(body: &Body, expr: ExprId) -> bool {
    body.descend(Node::Expr(expr)).any(|node| match node {
        Node::Stmt(_) => true,
        Node::Expr(id) => match body.expr(id) {
            ExprKind::Assign { .. } | ExprKind::Call { .. } | ExprKind::VaArg { .. } => true,
            ExprKind::Unary { op, .. } => op.is_increment(),
            _ => false,
        },
    })
}

/// How deep in the tree a node is.
fn depth(edit: &FunctionEdit<'_>, expr: ExprId) -> usize {
    std::iter::successors(Some(Node::Expr(expr)), |&node| edit.parent(node)).count()
}

/// The type that the node above converts an operand to.
fn converted(edit: &FunctionEdit<'_>, operand: ExprId) -> Ty {
    edit.body().converted(operand)
}
