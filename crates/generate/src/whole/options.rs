//! What can be chosen of a program: one table.
//!
//! The command line with its help, `--list-options`, the command in the first line of a program, the checks of ranges and the
//! tests follow from it. Features have a table of their own, [`super::features`].

use std::fmt::Write as _;

use kiln_lang::target::Target;

use super::features::{Feature, Features};
use super::told::FactsForm;
use super::unions::UnionReads;
use super::weights::Weights;
use super::wrappers::Wrappers;
use crate::error::{OptionsError, range};
use crate::features::Table as _;
use crate::words::{Words, words};

words! {
    /// The machine that a program is written for.
    Machine {
        X86_64 => "x86_64", "x86-64, System V";
        I386 => "i386", "i386, System V";
        Aarch64 => "aarch64", "ARM, 64 bits";
        Riscv64 => "riscv64", "RISC-V, 64 bits";
        Arm => "arm", "ARM, 32 bits";
        Int16 => "int16", "a small machine with 16 bits for `int` and pointers";
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The word on the command line.
    pub word: &'static str,
    /// The same behind two dashes.
    flag: &'static str,
    /// What it is.
    pub help: &'static str,
    /// What it can be.
    pub kind: Kind,
}

/// What an option can be.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A number. One whose default is 0 is no limit until it is given.
    Number {
        /// The least.
        least: u32,
        /// The greatest.
        most: u32,
        /// Its value.
        get: fn(&Options) -> u32,
        /// Gives it a value.
        set: fn(&mut Options, u32),
    },
    /// On or off.
    Switch {
        /// The word that switches it off.
        off: &'static str,
        /// Whether it is on.
        get: fn(&Options) -> bool,
        /// Switches it.
        set: fn(&mut Options, bool),
    },
    /// One of some words.
    Choice {
        /// The words and what they mean.
        known: fn() -> Vec<(&'static str, &'static str)>,
        /// The word that is chosen.
        get: fn(&Options) -> &'static str,
        /// Chooses a word, if it is known.
        set: fn(&mut Options, &str) -> Option<()>,
    },
}

/// Declares the options.
macro_rules! options {
    (
        numbers { $( $number:ident => $number_word:literal, $value:literal, $least:literal, $most:literal, $number_help:literal; )* }
        switches { $( $switch:ident => $switch_word:literal, $is_on:literal, $switch_help:literal; )* }
        choices { $( $choice:ident : $ty:ty => $choice_word:literal, $chosen:expr, $choice_help:literal; )* }
    ) => {
        /// All that can be chosen.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Options {
            $( #[doc = $number_help] pub $number: u32, )*
            $( #[doc = $switch_help] pub $switch: bool, )*
            $( #[doc = $choice_help] pub $choice: $ty, )*
            /// What it may be made of.
            pub features: Features,
        }

        impl Default for Options {
            fn default() -> Self {
                Options { $( $number: $value, )* $( $switch: $is_on, )* $( $choice: $chosen, )* features: Features::ALL }
            }
        }

        /// Every option but the features, in the order of the help.
        pub const TABLE: &[Row] = &[
            $( Row {
                word: $number_word,
                flag: concat!("--", $number_word),
                help: $number_help,
                kind: Kind::Number {
                    least: $least,
                    most: $most,
                    get: |options| options.$number,
                    set: |options, value| options.$number = value,
                },
            }, )*
            $( Row {
                word: $switch_word,
                flag: concat!("--", $switch_word),
                help: $switch_help,
                kind: Kind::Switch {
                    off: concat!("no-", $switch_word),
                    get: |options| options.$switch,
                    set: |options, is_on| options.$switch = is_on,
                },
            }, )*
            $( Row {
                word: $choice_word,
                flag: concat!("--", $choice_word),
                help: $choice_help,
                kind: Kind::Choice {
                    known: || <$ty as Words>::ALL.iter().map(|(word, _, help)| (*word, *help)).collect(),
                    get: |options| options.$choice.word(),
                    set: |options, word| {
                        options.$choice = <$ty as Words>::from_word(word)?;
                        Some(())
                    },
                },
            }, )*
        ];
    };
}

options! {
    numbers {
        tokens => "tokens", 12_000, 500, 10_000_000, "Tokens of a program, within a fifth";
        statements => "statements", 0, 50, 1_000_000, "Statements of a program instead of tokens, within a fifth";
        bytes => "bytes", 0, 2_000, 50_000_000, "Bytes of a program instead of tokens, within a fifth";
        executed => "executed", 100_000, 100, 10_000_000, "Statements that a program executes at most";
        live => "live", 80, 0, 100, "Percent of the statements that are executed at least; dead code goes until that is so";
        functions => "functions", 0, 1, 100_000, "Functions at most, besides `main`";
        params => "params", 5, 0, 20, "Parameters of a function at most";
        block_statements => "block-statements", 30, 1, 1_000, "Statements of a block at most";
        block_depth => "block-depth", 5, 1, 20, "Blocks within blocks at most";
        expression => "expression", 17, 0, 200, "Operators of an expression at most";
        array_dims => "array-dims", 3, 1, 6, "Dimensions of an array at most";
        array_len => "array-len", 64, 1, 10_000, "Elements of a dimension at most";
        array_elements => "array-elements", 256, 1, 100_000, "Elements of an array at most";
        loop_arrays => "loop-arrays", 2, 1, 20, "Elements that a loop over arrays sets at most";
        pointer_depth => "pointer-depth", 4, 1, 10, "Levels of pointers at most";
        struct_fields => "struct-fields", 8, 1, 100, "Members of a structure at most";
        union_fields => "union-fields", 4, 1, 100, "Members of a union at most";
        struct_depth => "struct-depth", 4, 1, 20, "Structures within structures at most";
        files => "files", 1, 1, 1_000, "Files of a program at most: DIR/SEED/*.c";
        invalid_pointers => "invalid-pointers", 0, 1, 100, "Percent of the pointers that are followed although they may be null, marked by comments: such a program may be undefined";
    }
    switches {
        swarm => "swarm", true, "Each program draws its own features and weights from those that it may have";
        wide => "wide", true, "Numbers of more than 32 bits, also for the checksum";
        function_checksums => "function-checksums", false, "What variables are at the end of functions goes into the checksum";
        loop_checksums => "loop-checksums", false, "What variables are at the end of each round of a loop goes into the checksum";
        trace => "trace", false, "With an argument, a program prints each object that goes into the checksum";
        paranoid => "paranoid", false, "Assertions about where pointers lead";
    }
    choices {
        weights: Weights => "weights", Weights::Kiln, "How often what is made";
        wrappers: Wrappers => "wrappers", Wrappers::None, "What stands around arithmetic";
        union_reads: UnionReads => "union-reads", UnionReads::Narrower, "Which members of a union are read";
        facts: FactsForm => "facts", FactsForm::None, "Where the facts of the analysis go";
        machine: Machine => "target", Machine::X86_64, "The machine that a program is written for";
    }
}

/// The options that say how large a program is: one of them at most.
pub const SIZES: [&str; 3] = ["tokens", "statements", "bytes"];

/// Everything that can be chosen, as a text: options with their defaults and values, then features.
pub fn listing() -> String {
    let base = Options::default();
    let mut text = format!("{:<20} {:<10} {:<24} what\n", "option", "default", "values");
    for row in TABLE {
        let (default, values) = match row.kind {
            Kind::Number { least, most, get, .. } => (shown(get(&base)), format!("{least} to {most}")),
            Kind::Switch { get, off, .. } => (if get(&base) { "on" } else { "off" }.to_owned(), format!("--{off}")),
            Kind::Choice { known, get, .. } => {
                let words: Vec<&str> = known().into_iter().map(|(word, _)| word).collect();
                (get(&base).to_owned(), words.join(" "))
            }
        };
        let _ = writeln!(text, "--{:<18} {default:<10} {values:<24} {}", row.word, row.help);
    }
    let _ = writeln!(text, "\n{:<20} {:<12} {:>6} {:<4} what", "--features", "place", "weight", "C");
    for (word, feature, what) in Feature::ALL {
        let dialect = if feature.is_gnu() { "GNU" } else { "ISO" };
        let place = format!("{:?}", feature.place()).to_lowercase();
        let _ = writeln!(text, "{word:<20} {place:<12} {:>6} {dialect:<4} {what}", feature.weight());
    }
    text
}

/// A default as it is shown.
fn shown(value: u32) -> String {
    if value == 0 { "none".to_owned() } else { value.to_string() }
}

impl Options {
    /// Whether a program can be made.
    pub fn check(&self) -> Result<(), OptionsError> {
        let base = Options::default();
        for row in TABLE {
            if let Kind::Number { least, most, get, .. } = row.kind {
                let value = get(self);
                if value != get(&base) {
                    range(row.flag, value.into(), least, most)?;
                }
            }
        }
        self.check_conflicts()
    }

    /// Whether something is added that only looks at the program.
    pub(super) fn observes(&self) -> bool {
        self.function_checksums || self.loop_checksums || self.trace || self.paranoid || self.facts != FactsForm::None
    }

    /// The same without what only looks at the program.
    pub(super) fn without_observing(&self) -> Options {
        Options {
            function_checksums: false,
            loop_checksums: false,
            trace: false,
            paranoid: false,
            facts: FactsForm::None,
            ..self.clone()
        }
    }

    /// The target that programs are made for.
    pub(super) fn target(&self) -> Target {
        Target::by_name(self.machine.word()).unwrap_or_default()
    }
}
