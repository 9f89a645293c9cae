//! Planted faults are found and reduced to a few operators in a few tests.
//!
//! The compiler here is the interpreter behind a planted fault: it needs no process, so that many programs of 10,000 operators
//! can be tried. `tests/reduce.rs` of the workspace does the same with a real compiler behind the fault.
//! `KILN_PROPERTY_CASES` raises the number of faults.

use std::sync::atomic::AtomicBool;

use kiln_case::Choices;
use kiln_fault::{Fault, Listing, Planted};
use kiln_generate::arith::features::{Feature, Features};
use kiln_generate::arith::{self, Options as Arith, Preset};
use kiln_lang::tree::{BinaryOp, Program};
use kiln_lang::types::Basic;
use kiln_lang::{Options as Dialect, parse, print};
use kiln_meaning::undefined::Kind;
use kiln_meaning::{End, Ended, Limits, Outcome, Settings, run};
use kiln_reduce::arith::{Options, ReduceError, Reduced, pattern, reduce};
use kiln_reduce::{Failure, Seen, TestError};

/// What the interpreter makes of a program with a fault. Of what is undefined because of the fault, divisions kill a program on
/// most machines; everything else gives some value or other.
fn observe(fault: &Fault, text: &str, expected: &Ended) -> Seen {
    let program = parse("program.c", text.as_bytes(), &Dialect::default()).program;
    let planted = match fault.plant(&program) {
        Planted::Program(planted) => planted,
        Planted::Crash(words) => return Seen::CompilerCrash(words),
    };
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    match run(&planted, &Settings { wrapv: true, limits, ..Settings::default() }).outcome {
        Outcome::Ended(ended) if ended.how == expected.how && ended.output == expected.output => Seen::Right,
        Outcome::Ended(ended) if matches!(ended.how, End::Status(_)) => {
            let output = String::from_utf8_lossy(&ended.output).into_owned();
            let label = |line: &str| line.strip_prefix("NG ")?.split(' ').next().map(str::to_owned);
            Seen::Wrong(output.lines().filter_map(label).collect())
        }
        Outcome::Limit(_) => Seen::Timeout,
        // With `wrapv`, what overflows is a quotient.
        Outcome::Undefined(report) if matches!(report.kind, Kind::DivisionByZero | Kind::SignedOverflow) => {
            Seen::Signal(8)
        }
        Outcome::Undefined(_) => Seen::Wrong(Vec::new()),
        other => panic!("{fault}: {other:?}"),
    }
}

/// The smaller program; nothing if the fault does not show.
fn reduced(program: &Program, fault: &Fault, jobs: usize) -> Option<Reduced> {
    let stop = AtomicBool::new(false);
    let options = Options { settings: Settings::default(), jobs, stop: &stop };
    let test = |text: &str, expected: &Ended| -> Result<Seen, TestError> { Ok(observe(fault, text, expected)) };
    match reduce(program, &test, &options, &mut |_| {}) {
        Ok(reduced) => {
            assert_good(&reduced, fault);
            Some(reduced)
        }
        Err(ReduceError::NotFailing) => None,
        Err(error) => panic!("{fault}: {error}"),
    }
}

/// The result is defined, finds itself right, and still fails.
fn assert_good(reduced: &Reduced, fault: &Fault) {
    let text = print::canonical(&reduced.program);
    let Outcome::Ended(ended) = run(&reduced.program, &Settings::default()).outcome else { panic!("{fault}:\n{text}") };
    assert_eq!(ended.how, End::Status(0), "{fault}:\n{text}");
    let seen = observe(fault, &text, &ended);
    assert!(reduced.failure.is_kept_by(&seen), "{fault}: {seen:?}\n{text}");
    let count = |word| text.matches(word).count();
    assert_eq!(count("\"NG "), count("status = 1;"), "what is wrong has to show in the status:\n{text}");
}

fn made(seed: u64, options: &Arith) -> Program {
    arith::make(&Choices::new(seed), options, Dialect::default()).expect("the options are in their ranges").program
}

/// Programs of the paper's form with constants.
fn plain() -> Arith {
    Arith { features: Features::NONE.with(Feature::Constant), ..Arith::default() }
}

#[expect(clippy::print_stdout, reason = "what was measured, for those who run the test by hand")]
fn say(line: &str) {
    println!("{line}");
}

fn cases(default: u64) -> u64 {
    std::env::var("KILN_PROPERTY_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// Programs with all features. In one long expression a wrong value is mostly lost on the way, so several may have to be made
/// until the fault shows.
#[test]
fn ten_thousand_operators_become_three_in_sixty_tests() {
    let (n_cases, mut n_seen, mut bad) = (cases(5), 0, Vec::new());
    for seed in 0..n_cases {
        let fault = Fault::operator(seed);
        let expressions = [2500, 1, 10, 100, 1000][seed as usize % 5];
        let options = Arith { product: 10_000, expressions: Some(expressions), ..Arith::default() };
        let mut programs = (0..20).map(|again| made(seed + again * n_cases, &options));
        let Some(reduced) = programs.find_map(|program| reduced(&program, &fault, 1)) else { continue };
        n_seen += 1;
        let (operators, counts) = (reduced.operators, reduced.counts);
        say(&format!("{seed}: {expressions} expressions, {fault}: {operators} operators, {counts:?}"));
        if operators > 3 || counts.tests_to_three.is_none_or(|tests| tests > 60) {
            bad.push(format!("seed {seed}, {fault}: {counts:?}\n{}", print::canonical(&reduced.program)));
        }
    }
    assert!(bad.is_empty(), "{} of {n_seen}:\n{}", bad.len(), bad.join("\n"));
    assert!(n_seen * 5 >= n_cases * 4, "only {n_seen} faults were seen");
}

/// Such a fault is rare: most programs do not show it.
#[test]
fn a_fault_of_two_operators_keeps_both() {
    let options = Arith { product: 5000, ..Preset::Flipping.options() };
    let shown = (0..200).filter_map(|seed| {
        let (fault, program) = (Fault::nested(seed), made(seed, &options));
        reduced(&program, &fault, 1).map(|reduced| (fault, program, reduced))
    });
    let n_wanted = cases(2) as usize;
    let mut n_seen = 0;
    for (fault, program, one_by_one) in shown.take(n_wanted) {
        n_seen += 1;
        let (operators, counts) = (one_by_one.operators, one_by_one.counts);
        say(&format!("{fault}: {operators} operators, {counts:?}, {}", pattern(&one_by_one.program)));
        // Those of the fault, and in a program that is killed those that lead from the wrong value to the division.
        assert!((2..=4).contains(&operators), "{fault}:\n{}", print::canonical(&one_by_one.program));
        let at_once = reduced(&program, &fault, 3).expect("it fails as before");
        assert_eq!(print::canonical(&one_by_one.program), print::canonical(&at_once.program), "{fault}");
    }
    assert!(n_seen > 0, "no fault was seen");
}

/// A wrong value that ends in undefined behaviour could be made smaller by showing the value instead: it must not.
#[test]
fn what_kills_a_program_goes_on_killing_it() {
    let mut n_seen = 0;
    for seed in 0..cases(20) {
        let fault = Fault::operator(seed);
        let program = made(seed, &Arith { product: 300, ..plain() });
        let Outcome::Ended(expected) = run(&program, &Settings::default()).outcome else { panic!("seed {seed}") };
        let seen = observe(&fault, &print::canonical(&program), &expected);
        if !matches!(seen, Seen::Signal(_)) {
            continue;
        }
        n_seen += 1;
        let reduced = reduced(&program, &fault, 1).expect("it fails");
        assert_eq!(Failure::of(&seen).as_ref(), Some(&reduced.failure), "seed {seed}, {fault}");
        say(&format!("{seed}: {fault}: {} operators, {:?}", reduced.operators, reduced.counts));
        assert!(reduced.operators <= 3, "seed {seed}, {fault}:\n{}", print::canonical(&reduced.program));
    }
    assert!(n_seen > 0, "no program was killed");
}

/// The faults of figure 16, with the operators of its listings; conversions count. Programs have the types and operators of
/// the listings only, so that a few of them are enough.
#[test]
fn the_faults_of_figure_16_become_as_small_as_its_listings() {
    use kiln_lang::tree::BinaryOp::{Add, Div, Lt, Ne, Rem, Shl, Shr, Sub};
    use kiln_lang::types::Basic::{Double, Int, Long, Short, UInt};
    let listings: [(Listing, usize, Vec<Basic>, Vec<BinaryOp>); 4] = [
        (Listing::A, 4, vec![UInt], vec![Sub, Div]),
        (Listing::B, 2, vec![Int, Short], vec![Add, Shr, Lt]),
        (Listing::C, 3, vec![Short, Int, Long], vec![Sub, Shl, Shr]),
        (Listing::D, 16, vec![Int, UInt, Double], vec![Add, Rem, Ne]),
    ];
    for (listing, most, types, ops) in listings {
        let fault = Fault::Figure16(listing);
        let options = Arith { product: 3000, types, ops, ..plain() };
        let found = (0..50).find_map(|seed| reduced(&made(seed, &options), &fault, 1));
        let reduced = found.unwrap_or_else(|| panic!("{fault} was not found"));
        say(&format!("{fault}: {} operators, {:?}, {}", reduced.operators, reduced.counts, pattern(&reduced.program)));
        assert!(reduced.operators <= most, "{fault}:\n{}", print::canonical(&reduced.program));
    }
}
