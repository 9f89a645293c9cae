//! Variables that only carry a value from one place to another.

use std::ops::Range;

use kiln_lang::lex::TokenKind;
use kiln_lang::tree::{DeclKind, DeclRef, ExprKind, StmtKind};
use rustc_hash::FxHashMap;

use crate::patch::Patch;
use crate::view::{Inside, View, bytes, of_expr, of_stmt};

/// Where a variable is set, to what, and where it is mentioned otherwise.
#[derive(Default)]
struct Uses {
    sets: Vec<Set>,
    reads: Vec<(usize, Range<usize>)>,
}

struct Set {
    file: usize,
    /// What goes with the variable.
    gone: Range<usize>,
    text: String,
    name: Range<usize>,
}

/// A variable that is set once, or twice, is replaced by what it is set to wherever it is read; most often that is in one place,
/// and what is large and read often becomes no smaller.
pub(super) fn copies(view: &View) -> Vec<Patch> {
    let mut uses: FxHashMap<(usize, Option<Inside>, DeclRef), Uses> = FxHashMap::default();
    let scope = |inside: Inside, decl: DeclRef| (inside.unit, (!decl.is_file()).then_some(inside), decl);
    for (inside, body, id) in view.stmts() {
        let Some(whole) = of_stmt(body, id) else { continue };
        match body.stmt(id) {
            StmtKind::Expr { value } => {
                if let ExprKind::Assign { op: None, lhs, rhs } = body.expr(value)
                    && let ExprKind::Name { decl } = body.expr(lhs)
                    && let (Some(name), Some(text)) = (of_expr(body, lhs), text_of(view, inside, of_expr(body, rhs)))
                {
                    uses.entry(scope(inside, decl)).or_default().sets.push(Set {
                        file: inside.unit,
                        gone: whole,
                        text,
                        name,
                    });
                }
            }
            StmtKind::Decl { group } => {
                for id in body.list(body.groups[group].decls) {
                    let decl = &body.decls[id];
                    if let (DeclKind::Variable, Some(init), Some(name)) = (decl.kind, decl.init, bytes(decl.span))
                        && !matches!(body.expr(init), ExprKind::InitList { .. })
                        && let Some(value) = of_expr(body, init)
                        && let Some(equal) = equal_before(view, inside.unit, &name, &value)
                    {
                        let text = view.text(inside.unit, value.clone()).to_owned();
                        let set = Set { file: inside.unit, gone: equal..value.end, text, name };
                        uses.entry(scope(inside, DeclRef::local(id))).or_default().sets.push(set);
                    }
                }
            }
            _ => {}
        }
    }
    for (inside, body, id) in view.exprs() {
        let ExprKind::Name { decl } = body.expr(id) else { continue };
        if let (Some(range), Some(uses)) = (of_expr(body, id), uses.get_mut(&scope(inside, decl)))
            && !uses.sets.iter().any(|set| set.file == inside.unit && set.name == range)
        {
            uses.reads.push((inside.unit, range));
        }
    }
    let mut all: Vec<Uses> = uses.into_values().collect();
    all.retain(|uses| !uses.reads.is_empty() && uses.sets.len() <= 2);
    all.sort_by_key(|uses| (uses.reads[0].0, uses.reads[0].1.start));
    all.iter().flat_map(|uses| uses.sets.iter().map(|set| carried(view, uses, set))).collect()
}

/// Where a variable is read, or an element of an array, stands what it is initialised with.
pub(super) fn initial(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (inside, body, id) in view.exprs() {
        let (name, index) = match body.expr(id) {
            ExprKind::Name { .. } => (id, None),
            ExprKind::Index { base, index } => {
                (base, body.int_value(index).and_then(|index| usize::try_from(index).ok()))
            }
            _ => continue,
        };
        let (ExprKind::Name { decl }, Some(whole)) = (body.expr(name), of_expr(body, id)) else { continue };
        let of = if decl.is_file() { &view.program.units[inside.unit].file } else { body };
        let Some(init) = of.decls[decl.id()].init else { continue };
        let value = match (of.expr(init), index) {
            (ExprKind::InitList { items }, Some(index)) => {
                of.list(items).nth(index).map(|item| of.init_items[item].value)
            }
            (ExprKind::InitList { .. }, None) | (_, Some(_)) => None,
            (_, None) => Some(init),
        };
        if let Some(text) = value.and_then(|value| text_of(view, inside, of_expr(of, value))) {
            patches.push(Patch::put(inside.unit, whole, format!("({text})")));
        }
    }
    patches
}

/// `a += b` becomes `a = b`.
pub(super) fn plain_assignments(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (inside, body, id) in view.exprs() {
        if let ExprKind::Assign { op: Some(_), lhs, rhs } = body.expr(id)
            && let (Some(lhs), Some(rhs)) = (of_expr(body, lhs), of_expr(body, rhs))
        {
            patches.push(Patch::put(inside.unit, lhs.end..rhs.start, "="));
        }
    }
    patches
}

fn carried(view: &View, uses: &Uses, set: &Set) -> Patch {
    let is_statement = set.gone.start == set.name.start;
    let nothing = if is_statement { view.nothing(set.file, &set.gone) } else { "" };
    let patch = Patch::put(set.file, set.gone.clone(), nothing);
    let reads = uses.reads.iter();
    reads.fold(patch, |patch, (file, range)| patch.and(*file, range.clone(), format!("({})", set.text)))
}

fn text_of(view: &View, inside: Inside, range: Option<Range<usize>>) -> Option<String> {
    range.map(|range| view.text(inside.unit, range).to_owned())
}

fn equal_before(view: &View, file: usize, name: &Range<usize>, value: &Range<usize>) -> Option<usize> {
    let tokens = view.tokens_in(file, name.end..value.start);
    tokens.iter().rev().find(|token| token.kind == TokenKind::Equal).map(|token| token.start as usize)
}
