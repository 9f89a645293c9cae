//! What each compiler does with a case.

use std::fs;

use kiln_case::Case;
use kiln_toolchain::build::{self, Compilation, Compiled, Execution};
use kiln_toolchain::runner::{Limits, RunnerError, Slot};
use sha2::{Digest, Sha256};

use crate::matrix::Matrix;
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
            (Compiled::Built, Depth::Run) => Some(execute_once(slot, matrix.program_limits(configuration), &mut seen)?),
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
    let mut flags = matrix.configurations[configuration].flags.clone();
    flags.extend(more.iter().map(|&flag| flag.to_owned()));
    build::compile(
        slot,
        &matrix.tool(configuration).command,
        &flags,
        &sources,
        PROGRAM,
        matrix.compiler_limits(configuration),
    )
}

/// Runs the program in the slot.
pub fn execute(slot: &mut Slot, limits: Limits) -> Result<Execution, RunnerError> {
    let (name, value) = sanitizer::ENVIRONMENT;
    build::execute(slot, vec![format!("./{PROGRAM}")], &[(name.to_owned(), value.to_owned())], limits)
}

/// Runs the program in the slot, unless the same program was run before.
fn execute_once(
    slot: &mut Slot,
    limits: Limits,
    seen: &mut Vec<([u8; 32], Execution)>,
) -> Result<Execution, RunnerError> {
    let bytes = fs::read(slot.directory().join(PROGRAM)).map_err(RunnerError::Runner)?;
    let digest: [u8; 32] = Sha256::digest(&bytes).into();
    if let Some((_, execution)) = seen.iter().find(|(other, _)| *other == digest) {
        return Ok(execution.clone());
    }
    let execution = execute(slot, limits)?;
    seen.push((digest, execution.clone()));
    Ok(execution)
}
