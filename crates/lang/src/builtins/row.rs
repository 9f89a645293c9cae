//! The shape of the tables: one row says what several functions of the same type are called.
//!
//! Many functions exist once per arithmetic type, with the type in the name: `sqrt`, `sqrtf`,
//! `sqrtl`; `ffs`, `ffsl`, `ffsll`; `__atomic_load_1` to `_16`. Such a family is one row with a
//! list of [`Suffix`]es; the signature calls the varying type `T`, and the suffix goes to the end
//! of the name, or to the `@` in it.

use super::signature::Basic;
use super::{Builtin, Rule, Spelling, Standard};

/// How a row gives the type of its functions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    Signature(&'static str),
    Rule(Rule),
}

/// Functions of one type, and the spellings of their names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    spelling: Spelling,
    source: Source,
    /// Separated by blanks.
    pub(super) names: &'static str,
    /// What every name begins with.
    pub(super) stem: &'static str,
    pub(super) suffixes: &'static [Suffix],
    noreturn: bool,
    returns_twice: bool,
}

/// Part of a name that says a type.
pub(super) type Suffix = (&'static str, Option<Basic>);

const PLAIN: &[Suffix] = &[("", None)];

/// The three floating types of C90: `sin`, `sinf`, `sinl`.
pub(super) const REAL: &[Suffix] =
    &[("", Some(Basic::Double)), ("f", Some(Basic::Float)), ("l", Some(Basic::LongDouble))];
/// [`REAL`] without `double`, whose plain name is type-generic.
pub(super) const REAL_FL: &[Suffix] = &[("f", Some(Basic::Float)), ("l", Some(Basic::LongDouble))];
/// The interchange and extended types of TS 18661-3 that x86-64 has.
pub(super) const FLOAT_N: &[Suffix] = &[
    ("f16", Some(Basic::Float16)),
    ("f32", Some(Basic::Float32)),
    ("f64", Some(Basic::Float64)),
    ("f128", Some(Basic::Float128)),
    ("f32x", Some(Basic::Float32x)),
    ("f64x", Some(Basic::Float64x)),
];
/// The decimal floating types.
pub(super) const DECIMAL: &[Suffix] =
    &[("d32", Some(Basic::Decimal32)), ("d64", Some(Basic::Decimal64)), ("d128", Some(Basic::Decimal128))];
/// Signed integers by rank.
pub(super) const SIGNED: &[Suffix] = &[("", Some(Basic::Int)), ("l", Some(Basic::Long)), ("ll", Some(Basic::LongLong))];
/// Unsigned integers by rank.
pub(super) const UNSIGNED: &[Suffix] =
    &[("", Some(Basic::UInt)), ("l", Some(Basic::ULong)), ("ll", Some(Basic::ULongLong))];
/// [`SIGNED`] and `intmax_t`.
pub(super) const SIGNED_MAX: &[Suffix] =
    &[("", Some(Basic::Int)), ("l", Some(Basic::Long)), ("ll", Some(Basic::LongLong)), ("imax", Some(Basic::IntMaxT))];
/// [`UNSIGNED`] and `uintmax_t`.
pub(super) const UNSIGNED_MAX: &[Suffix] = &[
    ("", Some(Basic::UInt)),
    ("l", Some(Basic::ULong)),
    ("ll", Some(Basic::ULongLong)),
    ("imax", Some(Basic::UIntMaxT)),
];
/// Objects by their size in bytes.
pub(super) const SIZED: &[Suffix] = &[
    ("_1", Some(Basic::UInt8)),
    ("_2", Some(Basic::UInt16)),
    ("_4", Some(Basic::UInt32)),
    ("_8", Some(Basic::UInt64)),
    ("_16", Some(Basic::UInt128)),
];

const fn row(spelling: Spelling, source: Source, names: &'static str) -> Row {
    Row { spelling, source, names, stem: "", suffixes: PLAIN, noreturn: false, returns_twice: false }
}

/// Functions that are also known by their plain names, in strict modes from `standard` on.
pub(super) const fn library(standard: Standard, signature: &'static str, names: &'static str) -> Row {
    row(Spelling::Library(standard), Source::Signature(signature), names)
}

/// Functions known with the prefix `__builtin_` only.
pub(super) const fn builtin(signature: &'static str, names: &'static str) -> Row {
    row(Spelling::Prefixed, Source::Signature(signature), names)
}

/// Functions known with the prefix `__builtin_ia32_` only.
pub(super) const fn ia32(signature: &'static str, names: &'static str) -> Row {
    Row { stem: super::IA32, ..builtin(signature, names) }
}

/// Functions known by exactly these names, such as `__sync_synchronize`.
pub(super) const fn exact(signature: &'static str, names: &'static str) -> Row {
    row(Spelling::Exact, Source::Signature(signature), names)
}

/// As [`library`], typed by a rule.
pub(super) const fn library_rule(standard: Standard, rule: Rule, names: &'static str) -> Row {
    row(Spelling::Library(standard), Source::Rule(rule), names)
}

/// As [`builtin`], typed by a rule.
pub(super) const fn builtin_rule(rule: Rule, names: &'static str) -> Row {
    row(Spelling::Prefixed, Source::Rule(rule), names)
}

/// As [`exact`], typed by a rule.
pub(super) const fn exact_rule(rule: Rule, names: &'static str) -> Row {
    row(Spelling::Exact, Source::Rule(rule), names)
}

impl Row {
    /// Makes every name of the row a family.
    pub(super) const fn each(self, suffixes: &'static [Suffix]) -> Row {
        Row { suffixes, ..self }
    }

    pub(super) const fn noreturn(self) -> Row {
        Row { noreturn: true, ..self }
    }

    pub(super) const fn returns_twice(self) -> Row {
        Row { returns_twice: true, ..self }
    }

    /// The functions of this row.
    pub(super) fn builtins(&self) -> impl Iterator<Item = Builtin> {
        self.names
            .split_ascii_whitespace()
            .flat_map(move |name| self.suffixes.iter().map(move |&suffix| self.builtin(name, suffix)))
    }

    /// One of them.
    pub(super) fn builtin(&self, name: &str, (suffix, family): Suffix) -> Builtin {
        Builtin {
            name: self.spelled(name, suffix).concat(),
            spelling: self.spelling_with(suffix),
            noreturn: self.noreturn,
            returns_twice: self.returns_twice,
            source: self.source,
            family,
        }
    }

    /// The name that begins at a byte of the names.
    pub(super) fn name_at(&self, first: usize) -> &'static str {
        self.names[first..].split_ascii_whitespace().next().unwrap_or_default()
    }

    /// Whether a name with a suffix is this text.
    pub(super) fn is_spelled(&self, name: &str, suffix: &str, text: &str) -> bool {
        self.spelled(name, suffix).iter().try_fold(text, |rest, part| rest.strip_prefix(part)) == Some("")
    }

    fn spelled<'a>(&self, name: &'a str, suffix: &'a str) -> [&'a str; 4] {
        let (before, after) = name.split_once('@').unwrap_or((name, ""));
        [self.stem, before, suffix, after]
    }

    /// C90 has the functions on `double` and only reserves the names of the others, which C99 then
    /// defines.
    fn spelling_with(&self, suffix: &str) -> Spelling {
        match self.spelling {
            Spelling::Library(Standard::C90) if !suffix.is_empty() => Spelling::Library(Standard::C99),
            spelling => spelling,
        }
    }
}
