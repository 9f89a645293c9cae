//! The undo log: what memory was before it changed.
//!
//! While the log is on, everything that is about to change is written down once per epoch, in blocks of bytes with their
//! shadows and the pointers in them, and entries of the tables of objects. A [`Mark`] is a point in the log; [`Memory::undo`]
//! brings memory back to it. So stepping back by one expression and going back to a snapshot of long ago are the same thing.

use super::heap::Heap;
use super::{Alloc, Memory, Provenance, State, Touched, state_index};

/// Bytes that are saved together.
pub(super) const BLOCK: usize = 64;
/// Pointers in a block: there are fewer where they are longer than two bytes.
const WORDS: usize = BLOCK / 2;

/// A block as it was.
#[derive(Clone, Debug)]
struct SavedBlock {
    block: u32,
    data: [u8; BLOCK],
    shadow: [u16; BLOCK],
    words: Box<[[u64; 2]]>,
}

/// What has changed since the log is on.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    on: bool,
    epoch: u32,
    /// The epoch in which each block was saved last.
    saved_in: Vec<u32>,
    blocks: Vec<SavedBlock>,
    allocs: Vec<(u32, Alloc, State)>,
    odd: Vec<(u32, Option<[u64; 2]>)>,
}

/// A state of memory that can be gone back to.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    blocks: usize,
    allocs: usize,
    odd: usize,
    slots: u32,
    objects: usize,
    heap_top: u32,
    heap: Heap,
    touched: Touched,
    volatiles: u64,
}

impl Journal {
    /// Whether changes have to be written down.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.on
    }
}

impl Memory {
    /// Writes changes down from here on.
    pub(crate) fn start_journal(&mut self) {
        self.journal.on = true;
        self.journal.epoch = 1;
        self.journal.saved_in = vec![0; self.data.len().div_ceil(BLOCK)];
        self.note_watching();
    }

    /// Stops for a change that is not to be undone; gives whether the log was on.
    pub(crate) fn pause_journal(&mut self, on: bool) -> bool {
        let was_on = std::mem::replace(&mut self.journal.on, on);
        self.note_watching();
        was_on
    }

    /// The state at hand, to go back to.
    pub(crate) fn mark(&mut self) -> Mark {
        self.journal.epoch += 1;
        Mark {
            blocks: self.journal.blocks.len(),
            allocs: self.journal.allocs.len(),
            odd: self.journal.odd.len(),
            slots: self.slots,
            objects: self.objects.len(),
            heap_top: self.heap_top,
            heap: self.heap.clone(),
            touched: self.touched,
            volatiles: self.volatiles,
        }
    }

    /// Bytes are about to change.
    #[inline]
    pub(crate) fn touch(&mut self, at: usize, size: usize) {
        if self.journal.on && size > 0 {
            for block in at / BLOCK..=(at + size - 1) / BLOCK {
                self.save_block(block);
            }
        }
    }

    #[cold]
    fn save_block(&mut self, block: usize) {
        if self.journal.saved_in[block] == self.journal.epoch {
            return;
        }
        self.journal.saved_in[block] = self.journal.epoch;
        let start = block * BLOCK;
        let end = (start + BLOCK).min(self.data.len());
        let mut saved = SavedBlock {
            block: block as u32,
            data: [0; BLOCK],
            shadow: [0; BLOCK],
            words: self.words_of(block).into(),
        };
        saved.data[..end - start].copy_from_slice(&self.data[start..end]);
        saved.shadow[..end - start].copy_from_slice(&self.shadow[start..end]);
        self.journal.blocks.push(saved);
    }

    fn words_of(&self, block: usize) -> &[[u64; 2]] {
        let per_block = BLOCK / self.word as usize;
        debug_assert!(per_block <= WORDS, "a pointer has two bytes or more");
        let start = block * per_block;
        &self.words[start..(start + per_block).min(self.words.len())]
    }

    /// An entry of the tables of objects is about to change.
    #[inline]
    pub(crate) fn touch_alloc(&mut self, slot: u32) {
        if self.journal.on {
            let (old, state) = (*self.alloc(slot), self.states[state_index(slot)]);
            self.journal.allocs.push((slot, old, state));
        }
    }

    /// The provenance of a pointer that is not aligned is about to change.
    pub(crate) fn touch_odd(&mut self, at: u32) {
        if self.journal.on {
            let old = self.odd.get(&at).copied();
            self.journal.odd.push((at, old));
        }
    }

    /// Everything is again as it was at a mark.
    pub(crate) fn undo(&mut self, mark: &Mark) {
        let per_block = BLOCK / self.word as usize;
        for saved in self.journal.blocks.drain(mark.blocks..).rev() {
            let start = saved.block as usize * BLOCK;
            let end = (start + BLOCK).min(self.data.len());
            self.data[start..end].copy_from_slice(&saved.data[..end - start]);
            self.shadow[start..end].copy_from_slice(&saved.shadow[..end - start]);
            let words = saved.block as usize * per_block;
            self.words[words..words + saved.words.len()].copy_from_slice(&saved.words);
        }
        // What is saved from here on is saved anew.
        self.journal.epoch += 1;
        for (slot, old, state) in self.journal.allocs.drain(mark.allocs..).rev() {
            self.states[state_index(slot)] = state;
            if slot & Provenance::STACK == 0 {
                self.objects[slot as usize] = old;
            } else {
                self.stack[(slot & !Provenance::STACK) as usize] = old;
            }
        }
        for (at, old) in self.journal.odd.drain(mark.odd..).rev() {
            match old {
                Some(old) => drop(self.odd.insert(at, old)),
                None => drop(self.odd.remove(&at)),
            }
        }
        self.slots = mark.slots;
        self.objects.truncate(mark.objects);
        self.heap_top = mark.heap_top;
        self.forget_large_blocks();
        self.heap = mark.heap.clone();
        self.touched = mark.touched;
        self.volatiles = mark.volatiles;
    }
}
