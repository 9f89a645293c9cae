//! What was drawn for a program is reduced before the program is: whatever is left out, the generator makes a program that is
//! defined, and a fault is found in less than there was.
//!
//! `KILN_PROPERTY_CASES` raises the number of cases.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use kiln_case::{Choices, Source};
use kiln_fault::{Fault, Planted};
use kiln_generate::arith::{ArithSource, Options as Arith};
use kiln_generate::whole::{Options as Whole, WholeSource};
use kiln_lang::{Options as Dialect, parse};
use kiln_meaning::{Ended, Limits, Outcome, Settings, run};
use kiln_reduce::{Bounds, Form, Recorded, Smaller, StartError, Subject, reduce_texts};

fn n_cases() -> u64 {
    std::env::var("KILN_PROPERTY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

fn sources() -> [Arc<dyn Source>; 2] {
    // So large that what a program needs in any case, some objects and their checksum, is a small part of it.
    let whole = WholeSource::new(Whole { tokens: 4000, ..Whole::default() }, Vec::new());
    let arith = ArithSource::new(Arith { product: 200, ..Arith::default() }, Vec::new());
    [Arc::new(whole.expect("in range")), Arc::new(arith.expect("in range"))]
}

fn text(source: &dyn Source, choices: &Choices) -> String {
    let case = source.make(choices).expect("a generator that works").expect("a program");
    String::from_utf8(case.units[0].text.clone()).expect("programs are ASCII")
}

/// The record of a program gives the program, and writing it down changes nothing.
#[test]
fn a_record_makes_the_same_program() {
    for source in sources() {
        for seed in 0..n_cases() * 4 {
            let choices = Choices::recorded(seed);
            let made = text(&*source, &choices);
            assert_eq!(made, text(&*source, &Choices::new(seed)), "{} {seed}", source.name());
            let again = Choices::replayed(seed, choices.record());
            assert_eq!(made, text(&*source, &again), "{} {seed}", source.name());
            assert_eq!(choices.record(), again.record(), "{} {seed}", source.name());
        }
    }
}

/// Whatever is left out or lowered, what is made of the rest is a program that is defined: the generator would say if not.
#[test]
fn whatever_is_left_out_the_program_is_defined() {
    for source in sources() {
        for seed in 0..n_cases() * 4 {
            let choices = Choices::recorded(seed);
            let whole = text(&*source, &choices);
            let (record, mut dice) = (choices.record(), Choices::new(seed).split("dice", 0));
            let spans = record.spans();
            assert!(!spans.is_empty(), "{} {seed}", source.name());
            for rate in [1, 2, 5, 20] {
                let drawn: Vec<_> = spans.iter().filter(|_| dice.one_in(rate)).cloned().collect();
                for changed in [record.without(&drawn), record.lowered(&drawn)] {
                    let made = text(&*source, &Choices::replayed(seed, changed));
                    let program = parse("r.c", made.as_bytes(), &Dialect::default());
                    let outcome = run(&program.program, &Settings::default()).outcome;
                    assert!(matches!(outcome, Outcome::Ended(_)), "{} {seed}: {outcome:?}\n{made}", source.name());
                }
            }
            let nothing = text(&*source, &Choices::replayed(seed, record.without(&spans)));
            assert!(nothing.len() < whole.len(), "{} {seed}", source.name());
        }
    }
}

/// Whether a program with a fault does something else than it has to do.
fn is_wrong(fault: &Fault, text: &str, expected: &Ended) -> bool {
    let program = parse("program.c", text.as_bytes(), &Dialect::default()).program;
    let Planted::Program(planted) = fault.plant(&program) else { return true };
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    match run(&planted, &Settings { wrapv: true, limits, ..Settings::default() }).outcome {
        Outcome::Ended(ended) => ended.how != expected.how || ended.output != expected.output,
        _ => true,
    }
}

/// Reduces by choices alone: tests stop when another pass begins.
fn by_choices(source: &Arc<dyn Source>, seed: u64, fault: &Fault, jobs: usize) -> Result<Smaller, StartError> {
    let made = text(&**source, &Choices::new(seed));
    let recorded = Recorded::of(Arc::clone(source), seed, std::slice::from_ref(&made));
    let recorded = recorded.expect("it is what the generator makes");
    let options = Dialect::default();
    let names = vec!["program.c".to_owned()];
    let subject = Subject { names, options, settings: Settings::default(), form: Form::Defined };
    let stop = AtomicBool::new(false);
    let bounds = Bounds { jobs, tests: None, stop: &stop };
    let by_others = Mutex::new(false);
    let ask = |texts: &[String], ended: Option<&Ended>| {
        let is_over = *by_others.lock().expect("nobody panics");
        Ok(!is_over && is_wrong(fault, &texts[0], ended.expect("defined")))
    };
    reduce_texts(vec![made], Some(&recorded), &subject, &ask, &bounds, &mut |progress| {
        if !["start", "choices"].contains(&progress.pass) {
            *by_others.lock().expect("nobody panics") = true;
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    })
}

#[expect(clippy::print_stdout, reason = "what was measured, for those who run the test by hand")]
fn say(line: &str) {
    println!("{line}");
}

/// Most faults are found in much less of a program than there was, and the result is the same for any number of workers.
#[test]
fn a_fault_is_found_in_less() {
    for source in sources() {
        let (mut before, mut after, mut n_failing) = (0, 0, 0);
        for seed in 0.. {
            let fault = Fault::operator(seed);
            let smaller = match by_choices(&source, seed, &fault, 1) {
                Ok(smaller) => smaller,
                Err(StartError::NotInteresting) => continue,
                Err(other) => panic!("{} {seed}, {fault}: {other}", source.name()),
            };
            let of_choices = smaller.passes[0];
            assert_eq!(of_choices.name, "choices");
            let left = smaller.from.tokens as i64 - of_choices.tokens;
            let (tests, from) = (of_choices.tests, smaller.from.tokens);
            say(&format!("{} {seed}, {fault}: {left} tokens of {from} after {tests} tests", source.name()));
            let together = by_choices(&source, seed, &fault, 3).expect("it still fails");
            assert_eq!(together.passes[0].tokens, of_choices.tokens, "{} {seed}, {fault}", source.name());
            (before, after, n_failing) = (before + from as i64, after + left, n_failing + 1);
            if n_failing == n_cases() {
                break;
            }
        }
        assert!(after * 2 < before, "{}: {after} tokens of {before}", source.name());
    }
}
