//! What each program of the corpus is for: `manifest.tsv`.
//!
//! One line per program, sorted by path: path, role, options and traits, separated by tabs. Options
//! are those of the test's own compiler options that change what the program means or whether it
//! is accepted; traits are what it asks of the machine, or `target` if it is for another one.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::directives;
use crate::task_error::{Doing, TaskError};

/// What a program is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// One file with `main`, meant to exit with status 0.
    Run,
    /// Meant to be accepted.
    Compile,
    /// Meant to be rejected.
    Error,
    /// Needs further sources.
    Part,
}

impl Role {
    pub(crate) const ALL: &[Role] = &[Role::Run, Role::Compile, Role::Error, Role::Part];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Role::Run => "run",
            Role::Compile => "compile",
            Role::Error => "error",
            Role::Part => "part",
        }
    }
}

/// One program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// Relative to the corpus, with slashes.
    pub(crate) path: String,
    pub(crate) role: Role,
    /// Compiler options, one word each.
    pub(crate) options: Vec<String>,
    /// Sorted.
    pub(crate) traits: Vec<String>,
}

impl Row {
    fn to_line(&self) -> String {
        let (options, traits) = (self.options.join(" "), self.traits.join(","));
        format!("{}\t{}\t{options}\t{traits}\n", self.path, self.role.name())
    }
}

/// Reads all programs below `corpus` and decides what each is for.
pub(crate) fn make(corpus: &Path) -> Result<Vec<Row>, TaskError> {
    let mut paths = Vec::new();
    for folder in list(corpus)?.into_iter().filter(|path| path.is_dir()) {
        collect_programs(&folder, &mut paths)?;
    }
    let mut rows = Vec::new();
    let mut parts = HashSet::new();
    for path in paths {
        let text = fs::read(&path).doing("read", &path)?;
        let relative = path
            .strip_prefix(corpus)
            .unwrap_or(&path)
            .to_string_lossy()
            .into_owned();
        let (row, further_sources) = directives::read(relative, &text);
        parts.extend(further_sources);
        rows.push(row);
    }
    for row in &mut rows {
        if parts.contains(&row.path) {
            row.role = Role::Part;
        }
    }
    // By bytes of the whole path: a folder's separator sorts among the other characters.
    rows.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(rows)
}

fn collect_programs(
    folder: &Path,
    programs: &mut Vec<std::path::PathBuf>,
) -> Result<(), TaskError> {
    for path in list(folder)? {
        if path.is_dir() {
            collect_programs(&path, programs)?;
        } else if path.extension().is_some_and(|extension| extension == "c") {
            programs.push(path);
        }
    }
    Ok(())
}

fn list(folder: &Path) -> Result<Vec<std::path::PathBuf>, TaskError> {
    let entries = fs::read_dir(folder).doing("list", folder)?;
    entries
        .map(|entry| entry.doing("list", folder).map(|entry| entry.path()))
        .collect()
}

/// Writes `manifest.tsv` into the corpus.
pub(crate) fn write(corpus: &Path, rows: &[Row]) -> Result<(), TaskError> {
    let path = corpus.join("manifest.tsv");
    let text: String = rows.iter().map(Row::to_line).collect();
    fs::write(&path, text).doing("write", &path)
}
