//! Values of variables.

use kiln_case::Choices;
use kiln_lang::types::Basic;
use kiln_lang::value::int::{Int, IntShape};
use kiln_meaning::repair::Scalar;

use super::{Maker, Values};

/// A value of an integer type.
pub(super) fn integer(choices: &mut Choices, values: Values, shape: IntShape) -> Int {
    let bits = u64::from(shape.bits);
    let raw = match values {
        Values::Uniform => wide(choices),
        Values::Magnitude => magnitude(choices, bits),
        Values::Boundary => match choices.below(4) {
            0 => {
                let end = *choices.pick(&[shape.min(), shape.max(), Int::ZERO]);
                return near(choices, end, shape);
            }
            1 => {
                // A power of two, or next to one.
                let power = Int::wrap(1u128 << choices.below(bits), shape);
                return near(choices, power, shape);
            }
            2 => *choices.pick(&[0x5555, 0xaaaa, 0xff00, 0x8080, 0x7f7f]) * (u128::MAX / 0xffff),
            _ => magnitude(choices, bits),
        },
    };
    Int::wrap(raw, shape)
}

/// A value at most 2 away from another.
fn near(choices: &mut Choices, value: Int, shape: IntShape) -> Int {
    Int::wrap(value.as_i128().wrapping_add(choices.between(-2, 2)).cast_unsigned(), shape)
}

fn magnitude(choices: &mut Choices, bits: u64) -> u128 {
    let width = choices.below(bits + 1) as u32;
    let value = if width == 0 { 0 } else { wide(choices) >> (128 - width) };
    if choices.one_in(2) { value.wrapping_neg() } else { value }
}

fn wide(choices: &mut Choices) -> u128 {
    u128::from(choices.bits()) << 64 | u128::from(choices.bits())
}

impl Maker<'_> {
    /// A value of a type.
    pub(super) fn value(&mut self, basic: Basic) -> Scalar {
        let shape = self.arithmetic().shape(basic);
        Scalar::int(basic, integer(&mut self.values, self.options.values, shape))
    }
}
