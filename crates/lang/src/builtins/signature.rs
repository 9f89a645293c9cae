//! The language in which the tables write function types.
//!
//! A signature reads like C: `size(const char*)`, `int(FILE*, const char*, ...)`, `complex
//! T(complex T)`.
//!
//! ```text
//! signature  = type '(' [ parameters ] ')'                `void()`: no argument, C's `void(void)`
//! parameters = type { ',' type } [ ',' '...' ] | '...'    `...` alone: no prototype, C's `int()`
//! type       = { 'const' | 'volatile' } [ 'complex' ] base { '*' [ 'const' ] }
//! base       = word | 'v' lanes word | 'T'                `v4float`: a vector of four floats
//! ```
//!
//! The words are those of [`Basic`], each listed once with the C type it stands for. A type that
//! depends on the target (`size`, `wchar`, `va_list`) stays a word of its own, so that a signature
//! holds for every target. Qualifiers always belong to what a pointer points to: those of a
//! parameter itself are no part of a function's type (C11 6.7.6.3p15).
//!
//! `T` stands for the type that a member of a family has in its name (`sqrtf` and `sqrtl` are one
//! row, see `row.rs`).

/// Declares [`Basic`] and the words for its variants from one table.
macro_rules! basics {
    ($($variant:ident $word:literal $doc:literal,)*) => {
        /// A type that a signature names by one word.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Basic {
            $(
                #[doc = concat!("`", $word, "`: ", $doc, ".")]
                $variant,
            )*
        }

        impl Basic {
            /// Every basic type.
            pub const ALL: &[Basic] = &[$(Basic::$variant),*];

            /// The word that means this type in a signature.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Basic::$variant => $word,)*
                }
            }
        }
    };
}

basics! {
    Void "void" "C's `void`",
    Bool "bool" "`_Bool`",
    Char "char" "plain `char`",
    SChar "schar" "`signed char`",
    UChar "uchar" "`unsigned char`",
    Short "short" "`short`",
    UShort "ushort" "`unsigned short`",
    Int "int" "`int`",
    UInt "uint" "`unsigned int`",
    Long "long" "`long`",
    ULong "ulong" "`unsigned long`",
    LongLong "llong" "`long long`",
    ULongLong "ullong" "`unsigned long long`",
    Int128 "i128" "`__int128`",
    UInt128 "u128" "`unsigned __int128`",
    UInt8 "u8" "`uint8_t`",
    UInt16 "u16" "`uint16_t`",
    UInt32 "u32" "`uint32_t`",
    UInt64 "u64" "`uint64_t`",
    SizeT "size" "`size_t`",
    SSizeT "ssize" "`ssize_t`, the signed type as wide as `size_t`",
    IntMaxT "intmax" "`intmax_t`",
    UIntMaxT "uintmax" "`uintmax_t`",
    IntPtr "intptr" "`intptr_t`, a signed register that holds an address",
    UIntPtr "uintptr" "`uintptr_t`, an unsigned register that holds an address",
    WInt "wint" "`wint_t`",
    PidT "pid" "`pid_t`",
    Float "float" "`float`",
    Double "double" "`double`",
    LongDouble "ldouble" "`long double`",
    Float16 "f16" "`_Float16`",
    Float32 "f32" "`_Float32`",
    Float64 "f64" "`_Float64`",
    Float128 "f128" "`_Float128`",
    Float32x "f32x" "`_Float32x`",
    Float64x "f64x" "`_Float64x`",
    Decimal32 "d32" "`_Decimal32`",
    Decimal64 "d64" "`_Decimal64`",
    Decimal128 "d128" "`_Decimal128`",
    VaList "va_list" "a `va_list` parameter: on x86-64 a pointer to its array's element",
    VaRef "va_ref" "a `va_list` changed in place: on x86-64 passed like `va_list`",
    MsVaRef "ms_va_ref" "a `__builtin_ms_va_list` that the callee changes in place",
    MsVaList "ms_va_list" "`__builtin_ms_va_list`",
    File "FILE" "`FILE`; GCC knows the name only, so a pointer to any object type matches",
    Tm "tm" "`struct tm`, known by name only like `FILE`",
    Fenv "fenv" "`fenv_t`, known by name only like `FILE`",
    Fexcept "fexcept" "`fexcept_t`, known by name only like `FILE`",
    Function "fn" "`void()`, a function of any parameters; only behind a pointer",
}

impl Basic {
    fn from_word(word: &str) -> Option<Basic> {
        Basic::ALL.iter().copied().find(|basic| basic.word() == word)
    }
}

/// The type of a parameter or result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SigType {
    /// A type named by one word.
    Basic(Basic),
    /// `_Complex` of a floating type.
    Complex(Basic),
    /// A vector, as by `__attribute__((vector_size))`.
    Vector {
        /// How many elements it has.
        lanes: u16,
        /// The type of an element.
        of: Basic,
    },
    /// A pointer.
    Pointer {
        /// What it points to.
        to: Box<SigType>,
        /// Whether the pointed-to type is `const`.
        is_const: bool,
        /// Whether the pointed-to type is `volatile`.
        is_volatile: bool,
    },
}

/// The decoded type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Prototype {
    /// The type of a call.
    pub result: SigType,
    /// The types of the named parameters.
    pub params: Vec<SigType>,
    /// Whether further arguments may follow, after the default argument promotions.
    pub variadic: bool,
}

impl Prototype {
    /// Whether the function has no prototype in C's sense: any arguments, all promoted.
    pub fn is_unprototyped(&self) -> bool {
        self.variadic && self.params.is_empty()
    }

    /// Reads a signature; `family` is the meaning of `T`. `None` if the text is no signature.
    pub fn decode(text: &str, family: Option<Basic>) -> Option<Prototype> {
        let mut reader = Reader { rest: text, family };
        let result = reader.ty()?;
        reader.expect('(')?;
        let mut prototype = Prototype { result, params: Vec::new(), variadic: false };
        if !reader.accept(")") {
            loop {
                if reader.accept("...") {
                    prototype.variadic = true;
                    reader.expect(')')?;
                    break;
                }
                prototype.params.push(reader.ty()?);
                if reader.accept(")") {
                    break;
                }
                reader.expect(',')?;
            }
        }
        reader.rest.is_empty().then_some(prototype)
    }
}

/// Reads the parts of a signature from left to right.
struct Reader<'a> {
    rest: &'a str,
    family: Option<Basic>,
}

impl<'a> Reader<'a> {
    fn accept(&mut self, token: &str) -> bool {
        let found = self.rest.trim_start().strip_prefix(token);
        if let Some(rest) = found {
            self.rest = rest;
        }
        found.is_some()
    }

    fn expect(&mut self, token: char) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(token)?;
        Some(())
    }

    /// The longest run of letters, digits and underscores; empty at any other character.
    fn word(&mut self) -> &'a str {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        word
    }

    fn ty(&mut self) -> Option<SigType> {
        let (mut is_const, mut is_volatile) = (false, false);
        let mut word = self.word();
        while word == "const" || word == "volatile" {
            is_const |= word == "const";
            is_volatile |= word == "volatile";
            word = self.word();
        }
        let mut ty = if word == "complex" { SigType::Complex(self.basic_word()?) } else { self.base(word)? };
        while self.accept("*") {
            ty = SigType::Pointer { to: Box::new(ty), is_const, is_volatile };
            is_const = self.accept("const");
            is_volatile = false;
        }
        // A qualifier that no pointer has taken would be one of the parameter itself.
        (!is_const && !is_volatile).then_some(ty)
    }

    fn base(&self, word: &str) -> Option<SigType> {
        if let Some(basic) = self.basic(word) {
            return Some(SigType::Basic(basic));
        }
        let vector = word.strip_prefix('v')?;
        let (lanes, of) = vector.split_at(vector.find(|c: char| !c.is_ascii_digit())?);
        Some(SigType::Vector { lanes: lanes.parse().ok()?, of: self.basic(of)? })
    }

    fn basic_word(&mut self) -> Option<Basic> {
        let word = self.word();
        self.basic(word)
    }

    fn basic(&self, word: &str) -> Option<Basic> {
        if word == "T" { self.family } else { Basic::from_word(word) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointer(to: SigType, is_const: bool, is_volatile: bool) -> SigType {
        SigType::Pointer { to: Box::new(to), is_const, is_volatile }
    }

    #[test]
    fn every_word_means_one_type() {
        for &basic in Basic::ALL {
            assert_eq!(Basic::from_word(basic.word()), Some(basic));
        }
    }

    #[test]
    fn qualifiers_belong_to_the_pointed_to_type() {
        let char_ = SigType::Basic(Basic::Char);
        let prototype = Prototype::decode("void(const volatile char*, char*const*)", None).unwrap();
        assert_eq!(prototype.result, SigType::Basic(Basic::Void));
        assert_eq!(
            prototype.params,
            [pointer(char_.clone(), true, true), pointer(pointer(char_, false, false), true, false)]
        );
        assert!(!prototype.variadic);
    }

    #[test]
    fn a_lone_ellipsis_means_no_prototype() {
        assert!(Prototype::decode("int(...)", None).unwrap().is_unprototyped());
        assert!(!Prototype::decode("int()", None).unwrap().is_unprototyped());
        assert!(!Prototype::decode("int(int, ...)", None).unwrap().is_unprototyped());
    }

    #[test]
    fn the_family_fills_in_the_type() {
        let prototype = Prototype::decode("complex T(T, v4T)", Some(Basic::Float)).unwrap();
        assert_eq!(prototype.result, SigType::Complex(Basic::Float));
        assert_eq!(prototype.params, [SigType::Basic(Basic::Float), SigType::Vector { lanes: 4, of: Basic::Float }]);
        assert_eq!(Prototype::decode("T()", None), None);
    }

    #[test]
    fn other_text_is_no_signature() {
        for text in [
            "",
            "int",
            "int(",
            "int)",
            "int(,)",
            "int(int",
            "int(int,)",
            "int(int) ",
            "int(const int)",
            "const int()",
            "int(..., int)",
            "v()",
            "v4()",
            "v99999int()",
            "vint()",
            "complex()",
            "*()",
            "ünt()",
            "int(int*const)",
        ] {
            assert_eq!(Prototype::decode(text, None), None, "{text:?}");
        }
    }
}
