//! `cargo xtask corpus-check`: how well the front end reads and prints real C.
//!
//! Every program of the corpus is examined: does kiln take what gcc takes and reject what gcc
//! rejects; does the text it prints from the tree read as the same program; does gcc make the same
//! assembly of it. The result is a table by folder against bars, a list of causes with examples to
//! work on, and a comparison with the checked-in list of programs that are known to fall out.
//!
//! gcc's answers are kept for good, kiln's for as long as this program is the same, so a run can be
//! interrupted and a second one costs seconds. In reading order: [`crate::measuring`] what
//! checks have in common, `gcc` the reference, `reading` and `front_end` kiln, `examine` one program,
//! `shortfall` and `table` the result, `detail` one program at length.

use std::path::{Path, PathBuf};

use crate::corpus::manifest::Role;
use crate::measuring::findings::Findings;
use crate::measuring::log::Log;
use crate::measuring::show;
use crate::measuring::subject::{self, Kind, Selection, Subject};
use crate::repository;
use crate::task_error::{Doing, TaskError, output_of};

mod gcc;

mod front_end;
mod reading;

mod examine;

mod detail;
mod shortfall;
mod table;

pub(crate) use front_end::answer_questions;

use examine::Laboratory;
use shortfall::Category;
use table::Tally;

/// Options of `cargo xtask corpus-check`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    selection: Selection,
    /// Do not compile: no comparison of assembly, and much faster the first time
    #[arg(long)]
    no_assembly: bool,
    /// Bring the list of expected results up to date
    #[arg(long, conflicts_with = "no_assembly")]
    bless: bool,
    /// How many programs of Csmith to add
    #[arg(long, value_name = "N", default_value_t = 500)]
    csmith: u32,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask corpus-check --only gcc.c-torture --limit 200 --show-failures
  cargo xtask corpus-check --no-assembly          what is accepted, quickly
  cargo xtask corpus-check --file 20000112-1.c    one program, with the difference in assembly
  cargo xtask corpus-check                        everything, against the bars and the list";

/// What is expected of a program of the corpus; parts of programs are not examined.
fn kind(role: Role) -> Option<Kind> {
    match role {
        Role::Run | Role::Compile => Some(Kind::Valid),
        Role::Error => Some(Kind::Invalid),
        Role::Part => None,
    }
}

/// Examines what was asked for and shows the result.
pub(crate) fn run(args: &CheckArgs) -> Result<(), TaskError> {
    let directory = repository::target().join("corpus-check");
    std::fs::create_dir_all(&directory).doing("make the directory", &directory)?;
    let (subjects, mut remarks) = args.selection.subjects(args.csmith, kind)?;
    let laboratory = laboratory(args, &directory, &mut remarks)?;
    if let Some(file) = &args.selection.file {
        let subject = subject::find(&subjects, file)?;
        show(&detail::show(subject, &laboratory.gcc, &directory.join("file"))?);
        return Ok(());
    }
    let examine = |subject: &Subject, front_end: &mut _| laboratory.examine(subject, front_end);
    let findings: Findings<Tally> = Findings::of(subjects, &args.selection, examine, shortfall::of)?;
    findings.show(&args.selection);
    show(&findings.total().show_speed());
    for remark in &remarks {
        show(&format!("note: {remark}\n"));
    }
    findings.compare(&args.selection, args.bless, args.no_assembly.then_some(Category::Assembly))
}

fn laboratory(args: &CheckArgs, directory: &Path, remarks: &mut Vec<String>) -> Result<Laboratory, TaskError> {
    let clang = clang();
    if clang.is_none() {
        remarks.push("clang is not installed: pruned programs are not offered to it".to_owned());
    }
    let gcc = gcc::Gcc::new(directory)?;
    remarks.push(format!("compared with {}", gcc.version()));
    let readings = Log::open_of_this_build(directory)?;
    Ok(Laboratory { gcc, readings, with_assembly: !args.no_assembly, clang })
}

fn clang() -> Option<(PathBuf, String)> {
    let output = output_of(std::process::Command::new("clang").arg("--version")).ok()?;
    let version = String::from_utf8_lossy(&output).lines().next()?.to_owned();
    Some((PathBuf::from("clang"), version))
}
