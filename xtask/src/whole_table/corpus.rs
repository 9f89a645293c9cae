//! What the programs of GCC's own test suite make its optimizers do: the most that could be asked of a generator.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::counters::{self, Pair};
use crate::corpus::{default_directory, manifest};
use crate::measuring::at_once::examine_all;
use crate::measuring::log::{Key, Log};
use crate::measuring::subject::{Kind, Subject};
use crate::task_error::{Doing, TaskError};

/// All pairs that some programs of the corpus reach, evenly spread; nothing if the corpus is not there. What gcc counts of a program
/// is kept for good.
pub(super) fn pairs(
    limit: usize,
    directory: &Path,
    jobs: Option<usize>,
) -> Result<Option<(usize, BTreeSet<Pair>)>, TaskError> {
    let corpus = default_directory();
    if limit == 0 || !corpus.exists() {
        return Ok(None);
    }
    let corpus = std::path::absolute(&corpus).doing("find", &corpus)?;
    let rows = manifest::read(&corpus)?.into_iter();
    let rows = rows.filter(|row| matches!(row.role, manifest::Role::Run | manifest::Role::Compile));
    let rows = rows.filter(|row| !row.traits.iter().any(|name| name == "target"));
    let subjects: Vec<Subject> = rows.map(|row| Subject::new(&corpus, row.path, Kind::Valid, row.options)).collect();
    let step = (subjects.len() / limit).max(1);
    let subjects: Vec<Subject> = subjects.into_iter().step_by(step).take(limit).collect();
    let log = Log::open(&directory.join("corpus.log"))?;
    let found = examine_all(&subjects, jobs, |subject, (): &mut ()| of_program(subject, directory, &log))?;
    let n_programs = found.iter().flatten().count();
    Ok(Some((n_programs, found.into_iter().flatten().flatten().collect())))
}

/// The pairs of a program; nothing if gcc does not take it.
fn of_program(subject: &Subject, directory: &Path, log: &Log) -> Result<Option<BTreeSet<Pair>>, TaskError> {
    let file = subject.file();
    let text = fs::read(&file).doing("read", &file)?;
    let options = subject.language_options();
    let key = Key::of([subject.path.as_bytes(), options.join(" ").as_bytes(), &text]);
    let line = log.get_or(key, || {
        let place = tempfile::tempdir_in(directory).doing("make a directory in", directory)?;
        let pairs = counters::of_file(&file, &options, place.path())?;
        Ok(serde_json::to_string(&pairs).expect("pairs are strings"))
    })?;
    Ok(serde_json::from_str(&line).unwrap_or_default())
}
