//! Which cells there are, and how they are printed.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use kiln_generate::arith::{Options as Arith, Preset};
use kiln_reduce::Slots;
use kiln_toolchain::runner::RunnerProgram;

use super::TablesArgs;
use super::cell::{self, Cell};
use super::rows::{Build, Row, rows};
use crate::measuring::log::{Key, Log};
use crate::repository;
use crate::task_error::{Doing, TaskError};

/// What fills a column.
#[derive(Clone, Debug)]
enum Setting {
    Arith(Box<Arith>),
    Csmith,
}

/// What is shown of a cell.
#[derive(Clone, Copy, Debug)]
enum Shown {
    /// Errors and their patterns.
    Patterns,
    /// Errors, and how many of them are of floating arithmetic.
    Floating,
    Errors,
}

struct Column {
    heading: &'static str,
    setting: Setting,
    shown: Shown,
}

struct Table {
    number: u8,
    title: &'static str,
    columns: Vec<Column>,
}

/// Operators of a program: the least of the paper's table 2, and that of its other tables. With 10,000, its most, compilers take
/// so long that a short run sees only a few programs.
const PRODUCT: u32 = 1000;

fn arith(preset: Preset) -> Setting {
    Setting::Arith(Box::new(Arith { product: PRODUCT, ..preset.options() }))
}

/// The paper's tables.
fn tables() -> Vec<Table> {
    let patterns = |heading, preset| Column { heading, setting: arith(preset), shown: Shown::Patterns };
    vec![
        Table {
            number: 2,
            title: "long and many expressions",
            columns: vec![
                patterns("(1) short", Preset::Short),
                patterns("(2) long", Preset::Long),
                patterns("(3) many", Preset::Many),
                patterns("(4) many long", Preset::ManyLong),
            ],
        },
        Table {
            number: 3,
            title: "the previous method and the proposed one",
            columns: vec![patterns("(1) short", Preset::Short), patterns("(4') flipping", Preset::Flipping)],
        },
        Table {
            number: 4,
            title: "Csmith",
            columns: vec![
                Column { heading: "Csmith", setting: Setting::Csmith, shown: Shown::Errors },
                Column { heading: "(4') flipping", setting: arith(Preset::Flipping), shown: Shown::Errors },
            ],
        },
        Table {
            number: 5,
            title: "integers, and floating numbers as well",
            columns: vec![
                Column { heading: "integers", setting: arith(Preset::Flipping), shown: Shown::Errors },
                Column { heading: "and floating", setting: arith(Preset::Mixed), shown: Shown::Floating },
            ],
        },
    ]
}

/// Fills and prints the tables.
pub(crate) fn run(args: &TablesArgs) -> Result<(), TaskError> {
    let directory = repository::target().join("orange3");
    fs::create_dir_all(&directory).doing("make the directory", &directory)?;
    let log = Log::open(&directory.join("cells.log"))?;
    let slots = Slots::new(RunnerProgram::own(true), &std::env::temp_dir());
    let slots = Arc::new(slots.map_err(|error| TaskError::CheckFailed(error.to_string()))?);
    let (rows, missing) = rows(args.faults, args.time, &slots)?;
    let is_wanted =
        |row: &Row| args.only.is_empty() || args.only.iter().any(|word| row.name.split(' ').any(|w| w == word));
    let rows: Vec<Row> = rows.into_iter().filter(is_wanted).collect();
    if rows.is_empty() {
        return Err(TaskError::CheckFailed(
            "--only leaves no line: there are tcc, pcc, gcc, clang and faults".to_owned(),
        ));
    }
    for name in missing {
        say(&format!("{name} is not installed"));
    }
    let is_wanted = |table: &Table| args.table.is_empty() || args.table.contains(&table.number);
    for table in tables().into_iter().filter(is_wanted) {
        print_table(&table, &rows, args, &log, &slots)?;
    }
    Ok(())
}

fn print_table(table: &Table, rows: &[Row], args: &TablesArgs, log: &Log, slots: &Arc<Slots>) -> Result<(), TaskError> {
    say(&format!("\nTable {}: {} ({} s of CPU per setting)", table.number, table.title, args.time.as_secs_f32()));
    let headings: Vec<String> = table.columns.iter().map(|column| column.heading.to_owned()).collect();
    say(&line("compiler", &headings));
    for row in rows {
        let cells =
            table.columns.iter().map(|column| Ok(shown(column, filled(column, row, args, log, slots)?.as_ref())));
        say(&line(&row.name, &cells.collect::<Result<Vec<String>, TaskError>>()?));
    }
    Ok(())
}

fn line(first: &str, others: &[String]) -> String {
    let others: String = others.iter().map(|other| format!("{other:>26}")).collect::<Vec<String>>().concat();
    format!("{first:24}{others}")
}

/// A cell: known from before, or measured now; nothing if there is no Csmith.
fn filled(
    column: &Column,
    row: &Row,
    args: &TablesArgs,
    log: &Log,
    slots: &Arc<Slots>,
) -> Result<Option<Cell>, TaskError> {
    if matches!(column.setting, Setting::Csmith) && !crate::csmith::is_installed() {
        return Ok(None);
    }
    let builds: Vec<String> = row.compilers.iter().flatten().map(|build| build.name.clone()).collect();
    let what = format!("{:?} {builds:?} {:?} {}", column.setting, args.time, args.reduced);
    let value = log.get_or(Key::of([what.as_bytes()]), || {
        let cell = measured(column, row, args, slots)?;
        serde_json::to_string(&cell).map_err(|error| TaskError::CheckFailed(error.to_string()))
    })?;
    serde_json::from_str(&value).map(Some).map_err(|error| TaskError::CheckFailed(error.to_string()))
}

fn measured(column: &Column, row: &Row, args: &TablesArgs, slots: &Arc<Slots>) -> Result<Cell, TaskError> {
    let time: Duration = args.time / row.compilers.len().max(1) as u32;
    let mut cell = Cell::default();
    for builds in &row.compilers {
        cell.add(match &column.setting {
            Setting::Arith(setting) => cell::measure(slots, builds, setting, time, args.reduced)?,
            Setting::Csmith => super::csmith::measure(slots, &with_another(builds, args.time, slots)?, time)?,
        });
    }
    Ok(cell)
}

/// One build alone cannot differ from itself.
fn with_another(builds: &[Build], time: Duration, slots: &Arc<Slots>) -> Result<Vec<Build>, TaskError> {
    let mut builds = builds.to_vec();
    if builds.len() == 1 {
        builds.push(Build::reference(time, slots)?);
    }
    Ok(builds)
}

fn shown(column: &Column, cell: Option<&Cell>) -> String {
    let Some(cell) = cell else { return "not installed".to_owned() };
    let Cell { tests, errors, reduced, floating, patterns, .. } = cell;
    let of = if reduced < errors { format!(" of {reduced}") } else { String::new() };
    match column.shown {
        Shown::Patterns => format!("{tests}: {errors} ({}{of})", patterns.len()),
        Shown::Floating => format!("{tests}: {errors} ({floating}{of})"),
        Shown::Errors => format!("{tests}: {errors}"),
    }
}

#[expect(clippy::print_stdout, reason = "the tables")]
fn say(line: &str) {
    println!("{line}");
}
