//! Whether a suspicion holds: the same again, alone, several times; and whether there is doubt.

use kiln_toolchain::build::Compiled;
use kiln_toolchain::calibrate::Family;
use kiln_toolchain::flags;
use kiln_toolchain::runner::{End, RunnerError, Slot};
use kiln_toolchain::signature;

use crate::expect::{Expectations, Word};
use crate::judge::{Class, Standing, Suspicion, agrees, compared};
use crate::matrix::{Kind, Matrix};
use crate::observe::{Observation, Observer};
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
    expectations: &Expectations<'_>,
    observations: &[Observation],
    mut suspicion: Suspicion,
) -> Result<Confirmed, RunnerError> {
    if is_refusal(slot, matrix, &suspicion)? {
        return Ok(Confirmed { suspicion, seen: 0, tries: 0, is_refusal: true });
    }
    let observer = Observer::new(slot, matrix, expectations)?;
    let mut again = Again { observer, matrix, expectations };
    let mut seen = 0;
    let tries = tries(ends(observations, &suspicion));
    for _ in 0..tries {
        seen += u32::from(again.shows(observations, &suspicion)?);
    }
    let is_wrong_code = matches!(suspicion.class, Class::WrongCode | Class::WrongCodeVolatile);
    if seen == tries
        && is_wrong_code
        && suspicion.standing == Standing::Bug
        && let Some(doubt) = again.doubt(&suspicion)?
    {
        suspicion.standing = Standing::Doubtful(doubt);
    }
    again.observer.finish()?;
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

/// Options under which more programs are defined: if one of them helps, the program may be to blame.
const FORGIVING: &[&str] = &["-fno-strict-aliasing", "-fwrapv"];

/// A case that is tried again.
struct Again<'a> {
    observer: Observer<'a>,
    matrix: &'a Matrix,
    expectations: &'a Expectations<'a>,
}

impl Again<'_> {
    /// Whether the first failing configuration does the same again.
    fn shows(&mut self, observations: &[Observation], suspicion: &Suspicion) -> Result<bool, RunnerError> {
        let Some(&configuration) = suspicion.failing.first() else { return Ok(false) };
        let Some(before) = observations.iter().find(|observation| observation.configuration == configuration) else {
            return Ok(false);
        };
        if suspicion.class == Class::WrongCodeVolatile {
            let now = self.observer.traced(configuration, &[])?;
            let difference =
                |observation: &Observation| compared(self.matrix, self.expectations, observation)?.difference();
            return Ok(now.as_ref().and_then(difference) == difference(before));
        }
        let compilation = self.observer.compile(configuration, &[])?;
        if compilation.outcome != before.compilation.outcome {
            return Ok(false);
        }
        match &before.execution {
            Some(before) => {
                let now = self.observer.execute(configuration, self.matrix.program_limits(configuration))?;
                Ok(now.end == before.end && now.output == before.output)
            }
            None => {
                let signature = signature::of_messages(&before.compilation.messages);
                Ok(signature::of_messages(&compilation.messages) == signature)
            }
        }
    }

    /// Why the program may be to blame.
    fn doubt(&mut self, suspicion: &Suspicion) -> Result<Option<String>, RunnerError> {
        let Some(&configuration) = suspicion.failing.first() else { return Ok(None) };
        if matches!(self.matrix.family(configuration), Family::Gcc | Family::Clang) {
            for &flag in FORGIVING {
                if self.is_right_with(suspicion.class, configuration, flag)? {
                    return Ok(Some(format!("it is right with {flag}")));
                }
            }
        }
        let matrix = self.matrix;
        for (index, tool) in matrix.tools.iter().enumerate() {
            let Some(flags) = tool.sanitizers() else { continue };
            let of_tool = |other: &usize| matrix.configurations[*other].tool == index;
            let mut others = (0..matrix.configurations.len()).filter(of_tool);
            let plain = others.clone().find(|&other| matrix.configurations[other].is_plain());
            let Some(other) = plain.or_else(|| others.next()) else { continue };
            let flags: Vec<&str> = flags.split(' ').collect();
            if self.observer.compile(other, &flags)?.outcome != Compiled::Built {
                continue;
            }
            let execution = self.observer.execute(other, sanitizer::limits(matrix.program_limits))?;
            if let Said::Alarm(line) = sanitizer::said(&execution) {
                return Ok(Some(format!("a sanitizer of {} says: {line}", tool.name)));
            }
        }
        Ok(None)
    }

    /// Whether a program does what it has to with one more flag.
    fn is_right_with(&mut self, class: Class, configuration: usize, flag: &str) -> Result<bool, RunnerError> {
        if class == Class::WrongCodeVolatile {
            let now = self.observer.traced(configuration, &[flag])?;
            let compared = now.as_ref().and_then(|it| compared(self.matrix, self.expectations, it));
            return Ok(compared.is_some_and(|compared| compared.difference().is_none()));
        }
        let Word::Known(expected) = self.expectations.on(self.matrix.configurations[configuration].target.as_deref())
        else {
            return Ok(false);
        };
        if self.observer.compile(configuration, &[flag])?.outcome != Compiled::Built {
            return Ok(false);
        }
        let limits = self.matrix.program_limits(configuration);
        Ok(agrees(&expected, &self.observer.execute(configuration, limits)?))
    }
}
