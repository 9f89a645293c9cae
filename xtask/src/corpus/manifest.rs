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

    fn from_line(line: &str) -> Option<Row> {
        let mut fields = line.split('\t');
        let path = fields.next()?.to_owned();
        let role = fields.next()?;
        let options = fields.next()?.split_whitespace().map(str::to_owned).collect();
        let traits = fields.next()?.split(',').filter(|name| !name.is_empty());
        Some(Row {
            path,
            role: *Role::ALL.iter().find(|known| known.name() == role)?,
            options,
            traits: traits.map(str::to_owned).collect(),
        })
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
        let relative = path.strip_prefix(corpus).unwrap_or(&path).to_string_lossy().into_owned();
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

fn collect_programs(folder: &Path, programs: &mut Vec<std::path::PathBuf>) -> Result<(), TaskError> {
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
    entries.map(|entry| entry.doing("list", folder).map(|entry| entry.path())).collect()
}

/// Writes `manifest.tsv` into the corpus.
pub(crate) fn write(corpus: &Path, rows: &[Row]) -> Result<(), TaskError> {
    let path = corpus.join("manifest.tsv");
    let text: String = rows.iter().map(Row::to_line).collect();
    fs::write(&path, text).doing("write", &path)
}

/// Reads `manifest.tsv` of a corpus.
pub(crate) fn read(corpus: &Path) -> Result<Vec<Row>, TaskError> {
    let path = corpus.join("manifest.tsv");
    let text = fs::read_to_string(&path).map_err(|_| TaskError::Missing {
        what: path.display().to_string(),
        remedy: "Make the corpus first: cargo xtask corpus".to_owned(),
    })?;
    text.lines()
        .map(|line| {
            Row::from_line(line).ok_or_else(|| TaskError::CheckFailed(format!("{}: not a row: {line}", path.display())))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_survives_writing_and_reading() {
        let rows = ["a/b.c\trun\t\t\n", "a/c.c\terror\t-std=c99 -fwrapv\tint32plus,needs-weak\n"];
        for line in rows {
            assert_eq!(Row::from_line(line.trim_end_matches('\n')).unwrap().to_line(), line);
        }
        assert_eq!(Row::from_line("a/b.c\tsing\t\t"), None);
    }
}
