//! Who is wrong, for compilers that do as they are told.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use kiln_case::{Case, Expected, Origin, Unit};
use kiln_toolchain::build::Compilation;
use kiln_toolchain::calibrate::Calibration;
use kiln_toolchain::compiler::CompilerCommand;

use super::*;
use crate::config::Config;
use crate::matrix::{Configuration, Part, Tool};
use crate::rules::Rule;
use crate::sets::Sets;

fn tool(name: &str, family: Family) -> Tool {
    // It has everything but 128-bit integers, and reads wide bit-fields its own way if it is Clang.
    let rules = Config::default().rules;
    let lacks = |rule: &Rule| {
        rule.source.as_ref().is_some_and(|source| source.as_str() == "__int128")
            || family == Family::Clang && rule.choice.as_deref() == Some("bit-field-precision")
    };
    let probed = rules.quirks.iter().filter_map(|rule| Some((rule.probe.clone()?, !lacks(rule))));
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
            tried: BTreeMap::new(),
            probed: probed.collect(),
            traceable: BTreeMap::new(),
            nesting: 250,
            deterministic: true,
            link: None,
            milliseconds: 10,
            trouble: None,
        },
        tracing: None,
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
    Observation { configuration, compilation, execution: Some(execution), traced: None }
}

fn failed(configuration: usize, outcome: Compiled, messages: &str) -> Observation {
    let compilation = Compilation { outcome, messages: messages.to_owned(), cpu: Duration::ZERO };
    Observation { configuration, compilation, execution: None, traced: None }
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
fn two_small_compilers_are_wrong_if_two_others_agree_with_the_interpreter() {
    let families = [Family::Gcc, Family::Clang, Family::Tcc, Family::Pcc];
    let matrix = Matrix::new(families.map(|family| tool(&format!("{family:?}"), family)).into());
    let plain: Vec<usize> =
        (0..matrix.configurations.len()).filter(|&at| matrix.configurations[at].is_plain()).collect();
    let judged = |outputs: [&str; 4]| {
        let observations: Vec<Observation> = plain.iter().zip(outputs).map(|(&at, output)| ran(at, output)).collect();
        judge(&matrix, &Expectations::new(&case(true)), &observations)
    };
    let judgement = judged(["right", "right", "wrong", "wrong"]);
    assert_eq!(judgement.quarantine, None);
    assert!(judgement.suspicions.iter().all(|suspicion| suspicion.standing == Standing::Bug));
    assert_eq!(judgement.suspicions.len(), 2);
    assert!(judged(["wrong", "right", "wrong", "wrong"]).quarantine.is_some());
    assert!(judged(["wrong", "wrong", "right", "wrong"]).quarantine.is_some());
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
    // Words of pcc.
    let refused = "case.c, line 4: syntax error\ninternal compiler error: case.c, line 15\n";
    let judgement = judge(&matrix(), &Expectations::new(&case), &[failed(1, Compiled::Crashed, refused)]);
    assert_eq!((judgement.unsupported, judgement.suspicions), (vec![1], Vec::new()));
}

/// A matrix with a configuration more for each compiler: numbers 4 and 5.
fn matrix_with(kind: Kind) -> Matrix {
    let mut matrix = matrix();
    for tool in 0..2 {
        let label = kind.label().unwrap_or_default().to_owned();
        let target = Some("x86_64".to_owned());
        matrix.configurations.push(Configuration {
            tool,
            flags: Vec::new(),
            level: String::new(),
            label,
            target,
            kind,
            parts: Vec::new(),
        });
    }
    matrix
}

fn alarm(configuration: usize) -> Observation {
    let mut observation = ran(configuration, "");
    if let Some(execution) = &mut observation.execution {
        execution.errors = "case.c:3:5: runtime error: signed integer overflow".to_owned();
        execution.end = End::Status(1);
    }
    observation
}

#[test]
fn a_sanitizer_is_wrong_if_its_own_compiler_and_another_sanitizer_say_so() {
    let (matrix, case) = (matrix_with(Kind::Sanitized), case(true));
    let judged = |plain: [&str; 4], sanitized: [Observation; 2]| {
        let all: Vec<Observation> = outputs(plain).into_iter().chain(sanitized).collect();
        judge(&matrix, &Expectations::new(&case), &all).suspicions
    };
    let found = judged(["right"; 4], [alarm(4), ran(5, "right")]);
    let [suspicion] = &found[..] else { panic!("{found:?}") };
    assert_eq!((suspicion.class, &suspicion.standing), (Class::SanitizerFalseAlarm, &Standing::Bug));
    assert_eq!((&suspicion.failing[..], suspicion.passing), (&[4][..], Some(5)));
    assert_eq!(suspicion.key, "sanitizer-false-alarm gcc: runtime error: signed integer overflow");
    let is_doubtful = |found: &[Suspicion]| {
        let alarms = found.iter().filter(|it| it.class == Class::SanitizerFalseAlarm);
        alarms.map(|it| matches!(it.standing, Standing::Doubtful(_))).collect::<Vec<bool>>()
    };
    assert_eq!(is_doubtful(&judged(["right"; 4], [alarm(4), alarm(5)])), [true, true]);
    assert_eq!(is_doubtful(&judged(["right", "wrong", "right", "right"], [alarm(4), ran(5, "right")])), [true]);
    // Of a program that the interpreter does not know nothing is said.
    let unknown = self::case(false);
    assert_eq!(judge(&matrix, &Expectations::new(&unknown), &[alarm(4), ran(5, "")]).suspicions, []);
}

#[test]
fn what_was_drawn_is_named_only_if_nothing_else_shows_it() {
    let (matrix, case) = (matrix_with(Kind::Drawn), case(true));
    let key = |plain: [&str; 4]| {
        let all: Vec<Observation> = outputs(plain).into_iter().chain([ran(4, "wrong"), ran(5, "right")]).collect();
        judge(&matrix, &Expectations::new(&case), &all).suspicions[0].key.clone()
    };
    assert_eq!(key(["right"; 4]), "wrong-code gcc drawn");
    assert_eq!(key(["right", "wrong", "right", "right"]), "wrong-code gcc -O2");
}

#[test]
fn with_units_of_two_compilers_nobody_is_wrong_alone() {
    let (mut matrix, case) = (matrix_with(Kind::Mixed), case(true));
    matrix.configurations[4].parts = vec![Part { tool: 0, flags: Vec::new() }, Part { tool: 1, flags: Vec::new() }];
    let judged = |plain: [&str; 4]| {
        let all: Vec<Observation> = outputs(plain).into_iter().chain([ran(4, "wrong"), ran(5, "right")]).collect();
        judge(&matrix, &Expectations::new(&case), &all).suspicions
    };
    let found = judged(["right"; 4]);
    let [suspicion] = &found[..] else { panic!("{found:?}") };
    assert!(matches!(suspicion.standing, Standing::Doubtful(_)) && suspicion.failing == [4]);
    let found = judged(["right", "wrong", "right", "right"]);
    let [suspicion] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&suspicion.standing, &suspicion.failing[..]), (&Standing::Bug, &[1][..]));
}

#[test]
fn what_a_user_knows_is_counted_and_not_reported() {
    let text = "[[known]]\nreason = \"PR 1\"\ncompiler = \"gcc\"\nclass = \"compiler-crash\"\nmessage = 'in f[a-z]*,'\n\
                [[known]]\nreason = \"PR 2\"\nfamily = \"clang\"\nsource = 'unknown\\(\\)'\nclass = \"wrong-code\"\n";
    let config = Arc::new(Config::read("kiln.toml", text).unwrap());
    let preset = config.options["plain"].clone();
    let mut matrix = matrix();
    matrix.sets = Arc::new(Sets::new(config, &preset));
    let case = case(true);
    let judged = |observations: &[Observation]| judge(&matrix, &Expectations::new(&case), observations);
    let crash = |function: &str| {
        failed(1, Compiled::Crashed, &format!("case.c:1:1: internal compiler error: in {function}, at g.cc:1"))
    };
    let judgement = judged(&[ran(0, "right"), crash("fold"), ran(2, "right"), ran(3, "wrong")]);
    assert_eq!((judgement.suspicions, judgement.known), (Vec::new(), vec![1, 3]));
    assert_eq!(judged(&[ran(0, "right"), crash("expand")]).suspicions.len(), 1, "another crash is news");
    assert_eq!(judged(&[ran(0, "right"), ran(1, "wrong")]).suspicions.len(), 1, "another compiler is news");
}

#[test]
fn what_an_older_compiler_gets_wrong_too_is_no_news() {
    // gcc is new, clang is the one that it is compared with.
    let matrix = Matrix { base: Some(1), ..matrix() };
    let case = case(true);
    let judged = |plain: [&str; 4]| judge(&matrix, &Expectations::new(&case), &outputs(plain));
    let judgement = judged(["right", "wrong", "right", "right"]);
    assert_eq!((&judgement.suspicions[0].failing[..], judgement.suspicions[0].passing), (&[1][..], Some(3)));
    let judgement = judged(["right", "wrong", "right", "wrong"]);
    assert_eq!((judgement.suspicions, judgement.known), (Vec::new(), vec![1]));
    assert_eq!(judged(["right", "right", "right", "wrong"]).suspicions, [], "nobody asks about the old one");
}

#[test]
fn a_choice_that_a_compiler_makes_otherwise_is_no_bug() {
    let mut case = case(false);
    case.units[0].text = b"int printf(const char *, ...); struct s { unsigned long long x : 33; } t = {1ull << 32};\n\
                           int main(void) { printf(t.x << 1 ? \"wide\" : \"right\"); return 0; }"
        .to_vec();
    // Without the rule there would be a vote.
    let judgement = judge(&matrix(), &Expectations::new(&case), &outputs(["right", "wide", "wide", "wide"]));
    assert_eq!((judgement.suspicions, judgement.unsupported), (Vec::new(), vec![2, 3]));
}

#[test]
fn what_is_valid_on_one_machine_need_not_be_on_another() {
    let mut matrix = matrix_with(Kind::Drawn);
    matrix.configurations[4].target = Some("i386".to_owned());
    let rejected = failed(4, Compiled::Rejected, "case.c:1:1: error: '__int128' is not supported on this target");
    // The interpreter does not read it for that machine, either.
    let mut wide = case(true);
    wide.units[0].text = b"int main(void) { __int128 x = 3; return (int)x - 3; }".to_vec();
    let judgement = judge(&matrix, &Expectations::new(&wide), &[ran(2, "right"), rejected.clone()]);
    assert_eq!((judgement.suspicions, judgement.unsupported), (Vec::new(), vec![2, 4]));
    let mut plain = case(true);
    plain.units[0].text = b"int main(void) { return 0; }".to_vec();
    let judgement = judge(&matrix, &Expectations::new(&plain), &[ran(2, "right"), rejected]);
    assert_eq!(judgement.suspicions[0].class, Class::RejectsValid);
}
