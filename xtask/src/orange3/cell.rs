//! One cell of a table: one setting on one compiler, for some CPU time.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use kiln_case::Choices;
use kiln_generate::arith::{self, Options as Arith};
use kiln_lang::tree::Program;
use kiln_lang::{Options as Dialect, print};
use kiln_meaning::{Ended, Outcome, Settings, run};
use kiln_reduce::arith::{Options, pattern, reduce};
use kiln_reduce::{Failure, Seen, Slots, TestError};
use serde::{Deserialize, Serialize};

use super::rows::Build;
use crate::bench::clock;
use crate::task_error::TaskError;

/// What was counted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Cell {
    /// Programs.
    pub(crate) tests: u64,
    /// Programs that showed an error.
    pub(crate) errors: u64,
    /// Errors that were reduced, and those among them whose pattern has a floating type.
    pub(crate) reduced: u64,
    pub(crate) floating: u64,
    /// The different patterns among them, each with the first error that has it.
    pub(crate) patterns: BTreeMap<String, Example>,
    /// What went wrong with the measurement itself.
    pub(crate) not_reduced: u64,
}

/// A reduced program, and what gets it wrong.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Example {
    pub(crate) build: String,
    pub(crate) failure: String,
    pub(crate) program: String,
}

impl Cell {
    /// Adds what another compiler of the same line has shown.
    pub(crate) fn add(&mut self, other: Cell) {
        self.tests += other.tests;
        self.errors += other.errors;
        self.reduced += other.reduced;
        self.floating += other.floating;
        self.not_reduced += other.not_reduced;
        for (pattern, example) in other.patterns {
            self.patterns.entry(pattern).or_insert(example);
        }
    }
}

/// CPU time of this thread, of the children that it waits for, and of what runs in slots.
pub(crate) fn cpu<T>(slots: &Slots, work: impl FnOnce() -> Result<T, TaskError>) -> Result<(Duration, T), TaskError> {
    let before = slots.cpu();
    let (own, children) = clock::timed(|| clock::of_children(work));
    let (children, result) = children?;
    Ok((own + children + slots.cpu().saturating_sub(before), result))
}

/// When a cell is done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Until {
    /// So much CPU time has been used.
    pub(crate) time: Duration,
    /// There were so many programs.
    pub(crate) programs: u64,
}

/// Programs of a setting on one compiler until the time is used up.
pub(crate) fn measure(
    slots: &Slots,
    builds: &[Build],
    setting: &Arith,
    until: Until,
    most_reduced: usize,
) -> Result<Cell, TaskError> {
    let mut cell = Cell::default();
    let mut used = Duration::ZERO;
    while used < until.time && cell.tests < until.programs {
        let seed = cell.tests;
        let (spent, (program, failing)) = cpu(slots, || try_program(builds, setting, seed))?;
        // Children are counted in ticks; a program that takes none must not be free.
        used += spent.max(Duration::from_millis(1));
        cell.tests += 1;
        if let Some(build) = failing {
            cell.errors += 1;
            if cell.reduced < most_reduced as u64 {
                reduce_error(&program, build, &mut cell)?;
            }
        }
    }
    Ok(cell)
}

fn made(setting: &Arith, seed: u64) -> Result<Program, TaskError> {
    let made = arith::make(&Choices::new(seed), setting, Dialect::default());
    made.map(|made| made.program).map_err(|error| TaskError::CheckFailed(error.to_string()))
}

/// The program of a setting and a seed.
pub(crate) fn text(setting: &Arith, seed: u64) -> Result<String, TaskError> {
    made(setting, seed).map(|program| print::canonical(&program))
}

/// A program, and the build that gets it wrong.
fn try_program<'b>(builds: &'b [Build], setting: &Arith, seed: u64) -> Result<(Program, Option<&'b Build>), TaskError> {
    let program = made(setting, seed)?;
    let Outcome::Ended(expected) = run(&program, &Settings::default()).outcome else {
        return Err(TaskError::CheckFailed(format!("the program of seed {seed} is not defined")));
    };
    let text = print::canonical(&program);
    for build in builds {
        match Failure::of(&Seen::of(build.run(&text)?, &expected)) {
            // What takes too long on a machine with other things to do is no error.
            None | Some(Failure::Timeout | Failure::CompilerTimeout) => {}
            Some(_) => return Ok((program, Some(build))),
        }
    }
    Ok((program, None))
}

fn reduce_error(program: &Program, build: &Build, cell: &mut Cell) -> Result<(), TaskError> {
    let stop = AtomicBool::new(false);
    let options = Options { settings: Settings::default(), jobs: 1, stop: &stop };
    let test = |text: &str, expected: &Ended| -> Result<Seen, TestError> {
        match build.run(text) {
            Ok(ran) => Ok(Seen::of(ran, expected)),
            Err(error) => Err(TestError::Scratch(std::io::Error::other(error.to_string()))),
        }
    };
    match reduce(program, &test, &options, &mut |_| {}) {
        Ok(reduced) => {
            let pattern = pattern(&reduced.program);
            cell.reduced += 1;
            cell.floating += u64::from(["float", "double"].iter().any(|word| pattern.contains(word)));
            cell.patterns.entry(pattern).or_insert_with(|| Example {
                build: build.name.clone(),
                failure: reduced.failure.to_string(),
                program: print::canonical(&reduced.program),
            });
        }
        // An error that is not there again: a machine under load, a process that was killed.
        Err(_) => cell.not_reduced += 1,
    }
    Ok(())
}
