//! Functions: their bodies, parameters and results.

use std::ops::Range;

use kiln_lang::lex::{Token, TokenKind};
use kiln_lang::tree::{Body, DeclId, DeclKind, ExprId, ExprKind, Node, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::expressions::spelled;
use crate::brackets;
use crate::patch::Patch;
use crate::view::{Inside, View, Was, between, bytes, of_expr, of_stmt};

/// Functions do nothing but return what they return.
pub(super) fn bodies(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (inside, body) in view.functions() {
        let Some(function) = body.function() else { continue };
        let Some(whole) = of_stmt(body, function.body) else { continue };
        if view.function_name(inside, body).is_none_or(|name| name == "main") {
            continue;
        }
        let returns = body.descend(Node::Stmt(function.body)).filter_map(|node| match node {
            Node::Stmt(id) => match body.stmt(id) {
                StmtKind::Return { value: Some(value) } => Some(value),
                _ => None,
            },
            Node::Expr(_) => None,
        });
        let mut values = returns.map(|value| match view.was(inside, value) {
            Some(Was::Always(value) | Was::First(value)) => spelled(view, value),
            _ => body.int_value(value).map(|value| value.to_string()),
        });
        let text = match values.next() {
            None => "{ }".to_owned(),
            Some(first) => match std::iter::once(first).chain(values).flatten().next() {
                Some(value) => format!("{{ return {value}; }}"),
                None => continue,
            },
        };
        patches.push(Patch::put(inside.unit, whole, text));
    }
    patches
}

/// A list in parentheses: its parts, and what stands between the parentheses.
pub(super) struct Listed {
    pub(super) parts: Vec<Range<usize>>,
    pub(super) inside: Range<usize>,
}

impl Listed {
    /// The list that opens at or behind an offset.
    pub(super) fn behind(view: &View, file: usize, offset: usize) -> Option<Listed> {
        let tokens = &view.tokens[file];
        let first = tokens.partition_point(|token| (token.start as usize) < offset);
        let open = first + tokens[first..].iter().take(2).position(|token| token.kind == TokenKind::LeftParen)?;
        let start = tokens[open].end as usize;
        let (mut part, mut parts) = (start, Vec::new());
        for (_, token) in brackets::outside(&tokens[open + 1..]) {
            match token.kind {
                TokenKind::RightParen => {
                    let end = token.start as usize;
                    parts.push(part..end);
                    return Some(Listed { parts, inside: start..end });
                }
                TokenKind::Comma => {
                    parts.push(part..token.start as usize);
                    part = token.end as usize;
                }
                _ => {}
            }
        }
        None
    }

    /// The list without one part; with `alone` in the place of the only one.
    fn without(&self, patch: Patch, file: usize, index: usize, alone: &str) -> Option<Patch> {
        if index >= self.parts.len() {
            return None;
        }
        Some(match (self.parts.len(), index) {
            (1, _) => patch.and(file, self.inside.clone(), alone),
            (_, 0) => patch.and(file, self.parts[0].start..self.parts[1].start, ""),
            _ => patch.and(file, self.parts[index - 1].end..self.parts[index].end, ""),
        })
    }
}

/// A function that is defined, and where it is declared and called.
pub(super) struct Known<'v> {
    pub(super) inside: Inside,
    pub(super) body: &'v Body,
    pub(super) name: &'v str,
    /// Its name in each declaration, the definition among them.
    pub(super) declared: Vec<(usize, Range<usize>)>,
    pub(super) calls: Vec<Call>,
}

/// A call.
#[derive(Clone)]
pub(super) struct Call {
    pub(super) inside: Inside,
    pub(super) whole: Range<usize>,
    pub(super) callee: Range<usize>,
    /// The values of its arguments, if they are always the same.
    pub(super) args: Vec<Option<String>>,
    /// The statement that is nothing but this call.
    pub(super) is_statement: bool,
}

/// Functions that are named only where they are declared and called.
pub(super) fn known(view: &View) -> Vec<Known<'_>> {
    let mut found: Vec<Known<'_>> = Vec::new();
    let mut index: FxHashMap<&str, usize> = FxHashMap::default();
    for (inside, body) in view.functions() {
        let Some(name) = view.function_name(inside, body) else { continue };
        index.insert(name, found.len());
        found.push(Known { inside, body, name, declared: declarations(view, name), calls: Vec::new() });
    }
    let mut statements: FxHashSet<(Inside, ExprId)> = FxHashSet::default();
    for (inside, body, id) in view.stmts() {
        if let StmtKind::Expr { value } = body.stmt(id) {
            statements.insert((inside, value));
        }
    }
    for (inside, body, id) in view.exprs() {
        let ExprKind::Call { callee, args } = body.expr(id) else { continue };
        let Some(&at) = view.called(inside, body, callee).and_then(|name| index.get(name)) else { continue };
        if let (Some(whole), Some(callee)) = (of_expr(body, id), of_expr(body, callee)) {
            let value = |arg| match view.was(inside, arg) {
                Some(Was::Always(value)) => spelled(view, value),
                _ => body.int_value(arg).map(|value| value.to_string()),
            };
            let args = body.list(args).map(value).collect();
            let is_statement = statements.contains(&(inside, id));
            found[at].calls.push(Call { inside, whole, callee, args, is_statement });
        }
    }
    let mentions: Vec<_> = (0..view.tokens.len()).map(|file| view.mentions(file)).collect();
    found.retain(|known| {
        let n: usize = mentions.iter().filter_map(|names| names.get(known.name)).sum();
        n == known.declared.len() + known.calls.len()
    });
    found
}

fn declarations(view: &View, name: &str) -> Vec<(usize, Range<usize>)> {
    let mut found = Vec::new();
    for (file, unit) in view.program.units.iter().enumerate() {
        let symbol = view.program.tables.names.get(name);
        let decls = unit.file.decls.iter().filter(|decl| symbol.is_some() && decl.name == symbol);
        let functions = decls.filter(|decl| matches!(decl.kind, DeclKind::Function(_)));
        found.extend(functions.filter_map(|decl| Some((file, bytes(decl.span)?))));
    }
    found.sort_by_key(|(file, range)| (*file, range.start));
    found.dedup();
    found
}

/// Each parameter goes, and the arguments with it; one that is used becomes a variable.
pub(super) fn parameters(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for known in known(view) {
        let Some(function) = known.body.function() else { continue };
        let params: Vec<DeclId> = known.body.list(function.params).collect();
        if known.name == "main" {
            let nothing = if params.is_empty() { "" } else { "void" };
            patches.extend(with_arguments(view, &known, nothing));
            continue;
        }
        patches.extend((0..params.len()).filter_map(|index| without_parameter(view, &known, &params, index)));
    }
    patches
}

/// `main` has two parameters or none (C11 5.1.2.2.1p1), and need not say that it has none.
fn with_arguments(view: &View, known: &Known<'_>, text: &str) -> Option<Patch> {
    let mut patch = Patch::default();
    for (file, name) in &known.declared {
        patch = patch.and(*file, Listed::behind(view, *file, name.end)?.inside, text);
    }
    Some(patch)
}

fn without_parameter(view: &View, known: &Known<'_>, params: &[DeclId], index: usize) -> Option<Patch> {
    let mut patch = Patch::default();
    let file = known.inside.unit;
    let mut defined = None;
    let block = of_stmt(known.body, known.body.function()?.body)?;
    for (file, name) in &known.declared {
        let list = Listed::behind(view, *file, name.end)?;
        patch = list.without(patch, *file, index, "void")?;
        if *file == known.inside.unit && name.end < block.start {
            defined = Some(list.parts[index].clone());
        }
    }
    for call in &known.calls {
        let list = Listed::behind(view, call.inside.unit, call.callee.end)?;
        patch = list.without(patch, call.inside.unit, index, "")?;
    }
    let sight = view.sight(known.inside, known.body);
    let name = known.body.decls[params[index]].name.map(|name| sight.name(name))?;
    let is_name = |token: &&Token| token.kind == TokenKind::Identifier && view.spelling(file, token) == name;
    if view.tokens_in(file, block.clone()).iter().any(|token| is_name(&token)) {
        let value = known.calls.iter().find_map(|call| call.args.get(index).cloned().flatten())?;
        let declared = view.text(file, defined?);
        patch = patch.and(file, block.start + 1..block.start + 1, format!("{declared} = {value};"));
    }
    Some(patch)
}

/// Functions whose result nobody uses return nothing.
pub(super) fn results(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for known in known(view).into_iter().filter(|known| known.name != "main") {
        let Some(function) = known.body.function() else { continue };
        if !known.calls.iter().all(|call| call.is_statement) {
            continue;
        }
        let mut patch = Patch::default();
        for (file, name) in &known.declared {
            patch = match result_type(view, *file, name.start) {
                Some(range) => patch.and(*file, range, "void"),
                None => patch,
            };
        }
        let n_types = patch.edits.len();
        for node in known.body.descend(Node::Stmt(function.body)) {
            if let Node::Stmt(id) = node
                && let StmtKind::Return { value: Some(value) } = known.body.stmt(id)
                && let Some(range) = of_expr(known.body, value)
            {
                patch = patch.and(known.inside.unit, range, "");
            }
        }
        if n_types == known.declared.len() && n_types > 0 {
            patches.push(patch);
        }
    }
    patches
}

/// The words before the name of a function that say what it returns; nothing if that is `void`.
fn result_type(view: &View, file: usize, name: usize) -> Option<Range<usize>> {
    let tokens = &view.tokens[file];
    let behind = tokens.partition_point(|token| (token.start as usize) < name);
    let ends = |token: &Token| {
        matches!(token.kind, TokenKind::Semicolon | TokenKind::RightBrace | TokenKind::Static | TokenKind::Inline)
            || matches!(token.kind, TokenKind::Extern | TokenKind::RightParen | TokenKind::Pragma)
    };
    let first = tokens[..behind].iter().rposition(ends).map_or(0, |index| index + 1);
    let words = &tokens[first..behind];
    let is_void = words.len() == 1 && words[0].kind == TokenKind::Void;
    (!words.is_empty() && !is_void).then(|| between(&words[0], &words[words.len() - 1]))
}
