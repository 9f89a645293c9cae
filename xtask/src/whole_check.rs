//! `cargo xtask whole-check`: the programs of `kiln generate whole`, interpreted and compiled.
//!
//! Every seed yields a program that ends and is defined, in the generator's eyes and once more as text; none takes much longer
//! to make than the others. The first of them are compiled, without and with optimization, and do what the interpreter says;
//! the first of those have nothing in them that sanitizers complain about, and compilers have nothing to say against the programs
//! of ISO C. Whatever is wrong is kept with its program.
//!
//! What compilers say of a text is kept for good, what the generator makes for as long as this program is the same, so that a run
//! can be interrupted. [`making`] is the generator in a process of its own, [`builds`] what compilers are asked, [`pace`] what
//! programs take.

mod builds;
mod making;
mod pace;

use std::fs;
use std::path::PathBuf;

pub(crate) use making::answer_questions;

use crate::measuring::at_once::examine_all;
use crate::measuring::log::{Key, Log};
use crate::measuring::show;
use crate::repository;
use crate::task_error::{Doing, TaskError};
use builds::{Asked, BUILDS, Build};
use making::{Generator, Kind, Made};
use pace::Pace;

/// Options of `cargo xtask whole-check`.
#[derive(Debug, clap::Args)]
pub(crate) struct WholeCheckArgs {
    /// How many programs are made
    #[arg(long, default_value_t = 100_000)]
    seeds: u64,
    /// How many of them are compiled, and compared with the interpreter
    #[arg(long, default_value_t = 10_000)]
    compiled: u64,
    /// How many of them are compiled with sanitizers
    #[arg(long, default_value_t = 1000)]
    sanitized: u64,
    /// How many programs of ISO C are held against what compilers know of it
    #[arg(long, default_value_t = 1000)]
    pedantic: u64,
    /// The first seed
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// How many programs to examine at once [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

impl WholeCheckArgs {
    /// How many programs are for a question.
    fn count(&self, asked: Asked) -> u64 {
        match asked {
            Asked::Agrees => self.compiled,
            Asked::Sanitized => self.sanitized,
            Asked::Accepted => self.pedantic,
        }
    }
}

/// A row of the table: how many programs it is about, and what is wrong with some of them.
struct Row {
    what: String,
    n: u64,
    problems: Vec<String>,
}

/// What was found out about a seed.
#[derive(Debug, Clone, Default)]
struct Finding {
    micros: Option<u64>,
    /// For each row that it is in, what is wrong.
    rows: Vec<(usize, Option<String>)>,
}

/// Checks, and shows the result.
pub(crate) fn run(args: &WholeCheckArgs) -> Result<(), TaskError> {
    let directory = repository::target().join("whole-check");
    fs::create_dir_all(&directory).doing("make the directory", &directory)?;
    let directory = std::path::absolute(&directory).doing("find", &directory)?;
    let mut there = Vec::new();
    for build in BUILDS {
        if build.is_installed(&directory)? {
            there.push(build);
        } else {
            show(&format!("{build}: not installed\n"));
        }
    }
    let checker = Checker {
        args,
        builds: there,
        compiled: Log::open(&directory.join("builds.log"))?,
        made: Log::open_of_this_build(&directory)?,
        directory,
    };
    let most = BUILDS.iter().map(|build| args.count(build.asked)).fold(args.seeds, u64::max);
    let seeds: Vec<u64> = (args.first..args.first + most).collect();
    let findings = examine_all(&seeds, args.jobs, |seed, generator| checker.examine(*seed, generator))?;
    let times = seeds.iter().zip(&findings).filter_map(|(&seed, finding)| Some((finding.micros?, seed)));
    let pace = Pace::new(times.collect(), &mut Generator::default())?;
    conclude(checker.rows(findings), &pace)
}

/// Shows the table; whatever is wrong is an error.
fn conclude(rows: Vec<Row>, pace: &Pace) -> Result<(), TaskError> {
    show(&format!("{:>8} {:>8}   what\n", "programs", "wrong"));
    for Row { what, n, problems } in &rows {
        show(&format!("{n:>8} {:>8}   {what}\n", problems.len()));
    }
    show(&pace.show());
    let problems = rows.into_iter().flat_map(|row| row.problems).chain(pace.problem());
    let problems: Vec<String> = problems.collect();
    if problems.is_empty() { Ok(()) } else { Err(TaskError::CheckFailed(problems.join("\n"))) }
}

/// The rows of programs that are made, by kind; those of builds come after them.
const MADE: [(Kind, &str); 2] = [
    (Kind::Default, "made: end, and are defined, also as text"),
    (Kind::Standard, "the same of ISO C, in dialect iso"),
];

/// Everything that examining needs, shared by all threads.
struct Checker<'a> {
    args: &'a WholeCheckArgs,
    builds: Vec<&'a Build>,
    directory: PathBuf,
    /// What compilers have said.
    compiled: Log,
    /// What this build of the generator has made.
    made: Log,
}

impl Checker<'_> {
    fn examine(&self, seed: u64, generator: &mut Generator) -> Result<Finding, TaskError> {
        let mut finding = Finding::default();
        let number = seed - self.args.first;
        for (at, (kind, _)) in MADE.into_iter().enumerate() {
            let builds = || self.builds.iter().enumerate().filter(|(_, build)| build.asked.kind() == kind);
            let builds = builds().filter(|(_, build)| number < self.args.count(build.asked));
            let is_asked = kind == Kind::Default && number < self.args.seeds;
            if !is_asked && builds.clone().next().is_none() {
                continue;
            }
            let made = self.made(seed, kind, generator)?;
            finding.rows.push((at, made.problem.clone()));
            if made.problem.is_some() {
                continue;
            }
            if kind == Kind::Default {
                finding.micros = Some(made.micros);
            }
            for (idx, build) in builds {
                finding.rows.push((MADE.len() + idx, self.problem(seed, build, &made, generator)?));
            }
        }
        Ok(finding)
    }

    fn made(&self, seed: u64, kind: Kind, generator: &mut Generator) -> Result<Made, TaskError> {
        let key = Key::of([kind.command(seed).as_bytes()]);
        if let Some(made) = self.made.get(&key).and_then(|line| serde_json::from_str(&line).ok()) {
            return Ok(made);
        }
        let (mut made, text) = generator.make(seed, kind)?;
        if let Some(problem) = &mut made.problem {
            *problem = self.keep(seed, kind, "interpreter", problem, &text)?;
        }
        let line = serde_json::to_string(&made).expect("it is made of strings and numbers");
        self.made.put(key, &line)?;
        Ok(made)
    }

    /// What a build says against a program, from the log or found out now.
    fn problem(
        &self,
        seed: u64,
        build: &Build,
        made: &Made,
        generator: &mut Generator,
    ) -> Result<Option<String>, TaskError> {
        let words = build.to_string();
        let key = Key::of([words.as_bytes(), made.text.as_bytes(), made.output.as_bytes()]);
        let problem = self.compiled.get_or(key, || {
            let place = tempfile::tempdir_in(&self.directory).doing("make a directory in", &self.directory)?;
            let file = place.path().join("case.c");
            let kind = build.asked.kind();
            let (_, text) = generator.text(seed, kind)?;
            fs::write(&file, &text).doing("write", &file)?;
            match build.problem(&file, &made.output, place.path())? {
                Some(problem) => self.keep(seed, kind, &words, &problem, &text),
                None => Ok(String::new()),
            }
        })?;
        Ok((!problem.is_empty()).then_some(problem))
    }

    /// Keeps a program with what is wrong with it; all of that in one line.
    fn keep(&self, seed: u64, kind: Kind, who: &str, what: &str, text: &[u8]) -> Result<String, TaskError> {
        let command = kind.command(seed);
        let name = format!("{seed}-{}", &Key::of([who.as_bytes(), text]).as_str()[..8]);
        let file = self.directory.join(format!("{name}.c"));
        fs::write(&file, text).doing("write", &file)?;
        let beside = file.with_extension("txt");
        let line = format!("{command}: {who}: {}", what.replace('\n', " "));
        fs::write(&beside, format!("{line}\n")).doing("write", &beside)?;
        let shown: String = line.chars().take(400).collect();
        Ok(format!("{shown} ({})", file.display()))
    }

    fn rows(&self, findings: Vec<Finding>) -> Vec<Row> {
        let row = |what: String| Row { what, n: 0, problems: Vec::new() };
        let made = MADE.into_iter().map(|(_, what)| row(what.to_owned()));
        let mut rows: Vec<Row> = made.chain(self.builds.iter().map(|build| row(build.to_string()))).collect();
        for (at, problem) in findings.into_iter().flat_map(|finding| finding.rows) {
            rows[at].n += 1;
            rows[at].problems.extend(problem);
        }
        rows
    }
}
