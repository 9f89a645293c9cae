//! `cargo xtask arith-check`: the expected values of `kiln generate arith`, against compilers.
//!
//! Every program has its expected values in it, which come from the generator; the interpreter confirms them; here GCC and Clang
//! do, without and with optimization, and their sanitizers have nothing to say. The seeds go through all combinations of values,
//! rounding, ways to mend and sizes. What differs is kept. A run that is stopped goes on where it was, as long as the generator
//! makes the same programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use kiln_case::{Case, Choices, Source as _};
use kiln_generate::arith::{ArithSource, Form, Mend, Options, Preset, Rounding, Values};
use kiln_generate::words::Words as _;
use kiln_meaning::agreement::{BUILDS, Build, SOURCE};

use crate::agreement::{Compiled, compile, run_program, show};
use crate::fuzz::hash;
use crate::repository;
use crate::task_error::{Doing, TaskError};

/// Options of `cargo xtask arith-check`.
#[derive(Debug, clap::Args)]
pub(crate) struct ArithCheckArgs {
    /// How many expressions
    #[arg(long, default_value_t = 100_000)]
    expressions: u64,
    /// Begin anew instead of going on where the last run was stopped
    #[arg(long)]
    anew: bool,
}

/// Operators of an expression and expressions of a program: compilers take more than twice the time for twice as many.
const SIZES: [(u32, u32); 5] = [(1, 200), (2, 200), (4, 200), (10, 60), (60, 8)];

/// Bugs of compilers that are known, and stand in `docs/trophies.md`: the compiler, and flags with which they are gone.
const KNOWN: [(&str, &str, &[&str]); 1] =
    [("Clang: a truth value times a number that no int holds", "clang", &["-frounding-math"])];

/// What a build makes of a program.
enum Answer {
    Same,
    Differs(String),
    Missing,
}

/// The options of a seed, with the words of the command line.
fn options(seed: u64) -> (Options, Vec<String>) {
    let mut choices = Choices::new(seed).split("options", 0);
    let &(_, values, _) = choices.pick(Values::ALL);
    let &(_, rounding, _) = choices.pick(Rounding::ALL);
    let mend = *choices.pick(&[Mend::Flip, Mend::Flip, Mend::Insert]);
    let form = *choices.pick(&[Form::Check, Form::Check, Form::Check, Form::Checksum]);
    let (operators, expressions) = SIZES[(seed % SIZES.len() as u64) as usize];
    let mut words = vec![
        format!("--values {} --rounding {} --mend {}", values.word(), rounding.word(), mend.word()),
        format!("--operators {operators} --expressions {expressions} --form {}", form.word()),
    ];
    let mut base = Options::default();
    if choices.one_in(4) {
        words.push(format!("--preset {}", Preset::Mixed.word()));
        base = Preset::Mixed.options();
    }
    let (operators, expressions) = (Some(operators), Some(expressions));
    (Options { values, rounding, mend, form, operators, expressions, ..base }, words)
}

fn case(seed: u64) -> Result<(Case, u64), TaskError> {
    let (options, words) = options(seed);
    let expressions = options.expressions.unwrap_or(0).into();
    let source = ArithSource::new(options, words).map_err(|error| TaskError::CheckFailed(error.to_string()))?;
    match source.make(&Choices::new(seed)) {
        Ok(Some(case)) => Ok((case, expressions)),
        other => Err(TaskError::CheckFailed(format!("seed {seed}: {other:?}"))),
    }
}

/// A number for what the generator makes.
fn key() -> Result<u64, TaskError> {
    let mut texts = String::new();
    for seed in 0..SIZES.len() as u64 {
        let (case, _) = case(seed)?;
        texts.extend(case.units.iter().map(|unit| String::from_utf8_lossy(&unit.text)));
    }
    Ok(hash(&texts))
}

/// Checks until there are enough expressions.
pub(crate) fn run(args: &ArithCheckArgs) -> Result<(), TaskError> {
    let directory = repository::target().join("arith-check");
    fs::create_dir_all(&directory).doing("make the directory", &directory)?;
    let directory = std::path::absolute(&directory).doing("find", &directory)?;
    let mut check = Check { directory, key: key()?, ..Check::default() };
    if !args.anew {
        check.resume()?;
    }
    check.go_on(args.expressions)?;
    check.conclude()
}

/// How far it is.
#[derive(Default)]
struct Check {
    directory: PathBuf,
    seed: u64,
    expressions: u64,
    /// What the generator makes: another one begins anew.
    key: u64,
    /// Builds whose compiler is missing, or lacks its sanitizers.
    missing: Vec<Build>,
    /// How often a known bug was met.
    known_bugs: BTreeMap<String, u64>,
    findings: Vec<String>,
}

impl Check {
    fn go_on(&mut self, expressions: u64) -> Result<(), TaskError> {
        while self.expressions < expressions {
            let (case, n) = case(self.seed)?;
            self.compare(&case)?;
            self.seed += 1;
            self.expressions += n;
            self.remember()?;
        }
        Ok(())
    }

    fn compare(&mut self, case: &Case) -> Result<(), TaskError> {
        let text = case.units.first().map_or(&[][..], |unit| &unit.text);
        let expected = case.expected.as_ref().map_or(&[][..], |expected| &expected.ended.output);
        let source = self.directory.join(SOURCE);
        fs::write(&source, text).doing("write", &source)?;
        for build in BUILDS {
            if self.missing.contains(build) {
                continue;
            }
            match self.difference(build, &[], expected)? {
                Answer::Same => {}
                Answer::Missing => {
                    show(&format!("{build} is not there to compare with\n"));
                    self.missing.push(*build);
                }
                Answer::Differs(what) => match self.known(build, expected)? {
                    Some(known) => *self.known_bugs.entry(known.to_owned()).or_default() += 1,
                    None => self.keep(build, text, &what)?,
                },
            }
        }
        Ok(())
    }

    /// What a build makes of the program.
    fn difference(&self, build: &Build, more: &[&str], expected: &[u8]) -> Result<Answer, TaskError> {
        Ok(match compile(build, more, &self.directory)? {
            Compiled::Yes => {
                let ran = run_program(&self.directory)?;
                if ran.succeeded && ran.stdout == expected && ran.stderr.is_empty() {
                    Answer::Same
                } else {
                    Answer::Differs([ran.stdout.as_slice(), &ran.stderr].map(String::from_utf8_lossy).concat())
                }
            }
            Compiled::Missing => Answer::Missing,
            Compiled::No(words) => Answer::Differs(words),
        })
    }

    /// The known bug that a difference comes from.
    fn known(&self, build: &Build, expected: &[u8]) -> Result<Option<&'static str>, TaskError> {
        for (name, compiler, flags) in KNOWN {
            if build.to_string().starts_with(compiler)
                && matches!(self.difference(build, flags, expected)?, Answer::Same)
            {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// Keeps a program, with what became of it.
    fn keep(&mut self, build: &Build, text: &[u8], what: &str) -> Result<(), TaskError> {
        let file = self.directory.join(format!("{}-{:08x}.c", self.seed, hash(&build.to_string()) as u32));
        fs::write(&file, text).doing("write", &file)?;
        let beside = file.with_extension("txt");
        fs::write(&beside, format!("{build}\n{what}")).doing("write", &beside)?;
        show(&format!("{build}: {}\n", file.display()));
        self.findings.push(format!("{build}: {}", file.display()));
        Ok(())
    }

    fn progress_file(&self) -> PathBuf {
        self.directory.join("progress")
    }

    fn remember(&self) -> Result<(), TaskError> {
        let file = self.progress_file();
        let known = self.known_bugs.iter().map(|(name, times)| format!("known {times} {name}"));
        let lines: Vec<String> = known.chain(self.findings.iter().cloned()).collect();
        let text = format!("{:016x} {} {}\n{}", self.key, self.seed, self.expressions, lines.join("\n"));
        fs::write(&file, text).doing("write", &file)
    }

    fn resume(&mut self) -> Result<(), TaskError> {
        let Ok(text) = fs::read_to_string(self.progress_file()) else { return Ok(()) };
        let (first, lines) = text.split_once('\n').unwrap_or((&text, ""));
        let numbers: Vec<&str> = first.split(' ').collect();
        if let [key, seed, expressions] = numbers[..]
            && key == format!("{:016x}", self.key)
            && let (Ok(seed), Ok(expressions)) = (seed.parse(), expressions.parse())
        {
            (self.seed, self.expressions) = (seed, expressions);
            for line in lines.lines() {
                match line.strip_prefix("known ").and_then(|known| known.split_once(' ')) {
                    Some((times, name)) => {
                        self.known_bugs.insert(name.to_owned(), times.parse().unwrap_or(0));
                    }
                    None => self.findings.push(line.to_owned()),
                }
            }
            show(&format!("going on after {expressions} expressions\n"));
        }
        Ok(())
    }

    fn conclude(&self) -> Result<(), TaskError> {
        let builds = BUILDS.len() - self.missing.len();
        let (seeds, expressions) = (self.seed, self.expressions);
        show(&format!(
            "{expressions} expressions in {seeds} programs, {builds} builds, {} differ\n",
            self.findings.len()
        ));
        for (name, times) in &self.known_bugs {
            show(&format!("{times} programs meet a known bug: {name}\n"));
        }
        if self.findings.is_empty() { Ok(()) } else { Err(TaskError::CheckFailed(self.findings.join("\n"))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The long check in short, at small sizes of all kinds.
    #[test]
    fn compilers_compute_what_the_generator_expects() {
        let directory = tempfile::tempdir().expect("there is room for a directory");
        let mut check = Check { directory: directory.path().to_owned(), ..Check::default() };
        for seed in [3, 4, 5, 10] {
            let (case, _) = case(seed).expect("the interpreter agrees");
            check.compare(&case).expect("compilers can be started");
        }
        assert_eq!(check.findings, Vec::<String>::new());
    }
}
