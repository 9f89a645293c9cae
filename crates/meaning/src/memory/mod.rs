//! The memory of a run: objects in one arena, a shadow for every byte, the provenance of every pointer.
//!
//! An address that the program sees is an offset in the arena plus a base that the seed chooses; so many machines run at
//! once, for any target. The arena and its shadows are mapped lazily by the system, and made lazily by `lazy`: a run costs
//! the memory it touches.
//!
//! Objects are entries of two tables, one for automatic objects (a stack of slots that are used again) and one for all
//! others. A slot has a generation: when an object's lifetime ends, the generation changes, and every pointer to it is
//! dangling, wherever it is stored. [`access`] reads and writes scalars, [`bulk`] ranges of bytes, [`heap`] is `malloc`.

pub mod access;
pub mod bits;
pub mod bulk;
pub mod cell;
pub mod heap;
pub(crate) mod journal;
pub(crate) mod lazy;
pub mod pointer;
pub mod tag;
pub mod template;
pub(crate) mod watch;

use rustc_hash::FxHashMap;

pub use self::pointer::{Pointer, Provenance, Range};
use crate::choice::Choices;
use crate::image::{Image, Static};
use crate::outcome::{Limit, Run, limit};
use crate::settings::{Dialect, OTHER_CHOICES, Settings};

/// Where in the code something happened: a function and an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// Index of the function.
    pub function: u32,
    /// Index of the instruction.
    pub pc: u32,
}

/// What an allocation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Nothing: what null and invalid pointers point to.
    None,
    /// Static storage duration.
    Static,
    /// Automatic storage duration.
    Auto,
    /// Temporary lifetime.
    Temporary,
    /// From the allocation functions.
    Heap,
    /// A string literal.
    Literal,
    /// A function.
    Function,
    /// A label.
    Label,
}

/// Properties of an allocation that make accesses look closer.
pub mod flag {
    /// Defined `const`, or a string literal, or of temporary lifetime.
    pub const READ_ONLY: u16 = 1;
    /// Defined `volatile`.
    pub const VOLATILE: u16 = 2;
    /// Has members that are `const` or `volatile`.
    pub const QUALIFIED_PARTS: u16 = 4;
    /// Not for reading or writing: a function or label.
    pub const OPAQUE: u16 = 8;
    /// Some of its pages are not there.
    pub const GAPS: u16 = 16;
    /// A restrict-qualified pointer leads to it that accesses to no other object have to be entered for.
    pub const RESTRICTED: u16 = 32;
}

/// An object, or what is left of it.
#[derive(Clone, Copy, Debug)]
pub struct Alloc {
    /// Offset of the first byte.
    pub lo: u32,
    /// Offset behind the last byte.
    pub hi: u32,
    /// What it is.
    pub sort: Sort,
    /// Index of what is known of it: of static objects in the image, of automatic ones in the function.
    pub info: u32,
    /// Where it came to be.
    pub born: Site,
    /// Where its lifetime ended.
    pub died: Site,
}

impl Alloc {
    pub(crate) const NONE: Alloc = Alloc {
        lo: 0,
        hi: 0,
        sort: Sort::None,
        info: 0,
        born: Site { function: 0, pc: 0 },
        died: Site { function: 0, pc: 0 },
    };
}

/// What every access has to know of an object: the generation of its slot, which changes when its lifetime ends, and its
/// properties, see [`flag`]. Both in one number, so that one comparison says that all is well, and that number twice: once
/// without what does not matter for reading. Apart from [`Alloc`], because a program that walks through many objects reads
/// one of these for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    /// The generation, if nothing forbids to read.
    to_read: u32,
    /// The same for writing.
    to_write: u32,
}

impl State {
    fn new(generation: u16, flags: u16) -> State {
        let with = |flags: u16| u32::from(generation) | u32::from(flags) << 16;
        State { to_read: with(flags & !flag::READ_ONLY), to_write: with(flags) }
    }

    #[inline]
    fn generation(self) -> u16 {
        self.to_write as u16
    }

    #[inline]
    fn flags(self) -> u16 {
        (self.to_write >> 16) as u16
    }

    fn ended(self) -> State {
        State::new(self.generation().wrapping_add(1), self.flags())
    }
}

/// Where the state of a slot is: those of automatic objects alternate with the others.
#[inline]
fn state_index(slot: u32) -> usize {
    slot.rotate_left(1) as usize
}

/// What a run has touched that the standard leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Touched {
    /// A value was read that the dialect leaves open: an integer without one, or what the library chose.
    pub value: bool,
    /// An address was converted to an integer, printed or compared with another object's.
    pub address: bool,
    /// The first expression whose operands have effects on the same object, or some of which were not evaluated.
    pub order: Option<Site>,
    /// Pointers into different string literals were compared.
    pub literal: bool,
    /// An operation gave a NaN, whose sign and payload are not specified.
    pub nan: bool,
    /// A floating number was converted to an integer type that it does not fit.
    pub conversion: bool,
    /// The result of an operation on complex numbers is another when a compiler computes it beforehand.
    pub rounding: bool,
    /// What the implementation chooses, and that was asked for.
    pub choices: Choices,
}

impl Touched {
    /// What a run with another seed chooses otherwise, as far as it was touched.
    pub fn choice(self) -> &'static str {
        let touched = [
            (self.value, "a value that is not specified"),
            (self.address, "addresses"),
            (self.literal, "whether equal string literals are one object"),
            (self.nan, "the sign or payload of a NaN"),
            (self.conversion, "the result of a conversion that does not fit"),
            (self.rounding, "how an operation on complex numbers is rounded"),
        ];
        touched.into_iter().find_map(|(is_touched, words)| is_touched.then_some(words)).unwrap_or("a choice")
    }

    /// Whether there are more than two choices of something that it rests on.
    pub fn is_manifold(self) -> bool {
        self.value || self.address
    }

    /// Whether a run with another seed has to decide.
    pub fn seeded(self) -> bool {
        self.value || self.address || self.literal || self.nan || self.conversion || self.rounding
    }
}

/// Offset of the first object: small offsets are never valid.
const FIRST: u32 = 64;

/// The memory of a run.
#[derive(Debug)]
pub struct Memory {
    data: Vec<u8>,
    shadow: Vec<u16>,
    /// Provenance of the pointer in each aligned word.
    words: Vec<[u64; 2]>,
    /// Provenance of pointers that are not aligned.
    odd: FxHashMap<u32, [u64; 2]>,
    /// Bytes of a pointer, a power of two.
    word: u32,
    /// What the program's address of offset 0 is.
    base: u64,
    /// Static objects, functions and the heap.
    pub(crate) objects: Vec<Alloc>,
    /// Automatic objects.
    pub(crate) stack: Vec<Alloc>,
    /// The states of the objects in all slots, see [`state_index`].
    states: Vec<State>,
    /// Number of slots in use.
    pub(crate) slots: u32,
    /// Static objects that were placed before the run started.
    n_fixed: u32,
    static_end: u32,
    /// Room for static objects that come to be while the program runs.
    late: Option<(u32, u32)>,
    stack_end: u32,
    heap_top: u32,
    arena_end: u32,
    heap: heap::Heap,
    large_blocks: Vec<lazy::LargeBlock>,
    /// Chunks of static objects that have been made, and whether the others come from an earlier run.
    made: Vec<usize>,
    is_resumed: bool,
    /// What was changed, while that matters.
    pub(crate) journal: journal::Journal,
    /// Seed of unspecified values.
    pub(crate) seed: u64,
    /// What has been touched.
    pub touched: Touched,
    /// Where the machine is; kept up to date before anything that can be asked about later.
    pub(crate) site: Site,
    /// Accesses are logged for the order of evaluation.
    pub(crate) log: crate::sequence::Log,
    /// Restrict-qualified pointers whose block runs.
    pub(crate) restricts: crate::restrict::Restricts,
    /// Whether accesses are entered anywhere: see [`Memory::note_watching`].
    watched: u32,
    /// Automatic objects from this slot on are not watched: nobody else knows them.
    unwatched: u32,
    pub(crate) strict_aliasing: bool,
    /// There are objects in the other storage order than that of the target.
    pub(crate) has_reversed: bool,
    /// Pairs of effective types that were found compatible, each at a place that follows from it.
    compatible: Box<[u64; 256]>,
    /// Dialect gnu. An integer without a value is read as an unspecified one: GCC documents that all of their patterns are
    /// values. An object of character type may be accessed as any other type: "A character type may alias any other type".
    pub(crate) is_gnu: bool,
    /// A digest of all accesses to volatile objects.
    pub(crate) volatiles: u64,
    /// The list of them, if it is asked for.
    pub(crate) watch: Option<Box<watch::Watch>>,
}

impl Memory {
    /// The first address, and how many there are.
    fn addresses(settings: &Settings, pointer_size: u8) -> (u64, u32) {
        let (base, cap) = match pointer_size {
            2 => (0x100, 0xf000),
            4 => (0x0804_8000 + (settings.seed & 0xff) * 0x1_0000, 1 << 30),
            _ => (0x5555_0000_0000 + (settings.seed & 0xffff) * 0x10_0000, 1 << 31),
        };
        (base, (settings.limits.memory + settings.limits.stack).min(cap) as u32)
    }

    /// Bytes that are set aside, most of them never to be touched: for each byte its value, its shadow, and its part of the
    /// provenance of a pointer.
    pub(crate) fn reserved(settings: &Settings, pointer_size: u8) -> u64 {
        let (_, end) = Memory::addresses(settings, pointer_size);
        u64::from(end) * 3 + u64::from(end) / u64::from(pointer_size) * 16
    }

    /// An empty memory.
    pub fn new(settings: &Settings, pointer_size: u8) -> Memory {
        let (base, end) = Memory::addresses(settings, pointer_size);
        Memory {
            data: vec![0; end as usize],
            shadow: vec![0; end as usize],
            words: vec![[0; 2]; (end / u32::from(pointer_size)) as usize + 1],
            odd: FxHashMap::default(),
            word: pointer_size.into(),
            base,
            objects: vec![Alloc::NONE],
            stack: Vec::new(),
            states: vec![State::new(0, flag::OPAQUE); 2],
            slots: 0,
            n_fixed: 0,
            static_end: FIRST,
            late: None,
            stack_end: FIRST,
            heap_top: FIRST,
            arena_end: end,
            heap: heap::Heap::default(),
            large_blocks: Vec::new(),
            made: Vec::new(),
            is_resumed: false,
            journal: journal::Journal::default(),
            seed: settings.seed,
            touched: Touched::default(),
            site: Site::default(),
            log: crate::sequence::Log::default(),
            restricts: crate::restrict::Restricts::within(settings.limits.memory),
            watched: 0,
            unwatched: 0,
            strict_aliasing: !settings.no_strict_aliasing,
            has_reversed: false,
            compatible: Box::new([0; 256]),
            is_gnu: settings.dialect == Dialect::Gnu,
            volatiles: 0,
            watch: settings.traces_volatile.map(|most| Box::new(watch::Watch::new(most))),
        }
    }

    /// Where an object with an alignment goes. With one choice or the other, a place in it that needs a better alignment than the
    /// object promises does not have it.
    fn aligned(&self, offset: u64, align: u64) -> u64 {
        if self.is_other_choice() { align_up(offset, align.max(BEST)) } else { align_no_better(offset, align) }
    }

    /// Places the static objects; all are placed before the run starts. Their order is not specified, and a run with other
    /// choices has the opposite one.
    pub fn place_statics(&mut self, statics: &[Static]) -> Run<()> {
        for object in statics {
            // Flags come when the initialisers have run.
            let flags = if object.sort == Sort::Static { 0 } else { object.flags };
            self.push_object(Alloc { sort: object.sort, info: object.info, ..Alloc::NONE }, flags);
        }
        self.n_fixed = statics.len() as u32;
        for n in 0..statics.len() {
            let index = if self.is_other_choice() { statics.len() - 1 - n } else { n };
            let lo = self.aligned(u64::from(self.static_end), statics[index].align);
            let hi = lo + statics[index].size;
            if hi + 32 > u64::from(self.arena_end) {
                return limit(Limit::Memory);
            }
            // A gap, so that the end of one object is not the start of the next.
            self.static_end = hi as u32 + 1;
            let alloc = &mut self.objects[index + 1];
            (alloc.lo, alloc.hi) = (lo as u32, hi as u32);
        }
        Ok(())
    }

    /// Enters an object that is not automatic.
    fn push_object(&mut self, alloc: Alloc, flags: u16) -> u32 {
        let slot = self.objects.len() as u32;
        self.objects.push(alloc);
        let index = state_index(slot);
        if self.states.len() <= index + 1 {
            self.states.resize(index + 2, State::new(1, flag::OPAQUE));
        }
        self.states[index] = State::new(0, flags);
        slot
    }

    /// The generation of a slot.
    #[inline]
    pub fn generation(&self, slot: u32) -> u16 {
        self.states[state_index(slot)].generation()
    }

    /// The properties of the object in a slot.
    #[inline]
    pub fn flags(&self, slot: u32) -> u16 {
        self.states[state_index(slot)].flags()
    }

    /// Changes the properties of the object in a slot.
    pub fn set_flags(&mut self, slot: u32, flags: u16) {
        let state = &mut self.states[state_index(slot)];
        *state = State::new(state.generation(), flags);
    }

    /// Leaves room for static objects that come to be while the program runs.
    pub(crate) fn reserve_statics(&mut self, slots: usize, bytes: u32) {
        let bytes = bytes.min(self.arena_end / 32);
        for _ in 0..slots {
            self.push_object(Alloc::NONE, flag::OPAQUE);
        }
        self.late = Some((self.static_end, self.static_end.saturating_add(bytes).min(self.arena_end)));
        self.static_end = self.static_end.saturating_add(bytes);
    }

    /// Whether room was left for static objects that come to be while the program runs.
    pub(crate) fn has_room_for_statics(&self) -> bool {
        self.late.is_some()
    }

    /// Places a static object in the room that was left for it.
    pub(crate) fn place_late(&mut self, slot: u32, size: u64, align: u64, made: Alloc, flags: u16) -> Run<u32> {
        let (from, end) = self.late.unwrap_or_default();
        let lo = self.aligned(u64::from(from), align);
        let hi = lo.saturating_add(size);
        match self.objects.get_mut(slot as usize) {
            Some(entry) if entry.sort == Sort::None && hi < u64::from(end) => {
                *entry = Alloc { lo: lo as u32, hi: hi as u32, ..made };
                self.late = Some((hi as u32 + 1, end));
                self.set_flags(slot, flags);
                Ok(lo as u32)
            }
            _ => limit(Limit::Memory),
        }
    }

    /// Lays out stack and heap behind the static objects.
    pub fn start(&mut self, stack: u64) -> Run<()> {
        // Where addresses have 16 bits, half of them are for the stack at most.
        let stack = if self.word == 2 { stack.min(u64::from(self.arena_end) / 2) } else { stack };
        let stack_start = align_up(u64::from(self.static_end) + 16, 4096);
        let heap_start = align_up(stack_start + stack, 4096);
        if heap_start > u64::from(self.arena_end) {
            return limit(Limit::Memory);
        }
        self.static_end = stack_start as u32;
        self.stack_end = heap_start as u32;
        self.heap_top = heap_start as u32;
        Ok(())
    }

    /// Offset of the first byte of the stack.
    pub fn stack_start(&self) -> u32 {
        self.static_end
    }

    /// Offset behind the last byte of the stack.
    pub fn stack_end(&self) -> u32 {
        self.stack_end
    }

    /// The object in a slot.
    #[inline]
    pub fn alloc(&self, slot: u32) -> &Alloc {
        if slot & Provenance::STACK == 0 {
            &self.objects[slot as usize]
        } else {
            &self.stack[(slot & !Provenance::STACK) as usize]
        }
    }

    /// A pointer to the start of an object.
    #[inline]
    pub fn pointer_to(&self, slot: u32) -> Pointer {
        let alloc = self.alloc(slot);
        Pointer {
            addr: self.base + u64::from(alloc.lo),
            prov: Provenance::new(slot, self.generation(slot)),
            range: Range::new(alloc.lo, alloc.hi),
        }
    }

    /// The arena offset of an address.
    #[inline]
    pub fn offset_of(&self, addr: u64) -> u64 {
        addr.wrapping_sub(self.base)
    }

    /// The address of an arena offset.
    pub fn addr_of(&self, offset: u32) -> u64 {
        self.base + u64::from(offset)
    }

    /// Whether the object of a pointer still exists.
    #[inline]
    pub fn is_live(&self, prov: Provenance) -> bool {
        self.generation(prov.slot()) == prov.generation()
    }

    /// The object that contains an address, for pointers made from integers and from bytes.
    pub fn derive(&mut self, addr: u64) -> Pointer {
        if addr == 0 {
            return Pointer::NULL;
        }
        let offset = self.offset_of(addr);
        if offset > u64::from(self.arena_end) {
            return Pointer::absolute(addr);
        }
        let holds = |alloc: &&Alloc| u64::from(alloc.lo) <= offset && offset <= u64::from(alloc.hi) && alloc.hi != 0;
        let live =
            self.stack[..self.slots as usize].iter().rposition(|alloc| holds(&alloc) && alloc.sort != Sort::None);
        let slot = match live {
            Some(index) => index as u32 | Provenance::STACK,
            None => match self.objects.iter().rposition(|alloc| holds(&alloc)) {
                Some(index) => index as u32,
                None => return Pointer::absolute(addr),
            },
        };
        Pointer { addr, ..self.pointer_to(slot) }
    }

    /// Ends the lifetime of what is in a slot.
    #[inline]
    pub fn end(&mut self, slot: u32) {
        self.touch_alloc(slot);
        let site = self.site;
        let alloc = if slot & Provenance::STACK == 0 {
            &mut self.objects[slot as usize]
        } else {
            &mut self.stack[(slot & !Provenance::STACK) as usize]
        };
        alloc.died = site;
        let state = &mut self.states[state_index(slot)];
        *state = state.ended();
    }

    /// The seed of the first of two runs that make opposite choices.
    fn first_seed(&self) -> u64 {
        self.seed.min(self.seed ^ OTHER_CHOICES)
    }

    /// Whether this is the run that makes other choices: what is unspecified should differ from the first run.
    pub(crate) fn is_other_choice(&self) -> bool {
        self.seed != self.first_seed()
    }

    /// An unspecified byte, as the seed chooses it: zero, as fresh memory often is, where none is given. A run with other
    /// choices has the opposite of every bit.
    pub(crate) fn unspecified_byte(&mut self, offset: usize) -> u8 {
        self.touched.value = true;
        let seed = self.first_seed();
        let mixed = (seed ^ offset as u64).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let byte = if seed == 0 { 0 } else { (mixed >> 32) as u8 };
        if self.is_other_choice() { !byte } else { byte }
    }
}

/// Objects without a value.
impl Memory {
    /// Whether an integer without a value at an offset has an unspecified one. C11 6.3.2.1p2 makes reading it undefined only
    /// for variables whose address is never taken; for others it is undefined only where the bytes may be a trap
    /// representation (6.2.6.1p5), and GCC documents that all bit patterns of integers are ordinary values.
    pub(crate) fn is_unspecified(&self, image: &Image, at: usize) -> bool {
        let holds = |alloc: &&Alloc| alloc.lo as usize <= at && at < alloc.hi as usize && alloc.sort != Sort::None;
        self.is_gnu
            && !self.stack[..self.slots as usize]
                .iter()
                .rev()
                .find(holds)
                .is_some_and(|alloc| image.info(Provenance::STACK, alloc).is_some_and(|info| info.could_be_register))
    }
}

/// Automatic objects.
impl Memory {
    /// Makes room for the objects of a call. Their lifetimes begin with [`Memory::enter`].
    #[inline]
    pub fn push_slots(&mut self, count: u32) -> u32 {
        let first = self.slots;
        self.slots += count;
        if self.stack.len() < self.slots as usize {
            self.grow_stack();
        }
        first
    }

    #[cold]
    fn grow_stack(&mut self) {
        self.stack.resize(self.slots as usize, Alloc::NONE);
        let end = state_index((self.slots - 1) | Provenance::STACK) + 1;
        if self.states.len() < end {
            self.states.resize(end, State::new(1, flag::OPAQUE));
        }
    }

    /// Ends all automatic objects from a slot on.
    #[inline]
    pub fn pop_slots(&mut self, first: u32) {
        if first != self.slots {
            self.end_slots(first);
        }
    }

    fn end_slots(&mut self, first: u32) {
        let site = self.site;
        if self.journal.is_on() {
            (first..self.slots).for_each(|slot| self.touch_alloc(slot | Provenance::STACK));
        }
        for (slot, alloc) in (first..).zip(&mut self.stack[first as usize..self.slots as usize]) {
            if alloc.sort != Sort::None {
                let state = &mut self.states[state_index(slot | Provenance::STACK)];
                *state = state.ended();
                alloc.died = site;
                alloc.sort = Sort::None;
            }
        }
        self.slots = first;
    }

    /// Begins the lifetime of an automatic object, without a value; one that has not ended stays the same object.
    pub fn enter(&mut self, slot: u32, lo: u32, template: &[u16], sort: Sort, flags: u16, info: u32) {
        let hi = lo + template.len() as u32;
        let site = self.site;
        self.touch_alloc(slot | Provenance::STACK);
        self.touch(lo as usize, template.len());
        let alloc = &mut self.stack[slot as usize];
        alloc.lo = lo;
        alloc.hi = hi;
        alloc.sort = sort;
        alloc.info = info;
        alloc.born = site;
        self.set_flags(slot | Provenance::STACK, flags);
        self.shadow[lo as usize..hi as usize].copy_from_slice(template);
    }

    /// Begins the lifetime of an automatic object where another is, with its value.
    pub fn adopt(&mut self, slot: u32, other: Alloc, info: u32) {
        self.touch_alloc(slot | Provenance::STACK);
        self.stack[slot as usize] =
            Alloc { sort: Sort::Auto, info, born: self.site, died: self.stack[slot as usize].died, ..other };
        self.set_flags(slot | Provenance::STACK, 0);
    }

    /// Takes the value of an automatic object away: its declaration is reached again.
    pub fn forget(&mut self, slot: u32, template: &[u16]) {
        let lo = self.stack[slot as usize].lo as usize;
        self.touch(lo, template.len());
        self.shadow[lo..lo + template.len()].copy_from_slice(template);
    }

    /// Ends the lifetime of an automatic object.
    #[inline]
    pub fn leave(&mut self, slot: u32) {
        if self.stack[slot as usize].sort != Sort::None {
            self.end(slot | Provenance::STACK);
            self.stack[slot as usize].sort = Sort::None;
        }
    }
}

/// The next multiple of an alignment.
pub fn align_up(offset: u64, align: u64) -> u64 {
    // Nearly always a power of two, and then there is no need to divide.
    if align.is_power_of_two() { (offset + (align - 1)) & !(align - 1) } else { offset.next_multiple_of(align.max(1)) }
}

/// The next offset that has an alignment, and no greater one up to [`BEST`]: who relies on more than an object promises
/// (6.3.2.3p7) must not be lucky.
pub fn align_no_better(offset: u64, align: u64) -> u64 {
    let (next, align) = (align_up(offset, align), align.max(1));
    if align < BEST && next.is_multiple_of(2 * align) { next + align } else { next }
}

/// What the stack and memory from `malloc` are aligned to.
pub const BEST: u64 = 16;
