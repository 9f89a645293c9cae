//! A program, what it has to do, and compilers to be tried on it: what `kiln reduce` and `kiln triage` need.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use kiln_campaign::judge::Class;
use kiln_lang::{Options, parse_units};
use kiln_meaning::{Ended, Outcome, Settings, run};
use kiln_reduce::{Form, Seen, Slots, Subject, Suspect};
use kiln_toolchain::compiler::CompilerCommand;

use crate::exit_code::Failure;
use crate::reduce::question::Trying;
use crate::workshop;

/// Where programs are looked for.
pub(crate) fn search_path() -> OsString {
    std::env::var_os("PATH").unwrap_or_default()
}

/// How files are read that a compiler gets with some flags.
pub(crate) fn subject_of(names: Vec<String>, flags: &[String], form: Form) -> Subject {
    let mut settings = Settings::default();
    let options = Options::from_flags(flags.iter().map(String::as_str));
    settings.apply_flags(flags.iter().map(String::as_str));
    Subject { names, options, settings, form }
}

/// What a program has to do; or why that is not known.
pub(crate) fn expected(subject: &Subject, texts: &[String]) -> Result<Ended, String> {
    let units = subject.names.iter().zip(texts).map(|(name, text)| (name.as_str(), text.as_bytes()));
    let parsed = parse_units(units, &subject.options);
    if !parsed.accepted() {
        return Err("it is not C that kiln can read".to_owned());
    }
    match run(&parsed.program, &subject.settings).outcome {
        Outcome::Ended(ended) => Ok(ended),
        Outcome::Undefined(report) => Err(format!("by the interpreter's account it is undefined: {}", report.message)),
        other => Err(format!("by the interpreter's account it is {}", other.word())),
    }
}

/// Whether compiling and running a program once shows a bug of a class; or why not.
pub(crate) fn is_shown_by_a_run(class: Class) -> Result<(), String> {
    let needs = match class {
        Class::WrongCodeVolatile => "the accesses of a run to volatile objects",
        Class::SanitizerFalseAlarm => "what sanitizers say",
        _ => return Ok(()),
    };
    let name = class.name();
    Err(format!("findings of class {name} are not supported here, because they show only in {needs}"))
}

/// A program and a place to try compilers on it.
pub(crate) struct Suspicion {
    pub(crate) names: Vec<String>,
    pub(crate) texts: Vec<String>,
    pub(crate) expected: Ended,
    slots: Arc<Slots>,
    time: Duration,
}

impl Suspicion {
    /// A program that has to do what is expected. Compilers besides those on `PATH` are named.
    pub(crate) fn new(
        names: Vec<String>,
        texts: Vec<String>,
        expected: Ended,
        compilers: &[&str],
        trying: &Trying,
    ) -> Result<Suspicion, Failure> {
        let (runner, parent) = (workshop::runner_for(compilers), std::env::temp_dir());
        let slots = Slots::new(runner, &parent, trying.pace.clone()).map_err(Failure::Test)?;
        Ok(Suspicion { names, texts, expected, slots: Arc::new(slots), time: trying.time })
    }

    /// A compiler.
    pub(crate) fn suspect(&self, command: CompilerCommand) -> Suspect {
        Suspect::new(command, self.time, Arc::clone(&self.slots))
    }

    /// What a compiler makes of the program.
    pub(crate) fn seen(&self, command: CompilerCommand) -> Result<Seen, Failure> {
        let ran = self.suspect(command).compile_and_run_all(&self.files()).map_err(Failure::Test)?;
        Ok(Seen::of(ran, &self.expected))
    }

    /// What a compiler says of the program, whatever comes of it.
    pub(crate) fn said(&self, command: CompilerCommand) -> Result<String, Failure> {
        self.suspect(command).messages(&self.files()).map_err(Failure::Test)
    }

    fn files(&self) -> Vec<(&str, &str)> {
        self.names.iter().zip(&self.texts).map(|(name, text)| (name.as_str(), text.as_str())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_single_run_shows_is_named() {
        let refused = |class: &Class| is_shown_by_a_run(*class).err();
        let why: Vec<String> = Class::ALL.iter().filter_map(refused).collect();
        assert_eq!(why.len(), 2);
        assert!(why[0].contains("wrong-code-volatile") && why[1].contains("sanitizer-false-alarm"), "{why:?}");
    }
}
