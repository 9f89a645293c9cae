//! Reading and writing the scalars that programs are made of, when all is well with them.
//!
//! A cell is a scalar of 1, 2, 4 or 8 bytes at an address that is a multiple of its size, through an lvalue that is not
//! volatile. What an access has to check is the same as ever (see [`access`](super::access)); here it is a handful of
//! comparisons with what is known of the access beforehand. Whatever does not pass goes the long way, which decides.

use super::access::Access;
use super::tag::{ANY, FREE, INIT, PARTIAL};
use super::{Memory, Pointer, Provenance, Range, flag, state_index};
use crate::image::Image;
use crate::outcome::Run;

/// Objects that are read like any other.
const READABLE: u32 = !((flag::READ_ONLY as u32) << 16);

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

    /// Where `size` bytes are, if there is nothing to look at but their shadow.
    #[inline(always)]
    fn cell(&self, spot: Spot, size: u64, mask: u32) -> Option<usize> {
        let Spot { offset, prov, range } = spot;
        let fits = offset >= range.lo() && offset.wrapping_add(size) <= range.hi() && offset & (size - 1) == 0;
        let state = self.states.get(state_index(prov.slot()))?;
        let well = state.0 & mask == u32::from(prov.generation());
        (fits && well).then_some(offset as usize)
    }

    /// Enters an access that nothing is wrong with.
    #[cold]
    #[inline(never)]
    fn watch(&mut self, prov: Provenance, at: usize, size: u32, write: bool) -> Run<()> {
        if write {
            self.touch(at, size as usize);
        }
        if self.restricts.is_on() {
            self.restricts.access(prov.restrict(), prov.slot(), at as u64 * 8, u64::from(size) * 8, write)?;
        }
        self.log.access(prov.slot(), at as u32, size, write);
        Ok(())
    }

    /// Reads a cell of `N` bytes, zero-extended.
    #[inline(always)]
    pub fn load_cell<const N: usize>(&mut self, image: &Image, spot: Spot, access: &Access) -> Run<u64> {
        if let Some(at) = self.cell(spot, N as u64, READABLE)
            && let Some(bytes) = self.data.get(at..at + N)
            && let Some(shadow) = self.shadow.get(at..at + N)
            && can_be_read::<N>(shadow, access.tag)
        {
            let mut value = [0; 8];
            value[..N].copy_from_slice(bytes);
            if self.is_watching() {
                self.watch(spot.prov, at, N as u32, false)?;
            }
            return Ok(u64::from_le_bytes(value));
        }
        self.load_slowly::<N>(image, spot.offset, spot.prov, spot.range, access)
    }

    /// The long way. The parts of the spot come one by one, so that they stay in registers where this is not called.
    #[cold]
    #[inline(never)]
    fn load_slowly<const N: usize>(
        &mut self,
        image: &Image,
        offset: u64,
        prov: Provenance,
        range: Range,
        access: &Access,
    ) -> Run<u64> {
        let spot = Spot { offset, prov, range };
        if let Some(at) = self.cell(spot, N as u64, READABLE).filter(|_| !self.is_watching())
            && self.can_be_read_as(at, N, access)
        {
            let mut value = [0; 8];
            value[..N].copy_from_slice(&self.data[at..at + N]);
            return Ok(u64::from_le_bytes(value));
        }
        self.load(image, self.pointer_at_spot(spot), access)
    }

    /// Whether bytes have a value of a type that is known to go with the access: a member of a structure, through a pointer
    /// to the type of the member.
    fn can_be_read_as(&self, at: usize, size: usize, access: &Access) -> bool {
        let first = self.shadow[at] & !FREE;
        let alike = self.shadow[at..at + size].iter().all(|shadow| shadow & !FREE == first);
        alike && first & INIT != 0 && self.is_known_to_go_with(first, access)
    }

    /// Writes a cell of `N` bytes.
    #[inline(always)]
    pub fn store_cell<const N: usize>(&mut self, image: &Image, spot: Spot, access: &Access, value: u64) -> Run<()> {
        if let Some(at) = self.cell(spot, N as u64, u32::MAX) {
            if self.is_watching() {
                self.watch(spot.prov, at, N as u32, true)?;
            }
            if let Some(bytes) = self.data.get_mut(at..at + N)
                && let Some(shadow) = self.shadow.get_mut(at..at + N)
                && can_be_written::<N>(shadow, access.tag)
            {
                bytes.copy_from_slice(&value.to_le_bytes()[..N]);
                return Ok(());
            }
        }
        self.store_slowly::<N>(image, spot.offset, spot.prov, spot.range, access, value)
    }

    #[cold]
    #[inline(never)]
    fn store_slowly<const N: usize>(
        &mut self,
        image: &Image,
        offset: u64,
        prov: Provenance,
        range: Range,
        access: &Access,
        value: u64,
    ) -> Run<()> {
        let spot = Spot { offset, prov, range };
        if let Some(at) = self.cell(spot, N as u64, u32::MAX).filter(|_| !self.is_watching())
            && let Some(shadow) = self.written_as(at, N, access)
        {
            self.shadow[at..at + N].fill(shadow);
            self.data[at..at + N].copy_from_slice(&value.to_le_bytes()[..N]);
            return Ok(());
        }
        self.store(image, self.pointer_at_spot(spot), access, value)
    }

    /// The shadow that bytes get by a write, if they are all alike: without a declared type that of the access, else their own,
    /// if it is known to go with the access.
    fn written_as(&self, at: usize, size: usize, access: &Access) -> Option<u16> {
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
    #[inline]
    pub fn copy_character(&mut self, image: &Image, to: Pointer, from: Pointer, region: bool) -> Run<()> {
        if let Some(source) = self.cell(self.spot(from), 1, READABLE)
            && let Some(target) = self.cell(self.spot(to), 1, u32::MAX)
            && self.shadow[source] & INIT != 0
            && self.shadow[target] as i16 > 0
            && !self.is_watching()
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

    /// Reads a pointer of 8 bytes.
    #[inline(always)]
    pub fn load_pointer_cell(&mut self, image: &Image, spot: Spot, access: &Access) -> Run<Pointer> {
        let addr = self.load_cell::<8>(image, spot, access)?;
        let Some(&[prov, range]) = self.words.get(spot.offset as usize / 8) else { return Ok(Pointer::NULL) };
        let range = Range(range);
        let offset = self.offset_of(addr);
        if prov as u32 != 0 && range.lo() <= offset && offset <= range.hi() {
            return Ok(Pointer { addr, prov: Provenance(prov), range });
        }
        Ok(if addr == 0 { Pointer::NULL } else { self.derive(addr) })
    }

    /// Writes a pointer of 8 bytes.
    #[inline(always)]
    pub fn store_pointer_cell(&mut self, image: &Image, spot: Spot, access: &Access, value: Pointer) -> Run<()> {
        self.store_cell::<8>(image, spot, access, value.addr)?;
        if let Some(word) = self.words.get_mut(spot.offset as usize / 8) {
            *word = [value.prov.0, value.range.0];
        }
        Ok(())
    }
}

/// Whether all bytes have a value of the type of the access.
#[inline(always)]
fn can_be_read<const N: usize>(shadow: &[u16], tag: u16) -> bool {
    match N {
        1 => shadow[0] & INIT != 0,
        2 => (shadow[0] & !FREE, shadow[1] & !FREE) == (INIT | tag, INIT | tag),
        4 => word(shadow) & !splat(FREE) == splat(INIT | tag),
        _ => {
            let (low, high) = (word(shadow) & !splat(FREE), word(&shadow[4..]) & !splat(FREE));
            low == splat(INIT | tag) && high == low
        }
    }
}

/// Whether all bytes have the type of the access; they get a value.
#[inline(always)]
fn can_be_written<const N: usize>(shadow: &mut [u16], tag: u16) -> bool {
    if N == 1 {
        // There, and not partial.
        let plain = shadow[0] as i16 > 0;
        if plain {
            shadow[0] |= INIT;
        }
        return plain;
    }
    if N == 2 {
        let fits = (shadow[0] | INIT, shadow[1] | INIT) == (INIT | tag, INIT | tag);
        if fits {
            shadow.fill(INIT | tag);
        }
        return fits;
    }
    let mut before = 0;
    let mut differs = 0;
    for part in shadow.chunks_exact(4) {
        let part = word(part);
        before |= part ^ splat(INIT);
        differs |= (part | splat(INIT)) & !splat(FREE) ^ splat(INIT | tag);
    }
    if differs == 0 && before & splat(INIT) != 0 {
        for shadow in shadow {
            *shadow |= INIT;
        }
    }
    differs == 0
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
