//! Chores of the kiln repository that are not part of the product.
//!
//! - [`corpus`]: C programs to measure with, from GCC's own test suite;
//! - [`csmith`]: C programs to measure with, from Csmith; [`csmith_check`]: interpreted and compiled;
//! - [`corpus_check`]: how well the front end reads and prints them, against gcc;
//! - [`meaning_check`]: how well the interpreter runs them, against gcc;
//! - [`mod@bench`]: how fast the front end and the interpreter are, against compilers;
//! - [`arith_check`]: whether generated arithmetic is what compilers compute;
//! - [`whole_check`]: whether whole generated programs are defined, and compilers agree on them;
//! - [`whole_table`]: what whole generated programs are worth, against Csmith's;
//! - [`orange3`]: the tables of the Orange3 paper: errors that programs of arithmetic show, and what makes them defined;
//! - [`fuzz`]: whether the front end behaves on whatever it is given;
//! - [`tidy`]: rules of the house that no compiler checks.
//!
//! Every chore is a `cargo xtask` command; `cargo xtask help` lists them.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod corpus;

mod csmith;
mod csmith_check;

mod corpus_check;

mod meaning_check;

mod measuring;

mod agreement;
mod arith_check;
mod bench;
mod whole_check;
mod whole_table;

mod orange3;

mod fuzz;

mod tidy;

mod confined;
mod producer;
mod repository;
mod soak;
mod task_error;

use task_error::{Doing, TaskError};

/// Chores of the kiln repository
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Extract the C part of GCC's own test suite, with a manifest of roles and options
    Corpus(corpus::CorpusArgs),
    /// Make Csmith programs, one per seed, preprocessed
    Csmith {
        /// How many: seeds 1 to COUNT
        count: u32,
        /// Where to; SEED.c and SEED.i are written, and kept if they are already there
        dest: PathBuf,
    },
    /// Run Csmith's programs with the interpreter and with compilers, and compare their checksums
    CsmithCheck(csmith_check::CsmithCheckArgs),
    /// Measure the front end on the corpus against gcc, and compare with the expected results
    CorpusCheck(corpus_check::CheckArgs),
    /// What `corpus-check` starts for itself
    #[command(hide = true)]
    ReadTexts,
    /// Measure the interpreter on the corpus against gcc, and compare with the expected results
    MeaningCheck(meaning_check::CheckArgs),
    /// What `meaning-check` starts for itself
    #[command(hide = true)]
    RunTexts,
    /// Measure the speed of the front end or of the interpreter
    Bench(bench::BenchArgs),
    /// What `bench` starts for itself
    #[command(hide = true)]
    PeakMemory,
    /// Give the front end or the interpreter texts that are made to break it
    Fuzz(fuzz::FuzzArgs),
    /// Compile random cases that the interpreter calls defined, and compare what they do
    Agreement(agreement::AgreementArgs),
    /// Compile programs of `kiln generate arith`, and compare what they compute with what they expect
    ArithCheck(arith_check::ArithCheckArgs),
    /// Make programs of `kiln generate whole`, interpret and compile them, and compare
    WholeCheck(whole_check::WholeCheckArgs),
    /// What `whole-check` starts for itself
    #[command(hide = true)]
    MakeWholes,
    /// Measure what whole programs are worth, side by side with Csmith's
    WholeTable(whole_table::WholeTableArgs),
    /// What `fuzz` starts for itself
    #[command(hide = true)]
    CheckCases,
    /// Runs compilers and what they make, for `orange3`
    #[command(name = kiln_toolchain::runner::COMMAND, hide = true)]
    Runner {
        /// In the place of the system's temporary directory
        #[arg(long)]
        private: bool,
        /// Where they run
        slot: PathBuf,
    },
    /// Measure what the paper behind `kiln generate arith` measures
    Orange3(orange3::Orange3Args),
    /// Run long campaigns, and kill others, with a compiler that needs no time: nothing may be left behind or lost
    Soak(soak::SoakArgs),
    /// Check the rules of the house: file sizes, module docs, crate dependencies, words
    Tidy,
}

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Corpus(args) => corpus::run(&args),
        Task::Csmith { count, dest } => csmith::run(count, &dest),
        Task::CsmithCheck(args) => csmith_check::run(&args),
        Task::CorpusCheck(args) => corpus_check::run(&args),
        Task::ReadTexts => corpus_check::answer_questions(),
        Task::MeaningCheck(args) => meaning_check::run(&args),
        Task::RunTexts => meaning_check::answer_questions(),
        Task::Bench(args) => bench::run(&args),
        Task::PeakMemory => bench::peak::answer(),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Agreement(args) => agreement::run(&args),
        Task::ArithCheck(args) => arith_check::run(&args),
        Task::WholeCheck(args) => whole_check::run(&args),
        Task::WholeTable(args) => whole_table::run(&args),
        Task::MakeWholes => whole_check::answer_questions(),
        Task::CheckCases => fuzz::checker::check_cases(),
        Task::Runner { private, slot } => kiln_toolchain::runner::serve(&slot, private).doing("run programs in", &slot),
        Task::Orange3(args) => orange3::run(&args),
        Task::Soak(args) => soak::run(&args),
        Task::Tidy => tidy::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report(&error);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "the one place where a chore says why it failed")]
fn report(error: &TaskError) {
    eprintln!("error: {error}");
}
