//! The heap: `malloc`, `realloc` and `free`.

use std::collections::BTreeMap;

use super::{Alloc, Memory, Pointer, Provenance, Sort, align_up, flag};
use crate::image::Image;
use crate::outcome::{Limit, Run, limit};
use crate::undefined::Kind;

/// Blocks that were freed, by size. They are used again only when nothing else is left, so that an address rarely comes
/// back while an old pointer to it is around.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    free: BTreeMap<u32, Vec<u32>>,
    /// Room that was left before the last block, for one of the same size.
    below: Option<(u32, u64)>,
    /// How many blocks there were.
    count: u64,
    /// Bytes of objects that are on pages that are not there: from, and behind the last.
    gaps: Vec<(u32, u32)>,
}

impl Heap {
    /// Whether some of these bytes are on a page that is not there.
    pub(super) fn has_gap(&self, at: u32, size: u32) -> bool {
        self.gaps.iter().any(|&(from, end)| at < end && from < at.saturating_add(size))
    }
}

/// Blocks up to this size may change places.
const SMALL: u64 = 4096;

impl Memory {
    /// Allocates an object without a declared type. Its bytes have no value, or are zero.
    pub fn allocate(&mut self, size: u64, align: u64, zeroed: bool) -> Run<Pointer> {
        let room = align_up(size + 1, 16);
        self.heap.count += 1;
        if let Some(lo) = self.heap.below.take().and_then(|(lo, below)| (below == room && align <= 16).then_some(lo)) {
            return Ok(self.allocated(lo, size, zeroed, false));
        }
        let start = align_up(u64::from(self.heap_top), align.max(16));
        let fresh = start + room <= u64::from(self.arena_end);
        let lo = if fresh {
            self.heap_top = (start + room) as u32;
            start as u32
        } else {
            match self.reuse(room, align) {
                Some(lo) => lo,
                None => return limit(Limit::Memory),
            }
        };
        // With other choices, the next block of the same size comes before this one: the first and the second change places,
        // or the second and the third.
        let above = start + room;
        let swaps = self.is_other_choice() && (self.heap.count ^ self.first_seed()) & 1 != 0;
        if fresh && swaps && room <= SMALL && align <= 16 && above + room <= u64::from(self.arena_end) {
            self.heap_top = (above + room) as u32;
            self.heap.below = Some((lo, room));
            return Ok(self.allocated(above as u32, size, zeroed, false));
        }
        Ok(self.allocated(lo, size, zeroed, fresh))
    }

    fn allocated(&mut self, lo: u32, size: u64, zeroed: bool, fresh: bool) -> Pointer {
        let hi = lo + size as u32;
        self.fill_heap(lo, hi, zeroed, fresh);
        let slot = self.push_object(Alloc { lo, hi, sort: Sort::Heap, born: self.site, ..Alloc::NONE }, 0);
        self.pointer_to(slot)
    }

    fn reuse(&mut self, room: u64, align: u64) -> Option<u32> {
        let room = u32::try_from(room).ok()?;
        let aligned = |lo: &u32| u64::from(*lo) % align.max(1) == 0;
        let size = self.heap.free.range(room..).find(|(_, list)| list.iter().any(aligned)).map(|(&size, _)| size)?;
        let list = self.heap.free.get_mut(&size)?;
        let index = list.iter().position(aligned)?;
        let lo = list.swap_remove(index);
        if list.is_empty() {
            self.heap.free.remove(&size);
        }
        Some(lo)
    }

    /// Checks that a pointer can be given to `free` or `realloc`.
    pub fn check_heap(&mut self, image: &Image, pointer: Pointer, function: &str) -> Run<()> {
        let alloc = *self.alloc(pointer.prov.slot());
        if pointer.has_object() && !self.is_live(pointer.prov) {
            let kind = match pointer.prov.slot() & Provenance::STACK {
                0 => Kind::DoubleFree,
                _ => Kind::DanglingPointer,
            };
            return Err(self.fault(image, kind, format!("{function} of memory that was freed before"), pointer));
        }
        if alloc.sort != Sort::Heap || self.offset_of(pointer.addr) != u64::from(alloc.lo) {
            let words = format!("{function} of a pointer that does not come from an allocation function");
            return Err(self.fault(image, Kind::BadFree, words, pointer));
        }
        Ok(())
    }

    /// Takes pages of an object away.
    pub(crate) fn take_away(&mut self, pointer: Pointer, size: u64) {
        let from = self.offset_of(pointer.addr) as u32;
        self.touch_alloc(pointer.prov.slot());
        self.heap.gaps.push((from, from + size as u32));
        self.set_flags(pointer.prov.slot(), flag::GAPS);
    }

    /// Gives pages of an object back that were taken away.
    pub(crate) fn give_back(&mut self, pointer: Pointer, size: u64) {
        let from = self.offset_of(pointer.addr) as u32;
        let end = from + size as u32;
        let gaps = std::mem::take(&mut self.heap.gaps);
        let parts = gaps.into_iter().flat_map(|(lo, hi)| [(lo, hi.min(from)), (lo.max(end), hi)]);
        self.heap.gaps = parts.filter(|(lo, hi)| lo < hi).collect();
    }

    /// `free` of a pointer that is not null.
    pub fn free(&mut self, image: &Image, pointer: Pointer) -> Run<()> {
        self.check_heap(image, pointer, "free")?;
        let slot = pointer.prov.slot();
        let alloc = *self.alloc(slot);
        if self.log.is_on() {
            self.log.access(slot, alloc.lo, alloc.hi - alloc.lo, true);
        }
        let room = align_up(u64::from(alloc.hi - alloc.lo) + 1, 16) as u32;
        self.heap.free.entry(room).or_default().push(alloc.lo);
        self.end(slot);
        Ok(())
    }
}
