//! Every program with what was found out about it: the result of a check.
//!
//! A check counts its findings in a [`Tally`]. The counts of a folder, of the whole corpus and of
//! Csmith's programs are each made from the findings themselves, so a tally only has to know how to
//! add one. The rest is the same for all checks: a table by folder, the causes by frequency, the
//! bars, and the comparison with the checked-in list.

use std::collections::BTreeSet;

use super::bar::{self, Bar};
use super::expected::{Expected, Found};
use super::shortfall::{Category, Groups, Shortfall};
use super::subject::{Kind, Selection, Subject};
use super::{at_once, conclude, show};
use crate::task_error::TaskError;

/// Counts over some programs.
pub(crate) trait Tally: Default + 'static {
    /// What a check finds out about one program.
    type Finding: Clone + Send;
    /// How a program falls out.
    type Category: Category;

    /// The head of the table, behind the column of folders.
    const HEAD: &'static str;
    const BARS: &'static [Bar<Self>];

    fn add(&mut self, subject: &Subject, finding: &Self::Finding);

    /// A row of the table, behind the folder.
    fn cells(&self) -> String;
}

/// The folder of Csmith's programs, which count for themselves.
pub(crate) const CSMITH: &str = "csmith";

/// One program, what was found out, and how it falls out.
pub(crate) struct Examined<T: Tally> {
    pub(crate) subject: Subject,
    pub(crate) finding: T::Finding,
    pub(crate) shortfall: Option<Shortfall<T::Category>>,
}

/// All examined programs, in their order.
pub(crate) struct Findings<T: Tally> {
    examined: Vec<Examined<T>>,
}

impl<T: Tally> Findings<T> {
    /// Examines all subjects, on several threads with a worker each.
    pub(crate) fn of<W: Default>(
        subjects: Vec<Subject>,
        selection: &Selection,
        examine: impl Fn(&Subject, &mut W) -> Result<T::Finding, TaskError> + Sync,
        shortfall: impl Fn(&Subject, &T::Finding) -> Option<Shortfall<T::Category>>,
    ) -> Result<Findings<T>, TaskError> {
        let findings = at_once::examine_all(&subjects, selection.jobs, examine)?;
        let examined = |(subject, finding): (Subject, T::Finding)| {
            let shortfall = shortfall(&subject, &finding);
            Examined { subject, finding, shortfall }
        };
        Ok(Findings { examined: subjects.into_iter().zip(findings).map(examined).collect() })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Examined<T>> {
        self.examined.iter()
    }

    fn tally(&self, is_counted: impl Fn(&str) -> bool) -> T {
        let mut tally = T::default();
        for one in self.iter().filter(|one| is_counted(one.subject.group())) {
            tally.add(&one.subject, &one.finding);
        }
        tally
    }

    /// Counts over everything.
    pub(crate) fn total(&self) -> T {
        self.tally(|_| true)
    }

    /// Shows the table, the causes and the bars.
    pub(crate) fn show(&self, selection: &Selection) {
        let shortfalls = self.iter().filter_map(|one| Some((&one.subject, one.shortfall.as_ref()?)));
        let groups = Groups::new(shortfalls);
        let (bars, _) = self.bars();
        show(&format!("{}\n{}\n{bars}\n", self.table(), groups.show(selection.show_failures)));
    }

    fn table(&self) -> String {
        let folders: BTreeSet<&str> = self.iter().map(|one| one.subject.group()).collect();
        let row = |name: &str, tally: T| format!("{name:<34} {}\n", tally.cells());
        let rows = folders.into_iter().map(|folder| row(folder, self.tally(|group| group == folder)));
        let total = row("total without csmith", self.tally(|group| is_in(group, "")));
        format!("{:<34} {}\n{}{total}", "folder", T::HEAD, rows.collect::<String>())
    }

    fn bars(&self) -> (String, bool) {
        bar::show_bars(T::BARS, |folder| self.tally(|group| is_in(group, folder)))
    }

    /// Compares with the list, or rewrites it first. `unseen` is a category that this run does not look
    /// for. The bars count for a complete run only.
    pub(crate) fn compare(
        &self,
        selection: &Selection,
        bless: bool,
        unseen: Option<T::Category>,
    ) -> Result<(), TaskError> {
        let mut expected = Expected::load()?;
        if bless {
            expected.bless(self.found());
            expected.save()?;
        }
        if let Some(unseen) = unseen {
            expected = expected.without(unseen);
        }
        let mut complaints = expected.differences(self.found(), selection.is_complete());
        let is_bug = |one: &&Examined<T>| one.shortfall.as_ref().is_some_and(|one| one.category.is_bug());
        let n_bugs = self.iter().filter(is_bug).count();
        if n_bugs > 0 {
            complaints.push(format!("{n_bugs} panics, hangs or crashes"));
        }
        if selection.is_complete() && !self.bars().1 {
            complaints.push("a bar is missed".to_owned());
        }
        for (reason, n_rows) in expected.reasons() {
            show(&format!("{n_rows:>6}  listed because: {reason}\n"));
        }
        conclude(&complaints)
    }

    /// Nothing short of everything is expected of Csmith's programs: the list knows none.
    fn found(&self) -> impl Iterator<Item = Found<'_, T::Category>> {
        let of_corpus = self.iter().filter(|one| one.subject.kind != Kind::Csmith);
        of_corpus.map(|one| (one.subject.path.as_str(), one.shortfall.as_ref()))
    }
}

/// Whether a folder is among those whose names start with `prefix`.
fn is_in(folder: &str, prefix: &str) -> bool {
    folder.starts_with(prefix) && (prefix == CSMITH || folder != CSMITH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corpus_is_without_csmith() {
        assert!(is_in("gcc.dg/torture", "gcc.dg") && is_in("gcc.dg", "") && is_in(CSMITH, CSMITH));
        assert!(!is_in(CSMITH, "") && !is_in("gcc.dg", CSMITH));
    }
}
