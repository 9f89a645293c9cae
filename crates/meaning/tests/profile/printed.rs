//! Values agree with what a program prints by itself.

use kiln_lang::build::{BuildExpr, BuildStmt};
use kiln_lang::edit::FunctionEdit;
use kiln_lang::index::Id;
use kiln_lang::random::Rng;
use kiln_lang::tree::{Body, FunctionId, Node, Program, StmtId, StmtKind};
use kiln_lang::types::{Quals, Ty};
use kiln_meaning::Settings;
use kiln_meaning::profile::{At, Of, Record, Request, Value, profile};

use crate::{functions, named, output, parse, same_as_plain, texts};

/// Statements of blocks before which something can be put.
fn statements(body: &Body) -> Vec<StmtId> {
    let nodes = body.nodes();
    let blocks = nodes.filter_map(|node| match node {
        Node::Stmt(id) => match body.stmt(id) {
            StmtKind::Compound { items } => Some(body.list(items).collect::<Vec<_>>()),
            _ => None,
        },
        Node::Expr(_) => None,
    });
    let is_plain = |id: &StmtId| {
        !matches!(body.stmt(*id), StmtKind::Label { .. } | StmtKind::Case { .. } | StmtKind::Default { .. })
    };
    blocks.flatten().filter(is_plain).collect()
}

/// The columns of integers that fit `long long` and had a value each time.
fn printable(program: &Program, record: &Record) -> Vec<usize> {
    let types = &program.tables.types;
    let fits = |ty: Ty| {
        types.as_integer(ty).is_some_and(|basic| program.options.target.int_bits(basic) <= 64)
            && !types.quals(ty).contains(Quals::VOLATILE)
    };
    let columns = record.columns.iter().enumerate();
    columns.filter(|(_, column)| fits(column.ty) && column.hull.without == 0).map(|(index, _)| index).collect()
}

/// Puts a statement before another that prints variables.
fn print_before(program: &Program, at: At, tag: usize, record: &Record, columns: &[usize]) -> Program {
    let printf = named(program, "printf");
    let mut edit = FunctionEdit::open(program, 0, at.function);
    let text = format!("\n@{tag}{}\n", " %lld".repeat(columns.len()));
    let mut args = vec![edit.string(text.as_bytes())];
    for &column in columns {
        let Of::Variable(decl) = record.columns[column].of else { panic!("a point has variables") };
        let value = edit.name(decl);
        args.push(edit.cast(Ty::basic(kiln_lang::types::Basic::LongLong), value));
    }
    let callee = edit.name(printf);
    let call = edit.call(callee, args);
    let call = edit.expr_stmt(call);
    edit.insert_before(at.stmt, call).expect("it stands in a block");
    edit.finish().expect("printing is right")
}

/// The values of a visit as `long long`.
fn row(values: &[Value], columns: &[usize]) -> String {
    let show = |&column: &usize| match values[column] {
        Value::Scalar(scalar) => format!(" {}", scalar.as_int().expect("an integer").as_u64().cast_signed()),
        other => panic!("{other:?}"),
    };
    columns.iter().map(show).collect()
}

/// Whether the values of a record are as tight as its hulls say.
fn check_hulls(record: &Record) {
    use kiln_meaning::profile::Range;
    for (index, column) in record.columns.iter().enumerate() {
        let values: Vec<Value> = record.rows().map(|row| row[index]).collect();
        assert!(values.iter().all(|&value| column.hull.contains(value)));
        let ints: Vec<_> = values
            .iter()
            .filter_map(|value| if let Value::Scalar(scalar) = value { scalar.as_int() } else { None })
            .collect();
        if let (Range::Int { shape, min, max, zeros, ones }, true) = (&column.hull.range, record.is_complete()) {
            assert_eq!(ints.iter().copied().min_by(|&a, &b| shape.compare(a, b)), Some(*min));
            assert_eq!(ints.iter().copied().max_by(|&a, &b| shape.compare(a, b)), Some(*max));
            let mask = u128::MAX >> (128 - u32::from(shape.bits));
            assert_eq!(ints.iter().fold(mask, |all, int| all & int.as_u128()), *ones);
            assert_eq!(ints.iter().fold(mask, |all, int| all & !int.as_u128()), *zeros);
        }
    }
}

#[test]
fn values_are_those_that_a_program_prints() {
    let mut compared = 0;
    for (seed, text) in texts().into_iter().enumerate() {
        let program = parse(&format!("int printf(const char *, ...);\n{text}"));
        let mut rng = Rng::new(seed as u64);
        let mut points = Vec::new();
        for (function, body) in functions(&program) {
            let all = statements(body);
            for _ in 0..all.len().min(4) {
                let stmt = all[rng.index(all.len())];
                points.push(At { unit: 0, function, stmt });
            }
        }
        points.sort_by_key(|at| (at.function, at.stmt));
        points.dedup();
        let request = Request { points: points.clone(), globals: true, max_visits: 20, ..Request::default() };
        let (verdict, profile) = profile(&program, &Settings::default(), &request);
        same_as_plain(&program, &verdict);
        let mut printing = program.clone();
        let mut expected = Vec::new();
        for (tag, (&at, record)) in points.iter().zip(&profile.points).enumerate() {
            check_hulls(record);
            let columns = printable(&program, record);
            printing = print_before(&printing, at, tag, record, &columns);
            expected.push((columns, record));
        }
        let Some(output) = output(&printing) else { continue };
        for (tag, (columns, record)) in expected.into_iter().enumerate() {
            let printed: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix(&format!("@{tag}"))).collect();
            let printed: Vec<&str> =
                printed.into_iter().filter(|rest| rest.is_empty() || rest.starts_with(' ')).collect();
            assert_eq!(printed.len() as u64, record.visits, "visits of {:?}", points[tag]);
            for (values, printed) in record.rows().zip(printed) {
                assert_eq!(row(values, &columns), printed, "at {:?}", points[tag]);
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared} visits");
}

#[test]
fn a_cap_keeps_the_first_visits_and_the_hull_of_all() {
    let program = parse("int main(void) { int s = 0; for (int i = 0; i < 100; i++) s += i; return s > 0; }");
    let function = FunctionId::from_index(0);
    let body = program.units[0].function(function);
    let stmt = body
        .descend(body.roots()[0])
        .find_map(|node| match node {
            Node::Stmt(id) => matches!(body.stmt(id), StmtKind::Expr { .. }).then_some(id),
            Node::Expr(_) => None,
        })
        .expect("there is one");
    let request = Request { points: vec![At { unit: 0, function, stmt }], max_visits: 7, ..Request::default() };
    let (_, profile) = profile(&program, &Settings::default(), &request);
    let record = &profile.points[0];
    assert_eq!((record.visits, record.rows().len(), record.is_complete()), (100, 7, false));
    let kiln_meaning::profile::Range::Int { min, max, .. } = record.columns[1].hull.range else { panic!("integers") };
    assert_eq!((min.as_i128(), max.as_i128()), (0, 99));
}
