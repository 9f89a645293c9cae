//! `cargo xtask soak`: the tests of campaigns that are long or killed, as long as they should be at times.

use std::process::Command;

use crate::repository;
use crate::task_error::{TaskError, succeed};

/// Options of `cargo xtask soak`.
#[derive(Debug, clap::Args)]
pub(crate) struct SoakArgs {
    /// Cases of the long campaign
    #[arg(long, default_value_t = 10_000)]
    cases: u64,
    /// How often the other campaign is killed
    #[arg(long, default_value_t = 50)]
    kills: u64,
}

/// Runs the tests of `tests/soak.rs`; what they have seen is shown.
pub(crate) fn run(args: &SoakArgs) -> Result<(), TaskError> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--package", "kiln", "--test", "soak", "--", "--nocapture"]);
    command.env("KILN_SOAK_CASES", args.cases.to_string()).env("KILN_SOAK_KILLS", args.kills.to_string());
    succeed(command.current_dir(repository::root()))
}
