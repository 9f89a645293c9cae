//! What a call of a nested function uses of the calls of the functions around it.

use super::Machine;
use super::jump::Landing;
use crate::code::{Outer, Published};
use crate::memory::{Pointer, Provenance};
use crate::outcome::{Run, unsupported};

impl Machine<'_> {
    /// The call that has just begun was made by way of the function in `slot`: if that is a nested one, it belongs to the
    /// call that the slot is an object of.
    pub(super) fn enter_chain(&mut self, slot: u32) {
        if slot & Provenance::STACK == 0 {
            return;
        }
        let slot = slot & !Provenance::STACK;
        let Some((last, outer)) = self.frames.split_last_mut() else { return };
        let holder = outer.partition_point(|frame| frame.slots <= slot);
        last.chain = holder.checked_sub(1).map_or(0, |index| outer[index].serial);
    }

    /// The index of the call that something belongs to.
    fn outer_frame(&self, level: u16) -> Option<usize> {
        let mut index = self.frames.len().checked_sub(1)?;
        for _ in 0..level {
            let chain = self.frames[index].chain;
            index = self.frames.binary_search_by_key(&chain, |frame| frame.serial).ok()?;
        }
        Some(index)
    }

    /// What a call publishes under a name.
    fn published(&self, index: usize, what: Published) -> Option<u32> {
        let published = &self.image.functions[self.frames[index].function as usize].code.published;
        published.iter().find(|(known, _)| *known == what).map(|&(_, value)| value)
    }

    /// A pointer to an object of a call around.
    pub(super) fn outer_object(&self, outer: Outer) -> Run<Pointer> {
        let found = self.outer_frame(outer.level).and_then(|index| Some((index, self.published(index, outer.what)?)));
        match found {
            Some((index, object)) => {
                Ok(self.memory.pointer_to((self.frames[index].slots + object) | Provenance::STACK))
            }
            None => unsupported("a variable of a function around that is not in memory"),
        }
    }

    /// The register with the bound of an array type of a call around, from the inside out.
    pub(super) fn outer_bound(&self, outer: Outer) -> Run<usize> {
        let mut level = outer.level;
        while let Some(index) = self.outer_frame(level) {
            if let Some(register) = self.published(index, outer.what) {
                return Ok((self.frames[index].base + register) as usize);
            }
            level += 1;
        }
        unsupported("an array bound of a function around")
    }

    /// Ends calls until the one with the label is the last, and goes on there.
    pub(super) fn outer_goto(&mut self, outer: Outer) -> Run<()> {
        let found = self.outer_frame(outer.level).and_then(|index| Some((index, self.published(index, outer.what)?)));
        let Some((index, pc)) = found else { return unsupported("a jump to a label of a function around") };
        self.jump_to(Landing::label(index, pc))
    }
}
