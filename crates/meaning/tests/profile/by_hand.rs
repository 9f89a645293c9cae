//! What is easier said than computed otherwise: calls, expressions, pointers, cases.

use kiln_lang::tree::{BinaryOp, ExprKind, FunctionId, Node, Program, StmtKind};
use kiln_meaning::profile::{At, Profile, Request, Value, profile};
use kiln_meaning::{Outcome, Settings};

use crate::{functions, named, parse};

/// The number of a function.
fn number(program: &Program, name: &str) -> FunctionId {
    let decl = named(program, name);
    let text = |decl: kiln_lang::tree::DeclRef| program.units[0].file.decls[decl.id()].name;
    let found = functions(program).find(|(_, body)| body.function().is_some_and(|of| text(of.decl) == text(decl)));
    found.expect("it is defined").0
}

fn run(program: &Program, request: &Request) -> Profile {
    let (verdict, profile) = profile(program, &Settings::default(), request);
    assert!(matches!(verdict.outcome, Outcome::Ended(_)), "{:?}", verdict.outcome);
    profile
}

/// The integers of a row, and nothing for what has no value.
fn ints(row: &[Value]) -> Vec<Option<i128>> {
    let int = |value: &Value| match value {
        Value::Scalar(scalar) => scalar.as_int().map(kiln_lang::value::Int::as_i128),
        _ => None,
    };
    row.iter().map(int).collect()
}

#[test]
fn each_call_has_its_own_result() {
    let program = parse("int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } int main(void) { return f(3) - 2; }");
    let f = number(&program, "f");
    let profile = run(&program, &Request { functions: vec![(0, f)], max_visits: 10, ..Request::default() });
    let rows: Vec<_> = profile.calls[0].rows().map(ints).collect();
    let expected = [[3, 2], [2, 1], [1, 1], [0, 0], [1, 1]].map(|row| row.map(Some).to_vec());
    assert_eq!(rows, expected);
}

#[test]
fn a_call_that_does_not_come_back_has_no_result() {
    let program = parse(crate::PROGRAMS[3]);
    let deep = number(&program, "deep");
    let profile = run(&program, &Request { functions: vec![(0, deep)], max_visits: 3, ..Request::default() });
    let record = &profile.calls[0];
    assert_eq!(record.visits, 6);
    assert_eq!(record.rows().map(ints).collect::<Vec<_>>(), [5, 4, 3].map(|n| vec![Some(n), None]));
    assert_eq!((record.columns[1].hull.n, record.columns[1].hull.without), (0, 0));
}

#[test]
fn expressions_have_values_wherever_they_stand() {
    let program = parse(
        "int main(void) { int s = 0;
for (int i = 0; i < 4; i++) { if (i * 2 > 3 && s >= 0) s += i & 1; s = s | (i == 9); }
return s == 1 ? 0 : 1; }",
    );
    let (function, body) = functions(&program).next().expect("there is `main`");
    let mut request = Request { max_visits: 10, ..Request::default() };
    let mut operators = Vec::new();
    for node in body.nodes() {
        if let Node::Expr(id) = node
            && let ExprKind::Binary { op, .. } = body.expr(id)
        {
            operators.push(op);
            request.expressions.push((0, function, id));
        }
    }
    let profile = run(&program, &request);
    let values = |wanted: BinaryOp| -> Vec<i128> {
        let index = operators.iter().position(|&op| op == wanted).expect("it is there");
        profile.expressions[index].rows().map(|row| ints(row)[0].expect("a value")).collect()
    };
    assert_eq!(values(BinaryOp::Lt), [1, 1, 1, 1, 0]);
    assert_eq!(values(BinaryOp::LogAnd), [0, 0, 1, 1]);
    assert_eq!(values(BinaryOp::Gt), [0, 0, 1, 1]);
    assert_eq!(values(BinaryOp::Ge), [1, 1]);
    assert_eq!(values(BinaryOp::Mul), [0, 2, 4, 6]);
    assert_eq!(values(BinaryOp::BitAnd), [0, 1]);
    assert_eq!(values(BinaryOp::BitOr), [0, 0, 0, 1]);
    let eq = operators.iter().position(|&op| op == BinaryOp::Eq);
    let constant = eq.and_then(|index| profile.expressions[index].constant(0));
    assert_eq!(ints(&[constant.expect("it is always 0 in the loop")]), [Some(0)]);
}

#[test]
fn pointers_are_null_or_lead_somewhere_or_nowhere() {
    let program = parse(
        "void *malloc(unsigned long); void free(void *); int a[4]; static int f(void) { return 1; }
int main(void) { int *p; ; p = 0; ; p = &a[2]; ; p = malloc(8); ; p++; ; free(p - 1); ; int (*g)(void) = f; ; return g() - 1; }",
    );
    let function = number(&program, "main");
    let body = program.units[0].function(function);
    let empty = body.descend(body.roots()[0]).filter_map(|node| match node {
        Node::Stmt(id) => matches!(body.stmt(id), StmtKind::Empty {}).then_some(id),
        Node::Expr(_) => None,
    });
    let points: Vec<At> = empty.map(|stmt| At { unit: 0, function, stmt }).collect();
    let profile = run(&program, &Request { points, max_visits: 1, ..Request::default() });
    let seen: Vec<Value> =
        profile.points.iter().map(|point| *point.rows().next().and_then(<[_]>::last).expect("a visit")).collect();
    let leads = |value: Value| match value {
        Value::Pointer { object, offset } => format!("{}+{offset}", profile.objects[object as usize].name),
        other => format!("{other:?}"),
    };
    let seen: Vec<String> = seen.into_iter().map(leads).collect();
    let expected = ["Nothing", "Null", "`a`+8", "allocated memory+0", "allocated memory+4", "Nothing", "`f`+0"];
    assert_eq!(seen, expected);
}

#[test]
fn what_hides_another_is_seen_and_what_comes_later_is_not() {
    let program = parse(
        "int x = 1, y = 2; int main(void) { int x = 3; { long x = 4; ; int later = 5; (void)later; } (void)x; return 0; } int z;",
    );
    let function = number(&program, "main");
    let body = program.units[0].function(function);
    let empty = body.descend(body.roots()[0]).find_map(|node| match node {
        Node::Stmt(id) => matches!(body.stmt(id), StmtKind::Empty {}).then_some(id),
        Node::Expr(_) => None,
    });
    let points = vec![At { unit: 0, function, stmt: empty.expect("there is one") }];
    let profile = run(&program, &Request { points, globals: true, max_visits: 1, ..Request::default() });
    let rows: Vec<_> = profile.points[0].rows().map(ints).collect();
    assert_eq!(rows, [[Some(2), Some(4)]]);
}

#[test]
fn cases_are_entered_and_fallen_into() {
    let program = parse(crate::PROGRAMS[1]);
    let function = number(&program, "classify");
    let body = program.units[0].function(function);
    let profile = run(&program, &Request { counts: true, ..Request::default() });
    let mut seen = Vec::new();
    for node in body.descend(body.roots()[0]) {
        let Node::Stmt(id) = node else { continue };
        if let Some(entered) = profile.counts.case(0, function, id) {
            seen.push((body.stmt(id).name(), entered, profile.counts.statement(0, function, id).expect("it has code")));
        }
    }
    // The odd numbers below 20: 7 is 0, 1 and 15 are 1, 9 is 2, 3 and 17 are 3, 5 and 19 are 5, 11 is 4, 13 is 6.
    let expected = [
        ("Case", 1, 1),
        ("Case", 2, 3),
        ("Case", 3, 3),
        ("Case", 2, 2),
        ("Default", 2, 4),
        ("Switch", 9, 10),
        ("Case", 1, 1),
    ];
    assert_eq!(seen, expected);
}
