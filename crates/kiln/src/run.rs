//! `kiln run`: interpret a program.

use std::path::PathBuf;

use kiln_lang::ParsedUnits;
use kiln_meaning::{Outcome, Verdict};

use crate::answer::{self, Answer};
use crate::exit_code::{Failure, Status};
use crate::input::{self, InputArgs, SourceFile, TargetArgs};
use crate::meaning_args::MeaningArgs;
use crate::messages::Messages;
use crate::output;
use crate::{counts, in_order};

/// Interpret a program: its output, its exit status
///
/// Several files are the units of one program. It is run as C defines it, on a machine of kiln's own;
/// nothing is compiled. If it turns out to be undefined, the reason is shown on standard error after
/// what it had written until then.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RunArgs {
    /// C files; `-` is standard input, a file named `*.i` is taken as preprocessed
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Arguments of the program; the first FILE is its name
    #[arg(value_name = "ARGS", last = true)]
    args: Vec<String>,
    /// Show how often each line ran, beside the source, on standard error
    #[arg(long)]
    counts: bool,
    #[command(flatten)]
    meaning: MeaningArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    input: InputArgs,
}

const EXAMPLES: &str = "\
Examples:
  kiln run hello.c                        its output, and its exit status
  kiln run main.c list.c -- 3 words here  a program of two units, with arguments
  kiln run --max-steps 1G slow.c          with more patience
  kiln run -fwrapv -DN=3 -Iinclude prog.c
  kiln run --counts prog.c 2> counts      how often each line ran, and each condition held
  csmith | kiln run -I/usr/include/csmith -

Exit status: that of the program, 128 + n if it ends with signal n; or
  124  it reached a bound
  125  it is undefined or unspecified
  126  it is not a C program, or uses something that kiln does not model
  2    bad usage, or a file that cannot be read or preprocessed

With --format json the reason on standard error is an object like those of `kiln check`.";

/// Runs the program.
pub(crate) fn run(args: &RunArgs, messages: &Messages) -> Result<Status, Failure> {
    let mut files = Vec::new();
    for file in &args.files {
        let file = input::read_for(file, &args.input, &args.target)?;
        file.said.pass_on(messages);
        files.push(file);
    }
    let Some(first) = files.first() else { return Ok(Status::Done) };
    if files.iter().any(|file| file.options != first.options) {
        return Err(Failure::Usage(
            "the files are not for one target; say so with --target, -m32 or -std, not in --cpp".into(),
        ));
    }
    let (name, options) = (first.name.clone(), first.options);
    let settings = args.meaning.settings(files.iter().flat_map(|file| file.flags.iter().map(String::as_str)));
    let texts = files.into_iter().map(|SourceFile { name, text, .. }| (name, text)).collect::<Vec<_>>();
    let arguments: Vec<String> = std::iter::once(name.clone()).chain(args.args.iter().cloned()).collect();

    let parsed = kiln_lang::parse_units(texts.iter().map(|(name, text)| (name.as_str(), text.as_slice())), &options);
    if !parsed.accepted() {
        return Err(refused(&parsed, messages));
    }
    let (verdict, counts) = in_order::one(|| counts::run(&parsed.program, &settings, &arguments, args.counts))?;
    let counted = counts.is_some();
    let (status, output) = ended(&verdict);
    output::write(output, None)?;
    let is_normal = matches!(verdict.outcome, Outcome::Ended(_));
    let answer = Answer::of_run(&name, &parsed.program, verdict, &settings.limits).with_counts(counts);
    match (is_normal, counted) {
        (false, _) => messages.answer(&answer),
        (true, true) => messages.counts(&answer),
        (true, false) => {}
    }
    Ok(status)
}

/// Shows what is wrong with the units.
fn refused(parsed: &ParsedUnits, messages: &Messages) -> Failure {
    let mut names = Vec::new();
    for (unit, diagnostics) in parsed.program.units.iter().zip(&parsed.diagnostics) {
        let Some(source) = &unit.source else { continue };
        for diagnostic in diagnostics {
            messages.diagnostic(diagnostic, source);
        }
        if kiln_lang::diagnostics::has_errors(diagnostics) {
            names.push(unit.name.to_string());
        }
    }
    Failure::NotRun { names }
}

/// The status that a run ends with, and what the program wrote.
fn ended(verdict: &Verdict) -> (Status, &[u8]) {
    let status = match &verdict.outcome {
        Outcome::Ended(ended) => return (Status::Program(answer::exit_status(ended.how)), &ended.output),
        Outcome::Undefined(_) | Outcome::Unspecified { .. } => Status::ProgramUndefined,
        Outcome::Limit(_) => Status::ProgramLimit,
        Outcome::Unsupported { .. } => Status::ProgramNotRun,
    };
    (status, &verdict.output)
}
