//! Why a campaign cannot go on: one variant per cause.

use std::io;
use std::path::PathBuf;

use kiln_toolchain::runner::RunnerError;

/// A campaign cannot be started, or cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// No compiler can be used.
    #[error("no compiler can be used here: {0}")]
    NoCompiler(String),
    /// Another kiln works on it.
    #[error("{} is in use by another kiln ({owner})", directory.display())]
    Locked {
        /// The campaign's directory.
        directory: PathBuf,
        /// What the other one wrote of itself.
        owner: String,
    },
    /// The directory holds something else.
    #[error("{} is not the directory of a campaign: it has files and no kiln.db; name another with -o", directory.display())]
    Foreign {
        /// The directory.
        directory: PathBuf,
    },
    /// The campaign was started with something else.
    #[error("{} was begun with {key} {old}, not {new}; name another directory with -o to begin anew", directory.display())]
    Changed {
        /// The directory.
        directory: PathBuf,
        /// What differs.
        key: &'static str,
        /// What it was.
        old: String,
        /// What it is now.
        new: String,
    },
    /// The database cannot be read or written.
    #[error("the campaign's database {} {what}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What is the matter.
        what: String,
    },
    /// A file cannot be read or written.
    #[error("cannot {doing} {}: {source}", path.display())]
    File {
        /// What was being done.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Programs cannot be run.
    #[error(transparent)]
    Runner(#[from] RunnerError),
}

/// Names the file that an error of the system is about.
pub(crate) trait Doing<T> {
    fn doing(self, doing: &'static str, path: &std::path::Path) -> Result<T, CampaignError>;
}

impl<T> Doing<T> for io::Result<T> {
    fn doing(self, doing: &'static str, path: &std::path::Path) -> Result<T, CampaignError> {
        self.map_err(|source| CampaignError::File { doing, path: path.to_owned(), source })
    }
}
