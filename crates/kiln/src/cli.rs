//! What can be typed: the subcommands and the options they share.

use std::path::PathBuf;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::exit_code::{Failure, Status};
use crate::messages::Messages;
use crate::{
    check, compilers, config, doctor, faulty_cc, findings, fuzz, generate, preprocess_flags, print, reduce, report,
    run, selftest, test, triage,
};

/// Finds bugs in C compilers.
///
/// kiln makes C programs whose meaning it knows, gives them to compilers, and keeps what is wrong. It also reads, checks, runs
/// and prints C programs.
#[derive(Debug, Parser)]
#[command(name = "kiln", version, after_help = EXIT_STATUS, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

const EXIT_STATUS: &str = "\
Exit status:
  0   done, and nothing bad
  1   done, and something was found
  2   bad usage, or input that cannot be read, preprocessed or taken; nothing is written
  3   kiln cannot work here: no usable compiler, no space, no permission
  5   kiln disagrees with itself
  70  a bug in kiln

`kiln run` ends with the status of the program: see `kiln run --help`.";

#[derive(Debug, Subcommand)]
enum Command {
    Fuzz(fuzz::FuzzArgs),
    Findings(findings::FindingsArgs),
    Report(report::ReportArgs),
    Triage(triage::TriageArgs),
    Test(test::TestArgs),
    Compilers(compilers::CompilersArgs),
    Config(config::ConfigArgs),
    Doctor(doctor::DoctorArgs),
    Selftest(selftest::SelftestArgs),
    Generate(generate::GenerateArgs),
    Check(check::CheckArgs),
    Run(run::RunArgs),
    Print(print::PrintArgs),
    /// Runs programs that nobody trusts, for another kiln
    #[command(name = kiln_toolchain::runner::COMMAND, hide = true)]
    Runner {
        /// In the place of the system's temporary directory
        #[arg(long)]
        private: bool,
        /// Where they run
        slot: PathBuf,
    },
    Reduce(reduce::ReduceArgs),
    #[command(hide = true)]
    FaultyCc(faulty_cc::FaultyCcArgs),
}

/// Options that every subcommand takes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// How messages and verdicts are written: for people, or one JSON object per line
    #[arg(long, global = true, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
    /// When to colour messages; the variable `NO_COLOR` turns `auto` off
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
    /// Show errors only
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say what is being done
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

/// How messages are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text with the source line and a mark
    Human,
    /// One JSON object per line
    Json,
}

/// Reads the command line and does what it says.
pub(crate) fn run_command_line() -> Status {
    let arguments = preprocess_flags::with_double_dashes(std::env::args_os());
    let parsed = Cli::command().try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return Status::of_usage(&error),
    };
    let messages = Messages::new(&cli.common);
    let result = match &cli.command {
        Command::Fuzz(args) => fuzz::run(args, &cli.common, &messages),
        Command::Findings(args) => findings::run(args, &cli.common),
        Command::Report(args) => report::run(args, &cli.common),
        Command::Triage(args) => triage::run(args, &cli.common, &messages),
        Command::Test(args) => test::run(args, &cli.common),
        Command::Compilers(args) => compilers::run(args, &cli.common),
        Command::Config(args) => config::run(args),
        Command::Doctor(args) => doctor::run(args, &cli.common),
        Command::Selftest(args) => selftest::run(args, &cli.common, &messages),
        Command::Generate(args) => generate::run(args),
        Command::Check(args) => check::run(args, &cli.common, &messages),
        Command::Run(args) => run::run(args, &messages),
        Command::Print(args) => print::run(args, &messages),
        // When kiln is gone, so is the pipe.
        Command::Runner { private, slot } => {
            kiln_toolchain::runner::serve(slot, *private).map(|()| Status::Done).or(Ok(Status::CannotWorkHere))
        }
        Command::Reduce(args) => reduce::run(args, &cli.common, &messages),
        Command::FaultyCc(args) => faulty_cc::run(args, &messages),
    };
    result.unwrap_or_else(|failure: Failure| failure.report(&messages))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
