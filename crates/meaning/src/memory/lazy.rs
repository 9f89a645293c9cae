//! Memory that comes to be when it is touched.
//!
//! A byte of an object never has a shadow of 0, so a 0 says that the byte is not there yet: nobody has accessed it since
//! the program started, or since a large block was allocated. The frequent accesses compare the shadow with a pattern, which
//! a 0 never is, and go the long way; there a whole [chunk](CHUNK) is made. So a run costs what it touches, however much a
//! program declares or allocates.
//!
//! What the initialisers of static objects have written is kept in the image when it is run again: see [`Start`].

use rustc_hash::FxHashMap;

use super::tag::{FREE, INIT};
use super::{Alloc, Memory, State, Touched, journal};
use crate::image::{Image, Static};
use crate::settings::Settings;

/// Bytes that are made together. A multiple of what the undo log saves together: so those bytes are there or not as a whole.
pub(super) const CHUNK: usize = 1024;
const _: () = assert!(CHUNK.is_multiple_of(journal::BLOCK));

/// The chunks in the middle of a large block of the heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct LargeBlock {
    first: u32,
    end: u32,
    zeroed: bool,
}

/// A chunk as it was when the initialisers had run.
#[derive(Debug)]
struct Chunk {
    data: [u8; CHUNK],
    shadow: [u16; CHUNK],
    words: Box<[[u64; 2]]>,
}

/// Memory as it was when the initialisers had run, so that they need not run again: a run with the same settings starts
/// from here, and takes the chunks that it touches.
#[derive(Debug)]
pub(crate) struct Start {
    settings: Settings,
    chunks: FxHashMap<usize, Chunk>,
    odd: FxHashMap<u32, [u64; 2]>,
    objects: Vec<Alloc>,
    stack: Vec<Alloc>,
    states: Vec<State>,
    n_fixed: u32,
    static_end: u32,
    stack_end: u32,
    touched: Touched,
    volatiles: u64,
}

impl Start {
    /// The settings that it holds for.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }
}

impl Memory {
    /// Makes bytes of an object that are about to be accessed, if they are not there yet.
    #[inline]
    pub(crate) fn make(&mut self, image: &Image, at: usize, size: usize) {
        let is_there = match &self.shadow[at..at + size] {
            [] => true,
            // These are in two blocks at most.
            few @ [first, .., last] if few.len() <= journal::BLOCK => *first != 0 && *last != 0,
            bytes => !bytes.contains(&0),
        };
        if !is_there {
            self.make_chunks(image, at, size);
        }
    }

    #[cold]
    #[inline(never)]
    fn make_chunks(&mut self, image: &Image, at: usize, size: usize) {
        for chunk in at / CHUNK..=(at + size - 1) / CHUNK {
            if at < self.static_end as usize {
                self.make_statics(image, chunk);
            } else {
                self.make_heap(chunk);
            }
        }
    }

    fn make_heap(&mut self, chunk: usize) {
        let lo = (chunk * CHUNK) as u32;
        let next = self.large_blocks.partition_point(|block| block.first <= lo);
        let Some(block) = next.checked_sub(1).map(|index| self.large_blocks[index]) else { return };
        if lo < block.end {
            let free = if block.zeroed { FREE | INIT } else { FREE };
            let shadow = &mut self.shadow[lo as usize..lo as usize + CHUNK];
            shadow.iter_mut().filter(|shadow| **shadow == 0).for_each(|shadow| *shadow = free);
        }
    }

    fn make_statics(&mut self, image: &Image, chunk: usize) {
        if self.is_resumed
            && let Some(start) = image.starts.get()
            && let Some(kept) = start.chunks.get(&chunk)
        {
            self.put_chunk(chunk * CHUNK, kept);
            return;
        }
        self.made.push(chunk);
        let (start, end) = (chunk * CHUNK, (chunk + 1) * CHUNK);
        let fixed = &self.objects[1..=self.n_fixed as usize];
        // Their places ascend or descend.
        let (first, last) = if self.is_other_choice() {
            (
                fixed.partition_point(|object| object.lo as usize >= end),
                fixed.partition_point(|object| object.hi as usize > start),
            )
        } else {
            (
                fixed.partition_point(|object| object.hi as usize <= start),
                fixed.partition_point(|object| (object.lo as usize) < end),
            )
        };
        for slot in first + 1..=last {
            let Alloc { lo, hi, .. } = self.objects[slot];
            let (from, to) = (start.max(lo as usize), end.min(hi as usize));
            self.give_value(&image.statics[slot - 1], from, to, lo as usize);
        }
    }

    /// Gives bytes of a static object, which starts at `lo`, the value of zeros or bytes that it starts with.
    pub(crate) fn give_value(&mut self, object: &Static, from: usize, to: usize, lo: usize) {
        let mut shadow = [0; CHUNK];
        for at in (from..to).step_by(CHUNK) {
            let shadow = &mut shadow[..CHUNK.min(to - at)];
            object.template.fill((at - lo) as u64, shadow);
            let bytes = object.bytes.get(at - lo..).unwrap_or_default().iter().chain(std::iter::repeat(&0));
            let there = self.shadow[at..].iter_mut().zip(&mut self.data[at..]);
            for ((shadow, data), (&new, &byte)) in there.zip(shadow.iter().zip(bytes)) {
                if *shadow == 0 {
                    (*shadow, *data) = (new | INIT, byte);
                }
            }
        }
    }

    fn put_chunk(&mut self, at: usize, kept: &Chunk) {
        let word = self.word as usize;
        let words = &mut self.words[at / word..];
        for (index, (to, from)) in words.iter_mut().zip(&kept.words).enumerate() {
            if self.shadow[at + index * word] == 0 {
                *to = *from;
            }
        }
        let there = self.shadow[at..].iter_mut().zip(&mut self.data[at..]);
        for ((shadow, data), (new, byte)) in there.zip(kept.shadow.iter().zip(&kept.data)) {
            if *shadow == 0 {
                (*shadow, *data) = (*new, *byte);
            }
        }
    }
}

/// Large blocks of the heap.
impl Memory {
    /// The bytes of a new block have no value, or are zero. Where they have never been used before, what is in the middle
    /// of a large block is made when it is touched.
    pub(super) fn fill_heap(&mut self, lo: u32, hi: u32, zeroed: bool, fresh: bool) {
        let first = lo.next_multiple_of(CHUNK as u32);
        let end = hi / CHUNK as u32 * CHUNK as u32;
        if !fresh || first >= end {
            return self.fill_now(lo, hi, zeroed);
        }
        self.fill_now(lo, first, zeroed);
        self.fill_now(end, hi, zeroed);
        self.large_blocks.push(LargeBlock { first, end, zeroed });
    }

    fn fill_now(&mut self, lo: u32, hi: u32, zeroed: bool) {
        let (lo, hi) = (lo as usize, hi as usize);
        self.touch(lo, hi - lo);
        self.shadow[lo..hi].fill(if zeroed { FREE | INIT } else { FREE });
        if zeroed {
            self.data[lo..hi].fill(0);
        }
    }

    /// Forgets blocks that do not exist any more, because memory went back to a time before them.
    pub(super) fn forget_large_blocks(&mut self) {
        let top = self.heap_top;
        while self.large_blocks.pop_if(|block| block.first >= top).is_some() {}
    }
}

/// Starting again.
impl Memory {
    /// Keeps memory as it is, for runs with the same settings.
    pub(crate) fn keep(&self, settings: &Settings) -> Start {
        let word = self.word as usize;
        let chunk = |at: usize| Chunk {
            data: std::array::from_fn(|index| self.data[at + index]),
            shadow: std::array::from_fn(|index| self.shadow[at + index]),
            words: self.words[at / word..(at + CHUNK) / word].into(),
        };
        Start {
            settings: *settings,
            chunks: self.made.iter().map(|&number| (number, chunk(number * CHUNK))).collect(),
            odd: self.odd.clone(),
            objects: self.objects.clone(),
            stack: self.stack.clone(),
            states: self.states.clone(),
            n_fixed: self.n_fixed,
            static_end: self.static_end,
            stack_end: self.stack_end,
            touched: self.touched,
            volatiles: self.volatiles,
        }
    }

    /// Whether this began where the initialisers have run.
    pub(crate) fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Begins where the initialisers have run.
    pub(crate) fn resume(&mut self, start: &Start) {
        self.is_resumed = true;
        self.odd.clone_from(&start.odd);
        self.objects.clone_from(&start.objects);
        self.stack.clone_from(&start.stack);
        self.states.clone_from(&start.states);
        self.n_fixed = start.n_fixed;
        self.static_end = start.static_end;
        self.stack_end = start.stack_end;
        self.heap_top = start.stack_end;
        self.touched = start.touched;
        self.volatiles = start.volatiles;
    }
}
