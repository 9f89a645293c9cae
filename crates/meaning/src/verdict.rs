//! One run, or several where the standard leaves something open.

use kiln_lang::tree::Program;

use crate::choice::Choices;
use crate::image::Image;
use crate::link::{Cache, link_again};
use crate::machine::Machine;
use crate::memory::Touched;
use crate::outcome::{Ended, Outcome, Place, Stop};
use crate::settings::{CHOICES, Settings};

/// What a program means.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// How it ends.
    pub outcome: Outcome,
    /// Events of the source until then.
    pub steps: u64,
    /// What a program that did not end had written until then; see [`Ended`] for the others.
    pub output: Vec<u8>,
    /// The choices of an implementation that this rests on.
    pub depends_on: Choices,
}

/// Runs a program without arguments.
pub fn run(program: &Program, settings: &Settings) -> Verdict {
    Runner::new(*settings).run(program)
}

/// Runs a program. `args` are its arguments, the first is its name.
pub fn run_with(program: &Program, settings: &Settings, args: &[String]) -> Verdict {
    Runner::new(*settings).run_with(program, args)
}

/// The verdict of a program of which it is known what it does with the [opposite](Settings::opposite) of all choices: where there are
/// two of each, one run says whether they matter.
pub fn confirm(program: &Program, settings: &Settings, known: &Ended) -> Verdict {
    let mut runner = Runner::new(*settings);
    let args = ["program".to_owned()];
    let image = link_again(program, settings, &mut runner.caches[0]);
    let (first, touched) = run_image(&image, settings, &args, |_| {});
    let agrees = match &first.outcome {
        Outcome::Ended(ended) => (&ended.how, &ended.output) == (&known.how, &known.output),
        _ => false,
    };
    if agrees && !touched.is_manifold() {
        return first;
    }
    runner.decide(program, &args, &image, first, touched)
}

/// Runs versions of a program: functions that are the same as in the version before are not lowered again.
#[derive(Debug)]
pub struct Runner {
    settings: Settings,
    /// Code by the order of evaluation: as the settings say, and the other way round.
    caches: [Cache; 2],
}

impl Runner {
    /// A runner that has seen nothing.
    pub fn new(settings: Settings) -> Runner {
        Runner { settings, caches: Default::default() }
    }

    /// How many functions and initialisers of the last version were not known: they are lowered if they run.
    pub fn lowered(&self) -> usize {
        self.caches[0].lowered()
    }

    /// Runs a program without arguments.
    pub fn run(&mut self, program: &Program) -> Verdict {
        self.run_with(program, &["program".to_owned()])
    }

    /// Runs a program. `args` are its arguments, the first is its name.
    pub fn run_with(&mut self, program: &Program, args: &[String]) -> Verdict {
        let image = link_again(program, &self.settings, &mut self.caches[0]);
        let (first, touched) = run_image(&image, &self.settings, args, |_| {});
        self.decide(program, args, &image, first, touched)
    }

    /// The verdict of a program whose first run is done. Where it has touched what the standard leaves open, other choices
    /// have to lead to the same end.
    pub(crate) fn decide(
        &mut self,
        program: &Program,
        args: &[String],
        image: &Image,
        first: Verdict,
        touched: Touched,
    ) -> Verdict {
        let settings = self.settings;
        if !matches!(first.outcome, Outcome::Ended(_)) {
            return first;
        }
        if touched.seeded() {
            // Two choices are opposites; of what can take many values, more are tried.
            let n_choices = if touched.is_manifold() { CHOICES.len() } else { 1 };
            for choice in &CHOICES[..n_choices] {
                let other = Settings { seed: settings.seed ^ choice, ..settings };
                let (second, _) = run_image(image, &other, args, |_| {});
                if second.outcome != first.outcome {
                    return Verdict { outcome: differs(&second.outcome, touched.choice(), None), ..first };
                }
            }
        }
        if let Some(site) = touched.order {
            let flipped = Settings { order: settings.opposite().order, ..settings };
            let other = link_again(program, &flipped, &mut self.caches[1]);
            let (third, _) = run_image(&other, &flipped, args, |_| {});
            if third.outcome != first.outcome {
                let outcome = differs(&third.outcome, "the order of evaluation", image.place(site));
                return Verdict { outcome, ..first };
            }
        }
        first
    }
}

/// Two choices that the standard allows have different ends.
fn differs(second: &Outcome, choice: &str, place: Option<Place>) -> Outcome {
    match second {
        // Undefined with one choice is undefined (C11 3.4.4: any of the choices may be taken).
        Outcome::Undefined(report) => Outcome::Undefined(report.clone()),
        Outcome::Limit(_) | Outcome::Unsupported { .. } => second.clone(),
        _ => Outcome::Unspecified { what: format!("the outcome depends on {choice}"), place },
    }
}

/// One run; `then` gets the machine when it is over, if it could start.
pub(crate) fn run_image(
    image: &Image,
    settings: &Settings,
    args: &[String],
    then: impl FnOnce(&mut Machine<'_>),
) -> (Verdict, Touched) {
    match Machine::new(image, settings) {
        Ok(mut machine) => {
            let outcome = machine.run(args);
            let output = std::mem::take(&mut machine.output);
            then(&mut machine);
            let touched = machine.memory.touched;
            (Verdict { outcome, steps: machine.steps, output, depends_on: touched.choices }, touched)
        }
        Err(stop) => {
            let (outcome, depends_on) = (early(stop), Choices::default());
            (Verdict { outcome, steps: 0, output: Vec::new(), depends_on }, Touched::default())
        }
    }
}

/// The outcome of a machine that could not start.
pub(crate) fn early(stop: Stop) -> Outcome {
    match *stop {
        crate::outcome::Reason::Limit(limit) => Outcome::Limit(limit),
        crate::outcome::Reason::Unsupported(what) => Outcome::Unsupported { what, place: None },
        _ => Outcome::Limit(crate::outcome::Limit::Memory),
    }
}
