//! Who is wrong, for compilers that do as they are told.

use std::collections::BTreeMap;
use std::time::Duration;

use kiln_case::{Case, Expected, Origin, Unit};
use kiln_toolchain::build::Compilation;
use kiln_toolchain::calibrate::Calibration;
use kiln_toolchain::compiler::CompilerCommand;

use super::*;
use crate::matrix::Tool;

fn tool(name: &str, family: Family) -> Tool {
    Tool {
        name: name.to_owned(),
        command: CompilerCommand::new(name.into()),
        identity: name.to_owned(),
        calibration: Calibration {
            family,
            version: name.to_owned(),
            target: Some("x86_64".to_owned()),
            levels: vec!["-O0".to_owned(), "-O2".to_owned()],
            abilities: Vec::new(),
            lacks: vec!["__int128".to_owned()],
            tried: BTreeMap::new(),
            deterministic: true,
            milliseconds: 10,
            trouble: None,
        },
    }
}

/// gcc -O0, gcc -O2, clang -O0, clang -O2.
fn matrix() -> Matrix {
    Matrix::new(vec![tool("gcc", Family::Gcc), tool("clang", Family::Clang)])
}

fn case(is_known: bool) -> Case {
    let ended = Ended { how: ExpectedEnd::Status(0), output: b"right".to_vec(), volatiles: 0 };
    Case {
        // Nothing that kiln could run, so that only the source knows.
        units: vec![Unit {
            name: "case.c".to_owned(),
            text: b"int main(void) { asm(\"nop\"); return unknown(); }".to_vec(),
        }],
        expected: is_known.then(|| Expected { target: "x86_64".to_owned(), ended }),
        origin: Origin { source: "test".to_owned(), command: String::new(), seed: 0 },
    }
}

fn ran(configuration: usize, output: &str) -> Observation {
    let compilation = Compilation { outcome: Compiled::Built, messages: String::new(), cpu: Duration::ZERO };
    let execution =
        Execution { end: End::Status(0), output: output.into(), errors: String::new(), cpu: Duration::ZERO };
    Observation { configuration, compilation, execution: Some(execution) }
}

fn failed(configuration: usize, outcome: Compiled, messages: &str) -> Observation {
    let compilation = Compilation { outcome, messages: messages.to_owned(), cpu: Duration::ZERO };
    Observation { configuration, compilation, execution: None }
}

fn judged(is_known: bool, observations: &[Observation]) -> Judgement {
    judge(&matrix(), &Expectations::new(&case(is_known)), observations)
}

fn outputs(outputs: [&str; 4]) -> Vec<Observation> {
    outputs.iter().enumerate().map(|(configuration, output)| ran(configuration, output)).collect()
}

#[test]
fn all_right_is_no_suspicion() {
    assert_eq!(judged(true, &outputs(["right"; 4])), Judgement::default());
}

#[test]
fn one_level_wrong_is_wrong_code() {
    let judgement = judged(true, &outputs(["right", "wrong", "right", "right"]));
    let [suspicion] = &judgement.suspicions[..] else { panic!("{judgement:?}") };
    assert_eq!((suspicion.class, &suspicion.failing[..], suspicion.passing), (Class::WrongCode, &[1][..], Some(0)));
    assert_eq!(suspicion.standing, Standing::Bug);
    assert_eq!(suspicion.key, "wrong-code gcc -O2");
}

#[test]
fn one_family_always_wrong_is_wrong_code_while_another_agrees() {
    let judgement = judged(true, &outputs(["wrong", "wrong", "right", "right"]));
    let [suspicion] = &judgement.suspicions[..] else { panic!("{judgement:?}") };
    assert_eq!((&suspicion.standing, &suspicion.failing[..]), (&Standing::Bug, &[0, 1][..]));
}

#[test]
fn one_family_alone_against_the_interpreter_is_disputed() {
    let judgement = judged(true, &[ran(0, "wrong"), ran(1, "wrong")]);
    assert!(matches!(judgement.suspicions[0].standing, Standing::Disputed(_)), "{judgement:?}");
}

#[test]
fn two_families_without_optimisation_put_kiln_into_quarantine() {
    let judgement = judged(true, &outputs(["wrong", "right", "wrong", "right"]));
    assert!(judgement.quarantine.is_some() && judgement.suspicions.is_empty(), "{judgement:?}");
}

#[test]
fn without_the_interpreter_a_vote_is_doubtful() {
    let judgement = judged(false, &outputs(["a", "a", "a", "b"]));
    let [suspicion] = &judgement.suspicions[..] else { panic!("{judgement:?}") };
    assert!(matches!(suspicion.standing, Standing::Doubtful(_)) && suspicion.failing == [3]);
    assert_eq!(judged(false, &outputs(["a", "a", "b", "b"])), Judgement::default(), "no majority of two families");
}

#[test]
fn crashes_of_one_look_are_one_suspicion() {
    let ice = |line: u32| format!("case.c:{line}:1: internal compiler error: in f, at g.cc:{line}");
    let crash = |configuration, line| failed(configuration, Compiled::Crashed, &ice(line));
    let judgement = judged(true, &[ran(0, "right"), crash(1, 3), crash(2, 4), ran(3, "right")]);
    // Another family is another cause.
    assert_eq!(judgement.suspicions.len(), 2);
    assert!(judgement.suspicions.iter().all(|suspicion| suspicion.class == Class::CompilerCrash));
    let judgement = judged(true, &[crash(0, 3), crash(1, 4), ran(2, "right")]);
    assert_eq!(judgement.suspicions[0].failing, [0, 1]);
}

#[test]
fn a_program_that_nobody_takes_is_disputed_and_waiting_is_no_bug() {
    let rejected = failed(0, Compiled::Rejected, "case.c:1:1: error: no");
    let judgement = judged(true, std::slice::from_ref(&rejected));
    assert!(matches!(judgement.suspicions[0].standing, Standing::Disputed(_)));
    let judgement = judged(true, &[rejected, ran(2, "right")]);
    assert_eq!(
        (judgement.suspicions[0].class, &judgement.suspicions[0].standing),
        (Class::RejectsValid, &Standing::Bug)
    );
    let judgement = judged(true, &[failed(0, Compiled::Stalled, ""), ran(2, "right")]);
    assert_eq!((judgement.inconclusive, judgement.suspicions), (vec![0], Vec::new()));
}

#[test]
fn what_a_compiler_does_not_have_it_does_not_get_wrong() {
    let mut case = case(true);
    case.units[0].text = b"__int128 x;".to_vec();
    let all_wrong = [ran(0, "wrong"), failed(1, Compiled::Rejected, "case.c:1:1: error: no")];
    let judgement = judge(&matrix(), &Expectations::new(&case), &all_wrong);
    assert_eq!((judgement.unsupported, judgement.suspicions), (vec![0, 1], Vec::new()));
    let crash = [failed(1, Compiled::Crashed, "internal compiler error: in f")];
    assert_eq!(judge(&matrix(), &Expectations::new(&case), &crash).suspicions.len(), 1);
}
