//! What each compiler does with a case.

use std::fs;
use std::time::Duration;

use kiln_case::Case;
use kiln_toolchain::build::{self, Compilation, Compiled, Execution};
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::runner::{Limits, RunnerError, Slot};
use sha2::{Digest, Sha256};

use crate::matrix::{Configuration, Matrix};
use crate::sanitizer;

/// What one compiler with one set of options did.
#[derive(Debug, Clone)]
pub struct Observation {
    /// Index of the configuration.
    pub configuration: usize,
    /// What the compiler did.
    pub compilation: Compilation,
    /// What the program did, if there is one and it was run.
    pub execution: Option<Execution>,
}

/// Whether programs are run: of one that is undefined only the compiler can be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Compiled only.
    Compile,
    /// Compiled and run.
    Run,
}

/// The name of the compiled program in its slot.
const PROGRAM: &str = "program";

/// Tries all configurations, and leaves the slot empty. Nothing if `is_over` before all have been tried.
pub fn observe(
    slot: &mut Slot,
    matrix: &Matrix,
    case: &Case,
    depth: Depth,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<Vec<Observation>>, RunnerError> {
    place(slot, case)?;
    let mut seen: Vec<([u8; 32], Execution)> = Vec::new();
    let mut observations = Vec::new();
    for configuration in 0..matrix.configurations.len() {
        if is_over() {
            slot.clear().map_err(RunnerError::Runner)?;
            return Ok(None);
        }
        let compilation = compile(slot, matrix, case, configuration, &[])?;
        let execution = match (compilation.outcome, depth) {
            (Compiled::Built, Depth::Run) => Some(execute_once(
                slot,
                &matrix.tool(configuration).command,
                matrix.program_limits(configuration),
                &mut seen,
            )?),
            _ => None,
        };
        observations.push(Observation { configuration, compilation, execution });
    }
    slot.clear().map_err(RunnerError::Runner)?;
    Ok(Some(observations))
}

/// Puts a case into a slot.
pub fn place(slot: &Slot, case: &Case) -> Result<(), RunnerError> {
    for unit in &case.units {
        fs::write(slot.directory().join(&unit.name), &unit.text).map_err(RunnerError::Runner)?;
    }
    Ok(())
}

/// Compiles a case that is in the slot, with more options if there are any.
pub fn compile(
    slot: &mut Slot,
    matrix: &Matrix,
    case: &Case,
    configuration: usize,
    more: &[&str],
) -> Result<Compilation, RunnerError> {
    let sources: Vec<&str> = case.units.iter().map(|unit| unit.name.as_str()).collect();
    let Configuration { flags, parts, .. } = &matrix.configurations[configuration];
    let with = |flags: &[String], last: &[&str]| -> Vec<String> {
        flags.iter().cloned().chain(more.iter().chain(last).map(|&flag| flag.to_owned())).collect()
    };
    let limits = matrix.compiler_limits(configuration);
    let command = &matrix.tool(configuration).command;
    let mut cpu = Duration::ZERO;
    let mut objects: Vec<String> = Vec::new();
    for (part, source) in parts.iter().zip(&sources) {
        objects.push(format!("{source}.o"));
        let command = &matrix.tools[part.tool].command;
        let object = objects.last().map_or("", String::as_str);
        let compiled = build::compile(slot, command, &with(&part.flags, &["-c"]), &[source], object, limits)?;
        cpu += compiled.cpu;
        if compiled.outcome != Compiled::Built {
            return Ok(Compilation { cpu, ..compiled });
        }
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let inputs = if parts.is_empty() { &sources } else { &objects };
    let linked = build::compile(slot, command, &with(flags, &[]), inputs, PROGRAM, limits)?;
    Ok(Compilation { cpu: cpu + linked.cpu, ..linked })
}

/// Runs the program in the slot, as the programs of its compiler are run.
pub fn execute(slot: &mut Slot, command: &CompilerCommand, limits: Limits) -> Result<Execution, RunnerError> {
    let (name, value) = sanitizer::ENVIRONMENT;
    build::execute(slot, command.start(PROGRAM), &[(name.to_owned(), value.to_owned())], limits)
}

/// Runs the program in the slot, unless the same program was run before.
fn execute_once(
    slot: &mut Slot,
    command: &CompilerCommand,
    limits: Limits,
    seen: &mut Vec<([u8; 32], Execution)>,
) -> Result<Execution, RunnerError> {
    let bytes = fs::read(slot.directory().join(PROGRAM)).map_err(RunnerError::Runner)?;
    let digest: [u8; 32] = Sha256::digest(&bytes).into();
    if let Some((_, execution)) = seen.iter().find(|(other, _)| *other == digest) {
        return Ok(execution.clone());
    }
    let execution = execute(slot, command, limits)?;
    seen.push((digest, execution.clone()));
    Ok(execution)
}
