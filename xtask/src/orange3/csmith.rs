//! Csmith's programs on the same compilers: an error is a difference between two builds, since nobody knows the right answer.

use std::path::Path;
use std::time::Duration;

use kiln_lang::edit::drop_unused;
use kiln_lang::{Options, parse, print};
use kiln_reduce::{Ran, Slots};
use kiln_toolchain::compiler;
use kiln_toolchain::preprocess::{self, Input};

use super::cell::{Cell, Until, cpu};
use super::rows::Build;
use crate::csmith::{csmith, include_directory};
use crate::task_error::{Doing, TaskError, output_of};

/// Programs of Csmith on one compiler until the time is used up.
pub(crate) fn measure(slots: &Slots, builds: &[Build], until: Until) -> Result<Cell, TaskError> {
    let directory = tempfile::tempdir().doing("make a directory in", &std::env::temp_dir())?;
    let mut cell = Cell::default();
    let mut used = Duration::ZERO;
    while used < until.time && cell.tests < until.programs {
        let seed = cell.tests + 1;
        let (spent, is_wrong) = cpu(slots, || differs(builds, seed, directory.path()))?;
        used += spent.max(Duration::from_millis(1));
        cell.tests += 1;
        cell.errors += u64::from(is_wrong);
    }
    Ok(cell)
}

/// Whether two builds of a program do different things, or a compiler breaks down. A program that takes too long says
/// nothing.
fn differs(builds: &[Build], seed: u64, directory: &Path) -> Result<bool, TaskError> {
    let text = output_of(csmith(directory).args(["-s", &seed.to_string()]))?;
    let compiler = compiler::preferred(&std::env::var_os("PATH").unwrap_or_default())?;
    let flags = [format!("-I{}", include_directory()?.display())];
    let text = preprocess::preprocess(&compiler, &flags, &Input::Stdin(&text))?.text;
    let parsed = parse("csmith.i", text, &Options::default());
    let mut program = parsed.program;
    // Headers of one compiler are not for another.
    drop_unused(&mut program);
    let text = print::canonical(&program);
    let mut first: Option<Ran> = None;
    for build in builds {
        let ran = build.run(&text)?;
        match (&ran, &first) {
            (Ran::CompilerCrash(_), _) => return Ok(true),
            (Ran::Timeout | Ran::CompilerTimeout | Ran::Rejected(_), _) => {}
            (_, None) => first = Some(ran),
            (_, Some(other)) if *other != ran => return Ok(true),
            _ => {}
        }
    }
    Ok(false)
}
