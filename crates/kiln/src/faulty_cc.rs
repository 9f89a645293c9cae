//! `kiln faulty-cc`: a compiler with a planted fault, to see whether it is found.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;

use kiln_fault::Fault;
use kiln_fault::wrapped::{self, Done};

use crate::exit_code::{Failure, Status};
use crate::messages::Messages;

/// Compile as CC does, with a fault
#[derive(Debug, clap::Args)]
pub(crate) struct FaultyCcArgs {
    /// operator:SEED, nested:SEED, 16a, 16b, 16c or 16d
    #[arg(long, value_name = "FAULT")]
    fault: Fault,
    /// The real compiler and its arguments, after `--`
    #[arg(last = true, value_name = "CC", required = true)]
    command: Vec<OsString>,
}

/// Compiles, and ends as the compiler does. A compiler that breaks down ends with 4, as GCC.
pub(crate) fn run(args: &FaultyCcArgs, messages: &Messages) -> Result<Status, Failure> {
    let Some((compiler, arguments)) = args.command.split_first() else { return Ok(Status::BadInput) };
    match wrapped::compile(&args.fault, compiler, arguments)? {
        Done::Ended(status) => {
            let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
            Ok(Status::Program(u8::try_from(code).unwrap_or(u8::MAX)))
        }
        Done::Crash(words) => {
            messages.passed_on(&format!("{words}\n"));
            Ok(Status::Program(4))
        }
    }
}
