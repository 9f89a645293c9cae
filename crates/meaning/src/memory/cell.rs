//! Reading and writing the scalars that programs are made of, when all is well with them.
//!
//! A cell is a scalar of 1, 2, 4 or 8 bytes at an address that is a multiple of its size, through an lvalue that is not
//! volatile. What an access has to check is the same as ever (see [`access`](super::access)); here it is a handful of
//! comparisons with what is known of the access beforehand. Whatever does not pass goes the long way, which decides.

use super::access::Access;
use super::tag::{ANY, FREE, INIT, PARTIAL};
use super::{Alloc, Memory, Pointer, Provenance, Range, flag, state_index};
use crate::code::{CopyRule, Elem, Grid};
use crate::image::Image;
use crate::outcome::Run;

/// Where accesses are entered somewhere: no state of an object has this bit.
const WATCHED: u32 = 1 << 31;

/// Bytes of the largest cell.
const LARGEST: u32 = 8;

impl Elem {
    /// Whether the cell of every element is as far from the start of the array as a multiple of its size.
    pub fn is_regular(&self) -> bool {
        let cell = u32::from(self.access.size).max(1);
        self.size.is_multiple_of(cell) && self.bytes.is_multiple_of(cell)
    }
}

/// A part of a static object, whose place does not change while the program runs.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    /// Which symbol of the function it is.
    pub symbol: u32,
    slot: u32,
    offset: u32,
    /// Its object. Nothing, if there is more to know of it.
    range: Range,
    /// It can be written.
    is_open: bool,
}

impl Base {
    #[inline(always)]
    fn is_open(&self, write: bool) -> bool {
        !write || self.is_open
    }

    /// The spot, if there is nothing more to know of the object.
    #[inline(always)]
    pub fn spot(&self) -> Option<Spot> {
        let spot = Spot { offset: self.offset.into(), prov: Provenance::new(self.slot, 0), range: self.range };
        (self.range.hi() != 0).then_some(spot)
    }
}

/// Where an access leads: an offset in the arena, what it is derived from, and how far it may go.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Offset of the first byte. Anything, if it leads nowhere.
    pub offset: u64,
    /// The object.
    pub prov: Provenance,
    /// The bytes that can be reached.
    pub range: Range,
}

impl Spot {
    /// Some bytes further.
    #[inline(always)]
    #[must_use]
    pub fn moved(self, bytes: i32) -> Spot {
        Spot { offset: self.offset.wrapping_add_signed(bytes.into()), ..self }
    }
}

impl Access {
    /// Whether this is the access of a cell of `size` bytes.
    pub fn is_cell(&self, size: u8) -> bool {
        let whole = self.size == size && self.align == size && !self.volatile;
        // Characters are of any type; nothing else is, so that the shadow of bytes that are not there yet is never the one expected.
        whole && (size == 1) == (self.tag == ANY)
    }
}

impl Memory {
    /// Where a pointer leads.
    #[inline(always)]
    pub fn spot(&self, pointer: Pointer) -> Spot {
        Spot { offset: self.offset_of(pointer.addr), prov: pointer.prov, range: pointer.range }
    }

    /// A byte of the object in a slot, from which all of it can be reached.
    #[inline(always)]
    pub fn spot_of(&self, slot: u32, bytes: u32) -> Spot {
        let alloc = self.alloc(slot);
        let prov = Provenance::new(slot, self.generation(slot));
        Spot { offset: u64::from(alloc.lo) + u64::from(bytes), prov, range: Range::new(alloc.lo, alloc.hi) }
    }

    /// The pointer to a spot.
    #[inline(always)]
    pub fn pointer_at_spot(&self, spot: Spot) -> Pointer {
        Pointer { addr: self.base.wrapping_add(spot.offset), prov: spot.prov, range: spot.range }
    }

    /// Where a cell of `N` bytes is that a pointer leads to, if there is nothing to look at but its shadow, and nobody is
    /// watching.
    #[inline(always)]
    pub fn cell<const N: usize>(&self, spot: Spot, write: bool) -> Option<usize> {
        debug_assert_eq!(self.watched != 0, self.is_watching(), "what is on is noted");
        let at = fitting::<N>(spot.offset, spot.range)?;
        self.is_well(spot.prov, write, self.watched).then_some(at)
    }

    /// The same for a cell of an element.
    #[inline(always)]
    pub fn element<const N: usize>(&self, spot: Spot, index: u64, elem: &Elem, write: bool) -> Option<usize> {
        let at = element::<N>(spot.offset, spot.range, index, elem)?;
        self.is_well(spot.prov, write, self.watched).then_some(at)
    }

    /// The same as [`Memory::cell`], whoever is watching.
    fn watched_cell<const N: usize>(&self, spot: Spot, write: bool) -> Option<usize> {
        let at = fitting::<N>(spot.offset, spot.range)?;
        self.is_well(spot.prov, write, 0).then_some(at)
    }

    /// Where an object as large as a rule says is, under the same conditions as a cell.
    #[inline]
    pub(crate) fn object_at(&self, spot: Spot, rule: &CopyRule, write: bool) -> Option<usize> {
        let Spot { offset, prov, range } = spot;
        let fits = offset as i64 >= range.lo() as i64 && offset as i64 <= range.hi() as i64 - i64::from(rule.size);
        let is_aligned = offset & (u64::from(rule.align) - 1) == 0;
        (fits && is_aligned && self.is_well(prov, write, self.watched)).then_some(offset as usize)
    }

    #[inline(always)]
    fn is_well(&self, prov: Provenance, write: bool, watched: u32) -> bool {
        let state = self.states.get(state_index(prov.slot()));
        let expected = u32::from(prov.generation()) | watched;
        state.is_some_and(|state| expected == if write { state.to_write } else { state.to_read })
    }

    /// Where a cell of a static object is.
    #[inline(always)]
    pub fn named_cell<const N: usize>(&self, base: &Base, bytes: i32, write: bool) -> Option<usize> {
        let offset = u64::from(base.offset).wrapping_add_signed(bytes.into());
        fitting::<N>(offset, base.range).filter(|_| base.is_open(write) && self.watched == 0)
    }

    /// Where a cell of an element of a static object is.
    #[inline(always)]
    pub fn named_element<const N: usize>(&self, base: &Base, index: u64, elem: &Elem, write: bool) -> Option<usize> {
        let at = element_behind::<N>(base.offset.into(), base.range.hi(), index, elem);
        at.filter(|_| base.is_open(write) && self.watched == 0)
    }

    /// Where a cell of an element, numbered `b`, of an inner array, numbered `a`, of a static object is.
    #[inline(always)]
    pub fn grid<const N: usize>(&self, base: &Base, (a, b): (u64, u64), grid: &Grid, write: bool) -> Option<usize> {
        let row = u64::from(base.offset).wrapping_add(a.wrapping_mul(grid.row.into()));
        let is_inside = a < 1 << 31 && row as i64 <= base.range.hi() as i64 - i64::from(grid.row);
        is_inside.then_some(())?;
        let at = element_behind::<N>(0, grid.row.into(), b, &grid.elem)?;
        (base.is_open(write) && self.watched == 0).then_some(row as u32 as usize + at)
    }

    /// Where a cell of an object of a frame is: it is known to be part of it, and that it can be read and written.
    #[inline(always)]
    pub fn own_cell(&self, slot: u32, bytes: i32) -> Option<usize> {
        let lo = self.stack.get(slot as usize)?.lo;
        (slot >= self.unwatched).then_some(lo.wrapping_add_signed(bytes) as usize)
    }

    /// Where a cell of an element of such an object is.
    #[inline(always)]
    pub fn own_element<const N: usize>(&self, slot: u32, index: u64, elem: &Elem) -> Option<usize> {
        let alloc = self.stack.get(slot as usize)?;
        let at = element_behind::<N>(alloc.lo.into(), alloc.hi.into(), index, elem);
        at.filter(|_| slot >= self.unwatched)
    }

    /// What the symbols of a function's code lead to.
    #[cold]
    pub(crate) fn bases(&self, image: &Image, function: u32) -> Box<[Base]> {
        let base = |(symbol, &(slot, bytes)): (u32, &(u32, u32))| {
            let object = slot.checked_sub(1).and_then(|index| image.statics.get(index as usize));
            // Where there is room for more of them, not all stay where they are.
            let stays = slot <= self.n_fixed && !self.has_room_for_statics();
            let is_plain = bytes % LARGEST == 0;
            match object.filter(|object| stays && is_plain && object.flags & !flag::READ_ONLY == 0) {
                Some(object) => {
                    let Alloc { lo, hi, .. } = *self.alloc(slot);
                    Base { symbol, slot, offset: lo + bytes, range: Range::new(lo, hi), is_open: object.flags == 0 }
                }
                None => Base { symbol, slot, offset: 0, range: Range::new(0, 0), is_open: false },
            }
        };
        (0..).zip(image.symbols(function)).map(base).collect()
    }

    /// Notes whether accesses are entered anywhere, whenever that may have changed.
    #[inline]
    pub(crate) fn note_watching(&mut self) {
        self.watched = if self.is_watching() { WATCHED } else { 0 };
        let is_log_alone = !self.restricts.is_on() && !self.journal.is_on();
        self.unwatched = if is_log_alone { self.log.inner_slots() } else { u32::MAX };
    }

    /// Enters an access that nothing is wrong with.
    #[cold]
    #[inline(never)]
    fn watch(&mut self, prov: Provenance, at: usize, size: u32, write: bool) -> Run<()> {
        if self.unwatched != u32::MAX {
            self.log.access_cell(prov.slot(), at as u32, size, write);
            return Ok(());
        }
        if write {
            self.touch(at, size as usize);
        }
        if self.restricts.is_on() {
            // Objects with a property do not come here.
            let bits = (prov.slot(), at as u64 * 8, u64::from(size) * 8);
            self.restricts.access(prov.restrict(), bits, write, false)?;
        }
        self.log.access(prov.slot(), at as u32, size, write);
        Ok(())
    }

    /// Reads a cell of `N` bytes, zero-extended, if it has a value of the type of the access, whose pattern is asked for where
    /// it matters.
    #[inline(always)]
    pub fn read<const N: usize>(&self, at: usize, pattern: impl FnOnce() -> u64) -> Option<u64> {
        let bytes = self.data.get(at..at + N)?;
        let shadow = self.shadow.get(at..at + N)?;
        let mut value = [0; 8];
        value[..N].copy_from_slice(bytes);
        can_be_read::<N>(shadow, pattern).then_some(u64::from_le_bytes(value))
    }

    /// The long way. The parts of the spot come one by one, so that they stay in registers where this is not called.
    #[cold]
    #[inline(never)]
    pub fn load_slowly<const N: usize>(
        &mut self,
        image: &Image,
        offset: u64,
        prov: Provenance,
        range: Range,
        access: &Access,
    ) -> Run<u64> {
        let spot = Spot { offset, prov, range };
        if let Some(at) = self.watched_cell::<N>(spot, false)
            && (can_be_read::<N>(&self.shadow[at..at + N], || access.pattern) || self.can_be_read_as::<N>(at, access))
        {
            if self.is_watching() {
                self.watch(prov, at, N as u32, false)?;
            }
            let mut value = [0; 8];
            value[..N].copy_from_slice(&self.data[at..at + N]);
            return Ok(u64::from_le_bytes(value));
        }
        self.load(image, self.pointer_at_spot(spot), access)
    }

    /// Whether bytes have a value of a type that is known to go with the access: a member of a structure, through a pointer
    /// to the type of the member.
    fn can_be_read_as<const N: usize>(&self, at: usize, access: &Access) -> bool {
        let first = self.shadow[at] & !FREE;
        let alike = can_be_read::<N>(&self.shadow[at..at + N], || splat(first));
        alike && first & INIT != 0 && self.is_known_to_go_with(first, access)
    }

    /// Writes a cell of `N` bytes, if its bytes have the type of the access.
    #[inline(always)]
    pub fn write<const N: usize>(&mut self, at: usize, pattern: impl FnOnce() -> u64, value: u64) -> Option<()> {
        let bytes = self.data.get_mut(at..at + N)?;
        let shadow = self.shadow.get_mut(at..at + N)?;
        can_be_written::<N>(shadow, pattern).then(|| bytes.copy_from_slice(&value.to_le_bytes()[..N]))
    }

    /// The long way.
    #[cold]
    #[inline(never)]
    pub fn store_slowly<const N: usize>(
        &mut self,
        image: &Image,
        offset: u64,
        prov: Provenance,
        range: Range,
        access: &Access,
        value: u64,
    ) -> Run<()> {
        let spot = Spot { offset, prov, range };
        if let Some(at) = self.watched_cell::<N>(spot, true) {
            if self.is_watching() {
                self.watch(prov, at, N as u32, true)?;
            }
            let can_be_written = can_be_written::<N>(&mut self.shadow[at..at + N], || access.pattern);
            let shadow = if can_be_written { None } else { self.written_as(at, N, access) };
            if let Some(shadow) = shadow {
                self.shadow[at..at + N].fill(shadow);
            }
            if can_be_written || shadow.is_some() {
                self.data[at..at + N].copy_from_slice(&value.to_le_bytes()[..N]);
                return Ok(());
            }
        }
        self.store(image, self.pointer_at_spot(spot), access, value)
    }

    /// The shadow that bytes get by a write, if they are all alike: without a declared type that of the access, else their own,
    /// if it is known to go with the access.
    pub(super) fn written_as(&self, at: usize, size: usize, access: &Access) -> Option<u16> {
        let first = self.shadow[at];
        let alike = self.shadow[at..at + size].iter().all(|&shadow| shadow == first);
        match first {
            0 => None,
            _ if !alike || first & PARTIAL != 0 => None,
            free if free & FREE != 0 && access.tag != ANY => Some(INIT | FREE | access.tag),
            shadow => (shadow & FREE != 0 || self.is_known_to_go_with(shadow, access)).then_some(INIT | shadow),
        }
    }

    /// Copies a character, whether it has a value or not: how bytes are copied by hand (C11 6.2.6.1p4). With `region`, the
    /// store is another operand than what it stores.
    #[inline(never)]
    pub fn copy_character(&mut self, image: &Image, to: Pointer, from: Pointer, region: bool) -> Run<()> {
        if let Some(source) = self.cell::<1>(self.spot(from), false)
            && let Some(target) = self.cell::<1>(self.spot(to), true)
            && self.shadow[source] & INIT != 0
            && self.shadow[target] as i16 > 0
        {
            self.data[target] = self.data[source];
            self.shadow[target] |= INIT;
            return Ok(());
        }
        self.copy_character_slowly(image, to, from, region)
    }

    #[cold]
    #[inline(never)]
    fn copy_character_slowly(&mut self, image: &Image, to: Pointer, from: Pointer, region: bool) -> Run<()> {
        let source = self.checked(image, from, &Access::BYTE, false)?;
        if region {
            self.log.next();
        }
        if self.shadow[source] & INIT != 0 {
            let value = self.data[source];
            return self.store(image, to, &Access::BYTE, value.into());
        }
        let target = self.checked(image, to, &Access::BYTE, true)?;
        self.copy_raw(target, source, 1);
        Ok(())
    }

    /// Reads a pointer of 8 bytes, if that is simple.
    #[inline(always)]
    pub fn read_pointer(&self, at: usize, pattern: impl FnOnce() -> u64) -> Option<Pointer> {
        let addr = self.read::<8>(at, pattern)?;
        let &[prov, range] = self.words.get(at / 8)?;
        let range = Range(range);
        let offset = self.offset_of(addr);
        if prov as u32 != 0 && range.lo() <= offset && offset <= range.hi() {
            return Some(Pointer { addr, prov: Provenance(prov), range });
        }
        (addr == 0).then_some(Pointer::NULL)
    }

    /// The long way.
    #[cold]
    #[inline(never)]
    pub fn load_pointer_slowly(
        &mut self,
        image: &Image,
        offset: u64,
        prov: Provenance,
        range: Range,
        access: &Access,
    ) -> Run<Pointer> {
        if let Some(at) = self.watched_cell::<8>(Spot { offset, prov, range }, false)
            && let Some(pointer) = self.read_pointer(at, || access.pattern)
        {
            if self.is_watching() {
                self.watch(prov, at, 8, false)?;
            }
            return Ok(pointer);
        }
        let addr = self.load_slowly::<8>(image, offset, prov, range, access)?;
        Ok(self.pointer_at(offset as u32, addr))
    }

    /// Writes a pointer of 8 bytes.
    #[inline(always)]
    pub fn write_pointer(&mut self, at: usize, pattern: impl FnOnce() -> u64, value: Pointer) -> Option<()> {
        self.write::<8>(at, pattern, value.addr)?;
        *self.words.get_mut(at / 8)? = [value.prov.0, value.range.0];
        Some(())
    }

    /// The long way.
    #[cold]
    #[inline(never)]
    pub fn store_pointer_slowly(&mut self, image: &Image, spot: Spot, access: &Access, value: Pointer) -> Run<()> {
        self.store_slowly::<8>(image, spot.offset, spot.prov, spot.range, access, value.addr)?;
        self.set_provenance(spot.offset as u32, value);
        Ok(())
    }
}

/// Where `N` bytes at an offset are, if they are in a range and aligned.
#[inline(always)]
fn fitting<const N: usize>(offset: u64, range: Range) -> Option<usize> {
    // Offsets that lead nowhere are beyond all ranges, or negative.
    (offset as i64 >= range.lo() as i64).then_some(())?;
    below_end::<N>(offset, range)
}

/// The same for an offset that is not before the range. A number of 32 bits has room above it.
#[inline(always)]
fn below_end<const N: usize>(offset: u64, range: Range) -> Option<usize> {
    let fits = offset as i64 <= range.hi() as i64 - N as i64 && offset & (N as u64 - 1) == 0;
    fits.then_some(offset as u32 as usize)
}

/// The same for a cell of an element: both are in the range.
#[inline(always)]
fn element<const N: usize>(offset: u64, range: Range, index: u64, elem: &Elem) -> Option<usize> {
    let to = offset.wrapping_add(index.wrapping_mul(elem.size.into()));
    // In range by far, nearly always: then nothing here can overflow.
    let is_near = index < 1 << 31 && to as i64 >= range.lo() as i64;
    is_near.then_some(())?;
    below_end::<N>(to.wrapping_add(elem.bytes.into()), range)
}

/// The same from the start of an object on, or of a part of one: whoever is not behind its end is in it. Such an offset is a
/// multiple of the size of any cell, and so is what is added to it (see [`Elem::is_regular`]).
#[inline(always)]
fn element_behind<const N: usize>(start: u64, end: u64, index: u64, elem: &Elem) -> Option<usize> {
    let to = start.wrapping_add(index.wrapping_mul(elem.size.into())).wrapping_add(elem.bytes.into());
    let fits = index < 1 << 31 && to as i64 <= end as i64 - N as i64;
    fits.then_some(to as u32 as usize)
}

/// Whether all bytes have a value of the type of the access, whose shadows are `pattern`.
#[inline(always)]
fn can_be_read<const N: usize>(shadow: &[u16], pattern: impl FnOnce() -> u64) -> bool {
    if N == 1 {
        return shadow[0] & INIT != 0;
    }
    let pattern = pattern();
    match N {
        2 => (shadow[0] & !FREE, shadow[1] & !FREE) == (pattern as u16, pattern as u16),
        4 => word(shadow) & !splat(FREE) == pattern,
        _ => (word(shadow) ^ pattern | word(&shadow[4..]) ^ pattern) & !splat(FREE) == 0,
    }
}

/// Whether all bytes have the type of the access; they get a value.
#[inline(always)]
fn can_be_written<const N: usize>(shadow: &mut [u16], pattern: impl FnOnce() -> u64) -> bool {
    if N == 1 {
        // There, and not partial.
        let plain = shadow[0] as i16 > 0;
        if plain {
            shadow[0] |= INIT;
        }
        return plain;
    }
    let pattern = pattern();
    if N == 2 {
        let differs = (shadow[0] ^ pattern as u16) | (shadow[1] ^ pattern as u16);
        let fits = differs & !(FREE | INIT) == 0;
        if fits {
            shadow[0] |= INIT;
            shadow[1] |= INIT;
        }
        return fits;
    }
    let differs = shadow.chunks_exact(4).fold(0, |differs, part| differs | word(part) ^ pattern);
    // Most have a value already.
    if differs & !splat(FREE) == 0 {
        return true;
    }
    let fits = differs & !splat(FREE | INIT) == 0;
    if fits {
        for shadow in shadow {
            *shadow |= INIT;
        }
    }
    fits
}

/// A shadow four times.
#[inline(always)]
pub(super) const fn splat(shadow: u16) -> u64 {
    shadow as u64 * 0x0001_0001_0001_0001
}

/// Four shadows as one number.
#[inline(always)]
pub(super) fn word(shadow: &[u16]) -> u64 {
    let [a, b, c, d]: [u16; 4] = shadow[..4].try_into().expect("four shadows");
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

/// Puts four shadows into their places.
#[inline(always)]
pub(super) fn set_word(shadow: &mut [u16], word: u64) {
    let parts = [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16];
    shadow[..4].copy_from_slice(&parts);
}
