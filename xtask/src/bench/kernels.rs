//! CPU-bound programs: how many times slower the interpreter is than what gcc makes without optimising.
//!
//! The programs are the files of `xtask/data/kernels`, one kind of work each: plain C11, defined, with a
//! checksum as output, and 50 to 90 ms of native work where they were written. With `SMALL` defined they
//! do little, for the test below. Native time is net of the start of the process, and kiln's is that of the
//! machine alone, with every check on: reading and lowering are measured elsewhere. What `kiln run` takes
//! as a whole, with its process, stands in the note.

use std::fs;
use std::path::PathBuf;

use kiln_meaning::image::Image;

use super::clock::{medians, millis, of_children, timed};
use super::meaning::Bench;
use super::native::Native;
use super::row::{Bar, Row, Table};
use super::subject::{self, Kiln};
use crate::repository;
use crate::task_error::{Doing, TaskError};

/// How many times slower than `gcc -O0`, in the geometric mean.
const BAR: f64 = 10.0;

/// One of each kind of work that interpreters are usually measured with. The others are there because they are slow.
const USUAL: [&str; 10] =
    ["crc32", "floating", "hash", "list", "matrix", "queens", "quicksort", "sieve", "strings", "structs"];

/// One program, on both sides.
struct Kernel {
    name: String,
    /// Preprocessed.
    file: PathBuf,
    image: Image,
}

impl Kernel {
    /// Lowers it, and makes an executable of its name.
    fn prepare(native: &Native, source: &Source, flags: &[&str]) -> Result<Kernel, TaskError> {
        let text = native.preprocess(&source.file, flags)?;
        let preprocessed = format!("{}.i", source.name);
        let file = native.write(&preprocessed, &text)?;
        native.compile_with_clock(&preprocessed, &source.name)?;
        let image = subject::lowered(&preprocessed, &text)?;
        Ok(Kernel { name: source.name.clone(), file, image })
    }

    /// Milliseconds of the machine itself, of kiln's machine, and of the whole `kiln run`.
    fn measure(&self, native: &Native, kiln: &Kiln, n_rounds: u32) -> Result<[f64; 3], TaskError> {
        let expected = native.run(&self.name)?.output;
        let same = |side: &str, output: Vec<u8>| {
            let differs = || TaskError::CheckFailed(format!("{}: {side} writes something else than gcc's", self.name));
            (output == expected).then_some(()).ok_or_else(differs)
        };
        medians(
            n_rounds,
            [
                &mut || Ok(millis(native.run(&self.name)?.time)),
                &mut || {
                    let (time, output) = timed(|| subject::output(&self.name, &self.image));
                    same("the machine", output?)?;
                    Ok(millis(time))
                },
                &mut || {
                    let (time, output) = of_children(|| kiln.run(&self.file))?;
                    same("kiln run", output)?;
                    Ok(millis(time))
                },
            ],
        )
    }
}

/// One row each, and the mean.
pub(super) fn measure(bench: &Bench, table: &mut Table) -> Result<(), TaskError> {
    let all = sources()?;
    let chosen: Vec<&Source> = all.iter().filter(|source| bench.wants(&source.name)).collect();
    let mut costs = Vec::new();
    for source in &chosen {
        let kernel = Kernel::prepare(&bench.native, source, &[])?;
        let cost @ [native, machine, whole] = kernel.measure(&bench.native, &bench.kiln, bench.n_rounds)?;
        table.add(Row {
            what: format!("{}: gcc -O0, machine", source.name),
            cost: native,
            against: machine,
            bar: Bar::Free,
            note: format!("kiln run {whole:.0} ms, {:.2} times", whole / native),
        });
        costs.push((source.name.as_str(), cost));
    }
    if costs.is_empty() {
        return Ok(());
    }
    let row = |what: &str, costs: &[[f64; 3]], side: usize, bar| {
        // The ratio of geometric means is the geometric mean of ratios.
        let mean = |side: usize| geometric_mean(costs.iter().map(|cost| cost[side]));
        Row {
            what: format!("geometric mean: gcc -O0, {what}"),
            cost: mean(0),
            against: mean(side),
            bar,
            note: format!("{} kernels", costs.len()),
        }
    };
    let every: Vec<[f64; 3]> = costs.iter().map(|&(_, cost)| cost).collect();
    let usual: Vec<[f64; 3]> = costs.iter().filter(|(name, _)| USUAL.contains(name)).map(|&(_, cost)| cost).collect();
    // The bars are about all of them.
    let is_complete = chosen.len() == all.len();
    let bar = || if is_complete { Bar::AtMost(BAR) } else { Bar::Free };
    if is_complete {
        table.add(row("the usual kinds", &usual, 1, bar()));
    }
    table.add(row("machine", &every, 1, bar()));
    table.add(row("kiln run", &every, 2, Bar::Free));
    Ok(())
}

fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (n_values, sum) = values.fold((0.0, 0.0), |(n, sum), value| (n + 1.0, sum + value.ln()));
    (sum / n_values).exp()
}

/// A kernel as it was written.
struct Source {
    name: String,
    file: PathBuf,
}

/// All kernels, by name.
fn sources() -> Result<Vec<Source>, TaskError> {
    let directory = repository::root().join("xtask/data/kernels");
    let mut sources = Vec::new();
    for entry in fs::read_dir(&directory).doing("list", &directory)? {
        let file = entry.doing("list", &directory)?.path();
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        sources.push(Source { name, file });
    }
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(sources)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
    fn small_kernels_write_what_they_write_natively() {
        let Some(native) = Native::found().unwrap() else {
            eprintln!("skipped: gcc is not installed");
            return;
        };
        let sources = sources().unwrap();
        assert!(sources.len() >= 12);
        assert!(USUAL.iter().all(|name| sources.iter().any(|source| source.name == *name)));
        for source in sources {
            let kernel = Kernel::prepare(&native, &source, &["-DSMALL"]).unwrap();
            let expected = native.run(&kernel.name).unwrap().output;
            let output = subject::output(&kernel.name, &kernel.image).unwrap();
            assert_eq!(String::from_utf8_lossy(&output), String::from_utf8_lossy(&expected), "{}", kernel.name);
        }
    }

    #[test]
    fn the_mean_is_geometric() {
        assert!((geometric_mean([2.0, 8.0].into_iter()) - 4.0).abs() < 1e-9);
    }
}
