//! Whether a suspicion holds: the same again, alone, several times; and whether there is doubt.

use kiln_case::Case;
use kiln_toolchain::build::{Compiled, Execution};
use kiln_toolchain::calibrate::{self, Family};
use kiln_toolchain::runner::{End, Limits, RunnerError, Slot};
use kiln_toolchain::signature;

use crate::expect::{Expectations, Word};
use crate::judge::{Class, Standing, Suspicion, agrees};
use crate::matrix::Matrix;
use crate::observe::{Observation, compile, execute, place};

/// How often a suspicion is tried again. What does not end has been watched long enough at the second time.
fn tries(ends: bool) -> u32 {
    if ends { 5 } else { 1 }
}

/// A suspicion that was tried again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmed {
    /// What it was, perhaps with doubt now.
    pub suspicion: Suspicion,
    /// How often it was seen again.
    pub seen: u32,
    /// How often it was tried again.
    pub tries: u32,
}

impl Confirmed {
    /// Whether it showed every time.
    pub fn is_reliable(&self) -> bool {
        self.seen == self.tries
    }
}

/// Tries the first configuration that shows a suspicion again.
pub fn confirm(
    slot: &mut Slot,
    matrix: &Matrix,
    case: &Case,
    expectations: &Expectations<'_>,
    observations: &[Observation],
    mut suspicion: Suspicion,
) -> Result<Confirmed, RunnerError> {
    place(slot, case)?;
    let mut seen = 0;
    let tries = tries(ends(observations, &suspicion));
    for _ in 0..tries {
        seen += u32::from(shows_again(slot, matrix, case, observations, &suspicion)?);
    }
    let may_be_doubted = suspicion.class == Class::WrongCode && suspicion.standing == Standing::Bug;
    if seen == tries
        && may_be_doubted
        && let Some(doubt) = doubt(slot, matrix, case, expectations, &suspicion)?
    {
        suspicion.standing = Standing::Doubtful(doubt);
    }
    slot.clear().map_err(RunnerError::Runner)?;
    Ok(Confirmed { suspicion, seen, tries })
}

/// Whether the compiler and the program of the first failing configuration came to an end.
fn ends(observations: &[Observation], suspicion: &Suspicion) -> bool {
    let first = suspicion.failing.first();
    let observation = observations.iter().find(|observation| Some(&observation.configuration) == first);
    suspicion.class != Class::CompilerHang
        && observation.and_then(|it| it.execution.as_ref()).is_none_or(|execution| execution.end != End::CpuTime)
}

/// Whether the first failing configuration does the same again.
fn shows_again(
    slot: &mut Slot,
    matrix: &Matrix,
    case: &Case,
    observations: &[Observation],
    suspicion: &Suspicion,
) -> Result<bool, RunnerError> {
    let Some(&configuration) = suspicion.failing.first() else { return Ok(false) };
    let Some(before) = observations.iter().find(|observation| observation.configuration == configuration) else {
        return Ok(false);
    };
    let compilation = compile(slot, matrix, case, configuration, &[])?;
    if compilation.outcome != before.compilation.outcome {
        return Ok(false);
    }
    match &before.execution {
        Some(before) => {
            let now = execute(slot, matrix.program_limits)?;
            Ok(now.end == before.end && now.output == before.output)
        }
        None => {
            Ok(signature::of_messages(&compilation.messages) == signature::of_messages(&before.compilation.messages))
        }
    }
}

/// Options under which more programs are defined: if one of them helps, the program may be to blame.
const FORGIVING: &[&str] = &["-fno-strict-aliasing", "-fwrapv"];

/// Words by which a sanitizer is recognised.
const SANITIZERS: &[&str] = &["runtime error:", "ERROR: AddressSanitizer", "ERROR: UndefinedBehaviorSanitizer"];

/// Why the program may be to blame.
fn doubt(
    slot: &mut Slot,
    matrix: &Matrix,
    case: &Case,
    expectations: &Expectations<'_>,
    suspicion: &Suspicion,
) -> Result<Option<String>, RunnerError> {
    let Some(&configuration) = suspicion.failing.first() else { return Ok(None) };
    let Word::Known(expected) = expectations.on(matrix.configurations[configuration].target.as_deref()) else {
        return Ok(None);
    };
    if matches!(matrix.family(configuration), Family::Gcc | Family::Clang) {
        for &flag in FORGIVING {
            let ran = build_and_run(slot, matrix, case, configuration, &[flag], matrix.program_limits)?;
            if ran.is_some_and(|execution| agrees(&expected, &execution)) {
                return Ok(Some(format!("it is right with {flag}")));
            }
        }
    }
    for other in 0..matrix.configurations.len() {
        let tool = matrix.tool(other);
        let is_plain = matrix.configurations[other].level == "-O0";
        if !is_plain || !tool.calibration.abilities.iter().any(|ability| ability == calibrate::SANITIZERS) {
            continue;
        }
        let flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        let limits = Limits { memory: None, cpu: matrix.program_limits.cpu * 10, ..matrix.program_limits };
        if let Some(execution) = build_and_run(slot, matrix, case, other, &flags, limits)?
            && let Some(line) = execution.errors.lines().find(|line| SANITIZERS.iter().any(|word| line.contains(word)))
        {
            return Ok(Some(format!("a sanitizer of {} says: {line}", tool.name)));
        }
    }
    Ok(None)
}

fn build_and_run(
    slot: &mut Slot,
    matrix: &Matrix,
    case: &Case,
    configuration: usize,
    flags: &[&str],
    limits: Limits,
) -> Result<Option<Execution>, RunnerError> {
    let compilation = compile(slot, matrix, case, configuration, flags)?;
    if compilation.outcome == Compiled::Built { execute(slot, limits).map(Some) } else { Ok(None) }
}
