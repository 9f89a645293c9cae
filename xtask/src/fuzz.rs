//! `cargo xtask fuzz lang`: any bytes end in words or a program. `cargo xtask fuzz meaning`: any program ends in a verdict.
//! `cargo xtask fuzz reduce`: any text is reduced to something that is no larger.
//!
//! What must hold is library code, the modules `fuzzing` of the crates; here cases are made and judged. They go in batches to a
//! [`checker`], a process of its own with 1 GiB of memory and five seconds of CPU time for each case. What is wrong
//! is made [small](minimize) and kept in a file, once for each way to be wrong.
//!
//! No coverage is measured: accepted mutants become seeds themselves, which leads far enough from the first ones.
//! Coverage-guided fuzzing of the same checks is `cargo fuzz run` in `fuzz/`, where a nightly toolchain and cargo-fuzz are.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use kiln_lang::fuzzing::{self, EXTREMES, Random, Verdict};
use kiln_lang::print;
use kiln_lang::random::{self, Rng, Size};

use crate::repository;
use crate::task_error::{Doing, TaskError};
use checker::{Answer, Checker};

pub(crate) mod checker;

mod minimize;
mod seeds;

/// Options of `cargo xtask fuzz`.
#[derive(Debug, clap::Args)]
pub(crate) struct FuzzArgs {
    /// What is fuzzed
    #[arg(value_enum)]
    what: What,
    /// How long: seconds, with or without an `s`
    #[arg(long, default_value = "60s", value_parser = seconds)]
    time: Duration,
    /// How cases are made: `tokens` if not given, `programs` for the interpreter
    #[arg(long, value_enum)]
    target: Option<Target>,
    /// The same seed and the same texts give the same cases
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Check these cases instead, as they were saved
    #[arg(long, num_args = 1..)]
    file: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// The front end
    Lang,
    /// The interpreter
    Meaning,
    /// The reducer
    Reduce,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Target {
    /// Texts with changed bytes
    Bytes,
    /// Texts with changed tokens
    Tokens,
    /// Texts of one construct, deep or long
    Extremes,
    /// Random well-typed programs
    Programs,
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    number.parse().map(Duration::from_secs).map_err(|_| format!("`{text}` is no number of seconds"))
}

/// Cases per exchange with the checker. A round trip between two processes costs more than a small case.
const BATCH: usize = 64;

/// Accepted mutants that are kept as seeds.
const MAX_GROWN: usize = 5_000;

/// A mutation of this many bytes makes about a dozen changes.
const MAX_MUTATION: usize = 48;

/// Fuzzes for as long as was asked.
pub(crate) fn run(args: &FuzzArgs) -> Result<(), TaskError> {
    let mut session = Session::new()?;
    if !args.file.is_empty() {
        session.check_files(&args.file)?;
    } else {
        let usual = if args.what == What::Meaning { Target::Programs } else { Target::Tokens };
        match args.target.unwrap_or(usual) {
            Target::Bytes => session.mutate(args, fuzzing::mutate_bytes)?,
            Target::Tokens => session.mutate(args, fuzzing::mutate_tokens)?,
            Target::Extremes => session.check_extremes(args.what)?,
            Target::Programs => session.check_programs(args)?,
        }
    }
    session.conclude()
}

/// The check that a case is for: the interpreter's start with a letter, the reducer's with a capital one, the front end's with a
/// digit.
fn check_bytes(case: &[u8]) -> Verdict {
    match case.first() {
        Some(b'A'..=b'Z') => kiln_reduce::fuzzing::check_bytes(case),
        Some(b'a'..=b'z') => kiln_meaning::fuzzing::check_bytes(case),
        _ => fuzzing::check_bytes(case),
    }
}

/// A case of the front end as one of the same text for what is fuzzed.
fn case_for(what: What, case: Vec<u8>, random: &mut Random) -> Vec<u8> {
    match what {
        What::Lang => case,
        What::Meaning => kiln_meaning::fuzzing::with_setting(&mut Rng::new(random.bits()), &case[1..]),
        What::Reduce => kiln_reduce::fuzzing::with_question(&mut Rng::new(random.bits()), &case[1..]),
    }
}

/// What has been tried and found.
struct Session {
    checker: Checker,
    directory: PathBuf,
    n_cases: u64,
    n_accepted: u64,
    /// The longest CPU time of a case.
    slowest: Duration,
    /// By what is wrong, without the details: how often, and the file of the first.
    findings: BTreeMap<String, (u64, PathBuf)>,
}

impl Session {
    fn new() -> Result<Session, TaskError> {
        let directory = repository::target().join("fuzz");
        fs::create_dir_all(&directory).doing("make the directory", &directory)?;
        Ok(Session {
            checker: Checker::default(),
            directory,
            n_cases: 0,
            n_accepted: 0,
            slowest: Duration::ZERO,
            findings: BTreeMap::new(),
        })
    }

    fn mutate(&mut self, args: &FuzzArgs, mutate: fn(&[u8], &[u8]) -> Vec<u8>) -> Result<(), TaskError> {
        let mut seeds = seeds::all(args.what)?;
        let n_first = seeds.len();
        let mut random = Random::new(args.seed);
        let end = Instant::now() + args.time;
        while Instant::now() < end {
            let draw = |_| {
                let seed = &seeds[random.below(seeds.len())];
                let case = mutate(seed, &random.mutation(MAX_MUTATION));
                case_for(args.what, case, &mut random)
            };
            let cases: Vec<Vec<u8>> = (0..BATCH).map(draw).collect();
            let answers = self.checker.check(&cases)?;
            for (case, answer) in cases.into_iter().zip(answers) {
                self.take(&case, &answer)?;
                if answer.accepted() && seeds.len() < n_first + MAX_GROWN {
                    seeds.push(case[1..].to_vec());
                }
            }
        }
        Ok(())
    }

    fn check_programs(&mut self, args: &FuzzArgs) -> Result<(), TaskError> {
        let mut random = Random::new(args.seed);
        let end = Instant::now() + args.time;
        while Instant::now() < end {
            let draw = |_| match args.what {
                What::Meaning => kiln_meaning::fuzzing::random_case(random.bits()),
                What::Lang | What::Reduce => case_for(args.what, random_text(random.bits()), &mut random),
            };
            let cases: Vec<Vec<u8>> = (0..BATCH).map(draw).collect();
            let answers = self.checker.check(&cases)?;
            for (case, answer) in cases.iter().zip(&answers) {
                self.take(case, answer)?;
            }
        }
        Ok(())
    }

    fn check_extremes(&mut self, what: What) -> Result<(), TaskError> {
        for extreme in EXTREMES {
            for size in [10_000, 100_000] {
                let text = format!("0{}", (extreme.text)(size));
                let case = case_for(what, text.into_bytes(), &mut Random::new(1));
                let answer = self.checker.check_one(&case)?;
                show(&format!("{:>7} {:<45} {answer}\n", size, extreme.name));
                self.take(&case, &answer)?;
            }
        }
        Ok(())
    }

    fn check_files(&mut self, files: &[PathBuf]) -> Result<(), TaskError> {
        for file in files {
            let case = fs::read(file).doing("read", file)?;
            let answer = self.checker.check_one(&case)?;
            show(&format!("{}: {answer}\n", file.display()));
            self.n_cases += 1;
            if let Some(bug) = answer.bug() {
                self.findings.insert(bug.to_owned(), (1, file.clone()));
            }
        }
        Ok(())
    }

    fn take(&mut self, case: &[u8], answer: &Answer) -> Result<(), TaskError> {
        self.n_cases += 1;
        self.n_accepted += u64::from(answer.accepted());
        self.slowest = self.slowest.max(answer.time);
        let Some(bug) = answer.bug() else { return Ok(()) };
        let kind = kind_of(bug);
        if let Some((n_found, _)) = self.findings.get_mut(&kind) {
            *n_found += 1;
            return Ok(());
        }
        let file = self.save(&kind, case, bug)?;
        self.findings.insert(kind, (1, file));
        Ok(())
    }

    /// Makes the case small and writes it, with what is wrong beside it.
    fn save(&mut self, kind: &str, case: &[u8], bug: &str) -> Result<PathBuf, TaskError> {
        show(&format!("{}\n", bug.lines().next().unwrap_or_default()));
        let small = minimize::minimize(&mut self.checker, case, |bug| kind_of(bug) == kind)?;
        let file = self.directory.join(format!("{:016x}.c", hash(kind)));
        fs::write(&file, small).doing("write", &file)?;
        let message = file.with_extension("txt");
        fs::write(&message, bug).doing("write", &message)?;
        show(&format!("    {}\n", file.display()));
        Ok(file)
    }

    fn conclude(&self) -> Result<(), TaskError> {
        let Session { n_cases, n_accepted, slowest, .. } = self;
        let share = n_accepted * 100 / (*n_cases).max(1);
        show(&format!("{n_cases} cases, {share} % accepted, the slowest {:.2} s\n", slowest.as_secs_f64()));
        if self.findings.is_empty() {
            return Ok(());
        }
        let row = |(kind, (n_found, file)): (&String, &(u64, PathBuf))| {
            format!("{n_found:>6} x {kind}\n         {}", file.display())
        };
        let rows: Vec<String> = self.findings.iter().map(row).collect();
        Err(TaskError::CheckFailed(format!("{} ways to be wrong:\n{}", rows.len(), rows.join("\n"))))
    }
}

/// A random program for the front end.
fn random_text(seed: u64) -> Vec<u8> {
    format!("0{}", print::canonical(&random::program(seed, Size::SMALL))).into_bytes()
}

/// What is wrong, without what differs from case to case: two cases of the same kind are likely of one cause.
fn kind_of(bug: &str) -> String {
    let place = bug.rsplit_once(" at ").map_or("", |(_, place)| place);
    let first = bug.lines().next().unwrap_or_default();
    // The second line of a failed round trip is the first error.
    let error = bug.lines().nth(1).filter(|_| first.contains("not accepted")).unwrap_or_default();
    let error = error.split_once("error: ").map_or("", |(_, error)| error);
    let words = format!("{first} {error}");
    let without_names: String = words.split('`').step_by(2).collect::<Vec<_>>().join("_");
    let without_numbers: String = without_names.chars().map(|c| if c.is_ascii_digit() { 'N' } else { c }).collect();
    format!("{} {place}", without_numbers.chars().take(160).collect::<String>())
}

/// FNV-1a: a name for a file that is the same next time.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[expect(clippy::print_stdout, reason = "the result of a chore is what it prints")]
fn show(text: &str) {
    print!("{text}");
}
