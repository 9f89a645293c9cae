//! The suite of tiny programs: what is undefined is found where it is, what is nearly so is not.
//!
//! `undefined/KIND/*.c`: the line of the undefined behaviour ends in `//~ KIND`. `unspecified/TOPIC/*.c`: the line where two
//! choices part ends in `//~ unspecified`, where that is known. `defined/KIND/*.c`: the output stands beside it.

mod programs;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use kiln_lang::index::Id;
use kiln_lang::tree::{FunctionId, Node, Program};
use kiln_meaning::profile::{At, Request, profile};
use kiln_meaning::{End, Outcome, run};

use self::programs::{programs, read};

fn name(path: &Path) -> String {
    let parts: Vec<_> = path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    format!("{}/{}", parts[1], parts[0])
}

/// What is wrong with a program's verdict, in words.
fn undefined_problem(path: &Path) -> Option<String> {
    let program = read(path);
    let (line, kind) = program
        .text
        .lines()
        .enumerate()
        .find_map(|(index, line)| line.split_once("//~ ").map(|(_, kind)| (index as u32 + 1, kind.trim().to_owned())))
        .expect("a mark");
    let parsed = &program.parsed;
    if !parsed.accepted() {
        return Some("rejected".to_owned());
    }
    match run(&parsed.program, &program.settings).outcome {
        Outcome::Undefined(report) => {
            let at = report.place.map(|place| parsed.source.place(place.span.start).line);
            let same = report.kind.name() == kind && at == Some(line);
            (!same).then(|| {
                format!("{} ({}) at line {at:?}, not {kind} at line {line}", report.kind.name(), report.message)
            })
        }
        Outcome::Unsupported { what, .. } => Some(format!("unsupported: {what}")),
        outcome => Some(format!("{}, not {kind} at line {line}", outcome.word())),
    }
}

fn defined_problem(path: &Path) -> Option<String> {
    let program = read(path);
    let expected = fs::read(path.with_extension("out")).expect("the output stands beside the program");
    let parsed = &program.parsed;
    if !parsed.accepted() {
        return Some("rejected".to_owned());
    }
    match run(&parsed.program, &program.settings).outcome {
        Outcome::Ended(ended) => {
            let same = ended.how == End::Status(program.status) && ended.output == expected;
            (!same).then(|| format!("{:?}, output {:?}", ended.how, String::from_utf8_lossy(&ended.output)))
        }
        Outcome::Undefined(report) => {
            let line = report.place.map(|place| parsed.source.place(place.span.start).line);
            Some(format!("{} at line {line:?}: {}", report.kind.name(), report.message))
        }
        Outcome::Unsupported { what, .. } => Some(format!("unsupported: {what}")),
        outcome => Some(format!("{outcome:?}")),
    }
}

/// Everything that a profile can hold.
fn everything(program: &Program) -> Request {
    let mut request = Request { counts: true, globals: true, max_visits: 3, ..Request::default() };
    for index in 0..program.units[0].functions.len() {
        let (unit, function) = (0, FunctionId::from_index(index));
        request.functions.push((unit, function));
        let body = program.units[0].function(function);
        for node in body.nodes() {
            match node {
                Node::Stmt(stmt) => request.points.push(At { unit, function, stmt }),
                Node::Expr(expr) => request.expressions.push((unit, function, expr)),
            }
        }
    }
    request
}

/// What differs between a plain run and one with a profile of everything.
fn profile_problem(path: &Path) -> Option<String> {
    let program = read(path);
    let parsed = &program.parsed;
    let plain = run(&parsed.program, &program.settings);
    let request = everything(&parsed.program);
    let (verdict, profile) = profile(&parsed.program, &program.settings, &request);
    let inside = |record: &kiln_meaning::profile::Record| {
        record.rows().all(|row| record.columns.iter().zip(row).all(|(column, &value)| column.hull.contains(value)))
    };
    let records = [&profile.points, &profile.expressions].into_iter().flatten();
    if verdict.outcome != plain.outcome {
        Some(format!("{:?}, not {:?}", verdict.outcome, plain.outcome))
    } else if (verdict.steps, &verdict.output) != (plain.steps, &plain.output) {
        Some(format!("{} steps, not {}", verdict.steps, plain.steps))
    } else if !records.clone().all(inside) {
        Some("a value outside of its hull".to_owned())
    } else {
        None
    }
}

/// A program whose outcome is not specified.
fn unspecified_problem(path: &Path) -> Option<String> {
    let program = read(path);
    let marked = program.text.lines().position(|line| line.ends_with("//~ unspecified")).map(|index| index as u32 + 1);
    if !program.parsed.accepted() {
        return Some("rejected".to_owned());
    }
    match run(&program.parsed.program, &program.settings).outcome {
        Outcome::Unspecified { what, place } => {
            let line = place.map(|place| program.parsed.source.place(place.span.start).line);
            (line != marked).then(|| format!("at line {line:?}, not {marked:?}: {what}"))
        }
        outcome => Some(format!("{outcome:?}")),
    }
}

fn check(directory: &str, least: usize, problem: impl Fn(&Path) -> Option<String>) {
    let programs = programs(&[directory]);
    assert!(programs.len() > least, "the suite is complete");
    let mut report = String::new();
    let mut failed = 0;
    for path in &programs {
        if let Some(problem) = problem(path) {
            failed += 1;
            writeln!(report, "{}: {problem}", name(path)).expect("a string takes text");
        }
    }
    assert!(failed == 0, "{failed} of {} programs fail:\n{report}", programs.len());
}

#[test]
fn undefined_programs_are_found_out() {
    check("undefined", 300, undefined_problem);
}

#[test]
fn programs_without_one_outcome_are_found_out() {
    check("unspecified", 10, unspecified_problem);
}

#[test]
fn near_misses_are_defined() {
    check("defined", 300, defined_problem);
}

#[test]
fn a_profile_changes_nothing() {
    check("undefined", 300, profile_problem);
    check("defined", 300, profile_problem);
}
