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

/// The name of its object file.
const OBJECT: &str = "case.o";

/// Tries all configurations, and leaves the slot empty. Nothing if `is_over` before all have been tried.
pub fn observe(
    slot: &mut Slot,
    matrix: &Matrix,
    case: &Case,
    depth: Depth,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<Vec<Observation>>, RunnerError> {
    place(slot, case)?;
    let mut ran = Vec::new();
    let mut observations = Vec::new();
    for configuration in 0..matrix.configurations.len() {
        if is_over() {
            slot.clear().map_err(RunnerError::Runner)?;
            return Ok(None);
        }
        observations.push(observe_one(slot, matrix, case, configuration, depth, &mut ran)?);
    }
    slot.clear().map_err(RunnerError::Runner)?;
    Ok(Some(observations))
}

/// What programs did, by what they were made of.
type Ran = Vec<([u8; 32], Execution)>;

/// Tries a configuration. What was run before is not run again.
fn observe_one(
    slot: &mut Slot,
    matrix: &Matrix,
    case: &Case,
    configuration: usize,
    depth: Depth,
    ran: &mut Ran,
) -> Result<Observation, RunnerError> {
    if let Some(observation) = without_driver(slot, matrix, case, configuration, depth, ran)? {
        return Ok(observation);
    }
    let compilation = compile(slot, matrix, case, configuration, &[])?;
    let execution = if compilation.outcome == Compiled::Built && depth == Depth::Run {
        let made_of = digest(slot, PROGRAM)?;
        Some(run_once(slot, matrix, configuration, made_of, ran)?)
    } else {
        None
    };
    Ok(Observation { configuration, compilation, execution })
}

/// The cheaper way: the compiler makes an object file, and if it is a new one, a linker is called without the driver. Nothing
/// if that is not possible, or if the linker is not content: then the driver shall say what is wrong.
fn without_driver(
    slot: &mut Slot,
    matrix: &Matrix,
    case: &Case,
    configuration: usize,
    depth: Depth,
    ran: &mut Ran,
) -> Result<Option<Observation>, RunnerError> {
    let link = matrix.tool(configuration).calibration.link.as_ref();
    let link = link.filter(|_| matrix.configurations[configuration].links_plainly() && depth == Depth::Run);
    let ([unit], Some(link)) = (case.units.as_slice(), link) else { return Ok(None) };
    let limits = matrix.compiler_limits(configuration);
    let (command, flags) = (&matrix.tool(configuration).command, &matrix.configurations[configuration].flags);
    let mut compilation = build::compile_object(slot, command, flags, &unit.name, OBJECT, limits)?;
    if compilation.outcome != Compiled::Built {
        return Ok(Some(Observation { configuration, compilation, execution: None }));
    }
    let made_of = digest(slot, OBJECT)?;
    if before(ran, made_of).is_none() {
        let linked = link.run(slot, OBJECT, PROGRAM, limits)?;
        if linked.outcome != Compiled::Built {
            return Ok(None);
        }
        compilation.cpu += linked.cpu;
    }
    let execution = Some(run_once(slot, matrix, configuration, made_of, ran)?);
    Ok(Some(Observation { configuration, compilation, execution }))
}

/// What a program did that was made of the same.
fn before(ran: &Ran, made_of: [u8; 32]) -> Option<&Execution> {
    ran.iter().find(|(other, _)| *other == made_of).map(|(_, execution)| execution)
}

/// Runs the program in the slot, unless one was run that was made of the same.
fn run_once(
    slot: &mut Slot,
    matrix: &Matrix,
    configuration: usize,
    made_of: [u8; 32],
    ran: &mut Ran,
) -> Result<Execution, RunnerError> {
    if let Some(execution) = before(ran, made_of) {
        return Ok(execution.clone());
    }
    let execution = execute(slot, &matrix.tool(configuration).command, matrix.program_limits(configuration))?;
    ran.push((made_of, execution.clone()));
    Ok(execution)
}

fn digest(slot: &Slot, name: &str) -> Result<[u8; 32], RunnerError> {
    let bytes = fs::read(slot.directory().join(name)).map_err(RunnerError::Runner)?;
    Ok(Sha256::digest(&bytes).into())
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
    let with = |flags: &[String]| -> Vec<String> {
        flags.iter().cloned().chain(more.iter().map(|&flag| flag.to_owned())).collect()
    };
    let limits = matrix.compiler_limits(configuration);
    let command = &matrix.tool(configuration).command;
    let mut cpu = Duration::ZERO;
    let mut objects: Vec<String> = Vec::new();
    for (part, source) in parts.iter().zip(&sources) {
        objects.push(format!("{source}.o"));
        let command = &matrix.tools[part.tool].command;
        let object = objects.last().map_or("", String::as_str);
        let compiled = build::compile_object(slot, command, &with(&part.flags), source, object, limits)?;
        cpu += compiled.cpu;
        if compiled.outcome != Compiled::Built {
            return Ok(Compilation { cpu, ..compiled });
        }
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let inputs = if parts.is_empty() { &sources } else { &objects };
    let linked = build::compile(slot, command, &with(flags), inputs, PROGRAM, limits)?;
    Ok(Compilation { cpu: cpu + linked.cpu, ..linked })
}

/// Runs the program in the slot, as the programs of its compiler are run.
pub fn execute(slot: &mut Slot, command: &CompilerCommand, limits: Limits) -> Result<Execution, RunnerError> {
    let (name, value) = sanitizer::ENVIRONMENT;
    build::execute(slot, command.start(PROGRAM), &[(name.to_owned(), value.to_owned())], limits)
}
