//! Arithmetic that tells whether it overflowed: `__builtin_add_overflow` and its relatives.
//!
//! The operands are integers of any types, the result is computed exactly and then wrapped to the type that the third
//! argument names. Exactly means up to 256 bits; what does not fit into 128 is known to fit no type.

use kiln_lang::types::Ty;
use kiln_lang::value::{Int, IntShape};

use super::Args;
use super::table::Row;
use crate::machine::Machine;
use crate::outcome::Run;

pub(super) const ROWS: &[Row] = &[
    (
        "add_overflow sadd_overflow saddl_overflow saddll_overflow uadd_overflow uaddl_overflow uaddll_overflow",
        |machine, args| compute(machine, args, Number::add),
    ),
    (
        "sub_overflow ssub_overflow ssubl_overflow ssubll_overflow usub_overflow usubl_overflow usubll_overflow",
        |machine, args| compute(machine, args, Number::sub),
    ),
    (
        "mul_overflow smul_overflow smull_overflow smulll_overflow umul_overflow umull_overflow umulll_overflow",
        |machine, args| compute(machine, args, Number::mul),
    ),
    ("add_overflow_p", |machine, args| test(machine, args, Number::add)),
    ("sub_overflow_p", |machine, args| test(machine, args, Number::sub)),
    ("mul_overflow_p", |machine, args| test(machine, args, Number::mul)),
    ("add-overflow-bits", |machine, args| test_bits(machine, args, Number::add)),
    ("sub-overflow-bits", |machine, args| test_bits(machine, args, Number::sub)),
    ("mul-overflow-bits", |machine, args| test_bits(machine, args, Number::mul)),
];

/// An integer as sign and magnitude.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Number {
    negative: bool,
    /// The magnitude modulo 2 to the 128.
    magnitude: u128,
    /// The magnitude is 2 to the 128 or more.
    huge: bool,
}

impl Number {
    fn of(value: Int, shape: IntShape) -> Number {
        let negative = value.is_negative(shape);
        let magnitude = if negative { value.as_i128().unsigned_abs() } else { value.as_u128() };
        Number { negative, magnitude, huge: false }
    }

    fn add(self, other: Number) -> Number {
        if self.negative == other.negative {
            let (magnitude, huge) = self.magnitude.overflowing_add(other.magnitude);
            return Number { negative: self.negative, magnitude, huge };
        }
        let (larger, smaller) = if self.magnitude >= other.magnitude { (self, other) } else { (other, self) };
        Number { magnitude: larger.magnitude - smaller.magnitude, ..larger }
    }

    fn sub(self, other: Number) -> Number {
        self.add(Number { negative: !other.negative, ..other })
    }

    fn mul(self, other: Number) -> Number {
        let huge = self.magnitude.checked_mul(other.magnitude).is_none();
        let magnitude = self.magnitude.wrapping_mul(other.magnitude);
        Number { negative: self.negative != other.negative, magnitude, huge }
    }

    /// The value modulo 2 to the width.
    fn wrap(self, shape: IntShape) -> Int {
        Int::wrap(if self.negative { self.magnitude.wrapping_neg() } else { self.magnitude }, shape)
    }

    fn fits(self, shape: IntShape) -> bool {
        let in_range = if self.negative {
            self.magnitude <= 1 << 127 && shape.contains((self.magnitude as i128).wrapping_neg())
        } else {
            shape.contains_unsigned(self.magnitude)
        };
        in_range && !self.huge
    }
}

type Operation = fn(Number, Number) -> Number;

fn exactly(machine: &Machine<'_>, args: Args<'_>, operation: Operation) -> Run<Number> {
    let ((a, left), (b, right)) = (args.integer(machine, 0)?, args.integer(machine, 1)?);
    Ok(operation(Number::of(a, left), Number::of(b, right)))
}

fn result_shape(machine: &Machine<'_>, args: Args<'_>, ty: Ty) -> Run<IntShape> {
    match machine.int_shape(ty) {
        Some(shape) => Ok(shape),
        None => args.wrong(2),
    }
}

fn compute(machine: &mut Machine<'_>, args: Args<'_>, operation: Operation) -> Run<()> {
    let result = exactly(machine, args, operation)?;
    let (to, ty) = (args.pointer(machine, 2)?, args.pointee(machine, 2)?);
    let shape = result_shape(machine, args, ty)?;
    machine.store_integer(to, ty, result.wrap(shape))?;
    args.give_int(machine, (!result.fits(shape)).into())
}

fn test(machine: &mut Machine<'_>, args: Args<'_>, operation: Operation) -> Run<()> {
    let result = exactly(machine, args, operation)?;
    let shape = result_shape(machine, args, args.ty(2))?;
    args.give_int(machine, (!result.fits(shape)).into())
}

/// The same for a bit-field: its width and whether it has a sign are arguments.
fn test_bits(machine: &mut Machine<'_>, args: Args<'_>, operation: Operation) -> Run<()> {
    let result = exactly(machine, args, operation)?;
    let shape = IntShape { bits: args.int(machine, 2)? as u8, signed: args.int(machine, 3)? != 0 };
    args.give_int(machine, (!result.fits(shape)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_128_bits() {
        let (signed, unsigned) = (IntShape::signed(128), IntShape::unsigned(128));
        let least = Number::of(signed.min(), signed);
        let greatest = Number::of(unsigned.max(), unsigned);
        let one = Number::of(Int::from_i128(1, signed), signed);
        assert!(least.fits(signed) && !least.fits(unsigned) && !least.sub(one).fits(signed));
        assert!(greatest.fits(unsigned) && !greatest.fits(signed) && !greatest.add(one).fits(unsigned));
        assert!(greatest.add(one).wrap(unsigned).is_zero());
        assert!(greatest.mul(greatest).wrap(unsigned).as_u128() == 1 && !greatest.mul(greatest).fits(unsigned));
        assert!(one.sub(greatest).wrap(signed).as_i128() == 2 && !one.sub(greatest).fits(signed));
        assert!(one.sub(one).fits(unsigned) && least.add(greatest).fits(signed));
    }
}
