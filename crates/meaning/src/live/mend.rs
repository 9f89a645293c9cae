//! Programs that are complete but not yet defined.
//!
//! Such a program is lowered as any other is, with what is needed to repair its operations. Its run never goes back: a fault
//! is repaired where it happens, by what gives the same for the operands the node has had before. Some operations are
//! decided when they are first reached, by whoever generates, with the operands at hand: so conditions come out as they should,
//! and results fall next to a boundary.

use kiln_lang::tree::{ExprId, FunctionId, Program, StmtId};
use rustc_hash::FxHashSet;

use super::{At, Live, REST};
use crate::code::{Op, Repaired};
use crate::image::Image;
use crate::link::link_mended;
use crate::machine::Machine;
use crate::machine::live::Watch;
use crate::outcome::Outcome;
use crate::repair::Repair;
use crate::repair::table::Operation;
use crate::settings::Settings;

/// An operation that is to be decided.
#[derive(Clone, Copy, Debug)]
pub struct Undecided {
    /// The statement.
    pub at: At,
    /// The expression.
    pub expr: ExprId,
    /// The operator and the operands.
    pub operation: Operation,
}

impl Live {
    /// Starts a program that is complete, to mend it. The operations of `undecided`, in functions of the program's first unit,
    /// are decided when they are first reached, by a [`Repair`] or by leaving them as they are.
    pub fn mend(
        program: Program,
        settings: Settings,
        undecided: &FxHashSet<(FunctionId, ExprId)>,
    ) -> Result<Live, Outcome> {
        let (image, linked) = link_mended(&program, &settings);
        let machine = begin_forward(&image, &settings)?;
        let mut live = Live::at_start(program, settings, (image, linked), machine);
        live.leave_undecided(undecided);
        Ok(live)
    }

    fn leave_undecided(&mut self, undecided: &FxHashSet<(FunctionId, ExprId)>) {
        for number in 0..self.image.functions.len() {
            let Some((0, function)) = self.linked.origin(number as u32) else { continue };
            let code = &self.image.functions[number].code;
            let origins = code.origins.iter().enumerate();
            let found: Vec<(usize, Repaired)> = origins
                .filter_map(|(pc, origin)| Some((pc, origin.expr?)))
                .filter(|&(_, expr)| undecided.contains(&(function, expr)))
                .filter_map(|(pc, expr)| Some((pc, self.as_repaired(0, function, expr, number as u32, pc)?)))
                .collect();
            let code = &mut self.image.functions[number].code;
            let Some(code) = std::sync::Arc::make_mut(code).plain_mut() else { continue };
            for (pc, repaired) in found {
                code.ops[pc] = Op::Repaired { repair: code.repairs.len() as u32 };
                code.repairs.push(repaired);
            }
        }
    }

    /// The statements of a function of the first unit that have been reached.
    pub fn reached(&mut self, function: FunctionId) -> FxHashSet<StmtId> {
        let Some(number) = self.linked.function(0, function) else { return FxHashSet::default() };
        let reached = self.machine.reached(number);
        let statements = &self.image.functions[number as usize].code.statements;
        statements.iter().zip(reached).filter(|(_, reached)| *reached).map(|(&stmt, _)| stmt).collect()
    }

    /// The operation to be decided where the machine stands.
    pub(super) fn undecided(&mut self) -> Option<Undecided> {
        let (function, pc) = self.standing()?;
        let origin = *self.image.functions[function as usize].code.origins.get(pc)?;
        let (at, expr) = (self.at(function, origin.stmt?)?, origin.expr?);
        Some(Undecided { at, expr, operation: self.operation(at, expr, function, pc)? })
    }

    /// Decides an operation: a repair takes its place, or it stays as it is.
    pub fn decide(&mut self, undecided: &Undecided, repair: Option<Repair>) -> bool {
        let Some((function, pc)) = self.standing() else { return false };
        let done = self.put_repair(undecided.at, undecided.expr, (function, pc), repair);
        self.run_again(function, pc);
        done
    }
}

/// A machine before `main` that never goes back.
fn begin_forward(image: &Image, settings: &Settings) -> Result<Machine<'static>, Outcome> {
    let started = Machine::new(image, settings).and_then(|mut machine| {
        machine.begin(&["program".to_owned()])?;
        Ok(machine)
    });
    match started {
        Ok(mut machine) => {
            machine.watch = Some(Watch::forward());
            Ok(machine.with(&REST.0, &REST.1))
        }
        Err(stop) => Err(crate::verdict::early(stop)),
    }
}
