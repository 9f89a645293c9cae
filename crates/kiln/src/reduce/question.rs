//! What is asked of a program while it becomes smaller, whoever asks: how its texts are read, and what decides.

use std::path::Path;
use std::time::Duration;

use kiln_campaign::store::{Kept, Store};
use kiln_meaning::Ended;
use kiln_reduce::choices::one_file;
use kiln_reduce::{Accused, Failure as Failing, Form, Pace, Recorded, Script, Subject, TestError};
use kiln_toolchain::compiler::CompilerCommand;
use kiln_triage::Slip;

use crate::exit_code::Failure;
use crate::findings::program::Program;
use crate::generate;
use crate::suspicion::{self, Suspicion, search_path, subject_of};
use crate::triage::flagged::Flagged;

/// A program and what decides.
pub(crate) struct Question {
    /// What users call the program.
    pub(crate) name: String,
    pub(crate) texts: Vec<String>,
    pub(crate) subject: Subject,
    /// What was drawn for it, if a generator of kiln has made it.
    pub(crate) recorded: Option<Recorded>,
    decides: Decides,
}

/// What decides.
enum Decides {
    Script(Script),
    Compiler(Box<Compiler>),
}

/// A compiler that fails, and how it is run.
#[derive(Clone)]
struct Compiler {
    accused: Accused,
    command: CompilerCommand,
    trying: Trying,
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
        Question { name, texts, subject, recorded: None, decides: Decides::Script(script) }
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
        let command = CompilerCommand::parse(compiler, &search_path())?;
        let suspect = suspicion.suspect(command.clone());
        let accused = Accused::of(suspect, witnesses, &subject.names, &texts, &suspicion.expected);
        let Ok(accused) = accused.map_err(Failure::Test)? else {
            return Err(refused("it does not fail: the compiled program does what it has to do"));
        };
        let compiler = Compiler { accused, command, trying: trying.clone() };
        Ok(Question { name, texts, subject, recorded: None, decides: Decides::Compiler(Box::new(compiler)) })
    }

    /// The configuration of a finding that shows it, with its program.
    pub(crate) fn of_finding(store: &Store, kept: &Kept, trying: &Trying) -> Result<Question, Failure> {
        let refused = |why: &str| Failure::NotReduced { name: kept.name.clone(), why: why.to_owned() };
        suspicion::is_shown_by_a_run(kept.finding.class).map_err(|why| refused(&why))?;
        let (names, texts) = Program::found(store, kept)?.texts().map_err(refused)?;
        let failing = kept.finding.failing.first().ok_or_else(|| refused("no configuration shows it alone"))?;
        let flags: Vec<String> = CompilerCommand::parse(failing, &search_path())?.arguments().to_vec();
        let witnesses: Vec<String> = kept.finding.passing.iter().cloned().collect();
        let subject = subject_of(names, &flags, Form::Defined);
        let source = generate::source_of(&kept.finding.command);
        let recorded = source.and_then(|source| Recorded::of(source, kept.finding.seed, &texts));
        let n_files = texts.len();
        let question = Question::of_set(kept.name.clone(), texts, subject, failing, &witnesses, trying)?;
        let is_one_file = question.texts.len() < n_files;
        let recorded = recorded.map(|recorded| if is_one_file { recorded.in_one_file() } else { recorded });
        Ok(Question { recorded, ..question })
    }

    /// A compiler fails on files: as one file where the bug survives that.
    pub(crate) fn of_set(
        name: String,
        texts: Vec<String>,
        subject: Subject,
        compiler: &str,
        witnesses: &[String],
        trying: &Trying,
    ) -> Result<Question, Failure> {
        let ask = |texts: Vec<String>, subject: Subject| {
            Question::of_compiler(name.clone(), texts, subject, compiler, witnesses, trying)
        };
        if texts.len() > 1 {
            let as_one = Subject { names: vec!["case.c".to_owned()], ..subject };
            match ask(vec![one_file(&texts)], as_one) {
                Err(Failure::NotReduced { .. }) => {}
                asked => return asked,
            }
        }
        ask(texts, subject)
    }

    /// How the program fails, if a compiler is asked.
    pub(crate) fn failure(&self) -> Option<&Failing> {
        match &self.decides {
            Decides::Script(_) => None,
            Decides::Compiler(compiler) => Some(compiler.accused.failure()),
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

    /// Whether a smaller program shows another bug than the first.
    pub(super) fn slip(&self, smaller: &[String]) -> Result<Slip, Failure> {
        let Decides::Compiler(compiler) = &self.decides else { return Ok(Slip::None) };
        let failure = compiler.accused.failure();
        // What a compiler says is known by its words.
        let is_known = !matches!(failure, Failing::Wrong | Failing::Signal(_) | Failing::Timeout);
        if is_known || self.subject.form != Form::Defined {
            return Ok(Slip::None);
        }
        let refused = |why: String| Failure::NotReduced { name: self.name.clone(), why };
        let program = |texts: &[String]| {
            let expected = suspicion::expected(&self.subject, texts).map_err(refused)?;
            let command = compiler.command.to_string();
            Suspicion::new(self.subject.names.clone(), texts.to_vec(), expected, &[&command], &compiler.trying)
        };
        let (first, smaller) = (program(&self.texts)?, program(smaller)?);
        let before = Flagged::new(&first, &compiler.command, failure);
        before.slip(&Flagged::new(&smaller, &compiler.command, failure))
    }

    /// The same question, with the compiler with some flags as a witness.
    pub(super) fn guarded(&self, flags: &[String]) -> Result<Question, Failure> {
        let Question { name, texts, subject, recorded, .. } = self;
        let expected = suspicion::expected(subject, texts);
        let expected = expected.map_err(|why| Failure::NotReduced { name: name.clone(), why })?;
        let decides = match &self.decides {
            Decides::Script(script) => Decides::Script(script.clone()),
            Decides::Compiler(compiler) => {
                let Compiler { accused, command, trying } = &**compiler;
                let command = command.with_arguments(|_| true, flags);
                let words = command.to_string();
                let suspicion = Suspicion::new(subject.names.clone(), texts.clone(), expected, &[&words], trying)?;
                let accused = accused.clone().with_witness(suspicion.suspect(command));
                Decides::Compiler(Box::new(Compiler { accused, ..(**compiler).clone() }))
            }
        };
        let recorded = recorded.clone();
        Ok(Question { name: name.clone(), texts: texts.clone(), subject: subject.clone(), recorded, decides })
    }

    /// Whether texts are still interesting.
    pub(crate) fn is_interesting(&self, texts: &[String], expected: Option<&Ended>) -> Result<bool, TestError> {
        match &self.decides {
            Decides::Script(script) => script.is_interesting(texts),
            Decides::Compiler(compiler) => compiler.accused.is_interesting(texts, expected),
        }
    }
}

/// The name of a file without its directory; standard input has one that scripts can write down.
pub(crate) fn file_name(file: &Path) -> String {
    let name = file.file_name().filter(|&name| name != "-");
    name.map_or_else(|| "program.c".to_owned(), |name| name.to_string_lossy().into_owned())
}
