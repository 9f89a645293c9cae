//! Where slots have their directories: a directory in the system's temporary one that goes away with kiln.
//!
//! A kiln that is killed cannot remove it. Its name says what it is, and kiln holds a lock on the file `lock` in it for as
//! long as it lives; so the next kiln recognises what was left behind by a lock that can be had, and removes it.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use tempfile::TempDir;

/// How the names of the directories begin.
const PREFIX: &str = "kiln-scratch-";

/// Between making a directory and locking it there is a moment; a directory without a lock is only old after this time.
const YOUNG: Duration = Duration::from_mins(1);

/// The directory of one kiln.
#[derive(Debug)]
pub struct Scratch {
    directory: TempDir,
    _lock: File,
}

impl Scratch {
    /// A new directory in `parent`, after what others have left behind there has been removed.
    pub fn new(parent: &Path) -> io::Result<Scratch> {
        remove_leftovers(parent)?;
        let directory = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
        // Programs may run as another user, who has to get to their slots.
        fs::set_permissions(directory.path(), std::os::unix::fs::PermissionsExt::from_mode(0o711))?;
        let lock = File::create(directory.path().join("lock"))?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
        Ok(Scratch { directory, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// Removes the directories whose owners are gone. How many.
pub(super) fn remove_leftovers(parent: &Path) -> io::Result<usize> {
    let mut n_removed = 0;
    for entry in fs::read_dir(parent)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX)) && is_left_behind(&path) {
            // It may belong to another user, or be removed by another kiln just now.
            n_removed += usize::from(fs::remove_dir_all(&path).is_ok());
        }
    }
    Ok(n_removed)
}

fn is_left_behind(directory: &Path) -> bool {
    match File::open(directory.join("lock")) {
        Ok(lock) => flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok(),
        Err(_) => {
            let age = directory.metadata().and_then(|metadata| metadata.modified()).map(|time| time.elapsed());
            matches!(age, Ok(Ok(age)) if age > YOUNG)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_behind_is_removed_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        let alive = Scratch::new(parent.path()).unwrap();
        let dead = parent.path().join(format!("{PREFIX}dead"));
        fs::create_dir_all(dead.join("0")).unwrap();
        fs::write(dead.join("lock"), "").unwrap();
        let foreign = parent.path().join("other");
        fs::create_dir(&foreign).unwrap();
        let next = Scratch::new(parent.path()).unwrap();
        assert!(!dead.exists() && alive.path().exists() && foreign.exists() && next.path().exists());
        let gone = alive.path().to_owned();
        drop(alive);
        assert!(!gone.exists());
    }
}
