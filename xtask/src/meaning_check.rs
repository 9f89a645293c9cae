//! `cargo xtask meaning-check`: how well the interpreter runs real C.
//!
//! Every program of the corpus that is meant to be run is compiled with gcc and run, and run by the
//! interpreter: both must write the same and end in the same way. Programs that do not compile, do
//! not end with status 0 within some seconds, or that gcc's sanitizers complain about are set apart:
//! nothing is expected of kiln there but that, in dialect `iso`, it does not call defined what the sanitizers
//! complain about. The result is a table by folder against bars, a list of causes
//! with examples to work on, and a comparison with the checked-in list of programs that are known to
//! fall out.
//!
//! Native answers are kept for good, kiln's for as long as this program is the same, so a run can be
//! interrupted and a second one costs seconds. In reading order: [`crate::measuring`] what checks
//! have in common, [`native`] the reference, [`answer`] and [`interpreter`] kiln, [`examine`] one
//! program, [`shortfall`] and [`table`] the result, [`detail`] one program at length.

use crate::corpus::manifest::Role;
use crate::measuring::findings::Findings;
use crate::measuring::log::Log;
use crate::measuring::show;
use crate::measuring::subject::{self, Kind, Selection, Subject};
use crate::repository;
use crate::task_error::{Doing, TaskError};

mod native;

mod answer;
mod interpreter;

mod examine;

mod detail;
mod shortfall;
mod table;

pub(crate) use interpreter::{Answered, Interpreter, answer_questions};

use examine::Laboratory;
use native::Native;
use shortfall::Category;
use table::Tally;

/// Options of `cargo xtask meaning-check`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    selection: Selection,
    /// Ask gcc's sanitizers only about programs that fall out: much faster the first time
    #[arg(long)]
    quick: bool,
    /// Bring the list of expected results up to date
    #[arg(long)]
    bless: bool,
    /// How many programs of Csmith to add
    #[arg(long, value_name = "N", default_value_t = 200)]
    csmith: u32,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask meaning-check --only gcc.c-torture/execute --limit 200 --show-failures
  cargo xtask meaning-check --only csmith --csmith 50     Csmith's programs alone
  cargo xtask meaning-check --quick                       everything, quicker the first time
  cargo xtask meaning-check --file 20000112-1.c           one program: both outputs, and the verdict
  cargo xtask meaning-check                               everything, against the bars and the list";

/// Programs of the corpus that are meant to be run.
fn kind(role: Role) -> Option<Kind> {
    (role == Role::Run).then_some(Kind::Valid)
}

/// Examines what was asked for and shows the result.
pub(crate) fn run(args: &CheckArgs) -> Result<(), TaskError> {
    let directory = repository::target().join("meaning-check");
    std::fs::create_dir_all(&directory).doing("make the directory", &directory)?;
    let (subjects, mut remarks) = args.selection.subjects(args.csmith, kind)?;
    let native = Native::new(&directory)?;
    remarks.push(format!("compared with {}", native.version()));
    if let Some(file) = &args.selection.file {
        let subject = subject::find(&subjects, file)?;
        show(&detail::show(subject, &native)?);
        return Ok(());
    }
    let answers = Log::open_of_this_build(&directory)?;
    let laboratory = Laboratory { native, answers, quick: args.quick };
    let examine = |subject: &Subject, interpreter: &mut _| laboratory.examine(subject, interpreter);
    let findings: Findings<Tally> = Findings::of(subjects, &args.selection, examine, |_, found| shortfall::of(found))?;
    findings.show(&args.selection);
    let total = findings.total();
    show(&total.show_apart());
    show(&total.show_speed());
    for remark in &remarks {
        show(&format!("note: {remark}\n"));
    }
    findings.compare(&args.selection, args.bless, args.quick.then_some(Category::Missed))
}
