//! Integer promotions and the usual arithmetic conversions (C11 6.3.1.1, 6.3.1.8).

use super::{Basic, Ty, TypeKind, Types};
use crate::target::Target;

/// The promoted type of an integer type (C11 6.3.1.1p2).
#[inline]
pub fn promote_basic(target: &Target, basic: Basic) -> Basic {
    if !basic.is_integer() || basic.rank() >= Basic::Int.rank() {
        return basic;
    }
    // A narrower unsigned type that is as wide as `int` does not fit into it (16-bit targets: `unsigned short`).
    let fits = target.is_signed(basic) || target.int_bits(basic) < target.int_bits(Basic::Int);
    if fits { Basic::Int } else { Basic::UInt }
}

/// The promoted type of a bit-field of `width` bits. C11 6.3.1.1p2 speaks of `int`, `signed`, `unsigned` and `_Bool` fields;
/// for wider declared types GCC and Clang agree that a field that fits into `int` becomes `int`.
pub fn promote_bit_field(target: &Target, basic: Basic, width: u32) -> Basic {
    let int_bits = target.int_bits(Basic::Int);
    if width < int_bits || (width == int_bits && target.is_signed(basic)) {
        Basic::Int
    } else if width == int_bits {
        Basic::UInt
    } else {
        promote_basic(target, basic)
    }
}

/// The common real type of two promoted integer types (C11 6.3.1.8p1).
#[inline]
pub fn common_integer(target: &Target, a: Basic, b: Basic) -> Basic {
    if a == b {
        return a;
    }
    let (a_signed, b_signed) = (target.is_signed(a), target.is_signed(b));
    if a_signed == b_signed {
        return if a.rank() >= b.rank() { a } else { b };
    }
    let (signed, unsigned) = if a_signed { (a, b) } else { (b, a) };
    if unsigned.rank() >= signed.rank() {
        unsigned
    } else if target.int_bits(signed) > target.int_bits(unsigned) {
        signed
    } else {
        signed.to_unsigned()
    }
}

/// The common real type of two real types after promotion.
#[inline]
pub fn common_real(target: &Target, a: Basic, b: Basic) -> Basic {
    match (a.is_floating(), b.is_floating()) {
        (true, true) => {
            // The wider format wins, whatever the types are called.
            let order = |basic: Basic| (target.float_format(basic).precision(), basic.rank());
            if order(a) >= order(b) { a } else { b }
        }
        (true, false) => a,
        (false, true) => b,
        (false, false) => common_integer(target, promote_basic(target, a), promote_basic(target, b)),
    }
}

impl Types {
    /// The real type behind an arithmetic type, and whether it is complex.
    #[inline]
    pub fn arithmetic_parts(&self, ty: Ty) -> Option<(Basic, bool)> {
        match self.canon_kind(ty) {
            TypeKind::Basic(Basic::Void) => None,
            TypeKind::Basic(basic) => Some((basic, false)),
            TypeKind::Enum(id) => Some((self.enums[id].compatible, false)),
            TypeKind::Complex(basic) => Some((basic, true)),
            _ => None,
        }
    }

    /// The result of the usual arithmetic conversions on two arithmetic types.
    #[inline]
    pub fn usual_arithmetic(&mut self, target: &Target, a: Ty, b: Ty) -> Option<Ty> {
        let (a, a_complex) = self.arithmetic_parts(a)?;
        let (b, b_complex) = self.arithmetic_parts(b)?;
        let real = common_real(target, a, b);
        Some(if a_complex || b_complex { self.complex(real) } else { Ty::basic(real) })
    }
}
