//! kiln's side: a program that the interpreter runs in this process, and `kiln` itself as a process.

use std::path::{Path, PathBuf};
use std::process::Command;

use kiln_lang::tree::Program;
use kiln_lang::{Options, parse};
use kiln_meaning::image::Image;
use kiln_meaning::link::link;
use kiln_meaning::machine::Machine;
use kiln_meaning::{End, Limits, Outcome, Settings};

use crate::repository;
use crate::task_error::{TaskError, output_of, succeed};

/// Every check on, in the dialect that is the default; only the bound on events is out of the way.
pub(super) const SETTINGS: Settings = Settings {
    shortcuts: true,
    fusing: kiln_meaning::Fusing::WhenHot,
    traces_volatile: None,
    dialect: kiln_meaning::Dialect::Common,
    limits: Limits { steps: 1_000_000_000_000, memory: 1 << 30, stack: 2 << 20, depth: 10_000, output: 16 << 20 },
    wrapv: false,
    no_strict_aliasing: false,
    null_is_address: false,
    floats: kiln_meaning::FloatFlags {
        rounding: false,
        signaling: false,
        no_inexact_integral: false,
        no_exceptions: false,
    },
    instruments: false,
    no_builtins: false,
    refused: None,
    seed: 0,
    order: kiln_meaning::Order::LeftToRight,
};

/// The same for `kiln run`.
const FLAGS: [&str; 4] = ["--max-steps", "1000G", "--max-memory", "1G"];

/// A program that was read and accepted.
pub(super) fn read(name: &str, text: &[u8]) -> Result<Program, TaskError> {
    let parsed = parse(name, text, &Options::default());
    if parsed.accepted() {
        return Ok(parsed.program);
    }
    Err(TaskError::CheckFailed(format!("{name} is not accepted")))
}

/// A program that is lowered, ready to run any number of times.
pub(super) fn lowered(name: &str, text: &[u8]) -> Result<Image, TaskError> {
    Ok(link(&read(name, text)?, &SETTINGS))
}

/// What a lowered program writes. It has to end with status 0.
pub(super) fn output(name: &str, image: &Image) -> Result<Vec<u8>, TaskError> {
    let outcome = match Machine::new(image, &SETTINGS) {
        Ok(mut machine) => machine.run(&[name.to_owned()]),
        Err(stop) => return Err(TaskError::CheckFailed(format!("{name} does not start: {stop:?}"))),
    };
    match outcome {
        Outcome::Ended(ended) if ended.how == End::Status(0) => Ok(ended.output),
        other => Err(TaskError::CheckFailed(format!("{name}, interpreted: {other:?}"))),
    }
}

/// The binary, as users have it.
pub(super) struct Kiln {
    binary: PathBuf,
}

impl Kiln {
    /// Builds it, if it is not as the source is.
    pub(super) fn build() -> Result<Kiln, TaskError> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["build", "--quiet", "--release", "--package", "kiln"]);
        succeed(command.current_dir(repository::root()))?;
        Ok(Kiln { binary: repository::target().join("release/kiln") })
    }

    /// What `kiln run` shows of a program, with the bounds out of the way.
    pub(super) fn run(&self, file: &Path) -> Result<Vec<u8>, TaskError> {
        output_of(Command::new(&self.binary).arg("run").args(FLAGS).arg(file))
    }

    /// A command of it.
    pub(super) fn command(&self) -> Command {
        Command::new(&self.binary)
    }

    /// Has `kiln check` judge a program, which has to be defined.
    pub(super) fn check(&self, file: &Path) -> Result<(), TaskError> {
        output_of(Command::new(&self.binary).arg("check").arg(file)).map(drop)
    }
}
