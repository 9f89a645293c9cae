//! `setjmp` and `longjmp` (C11 7.13).

use super::Machine;
use super::start::EXIT;
use crate::memory::{Pointer, Provenance, Sort};
use crate::outcome::{Run, undefined, unsupported};
use crate::undefined::Kind;

/// Where `longjmp` leads.
#[derive(Clone, Debug)]
pub(crate) struct JumpPoint {
    /// The call that `setjmp` was called in.
    frame: u64,
    pc: u32,
    /// The register that gets the value.
    result: u32,
    /// The registers of the frame at that time.
    registers: Vec<u64>,
    /// The arrays of run-time size that existed: slot and generation.
    arrays: Vec<(u32, u16)>,
}

const MAGIC: u32 = 0x6a6d_7000;

impl Machine<'_> {
    /// `setjmp`: remembers where it is. The caller is the frame on top.
    pub(crate) fn set_jump(&mut self, buffer: Pointer, result: u32) -> Run<()> {
        let Some(frame) = self.frames.last() else { return unsupported("setjmp outside of a function") };
        let count = self.image.functions[frame.function as usize].code.registers as usize;
        let base = frame.base as usize;
        let registers = self.registers[base..base + count].to_vec();
        let objects = &self.image.functions[frame.function as usize].code.objects;
        let arrays = (0..objects.len() as u32)
            .filter(|&index| objects[index as usize].template.is_empty())
            .map(|index| frame.slots + index)
            .filter(|&slot| self.memory.stack[slot as usize].sort != Sort::None)
            .map(|slot| (slot, self.memory.generation(slot | Provenance::STACK)))
            .collect();
        let point = JumpPoint { frame: frame.serial, pc: frame.pc, result, registers, arrays };
        self.jumps.push(point);
        let index = (self.jumps.len() - 1) as u32;
        self.memory.write_bytes(self.image, buffer, &(MAGIC + index).to_le_bytes())
    }

    /// `longjmp`: goes back to a call that is still active. `forget` says whether variables that changed lose their value.
    pub(crate) fn long_jump(&mut self, buffer: Pointer, value: u64, forget: bool) -> Run<()> {
        let bytes = self.memory.read_bytes(self.image, buffer, 4)?;
        let index = u32::from_le_bytes(bytes.try_into().unwrap_or_default()).wrapping_sub(MAGIC);
        let Some(point) = self.jumps.get(index as usize).cloned() else {
            return undefined(Kind::LibraryPrecondition, "longjmp with a buffer that setjmp did not fill");
        };
        let Some(depth) = self.frames.iter().position(|frame| frame.serial == point.frame) else {
            let words = "longjmp into a function that has returned";
            return undefined(Kind::LibraryPrecondition, words);
        };
        if point.arrays.iter().any(|&(slot, generation)| self.memory.generation(slot | Provenance::STACK) != generation)
        {
            let words = "longjmp into the scope of an array of run-time size that was left";
            return undefined(Kind::VlaJump, words);
        }
        if let Some(&(floor, who)) = self.library.callers.last()
            && depth < floor
        {
            if who == EXIT {
                return undefined(Kind::LibraryPrecondition, "longjmp out of a function that exit has called");
            }
            return unsupported(format!("longjmp out of a function that the library calls for {who}"));
        }
        self.memory.site = self.site();
        self.note_left_operands(depth);
        while self.frames.len() > depth + 1 {
            self.drop_frame();
        }
        let frame = self.frames.last_mut().expect("the frame was found");
        frame.pc = point.pc;
        let (base, function, regions) = (frame.base as usize, frame.function, frame.regions as usize);
        self.memory.log.truncate(regions);
        self.memory.note_watching();
        if forget {
            self.forget_changed(base, function, &point.registers);
        }
        self.registers[point.result as usize] = value;
        Ok(())
    }

    /// Automatic variables that changed since `setjmp` have no value any more, unless they are volatile (C11 7.13.2.1p3).
    fn forget_changed(&mut self, base: usize, function: u32, before: &[u64]) {
        let code = &self.image.functions[function as usize].code;
        for &(flag, value, slots) in &code.flagged {
            let (value, slots) = (usize::from(value), usize::from(slots));
            let now = &self.registers[base + value..base + value + slots];
            if now != &before[value..value + slots] && before[usize::from(flag)] != 0 {
                self.registers[base + usize::from(flag)] = 0;
            }
        }
    }
}
