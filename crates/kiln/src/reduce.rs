//! `kiln reduce`: make a program that a compiler gets wrong small.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use kiln_lang::{Options as Dialect, parse, print};
use kiln_meaning::{Ended, Settings};
use kiln_reduce::arith::{Options, Progress, ReduceError, Reduced, pattern, reduce};
use kiln_reduce::{Slots, Suspect};
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::preprocess;
use serde::Serialize;

use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::messages::{JSON_VERSION, Messages};
use crate::{at_work, input, output, workshop};

/// Make a program that a compiler gets wrong small, and keep it defined
///
/// FILE is a program of `kiln generate arith` that fails when CMD compiles it: it says NG, it is killed by a signal, or the
/// compiler breaks down or does not end. Expressions are eliminated, become their operands or their values, and what is
/// left becomes simpler, as long as it still fails. Each smaller program is run by the interpreter first, so that the
/// result is defined and expects what C says.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReduceArgs {
    /// A self-checking program of `kiln generate arith`; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The compiler that gets it wrong, with its options; split like shell words
    #[arg(long, value_name = "CMD")]
    compiler: String,
    /// Where the result goes [default: FILE with .reduced.c for .c; standard output for `-`]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Run so many tests at once; the result is the same for any number [default: the number of processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Seconds of CPU time after which a compiler, or a program it made, is taken not to end
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
}

const EXAMPLES: &str = "\
Examples:
  kiln reduce --compiler 'gcc -O3' 17.c         writes 17.reduced.c
  kiln reduce --compiler tcc 17.c -o small.c
  kiln generate arith --seed 17 | kiln reduce --compiler 'clang -O2' - > small.c

When it is done, a line tells what is left: operators, tests, and the pattern of the error, which is the
same for programs whose expressions have the same operators and types. Ctrl-C ends the search and leaves the
smallest program so far; a second one ends at once.

Exit status: 0 if there is a result; 2 if FILE is not such a program or does not fail.";

/// What is said of the result.
#[derive(Serialize)]
struct Answer<'a> {
    version: u32,
    file: &'a str,
    failure: String,
    operators: usize,
    tests: u64,
    finished: bool,
    pattern: &'a str,
}

/// Reduces the program.
pub(crate) fn run(args: &ReduceArgs, common: &Common, messages: &Messages) -> Result<Status, Failure> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let command = CompilerCommand::parse(&args.compiler, &path)?;
    let (name, text) = read(&args.file)?;
    let out = destination(args)?;
    let refused = |why: String| Failure::NotReduced { name: name.clone(), why };
    let first_line = arith_comment(&text)
        .ok_or_else(|| refused("its first line is not that of `kiln generate arith`".to_owned()))?;
    let flags = || command.arguments().iter().map(String::as_str);
    let parsed = parse(&name, text, &Dialect::from_flags(flags()));
    if !parsed.accepted() {
        parsed.diagnostics.iter().for_each(|diagnostic| messages.diagnostic(diagnostic, &parsed.source));
        return Err(Failure::Rejected { names: vec![name] });
    }
    let mut settings = Settings::default();
    settings.apply_flags(flags());
    let slots =
        Arc::new(Slots::new(workshop::runner_for(&[&args.compiler]), &std::env::temp_dir()).map_err(Failure::Test)?);
    let suspect = Suspect::new(command.clone(), Duration::from_secs(args.timeout), slots);
    let stop = at_work::stop_on_signals()?;
    let jobs = at_work::jobs(args.jobs);
    let options = Options { settings, jobs, stop: &stop };
    let test = |text: &str, expected: &Ended| suspect.observe(text, expected);
    let mut watch = |progress: &Progress<'_>| show(progress, messages);
    let result = reduce(&parsed.program, &test, &options, &mut watch);
    messages.progress("");
    let reduced = match result {
        Ok(reduced) => reduced,
        Err(ReduceError::Test(error)) => return Err(Failure::Test(error)),
        Err(ReduceError::Thread(error)) => return Err(Failure::Thread(error)),
        Err(other) => return Err(refused(other.to_string())),
    };
    let program = format!("{}\n{}", comment_of_result(&first_line), print::canonical(&reduced.program));
    output::write(program.as_bytes(), out.as_deref())?;
    if out.is_some() {
        output::write(answer(out.as_deref(), &reduced, common).as_bytes(), None)?;
    }
    Ok(Status::Done)
}

fn read(file: &Path) -> Result<(String, Vec<u8>), Failure> {
    let text = if file == Path::new("-") { input::read_stdin()? } else { preprocess::read(file)? };
    Ok((input::name(file), text))
}

/// Where the result goes; nothing is standard output.
fn destination(args: &ReduceArgs) -> Result<Option<PathBuf>, Failure> {
    let is_stdin = args.file == Path::new("-");
    let out = args.output.clone().or_else(|| (!is_stdin).then(|| args.file.with_extension("reduced.c")));
    let same = |out: &PathBuf| matches!((out.canonicalize(), args.file.canonicalize()), (Ok(a), Ok(b)) if a == b);
    match out {
        Some(out) if same(&out) => {
            Err(Failure::Usage(format!("-o {} would write over the program itself", out.display())))
        }
        Some(out) if out == Path::new("-") => Ok(None),
        out => Ok(out),
    }
}

/// The first line of a program of `kiln generate arith`.
fn arith_comment(text: &[u8]) -> Option<String> {
    let line = text.split(|&byte| byte == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?;
    (line.starts_with("/* kiln ") && line.contains(": kiln generate arith") && line.ends_with("*/"))
        .then(|| line.to_owned())
}

/// The first line says where the program came from, and that it has been reduced.
fn comment_of_result(first_line: &str) -> String {
    const MARK: &str = ", reduced */";
    match first_line.strip_suffix(" */") {
        Some(start) if !first_line.ends_with(MARK) => format!("{start}{MARK}"),
        _ => first_line.to_owned(),
    }
}

fn show(progress: &Progress<'_>, messages: &Messages) {
    let tests = progress.counts.tests + progress.counts.simplifying_tests;
    let phase = progress.phase.name();
    messages.progress(&format!("{phase}: {} operators left, {tests} tests", progress.operators));
}

fn answer(out: Option<&Path>, reduced: &Reduced, common: &Common) -> String {
    let file = out.map_or_else(String::new, |out| out.display().to_string());
    let pattern = pattern(&reduced.program);
    let tests = reduced.counts.tests + reduced.counts.simplifying_tests;
    let (operators, finished) = (reduced.operators, reduced.finished);
    match common.format {
        Format::Json => {
            let failure = reduced.failure.to_string();
            let version = JSON_VERSION;
            let answer = Answer { version, file: &file, failure, operators, tests, finished, pattern: &pattern };
            serde_json::to_string(&answer).map_or_else(|error| error.to_string(), |line| line + "\n")
        }
        Format::Human => {
            let stopped = if finished { "" } else { ", stopped before the end" };
            let failure = &reduced.failure;
            format!("{file}: {operators} operators after {tests} tests{stopped}: {failure}\npattern: {pattern}\n")
        }
    }
}
