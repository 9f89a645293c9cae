//! Looking for the first of several steps that keeps the failure.
//!
//! Steps are tried in order, several at a time, as the patches of other programs are (`trials`): made, confirmed by the
//! interpreter and tested.

use std::sync::atomic::{AtomicBool, Ordering};

use kiln_lang::print;
use kiln_lang::tree::{Body, Program, Unit};
use kiln_lang::types::Basic;
use kiln_lang::value::int::Int;
use kiln_meaning::repair::{Arithmetic, Scalar};
use kiln_meaning::{Ended, Settings};

use crate::arith::anatomy::{Anatomy, Root};
use crate::arith::expected::{Confirmed, settle};
use crate::arith::observed::{Observed, Site};
use crate::arith::operators::{count_operators, n_operators};
use crate::arith::step::Step;
use crate::test::{Failure, Seen, TestError};
use crate::trials::{Testable, Trial, TrialError, Trials, Tried};

/// Compiles and runs a program that has to do what is expected.
pub type Test<'t> = dyn Fn(&str, &Ended) -> Result<Seen, TestError> + Sync + 't;

/// How a program is reduced.
#[derive(Debug)]
pub struct Options<'o> {
    /// What counts as defined.
    pub settings: Settings,
    /// How many tests run at once.
    pub jobs: usize,
    /// Set from outside when no more tests are wanted.
    pub stop: &'o AtomicBool,
}

/// The parts of figure 15.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// (1) Expressions are eliminated.
    Elimination,
    /// (2) Expressions become their operands.
    TopDown,
    /// (3) Subexpressions become their values.
    BottomUp,
    /// (4) Values and types become simpler.
    ValuesAndTypes,
}

impl Phase {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Elimination => "elimination",
            Phase::TopDown => "top-down",
            Phase::BottomUp => "bottom-up",
            Phase::ValuesAndTypes => "values and types",
        }
    }
}

/// How often what was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Programs that were compiled, the first included; those of values and types are counted apart.
    pub tests: u64,
    /// Programs that were compiled to make values and types simpler.
    pub simplifying_tests: u64,
    /// Tests until there were at most three operators.
    pub tests_to_three: Option<u64>,
    /// Candidates that the interpreter refused.
    pub refused: u64,
    /// Steps that were taken.
    pub taken: u64,
}

/// What is known while a program is reduced.
#[derive(Debug)]
pub struct Progress<'p> {
    /// What is being tried.
    pub phase: Phase,
    /// What was done so far.
    pub counts: Counts,
    /// Operators that are left.
    pub operators: usize,
    /// The program, if it has just become smaller.
    pub smaller: Option<&'p Program>,
}

/// The result.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The program.
    pub program: Program,
    /// How it fails.
    pub failure: Failure,
    /// What was done.
    pub counts: Counts,
    /// Operators that are left.
    pub operators: usize,
    /// Whether no step makes it smaller; false if it was stopped from outside.
    pub finished: bool,
}

/// Why a program cannot be reduced.
#[derive(Debug, thiserror::Error)]
pub enum ReduceError {
    /// It has no checks that could be recognised.
    #[error(
        "it is not a self-checking program: there is no check `if (t == constant) printf(\"OK t\") else printf(\"NG t\")` in `main`"
    )]
    NotSelfChecking,
    /// It is not defined, or finds itself wrong.
    #[error("by the interpreter's account it {0}")]
    NotRight(String),
    /// The compiler translates it well.
    #[error("it does not fail: the compiled program does what it has to do")]
    NotFailing,
    /// The compiler does not take it.
    #[error("the compiler refuses it: {0}")]
    Rejected(String),
    /// There is no test.
    #[error(transparent)]
    Test(#[from] TestError),
    /// There is no thread to run a test.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] std::io::Error),
}

/// A program being reduced.
pub(crate) struct Search<'s> {
    pub(crate) best: Confirmed,
    pub(crate) anatomy: Anatomy,
    pub(crate) observed: Observed,
    pub(crate) failure: Failure,
    pub(crate) counts: Counts,
    pub(crate) operators: usize,
    pub(crate) phase: Phase,
    test: &'s Test<'s>,
    options: &'s Options<'s>,
    watch: &'s mut dyn FnMut(&Progress<'_>),
    /// What was seen of texts.
    trials: Trials<Seen>,
}

/// What a step leads to: its text, and the program.
struct Stepped([String; 1], Confirmed);

impl Testable for Stepped {
    fn texts(&self) -> &[String] {
        &self.0
    }
}

impl From<TrialError> for ReduceError {
    fn from(error: TrialError) -> ReduceError {
        match error {
            TrialError::Test(error) => ReduceError::Test(error),
            TrialError::Thread(error) => ReduceError::Thread(error),
        }
    }
}

impl<'s> Search<'s> {
    pub(crate) fn new(
        best: Confirmed,
        failure: Failure,
        test: &'s Test<'s>,
        options: &'s Options<'s>,
        watch: &'s mut dyn FnMut(&Progress<'_>),
    ) -> Option<Search<'s>> {
        let anatomy = Anatomy::without_checks(&best.program)?;
        let observed = Observed::of(&best.program, &options.settings)?;
        let operators = count_operators(&best.program, &anatomy);
        let counts = Counts { tests: 1, ..Counts::default() };
        let (phase, trials) = (Phase::Elimination, Trials::default());
        Some(Search { best, anatomy, observed, failure, counts, operators, phase, test, options, watch, trials })
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed)
    }

    /// The body of `main`.
    pub(crate) fn main_body(&self) -> &Body {
        self.best.program.units[0].function(self.anatomy.main)
    }

    /// The only unit.
    pub(crate) fn unit(&self) -> &Unit {
        &self.best.program.units[0]
    }

    /// The expressions that the program computes with, those of results first.
    pub(crate) fn roots(&self) -> Vec<Root> {
        self.anatomy.roots(self.unit())
    }

    /// Whether an expression computes anything.
    pub(crate) fn has_operators(&self, root: &Root) -> bool {
        n_operators(self.unit().function(root.function), root.expr) > 0
    }

    /// The type of an expression that is a real number.
    pub(crate) fn basic_of(&self, (function, id): Site) -> Option<Basic> {
        let types = &self.best.program.tables.types;
        let ty = self.unit().function(function).ty(id);
        types.as_basic(types.unqualified(ty)).filter(|&basic| basic != Basic::Void)
    }

    /// Zero in a type.
    pub(crate) fn zero(&self, basic: Basic) -> Option<Scalar> {
        self.convert(Scalar::int(Basic::Int, Int::ZERO), basic)
    }

    /// A value in another type.
    pub(crate) fn convert(&self, value: Scalar, to: Basic) -> Option<Scalar> {
        Arithmetic::new(&self.best.program.options.target, &self.options.settings).convert(value, to).ok()
    }

    /// Takes the first of some steps that keeps the failure, and says which.
    pub(crate) fn take_first(&mut self, steps: &[Step]) -> Result<Option<usize>, ReduceError> {
        for (start, chunk) in steps.chunks(self.options.jobs.max(1)).enumerate() {
            if self.is_stopped() {
                return Ok(None);
            }
            let Trial { n_refused, kept, .. } = self.try_each(chunk)?;
            if let Some(Stepped(_, smaller)) = kept {
                self.adopt(smaller);
                return Ok(Some(start * self.options.jobs.max(1) + n_refused));
            }
        }
        Ok(None)
    }

    /// Makes and tests some steps at once, and finds the first that keeps the failure.
    fn try_each(&mut self, steps: &[Step]) -> Result<Trial<Stepped>, ReduceError> {
        let Search { best, anatomy, observed, failure, counts, operators, phase, test, options, watch, trials } = self;
        let now = print::canonical(&best.program);
        let make = |step: &Step| {
            let changed = step.apply(&best.program, anatomy, observed);
            let confirmed = changed.and_then(|program| settle(program, &options.settings)).ok_or(())?;
            let text = print::canonical(&confirmed.program);
            // Where nothing has changed, to take the step would be to take it for ever.
            if text == now { Err(()) } else { Ok(Stepped([text], confirmed)) }
        };
        let keeps = |tried: Tried<'_, (), Seen>| {
            let seen = match tried {
                Tried::Refused(()) => {
                    counts.refused += 1;
                    return false;
                }
                Tried::Known(seen) => seen,
                Tried::Tested(seen, _) => {
                    match phase {
                        Phase::ValuesAndTypes => counts.simplifying_tests += 1,
                        _ => counts.tests += 1,
                    }
                    watch(&Progress { phase: *phase, counts: *counts, operators: *operators, smaller: None });
                    seen
                }
            };
            failure.is_kept_by(seen)
        };
        let steps: Vec<&Step> = steps.iter().collect();
        let observe = |Stepped([text], confirmed): &Stepped| test(text, &confirmed.ended);
        Ok(trials.first(&steps, make, observe, keeps)?)
    }

    fn adopt(&mut self, smaller: Confirmed) {
        let anatomy = Anatomy::without_checks(&smaller.program);
        let observed = Observed::of(&smaller.program, &self.options.settings);
        // Both were there a moment ago, when the program was confirmed.
        let (Some(anatomy), Some(observed)) = (anatomy, observed) else { return };
        self.operators = count_operators(&smaller.program, &anatomy);
        self.best = smaller;
        self.anatomy = anatomy;
        self.observed = observed;
        self.counts.taken += 1;
        if self.operators <= 3 && self.counts.tests_to_three.is_none() {
            self.counts.tests_to_three = Some(self.counts.tests);
        }
        let program = self.best.program.clone();
        self.report(Some(&program));
    }

    fn report(&mut self, smaller: Option<&Program>) {
        let (phase, counts, operators) = (self.phase, self.counts, self.operators);
        (self.watch)(&Progress { phase, counts, operators, smaller });
    }

    /// Steps that each do away with one of some things: all that can go do. `step` makes one that does away with several.
    ///
    /// By halves, as the paper searches: if neither half can go, the halves of both are tried. `whole` says that all of them
    /// might go at once.
    pub(crate) fn by_halves<T: Clone>(
        &mut self,
        things: &[T],
        whole: bool,
        step: &impl Fn(&[T]) -> Step,
    ) -> Result<bool, ReduceError> {
        if things.is_empty() {
            return Ok(false);
        }
        if (whole || things.len() == 1) && self.take_first(&[step(things)])?.is_some() {
            return Ok(true);
        }
        self.halves_of(things, step)
    }

    fn halves_of<T: Clone>(&mut self, things: &[T], step: &impl Fn(&[T]) -> Step) -> Result<bool, ReduceError> {
        if things.len() < 2 {
            return Ok(false);
        }
        let (a, b) = things.split_at(things.len() / 2);
        match self.take_first(&[step(a), step(b)])? {
            Some(0) => self.halves_of(b, step).map(|_| true),
            Some(_) => self.halves_of(a, step).map(|_| true),
            None => Ok(self.halves_of(a, step)? | self.halves_of(b, step)?),
        }
    }
}
