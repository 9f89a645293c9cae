//! Operations as they are under a floating-point environment (C11 annex F.8): in any rounding direction, with the exceptions
//! that they raise.
//!
//! The plain operators of [`Float`] are those of the default environment and tell nothing but the result. What is here goes
//! through software for every format, and is for programs that look.

use std::ops::BitOr;

use rustc_apfloat::{Float as _, FloatConvert as _, Round, Status, StatusAnd, ieee};

use super::{Float, FloatFormat};
use crate::value::int::{Int, IntShape};

/// Where a result goes that is not representable (C11 5.2.4.2.2p8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rounding {
    /// To nearest, ties to even.
    #[default]
    Nearest,
    /// Toward positive infinity.
    Upward,
    /// Toward negative infinity.
    Downward,
    /// Toward zero.
    TowardZero,
}

impl Rounding {
    fn soft(self) -> Round {
        match self {
            Rounding::Nearest => Round::NearestTiesToEven,
            Rounding::Upward => Round::TowardPositive,
            Rounding::Downward => Round::TowardNegative,
            Rounding::TowardZero => Round::TowardZero,
        }
    }
}

/// A set of floating-point exceptions (C11 7.6p6), in the order in which x86 has them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Exceptions(pub u8);

impl Exceptions {
    /// None at all.
    pub const NONE: Exceptions = Exceptions(0);
    /// There is no such result.
    pub const INVALID: Exceptions = Exceptions(0x01);
    /// A number by zero.
    pub const DIVISION_BY_ZERO: Exceptions = Exceptions(0x04);
    /// Beyond the largest number.
    pub const OVERFLOW: Exceptions = Exceptions(0x08);
    /// Tiny and not exact.
    pub const UNDERFLOW: Exceptions = Exceptions(0x10);
    /// Rounded.
    pub const INEXACT: Exceptions = Exceptions(0x20);
    /// All of them.
    pub const ALL: Exceptions = Exceptions(0x3d);

    /// Whether one of them is in both sets.
    pub fn meets(self, other: Exceptions) -> bool {
        self.0 & other.0 != 0
    }

    fn of(status: Status) -> Exceptions {
        let pairs = [
            (Status::INVALID_OP, Exceptions::INVALID),
            (Status::DIV_BY_ZERO, Exceptions::DIVISION_BY_ZERO),
            (Status::OVERFLOW, Exceptions::OVERFLOW),
            (Status::INEXACT, Exceptions::INEXACT),
        ];
        let raised = pairs.into_iter().filter(|&(bit, _)| status.contains(bit));
        raised.fold(Exceptions::NONE, |all, (_, one)| all | one)
    }
}

impl BitOr for Exceptions {
    type Output = Exceptions;

    fn bitor(self, other: Exceptions) -> Exceptions {
        Exceptions(self.0 | other.0)
    }
}

/// An arithmetic operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the operators of C")]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
}

/// How far operands are moved to see what a result would be if the exponent had no bounds.
const ASIDE: i16 = 2;

impl Float {
    /// A NaN that is not to be touched: every operation on it is invalid.
    pub const fn is_signaling(self) -> bool {
        self.is_nan() && self.bits & self.format.quiet_bit() == 0
    }

    /// An operation, and what it raises. Tininess is detected after rounding, as on x86.
    pub fn computed(self, op: Arithmetic, other: Float, rounding: Rounding) -> (Float, Exceptions) {
        let plain = match op {
            Arithmetic::Add => self + other,
            Arithmetic::Sub => self - other,
            Arithmetic::Mul => self * other,
            Arithmetic::Div => self / other,
        };
        if self.is_signaling() || other.is_signaling() {
            return (plain, Exceptions::INVALID);
        }
        if self.is_nan() || other.is_nan() {
            return (plain, Exceptions::NONE);
        }
        let (result, raised) = bounded(self.format, |aside| {
            // A product is moved by its smaller factor, which has the room.
            let (a, b) = match op {
                Arithmetic::Add | Arithmetic::Sub => (self.scaled(aside), other.scaled(aside)),
                Arithmetic::Mul if self.magnitude() > other.magnitude() => (self, other.scaled(aside)),
                Arithmetic::Mul | Arithmetic::Div => (self.scaled(aside), other),
            };
            a.soft(op, b, rounding)
        });
        // Which NaN it is, the plain operation decides.
        (if result.is_nan() { plain } else { result }, raised)
    }

    fn soft(self, op: Arithmetic, other: Float, rounding: Rounding) -> (Float, Exceptions) {
        let (format, round) = (self.format, rounding.soft());
        with_soft!(format, Soft => {
            let (a, b) = (Soft::from_bits(self.bits), Soft::from_bits(other.bits));
            let StatusAnd { status, value } = match op {
                Arithmetic::Add => a.add_r(b, round),
                Arithmetic::Sub => a.sub_r(b, round),
                Arithmetic::Mul => a.mul_r(b, round),
                Arithmetic::Div => a.div_r(b, round),
            };
            (Float { format, bits: value.to_bits() }, Exceptions::of(status))
        })
    }

    /// The value times 2 to the `by`.
    fn scaled(self, by: i16) -> Float {
        let format = self.format;
        let scaled = |bits| with_soft!(format, Soft => Soft::from_bits(bits).scalbn(by.into()).to_bits());
        if by == 0 { self } else { Float { format, bits: scaled(self.bits) } }
    }

    /// The value in another format, as [`Float::convert`], and what that raises.
    pub fn converted(self, format: FloatFormat, rounding: Rounding) -> (Float, Exceptions) {
        if self.is_nan() {
            let raised = if self.is_signaling() { Exceptions::INVALID } else { Exceptions::NONE };
            return (self.convert(format), raised);
        }
        bounded(format, |aside| {
            let wide = self.scaled(aside).to_quad();
            with_soft!(format, Soft => {
                let converted: StatusAnd<Soft> = wide.convert_r(rounding.soft(), &mut false);
                (Float { format, bits: converted.value.to_bits() }, Exceptions::of(converted.status))
            })
        })
    }

    /// An integer as a floating-point number, as [`Float::from_int`], and what that raises.
    pub fn of_int(value: Int, shape: IntShape, format: FloatFormat, rounding: Rounding) -> (Float, Exceptions) {
        let round = rounding.soft();
        with_soft!(format, Soft => {
            let converted = if shape.signed {
                Soft::from_i128_r(value.as_i128(), round)
            } else {
                Soft::from_u128_r(value.as_u128(), round)
            };
            (Float { format, bits: converted.value.to_bits() }, Exceptions::of(converted.status))
        })
    }
}

/// A result with everything that it raises. `compute` moves the operands aside, so that the exponent of what is then computed
/// has no bounds where it counts.
fn bounded(format: FloatFormat, compute: impl Fn(i16) -> (Float, Exceptions)) -> (Float, Exceptions) {
    let (result, mut raised) = compute(0);
    if !raised.meets(Exceptions::INEXACT) {
        return (result, raised);
    }
    let smallest_normal = with_soft!(format, Soft => Soft::smallest_normalized().to_bits());
    let largest = with_soft!(format, Soft => Soft::largest().to_bits());
    let at = |magnitude: u128, aside| Float { format, bits: magnitude }.scaled(aside).magnitude();
    if result.magnitude() <= smallest_normal {
        let unbounded = compute(ASIDE).0;
        if result.magnitude() < smallest_normal || unbounded.magnitude() < at(smallest_normal, ASIDE) {
            raised = raised | Exceptions::UNDERFLOW;
        }
    } else if result.magnitude() == largest && compute(-ASIDE).0.magnitude() > at(largest, -ASIDE) {
        raised = raised | Exceptions::OVERFLOW;
    }
    (result, raised)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(value: f64) -> Float {
        Float::from_f64(value)
    }

    #[test]
    fn exceptions_are_those_of_the_operation() {
        let cases = [
            (Arithmetic::Add, 0.1, 0.2, Exceptions::INEXACT),
            (Arithmetic::Add, 0.5, 0.25, Exceptions::NONE),
            (Arithmetic::Sub, f64::INFINITY, f64::INFINITY, Exceptions::INVALID),
            (Arithmetic::Mul, f64::MAX, 2.0, Exceptions::OVERFLOW | Exceptions::INEXACT),
            (Arithmetic::Mul, f64::MIN_POSITIVE, 0.3, Exceptions::UNDERFLOW | Exceptions::INEXACT),
            (Arithmetic::Mul, f64::MIN_POSITIVE, 0.5, Exceptions::NONE),
            (Arithmetic::Div, 1.0, 0.0, Exceptions::DIVISION_BY_ZERO),
            (Arithmetic::Div, 0.0, 0.0, Exceptions::INVALID),
            (Arithmetic::Add, f64::NAN, 1.0, Exceptions::NONE),
        ];
        for (op, a, b, raised) in cases {
            assert_eq!(double(a).computed(op, double(b), Rounding::Nearest).1, raised, "{a} {op:?} {b}");
        }
    }

    #[test]
    fn results_in_the_default_direction_are_the_plain_ones() {
        let values = [0.0, -0.0, 1.0, -3.5, 1e300, 1e-310, f64::INFINITY, f64::NAN, 0.1];
        for (a, b) in values.into_iter().flat_map(|a| values.map(|b| (a, b))) {
            let (a, b) = (double(a), double(b));
            assert_eq!(a.computed(Arithmetic::Mul, b, Rounding::Nearest).0, a * b);
            assert_eq!(a.computed(Arithmetic::Add, b, Rounding::Nearest).0, a + b);
            assert_eq!(a.converted(FloatFormat::Single, Rounding::Nearest).0, a.convert(FloatFormat::Single));
        }
    }

    #[test]
    fn directions_are_on_either_side() {
        let third = |rounding| double(1.0).computed(Arithmetic::Div, double(3.0), rounding).0.bits();
        assert_eq!(third(Rounding::Upward), third(Rounding::Downward) + 1);
        assert_eq!(third(Rounding::TowardZero), third(Rounding::Downward));
        let (result, raised) = double(f64::MAX).computed(Arithmetic::Mul, double(2.0), Rounding::TowardZero);
        assert_eq!((result, raised), (double(f64::MAX), Exceptions::OVERFLOW | Exceptions::INEXACT));
        let (result, raised) = double(f64::MAX).computed(Arithmetic::Add, double(1.0), Rounding::TowardZero);
        assert_eq!((result, raised), (double(f64::MAX), Exceptions::INEXACT));
    }

    #[test]
    fn what_rounds_up_to_a_normal_number_is_tiny_only_if_it_needs_the_narrower_precision() {
        let of = |text| Float::parse(text, FloatFormat::Quad).expect("a number").value;
        let (a, b) = (of("0x0.ffffffffffp-126"), of("0x0.ffffffp-126"));
        assert_eq!(a.converted(FloatFormat::Single, Rounding::Nearest).1, Exceptions::INEXACT);
        let raised = b.converted(FloatFormat::Single, Rounding::Nearest).1;
        assert_eq!(raised, Exceptions::INEXACT | Exceptions::UNDERFLOW);
    }

    #[test]
    fn integers_are_rounded_in_the_direction() {
        let odd = Int::from_i128((1 << 53) + 1, IntShape::signed(64));
        let of = |rounding| Float::of_int(odd, IntShape::signed(64), FloatFormat::Double, rounding);
        assert_eq!(of(Rounding::Upward), (double(9_007_199_254_740_994.0), Exceptions::INEXACT));
        assert_eq!(of(Rounding::Downward), (double(9_007_199_254_740_992.0), Exceptions::INEXACT));
    }
}
