//! What every subcommand needs that runs compilers: which ones, and a place to run them in.

use std::path::PathBuf;

use kiln_campaign::matrix::Tool;
use kiln_campaign::sets::Sets;
use kiln_campaign::{CampaignError, tools};
use kiln_toolchain::runner::{RunnerProgram, Scratch, Slot};

use crate::exit_code::Failure;

/// Which compilers.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct CompilerArgs {
    /// A compiler, with arguments if need be; may be given several times. Without it: all that are found on PATH
    #[arg(long = "compiler", value_name = "CMD")]
    pub(crate) compilers: Vec<String>,
}

impl CompilerArgs {
    /// The same with those that the configuration names where the command line names none, and with one more.
    pub(crate) fn with(&self, sets: &Sets, more: Option<&String>) -> CompilerArgs {
        let mut compilers = self.compilers.clone();
        if compilers.is_empty() {
            compilers.extend(sets.compilers().iter().map(|named| named.command.clone()));
        }
        compilers.extend(more.cloned());
        CompilerArgs { compilers }
    }
}

/// A place to run compilers in.
#[derive(Debug)]
pub(crate) struct Workshop {
    pub(crate) scratch: Scratch,
    pub(crate) runner: RunnerProgram,
}

impl Workshop {
    /// For compilers that are named, or for all.
    pub(crate) fn open(args: &CompilerArgs) -> Result<Workshop, Failure> {
        let parent = std::env::temp_dir();
        let scratch =
            Scratch::new(&parent).map_err(|source| Failure::Write { name: parent.display().to_string(), source })?;
        Ok(Workshop { scratch, runner: runner_for(&args.compilers) })
    }

    /// A slot for what is not part of a campaign.
    pub(crate) fn slot(&self) -> Result<Slot, CampaignError> {
        Ok(Slot::new(self.runner.clone(), self.scratch.path().join("first"))?)
    }

    /// The compilers, calibrated; also those that do not work, and those that are too slow unless they were asked for.
    pub(crate) fn tools(&self, args: &CompilerArgs, sets: &Sets) -> Result<Vec<Tool>, Failure> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let commands = tools::commands(&args.compilers, sets.compilers(), &path)?;
        let mut slot = self.slot()?;
        let mut tools = tools::calibrated(&mut slot, commands, sets, cache().as_deref())?;
        if args.compilers.is_empty() && sets.compilers().is_empty() {
            tools::leave_out_slow(&mut tools);
        }
        Ok(tools)
    }
}

/// Runners for compilers; without any, for all that are found.
pub(crate) fn runner_for<T: AsRef<str>>(compilers: &[T]) -> RunnerProgram {
    RunnerProgram::own(!is_in_temporary(compilers))
}

/// Whether nothing was ever found out about compilers, so that it takes a while.
pub(crate) fn is_first_time() -> bool {
    !cache().is_some_and(|file| file.exists())
}

/// Whether a compiler is in a temporary directory: it would not be seen if programs had a private one.
fn is_in_temporary<T: AsRef<str>>(compilers: &[T]) -> bool {
    let temporary = [std::env::temp_dir(), PathBuf::from("/tmp")];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).any(|entry| temporary.iter().any(|place| entry.starts_with(place)));
    let is_named = |command: &T| temporary.iter().any(|place| command.as_ref().contains(&*place.to_string_lossy()));
    (compilers.is_empty() && on_path) || compilers.iter().any(is_named)
}

/// Where calibrations are kept, if there is a place for such things.
fn cache() -> Option<PathBuf> {
    let directory = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let directory = directory.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))?;
    Some(directory.join("kiln").join("compilers.json"))
}
