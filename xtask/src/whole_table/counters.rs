//! What programs make gcc's optimizers do, by its own statistics.
//!
//! `-fdump-statistics-stats` has a line `PASS "COUNTER" VALUE` for each thing that a pass counted. A pair of pass and counter says
//! that a pass found something to do; passes that run several times count as one, and histograms (`... == 17`) as one counter. Which loops were
//! vectorized, `-fopt-info-vec` says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use kiln_lang::tree::Program;

use super::shapes;
use crate::bench::clock;
use crate::measuring::built;
use crate::producer::{FILE, Producer};
use crate::task_error::{Doing, TaskError};

/// A pass and one of its counters.
pub(super) type Pair = (String, String);

/// What was counted for several programs.
#[derive(Debug, Clone, Default)]
pub(super) struct Counted {
    pub(super) programs: u64,
    /// CPU time of compiling them.
    pub(super) cpu: Duration,
    pub(super) pairs: BTreeSet<Pair>,
    /// Loops that were vectorized, and the different shapes among them.
    pub(super) vectorized: u64,
    pub(super) shapes: BTreeSet<String>,
}

/// What the compiler says.
const STATISTICS: &str = "statistics";
const VECTORIZED: &str = "vectorized";

impl Counted {
    /// Programs of a producer, by their numbers, until so much CPU time is spent on compiling them, or there are so many.
    pub(super) fn until(
        producer: &Producer,
        directory: &Path,
        numbers: impl IntoIterator<Item = u64>,
        cpu: Duration,
        programs: u64,
        mut also: impl FnMut(&Program, &[u8]) -> Result<(), TaskError>,
    ) -> Result<Counted, TaskError> {
        let mut counted = Counted::default();
        let file = directory.join(FILE);
        for number in numbers {
            if counted.cpu >= cpu || counted.programs >= programs {
                break;
            }
            let Some(made) = producer.make(number, directory)? else { continue };
            fs::write(&file, &made.text).doing("write", &file)?;
            // What is not C is counted elsewhere.
            let Ok(program) = producer.read(&file, &made.text) else { continue };
            counted.add(&program, directory, &producer.flags()?)?;
            also(&program, made.expected.as_deref().unwrap_or_default())?;
        }
        Ok(counted)
    }

    /// Adds the program that stands in [`FILE`] of a directory.
    fn add(&mut self, program: &Program, directory: &Path, flags: &[String]) -> Result<(), TaskError> {
        let mut gcc = Command::new("gcc");
        gcc.args(["-w", "-O3", "-c", FILE, "-o", "case.o"]).args(flags);
        gcc.arg(format!("-fdump-statistics-stats={STATISTICS}"));
        gcc.arg(format!("-fopt-info-vec-optimized={VECTORIZED}"));
        let (cpu, ()) = clock::of_children(|| built::compiled(gcc.current_dir(directory)))?;
        self.programs += 1;
        self.cpu += cpu;
        self.pairs.extend(pairs(&read(directory, STATISTICS)?));
        let loops = shapes::loops(program);
        for place in vectorized(&read(directory, VECTORIZED)?) {
            self.vectorized += 1;
            self.shapes.insert(shapes::around(&loops, place).unwrap_or("goto").to_owned());
        }
        Ok(())
    }
}

/// What gcc -O3 counts for one file that is compiled with some options.
pub(super) fn of_file(file: &Path, options: &[&str], directory: &Path) -> Result<Option<BTreeSet<Pair>>, TaskError> {
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-O3", "-c"]).args(options).arg(file).arg("-o").arg(directory.join("case.o"));
    gcc.arg(format!("-fdump-statistics-stats={}", directory.join(STATISTICS).display()));
    if built::refused(&mut gcc)?.is_some() {
        return Ok(None);
    }
    Ok(Some(pairs(&read(directory, STATISTICS)?)))
}

/// A file that is not there if there was nothing to write.
fn read(directory: &Path, name: &str) -> Result<String, TaskError> {
    let path = directory.join(name);
    if !path.exists() {
        return Ok(String::new());
    }
    let text = fs::read(&path).doing("read", &path)?;
    fs::remove_file(&path).doing("remove", &path)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The pairs of a file of statistics.
fn pairs(statistics: &str) -> BTreeSet<Pair> {
    let pair = |line: &str| {
        let (pass, rest) = line.split_once('"')?;
        let (counter, _) = rest.rsplit_once('"')?;
        let counter = counter.split_once(" == ").map_or(counter, |(counter, _)| counter);
        let pass = pass.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        Some((pass.to_owned(), counter.to_owned()))
    };
    statistics.lines().filter_map(pair).collect()
}

/// The places of vectorized loops in the program itself: line and column.
fn vectorized(remarks: &str) -> Vec<(u32, u32)> {
    let place = |line: &str| {
        let (place, what) = line.split_once(": optimized: ")?;
        let mut parts = place.rsplitn(3, ':');
        let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
        let is_counted = what.contains("loop vectorized") && file.ends_with(FILE);
        is_counted.then(|| Some((line.parse().ok()?, column.parse().ok()?)))?
    };
    remarks.lines().filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_told_apart_by_pass_and_counter() {
        let statistics =
            "26 ssa \"unused VAR_DECLs removed\" 102\n36 ccp \"RPO num == 17\" 1\n90 ccp \"RPO num == 3\" 2\n";
        let expected = [("ccp", "RPO num"), ("ssa", "unused VAR_DECLs removed")];
        let expected = expected.map(|(pass, counter)| (pass.to_owned(), counter.to_owned()));
        assert_eq!(pairs(statistics), BTreeSet::from(expected));
    }

    #[test]
    fn only_loops_of_the_program_itself_count() {
        let remarks = "case.c:742:24: optimized: basic block part vectorized using 16 byte vectors\n\
                       case.c:7:5: optimized: loop vectorized using 16 byte vectors\n\
                       /usr/include/csmith/csmith.h:70:3: optimized: loop vectorized using 16 byte vectors\n";
        assert_eq!(vectorized(remarks), [(7, 5)]);
    }
}
