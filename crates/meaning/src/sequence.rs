//! The order of evaluation: which effects C leaves without an order, and whether they meet.
//!
//! Where lowering cannot rule out that two operands without an order touch the same object, it brackets them. Between the
//! brackets the machine logs which bytes each operand reads and writes. Two operands that touch the same byte, one of them
//! writing, are `unsequenced` (C11 6.5p2) if both do so themselves; if at least one does so inside a function it calls, the
//! two are indeterminately sequenced (C11 6.5.2.2p10), and a run in another order decides whether that matters.

use rustc_hash::FxHashMap;

use crate::memory::Provenance;
use crate::outcome::{Run, undefined};
use crate::undefined::Kind;

/// Which bits of eight bytes were touched, and how.
#[derive(Clone, Copy, Default, Debug)]
struct Masks {
    /// By the operand itself.
    reads: u64,
    writes: u64,
    /// By itself, with a sequence point between the write and the end of the operand.
    settled: u64,
    /// Inside calls.
    call_reads: u64,
    call_writes: u64,
}

impl Masks {
    fn add(&mut self, other: Masks) {
        self.reads |= other.reads;
        self.writes |= other.writes;
        self.settled |= other.settled;
        self.call_reads |= other.call_reads;
        self.call_writes |= other.call_writes;
    }

    fn own_writes(self) -> u64 {
        self.writes | self.settled
    }
}

/// What an operand touched: by slot and group of eight bytes.
type Effects = FxHashMap<(u32, u32), Masks>;

#[derive(Clone, Debug)]
struct Region {
    /// Calls that were active when it began.
    depth: u32,
    /// Automatic objects that existed when it began; others belong to the calls in it.
    slots: u32,
    /// The operand at hand.
    current: Effects,
    /// Operands before.
    done: Vec<Effects>,
    /// The last operand is the store of an assignment, which comes after the values of the others.
    store: bool,
}

/// Groups of this slot are registers.
const REGISTERS: u32 = u32::MAX;

/// The log of effects.
#[derive(Clone, Debug, Default)]
pub struct Log {
    regions: Vec<Region>,
    on: bool,
    /// Calls that are active.
    pub(crate) depth: u32,
}

impl Log {
    /// Whether accesses have to be logged.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Number of open regions.
    pub(crate) fn open(&self) -> usize {
        self.regions.len()
    }

    /// Forgets regions that were left by a jump.
    pub(crate) fn truncate(&mut self, open: usize) {
        self.regions.truncate(open);
        self.on = !self.regions.is_empty();
    }

    /// Operands without an order begin.
    pub fn begin(&mut self, slots: u32, store: bool) {
        let region = Region { depth: self.depth, slots, current: Effects::default(), done: Vec::new(), store };
        self.regions.push(region);
        self.on = true;
    }

    /// The next operand begins.
    pub fn next(&mut self) {
        if let Some(region) = self.regions.last_mut() {
            let effects = std::mem::take(&mut region.current);
            region.done.push(effects);
        }
    }

    /// A sequence point: writes so far are complete.
    pub fn point(&mut self) {
        let depth = self.depth;
        if let Some(region) = self.regions.last_mut()
            && region.depth == depth
        {
            #[expect(clippy::iter_over_hash_type, reason = "the order of settling does not matter")]
            for masks in region.current.values_mut() {
                masks.settled |= std::mem::take(&mut masks.writes);
            }
        }
    }

    /// An access to bytes.
    pub fn access(&mut self, slot: u32, at: u32, size: u32, write: bool) {
        self.access_bits(slot, u64::from(at) * 8, u64::from(size) * 8, write);
    }

    /// An access to bits, counted from the start of the arena: neighbouring bit-fields are different objects.
    pub fn access_bits(&mut self, slot: u32, at: u64, size: u64, write: bool) {
        let depth = self.depth;
        let Some(region) = self.regions.last_mut() else { return };
        if slot & Provenance::STACK != 0 && slot & !Provenance::STACK >= region.slots {
            return;
        }
        let mut from = at;
        let end = at + size;
        while from < end {
            let group = from / 64;
            let to = end.min(group * 64 + 64);
            let mask = (u64::MAX >> (64 - (to - from))) << (from - group * 64);
            let masks = region.current.entry((slot, group as u32)).or_default();
            match (write, depth > region.depth) {
                (false, false) => masks.reads |= mask,
                (true, false) => masks.writes |= mask,
                (false, true) => masks.call_reads |= mask,
                (true, true) => masks.call_writes |= mask,
            }
            from = to;
        }
    }

    /// An access to a register.
    pub fn register(&mut self, register: u16, write: bool) {
        let depth = self.depth;
        if let Some(region) = self.regions.last_mut()
            && region.depth == depth
        {
            let masks = region.current.entry((REGISTERS, register.into())).or_default();
            if write {
                masks.writes |= 1;
            } else {
                masks.reads |= 1;
            }
        }
    }

    /// All operands have been evaluated. Gives whether the order of calls may matter.
    pub fn finish(&mut self) -> Run<bool> {
        self.next();
        let Some(region) = self.regions.pop() else { return Ok(false) };
        self.on = !self.regions.is_empty();
        let order = conflicts(&region)?;
        if let Some(outer) = self.regions.last_mut() {
            let in_call = region.depth > outer.depth;
            for effects in region.done {
                merge(outer, effects, in_call);
            }
        }
        Ok(order)
    }
}

/// Adds the effects of an operand to the operand around it.
fn merge(outer: &mut Region, effects: Effects, in_call: bool) {
    #[expect(clippy::iter_over_hash_type, reason = "sets are united, in whatever order")]
    for ((slot, group), masks) in effects {
        let own = slot & Provenance::STACK != 0 && slot != REGISTERS && slot & !Provenance::STACK >= outer.slots;
        if own || slot == REGISTERS && in_call {
            continue;
        }
        let masks = if in_call {
            let call_reads = masks.reads | masks.call_reads;
            let call_writes = masks.own_writes() | masks.call_writes;
            Masks { call_reads, call_writes, ..Masks::default() }
        } else {
            masks
        };
        outer.current.entry((slot, group)).or_default().add(masks);
    }
}

/// Whether two operands touch the same byte and one of them writes it.
fn conflicts(region: &Region) -> Run<bool> {
    let mut order = false;
    let store = region.store.then(|| region.done.len().saturating_sub(1));
    for (i, a) in region.done.iter().enumerate() {
        for (offset, b) in region.done[i + 1..].iter().enumerate() {
            let is_store = Some(i + 1 + offset) == store;
            // Each pair is looked at from the side of the smaller set.
            let (small, large) = if a.len() <= b.len() { (a, b) } else { (b, a) };
            #[expect(clippy::iter_over_hash_type, reason = "any conflict has the same consequence")]
            for (key, &x) in small {
                let Some(&y) = large.get(key) else { continue };
                let (operand, store) = if a.len() <= b.len() { (x, y) } else { (y, x) };
                if is_store {
                    // The store comes after the values of the operands, not after their side effects.
                    if operand.writes & store.writes != 0 {
                        return race(key.0 == REGISTERS);
                    }
                    continue;
                }
                let direct = x.own_writes() & (y.reads | y.own_writes()) | y.own_writes() & x.reads;
                if direct != 0 {
                    return race(key.0 == REGISTERS);
                }
                let x_all = x.reads | x.call_reads | x.own_writes() | x.call_writes;
                let y_all = y.reads | y.call_reads | y.own_writes() | y.call_writes;
                let writes_x = x.own_writes() | x.call_writes;
                let writes_y = y.own_writes() | y.call_writes;
                order |= writes_x & y_all | writes_y & x_all != 0;
            }
        }
    }
    Ok(order)
}

fn race(_register: bool) -> Run<bool> {
    undefined(
        Kind::Unsequenced,
        "an object is changed and used again in one expression, without an order between the two",
    )
}
