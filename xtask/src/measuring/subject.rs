//! The programs that are examined, and what is expected of each.

use std::path::{Path, PathBuf};

use crate::corpus::{
    self,
    manifest::{self, Role},
};
use crate::csmith;
use crate::repository;
use crate::task_error::TaskError;

/// What is expected of kiln.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// To be read, if gcc takes it.
    Valid,
    /// To be rejected, if gcc rejects it.
    Invalid,
    /// To be read; and without unused declarations, to be taken by clang.
    Csmith,
}

/// One program.
#[derive(Debug, Clone)]
pub(crate) struct Subject {
    /// How it is called in tables and lists: relative to the corpus.
    pub(crate) path: String,
    pub(crate) kind: Kind,
    /// Compiler options of its own.
    pub(crate) options: Vec<String>,
    /// Where it is, and where compilers run.
    pub(crate) folder: PathBuf,
    pub(crate) file_name: String,
}

impl Subject {
    pub(crate) fn new(root: &Path, path: String, kind: Kind, options: Vec<String>) -> Subject {
        let (folder, file_name) = path.rsplit_once('/').unwrap_or(("", &path));
        let (folder, file_name) = (root.join(folder), file_name.to_owned());
        Subject { path, kind, options, folder, file_name }
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.join(&self.file_name)
    }

    /// The row of the table it counts for: at most two folders deep.
    pub(crate) fn group(&self) -> &str {
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        match folder.match_indices('/').nth(1) {
            Some((end, _)) => &folder[..end],
            None => folder,
        }
    }

    /// Options for reading and for accepting: the dialect, unless the file names one.
    pub(crate) fn language_options(&self) -> Vec<&str> {
        let names_dialect = |option: &String| option.starts_with("-std=") || option == "-ansi";
        let default = (!self.options.iter().any(names_dialect)).then_some("-std=gnu17");
        default.into_iter().chain(self.options.iter().map(String::as_str)).collect()
    }
}

/// Which programs are examined, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct Selection {
    /// The corpus [default: target/corpus]
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Examine only programs whose path starts with this (`csmith` for Csmith's)
    #[arg(long, value_name = "PREFIX")]
    only: Option<String>,
    /// Leave out programs whose path starts with this: gcc.dg/vect/tsvc takes tens of seconds for each
    #[arg(long, value_name = "PREFIX")]
    without: Option<String>,
    /// Examine only so many of them, evenly spread
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Tell all about one program: its path in the corpus, or the end of it
    #[arg(long, value_name = "PATH")]
    pub(crate) file: Option<String>,
    /// Show every cause of failure, with more examples
    #[arg(long)]
    pub(crate) show_failures: bool,
    /// How many programs to examine at once [default: one per core]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
}

impl Selection {
    fn corpus(&self) -> PathBuf {
        let corpus = self.corpus.clone().unwrap_or_else(corpus::default_directory);
        // Compilers run in the folder of each program.
        std::path::absolute(&corpus).unwrap_or(corpus)
    }

    /// Whether nothing is left out, so that the bars and the whole list count.
    pub(crate) fn is_complete(&self) -> bool {
        self.only.is_none() && self.without.is_none() && self.limit.is_none()
    }

    /// The programs that are asked for, and remarks about what could not be had. `kind` says what is
    /// expected of a program of the corpus, if it is examined at all.
    pub(crate) fn subjects(
        &self,
        n_csmith: u32,
        kind: fn(Role) -> Option<Kind>,
    ) -> Result<(Vec<Subject>, Vec<String>), TaskError> {
        let mut remarks = Vec::new();
        let mut subjects = Vec::new();
        let names_csmith = |text: &Option<String>| text.as_ref().is_some_and(|text| text.starts_with("csmith"));
        let only_csmith = names_csmith(&self.only) || names_csmith(&self.file);
        if !only_csmith {
            let corpus = self.corpus();
            let only = self.only.as_deref().unwrap_or_default();
            let is_without = |path: &str| self.without.as_ref().is_some_and(|prefix| path.starts_with(prefix.as_str()));
            let rows = manifest::read(&corpus)?.into_iter().filter(|row| !is_without(&row.path));
            let rows = rows.filter(|row| row.path.starts_with(only) && !row.traits.iter().any(|name| name == "target"));
            let subject = |row: manifest::Row| Some(Subject::new(&corpus, row.path, kind(row.role)?, row.options));
            subjects.extend(rows.filter_map(subject));
        }
        if only_csmith || (self.is_complete() && self.file.is_none()) {
            match csmith_programs(n_csmith)? {
                Some(programs) => subjects.extend(programs),
                None => remarks.push("csmith is not installed: its programs are skipped".to_owned()),
            }
        }
        if let Some(limit) = self.limit {
            thin_out(&mut subjects, limit);
        }
        Ok((subjects, remarks))
    }
}

/// The one program that is called `file`.
pub(crate) fn find<'a>(subjects: &'a [Subject], file: &str) -> Result<&'a Subject, TaskError> {
    let is_it = |path: &str| path == file || path.ends_with(&format!("/{file}")) || file.ends_with(&format!("/{path}"));
    let found: Vec<&Subject> = subjects.iter().filter(|subject| is_it(&subject.path)).collect();
    match found.as_slice() {
        [subject] => Ok(subject),
        [] => Err(TaskError::CheckFailed(format!("no examined program is called {file}"))),
        several => {
            let paths: Vec<&str> = several.iter().map(|subject| subject.path.as_str()).collect();
            Err(TaskError::CheckFailed(format!("which one? {}", paths.join(", "))))
        }
    }
}

fn csmith_programs(count: u32) -> Result<Option<Vec<Subject>>, TaskError> {
    if !csmith::is_installed() {
        return Ok(None);
    }
    let root = repository::target();
    csmith::run(count, &root.join("csmith"))?;
    let paths = (1..=count).map(|seed| format!("csmith/{seed}.i"));
    Ok(Some(paths.map(|path| Subject::new(&root, path, Kind::Csmith, Vec::new())).collect()))
}

/// Leaves `limit` subjects, spread over all of them: neighbours have much in common.
fn thin_out(subjects: &mut Vec<Subject>, limit: usize) {
    let n_subjects = subjects.len();
    if limit < n_subjects {
        let mut idx = 0;
        subjects.retain(|_| {
            idx += 1;
            (idx * limit) / n_subjects != ((idx - 1) * limit) / n_subjects
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(path: &str, options: &[&str]) -> Subject {
        let options = options.iter().map(|&option| option.to_owned()).collect();
        Subject::new(Path::new("/corpus"), path.to_owned(), Kind::Valid, options)
    }

    #[test]
    fn groups_are_at_most_two_folders() {
        assert_eq!(subject("gcc.dg/a.c", &[]).group(), "gcc.dg");
        assert_eq!(subject("gcc.dg/vect/a.c", &[]).group(), "gcc.dg/vect");
        assert_eq!(subject("gcc.dg/vect/tsvc/a.c", &[]).group(), "gcc.dg/vect");
    }

    #[test]
    fn the_dialect_is_said_once() {
        assert_eq!(subject("a.c", &["-fwrapv"]).language_options(), ["-std=gnu17", "-fwrapv"]);
        assert_eq!(subject("a.c", &["-std=c99"]).language_options(), ["-std=c99"]);
    }

    #[test]
    fn thinning_keeps_the_number_asked_for() {
        for limit in [0, 1, 3, 7, 10, 20] {
            let mut subjects = vec![subject("a.c", &[]); 10];
            thin_out(&mut subjects, limit);
            assert_eq!(subjects.len(), limit.min(10));
        }
    }
}
