//! Which cells there are, and how they are printed.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use kiln_generate::arith::{Options as Arith, Preset};
use kiln_reduce::Slots;
use kiln_toolchain::runner::RunnerProgram;

use super::TablesArgs;
use super::cell::{self, Cell, Example, Until};
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
    let slots = Slots::new(RunnerProgram::own(true), &std::env::temp_dir(), None);
    let slots = Arc::new(slots.map_err(|error| TaskError::CheckFailed(error.to_string()))?);
    let (rows, missing) = rows(&args.faults(), args.time, &slots);
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
    let bench = Bench { args, directory, log, slots };
    tables().iter().filter(|table| is_wanted(table)).try_for_each(|table| bench.print_table(table, &rows))
}

/// What all cells are measured with.
struct Bench<'a> {
    args: &'a TablesArgs,
    directory: PathBuf,
    log: Log,
    slots: Arc<Slots>,
}

impl Bench<'_> {
    fn print_table(&self, table: &Table, rows: &[Row]) -> Result<(), TaskError> {
        let seconds = self.args.time.as_secs_f32();
        say(&format!("\nTable {}: {} ({seconds} s of CPU per setting)", table.number, table.title));
        let headings: Vec<String> = table.columns.iter().map(|column| column.heading.to_owned()).collect();
        say(&line("compiler", &headings));
        let mut patterns: BTreeMap<String, Example> = BTreeMap::new();
        for row in rows {
            let mut cells = Vec::new();
            for column in &table.columns {
                let cell = self.filled(column, row)?;
                cells.push(shown(column, cell.as_ref()));
                patterns.extend(cell.into_iter().flat_map(|cell| cell.patterns));
            }
            say(&line(&row.name, &cells));
        }
        if self.args.patterns { self.list(&patterns) } else { Ok(()) }
    }

    /// Lists patterns, and keeps a program of each.
    fn list(&self, patterns: &BTreeMap<String, Example>) -> Result<(), TaskError> {
        for (pattern, Example { build, failure, program }) in patterns {
            let name = Key::of([build.as_bytes(), pattern.as_bytes()]);
            let file = self.directory.join(format!("{}.c", &name.as_str()[..8]));
            fs::write(&file, format!("/* {build}: {failure} */\n{program}")).doing("write", &file)?;
            say(&format!("  {}: {build}: {pattern}", file.display()));
        }
        Ok(())
    }

    /// A cell: known from before, or measured now; nothing if there is no Csmith.
    fn filled(&self, column: &Column, row: &Row) -> Result<Option<Cell>, TaskError> {
        let first = match &column.setting {
            Setting::Csmith if !crate::csmith::is_installed() => return Ok(None),
            Setting::Csmith => String::new(),
            Setting::Arith(setting) => cell::text(setting, 0)?,
        };
        let builds: Vec<String> = row.compilers.iter().flatten().map(|build| build.name.clone()).collect();
        let TablesArgs { time, reduced, programs, .. } = self.args;
        let what = format!("{:?} {builds:?} {time:?} {reduced} {programs:?} {first}", column.setting);
        let wrong = |error: serde_json::Error| TaskError::CheckFailed(error.to_string());
        let value = self.log.get_or(Key::of([what.as_bytes()]), || {
            serde_json::to_string(&self.measured(column, row)?).map_err(wrong)
        })?;
        serde_json::from_str(&value).map(Some).map_err(wrong)
    }

    fn measured(&self, column: &Column, row: &Row) -> Result<Cell, TaskError> {
        let (args, slots) = (self.args, &self.slots);
        let until =
            Until { time: args.time / row.compilers.len().max(1) as u32, programs: args.programs.unwrap_or(u64::MAX) };
        let mut cell = Cell::default();
        for builds in &row.compilers {
            cell.add(match &column.setting {
                Setting::Arith(setting) => cell::measure(slots, builds, setting, until, args.reduced)?,
                Setting::Csmith => super::csmith::measure(slots, &self.with_another(builds)?, until)?,
            });
        }
        Ok(cell)
    }

    /// One build alone cannot differ from itself.
    fn with_another(&self, builds: &[Build]) -> Result<Vec<Build>, TaskError> {
        let mut builds = builds.to_vec();
        if builds.len() == 1 {
            builds.push(Build::reference(self.args.time, &self.slots)?);
        }
        Ok(builds)
    }
}

fn line(first: &str, others: &[String]) -> String {
    let others: String = others.iter().map(|other| format!("{other:>26}")).collect::<Vec<String>>().concat();
    format!("{first:24}{others}")
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
