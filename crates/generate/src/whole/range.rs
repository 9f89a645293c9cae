//! What values an expression can have, as far as its types, its constants and the counters of loops say.
//!
//! What is not known is taken to be anything of the type; so is what the run may turn into something else (`mend`): an
//! operation that is left open, and one that may be undefined. Nothing rests on a range but how likely it is that an
//! operation has to be repaired.

use kiln_lang::build::BuildType;
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, ExprKind, UnaryOp};
use kiln_lang::types::{Basic, FieldId};

use super::Maker;

/// The least and the greatest value.
pub(super) type Range = (i128, i128);

/// How far down an expression is looked at.
const DEPTH: u32 = 4;

impl Maker {
    /// The values of an integer expression; `None` for types of more than 64 bits.
    pub(super) fn range_of(&self, expr: ExprId) -> Option<Range> {
        self.range_below(expr, DEPTH)
    }

    /// All values of an integer type of at most 64 bits.
    pub(super) fn all_values(&self, basic: Basic) -> Option<Range> {
        let shape = self.arithmetic().shape(basic);
        (shape.bits <= 64).then(|| (shape.min().as_i128(), shape.max().as_i128()))
    }

    /// The values of an operand in the type that it is converted to.
    pub(super) fn range_as(&self, operand: ExprId, basic: Basic) -> Option<Range> {
        self.all_values(basic).map(|all| within(self.range_of(operand), all))
    }

    fn range_below(&self, expr: ExprId, depth: u32) -> Option<Range> {
        let sight = self.b.sight();
        let all = self.all_values(sight.types().as_integer(self.b.type_of(expr))?)?;
        let is_open = self.wishes.contains_key(&(self.function, expr));
        if depth == 0 || is_open {
            return Some(all);
        }
        let of = |expr: ExprId| self.range_below(expr, depth - 1);
        let known = match sight.body.expr(expr) {
            ExprKind::Int { .. } => sight.body.int_value(expr).map(|value| (value.into(), value.into())),
            ExprKind::Name { decl } => self.range_of_counter(decl),
            ExprKind::Member { field, .. } => self.range_of_bits(field),
            ExprKind::Cast { operand, .. } => of(operand),
            ExprKind::Unary { op, operand } => of_unary(op, of(operand)),
            ExprKind::Binary { op: BinaryOp::Comma, rhs, .. } => of(rhs),
            ExprKind::Binary { op, .. } if op.is_comparison() || matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr) => {
                Some((0, 1))
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let converted = |operand: ExprId| {
                    let basic = sight.types().as_integer(sight.body.converted(operand))?;
                    Some(within(of(operand), self.all_values(basic)?))
                };
                converted(lhs).zip(converted(rhs)).and_then(|(a, b)| of_binary(op, a, b, all))
            }
            ExprKind::Conditional { then: Some(then), otherwise, .. } => {
                of(then).zip(of(otherwise)).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)))
            }
            _ => None,
        };
        Some(within(known, all))
    }

    fn range_of_counter(&self, decl: DeclRef) -> Option<Range> {
        let found = self.counters.iter().find(|counter| self.object(self.object_of(counter.place)).decl == Some(decl));
        found.map(|counter| (counter.least.into(), counter.most.into()))
    }

    fn range_of_bits(&self, field: FieldId) -> Option<Range> {
        let types = self.b.sight().types();
        let width = types.fields[field].bits?.width;
        let basic = types.as_integer(types.fields[field].ty)?;
        if width == 0 || width > 64 {
            return None;
        }
        let top = 1i128 << width;
        Some(if self.target.is_signed(basic) { (-top / 2, top / 2 - 1) } else { (0, top - 1) })
    }
}

/// A range, if it is known and nothing in it is changed by a conversion; else everything.
fn within(known: Option<Range>, all: Range) -> Range {
    known.filter(|&(lo, hi)| all.0 <= lo && hi <= all.1).unwrap_or(all)
}

fn of_unary(op: UnaryOp, operand: Option<Range>) -> Option<Range> {
    match op {
        UnaryOp::Not => Some((0, 1)),
        UnaryOp::Plus => operand,
        UnaryOp::Neg => operand.map(|(lo, hi)| (-hi, -lo)),
        UnaryOp::BitNot => operand.map(|(lo, hi)| (-hi - 1, -lo - 1)),
        _ => None,
    }
}

/// The exact results of an operation, or `None` if it may be undefined, or if nothing better is known than its type.
fn of_binary(op: BinaryOp, a: Range, b: Range, all: Range) -> Option<Range> {
    let bits = 128 - (all.1 - all.0).leading_zeros();
    let is_count = b.0 >= 0 && b.1 < i128::from(bits);
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => exact(op, a, b),
        BinaryOp::Div if b.0 >= 1 => Some((if a.0 < 0 { a.0 / b.0 } else { a.0 / b.1 }, (a.1 / b.0).max(0))),
        BinaryOp::Rem if b.0 >= 1 => Some((if a.0 < 0 { 1 - b.1 } else { 0 }, (b.1 - 1).min(a.1.max(0)))),
        BinaryOp::Shr if is_count => Some((if a.0 < 0 { a.0 >> b.0 } else { a.0 >> b.1 }, (a.1 >> b.0).max(0))),
        BinaryOp::Shl if is_count && a.0 >= 0 => Some((a.0 << b.0, a.1 << b.1)),
        BinaryOp::BitAnd => match (a.0 >= 0, b.0 >= 0) {
            (true, true) => Some((0, a.1.min(b.1))),
            (true, false) => Some((0, a.1)),
            (false, true) => Some((0, b.1)),
            (false, false) => None,
        },
        BinaryOp::BitOr | BinaryOp::BitXor if a.0 >= 0 && b.0 >= 0 => {
            let n_bits = 128 - a.1.max(b.1).leading_zeros();
            Some((0, (1 << n_bits) - 1))
        }
        _ => None,
    }
}

/// The exact sums, differences or products of operands of at most 64 bits.
pub(super) fn exact(op: BinaryOp, a: Range, b: Range) -> Option<Range> {
    match op {
        BinaryOp::Add => Some((a.0 + b.0, a.1 + b.1)),
        BinaryOp::Sub => Some((a.0 - b.1, a.1 - b.0)),
        BinaryOp::Mul => {
            let ends = [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
            Some((*ends.iter().min()?, *ends.iter().max()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::integer::OPERATORS;
    use super::*;

    #[test]
    fn every_result_is_in_the_range() {
        // The first ten give numbers, the others truth values.
        let (ops, all) = (&OPERATORS[..10], (-128, 127));
        let ranges = [(-5, -2), (-3, 4), (0, 0), (0, 5), (1, 3), (2, 7)];
        for &op in ops {
            for (a, b) in ranges.iter().flat_map(|&a| ranges.map(|b| (a, b))) {
                let Some((lo, hi)) = of_binary(op, a, b, all) else { continue };
                for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
                    let result = match op {
                        BinaryOp::Add => x + y,
                        BinaryOp::Sub => x - y,
                        BinaryOp::Mul => x * y,
                        BinaryOp::Div => x / y,
                        BinaryOp::Rem => x % y,
                        BinaryOp::Shl => x << y,
                        BinaryOp::Shr => x >> y,
                        BinaryOp::BitAnd => x & y,
                        BinaryOp::BitOr => x | y,
                        _ => x ^ y,
                    };
                    assert!((lo..=hi).contains(&result), "{x} {op:?} {y} of {a:?} and {b:?}: {lo} to {hi}");
                }
            }
        }
        assert_eq!(of_binary(BinaryOp::Div, (1, 9), (0, 3), all), None);
        assert_eq!(of_binary(BinaryOp::Shl, (1, 9), (0, 8), all), None);
        assert_eq!(of_binary(BinaryOp::Shl, (1, 9), (0, 7), all), Some((1, 9 << 7)));
    }
}
