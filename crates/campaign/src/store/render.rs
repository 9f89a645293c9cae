//! Folders, made from what the database has.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::error::{CampaignError, Doing};

use super::{Contradiction, Kept};

/// Makes the folder of a finding, whole or not at all.
pub(super) fn finding(kept: &Kept, files: &[(String, Vec<u8>)]) -> Result<(), CampaignError> {
    let findings = kept.folder.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(findings).doing("make", findings)?;
    let temporary =
        tempfile::Builder::new().prefix(".new-").tempdir_in(findings).doing("make a folder in", findings)?;
    for (path, bytes) in files {
        // Reducers want to start the script.
        let mode = if path == "repro.sh" { 0o755 } else { 0o644 };
        let path = temporary.path().join(path);
        fs::write(&path, bytes).doing("write", &path)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).doing("set the mode of", &path)?;
    }
    let made = temporary.keep();
    fs::set_permissions(&made, fs::Permissions::from_mode(0o755)).doing("set the mode of", &made)?;
    fs::rename(&made, &kept.folder).doing("make", &kept.folder)
}

/// Makes the folder of a contradiction.
pub(super) fn contradiction(directory: &Path, number: u64, contradiction: &Contradiction) -> Result<(), CampaignError> {
    let folder = directory.join("quarantine").join(format!("Q-{number}"));
    fs::create_dir_all(&folder).doing("make", &folder)?;
    let what = format!("kiln {}\n{}\n", contradiction.command, contradiction.what);
    for (name, bytes) in [("case.c", &contradiction.text[..]), ("what.txt", what.as_bytes())] {
        let path = folder.join(name);
        fs::write(&path, bytes).doing("write", &path)?;
    }
    Ok(())
}

/// Replaces a file of the campaign's directory, so that nobody ever sees half of it.
pub(super) fn replace(path: &Path, text: &[u8]) -> Result<(), CampaignError> {
    let directory = path.parent().unwrap_or(Path::new("."));
    // Whoever watches a campaign need not be the one who runs it.
    let mut file = tempfile::Builder::new()
        .permissions(fs::Permissions::from_mode(0o644))
        .tempfile_in(directory)
        .doing("write", path)?;
    file.write_all(text).doing("write", path)?;
    file.persist(path).map_err(|error| error.error).doing("write", path)?;
    Ok(())
}
