//! What is asked of a program while it becomes smaller, whoever asks: how its texts are read, and what decides.

use std::path::Path;
use std::time::Duration;

use kiln_campaign::store::{Kept, Store};
use kiln_meaning::Ended;
use kiln_reduce::{Accused, Failure as Failing, Form, Pace, Script, Subject, TestError};
use kiln_toolchain::compiler::CompilerCommand;

use crate::exit_code::Failure;
use crate::findings::program::Program;
use crate::suspicion::{self, Suspicion, search_path, subject_of};

/// A program and what decides.
pub(crate) struct Question {
    /// What users call the program.
    pub(crate) name: String,
    pub(crate) texts: Vec<String>,
    pub(crate) subject: Subject,
    decides: Decides,
}

/// What decides.
enum Decides {
    Script(Script),
    Accused(Box<Accused>),
}

/// How compilers are run.
#[derive(Clone)]
pub(crate) struct Trying {
    /// CPU time after which a compiler, or what it made, is taken not to end.
    pub(crate) time: Duration,
    /// Who may hold it back.
    pub(crate) pace: Option<Pace>,
}

impl Question {
    /// A script decides.
    pub(crate) fn of_script(name: String, texts: Vec<String>, subject: Subject, script: Script) -> Question {
        Question { name, texts, subject, decides: Decides::Script(script) }
    }

    /// A compiler fails as it fails now; the first of some witnesses that is right goes on being right.
    pub(crate) fn of_compiler(
        name: String,
        texts: Vec<String>,
        subject: Subject,
        compiler: &str,
        witnesses: &[String],
        trying: &Trying,
    ) -> Result<Question, Failure> {
        let refused = |why: &str| Failure::NotReduced { name: name.clone(), why: why.to_owned() };
        let commands: Vec<&str> = std::iter::once(compiler).chain(witnesses.iter().map(String::as_str)).collect();
        let expected = suspicion::expected(&subject, &texts).map_err(|why| refused(&why))?;
        let suspicion = Suspicion::new(subject.names.clone(), texts.clone(), expected, &commands, trying)?;
        // A witness that is not there is not asked.
        let witnesses = witnesses.iter().filter_map(|command| CompilerCommand::parse(command, &search_path()).ok());
        let witnesses = witnesses.map(|command| suspicion.suspect(command)).collect();
        let accused = suspicion.suspect(CompilerCommand::parse(compiler, &search_path())?);
        let accused = Accused::of(accused, witnesses, &subject.names, &texts, &suspicion.expected);
        let Ok(accused) = accused.map_err(Failure::Test)? else {
            return Err(refused("it does not fail: the compiled program does what it has to do"));
        };
        Ok(Question { name, texts, subject, decides: Decides::Accused(Box::new(accused)) })
    }

    /// The configuration of a finding that shows it, with its program: as one file where the bug survives that.
    pub(crate) fn of_finding(store: &Store, kept: &Kept, trying: &Trying) -> Result<Question, Failure> {
        let refused = |why: &str| Failure::NotReduced { name: kept.name.clone(), why: why.to_owned() };
        suspicion::is_shown_by_a_run(kept.finding.class).map_err(|why| refused(&why))?;
        let (names, texts) = Program::found(store, kept)?.texts().map_err(refused)?;
        let failing = kept.finding.failing.first().ok_or_else(|| refused("no configuration shows it alone"))?;
        let flags: Vec<String> = CompilerCommand::parse(failing, &search_path())?.arguments().to_vec();
        let witnesses: Vec<String> = kept.finding.passing.iter().cloned().collect();
        let ask = |names: Vec<String>, texts: Vec<String>| {
            let subject = subject_of(names, &flags, Form::Defined);
            Question::of_compiler(kept.name.clone(), texts, subject, failing, &witnesses, trying)
        };
        if texts.len() > 1 {
            match ask(vec!["case.c".to_owned()], vec![texts.join("\n")]) {
                Err(Failure::NotReduced { .. }) => {}
                asked => return asked,
            }
        }
        ask(names, texts)
    }

    /// How the program fails, if a compiler is asked.
    pub(crate) fn failure(&self) -> Option<&Failing> {
        match &self.decides {
            Decides::Script(_) => None,
            Decides::Accused(accused) => Some(accused.failure()),
        }
    }

    /// Lets programs become undefined. Of what they do then nothing is known, so only compilers may be to blame.
    pub(crate) fn allow_undefined(&mut self) -> Result<(), Failure> {
        if let Some(failure @ (Failing::Wrong | Failing::Signal(_) | Failing::Timeout)) = self.failure() {
            return Err(Failure::Usage(format!(
                "--allow-undefined is for compilers that break down, do not end or refuse a program, but here {failure}: \
                 an undefined program may do that with any compiler"
            )));
        }
        self.subject.form = Form::Program;
        Ok(())
    }

    /// Whether texts are still interesting.
    pub(crate) fn is_interesting(&self, texts: &[String], expected: Option<&Ended>) -> Result<bool, TestError> {
        match &self.decides {
            Decides::Script(script) => script.is_interesting(texts),
            Decides::Accused(accused) => accused.is_interesting(texts, expected),
        }
    }
}

/// The name of a file without its directory.
pub(crate) fn file_name(file: &Path) -> String {
    file.file_name().map_or_else(|| "program.c".to_owned(), |name| name.to_string_lossy().into_owned())
}
