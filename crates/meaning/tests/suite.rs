//! The suite of tiny programs: what is undefined is found where it is, what is nearly so is not.
//!
//! `undefined/KIND/*.c`: the line of the undefined behaviour ends in `//~ KIND`. `defined/KIND/*.c`: the output stands beside
//! it. The first line may hold `// dialect: iso`, `// flags: -m32` or `// status: 3`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use kiln_lang::index::Id;
use kiln_lang::tree::{FunctionId, Node, Program};
use kiln_lang::{Options, parse};
use kiln_meaning::profile::{At, Request, profile};
use kiln_meaning::{Dialect, End, Outcome, Settings, run};

/// All programs below a directory, in order.
fn programs(directory: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(directory);
    let mut files = Vec::new();
    let mut pending = vec![root];
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(&directory).expect("the suite is there") {
            let path = entry.expect("the suite can be read").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// What the first lines ask for.
struct Header {
    settings: Settings,
    options: Options,
    status: u8,
}

fn header(text: &str) -> Header {
    let mut header = Header { settings: Settings::default(), options: Options::default(), status: 0 };
    for line in text.lines().take_while(|line| line.starts_with("//")) {
        if let Some(name) = line.strip_prefix("// dialect: ") {
            let found = Dialect::ALL.iter().find(|(known, _)| *known == name.trim());
            header.settings.dialect = found.expect("a dialect").1;
        } else if let Some(flags) = line.strip_prefix("// flags: ") {
            header.options = Options::from_flags(flags.split_whitespace());
            header.settings.apply_flags(flags.split_whitespace());
        } else if let Some(status) = line.strip_prefix("// status: ") {
            header.status = status.trim().parse().expect("a number");
        }
    }
    header
}

/// The text with the macros that compilers define by themselves for x86-64 replaced; the suite uses no others.
fn expanded(text: &str) -> String {
    const MACROS: [(&str, &str); 4] = [
        ("__SIZE_TYPE__", "unsigned long"),
        ("__UINTPTR_TYPE__", "unsigned long"),
        ("__INTPTR_TYPE__", "long"),
        ("__WCHAR_TYPE__", "int"),
    ];
    MACROS.iter().fold(text.to_owned(), |text, (name, meaning)| text.replace(name, meaning))
}

fn name(path: &Path) -> String {
    let parts: Vec<_> = path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    format!("{}/{}", parts[1], parts[0])
}

/// What is wrong with a program's verdict, in words.
fn undefined_problem(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("the program can be read");
    let header = header(&text);
    let (line, kind) = text
        .lines()
        .enumerate()
        .find_map(|(index, line)| line.split_once("//~ ").map(|(_, kind)| (index as u32 + 1, kind.trim().to_owned())))
        .expect("a mark");
    let parsed = parse("program.i", expanded(&text).into_bytes(), &header.options);
    if !parsed.accepted() {
        return Some("rejected".to_owned());
    }
    match run(&parsed.program, &header.settings).outcome {
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
    let text = fs::read_to_string(path).expect("the program can be read");
    let header = header(&text);
    let expected = fs::read(path.with_extension("out")).expect("the output stands beside the program");
    let parsed = parse("program.i", expanded(&text).into_bytes(), &header.options);
    if !parsed.accepted() {
        return Some("rejected".to_owned());
    }
    match run(&parsed.program, &header.settings).outcome {
        Outcome::Ended(ended) => {
            let same = ended.how == End::Status(header.status) && ended.output == expected;
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
        for node in body.roots().into_iter().flat_map(|root| body.descend(root)) {
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
    let text = fs::read_to_string(path).expect("the program can be read");
    let header = header(&text);
    let parsed = parse("program.i", expanded(&text).into_bytes(), &header.options);
    let plain = run(&parsed.program, &header.settings);
    let request = everything(&parsed.program);
    let (verdict, profile) = profile(&parsed.program, &header.settings, &request);
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

fn check(directory: &str, problem: impl Fn(&Path) -> Option<String>) {
    let programs = programs(directory);
    assert!(programs.len() > 300, "the suite is complete");
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
    check("undefined", undefined_problem);
}

#[test]
fn near_misses_are_defined() {
    check("defined", defined_problem);
}

#[test]
fn a_profile_changes_nothing() {
    check("undefined", profile_problem);
    check("defined", profile_problem);
}
