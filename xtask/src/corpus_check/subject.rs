//! The programs that are examined, and what is expected of each.

use std::path::{Path, PathBuf};

use super::CheckArgs;
use crate::corpus::manifest::{self, Role};
use crate::csmith;
use crate::repository;
use crate::task_error::TaskError;

/// What is expected of the front end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// To be read, if gcc takes it.
    Valid,
    /// To be rejected, if gcc rejects it.
    Invalid,
    /// To be read; and without unused declarations, to be taken by clang.
    Csmith,
}

/// One program.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    /// How it is called in tables and lists: relative to the corpus.
    pub(super) path: String,
    pub(super) kind: Kind,
    /// Compiler options of its own.
    pub(super) options: Vec<String>,
    /// Where it is, and where compilers run.
    pub(super) folder: PathBuf,
    pub(super) file_name: String,
}

impl Subject {
    fn new(root: &Path, path: String, kind: Kind, options: Vec<String>) -> Subject {
        let (folder, file_name) = path.rsplit_once('/').unwrap_or(("", &path));
        let (folder, file_name) = (root.join(folder), file_name.to_owned());
        Subject { path, kind, options, folder, file_name }
    }

    pub(super) fn file(&self) -> PathBuf {
        self.folder.join(&self.file_name)
    }

    /// The row of the table it counts for: at most two folders deep.
    pub(super) fn group(&self) -> &str {
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        match folder.match_indices('/').nth(1) {
            Some((end, _)) => &folder[..end],
            None => folder,
        }
    }

    /// Options for reading and for accepting: the dialect, unless the file names one.
    pub(super) fn language_options(&self) -> Vec<&str> {
        let names_dialect = |option: &String| option.starts_with("-std=") || option == "-ansi";
        let default = (!self.options.iter().any(names_dialect)).then_some("-std=gnu17");
        default.into_iter().chain(self.options.iter().map(String::as_str)).collect()
    }
}

/// The programs that `args` ask for, and remarks about what could not be had.
pub(super) fn all(args: &CheckArgs) -> Result<(Vec<Subject>, Vec<String>), TaskError> {
    let mut remarks = Vec::new();
    let mut subjects = Vec::new();
    let names_csmith = |text: &Option<String>| text.as_ref().is_some_and(|text| text.starts_with("csmith"));
    let only_csmith = names_csmith(&args.only) || names_csmith(&args.file);
    if !only_csmith {
        let corpus = args.corpus();
        let only = args.only.as_deref().unwrap_or_default();
        let rows = manifest::read(&corpus)?.into_iter();
        let rows = rows.filter(|row| row.path.starts_with(only));
        subjects.extend(rows.filter_map(|row| of_row(&corpus, row)));
    }
    if only_csmith || (args.is_complete() && args.file.is_none()) {
        match csmith_programs(args.csmith)? {
            Some(programs) => subjects.extend(programs),
            None => remarks.push("csmith is not installed: its programs are skipped".to_owned()),
        }
    }
    if let Some(limit) = args.limit {
        thin_out(&mut subjects, limit);
    }
    Ok((subjects, remarks))
}

fn of_row(corpus: &Path, row: manifest::Row) -> Option<Subject> {
    if row.traits.iter().any(|name| name == "target") {
        return None;
    }
    let kind = match row.role {
        Role::Run | Role::Compile => Kind::Valid,
        Role::Error => Kind::Invalid,
        Role::Part => return None,
    };
    Some(Subject::new(corpus, row.path, kind, row.options))
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
