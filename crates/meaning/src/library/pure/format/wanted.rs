//! What a conversion takes from the argument list.

use kiln_lang::target::Target;
use kiln_lang::types::Basic;
use kiln_lang::value::IntShape;

use super::{Conversion, Length, Spec};

/// What a conversion specification of `printf` wants as its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// An integer of this type, or one that was promoted from it. It is converted to the type
    /// before it is printed (C11 7.21.6.1p7).
    Integer(IntKind),
    /// An `int` that is converted to `unsigned char`.
    Char,
    /// A `wint_t`.
    WideChar,
    /// A `double`, or a `long double`; never a `float`, which is promoted.
    Float(FloatKind),
    /// A pointer to `void`, or to a character type (C11 7.21.6.1p8, 6.2.5p28).
    Pointer,
    /// A pointer to the first of an array of characters.
    String,
    /// A pointer to the first of an array of `wchar_t`; see [`narrow`](super::super::strings::narrow).
    WideString,
    /// A pointer to an integer that takes the number of bytes so far.
    Count(IntKind),
    /// Nothing: `%m`.
    Nothing,
}

/// An integer type that a length modifier names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the types")]
pub enum IntKind {
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    IntMax,
    UIntMax,
    /// The signed type beside `size_t`.
    SignedSize,
    Size,
    PtrDiff,
    /// The unsigned type beside `ptrdiff_t`.
    UnsignedPtrDiff,
}

/// A floating type that a length modifier names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the types")]
pub enum FloatKind {
    /// With `scanf` only.
    Float,
    Double,
    LongDouble,
}

/// Length modifier, signed type, unsigned type.
const INTEGERS: &[(Length, IntKind, IntKind)] = &[
    (Length::Plain, IntKind::Int, IntKind::UInt),
    (Length::Char, IntKind::SChar, IntKind::UChar),
    (Length::Short, IntKind::Short, IntKind::UShort),
    (Length::Long, IntKind::Long, IntKind::ULong),
    (Length::LongLong, IntKind::LongLong, IntKind::ULongLong),
    (Length::IntMax, IntKind::IntMax, IntKind::UIntMax),
    (Length::Size, IntKind::SignedSize, IntKind::Size),
    (Length::PtrDiff, IntKind::PtrDiff, IntKind::UnsignedPtrDiff),
];

impl IntKind {
    /// The type that a length modifier names.
    pub(crate) fn of(length: Length, signed: bool) -> IntKind {
        let row = INTEGERS.iter().find(|(name, ..)| *name == length);
        let (_, with_sign, without) = row.unwrap_or(&INTEGERS[0]);
        if signed { *with_sign } else { *without }
    }

    /// The type on a target.
    pub fn basic(self, target: &Target) -> Basic {
        match self {
            IntKind::SChar => Basic::SChar,
            IntKind::UChar => Basic::UChar,
            IntKind::Short => Basic::Short,
            IntKind::UShort => Basic::UShort,
            IntKind::Int => Basic::Int,
            IntKind::UInt => Basic::UInt,
            IntKind::Long => Basic::Long,
            IntKind::ULong => Basic::ULong,
            IntKind::LongLong => Basic::LongLong,
            IntKind::ULongLong => Basic::ULongLong,
            IntKind::IntMax => target.intmax_type,
            IntKind::UIntMax => target.intmax_type.to_unsigned(),
            IntKind::SignedSize => target.size_type.to_signed(),
            IntKind::Size => target.size_type,
            IntKind::PtrDiff => target.ptrdiff_type,
            IntKind::UnsignedPtrDiff => target.ptrdiff_type.to_unsigned(),
        }
    }

    /// The type as it is passed after the ellipsis: promoted (C11 6.5.2.2p7).
    pub fn passed_as(self, target: &Target) -> Basic {
        let basic = self.basic(target);
        let is_narrow = matches!(basic, Basic::SChar | Basic::UChar | Basic::Short | Basic::UShort);
        if !is_narrow {
            return basic;
        }
        // `unsigned short` does not fit into an `int` of the same width.
        let fits = target.is_signed(basic) || target.int_bits(basic) < target.int_bits(Basic::Int);
        if fits { Basic::Int } else { Basic::UInt }
    }

    /// Width and signedness on a target.
    pub fn shape(self, target: &Target) -> IntShape {
        let basic = self.basic(target);
        IntShape { bits: target.int_bits(basic) as u8, signed: target.is_signed(basic) }
    }
}

impl FloatKind {
    /// The type.
    pub const fn basic(self) -> Basic {
        match self {
            FloatKind::Float => Basic::Float,
            FloatKind::Double => Basic::Double,
            FloatKind::LongDouble => Basic::LongDouble,
        }
    }
}

impl Spec {
    /// What the conversion takes from the argument list, after an `int` for each `*`.
    pub fn wanted(&self) -> Wanted {
        let is_long = self.length == Length::Long;
        match self.conversion {
            Conversion::Signed => Wanted::Integer(IntKind::of(self.length, true)),
            Conversion::Unsigned | Conversion::Octal | Conversion::Hexadecimal => {
                Wanted::Integer(IntKind::of(self.length, false))
            }
            Conversion::Fixed | Conversion::Scientific | Conversion::General | Conversion::HexFloat => {
                let is_long_double = self.length == Length::LongDouble;
                Wanted::Float(if is_long_double { FloatKind::LongDouble } else { FloatKind::Double })
            }
            Conversion::Char if is_long => Wanted::WideChar,
            Conversion::Char => Wanted::Char,
            Conversion::String if is_long => Wanted::WideString,
            Conversion::String => Wanted::String,
            Conversion::Pointer => Wanted::Pointer,
            Conversion::Count => Wanted::Count(IntKind::of(self.length, true)),
            Conversion::ErrorText => Wanted::Nothing,
        }
    }
}
