//! Options that exclude each other: one table.
//!
//! A limit is never contradicted by what it leaves no room for: `--params 0` with recursion gives programs without recursion.
//! What is here was asked for and cannot be, or would do nothing at all. What features are good for without others is not
//! looked at: `-pointer` takes away what needs pointers as well.

use kiln_lang::types::Basic;

use super::features::{Feature, Features};
use super::options::Options;
use super::told::FactsForm;
use super::unions::UnionReads;
use super::wrappers::Wrappers;
use crate::error::OptionsError;

/// Two options that exclude each other.
struct Conflict {
    first: &'static str,
    second: &'static str,
    /// Whether both were chosen.
    holds: fn(&Options) -> bool,
    /// Why, and what to do.
    why: &'static str,
}

const TABLE: [Conflict; 12] = [
    Conflict {
        first: "--statements",
        second: "--bytes",
        holds: |options| options.statements != 0 && options.bytes != 0,
        why: "a program has one size; leave one of them out",
    },
    Conflict {
        first: "--statements",
        second: "--executed",
        // What was not asked for gives way: a large program executes more than the default.
        holds: |options| options.executed != Options::default().executed && options.executed < fewest_executed(options),
        why: "so many percent of the statements are executed, each once at least; allow more, or ask for less with --live",
    },
    Conflict {
        first: "--files",
        second: "--invalid-pointers",
        holds: |options| options.files > 1 && options.invalid_pointers > 0,
        why: "comments are about the lines of one file; leave one of them out",
    },
    Conflict {
        first: "--files",
        second: "--facts",
        holds: |options| options.files > 1 && options.facts != FactsForm::None,
        why: "facts are about the lines of one file; leave one of them out",
    },
    Conflict {
        first: "--files",
        second: "--functions",
        // `main` is one more.
        holds: |options| options.functions != 0 && options.files > options.functions + 1,
        why: "each file has a function of its own, or `main`; allow as many functions as files but one",
    },
    Conflict {
        first: "--no-wide",
        second: "--features int128",
        holds: |options| !options.wide && options.features.has(Feature::Int128),
        why: "`__int128` has more than 32 bits; leave it out, or give --wide (--preset embedded has --no-wide)",
    },
    Conflict {
        first: "--target",
        second: "--features int128",
        holds: |options| !has_int128(options) && options.features.has(Feature::Int128),
        why: "this machine has no `__int128`; leave it out, or take x86_64, aarch64 or riscv64",
    },
    Conflict {
        first: "--wrappers macros",
        second: "--features",
        holds: |options| options.wrappers == Wrappers::Macros && is_standard(options.features),
        why: "the macros are statement expressions, which are GNU C, and all of these features are ISO C; take \
              --wrappers functions, or add statement-expression to the features",
    },
    Conflict {
        first: "--invalid-pointers",
        second: "--features",
        holds: |options| options.invalid_pointers > 0 && !has_all(options, &[Feature::Pointer, Feature::Dereference]),
        why: "no pointer is followed without pointer and dereference; add both to the features",
    },
    Conflict {
        first: "--paranoid",
        second: "--features",
        holds: |options| options.paranoid && !has_all(options, &[Feature::Pointer]),
        why: "its assertions are about pointers; add pointer to the features",
    },
    Conflict {
        first: "--facts",
        second: "--features",
        holds: |options| {
            let has_any = [Feature::Pointer, Feature::MixedUnion].iter().any(|&feature| options.features.has(feature));
            options.facts != FactsForm::None && !has_any
        },
        why: "facts are about pointers and unions of several sizes; add pointer or mixed-union to the features",
    },
    Conflict {
        first: "--union-reads last",
        second: "--features",
        holds: |options| options.union_reads == UnionReads::Last && !has_all(options, &[Feature::MixedUnion]),
        why: "only unions of several sizes are read by this rule; add mixed-union to the features",
    },
];

/// How many statements are executed once at least, in a program that is a fifth smaller than wanted.
fn fewest_executed(options: &Options) -> u32 {
    let percent = u64::from(options.live) * 4 / 5;
    u32::try_from(u64::from(options.statements) * percent / 100).unwrap_or(u32::MAX)
}

/// Whether the machine has integers of 128 bits.
fn has_int128(options: &Options) -> bool {
    options.target().basic(Basic::Int128).is_some()
}

fn has_all(options: &Options, features: &[Feature]) -> bool {
    features.iter().all(|&feature| options.features.has(feature))
}

/// Whether programs of these features are ISO C.
fn is_standard(features: Features) -> bool {
    features.iter().all(|feature| Features::standard().has(feature))
}

impl Options {
    /// Whether nothing was chosen that excludes something else.
    pub(super) fn check_conflicts(&self) -> Result<(), OptionsError> {
        match TABLE.iter().find(|conflict| (conflict.holds)(self)) {
            Some(&Conflict { first, second, why, .. }) => Err(OptionsError::Conflict { first, second, why }),
            None => Ok(()),
        }
    }

    /// The same without the features that the other options exclude: for who has not asked for them by name.
    #[must_use]
    pub fn without_excluded(mut self) -> Options {
        if !self.wide || !has_int128(&self) {
            self.features = self.features.without(Feature::Int128);
        }
        self
    }
}
