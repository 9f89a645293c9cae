//! `kiln compilers`: what was found, and what it can do.

use kiln_campaign::matrix::Tool;
use serde::Serialize;

use crate::cli::{Common, Format};
use crate::config::OptionArgs;
use crate::exit_code::{Failure, Status};
use crate::messages::JSON_VERSION;
use crate::output;
use crate::workshop::{CompilerArgs, Workshop};

/// Show which compilers there are, and what they were seen to do right
///
/// Each compiler is given small programs before it is used. It is only tried with options that it takes here and translates
/// a small program right with. What was found out is kept for as long as the compiler is the same.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompilersArgs {
    #[command(flatten)]
    compilers: CompilerArgs,
    #[command(flatten)]
    options: OptionArgs,
}

const EXAMPLES: &str = "\
Examples:
  kiln compilers                                all that are found on PATH
  kiln compilers --compiler 'gcc-12 -m32'       one that is named
  kiln compilers --format json | jq .version

JSON objects, one per compiler, hold version (1), name, command, family, says (what it says of itself),
target, levels, abilities, flags, nesting (of brackets, at least), run (what runs its programs), deterministic, traced (volatile accesses), milliseconds (CPU time for a small program), trouble.

Exit status: 0 if one can be used, 3 if none can.";

/// One compiler for programs.
#[derive(Serialize)]
struct JsonTool<'a> {
    version: u32,
    name: &'a str,
    command: String,
    family: String,
    says: &'a str,
    target: Option<&'a str>,
    levels: &'a [String],
    abilities: &'a [String],
    /// Flags and sets of flags that work.
    flags: Vec<&'a str>,
    nesting: usize,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    run: &'a [String],
    deterministic: bool,
    /// What its programs do to volatile objects can be traced.
    traced: bool,
    milliseconds: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<&'a str>,
}

/// Shows all compilers.
pub(crate) fn run(args: &CompilersArgs, common: &Common) -> Result<Status, Failure> {
    let sets = args.options.sets()?;
    let workshop = Workshop::open(&args.compilers.with(&sets, None))?;
    let tools = workshop.tools(&args.compilers, &sets)?;
    let text = match common.format {
        Format::Human => table(&tools),
        Format::Json => tools.iter().map(json).collect(),
    };
    output::write(text.as_bytes(), None)?;
    let usable = tools.iter().any(|tool| tool.calibration.trouble.is_none());
    Ok(if usable { Status::Done } else { Status::CannotWorkHere })
}

fn json(tool: &Tool) -> String {
    let calibration = &tool.calibration;
    let object = JsonTool {
        version: JSON_VERSION,
        name: &tool.name,
        command: tool.command.to_string(),
        family: format!("{:?}", calibration.family).to_lowercase(),
        says: &calibration.version,
        target: calibration.target.as_deref(),
        levels: &calibration.levels,
        abilities: &calibration.abilities,
        flags: calibration.tried.iter().filter(|(_, tried)| tried.works).map(|(name, _)| name.as_str()).collect(),
        nesting: calibration.nesting,
        run: tool.command.run(),
        deterministic: calibration.deterministic,
        traced: tool.tracing.is_some(),
        milliseconds: calibration.milliseconds,
        trouble: calibration.trouble.as_deref(),
    };
    serde_json::to_string(&object).map_or_else(|error| error.to_string(), |line| line + "\n")
}

fn table(tools: &[Tool]) -> String {
    let mut text = Vec::new();
    for tool in tools {
        let calibration = &tool.calibration;
        text.push(format!("{:<12} {}\n", tool.name, calibration.version));
        if let Some(trouble) = &calibration.trouble {
            text.push(format!("{:12} not used: {trouble}\n", ""));
            continue;
        }
        let target = calibration.target.as_deref().unwrap_or("a target that kiln does not know");
        let levels = calibration.levels.join(" ");
        let same = if calibration.deterministic { "" } else { ", not deterministic" };
        text.push(format!("{:12} {target}, {} ms for a small program{same}\n", "", calibration.milliseconds));
        let n_flags = calibration.tried.values().filter(|tried| tried.works).count();
        let run = tool.command.run().join(" ");
        text.push(format!("{:12} {levels}; {}\n", "", calibration.abilities.join(", ")));
        let traced = if tool.tracing.is_some() { ", volatile accesses are traced" } else { "" };
        let nesting = calibration.nesting;
        text.push(format!("{:12} {n_flags} flags and sets of flags, {nesting} nested brackets{traced}\n", ""));
        if !run.is_empty() {
            text.push(format!("{:12} its programs are run by {run}\n", ""));
        }
    }
    text.concat()
}
