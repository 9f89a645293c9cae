//! How many of the operations that a program executes are next to a boundary.
//!
//! What that means is said in [`kiln_meaning::repair::Arithmetic::is_near_boundary`]. The interpreter records the values of both operands,
//! each time that they are computed; the n-th value of one belongs to the n-th of the other. That would not be so if the right operand
//! could come back to the same place, so places with a call there are not looked at. Operators that assign are left out: the
//! value that they replace is not recorded.

use std::collections::BTreeMap;

use kiln_generate::arith::options::all_operators;
use kiln_lang::tree::{BinaryOp, ExprId, ExprKind, FunctionId, Node, Program, Sight};
use kiln_lang::value::int::Int;
use kiln_meaning::Settings;
use kiln_meaning::profile::{Record, Request, Value, profile};
use kiln_meaning::repair::{Arithmetic, Scalar};

use crate::producer::thought_up;

/// How often an operation is looked at.
const MAX_VISITS: usize = 10_000;

/// The operators that are looked at: all whose operands are both evaluated.
pub(super) fn operators() -> impl Iterator<Item = BinaryOp> {
    all_operators().filter(|op| !matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr))
}

/// For each operator, how many operations were executed and how many of them next to a boundary.
#[derive(Debug, Clone, Default)]
pub(super) struct Nearness {
    rows: BTreeMap<&'static str, (u64, u64)>,
    /// Places that were not looked at, or whose operands were not recorded alike.
    pub(super) unseen: u64,
}

/// Where the value of an operand comes from.
#[derive(Clone, Copy)]
enum Operand {
    Constant(Scalar),
    /// An index of the records.
    Recorded(usize),
}

struct Place {
    op: BinaryOp,
    operands: Option<[Operand; 2]>,
}

impl Nearness {
    pub(super) fn of(&self, op: BinaryOp) -> (u64, u64) {
        self.rows.get(op.spelling().0).copied().unwrap_or_default()
    }

    pub(super) fn all(&self) -> (u64, u64) {
        self.rows.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    /// Adds what a program does, whether or not it ends.
    pub(super) fn add(&mut self, program: &Program) {
        let mut settings = Settings::default();
        settings.limits.steps = MAX_STEPS;
        let arithmetic = Arithmetic::new(&program.options.target, &settings);
        let mut request = Request { max_visits: MAX_VISITS, ..Request::default() };
        let places: Vec<Place> = thought_up(program)
            .into_iter()
            .flat_map(|function| places(program, &arithmetic, function, &mut request))
            .collect();
        let (_, profile) = profile(program, &settings, &request);
        for Place { op, operands } in places {
            let Some(pairs) = operands.and_then(|operands| pairs(operands, &profile.expressions)) else {
                self.unseen += 1;
                continue;
            };
            for (a, b) in pairs {
                if let Some(is_near) = arithmetic.is_near_boundary(op, a, b) {
                    let row = self.rows.entry(op.spelling().0).or_default();
                    row.0 += 1;
                    row.1 += u64::from(is_near);
                }
            }
        }
    }
}

/// Programs that do not end are looked at for so long.
const MAX_STEPS: u64 = 5_000_000;

/// The operations of a function; what has to be recorded for them goes into the request.
fn places(program: &Program, arithmetic: &Arithmetic<'_>, function: FunctionId, request: &mut Request) -> Vec<Place> {
    let unit = &program.units[0];
    let body = unit.function(function);
    let sight = Sight::of_function(&program.tables, unit, body);
    let mut places = Vec::new();
    for expr in body.nodes().filter_map(Node::expr) {
        let ExprKind::Binary { op, lhs, rhs } = body.expr(expr) else { continue };
        let is_integer = |operand: ExprId| sight.types().is_integer(body.converted(operand));
        if !operators().any(|known| known == op) || !is_integer(lhs) || !is_integer(rhs) {
            continue;
        }
        let is_call = |node: Node| node.expr().is_some_and(|expr| matches!(body.expr(expr), ExprKind::Call { .. }));
        if body.descend(Node::Expr(rhs)).any(is_call) {
            places.push(Place { op, operands: None });
            continue;
        }
        let operands = [lhs, rhs].map(|operand| match constant(arithmetic, sight, operand) {
            Some(scalar) => Operand::Constant(scalar),
            None => {
                request.expressions.push((0, function, operand));
                Operand::Recorded(request.expressions.len() - 1)
            }
        });
        places.push(Place { op, operands: Some(operands) });
    }
    places
}

fn constant(arithmetic: &Arithmetic<'_>, sight: Sight<'_>, expr: ExprId) -> Option<Scalar> {
    let value = sight.body.int_value(expr)?;
    let basic = sight.types().as_integer(sight.body.ty(expr))?;
    Some(Scalar::int(basic, Int::wrap(value.into(), arithmetic.shape(basic))))
}

/// The values that both operands had, visit by visit.
fn pairs(operands: [Operand; 2], records: &[Record]) -> Option<Vec<(Scalar, Scalar)>> {
    let values = |operand: Operand| -> Option<Vec<Scalar>> {
        match operand {
            Operand::Constant(_) => None,
            Operand::Recorded(at) => Some(records.get(at)?.rows().filter_map(|row| scalar(*row.first()?)).collect()),
        }
    };
    match operands {
        [Operand::Constant(a), Operand::Constant(b)] => Some(vec![(a, b)]),
        [Operand::Constant(a), right] => Some(values(right)?.into_iter().map(|b| (a, b)).collect()),
        [left, Operand::Constant(b)] => Some(values(left)?.into_iter().map(|a| (a, b)).collect()),
        [left, right] => {
            let (left, right) = (values(left)?, values(right)?);
            (left.len() == right.len()).then(|| left.into_iter().zip(right).collect())
        }
    }
}

fn scalar(value: Value) -> Option<Scalar> {
    match value {
        Value::Scalar(scalar) => Some(scalar),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::producer::Producer;

    #[test]
    fn operations_are_counted_as_often_as_they_are_executed() {
        let text = "int f(int x) { return x + 1; }\nint main(void) { for (int i = 2; i < 5; i++) f(0x7ffffff9 + i); return 0; }\n";
        let mut nearness = Nearness::default();
        nearness.add(&Producer::whole().read(Path::new("a.c"), text.as_bytes()).unwrap());
        // 0x7ffffffb + 1 is three away from the end, 0x7ffffffd + 1 one; `main` does not count.
        assert_eq!((nearness.all(), nearness.unseen), ((3, 1), 0));

        let text = "int f(int x) { return x ? x - f(x - 1) : 0; }\nint main(void) { f(9); return 0; }\n";
        let mut nearness = Nearness::default();
        nearness.add(&Producer::whole().read(Path::new("a.c"), text.as_bytes()).unwrap());
        assert_eq!((nearness.all(), nearness.unseen), ((9, 0), 1));
    }
}
