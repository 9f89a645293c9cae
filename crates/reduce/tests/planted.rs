//! Planted faults are found and reduced to a few operators in a few tests.
//!
//! The compiler behind a planted fault is mostly the interpreter: it needs no process, so that many programs of 10,000 operators
//! can be tried. It is gcc -O0 as well, where what is undefined because of the fault does what machines do: a program may be
//! killed, or write to wherever a pointer leads. `KILN_PROPERTY_CASES` raises the number of faults.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

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
use kiln_reduce::{Failure, Ran, Seen, TestError};
use kiln_toolchain::process::{self, Limits as Bounds, ProcessError};

/// What translates a program with a fault.
#[derive(Clone, Copy)]
enum Behind<'d> {
    Interpreter,
    /// gcc -O0, in a directory.
    Gcc(&'d Path),
}

/// What a compiler with a fault makes of a program.
fn observe(behind: Behind<'_>, fault: &Fault, text: &str, expected: &Ended) -> Seen {
    let program = parse("program.c", text.as_bytes(), &Dialect::default()).program;
    match (fault.plant(&program), behind) {
        (Planted::Crash(words), _) => Seen::CompilerCrash(words),
        (Planted::Program(planted), Behind::Interpreter) => interpreted(&planted, expected),
        (Planted::Program(planted), Behind::Gcc(directory)) => Seen::of(compiled(&planted, directory), expected),
    }
}

fn compiled(planted: &Program, directory: &Path) -> Ran {
    let (source, program) = (directory.join("planted.c"), directory.join("planted"));
    std::fs::write(&source, print::canonical(planted)).expect("there is room");
    let bounds = Bounds { time: Duration::from_mins(5), output: 1 << 24 };
    let mut gcc = Command::new("gcc");
    gcc.args(["-O0", "-w", "-o"]).args([&program, &source]);
    let done = process::run(&mut gcc, b"", bounds).expect("gcc was there a moment ago");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    match process::run(&mut Command::new(&program), b"", Bounds { time: Duration::from_secs(20), ..bounds }) {
        Ok(done) => match (done.status.code(), done.status.signal()) {
            (Some(status), _) => Ran::Ended { status, output: done.stdout },
            (None, signal) => Ran::Signal(signal.unwrap_or(0)),
        },
        Err(ProcessError::Timeout { .. }) => Ran::Timeout,
        Err(error) => panic!("{error}"),
    }
}

/// What the interpreter makes of a program with a fault. Of what is undefined because of the fault, divisions kill a program on
/// most machines; everything else gives some value or other.
fn interpreted(planted: &Program, expected: &Ended) -> Seen {
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    match run(planted, &Settings { wrapv: true, limits, ..Settings::default() }).outcome {
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
        other => panic!("{other:?}"),
    }
}

/// The smaller program; nothing if the fault does not show.
fn reduced(program: &Program, fault: &Fault, jobs: usize) -> Option<Reduced> {
    reduced_behind(Behind::Interpreter, program, fault, jobs)
}

fn reduced_behind(behind: Behind<'_>, program: &Program, fault: &Fault, jobs: usize) -> Option<Reduced> {
    let stop = AtomicBool::new(false);
    let options = Options { settings: Settings::default(), jobs, stop: &stop };
    let test = |text: &str, expected: &Ended| -> Result<Seen, TestError> { Ok(observe(behind, fault, text, expected)) };
    match reduce(program, &test, &options, &mut |_| {}) {
        Ok(reduced) => {
            assert_good(behind, &reduced, fault);
            Some(reduced)
        }
        Err(ReduceError::NotFailing) => None,
        Err(error) => panic!("{fault}: {error}"),
    }
}

/// The result is defined, finds itself right, and still fails.
fn assert_good(behind: Behind<'_>, reduced: &Reduced, fault: &Fault) {
    let text = print::canonical(&reduced.program);
    let Outcome::Ended(ended) = run(&reduced.program, &Settings::default()).outcome else { panic!("{fault}:\n{text}") };
    assert_eq!(ended.how, End::Status(0), "{fault}:\n{text}");
    let seen = observe(behind, fault, &text, &ended);
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

/// Reduces programs of 10,000 operators with all features, one for each fault. In one long expression a wrong value is mostly lost
/// on the way, so several may have to be made until the fault shows.
fn assert_small(behind: Behind<'_>, n_cases: u64) {
    let (mut n_seen, mut bad) = (0, Vec::new());
    for seed in 0..n_cases {
        let fault = Fault::operator(seed);
        let expressions = [2500, 1, 10, 100, 1000][seed as usize % 5];
        let options = Arith { product: 10_000, expressions: Some(expressions), ..Arith::default() };
        let mut programs = (0..20).map(|again| made(seed + again * 30, &options));
        let Some(reduced) = programs.find_map(|program| reduced_behind(behind, &program, &fault, 1)) else { continue };
        n_seen += 1;
        let Reduced { operators, counts, failure, .. } = &reduced;
        say(&format!("{seed}: {expressions} expressions, {fault}, {failure}: {operators} operators, {counts:?}"));
        if *operators > 3 || counts.tests_to_three.is_none_or(|tests| tests > 60) {
            bad.push(format!("seed {seed}, {fault}: {counts:?}\n{}", print::canonical(&reduced.program)));
        }
    }
    assert!(bad.is_empty(), "{} of {n_seen}:\n{}", bad.len(), bad.join("\n"));
    assert!(n_seen * 5 >= n_cases * 4, "only {n_seen} faults were seen");
}

#[test]
fn ten_thousand_operators_become_three_in_sixty_tests() {
    assert_small(Behind::Interpreter, cases(5));
}

/// The same two thirds of the faults with a real compiler behind them.
#[test]
fn so_they_do_with_gcc_behind_the_fault() {
    if Command::new("gcc").arg("-v").output().is_err() {
        return say("skipped: gcc is not installed");
    }
    let directory = tempfile::tempdir().expect("there is room");
    assert_small(Behind::Gcc(directory.path()), cases(3) * 2 / 3);
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
    // With fewer faults none may kill.
    for seed in 0..cases(20).max(20) {
        let fault = Fault::operator(seed);
        let program = made(seed, &Arith { product: 300, ..plain() });
        let Outcome::Ended(expected) = run(&program, &Settings::default()).outcome else { panic!("seed {seed}") };
        let seen = observe(Behind::Interpreter, &fault, &print::canonical(&program), &expected);
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
