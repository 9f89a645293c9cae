//! A failure, and its compiler with other flags.

use std::process::Command;
use std::time::Duration;

use kiln_reduce::Failure as Failing;
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::process::{self, Limits};
use kiln_triage::facts::{About, LEVELS, MAX_COMPILATIONS};
use kiln_triage::{Slip, Tries, gcc, slip};

use crate::exit_code::Failure;
use crate::suspicion::Suspicion;

/// A failure of a program, and the command that shows it.
pub(crate) struct Flagged<'f> {
    suspicion: &'f Suspicion,
    command: &'f CompilerCommand,
    failure: &'f Failing,
    /// The level of the command, if it has one.
    pub(crate) level: Option<String>,
    pub(crate) about: About,
}

fn is_level(word: &str) -> bool {
    LEVELS.contains(&word)
}

impl<'f> Flagged<'f> {
    pub(crate) fn new(suspicion: &'f Suspicion, command: &'f CompilerCommand, failure: &'f Failing) -> Flagged<'f> {
        let level = command.arguments().iter().rev().find(|word| is_level(word)).cloned();
        let about = About { optimisations: optimisations(command), has_levels: level.is_some() };
        Flagged { suspicion, command, failure, level, about }
    }

    /// The level, or nothing.
    pub(crate) fn level(&self) -> &str {
        self.level.as_deref().unwrap_or_default()
    }

    /// The command with other flags in the place of its level.
    pub(crate) fn with(&self, flags: &[String]) -> CompilerCommand {
        self.command.with_arguments(|word| !is_level(word), flags)
    }

    /// Whether the program fails as before with other flags in the place of the level.
    pub(crate) fn fails(&self, flags: &[String]) -> Result<bool, Failure> {
        Ok(self.failure.is_kept_by(&self.suspicion.seen(self.with(flags))?))
    }

    /// What the compiler says then.
    pub(crate) fn said(&self, flags: &[String]) -> Result<String, Failure> {
        self.suspicion.said(self.with(flags))
    }

    /// Whether a smaller program shows another bug.
    pub(crate) fn slip(&self, smaller: &Flagged<'_>) -> Result<Slip, Failure> {
        let (mut ask, mut listen) = (|flags: &[String]| self.fails(flags), |flags: &[String]| self.said(flags));
        let mut before = Tries::new(MAX_COMPILATIONS, &mut ask, &mut listen);
        let (mut ask, mut listen) = (|flags: &[String]| smaller.fails(flags), |flags: &[String]| smaller.said(flags));
        let mut after = Tries::new(MAX_COMPILATIONS, &mut ask, &mut listen);
        slip::look(self.level(), &self.about, &mut before, &mut after)
    }
}

/// The optimisations of each level, if the compiler can tell.
fn optimisations(command: &CompilerCommand) -> Vec<Vec<String>> {
    let limits = Limits { time: Duration::from_secs(30), output: 16 << 20 };
    let listed = |level: &str| {
        let mut list = Command::new(command.program());
        let listed = process::run(list.arg(level).args(gcc::LIST), &[], limits).ok();
        let text = listed.filter(|listed| listed.status.success()).map(|listed| listed.stdout);
        gcc::enabled(&String::from_utf8_lossy(&text.unwrap_or_default()))
    };
    LEVELS.into_iter().map(listed).collect()
}
