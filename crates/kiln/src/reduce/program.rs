//! `kiln reduce` for any program and any text: the command line made into a question, and the answer told.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kiln_campaign::store::Store;
use kiln_lang::parse_units;
use kiln_meaning::{Outcome, run as interpret};
use kiln_reduce::driver::PassCounts;
use kiln_reduce::sweep::{Counts, Progress};
use kiln_reduce::{Bounds, Form, Script, Smaller, Subject};
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::preprocess;
use serde::Serialize;

use super::ReduceArgs;
use super::question::{Question, Trying, file_name};
use super::reduction::Reduction;
use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::findings::program::REDUCED;
use crate::messages::{JSON_VERSION, Messages};
use crate::suspicion::{search_path, subject_of};
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
    thinking_seconds: f64,
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

/// Who asks.
pub(super) struct Asker<'q> {
    pub(super) args: &'q ReduceArgs,
    pub(super) common: &'q Common,
    pub(super) messages: &'q Messages,
}

impl Asker<'_> {
    /// A program that somebody else's test finds interesting.
    pub(super) fn script(&self, script: &Path, file: &Path, out: Option<&Path>) -> Result<Status, Failure> {
        let (name, names) = (input::name(file), vec![file_name(file)]);
        let script = Script::new(script, &names, self.time()).map_err(Failure::Test)?;
        let (raw, preprocessed) = self.texts(file)?;
        let raw = text(&name, raw)?;
        script.try_out(std::slice::from_ref(&raw)).map_err(Failure::Test)?;
        let Some((bytes, flags)) = preprocessed else {
            let subject = subject_of(names, &[], Form::Text);
            return self.answer(&Question::of_script(name, vec![raw], subject, script), out);
        };
        let text = text(&name, bytes)?;
        let mut subject = subject_of(names, &flags, Form::Defined);
        if text != raw && !script.is_interesting(std::slice::from_ref(&text)).map_err(Failure::Test)? {
            self.messages.remark("preprocessed it is not interesting: reduced as a text");
            subject.form = Form::Text;
            return self.answer(&Question::of_script(name, vec![raw], subject, script), out);
        }
        subject.form = self.form(&subject, std::slice::from_ref(&text));
        self.answer(&Question::of_script(name, vec![text], subject, script), out)
    }

    /// A program that a compiler gets wrong.
    pub(super) fn compiler(&self, compiler: &str, file: &Path, out: Option<&Path>) -> Result<Status, Failure> {
        let name = input::name(file);
        let (_, preprocessed) = self.texts(file)?;
        let Some((bytes, mut flags)) = preprocessed else {
            let why = "it is not a C file: give a script by --test".to_owned();
            return Err(Failure::NotReduced { name, why });
        };
        let text = text(&name, bytes)?;
        flags.extend_from_slice(CompilerCommand::parse(compiler, &search_path())?.arguments());
        let subject = subject_of(vec![file_name(file)], &flags, Form::Defined);
        let witnesses = witnesses(compiler);
        let question = Question::of_compiler(name, vec![text], subject, compiler, &witnesses, &self.trying())?;
        self.accuse(question, out)
    }

    /// Several files that are one program.
    pub(super) fn set(&self, files: &[PathBuf], out: &Path) -> Result<Status, Failure> {
        let names: Vec<String> = files.iter().map(|file| file_name(file)).collect();
        let name = files.iter().map(|file| input::name(file)).collect::<Vec<_>>().join(" ");
        if names.iter().collect::<BTreeSet<_>>().len() < names.len() {
            return Err(Failure::Usage(
                "files of one program need different names: they come into one directory".to_owned(),
            ));
        }
        let (mut texts, mut flags) = (Vec::new(), Vec::new());
        for file in files {
            let (_, Some((bytes, own))) = self.texts(file)? else {
                return Err(Failure::NotReduced { name: input::name(file), why: "it is not a C file".to_owned() });
            };
            texts.push(text(&input::name(file), bytes)?);
            flags = own;
        }
        if let Some(script) = &self.args.test.test {
            let script = Script::new(script, &names, self.time()).map_err(Failure::Test)?;
            script.try_out(&texts).map_err(Failure::Test)?;
            let mut subject = subject_of(names, &flags, Form::Defined);
            subject.form = self.form(&subject, &texts);
            return self.answer(&Question::of_script(name, texts, subject, script), Some(out));
        }
        let compiler = self.args.test.compiler.as_deref().unwrap_or_default();
        flags.extend_from_slice(CompilerCommand::parse(compiler, &search_path())?.arguments());
        let subject = subject_of(names, &flags, Form::Defined);
        let question = Question::of_set(name, texts, subject, compiler, &witnesses(compiler), &self.trying())?;
        self.accuse(question, Some(out))
    }

    /// A finding of a campaign.
    pub(super) fn finding(&self, id: &str) -> Result<Status, Failure> {
        let store = Store::read(&self.args.campaign)?;
        let all = store.findings()?;
        let kept = report::find(&all, id, &self.args.campaign)?;
        let out = self.args.output.clone().unwrap_or_else(|| kept.folder.join(REDUCED));
        let question = Question::of_finding(&store, kept, &self.trying())?;
        self.accuse(question, Some(&out))
    }

    fn accuse(&self, mut question: Question, out: Option<&Path>) -> Result<Status, Failure> {
        if question.texts.len() > 1 {
            self.messages.remark("it needs all of its files");
        }
        if let Some(failure) = question.failure() {
            self.messages.remark(&failure.to_string());
        }
        if self.args.allow_undefined {
            question.allow_undefined()?;
        }
        self.answer(&question, out)
    }

    fn time(&self) -> Duration {
        Duration::from_secs(self.args.timeout)
    }

    fn trying(&self) -> Trying {
        Trying { time: self.time(), pace: None }
    }

    /// The bytes of a file, and what the preprocessor makes of it; nothing for what is not C by its name.
    fn texts(&self, file: &Path) -> Result<(Vec<u8>, Option<Preprocessed>), Failure> {
        let is_c = file.extension().is_none_or(|extension| extension == "c" || extension == "i");
        if !is_c {
            return Ok((preprocess::read(file)?, None));
        }
        let source = input::read(file, &self.args.input)?;
        source.said.pass_on(self.messages);
        let raw = if file == Path::new("-") { source.text.clone() } else { preprocess::read(file)? };
        Ok((raw, Some((preprocess::without_line_markers(&source.text), source.flags))))
    }

    /// What candidates have to be, by what the program is.
    fn form(&self, subject: &Subject, texts: &[String]) -> Form {
        let units = subject.names.iter().zip(texts).map(|(name, text)| (name.as_str(), text.as_bytes()));
        let parsed = parse_units(units, &subject.options);
        if !parsed.accepted() {
            self.messages.remark("it is not C that kiln can read: reduced as a text");
            return Form::Text;
        }
        match interpret(&parsed.program, &subject.settings).outcome {
            Outcome::Ended(_) if !self.args.allow_undefined => Form::Defined,
            Outcome::Ended(_) => Form::Program,
            other => {
                self.messages.remark(&format!("it is {}: the test alone decides", other.word()));
                Form::Program
            }
        }
    }

    /// Reduces, and says what there is to say of the result.
    fn answer(&self, question: &Question, out: Option<&Path>) -> Result<Status, Failure> {
        let (args, messages) = (self.args, self.messages);
        let stop = at_work::stop_on_signals()?;
        let bounds = Bounds { jobs: at_work::jobs(args.jobs), tests: args.tests, stop: &stop };
        let reduction = Reduction::new(question, out);
        if reduction.is_resumed() {
            messages.remark("goes on with the smallest program of an earlier reduction");
        }
        let result = reduction.run(&bounds, &mut |progress| messages.progress(&words(progress)));
        messages.progress("");
        let (smaller, more) = result?;
        if let Some(words) = more {
            messages.notice(&words);
        }
        if out.is_some() {
            output::write(told(out, &smaller, question.subject.form, self.common).as_bytes(), None)?;
        }
        if args.stats {
            messages.passed_on(&stats(&smaller));
        }
        Ok(Status::Done)
    }
}

/// Who may be right: the same compiler at -O0 is the first who is asked.
fn witnesses(compiler: &str) -> [String; 3] {
    [format!("{compiler} -O0"), "gcc -O0".to_owned(), "clang -O0".to_owned()]
}

/// Preprocessed text, and the flags that say how it is read.
type Preprocessed = (Vec<u8>, Vec<String>);

fn text(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    let refused = |_| Failure::NotReduced { name: name.to_owned(), why: "it is not a text in UTF-8".to_owned() };
    String::from_utf8(bytes).map_err(refused)
}

/// How far a reduction has come.
pub(crate) fn words(progress: &Progress<'_>) -> String {
    let (pass, tokens, tests) = (progress.pass, progress.size.tokens, progress.counts.tests);
    format!("{pass}: {tokens} tokens left, {tests} tests")
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

fn told(out: Option<&Path>, smaller: &Smaller, form: Form, common: &Common) -> String {
    let file = out.map_or_else(String::new, |out| out.display().to_string());
    let (from, tokens, counts) = (smaller.from.tokens, smaller.size.tokens, &smaller.counts);
    match common.format {
        Format::Json => {
            let Counts { tests, taken, invalid, larger, undefined, endless, known, testing, thinking } = *counts;
            let answer = Answer {
                version: JSON_VERSION,
                file: &file,
                tokens_before: from,
                tokens,
                tests,
                taken,
                refused: Refused { invalid, larger, undefined, endless, known },
                testing_seconds: testing.as_secs_f64(),
                thinking_seconds: thinking.as_secs_f64(),
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
