//! The result handed over: to standard output, or to a file that is there whole or not at all.

use std::fs::Permissions;
use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::exit_code::Failure;

/// Writes the next of several results to standard output, at once. When the reader has left, nobody needs the others.
pub(crate) fn write_next(text: &[u8]) -> Result<ControlFlow<()>, Failure> {
    match write_stdout(text) {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        Err(source) => Err(Failure::Write { name: "standard output".into(), source }),
    }
}

/// Writes a result to `file`, or to standard output.
pub(crate) fn write(text: &[u8], file: Option<&Path>) -> Result<(), Failure> {
    match file {
        Some(path) if path != Path::new("-") => {
            write_file(path, text).map_err(|source| Failure::Write { name: path.display().to_string(), source })
        }
        _ => match write_stdout(text) {
            // `kiln print a.c | head` ends when the reader has enough. That is no failure.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            result => result.map_err(|source| Failure::Write { name: "standard output".into(), source }),
        },
    }
}

fn write_stdout(text: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text)?;
    stdout.flush()
}

/// Writes beside `path` and renames, so that nobody ever sees half of it, and an old file stays
/// when there is no space for the new one.
fn write_file(path: &Path, text: &[u8]) -> io::Result<()> {
    // The file behind a symbolic link is replaced, not the link.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let old = path.metadata().ok();
    if old.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        // A device, a pipe: to rename over it would destroy it. A directory fails here in words.
        return std::fs::OpenOptions::new().write(true).open(&path)?.write_all(text);
    }
    // A new file gets what the user's umask leaves of this.
    let permissions = old.map_or(Permissions::from_mode(0o666), |metadata| metadata.permissions());
    let directory = directory_of(&path);
    // In the system's words, which do not name a file that the user never asked for.
    directory.metadata()?;
    let mut new = tempfile::Builder::new()
        .prefix(".kiln-")
        .permissions(permissions)
        .tempfile_in(directory)
        .map_err(|error| io::Error::from(error.kind()))?;
    new.write_all(text)?;
    new.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

fn directory_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_stays() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("out.c");
        write(b"int x;\n", Some(&file)).unwrap();
        write(b"int y;\n", Some(&file)).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"int y;\n");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn the_mode_of_an_old_file_and_a_link_to_it_stay() {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("out.c"), directory.path().join("link.c"));
        fs::write(&file, "").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(b"int x;\n", Some(&link)).unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"int x;\n");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        write(b"int x;\n", Some(Path::new("/dev/null"))).unwrap();
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    }

    #[test]
    fn a_failure_names_the_file() {
        let error = write(b"", Some(Path::new("/nowhere/out.c"))).unwrap_err();
        assert!(error.to_string().starts_with("cannot write /nowhere/out.c: "), "{error}");
    }
}
