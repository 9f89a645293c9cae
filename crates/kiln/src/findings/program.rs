//! The C files of a finding: as it was found, and as small as it has become.
//!
//! Everything that compiles or shows a finding asks here. The program as it was found is in the database; the smaller one is in
//! the folder, `reduced.c`, or files in `reduced` if the bug needs several.

use std::path::Path;

use kiln_campaign::store::{Kept, Store};

use crate::exit_code::Failure;

/// The name of a reduced program in the folder of its finding.
pub(crate) const REDUCED: &str = "reduced.c";

/// The C files of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Program {
    /// Path in the folder of the finding, and bytes.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// Whether it is smaller than what was found.
    pub(crate) is_reduced: bool,
}

impl Program {
    /// As it was found.
    pub(crate) fn found(store: &Store, kept: &Kept) -> Result<Program, Failure> {
        let mut files = store.files(kept)?;
        files.retain(|(path, _)| is_c(Path::new(path)));
        Ok(Program { files, is_reduced: false })
    }

    /// As small as it has become.
    pub(crate) fn smallest(store: &Store, kept: &Kept) -> Result<Program, Failure> {
        let files = reduced(&kept.folder);
        if files.is_empty() { Program::found(store, kept) } else { Ok(Program { files, is_reduced: true }) }
    }

    /// Names that can stand in one directory, and texts. The error is why there are none.
    pub(crate) fn texts(self) -> Result<(Vec<String>, Vec<String>), &'static str> {
        let name = |path: &str| Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = |(path, bytes): (String, Vec<u8>)| Some((name(&path), String::from_utf8(bytes).ok()?));
        let texts: Option<(Vec<String>, Vec<String>)> = self.files.into_iter().map(text).collect();
        texts.ok_or("it is not a text in UTF-8")
    }
}

/// What a reduction has left in the folder of a finding. What cannot be read is not there.
fn reduced(folder: &Path) -> Vec<(String, Vec<u8>)> {
    if let Ok(bytes) = std::fs::read(folder.join(REDUCED)) {
        return vec![(REDUCED.to_owned(), bytes)];
    }
    let set = Path::new(REDUCED).with_extension("");
    let entries = std::fs::read_dir(folder.join(&set)).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| set.join(entry.file_name())).filter(|path| is_c(path)).collect();
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let bytes = std::fs::read(folder.join(&path)).ok()?;
        Some((path.to_string_lossy().into_owned(), bytes))
    };
    paths.into_iter().filter_map(read).collect()
}

fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}
