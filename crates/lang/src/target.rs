//! The machine a program is meant for and the dialect it is written in, as values.
//!
//! Nothing else in the crate knows a size: layout, promotions, constants and the types of literals all ask the [`Target`].
//! A target is a row of a table, so that a cross compiler or an embedded profile is one more row.

use crate::lex::LexDialect;
use crate::types::Basic;
use crate::value::float::FloatFormat;

/// Size and alignment in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Bytes occupied.
    pub size: u8,
    /// Alignment as an object of its own.
    pub align: u8,
}

const fn extent(size: u8, align: u8) -> Extent {
    Extent { size, align }
}

/// How `long double` is represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongDouble {
    /// The same as `double`.
    Double,
    /// 80-bit x87 extended precision.
    X87,
    /// IEEE binary128.
    Quad,
}

/// What `va_list` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaList {
    /// `struct __va_list_tag[1]`: two unsigned offsets and two pointers (x86-64 System V).
    X86_64,
    /// `char *` or `void *`.
    Pointer,
    /// A structure of three pointers and two ints (AAPCS64).
    Aarch64,
    /// A structure of one pointer (AAPCS).
    Arm,
}

/// A data model: sizes, alignments and representation choices of one machine and ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The word users write: `x86_64`, `i386`...
    pub name: &'static str,
    /// `short`.
    pub short: Extent,
    /// `int`.
    pub int: Extent,
    /// `long`.
    pub long: Extent,
    /// `long long`.
    pub long_long: Extent,
    /// `__int128`, where it exists.
    pub int128: Option<Extent>,
    /// `float`.
    pub float: Extent,
    /// `double`.
    pub double: Extent,
    /// `long double`.
    pub long_double: Extent,
    /// `_Float128`, where it exists.
    pub float128: Option<Extent>,
    /// `_Float16`, where it exists.
    pub float16: Option<Extent>,
    /// Object and function pointers.
    pub pointer: Extent,
    /// Alignment inside a structure or union of types whose own alignment is larger (i386: 8-byte scalars align to 4 there).
    pub field_align_max: u8,
    /// The alignment of `__attribute__((aligned))` without an argument.
    pub biggest_align: u8,
    /// Whether plain `char` is signed.
    pub char_signed: bool,
    /// How `long double` is represented.
    pub long_double_kind: LongDouble,
    /// Whether the least significant byte comes first.
    pub little_endian: bool,
    /// Whether an unnamed bit-field raises the alignment of its structure (AAPCS does, System V for x86 does not).
    pub unnamed_bitfield_aligns: bool,
    /// The type of `sizeof`.
    pub size_type: Basic,
    /// The type of a pointer difference.
    pub ptrdiff_type: Basic,
    /// `wchar_t`.
    pub wchar_type: Basic,
    /// `wint_t`.
    pub wint_type: Basic,
    /// `intmax_t`.
    pub intmax_type: Basic,
    /// `int64_t`.
    pub int64_type: Basic,
    /// `int32_t`.
    pub int32_type: Basic,
    /// What `va_list` is.
    pub va_list: VaList,
}

const X86_64: Target = Target {
    name: "x86_64",
    short: extent(2, 2),
    int: extent(4, 4),
    long: extent(8, 8),
    long_long: extent(8, 8),
    int128: Some(extent(16, 16)),
    float: extent(4, 4),
    double: extent(8, 8),
    long_double: extent(16, 16),
    float128: Some(extent(16, 16)),
    float16: Some(extent(2, 2)),
    pointer: extent(8, 8),
    field_align_max: 128,
    biggest_align: 16,
    char_signed: true,
    long_double_kind: LongDouble::X87,
    little_endian: true,
    unnamed_bitfield_aligns: false,
    size_type: Basic::ULong,
    ptrdiff_type: Basic::Long,
    wchar_type: Basic::Int,
    wint_type: Basic::UInt,
    intmax_type: Basic::Long,
    int64_type: Basic::Long,
    int32_type: Basic::Int,
    va_list: VaList::X86_64,
};

const I386: Target = Target {
    name: "i386",
    long: extent(4, 4),
    int128: None,
    long_double: extent(12, 4),
    pointer: extent(4, 4),
    field_align_max: 4,
    size_type: Basic::UInt,
    ptrdiff_type: Basic::Int,
    wchar_type: Basic::Long,
    intmax_type: Basic::LongLong,
    int64_type: Basic::LongLong,
    va_list: VaList::Pointer,
    ..X86_64
};

const AARCH64: Target = Target {
    name: "aarch64",
    char_signed: false,
    long_double_kind: LongDouble::Quad,
    unnamed_bitfield_aligns: true,
    wchar_type: Basic::UInt,
    va_list: VaList::Aarch64,
    ..X86_64
};

const RISCV64: Target = Target {
    name: "riscv64",
    char_signed: false,
    long_double_kind: LongDouble::Quad,
    float16: None,
    va_list: VaList::Pointer,
    ..X86_64
};

const ARM: Target = Target {
    name: "arm",
    long: extent(4, 4),
    int128: None,
    long_double: extent(8, 8),
    float128: None,
    pointer: extent(4, 4),
    biggest_align: 8,
    char_signed: false,
    long_double_kind: LongDouble::Double,
    unnamed_bitfield_aligns: true,
    size_type: Basic::UInt,
    ptrdiff_type: Basic::Int,
    wchar_type: Basic::UInt,
    intmax_type: Basic::LongLong,
    int64_type: Basic::LongLong,
    va_list: VaList::Arm,
    ..X86_64
};

/// A small embedded machine in the manner of the MSP430: 16-bit `int` and pointers, everything aligned to at most 2.
const INT16: Target = Target {
    name: "int16",
    int: extent(2, 2),
    long: extent(4, 2),
    long_long: extent(8, 2),
    int128: None,
    float: extent(4, 2),
    double: extent(8, 2),
    long_double: extent(8, 2),
    float128: None,
    float16: None,
    pointer: extent(2, 2),
    biggest_align: 2,
    char_signed: false,
    long_double_kind: LongDouble::Double,
    size_type: Basic::UInt,
    ptrdiff_type: Basic::Int,
    wchar_type: Basic::Long,
    wint_type: Basic::UInt,
    intmax_type: Basic::LongLong,
    int64_type: Basic::LongLong,
    int32_type: Basic::Long,
    va_list: VaList::Pointer,
    ..X86_64
};

/// All targets kiln knows, the default first.
pub const TARGETS: &[Target] = &[X86_64, I386, AARCH64, RISCV64, ARM, INT16];

impl Default for Target {
    fn default() -> Self {
        X86_64
    }
}

impl Target {
    /// x86-64 with the System V ABI.
    pub const fn x86_64() -> Target {
        X86_64
    }

    /// i386 with the System V ABI.
    pub const fn i386() -> Target {
        I386
    }

    /// The row with this name.
    pub fn by_name(name: &str) -> Option<Target> {
        TARGETS.iter().find(|target| target.name == name).copied()
    }

    /// Size and alignment of a basic type; `None` for `void` and for types the target lacks.
    #[inline]
    pub fn basic(&self, basic: Basic) -> Option<Extent> {
        Some(match basic {
            Basic::Void => return None,
            Basic::Bool | Basic::Char | Basic::SChar | Basic::UChar => extent(1, 1),
            Basic::Short | Basic::UShort => self.short,
            Basic::Int | Basic::UInt => self.int,
            Basic::Long | Basic::ULong => self.long,
            Basic::LongLong | Basic::ULongLong => self.long_long,
            Basic::Int128 | Basic::UInt128 => return self.int128,
            Basic::Float16 => return self.float16,
            Basic::Float | Basic::Float32 => self.float,
            Basic::Double | Basic::Float64 | Basic::Float32x => self.double,
            Basic::LongDouble => self.long_double,
            Basic::Float128 => return self.float128,
            // `_Float64x` is the extended type where there is one, else binary128.
            Basic::Float64x if self.long_double_kind == LongDouble::Double => return self.float128,
            Basic::Float64x => self.long_double,
        })
    }

    /// Whether a basic integer type is signed here.
    #[inline]
    pub fn is_signed(&self, basic: Basic) -> bool {
        match basic {
            Basic::Char => self.char_signed,
            _ => basic.is_signed_integer(),
        }
    }

    /// Width in bits of a basic integer type; 1 for `_Bool`.
    #[inline]
    pub fn int_bits(&self, basic: Basic) -> u32 {
        if basic == Basic::Bool { 1 } else { self.basic(basic).map_or(0, |extent| u32::from(extent.size) * 8) }
    }

    /// The representation of a floating type.
    pub fn float_format(&self, basic: Basic) -> FloatFormat {
        match basic {
            Basic::Float16 => FloatFormat::Half,
            Basic::Float | Basic::Float32 => FloatFormat::Single,
            Basic::Float128 => FloatFormat::Quad,
            Basic::LongDouble | Basic::Float64x => match self.long_double_kind {
                LongDouble::X87 => FloatFormat::X87Extended,
                LongDouble::Quad => FloatFormat::Quad,
                LongDouble::Double if basic == Basic::Float64x => FloatFormat::Quad,
                LongDouble::Double => FloatFormat::Double,
            },
            _ => FloatFormat::Double,
        }
    }
}

/// The edition of the C standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Std {
    /// C89/C90.
    C89,
    /// C99.
    C99,
    /// C11.
    C11,
    /// C17, C11 with corrections.
    C17,
    /// C23 as far as GCC 12 has it (`-std=c2x`).
    C2x,
}

/// What the language accepts and means beyond the target: edition, GNU spellings and the switches that change types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The edition.
    pub std: Std,
    /// Whether GNU keywords without underscores are on (`-std=gnu*`).
    pub gnu: bool,
    /// `-fshort-enums`: an enumeration takes the smallest integer type that holds its values.
    pub short_enums: bool,
    /// `-fpack-struct[=n]`: the initial `#pragma pack` value.
    pub pack: Option<u8>,
    /// `-fsso-struct=ORDER`: the storage order of structures is the other one than that of the target.
    pub reversed: bool,
    /// `-mms-bitfields`: structures are laid out as Microsoft's compilers do it, unless an attribute says otherwise.
    pub ms_layout: bool,
    /// `-fsingle-precision-constant`: a floating constant without a suffix has type `float`.
    pub single_constants: bool,
    /// GNU inline semantics: an `extern inline` definition is no definition (`-std=gnu89`, `-fgnu89-inline`).
    pub gnu89_inline: bool,
    /// `-fms-extensions`, `-fplan9-extensions`: a tagged structure can be an anonymous member.
    pub tagged_anonymous: bool,
    /// `-fno-asm`: `asm`, `inline` and `typeof` are not keywords.
    pub no_asm: bool,
    /// `-fallow-parameterless-variadic-functions`: `f(...)`.
    pub only_variable_arguments: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Dialect {
            std: Std::C17,
            gnu: true,
            short_enums: false,
            pack: None,
            reversed: false,
            ms_layout: false,
            single_constants: false,
            gnu89_inline: false,
            tagged_anonymous: false,
            no_asm: false,
            only_variable_arguments: false,
        }
    }
}

/// Everything that decides how a text is read: target and dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The data model.
    pub target: Target,
    /// The language.
    pub dialect: Dialect,
}

impl Options {
    /// What the lexer must know of them.
    pub fn lex_dialect(&self) -> LexDialect {
        let dialect = self.dialect;
        LexDialect {
            gnu_keywords: dialect.gnu && !dialect.no_asm,
            c99: dialect.std >= Std::C99,
            // Preprocessed text has none left.
            trigraphs: false,
            dollars: true,
            unicode_strings: dialect.std >= Std::C11 || dialect.std >= Std::C99 && dialect.gnu,
            raw_strings: dialect.std >= Std::C99 && dialect.gnu,
            c2x: dialect.std >= Std::C2x,
        }
    }

    /// Reads compiler flags that change how a program is read; flags that do not are passed over.
    pub fn from_flags<'a>(flags: impl IntoIterator<Item = &'a str>) -> Options {
        Options::default().with_flags(flags)
    }

    /// These, changed by compiler flags.
    #[must_use]
    pub fn with_flags<'a>(mut self, flags: impl IntoIterator<Item = &'a str>) -> Options {
        for flag in flags {
            self.apply_flag(flag);
        }
        self
    }

    fn apply_flag(&mut self, flag: &str) {
        if let Some(name) = flag.strip_prefix("-std=") {
            self.apply_std(name);
            return;
        }
        match flag {
            "-ansi" => self.apply_std("c90"),
            "-m32" => self.target = Target { char_signed: self.target.char_signed, ..I386 },
            "-m64" => self.target = Target { char_signed: self.target.char_signed, ..X86_64 },
            "-funsigned-char" | "-fno-signed-char" => self.target.char_signed = false,
            "-fsigned-char" | "-fno-unsigned-char" => self.target.char_signed = true,
            "-fshort-enums" => self.dialect.short_enums = true,
            "-fno-short-enums" => self.dialect.short_enums = false,
            "-fgnu89-inline" => self.dialect.gnu89_inline = true,
            "-fno-gnu89-inline" => self.dialect.gnu89_inline = false,
            "-fms-extensions" | "-fplan9-extensions" => self.dialect.tagged_anonymous = true,
            "-fno-asm" => self.dialect.no_asm = true,
            "-fallow-parameterless-variadic-functions" => self.dialect.only_variable_arguments = true,
            "-fpack-struct" => self.dialect.pack = Some(1),
            "-fsso-struct=big-endian" => self.dialect.reversed = self.target.little_endian,
            "-fsso-struct=little-endian" => self.dialect.reversed = !self.target.little_endian,
            "-fsso-struct=native" => self.dialect.reversed = false,
            "-mms-bitfields" => self.dialect.ms_layout = true,
            "-mno-ms-bitfields" => self.dialect.ms_layout = false,
            "-fsingle-precision-constant" => self.dialect.single_constants = true,
            "-fshort-wchar" => self.target.wchar_type = Basic::UShort,
            _ => {
                if let Some(n) = flag.strip_prefix("-fpack-struct=") {
                    self.dialect.pack = n.parse().ok().filter(|n: &u8| n.is_power_of_two());
                }
            }
        }
    }

    fn apply_std(&mut self, name: &str) {
        let (std, gnu) = match name {
            "c89" | "c90" | "iso9899:1990" | "iso9899:199409" => (Std::C89, false),
            "gnu89" | "gnu90" => (Std::C89, true),
            "c99" | "c9x" | "iso9899:1999" | "iso9899:199x" => (Std::C99, false),
            "gnu99" | "gnu9x" => (Std::C99, true),
            "c11" | "c1x" | "iso9899:2011" => (Std::C11, false),
            "gnu11" | "gnu1x" => (Std::C11, true),
            "c17" | "c18" | "iso9899:2017" | "iso9899:2018" => (Std::C17, false),
            "c2x" | "c23" => (Std::C2x, false),
            "gnu2x" | "gnu23" => (Std::C2x, true),
            _ => (Std::C17, true),
        };
        self.dialect.std = std;
        self.dialect.gnu = gnu;
        self.dialect.gnu89_inline |= std == Std::C89;
    }
}
