//! Calls become what the function does.
//!
//! A function of one `return` becomes its value wherever it is called. Any other is put in the place of a statement that
//! calls it, as a block in which the parameters are variables; a last `return` becomes what the statement does with the
//! result. Where nobody else calls the function, it goes.

use std::ops::Range;

use kiln_lang::lex::TokenKind;
use kiln_lang::tree::{DeclKind, ExprKind, Node, StmtId, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::functions::{Call, Known, Listed, known};
use crate::patch::Patch;
use crate::view::{View, of_expr, of_stmt};

/// Each call that can be.
pub(super) fn inline(view: &View) -> Vec<Patch> {
    let statements = statements(view);
    let mut patches = Vec::new();
    for known in known(view) {
        let definition = definition(view, &known);
        for call in &known.calls {
            let patch = value(view, &known, call).or_else(|| {
                let use_of = statements.get(&(call.inside.unit, call.whole.start, call.whole.end))?;
                block(view, &known, call, use_of)
            });
            let Some(mut patch) = patch else { continue };
            if known.calls.len() == 1 {
                patch.edits.extend(definition.iter().cloned());
            }
            patches.push(patch);
        }
    }
    patches
}

/// The last argument of each call goes: where a prototype asks for it, the candidate is refused.
pub(super) fn arguments(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (inside, body, id) in view.exprs() {
        let ExprKind::Call { callee, args } = body.expr(id) else { continue };
        if body.list(args).len() > 1
            && let Some(callee) = of_expr(body, callee)
            && let Some(list) = Listed::behind(view, inside.unit, callee.end)
            && let [.., before, last] = list.parts.as_slice()
        {
            patches.push(Patch::delete(inside.unit, before.end..last.end));
        }
    }
    patches
}

/// What goes with a function that is called no more.
fn definition(view: &View, known: &Known<'_>) -> Vec<crate::patch::Edit> {
    let mut patch = Patch::default();
    for (file, unit) in view.program.units.iter().enumerate() {
        for stmt in unit.file.list(unit.file.items) {
            let Some(range) = of_stmt(&unit.file, stmt) else { continue };
            let declares = known.declared.iter().any(|(at, name)| *at == file && range.contains(&name.start));
            patch = if declares { patch.and(file, range, "") } else { patch };
        }
    }
    patch.edits
}

/// A call of a function of one `return` is the value that is returned.
fn value(view: &View, known: &Known<'_>, call: &Call) -> Option<Patch> {
    let function = known.body.function()?;
    let StmtKind::Compound { items } = known.body.stmt(function.body) else { return None };
    let mut items = known.body.list(items);
    let (StmtKind::Return { value: Some(value) }, None) = (known.body.stmt(items.next()?), items.next()) else {
        return None;
    };
    let args = Listed::behind(view, call.inside.unit, call.callee.end)?;
    let mut renamed: FxHashMap<&str, String> = FxHashMap::default();
    let sight = view.sight(known.inside, known.body);
    for (param, arg) in known.body.list(function.params).zip(&args.parts) {
        let name = known.body.decls[param].name.map(|name| sight.name(name))?;
        renamed.insert(name, format!("({})", view.text(call.inside.unit, arg.clone())));
    }
    let text = replaced(view, known.inside.unit, of_expr(known.body, value)?, &renamed);
    Some(Patch::put(call.inside.unit, call.whole.clone(), format!("({text})")))
}

/// How a statement uses the result of a call.
struct Use {
    whole: Range<usize>,
    /// What stands before the call and becomes what is done with the result.
    before: String,
    /// Every `return` of the function may stay.
    is_returned: bool,
}

/// Statements that do nothing but use the result of one call, by the place of the call.
fn statements(view: &View) -> FxHashMap<(usize, usize, usize), Use> {
    let mut found = FxHashMap::default();
    for (inside, body, id) in view.stmts() {
        let Some(whole) = of_stmt(body, id) else { continue };
        let (value, is_returned) = match body.stmt(id) {
            StmtKind::Expr { value } => match body.expr(value) {
                ExprKind::Assign { op: None, rhs, .. } => (rhs, false),
                _ => (value, false),
            },
            StmtKind::Return { value: Some(value) } => (value, true),
            _ => continue,
        };
        if let (ExprKind::Call { .. }, Some(call)) = (body.expr(value), of_expr(body, value)) {
            let before = view.text(inside.unit, whole.start..call.start).to_owned();
            found.insert((inside.unit, call.start, call.end), Use { whole, before, is_returned });
        }
    }
    found
}

fn block(view: &View, known: &Known<'_>, call: &Call, used: &Use) -> Option<Patch> {
    let file = known.inside.unit;
    let function = known.body.function()?;
    let whole = of_stmt(known.body, function.body)?;
    let (last, returns) = returns(known);
    if !used.is_returned && returns.iter().any(|&id| Some(id) != last) {
        return None;
    }
    let own = own_names(view, known);
    let renamed: FxHashMap<&str, String> = own.iter().map(|&name| (name, fresh(view, file, name))).collect();
    let (params, args) = (parameters(view, known)?, Listed::behind(view, call.inside.unit, call.callee.end)?);
    let mut text = String::from("{ ");
    if !params.is_empty() {
        for (param, arg) in params.iter().zip(&args.parts) {
            text += &replaced(view, file, param.clone(), &renamed);
            text.extend([" = (", view.text(call.inside.unit, arg.clone()), ");\n"]);
        }
    }
    let inner = whole.start + 1..whole.end - 1;
    match last.filter(|_| !used.is_returned) {
        None => text += &replaced(view, file, inner, &renamed),
        Some(last) => {
            let StmtKind::Return { value } = known.body.stmt(last) else { return None };
            let at = of_stmt(known.body, last)?;
            text += &replaced(view, file, inner.start..at.start, &renamed);
            if let Some(value) = value {
                let value = replaced(view, file, of_expr(known.body, value)?, &renamed);
                text.extend([used.before.as_str(), " (", &value, ");"]);
            }
        }
    }
    text += " }";
    Some(Patch::put(call.inside.unit, used.whole.clone(), text))
}

/// The last statement of a function, if it is a `return`, and all of them.
fn returns(known: &Known<'_>) -> (Option<StmtId>, Vec<StmtId>) {
    let body = known.body;
    let Some(function) = body.function() else { return (None, Vec::new()) };
    let is_return = |id: &StmtId| matches!(body.stmt(*id), StmtKind::Return { .. });
    let stmts = body.descend(Node::Stmt(function.body)).filter_map(|node| match node {
        Node::Stmt(id) => Some(id),
        Node::Expr(_) => None,
    });
    let last = match body.stmt(function.body) {
        StmtKind::Compound { items } => body.list(items).next_back().filter(is_return),
        _ => None,
    };
    (last, stmts.filter(is_return).collect())
}

/// The declarations of the parameters in the definition.
fn parameters(view: &View, known: &Known<'_>) -> Option<Vec<Range<usize>>> {
    let function = known.body.function()?;
    let block = of_stmt(known.body, function.body)?;
    let names = known.declared.iter().filter(|(file, name)| *file == known.inside.unit && name.end < block.start);
    let (_, name) = names.max_by_key(|(_, name)| name.start)?;
    let list = Listed::behind(view, known.inside.unit, name.end)?;
    let n = known.body.list(function.params).len();
    Some(if n == 0 { Vec::new() } else { list.parts })
}

/// The names of parameters and of what is declared in a function.
fn own_names<'v>(view: &'v View, known: &Known<'v>) -> FxHashSet<&'v str> {
    let sight = view.sight(known.inside, known.body);
    let own = known.body.decls.iter().filter(|decl| matches!(decl.kind, DeclKind::Variable | DeclKind::Param));
    let names = own.filter_map(|decl| decl.name).map(|name| sight.name(name));
    names.chain(known.body.labels.iter().map(|label| sight.name(label.name))).collect()
}

/// A name that is not used yet.
fn fresh(view: &View, file: usize, name: &str) -> String {
    let mentions = view.mentions(file);
    let mut number = 1;
    while mentions.contains_key(format!("{name}_{number}").as_str()) {
        number += 1;
    }
    format!("{name}_{number}")
}

/// A text with other names; those of members stay.
fn replaced(view: &View, file: usize, range: Range<usize>, names: &FxHashMap<&str, String>) -> String {
    let mut text = String::new();
    let mut at = range.start;
    let mut is_member = false;
    for token in view.tokens_in(file, range.clone()) {
        if token.kind == TokenKind::Identifier
            && !is_member
            && let Some(new) = names.get(view.spelling(file, token))
        {
            text += view.text(file, at..token.start as usize);
            text += new;
            at = token.end as usize;
        }
        is_member = matches!(token.kind, TokenKind::Dot | TokenKind::Arrow);
    }
    text + view.text(file, at..range.end)
}
