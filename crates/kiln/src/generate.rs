//! `kiln generate`: programs whose outcome is known.

use std::sync::Arc;

use clap::Subcommand;
use kiln_case::Source;

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

/// The generator of a program by what makes it again; nothing if that is another generator, or several programs.
pub(crate) fn source_of(command: &str) -> Option<Arc<dyn Source>> {
    let (name, words) = command.strip_prefix("generate ")?.split_once(' ')?;
    Some(match name {
        "whole" => Arc::new(whole::source_of(words).ok()?),
        "arith" => Arc::new(arith::source_of(words).ok()?),
        _ => return None,
    })
}
