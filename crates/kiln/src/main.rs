//! The `kiln` binary: command line, terminal, exit status, and nothing else.
//!
//! [`cli`] says what can be typed, each subcommand has a file of its own (`print.rs`), and
//! [`exit_code`] says how it ends. What subcommands share: [`input`] gets C text from a file or a
//! pipe, [`meaning_args`] says how programs are run, [`in_order`] runs many at once, [`answer`] is
//! what kiln says of one, [`counts`] how often each of its lines ran; [`messages`] talks to the person or program that called, [`output`] hands
//! over the result.

use std::process::ExitCode;

mod cli;

mod fuzz;
mod rates;
mod screen;
mod summary;
mod suspicion;

mod compilers;
mod config;
mod doctor;
mod findings;
mod report;
mod selftest;
mod test;
mod triage;
mod workshop;

mod check;
mod faulty_cc;
mod generate;
mod print;
mod reduce;
mod run;

mod answer;
mod counts;
mod undefined_table;

mod at_work;
mod base64;
mod in_order;
mod input;
mod meaning_args;
mod messages;
mod output;
mod preprocess_flags;

mod exit_code;

fn main() -> ExitCode {
    exit_code::guarded(cli::run_command_line).into()
}
