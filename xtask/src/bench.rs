//! `cargo xtask bench lang`: how fast the front end is, as ratios.
//!
//! Times mean nothing on another machine, nor on this one while others use it. So every row compares
//! two things that are measured in turns in the same run, by CPU time, and takes the best of several
//! rounds of each: what disturbs one disturbs the other.
//!
//! What stands between the figures and the goal of 10 is in ARCHITECTURE.md, under Speed.
//!
//! A row is a function in [`lang`]; [`row`] is what it returns; [`clock`] has the CPU times of this
//! process and of its children; [`opponent`] runs compilers on files; [`programs`] are the texts, and
//! [`built`] programs made by code.

use crate::task_error::TaskError;

mod built;
mod clock;
mod lang;
mod opponent;
mod programs;
mod row;

/// Options of `cargo xtask bench`.
#[derive(Debug, clap::Args)]
pub(crate) struct BenchArgs {
    /// What is measured
    #[arg(value_parser = ["lang"])]
    what: String,
    /// How many Csmith programs
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    programs: u32,
    /// How often everything is measured; the best counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// Measures and shows; a bar that is missed is an error.
pub(crate) fn run(args: &BenchArgs) -> Result<(), TaskError> {
    let bench = lang::Bench::new(args.programs, args.rounds)?;
    show(&bench.heading());
    let mut missed = Vec::new();
    for measure in lang::ROWS {
        for row in measure(&bench)? {
            show(&format!("{row}\n"));
            missed.extend(row.is_missed().then(|| row.what.clone()));
        }
    }
    if missed.is_empty() {
        return Ok(());
    }
    Err(TaskError::CheckFailed(format!("bars missed: {}", missed.join(", "))))
}

#[expect(clippy::print_stdout, reason = "the result of a chore is what it prints")]
fn show(text: &str) {
    print!("{text}");
}
