//! Figures of kiln's programs at length: what a row of the table is made of, in several samples.
//!
//! A figure of a few programs jumps, so one sample says little about a change of the generator.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::counters::{Counted, Pair};
use super::nearness::{self, Nearness};
use super::percent;
use crate::measuring::show;
use crate::producer::{FILE, Producer};
use crate::task_error::{Doing, TaskError};

/// Options of `cargo xtask whole-table pairs` and `boundaries`.
#[derive(Debug, clap::Args)]
pub(super) struct LengthArgs {
    /// How many programs of a sample
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    programs: u64,
    /// How many samples
    #[arg(long, default_value_t = 3)]
    samples: u64,
    /// The number of the first program
    #[arg(long, default_value_t = 0)]
    first: u64,
}

impl LengthArgs {
    /// The numbers of the programs of each sample.
    fn samples(&self) -> impl Iterator<Item = std::ops::Range<u64>> {
        let start = |sample: u64| self.first + sample * self.programs;
        (0..self.samples).map(move |sample| start(sample)..start(sample + 1))
    }
}

/// Shows how many programs reach each pair of pass and counter, and how many pairs each sample reaches.
pub(super) fn pairs(args: &LengthArgs) -> Result<(), TaskError> {
    let directory = tempfile::tempdir().doing("make a directory in", &std::env::temp_dir())?;
    let mut reached: BTreeMap<Pair, u64> = BTreeMap::new();
    for sample in args.samples() {
        let mut whole = Counted::default();
        for number in sample.clone() {
            let one = Counted::until(&Producer::whole(), directory.path(), [number], Duration::MAX, 1, |_, _| Ok(()))?;
            one.pairs.iter().for_each(|pair| *reached.entry(pair.clone()).or_default() += 1);
            whole.cpu += one.cpu;
            whole.pairs.extend(one.pairs);
        }
        show(&format!("{sample:?}: {} pairs in {:.1} s\n", whole.pairs.len(), whole.cpu.as_secs_f64()));
    }
    let mut rows: Vec<(&Pair, &u64)> = reached.iter().collect();
    rows.sort_by_key(|&(_, programs)| std::cmp::Reverse(programs));
    for ((pass, counter), programs) in rows {
        show(&format!("{programs:>6} {pass}: {counter}\n"));
    }
    Ok(())
}

/// Shows the share of operations next to a boundary, by operator, in each sample.
pub(super) fn boundaries(args: &LengthArgs) -> Result<(), TaskError> {
    let directory = tempfile::tempdir().doing("make a directory in", &std::env::temp_dir())?;
    let samples: Vec<Nearness> =
        args.samples().map(|sample| near(sample, directory.path())).collect::<Result<_, _>>()?;
    let row = |what: &str, of: &dyn Fn(&Nearness) -> (u64, u64)| {
        let shares = samples.iter().map(of).map(|(all, some)| format!(" {:>6.1} %", percent(some, all)));
        show(&format!("{what:<4}{}\n", shares.collect::<String>()));
    };
    for op in nearness::operators() {
        row(op.spelling().0, &|sample| sample.of(op));
    }
    row("all", &Nearness::all);
    Ok(())
}

fn near(numbers: std::ops::Range<u64>, directory: &Path) -> Result<Nearness, TaskError> {
    let producer = Producer::whole();
    let mut nearness = Nearness::default();
    for number in numbers {
        let Some(made) = producer.make(number, directory)? else { continue };
        nearness.add(&producer.read(Path::new(FILE), &made.text)?);
    }
    Ok(nearness)
}
