//! A compiler has two bugs, and the program shows one of them: the smaller program still shows that one.
//!
//! The compiler is the interpreter behind two planted faults, each of which goes with an optimisation, as bugs of real compilers do.
//! Which faults and which optimisations is drawn by a seed. `KILN_PROPERTY_CASES` raises the number of compilers. How many have to
//! be reduced again depends on the generators; one that has to be is a test of the command line, with a real compiler.

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
use kiln_triage::facts::{About, MAX_COMPILATIONS};
use kiln_triage::slip::{Slip, look};
use kiln_triage::{Tries, gcc};

/// As many optimisations as some levels of GCC have.
const N_OPTIMISATIONS: u64 = 60;

fn n_cases() -> u64 {
    std::env::var("KILN_PROPERTY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

#[expect(clippy::print_stdout, reason = "what was measured, for those who run the test by hand")]
fn say(line: &str) {
    println!("{line}");
}

/// Programs of both generators.
fn program(seed: u64) -> String {
    let choices = Choices::new(seed);
    print::canonical(&if seed.is_multiple_of(2) {
        let options = Arith { product: 60, ..Arith::default() };
        arith::make(&choices, &options, Dialect::default()).expect("in range").program
    } else {
        whole::make(&choices, &Whole { tokens: 600, ..Whole::default() }, Dialect::default()).expect("in range").program
    })
}

fn read(text: &str) -> Program {
    parse("program.c", text.as_bytes(), &Dialect::default()).program
}

/// Output and how it ends; nothing if that is not known.
fn done(program: &Program, wrapv: bool) -> Option<(Vec<u8>, String)> {
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    match run(program, &Settings { wrapv, limits, ..Settings::default() }).outcome {
        Outcome::Ended(ended) => Some((ended.output, format!("{:?}", ended.how))),
        _ => None,
    }
}

/// A program as a compiler with some faults takes it; nothing if it breaks down.
fn planted(faults: &[Fault], text: &str) -> Option<Program> {
    faults.iter().try_fold(read(text), |program, fault| match fault.plant(&program) {
        Planted::Program(planted) => Some(planted),
        Planted::Crash(_) => None,
    })
}

/// Whether faults make a program do something else.
fn is_wrong(faults: &[Fault], text: &str) -> bool {
    planted(faults, text).is_none_or(|planted| done(&planted, true) != done(&read(text), false))
}

/// A compiler with two faults.
struct Compiler {
    faults: [Fault; 2],
    optimisations: [String; 2],
}

impl Compiler {
    /// Whether it gets a program wrong with some flags.
    fn fails(&self, flags: &[String], text: &str) -> bool {
        let is_on = |optimisation: &String| !flags.contains(&format!("-fno-{optimisation}"));
        let faults = self.faults.iter().zip(&self.optimisations).filter(|(_, optimisation)| is_on(optimisation));
        is_wrong(&faults.map(|(fault, _)| *fault).collect::<Vec<Fault>>(), text)
    }

    /// A smaller program that it gets wrong and, with other flags, right.
    fn reduced(&self, text: &str, right_with: Option<&[String]>) -> String {
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

    fn slip(&self, first: &str, smaller: &str) -> Slip {
        let names: Vec<String> = (0..N_OPTIMISATIONS).map(|number| format!("opt{number}")).collect();
        let about = About { optimisations: vec![names; 5], has_levels: true };
        let (mut of_first, mut of_smaller) = (
            |flags: &[String]| Ok::<bool, Infallible>(self.fails(flags, first)),
            |flags: &[String]| Ok::<bool, Infallible>(self.fails(flags, smaller)),
        );
        let (mut nothing, mut nothing_else) = (|_: &[String]| Ok(String::new()), |_: &[String]| Ok(String::new()));
        let mut before = Tries::new(MAX_COMPILATIONS, &mut of_first, &mut nothing);
        let mut after = Tries::new(MAX_COMPILATIONS, &mut of_smaller, &mut nothing_else);
        look("-O2", &about, &mut before, &mut after).expect("it cannot fail")
    }
}

/// The program shows the first fault; the second is in it, too, and does not show.
fn drawn(seed: u64) -> Option<(Compiler, String)> {
    let mut choices = Choices::new(seed).split("plant", 0);
    let shown = choices.below(N_OPTIMISATIONS);
    let hidden = (shown + 1 + choices.below(N_OPTIMISATIONS - 1)) % N_OPTIMISATIONS;
    let optimisations = [shown, hidden].map(|number| format!("opt{number}"));
    for _ in 0..40 {
        let faults = [Fault::operator(choices.below(1000)), Fault::operator(choices.below(1000))];
        let text = program(choices.below(1_000_000));
        let is_in = || planted(&faults[1..], &text).is_none_or(|planted| print::canonical(&planted) != text);
        // Together they must not make up for each other either.
        let is_shown = || is_wrong(&faults[..1], &text) && is_wrong(&faults, &text);
        if is_shown() && is_in() && !is_wrong(&faults[1..], &text) {
            return Some((Compiler { faults, optimisations }, text));
        }
    }
    None
}

#[test]
fn a_reduction_does_not_end_at_another_bug() {
    let mut n_slipped = 0;
    for (seed, (compiler, text)) in (0..).filter_map(|seed| Some((seed, drawn(seed)?))).take(n_cases() as usize) {
        let [shown, hidden] = &compiler.faults;
        let mut smaller = compiler.reduced(&text, None);
        let has_slipped = !is_wrong(&[*shown], &smaller);
        let slip = compiler.slip(&text, &smaller);
        say(&format!("seed {seed}: {shown}; {hidden}: {slip:?}"));
        // What is seen of it from outside is what happened.
        assert_eq!(slip != Slip::None, has_slipped, "seed {seed}: {shown}; {hidden}\n{smaller}");
        if let Slip::Guard(flags) = &slip {
            assert_eq!(flags[..], gcc::off(&compiler.optimisations[..1]), "seed {seed}");
            smaller = compiler.reduced(&text, Some(flags));
        }
        assert!(is_wrong(&[*shown], &smaller), "seed {seed}: {shown} became {hidden}\n{smaller}");
        n_slipped += u64::from(has_slipped);
    }
    say(&format!("{n_slipped} of {} had to be reduced again", n_cases()));
}
