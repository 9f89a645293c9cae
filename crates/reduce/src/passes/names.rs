//! Names.

use kiln_lang::lex::{Token, TokenKind};
use kiln_lang::tree::{DeclKind, Sight};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::patch::Patch;
use crate::view::{View, of_token};

/// All names become short at once, in the order in which they appear; then each alone.
pub(super) fn short(view: &View) -> Vec<Patch> {
    let given = given(view);
    let mut order: Vec<&str> = Vec::new();
    let mut places: FxHashMap<&str, Vec<(usize, &Token)>> = FxHashMap::default();
    for (file, tokens) in view.tokens.iter().enumerate() {
        for token in tokens.iter().filter(|token| token.kind == TokenKind::Identifier) {
            let name = view.spelling(file, token);
            let found = places.entry(name).or_default();
            if found.is_empty() {
                order.push(name);
            }
            found.push((file, token));
        }
    }
    let mut fresh = fresh_names().filter(|name| !places.contains_key(name.as_str()));
    let mut each = Vec::new();
    for old in order.into_iter().filter(|name| name.len() > 1 && !given.contains(name)) {
        let Some(new) = fresh.next() else { break };
        let mut patch = Patch::default();
        for &(file, token) in &places[old] {
            patch = patch.and(file, of_token(token), new.clone());
        }
        each.push(patch);
    }
    each
}

/// Names that others have given: functions that are not defined here, `main`, and what stands in attributes.
fn given(view: &View) -> FxHashSet<&str> {
    let mut given: FxHashSet<&str> = FxHashSet::default();
    given.insert("main");
    let mut defined: FxHashSet<&str> = FxHashSet::default();
    for (file, unit) in view.program.units.iter().enumerate() {
        let sight = Sight::of_file(&view.program.tables, unit);
        for decl in &unit.file.decls {
            let Some(name) = decl.name.map(|name| sight.name(name)) else { continue };
            match decl.kind {
                DeclKind::Function(None) => given.insert(name),
                DeclKind::Function(Some(_)) => defined.insert(name),
                _ => false,
            };
        }
        let tokens = &view.tokens[file];
        for (index, token) in tokens.iter().enumerate() {
            if matches!(token.kind, TokenKind::Attribute | TokenKind::Asm) {
                let inside = tokens[index..].iter().take_while(|token| token.kind != TokenKind::Semicolon);
                let names = inside.filter(|token| token.kind == TokenKind::Identifier);
                given.extend(names.map(|token| view.spelling(file, token)));
            }
            if token.kind == TokenKind::Identifier && view.spelling(file, token).starts_with("__builtin") {
                given.insert(view.spelling(file, token));
            }
        }
    }
    defined.remove("main");
    given.retain(|name| !defined.contains(name));
    given
}

/// `a`, `b`, ... `z`, `aa`, ...
fn fresh_names() -> impl Iterator<Item = String> {
    let letters = || (b'a'..=b'z').map(char::from);
    let one = letters().map(String::from);
    let two = letters().flat_map(move |first| letters().map(move |second| format!("{first}{second}")));
    // `do` and `if` are the keywords of two letters.
    one.chain(two.filter(|name| !matches!(name.as_str(), "do" | "if")))
}
