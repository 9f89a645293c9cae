//! Ranges of bytes: copying objects, filling them, reading strings.

use super::access::Access;
use super::cell::{set_word, splat, word};
use super::tag::{ANY, FREE, INIT, PARTIAL, TAG, UNSPECIFIED, UNTYPED, untyped};
use super::{Memory, Pointer};
use crate::code::{Cleared, CopyRule, Padding};
use crate::image::Image;
use crate::outcome::{Run, in_bytes, undefined};
use crate::undefined::Kind;

impl Memory {
    /// The offset of `size` bytes that are about to be read or written as a whole.
    pub fn span(&mut self, image: &Image, pointer: Pointer, size: u64, write: bool) -> Run<usize> {
        self.span_as(image, pointer, size, false, write)
    }

    fn span_as(&mut self, image: &Image, pointer: Pointer, size: u64, volatile: bool, write: bool) -> Run<usize> {
        let Some(at) = self.reach(image, pointer, size, 1) else {
            return Err(self.explain(image, pointer, size, 1, write));
        };
        if size > 0 {
            self.check_object(image, pointer, at as u32, size as u32, volatile, write)?;
        }
        if volatile {
            self.leave_out_volatile(pointer.prov.slot());
        }
        Ok(at)
    }

    /// Copies bytes with everything that is known of them: which have a value, their types, pointers.
    pub fn copy(&mut self, image: &Image, to: Pointer, from: Pointer, size: u64, volatile: bool) -> Run<()> {
        let target = self.copy_object(image, to, from, size, volatile)?;
        self.keep_declared_types(target, size as usize);
        Ok(())
    }

    /// A declared object keeps its type when bytes are copied to it (C11 6.5p6): then they are those of any member of a union.
    fn keep_declared_types(&mut self, at: usize, size: usize) {
        if at < self.stack_end as usize {
            for shadow in &mut self.shadow[at..at + size] {
                *shadow &= if *shadow & (FREE | PARTIAL) == FREE { !TAG } else { !0 };
            }
        }
    }

    /// Copies an object, and gives the place of the copy.
    fn copy_object(&mut self, image: &Image, to: Pointer, from: Pointer, size: u64, volatile: bool) -> Run<usize> {
        let source = self.span_as(image, from, size, volatile, false)?;
        let target = self.span_as(image, to, size, volatile, true)?;
        self.copy_raw(target, source, size as usize);
        Ok(target)
    }

    /// Copies the value of a structure. Its type says which members are volatile, so they may be read and written.
    pub fn copy_typed(&mut self, image: &Image, to: Pointer, from: Pointer, size: u64, volatile: bool) -> Run<()> {
        let mut typed = volatile;
        for pointer in [from, to] {
            let flags = self.flags(pointer.prov.slot());
            typed |= flags & (super::flag::VOLATILE | super::flag::QUALIFIED_PARTS) == super::flag::QUALIFIED_PARTS;
        }
        self.copy_object(image, to, from, size, typed)?;
        Ok(())
    }

    /// Whether the objects of two pointers allow that one is copied to the other, and nobody has to know.
    pub(crate) fn is_plain_copy(&self, to: Pointer, from: Pointer) -> bool {
        let readable = self.flags(from.prov.slot()) & !super::flag::READ_ONLY == 0;
        readable && self.flags(to.prov.slot()) == 0 && !self.is_watching()
    }

    /// Copies the value of an object that is known to be there, and nobody has to know.
    pub(crate) fn copy_value(&mut self, target: usize, source: usize, rule: &CopyRule) {
        let size = rule.size as usize;
        if !self.copy_whole(target, source, rule) {
            self.copy_raw(target, source, size);
            self.clear_padding(target, &rule.padding);
        }
    }

    /// The same, if all of the object has a value and the other has one or has none: nearly always.
    #[inline]
    pub(crate) fn copy_whole(&mut self, target: usize, source: usize, rule: &CopyRule) -> bool {
        let size = rule.size as usize;
        let [empty, full] = &rule.shadows;
        if self.shadow[source..source + size] != **full {
            return false;
        }
        let to = &mut self.shadow[target..target + size];
        if *to == **empty {
            to.copy_from_slice(full);
        } else if *to != **full {
            return false;
        }
        self.copy_provenance(target, source, size);
        self.data.copy_within(source..source + size, target);
        true
    }

    /// Copies bytes that are known to be there.
    pub(crate) fn copy_raw(&mut self, target: usize, source: usize, size: usize) {
        self.copy_provenance(target, source, size);
        self.data.copy_within(source..source + size, target);
        if source + size <= target {
            let (left, right) = self.shadow.split_at_mut(target);
            copy_shadows(&mut right[..size], &left[source..source + size]);
        } else if target + size <= source {
            let (left, right) = self.shadow.split_at_mut(source);
            copy_shadows(&mut left[target..target + size], &right[..size]);
        } else if source < target {
            (0..size).rev().for_each(|i| self.copy_shadow(target + i, source + i));
        } else {
            (0..size).for_each(|i| self.copy_shadow(target + i, source + i));
        }
    }

    #[inline]
    fn copy_shadow(&mut self, target: usize, source: usize) {
        self.shadow[target] = copied_shadow(self.shadow[target], self.shadow[source]);
    }

    fn copy_provenance(&mut self, target: usize, source: usize, size: usize) {
        // A power of two: masks and shifts instead of divisions.
        let (mask, shift) = (self.word as usize - 1, self.word.trailing_zeros());
        let skip = source.wrapping_neg() & mask;
        if (target ^ source) & mask != 0 || size < skip + mask + 1 {
            return;
        }
        let count = (size - skip) >> shift;
        let (from, to) = ((source + skip) >> shift, (target + skip) >> shift);
        self.words.copy_within(from..from + count, to);
    }

    /// Bytes for reading by the library, which reads them as characters.
    pub fn read_bytes(&mut self, image: &Image, pointer: Pointer, size: u64) -> Run<Vec<u8>> {
        let at = self.span(image, pointer, size, false)?;
        for offset in at..at + size as usize {
            self.check_read(image, offset, &Access::BYTE)?;
        }
        Ok(self.data[at..at + size as usize].to_vec())
    }

    /// Writes bytes as characters.
    pub fn write_bytes(&mut self, image: &Image, pointer: Pointer, bytes: &[u8]) -> Run<()> {
        let at = self.span(image, pointer, bytes.len() as u64, true)?;
        self.data[at..at + bytes.len()].copy_from_slice(bytes);
        self.note_values(at, bytes.len());
        Ok(())
    }

    /// Bytes have got values, as characters.
    fn note_values(&mut self, at: usize, size: usize) {
        for shadow in &mut self.shadow[at..at + size] {
            *shadow = INIT | if *shadow & PARTIAL != 0 { untyped(*shadow) } else { *shadow };
        }
    }

    /// The string at a pointer, without its end, at most `max` bytes of it.
    pub fn read_string(&mut self, image: &Image, pointer: Pointer, max: u64) -> Run<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut at = pointer;
        while (bytes.len() as u64) < max {
            let byte = self.load(image, at, &Access::BYTE)? as u8;
            if byte == 0 {
                break;
            }
            bytes.push(byte);
            at = at.moved(1);
        }
        Ok(bytes)
    }

    /// Gives bytes an initial value when an object is created, without a check.
    pub(crate) fn initialize(&mut self, at: usize, bytes: &[u8]) {
        self.touch(at, bytes.len());
        self.data[at..at + bytes.len()].copy_from_slice(bytes);
        self.note_values(at, bytes.len());
    }

    /// The same with zeros.
    pub(crate) fn initialize_zero(&mut self, at: usize, size: usize) {
        self.touch(at, size);
        self.data[at..at + size].fill(0);
        self.note_values(at, size);
    }

    /// Gives an object zeros as its value, padding excepted.
    pub(crate) fn zero(&mut self, at: usize, rule: &CopyRule) {
        let size = rule.size as usize;
        let [empty, full] = &rule.shadows;
        if self.shadow[at..at + size] == **empty {
            self.touch(at, size);
            self.data[at..at + size].fill(0);
            self.shadow[at..at + size].copy_from_slice(full);
        } else {
            self.initialize_zero(at, size);
            self.clear_padding(at, &rule.padding);
        }
    }

    /// The bytes of the arena, for building static objects.
    pub(crate) fn raw_mut(&mut self, at: usize, size: usize) -> &mut [u8] {
        &mut self.data[at..at + size]
    }

    /// The bytes that are padding in a structure take no value from an assignment (C11 6.2.6.1p6).
    pub(crate) fn clear_padding(&mut self, at: usize, padding: &Padding) {
        padding.clear(&mut self.shadow[at..]);
    }

    /// The same for a part of an object in a slot that a member of was stored to. It need not be there as a whole.
    #[inline]
    pub(crate) fn clear_padding_of(&mut self, image: &Image, at: u32, slot: u32, rule: &CopyRule) {
        if !self.is_padding_clear(at as usize, rule) {
            self.clear_padding_now(image, at, self.alloc(slot).hi, &rule.padding);
        }
    }

    #[cold]
    fn clear_padding_now(&mut self, image: &Image, at: u32, end: u32, padding: &Padding) {
        let last =
            padding.bytes.iter().map(|&(_, end)| end).chain(padding.bits.iter().map(|&(byte, _)| byte + 1)).max();
        let size = last.unwrap_or(0);
        if at.checked_add(size).is_some_and(|last| last <= end) {
            self.make(image, at as usize, size as usize);
            self.touch(at as usize, size as usize);
            self.clear_padding(at as usize, padding);
        }
    }

    /// Whether padding is as clearing leaves it: most stores to members follow another.
    #[inline]
    fn is_padding_clear(&self, at: usize, rule: &CopyRule) -> bool {
        rule.cleared.iter().all(|cleared| {
            let first = at + cleared.at as usize;
            self.shadow.get(first..first + 4).is_some_and(|four| word(four) & cleared.mask == cleared.shadows)
        })
    }

    /// Two objects that overlap but are not the same (C11 6.5.16.1p3).
    pub fn check_overlap(&self, to: Pointer, from: Pointer, size: u64, exact_allowed: bool) -> Run<()> {
        let distance = to.addr.abs_diff(from.addr);
        if size > 0 && distance < size && !(exact_allowed && distance == 0) {
            return undefined(
                Kind::Overlap,
                format!("{} are copied between places {} apart", in_bytes(size), in_bytes(distance)),
            );
        }
        Ok(())
    }
}

impl Padding {
    /// What [`Padding::clear`] leaves of an object that has a value.
    pub(crate) fn cleared(&self) -> Box<[Cleared]> {
        let whole = self.bytes.iter().flat_map(|&(start, end)| (start..end).map(|byte| (byte, 0)));
        // Some bits without a value: clearing looks which.
        let mut bytes: Vec<(u32, u8)> = whole.chain(self.bits.iter().copied()).collect();
        bytes.sort_unstable();
        bytes.dedup();
        if bytes.is_sorted_by(|(one, _), (other, _)| one < other) {
            return Padding::cleared_words(&bytes);
        }
        // What stands in a byte for two reasons is for clearing to find out.
        Box::new([Cleared { at: 0, mask: 0, shadows: 1 }])
    }

    fn cleared_words(bytes: &[(u32, u8)]) -> Box<[Cleared]> {
        let words = bytes.chunk_by(|(one, _), (other, _)| one / 4 == other / 4);
        let of_word = |bytes: &[(u32, u8)]| {
            let at = bytes[0].0 / 4 * 4;
            bytes.iter().fold(Cleared { at, mask: 0, shadows: 0 }, |word, &(byte, bits)| {
                let shadow = |shadow: u16| u64::from(shadow) << (16 * (byte - at));
                let shadows = word.shadows | shadow(PARTIAL | UNSPECIFIED | u16::from(bits));
                Cleared { at, mask: word.mask | shadow(!FREE), shadows }
            })
        };
        words.map(of_word).collect()
    }

    /// What is padding in an object has no value: changes its shadows, which are the first of these.
    pub(crate) fn clear(&self, shadows: &mut [u16]) {
        for &(start, end) in &self.bytes {
            for shadow in &mut shadows[start as usize..end as usize] {
                *shadow = PARTIAL | UNSPECIFIED | *shadow & FREE;
            }
        }
        for &(byte, bits) in &self.bits {
            let shadow = &mut shadows[byte as usize];
            let known = match *shadow {
                partial if partial & PARTIAL != 0 => partial as u8 & bits,
                full if full & INIT != 0 => bits,
                _ => 0,
            };
            // A bit-field beside it that has no value yet has none now; nobody can tell the two apart.
            let rest = if known == bits { UNSPECIFIED } else { 0 };
            *shadow = PARTIAL | rest | *shadow & FREE | u16::from(known);
        }
    }
}

/// The shadow of a byte that takes the value of another. Without branches, so that many are computed at once.
#[inline]
fn copied_shadow(to: u16, from: u16) -> u16 {
    // Bytes that were characters may become anything.
    let new_tag = if from & TAG <= UNTYPED { ANY } else { from & TAG };
    let own_tag = if to & PARTIAL != 0 { UNTYPED } else { to & TAG };
    let whole = from & INIT | if to & FREE != 0 { FREE | new_tag } else { own_tag };
    if from & PARTIAL != 0 { from & !FREE | to & FREE } else { whole }
}

fn copy_shadows(to: &mut [u16], from: &[u16]) {
    let (parts, rest) = to.as_chunks_mut::<4>();
    let (from_parts, from_rest) = from.as_chunks::<4>();
    for (to, from) in parts.iter_mut().zip(from_parts) {
        let (old, new) = (word(to), word(from));
        // What is the same already stays the same; else declared types do, and a value is one or is none: four at once.
        if old == new && old & splat(FREE) == 0 {
            continue;
        }
        if new & splat(PARTIAL) | old & splat(PARTIAL | FREE) == 0 {
            set_word(to, new & splat(INIT) | old & splat(TAG));
        } else {
            to.iter_mut().zip(from).for_each(|(to, &from)| *to = copied_shadow(*to, from));
        }
    }
    rest.iter_mut().zip(from_rest).for_each(|(to, &from)| *to = copied_shadow(*to, from));
}
