//! The order of evaluation: which effects C leaves without an order, and whether they meet.
//!
//! Where lowering cannot rule out that two operands without an order touch the same object, it brackets them. Between the
//! brackets the machine logs which bytes each operand reads and writes. Two operands that touch the same byte, one of them
//! writing, are `unsequenced` (C11 6.5p2) if both do so themselves; if at least one does so inside a function it calls, the
//! two are indeterminately sequenced (C11 6.5.2.2p10), and a run in another order decides whether that matters.
//!
//! The log is one list of accesses, in the order in which they happen; a region is a part of its end, and what belongs to
//! whom is found out when a region is left. Most regions are left without a write to anything that others can see, and then
//! there is nothing to find out. A list that grows long is tidied: of many accesses to the same bytes, one stays.

#[cfg(test)]
mod tests;
mod unite;

use self::unite::Table;
use crate::code::Sequencing;
use crate::memory::Provenance;
use crate::outcome::{Run, undefined};
use crate::undefined::Kind;

/// What an access does. A write is settled when a sequence point stands between it and the end of the operand; it is initial
/// if it gives a part of an object its first value: those come in the order of the list (C11 6.7.9p19), whatever order the
/// expressions in it have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Effect {
    Read,
    Write,
    Settled,
    Initial,
}

/// Some bits of eight bytes are accessed.
#[derive(Clone, Copy, Debug)]
struct Access {
    slot: u32,
    /// The number of the eight bytes, of a variable in registers, or of a part of the library.
    group: u32,
    mask: u64,
    /// Calls that were active.
    depth: u32,
    effect: Effect,
}

impl Access {
    /// Which eight bytes.
    fn bytes(&self) -> (u32, u32) {
        (self.slot, self.group)
    }

    fn same_bytes(&self, other: &Access) -> bool {
        self.bytes() == other.bytes()
    }
}

/// Operands without an order.
#[derive(Clone, Debug)]
struct Region {
    /// Calls that were active when it began.
    depth: u32,
    /// Automatic objects that existed when it began; others belong to the calls in it.
    slots: u32,
    /// Where its operands begin is written in the list of beginnings from here on.
    first: usize,
    /// Accesses up to here have been settled.
    settled: usize,
    /// How its operands go with each other.
    kind: Sequencing,
}

/// Accesses to this slot are to variables in registers.
const REGISTERS: u32 = u32::MAX;

/// Accesses to this slot are to what the library keeps: no object has it.
const LIBRARY: u32 = 0;

/// What the library keeps and calls change, besides objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// What the program has written.
    Output,
    /// The states of random numbers.
    Random,
    /// Where `strtok` goes on.
    Token,
    /// What is called at the end, and by signals.
    Handlers,
    /// `errno`, before it is an object.
    Errno,
    /// Floating-point exceptions and rounding.
    Environment,
}

/// An access that is the same as one of so many before it is not written down again.
const RECENT: usize = 2;

/// A list of fewer accesses is not worth tidying.
const LONG: usize = 1 << 13;

/// The log of effects.
#[derive(Clone, Debug)]
pub struct Log {
    accesses: Vec<Access>,
    regions: Vec<Region>,
    /// Where the operands of all regions begin in the list of accesses.
    begins: Vec<usize>,
    /// Behind the last write.
    written: usize,
    /// The list is tidied when it has become so long.
    tidy_at: usize,
    on: bool,
    /// What the operand at hand goes on to write is the first value of its part of an object.
    initial: bool,
    /// For bringing accesses to the same bytes together.
    table: Table,
    /// Calls that are active.
    pub(crate) depth: u32,
}

impl Default for Log {
    fn default() -> Self {
        Log {
            accesses: Vec::new(),
            regions: Vec::new(),
            begins: Vec::new(),
            written: 0,
            tidy_at: LONG,
            on: false,
            initial: false,
            table: Table::default(),
            depth: 0,
        }
    }
}

impl Log {
    /// Whether accesses have to be logged.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Automatic objects from this slot on belong to calls inside of what is logged: accesses to them are nobody's business.
    pub(crate) fn inner_slots(&self) -> u32 {
        self.regions.last().map_or(0, |region| region.slots)
    }

    /// Number of open regions.
    pub(crate) fn open(&self) -> usize {
        self.regions.len()
    }

    /// Forgets regions that were left by a jump.
    pub(crate) fn truncate(&mut self, open: usize) {
        if let Some(region) = self.regions.get(open) {
            let start = self.begins[region.first];
            self.begins.truncate(region.first);
            self.accesses.truncate(start);
            self.written = self.written.min(start);
            self.regions.truncate(open);
            self.on = !self.regions.is_empty();
            self.initial = false;
        }
    }

    /// Operands without an order begin.
    pub fn begin(&mut self, slots: u32, kind: Sequencing) {
        let settled = self.accesses.len();
        self.regions.push(Region { depth: self.depth, slots, first: self.begins.len(), settled, kind });
        self.begins.push(settled);
        self.on = true;
        self.initial = false;
    }

    /// The next operand begins.
    pub fn next(&mut self) {
        if let Some(region) = self.regions.last_mut() {
            region.settled = self.accesses.len();
            self.begins.push(self.accesses.len());
        }
        self.initial = false;
    }

    /// The operand at hand has been evaluated, and its value becomes the first one of a part of an object.
    pub fn initial(&mut self) {
        self.initial = true;
    }

    /// A sequence point: writes so far are complete.
    pub fn point(&mut self) {
        let Some(region) = self.regions.last_mut().filter(|region| region.depth == self.depth) else { return };
        if self.written > region.settled {
            for access in &mut self.accesses[region.settled..] {
                if access.depth == region.depth && access.effect == Effect::Write {
                    access.effect = Effect::Settled;
                }
            }
        }
        region.settled = self.accesses.len();
    }

    /// An access to bytes.
    pub fn access(&mut self, slot: u32, at: u32, size: u32, write: bool) {
        self.access_bits(slot, u64::from(at) * 8, u64::from(size) * 8, write);
    }

    /// An access to bits, counted from the start of the arena: neighbouring bit-fields are different objects.
    pub fn access_bits(&mut self, slot: u32, at: u64, size: u64, write: bool) {
        let Some(region) = self.regions.last() else { return };
        if slot & Provenance::STACK != 0 && slot & !Provenance::STACK >= region.slots {
            return;
        }
        let mut from = at;
        let end = at + size;
        if at / 64 == (end - 1) / 64 && size > 0 {
            self.note(slot, (at / 64) as u32, (u64::MAX >> (64 - size)) << (at % 64), write);
            from = end;
        }
        while from < end {
            let group = from / 64;
            let to = end.min(group * 64 + 64);
            let mask = (u64::MAX >> (64 - (to - from))) << (from - group * 64);
            self.note(slot, group as u32, mask, write);
            from = to;
        }
        if self.accesses.len() > self.tidy_at {
            self.tidy();
        }
    }

    /// The same for a cell, which is in eight bytes as a whole.
    pub fn access_cell(&mut self, slot: u32, at: u32, size: u32, write: bool) {
        let Some(region) = self.regions.last() else { return };
        if slot & Provenance::STACK != 0 && slot & !Provenance::STACK >= region.slots {
            return;
        }
        let mask = (u64::MAX >> (64 - 8 * size)) << (at % 8 * 8);
        self.note(slot, at / 8, mask, write);
        if self.accesses.len() > self.tidy_at {
            self.tidy();
        }
    }

    /// An access to a variable in registers.
    pub fn variable(&mut self, variable: u32, write: bool) {
        if self.regions.last().is_some_and(|region| region.depth == self.depth) {
            self.note(REGISTERS, variable, 1, write);
        }
    }

    /// A library function changes what the library keeps.
    #[inline]
    pub fn library(&mut self, kept: Kept) {
        if self.on {
            self.note(LIBRARY, kept as u32, 1, true);
        }
    }

    fn note(&mut self, slot: u32, group: u32, mask: u64, write: bool) {
        let effect = match (write, self.initial) {
            (false, _) => Effect::Read,
            (true, false) => Effect::Write,
            (true, true) => Effect::Initial,
        };
        // The same bytes, again and again: it has been said already.
        let begin = self.begins.last().map_or(0, |&begin| begin.max(self.accesses.len().saturating_sub(RECENT)));
        let same = |access: &&mut Access| {
            access.bytes() == (slot, group) && access.effect == effect && access.depth == self.depth
        };
        if let Some(access) = self.accesses[begin..].iter_mut().rev().find(same) {
            access.mask |= mask;
            return;
        }
        self.accesses.push(Access { slot, group, mask, depth: self.depth, effect });
        if write {
            self.written = self.accesses.len();
        }
    }

    /// All operands have been evaluated. Gives whether the order of calls may matter.
    pub fn finish(&mut self) -> Run<bool> {
        let Some(region) = self.regions.pop() else { return Ok(false) };
        self.on = !self.regions.is_empty();
        let start = self.begins[region.first];
        let met = if self.written > start { self.meetings(&region, start) } else { Met::Nothing };
        self.begins.truncate(region.first);
        if region.kind == Sequencing::Indeterminate {
            // For what is around, they are writes as any.
            let initial = self.accesses[start..].iter_mut().filter(|access| access.effect == Effect::Initial);
            initial.for_each(|access| access.effect = Effect::Write);
            self.initial = false;
        }
        if !self.on {
            self.accesses.clear();
            self.written = 0;
            self.tidy_at = LONG;
        }
        match met {
            Met::Race => race(),
            met => Ok(met == Met::Order),
        }
    }

    /// Whether two operands of a region touch the same byte and one of them writes it. What is left of the accesses is one
    /// operand, or part of one, of the region around.
    fn meetings(&mut self, region: &Region, start: usize) -> Met {
        let begins = &self.begins[region.first..];
        let mut met = Met::Nothing;
        let kept = self.table.unite(&mut self.accesses[start..], (begins, start), region.depth, |a, b, is_last| {
            let (a, b) = (Masks::of(a, region), Masks::of(b, region));
            let is_store = region.kind == Sequencing::Store && is_last;
            met = met.max(match region.kind {
                Sequencing::Indeterminate if a.touches(b) || b.touches(a) => Met::Order,
                Sequencing::Indeterminate => Met::Nothing,
                _ => meet(a, b, is_store),
            });
        });
        self.accesses.truncate(start + kept);
        self.written = self.accesses.len();
        met
    }

    /// Of accesses to the same bytes by the same operand, one stays.
    #[cold]
    fn tidy(&mut self) {
        for index in (0..self.regions.len()).rev() {
            let (first, depth) = (self.regions[index].first, self.regions[index].depth);
            self.tidy_parts(first, depth);
        }
        for region in &mut self.regions {
            // Settling again does no harm.
            region.settled = self.begins[region.first];
        }
        self.written = self.accesses.iter().rposition(|access| access.effect != Effect::Read).map_or(0, |at| at + 1);
        self.tidy_at = (2 * self.accesses.len()).max(LONG);
    }

    /// Tidies the operands from one on, each for itself.
    fn tidy_parts(&mut self, first: usize, depth: u32) {
        // From the end: a part that becomes shorter moves no other that is still to be tidied.
        for index in (first..self.begins.len()).rev() {
            let start = self.begins[index];
            let end = self.begins.get(index + 1).map_or(self.accesses.len(), |&end| end);
            let kept = start + self.table.unite(&mut self.accesses[start..end], (&[], start), depth, |_, _, _| {});
            self.accesses.drain(kept..end);
            self.begins[index + 1..].iter_mut().for_each(|begin| *begin -= end - kept);
        }
    }
}

/// How two operands go with each other, from good to bad.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Met {
    /// They touch nothing that the other changes.
    Nothing,
    /// The order of calls may matter.
    Order,
    /// One changes what the other uses.
    Race,
}

/// Which bits of eight bytes were touched, and how.
#[derive(Clone, Copy, Default, Debug)]
struct Masks {
    /// By the operand itself.
    reads: u64,
    writes: u64,
    /// By itself, with a sequence point between the write and the end of the operand.
    settled: u64,
    /// By initialisation.
    initial: u64,
    /// Inside calls.
    call_reads: u64,
    call_writes: u64,
}

impl Masks {
    /// What an access is for a region.
    fn of(access: &Access, region: &Region) -> Masks {
        let mut masks = Masks::default();
        let own = access.slot & Provenance::STACK != 0 && access.slot & !Provenance::STACK >= region.slots;
        let in_call = access.depth > region.depth;
        if if access.slot == REGISTERS { in_call } else { own } {
            return masks;
        }
        let mask = match (access.effect, in_call) {
            (Effect::Read, false) => &mut masks.reads,
            (Effect::Write, false) => &mut masks.writes,
            (Effect::Settled, false) => &mut masks.settled,
            (Effect::Initial, false) => &mut masks.initial,
            (Effect::Read, true) => &mut masks.call_reads,
            (_, true) => &mut masks.call_writes,
        };
        *mask = access.mask;
        masks
    }

    fn own_writes(self) -> u64 {
        self.writes | self.settled
    }

    fn all_writes(self) -> u64 {
        self.own_writes() | self.call_writes
    }

    fn all(self) -> u64 {
        self.all_writes() | self.reads | self.call_reads
    }

    /// Whether this changes what the other uses. First values do not change each other.
    fn touches(self, other: Masks) -> bool {
        self.all_writes() & (other.all() | other.initial) | self.initial & other.all() != 0
    }
}

/// What two operands do to the same eight bytes.
fn meet(x: Masks, y: Masks, y_is_store: bool) -> Met {
    if y_is_store {
        // The store comes after the values of the operands, not after their side effects.
        return if x.writes & y.writes == 0 { Met::Nothing } else { Met::Race };
    }
    if x.own_writes() & (y.reads | y.own_writes()) | y.own_writes() & x.reads != 0 {
        return Met::Race;
    }
    if x.touches(y) || y.touches(x) { Met::Order } else { Met::Nothing }
}

fn race() -> Run<bool> {
    undefined(
        Kind::Unsequenced,
        "an object is changed and used again in one expression, without an order between the two",
    )
}
