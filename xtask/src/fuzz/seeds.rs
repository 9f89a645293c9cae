//! The texts that mutants are made from: a little of everything, every case that was ever wrong, GCC's test suite if it
//! has been extracted, and for the interpreter its own suite.

use std::fs;
use std::path::{Path, PathBuf};

use kiln_lang::fuzzing;

use super::What;
use crate::task_error::{Doing, TaskError};
use crate::{corpus, repository};

/// Longer texts take longer and find no more.
const MAX_BYTES: u64 = 8 * 1024;

/// All texts, in a fixed order.
pub(super) fn all(what: What) -> Result<Vec<Vec<u8>>, TaskError> {
    let regressions = repository::root().join("crates/lang/tests/fuzz-regressions");
    let mut seeds = vec![fuzzing::DONOR.as_bytes().to_vec()];
    for file in files(&regressions)? {
        // The first byte picks the setting.
        seeds.push(fs::read(&file).doing("read", &file)?.split_off(1));
    }
    let suite = repository::root().join("crates/meaning/tests");
    let folders = [corpus::default_directory(), suite];
    let n_folders = if what == What::Meaning { 2 } else { 1 };
    for folder in folders[..n_folders].iter().filter(|folder| folder.is_dir()) {
        for file in files(folder)? {
            seeds.push(fs::read(&file).doing("read", &file)?);
        }
    }
    Ok(seeds)
}

/// The small C files below a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>, TaskError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).doing("list", folder)? {
        let path = entry.doing("list", folder)?.path();
        if path.is_dir() {
            files.append(&mut self::files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "c") && is_small(&path)? {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn is_small(path: &Path) -> Result<bool, TaskError> {
    let size = fs::metadata(path).doing("examine", path)?.len();
    Ok((1..=MAX_BYTES).contains(&size))
}
