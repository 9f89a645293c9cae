//! Values of variables.

use kiln_case::Choices;
use kiln_lang::types::Basic;
use kiln_lang::value::float::{Float, FloatFormat};
use kiln_lang::value::int::{Int, IntShape};
use kiln_meaning::repair::Scalar;

use super::{Maker, Rounding, Values};

/// A value of an integer type.
pub(crate) fn integer(choices: &mut Choices, values: Values, shape: IntShape) -> Int {
    let bits = u64::from(shape.bits);
    let raw = match values {
        Values::Uniform => wide(choices),
        Values::Magnitude => magnitude(choices, shape),
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
            _ => magnitude(choices, shape),
        },
    };
    Int::wrap(raw, shape)
}

/// A value at most 2 away from another.
fn near(choices: &mut Choices, value: Int, shape: IntShape) -> Int {
    Int::wrap(value.as_i128().wrapping_add(choices.between(-2, 2)).cast_unsigned(), shape)
}

fn magnitude(choices: &mut Choices, shape: IntShape) -> u128 {
    let width = choices.below(u64::from(shape.bits) + 1) as u32;
    let value = if width == 0 { 0 } else { wide(choices) >> (128 - width) };
    // As in the paper's figures, few are negative.
    if shape.signed && choices.one_in(4) { value.wrapping_neg() } else { value }
}

fn wide(choices: &mut Choices) -> u128 {
    u128::from(choices.bits()) << 64 | u128::from(choices.bits())
}

/// A finite number: an integer, one with a short fraction, or one of any magnitude with any bits. Next to boundaries, the ends
/// of the format and powers of two as well.
fn finite(choices: &mut Choices, values: Values, format: FloatFormat) -> Float {
    let whole = IntShape::signed(format.precision().min(64) as u8);
    let number = |value| Float::from_int(value, whole, format);
    // What is made of bits is made as `float` or `double`: in the wider formats, not all bits are numbers.
    let narrow = if format == FloatFormat::Single { FloatFormat::Single } else { FloatFormat::Double };
    let of_bits = |bits| Float::from_bits(bits, narrow).convert(format);
    let sign = u128::from(choices.below(2)) << (narrow.bits() - 1);
    let infinity = Float::infinity(narrow).bits();
    match choices.below(if values == Values::Boundary { 5 } else { 3 }) {
        0 => number(integer(choices, values, whole)),
        1 => number(integer(choices, Values::Magnitude, IntShape::signed(10))) / number(Int::from_u128(8, whole)),
        2 => of_bits(sign | (u128::from(choices.bits()) % infinity)),
        3 => {
            // The least normal number has the lowest bit of the exponent alone.
            let least_normal = 1 << (narrow.precision() - 1);
            let end = *choices.pick(&[0, least_normal, infinity - 2]);
            of_bits(sign | (end + u128::from(choices.below(2))))
        }
        _ => {
            let power = number(Int::wrap(1 << choices.below(u64::from(whole.bits) - 1), whole));
            if choices.one_in(2) { power } else { number(Int::ONE) / power }
        }
    }
}

impl Maker<'_> {
    /// A value of a type.
    pub(super) fn value(&mut self, basic: Basic) -> Scalar {
        let values = self.options.values;
        if !basic.is_floating() {
            let shape = self.arithmetic().shape(basic);
            return Scalar::int(basic, integer(&mut self.values, values, shape));
        }
        let (choices, format) = (&mut self.values, self.target.float_format(basic));
        let float = match self.options.rounding {
            Rounding::Ieee => finite(choices, values, format),
            Rounding::Never => {
                let shape = IntShape::signed(format.precision() as u8);
                Float::from_int(integer(choices, values, shape), shape, format)
            }
        };
        Scalar::float(basic, float)
    }
}
