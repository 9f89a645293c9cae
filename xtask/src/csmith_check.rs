//! `cargo xtask csmith-check`: Csmith's programs, interpreted and compiled.
//!
//! Csmith's programs end with a checksum of all they computed. The interpreter's must be that of every compiler at every
//! level. A program that kiln does not call defined is counted by why; Csmith avoids undefined behaviour with few
//! exceptions, which are known. What does not end in time under a compiler is set apart: it may never end. Answers are
//! kept, those of compilers for good and kiln's as long as this program is the same, so that a run can be interrupted.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::csmith;
use crate::meaning_check::{Answered, Interpreter};
use crate::measuring::at_once::examine_all;
use crate::measuring::built::{self, Ran};
use crate::measuring::log::{Key, Log};
use crate::measuring::show;
use crate::measuring::subject::{Kind, Subject};
use crate::repository;
use crate::task_error::{Doing, TaskError};

/// Options of `cargo xtask csmith-check`.
#[derive(Debug, clap::Args)]
pub(crate) struct CsmithCheckArgs {
    /// How many programs: seeds 1 to COUNT
    #[arg(default_value_t = 1000)]
    count: u32,
    /// How many programs to examine at once [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

/// The compilers, each at every level. Csmith's programs have warnings by the hundred. Each compiler reads the headers by
/// itself: Clang does not compile what GCC has preprocessed.
const BUILDS: &[&[&str]] =
    &[&["gcc", "-w", "-O0"], &["gcc", "-w", "-O2"], &["clang", "-w", "-O0"], &["clang", "-w", "-O2"]];

/// What running a program may take.
const CPU_SECONDS: u32 = 10;

/// What was found out about one program.
#[derive(Debug, Clone)]
enum Finding {
    /// All agree.
    Same,
    /// A build that does not do what the interpreter says.
    Different(String),
    /// Not defined: why, and where.
    NotDefined(String, String),
    /// A build does not end in time.
    TooLong,
}

/// Examines the programs and shows the result.
pub(crate) fn run(args: &CsmithCheckArgs) -> Result<(), TaskError> {
    let directory = repository::target().join("csmith-check");
    fs::create_dir_all(&directory).doing("make the directory", &directory)?;
    let programs = repository::target().join("csmith");
    csmith::run(args.count, &programs)?;
    let subject = |seed| Subject::new(&programs, format!("{seed}.i"), Kind::Csmith, Vec::new());
    let subjects: Vec<Subject> = (1..=args.count).map(subject).collect();
    let checker = Checker {
        builds: Log::open(&directory.join("builds.log"))?,
        answers: Log::open_of_this_build(&directory)?,
        headers: csmith::include_directory()?,
        directory,
    };
    let findings = examine_all(&subjects, args.jobs, |subject, interpreter| checker.examine(subject, interpreter))?;
    let mut apart: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut n_same, mut differences) = (0, Vec::new());
    for (subject, finding) in subjects.iter().zip(findings) {
        match finding {
            Finding::Same => n_same += 1,
            Finding::Different(build) => differences.push(format!("{}: {build}", subject.path)),
            Finding::NotDefined(why, place) => apart.entry(why).or_default().push(format!("{} {place}", subject.path)),
            Finding::TooLong => apart.entry("does not end in time".to_owned()).or_default().push(subject.path.clone()),
        }
    }
    show(&format!("{n_same} of {} programs: the same checksum from kiln and {} builds\n", args.count, BUILDS.len()));
    for (why, programs) in &apart {
        show(&format!("{:6}  {why}\n", programs.len()));
        for program in programs.iter().take(3) {
            show(&format!("{:8}{program}\n", ""));
        }
    }
    crate::measuring::conclude(&differences)
}

/// Everything that examining needs, shared by all threads.
struct Checker {
    directory: PathBuf,
    /// Where Csmith's headers are.
    headers: PathBuf,
    builds: Log,
    answers: Log,
}

impl Checker {
    fn examine(&self, subject: &Subject, interpreter: &mut Interpreter) -> Result<Finding, TaskError> {
        let file = subject.file();
        let text = fs::read(&file).doing("read", &file)?;
        // The interpreter has a bound that only programs reach which compute for long, or for ever.
        if self.built(BUILDS[0], &file, &text)? == TOO_LONG {
            return Ok(Finding::TooLong);
        }
        let answer = self.answers.get_or(Key::of([text.as_slice()]), || {
            Ok(match interpreter.verdict(&subject.path, &text)? {
                Answered::Defined(output) => format!("defined {output}"),
                Answered::Other(why, place) => format!("{why}; {place}"),
            })
        })?;
        let Some(expected) = answer.strip_prefix("defined ") else {
            let (why, place) = answer.split_once("; ").unwrap_or((&answer, ""));
            return Ok(Finding::NotDefined(why.to_owned(), place.to_owned()));
        };
        for build in BUILDS {
            let built = self.built(build, &file, &text)?;
            if built == TOO_LONG {
                return Ok(Finding::TooLong);
            }
            if built != expected {
                return Ok(Finding::Different(format!("{} writes {built}, kiln {expected}", build.join(" "))));
            }
        }
        Ok(Finding::Same)
    }

    /// What a program does, from the log or found out now.
    fn built(&self, build: &[&str], file: &Path, text: &[u8]) -> Result<String, TaskError> {
        let words = build.iter().map(|word| word.as_bytes()).chain([b"source", text]);
        self.builds.get_or(Key::of(words), || self.build_and_run(build, &file.with_extension("c")))
    }

    /// What a program writes, by its hash, and how it ends.
    fn build_and_run(&self, build: &[&str], file: &Path) -> Result<String, TaskError> {
        let mut compile = std::process::Command::new(build[0]);
        compile.args(&build[1..]).arg("-I").arg(&self.headers).arg(file);
        Ok(match built::compile_and_run(&mut compile, &self.directory, CPU_SECONDS, None)? {
            Ran::NotCompiled(_) => "not compiled".to_owned(),
            Ran::TimedOut => TOO_LONG.to_owned(),
            Ran::Ended(finished) if finished.status.success() => {
                Key::of([finished.stdout.as_slice()]).as_str().to_owned()
            }
            Ran::Ended(finished) => finished.status.to_string(),
        })
    }
}

/// The answer for a program that does not end.
const TOO_LONG: &str = "too long";
