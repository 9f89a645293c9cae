//! What the program shows of what it has computed.
//!
//! Generated programs feed everything into one checksum, which takes code of its own and mixes what is right with what is
//! wrong. What goes into it is printed instead, and what is printed may become the status.

use std::ops::Range;

use kiln_lang::tree::{Body, ExprId, ExprKind, StmtKind};
use kiln_lang::types::Basic;
use kiln_meaning::profile::Value;
use kiln_meaning::repair::{Number, Scalar};

use crate::blemishes::DEADLY;
use crate::patch::Patch;
use crate::view::{Inside, View, Was, of_expr, of_stmt};

/// A prototype; `printf` need not have been declared.
const PRINTF: &str = "int printf(const char *, ...);\n";

/// Calls that are statements print one of their arguments instead: all such calls at once, then each.
pub(super) fn printed(view: &View) -> Vec<Patch> {
    let mut each = Vec::new();
    let is_declared: Vec<bool> =
        (0..view.tokens.len()).map(|file| view.mentions(file).contains_key("printf")).collect();
    for (inside, body, id) in view.stmts() {
        let StmtKind::Expr { value } = body.stmt(id) else { continue };
        let ExprKind::Call { callee, args } = body.expr(value) else { continue };
        if view.called(inside, body, callee) == Some("printf") {
            continue;
        }
        let shown = body.list(args).find_map(|arg| Some((arg, conversion(view, body, arg)?)));
        if let (Some((arg, conversion)), Some(whole)) = (shown, of_stmt(body, id))
            && let Some(part) = of_expr(body, arg)
        {
            let call = format!("printf(\"%{conversion}\\n\", (");
            let patch = Patch::keep(inside.unit, whole, part, &call, "));");
            each.push(if is_declared[inside.unit] { patch } else { patch.and(inside.unit, 0..0, PRINTF) });
        }
    }
    let all = Patch { edits: each.iter().flat_map(|patch| patch.edits.clone()).collect() };
    std::iter::once(all).filter(|all| !all.edits.is_empty()).chain(each).collect()
}

/// What `main` prints, or decides by, becomes its result; or what it decides by is printed.
pub(super) fn returned(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (inside, body, id) in view.stmts() {
        if let StmtKind::If { cond, .. } = body.stmt(id)
            && view.function_name(inside, body) == Some("main")
            && let (Some(whole), Some(part)) = (of_stmt(body, id), of_expr(body, cond))
        {
            patches.push(Patch::keep(inside.unit, whole.clone(), part.clone(), "return (", ");"));
            patches.push(Patch::keep(inside.unit, whole, part, "printf(\"%d\", (", "));"));
        }
        let StmtKind::Expr { value } = body.stmt(id) else { continue };
        let ExprKind::Call { callee, args } = body.expr(value) else { continue };
        let is_main = view.function_name(inside, body) == Some("main");
        if !is_main || view.called(inside, body, callee) != Some("printf") {
            continue;
        }
        for arg in body.list(args).skip(1).filter(|&arg| conversion(view, body, arg).is_some()) {
            if let (Some(whole), Some(part)) = (of_stmt(body, id), of_expr(body, arg)) {
                patches.push(Patch::keep(inside.unit, whole.clone(), part.clone(), "return (", ");"));
                if let Some(end) = moved(view, inside, arg) {
                    patches.push(Patch::keep(inside.unit, whole, part, "return (", &end));
                }
            }
        }
    }
    patches.extend(printed_earlier(view));
    patches
}

/// What `main` prints last is not printed any more, but what it sets a variable to, in the way of that value.
fn printed_earlier(view: &View) -> Vec<Patch> {
    let (mut set, mut shown) = (Vec::new(), None);
    for (inside, body, id) in view.stmts() {
        let StmtKind::Expr { value } = body.stmt(id) else { continue };
        let Some(whole) = of_stmt(body, id).filter(|_| view.function_name(inside, body) == Some("main")) else {
            continue;
        };
        match body.expr(value) {
            ExprKind::Assign { op: None, rhs, .. } => {
                set.push((inside.unit, whole, of_expr(body, rhs), conversion(view, body, rhs)));
            }
            ExprKind::Call { callee, .. } if view.called(inside, body, callee) == Some("printf") => {
                shown = Some((inside.unit, whole));
            }
            _ => {}
        }
    }
    let Some((file, last)) = shown else { return Vec::new() };
    let patch = |(unit, whole, part, conversion): (usize, Range<usize>, Option<Range<usize>>, Option<&str>)| {
        let patch = Patch::keep(unit, whole, part?, &format!("printf(\"%{}\", (", conversion?), "));");
        Some(patch.and(file, last.clone(), view.nothing(file, &last)))
    };
    set.into_iter().filter_map(patch).collect()
}

/// The end of `return (x) + 2;` where x is -1: a status is a byte, and from 124 on one that means something else to scripts.
fn moved(view: &View, inside: Inside, id: ExprId) -> Option<String> {
    let Some(Was::Always(Value::Scalar(Scalar { basic, number: Number::Int(int) }))) = view.was(inside, id) else {
        return None;
    };
    let status = int.as_u64() & 0xff;
    (status >= DEADLY.into() && basic.is_integer()).then(|| format!(") + {};", 257 - status))
}

/// How `printf` shows an expression that is no constant.
fn conversion(view: &View, body: &Body, id: ExprId) -> Option<&'static str> {
    if matches!(body.expr(id), ExprKind::Int { .. } | ExprKind::Char { .. } | ExprKind::Str { .. }) {
        return None;
    }
    let types = &view.program.tables.types;
    Some(match types.as_basic(types.unqualified(body.ty(id)))? {
        Basic::UInt => "u",
        Basic::Long => "ld",
        Basic::ULong => "lu",
        Basic::LongLong => "lld",
        Basic::ULongLong => "llu",
        Basic::Float | Basic::Double => "g",
        basic if basic.is_integer() && basic.rank() <= Basic::Int.rank() => "d",
        _ => return None,
    })
}
