//! The basic types: `void`, the integer types and the floating types, as rows of a table.

/// A basic type. The order is fixed: the first entries of the type table are the basic types in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "each variant is the C type of that name, spelled in the table below")]
pub enum Basic {
    Void,
    Bool,
    Char,
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
    Int128,
    UInt128,
    Float16,
    Float,
    Double,
    LongDouble,
    Float32,
    Float64,
    Float128,
    Float32x,
    Float64x,
}

/// What kind of number a basic type holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Void,
    Signed,
    Unsigned,
    Floating,
}

struct Row {
    basic: Basic,
    spelling: &'static str,
    class: Class,
    /// Conversion rank among integers (C11 6.3.1.1p1). Among floating types of the same format, the one that is preferred:
    /// GCC takes `_FloatN` before the standard types, and those before `_FloatNx`.
    rank: u8,
}

const fn row(basic: Basic, spelling: &'static str, class: Class, rank: u8) -> Row {
    Row { basic, spelling, class, rank }
}

/// One row per basic type, in the order of the enum. Plain `char` counts as signed here; the target has the last word.
const ROWS: [Row; 24] = [
    row(Basic::Void, "void", Class::Void, 0),
    row(Basic::Bool, "_Bool", Class::Unsigned, 1),
    row(Basic::Char, "char", Class::Signed, 2),
    row(Basic::SChar, "signed char", Class::Signed, 2),
    row(Basic::UChar, "unsigned char", Class::Unsigned, 2),
    row(Basic::Short, "short", Class::Signed, 3),
    row(Basic::UShort, "unsigned short", Class::Unsigned, 3),
    row(Basic::Int, "int", Class::Signed, 4),
    row(Basic::UInt, "unsigned int", Class::Unsigned, 4),
    row(Basic::Long, "long", Class::Signed, 5),
    row(Basic::ULong, "unsigned long", Class::Unsigned, 5),
    row(Basic::LongLong, "long long", Class::Signed, 6),
    row(Basic::ULongLong, "unsigned long long", Class::Unsigned, 6),
    row(Basic::Int128, "__int128", Class::Signed, 7),
    row(Basic::UInt128, "unsigned __int128", Class::Unsigned, 7),
    row(Basic::Float16, "_Float16", Class::Floating, 5),
    row(Basic::Float, "float", Class::Floating, 2),
    row(Basic::Double, "double", Class::Floating, 3),
    row(Basic::LongDouble, "long double", Class::Floating, 4),
    row(Basic::Float32, "_Float32", Class::Floating, 5),
    row(Basic::Float64, "_Float64", Class::Floating, 5),
    row(Basic::Float128, "_Float128", Class::Floating, 5),
    row(Basic::Float32x, "_Float32x", Class::Floating, 1),
    row(Basic::Float64x, "_Float64x", Class::Floating, 1),
];

/// All basic types in table order.
pub const ALL: [Basic; ROWS.len()] = {
    let mut all = [Basic::Void; ROWS.len()];
    let mut i = 0;
    while i < ROWS.len() {
        assert!(ROWS[i].basic as usize == i, "the rows stand in the order of the enum");
        all[i] = ROWS[i].basic;
        i += 1;
    }
    all
};

/// The standard integer types without `_Bool` (C11 6.2.5p4, p6), from narrow to wide.
pub const STANDARD_INTEGERS: [Basic; 10] = [
    Basic::SChar,
    Basic::UChar,
    Basic::Short,
    Basic::UShort,
    Basic::Int,
    Basic::UInt,
    Basic::Long,
    Basic::ULong,
    Basic::LongLong,
    Basic::ULongLong,
];

impl Basic {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The type as C text.
    pub fn spelling(self) -> &'static str {
        self.row().spelling
    }

    /// Conversion rank among integers, or order of preference among floating types of the same format.
    pub fn rank(self) -> u8 {
        self.row().rank
    }

    /// `_Bool`, the character types and all other integer types.
    #[inline]
    pub fn is_integer(self) -> bool {
        (Basic::Bool..=Basic::UInt128).contains(&self)
    }

    /// Any real floating type.
    #[inline]
    pub fn is_floating(self) -> bool {
        self >= Basic::Float16
    }

    /// Signed integer types; plain `char` counts as signed here.
    #[inline]
    pub fn is_signed_integer(self) -> bool {
        self.row().class == Class::Signed
    }

    /// `char`, `signed char` and `unsigned char`.
    #[inline]
    pub fn is_character(self) -> bool {
        matches!(self, Basic::Char | Basic::SChar | Basic::UChar)
    }

    /// The unsigned type of the same rank; other types unchanged.
    #[must_use]
    pub fn to_unsigned(self) -> Basic {
        match self {
            Basic::Char | Basic::SChar => Basic::UChar,
            Basic::Short => Basic::UShort,
            Basic::Int => Basic::UInt,
            Basic::Long => Basic::ULong,
            Basic::LongLong => Basic::ULongLong,
            Basic::Int128 => Basic::UInt128,
            other => other,
        }
    }

    /// The signed type of the same rank; other types unchanged.
    #[must_use]
    pub fn to_signed(self) -> Basic {
        match self {
            Basic::Char | Basic::UChar => Basic::SChar,
            Basic::UShort => Basic::Short,
            Basic::UInt => Basic::Int,
            Basic::ULong => Basic::Long,
            Basic::ULongLong => Basic::LongLong,
            Basic::UInt128 => Basic::Int128,
            other => other,
        }
    }
}
