//! The rows about `kiln generate whole`: what a byte, a token and an executed statement cost, against Csmith; and what a byte costs
//! in programs of several sizes.
//!
//! For kiln everything counts that belongs to a finished program: writing, the run that mends it, pruning, the run that
//! confirms it and says what it has to print, and its text. Csmith says nothing of what its programs print.

use kiln_generate::whole::Options;

use super::clock::{medians, millis};
use super::opponent::scratch;
use super::row::{Bar, Row, Table, skipped};
use crate::csmith;
use crate::producer::{FILE, Producer, executed_statements, n_tokens};
use crate::task_error::{Doing, TaskError};

/// Options of `cargo xtask bench whole`.
#[derive(Debug, clap::Args)]
pub(super) struct WholeArgs {
    /// How many programs of each
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    programs: u64,
    /// How often programs of one size are made; the median counts
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// Tokens of programs, the last ones of about a megabyte.
const SIZES: [u32; 4] = [2000, 50_000, 120_000, 240_000];

/// Measures everything.
pub(super) fn run(args: &WholeArgs) -> Result<(), TaskError> {
    let about = format!(
        "CPU time to make programs, {} of each generator in turns; executed statements are those of functions that were \
         thought up, by the interpreter's count; by size: medians of {} rounds, against a program of the default size",
        args.programs, args.rounds
    );
    let mut table = Table::new(&about, "us");
    for row in against_csmith(args.programs)? {
        table.add(row);
    }
    for row in by_size(args.rounds)? {
        table.add(row);
    }
    table.finish()
}

/// What one generator has made.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    micros: f64,
    bytes: u64,
    tokens: u64,
    executed: u64,
    failed: u64,
}

impl Sum {
    fn add(&mut self, producer: &Producer, number: u64, directory: &std::path::Path) -> Result<(), TaskError> {
        let Some(made) = producer.make(number, directory)? else {
            self.failed += 1;
            return Ok(());
        };
        self.micros += millis(made.cpu) * 1e3;
        self.bytes += made.text.len() as u64;
        self.tokens += n_tokens(&made.text);
        let file = directory.join(FILE);
        std::fs::write(&file, &made.text).doing("write", &file)?;
        // What does not end, or is not defined, is worth nothing.
        self.executed += executed_statements(&producer.read(&file, &made.text)?).unwrap_or(0);
        Ok(())
    }

    #[expect(clippy::cast_precision_loss, reason = "it is shown with two digits")]
    fn per(&self, n: u64) -> f64 {
        self.micros / n.max(1) as f64
    }
}

fn against_csmith(n_programs: u64) -> Result<Vec<Row>, TaskError> {
    if !csmith::is_installed() {
        return Ok(skipped("csmith"));
    }
    let directory = scratch()?;
    let producers = [Producer::whole(), Producer::Csmith];
    let mut sums = [Sum::default(); 2];
    for number in 0..n_programs {
        for (producer, sum) in producers.iter().zip(&mut sums) {
            sum.add(producer, number, directory.path())?;
        }
    }
    let [kiln, csmith] = sums;
    let row = |what: &str, n: fn(&Sum) -> u64, unit: u64, bar: f64| Row {
        what: format!("kiln, Csmith: {what}"),
        cost: kiln.per(n(&kiln) / unit),
        against: csmith.per(n(&csmith) / unit),
        bar: Bar::AtLeast(bar),
        note: format!("{} and {} of each program", n(&kiln) / n_programs, n(&csmith) / n_programs),
    };
    let mut rows = vec![
        row("1000 tokens", |sum| sum.tokens, 1000, 25.0),
        row("1000 bytes", |sum| sum.bytes, 1000, 25.0),
        row("an executed statement", |sum| sum.executed, 1, 1000.0),
    ];
    rows.push(Row {
        what: "kiln, Csmith: a program".to_owned(),
        cost: kiln.per(n_programs),
        against: csmith.per(n_programs),
        bar: Bar::Free,
        note: format!("{} and {} failed", kiln.failed, csmith.failed),
    });
    Ok(rows)
}

/// A byte costs the same in programs of all sizes.
fn by_size(n_rounds: u32) -> Result<Vec<Row>, TaskError> {
    let row = |tokens: u32| {
        let (mut seeds, mut others) = (0.., 0..);
        let [cost, against] = medians(
            n_rounds,
            [&mut || of_size(tokens, &mut seeds), &mut || of_size(Options::default().tokens, &mut others)],
        )?;
        let what = format!("{tokens} tokens: 1000 bytes");
        Ok(Row { what, cost, against, bar: Bar::AtLeast(0.5), note: String::new() })
    };
    SIZES.into_iter().map(row).collect()
}

/// Microseconds for 1000 bytes of a program of so many tokens, of the next seed.
#[expect(clippy::cast_precision_loss, reason = "no program has so many bytes")]
fn of_size(tokens: u32, seeds: &mut impl Iterator<Item = u64>) -> Result<f64, TaskError> {
    let producer = Producer::Whole(Box::new(Options { tokens, ..Options::default() }));
    let seed = seeds.next().unwrap_or_default();
    let made = producer.make(seed, &std::env::temp_dir())?;
    let made = made.ok_or_else(|| TaskError::CheckFailed(format!("no program of {tokens} tokens, seed {seed}")))?;
    Ok(millis(made.cpu) * 1e6 / made.text.len() as f64)
}
