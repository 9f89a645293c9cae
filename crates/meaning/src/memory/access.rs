//! Reading and writing scalars.
//!
//! The way that is taken almost always is a handful of comparisons: the bytes are in the pointer's range, its object exists,
//! the address is aligned, and the shadow is the pattern of the access. Everything else goes to a cold function that finds
//! out what is wrong, or that nothing is.

use super::cell::{set_word, splat, word};
use super::tag::{ANY, CHARACTER, FREE, INIT, PARTIAL, TAG, UNSPECIFIED, Within, untyped};
use super::watch::Watched;
use super::{Memory, Pointer, Range, Sort, flag};
use crate::image::Image;
use crate::outcome::{Run, in_bytes, undefined, unspecified};
use crate::undefined::Kind;

/// The bytes of an x87 number that have a value; the others are padding. No other access has this size.
pub(crate) const X87_BYTES: u8 = 10;

/// How an lvalue accesses memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// The tag of its type.
    pub tag: u16,
    /// The shadows of four bytes that have a value of its type.
    pub pattern: u64,
    /// Bytes.
    pub size: u8,
    /// Alignment that the type demands.
    pub align: u8,
    /// The lvalue is volatile.
    pub volatile: bool,
    /// What stored types will do beside its own: those of the union that the access goes through, or all.
    pub within: Within,
}

impl Access {
    /// Bytes by character type.
    pub const BYTE: Access =
        Access { tag: ANY, pattern: splat(INIT), size: 1, align: 1, volatile: false, within: Within::ANYTHING };

    /// The same by another type.
    #[must_use]
    pub const fn with_tag(self, tag: u16) -> Access {
        Access { tag, pattern: splat(INIT | tag), ..self }
    }

    /// Flags of an object that this access does not simply pass.
    #[inline]
    fn read_flags(&self) -> u16 {
        const ALWAYS: u16 = flag::OPAQUE | flag::GAPS | flag::RESTRICTED;
        if self.volatile { ALWAYS } else { ALWAYS | flag::VOLATILE | flag::QUALIFIED_PARTS }
    }
}

impl Memory {
    /// The offset that a pointer leads to, if `size` bytes can be accessed there.
    #[inline(always)]
    pub fn locate(&self, pointer: Pointer, size: u64, align: u64) -> Option<usize> {
        let offset = self.offset_of(pointer.addr);
        let (lo, hi) = (pointer.range.lo(), pointer.range.hi());
        // Without a sum: an address below the arena is an offset to which nothing can be added.
        let fits = offset >= lo && offset <= hi && size <= hi - offset;
        (fits && offset & (align - 1) == 0 && self.is_live(pointer.prov)).then_some(offset as usize)
    }

    /// As [`Memory::locate`], for bytes that are about to be accessed.
    #[inline(always)]
    pub(crate) fn reach(&mut self, image: &Image, pointer: Pointer, size: u64, align: u64) -> Option<usize> {
        let at = self.locate(pointer, size, align)?;
        self.make(image, at, size as usize);
        Some(at)
    }

    /// Whether accesses are entered anywhere.
    #[inline]
    pub(super) fn is_watching(&self) -> bool {
        self.log.is_on() || self.restricts.is_on() || self.journal.is_on()
    }

    /// Reads a scalar of up to 8 bytes, zero-extended.
    ///
    /// Always inline, and so is [`Memory::store`]: a pointer that is passed in memory is written in three parts and read in
    /// two, which modern processors do not forward.
    #[inline(always)]
    pub fn load(&mut self, image: &Image, pointer: Pointer, access: &Access) -> Run<u64> {
        let Some(at) = self.reach(image, pointer, access.size.into(), access.align.into()) else {
            return Err(self.explain(image, pointer, access.size.into(), access.align.into(), false));
        };
        if self.flags(pointer.prov.slot()) & access.read_flags() != 0 || access.volatile || self.is_watching() {
            self.look_closer(image, pointer, at, access, false)?;
        }
        match access.size {
            4 => {
                let shadow = word(&self.shadow[at..]) & !splat(FREE);
                if shadow != access.pattern {
                    self.check_read(image, at, access)?;
                }
                let bytes: [u8; 4] = self.data[at..at + 4].try_into().expect("four bytes");
                Ok(u32::from_le_bytes(bytes).into())
            }
            8 => {
                let low = word(&self.shadow[at..]) & !splat(FREE);
                let high = word(&self.shadow[at + 4..]) & !splat(FREE);
                if low != access.pattern || high != low {
                    self.check_read(image, at, access)?;
                }
                let bytes: [u8; 8] = self.data[at..at + 8].try_into().expect("eight bytes");
                Ok(u64::from_le_bytes(bytes))
            }
            1 => {
                if self.shadow[at] & INIT == 0 || access.tag != ANY {
                    self.check_read(image, at, access)?;
                }
                Ok(self.data[at].into())
            }
            _ => {
                self.check_read(image, at, access)?;
                let mut bytes = [0; 8];
                let size = usize::from(access.size).min(8);
                bytes[..size].copy_from_slice(&self.data[at..at + size]);
                Ok(u64::from_le_bytes(bytes))
            }
        }
    }

    /// Writes a scalar of up to 8 bytes.
    #[inline(always)]
    pub fn store(&mut self, image: &Image, pointer: Pointer, access: &Access, value: u64) -> Run<()> {
        let Some(at) = self.reach(image, pointer, access.size.into(), access.align.into()) else {
            return Err(self.explain(image, pointer, access.size.into(), access.align.into(), true));
        };
        if self.flags(pointer.prov.slot()) != 0 || access.volatile || self.is_watching() {
            self.look_closer(image, pointer, at, access, true)?;
        }
        match access.size {
            4 => {
                let shadow = word(&self.shadow[at..]);
                if (shadow | splat(INIT)) & !splat(FREE) == access.pattern {
                    set_word(&mut self.shadow[at..], shadow | splat(INIT));
                } else {
                    self.check_write(image, at, access)?;
                }
                self.data[at..at + 4].copy_from_slice(&(value as u32).to_le_bytes());
            }
            1 if access.tag == ANY && self.shadow[at] & PARTIAL == 0 => {
                self.shadow[at] |= INIT;
                self.data[at] = value as u8;
            }
            size => {
                self.check_write(image, at, access)?;
                let size = usize::from(size);
                self.data[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
            }
        }
        Ok(())
    }

    /// Reads a scalar of 16 bytes or less.
    pub fn load_wide(&mut self, image: &Image, pointer: Pointer, access: &Access) -> Run<u128> {
        let at = self.checked(image, pointer, access, false)?;
        self.check_read(image, at, access)?;
        let mut bytes = [0; 16];
        let size = usize::from(access.size).min(16);
        bytes[..size].copy_from_slice(&self.data[at..at + size]);
        Ok(u128::from_le_bytes(bytes))
    }

    /// The bytes of a scalar, if all have a value. Nothing is checked and nobody notices.
    pub(crate) fn peek(&mut self, image: &Image, at: usize, size: usize) -> Option<u128> {
        self.make(image, at, size);
        let has_value = self.shadow[at..at + size].iter().all(|&shadow| shadow & INIT != 0);
        let mut bytes = [0; 16];
        bytes[..size].copy_from_slice(&self.data[at..at + size]);
        has_value.then(|| u128::from_le_bytes(bytes))
    }

    /// Writes a scalar of 16 bytes or less.
    pub fn store_wide(&mut self, image: &Image, pointer: Pointer, access: &Access, value: u128) -> Run<()> {
        let at = self.checked(image, pointer, access, true)?;
        self.check_write(image, at, access)?;
        let size = usize::from(access.size).min(16);
        self.data[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        if access.size == X87_BYTES {
            // Its padding takes unspecified values with every store (C11 6.2.6.1p6): some stores write it, some do not.
            let end = at + if self.word == 8 { 16 } else { 12 };
            let room = self.alloc(pointer.prov.slot()).hi as usize;
            for shadow in &mut self.shadow[at + size..end.min(room).max(at + size)] {
                *shadow = PARTIAL | UNSPECIFIED | *shadow & FREE;
            }
        }
        Ok(())
    }

    /// Reads a pointer.
    #[inline(always)]
    pub fn load_pointer(&mut self, image: &Image, pointer: Pointer, access: &Access) -> Run<Pointer> {
        let addr = self.load(image, pointer, access)?;
        let at = self.offset_of(pointer.addr) as u32;
        Ok(self.pointer_at(at, addr))
    }

    /// The pointer with an address that is stored at an offset.
    #[inline]
    pub(crate) fn pointer_at(&mut self, at: u32, addr: u64) -> Pointer {
        if addr == 0 {
            return Pointer::NULL;
        }
        let [prov, range] = if at & (self.word - 1) == 0 {
            self.words[(at >> self.word.trailing_zeros()) as usize]
        } else {
            self.odd.get(&at).copied().unwrap_or_default()
        };
        let range = Range(range);
        let offset = self.offset_of(addr);
        // Bytes that were changed one by one leave an old provenance behind.
        if prov as u32 != 0 && range.lo() <= offset && offset <= range.hi() {
            Pointer { addr, prov: super::Provenance(prov), range }
        } else {
            self.derive(addr)
        }
    }

    /// Writes a pointer.
    #[inline(always)]
    pub fn store_pointer(&mut self, image: &Image, pointer: Pointer, access: &Access, value: Pointer) -> Run<()> {
        self.store(image, pointer, access, value.addr)?;
        let at = self.offset_of(pointer.addr) as u32;
        self.set_provenance(at, value);
        Ok(())
    }

    #[inline]
    pub(crate) fn set_provenance(&mut self, at: u32, value: Pointer) {
        let entry = [value.prov.0, value.range.0];
        if at & (self.word - 1) == 0 {
            self.words[(at >> self.word.trailing_zeros()) as usize] = entry;
        } else {
            self.touch_odd(at);
            self.odd.insert(at, entry);
        }
    }

    /// As [`Memory::locate`], with everything that does not depend on the stored value checked.
    pub(crate) fn checked(&mut self, image: &Image, pointer: Pointer, access: &Access, write: bool) -> Run<usize> {
        let Some(at) = self.reach(image, pointer, access.size.into(), access.align.into()) else {
            return Err(self.explain(image, pointer, access.size.into(), access.align.into(), write));
        };
        self.look_closer(image, pointer, at, access, write)?;
        Ok(at)
    }

    /// Const, volatile, the log of effects.
    #[cold]
    fn look_closer(&mut self, image: &Image, pointer: Pointer, at: usize, access: &Access, write: bool) -> Run<()> {
        if self.flags(pointer.prov.slot()) == 0 && !access.volatile && !self.restricts.is_on() {
            if write {
                self.touch(at, access.size.into());
            }
            self.log.access(pointer.prov.slot(), at as u32, access.size.into(), write);
            return Ok(());
        }
        self.check_object(image, pointer, at as u32, access.size.into(), access.volatile, write)?;
        if access.volatile {
            self.note_volatile(pointer.prov.slot(), at, access.size, write);
            if access.align < access.size {
                self.leave_out_volatile(pointer.prov.slot());
            }
        }
        Ok(())
    }

    /// What the object's definition allows, for a range of bytes.
    pub(crate) fn check_object(
        &mut self,
        image: &Image,
        pointer: Pointer,
        at: u32,
        size: u32,
        volatile: bool,
        write: bool,
    ) -> Run<()> {
        self.check_bits(image, pointer, at, (0, size * 8), volatile, write)
    }

    /// What the object's definition allows, for a range of bits from a byte on.
    pub(crate) fn check_bits(
        &mut self,
        image: &Image,
        pointer: Pointer,
        at: u32,
        (first, end): (u32, u32),
        volatile: bool,
        write: bool,
    ) -> Run<()> {
        let (alloc, flags) = (*self.alloc(pointer.prov.slot()), self.flags(pointer.prov.slot()));
        if flags & flag::OPAQUE != 0 {
            return undefined(Kind::OutOfBounds, "an access to a function or label as if it were an object");
        }
        if flags & flag::GAPS != 0 && self.heap.has_gap(at, end.div_ceil(8)) {
            let words = "an access to a page that is not there";
            return Err(self.fault(image, Kind::OutOfBounds, words.to_owned(), pointer));
        }
        if write && flags & flag::READ_ONLY != 0 {
            let (kind, words) = match alloc.sort {
                Sort::Literal => (Kind::LiteralWrite, "a write to a string literal"),
                Sort::Temporary => (Kind::TemporaryWrite, "a write to an object of temporary lifetime"),
                _ => (Kind::ConstWrite, "a write to an object that is defined const"),
            };
            return Err(self.fault(image, kind, words.to_owned(), pointer));
        }
        if !volatile && flags & flag::VOLATILE != 0 {
            let words = "a volatile object is accessed through an lvalue that is not volatile";
            return Err(self.fault(image, Kind::VolatileAccess, words.to_owned(), pointer));
        }
        if flags & flag::QUALIFIED_PARTS != 0 {
            let start = u64::from(at - alloc.lo) * 8;
            let part =
                image.qualified_part(pointer.prov.slot(), &alloc, start + u64::from(first), start + u64::from(end));
            if write && part.is_const {
                let words = "a write to a member that is defined const";
                return Err(self.fault(image, Kind::ConstWrite, words.to_owned(), pointer));
            }
            if !volatile && part.is_volatile {
                let words = "a volatile member is accessed through an lvalue that is not volatile";
                return Err(self.fault(image, Kind::VolatileAccess, words.to_owned(), pointer));
            }
        }
        if write {
            self.touch(at as usize, end.div_ceil(8) as usize);
        }
        let is_restricted = flags & flag::RESTRICTED != 0;
        if self.restricts.is_on() || is_restricted {
            let start = u64::from(at) * 8 + u64::from(first);
            let bits = (pointer.prov.slot(), start, u64::from(end - first));
            self.restricts.access(pointer.prov.restrict(), bits, write, is_restricted)?;
        }
        if self.log.is_on() {
            let start = u64::from(at) * 8 + u64::from(first);
            self.log.access_bits(pointer.prov.slot(), start, u64::from(end - first), write);
        }
        Ok(())
    }

    /// Enters an access to a volatile object into the digest. Where the object is does not matter, only which it is.
    fn note_volatile(&mut self, slot: u32, at: usize, size: u8, write: bool) {
        let place = at as u64 - u64::from(self.alloc(slot).lo);
        let mixed = u64::from(slot) << 40 ^ place << 8 | u64::from(size) << 1 | u64::from(write);
        self.volatiles = (self.volatiles ^ mixed).wrapping_mul(0x100_0000_01b3).rotate_left(23);
        if let Some(watch) = &mut self.watch {
            watch.note(Watched { slot, offset: place as u32, size, write });
        }
    }

    /// What is done to a volatile object is not in the list.
    pub(crate) fn leave_out_volatile(&mut self, slot: u32) {
        if let Some(watch) = &mut self.watch {
            watch.left_out.insert(slot);
        }
    }

    /// Whether bytes can be read as what an access says.
    pub(crate) fn check_read(&mut self, image: &Image, at: usize, access: &Access) -> Run<()> {
        let size = usize::from(access.size);
        let expected = INIT | access.tag;
        if self.shadow[at..at + size].iter().all(|&shadow| shadow & !FREE == expected) {
            return Ok(());
        }
        self.check_read_bytes(image, at, size, access)
    }

    #[cold]
    fn check_read_bytes(&mut self, image: &Image, at: usize, size: usize, access: &Access) -> Run<()> {
        for offset in at..at + size {
            let shadow = self.shadow[offset];
            if shadow & INIT == 0 {
                let is_byte = access.tag == ANY && access.size == 1;
                let is_integer = is_byte || image.is_integer_tag(access.tag);
                // Bits that have a value keep it.
                let known = if shadow & PARTIAL != 0 { shadow as u8 } else { 0 };
                self.choose_bits(image, offset, known, is_integer)?;
                if shadow & PARTIAL != 0 {
                    continue;
                }
            }
            self.check_type(image, shadow, access)?;
        }
        Ok(())
    }

    /// Bits without a value are about to be used, of an integer or of something else. Where that is not undefined the value is
    /// not specified. That ends the run, or the seed chooses a value: then other runs have to decide.
    pub(super) fn choose_bits(&mut self, image: &Image, offset: usize, known: u8, is_integer: bool) -> Run<()> {
        let shadow = self.shadow[offset];
        let is_padding = shadow & (PARTIAL | UNSPECIFIED) == PARTIAL | UNSPECIFIED;
        if !is_integer || !is_padding && !self.is_unspecified(image, offset) {
            return undefined(Kind::Uninitialized, "the value of an object is used before it has one");
        }
        if !self.is_gnu {
            return unspecified("the value of padding, or of a union beside the member that was stored, is used");
        }
        let byte = self.unspecified_byte(offset);
        self.touch(offset, 1);
        self.data[offset] = self.data[offset] & known | byte & !known;
        Ok(())
    }

    /// Effective type and access as one number, and where it is written down if they are compatible: the few pairs that a
    /// program asks about, it asks about often.
    #[inline]
    fn pair(&self, stored: u16, access: &Access) -> (u64, usize) {
        let within = access.within.index();
        let pair = u64::from(within) << 32 | u64::from(stored) << 16 | u64::from(access.tag);
        (pair, (stored.wrapping_mul(31) ^ access.tag ^ within.wrapping_mul(7)) as usize % self.compatible.len())
    }

    /// Whether an object with a shadow may be accessed, as far as that is known.
    #[inline]
    pub(super) fn is_known_to_go_with(&self, shadow: u16, access: &Access) -> bool {
        let (pair, known) = self.pair(shadow & TAG, access);
        self.is_free(shadow, access) && !self.has_reversed || self.compatible[known] == pair
    }

    /// Whether the type of an access does not matter.
    #[inline]
    fn is_free(&self, shadow: u16, access: &Access) -> bool {
        access.within == Within::ANYTHING || !self.strict_aliasing || self.is_gnu && shadow & TAG == CHARACTER
    }

    pub(super) fn check_type(&mut self, image: &Image, shadow: u16, access: &Access) -> Run<()> {
        let stored = shadow & TAG;
        if self.is_known_to_go_with(shadow, access) {
            return Ok(());
        }
        // Bytes of a union have the type of what was copied there; all its members have one storage order.
        let is_copied = access.within != Within::ITSELF && shadow & FREE != 0;
        if self.is_free(shadow, access) && (is_copied || image.same_order(stored, access.tag)) {
            return Ok(());
        }
        if image.compatible_tags(stored, access.tag) || image.is_held(stored, access.within) {
            let (pair, known) = self.pair(stored, access);
            self.compatible[known] = pair;
            return Ok(());
        }
        let message = format!(
            "an object of effective type {} is accessed as {}",
            image.describe_tag(stored),
            image.describe_tag(access.tag)
        );
        undefined(Kind::Aliasing, message)
    }

    /// Whether `size` bytes may be read, or written, as a whole structure or union: each as one of the types that it holds
    /// (C11 6.5p7). Bytes without a declared type may be written as anything. Where there is nothing, the access says so.
    pub(crate) fn check_types(
        &mut self,
        image: &Image,
        pointer: Pointer,
        (size, within): (u32, Within),
        write: bool,
    ) -> Run<()> {
        let Some(at) = self.reach(image, pointer, size.into(), 1).filter(|_| self.strict_aliasing) else {
            return Ok(());
        };
        let access = Access { within, ..Access::BYTE };
        let mut last = ANY;
        for offset in at..at + size as usize {
            let shadow = self.shadow[offset];
            let stored = shadow & TAG;
            if stored == last || shadow & PARTIAL != 0 || write && shadow & FREE != 0 {
                continue;
            }
            self.check_held(image, shadow, &access)?;
            last = stored;
        }
        Ok(())
    }

    fn check_held(&mut self, image: &Image, shadow: u16, access: &Access) -> Run<()> {
        let stored = shadow & TAG;
        if self.is_known_to_go_with(shadow, access) || self.is_free(shadow, access) {
            return Ok(());
        }
        if image.is_held(stored, access.within) {
            let (pair, known) = self.pair(stored, access);
            self.compatible[known] = pair;
            return Ok(());
        }
        let message = format!(
            "an object of effective type {} is accessed as part of {}",
            image.describe_tag(stored),
            image.describe_record(access.within)
        );
        undefined(Kind::Aliasing, message)
    }

    /// Gives bytes a value and, where they have no declared type, the type of the access.
    pub(crate) fn check_write(&mut self, image: &Image, at: usize, access: &Access) -> Run<()> {
        let size = usize::from(access.size);
        if let Some(shadow) = self.written_as(at, size, access) {
            self.shadow[at..at + size].fill(shadow);
            return Ok(());
        }
        for offset in at..at + size {
            let shadow = self.shadow[offset];
            self.shadow[offset] = if shadow & (PARTIAL | FREE) == PARTIAL | FREE {
                // Bit-fields were there; now it is for what is stored.
                INIT | FREE | access.tag
            } else if shadow & PARTIAL != 0 {
                INIT | untyped(shadow)
            } else if shadow & FREE != 0 {
                let tag = if access.tag == ANY { shadow & TAG } else { access.tag };
                INIT | FREE | tag
            } else {
                self.check_type(image, shadow, access)?;
                INIT | shadow
            };
        }
        Ok(())
    }

    /// Why a pointer cannot be used for an access.
    #[cold]
    pub fn explain(&self, image: &Image, pointer: Pointer, size: u64, align: u64, write: bool) -> crate::outcome::Stop {
        let verb = if write { "written" } else { "read" };
        let n_bytes = in_bytes(size);
        let (kind, message) = if pointer.is_null() {
            (Kind::NullPointer, format!("a null pointer is dereferenced: {n_bytes} would be {verb}"))
        } else if pointer.is_null_moved() {
            let words = format!(
                "a member of what a null pointer points to: {n_bytes} at offset {} would be {verb}",
                pointer.addr
            );
            (Kind::NullPointer, words)
        } else if !pointer.has_object() {
            let words = format!("an address that belongs to no object is dereferenced: {n_bytes} would be {verb}");
            (Kind::OutOfBounds, words)
        } else if !self.is_live(pointer.prov) {
            self.dead_kind(pointer)
        } else {
            let offset = self.offset_of(pointer.addr);
            let alloc = self.alloc(pointer.prov.slot());
            let in_object = offset >= u64::from(alloc.lo) && offset + size <= u64::from(alloc.hi);
            let in_range = offset >= pointer.range.lo() && offset + size <= pointer.range.hi();
            let position = offset as i64 - i64::from(alloc.lo);
            let whole = alloc.hi - alloc.lo;
            if in_range {
                (Kind::Misaligned, format!("an address that is not a multiple of {align} is accessed as if it were"))
            } else if in_object {
                let start = pointer.range.lo() - u64::from(alloc.lo);
                let end = pointer.range.hi() - u64::from(alloc.lo);
                let words = format!(
                    "{n_bytes} at offset {position} would be {verb} through a pointer to bytes {start} to {end} of the object"
                );
                (Kind::SubobjectBounds, words)
            } else {
                let words =
                    format!("{n_bytes} at offset {position} of an object of {} would be {verb}", in_bytes(whole));
                (Kind::OutOfBounds, words)
            }
        };
        self.fault(image, kind, message, pointer)
    }

    /// The kind of using a pointer to an object that no longer exists.
    pub(crate) fn dead_kind(&self, pointer: Pointer) -> (Kind, String) {
        match pointer.prov.slot() & super::Provenance::STACK {
            0 => (Kind::UseAfterFree, "a pointer to freed memory is used".to_owned()),
            _ => (Kind::DanglingPointer, "a pointer to an object whose lifetime has ended is used".to_owned()),
        }
    }

    /// A report with what is known of the object of a pointer.
    #[cold]
    pub(crate) fn fault(&self, image: &Image, kind: Kind, message: String, pointer: Pointer) -> crate::outcome::Stop {
        let mut history = Vec::new();
        if pointer.has_object() {
            let alloc = self.alloc(pointer.prov.slot());
            let live = self.is_live(pointer.prov);
            if live || self.generation(pointer.prov.slot()) == pointer.prov.generation().wrapping_add(1) {
                history.push(image.birth(pointer.prov.slot(), alloc));
                if !live {
                    history.push(("its lifetime ended here".to_owned(), image.place(alloc.died)));
                }
            }
        }
        Box::new(crate::outcome::Reason::Undefined(kind, message, history))
    }
}
