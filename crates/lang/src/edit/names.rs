//! Names after an edit: every mention must mean, as text, the declaration that it refers to.
//!
//! The tree refers to declarations, the text to names. A node that was built or moved may mention a declaration from where
//! another of the same name hides it, or from where it is not in scope at all. The first is mended by giving the hiding local
//! declaration a new name; the second is an error. What names mean where is found by [`scope`](super::scope).

use crate::check::Checker;
use crate::diagnostics::Code;
use crate::names::Symbol;
use crate::source::Span;
use crate::tree::{Body, DeclId, DeclKind, ExprKind, Linkage, Node, Patch};

use super::scope::{Findings, look_up_names};

/// Makes the names of the function in work mean what they refer to; reports mentions that are out of scope.
pub(super) fn settle_names(checker: &mut Checker) {
    let Findings { mut hiding, problems } = look_up_names(checker);
    for (code, span, message) in problems {
        checker.error(code, span, message);
    }
    if hiding.is_empty() {
        return;
    }
    hiding.sort_unstable();
    hiding.dedup();
    for &decl in &hiding {
        rename_freshly(checker, decl);
    }
    log_renamed(checker.body_mut(), &hiding);
}

/// Gives a declaration of the function in work a name that nothing else has.
fn rename_freshly(checker: &mut Checker, decl: DeclId) {
    let Some(name) = checker.body().decls[decl].name else { return };
    if let Some(what) = why_not_renamed(checker.body(), decl) {
        let message = format!("`{}` hides another declaration, and {what} cannot be renamed", checker.name(name));
        checker.error(Code::Redeclaration, Span::NONE, message);
        return;
    }
    let stem = checker.name(name).to_owned();
    let fresh = fresh_name(checker, &stem);
    checker.body_mut().decls[decl].name = Some(fresh);
}

/// Why a declaration has to keep its name.
pub(super) fn why_not_renamed(body: &Body, decl: DeclId) -> Option<&'static str> {
    let old_style = body
        .functions
        .iter()
        .any(|function| function.old_style && body.list(function.params).any(|param| param == decl));
    let decl = &body.decls[decl];
    match decl.kind {
        _ if decl.name.is_none() => Some("what has no name"),
        DeclKind::Typedef => Some("a typedef name"),
        _ if decl.linkage != Linkage::None => Some("what other scopes know as well"),
        _ if old_style => Some("a parameter of an old-style definition"),
        _ => None,
    }
}

/// A name made from another one that nothing in the program has.
pub(super) fn fresh_name(checker: &mut Checker, stem: &str) -> Symbol {
    let stem = stem
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .strip_suffix('_')
        .filter(|stem| !stem.is_empty())
        .unwrap_or(stem);
    let names = &checker.tables.names;
    let is_taken = |n: u64| names.get(&format!("{stem}_{n}")).is_some();
    // Numbers are mostly taken one after the other, and a program may have been edited a thousand times.
    let mut free = 1;
    while is_taken(free) {
        free *= 2;
    }
    let mut taken = free / 2;
    while taken + 1 < free {
        let middle = taken.midpoint(free);
        if is_taken(middle) {
            taken = middle;
        } else {
            free = middle;
        }
    }
    let name = format!("{stem}_{free}");
    checker.intern_name(&name)
}

/// A name for a label of the function in work, the given one if no other label has it: a label is known in the whole
/// function.
pub(crate) fn fresh_label_name(checker: &mut Checker, name: &str) -> Symbol {
    let body = checker.body();
    let known = checker.tables.names.get(name);
    let is_taken = known.is_some_and(|name| body.labels.iter().any(|label| label.name == name));
    if is_taken { fresh_name(checker, name) } else { checker.intern_name(name) }
}

/// Logs the new names of declarations, where they are declared and where they are mentioned.
pub(super) fn log_renamed(body: &mut Body, decls: &[DeclId]) {
    let Some(function) = body.function() else { return };
    if body.stmt_span(function.body).is_none() {
        // The function was built by code.
        return;
    }
    for &decl in decls {
        let span = body.decls[decl].span;
        let is_logged = body.patches().iter().any(|patch| patch.span == span);
        if !span.is_none() && !is_logged {
            // In the text a declared name is no node, so one stands for it.
            let name = body.push_expr(ExprKind::Name { decl: crate::tree::DeclRef::local(decl) }, Span::NONE);
            body.log_patch(Patch { span, with: Some(Node::Expr(name)) });
        }
    }
    let roots = body.roots();
    let all = roots.into_iter().flat_map(|root| body.descend(root));
    let mentions: Vec<Node> = all.filter(|&node| mentions(body, node, decls)).collect();
    for node in mentions {
        body.log_changed(node);
    }
}

fn mentions(body: &Body, node: Node, decls: &[DeclId]) -> bool {
    match node {
        Node::Expr(id) => {
            matches!(body.expr(id), ExprKind::Name { decl } if !decl.is_file() && decls.contains(&decl.id()))
        }
        Node::Stmt(_) => false,
    }
}
