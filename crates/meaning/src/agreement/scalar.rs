//! The arithmetic types, and the values at which their arithmetic goes wrong, as C text.

use kiln_lang::random::Rng;

/// An arithmetic type of x86-64 that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scalar {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// Width of integers.
    bits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Signed,
    Unsigned,
    Floating,
}

const fn scalar(name: &'static str, kind: Kind, bits: u32) -> Scalar {
    Scalar { name, kind, bits }
}

/// The enumerations are those of the prelude; GCC and Clang give them the types `int` and `unsigned int`.
pub(super) const INTEGERS: &[Scalar] = &[
    scalar("_Bool", Kind::Unsigned, 1),
    scalar("char", Kind::Signed, 8),
    scalar("signed char", Kind::Signed, 8),
    scalar("unsigned char", Kind::Unsigned, 8),
    scalar("short", Kind::Signed, 16),
    scalar("unsigned short", Kind::Unsigned, 16),
    scalar("int", Kind::Signed, 32),
    scalar("unsigned int", Kind::Unsigned, 32),
    scalar("enum below", Kind::Signed, 32),
    scalar("enum above", Kind::Unsigned, 32),
    scalar("long", Kind::Signed, 64),
    scalar("unsigned long", Kind::Unsigned, 64),
    scalar("long long", Kind::Signed, 64),
    scalar("unsigned long long", Kind::Unsigned, 64),
    scalar("__int128", Kind::Signed, 128),
    scalar("unsigned __int128", Kind::Unsigned, 128),
];

pub(super) const FLOATS: &[Scalar] = &[
    scalar("float", Kind::Floating, 0),
    scalar("double", Kind::Floating, 0),
    scalar("long double", Kind::Floating, 0),
];

/// Types of bit-fields and the widths with which their promotion is the same in GCC and Clang: the two disagree about
/// what is wider than `int`.
pub(super) const BIT_FIELDS: &[(&str, Kind, u32)] = &[
    ("_Bool", Kind::Unsigned, 1),
    ("signed char", Kind::Signed, 8),
    ("unsigned char", Kind::Unsigned, 8),
    ("short", Kind::Signed, 16),
    ("unsigned short", Kind::Unsigned, 16),
    ("int", Kind::Signed, 32),
    ("unsigned int", Kind::Unsigned, 32),
    ("enum below", Kind::Signed, 32),
    ("enum above", Kind::Unsigned, 31),
    ("long", Kind::Signed, 31),
    ("unsigned long", Kind::Unsigned, 31),
];

/// Types of bit-fields that are wider than `int`. Only stores to them, and values cast to the declared type at once, are the same in
/// GCC and Clang.
pub(super) const WIDE_FIELDS: &[&str] = &["long", "unsigned long", "long long", "unsigned long long"];

/// Widths of such a field.
pub(super) const WIDE: std::ops::RangeInclusive<u32> = 33..=64;

impl Scalar {
    pub(super) fn is_floating(self) -> bool {
        self.kind == Kind::Floating
    }

    /// A value of the type, often at the end of its range.
    pub(super) fn value(self, rng: &mut Rng) -> String {
        match self.kind {
            Kind::Floating => float_value(rng),
            Kind::Signed => signed_literal(signed(rng, self.bits)),
            Kind::Unsigned => unsigned_literal(unsigned(rng, self.bits)),
        }
    }
}

/// A value of a bit-field of this width.
pub(super) fn field_value(rng: &mut Rng, kind: Kind, width: u32) -> String {
    scalar("", kind, width).value(rng)
}

fn unsigned(rng: &mut Rng, bits: u32) -> u128 {
    let max = u128::MAX >> (128 - bits);
    let near = u128::from(rng.below(3));
    let value = match rng.below(8) {
        0 => max.wrapping_sub(near),
        1 => (max >> 1).wrapping_sub(1).wrapping_add(near),
        2 | 3 => near,
        4 => u128::from(rng.below(40)),
        5 => (1u128 << rng.below(bits)).wrapping_sub(1).wrapping_add(near),
        6 => u128::from(rng.bits()) << 64 | u128::from(rng.bits()),
        _ => u128::from(rng.bits()) >> rng.below(64),
    };
    value & max
}

fn signed(rng: &mut Rng, bits: u32) -> i128 {
    let unused = 128 - bits;
    (unsigned(rng, bits) << unused) as i128 >> unused
}

/// A constant expression of this value: of type `int` if it fits, else of the narrowest that it fits.
fn signed_literal(value: i128) -> String {
    let suffix = if i32::try_from(value).is_ok() { "" } else { "L" };
    match value {
        // There is no literal for the lowest value of a type.
        _ if value == i32::MIN.into() || value == i64::MIN.into() => format!("({}{suffix} - 1)", value + 1),
        _ if i64::try_from(value).is_err() => format!("((__int128){})", unsigned_literal(value as u128)),
        0.. => format!("{value}{suffix}"),
        _ => format!("({value}{suffix})"),
    }
}

fn unsigned_literal(value: u128) -> String {
    match value {
        0..=0xff => value.to_string(),
        0x100..=0xffff_ffff => format!("{value}U"),
        0x1_0000_0000..=0xffff_ffff_ffff_ffff => format!("0x{value:x}UL"),
        _ => format!("((unsigned __int128)0x{:x}UL << 64 | 0x{:x}UL)", value >> 64, value as u64),
    }
}

/// An integer constant as a person would write it: any base, any suffix.
pub(super) fn integer_constant(rng: &mut Rng) -> String {
    let width = *rng.pick(&[7, 8, 15, 16, 31, 32, 63]);
    let value = unsigned(rng, width);
    let suffix = rng.pick(&["", "", "u", "l", "ul", "ll", "ull"]);
    match rng.below(5) {
        0 => format!("0x{value:x}{suffix}"),
        1 => format!("0{value:o}{suffix}"),
        2 => (*rng.pick(&["'a'", "'\\0'", "'\\377'", "'\\x7f'", "-1", "'\\200'"])).to_owned(),
        3 => (*rng.pick(&["LOWEST", "LITTLE", "GREATEST", "NOTHING"])).to_owned(),
        _ => format!("{value}{suffix}"),
    }
}

/// Values at the ends of floating types and of the integers that they convert to.
const FLOAT_VALUES: &[&str] = &[
    "0.0",
    "(-0.0)",
    "1.0",
    "(-1.0)",
    "0.5",
    "0.1f",
    "0.1",
    "0.1L",
    "(-1.5)",
    "2.5f",
    "127.5",
    "255.99",
    "(-128.9)",
    "65535.5f",
    "2147483647.0",
    "2147483648.0",
    "(-2147483648.5)",
    "4294967295.0",
    "4294967296.5",
    "16777217.0",
    "9007199254740993.0L",
    "9223372036854775807.0L",
    "9223372036854775808.0",
    "18446744073709551615.0L",
    "18446744073709551616.0",
    "0x1p127L",
    "0x1.fffffep127f",
    "0x1.ffffffp127",
    "0x1p-149f",
    "0x1p-150",
    "0x1.8p-1074",
    "0x1p-1074",
    "0x1.fffffffffffffp1023",
    "0x1.fffffffffffff8p1023L",
    "0x1p16383L",
    "0x1p-16445L",
    "1e10",
    "(-3e-5)",
    "1e300",
    "1e-300",
    "__builtin_inf()",
    "(-__builtin_inf())",
    "__builtin_nan(\"\")",
];

fn float_value(rng: &mut Rng) -> String {
    match rng.below(4) {
        0 => float_constant(rng),
        _ => (*rng.pick(FLOAT_VALUES)).to_owned(),
    }
}

/// A floating constant of any type, of middling size.
pub(super) fn float_constant(rng: &mut Rng) -> String {
    let suffix = rng.pick(&["", "f", "L"]);
    match rng.below(3) {
        0 => format!("0x{:x}.{:x}p{}{suffix}", rng.below(16), rng.bits() >> rng.below(64), rng.below(40) as i32 - 20),
        1 => format!("{}.{}{suffix}", rng.below(1000), rng.below(10)),
        _ => format!("{}.{}e{}{suffix}", rng.below(10), rng.below(10_000_000), rng.below(30) as i32 - 15),
    }
}
