//! The program as a whole.

use kiln_case::{Choices, Several};
use kiln_lang::Options as Dialect;
use kiln_lang::build::Builder;
use kiln_lang::diagnostics::Diagnostic;
use kiln_lang::index::Id;
use kiln_lang::tree::{FunctionId, Program, StmtId};
use kiln_meaning::{Ended, Outcome, Settings};
use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::{Effects, ObjectId, Objects};
use super::features::{Feature, Features, Place};
use super::mend::{self, Mended};
use super::objects::Sights;
use super::prune::{self, Executed};
use super::{Maker, Options};
use crate::error::OptionsError;
use crate::features::Table as _;
use crate::words::Words as _;

/// A program and how it was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The program.
    pub program: Program,
    /// What it does.
    pub ended: Ended,
    /// What was done to make it defined.
    pub mended: Mended,
    /// What of it is executed.
    pub executed: Executed,
    /// The statements of each function that are executed.
    pub reached: Vec<FxHashSet<StmtId>>,
}

/// Why there is no program.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MakeError {
    /// The options are wrong.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The builder refuses what the generator makes: the generator is wrong.
    #[error("a generated program is wrong: {0:?}")]
    Wrong(Vec<Diagnostic>),
    /// The program cannot be made defined, or a plain run of it does not do the same: the generator is wrong.
    #[error("a generated program is not defined: {what}")]
    NotDefined {
        /// What is the matter.
        what: String,
        /// The program.
        program: Box<Program>,
    },
}

/// Tokens of a function at least and at most.
const FUNCTION_TOKENS: (u32, u32) = (300, 1200);

/// Objects of the file at least.
const FEWEST_GLOBALS: u32 = 8;
/// Tokens of functions in percent of those that are counted while they are made.
const WITH_PARENTHESES: u32 = 112;

/// Makes a program.
pub fn make(choices: &Choices, options: &Options, dialect: Dialect) -> Result<Made, MakeError> {
    options.check()?;
    let mut maker = Maker::new(choices, options, dialect);
    maker.write(options);
    let wishes = std::mem::take(&mut maker.wishes);
    let settings = maker.settings;
    let program = maker.b.finish().map_err(MakeError::Wrong)?;
    let not_defined =
        |what: String, program: &Program| MakeError::NotDefined { what, program: Box::new(program.clone()) };
    let defined = mend::mend(program.clone(), settings, choices.split("mend", 0), &wishes)
        .map_err(|error| not_defined(error.what, error.program.as_ref().unwrap_or(&program)))?;
    let (program, executed) =
        prune::prune(defined.program, &defined.reached, options.live, &mut choices.split("prune", 0))
            .map_err(MakeError::Wrong)?;
    match kiln_meaning::run(&program, &settings).outcome {
        Outcome::Ended(ended) if (&ended.how, &ended.output) == (&defined.ended.how, &defined.ended.output) => {
            Ok(Made { program, ended, mended: defined.mended, executed, reached: defined.reached })
        }
        Outcome::Ended(ended) => {
            let [then, now] = [&defined.ended, &ended].map(|it| String::from_utf8_lossy(&it.output).into_owned());
            Err(not_defined(format!("it was mended to print `{}` and prints `{}`", then.trim(), now.trim()), &program))
        }
        other => Err(not_defined(format!("{other:?}"), &program)),
    }
}

/// What one program is made of.
#[derive(Debug)]
struct Draw {
    features: Features,
    /// The weight of each feature.
    weights: Vec<u32>,
}

impl Draw {
    fn fixed(features: Features) -> Draw {
        Draw { features, weights: Feature::ALL.iter().map(|(_, feature, _)| feature.weight()).collect() }
    }

    /// Three quarters of the features, and now and then all, each with a weight of its own.
    fn swarm(choices: &mut Choices, features: Features) -> Draw {
        let mut drawn = Draw::fixed(features);
        if !choices.one_in(8) {
            drawn.features = features.iter().filter(|_| choices.below(4) > 0).collect();
        }
        for weight in &mut drawn.weights {
            *weight = match choices.below(8) {
                0 => *weight / 3,
                1 | 2 => *weight / 2,
                3..=5 => *weight,
                6 => *weight * 2,
                _ => *weight * 3,
            }
            .max(1);
        }
        drawn
    }
}

impl Maker {
    fn new(choices: &Choices, options: &Options, dialect: Dialect) -> Maker {
        let Draw { features, weights } = if options.swarm {
            Draw::swarm(&mut choices.split("swarm", 0), options.features)
        } else {
            Draw::fixed(options.features)
        };
        let places =
            [Place::Type, Place::Declaration, Place::Detail, Place::Statement, Place::Operation, Place::Operand];
        Maker {
            b: Builder::new("whole.c", dialect),
            choices: choices.split("write", 0),
            features,
            forms: places.map(|place| features.weighted_at(place, |feature| weights[feature.index()])),
            weights,
            target: dialect.target,
            settings: Settings::default(),
            integers: Vec::new(),
            enumerators: Vec::new(),
            vectors: Vec::new(),
            records: Vec::new(),
            objects: Vec::new(),
            places: Vec::new(),
            n_globals: 0,
            n_global_slots: 0,
            globals: Sights::default(),
            locals: Sights::default(),
            slots: Vec::new(),
            facts: Vec::new(),
            allowed: Vec::new(),
            callees: Vec::new(),
            wishes: FxHashMap::default(),
            function: FunctionId::from_index(0),
            returns: None,
            touched: Effects::default(),
            written: FxHashSet::default(),
            exits: Vec::new(),
            pending: Vec::new(),
            keeper: ObjectId(0),
            recursion: None,
            keeps_nothing: false,
            may_name_labels: false,
            may_vary_arrays: false,
            declarations: Vec::new(),
            endings: Vec::new(),
            depth: 0,
            is_in_loop: false,
            is_certain: true,
            certainly_called: Vec::new(),
            may_have_left: false,
            can_break: false,
            can_continue: false,
            counters: Vec::new(),
            fixed: Objects::default(),
            unread: Objects::default(),
            context: Effects::default(),
            pure: 0,
            is_constant: false,
            counts_only: false,
            depth_left: 2,
            room: 0,
            tokens: 0,
            n_names: 0,
            n_functions: 0,
        }
    }

    /// Objects, functions, `main`.
    fn write(&mut self, options: &Options) {
        let sum = self.declare_sum();
        self.draw_types();
        self.declare_globals(options);
        // What is counted while expressions are made has no parentheses yet.
        let end = (options.tokens.saturating_sub(self.tokens + self.sum_tokens()) * 100 / WITH_PARENTHESES).max(100);
        let end = self.tokens + end;
        let mut room = u64::from(options.executed);
        let mut several = Several::default();
        while self.choices.more(&mut several, self.tokens < end) {
            let (least, most) = FUNCTION_TOKENS;
            let tokens = self.choices.between(least.into(), most.into()) as u32;
            let last = self.tokens + most >= end;
            // What `main` calls directly is not called by others; most functions do a part of what there is room for.
            let share = if last { room } else { (room / 20).max(60) };
            if self.has_by_weight(Feature::Varargs) {
                self.variadic_function();
            }
            self.function(tokens.min(end.saturating_sub(self.tokens) + 50), share);
            if last {
                room = room.saturating_sub(share).max(60);
            }
        }
        self.main(sum);
    }

    /// The objects of the file: a few for each function, and no more than a part of the program to show them.
    fn declare_globals(&mut self, options: &Options) {
        let n = FEWEST_GLOBALS + options.tokens / 500;
        self.declare_lanes(n / 4);
        let (mut several, mut at) = (Several::default(), 0);
        // What is written rests on the first of them.
        while at < FEWEST_GLOBALS || {
            let is_wanted = at < n && (at == FEWEST_GLOBALS || !self.are_globals_enough(options));
            self.choices.more(&mut several, is_wanted)
        } {
            at += 1;
            if at > n / 3 && self.features.has(Feature::Struct) && self.has_by_weight(Feature::PointerMember) {
                self.draw_struct(true);
            }
            self.declare_global();
        }
        self.n_globals = self.objects.len() as u32;
        self.n_global_slots = self.slots.len();
    }

    /// No more than a part of the program is there to show objects.
    fn are_globals_enough(&self, options: &Options) -> bool {
        self.tokens + self.sum_tokens() > options.tokens / 3
    }
}
