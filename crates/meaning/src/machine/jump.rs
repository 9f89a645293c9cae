//! `setjmp` and `longjmp` (C11 7.13), and where jumps out of calls land.

use super::Machine;
use super::start::EXIT;
use crate::library::COMPARISON;
use crate::memory::{Pointer, Provenance, Sort};
use crate::outcome::{Reason, Run, undefined, unsupported};
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

/// Where a jump out of calls leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Landing {
    /// The call, by its number among those that are active.
    pub(super) depth: usize,
    pc: u32,
    arrival: Option<Arrival>,
}

impl Landing {
    /// At a label of that call.
    pub(super) fn label(depth: usize, pc: u32) -> Landing {
        Landing { depth, pc, arrival: None }
    }
}

/// What `longjmp` does when it arrives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Arrival {
    point: u32,
    value: u64,
    forget: bool,
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
        self.jump_to(Landing { depth, pc: point.pc, arrival: Some(Arrival { point: index, value, forget }) })
    }

    /// Ends calls until the one where the jump lands is the last, and goes on there. What the library was doing ends as well:
    /// `qsort` can be left by way of the comparison function.
    pub(super) fn jump_to(&mut self, landing: Landing) -> Run<()> {
        self.memory.site = self.site();
        let mut left = self.library.callers.iter().filter(|&&(floor, _)| landing.depth < floor).peekable();
        if left.peek().is_none() {
            self.land(landing);
            return Ok(());
        }
        match left.find(|&&(_, who)| who != COMPARISON) {
            Some(&(_, EXIT)) => undefined(Kind::LibraryPrecondition, "a jump out of a function that exit has called"),
            Some((_, who)) => unsupported(format!("a jump out of a function that the library calls for {who}")),
            None => Err(Box::new(Reason::Jump(landing))),
        }
    }

    /// Goes on where a jump leads.
    pub(super) fn land(&mut self, landing: Landing) {
        let Landing { depth, pc, arrival } = landing;
        self.note_left_operands(depth);
        while self.library.callers.pop_if(|(floor, _)| *floor > depth).is_some() {
            self.end_library_call();
        }
        while self.frames.len() > depth + 1 {
            self.drop_frame();
        }
        let frame = self.frames.last_mut().expect("the call that a jump leads to is active");
        frame.pc = pc;
        let (base, function, regions) = (frame.base as usize, frame.function, frame.regions as usize);
        self.memory.log.truncate(regions);
        self.memory.note_watching();
        if let Some(Arrival { point, value, forget }) = arrival {
            let point = self.jumps[point as usize].clone();
            if forget {
                self.forget_changed(base, function, &point.registers);
            }
            self.registers[point.result as usize] = value;
        }
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
