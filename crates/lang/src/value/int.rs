//! Integers of 1 to 128 bits, as C computes with them.
//!
//! An [`Int`] is 128 bits and nothing else: its type is known to whoever holds it, and every
//! operation takes that type's [`IntShape`]. One invariant makes the operations small: **an `Int`
//! is always extended from its shape to 128 bits**, with its sign if the shape is signed, with
//! zeros if not. So equal values have equal bits, bitwise operations need no shape, and a
//! conversion is one truncation, whatever it converts from.
//!
//! An operation computes in 128 bits, wraps the result to the shape ([`Int::wrap`]), and compares:
//! if wrapping changed a signed result, it was not representable (C11 6.5p5). Only 128-bit
//! operations can leave 128 bits, and for these the machine's own overflow flag is taken into
//! account. Up to 64 bits, multiplication and division take shorter ways with the same result.

use std::cmp::Ordering;
use std::ops::{BitAnd, BitOr, BitXor};

/// The width and signedness of an integer type: all that its arithmetic depends on.
///
/// `bits` counts value bits and sign bit (C11 6.2.6.2), so `_Bool` as an operand has one, and a
/// bit-field has its own width. A width outside 1..=128 is a mistake of the caller; it is taken
/// modulo 128, which costs nothing and cannot panic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntShape {
    /// The width in bits, sign bit included: 1 to 128.
    pub bits: u8,
    /// Whether the highest bit is a two's complement sign bit.
    pub signed: bool,
}

/// The value of an integer type, extended from its [`IntShape`] to 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Int(u128);

/// Why an integer operation has no defined value. Each is a kind of undefined behaviour with a name
/// of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntFault {
    /// The mathematical result is outside the range of a signed type (C11 6.5p5); also the quotient
    /// behind `%` (C11 6.5.5p6).
    SignedOverflow,
    /// The right operand of `/` or `%` is zero (C11 6.5.5p5).
    DivisionByZero,
    /// A shift count that is negative, or not less than the width of the promoted left operand (C11
    /// 6.5.7p3).
    ShiftCount,
    /// `<<` of a negative value, or one whose result a signed type cannot represent (C11 6.5.7p4).
    /// GNU C defines it.
    ShiftOperand,
}

/// What an operation gives: the value modulo 2 to the width, and why C does not promise it, if C
/// does not.
///
/// Where not even wrapping gives a value (division by zero, a bad shift count), the value is zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub struct Exact {
    /// The result, wrapped to the shape.
    pub value: Int,
    /// Why the result is undefined in C, if it is.
    pub fault: Option<IntFault>,
}

impl Exact {
    /// The value if C defines it.
    #[inline]
    pub fn defined(self) -> Result<Int, IntFault> {
        match self.fault {
            None => Ok(self.value),
            Some(fault) => Err(fault),
        }
    }

    #[inline]
    const fn faulty(value: Int, fault: IntFault) -> Exact {
        Exact { value, fault: Some(fault) }
    }
}

/// The result of an operation that cannot fail, where one that could is expected.
impl From<Int> for Exact {
    #[inline]
    fn from(value: Int) -> Exact {
        Exact { value, fault: None }
    }
}

impl Int {
    /// Zero in every shape.
    pub const ZERO: Int = Int(0);
    /// One in every shape that has it: a signed shape of one bit holds only 0 and -1.
    pub const ONE: Int = Int(1);

    /// The value of `shape` that is `raw` modulo 2 to the width.
    #[inline]
    pub const fn wrap(raw: u128, shape: IntShape) -> Int {
        // The shifts are by 128 - bits; `wrapping_` because an (invalid) width of 0 must not panic.
        let spare = 128u32.wrapping_sub(shape.bits as u32);
        let high = raw.wrapping_shl(spare);
        Int(if shape.signed { (high as i128).wrapping_shr(spare) as u128 } else { high.wrapping_shr(spare) })
    }

    /// `value` converted to `shape` as C11 6.3.1.3 does: unchanged if it fits, else modulo 2 to the
    /// width.
    #[inline]
    pub const fn from_i128(value: i128, shape: IntShape) -> Int {
        Int::wrap(value as u128, shape)
    }

    /// `value` converted to `shape` as C11 6.3.1.3 does: unchanged if it fits, else modulo 2 to the
    /// width.
    #[inline]
    pub const fn from_u128(value: u128, shape: IntShape) -> Int {
        Int::wrap(value, shape)
    }

    /// The mathematical value, except for unsigned values of 2 to the 127 and more, which only
    /// [`Int::as_u128`] can give.
    #[inline]
    pub const fn as_i128(self) -> i128 {
        self.0 as i128
    }

    /// The 128 bits: the mathematical value if it is not negative.
    #[inline]
    pub const fn as_u128(self) -> u128 {
        self.0
    }

    /// The low 64 bits.
    #[inline]
    pub const fn as_u64(self) -> u64 {
        self.0 as u64
    }

    /// Whether a value of `shape` is less than zero.
    #[inline]
    pub const fn is_negative(self, shape: IntShape) -> bool {
        shape.signed && self.as_i128() < 0
    }

    /// Whether the value is zero, as conditions ask (C11 6.8.4.1p2).
    #[inline]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The value converted to `to`, from whatever shape it has.
    ///
    /// To an unsigned type this is modulo 2 to the width (C11 6.3.1.3p2). To a signed type that
    /// cannot hold the value it is implementation-defined (6.3.1.3p3), and all compilers of
    /// interest reduce modulo as well; [`Int::fits`] tells the cases apart. A conversion to `_Bool`
    /// is not this one but a comparison with zero (C11 6.3.1.2).
    #[inline]
    #[must_use]
    pub const fn convert(self, to: IntShape) -> Int {
        Int::wrap(self.0, to)
    }

    /// Whether a conversion of this value of shape `from` to `to` keeps its mathematical value.
    #[inline]
    pub const fn fits(self, from: IntShape, to: IntShape) -> bool {
        if from.signed { to.contains(self.as_i128()) } else { to.contains_unsigned(self.0) }
    }

    /// The mathematical value of this value of `shape`, in decimal digits with a `-` where needed.
    pub fn to_decimal(self, shape: IntShape) -> String {
        if shape.signed { self.as_i128().to_string() } else { self.0.to_string() }
    }
}

/// C's `&` on two values of one shape (C11 6.5.10p4). It keeps the extension, so it needs no shape.
impl BitAnd for Int {
    type Output = Int;

    #[inline]
    fn bitand(self, other: Int) -> Int {
        Int(self.0 & other.0)
    }
}

/// C's `^` on two values of one shape (C11 6.5.11p4). It keeps the extension, so it needs no shape.
impl BitXor for Int {
    type Output = Int;

    #[inline]
    fn bitxor(self, other: Int) -> Int {
        Int(self.0 ^ other.0)
    }
}

/// C's `|` on two values of one shape (C11 6.5.12p4). It keeps the extension, so it needs no shape.
impl BitOr for Int {
    type Output = Int;

    #[inline]
    fn bitor(self, other: Int) -> Int {
        Int(self.0 | other.0)
    }
}

/// Shapes, and what they can hold.
impl IntShape {
    /// A signed shape: `IntShape::signed(32)` is that of `int` nearly everywhere.
    #[inline]
    pub const fn signed(bits: u8) -> IntShape {
        IntShape { bits, signed: true }
    }

    /// An unsigned shape.
    #[inline]
    pub const fn unsigned(bits: u8) -> IntShape {
        IntShape { bits, signed: false }
    }

    /// The least value.
    #[inline]
    pub const fn min(self) -> Int {
        if self.signed { Int::wrap(1u128.wrapping_shl((self.bits as u32).wrapping_sub(1)), self) } else { Int::ZERO }
    }

    /// The greatest value.
    #[inline]
    pub const fn max(self) -> Int {
        // All ones but for the sign bit is the complement of the minimum, and all ones is the
        // complement of zero.
        Int::wrap(!self.min().0, self)
    }

    /// Whether some value of this shape is `value`.
    #[inline]
    pub const fn contains(self, value: i128) -> bool {
        (self.signed || value >= 0) && Int::wrap(value as u128, self).0 == value as u128
    }

    /// Whether some value of this shape is `value`; as [`IntShape::contains`], for numbers beyond
    /// `i128`.
    #[inline]
    pub const fn contains_unsigned(self, value: u128) -> bool {
        (!self.signed || value as i128 >= 0) && Int::wrap(value, self).0 == value
    }
}

/// Arithmetic on values of one shape: `shape.add(a, b)` is `a + b` after the usual arithmetic
/// conversions.
impl IntShape {
    /// `a + b` (C11 6.5.6p5).
    #[inline]
    pub const fn add(self, a: Int, b: Int) -> Exact {
        self.checked(a.as_i128().overflowing_add(b.as_i128()))
    }

    /// `a - b` (C11 6.5.6p6).
    #[inline]
    pub const fn sub(self, a: Int, b: Int) -> Exact {
        self.checked(a.as_i128().overflowing_sub(b.as_i128()))
    }

    /// `a * b` (C11 6.5.5p4).
    #[inline]
    pub const fn mul(self, a: Int, b: Int) -> Exact {
        if self.is_narrow() {
            // The product of two 64-bit numbers cannot leave 128 bits, and unsigned ones wrap
            // anyway.
            self.checked((a.as_i128().wrapping_mul(b.as_i128()), false))
        } else {
            self.checked(a.as_i128().overflowing_mul(b.as_i128()))
        }
    }

    /// `a / b`, truncated toward zero (C11 6.5.5p6). `MIN / -1` overflows.
    #[inline]
    pub const fn div(self, a: Int, b: Int) -> Exact {
        if self.is_no_divisor(b) {
            return Exact::faulty(Int::ZERO, IntFault::DivisionByZero);
        }
        match (self.signed, self.is_narrow()) {
            (true, true) => self.checked(((a.0 as i64).wrapping_div(b.0 as i64) as i128, self.divides_min(a, b))),
            (true, false) => self.checked(a.as_i128().overflowing_div(b.as_i128())),
            (false, true) => Exact { value: Int((a.as_u64() / b.as_u64()) as u128), fault: None },
            (false, false) => Exact { value: Int(a.0 / b.0), fault: None },
        }
    }

    /// `a % b`, with the sign of `a` (C11 6.5.5p6). `MIN % -1` would be 0, but its quotient
    /// overflows, so it does.
    #[inline]
    pub const fn rem(self, a: Int, b: Int) -> Exact {
        if self.is_no_divisor(b) {
            return Exact::faulty(Int::ZERO, IntFault::DivisionByZero);
        }
        let value = match (self.signed, self.is_narrow()) {
            (true, true) => (a.0 as i64).wrapping_rem(b.0 as i64) as i128 as u128,
            (true, false) => a.as_i128().wrapping_rem(b.as_i128()) as u128,
            (false, true) => (a.as_u64() % b.as_u64()) as u128,
            (false, false) => a.0 % b.0,
        };
        let fault = if self.divides_min(a, b) { Some(IntFault::SignedOverflow) } else { None };
        Exact { value: Int(value), fault }
    }

    /// `-a` (C11 6.5.3.3p3). `-MIN` overflows.
    #[inline]
    pub const fn neg(self, a: Int) -> Exact {
        self.sub(Int::ZERO, a)
    }

    /// `a << count` (C11 6.5.7p4). The count is a value of any shape, its own promoted type.
    #[inline]
    pub const fn shl(self, a: Int, count: Int) -> Exact {
        let Some(count) = self.shift_count(count) else {
            return Exact::faulty(Int::ZERO, IntFault::ShiftCount);
        };
        let value = Int::wrap(a.0 << count, self);
        // A value that is not negative comes back from an arithmetic shift exactly if no bit of it
        // reached or passed the sign.
        let fits = a.as_i128() >= 0 && value.as_i128() >> count == a.as_i128();
        let fault = if self.signed && !fits { Some(IntFault::ShiftOperand) } else { None };
        Exact { value, fault }
    }

    /// `a >> count` (C11 6.5.7p5). Of a negative value it is implementation-defined: here
    /// arithmetic, as everywhere today.
    #[inline]
    pub const fn shr(self, a: Int, count: Int) -> Exact {
        let Some(count) = self.shift_count(count) else {
            return Exact::faulty(Int::ZERO, IntFault::ShiftCount);
        };
        // Shifting keeps the extension: with copies of the sign if signed, with zeros if not.
        let value = if self.signed { (a.as_i128() >> count) as u128 } else { a.0 >> count };
        Exact { value: Int(value), fault: None }
    }

    /// `~a` (C11 6.5.3.3p4).
    #[inline]
    pub const fn not(self, a: Int) -> Int {
        Int::wrap(!a.0, self)
    }

    /// How `a` compares to `b` (C11 6.5.8p6); equality is `==` on [`Int`].
    #[inline]
    pub fn compare(self, a: Int, b: Int) -> Ordering {
        if self.signed { a.as_i128().cmp(&b.as_i128()) } else { a.0.cmp(&b.0) }
    }

    /// A result computed in 128 bits as one of this shape; `overflowed` says that it left even
    /// signed 128 bits.
    ///
    /// Unsigned operations may come here as signed ones: modulo 2 to the 128 they are the same, and
    /// their overflow is no fault (C11 6.2.5p9).
    #[inline]
    const fn checked(self, (raw, overflowed): (i128, bool)) -> Exact {
        let value = Int::wrap(raw as u128, self);
        let fault =
            if self.signed && (overflowed || value.as_i128() != raw) { Some(IntFault::SignedOverflow) } else { None };
        Exact { value, fault }
    }

    /// Whether the bits of `b` that a division in this shape looks at are zero.
    #[inline]
    const fn is_no_divisor(self, b: Int) -> bool {
        if self.is_narrow() { b.as_u64() == 0 } else { b.is_zero() }
    }

    /// Whether the quotient of `a` and `b` is the one that a signed shape cannot represent.
    #[inline]
    const fn divides_min(self, a: Int, b: Int) -> bool {
        self.signed && b.as_i128() == -1 && a.0 == self.min().0
    }

    /// The count of a shift if C allows it (C11 6.5.7p3). A negative one, extended to 128 bits, is
    /// a huge one too.
    #[inline]
    const fn shift_count(self, count: Int) -> Option<u32> {
        // 127 bounds the shifts also for an (invalid) width beyond 128.
        if count.0 < self.bits as u128 && count.0 <= 127 { Some(count.0 as u32) } else { None }
    }

    /// Whether values and divisions fit the machine's 64-bit registers.
    #[inline]
    const fn is_narrow(self) -> bool {
        self.bits <= 64
    }
}

#[cfg(test)]
mod tests;
