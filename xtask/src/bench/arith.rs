//! The rows about `kiln generate arith`: what an operator costs in programs of several sizes, and what gcc takes for the same
//! programs.

use std::fs;

use kiln_case::Choices;
use kiln_generate::arith::{Made, Options, Preset, make};
use kiln_lang::{Options as Dialect, print};

use super::clock::{medians, millis, of_children, timed};
use super::opponent::{installed, scratch};
use super::row::{Bar, Row, Table, skipped};
use crate::task_error::{Doing, TaskError, succeed};

/// Options of `cargo xtask bench arith`.
#[derive(Debug, clap::Args)]
pub(super) struct ArithArgs {
    /// How often everything is measured; the median counts
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// Operators of an expression and expressions of a program.
const SIZES: [(u32, u32); 5] = [(100, 10), (100, 100), (100, 1000), (10_000, 10), (10, 10_000)];

/// Measures everything.
pub(super) fn run(args: &ArithArgs) -> Result<(), TaskError> {
    let about = format!(
        "CPU time to make programs with their expected values, medians of {} rounds in turns; us per operator, against \
         a program of 10,000 operators in expressions of the same length",
        args.rounds
    );
    let mut table = Table::new(&about, "us");
    for (name, base) in [("all", Options::default()), ("paper", Preset::Flipping.options())] {
        for row in by_size(args.rounds, name, &base)? {
            table.add(row);
        }
        for row in against_gcc(args.rounds, name, &base)? {
            table.add(row);
        }
    }
    table.finish()
}

fn sized(base: &Options, (operators, expressions): (u32, u32)) -> Options {
    Options { operators: Some(operators), expressions: Some(expressions), ..base.clone() }
}

fn made(options: &Options) -> Result<Made, TaskError> {
    make(&Choices::new(1), options, Dialect::default()).map_err(|error| TaskError::CheckFailed(error.to_string()))
}

/// Microseconds per operator that was asked for or inserted.
#[expect(clippy::cast_precision_loss, reason = "no program has so many operators")]
fn per_operator(options: &Options) -> Result<f64, TaskError> {
    let (time, made) = timed(|| made(options));
    let counts = made?.counts;
    Ok(millis(time) * 1e3 / (counts.operators + counts.inserted) as f64)
}

/// An operator costs the same in programs of all sizes. Expressions are as long in both: each has a variable and a check of its
/// own, so that an operator of a short one costs more.
fn by_size(n_rounds: u32, name: &str, base: &Options) -> Result<Vec<Row>, TaskError> {
    SIZES
        .into_iter()
        .map(|size| {
            let options = sized(base, size);
            let middle = sized(base, (size.0, 10_000 / size.0));
            let [cost, against] = medians(n_rounds, [&mut || per_operator(&options), &mut || per_operator(&middle)])?;
            let (operators, expressions) = size;
            Ok(Row {
                what: format!("{name}: {operators} operators x {expressions}"),
                cost,
                against,
                // A second of ten million operators costs no more than twice as much each as one of ten thousand.
                bar: Bar::AtLeast(0.5),
                note: format!("{:.0} operators/s", 1e6 / cost),
            })
        })
        .collect()
}

/// What gcc -O0 takes for the same program, its start included: at least 50 times as much.
fn against_gcc(n_rounds: u32, name: &str, base: &Options) -> Result<Vec<Row>, TaskError> {
    let Some(gcc) = installed("gcc") else { return Ok(skipped("gcc")) };
    let directory = scratch()?;
    let (source, object) = (directory.path().join("arith.c"), directory.path().join("arith.o"));
    let mut rows = Vec::new();
    for size in [(100, 10), (100, 100), (1000, 100)] {
        let options = sized(base, size);
        fs::write(&source, print::canonical(&made(&options)?.program)).doing("write", &source)?;
        let compile = || succeed(gcc.to_command().args(["-O0", "-w", "-c"]).arg(&source).arg("-o").arg(&object));
        // One run is too short for the clock of children.
        let n_runs = (20_000 / (size.0 * size.1)).max(1);
        let [cost, against] = medians(
            n_rounds,
            [
                &mut || {
                    let (time, made) = timed(|| made(&options));
                    made.map(|_| millis(time))
                },
                &mut || Ok(millis(of_children(|| (0..n_runs).try_for_each(|_| compile()))?.0 / n_runs)),
            ],
        )?;
        rows.push(Row {
            what: format!("{name}: making, gcc -O0, {} x {}", size.0, size.1),
            cost,
            against,
            bar: Bar::AtLeast(50.0),
            note: "ms per program".to_owned(),
        });
    }
    Ok(rows)
}
