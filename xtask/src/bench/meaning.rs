//! The rows about `kiln-meaning`, part by part.

use super::kernels;
use super::native::Native;
use super::row::Table;
use super::subject::Kiln;
use crate::task_error::TaskError;

/// Options of `cargo xtask bench meaning`.
#[derive(Debug, clap::Args)]
pub(super) struct MeaningArgs {
    /// Measure only the kernels and parts that have this in their names
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// How often everything is measured; the median counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Measure everything once
    #[arg(long, conflicts_with = "rounds")]
    quick: bool,
}

/// What all rows need.
pub(super) struct Bench {
    pub(super) native: Native,
    pub(super) kiln: Kiln,
    pub(super) n_rounds: u32,
    only: Option<String>,
}

impl Bench {
    /// Whether a kernel or part is to be measured.
    pub(super) fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| name.contains(only))
    }
}

/// Measures every part.
pub(super) fn run(args: &MeaningArgs) -> Result<(), TaskError> {
    let missing =
        || TaskError::Missing { what: "gcc".to_owned(), remedy: "It is what kiln is compared with.".to_owned() };
    let n_rounds = if args.quick { 1 } else { args.rounds };
    let bench = Bench {
        native: Native::found()?.ok_or_else(missing)?,
        kiln: Kiln::build()?,
        n_rounds,
        only: args.only.clone(),
    };
    let about = format!("CPU time, medians of {n_rounds} rounds in turns");
    let mut table = Table::new(&about, "ms");
    kernels::measure(&bench, &mut table)?;
    table.finish()
}
