//! The checked-in list of programs that fall out, each with its reason.
//!
//! `xtask/data/corpus-expected.tsv` holds lines `path<TAB>category<TAB>reason`, sorted by path. The
//! check fails when the list and reality differ in either direction, when a reason is missing, or
//! when one reason stands for more than [`MAX_PER_REASON`] programs: that is a missing feature, not
//! an oddity. `--bless` brings paths and categories up to date and keeps the reasons; a new row
//! gets the message as its reason with a question mark, for somebody to look into.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::shortfall::{Category, Shortfall, normalised};
use crate::repository;
use crate::task_error::{Doing, TaskError};

/// More programs than this for one reason are one missing feature.
const MAX_PER_REASON: usize = 100;

/// What a reason starts with until somebody has looked.
const UNEXPLAINED: &str = "?";

const HEADER: &str = "\
# Programs of the corpus that fall out, checked by `cargo xtask corpus-check`: path, category, reason.
# `--bless` rewrites paths and categories and keeps reasons; a reason with a question mark is missing.
";

/// One row of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    category: Category,
    reason: String,
}

/// The list, by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Expected {
    rows: BTreeMap<String, Row>,
}

/// What was found for one examined program.
pub(super) type Found<'a> = (&'a str, Option<&'a Shortfall>);

fn path() -> PathBuf {
    repository::root().join("xtask/data/corpus-expected.tsv")
}

impl Expected {
    pub(super) fn load() -> Result<Expected, TaskError> {
        let path = path();
        let text = fs::read_to_string(&path).doing("read", &path)?;
        Expected::parse(&text).map_err(|line| TaskError::CheckFailed(format!("{}: not a row: {line}", path.display())))
    }

    pub(super) fn save(&self) -> Result<(), TaskError> {
        let path = path();
        fs::write(&path, self.to_text()).doing("write", &path)
    }

    fn parse(text: &str) -> Result<Expected, String> {
        let row = |line: &str| -> Option<(String, Row)> {
            let mut fields = line.splitn(3, '\t');
            let path = fields.next()?.to_owned();
            let category = Category::by_name(fields.next()?)?;
            Some((path, Row { category, reason: fields.next()?.to_owned() }))
        };
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let rows = lines.map(|line| row(line).ok_or_else(|| line.to_owned()));
        Ok(Expected { rows: rows.collect::<Result<_, _>>()? })
    }

    fn to_text(&self) -> String {
        let line = |(path, row): (&String, &Row)| format!("{path}\t{}\t{}\n", row.category.name(), row.reason);
        HEADER.to_owned() + &self.rows.iter().map(line).collect::<String>()
    }

    /// Brings the rows of all examined programs up to date.
    pub(super) fn bless<'a>(&mut self, found: impl Iterator<Item = Found<'a>>) {
        for (path, shortfall) in found {
            let old = self.rows.remove(path);
            let Some(shortfall) = shortfall.filter(|one| one.category != Category::Bug) else {
                continue;
            };
            let reason = match old {
                _ if shortfall.category == Category::LeftOut => shortfall.message.clone(),
                Some(row) if !row.reason.starts_with(UNEXPLAINED) => row.reason,
                _ => format!("{UNEXPLAINED} {}", normalised(&shortfall.message)),
            };
            let row = Row { category: shortfall.category, reason };
            self.rows.insert(path.to_owned(), row);
        }
    }

    /// Where the list and what was found differ. `complete` says that every program was examined.
    pub(super) fn differences<'a>(&self, found: impl Iterator<Item = Found<'a>>, complete: bool) -> Vec<String> {
        let mut differences = Vec::new();
        let mut unseen = self.rows.clone();
        for (path, shortfall) in found {
            let difference = match (unseen.remove(path), shortfall) {
                (None, None) => continue,
                (Some(row), Some(one)) if row.category == one.category => {
                    let is_left_out = one.category == Category::LeftOut;
                    if !is_left_out || row.reason == one.message {
                        continue;
                    }
                    format!("{path}: left out for another reason: {}", one.message)
                }
                (Some(row), Some(one)) => {
                    format!("{path}: listed as {}, is {}: {}", row.category, one.category, one.message)
                }
                (None, Some(one)) => {
                    format!("{path}: not listed, is {}: {}", one.category, one.message)
                }
                (Some(row), None) => {
                    format!("{path}: listed as {}, and nothing is wrong any more", row.category)
                }
            };
            differences.push(difference);
        }
        if complete {
            let gone = unseen.keys().map(|path| format!("{path}: listed, and not examined"));
            differences.extend(gone);
        }
        differences.extend(self.bad_reasons());
        differences
    }

    fn bad_reasons(&self) -> Vec<String> {
        let mut complaints = Vec::new();
        let is_explained = |row: &Row| !row.reason.starts_with(UNEXPLAINED) && !row.reason.is_empty();
        let n_unexplained = self.rows.values().filter(|row| !is_explained(row)).count();
        if n_unexplained > 0 {
            complaints.push(format!("{n_unexplained} rows of the list have no reason yet"));
        }
        for (reason, n_rows) in self.reasons() {
            if n_rows > MAX_PER_REASON {
                complaints.push(format!("{n_rows} rows, more than {MAX_PER_REASON}: {reason}"));
            }
        }
        complaints
    }

    /// How many programs stand in the list for each reason, most frequent first. What is left out
    /// on purpose is not counted.
    pub(super) fn reasons(&self) -> Vec<(&str, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for row in self.rows.values().filter(|row| row.category != Category::LeftOut) {
            *counts.entry(&row.reason).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(_, n_rows)| std::cmp::Reverse(*n_rows));
        counts
    }

    /// The list without what a run that makes no assembly cannot see.
    pub(super) fn without_assembly(mut self) -> Expected {
        self.rows.retain(|_, row| row.category != Category::Assembly);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortfall(category: Category, message: &str) -> Shortfall {
        Shortfall { category, message: message.to_owned(), place: String::new() }
    }

    fn list(rows: &str) -> Expected {
        Expected::parse(rows).unwrap()
    }

    #[test]
    fn list_and_reality_differ_in_both_directions() {
        let list = list("a.c\tassembly\todd\nb.c\tassembly\todd\nc.c\tassembly\todd\n");
        let bad = shortfall(Category::NotAccepted, "no");
        let good = shortfall(Category::Assembly, "differs");
        let found = [("a.c", None), ("b.c", Some(&bad)), ("c.c", Some(&good)), ("d.c", Some(&bad))];
        assert_eq!(
            list.differences(found.into_iter(), true),
            [
                "a.c: listed as assembly, and nothing is wrong any more",
                "b.c: listed as assembly, is not-accepted: no",
                "d.c: not listed, is not-accepted: no",
            ]
        );
    }

    #[test]
    fn blessing_keeps_reasons_and_marks_new_rows() {
        let mut list = list("a.c\tassembly\todd\nb.c\tassembly\todd\nz.c\tassembly\tunseen\n");
        let bad = shortfall(Category::NotAccepted, "no `x`");
        list.bless([("a.c", Some(&bad)), ("b.c", None), ("c.c", Some(&bad))].into_iter());
        let expected = "a.c\tnot-accepted\todd\nc.c\tnot-accepted\t? no `_`\nz.c\tassembly\tunseen\n";
        assert_eq!(list.to_text(), HEADER.to_owned() + expected);
        let differences = list.differences(std::iter::empty(), false);
        assert_eq!(differences, ["1 rows of the list have no reason yet"]);
    }

    #[test]
    fn one_reason_for_too_many_programs_is_a_complaint() {
        let rows = |category: &str| -> String {
            let row = |n: usize| {
                [
                    &n.to_string(),
                    ".c	",
                    category,
                    "	same
",
                ]
                .concat()
            };
            (0..=MAX_PER_REASON).map(row).collect()
        };
        assert_eq!(list(&rows("assembly")).bad_reasons(), ["101 rows, more than 100: same"]);
        assert_eq!(list(&rows("left-out")).bad_reasons(), [""; 0]);
    }

    #[test]
    fn a_bug_cannot_be_blessed() {
        let mut list = Expected::default();
        let bug = shortfall(Category::Bug, "panic");
        list.bless([("a.c", Some(&bug))].into_iter());
        assert_eq!(list, Expected::default());
    }
}
