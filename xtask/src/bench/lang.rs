//! The rows about `kiln-lang`. Each function measures and returns its rows: none if a tool is missing, which it says.

use std::time::Duration;

use kiln_lang::build::BuildExpr;
use kiln_lang::edit::FunctionEdit;
use kiln_lang::lex::{self, LexDialect};
use kiln_lang::names::Names;
use kiln_lang::tree::{FunctionId, Node, Program};
use kiln_lang::{Options, Parsed, SourceText, parse, print};

use super::built;
use super::clock::{in_turns, millis, timed};
use super::opponent::{Cost, Opponent};
use super::programs::{self, Texts, unit_of};
use super::row::{Bar, Row, Table, skipped};
use crate::task_error::TaskError;

/// Options of `cargo xtask bench lang`.
#[derive(Debug, clap::Args)]
pub(super) struct LangArgs {
    /// How many Csmith programs
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    programs: u32,
    /// How often everything is measured; the best counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// What all rows need.
struct Bench {
    n_programs: u32,
    n_rounds: u32,
    texts: Texts,
}

/// Measures a row, or a few of a kind.
type Measure = fn(&Bench) -> Result<Vec<Row>, TaskError>;

/// The table.
const ROWS: &[Measure] = &[against_gcc, against_clang, against_tcc, printing, lexing, linearity, building, editing];

/// Measures every row.
pub(super) fn run(args: &LangArgs) -> Result<(), TaskError> {
    let &LangArgs { programs: n_programs, rounds: n_rounds } = args;
    let bench = Bench { n_programs, n_rounds, texts: Texts::of_csmith(n_programs)? };
    let mut table = Table::new(&bench.about(), "ms/MB");
    for measure in ROWS {
        measure(&bench)?.into_iter().for_each(|row| table.add(row));
    }
    table.finish()
}

impl Bench {
    fn about(&self) -> String {
        let Bench { n_programs, n_rounds, texts } = self;
        format!(
            "{n_programs} Csmith programs, {:.1} MB preprocessed; CPU time, best of {n_rounds} rounds in turns; 10 is the goal \
             against compilers",
            texts.megabytes()
        )
    }
}

/// Parse and full type check against `gcc -fsyntax-only`.
fn against_gcc(bench: &Bench) -> Result<Vec<Row>, TaskError> {
    let Some(gcc) = Opponent::syntax_only("gcc")? else { return Ok(skipped("gcc")) };
    against(bench, &gcc, &bench.texts, Bar::AtLeast(4.0))
}

/// Parse and full type check against `clang -fsyntax-only`.
fn against_clang(bench: &Bench) -> Result<Vec<Row>, TaskError> {
    let Some(clang) = Opponent::syntax_only("clang")? else { return Ok(skipped("clang")) };
    let texts = Texts::preprocessed_by(clang.compiler(), clang.name, bench.n_programs)?;
    against(bench, &clang, &texts, Bar::AtLeast(6.0))
}

/// tcc has no way to check only; it makes code in the same pass. Some programs it refuses.
fn against_tcc(bench: &Bench) -> Result<Vec<Row>, TaskError> {
    let Some(tcc) = Opponent::compile("tcc")? else { return Ok(skipped("tcc")) };
    let mut texts = Texts::preprocessed_by(tcc.compiler(), tcc.name, bench.n_programs)?;
    texts.keep(|file| tcc.takes(file));
    against(bench, &tcc, &texts, Bar::Free)
}

fn against(bench: &Bench, opponent: &Opponent, texts: &Texts, bar: Bar) -> Result<Vec<Row>, TaskError> {
    let kiln = || Ok(Cost { reading: parsing(&bench.texts.texts), start_up: Duration::ZERO });
    let (ours, theirs) = in_turns(bench.n_rounds, kiln, || opponent.read(texts), Cost::better)?;
    Ok(vec![Row {
        what: format!("parse + check, {opponent}"),
        cost: per_megabyte(ours.reading, bench.texts.megabytes()),
        against: per_megabyte(theirs.reading, texts.megabytes()),
        bar,
        note: format!("{} files, start-up of {:.1} ms taken off", texts.files.len(), millis(theirs.start_up)),
    }])
}

/// Printing in canonical form against parsing. A program that was just read is in the cache, as it is for parsing, which
/// fills the memory it was given back a moment ago; one that was read long ago is not.
fn printing(bench: &Bench) -> Result<Vec<Row>, TaskError> {
    let texts = &bench.texts;
    let long_ago = texts.parsed()?;
    let row = |what: &str, print: &dyn Fn() -> Duration, bar| -> Result<Row, TaskError> {
        let (ours, theirs) = in_turns(bench.n_rounds, || Ok(print()), || Ok(parsing(&texts.texts)), Duration::min)?;
        Ok(Row {
            what: what.to_owned(),
            cost: per_megabyte(ours, texts.megabytes()),
            against: per_megabyte(theirs, texts.megabytes()),
            bar,
            note: "per MB read".to_owned(),
        })
    };
    Ok(vec![
        row("print what was just read, parse", &|| parsed_and_printed(&texts.texts), Bar::AtLeast(5.0))?,
        row("print what was read long ago, parse", &|| printing_of(&long_ago), Bar::Free)?,
    ])
}

/// How much of parsing is lexing.
fn lexing(bench: &Bench) -> Result<Vec<Row>, TaskError> {
    let texts = &bench.texts;
    let (ours, theirs) =
        in_turns(bench.n_rounds, || Ok(lexing_of(&texts.texts)), || Ok(parsing(&texts.texts)), Duration::min)?;
    Ok(vec![Row {
        what: "lex alone, parse".to_owned(),
        cost: per_megabyte(ours, texts.megabytes()),
        against: per_megabyte(theirs, texts.megabytes()),
        bar: Bar::Free,
        note: String::new(),
    }])
}

/// Small and large units cost the same per megabyte. Caches cost some; what is quadratic costs ten or a hundred times.
fn linearity(bench: &Bench) -> Result<Vec<Row>, TaskError> {
    // As many bytes in all, so that the small ones are measured as exactly.
    let small: Vec<Vec<u8>> = vec![unit_of(100_000); 100];
    let medium: Vec<Vec<u8>> = vec![unit_of(1_000_000); 10];
    let large: Vec<Vec<u8>> = vec![unit_of(10_000_000)];
    let row = |what: &str, larger: &[Vec<u8>], cost: fn(&[Vec<u8>]) -> Duration| -> Result<Row, TaskError> {
        let (ours, theirs) = in_turns(bench.n_rounds, || Ok(cost(&small)), || Ok(cost(larger)), Duration::min)?;
        Ok(Row {
            what: what.to_owned(),
            cost: per_megabyte(ours, programs::megabytes(&small)),
            against: per_megabyte(theirs, programs::megabytes(larger)),
            bar: Bar::AtMost(2.0),
            note: String::new(),
        })
    };
    Ok(vec![
        row("parse units of 0.1 MB, of 1 MB", &medium, parsing)?,
        row("parse units of 0.1 MB, of 10 MB", &large, parsing)?,
        row("print units of 0.1 MB, of 1 MB", &medium, parsed_and_printed)?,
        row("print units of 0.1 MB, of 10 MB", &large, parsed_and_printed)?,
    ])
}

/// A program built by code goes through the checks of one that is read, and is not lexed.
fn building(bench: &Bench) -> Result<Vec<Row>, TaskError> {
    const N_PIECES: u32 = 1000;
    let text = vec![print::canonical(&built::unit(N_PIECES)).into_bytes()];
    let build = || Ok(timed(|| built::unit(N_PIECES)).0);
    let (ours, theirs) = in_turns(bench.n_rounds, build, || Ok(parsing(&text)), Duration::min)?;
    Ok(vec![Row {
        what: "build by code, parse".to_owned(),
        cost: per_megabyte(ours, programs::megabytes(&text)),
        against: per_megabyte(theirs, programs::megabytes(&text)),
        bar: Bar::AtLeast(1.0),
        note: "the same program".to_owned(),
    }])
}

/// A copy of a program with one function edited costs that function, however much stands around it.
fn editing(bench: &Bench) -> Result<Vec<Row>, TaskError> {
    let read = |n_bytes| parse("input", unit_of(n_bytes), &Options::default()).program;
    let small = read(10_000);
    let row = |size: &str, n_bytes| {
        let large = read(n_bytes);
        // Best of many: an edit is over in microseconds.
        let (ours, theirs) =
            in_turns(20 * bench.n_rounds, || Ok(edits_of(&small)), || Ok(edits_of(&large)), Duration::min)?;
        Ok(Row {
            what: format!("edit a function, 0.01 MB, {size} MB"),
            cost: millis(ours) * 1e3 / f64::from(N_EDITS),
            against: millis(theirs) * 1e3 / f64::from(N_EDITS),
            bar: Bar::AtMost(2.0),
            note: "us per edit: open, replace, finish, drop".to_owned(),
        })
    };
    [("0.1", 100_000), ("1", 1_000_000), ("10", 10_000_000)]
        .map(|(size, n_bytes)| row(size, n_bytes))
        .into_iter()
        .collect()
}

/// How many edits are measured at once.
const N_EDITS: u32 = 6;

/// CPU time to make copies of a unit of pieces, each with another function edited.
fn edits_of(program: &Program) -> Duration {
    // The first function of each piece.
    let functions: Vec<FunctionId> = program.units[0].function_ids().step_by(2).collect();
    let apart = functions.len() / N_EDITS as usize;
    let chosen = functions.into_iter().step_by(apart.max(1)).take(N_EDITS as usize);
    chosen.map(|function| timed(|| drop(edited(program, function))).0).sum()
}

/// The program with the first constant of a function replaced.
fn edited(program: &Program, function: FunctionId) -> Option<Program> {
    let mut edit = FunctionEdit::open(program, 0, function);
    let body = edit.body();
    let mut all = body.nodes();
    let is_constant = |&node: &Node| matches!(node, Node::Expr(id) if body.int_value(id).is_some());
    let constant = all.find(is_constant)?;
    let other = edit.int(7);
    edit.replace(constant, Node::Expr(other)).ok()?;
    edit.finish().ok()
}

/// CPU time to read texts; what was read is dropped outside of it.
fn parsing(texts: &[Vec<u8>]) -> Duration {
    texts.iter().map(|text| timed(|| parse("input", &text[..], &Options::default())).0).sum()
}

fn printing_of(parsed: &[Parsed]) -> Duration {
    parsed.iter().map(|parsed| timed(|| print::canonical(&parsed.program)).0).sum()
}

/// CPU time of printing alone, right after reading.
fn parsed_and_printed(texts: &[Vec<u8>]) -> Duration {
    texts.iter().map(|text| printing_of(&[parse("input", &text[..], &Options::default())])).sum()
}

fn lexing_of(texts: &[Vec<u8>]) -> Duration {
    let lex = |text: &Vec<u8>| {
        let mut source = SourceText::new("input", &text[..]).ok()?;
        let mut names = Names::default();
        Some(timed(|| lex::lex(&mut source, &mut names, LexDialect::default(), &mut Vec::new())).0)
    };
    texts.iter().filter_map(lex).sum()
}

fn per_megabyte(time: Duration, megabytes: f64) -> f64 {
    millis(time) / megabytes
}
