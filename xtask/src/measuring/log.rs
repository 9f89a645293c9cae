//! What is already known, so that a run goes on where the last one stopped.
//!
//! A log is a file of lines `KEY<TAB>VALUE`, read whole at the start and only ever appended to. A
//! key is a hash of everything its value depends on, so nothing ever has to be thrown away: what
//! has changed has another key. A line cut short by an interruption is not a line, and is passed
//! over.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::confined::THIS_PROGRAM;
use crate::task_error::{Doing, TaskError};

/// A hash of everything that a value depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key(String);

impl Key {
    /// The key of a sequence of parts; `["ab", "c"]` and `["a", "bc"]` have different ones.
    pub(crate) fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Key {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let mut text = String::new();
        // Half of the hash is enough to tell a million files apart.
        for byte in &hash.finalize()[..16] {
            write!(text, "{byte:02x}").expect("a string takes what is written to it");
        }
        Key(text)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// A file of known values.
pub(crate) struct Log {
    path: PathBuf,
    known: Mutex<HashMap<String, String>>,
    file: Mutex<File>,
}

impl Log {
    pub(crate) fn open(path: &Path) -> Result<Log, TaskError> {
        let text = if path.exists() { fs::read(path).doing("read", path)? } else { Vec::new() };
        let text = String::from_utf8_lossy(&text);
        let whole_lines = text.rsplit_once('\n').map_or("", |(lines, _cut_short)| lines);
        let pairs = whole_lines.lines().filter_map(|line| line.split_once('\t'));
        let known = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path).doing("open", path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").doing("write", path)?;
        }
        Ok(Log { path: path.to_owned(), known: Mutex::new(known), file: Mutex::new(file) })
    }

    /// What this build of kiln has said before. What other builds said is thrown away.
    pub(crate) fn open_of_this_build(directory: &Path) -> Result<Log, TaskError> {
        let program = Path::new(THIS_PROGRAM);
        let build = Key::of([fs::read(program).doing("read", program)?.as_slice()]);
        let name = format!("kiln-{}.log", build.as_str());
        for entry in fs::read_dir(directory).doing("list", directory)?.flatten() {
            let other = entry.file_name().to_string_lossy().into_owned();
            if other.starts_with("kiln-") && other != name {
                fs::remove_file(entry.path()).doing("remove", &entry.path())?;
            }
        }
        Log::open(&directory.join(name))
    }

    pub(crate) fn get(&self, key: &Key) -> Option<String> {
        // A panic elsewhere leaves a map that still holds nothing but finished entries.
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key.0).cloned()
    }

    pub(crate) fn put(&self, key: Key, value: &str) -> Result<(), TaskError> {
        let value = value.replace('\n', " ");
        // One write per line: lines of several threads do not mix.
        let line = format!("{}\t{value}\n", key.0);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).doing("write", &self.path)?;
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(key.0, value);
        Ok(())
    }

    /// What is known, or what `find` finds out.
    pub(crate) fn get_or(
        &self,
        key: Key,
        find: impl FnOnce() -> Result<String, TaskError>,
    ) -> Result<String, TaskError> {
        if let Some(value) = self.get(&key) {
            return Ok(value);
        }
        let value = find()?;
        self.put(key, &value)?;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_there_again_after_opening() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        let (one, two) = (Key::of([&b"one"[..]]), Key::of([&b"two"[..]]));
        Log::open(&path).unwrap().put(one.clone(), "1").unwrap();
        let log = Log::open(&path).unwrap();
        assert_eq!(log.get(&one).as_deref(), Some("1"));
        assert_eq!(log.get(&two), None);
    }

    #[test]
    fn a_line_cut_short_is_passed_over() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        let key = Key::of([&b"one"[..]]);
        fs::write(&path, format!("{}\tcut", key.as_str())).unwrap();
        let log = Log::open(&path).unwrap();
        assert_eq!(log.get(&key), None);
        log.put(key.clone(), "whole").unwrap();
        assert_eq!(Log::open(&path).unwrap().get(&key).as_deref(), Some("whole"));
    }

    #[test]
    fn keys_see_where_parts_end() {
        assert_ne!(Key::of([&b"ab"[..], b"c"]), Key::of([&b"a"[..], b"bc"]));
    }
}
