//! Self-checking programs of `kiln generate arith`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kiln_lang::{Options as Dialect, parse, print};
use kiln_meaning::{Ended, Settings};
use kiln_reduce::arith::{Options, Progress, ReduceError, Reduced, pattern, reduce};
use kiln_reduce::{Slots, Suspect};
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::preprocess;
use serde::Serialize;

use super::ReduceArgs;
use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::messages::{JSON_VERSION, Messages};
use crate::{at_work, input, output, workshop};

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

/// A program that was recognised.
pub(super) struct Checking {
    pub(super) name: String,
    pub(super) text: Vec<u8>,
    pub(super) first_line: String,
}

/// Reduces the program.
pub(super) fn run(
    args: &ReduceArgs,
    compiler: &str,
    checking: Checking,
    out: Option<&Path>,
    common: &Common,
    messages: &Messages,
) -> Result<Status, Failure> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let command = CompilerCommand::parse(compiler, &path)?;
    let Checking { name, text, first_line } = checking;
    let refused = |why: String| Failure::NotReduced { name: name.clone(), why };
    let flags = || command.arguments().iter().map(String::as_str);
    let parsed = parse(&name, text, &Dialect::from_flags(flags()));
    if !parsed.accepted() {
        parsed.diagnostics.iter().for_each(|diagnostic| messages.diagnostic(diagnostic, &parsed.source));
        return Err(Failure::Rejected { names: vec![name] });
    }
    let mut settings = Settings::default();
    settings.apply_flags(flags());
    let slots = Slots::new(workshop::runner_for(&[compiler]), &std::env::temp_dir(), None).map_err(Failure::Test)?;
    let slots = Arc::new(slots);
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
    output::write(program.as_bytes(), out)?;
    if out.is_some() {
        output::write(answer(out, &reduced, common).as_bytes(), None)?;
    }
    Ok(Status::Done)
}

pub(super) fn read(file: &Path) -> Result<(String, Vec<u8>), Failure> {
    let text = if file == Path::new("-") { input::read_stdin()? } else { preprocess::read(file)? };
    Ok((input::name(file), text))
}

/// The first line of a program of `kiln generate arith`.
pub(super) fn first_line(text: &[u8]) -> Option<String> {
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
