//! Long arithmetic with known answers, after Orange3 (Nagai, Hashimoto and Ishiura, 2014).
//!
//! A program declares *x-variables* with random types and values, evaluates expressions of them, and assigns each to a
//! *t-variable* of its own, which later expressions may use. The value of every subexpression is computed while it is made;
//! an operation that would be undefined is *flipped* into another or gets a new variable *inserted* into one of its operands.
//! At the end, every t-variable is compared with what it has to be.
//!
//! Numbers may be floating: in expressions that never round, or rounded as IEC 60559 says.
//!
//! [`options`] says what can be chosen and [`features`] what there is beyond the paper. `value` draws values, `leaf`, `pool` and
//! `objects` make operands, `expression`, `forms`, `derive` and `call` expressions, `flow` statements. `number` computes, `mend`
//! and `floating` remove what is not defined, [`boundary`] counts what is nearly undefined. `program` puts everything together,
//! `check` says what came out, `source` hands it out as cases, and `stats` shows what they are made of.

pub mod boundary;
mod call;
mod check;
mod derive;
mod expression;
pub mod features;
mod floating;
mod flow;
mod forms;
mod leaf;
pub mod lists;
mod mend;
mod number;
mod objects;
pub mod options;
mod pool;
mod program;
mod source;
mod stats;
pub(crate) mod value;

use kiln_lang::build::Builder;
use kiln_lang::index::Id;
use kiln_lang::target::Target;
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId};
use kiln_lang::types::Basic;
use kiln_meaning::Settings;
use kiln_meaning::repair::{Arithmetic, Scalar};

use kiln_case::Choices;

use self::boundary::Boundary;
use self::call::Callee;
use self::features::{Feature, Features, Place};
use self::leaf::Letter;
use self::pool::Pool;

pub use self::options::{Form, Mend, Options, Preset, Rounding, Values};
pub use self::program::{Made, MakeError, make, make_watched};
pub use self::source::ArithSource;
pub use self::stats::Stats;

/// What was done to make a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Expressions.
    pub expressions: u64,
    /// Operators that were asked for.
    pub operators: u64,
    /// Operators that were inserted to remove undefined behaviour.
    pub inserted: u64,
    /// Operators that were flipped to remove undefined behaviour.
    pub flipped: u64,
    /// Expressions that were thrown away because of undefined behaviour.
    pub discarded: u64,
    /// How often each feature was used, in the order of their table.
    pub features: [u64; Features::COUNT],
    /// Operations with two operands, and how many of them are next to a boundary, if that was asked for.
    pub boundary: Boundary,
}

/// A variable and the value it has.
#[derive(Clone, Copy, Debug)]
struct Variable {
    decl: DeclRef,
    value: Scalar,
}

/// A subexpression and the value it has. The type of the value is that of the expression in C.
#[derive(Clone, Copy, Debug)]
struct Operand {
    expr: ExprId,
    value: Scalar,
    /// For a comparison: the operator and its operands, so that it can be turned into its opposite.
    comparison: Option<(BinaryOp, ExprId, ExprId)>,
}

/// A program being made.
#[derive(Debug)]
struct Maker<'o> {
    b: Builder,
    options: &'o Options,
    /// The types of variables: those of the options that the target has.
    types: Vec<Basic>,
    target: Target,
    settings: Settings,
    /// Which operators and operands.
    choices: Choices,
    /// Which values.
    values: Choices,
    /// Only values are computed, to see whether an expression is defined.
    dry: bool,
    /// Whether what is being made is evaluated when the program runs.
    live: bool,
    /// Whether this is in a function that may be called several times.
    in_function: bool,
    /// What operands are taken from: objects of the file, and of the function in work.
    file: Pool,
    local: Pool,
    /// Variables that the expression in work writes to.
    pending: Vec<Variable>,
    functions: Vec<Callee>,
    counts: Counts,
    /// Whether operations next to a boundary are counted.
    watches: bool,
    /// What can be drawn at each place, with weights.
    forms: [Vec<(Option<Feature>, u32)>; 3],
    /// How many variables were made so far, per letter.
    numbers: [u32; Letter::COUNT],
}

impl Maker<'_> {
    /// What to make at a place: a feature, or what is none.
    fn draw(&mut self, place: Place) -> Option<Feature> {
        let forms = &self.forms[place as usize];
        if forms.len() == 1 {
            return None;
        }
        self.choices.weighted(forms, |(_, weight)| *weight).0
    }

    fn used(&mut self, feature: Feature) {
        self.counts.features[feature as usize] += 1;
    }

    fn arithmetic(&self) -> Arithmetic<'_> {
        Arithmetic::new(&self.target, &self.settings)
    }

    /// A node of the program; none on a dry run.
    fn node(&mut self, build: impl FnOnce(&mut Builder) -> ExprId) -> ExprId {
        if self.dry { ExprId::from_index(0) } else { build(&mut self.b) }
    }
}
