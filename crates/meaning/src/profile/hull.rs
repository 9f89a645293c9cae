//! What holds for all values of something.

use std::cmp::Ordering;

use kiln_lang::value::float::Float;
use kiln_lang::value::int::{Int, IntShape};

use super::Value;
use crate::repair::{Number, Scalar};

/// What holds for all values that something had.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Hull {
    /// How often it had a value.
    pub n: u64,
    /// How often it had none.
    pub without: u64,
    /// Where the values are.
    pub range: Range,
    /// The first value, while all others were the same.
    same: Option<Value>,
}

/// Where values are.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Range {
    /// There were none.
    #[default]
    Empty,
    /// Integers.
    Int {
        /// Their type's size and sign.
        shape: IntShape,
        /// The smallest.
        min: Int,
        /// The largest.
        max: Int,
        /// Bits of the type that were always 0.
        zeros: u128,
        /// Bits that were always 1.
        ones: u128,
    },
    /// Floating numbers.
    Float {
        /// The smallest and the largest, if there was one that can be compared.
        ends: Option<(Float, Float)>,
        /// There was one that is not a number.
        nan: bool,
    },
    /// Pointers.
    Pointer {
        /// One was null.
        null: bool,
        /// One led to no object.
        address: bool,
        /// The objects that they led to, in ascending order.
        objects: Vec<u32>,
    },
}

impl Hull {
    /// The value that it had each time, if that was the same. How often it had none does not matter.
    pub fn constant(&self) -> Option<Value> {
        self.same
    }

    /// Whether a value lies in the hull.
    pub fn contains(&self, value: Value) -> bool {
        match (value, &self.range) {
            (Value::Nothing, _) => self.without > 0,
            (Value::Scalar(Scalar { number: Number::Int(int), .. }), Range::Int { shape, min, max, zeros, ones }) => {
                let ordered = shape.compare(*min, int).is_le() && shape.compare(int, *max).is_le();
                ordered && int.as_u128() & zeros == 0 && int.as_u128() & ones == *ones
            }
            (Value::Scalar(Scalar { number: Number::Float(float), .. }), Range::Float { ends, nan }) => {
                let ordered = |(min, max): &(Float, Float)| {
                    min.compare(float).is_some_and(Ordering::is_le) && float.compare(*max).is_some_and(Ordering::is_le)
                };
                if float.is_nan() { *nan } else { ends.as_ref().is_some_and(ordered) }
            }
            (Value::Null, Range::Pointer { null, .. }) => *null,
            (Value::Address(_), Range::Pointer { address, .. }) => *address,
            (Value::Pointer { object, .. }, Range::Pointer { objects, .. }) => objects.binary_search(&object).is_ok(),
            _ => false,
        }
    }

    /// Takes a value in. `shape` is that of its type, if it is an integer.
    pub(crate) fn add(&mut self, value: Value, shape: IntShape) {
        if value == Value::Nothing {
            self.without += 1;
            return;
        }
        if self.n == 0 {
            self.same = Some(value);
        } else if self.same != Some(value) {
            self.same = None;
        }
        self.n += 1;
        match value {
            Value::Nothing => {}
            Value::Scalar(Scalar { number: Number::Int(int), .. }) => self.add_int(int, shape),
            Value::Scalar(Scalar { number: Number::Float(float), .. }) => self.add_float(float),
            Value::Null | Value::Pointer { .. } | Value::Address(_) => self.add_pointer(value),
        }
    }

    fn add_int(&mut self, int: Int, shape: IntShape) {
        let mask = u128::MAX >> (128 - u32::from(shape.bits.max(1)));
        let raw = int.as_u128();
        match &mut self.range {
            Range::Int { min, max, zeros, ones, .. } => {
                if shape.compare(int, *min) == Ordering::Less {
                    *min = int;
                }
                if shape.compare(int, *max) == Ordering::Greater {
                    *max = int;
                }
                *zeros &= !raw;
                *ones &= raw;
            }
            range => *range = Range::Int { shape, min: int, max: int, zeros: !raw & mask, ones: raw & mask },
        }
    }

    fn add_float(&mut self, float: Float) {
        if self.range == Range::Empty {
            self.range = Range::Float { ends: None, nan: false };
        }
        let Range::Float { ends, nan } = &mut self.range else { return };
        if float.is_nan() {
            *nan = true;
            return;
        }
        let (min, max) = ends.get_or_insert((float, float));
        if float.compare(*min) == Some(Ordering::Less) {
            *min = float;
        }
        if float.compare(*max) == Some(Ordering::Greater) {
            *max = float;
        }
    }

    fn add_pointer(&mut self, value: Value) {
        if self.range == Range::Empty {
            self.range = Range::Pointer { null: false, address: false, objects: Vec::new() };
        }
        let Range::Pointer { null, address, objects } = &mut self.range else { return };
        match value {
            Value::Null => *null = true,
            Value::Pointer { object, .. } => {
                if let Err(at) = objects.binary_search(&object) {
                    objects.insert(at, object);
                }
            }
            _ => *address = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use kiln_lang::types::Basic;

    use super::*;

    fn of(values: &[i32]) -> Hull {
        let shape = IntShape::signed(32);
        let mut hull = Hull::default();
        for &value in values {
            hull.add(Value::Scalar(Scalar::int(Basic::Int, Int::from_i128(value.into(), shape))), shape);
        }
        hull
    }

    #[test]
    fn known_bits_are_those_of_the_type() {
        let Range::Int { min, max, zeros, ones, .. } = of(&[4, 6, 12]).range else { panic!("integers") };
        assert_eq!((min.as_i128(), max.as_i128()), (4, 12));
        assert_eq!((zeros, ones), (0xffff_fff1, 4));
        let Range::Int { zeros, ones, .. } = of(&[-1, -2]).range else { panic!("integers") };
        assert_eq!((zeros, ones), (0, 0xffff_fffe));
    }

    #[test]
    fn one_other_value_is_enough() {
        assert!(of(&[3, 3, 3]).constant().is_some());
        assert!(of(&[3, 4, 3]).constant().is_none());
        assert!(of(&[]).constant().is_none());
    }
}
