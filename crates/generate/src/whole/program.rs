//! The program as a whole: objects, functions, `main`.

use kiln_case::{Choices, Several};
use kiln_lang::Options as Dialect;
use kiln_lang::build::Builder;
use kiln_lang::index::Id;
use kiln_lang::tree::FunctionId;
use kiln_meaning::Settings;
use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::{Effects, ObjectId, Objects};
use super::features::{Feature, Features, Place};
use super::objects::Sights;
use super::weights::{self, Weights};
use super::{Maker, Options, idiom, small_functions};
use crate::features::Table as _;
use crate::words::Words as _;

/// Tokens of a function at least and at most.
const FUNCTION_TOKENS: (u32, u32) = (300, 1200);

/// A program of at least so many tokens has a function with the idioms that others have none of, in a third of the room.
const WITH_ALL_IDIOMS: u32 = 6000;

/// Objects of the file at least, in a program that is not small.
const FEWEST_GLOBALS: u32 = 8;
/// Tokens of a small program at most.
const SMALL: u32 = 1500;
/// Tokens of functions in percent of those that are counted while they are made.
const WITH_PARENTHESES: u32 = 112;

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
    pub(super) fn new(choices: &Choices, options: &Options, dialect: Dialect) -> Maker {
        let Draw { features, weights } = if options.swarm {
            Draw::swarm(&mut choices.split("swarm", 0), options.features)
        } else {
            Draw::fixed(options.features)
        };
        let is_thesis = options.weights == Weights::Thesis;
        let weights = if is_thesis { weights::declared(weights) } else { weights };
        let forms = |place| match place {
            Place::Statement if is_thesis => weights::statements(features),
            // Table 3.2 says which expressions there are.
            Place::Operation | Place::Operand if is_thesis => Features::NONE.at(place),
            _ => features.weighted_at(place, |feature| weights[feature.index()]),
        };
        let places =
            [Place::Type, Place::Declaration, Place::Detail, Place::Statement, Place::Operation, Place::Operand];
        Maker {
            b: Builder::new("whole.c", dialect),
            choices: choices.split("write", 0),
            features,
            forms: places.map(forms),
            weights,
            options: options.clone(),
            target: dialect.target,
            settings: Settings::default(),
            integers: Vec::new(),
            enumerators: Vec::new(),
            vectors: Vec::new(),
            records: Vec::new(),
            followed_unions: Vec::new(),
            wrapped: Vec::new(),
            notes: None,
            n_notes: 0,
            idioms_tried: idiom::UNTRIED,
            helpers_tried: small_functions::UNTRIED,
            wants_all_idioms: false,
            watching: choices.split("watch", 0),
            wrong: None,
            points: Vec::new(),
            invalid: FxHashSet::default(),
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
            pairs: Vec::new(),
            handles: Vec::new(),
            holders: Vec::new(),
            wishes: FxHashMap::default(),
            function: FunctionId::from_index(0),
            returns: None,
            gives: None,
            touched: Effects::default(),
            written: FxHashSet::default(),
            exits: Vec::new(),
            pending: Vec::new(),
            keeper: ObjectId(0),
            recursion: None,
            keeps_nothing: false,
            may_name_labels: false,
            may_vary_arrays: false,
            may_keep_values: true,
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
            calls_itself: false,
            is_argument: false,
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
    pub(super) fn write(&mut self, options: &Options) {
        let sum = self.declare_sum();
        self.declare_notes();
        self.declare_wrong();
        self.declare_wrappers();
        self.draw_types(options.tokens < SMALL);
        self.declare_globals(options);
        // What is counted while expressions are made has no parentheses yet.
        let end = (options.tokens.saturating_sub(self.tokens + self.sum_tokens()) * 100 / WITH_PARENTHESES).max(100);
        let end = self.tokens + end;
        let mut room = u64::from(options.executed);
        let mut left = if options.functions == 0 { u32::MAX } else { options.functions };
        let mut several = Several::default();
        let mut has_all_idioms = options.tokens < WITH_ALL_IDIOMS || !self.may_sweep();
        while self.choices.more(&mut several, self.tokens < end && left > 0) {
            let (mut least, mut most) = FUNCTION_TOKENS;
            // Few functions are larger.
            let share = (end - self.tokens) / left;
            (least, most) = (least.max(share), most.max(share));
            let tokens = self.choices.between(least.into(), most.into()) as u32;
            let last = self.tokens + most >= end || left == 1;
            // What `main` calls directly is not called by others; most functions do a part of what there is room for.
            let with_all_idioms = !last && !has_all_idioms && self.tokens > end / 2;
            has_all_idioms |= with_all_idioms;
            let share = match () {
                () if last => room,
                () if with_all_idioms => room / 3,
                () => (room / 15).max(60),
            };
            let tokens = if with_all_idioms { most.max(end / 4) } else { tokens };
            let is_wanted = left > 1 && options.params > 0 && self.has_by_weight(Feature::Varargs);
            self.each_of(u64::from(is_wanted), |maker| {
                maker.variadic_function();
                left -= 1;
            });
            let is_wanted = left > 6 && options.params > 1 && self.may_sweep() && self.may_help();
            self.each_of(2 * u64::from(is_wanted), |maker| left -= maker.helper().unwrap_or(0));
            let tokens = tokens.min(end.saturating_sub(self.tokens) + 50);
            self.wants_all_idioms = with_all_idioms;
            if left > 1 && options.params > 0 && !with_all_idioms && self.has_by_weight(Feature::MutualRecursion) {
                self.mutual_functions(tokens, share);
                left -= 1;
            } else {
                self.function(tokens, share);
            }
            left -= 1;
            if last || with_all_idioms {
                room = room.saturating_sub(share).max(60);
            }
        }
        self.main(sum);
    }

    /// The objects of the file: a few for each function, and no more than a part of the program to show them.
    fn declare_globals(&mut self, options: &Options) {
        let fewest = FEWEST_GLOBALS.min(2 + options.tokens / 200);
        let n = fewest + options.tokens / 500;
        self.declare_lanes(n / 4);
        let (mut several, mut at) = (Several::default(), 0);
        // What is written rests on the first of them.
        while at < fewest || {
            let is_wanted = at < n && (at == fewest || !self.are_globals_enough(options));
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
