//! Programs that are complete and become defined while they run.

use kiln_lang::index::Id;
use kiln_lang::print;
use kiln_lang::random::Rng;
use kiln_lang::tree::{BinaryOp, ExprId, ExprKind, FunctionId, Node, Program};
use kiln_lang::value::int::Int;
use kiln_meaning::live::{Event, Fault, Live};
use kiln_meaning::repair::table::{Operation, Row};
use kiln_meaning::repair::{Arithmetic, Repair, Scalar};
use kiln_meaning::{Outcome, Settings, run};
use rustc_hash::FxHashSet;

use super::writer::parse;

const UNDEFINED: &str = "int printf(const char *, ...);
int a[4] = {2147483647, -2147483647 - 1, 40, 0};
long g = 9223372036854775807;
static int f(int x, int y) {
    int z = x + y;
    z *= y;
    if (x / y > 3) z -= x; else z = z << y;
    return (z % y) - x;
}
int main(void) {
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int r = f(a[i], a[(i + j) & 3]);
            g += r;
            g = g * 3 >> r;
            printf(\"%d %ld\\n\", r, g);
        }
    return 0;
}";

/// Mends by a row of the table what has not run before, and the rest by its total form.
fn mend(live: &mut Live, fault: &Fault, rng: &mut Rng, settings: &Settings) {
    let operation = fault.operation.unwrap_or_else(|| panic!("{fault:?}"));
    let target = live.program().options.target;
    let arithmetic = Arithmetic::new(&target, settings);
    let expr = fault.expr.expect("an operation is an expression");
    let plain = Repair::binary(operation.op, Repair::Left, Repair::Right);
    let repair = if fault.ran_before {
        let now = live.repaired(fault.at, expr).cloned().unwrap_or(plain);
        now.total(&arithmetic, operation.left.basic, operation.right.basic)
    } else {
        let chain = Row::chain(&arithmetic, &operation);
        chain[rng.index(chain.len())].1.clone()
    };
    assert!(live.repair(fault, repair, false), "{fault:?}");
}

/// Every operation on integers of a program.
fn operations(program: &Program) -> FxHashSet<(FunctionId, ExprId)> {
    let unit = &program.units[0];
    let of_function = |index: usize| {
        let function = FunctionId::from_index(index);
        let body = unit.function(function);
        let exprs = body.nodes().filter_map(Node::expr);
        exprs
            .filter(|&id| matches!(body.expr(id), ExprKind::Binary { op, .. } if op != BinaryOp::Lt))
            .map(move |id| (function, id))
    };
    (0..unit.functions.len()).flat_map(of_function).collect()
}

fn mended(seed: u64) -> (Program, Outcome, u32, u32) {
    let (program, settings) = (parse(UNDEFINED.as_bytes()), Settings::default());
    let undecided = operations(&program);
    let mut live = Live::mend(program, settings, &undecided).expect("it starts");
    let (mut rng, mut faults, mut decided) = (Rng::new(seed), 0, 0);
    loop {
        match live.advance() {
            Event::Hole(at) => panic!("a hole: {at:?}"),
            Event::Undecided(undecided) => {
                decided += 1;
                // Sometimes the operands change sides.
                let turned = Repair::binary(undecided.operation.op, Repair::Right, Repair::Left);
                assert!(live.decide(&undecided, (rng.below(8) == 0).then_some(turned)));
            }
            Event::Fault(fault) => {
                faults += 1;
                mend(&mut live, &fault, &mut rng, &settings);
            }
            Event::Ended(outcome) => {
                let all = live.reached(FunctionId::from_index(0));
                assert!(!all.is_empty());
                assert_eq!(live.rollbacks(), 0);
                return (live.finish().expect("repairs can be written"), outcome, faults, decided);
            }
        }
    }
}

#[test]
fn a_mended_program_runs_plainly_to_the_same_output() {
    let (mut faults, mut decided) = (0, 0);
    for seed in 0..200 {
        let (program, outcome, n_faults, n_decided) = mended(seed);
        let text = print::canonical(&program);
        let plain = run(&parse(text.as_bytes()), &Settings::default()).outcome;
        let (Outcome::Ended(live), Outcome::Ended(plain)) = (&outcome, &plain) else {
            panic!("seed {seed}: {outcome:?}\n{plain:?}\n{text}")
        };
        assert_eq!((&live.how, &live.output), (&plain.how, &plain.output), "seed {seed}\n{text}");
        faults += n_faults;
        decided += n_decided;
    }
    assert!(faults > 1000 && decided > 1500, "{faults} faults, {decided} decided");
}

#[test]
fn the_total_form_agrees_and_is_always_defined() {
    let (options, settings) = (kiln_lang::Options::default(), Settings::default());
    let arithmetic = Arithmetic::new(&options.target, &settings);
    let mut rng = Rng::new(11);
    let (mut same, mut new) = (0, 0);
    for _ in 0..40_000 {
        let operation = super::repairs::operation(&mut rng, &arithmetic);
        let Operation { op, ty, left, right } = operation;
        let mut formula = Repair::binary(op, Repair::Left, Repair::Right);
        if rng.below(3) == 0 {
            let k = Scalar::int(right.basic, Int::from_u128(rng.below(9).into(), arithmetic.shape(right.basic)));
            formula = Repair::binary(op, Repair::Left, Repair::binary(BinaryOp::Add, Repair::Right, Repair::Const(k)));
        }
        let total = formula.total(&arithmetic, left.basic, right.basic);
        let value = total.eval(&arithmetic, ty, left, right).unwrap_or_else(|_| panic!("{operation:?}: {total:?}"));
        match formula.eval(&arithmetic, ty, left, right) {
            Ok(before) => {
                assert_eq!(value, before, "{operation:?}: {total:?}");
                same += 1;
            }
            Err(_) => new += 1,
        }
    }
    assert!(same > 5000 && new > 5000, "{same} defined before, {new} not");
}
