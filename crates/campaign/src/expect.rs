//! What a case has to do: the interpreter's word, target by target.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use kiln_case::Case;
use kiln_lang::target::Target;
use kiln_lang::{Options, ParsedUnits, parse_units};
use kiln_meaning::{Choices, Ended, Limits, Outcome, Settings};
use kiln_toolchain::clock::thread_cpu;

use crate::{batch, volatile};

/// A program that does more is not worth the time: others find as much.
const MOST_STEPS: u64 = 10_000_000;

/// What is known of a case on a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// What it has to do.
    Known(Ended),
    /// It means nothing: nobody is wrong, whatever it does.
    Nothing(String),
    /// The interpreter cannot say.
    Unknown(String),
}

/// What is known of one case, or of a batch of them. What it does on other targets than the one it was made for is found out when it is asked for.
#[derive(Debug)]
pub struct Expectations<'a> {
    case: &'a Case,
    /// What the case was put together from.
    parts: &'a [&'a Case],
    known: RefCell<BTreeMap<String, Word>>,
    /// The choices that rest on.
    rests_on: RefCell<BTreeMap<String, Choices>>,
    /// What it has to do to volatile objects.
    volatiles: RefCell<BTreeMap<String, Option<Rc<volatile::Expected>>>>,
    cpu: Cell<Duration>,
}

impl<'a> Expectations<'a> {
    /// What the source says of a case.
    pub fn new(case: &'a Case) -> Expectations<'a> {
        Expectations::of_batch(case, &[])
    }

    /// What a batch has to do follows from its parts.
    pub fn of_batch(case: &'a Case, parts: &'a [&'a Case]) -> Expectations<'a> {
        let known = case.expected.iter().map(|expected| (expected.target.clone(), Word::Known(expected.ended.clone())));
        Expectations {
            case,
            parts,
            known: RefCell::new(known.collect()),
            rests_on: RefCell::default(),
            volatiles: RefCell::default(),
            cpu: Cell::default(),
        }
    }

    /// The case.
    pub fn case(&self) -> &'a Case {
        self.case
    }

    /// What the case has to do on a target.
    pub fn on(&self, target: Option<&str>) -> Word {
        let Some(name) = target else { return Word::Unknown("the compiler's target is not known".to_owned()) };
        self.known.borrow_mut().entry(name.to_owned()).or_insert_with(|| self.timed(name)).clone()
    }

    /// The choices of the interpreter that this rests on.
    pub fn rests_on(&self, target: Option<&str>) -> Choices {
        let _found_out = self.on(target);
        target.and_then(|target| self.rests_on.borrow().get(target).copied()).unwrap_or_default()
    }

    /// What the case has to do to its volatile objects on a target, if that is known there and programs can be traced.
    pub fn volatiles(&self, target: Option<&str>) -> Option<Rc<volatile::Expected>> {
        let name = target.filter(|&name| name == volatile::TARGET && self.parts.is_empty())?;
        let is_known = matches!(self.on(target), Word::Known(_)) && self.rests_on(target).is_empty();
        let found_out = || {
            let before = thread_cpu();
            let parsed = parse_for(self.case, name).filter(|_| is_known);
            let expected = parsed.and_then(|parsed| volatile::expected(&parsed.program).ok()).map(Rc::new);
            self.cpu.set(self.cpu.get() + thread_cpu().saturating_sub(before));
            expected
        };
        self.volatiles.borrow_mut().entry(name.to_owned()).or_insert_with(found_out).clone()
    }

    /// CPU time that was spent on finding out.
    pub fn cpu(&self) -> Duration {
        self.cpu.get()
    }

    fn timed(&self, target: &str) -> Word {
        let before = thread_cpu();
        let (word, rests_on) =
            if self.parts.is_empty() { interpret_noting(self.case, target) } else { together(self.parts, target) };
        self.rests_on.borrow_mut().insert(target.to_owned(), rests_on);
        self.cpu.set(self.cpu.get() + thread_cpu().saturating_sub(before));
        word
    }
}

/// What a batch has to do on a target. If that of one part is not known there, or rests on a choice, that of the batch is not
/// known: its parts are not set aside one by one.
fn together(parts: &[&Case], target: &str) -> (Word, Choices) {
    let mut ends = Vec::new();
    for part in parts {
        let expectations = Expectations::new(part);
        match expectations.on(Some(target)) {
            Word::Known(ended) if expectations.rests_on(Some(target)).is_empty() => ends.push(ended),
            Word::Known(_) => return (Word::Unknown("it rests on a choice".to_owned()), Choices::default()),
            other => return (other, Choices::default()),
        }
    }
    (Word::Known(batch::ended(ends.iter())), Choices::default())
}

/// Runs a case as a target would.
pub fn interpret(case: &Case, target: &str) -> Word {
    interpret_noting(case, target).0
}

/// Reads a case as a target would.
fn parse_for(case: &Case, target: &str) -> Option<ParsedUnits> {
    let options = Options { target: Target::by_name(target)?, ..Options::default() };
    let parsed = parse_units(case.units.iter().map(|unit| (unit.name.as_str(), unit.text.as_slice())), &options);
    parsed.accepted().then_some(parsed)
}

/// Runs a case as a target would, and notes the choices that its outcome rests on.
fn interpret_noting(case: &Case, target: &str) -> (Word, Choices) {
    let Some(parsed) = parse_for(case, target) else {
        return (Word::Unknown("kiln does not read it".to_owned()), Choices::default());
    };
    let limits = Limits { steps: MOST_STEPS, ..Limits::default() };
    let verdict = kiln_meaning::run(&parsed.program, &Settings { limits, ..Settings::default() });
    let word = match verdict.outcome {
        Outcome::Ended(ended) => Word::Known(ended),
        Outcome::Undefined(report) => Word::Nothing(format!("undefined: {}: {}", report.kind.name(), report.message)),
        Outcome::Unspecified { what, .. } => Word::Nothing(format!("unspecified: {what}")),
        Outcome::Limit(limit) => Word::Unknown(format!("limit: {}", limit.name())),
        Outcome::Unsupported { what, .. } => Word::Unknown(format!("unsupported: {what}")),
    };
    (word, verdict.depends_on)
}
