//! `cargo xtask csmith`: programs of Csmith, preprocessed, one per seed.
//!
//! The same seed and the same Csmith give the same program, so a directory is filled once and can
//! be filled further later.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use kiln_toolchain::compiler::{self, CompilerCommand};
use kiln_toolchain::preprocess::{self, Input};

use crate::task_error::{Doing, TaskError, output_of};

/// Fills `dest` with `SEED.c` and `SEED.i` for the seeds from 1 to `count`.
pub(crate) fn run(count: u32, dest: &Path) -> Result<(), TaskError> {
    let compiler = compiler::preferred(&std::env::var_os("PATH").unwrap_or_default())?;
    make(count, dest)?;
    preprocess(count, dest, &compiler, dest)
}

/// Makes `SEED.c`.
fn make(count: u32, dest: &Path) -> Result<(), TaskError> {
    fs::create_dir_all(dest).doing("make the directory", dest)?;
    let missing = |seed: &u32| !dest.join(format!("{seed}.c")).exists();
    for seed in (1..=count).filter(missing) {
        say_when(seed, count);
        let text = output_of(csmith(dest).args(["-s", &seed.to_string()]))?;
        write_whole(&dest.join(format!("{seed}.c")), &text)?;
    }
    Ok(())
}

/// Csmith writes a file about the machine into the directory it runs in, whatever it is asked.
pub(crate) fn csmith(directory: &Path) -> Command {
    let mut command = Command::new("csmith");
    command.current_dir(directory);
    command
}

/// Makes `SEED.i` in `dest` from the programs in `programs`, as a compiler preprocesses them.
pub(crate) fn preprocess(
    count: u32,
    programs: &Path,
    compiler: &CompilerCommand,
    dest: &Path,
) -> Result<(), TaskError> {
    let flags = [format!("-I{}", include_directory()?.display())];
    fs::create_dir_all(dest).doing("make the directory", dest)?;
    let missing = |seed: &u32| !dest.join(format!("{seed}.i")).exists();
    for seed in (1..=count).filter(missing) {
        let source = programs.join(format!("{seed}.c"));
        let text = preprocess::preprocess(compiler, &flags, &Input::File(&source))?.text;
        write_whole(&dest.join(format!("{seed}.i")), &text)?;
    }
    Ok(())
}

/// A sign of life: hundreds of programs take minutes.
#[expect(clippy::print_stderr, reason = "progress for the person who waits")]
fn say_when(seed: u32, count: u32) {
    if seed % 50 == 1 {
        eprintln!("making Csmith's program {seed} of {count}");
    }
}

/// Whether Csmith and its headers are there, so that a check can say that it skips them.
pub(crate) fn is_installed() -> bool {
    let answers = csmith(&std::env::temp_dir()).arg("--version").output();
    answers.is_ok_and(|output| output.status.success()) && include_directory().is_ok()
}

/// Where `csmith.h` is. Debian's `libcsmith-dev` puts it below `/usr/include`, a build from source
/// below `/usr/local/include` with the version in the name.
pub(crate) fn include_directory() -> Result<PathBuf, TaskError> {
    let roots = ["/usr/include", "/usr/local/include"].map(Path::new);
    let below = roots.iter().flat_map(|root| fs::read_dir(root).into_iter().flatten().flatten());
    let mut candidates: Vec<PathBuf> = below.map(|entry| entry.path()).collect();
    candidates.extend(roots.map(Path::to_owned));
    candidates.sort();
    candidates.into_iter().find(|directory| directory.join("csmith.h").is_file()).ok_or_else(|| TaskError::Missing {
        what: "csmith.h".to_owned(),
        remedy: "On Debian, install the packages csmith and libcsmith-dev.".to_owned(),
    })
}

/// An interrupted run must not leave half a program that the next run takes for a whole one.
fn write_whole(path: &Path, text: &[u8]) -> Result<(), TaskError> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut new = tempfile::NamedTempFile::new_in(directory).doing("write", path)?;
    new.write_all(text).doing("write", path)?;
    new.persist(path).map_err(|error| error.error).doing("write", path)?;
    Ok(())
}
