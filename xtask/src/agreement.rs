//! `cargo xtask agreement`: random cases that the interpreter calls defined, compiled and run.
//!
//! What a case is and when a build agrees is library code, `kiln_meaning::agreement`; a test runs it for some seconds. Here it
//! goes on for as long as was asked, seed after seed. A case that does something else than the interpreter says is kept in a
//! file, with both answers beside it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use kiln_meaning::agreement::{BUILDS, Batch, Build, Disagreement, ENVIRONMENT, Figures, PROGRAM, Ran, SOURCE};
use kiln_toolchain::process::{self, Finished, Limits, ProcessError};

use crate::fuzz::{hash, seconds};
use crate::repository;
use crate::task_error::{Doing, TaskError};

/// Options of `cargo xtask agreement`.
#[derive(Debug, clap::Args)]
pub(crate) struct AgreementArgs {
    /// How long: seconds, with or without an `s`
    #[arg(long, default_value = "60s", value_parser = seconds)]
    time: Duration,
    /// The first seed; the same seed gives the same cases
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Cases of one program: enough to be worth a compiler's start, few enough that optimizing takes seconds.
const N_EXPRESSIONS: u32 = 1000;
const N_STATEMENTS: u32 = 150;

/// What a compiler or a program may use.
const LIMITS: Limits = Limits { time: Duration::from_mins(5), output: 64 << 20 };

/// Compares for as long as was asked.
pub(crate) fn run(args: &AgreementArgs) -> Result<(), TaskError> {
    let directory = repository::target().join("agreement");
    fs::create_dir_all(&directory).doing("make the directory", &directory)?;
    let directory = std::path::absolute(&directory).doing("find", &directory)?;
    let mut session = Session { directory, ..Session::default() };
    let end = Instant::now() + args.time;
    let mut seed = args.seed;
    while Instant::now() < end {
        let expressions = Batch::expressions(seed, N_EXPRESSIONS);
        let statements = Batch::statements(seed, N_STATEMENTS);
        session.compare("expressions", &expressions)?;
        session.compare("statements", &statements)?;
        session.compare("mutants of expressions", &expressions.mutants(seed, N_EXPRESSIONS))?;
        session.compare("mutants of statements", &statements.mutants(seed, 2 * N_STATEMENTS))?;
        seed += 1;
    }
    session.conclude(seed - args.seed)
}

/// What has been compared and found.
#[derive(Default)]
struct Session {
    directory: PathBuf,
    /// Defined cases, by what they are.
    n_defined: Figures,
    /// What became of the other cases.
    others: Figures,
    /// Builds whose compiler is missing, or lacks its sanitizers.
    missing: Vec<Build>,
    /// What differs, and where it is kept.
    findings: Vec<(String, PathBuf)>,
}

impl Session {
    fn compare(&mut self, what: &str, batch: &Batch) -> Result<(), TaskError> {
        *self.n_defined.entry(what.to_owned()).or_default() += batch.cases.len() as u64;
        for (why, n_cases) in &batch.others {
            *self.others.entry(why.clone()).or_default() += n_cases;
        }
        for (case, why) in &batch.rejected {
            self.keep("kiln rejects it", &format!("{case:#?}"), why)?;
        }
        let source = self.directory.join(SOURCE);
        fs::write(&source, batch.program().text).doing("write", &source)?;
        for build in BUILDS {
            if self.missing.contains(build) {
                continue;
            }
            match compile(build, &[], &self.directory)? {
                Compiled::Yes => {}
                Compiled::Missing => {
                    show(&format!("{build} is not there to compare with\n"));
                    self.missing.push(*build);
                    continue;
                }
                Compiled::No(words) => {
                    let text = batch.program().text;
                    self.keep(&format!("{build}: rejects what kiln accepts"), &text, &words)?;
                    continue;
                }
            }
            for found in batch.disagreements(|only| run_cases(&self.directory, only))? {
                let Disagreement { program, expected, ran } = found;
                let words = [ran.stdout.as_slice(), &ran.stderr].map(String::from_utf8_lossy).concat();
                self.keep(&format!("{build}: {what}"), &program, &format!("kiln:\n{expected}\nbuilt:\n{words}"))?;
            }
        }
        Ok(())
    }

    /// Writes a case, with what was said beside it.
    fn keep(&mut self, what: &str, text: &str, words: &str) -> Result<(), TaskError> {
        let file = self.directory.join(format!("{:016x}.c", hash(&format!("{what}{text}"))));
        fs::write(&file, text).doing("write", &file)?;
        let answers = file.with_extension("txt");
        fs::write(&answers, format!("{what}\n{words}")).doing("write", &answers)?;
        show(&format!("{what}\n    {}\n", file.display()));
        self.findings.push((what.to_owned(), file));
        Ok(())
    }

    fn conclude(&self, n_seeds: u64) -> Result<(), TaskError> {
        let n_builds = BUILDS.len() - self.missing.len();
        show(&format!("{n_seeds} seeds, {n_builds} builds\n"));
        for (what, n_cases) in &self.n_defined {
            show(&format!("{n_cases:>8} defined {what}\n"));
        }
        for (why, n_cases) in &self.others {
            show(&format!("{n_cases:>8} others: {why}\n"));
        }
        let rows: Vec<String> =
            self.findings.iter().map(|(what, file)| format!("{what}: {}", file.display())).collect();
        if rows.is_empty() { Ok(()) } else { Err(TaskError::CheckFailed(rows.join("\n"))) }
    }
}

/// What a compiler makes of a program.
pub(crate) enum Compiled {
    Yes,
    No(String),
    /// There is no such compiler, or its sanitizers are not installed.
    Missing,
}

/// Translates the source in a directory, with some flags more.
pub(crate) fn compile(build: &Build, more: &[&str], directory: &Path) -> Result<Compiled, TaskError> {
    let [compile, link] = build.commands();
    for words in [[compile.as_slice(), more].concat(), link] {
        let mut command = Command::new(words[0]);
        let finished = match process::run(command.args(&words[1..]).current_dir(directory), &[], LIMITS) {
            Ok(finished) => finished,
            Err(ProcessError::Start(_)) => return Ok(Compiled::Missing),
            Err(source) => return Err(failed(words[0], directory, source)),
        };
        let Finished { status, stderr, .. } = finished;
        let words = String::from_utf8_lossy(&stderr).into_owned();
        if !status.success() {
            let lacks_sanitizers = build.sanitized && words.contains("cannot find");
            return Ok(if lacks_sanitizers { Compiled::Missing } else { Compiled::No(words) });
        }
    }
    Ok(Compiled::Yes)
}

/// Runs the program that [`compile`] made, all of it.
pub(crate) fn run_program(directory: &Path) -> Result<Ran, TaskError> {
    run_cases(directory, None)
}

fn run_cases(directory: &Path, only: Option<u32>) -> Result<Ran, TaskError> {
    let (name, value) = ENVIRONMENT;
    let mut command = Command::new(directory.join(PROGRAM));
    command.args(only.map(|number| number.to_string())).env(name, value);
    match process::run(&mut command, &[], LIMITS) {
        Ok(Finished { status, stdout, stderr }) => Ok(Ran { succeeded: status.success(), stdout, stderr }),
        Err(source) => Err(failed(PROGRAM, directory, source)),
    }
}

fn failed(program: &str, directory: &Path, source: ProcessError) -> TaskError {
    TaskError::Compiler { program: program.to_owned(), path: directory.display().to_string(), source }
}

#[expect(clippy::print_stdout, reason = "the result of a chore is what it prints")]
pub(crate) fn show(text: &str) {
    print!("{text}");
}
