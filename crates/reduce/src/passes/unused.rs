//! Declarations that nothing needs.

use std::ops::Range;

use kiln_lang::lex::TokenKind;
use kiln_lang::tree::{ExprKind, Sight, StmtId, StmtKind};
use kiln_lang::types::{Tag, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::brackets;
use crate::patch::Patch;
use crate::view::{View, bytes, of_stmt, of_token};

/// An item at file scope, by the names in its text.
struct Item<'v> {
    file: usize,
    range: Range<usize>,
    declared: FxHashSet<&'v str>,
    mentioned: FxHashSet<&'v str>,
}

/// The items that `main` does not lead to, and those that lead nowhere, each.
pub(super) fn unused(view: &View) -> Vec<Patch> {
    let items = items(view);
    let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (index, item) in items.iter().enumerate() {
        item.declared.iter().for_each(|&name| by_name.entry(name).or_default().push(index));
    }
    let is_root = |item: &Item<'_>| item.declared.is_empty() || item.declared.contains("main");
    let mut todo: Vec<usize> = (0..items.len()).filter(|&index| is_root(&items[index])).collect();
    let mut needed: FxHashSet<usize> = todo.iter().copied().collect();
    while let Some(index) = todo.pop() {
        let others = items[index].mentioned.iter().filter_map(|name| by_name.get(name)).flatten();
        todo.extend(others.copied().filter(|&other| needed.insert(other)));
    }
    let superfluous = items.iter().enumerate().filter(|(index, _)| !needed.contains(index));
    superfluous.map(|(_, item)| Patch::delete(item.file, item.range.clone())).collect()
}

fn items(view: &View) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    for (file, unit) in view.program.units.iter().enumerate() {
        let sight = Sight::of_file(&view.program.tables, unit);
        for stmt in unit.file.list(unit.file.items) {
            let Some(range) = of_stmt(&unit.file, stmt) else { continue };
            let tokens = view.tokens_in(file, range.clone()).iter();
            let names = tokens.filter(|token| token.kind == TokenKind::Identifier);
            let mentioned: FxHashSet<&str> = names.map(|token| view.spelling(file, token)).collect();
            let declared = declared(view, file, sight, stmt).into_iter().filter(|name| mentioned.contains(name));
            items.push(Item { file, range, declared: declared.collect(), mentioned });
        }
    }
    items
}

/// The names that an item declares: objects, functions, types, tags, constants of enumerations.
fn declared<'v>(view: &'v View, unit: usize, sight: Sight<'v>, stmt: StmtId) -> Vec<&'v str> {
    let body = sight.body;
    let mut names: Vec<&str> = Vec::new();
    let mut defines = Vec::new();
    match body.stmt(stmt) {
        StmtKind::Function { function } => {
            let Some(function) = view.program.units[unit].function(function).function() else { return names };
            names.extend(body.decls[function.decl.id()].name.map(|name| sight.name(name)));
        }
        StmtKind::Decl { group } => {
            let group = body.groups[group];
            names.extend(body.list(group.decls).filter_map(|decl| body.decls[decl].name).map(|name| sight.name(name)));
            defines.extend(body.list(group.defines));
            if let (true, TypeKind::Record(id)) = (names.is_empty(), sight.types().kind(group.base)) {
                defines.push(Tag::Record(id));
            }
        }
        _ => {}
    }
    for tag in defines {
        let types = sight.types();
        match tag {
            Tag::Record(id) => names.extend(types.records[id].tag.map(|name| sight.name(name))),
            Tag::Enum(id) => {
                names.extend(types.enums[id].tag.map(|name| sight.name(name)));
                let constants = types.enums[id].constants.iter();
                let decls = constants.map(|constant| body.decls[constant.decl.id()].name);
                names.extend(decls.flatten().map(|name| sight.name(name)));
            }
        }
    }
    names
}

/// Each item goes but for `main`, whatever it is.
pub(super) fn items_alone(view: &View) -> Vec<Patch> {
    let items = items(view).into_iter().filter(|item| !item.declared.contains("main"));
    items.map(|item| Patch::delete(item.file, item.range)).collect()
}

/// Declarations in functions of what no expression mentions. Types may still need it; then it is not C without it.
pub(super) fn locals(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    let mut mentioned = FxHashSet::default();
    for (inside, body, id) in view.exprs() {
        if let ExprKind::Name { decl } = body.expr(id) {
            mentioned.extend((!decl.is_file()).then(|| (inside, decl.id())));
        }
    }
    for (inside, body, stmt) in view.stmts() {
        let StmtKind::Decl { group } = body.stmt(stmt) else { continue };
        let decls: Vec<_> = body.list(body.groups[group].decls).collect();
        let is_unused = |&decl: &_| !mentioned.contains(&(inside, decl));
        if !decls.is_empty() && decls.iter().all(is_unused) {
            patches.extend(of_stmt(body, stmt).map(|range| Patch::delete(inside.unit, range)));
        } else if let Some(whole) = of_stmt(body, stmt) {
            // Some of several: `, b` up to the next comma, or `a ,` if it is the first.
            let names: Vec<_> = decls.iter().filter_map(|&decl| bytes(body.decls[decl].span)).collect();
            let unused = decls.iter().enumerate().filter(|(_, decl)| is_unused(decl));
            patches.extend(unused.filter_map(|(index, _)| one_of(view, inside.unit, whole.clone(), &names, index)));
        }
    }
    patches
}

/// Takes one declarator out of a declaration of several.
fn one_of(view: &View, file: usize, whole: Range<usize>, names: &[Range<usize>], index: usize) -> Option<Patch> {
    let tokens = view.tokens_in(file, whole);
    let commas = brackets::outside(tokens).filter(|(_, token)| token.kind == TokenKind::Comma);
    let commas: Vec<Range<usize>> = commas.map(|(_, token)| of_token(token)).collect();
    if names.len() < 2 || commas.len() + 1 != names.len() {
        return None;
    }
    let end = tokens.last().map(|token| token.start as usize)?;
    if index > 0 {
        let behind = commas.get(index).map_or(end, |comma| comma.start);
        return Some(Patch::delete(file, commas[index - 1].start..behind));
    }
    // What stands before the first name may belong to it alone.
    let start = tokens.iter().rev().map(|token| token.start as usize).find(|&start| start <= names[0].start)?;
    Some(Patch::delete(file, start..commas[0].end))
}
