//! What programs of `arith` have in them: every operator, type and feature, over 2,000 seeds.
//!
//! The table stands in `features.txt`; `BLESS=1` writes it anew.

use std::collections::BTreeMap;
use std::path::Path;

use kiln_case::Choices;
use kiln_generate::arith::features::Feature;
use kiln_generate::arith::{Made, Options, Rounding, lists, make};
use kiln_generate::words::Words;
use kiln_lang::Options as Dialect;
use kiln_lang::tree::{Body, DeclKind, ExprKind, Node, Program};

const SEEDS: u64 = 2000;

/// How many programs have something, by its name.
type Table = BTreeMap<String, u64>;

#[test]
fn every_operator_type_and_feature_occurs() {
    let mut table = Table::new();
    for (word, ..) in Feature::ALL {
        table.insert(format!("feature {word}"), 0);
    }
    for word in lists::known_operators().split(' ') {
        table.insert(format!("operator {word}"), 0);
    }
    for word in lists::known_types().split(", ").filter(|word| !["integers", "floating"].contains(word)) {
        table.insert(format!("type {}", word.replace('-', " ")), 0);
    }
    for seed in 0..SEEDS {
        let rounding = if seed % 2 == 0 { Rounding::Never } else { Rounding::Ieee };
        let options = Options { product: 100, rounding, ..Options::default() };
        let made = make(&Choices::new(seed), &options, Dialect::default()).expect("the options are right");
        for name in contents(&made) {
            *table.entry(name).or_default() += 1;
        }
    }
    let missing: Vec<&String> = table.iter().filter(|(_, count)| **count == 0).map(|(name, _)| name).collect();
    assert!(missing.is_empty(), "never made: {missing:?}");
    let lines: Vec<String> = table.iter().map(|(name, count)| format!("{count:>5} {name}\n")).collect();
    let text = format!("Of {SEEDS} programs of about 100 operators, so many have:\n\n{}", lines.concat());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/features.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &text).expect("the table can be written");
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(text, expected, "the table has changed (BLESS=1 accepts it)");
}

/// What a program has, each once.
fn contents(made: &Made) -> Vec<String> {
    let used = Feature::ALL.iter().zip(made.counts.features).filter(|(_, count)| *count > 0);
    let mut names: Vec<String> = used.map(|((word, ..), _)| format!("feature {word}")).collect();
    let unit = &made.program.units[0];
    variables(&made.program, &unit.file, &mut names);
    for id in unit.function_ids() {
        let body = unit.function(id);
        variables(&made.program, body, &mut names);
        operators(body, &mut names);
    }
    names.sort_unstable();
    names.dedup();
    names
}

fn variables(program: &Program, body: &Body, names: &mut Vec<String>) {
    let variables = body.decls.iter().filter(|decl| decl.kind == DeclKind::Variable);
    let types = variables.filter_map(|decl| program.tables.types.as_basic(decl.ty));
    names.extend(types.map(|basic| format!("type {}", basic.spelling())));
}

/// The operators of what is assigned to a result: checks have operators of their own.
fn operators(body: &Body, names: &mut Vec<String>) {
    let assigned = body.nodes().filter_map(|node| match node {
        Node::Expr(expr) => match body.expr(expr) {
            ExprKind::Assign { rhs, .. } => Some(rhs),
            _ => None,
        },
        Node::Stmt(_) => None,
    });
    for rhs in assigned {
        for node in body.descend(Node::Expr(rhs)) {
            if let Node::Expr(expr) = node
                && let ExprKind::Binary { op, .. } = body.expr(expr)
            {
                names.push(format!("operator {}", op.spelling().0));
            }
        }
    }
}
