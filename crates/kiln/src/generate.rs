//! `kiln generate`: programs whose outcome is known.

use clap::Subcommand;

use crate::exit_code::{Failure, Status};

pub(crate) mod arith;
mod given;
mod seeds;
pub(crate) mod whole;
mod words;

/// Make C programs that are defined and whose outcome is known
#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Whole(whole::WholeArgs),
    Arith(arith::ArithArgs),
}

/// Makes the programs that were asked for.
pub(crate) fn run(args: &GenerateArgs) -> Result<Status, Failure> {
    match &args.what {
        What::Whole(args) => whole::run(args),
        What::Arith(args) => arith::run(args),
    }
}
