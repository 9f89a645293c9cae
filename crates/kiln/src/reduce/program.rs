//! Any program, and any text.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kiln_meaning::{Ended, Outcome, Settings, run as interpret};
use kiln_reduce::sweep::Progress;
use kiln_reduce::{
    Bounds, Failure as Failing, Form, Script, Seen, Slots, Smaller, StartError, Subject, Suspect, reduce_texts,
};
use kiln_toolchain::compiler::CompilerCommand;
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
    tokens_before: usize,
    tokens: usize,
    tests: u64,
    taken: u64,
    refused: Refused,
    testing_seconds: f64,
    finished: bool,
    defined: bool,
}

/// Candidates that no test saw.
#[derive(Serialize)]
struct Refused {
    invalid: u64,
    larger: u64,
    undefined: u64,
    endless: u64,
    known: u64,
}

/// Reduces the program.
pub(super) fn run(
    args: &ReduceArgs,
    out: Option<&Path>,
    common: &Common,
    messages: &Messages,
) -> Result<Status, Failure> {
    let source = input::read(&args.file, &args.input)?;
    source.said.pass_on(messages);
    let name = source.name.clone();
    let refused = |why: String| Failure::NotReduced { name: name.clone(), why };
    let text = String::from_utf8(source.text).map_err(|_| refused("it is not a text in UTF-8".to_owned()))?;
    let mut settings = Settings::default();
    settings.apply_flags(source.flags.iter().map(String::as_str));
    let file_name = args.file.file_name().map_or_else(|| "program.c".to_owned(), |name| name.to_string_lossy().into_owned());
    let mut subject = Subject { names: vec![file_name], options: source.options, settings, form: Form::Defined };
    let stop = at_work::stop_on_signals()?;
    let bounds = Bounds { jobs: at_work::jobs(args.jobs), tests: args.tests, stop: &stop };
    let mut watch = |progress: &Progress<'_>| show(progress, messages);
    let result = match (&args.test, &args.compiler) {
        (Some(script), _) => {
            subject.form = form(&subject, &text, args, messages);
            let script = Script::new(script, &subject.names, Duration::from_secs(args.timeout)).map_err(Failure::Test)?;
            let ask = |texts: &[String], _: Option<&Ended>| script.is_interesting(texts);
            reduce_texts(vec![text], &subject, &ask, &bounds, &mut watch)
        }
        (None, Some(compiler)) => {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let command = CompilerCommand::parse(compiler, &path)?;
            let slots =
                Arc::new(Slots::new(workshop::runner_for(&[compiler]), &std::env::temp_dir()).map_err(Failure::Test)?);
            let suspect = Suspect::new(command, Duration::from_secs(args.timeout), slots);
            let failing = failing(&subject, &text, &suspect).map_err(&refused)?;
            let ask = |texts: &[String], ended: Option<&Ended>| {
                let Some(ended) = ended else { return Ok(false) };
                Ok(failing.is_kept_by(&suspect.observe(&texts[0], ended)?))
            };
            reduce_texts(vec![text], &subject, &ask, &bounds, &mut watch)
        }
        (None, None) => return Err(Failure::Usage("give --compiler or --test".to_owned())),
    };
    messages.progress("");
    let smaller = match result {
        Ok(smaller) => smaller,
        Err(StartError::Sweep(kiln_reduce::sweep::SweepError::Test(error))) => return Err(Failure::Test(error)),
        Err(StartError::Sweep(kiln_reduce::sweep::SweepError::Thread(error))) => return Err(Failure::Thread(error)),
        Err(other) => return Err(refused(other.to_string())),
    };
    output::write(smaller.texts.concat().as_bytes(), out)?;
    if out.is_some() {
        output::write(answer(out, &smaller, subject.form, common).as_bytes(), None)?;
    }
    Ok(Status::Done)
}

/// What candidates have to be, by what the program is.
fn form(subject: &Subject, text: &str, args: &ReduceArgs, messages: &Messages) -> Form {
    let parsed = kiln_lang::parse(&subject.names[0], text.as_bytes(), &subject.options);
    if !parsed.accepted() {
        messages.remark("it is not C that kiln can read: reduced as a text");
        return Form::Text;
    }
    match interpret(&parsed.program, &subject.settings).outcome {
        Outcome::Ended(_) if !args.allow_undefined => Form::Defined,
        Outcome::Ended(_) => Form::Program,
        other => {
            messages.remark(&format!("it is {}: the test alone decides", other.word()));
            Form::Program
        }
    }
}

/// How a program fails.
fn failing(subject: &Subject, text: &str, suspect: &Suspect) -> Result<Failing, String> {
    let parsed = kiln_lang::parse(&subject.names[0], text.as_bytes(), &subject.options);
    if !parsed.accepted() {
        return Err("it is not C that kiln can read".to_owned());
    }
    let verdict = interpret(&parsed.program, &subject.settings);
    let Outcome::Ended(ended) = verdict.outcome else {
        return Err(format!("by the interpreter's account it is {}", verdict.outcome.word()));
    };
    let seen = suspect.observe(text, &ended).map_err(|error| error.to_string())?;
    match (Failing::of(&seen), seen) {
        (Some(failing), _) => Ok(failing),
        (None, Seen::Rejected(words)) => Err(format!("the compiler refuses it: {words}")),
        (None, _) => Err("it does not fail: the compiled program does what it has to do".to_owned()),
    }
}

fn show(progress: &Progress<'_>, messages: &Messages) {
    let (pass, tokens, tests) = (progress.pass, progress.size.tokens, progress.counts.tests);
    messages.progress(&format!("{pass}: {tokens} tokens left, {tests} tests"));
}

fn answer(out: Option<&Path>, smaller: &Smaller, form: Form, common: &Common) -> String {
    let file = out.map_or_else(String::new, |out| out.display().to_string());
    let (from, tokens, counts) = (smaller.from.tokens, smaller.size.tokens, &smaller.counts);
    match common.format {
        Format::Json => {
            let kiln_reduce::sweep::Counts { tests, taken, invalid, larger, undefined, endless, known, testing } = *counts;
            let answer = Answer {
                version: JSON_VERSION,
                file: &file,
                tokens_before: from,
                tokens,
                tests,
                taken,
                refused: Refused { invalid, larger, undefined, endless, known },
                testing_seconds: testing.as_secs_f64(),
                finished: smaller.finished,
                defined: form == Form::Defined,
            };
            serde_json::to_string(&answer).map_or_else(|error| error.to_string(), |line| line + "\n")
        }
        Format::Human => {
            let stopped = if smaller.finished { "" } else { ", stopped before the end" };
            format!("{file}: {tokens} tokens of {from} after {} tests{stopped}\n", counts.tests)
        }
    }
}
