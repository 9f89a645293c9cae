//! What of a program is executed, by gcov: gcc's own count, not kiln's.
//!
//! `main`, the functions that sum up and headers are left out. gcov writes its counts when a program ends, so there are none of
//! one that does not.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::measuring::built::{self, Ran};
use crate::producer::{FILE, is_thought_up};
use crate::task_error::{Doing, TaskError, output_of};

/// Whatever has not ended after this does not end: nothing was seen to lie between 0.2 s and for ever.
const CPU_SECONDS: u32 = 2;

/// What is inlined in spite of `-O0` is counted where it goes, and not where it comes from.
const NOT_INLINED: &[&str] = &["-Dalways_inline=noinline", "-Dflatten=noinline"];
const LINK: &[&str] = &["--coverage", "case.o", "-o", "case"];

/// A program that executes no more lines than this is trivial.
const TRIVIAL: u64 = 10;

/// Counts of several programs.
#[derive(Debug, Clone, Default)]
pub(super) struct Coverage {
    pub(super) programs: u64,
    /// Those that do not end, and those of the others that do next to nothing.
    pub(super) endless: u64,
    pub(super) trivial: u64,
    /// All, and those that were executed.
    pub(super) lines: (u64, u64),
    pub(super) edges: (u64, u64),
    pub(super) functions: (u64, u64),
    /// How often lines were executed, by program.
    pub(super) work: Vec<u64>,
}

#[derive(Deserialize)]
struct Report {
    files: Vec<Covered>,
}

#[derive(Deserialize)]
struct Covered {
    file: String,
    functions: Vec<Function>,
    lines: Vec<Line>,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    execution_count: u64,
}

#[derive(Deserialize)]
struct Line {
    function_name: Option<String>,
    count: u64,
    branches: Vec<Branch>,
}

#[derive(Deserialize)]
struct Branch {
    count: u64,
}

fn count(pair: &mut (u64, u64), n: u64) {
    pair.0 += 1;
    pair.1 += u64::from(n > 0);
}

impl Coverage {
    /// Adds the program that stands in [`FILE`] of a directory, unless gcc does not take it.
    pub(super) fn add(&mut self, directory: &Path, flags: &[String]) -> Result<bool, TaskError> {
        let gcc = |words: &[&str]| {
            let mut command = Command::new("gcc");
            command.current_dir(directory).args(words).args(flags);
            command
        };
        let data = directory.join("case.gcda");
        if data.exists() {
            fs::remove_file(&data).doing("remove", &data)?;
        }
        for words in [&[NOT_INLINED, &["-w", "-O0", "--coverage", "-c", FILE]].concat()[..], LINK] {
            if built::refused(&mut gcc(words))?.is_some() {
                return Ok(false);
            }
        }
        self.programs += 1;
        match built::run(&directory.join("case"), CPU_SECONDS, directory, None)? {
            Ran::Ended(_) => {}
            Ran::TimedOut | Ran::NotCompiled(_) => {
                self.endless += 1;
                return Ok(true);
            }
        }
        let gcov = output_of(Command::new("gcov").current_dir(directory).args(["-j", "-b", "-t", FILE]))?;
        let report: Report = serde_json::from_slice(&gcov)
            .map_err(|error| TaskError::CheckFailed(format!("what gcov says is not understood: {error}")))?;
        self.add_report(&report);
        Ok(true)
    }

    fn add_report(&mut self, report: &Report) {
        let (mut work, mut executed) = (0, 0);
        for file in report.files.iter().filter(|file| file.file.ends_with(FILE)) {
            for function in file.functions.iter().filter(|function| is_thought_up(&function.name)) {
                count(&mut self.functions, function.execution_count);
            }
            let is_counted = |line: &&Line| line.function_name.as_deref().is_some_and(is_thought_up);
            for line in file.lines.iter().filter(is_counted) {
                count(&mut self.lines, line.count);
                work += line.count;
                executed += u64::from(line.count > 0);
                for branch in &line.branches {
                    count(&mut self.edges, branch.count);
                }
            }
        }
        self.trivial += u64::from(executed <= TRIVIAL);
        self.work.push(work);
    }

    /// The median number of executions of lines.
    pub(super) fn median_work(&self) -> u64 {
        let mut work = self.work.clone();
        work.sort_unstable();
        work.get(work.len() / 2).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_sums_up_and_headers_are_left_out() {
        let line = |name: &str, n: u64, branches: &str| {
            format!("{{\"function_name\": \"{name}\", \"count\": {n}, \"branches\": [{branches}]}}")
        };
        let lines = [
            line("f", 3, "{\"count\": 3}, {\"count\": 0}"),
            line("f", 0, ""),
            line("main", 1, "{\"count\": 1}"),
            "{\"count\": 5, \"branches\": []}".to_owned(),
        ];
        let file = |name: &str| {
            format!(
                "{{\"file\": \"{name}\", \"functions\": [{{\"name\": \"f\", \"execution_count\": 1}}, \
                 {{\"name\": \"g\", \"execution_count\": 0}}, {{\"name\": \"main\", \"execution_count\": 1}}], \"lines\": [{}]}}",
                lines.join(", ")
            )
        };
        let report = format!("{{\"files\": [{}, {}]}}", file("case.c"), file("csmith.h"));
        let mut coverage = Coverage::default();
        coverage.add_report(&serde_json::from_str(&report).unwrap());
        assert_eq!((coverage.lines, coverage.edges, coverage.functions), ((2, 1), (2, 1), (2, 1)));
        assert_eq!((coverage.trivial, coverage.work.as_slice()), (1, &[3][..]));
    }
}
