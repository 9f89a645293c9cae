//! The `kiln` binary: command line, terminal, exit status, and nothing else.
//!
//! [`cli`] says what can be typed, each subcommand has a file of its own (`print.rs`), and
//! [`exit_code`] says how it ends. What subcommands share: [`input`] gets C text from a file or a
//! pipe, [`messages`] talks to the person or program that called, [`output`] hands over the result.

use std::process::ExitCode;

mod cli;

mod print;

mod input;
mod messages;
mod output;
mod preprocess_flags;

mod exit_code;

fn main() -> ExitCode {
    exit_code::guarded(cli::run).into()
}
