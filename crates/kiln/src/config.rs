//! `kiln config`: the default configuration, and how a user's own is read.

use std::path::PathBuf;
use std::sync::Arc;

use kiln_campaign::config::{Config, DEFAULT};
use kiln_campaign::sets::Sets;

use crate::exit_code::{Failure, Status};
use crate::output;

/// Print the default configuration, which explains itself
///
/// It says which options compilers are tried with. A copy can be changed and handed over with --config; it needs to
/// hold only what is to be different.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConfigArgs {
    /// Print nothing, and see whether this file can be used
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  kiln config | less                            every key, with what it does
  kiln config > kiln.toml                       a copy to change
  kiln config --check kiln.toml                 is it right?
  kiln fuzz --config kiln.toml --options mine   a campaign with [options.mine] of that file

Exit status: 0, or 2 if the file cannot be used: the message has its line.";

/// Prints or checks a configuration.
pub(crate) fn run(args: &ConfigArgs) -> Result<Status, Failure> {
    match &args.check {
        Some(file) => drop(read(file)?),
        None => output::write(DEFAULT.as_bytes(), None)?,
    }
    Ok(Status::Done)
}

/// Which options compilers are tried with.
#[derive(Debug, clap::Args)]
pub(crate) struct OptionArgs {
    /// A file that says which options compilers are tried with, among other things: see `kiln config`
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A set of options by its name: levels, plain, crash, random, or one of the file's own
    #[arg(long, value_name = "NAME", default_value = "levels")]
    pub(crate) options: String,
}

impl OptionArgs {
    /// The sets of options that were asked for.
    pub(crate) fn sets(&self) -> Result<Sets, Failure> {
        let config = match &self.config {
            Some(file) => read(file)?,
            None => Config::default(),
        };
        let Some(preset) = config.preset(&self.options) else {
            let names: Vec<&str> = config.options.keys().map(String::as_str).collect();
            return Err(Failure::Usage(format!("--options: `{}` is none of {}", self.options, names.join(", "))));
        };
        let preset = preset.clone();
        Ok(Sets::new(Arc::new(config), &preset))
    }
}

fn read(file: &PathBuf) -> Result<Config, Failure> {
    let text = std::fs::read_to_string(file).map_err(|source| Failure::Unreadable { path: file.clone(), source })?;
    Ok(Config::read(&file.display().to_string(), &text)?)
}
