//! `cargo xtask orange3 tables` and `table6`: tables 2 to 6 of the Orange3 paper (Nagai, Hashimoto and Ishiura, 2014), in kind.
//!
//! Its compilers are hard to come by, so these are others: those that are installed, and sound ones with planted faults, which
//! stand for the bugs that today's compilers no longer have. Every cell has the same CPU time for making, compiling and
//! running programs; what is spent on reducing errors does not count, as in the paper. A finished cell is kept, so that an
//! interrupted run goes on where it was, as long as the generator makes the same programs.
//!
//! [`rows`] the compilers; [`cell`] one measurement; [`csmith`] the same for Csmith's programs; [`table`] which cells there are
//! and how they are printed. [`table6`] is about the generator alone.

mod cell;
mod csmith;
mod rows;
mod table;
mod table6;

use std::time::Duration;

use clap::Subcommand;
use kiln_fault::Fault;

use crate::fuzz::seconds;
use crate::task_error::TaskError;

/// Options of `cargo xtask orange3`.
#[derive(Debug, clap::Args)]
pub(crate) struct Orange3Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Errors and patterns of errors, for tables 2 to 5 of the paper
    Tables(TablesArgs),
    /// Operations that are inserted to avoid undefined behaviour, for table 6
    Table6(table6::Table6Args),
}

/// Options of `cargo xtask orange3 tables`.
#[derive(Debug, clap::Args)]
pub(crate) struct TablesArgs {
    /// CPU time of each setting of each compiler: seconds, with or without an `s`
    #[arg(long, default_value = "60s", value_parser = seconds)]
    time: Duration,
    /// Only these tables: 2, 3, 4, 5
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(2..=5))]
    table: Vec<u8>,
    /// Only these lines: tcc, pcc, gcc, clang, faults
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// How many faults of each kind are planted, operator:0 and nested:0 and those that follow; they share the time of a setting
    #[arg(long, default_value_t = 20)]
    faults: u64,
    /// Plant these faults instead: operator:SEED, nested:SEED, 16a, 16b, 16c, 16d
    #[arg(long, value_delimiter = ',', conflicts_with = "faults")]
    fault: Vec<Fault>,
    /// Reduce so many errors of each setting, to count their patterns
    #[arg(long, default_value_t = 50)]
    reduced: usize,
    /// No more than so many programs of each setting on each compiler, however little time they take
    #[arg(long, value_name = "N")]
    programs: Option<u64>,
    /// List the patterns below each table, each with a file that has a reduced program
    #[arg(long)]
    patterns: bool,
}

impl TablesArgs {
    /// The lines of faults: how they are called, and what they are.
    fn faults(&self) -> Vec<(&'static str, Vec<Fault>)> {
        if !self.fault.is_empty() {
            return vec![("planted", self.fault.clone())];
        }
        let drawn = |fault: fn(u64) -> Fault| (0..self.faults).map(fault).collect();
        vec![("operator", drawn(Fault::operator)), ("nested", drawn(Fault::nested))]
    }
}

/// Measures what was asked for.
pub(crate) fn run(args: &Orange3Args) -> Result<(), TaskError> {
    match &args.what {
        What::Tables(args) => table::run(args),
        What::Table6(args) => table6::run(args),
    }
}
