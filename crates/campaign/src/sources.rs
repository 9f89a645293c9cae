//! Programs that kiln has not made: files, and what somebody else's generator writes.
//!
//! They include headers, and every compiler would read its own. So one compiler preprocesses them, and what is left of the
//! headers and not used is dropped, line markers too: then every compiler gets the same text, and so does the interpreter.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use kiln_case::{Case, Choices, Origin, Source, SourceError, Unit};
use kiln_lang::{Options, edit, parse_units, print};
use kiln_toolchain::ToolchainError;
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::preprocess::{Input, preprocess, without_line_markers};
use kiln_toolchain::process::{self, Limits};

/// How programs with headers are read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Whose preprocessor and headers.
    pub compiler: CompilerCommand,
    /// What it is told: `-I`, `-D`...
    pub flags: Vec<String>,
}

/// A program that can be given to every compiler.
#[derive(Debug)]
pub enum Prepared {
    /// Its units.
    Units(Vec<Unit>),
    /// kiln does not take it: the errors.
    Refused(Vec<String>),
}

impl Reading {
    /// Preprocesses the units of a program, and drops what they do not use of their headers.
    pub fn prepare(&self, inputs: &[(String, Input<'_>)]) -> Result<Prepared, ToolchainError> {
        let mut texts = Vec::new();
        for (name, input) in inputs {
            texts.push((name.as_str(), preprocess(&self.compiler, &self.flags, input)?.text));
        }
        let words = self.compiler.arguments().iter().chain(&self.flags);
        let options = Options::from_flags(words.map(String::as_str));
        let mut parsed = parse_units(texts.iter().map(|(name, text)| (*name, text.as_slice())), &options);
        if !parsed.accepted() {
            let errors = parsed.diagnostics.iter().flatten().map(|diagnostic| diagnostic.message.clone());
            return Ok(Prepared::Refused(errors.collect()));
        }
        edit::drop_unused(&mut parsed.program);
        let program = &parsed.program;
        let unit = |(number, unit): (usize, &kiln_lang::tree::Unit)| Unit {
            name: if number == 0 { "case.c".to_owned() } else { format!("case{number}.c") },
            text: without_line_markers(&print::source_bytes(&program.tables, unit)),
        };
        Ok(Prepared::Units(program.units.iter().enumerate().map(unit).collect()))
    }
}

/// Programs in files.
#[derive(Debug)]
pub struct Corpus {
    /// The files.
    pub files: Vec<PathBuf>,
    /// How they are read.
    pub reading: Reading,
}

impl Source for Corpus {
    fn name(&self) -> &'static str {
        "corpus"
    }

    fn make(&self, choices: &Choices) -> Result<Option<Case>, SourceError> {
        if self.files.is_empty() {
            return Ok(None);
        }
        let file = choices.clone().pick(&self.files).clone();
        let command = format!("test {}", file.display());
        // A file that no preprocessor takes, one that uses what is not here, is no case.
        match self.reading.prepare(&[("case.c".to_owned(), Input::File(&file))]) {
            Ok(prepared) => Ok(case(prepared, self.name(), command, choices)),
            Err(ToolchainError::NotPreprocessed { .. } | ToolchainError::Process { .. }) => Ok(None),
            Err(error) => Err(SourceError::Broken(error.to_string())),
        }
    }
}

/// What a command writes to its standard output.
#[derive(Debug)]
pub struct Generator {
    /// The command, in which `{seed}` stands for a number.
    pub command: CompilerCommand,
    /// How what it writes is read.
    pub reading: Reading,
    /// How long it may take.
    pub time: Duration,
}

/// No program that anyone would look at is larger.
const LARGEST: usize = 4 << 20;

impl Source for Generator {
    fn name(&self) -> &'static str {
        "command"
    }

    fn make(&self, choices: &Choices) -> Result<Option<Case>, SourceError> {
        // Generators take numbers of 32 bits with sign.
        let seed = (choices.seed() >> 33).to_string();
        let words: Vec<String> = self.command.arguments().iter().map(|word| word.replace("{seed}", &seed)).collect();
        let mut command = Command::new(self.command.program());
        command.args(&words).current_dir("/");
        let limits = Limits { time: self.time, output: LARGEST };
        let text = match process::run(&mut command, &[], limits) {
            Ok(finished) if finished.status.success() => finished.stdout,
            // Generators give up now and then, or take too long.
            Ok(_) | Err(process::ProcessError::Timeout(_) | process::ProcessError::TooMuchOutput(_)) => {
                return Ok(None);
            }
            Err(error) => return Err(SourceError::Broken(format!("{}: {error}", self.command))),
        };
        let made = format!("{} {}", self.command.program().display(), words.join(" "));
        match self.reading.prepare(&[("case.c".to_owned(), Input::Stdin(&text))]) {
            Ok(prepared) => Ok(case(prepared, self.name(), made, choices)),
            Err(error) => Err(SourceError::Broken(format!("{made}: {error}"))),
        }
    }
}

/// A case whose outcome the interpreter has to say; nothing if kiln does not take the program.
fn case(prepared: Prepared, source: &str, command: String, choices: &Choices) -> Option<Case> {
    let Prepared::Units(units) = prepared else { return None };
    let origin = Origin { source: source.to_owned(), command, seed: choices.seed() };
    Some(Case { units, expected: None, origin })
}
