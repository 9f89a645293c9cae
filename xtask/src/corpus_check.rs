//! `cargo xtask corpus-check`: how well the front end reads and prints real C.
//!
//! Every program of the corpus is examined: does kiln take what gcc takes and reject what gcc
//! rejects; does the text it prints from the tree read as the same program; does gcc make the same
//! assembly of it. The result is a table by folder against bars, a list of causes with examples to
//! work on, and a comparison with the checked-in list of programs that are known to fall out.
//!
//! gcc's answers are kept for good, kiln's for as long as this program is the same, so a run can be
//! interrupted and a second one costs seconds. In reading order: [`subject`] what is examined,
//! [`gcc`] the reference, [`reading`] and [`front_end`] kiln, [`examine`] one program,
//! [`shortfall`], [`table`] and [`expected`] the result, [`detail`] one program at length.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::corpus;
use crate::repository;
use crate::task_error::{Doing, TaskError, output_of};

mod subject;

mod left_out;
mod log;

mod gcc;

mod front_end;
mod reading;

mod examine;

mod detail;
mod expected;
mod progress;
mod shortfall;
mod table;

pub(crate) use front_end::answer_questions;

use examine::{Finding, Laboratory};
use expected::{Expected, Found};
use front_end::FrontEnd;
use log::{Key, Log};
use progress::Progress;
use shortfall::{Category, Groups, Shortfall};
use subject::Subject;
use table::Table;

/// Options of `cargo xtask corpus-check`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    /// The corpus [default: target/corpus]
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Examine only programs whose path starts with this (`csmith` for Csmith's)
    #[arg(long, value_name = "PREFIX")]
    only: Option<String>,
    /// Examine only so many of them, evenly spread
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Tell all about one program: its path in the corpus, or the end of it
    #[arg(long, value_name = "PATH")]
    file: Option<String>,
    /// Show every cause of failure, with more examples
    #[arg(long)]
    show_failures: bool,
    /// Do not compile: no comparison of assembly, and much faster the first time
    #[arg(long)]
    no_assembly: bool,
    /// Bring the list of expected results up to date
    #[arg(long, conflicts_with = "no_assembly")]
    bless: bool,
    /// How many programs of Csmith to add
    #[arg(long, value_name = "N", default_value_t = 500)]
    csmith: u32,
    /// How many programs to examine at once [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask corpus-check --only gcc.c-torture --limit 200 --show-failures
  cargo xtask corpus-check --no-assembly          what is accepted, quickly
  cargo xtask corpus-check --file 20000112-1.c    one program, with the difference in assembly
  cargo xtask corpus-check                        everything, against the bars and the list";

impl CheckArgs {
    fn corpus(&self) -> PathBuf {
        let corpus = self.corpus.clone().unwrap_or_else(corpus::default_directory);
        // Compilers run in the folder of each program.
        std::path::absolute(&corpus).unwrap_or(corpus)
    }

    /// Whether nothing is left out, so that the bars and the whole list count.
    fn is_complete(&self) -> bool {
        self.only.is_none() && self.limit.is_none()
    }
}

/// One program, what was found out, and how it falls out.
struct Examined {
    subject: Subject,
    finding: Finding,
    shortfall: Option<Shortfall>,
}

/// Examines what was asked for and shows the result.
pub(crate) fn run(args: &CheckArgs) -> Result<(), TaskError> {
    let directory = repository::target().join("corpus-check");
    std::fs::create_dir_all(&directory).doing("make the directory", &directory)?;
    let (subjects, mut remarks) = subject::all(args)?;
    let laboratory = laboratory(args, &directory, &mut remarks)?;
    if let Some(file) = &args.file {
        let subject = find(&subjects, file)?;
        show(&detail::show(subject, &laboratory.gcc, &directory.join("file"))?);
        return Ok(());
    }
    let examined = examine_all(subjects, &laboratory, args)?;
    let mut table = Table::default();
    for one in &examined {
        table.add(&one.subject, &one.finding);
    }
    show_result(&examined, &table, args);
    for remark in &remarks {
        show(&format!("note: {remark}\n"));
    }
    conclude(&examined, &table, args)
}

fn laboratory(args: &CheckArgs, directory: &Path, remarks: &mut Vec<String>) -> Result<Laboratory, TaskError> {
    let clang = clang();
    if clang.is_none() {
        remarks.push("clang is not installed: pruned programs are not offered to it".to_owned());
    }
    let gcc = gcc::Gcc::new(directory)?;
    remarks.push(format!("compared with {}", gcc.version()));
    let readings = open_readings(directory)?;
    Ok(Laboratory { gcc, readings, with_assembly: !args.no_assembly, clang })
}

fn clang() -> Option<(PathBuf, String)> {
    let output = output_of(std::process::Command::new("clang").arg("--version")).ok()?;
    let version = String::from_utf8_lossy(&output).lines().next()?.to_owned();
    Some((PathBuf::from("clang"), version))
}

/// What this build of the front end has said before. What other builds said is thrown away.
fn open_readings(directory: &Path) -> Result<Log, TaskError> {
    let program = Path::new("/proc/self/exe");
    let build = Key::of([std::fs::read(program).doing("read", program)?.as_slice()]);
    let name = format!("kiln-{}.log", build.as_str());
    for entry in std::fs::read_dir(directory).doing("list", directory)?.flatten() {
        let other = entry.file_name().to_string_lossy().into_owned();
        if other.starts_with("kiln-") && other != name {
            std::fs::remove_file(entry.path()).doing("remove", &entry.path())?;
        }
    }
    Log::open(&directory.join(name))
}

fn find<'a>(subjects: &'a [Subject], file: &str) -> Result<&'a Subject, TaskError> {
    let is_it = |path: &str| path == file || path.ends_with(&format!("/{file}")) || file.ends_with(&format!("/{path}"));
    let found: Vec<&Subject> = subjects.iter().filter(|subject| is_it(&subject.path)).collect();
    match found.as_slice() {
        [subject] => Ok(subject),
        [] => Err(TaskError::CheckFailed(format!("no examined program is called {file}"))),
        several => {
            let paths: Vec<&str> = several.iter().map(|subject| subject.path.as_str()).collect();
            Err(TaskError::CheckFailed(format!("which one? {}", paths.join(", "))))
        }
    }
}

/// Examines all subjects on several threads; the result is in the order of the subjects.
fn examine_all(subjects: Vec<Subject>, laboratory: &Laboratory, args: &CheckArgs) -> Result<Vec<Examined>, TaskError> {
    let n_cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut findings: Vec<Option<Finding>> = vec![None; subjects.len()];
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.unwrap_or(n_cores).max(1) {
            let (sender, next, subjects) = (sender.clone(), &next, &subjects);
            scope.spawn(move || {
                let mut front_end = FrontEnd::default();
                while let Some((idx, subject)) = take(next, subjects) {
                    let finding = laboratory.examine(subject, &mut front_end);
                    if sender.send((idx, finding)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut progress = Progress::new(findings.len());
        // On an error the receiver goes away, upon which every thread ends after its program.
        for (idx, finding) in receiver {
            findings[idx] = Some(finding?);
            progress.step();
        }
        progress.end();
        Ok::<(), TaskError>(())
    })?;
    let pairs = subjects.into_iter().zip(findings);
    Ok(pairs
        .filter_map(|(subject, finding)| {
            let finding = finding?;
            let shortfall = shortfall::of(&subject, &finding);
            Some(Examined { subject, finding, shortfall })
        })
        .collect())
}

fn take<'a>(next: &AtomicUsize, subjects: &'a [Subject]) -> Option<(usize, &'a Subject)> {
    let idx = next.fetch_add(1, Ordering::Relaxed);
    subjects.get(idx).map(|subject| (idx, subject))
}

fn show_result(examined: &[Examined], table: &Table, args: &CheckArgs) {
    let shortfalls = examined.iter().filter_map(|one| Some((&one.subject, one.shortfall.as_ref()?)));
    let groups = Groups::new(shortfalls);
    let (bars, _) = table.show_bars();
    show(&format!("{}\n{}\n{bars}\n", table.show(), groups.show(args.show_failures)));
    show(&table.show_speed());
}

/// Compares with the list, or rewrites it. The bars count for a complete run only.
fn conclude(examined: &[Examined], table: &Table, args: &CheckArgs) -> Result<(), TaskError> {
    let found = || -> Box<dyn Iterator<Item = Found<'_>>> {
        // Nothing short of everything is expected of Csmith's programs: the list knows none.
        let of_corpus = examined.iter().filter(|one| one.subject.kind != subject::Kind::Csmith);
        Box::new(of_corpus.map(|one| (one.subject.path.as_str(), one.shortfall.as_ref())))
    };
    let mut expected = Expected::load()?;
    if args.bless {
        expected.bless(found());
        expected.save()?;
    }
    if args.no_assembly {
        expected = expected.without_assembly();
    }
    let mut complaints = expected.differences(found(), args.is_complete());
    let n_bugs =
        examined.iter().filter(|one| one.shortfall.as_ref().is_some_and(|one| one.category == Category::Bug)).count();
    if n_bugs > 0 {
        complaints.push(format!("{n_bugs} panics, hangs or crashes"));
    }
    if args.is_complete() && !table.show_bars().1 {
        complaints.push("a bar is missed".to_owned());
    }
    for (reason, n_rows) in expected.reasons() {
        show(&format!("{n_rows:>6}  listed because: {reason}\n"));
    }
    if complaints.is_empty() { Ok(()) } else { Err(differ(&complaints)) }
}

fn differ(complaints: &[String]) -> TaskError {
    let n_complaints = complaints.len();
    let shown: Vec<&str> = complaints.iter().take(20).map(String::as_str).collect();
    let more = match n_complaints - shown.len() {
        0 => String::new(),
        n_more => format!("\n  ... and {n_more} more"),
    };
    TaskError::CheckFailed(format!(
        "the check and what is expected differ in {n_complaints} points:\n  {}{more}\n\
         (--bless brings the list up to date)",
        shown.join("\n  ")
    ))
}

fn show(text: &str) {
    // Whoever closed the pipe has seen enough.
    let _enough = std::io::stdout().lock().write_all(text.as_bytes());
}
