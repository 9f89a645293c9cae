//! Any program, and any text.

use std::path::Path;
use std::time::Duration;

use kiln_campaign::store::Store;
use kiln_lang::parse;
use kiln_meaning::{Ended, Outcome, run as interpret};
use kiln_reduce::driver::PassCounts;
use kiln_reduce::sweep::{Counts, Progress, SweepError};
use kiln_reduce::{Accused, Ask, Bounds, Form, Script, Smaller, StartError, Subject, reduce_texts};
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::preprocess;
use serde::Serialize;

use super::ReduceArgs;
use super::journal::Journal;
use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::messages::{JSON_VERSION, Messages};
use crate::suspicion::{self, Suspicion, search_path, subject_of};
use crate::{at_work, input, output, report};

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

/// What is asked of a program.
struct Question<'q> {
    args: &'q ReduceArgs,
    common: &'q Common,
    messages: &'q Messages,
    out: Option<&'q Path>,
    name: String,
}

/// A program that somebody else's test finds interesting.
pub(super) fn run_script(
    args: &ReduceArgs,
    script: &Path,
    file: &Path,
    out: Option<&Path>,
    common: &Common,
    messages: &Messages,
) -> Result<Status, Failure> {
    let name = input::name(file);
    let names = vec![file_name(file)];
    let script = Script::new(script, &names, Duration::from_secs(args.timeout)).map_err(Failure::Test)?;
    let question = Question { args, common, messages, out, name };
    let ask = |texts: &[String], _: Option<&Ended>| script.is_interesting(texts);
    let (raw, preprocessed) = texts(args, file, messages)?;
    let raw = question.text(raw)?;
    script.try_out(std::slice::from_ref(&raw)).map_err(Failure::Test)?;
    let Some((text, flags)) = preprocessed else {
        return question.answer(vec![raw], &subject_of(names, &[], Form::Text), &ask);
    };
    let text = question.text(text)?;
    let mut subject = subject_of(names, &flags, Form::Defined);
    if text != raw && !script.is_interesting(std::slice::from_ref(&text)).map_err(Failure::Test)? {
        messages.remark("preprocessed it is not interesting: reduced as a text");
        subject.form = Form::Text;
        return question.answer(vec![raw], &subject, &ask);
    }
    subject.form = form(&subject, &text, args, messages);
    question.answer(vec![text], &subject, &ask)
}

/// A program that a compiler gets wrong.
pub(super) fn run_compiler(
    args: &ReduceArgs,
    compiler: &str,
    file: &Path,
    out: Option<&Path>,
    common: &Common,
    messages: &Messages,
) -> Result<Status, Failure> {
    let question = Question { args, common, messages, out, name: input::name(file) };
    let (_, preprocessed) = texts(args, file, messages)?;
    let Some((text, mut flags)) = preprocessed else {
        return Err(question.refused("it is not a C file: give a script by --test"));
    };
    let text = question.text(text)?;
    flags.extend_from_slice(CompilerCommand::parse(compiler, &search_path())?.arguments());
    let subject = subject_of(vec![file_name(file)], &flags, Form::Defined);
    // The same compiler at -O0 is the first who is asked.
    let witnesses = [format!("{compiler} -O0"), "gcc -O0".to_owned(), "clang -O0".to_owned()];
    question.accuse(vec![text], subject, compiler, &witnesses)
}

/// A finding of a campaign.
pub(super) fn run_finding(
    args: &ReduceArgs,
    id: &str,
    common: &Common,
    messages: &Messages,
) -> Result<Status, Failure> {
    let store = Store::read(&args.campaign)?;
    let all = store.findings()?;
    let kept = report::find(&all, id, &args.campaign)?;
    let is_source = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "c");
    let files = store.files(kept)?.into_iter().filter(|(name, _)| is_source(name) && !name.starts_with("reduced"));
    let (names, bytes): (Vec<String>, Vec<Vec<u8>>) = files.unzip();
    let out = args.output.clone().unwrap_or_else(|| kept.folder.join(report::REDUCED));
    let question = Question { args, common, messages, out: Some(&out), name: id.to_owned() };
    let texts = bytes.into_iter().map(|bytes| question.text(bytes)).collect::<Result<Vec<String>, Failure>>()?;
    let Some(failing) = kept.finding.failing.first() else {
        return Err(question.refused("no configuration shows it alone"));
    };
    let flags: Vec<String> = CompilerCommand::parse(failing, &search_path())?.arguments().to_vec();
    let subject = subject_of(names, &flags, Form::Defined);
    let witnesses: Vec<String> = kept.finding.passing.iter().cloned().collect();
    // One file is easier to read than several, where the bug survives that.
    if texts.len() > 1 {
        let merged = subject_of(vec!["case.c".to_owned()], &flags, Form::Defined);
        match question.accuse(vec![texts.join("\n")], merged, failing, &witnesses) {
            Err(Failure::NotReduced { .. }) => messages.remark("it needs all of its files"),
            done => return done,
        }
    }
    question.accuse(texts, subject, failing, &witnesses)
}

fn file_name(file: &Path) -> String {
    file.file_name().map_or_else(|| "program.c".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Preprocessed text, and the flags that say how it is read.
type Preprocessed = (Vec<u8>, Vec<String>);

/// The bytes of a file, and what the preprocessor makes of it; nothing for what is not C by its name.
fn texts(args: &ReduceArgs, file: &Path, messages: &Messages) -> Result<(Vec<u8>, Option<Preprocessed>), Failure> {
    let is_c = file.extension().is_none_or(|extension| extension == "c" || extension == "i");
    if !is_c {
        return Ok((preprocess::read(file)?, None));
    }
    let source = input::read(file, &args.input)?;
    source.said.pass_on(messages);
    let raw = if file == Path::new("-") { source.text.clone() } else { preprocess::read(file)? };
    Ok((raw, Some((source.text, source.flags))))
}

impl Question<'_> {
    fn refused(&self, why: &str) -> Failure {
        Failure::NotReduced { name: self.name.clone(), why: why.to_owned() }
    }

    fn text(&self, bytes: Vec<u8>) -> Result<String, Failure> {
        String::from_utf8(bytes).map_err(|_| self.refused("it is not a text in UTF-8"))
    }

    /// Reduces what a compiler gets wrong.
    fn accuse(
        &self,
        texts: Vec<String>,
        mut subject: Subject,
        compiler: &str,
        witnesses: &[String],
    ) -> Result<Status, Failure> {
        let commands: Vec<&str> = std::iter::once(compiler).chain(witnesses.iter().map(String::as_str)).collect();
        let expected = suspicion::expected(&subject, &texts).map_err(|why| self.refused(&why))?;
        let time = Duration::from_secs(self.args.timeout);
        let suspicion = Suspicion::new(subject.names.clone(), texts.clone(), expected, &commands, time)?;
        // A witness that is not there is not asked.
        let witnesses = witnesses.iter().filter_map(|command| CompilerCommand::parse(command, &search_path()).ok());
        let witnesses = witnesses.map(|command| suspicion.suspect(command)).collect();
        let accused = suspicion.suspect(CompilerCommand::parse(compiler, &search_path())?);
        let accused = Accused::of(accused, witnesses, &subject.names, &texts, &suspicion.expected);
        let Ok(accused) = accused.map_err(Failure::Test)? else {
            return Err(self.refused("it does not fail: the compiled program does what it has to do"));
        };
        self.messages.remark(&format!("{}", accused.failure()));
        if self.args.allow_undefined {
            subject.form = Form::Program;
        }
        self.answer(texts, &subject, &|texts, ended| accused.is_interesting(texts, ended))
    }

    /// Writes the result: a file, or several into a directory of the same name.
    fn write(&self, texts: &[String], names: &[String]) -> Result<(), Failure> {
        let whole = |text: &str| format!("{}\n", text.trim_end()).into_bytes();
        let (Some(out), true) = (self.out, texts.len() > 1) else {
            return output::write(&whole(&texts.concat()), self.out);
        };
        let directory = out.with_extension("");
        std::fs::create_dir_all(&directory)
            .map_err(|source| Failure::Write { name: directory.display().to_string(), source })?;
        for (text, name) in texts.iter().zip(names) {
            output::write(&whole(text), Some(&directory.join(name)))?;
        }
        Ok(())
    }

    /// Reduces, writes the result and says what there is to say of it.
    fn answer(&self, texts: Vec<String>, subject: &Subject, ask: &Ask<'_>) -> Result<Status, Failure> {
        let (args, messages) = (self.args, self.messages);
        let stop = at_work::stop_on_signals()?;
        let bounds = Bounds { jobs: at_work::jobs(args.jobs), tests: args.tests, stop: &stop };
        let journal = Journal::new(self.out, &texts);
        let earlier = journal.smallest();
        if earlier.is_some() {
            messages.remark("goes on with the smallest program of an earlier reduction");
        }
        let mut kept = Ok(());
        let result = reduce_texts(earlier.unwrap_or(texts), subject, ask, &bounds, &mut |progress| {
            show(progress, messages);
            if let (Some(smaller), true) = (progress.smaller, kept.is_ok()) {
                kept = journal.keep(smaller);
            }
        });
        messages.progress("");
        kept?;
        let smaller = result.map_err(|error| match error {
            StartError::Sweep(SweepError::Test(error)) => Failure::Test(error),
            StartError::Sweep(SweepError::Thread(error)) => Failure::Thread(error),
            other => self.refused(&other.to_string()),
        })?;
        self.write(&smaller.texts, &subject.names)?;
        if smaller.finished {
            journal.close();
        }
        if self.out.is_some() {
            output::write(answer(self.out, &smaller, subject.form, self.common).as_bytes(), None)?;
        }
        if args.stats {
            messages.passed_on(&stats(&smaller));
        }
        Ok(Status::Done)
    }
}

/// What candidates have to be, by what the program is.
fn form(subject: &Subject, text: &str, args: &ReduceArgs, messages: &Messages) -> Form {
    let parsed = parse(&subject.names[0], text.as_bytes(), &subject.options);
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

/// What each pass did.
fn stats(smaller: &Smaller) -> String {
    let head = format!("{:14} {:>7} {:>7} {:>8} {:>8}\n", "pass", "tests", "taken", "refused", "tokens");
    let rows = smaller.passes.iter().map(|pass| {
        let PassCounts { name, tests, taken, refused, tokens } = pass;
        format!("{name:14} {tests:7} {taken:7} {refused:8} {tokens:8}\n")
    });
    std::iter::once(head).chain(rows).collect()
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
            let Counts { tests, taken, invalid, larger, undefined, endless, known, testing } = *counts;
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
