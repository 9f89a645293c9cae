//! Structures and unions.

use std::ops::Range;

use kiln_lang::index::Id;
use kiln_lang::lex::{Token, TokenKind};
use kiln_lang::print::type_text;
use kiln_lang::tree::{Body, DeclKind, ExprId, ExprKind, Node, Sight};
use kiln_lang::types::{FieldId, Record, RecordId, TypeKind};
use rustc_hash::FxHashMap;

use crate::brackets;
use crate::patch::Patch;
use crate::view::{View, between, bytes, of_expr, of_stmt};

/// Each member goes, with what initialises it.
pub(super) fn members(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    let types = &view.program.tables.types;
    for (file, tokens) in view.tokens.iter().enumerate() {
        for (index, token) in tokens.iter().enumerate() {
            if !matches!(token.kind, TokenKind::Struct | TokenKind::Union) {
                continue;
            }
            let Some(pieces) = pieces(tokens, index) else { continue };
            let tag = tokens.get(index + 1).filter(|tag| tag.kind == TokenKind::Identifier);
            let symbol = tag.and_then(|tag| view.program.tables.names.get(view.spelling(file, tag)));
            let is_it =
                |record: &Record| record.tag == symbol && record.complete && record.n_fields as usize == pieces.len();
            let mut records = types.records.iter_ids().filter(|(_, record)| is_it(record));
            // Of those without a name only the only one is known.
            let (Some((id, _)), other) = (records.next(), records.next()) else { continue };
            if pieces.len() < 2 || (symbol.is_none() && other.is_some()) {
                continue;
            }
            for (number, piece) in pieces.iter().enumerate() {
                let mut patch = Patch::delete(file, piece.clone());
                patch.edits.extend(initialisers(view, id, number).edits);
                patches.push(patch);
            }
        }
    }
    patches
}

/// What each member behind `struct` or `union` takes: its declaration with the semicolon, or its part of one.
fn pieces(tokens: &[Token], keyword: usize) -> Option<Vec<Range<usize>>> {
    let open =
        keyword + 1 + tokens[keyword + 1..].iter().take(2).position(|token| token.kind == TokenKind::LeftBrace)?;
    let (mut start, mut pieces, mut commas) = (open + 1, Vec::new(), Vec::new());
    for (index, token) in brackets::outside(&tokens[open + 1..]) {
        let index = open + 1 + index;
        match token.kind {
            TokenKind::RightBrace => return Some(pieces),
            TokenKind::Comma => commas.push(index),
            TokenKind::Semicolon => {
                declarators(tokens, start, &commas, index, &mut pieces);
                commas.clear();
                start = index + 1;
            }
            _ => {}
        }
    }
    None
}

/// The declarators of one declaration, from its first token to its semicolon.
fn declarators(tokens: &[Token], first: usize, commas: &[usize], semicolon: usize, pieces: &mut Vec<Range<usize>>) {
    let start = |index: usize| tokens[index].start as usize;
    let end = |index: usize| tokens[index].end as usize;
    let Some(&comma) = commas.first() else {
        pieces.push(start(first)..end(semicolon));
        return;
    };
    // `*a[2],`: what belongs to the first name alone begins with a star or with the name.
    let name = tokens[first..comma].iter().rposition(|token| token.kind == TokenKind::Identifier).unwrap_or(0) + first;
    let stars = tokens[first..name].iter().rev().take_while(|token| token.kind == TokenKind::Star).count();
    pieces.push(start(name - stars)..end(comma));
    for (number, &comma) in commas.iter().enumerate() {
        pieces.push(start(comma)..start(commas.get(number + 1).copied().unwrap_or(semicolon)));
    }
}

/// What initialises a member in every list for its record.
fn initialisers(view: &View, record: RecordId, number: usize) -> Patch {
    let mut patch = Patch::default();
    for (file, body, list) in lists(view) {
        let is_of_record =
            matches!(view.program.tables.types.canon_kind(body.ty(list)), TypeKind::Record(id) if id == record);
        let ExprKind::InitList { items } = body.expr(list) else { continue };
        if !is_of_record {
            continue;
        }
        let items = body.list(items).map(|item| of_expr(body, body.init_items[item].value));
        let Some(items) = items.collect::<Option<Vec<_>>>() else { continue };
        if number >= items.len() {
            continue;
        }
        patch = match number {
            0 if items.len() == 1 => patch.and(file, items[0].clone(), "0"),
            0 => patch.and(file, items[0].start..items[1].start, ""),
            _ => patch.and(file, items[number - 1].end..items[number].end, ""),
        };
    }
    patch
}

/// All initialiser lists.
fn lists(view: &View) -> Vec<(usize, &Body, ExprId)> {
    let mut found = Vec::new();
    for (file, unit) in view.program.units.iter().enumerate() {
        for body in unit.bodies() {
            let lists = body.nodes().filter_map(Node::expr);
            let lists = lists.filter(|&id| matches!(body.expr(id), ExprKind::InitList { .. }));
            found.extend(lists.map(|id| (file, body, id)));
        }
    }
    found
}

/// A variable of which one member is used becomes that member.
pub(super) fn single(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    let types = &view.program.tables.types;
    for (file, unit) in view.program.units.iter().enumerate() {
        let sight = Sight::of_file(&view.program.tables, unit);
        let mentions = view.mentions(file);
        for (id, decl) in unit.file.decls.iter_ids().filter(|(_, decl)| decl.kind == DeclKind::Variable) {
            let (TypeKind::Record(_), Some(name), Some(at)) = (types.canon_kind(decl.ty), decl.name, bytes(decl.span))
            else {
                continue;
            };
            let mut uses: FxHashMap<FieldId, Vec<(usize, Range<usize>)>> = FxHashMap::default();
            for (inside, body, expr) in view.exprs().filter(|(inside, ..)| inside.unit == file) {
                let ExprKind::Member { base, field, arrow: false } = body.expr(expr) else { continue };
                let ExprKind::Name { decl } = body.expr(base) else { continue };
                if decl.is_file()
                    && decl.id() == id
                    && let (Some(whole), Some(part)) = (of_expr(body, expr), of_expr(body, base))
                {
                    uses.entry(field).or_default().push((inside.unit, part.end..whole.end));
                }
            }
            let n_uses: usize = uses.values().map(Vec::len).sum();
            let is_known = mentions.get(sight.name(name)) == Some(&(n_uses + 1));
            let Some((&field, places)) = uses.iter().next().filter(|_| uses.len() == 1 && is_known) else { continue };
            let text = type_text(sight, types.fields[field].ty);
            let Some(specifiers) = record_words(view, file, at.start).filter(|_| !text.contains(['(', '[', '{']))
            else {
                continue;
            };
            let mut patch = Patch::put(file, specifiers, text);
            for (file, range) in places {
                patch = patch.and(*file, range.clone(), "");
            }
            if let Some(range) = decl.init.and_then(|init| of_expr(&unit.file, init)) {
                let Some(init) = decl.init.and_then(|init| item_of(view, &unit.file, init, field)) else { continue };
                patch = patch.and(file, range.start..init.start, "").and(file, init.end..range.end, "");
            }
            patches.push(patch);
        }
    }
    patches
}

/// A structure that is declared for itself is declared where it is first named instead, without a name if nothing else names it.
pub(super) fn declared_in_place(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (file, unit) in view.program.units.iter().enumerate() {
        for stmt in unit.file.list(unit.file.items) {
            let Some(whole) = of_stmt(&unit.file, stmt) else { continue };
            let [keyword, tag, rest @ .., semicolon] = view.tokens_in(file, whole.clone()) else { continue };
            let is_record = matches!(keyword.kind, TokenKind::Struct | TokenKind::Union);
            let ends = rest.last().is_some_and(|brace| brace.kind == TokenKind::RightBrace);
            if !is_record || tag.kind != TokenKind::Identifier || !ends {
                continue;
            }
            let behind = view.tokens[file].partition_point(|token| (token.start as usize) < whole.end);
            let is_use = |pair: &&[Token]| {
                pair[0].kind == keyword.kind && view.spelling(file, &pair[1]) == view.spelling(file, tag)
            };
            let mut uses = view.tokens[file][behind..].windows(2).filter(is_use);
            let Some([first, last]) = uses.next() else { continue };
            let is_named = uses.next().is_some()
                || rest.iter().any(|token| view.spelling(file, token) == view.spelling(file, tag));
            let name = if is_named { view.spelling(file, tag) } else { "" };
            let start = view.spelling(file, keyword);
            let members = view.text(file, tag.end as usize..semicolon.start as usize);
            let patch = Patch::put(file, between(first, last), format!("{start} {name} {members}"));
            patches.push(patch.and(file, whole, ""));
        }
    }
    patches
}

/// What initialises a member in a list without designators.
fn item_of(view: &View, body: &Body, list: ExprId, field: FieldId) -> Option<Range<usize>> {
    let ExprKind::InitList { items } = body.expr(list) else { return None };
    let TypeKind::Record(record) = view.program.tables.types.canon_kind(body.ty(list)) else { return None };
    let first = view.program.tables.types.records[record].first_field?;
    let number = field.index().checked_sub(first.index())?;
    of_expr(body, body.init_items[body.list(items).nth(number)?].value)
}

/// `struct S` directly before a name.
fn record_words(view: &View, file: usize, name: usize) -> Option<Range<usize>> {
    let tokens = &view.tokens[file];
    let at = tokens.partition_point(|token| (token.start as usize) < name);
    let (keyword, tag) = (tokens.get(at.checked_sub(2)?)?, tokens.get(at.checked_sub(1)?)?);
    let is_record = matches!(keyword.kind, TokenKind::Struct | TokenKind::Union);
    (is_record && tag.kind == TokenKind::Identifier).then_some(between(keyword, tag))
}
