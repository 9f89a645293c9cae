//! What the program of a finding is made of: statements, operators, types.

use std::collections::BTreeSet;

use kiln_campaign::store::{Kept, Store};
use kiln_lang::tree::{ExprKind, Node, Unit};
use kiln_lang::{Options, parse_units};

use super::program::Program;

/// The constructs of a finding's program, reduced if it was; none if it cannot be read.
pub(super) fn of(store: &Store, kept: &Kept) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let Ok((names, texts)) = Program::smallest(store, kept).map_err(|_| "").and_then(Program::texts) else {
        return found;
    };
    let units = names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_bytes()));
    let parsed = parse_units(units, &Options::default());
    if !parsed.accepted() {
        return found;
    }
    let types = &parsed.program.tables.types;
    for body in parsed.program.units.iter().flat_map(Unit::bodies) {
        for node in body.nodes() {
            match node {
                Node::Stmt(id) => found.extend([words(body.stmt(id).name())]),
                Node::Expr(id) => {
                    found.insert(match body.expr(id) {
                        ExprKind::Binary { op, .. } => format!("`{}`", op.spelling().0),
                        other => words(other.name()),
                    });
                    let basic = types.as_basic(types.unqualified(body.ty(id)));
                    found.extend(basic.map(|basic| basic.spelling().to_owned()));
                }
            }
        }
    }
    found
}

/// `DoWhile` is `do while`.
fn words(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
