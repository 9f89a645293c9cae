//! Declarations: specifiers, types, initialisers, bounds of arrays.

use std::ops::Range;

use kiln_lang::lex::{Token, TokenKind};
use kiln_lang::print::type_text;
use kiln_lang::tree::{Body, DeclId, DeclKind, DeclRef, ExprId, ExprKind, Sight};
use kiln_lang::types::TypeKind;

use crate::brackets::closing;
use crate::patch::Patch;
use crate::view::{Inside, View, between, bytes, of_expr, of_token};

/// Words without which a declaration is one, too.
fn is_superfluous(kind: TokenKind) -> bool {
    use TokenKind::{
        Auto, Const, Extension, Extern, Inline, Noreturn, Register, Restrict, Signed, Static, ThreadLocal, Volatile,
    };
    matches!(
        kind,
        Auto | Const
            | Extension
            | Extern
            | Inline
            | Noreturn
            | Register
            | Restrict
            | Signed
            | Static
            | ThreadLocal
            | Volatile
    )
}

/// Words that say which arithmetic type.
fn is_type_word(kind: TokenKind) -> bool {
    use TokenKind::{Bool, Char, Double, Float, Int, Int128, Long, Short, Signed, Unsigned};
    matches!(kind, Bool | Char | Double | Float | Int | Int128 | Long | Short | Signed | Unsigned)
}

/// Each word that is not needed goes; then each type becomes `int`, and each attribute goes.
pub(super) fn specifiers(view: &View) -> Vec<Patch> {
    let (mut words, mut types) = (Vec::new(), Vec::new());
    for (file, tokens) in view.tokens.iter().enumerate() {
        let mut index = 0;
        while index < tokens.len() {
            let token = &tokens[index];
            if view.is_foreign(file, token.start as usize) && token.kind != TokenKind::Extern {
                index += 1;
                continue;
            }
            if is_superfluous(token.kind) {
                words.push(Patch::delete(file, of_token(token)));
            }
            if matches!(token.kind, TokenKind::Attribute | TokenKind::Alignas) {
                words.extend(closing(tokens, index + 1).map(|end| Patch::delete(file, between(token, &tokens[end]))));
            }
            let n_words = tokens[index..].iter().take_while(|token| is_type_word(token.kind)).count();
            if n_words > 0 {
                let run = &tokens[index..index + n_words];
                let whole = between(token, &run[n_words - 1]);
                if view.text(file, whole.clone()) != "int" {
                    types.push(Patch::put(file, whole, "int"));
                }
                if n_words > 1 {
                    types.extend(run.iter().map(|word| Patch::delete(file, of_token(word))));
                }
            }
            index += n_words.max(1);
        }
    }
    words.extend(types);
    words
}

/// Names of parameters where nothing can refer to them: in declarations that are no definitions.
pub(super) fn prototypes(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (file, unit) in view.program.units.iter().enumerate() {
        for decl in unit.file.decls.iter().filter(|decl| decl.kind == DeclKind::Function(None)) {
            let params = unit.file.list(decl.params).map(|param| &unit.file.decls[param]);
            let names = params.filter(|param| param.name.is_some()).filter_map(|param| bytes(param.span));
            patches.extend(names.map(|range| Patch::delete(file, range)));
        }
    }
    patches
}

/// Each typedef name becomes its type, wherever it stands, and its declaration goes.
pub(super) fn typedefs(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (file, unit) in view.program.units.iter().enumerate() {
        let sight = Sight::of_file(&view.program.tables, unit);
        for decl in unit.file.decls.iter().filter(|decl| decl.kind == DeclKind::Typedef) {
            let (Some(name), Some(at)) = (decl.name.map(|name| sight.name(name)), bytes(decl.span)) else { continue };
            let types = &view.program.tables.types;
            let ty = match types.kind(decl.ty) {
                TypeKind::Typedef(..) => types.canon(decl.ty),
                _ => decl.ty,
            };
            let text = type_text(sight, ty);
            if text.contains(['(', '[', '{']) || text == name {
                continue;
            }
            let is_use = |token: &&Token| {
                token.kind == TokenKind::Identifier
                    && token.start as usize != at.start
                    && view.spelling(file, token) == name
            };
            let mut patch = Patch::default();
            for token in view.tokens[file].iter().filter(is_use) {
                patch = patch.and(file, of_token(token), text.clone());
            }
            patches.push(patch);
        }
    }
    patches.retain(|patch| !patch.edits.is_empty());
    patches
}

/// Something that is declared: in which file, in which function if in one.
struct Declared<'v> {
    file: usize,
    inside: Option<Inside>,
    body: &'v Body,
    id: DeclId,
}

fn variables(view: &View) -> Vec<Declared<'_>> {
    let mut found = Vec::new();
    for (file, unit) in view.program.units.iter().enumerate() {
        let body = &*unit.file;
        found.extend(body.decls.iter_ids().map(|(id, _)| Declared { file, inside: None, body, id }));
    }
    for (inside, body) in view.functions() {
        let all = body.decls.iter_ids();
        found.extend(all.map(|(id, _)| Declared { file: inside.unit, inside: Some(inside), body, id }));
    }
    found.retain(|declared| declared.body.decls[declared.id].kind == DeclKind::Variable);
    found
}

/// The `=` before an initialiser, and all of it.
fn initialiser(view: &View, declared: &Declared<'_>, init: ExprId) -> Option<(Range<usize>, Range<usize>)> {
    let name = bytes(declared.body.decls[declared.id].span)?;
    let value = of_expr(declared.body, init)?;
    let before = view.tokens_in(declared.file, name.end..value.start);
    let equal = before.iter().rev().find(|token| token.kind == TokenKind::Equal)?;
    Some((of_token(equal), value))
}

/// Each initialiser goes; lists lose their items or become `{0}`; each item becomes 0.
pub(super) fn initialisers(view: &View) -> Vec<Patch> {
    let (mut whole, mut zero, mut items) = (Vec::new(), Vec::new(), Vec::new());
    for declared in variables(view) {
        let Some(init) = declared.body.decls[declared.id].init else { continue };
        let Some((equal, value)) = initialiser(view, &declared, init) else { continue };
        whole.push(Patch::delete(declared.file, equal.start..value.end));
        let text = view.text(declared.file, value.clone());
        match declared.body.expr(init) {
            ExprKind::InitList { .. } => {
                if text != "{ 0 }" && text != "{0}" {
                    zero.push(Patch::put(declared.file, value, "{ 0 }"));
                }
                list_items(&declared, init, &mut items);
            }
            ExprKind::Int { .. } => {}
            _ => zero.push(Patch::put(declared.file, value, "0")),
        }
    }
    whole.extend(zero);
    whole.extend(items);
    whole
}

fn list_items(declared: &Declared<'_>, list: ExprId, patches: &mut Vec<Patch>) {
    let body = declared.body;
    let ExprKind::InitList { items } = body.expr(list) else { return };
    let values: Vec<ExprId> = body.list(items).map(|item| body.init_items[item].value).collect();
    let ranges: Vec<Option<Range<usize>>> = values.iter().map(|&value| of_expr(body, value)).collect();
    if let [.., Some(before), Some(last)] = ranges.as_slice() {
        patches.push(Patch::delete(declared.file, before.end..last.end));
    }
    for (&value, range) in values.iter().zip(ranges) {
        if matches!(body.expr(value), ExprKind::InitList { .. }) {
            list_items(declared, value, patches);
        } else if !matches!(body.expr(value), ExprKind::Int { .. }) {
            patches.extend(range.map(|range| Patch::put(declared.file, range, "0")));
        }
    }
}

/// Bounds of arrays become smaller; an array becomes one of its elements.
pub(super) fn arrays(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for declared in variables(view) {
        patches.extend(element(view, &declared));
    }
    for (file, tokens) in view.tokens.iter().enumerate() {
        for window in tokens.windows(3) {
            let [open, bound, close] = window else { continue };
            let kinds = (open.kind, bound.kind, close.kind);
            if kinds == (TokenKind::LeftBracket, TokenKind::Number, TokenKind::RightBracket) {
                let value: Option<u64> = view.spelling(file, bound).parse().ok();
                let smaller = value.into_iter().flat_map(|value| [1, 2, value / 2]).filter(|&new| Some(new) < value);
                patches.extend(
                    smaller.filter(|&new| new > 0).map(|new| Patch::put(file, of_token(bound), new.to_string())),
                );
            }
        }
    }
    patches
}

/// An array loses its first dimension: every first subscript goes.
fn element(view: &View, declared: &Declared<'_>) -> Option<Patch> {
    let decl = &declared.body.decls[declared.id];
    let types = &view.program.tables.types;
    let TypeKind::Array(..) = types.canon_kind(decl.ty) else { return None };
    let name = bytes(decl.span)?;
    let tokens = &view.tokens[declared.file];
    let open = tokens.partition_point(|token| (token.start as usize) < name.end);
    if tokens.get(open)?.kind != TokenKind::LeftBracket {
        return None;
    }
    let close = closing(tokens, open)?;
    let mut patch = Patch::delete(declared.file, between(&tokens[open], &tokens[close]));
    for (inside, body, id) in view.exprs() {
        let ExprKind::Index { base, .. } = body.expr(id) else { continue };
        let ExprKind::Name { decl } = body.expr(base) else { continue };
        if is_same(declared, inside, decl)
            && let (Some(whole), Some(part)) = (of_expr(body, id), of_expr(body, base))
        {
            patch = patch.and(inside.unit, part.end..whole.end, "");
        }
    }
    if let Some(init) = decl.init
        && let ExprKind::InitList { items } = declared.body.expr(init)
    {
        let whole = of_expr(declared.body, init)?;
        let first = declared.body.init_items[declared.body.list(items).next()?].value;
        let part = of_expr(declared.body, first)?;
        patch = patch.and(declared.file, whole.start..part.start, "").and(declared.file, part.end..whole.end, "");
    }
    Some(patch)
}

/// Whether a name in a function is that of something declared.
fn is_same(declared: &Declared<'_>, inside: Inside, decl: DeclRef) -> bool {
    let is_here = match declared.inside {
        None => decl.is_file() && inside.unit == declared.file,
        Some(at) => !decl.is_file() && at == inside,
    };
    is_here && decl.id() == declared.id
}
