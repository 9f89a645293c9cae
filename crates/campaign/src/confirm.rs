//! Whether a suspicion holds: the same again, alone, several times; and whether there is doubt.

use kiln_case::Case;
use kiln_toolchain::build::{Compiled, Execution};
use kiln_toolchain::calibrate::{ABILITIES, Family, SANITIZERS};
use kiln_toolchain::flags;
use kiln_toolchain::runner::{End, Limits, RunnerError, Slot};
use kiln_toolchain::signature;

use crate::expect::{Expectations, Word};
use crate::judge::{Class, Standing, Suspicion, agrees};
use crate::matrix::{Kind, Matrix};
use crate::observe::{Observation, compile, execute, place};
use crate::sanitizer::{self, Said};

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
    /// The options do not go together: the compiler refuses any program with them.
    pub is_refusal: bool,
}

impl Confirmed {
    /// Whether it showed every time.
    pub fn is_reliable(&self) -> bool {
        self.seen == self.tries && !self.is_refusal
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
    if is_refusal(slot, matrix, &suspicion)? {
        return Ok(Confirmed { suspicion, seen: 0, tries: 0, is_refusal: true });
    }
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
    Ok(Confirmed { suspicion, seen, tries, is_refusal: false })
}

/// Whether a compiler refuses not the case, but flags that were drawn: each was tried alone, not with the others.
fn is_refusal(slot: &mut Slot, matrix: &Matrix, suspicion: &Suspicion) -> Result<bool, RunnerError> {
    let Some(&configuration) = suspicion.failing.first() else { return Ok(false) };
    let is_fixed = matrix.configurations[configuration].kind == Kind::Fixed;
    if is_fixed || !matches!(suspicion.class, Class::RejectsValid | Class::ToolchainFailure) {
        return Ok(false);
    }
    let takes = flags::takes(slot, &matrix.tool(configuration).command, &matrix.configurations[configuration].flags)?;
    slot.clear().map_err(RunnerError::Runner)?;
    Ok(!takes)
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
            let now = execute(slot, &matrix.tool(configuration).command, matrix.program_limits(configuration))?;
            Ok(now.end == before.end && now.output == before.output)
        }
        None => {
            Ok(signature::of_messages(&compilation.messages) == signature::of_messages(&before.compilation.messages))
        }
    }
}

/// Options under which more programs are defined: if one of them helps, the program may be to blame.
const FORGIVING: &[&str] = &["-fno-strict-aliasing", "-fwrapv"];

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
    for (index, tool) in matrix.tools.iter().enumerate().filter(|(_, tool)| tool.can(SANITIZERS)) {
        let of_tool = |other: &usize| matrix.configurations[*other].tool == index;
        let mut others = (0..matrix.configurations.len()).filter(of_tool);
        let plain = others.clone().find(|&other| matrix.configurations[other].is_plain());
        let Some(other) = plain.or_else(|| others.next()) else { continue };
        let Some(&(_, flags)) = ABILITIES.iter().find(|(name, _)| *name == SANITIZERS) else { continue };
        let flags: Vec<&str> = flags.split(' ').collect();
        let limits = sanitizer::limits(matrix.program_limits);
        if let Some(execution) = build_and_run(slot, matrix, case, other, &flags, limits)?
            && let Said::Alarm(line) = sanitizer::said(&execution)
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
    let command = &matrix.tool(configuration).command;
    if compilation.outcome == Compiled::Built { execute(slot, command, limits).map(Some) } else { Ok(None) }
}
