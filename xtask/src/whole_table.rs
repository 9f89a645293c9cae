//! `cargo xtask whole-table`: whole programs of kiln and of Csmith, side by side.
//!
//! `quality` has what programs are worth to whoever tests compilers: do they end, do they do something, is what they consist of executed, is
//! their arithmetic bare and close to where it overflows, do they make optimizers work. `ablation` says what parts of the generator are
//! worth; `pairs` and `boundaries` are two of its figures at length, for who works on them. All run everything anew on the machine at hand,
//! by CPU time.
//!
//! [`coverage`] is gcov's view, [`sites`] the text's, [`nearness`] the interpreter's; [`counters`] are the optimizers', with
//! [`shapes`] of loops, [`corpus`] what GCC's own test suite reaches; [`headers`] is about what is compiled in vain.

mod ablation;
mod corpus;
mod counters;
mod coverage;
mod headers;
mod lengths;
mod nearness;
mod shapes;
mod sites;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Subcommand;

use crate::measuring::bar::share;
use crate::measuring::show;
use crate::producer::{FILE, Producer};
use crate::repository;
use crate::task_error::{Doing, TaskError};
use counters::Counted;
use coverage::Coverage;
use headers::Headers;
use nearness::Nearness;
use sites::Sites;

/// Options of `cargo xtask whole-table`.
#[derive(Debug, clap::Args)]
pub(crate) struct WholeTableArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// What programs are worth, against Csmith's
    Quality(QualityArgs),
    /// What swarms, loops and branches are worth
    Ablation(ablation::AblationArgs),
    /// What gcc -O3 counts, pair by pair, and in how many programs
    Pairs(lengths::LengthArgs),
    /// How many executed operations are next to a boundary, in samples of programs
    Boundaries(lengths::LengthArgs),
}

/// Options of `cargo xtask whole-table quality`.
#[derive(Debug, clap::Args)]
struct QualityArgs {
    /// How many programs of each
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    programs: u64,
    /// The number of the first program of each
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// How many programs of Csmith gcc -O3 counts; those of kiln get the same CPU time
    #[arg(long, default_value_t = 100)]
    counted: u64,
    /// How many programs of the corpus gcc -O3 counts
    #[arg(long, default_value_t = 20_000)]
    corpus: usize,
    /// How many programs of the corpus are compiled at once [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

/// Measures what was asked for.
pub(crate) fn run(args: &WholeTableArgs) -> Result<(), TaskError> {
    match &args.what {
        What::Quality(args) => quality(args),
        What::Ablation(args) => ablation::run_all(args),
        What::Pairs(args) => lengths::pairs(args),
        What::Boundaries(args) => lengths::boundaries(args),
    }
}

/// What is known of the programs of one generator.
#[derive(Default)]
struct Figures {
    coverage: Coverage,
    sites: Sites,
    nearness: Nearness,
    headers: Headers,
    failed: u64,
}

impl Figures {
    fn add(&mut self, producer: &Producer, number: u64, directory: &Path) -> Result<(), TaskError> {
        let Some(made) = producer.make(number, directory)? else {
            self.failed += 1;
            return Ok(());
        };
        let file = directory.join(FILE);
        fs::write(&file, &made.text).doing("write", &file)?;
        let flags = producer.flags()?;
        let Ok(program) = producer.read(&file, &made.text) else {
            self.failed += 1;
            return Ok(());
        };
        if !self.coverage.add(directory, &flags)? {
            self.failed += 1;
            return Ok(());
        }
        self.sites.add(&program);
        self.nearness.add(&program);
        self.headers.add(&made.text, directory, &flags)
    }
}

/// What a figure has to be.
#[derive(Clone, Copy)]
enum Bound {
    AtLeast(f64),
    AtMost(f64),
    Free,
}

/// A table of two generators, row by row.
#[derive(Default)]
struct Table {
    missed: Vec<String>,
}

impl Table {
    /// A row: the figures as they are shown, and the one of kiln that is held against a bound.
    fn row(&mut self, what: &str, csmith: &str, kiln: &str, value: f64, bound: Bound) {
        let (bar, met) = match bound {
            Bound::AtLeast(bar) => (format!("at least {bar}"), value >= bar),
            Bound::AtMost(bar) => (format!("at most {bar}"), value <= bar),
            Bound::Free => (String::new(), true),
        };
        let verdict = match (bound, met) {
            (Bound::Free, _) => "",
            (_, true) => ": met",
            (_, false) => ": MISSED",
        };
        show(&format!("{what:<44} {csmith:>20} {kiln:>20}   {bar}{verdict}\n"));
        if !met {
            self.missed.push(what.to_owned());
        }
    }

    /// A row of shares: how many of how many.
    fn shares(&mut self, what: &str, csmith: (u64, u64), kiln: (u64, u64), bound: Bound) {
        let shown = |(all, some): (u64, u64)| format!("{} of {all}", share(some, all));
        // What there is none of does not fall short.
        let bound = if kiln.0 == 0 { Bound::Free } else { bound };
        self.row(what, &shown(csmith), &shown(kiln), percent(kiln.1, kiln.0), bound);
    }
}

#[expect(clippy::cast_precision_loss, reason = "no run has so many programs")]
fn percent(some: u64, all: u64) -> f64 {
    some as f64 * 100.0 / all.max(1) as f64
}

/// Where tables leave what they use again.
fn kept() -> Result<PathBuf, TaskError> {
    let kept = repository::target().join("whole-table");
    fs::create_dir_all(&kept).doing("make the directory", &kept)?;
    std::path::absolute(&kept).doing("find", &kept)
}

fn quality(args: &QualityArgs) -> Result<(), TaskError> {
    if !crate::csmith::is_installed() {
        return Err(TaskError::Missing {
            what: "csmith".to_owned(),
            remedy: "On Debian, install the packages csmith and libcsmith-dev.".to_owned(),
        });
    }
    let kept = kept()?;
    let directory = tempfile::tempdir_in(&kept).doing("make a directory in", &kept)?;
    let producers = [Producer::Csmith, Producer::whole()];
    let mut figures = [Figures::default(), Figures::default()];
    for number in args.first..args.first + args.programs {
        for (producer, figures) in producers.iter().zip(&mut figures) {
            figures.add(producer, number, directory.path())?;
        }
    }
    let [csmith, kiln] = figures;
    show(&format!(
        "{} programs of each, default options\n{:<44} {:>20} {:>20}   bar\n",
        args.programs, "", "Csmith", "kiln"
    ));
    let mut table = Table::default();
    execution(&mut table, &csmith, &kiln);
    arithmetic(&mut table, &csmith, &kiln);
    optimizers(&mut table, args, [&producers[0], &producers[1]], directory.path(), &kept)?;
    match &table.missed[..] {
        [] => Ok(()),
        missed => Err(TaskError::CheckFailed(format!("bars missed: {}", missed.join(", ")))),
    }
}

/// What is executed, and what is compiled in vain.
fn execution(table: &mut Table, csmith: &Figures, kiln: &Figures) {
    let (c, k) = (&csmith.coverage, &kiln.coverage);
    let made = |figures: &Figures| (figures.coverage.programs + figures.failed, figures.failed);
    table.shares("no program, or one that is not C", made(csmith), made(kiln), Bound::AtMost(0.0));
    table.shares("do not end", (c.programs, c.endless), (k.programs, k.endless), Bound::AtMost(0.0));
    let ended = |one: &Coverage| (one.programs - one.endless, one.trivial);
    table.shares("trivial: at most 10 lines executed", ended(c), ended(k), Bound::AtMost(0.0));
    table.shares("executed lines", c.lines, k.lines, Bound::AtLeast(80.0));
    table.shares("branch edges taken", c.edges, k.edges, Bound::AtLeast(60.0));
    table.shares("functions entered", c.functions, k.functions, Bound::AtLeast(95.0));
    let [cw, kw] = [c, k].map(|one| one.median_work().to_string());
    table.row("executions of lines, median of a program", &cw, &kw, 0.0, Bound::Free);
    let [ch, kh] = [csmith, kiln].map(|one| one.headers.percent());
    let shown = |percent: f64| format!("{percent:.1} %");
    table.row("header text, of CPU of gcc -O0", &shown(ch), &shown(kh), kh, Bound::AtMost(0.0));
}

/// Arithmetic in the text, and as it is executed.
fn arithmetic(table: &mut Table, csmith: &Figures, kiln: &Figures) {
    for (operator, _) in sites::OPERATORS {
        let what = format!("bare: {operator}");
        table.shares(&what, csmith.sites.of(operator), kiln.sites.of(operator), Bound::AtLeast(99.0));
    }
    table.shares("bare: all", csmith.sites.all(), kiln.sites.all(), Bound::AtLeast(99.0));
    for op in nearness::operators() {
        let what = format!("next to a boundary: {}", op.spelling().0);
        table.shares(&what, csmith.nearness.of(op), kiln.nearness.of(op), Bound::AtLeast(10.0));
    }
    table.shares("next to a boundary: all", csmith.nearness.all(), kiln.nearness.all(), Bound::AtLeast(10.0));
    let [c, k] = [csmith, kiln].map(|one| one.nearness.unseen.to_string());
    table.row("  places whose operands were not seen", &c, &k, 0.0, Bound::Free);
}

/// What gcc -O3 finds to do.
#[expect(clippy::cast_precision_loss, reason = "no run has so many programs")]
fn optimizers(
    table: &mut Table,
    args: &QualityArgs,
    [csmith, kiln]: [&Producer; 2],
    directory: &Path,
    kept: &Path,
) -> Result<(), TaskError> {
    let count =
        |producer, cpu, programs| Counted::until(producer, directory, args.first.., cpu, programs, |_, _| Ok(()));
    let c = count(csmith, Duration::MAX, args.counted)?;
    let k = count(kiln, c.cpu, u64::MAX)?;
    let shown = |one: &Counted| format!("{} in {:.1} s", one.programs, one.cpu.as_secs_f64());
    table.row("programs that gcc -O3 compiles", &shown(&c), &shown(&k), 0.0, Bound::Free);
    let [cp, kp] = [&c, &k].map(|one| one.pairs.len());
    let ratio = kp as f64 / cp.max(1) as f64;
    let shown = format!("{kp} = {ratio:.2} times");
    table.row("(pass, counter) pairs", &cp.to_string(), &shown, ratio, Bound::AtLeast(1.3));
    match corpus::pairs(args.corpus, kept, args.jobs)? {
        Some((n_programs, reached)) => {
            let [cp, kp] = [&c, &k].map(|one| (reached.len() as u64, one.pairs.intersection(&reached).count() as u64));
            table.shares(&format!("  of what {n_programs} programs of the corpus reach"), cp, kp, Bound::Free);
        }
        None => show("  the corpus is not there: `cargo xtask corpus` makes it\n"),
    }
    let per_hundred = |n: u64, one: &Counted| n as f64 * 100.0 / one.programs.max(1) as f64;
    let [cl, kl] = [&c, &k].map(|one| per_hundred(one.vectorized, one));
    table.row("loops vectorized, of 100 programs", &format!("{cl:.0}"), &format!("{kl:.0}"), kl, Bound::Free);
    let [cs, ks] = [&c, &k].map(|one| per_hundred(one.shapes.len() as u64, one));
    table.row("  of different shapes", &format!("{cs:.0}"), &format!("{ks:.0}"), ks, Bound::AtLeast(500.0));
    Ok(())
}
