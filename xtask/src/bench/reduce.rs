//! The rows about reducers: what kiln, C-Reduce, C-Vise, Shrink Ray and treereduce leave of the same program, with the same
//! test, in the same CPU time.
//!
//! Each has a directory of its own with the program and the test ([`cases`]), is told to run one test at a time ([`reducer`]),
//! and is killed with everything it has started when all of that together has had its CPU time ([`tree`]). The result is the
//! smallest program that the test has said yes to. Others than the reducers say whether it is right ([`audit`]).
//!
//! What is cut by its budget and what has come to its end are not the same: each line says which. To the end takes the others
//! hours: what each made of each program is written to a log, so that all of it can be measured in pieces.

mod audit;
mod cases;
mod reducer;
mod tree;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use audit::{Audit, NOT_ISO};
use cases::{CASES, Case};
use reducer::{Reduced, Reducer};
use tree::Trees;

use super::opponent::{installed, scratch};
use super::row::{Bar, Row, Table};
use super::subject::Kiln;
use crate::measuring::log::Log;
use crate::measuring::show;
use crate::repository;
use crate::task_error::{Doing, TaskError};

/// Options of `cargo xtask bench reduce`.
#[derive(Debug, clap::Args)]
pub(super) struct ReduceArgs {
    /// Seconds of CPU time for each reducer and program
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    cpu: u64,
    /// Let each come to its own end, whatever that takes
    #[arg(long, conflicts_with = "cpu")]
    to_the_end: bool,
    /// Take what an earlier run has measured with the same reducer, program, test and budget
    #[arg(long)]
    resume: bool,
    /// Only kiln, to see what becomes of the cases
    #[arg(long)]
    alone: bool,
    /// Only the cases that have this in their names
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Keep the results in this directory
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

/// How many times as much the best of the others may at least have left when kiln was cut by the budget, and how many times
/// as much CPU time it has to take to its end.
const BAR: f64 = 4.0;

/// What nobody takes who comes to an end at all.
const NO_END: Duration = Duration::from_hours(30 * 24);

/// At most 2 % of the tests are spent on programs that do not compile, are undefined or do not end.
const TESTS_PER_WASTED: f64 = 50.0;

/// What is measured with.
struct Bench<'a> {
    args: &'a ReduceArgs,
    audit: Audit<'a>,
    trees: Trees,
    log: Log,
    kiln: Reducer,
    others: Vec<Reducer>,
}

/// A reducer's name, and what it made.
type Made<'r> = (&'r str, Reduced);

/// Measures everything.
pub(super) fn run(args: &ReduceArgs) -> Result<(), TaskError> {
    let kiln = Kiln::build()?;
    let program = PathBuf::from(kiln.command().get_program());
    let (others, missing) = if args.alone { (Vec::new(), Vec::new()) } else { Reducer::others() };
    let audit = Audit::new(&program)?;
    for name in missing {
        show(&format!("{name} is not installed: left out\n"));
    }
    for configuration in audit.unable() {
        show(&format!("{configuration}: makes no programs here, not asked about results\n"));
    }
    let directory = repository::target().join("bench-reduce");
    fs::create_dir_all(&directory).doing("make the directory", &directory)?;
    let log = Log::open(&directory.join("reduced.log"))?;
    let bench = Bench { args, kiln: Reducer::kiln(&program), others, audit, trees: Trees::new()?, log };
    let mut rows = Vec::new();
    let mut complaints = Vec::new();
    for case in CASES.iter().filter(|case| args.only.as_ref().is_none_or(|only| case.name.contains(only.as_str()))) {
        match case.needs.filter(|&name| installed(name).is_none()) {
            Some(missing) => show(&format!("{missing} is not installed: {} is left out\n", case.name)),
            None => rows.extend(bench.measure(case, &mut complaints)?),
        }
    }
    let budget = if args.to_the_end { "to the end".to_owned() } else { format!("after {} s of CPU time", args.cpu) };
    let about = format!("\nWhat is left {budget}; the best of the others is what it is against");
    let mut table = Table::new(&about, "kiln");
    for row in rows {
        table.add(row);
    }
    table.finish()?;
    if complaints.is_empty() { Ok(()) } else { Err(TaskError::CheckFailed(complaints.join("\n"))) }
}

impl Bench<'_> {
    /// Has everybody reduce a case, and compares.
    fn measure(&self, case: &Case, complaints: &mut Vec<String>) -> Result<Vec<Row>, TaskError> {
        let (kiln, wrong) = self.reduce(&self.kiln, case)?;
        complaints.extend(wrong.iter().map(|complaint| format!("{}, kiln: {complaint}", case.name)));
        if kiln.smallest.is_none() {
            complaints.push(format!("{}: the program is not interesting at the start", case.name));
            return Ok(Vec::new());
        }
        let mut others = Vec::new();
        for reducer in &self.others {
            let (reduced, wrong) = self.reduce(reducer, case)?;
            // A result that is wrong is none.
            if reduced.smallest.is_some() && wrong.iter().all(|complaint| complaint == NOT_ISO) {
                others.push((reducer.name, reduced));
            }
        }
        let mut rows = vec![wasted(case, &kiln)];
        if let Some(best) = others.iter().min_by_key(|(_, reduced)| reduced.tokens) {
            rows.push(tokens(case, &kiln, best));
            rows.push(cpu(case, &kiln, best));
        }
        Ok(rows)
    }

    /// What a reducer makes of a case, from the log if that is wanted and there.
    fn reduced(&self, reducer: &Reducer, case: &Case) -> Result<Reduced, TaskError> {
        let directory = scratch()?;
        let budget = if self.args.to_the_end { NO_END } else { Duration::from_secs(self.args.cpu) };
        case.put(directory.path())?;
        let key = reducer.key(directory.path(), budget)?;
        let known = self.log.get(&key).filter(|_| self.args.resume);
        if let Some(reduced) = known.and_then(|line| serde_json::from_str(&line).ok()) {
            return Ok(reduced);
        }
        let reduced = reducer.reduce(&self.trees, directory.path(), budget)?;
        self.log.put(key, &serde_json::to_string(&reduced).expect("it is numbers and texts"))?;
        Ok(reduced)
    }

    /// Has a reducer reduce a case, and shows what came of it; with it, what is wrong with that.
    fn reduce(&self, reducer: &Reducer, case: &Case) -> Result<(Reduced, Vec<String>), TaskError> {
        let reduced = self.reduced(reducer, case)?;
        let wrong = match &reduced.smallest {
            Some(text) => self.audit.complaints(case, text)?,
            None => vec!["nothing was interesting".to_owned()],
        };
        if let (Some(keep), Some(text)) = (&self.args.keep, &reduced.smallest) {
            fs::create_dir_all(keep).doing("make the directory", keep)?;
            let path = keep.join(format!("{}.{}.c", case.name, reducer.name.replace(' ', "-")));
            fs::write(&path, text).doing("write", &path)?;
        }
        show(&line(case, reducer.name, &reduced, &wrong));
        Ok((reduced, wrong))
    }
}

/// A line about one reducer and one case.
fn line(case: &Case, name: &str, reduced: &Reduced, wrong: &[String]) -> String {
    let Reduced { tokens, cpu, finished, tests, .. } = reduced;
    let said = ["interesting", "compile", "undefined", "timeout"].map(|verdict| reduced.said(verdict));
    let [interesting, compile, undefined, timeout] = said;
    let end = if *finished { "finished" } else { "cut" };
    let verdict = if wrong.is_empty() { "right".to_owned() } else { format!("WRONG: {}", wrong.join("; ")) };
    format!(
        "{:<16} {name:<10} {tokens:>6} tokens {:>6.1} s {end:<8} {tests:>5} tests: {interesting} interesting, {compile} do not \
         compile, {undefined} undefined, {timeout} do not end; {verdict}\n",
        case.name,
        cpu.as_secs_f64()
    )
}

/// A quarter of the best of the others, or kiln has come to its end and is not above it.
fn tokens(case: &Case, kiln: &Reduced, (name, best): &Made<'_>) -> Row {
    let state = |reduced: &Reduced| if reduced.finished { "finished" } else { "cut" };
    Row {
        what: format!("{}: tokens", case.name),
        cost: f64::from(kiln.tokens),
        against: f64::from(best.tokens),
        bar: Bar::AtLeast(if kiln.finished { 1.0 } else { BAR }),
        note: format!("kiln {}, {name} {}", state(kiln), state(best)),
    }
}

/// CPU time to the end. Of whoever was cut it would be more, so that a ratio below the bar says nothing then.
fn cpu(case: &Case, kiln: &Reduced, (name, best): &Made<'_>) -> Row {
    let (cost, against) = (kiln.cpu.as_secs_f64(), best.cpu.as_secs_f64());
    let is_decided = kiln.finished && (best.finished || against / cost >= BAR);
    Row {
        what: format!("{}: seconds", case.name),
        cost,
        against,
        bar: if is_decided { Bar::AtLeast(BAR) } else { Bar::Free },
        note: if best.finished { format!("{name}, to the end") } else { format!("{name} was cut") },
    }
}

fn wasted(case: &Case, kiln: &Reduced) -> Row {
    Row {
        what: format!("{}: tests wasted, all", case.name),
        cost: f64::from(kiln.wasted()),
        against: f64::from(kiln.tests),
        bar: Bar::AtLeast(TESTS_PER_WASTED),
        note: "do not compile, are undefined or do not end".to_owned(),
    }
}
