//! The two readings of every repair agree.

use kiln_lang::build::{BuildExpr, BuildStmt, Builder, Variable};
use kiln_lang::random::Rng;
use kiln_lang::tree::BinaryOp;
use kiln_lang::types::basic::ALL;
use kiln_lang::types::{Basic, Ty};
use kiln_lang::value::int::Int;
use kiln_lang::{Options, print};
use kiln_meaning::repair::table::{Operation, Row};
use kiln_meaning::repair::{Arithmetic, Leaf, Scalar, constant};
use kiln_meaning::{Outcome, Settings, run};

const OPERATORS: [BinaryOp; 7] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem, BinaryOp::Shl, BinaryOp::Shr];

/// The types that operations are computed in.
fn types() -> Vec<Basic> {
    ALL.into_iter().filter(|basic| basic.is_integer() && basic.rank() >= Basic::Int.rank()).collect()
}

/// A value of a type, often near a boundary.
fn value(rng: &mut Rng, arithmetic: &Arithmetic<'_>, basic: Basic) -> Scalar {
    let shape = arithmetic.shape(basic);
    let near = Int::from_i128(i128::from(rng.below(5)) - 2, shape);
    let raw = match rng.below(5) {
        0 => shape.min().as_i128().wrapping_add(near.as_i128()),
        1 => shape.max().as_i128().wrapping_add(near.as_i128()),
        2 => near.as_i128(),
        3 => i128::from(rng.below(200)) - 64,
        _ => (u128::from(rng.bits()) << 64 | u128::from(rng.bits())).cast_signed(),
    };
    Scalar::int(basic, Int::wrap(raw.cast_unsigned(), shape))
}

/// An operation, often near a boundary.
pub(crate) fn operation(rng: &mut Rng, arithmetic: &Arithmetic<'_>) -> Operation {
    let types = types();
    let (op, ty) = (*rng.pick(&OPERATORS), *rng.pick(&types));
    let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
    let right = if is_shift { *rng.pick(&types[..6]) } else { ty };
    Operation { op, ty, left: value(rng, arithmetic, ty), right: value(rng, arithmetic, right) }
}

/// Operations of which each row mends some, with the value that `eval` gives.
fn mended(
    rng: &mut Rng,
    arithmetic: &Arithmetic<'_>,
    row: Row,
) -> Vec<(Operation, kiln_meaning::repair::Repair, Scalar)> {
    let mut found = Vec::new();
    for _ in 0..60_000 {
        if found.len() == 150 {
            break;
        }
        let operation = operation(rng, arithmetic);
        let Operation { op, ty, left, right } = operation;
        if arithmetic.binary(op, left, right).is_ok() {
            continue;
        }
        let chain = Row::chain(arithmetic, &operation);
        assert_eq!(chain.last().map(|(row, _)| *row), Some(Row::Left), "every chain ends");
        if let Some((_, repair)) = chain.into_iter().find(|(other, _)| *other == row) {
            let value = repair.eval(arithmetic, ty, left, right).expect("the chain has only what is defined");
            found.push((operation, repair, value));
        }
    }
    found
}

#[test]
fn eval_and_apply_agree() {
    let options = Options::default();
    let settings = Settings::default();
    let arithmetic = Arithmetic::new(&options.target, &settings);
    for &row in Row::ALL {
        let mut rng = Rng::new(row as u64 + 1);
        let cases = mended(&mut rng, &arithmetic, row);
        assert!(cases.len() >= 50, "{} mends {} of the operations", row.name(), cases.len());
        // A program that compares each expression with its value, and says which differs.
        let mut b = Builder::new("repairs.c", options);
        let (main, _) = b.begin_function(Variable::new("main", Ty::INT), &[], false);
        let mut items = Vec::new();
        for (index, (operation, repair, expected)) in cases.iter().enumerate() {
            let made = repair.apply(&mut b, &mut |b: &mut Builder, leaf| {
                let value = match leaf {
                    Leaf::Left => operation.left,
                    Leaf::Right => operation.right,
                    Leaf::Const(value) => value,
                };
                Ok::<_, std::convert::Infallible>(constant(b, &options.target, value))
            });
            let Ok(made) = made;
            let made = b.cast(Ty::basic(operation.ty), made);
            let wanted = constant(&mut b, &options.target, *expected);
            let differs = b.binary(BinaryOp::Ne, made, wanted);
            let status = b.int(1 + index as u32 % 200);
            let status = b.return_(Some(status));
            items.push(b.if_(differs, status, None));
        }
        let zero = b.int(0);
        items.push(b.return_(Some(zero)));
        let body = b.block(items);
        b.end_function(main, body);
        let program = b.finish().expect("it is right");
        let verdict = run(&program, &settings);
        let Outcome::Ended(ended) = verdict.outcome else {
            panic!("{}: {:?}\n{}", row.name(), verdict.outcome, print::canonical(&program))
        };
        assert_eq!(ended.how, kiln_meaning::End::Status(0), "{}\n{}", row.name(), print::canonical(&program));
    }
}
