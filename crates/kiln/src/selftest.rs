//! `kiln selftest`: faults planted in a compiler, each found and called by its name.

use std::ops::ControlFlow;

use kiln_campaign::selftest::{self, FAULTS, Fault, Ground, Result as Found, plant};
use kiln_campaign::tools;
use kiln_toolchain::runner::RunnerProgram;

use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::generate::arith;
use crate::messages::{JSON_VERSION, Messages};
use crate::output;
use crate::workshop::{CompilerArgs, Workshop};

/// Plant faults in a compiler, and show that each is found and called by its name
///
/// A script stands before a real compiler and spoils what it does, at a level that is drawn. kiln must find each fault, name
/// its class, and not call it a bug if a compiler is merely unreliable.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --format json one object per fault: version (1), fault, level, expected, found, flaky, right.\n\n\
                        Exit status: 0 if all is as it should be, 1 if not."
)]
pub(crate) struct SelftestArgs {
    /// Where randomness comes from: the programs, and the levels at which faults show
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only this fault
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    #[command(flatten)]
    compilers: CompilerArgs,
}

/// Plants all faults.
pub(crate) fn run(args: &SelftestArgs, common: &Common, messages: &Messages) -> Result<Status, Failure> {
    if let Some(only) = &args.only
        && !FAULTS.iter().any(|fault| fault.name == only)
    {
        let names: Vec<&str> = FAULTS.iter().map(|fault| fault.name).collect();
        return Err(Failure::Usage(format!("--only: `{only}` is none of {}", names.join(", "))));
    }
    let workshop = Workshop::open(&args.compilers)?;
    let tools = tools::usable(&workshop.tools(&args.compilers, &selftest::sets())?)?;
    let Some(tool) = tools.first() else { return Ok(Status::CannotWorkHere) };
    let sources = [(1, Box::new(arith::source_of("--preset standard --product 50")?) as Box<_>)];
    // The scripts are in the temporary directory, and must be seen.
    let runner = RunnerProgram { private_tmp: false, ..workshop.runner.clone() };
    let ground = Ground { tool, runner: &runner, scratch: &workshop.scratch, sources: &sources };
    let mut status = Status::Done;
    for fault in FAULTS.iter().filter(|fault| args.only.as_ref().is_none_or(|only| only == fault.name)) {
        if let Some(why) = fault.lacks(tool) {
            messages.notice(&format!("{} is not planted: {why}", fault.name));
            continue;
        }
        let found = plant(fault, args.seed, &ground)?;
        let is_right = found.is_right(fault);
        if !is_right {
            status = Status::Found;
        }
        let line = match common.format {
            Format::Human => human(fault, &found, is_right),
            Format::Json => json(fault, &found, is_right),
        };
        if output::write_next(line.as_bytes())? == ControlFlow::Break(()) {
            break;
        }
    }
    Ok(status)
}

fn human(fault: &Fault, found: &Found, is_right: bool) -> String {
    let mark = if is_right { "ok" } else { "WRONG" };
    let level = if found.level.is_empty() { "always" } else { &found.level };
    format!("{mark:<5} {:<17} {} ({level}): {}\n", fault.name, fault.what, summary(found))
}

fn json(fault: &Fault, found: &Found, is_right: bool) -> String {
    let classes: Vec<&str> = found.found.iter().map(|(class, ..)| class.name()).collect();
    let object = serde_json::json!({
        "version": JSON_VERSION,
        "fault": fault.name,
        "level": found.level,
        "expected": fault.class,
        "found": classes,
        "flaky": found.flaky,
        "right": is_right,
    });
    format!("{object}\n")
}

fn summary(found: &Found) -> String {
    let mut parts: Vec<String> =
        found.found.iter().map(|(class, standing, _)| format!("{} {standing:?}", class.name())).collect();
    parts.sort();
    parts.dedup();
    parts.extend((found.flaky > 0).then(|| format!("{} suspicions did not show again", found.flaky)));
    parts.extend((found.quarantined > 0).then(|| "kiln contradicts itself".to_owned()));
    if parts.is_empty() { "nothing found".to_owned() } else { parts.join(", ") }
}
