//! A program from its choices: written, mended, pruned, confirmed.

use kiln_case::Choices;
use kiln_lang::diagnostics::Diagnostic;
use kiln_lang::edit::drop_unused;
use kiln_lang::tree::{Program, StmtId};
use kiln_lang::{Options as Dialect, print};
use kiln_meaning::{End, Ended, Outcome, Report, Settings};
use rustc_hash::FxHashSet;

use super::files;
use super::invalid::{self, MARK, Marked};
use super::mend::{self, Defined, Mended, told};
use super::prune::{self, Executed};
use super::size::{Search, Wanted};
use super::told::{Comment, FactsForm, Places, Point, comments, json};
use super::{Maker, Options};
use crate::error::OptionsError;

/// A program and how it was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The program.
    pub program: Program,
    /// What it does. If it is undefined, what it does until then is not known.
    pub ended: Ended,
    /// At which of the invalid references that were asked for it is undefined, if it reaches one.
    pub undefined: Option<Report>,
    /// What was done to make it defined.
    pub mended: Mended,
    /// What of it is executed.
    pub executed: Executed,
    /// The statements of each function that are executed.
    pub reached: Vec<FxHashSet<StmtId>>,
    /// Its text, with the comments that were asked for.
    pub text: String,
    /// The texts of its files, if it has several.
    pub units: Vec<String>,
    /// The facts of the analysis as JSON, if that was asked for.
    pub facts: Option<String>,
    /// How many tokens, statements or bytes it has, as it was asked for.
    pub size: u64,
    /// How many programs were made until this one had its size.
    pub tries: u32,
}

/// Why there is no program.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MakeError {
    /// The options are wrong.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The builder refuses what the generator makes: the generator is wrong.
    #[error("the program is no C: {}", .0.first().map_or("", |diagnostic| diagnostic.message.as_str()))]
    Wrong(Vec<Diagnostic>),
    /// The program cannot be made defined, or a plain run of it does not do the same: the generator is wrong.
    #[error("{what}")]
    NotDefined {
        /// What is the matter.
        what: String,
        /// The program.
        program: Box<Program>,
    },
}

/// A program that is mended and pruned, but not confirmed: of those that miss their size no more is known than that.
struct Draft {
    program: Program,
    plain: String,
    size: u64,
    /// What it did when it was mended; nothing if it stopped at an invalid reference.
    ended: Option<Ended>,
    mended: Mended,
    executed: Executed,
    reached: Vec<FxHashSet<StmtId>>,
    points: Vec<Point>,
    marked: Marked,
    /// How it is to be run once more.
    settings: Settings,
}

/// Makes a program, for the target of the options.
pub fn make(choices: &Choices, options: &Options, dialect: Dialect) -> Result<Made, MakeError> {
    options.check()?;
    let dialect = Dialect { target: options.target(), ..dialect };
    let wanted = Wanted::of(options);
    let plain = options.without_observing();
    let mut search = Search::new(wanted);
    let of_try = |choices: &Choices, number: u64| match number {
        0 => choices.clone(),
        _ => choices.split("size", number),
    };
    // What is looked for depends on the seed alone: a record is of one program, and what is left of it may be small.
    let of_seed = Choices::new(choices.seed());
    let (draft, tokens, number) = loop {
        let (tokens, number) = (search.budget, search.number());
        let draft = draft(&of_try(&of_seed, number), &Options { tokens, ..plain.clone() }, dialect, wanted)?;
        let size = draft.size;
        if let Some(found) = search.take((draft, tokens, number), size) {
            break found;
        }
    };
    let choices = of_try(choices, number);
    let options = Options { tokens, ..options.clone() };
    let made = if options.observes() || choices.is_recorded() {
        // What only looks does not count, so this is the same program, but for what a record leaves out.
        finish(self::draft(&choices, &options, dialect, wanted)?, &choices, &options)?
    } else {
        finish(draft, &choices, &options)?
    };
    Ok(Made { tries: search.tries, ..made })
}

/// Writes a program of about as many tokens as the options say, mends and prunes it.
fn draft(choices: &Choices, options: &Options, dialect: Dialect, wanted: Wanted) -> Result<Draft, MakeError> {
    let mut maker = Maker::new(choices, options, dialect);
    maker.write(options);
    let Maker { b, wishes, settings, wrapped, points, invalid, .. } = maker;
    let mut program = b.finish().map_err(MakeError::Wrong)?;
    if !wrapped.is_empty() {
        drop_unused(&mut program);
    }
    let marked = invalid::marked(&program, &invalid);
    // The two runs of a program take all choices that the standard leaves open differently. Who looks at invalid references
    // takes the usual ones, and has to meet one first.
    let (for_mending, for_confirming) =
        if marked.is_empty() { (settings.opposite(), settings) } else { (settings, settings.opposite()) };
    let defined = mend::mend(program.clone(), for_mending, choices.split("mend", 0), &wishes, &marked)
        .map_err(|error| not_defined(error.what, error.program.as_ref().unwrap_or(&program)))?;
    let (program, executed) =
        prune::prune(defined.program, &defined.reached, options.live, &mut choices.split("prune", 0))
            .map_err(MakeError::Wrong)?;
    // An `if` that has lost a dead branch is another statement.
    let marked = [marked, invalid::marked(&program, &invalid)].concat();
    let plain = print::canonical(&program);
    let size = wanted.measure(&plain, executed.statements);
    let Defined { ended, mended, reached, .. } = defined;
    let settings = if ended.is_some() { for_confirming } else { for_mending };
    Ok(Draft { program, plain, size, ended, mended, executed, reached, points, marked, settings })
}

/// Confirms a program by a plain run, and tells what was asked for.
fn finish(draft: Draft, choices: &Choices, options: &Options) -> Result<Made, MakeError> {
    let Draft { program, plain, size, ended, mended, executed, reached, points, marked, settings } = draft;
    let (ended, undefined) = match ended {
        Some(expected) => (confirmed(&program, &expected, &settings)?, None),
        None => {
            let confirmed = invalid::confirm(&plain, &program, &marked, &settings);
            (
                Ended { how: End::Status(0), output: Vec::new(), volatiles: 0 },
                Some(confirmed.map_err(|what| not_defined(what, &program))?),
            )
        }
    };
    let (units, ended) = split(&program, &plain, ended, options, choices, &settings)?;
    let (text, facts) = told_text(&program, plain, &points, &marked, options);
    Ok(Made { program, ended, undefined, mended, executed, reached, text, units, facts, size, tries: 1 })
}

fn not_defined(what: String, program: &Program) -> MakeError {
    MakeError::NotDefined { what, program: Box::new(program.clone()) }
}

/// A plain run of a program has to do what it did when it was mended, from right to left and with other choices.
fn confirmed(program: &Program, expected: &Ended, settings: &Settings) -> Result<Ended, MakeError> {
    match kiln_meaning::confirm(program, settings, expected).outcome {
        Outcome::Ended(ended) if (&ended.how, &ended.output) == (&expected.how, &expected.output) => Ok(ended),
        Outcome::Ended(ended) => {
            let [then, now] = [expected, &ended].map(|it| String::from_utf8_lossy(&it.output).trim().to_owned());
            Err(not_defined(format!("it was mended to print `{then}` and prints `{now}`"), program))
        }
        other => Err(not_defined(told(&other), program)),
    }
}

/// The files of a program, if there are to be several, and what they do: together they have to print the same.
fn split(
    program: &Program,
    text: &str,
    ended: Ended,
    options: &Options,
    choices: &Choices,
    settings: &Settings,
) -> Result<(Vec<String>, Ended), MakeError> {
    if options.files == 1 {
        return Ok((Vec::new(), ended));
    }
    let units = files::split(program, text, options.files, &mut choices.split("files", 0));
    match files::run_units(&units, &program.options, settings) {
        Ok(Outcome::Ended(other)) if (&other.how, &other.output) == (&ended.how, &ended.output) => Ok((units, other)),
        Ok(other) => Err(not_defined(format!("its files together do something else: {}", told(&other)), program)),
        Err(what) => Err(not_defined(format!("one of its files is no C: {what}"), program)),
    }
}

/// The text with its comments, and the facts as JSON, where that was asked for.
fn told_text(
    program: &Program,
    plain: String,
    points: &[Point],
    marked: &Marked,
    options: &Options,
) -> (String, Option<String>) {
    if options.facts == FactsForm::None && marked.is_empty() {
        return (plain, None);
    }
    let places = Places::of(program, &plain);
    let marks = marked.iter().map(|&stmt| Comment { stmt, text: MARK.to_owned(), at_start: true });
    let mut all: Vec<Comment> = marks.collect();
    if options.facts == FactsForm::Comments {
        all.extend(comments(points));
    }
    let facts = (options.facts == FactsForm::Json).then(|| json(&places, &plain, points));
    (places.commented(&plain, &all), facts)
}
