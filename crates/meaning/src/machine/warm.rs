//! Which functions are hot: the instructions of these are fused.
//!
//! Most functions of a program run for so short a time that to fuse their instructions takes longer than it saves. So a
//! function is run as lowering has written it until it has run so long that to have it fused would have been worth while;
//! then it is likely to go on. All runs count that have the same code, so a function that versions of a program share is fused
//! when it is hot in all of them together. Who runs is found out by looking every hundred steps or so. That costs nothing in between,
//! since the number of steps is compared with a bound anyway. The distances vary, so that a program whose rounds are as long
//! as one distance is not met in the same function every time; and they follow from the number of steps alone, as everything
//! that a run does.
//!
//! New code is behind the old one (`lower/fuse`), so calls that are active go on, and a loop that has been found to be long
//! goes on in the new code with its next round.

use super::Machine;
use crate::code::Op;
use crate::outcome::{Limit, Run, limit};
use crate::settings::{Fusing, Settings};

/// Steps from one look to the next, in the mean.
const DISTANCE: u64 = 128;

/// To fuse an instruction takes as long as is saved by fusing in as many steps.
const STEPS_PER_OP: u64 = 8;

/// How many steps there may be before the machine looks up next.
pub(super) fn deadline(settings: &Settings, steps: u64) -> u64 {
    let distance = match settings.fusing {
        _ if !settings.shortcuts => u64::MAX,
        Fusing::AtFirstCall => u64::MAX,
        Fusing::AtFirstStep => 0,
        // Between half of it and one and a half.
        Fusing::WhenHot => DISTANCE / 2 + (steps.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % DISTANCE,
    };
    settings.limits.steps.min(steps.saturating_add(distance))
}

impl Machine<'_> {
    /// The deadline is over, at the instruction before `pc`, which has counted its steps and done nothing else. Says whether
    /// the function has got other code; then it goes on with that instruction, which will count again.
    #[cold]
    #[inline(never)]
    pub(super) fn look_up(&mut self, function: u32, pc: usize) -> Run<bool> {
        if self.steps > self.settings.limits.steps {
            return limit(Limit::Steps);
        }
        self.deadline = deadline(self.settings, self.steps);
        let fusible = &*self.image.functions[function as usize].code;
        let Some(entry) = &mut self.entries[function as usize] else { return Ok(false) };
        if entry.code.entry > 0 {
            return Ok(false);
        }
        let steps = u64::from(fusible.look()) * DISTANCE;
        if self.settings.fusing == Fusing::WhenHot && steps < STEPS_PER_OP * entry.code.ops.len() as u64 {
            return Ok(false);
        }
        let Some(code) = fusible.fused() else { return Ok(false) };
        entry.run_as(code);
        self.steps -= steps_of(code.ops[pc - 1]);
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32 - 1;
        }
        Ok(true)
    }
}

/// How many steps an instruction counts, as lowering has written it.
fn steps_of(op: Op) -> u64 {
    match op {
        Op::Step { n } => n.into(),
        Op::Call { .. } | Op::Loop { .. } | Op::ComputedGoto { .. } | Op::OuterGoto { .. } | Op::Visit { .. } => 1,
        _ => 0,
    }
}
