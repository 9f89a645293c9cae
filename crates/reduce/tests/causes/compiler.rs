//! A compiler with planted faults, each of which some optimisations bring about, and what kiln does with a program that it gets
//! wrong.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use kiln_case::Choices;
use kiln_fault::{Fault, Planted};
use kiln_generate::arith::{self, Options as Arith};
use kiln_generate::whole::{self, Options as Whole};
use kiln_lang::tree::Program;
use kiln_lang::{Options as Dialect, parse, print};
use kiln_meaning::{Ended, Limits, Outcome, Settings, run};
use kiln_reduce::{Bounds, Form, Subject, reduce_texts};
use kiln_triage::facts::{self, About, LEVELS, MAX_COMPILATIONS};
use kiln_triage::slip::{self, Slip};
use kiln_triage::{Facts, Tries};

/// How many optimisations each level has.
const OF_LEVELS: [u64; 5] = [0, 20, 40, N_OPTIMISATIONS, N_OPTIMISATIONS];

/// Those of the level that everything is compiled at.
pub(crate) const N_OPTIMISATIONS: u64 = 60;

/// That level.
const LEVEL: &str = "-O2";

/// How large programs are.
#[derive(Clone, Copy)]
pub(crate) enum Scale {
    Small,
    Tiny,
}

/// A program of one of the generators.
pub(crate) fn program(seed: u64, scale: Scale) -> String {
    let choices = Choices::new(seed);
    let (product, tokens) = match scale {
        Scale::Small => (60, 600),
        Scale::Tiny => (20, 500),
    };
    print::canonical(&if seed.is_multiple_of(2) {
        arith::make(&choices, &Arith { product, ..Arith::default() }, Dialect::default()).expect("in range").program
    } else {
        whole::make(&choices, &Whole { tokens, ..Whole::default() }, Dialect::default()).expect("in range").program
    })
}

fn read(text: &str) -> Program {
    parse("program.c", text.as_bytes(), &Dialect::default()).program
}

/// Output and how it ends; nothing if that is not known.
fn done(program: &Program, wrapv: bool) -> Option<(Vec<u8>, String)> {
    // A wrong number may become the size of an array. With less, memory would come from where it has to be cleared.
    let limits = Limits { steps: 1_000_000, memory: 1 << 26, ..Limits::default() };
    match run(program, &Settings { wrapv, limits, ..Settings::default() }).outcome {
        Outcome::Ended(ended) => Some((ended.output, format!("{:?}", ended.how))),
        _ => None,
    }
}

/// A program as a compiler with some faults takes it; nothing if it breaks down.
pub(crate) fn planted(faults: &[Fault], text: &str) -> Option<Program> {
    faults.iter().try_fold(read(text), |program, fault| match fault.plant(&program) {
        Planted::Program(planted) => Some(planted),
        Planted::Crash(_) => None,
    })
}

/// Whether faults make a program do something else.
pub(crate) fn is_wrong(faults: &[Fault], text: &str) -> bool {
    planted(faults, text).is_none_or(|planted| done(&planted, true) != done(&read(text), false))
}

/// A fault, and the optimisations any of which brings it about.
pub(crate) struct Bug {
    pub(crate) fault: Fault,
    pub(crate) optimisations: Vec<String>,
}

/// The name of an optimisation.
pub(crate) fn optimisation(number: u64) -> String {
    format!("opt{number}")
}

/// A compiler with bugs.
pub(crate) struct Compiler {
    pub(crate) bugs: Vec<Bug>,
}

impl Compiler {
    fn about() -> About {
        let names = |n: &u64| (0..*n).map(optimisation).collect();
        About { optimisations: OF_LEVELS.iter().map(names).collect(), has_levels: true }
    }

    /// Whether it gets a program wrong with some flags behind its level.
    pub(crate) fn fails(&self, flags: &[String], text: &str) -> bool {
        let on = on(flags);
        let is_on = |bug: &&Bug| bug.optimisations.iter().any(|name| on.contains(name));
        is_wrong(&self.bugs.iter().filter(is_on).map(|bug| bug.fault).collect::<Vec<Fault>>(), text)
    }

    /// A smaller program that it gets wrong and, with other flags, right.
    pub(crate) fn reduced(&self, text: &str, right_with: Option<&[String]>) -> String {
        let names = vec!["program.c".to_owned()];
        let subject =
            Subject { names, options: Dialect::default(), settings: Settings::default(), form: Form::Defined };
        let stop = AtomicBool::new(false);
        let bounds = Bounds { jobs: 1, tests: None, stop: &stop };
        let ask = |texts: &[String], _: Option<&Ended>| {
            Ok(self.fails(&[], &texts[0]) && right_with.is_none_or(|flags| !self.fails(flags, &texts[0])))
        };
        let smaller =
            reduce_texts(vec![text.to_owned()], None, &subject, &ask, &bounds, &mut |_| {}).expect("it fails");
        smaller.texts.concat()
    }

    /// What kiln thinks of a program and the smaller one.
    pub(crate) fn slip(&self, first: &str, smaller: &str) -> Slip {
        let (mut of_first, mut of_smaller) = (
            |flags: &[String]| Ok::<bool, Infallible>(self.fails(flags, first)),
            |flags: &[String]| Ok::<bool, Infallible>(self.fails(flags, smaller)),
        );
        let (mut nothing, mut nothing_else) = (|_: &[String]| Ok(String::new()), |_: &[String]| Ok(String::new()));
        let mut before = Tries::new(MAX_COMPILATIONS, &mut of_first, &mut nothing);
        let mut after = Tries::new(MAX_COMPILATIONS, &mut of_smaller, &mut nothing_else);
        slip::look(LEVEL, &Compiler::about(), &mut before, &mut after).expect("it cannot fail")
    }

    /// What kiln finds out of a program that it gets wrong.
    pub(crate) fn facts(&self, text: &str) -> Facts {
        let mut ask = |flags: &[String]| Ok::<bool, Infallible>(self.fails(flags, text));
        facts::look(LEVEL, &Compiler::about(), &mut ask, &mut |_| Ok(String::new())).expect("it cannot fail")
    }
}

/// The optimisations that are on with some flags behind the level.
fn on(flags: &[String]) -> BTreeSet<String> {
    let of_level = |level: &str| {
        let place = LEVELS.iter().position(|other| *other == level);
        place.map(|place| (0..OF_LEVELS[place]).map(optimisation).collect::<BTreeSet<String>>())
    };
    let mut on = of_level(LEVEL).unwrap_or_default();
    for flag in flags {
        if let Some(of_level) = of_level(flag) {
            on = of_level;
        } else if let Some(name) = flag.strip_prefix("-fno-") {
            on.remove(name);
        } else if let Some(name) = flag.strip_prefix("-f") {
            on.insert(name.to_owned());
        }
    }
    on
}
