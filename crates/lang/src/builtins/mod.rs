//! The functions that GCC knows without a declaration, and their types.
//!
//! A C program may call `__builtin_popcount`, `__sync_fetch_and_add` or, undeclared, `abort`: the
//! compiler has types for them, and an implicit declaration of a library function gets the
//! builtin's type, not `int()`. [`lookup`] answers for an identifier that no declaration is found
//! for.
//!
//! The answer is a [`Builtin`], and its [`typing`](Builtin::typing) either a [`Prototype`], that is
//! a type as C can write it, or a [`Rule`], where the types depend on the arguments.
//!
//! Read `signature.rs` for the language of the types, `rule.rs` for the generic ones and `row.rs`
//! for the shape of the tables, which `index.rs` looks names up in. The tables, one row for all functions of a type, follow by area:
//! `library.rs`, `math.rs`, `integer.rs`, `atomic.rs`, `compiler.rs`, and `x86.rs` for the
//! instructions of the processor.
//!
//! The facts are those of GCC 12 for C on x86-64. Not here, because their arguments are no
//! expressions, or not all evaluated, so that the parser knows them by name: [`KEYWORDS`]. Not
//! here, because plain C has no use for them: what GCC only declares with `-fopenmp`, `-fopenacc`,
//! `-fgnu-tm` or a sanitizer.

mod signature;

mod rule;

mod row;

mod index;

mod atomic;
mod compiler;
mod integer;
mod library;
mod math;
mod x86;

use std::sync::OnceLock;

pub use self::rule::Rule;
pub use self::signature::{Basic, Prototype, SigType};

use self::index::Index;
use self::row::{Row, Source};

/// Names that are syntax: some argument is a type, a member designator or an attribute, or only one
/// of two is evaluated.
pub const KEYWORDS: &[&str] = &[
    "__builtin_choose_expr",
    "__builtin_convertvector",
    "__builtin_has_attribute",
    "__builtin_offsetof",
    "__builtin_types_compatible_p",
    "__builtin_va_arg",
];

/// Types that exist without a declaration.
pub const TYPE_NAMES: &[&str] = &["__builtin_va_list", "__builtin_ms_va_list", "__builtin_sysv_va_list"];

/// The tables for every processor.
const COMMON: &[&[Row]] = &[library::ROWS, math::ROWS, integer::ROWS, atomic::ROWS, compiler::ROWS];

const PREFIX: &str = "__builtin_";

/// What follows [`PREFIX`] in the names of x86 instructions.
const IA32: &str = "ia32_";

/// A function that the compiler knows by itself.
#[derive(Clone, Debug)]
pub struct Builtin {
    name: String,
    spelling: Spelling,
    noreturn: bool,
    returns_twice: bool,
    source: Source,
    family: Option<Basic>,
}

/// The ways to write a builtin's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// With the prefix `__builtin_`.
    Prefixed,
    /// The name alone: `__sync_synchronize`.
    Exact,
    /// A library function: with the prefix, and alone. In a strict mode (`-std=c11`, not `gnu11`)
    /// the name alone is known from this standard on.
    Library(Standard),
}

/// The standards that define library functions, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standard {
    /// ISO C90.
    C90,
    /// C90 with Amendment 1.
    C95,
    /// ISO C99.
    C99,
    /// ISO C11 and C17.
    C11,
    /// ISO C23.
    C23,
    /// No ISO standard: POSIX, BSD or GNU.
    Gnu,
}

/// How to check a call of a builtin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typing {
    /// Like a call of a declared function.
    Prototype(Prototype),
    /// By a rule of its own.
    Rule(Rule),
}

impl Builtin {
    /// The name without `__builtin_`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How the name may be written.
    pub fn spelling(&self) -> Spelling {
        self.spelling
    }

    /// Whether a call never returns.
    pub fn is_noreturn(&self) -> bool {
        self.noreturn
    }

    /// Whether a call may return more than once, like `setjmp`.
    pub fn returns_twice(&self) -> bool {
        self.returns_twice
    }

    /// How to check a call.
    pub fn typing(&self) -> Typing {
        match self.source {
            Source::Rule(rule) => Typing::Rule(rule),
            Source::Signature(text) => {
                Typing::Prototype(Prototype::decode(text, self.family).expect("a test decodes every row"))
            }
        }
    }

    fn is_known_alone_in(&self, standard: Standard) -> bool {
        match self.spelling {
            Spelling::Prefixed => false,
            Spelling::Exact => true,
            Spelling::Library(since) => since <= standard,
        }
    }
}

/// Whether a name belongs to the compiler, which knows it without declaration or call.
pub(crate) fn is_reserved(name: &str) -> bool {
    ["__builtin_", "__sync_", "__atomic_"].iter().any(|prefix| name.starts_with(prefix))
}

/// The builtin that `name` means where no declaration says otherwise, in a GNU mode such as
/// `-std=gnu17`.
pub fn lookup(name: &str) -> Option<&'static Builtin> {
    lookup_strict(name, Standard::Gnu)
}

/// As [`lookup`], in a strict mode such as `-std=c17`: of the library, only what `standard` has is
/// known by its plain name.
pub fn lookup_strict(name: &str, standard: Standard) -> Option<&'static Builtin> {
    if let Some(rest) = name.strip_prefix(PREFIX) {
        let found = if rest.starts_with(IA32) { X86_INDEX.get(rest) } else { COMMON_INDEX.get(rest) };
        return found.filter(|builtin| builtin.spelling != Spelling::Exact);
    }
    COMMON_INDEX.get(name).filter(|builtin| builtin.is_known_alone_in(standard))
}

/// All builtins, in the order of the tables.
pub fn all() -> impl Iterator<Item = Builtin> {
    COMMON.iter().copied().chain([x86::ROWS]).flatten().flat_map(Row::builtins)
}

const N_COMMON: usize = 1 << 12;
static FOUND_COMMON: [OnceLock<Box<Builtin>>; N_COMMON] = [const { OnceLock::new() }; N_COMMON];
static COMMON_INDEX: Index<N_COMMON> = Index::of(COMMON, &FOUND_COMMON);

/// Apart from the others: these thousands of names few programs use.
const N_X86: usize = 1 << 13;
static FOUND_X86: [OnceLock<Box<Builtin>>; N_X86] = [const { OnceLock::new() }; N_X86];
static X86_INDEX: Index<N_X86> = Index::of(&[x86::ROWS], &FOUND_X86);

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;

    fn prototype(name: &str) -> Prototype {
        match lookup(name).map(Builtin::typing) {
            Some(Typing::Prototype(prototype)) => prototype,
            other => panic!("{name} is {other:?}"),
        }
    }

    fn is(name: &str, signature: &str) {
        assert_eq!(Some(prototype(name)), Prototype::decode(signature, None), "{name}");
    }

    #[test]
    fn every_row_decodes() {
        for builtin in all() {
            if let Source::Signature(text) = builtin.source {
                assert!(Prototype::decode(text, builtin.family).is_some(), "{}: {text}", builtin.name);
            }
        }
    }

    #[test]
    fn every_name_stands_in_one_row() {
        let names: FxHashSet<String> = all().map(|builtin| builtin.name).collect();
        assert_eq!(all().count(), names.len());
    }

    #[test]
    fn every_name_leads_to_its_row() {
        for builtin in all() {
            let index = if builtin.name.starts_with(IA32) {
                X86_INDEX.get(&builtin.name)
            } else {
                COMMON_INDEX.get(&builtin.name)
            };
            let found = index.unwrap_or_else(|| panic!("{} is not found", builtin.name));
            assert_eq!((&found.name, found.typing()), (&builtin.name, builtin.typing()));
        }
        assert!(COMMON_INDEX.get("").is_none() && COMMON_INDEX.get("no such name").is_none());
        let (common, x86) =
            (COMMON.iter().copied().flatten().flat_map(Row::builtins), x86::ROWS.iter().flat_map(Row::builtins));
        assert!(common.count() * 2 <= N_COMMON && x86.count() * 4 <= N_X86 * 3, "there is room for misses to end soon");
    }

    #[test]
    fn no_keyword_is_a_function() {
        assert!(KEYWORDS.iter().chain(TYPE_NAMES).all(|name| lookup(name).is_none()));
    }

    #[test]
    fn a_library_function_is_known_with_and_without_the_prefix() {
        assert_eq!(lookup("abort").unwrap().name(), "abort");
        assert_eq!(lookup("__builtin_abort").unwrap().name(), "abort");
        assert!(lookup("__builtin___memcpy_chk").is_some());
        assert!(lookup("__memcpy_chk").is_some());
    }

    #[test]
    fn a_compiler_function_needs_the_prefix() {
        assert!(lookup("__builtin_popcount").is_some());
        assert!(lookup("popcount").is_none());
        assert!(lookup("setjmp").is_none());
    }

    #[test]
    fn atomic_functions_have_no_prefix() {
        assert!(lookup("__sync_synchronize").is_some());
        assert!(lookup("__builtin___sync_synchronize").is_none());
    }

    #[test]
    fn a_strict_mode_knows_the_functions_of_its_standard() {
        assert!(lookup_strict("strlen", Standard::C90).is_some());
        assert!(lookup_strict("sqrtf", Standard::C90).is_none());
        assert!(lookup_strict("sqrtf", Standard::C99).is_some());
        assert!(lookup_strict("alloca", Standard::C23).is_none());
        assert!(lookup_strict("__builtin_alloca", Standard::C90).is_some());
    }

    #[test]
    fn signatures_are_those_of_c() {
        is("strlen", "size(const char*)");
        is("printf", "int(const char*, ...)");
        is("__builtin_vsnprintf", "int(char*, size, const char*, va_list)");
        is("__builtin_inf", "double()");
        is("ldexp", "double(double, int)");
        is("lgammaf_r", "float(float, int*)");
        is("csqrtl", "complex ldouble(complex ldouble)");
        is("__builtin_sqrtf128", "f128(f128)");
        is("__builtin_clzll", "int(ullong)");
        is("__builtin_umull_overflow", "bool(ulong, ulong, ulong*)");
        is("__atomic_fetch_add_8", "u64(volatile void*, u64, int)");
    }

    #[test]
    fn processor_instructions_take_vectors() {
        is("__builtin_ia32_addps", "v4float(v4float, v4float)");
        is("__builtin_ia32_loaddqu", "v16char(const char*)");
        is("__builtin_ia32_pause", "void()");
        assert!(lookup("ia32_pause").is_none());
    }

    #[test]
    fn generic_functions_have_rules() {
        for (name, rule) in [
            ("__builtin_add_overflow", Rule::Overflow),
            ("__builtin_isnan", Rule::FloatClass),
            ("__atomic_load_n", Rule::AtomicLoadN),
            ("__sync_lock_test_and_set", Rule::SyncExchange),
            ("__sync_fetch_and_add", Rule::SyncFetch),
        ] {
            assert_eq!(lookup(name).map(Builtin::typing), Some(Typing::Rule(rule)), "{name}");
        }
    }

    #[test]
    fn some_calls_do_not_return_once() {
        assert!(lookup("exit").unwrap().is_noreturn());
        assert!(!lookup("malloc").unwrap().is_noreturn());
        assert!(lookup("__builtin_setjmp").unwrap().returns_twice());
    }
}
