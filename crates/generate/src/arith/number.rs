//! What operations give, and which results are allowed.
//!
//! Integers are computed exactly, and what is undefined has no result. Floating numbers that are *never rounded* (section 4 of
//! the paper) are integers of at most `2^(m-1)`, where `m` is the precision of their type: no operation on them, no matter
//! in which higher precision, can give anything else. Anything beyond has no result either, and is mended like what is undefined.
//! With IEC 60559, every finite number is a result; infinities and NaNs are not.

use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;
use kiln_lang::types::convert::common_real;
use kiln_lang::value::float::{Float, FloatFormat};
use kiln_lang::value::int::{Int, IntShape};
use kiln_meaning::repair::{Number, Scalar};

use super::{Maker, Rounding};

impl Maker<'_> {
    /// The value of `a op b`, if it is defined and allowed.
    pub(super) fn compute(&self, op: BinaryOp, a: Scalar, b: Scalar) -> Option<Scalar> {
        match op {
            BinaryOp::LogAnd => return Some(truth(is_true(a) && is_true(b))),
            BinaryOp::LogOr => return Some(truth(is_true(a) || is_true(b))),
            _ => {}
        }
        if !a.basic.is_floating() && !b.basic.is_floating() {
            return self.arithmetic().binary(op, a, b).ok();
        }
        let common = common_real(&self.target, a.basic, b.basic);
        let (a, b) = (self.converted(a, common)?, self.converted(b, common)?);
        self.arithmetic().binary(op, a, b).ok().filter(|&value| self.allows(value))
    }

    /// A value converted to a type, if that is defined and allowed.
    pub(super) fn converted(&self, value: Scalar, to: Basic) -> Option<Scalar> {
        self.arithmetic().convert(value, to).ok().filter(|&value| self.allows(value))
    }

    fn allows(&self, value: Scalar) -> bool {
        let Number::Float(float) = value.number else { return true };
        match self.options.rounding {
            Rounding::Never => {
                whole(float).is_some_and(|whole| whole.unsigned_abs() <= bound(float.format()).unsigned_abs())
            }
            Rounding::Ieee => !float.is_nan() && !float.is_infinite(),
        }
    }

    /// Whether a value is of a floating type, or becomes one beside another operand.
    pub(super) fn is_floating(&self, op: BinaryOp, a: Scalar, b: Scalar) -> bool {
        !takes_integers(op) && (a.basic.is_floating() || b.basic.is_floating())
    }

    /// The format of a floating type.
    pub(super) fn format(&self, basic: Basic) -> FloatFormat {
        self.target.float_format(basic)
    }

    /// An integer as a value of a type.
    pub(super) fn number(&self, basic: Basic, value: i128) -> Scalar {
        if basic.is_floating() {
            let int = Int::from_i128(value, IntShape::signed(128));
            return Scalar::float(basic, Float::from_int(int, IntShape::signed(128), self.format(basic)));
        }
        Scalar::int(basic, Int::wrap(value.cast_unsigned(), self.arithmetic().shape(basic)))
    }
}

/// The greatest magnitude of a number that is never rounded.
pub(super) fn bound(format: FloatFormat) -> i128 {
    1 << (format.precision() - 1)
}

/// A number without a fraction, as long as it is not huge.
pub(super) fn whole(float: Float) -> Option<i128> {
    if matches!(float.format(), FloatFormat::Single | FloatFormat::Double) {
        let value = float.to_f64_lossy();
        #[expect(clippy::cast_possible_truncation, reason = "it has no fraction and is small")]
        return (value.abs() < 1e18 && value.fract() == 0.0).then_some(value as i128);
    }
    let truncated = float.to_int(IntShape::signed(128));
    (truncated.exact && truncated.fault.is_none()).then(|| truncated.value.as_i128())
}

/// The value as an integer, as long as it is one and not huge. Without sign and of 128 bits, it wraps.
pub(super) fn as_whole(value: Scalar) -> Option<i128> {
    match value.number {
        Number::Int(int) => Some(int.as_i128()),
        Number::Float(float) => whole(float),
    }
}

/// The ends of an integer type, as far as this arithmetic goes: half of what has 128 bits without sign is beyond it.
pub(super) fn ends(shape: IntShape) -> (i128, i128) {
    let most = shape.max().as_i128();
    (shape.min().as_i128(), if most < 0 { i128::MAX } else { most })
}

/// Operators whose operands cannot be floating.
pub(super) fn takes_integers(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor)
}

/// The value of a comparison.
pub(super) fn truth(value: bool) -> Scalar {
    Scalar::int(Basic::Int, Int::from_u128(value.into(), IntShape::signed(32)))
}

/// Whether a condition holds.
pub(super) fn is_true(value: Scalar) -> bool {
    match value.number {
        Number::Int(int) => !int.is_zero(),
        Number::Float(float) => !float.is_zero(),
    }
}
