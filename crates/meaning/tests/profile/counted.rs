//! Counts agree with those of a program that counts by itself.

use std::collections::BTreeMap;

use kiln_lang::build::{BuildExpr, BuildStmt};
use kiln_lang::edit::FunctionEdit;
use kiln_lang::tree::{
    BinaryOp, Body, DeclRef, ExprId, ExprKind, FunctionId, Node, Program, StmtId, StmtKind, UnaryOp,
};
use kiln_meaning::Settings;
use kiln_meaning::profile::{Counts, Request, profile};

use crate::{PROGRAMS, functions, named, output, parse, same_as_plain, texts};

/// Counters, and a function that writes those that are not zero when the program ends.
const COUNTERS: &str = r#"
int printf(const char *, ...);
unsigned long kiln_counters[20000];
static void __attribute__((destructor)) kiln_dump(void) {
    printf("\n@@\n");
    for (int i = 0; i < 20000; i++)
        if (kiln_counters[i])
            printf("%d %lu\n", i, kiln_counters[i]);
}
"#;

/// A program that counts, and what each counter should be.
struct Counting {
    program: Program,
    expected: Vec<(String, u64)>,
}

impl Counting {
    /// Adds counters to everything that has a count and can be wrapped.
    fn new(program: &Program, counts: &Counts) -> Counting {
        let counters = named(program, "kiln_counters");
        let mut counting = Counting { program: program.clone(), expected: Vec::new() };
        let dump = functions(program).position(|(_, body)| is_dump(program, body));
        for (index, (function, body)) in functions(program).enumerate() {
            if Some(index) == dump {
                continue;
            }
            let mut edit = FunctionEdit::open(&counting.program, 0, function);
            let mut expected = Vec::new();
            for node in body.nodes() {
                let next = counting.expected.len() + expected.len();
                expected.extend(match node {
                    Node::Stmt(id) => count_statement(&mut edit, counts, (function, body), id, (counters, next)),
                    Node::Expr(id) => count_ways(&mut edit, counts, (function, body), id, (counters, next)),
                });
            }
            let edited = edit.finish().expect("counters are right");
            counting.program = edited;
            counting.expected.extend(expected);
        }
        counting
    }
}

fn is_dump(program: &Program, body: &Body) -> bool {
    body.function().is_some_and(|function| function.decl == named(program, "kiln_dump"))
}

/// `kiln_counters[index]++`.
fn increment(edit: &mut FunctionEdit<'_>, counters: DeclRef, index: usize) -> ExprId {
    let (base, index) = (edit.name(counters), edit.int(index as u32));
    let element = edit.index(base, index);
    edit.unary(UnaryOp::PostInc, element)
}

/// Whether a statement is an expression that gives a statement expression its value, or the first part of a `for`.
fn is_value_or_head(edit: &FunctionEdit<'_>, id: StmtId) -> bool {
    let Some(Node::Stmt(above)) = edit.parent(Node::Stmt(id)) else { return true };
    match edit.body().stmt(above) {
        StmtKind::For { init, .. } => init == Some(id),
        StmtKind::Label { .. } | StmtKind::Compound { .. } => {
            matches!(edit.parent(Node::Stmt(above)), Some(Node::Expr(_)))
        }
        _ => false,
    }
}

fn count_statement(
    edit: &mut FunctionEdit<'_>,
    counts: &Counts,
    (function, body): (FunctionId, &Body),
    id: StmtId,
    (counters, next): (DeclRef, usize),
) -> Vec<(String, u64)> {
    let Some(n) = counts.statement(0, function, id) else { return Vec::new() };
    // A declaration has to stay in its block.
    let can_be_wrapped = !matches!(
        body.stmt(id),
        StmtKind::Decl { .. } | StmtKind::Label { .. } | StmtKind::Case { .. } | StmtKind::Default { .. }
    ) && !matches!(edit.parent(Node::Stmt(id)), None | Some(Node::Expr(_)));
    if !can_be_wrapped || is_value_or_head(edit, id) {
        return Vec::new();
    }
    let count = increment(edit, counters, next);
    let count = edit.expr_stmt(count);
    let block = edit.block([count, id]);
    edit.replace(Node::Stmt(id), Node::Stmt(block)).expect("a statement can be wrapped");
    vec![(format!("{function:?} {id:?} {}", body.stmt(id).name()), n)]
}

/// `c` becomes `c ? (yes++, 1) : (no++, 0)`.
fn count_ways(
    edit: &mut FunctionEdit<'_>,
    counts: &Counts,
    (function, body): (FunctionId, &Body),
    id: ExprId,
    (counters, next): (DeclRef, usize),
) -> Vec<(String, u64)> {
    let Some(ways) = counts.condition(0, function, id) else { return Vec::new() };
    let is_value = match edit.parent(Node::Expr(id)) {
        Some(Node::Expr(parent)) => matches!(edit.body().expr(parent), ExprKind::Conditional { then: None, .. }),
        _ => false,
    };
    if is_value {
        return Vec::new();
    }
    let way = |edit: &mut FunctionEdit<'_>, index, value| {
        let (count, value) = (increment(edit, counters, index), edit.int(value));
        edit.binary(BinaryOp::Comma, count, value)
    };
    let (yes, no) = (way(edit, next, 1), way(edit, next + 1, 0));
    let counted = edit.conditional(id, yes, no);
    edit.replace(Node::Expr(id), Node::Expr(counted)).expect("a condition can be wrapped");
    let name = format!("{function:?} {id:?} {}", body.expr(id).name());
    vec![(format!("{name} yes"), ways.yes), (format!("{name} no"), ways.no)]
}

/// The counters that a program wrote.
fn counted(output: &str) -> BTreeMap<usize, u64> {
    let (_, list) = output.rsplit_once("\n@@\n").expect("it ends by itself");
    let pairs = list.lines().filter_map(|line| line.split_once(' '));
    pairs.map(|(index, n)| (index.parse().expect("a number"), n.parse().expect("a number"))).collect()
}

#[test]
fn counts_are_those_of_a_program_that_counts() {
    let mut compared = 0;
    for text in texts() {
        let program = parse(&format!("{COUNTERS}{text}"));
        let request = Request { counts: true, ..Request::default() };
        let (verdict, profile) = profile(&program, &Settings::default(), &request);
        same_as_plain(&program, &verdict);
        let counting = Counting::new(&program, &profile.counts);
        let Some(output) = output(&counting.program) else { continue };
        let counted = counted(&output);
        for (index, (what, n)) in counting.expected.iter().enumerate() {
            assert_eq!(counted.get(&index).copied().unwrap_or(0), *n, "{what}");
            compared += 1;
        }
    }
    assert!(compared >= 100, "{compared} counts");
}

#[test]
fn every_value_of_a_switch_goes_somewhere() {
    for text in texts() {
        let program = parse(&text);
        let request = Request { counts: true, ..Request::default() };
        let (verdict, profile) = profile(&program, &Settings::default(), &request);
        let counts = &profile.counts;
        if !matches!(verdict.outcome, kiln_meaning::Outcome::Ended(_)) {
            continue;
        }
        for (function, body) in functions(&program) {
            for node in body.nodes() {
                let Node::Stmt(id) = node else { continue };
                let StmtKind::Switch { cond, .. } = body.stmt(id) else { continue };
                let n = counts.expression(0, function, cond).expect("a switch has a value");
                assert_eq!(cases_of(counts, function, body, id), n, "{function:?} {id:?}");
            }
        }
    }
}

/// How often a switch went anywhere.
fn cases_of(counts: &Counts, function: FunctionId, body: &Body, switch: StmtId) -> u64 {
    let mut inner = Vec::new();
    let mut sum = counts.case(0, function, switch).unwrap_or(0);
    for node in body.descend(Node::Stmt(switch)).skip(1) {
        let Node::Stmt(id) = node else { continue };
        match body.stmt(id) {
            StmtKind::Switch { .. } => inner.extend(body.descend(node)),
            StmtKind::Case { .. } | StmtKind::Default { .. } if !inner.contains(&node) => {
                sum += counts.case(0, function, id).unwrap_or(0);
            }
            _ => {}
        }
    }
    sum
}

#[test]
fn the_programs_here_are_defined() {
    for text in PROGRAMS {
        assert!(output(&parse(text)).is_some(), "{text}");
    }
}
