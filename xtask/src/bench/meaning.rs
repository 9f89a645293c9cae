//! The rows about `kiln-meaning`: the kernels, and what a verdict, another run and memory cost.
//!
//! Not measured: that after an edit only the edited function is lowered again. Whoever links a program lowers all of it.

use kiln_meaning::image::Image;

use super::clock::{medians, millis, of_children, timed};
use super::native::Native;
use super::programs::{Texts, unit_of};
use super::row::{Bar, Row, Table, skipped};
use super::subject::{self, Kiln};
use super::{kernels, peak};
use crate::csmith;
use crate::task_error::TaskError;

/// Options of `cargo xtask bench meaning`.
#[derive(Debug, clap::Args)]
pub(super) struct MeaningArgs {
    /// Measure only the kernels and parts (check, again, memory) that have this in their names
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// How often everything is measured; the median counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Measure everything once
    #[arg(long, conflicts_with = "rounds")]
    quick: bool,
}

/// What all rows need.
pub(super) struct Bench {
    pub(super) native: Native,
    pub(super) kiln: Kiln,
    pub(super) n_rounds: u32,
    only: Option<String>,
}

impl Bench {
    /// Whether a kernel or part is to be measured.
    pub(super) fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| name.contains(only))
    }
}

/// Measures a few rows of a kind.
type Measure = fn(&Bench) -> Result<Vec<Row>, TaskError>;

/// What comes after the kernels, by name.
const PARTS: &[(&str, Measure)] = &[("check", checking), ("again", running_again), ("memory", peak::measure)];

/// Measures everything.
pub(super) fn run(args: &MeaningArgs) -> Result<(), TaskError> {
    let missing =
        || TaskError::Missing { what: "gcc".to_owned(), remedy: "It is what kiln is compared with.".to_owned() };
    let native = Native::found()?.ok_or_else(missing)?;
    let n_rounds = if args.quick { 1 } else { args.rounds };
    let bench = Bench { native, kiln: Kiln::build()?, n_rounds, only: args.only.clone() };
    let about = format!("CPU time, medians of {n_rounds} rounds in turns; ms where nothing else is said");
    let mut table = Table::new(&about, "cost");
    kernels::measure(&bench, &mut table)?;
    for (_, measure) in PARTS.iter().filter(|(name, _)| bench.wants(name)) {
        measure(&bench)?.into_iter().for_each(|row| table.add(row));
    }
    table.finish()
}

/// How many Csmith programs one is taken from: that in the middle by size of the preprocessed text, which
/// does not depend on the machine.
const N_PROGRAMS: u32 = 51;

/// A process of kiln is over in one or two ticks of the clock that children are measured with.
const N_CHECKS: u32 = 50;

/// From the start of `kiln check` to the verdict, against making and running a program with gcc's sanitizers,
/// which see less.
fn checking(bench: &Bench) -> Result<Vec<Row>, TaskError> {
    if !csmith::is_installed() {
        return Ok(skipped("csmith"));
    }
    let texts = Texts::of_csmith(N_PROGRAMS)?;
    let mut by_size: Vec<_> = texts.texts.iter().zip(&texts.files).collect();
    by_size.sort_by_key(|(text, _)| text.len());
    let (text, file) = by_size[by_size.len() / 2];
    bench.native.write("median.i", text)?;

    let kiln = || (0..N_CHECKS).try_for_each(|_| bench.kiln.check(file));
    let sanitized = || {
        bench.native.compile(&["-fsanitize=address,undefined"], "median.i", "sanitized")?;
        bench.native.output("sanitized")
    };
    if bench.kiln.run(file)? != sanitized()? {
        return Err(TaskError::CheckFailed(format!("{}: kiln writes something else than gcc's", file.display())));
    }
    let [cost, against] = medians(
        bench.n_rounds,
        [&mut || Ok(millis(of_children(kiln)?.0 / N_CHECKS)), &mut || Ok(millis(of_children(sanitized)?.0))],
    )?;
    let name = file.file_stem().unwrap_or_default().display();
    Ok(vec![Row {
        what: "kiln check, gcc -O0 with sanitizers".to_owned(),
        cost,
        against,
        bar: Bar::AtLeast(40.0),
        note: format!("Csmith's seed {name}, {} kB, the median of {N_PROGRAMS} by size", text.len() / 1000),
    }])
}

/// A `main` of a thousand events, and one of none.
const MAIN: &str = "int main(void)
{
    unsigned hash = 1;
    for (unsigned i = 0; i < 500; ++i)
        hash = hash * 31u + i;
    return hash == 0;
}
";
const EMPTY_MAIN: &str = "int main(void) { return 0; }\n";

/// A run of a program that is lowered already costs its events, however much stands around them. How much of it a run
/// of no events costs is the first row.
fn running_again(bench: &Bench) -> Result<Vec<Row>, TaskError> {
    let lowered = |n_bytes, main: &str| {
        let mut text = unit_of(n_bytes);
        text.extend_from_slice(main.as_bytes());
        subject::lowered("again.i", &text)
    };
    let small = lowered(0, MAIN)?;
    let row = |what: &str, one: &Image, other: &Image, bar| -> Result<Row, TaskError> {
        // A run is over in microseconds, and the first is another matter, which the median does not see.
        let [cost, against] = medians(20 * bench.n_rounds, [&mut || one_more_run(one), &mut || one_more_run(other)])?;
        Ok(Row { what: format!("run again, {what}"), cost, against, bar, note: "us per run".to_owned() })
    };
    let bar = Bar::AtMost(2.0);
    Ok(vec![
        row("no events, 1000 events", &lowered(0, EMPTY_MAIN)?, &small, Bar::Free)?,
        row("1000 events, in 50 kB", &small, &lowered(50_000, MAIN)?, bar)?,
        row("1000 events, in 500 kB", &small, &lowered(500_000, MAIN)?, bar)?,
    ])
}

/// Microseconds.
fn one_more_run(image: &Image) -> Result<f64, TaskError> {
    let (time, output) = timed(|| subject::output("again.i", image));
    output.map(|_| millis(time) * 1e3)
}
