//! `kiln check`: a verdict for each file.

use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;

use crate::answer::Answer;
use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::input::{self, InputArgs, Said, TargetArgs};
use crate::meaning_args::MeaningArgs;
use crate::messages::{self, Messages};
use crate::{at_work, counts, in_order, output, undefined_table};

/// Say of each file whether the program in it is defined, and if not, where and why
///
/// Each file is a program of its own. It is interpreted, without arguments and without input, and the
/// first undefined behaviour that its run meets is named. The verdicts, in the order of the files:
///
///   defined      its output and its exit status are known
///   undefined    with the place, the kind, the clause of C11, and how it came to it
///   unspecified  choices that C leaves open lead to different ends
///   limit        it does more than the bounds allow
///   unsupported  it uses something that kiln does not model
///   rejected     it is not a C program
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, verbatim_doc_comment)]
pub(crate) struct CheckArgs {
    /// C files; `-` is standard input, a file named `*.i` is taken as preprocessed
    #[arg(value_name = "FILE", required_unless_present_any = ["list_undefined", "explain"])]
    files: Vec<PathBuf>,
    /// Check so many files at once [default: the number of processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Show how often each line ran, beside the source
    #[arg(long)]
    counts: bool,
    /// List the kinds of undefined behaviour: name, clause, meaning
    #[arg(long, conflicts_with_all = ["files", "explain"])]
    list_undefined: bool,
    /// Explain a kind of undefined behaviour, with an example
    #[arg(long, value_name = "KIND", conflicts_with = "files")]
    explain: Option<String>,
    #[command(flatten)]
    meaning: MeaningArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    input: InputArgs,
}

const EXAMPLES: &str = "\
Examples:
  kiln check prog.c                       defined, or undefined where and why
  kiln check --dialect iso *.c            by the letter of C11, on all cores
  kiln check -fwrapv -m32 prog.c          with signed arithmetic that wraps, on a 32-bit machine
  kiln check --target int16 prog.c        on a small machine, with 16 bits for `int` and pointers
  kiln check --format json *.c | jq -r 'select(.verdict == \"defined\") | .file'
  kiln check --counts prog.c              how often each line ran, and each condition held
  kiln check --explain signed-overflow    what it is, and an example
  kiln check --list-undefined             all kinds

JSON objects hold version (1), file and verdict, and as far as there is one: kind (of undefined
behaviour, of the bound, or of the error), clause, line, column, place_file (if the place is in
another file), message, notes, status (as a shell shows it), signal, output (output_base64 if it
is not UTF-8), steps, depends_on (choices of compiler or library that the verdict rests on), and
with --counts for each file its lines with code: line, count, conditions (column, text, true, false)
and cases (column, text, count).

Exit status: 0 if all programs are defined, 1 if one is not, 2 if a file cannot be read or
preprocessed, which is said on standard error; the other files still get their verdicts.";

/// Checks all files.
pub(crate) fn run(args: &CheckArgs, common: &Common, messages: &Messages) -> Result<Status, Failure> {
    if args.list_undefined {
        output::write(undefined_table::list(common.format).as_bytes(), None)?;
        return Ok(Status::Done);
    }
    if let Some(kind) = &args.explain {
        output::write(undefined_table::explain(kind, common.format)?.as_bytes(), None)?;
        return Ok(Status::Done);
    }
    at_work::keep_memory();
    let jobs = if args.files.len() == 1 { 1 } else { at_work::jobs(args.jobs) };
    let colored = messages::wants_color(common.color, std::io::stdout().is_terminal());
    let mut summary = Summary { format: common.format, colored, status: Status::Done, said: None };
    in_order::each(
        &args.files,
        jobs,
        |file| check(file, args),
        |result| match summary.take(result, messages) {
            Ok(flow) => flow,
            Err(failure) => {
                summary.worse(failure.report(messages));
                ControlFlow::Break(())
            }
        },
    )?;
    Ok(summary.status)
}

/// What a worker hands over.
struct Checked {
    said: Said,
    answer: Answer,
}

fn check(file: &Path, args: &CheckArgs) -> Result<Checked, Failure> {
    let file = input::read_for(file, &args.input, &args.target)?;
    let settings = args.meaning.settings(file.flags.iter().map(String::as_str));
    let parsed = kiln_lang::parse(&file.name, file.text, &file.options);
    let answer = if parsed.accepted() {
        let (verdict, counts) = counts::run(&parsed.program, &settings, &["program".to_owned()], args.counts);
        Answer::of_run(&file.name, &parsed.program, verdict, &settings.limits).with_counts(counts)
    } else {
        Answer::rejected(&file.name, &parsed)
    };
    Ok(Checked { said: file.said, answer })
}

/// How it went so far.
struct Summary {
    format: Format,
    colored: bool,
    status: Status,
    /// The last failure.
    said: Option<String>,
}

impl Summary {
    fn worse(&mut self, status: Status) {
        self.status = self.status.worse(status);
    }

    /// Shows the next verdict.
    fn take(
        &mut self,
        result: thread::Result<Result<Checked, Failure>>,
        messages: &Messages,
    ) -> Result<ControlFlow<()>, Failure> {
        match result {
            // The panic has asked for a report.
            Err(_panic) => self.worse(Status::Bug),
            Ok(Err(failure)) => {
                self.worse(failure.status());
                // Without a preprocessor every file has the same to say.
                let said = failure.to_string();
                if self.said.as_ref() != Some(&said) {
                    failure.report(messages);
                }
                self.said = Some(said);
            }
            Ok(Ok(checked)) => {
                checked.said.pass_on(messages);
                if !checked.answer.is_defined() {
                    self.worse(Status::Found);
                }
                let text = match self.format {
                    Format::Human => checked.answer.human(self.colored),
                    Format::Json => checked.answer.json(),
                };
                return output::write_next(text.as_bytes());
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
