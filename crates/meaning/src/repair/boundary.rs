//! Operations next to a boundary: where compilers are wrong most easily.

use kiln_lang::tree::BinaryOp;
use kiln_lang::value::int::IntShape;

use super::table::ends;
use super::{Arithmetic, Scalar};

impl Arithmetic<'_> {
    /// Whether an operation on integers is next to a boundary: an operand or its exact result within 1 of the end of its type, a
    /// count within 1 of the width of what is shifted, a divisor -1. Plain 0 and 1 do not count, though types without sign end
    /// there. `None` for what is not computed with integers.
    pub fn is_near_boundary(&self, op: BinaryOp, a: Scalar, b: Scalar) -> Option<bool> {
        let (left, right) = self.operands(op, a, b).ok()?;
        let shape = self.shape(left.basic);
        let (a, b) = (left.as_int()?.as_i128(), right.as_int()?.as_i128());
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let is_division = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        // The exact result, as far as it can be computed.
        let exact = match op {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Sub => a.checked_sub(b),
            BinaryOp::Mul => a.checked_mul(b),
            BinaryOp::Shl => u32::try_from(b).ok().filter(|&b| b < a.leading_zeros()).map(|b| a << b),
            _ => None,
        };
        let right_is_near = if is_shift { b == i128::from(shape.bits) - 1 } else { is_end(b, shape) };
        Some(
            is_end(a, shape)
                || right_is_near
                || (is_division && shape.signed && b == -1)
                || exact.is_some_and(|exact| is_end(exact, shape)),
        )
    }
}

/// Whether a number is within 1 of an end of a type.
fn is_end(value: i128, shape: IntShape) -> bool {
    let (min, max) = ends(shape);
    let is_plain = value == 0 || value == 1;
    !is_plain && [min, max].iter().any(|&end| value.abs_diff(end) <= 1)
}

#[cfg(test)]
mod tests {
    use kiln_lang::target::Target;
    use kiln_lang::types::Basic;
    use kiln_lang::value::int::Int;

    use super::*;
    use crate::Settings;

    #[test]
    fn ends_count_and_plain_numbers_do_not() {
        let (target, settings) = (Target::default(), Settings::default());
        let arithmetic = Arithmetic::new(&target, &settings);
        let int = |value: i128| Scalar::int(Basic::Int, Int::from_i128(value, IntShape::signed(32)));
        let uint = |value: i128| Scalar::int(Basic::UInt, Int::from_i128(value, IntShape::unsigned(32)));
        let max = i128::from(i32::MAX);
        let near = |op, a, b| arithmetic.is_near_boundary(op, int(a), int(b));
        assert_eq!(near(BinaryOp::Add, max - 6, 5), Some(true));
        assert_eq!(near(BinaryOp::Add, max - 7, 5), Some(false));
        assert_eq!(near(BinaryOp::Mul, 0, 1), Some(false));
        assert_eq!([30, 31].map(|count| near(BinaryOp::Shr, 100, count)), [Some(false), Some(true)]);
        assert_eq!([-1, 1].map(|divisor| near(BinaryOp::Div, 100, divisor)), [Some(true), Some(false)]);
        assert_eq!(near(BinaryOp::Lt, max, 5), Some(true));
        assert_eq!(arithmetic.is_near_boundary(BinaryOp::Sub, uint(1), uint(1)), Some(false));
        assert_eq!(arithmetic.is_near_boundary(BinaryOp::Sub, uint(1), uint(2)), Some(true));
    }
}
