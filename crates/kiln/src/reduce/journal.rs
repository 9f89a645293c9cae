//! How far a reduction has come, on disk, so that one that was interrupted goes on where it was.
//!
//! The smallest program so far stands beside the place of the result, with the program it comes from: a journal of another
//! program is no use, and is written over. It goes when nothing is left to be done.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::exit_code::Failure;
use crate::output;

/// Where it is.
pub(super) struct Journal {
    path: Option<PathBuf>,
    from: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    from: Vec<String>,
    smallest: Vec<String>,
}

impl Journal {
    /// The journal for a result and the program it comes from; a result on standard output has none.
    pub(super) fn new(out: Option<&Path>, from: &[String]) -> Journal {
        let beside = |out: &Path| {
            let mut name = out.file_name().unwrap_or_default().to_owned();
            name.push(".journal");
            out.with_file_name(name)
        };
        Journal { path: out.map(beside), from: from.to_vec() }
    }

    /// The smallest program of an earlier reduction of the same program.
    pub(super) fn smallest(&self) -> Option<Vec<String>> {
        let entry: Entry = serde_json::from_slice(&std::fs::read(self.path.as_ref()?).ok()?).ok()?;
        (entry.from == self.from && entry.smallest.len() == entry.from.len()).then_some(entry.smallest)
    }

    /// Keeps the smallest program so far.
    pub(super) fn keep(&self, smallest: &[String]) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let entry = Entry { from: self.from.clone(), smallest: smallest.to_vec() };
        output::write(serde_json::to_string(&entry).unwrap_or_default().as_bytes(), Some(path))
    }

    /// Nothing is left to be done.
    pub(super) fn close(&self) {
        // There is none if nothing became smaller.
        let _may_not_be_there = self.path.as_ref().map(std::fs::remove_file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_that_is_damaged_or_of_another_program_is_no_use() {
        let directory = tempfile::tempdir().expect("there is room");
        let out = directory.path().join("small.c");
        let from = vec!["int main(void) { return 0; }".to_owned()];
        let journal = Journal::new(Some(&out), &from);
        assert_eq!(journal.smallest(), None);
        let smallest = vec!["int main(void) { }".to_owned()];
        journal.keep(&smallest).expect("there is room");
        assert_eq!(journal.smallest(), Some(smallest));
        assert_eq!(Journal::new(Some(&out), &["another".to_owned()]).smallest(), None);
        let path = directory.path().join("small.c.journal");
        let whole = std::fs::read(&path).expect("it was written");
        // Cut anywhere, and with any byte changed: nothing, or a program of which the test will be asked.
        for at in 0..whole.len() {
            std::fs::write(&path, &whole[..at]).expect("there is room");
            assert_eq!(journal.smallest(), None, "cut at {at}");
            for byte in [0, b'"', b'[', 0xff] {
                let mut damaged = whole.clone();
                damaged[at] = byte;
                std::fs::write(&path, &damaged).expect("there is room");
                assert!(journal.smallest().is_none_or(|texts| texts.len() == from.len()), "{at}");
            }
        }
    }
}
