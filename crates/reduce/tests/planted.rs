//! Planted faults are reduced to a few operators in a few tests.
//!
//! The compiler here is the interpreter behind a planted fault: it needs no process, so that many programs of 10,000 operators
//! can be tried. `tests/reduce.rs` of the workspace does the same with a real compiler behind the fault.

use std::sync::atomic::AtomicBool;

use kiln_case::Choices;
use kiln_fault::{Fault, Planted};
use kiln_generate::arith::{self, Options as Arith};
use kiln_lang::tree::Program;
use kiln_lang::{Options as Dialect, parse, print};
use kiln_meaning::{End, Ended, Limits, Outcome, Settings, run};
use kiln_reduce::{Options, Reduced, Seen, TestError, pattern, reduce};

/// What the interpreter makes of a program with a fault. What is undefined because of the fault is a signal.
fn observe(fault: &Fault, text: &str, expected: &Ended) -> Result<Seen, TestError> {
    let program = parse("program.c", text.as_bytes(), &Dialect::default()).program;
    let planted = match fault.plant(&program) {
        Planted::Program(planted) => planted,
        Planted::Crash(words) => return Ok(Seen::CompilerCrash(words)),
    };
    let settings = Settings { wrapv: true, limits: Limits { steps: 1_000_000, ..Limits::default() }, ..Settings::default() };
    Ok(match run(&planted, &settings).outcome {
        Outcome::Ended(ended) if ended.how == expected.how && ended.output == expected.output => Seen::Right,
        Outcome::Ended(ended) if matches!(ended.how, End::Status(_)) => {
            let output = String::from_utf8_lossy(&ended.output).into_owned();
            let labels = output.lines().filter_map(|line| line.strip_prefix("NG ")?.split(' ').next().map(str::to_owned));
            Seen::Wrong(labels.collect())
        }
        _ => Seen::Signal(8),
    })
}

fn reduced(program: &Program, fault: &Fault, jobs: usize) -> Option<Reduced> {
    let stop = AtomicBool::new(false);
    let options = Options { settings: Settings::default(), jobs, stop: &stop };
    let test = |text: &str, expected: &Ended| observe(fault, text, expected);
    match reduce(program, &test, &options, &mut |p| if std::env::var_os("SHOW").is_some() { eprintln!("  {:?} {} ops {} tests {} refused {}", p.phase, if p.smaller.is_some() {"SMALLER"} else {""}, p.operators, p.counts.tests+p.counts.simplifying_tests, p.counts.refused) }) {
        Ok(reduced) => Some(reduced),
        Err(kiln_reduce::ReduceError::NotFailing) => None,
        Err(error) => panic!("{fault}: {error}"),
    }
}

fn made(seed: u64, options: &Arith) -> Program {
    arith::make(&Choices::new(seed), options, Dialect::default()).expect("the options are in their ranges").program
}

fn cases(default: u64) -> u64 {
    std::env::var("KILN_PROPERTY_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// The result is defined, finds itself right, and still fails.
fn assert_good(reduced: &Reduced, fault: &Fault) {
    let Outcome::Ended(ended) = run(&reduced.program, &Settings::default()).outcome else { panic!("{fault}: undefined") };
    assert_eq!(ended.how, End::Status(0), "{fault}");
    let text = print::canonical(&reduced.program);
    let seen = observe(fault, &text, &ended).expect("there is no process");
    assert!(reduced.failure.is_kept_by(&seen), "{fault}: {seen:?}\n{text}");
}

#[test]
fn ten_thousand_operators_become_three_in_sixty_tests() {
    let mut n_failing = 0;
    let first: u64 = std::env::var("FIRST").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    for seed in first..first + cases(6) {
        let fault = Fault::operator(seed);
        let expressions = [1, 10, 100, 1000, 2500][seed as usize % 5];
        let program = made(seed, &Arith { product: 10_000, expressions: Some(expressions), ..Arith::default() });
        let Some(reduced) = reduced(&program, &fault, 1) else { continue };
        n_failing += 1;
        assert_good(&reduced, &fault);
        let counts = reduced.counts;
        eprintln!("{seed} x{expressions} {fault}: {} operators, {counts:?}, {}", reduced.operators, pattern(&reduced.program));
        if std::env::var_os("SHOW").is_some() { eprintln!("{}", print::canonical(&reduced.program)); }
        assert!(reduced.operators <= 3, "seed {seed}, {fault}: {} operators left", reduced.operators);
        assert!(counts.tests_to_three.is_some_and(|tests| tests <= 60), "seed {seed}, {fault}: {counts:?}");
    }
    assert!(n_failing * 2 > cases(6), "only {n_failing} faults were seen");
}
