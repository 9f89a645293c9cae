//! The checked-in list of programs that fall out, each with its reason.
//!
//! A list of `xtask/data` holds lines `path<TAB>category<TAB>reason`, sorted by path. The
//! check fails when the list and reality differ in either direction, when a reason is missing, or
//! when one reason stands for more than [`MAX_PER_REASON`] programs: that is a missing feature, not
//! an oddity. `--bless` brings paths and categories up to date and keeps the reasons; a new row
//! gets the message as its reason with a question mark, for somebody to look into.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::shortfall::{Category, Shortfall};
use crate::repository;
use crate::task_error::{Doing, TaskError};

/// More programs than this for one reason are one missing feature.
const MAX_PER_REASON: usize = 100;

/// What a reason starts with until somebody has looked.
const UNEXPLAINED: &str = "?";

/// One row of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row<C> {
    category: C,
    reason: String,
}

/// The list, by path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expected<C> {
    rows: BTreeMap<String, Row<C>>,
}

/// What was found for one examined program.
pub(crate) type Found<'a, C> = (&'a str, Option<&'a Shortfall<C>>);

fn path<C: Category>() -> PathBuf {
    repository::root().join(C::LIST)
}

fn header<C: Category>() -> String {
    format!(
        "# Programs of the corpus that fall out, checked by `cargo xtask {}`: path, category, reason.\n\
         # `--bless` rewrites paths and categories and keeps reasons; a reason with a question mark is missing.\n",
        C::COMMAND
    )
}

impl<C: Category> Expected<C> {
    pub(crate) fn load() -> Result<Expected<C>, TaskError> {
        let path = path::<C>();
        let text = fs::read_to_string(&path).doing("read", &path)?;
        Expected::parse(&text).map_err(|line| TaskError::CheckFailed(format!("{}: not a row: {line}", path.display())))
    }

    pub(crate) fn save(&self) -> Result<(), TaskError> {
        let path = path::<C>();
        fs::write(&path, self.to_text()).doing("write", &path)
    }

    fn parse(text: &str) -> Result<Expected<C>, String> {
        let row = |line: &str| -> Option<(String, Row<C>)> {
            let mut fields = line.splitn(3, '\t');
            let path = fields.next()?.to_owned();
            let category = C::by_name(fields.next()?)?;
            Some((path, Row { category, reason: fields.next()?.to_owned() }))
        };
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let rows = lines.map(|line| row(line).ok_or_else(|| line.to_owned()));
        Ok(Expected { rows: rows.collect::<Result<_, _>>()? })
    }

    fn to_text(&self) -> String {
        let line = |(path, row): (&String, &Row<C>)| format!("{path}\t{}\t{}\n", row.category.name(), row.reason);
        header::<C>() + &self.rows.iter().map(line).collect::<String>()
    }

    /// Brings the rows of all examined programs up to date.
    pub(crate) fn bless<'a>(&mut self, found: impl Iterator<Item = Found<'a, C>>) {
        for (path, shortfall) in found {
            let old = self.rows.remove(path);
            let Some(shortfall) = shortfall.filter(|one| !one.category.is_bug()) else {
                continue;
            };
            let reason = match old {
                _ if shortfall.category.is_left_out() => shortfall.message.clone(),
                Some(row) if !row.reason.starts_with(UNEXPLAINED) => row.reason,
                _ => format!("{UNEXPLAINED} {}", shortfall.cause),
            };
            let row = Row { category: shortfall.category, reason };
            self.rows.insert(path.to_owned(), row);
        }
    }

    /// Where the list and what was found differ. `complete` says that every program was examined.
    pub(crate) fn differences<'a>(&self, found: impl Iterator<Item = Found<'a, C>>, complete: bool) -> Vec<String> {
        let mut differences = Vec::new();
        let mut unseen = self.rows.clone();
        for (path, shortfall) in found {
            let difference = match (unseen.remove(path), shortfall) {
                (None, None) => continue,
                (Some(row), Some(one)) if row.category == one.category => {
                    let is_left_out = one.category.is_left_out();
                    if !is_left_out || row.reason == one.message {
                        continue;
                    }
                    format!("{path}: left out for another reason: {}", one.message)
                }
                (Some(row), Some(one)) => {
                    format!("{path}: listed as {}, is {}: {}", row.category.name(), one.category.name(), one.message)
                }
                (None, Some(one)) => {
                    format!("{path}: not listed, is {}: {}", one.category.name(), one.message)
                }
                (Some(row), None) => {
                    format!("{path}: listed as {}, and nothing is wrong any more", row.category.name())
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
        let is_explained = |row: &Row<C>| !row.reason.starts_with(UNEXPLAINED) && !row.reason.is_empty();
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
    pub(crate) fn reasons(&self) -> Vec<(&str, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for row in self.rows.values().filter(|row| !row.category.is_left_out()) {
            *counts.entry(&row.reason).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(_, n_rows)| std::cmp::Reverse(*n_rows));
        counts
    }

    /// The list without what a run that leaves something out cannot see.
    pub(crate) fn without(mut self, category: C) -> Expected<C> {
        self.rows.retain(|_, row| row.category != category);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The categories of this test.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Kind {
        Bug,
        NotAccepted,
        Assembly,
        LeftOut,
    }

    impl Category for Kind {
        const NAMES: &'static [(Kind, &'static str)] = &[
            (Kind::Bug, "bug"),
            (Kind::NotAccepted, "not-accepted"),
            (Kind::Assembly, "assembly"),
            (Kind::LeftOut, "left-out"),
        ];
        const LIST: &'static str = "list";
        const COMMAND: &'static str = "check";
        const BUG: Kind = Kind::Bug;
        const LEFT_OUT: Option<Kind> = Some(Kind::LeftOut);
    }

    fn shortfall(category: Kind, message: &str) -> Shortfall<Kind> {
        Shortfall::new(category, message)
    }

    fn list(rows: &str) -> Expected<Kind> {
        Expected::parse(rows).unwrap()
    }

    #[test]
    fn list_and_reality_differ_in_both_directions() {
        let list = list("a.c\tassembly\todd\nb.c\tassembly\todd\nc.c\tassembly\todd\n");
        let bad = shortfall(Kind::NotAccepted, "no");
        let good = shortfall(Kind::Assembly, "differs");
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
        let bad = shortfall(Kind::NotAccepted, "no `x`");
        list.bless([("a.c", Some(&bad)), ("b.c", None), ("c.c", Some(&bad))].into_iter());
        let expected = "a.c\tnot-accepted\todd\nc.c\tnot-accepted\t? no `_`\nz.c\tassembly\tunseen\n";
        assert_eq!(list.to_text(), header::<Kind>() + expected);
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
        let mut blessed = list("");
        let bug = shortfall(Kind::Bug, "panic");
        blessed.bless([("a.c", Some(&bug))].into_iter());
        assert_eq!(blessed, list(""));
    }
}
