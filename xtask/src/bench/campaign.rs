//! The rows about campaigns: what kiln itself takes beside the compilers it runs, what small programs cost together and alone,
//! with one job and with two, and what the same costs in a loop of the shell.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::clock::{medians, millis, of_children};
use super::opponent::{installed, scratch};
use super::row::{Bar, Row, Table};
use super::subject::Kiln;
use crate::task_error::{Doing, TaskError, succeed};

/// Options of `cargo xtask bench campaign`.
#[derive(Debug, clap::Args)]
pub(super) struct CampaignArgs {
    /// How often everything is measured; the median counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// How many programs each campaign tries
    #[arg(long, default_value_t = 48, value_parser = clap::value_parser!(u32).range(1..))]
    cases: u32,
}

/// The levels of the loop are those of a campaign.
const LOOP: &str = "\
for file in \"$1\"/*.c; do
  for level in -O0 -O1 -O2 -O3 -Os; do
    gcc -w $level -ffp-contract=off -o program \"$file\" -lm && ./program > output; echo \"$file $level $?\" >> log
    [ -f first ] || cp output first
    cmp -s output first || echo \"$file $level\" >> differ
  done
  rm -f first
done
";

/// What a campaign took.
struct Spent {
    /// CPU time of everything, in milliseconds.
    all: f64,
    /// Of that, compilers and the programs they made.
    theirs: f64,
}

/// What is measured with.
struct Bench {
    kiln: Kiln,
    n_rounds: u32,
    n_cases: u32,
    directory: tempfile::TempDir,
}

/// Measures everything.
pub(super) fn run(args: &CampaignArgs) -> Result<(), TaskError> {
    if installed("gcc").is_none() {
        return Err(TaskError::Missing {
            what: "gcc".to_owned(),
            remedy: "It is what campaigns are run on.".to_owned(),
        });
    }
    let bench = Bench { kiln: Kiln::build()?, n_rounds: args.rounds, n_cases: args.cases, directory: scratch()? };
    // The compiler is calibrated once for all.
    bench.campaign(&["--cases", "1"])?;
    bench.small_programs()?;
    let about = format!(
        "Campaigns of {} programs on gcc, CPU time of everything they start, medians of {} rounds in turns; per program",
        args.cases, args.rounds
    );
    let mut table = Table::new(&about, "ms");
    table.add(bench.overhead()?);
    table.add(bench.together()?);
    table.add(bench.jobs()?);
    table.add(bench.shell()?);
    table.finish()
}

impl Bench {
    fn corpus(&self) -> std::path::PathBuf {
        self.directory.path().join("small")
    }

    /// Small programs as files, for the rows that need the same ones in several ways.
    fn small_programs(&self) -> Result<(), TaskError> {
        let count = self.n_cases.to_string();
        let mut command = self.kiln.command();
        command.args(["generate", "arith", "--seed", "1", "--product", "40", "--count", &count, "-o"]);
        succeed(command.arg(self.corpus()))
    }

    /// Runs a campaign of its own.
    fn campaign(&self, words: &[&str]) -> Result<Spent, TaskError> {
        let out = self.directory.path().join("out");
        let _not_there = fs::remove_dir_all(&out);
        let mut command = self.kiln.command();
        command.args(["fuzz", "-q", "--seed", "1", "--compiler", "gcc", "-o"]).arg(&out).args(words);
        command.env("XDG_CACHE_HOME", self.directory.path().join("cache"));
        let (all, ()) = of_children(|| found_or_not(&mut command))?;
        Ok(Spent { all: millis(all), theirs: theirs(&out)? })
    }

    fn per_case(&self, cost: f64) -> f64 {
        cost / f64::from(self.n_cases)
    }

    /// What kiln takes to make programs, to know what they do, and to keep the books.
    fn overhead(&self) -> Result<Row, TaskError> {
        let cases = self.n_cases.to_string();
        let own = std::cell::Cell::new(0.0);
        let mut measure = || {
            let spent = self.campaign(&["--cases", &cases, "--jobs", "1", "--alone"])?;
            own.set(spent.all - spent.theirs);
            Ok(spent.theirs)
        };
        let mut owned = || Ok(own.get());
        let [theirs, own] = medians(self.n_rounds, [&mut measure, &mut owned])?;
        Ok(Row {
            what: "kiln itself, compilers and programs".to_owned(),
            cost: self.per_case(own),
            against: self.per_case(theirs),
            bar: Bar::AtLeast(20.0),
            note: format!("{:.1} % of theirs", 100.0 * own / theirs),
        })
    }

    /// Two ways to run the small programs.
    fn two_ways(&self, what: &str, words: [&[&str]; 2], bar: Bar, note: &str) -> Result<Row, TaskError> {
        let (cases, corpus) = (self.n_cases.to_string(), self.corpus().display().to_string());
        let common = ["--cases", &cases, "--sources", "corpus", "--corpus", &corpus];
        let measure = |more: &[&str]| Ok(self.campaign(&[&common, more].concat())?.all);
        let [cost, against] = medians(self.n_rounds, [&mut || measure(words[0]), &mut || measure(words[1])])?;
        Ok(Row {
            what: what.to_owned(),
            cost: self.per_case(cost),
            against: self.per_case(against),
            bar,
            note: note.to_owned(),
        })
    }

    fn together(&self) -> Result<Row, TaskError> {
        let ways: [&[&str]; 2] = [&["--jobs", "1"], &["--jobs", "1", "--alone"]];
        self.two_ways("small programs together, alone", ways, Bar::AtLeast(1.0), "programs of 40 operators")
    }

    fn jobs(&self) -> Result<Row, TaskError> {
        let ways: [&[&str]; 2] = [&["--jobs", "2", "--alone"], &["--jobs", "1", "--alone"]];
        self.two_ways("two jobs, one", ways, Bar::AtLeast(0.95), "at most 1.05 times as much")
    }

    /// The same programs and levels, without expected values, sandbox or books.
    fn shell(&self) -> Result<Row, TaskError> {
        let (cases, corpus) = (self.n_cases.to_string(), self.corpus());
        let corpus = corpus.display().to_string();
        let words = ["--cases", &cases, "--sources", "corpus", "--corpus", &corpus, "--jobs", "1", "--alone"];
        let work = scratch()?;
        let looped = || {
            let mut shell = Command::new("sh");
            shell.args(["-c", LOOP, "sh", &corpus]).current_dir(work.path());
            Ok(millis(of_children(|| succeed(&mut shell))?.0))
        };
        let [cost, against] = medians(self.n_rounds, [&mut || Ok(self.campaign(&words)?.all), &mut || looped()])?;
        Ok(Row {
            what: "kiln, a loop of the shell".to_owned(),
            cost: self.per_case(cost),
            against: self.per_case(against),
            bar: Bar::Free,
            note: "small programs alone".to_owned(),
        })
    }
}

/// Runs a campaign, which may find something.
fn found_or_not(command: &mut Command) -> Result<(), TaskError> {
    let output = command.output().doing("start", Path::new(command.get_program()))?;
    match output.status.code() {
        Some(0 | 1) => Ok(()),
        _ => Err(TaskError::CheckFailed(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}

/// CPU time of compilers and programs, as the campaign has counted it.
fn theirs(campaign: &Path) -> Result<f64, TaskError> {
    let path = campaign.join("status.json");
    let text = fs::read(&path).doing("read", &path)?;
    let bad = |error: serde_json::Error| TaskError::CheckFailed(format!("{}: {error}", path.display()));
    let status: serde_json::Value = serde_json::from_slice(&text).map_err(bad)?;
    let of_source = |source: &serde_json::Value| {
        let seconds = |key: &str| source[key].as_f64().unwrap_or(0.0);
        seconds("compiler_cpu") + seconds("program_cpu") + seconds("confirm_cpu")
    };
    let seconds: f64 = status["sources"].as_object().into_iter().flatten().map(|(_, source)| of_source(source)).sum();
    if seconds > 0.0 {
        Ok(1e3 * seconds)
    } else {
        Err(TaskError::CheckFailed(format!("{}: no CPU time of compilers", path.display())))
    }
}
