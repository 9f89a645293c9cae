//! Pointers: arithmetic, comparison, conversion.

use std::cmp::Ordering;

use kiln_lang::value::int::{Int, IntShape};

use super::Machine;
use super::arith::holds;
use crate::code::{Callee, Comparison, Elem, Grid, Op};
use crate::memory::cell::{Base, Spot};
use crate::memory::{Pointer, Provenance, Range, Sort};
use crate::outcome::{Run, in_bytes, undefined};
use crate::settings::Dialect;
use crate::undefined::Kind;

/// A number of elements that no array has: what counts is its value, not its last 64 bits (C11 6.5.6p8).
#[cold]
#[inline(never)]
pub(super) fn large_index<T>(index: impl std::fmt::Display) -> Run<T> {
    undefined(Kind::PointerArithmetic, format!("a pointer is moved by {index} elements"))
}

impl Machine<'_> {
    /// `p + distance` bytes (C11 6.5.6p8): must stay in its object, or one past it.
    #[inline]
    pub(super) fn moved(&self, p: Pointer, distance: i128, subscript: bool) -> Run<Pointer> {
        let to = i128::from(self.memory.offset_of(p.addr) as i64) + distance;
        let in_range = to >= i128::from(p.range.lo()) && to <= i128::from(p.range.hi());
        if in_range && p.has_object() && self.memory.is_live(p.prov) {
            return Ok(p.moved(distance as i64));
        }
        self.explain_move(p, distance, subscript)
    }

    /// `p + count` elements.
    #[inline]
    pub(super) fn stepped(&self, p: Pointer, count: i64, size: u32) -> Run<Pointer> {
        // Nearly always the distance is small; then nothing here can overflow.
        let small = i64::from(count as i32) == count;
        let distance = i64::from(count as i32).wrapping_mul(size.into());
        let to = (self.memory.offset_of(p.addr) as i64).wrapping_add(distance);
        if small
            && to >= p.range.lo() as i64
            && to <= p.range.hi() as i64
            && p.has_object()
            && self.memory.is_live(p.prov)
        {
            return Ok(p.moved(distance));
        }
        self.moved_slowly(p.addr, p.prov, p.range, count, size)
    }

    #[cold]
    #[inline(never)]
    fn moved_slowly(&self, addr: u64, prov: Provenance, range: Range, count: i64, size: u32) -> Run<Pointer> {
        self.moved(Pointer { addr, prov, range }, i128::from(count) * i128::from(size), false)
    }

    #[cold]
    fn explain_move(&self, p: Pointer, distance: i128, subscript: bool) -> Run<Pointer> {
        let memory = &self.memory;
        if p.is_null() && !p.has_object() {
            if self.settings.null_is_address || distance == 0 && self.settings.dialect == Dialect::Gnu {
                return Ok(p.moved(distance as i64));
            }
            return undefined(Kind::PointerArithmetic, format!("a null pointer is moved by {}", in_bytes(distance)));
        }
        if !p.has_object() {
            // An address from nowhere: GCC and Clang compute with it; using it is another matter.
            return Ok(p.moved(distance as i64));
        }
        if !memory.is_live(p.prov) {
            let (kind, words) = memory.dead_kind(p);
            return Err(memory.fault(self.image, kind, words, p));
        }
        let alloc = memory.alloc(p.prov.slot());
        let position = i128::from(memory.offset_of(p.addr)) - i128::from(alloc.lo) + distance;
        let size = i128::from(alloc.hi - alloc.lo);
        let in_object = (0..=size).contains(&position);
        let kind = match (in_object, subscript) {
            (true, _) => Kind::SubobjectBounds,
            (false, true) => Kind::OutOfBounds,
            (false, false) => Kind::PointerArithmetic,
        };
        let message = if in_object {
            let start = p.range.lo() - u64::from(alloc.lo);
            let end = p.range.hi() - u64::from(alloc.lo);
            format!("a pointer to bytes {start} to {end} of an object is moved to byte {position}")
        } else {
            format!("a pointer into an object of {} is moved to byte {position}", in_bytes(size))
        };
        Err(memory.fault(self.image, kind, message, p))
    }

    /// `p[i]`: where it leads is for the access to check, but the pointer itself must stay near.
    #[inline]
    fn subscript(&self, p: Pointer, distance: i128) -> Run<Pointer> {
        let to = i128::from(self.memory.offset_of(p.addr) as i64) + distance;
        if to >= i128::from(p.range.lo()) && to < i128::from(p.range.hi()) {
            return Ok(p.moved(distance as i64));
        }
        if p.is_null() && !self.settings.null_is_address {
            return undefined(Kind::NullPointer, format!("a null pointer is indexed by {}", in_bytes(distance)));
        }
        self.moved(p, distance, true)
    }

    /// As an instruction that is fused with an access does it.
    #[cold]
    #[inline(never)]
    pub(super) fn subscript_slowly(
        &mut self,
        offset: u64,
        prov: Provenance,
        range: Range,
        index: u64,
        size: u64,
    ) -> Run<Spot> {
        let spot = Spot { offset, prov, range };
        let distance = i128::from(index as i64) * i128::from(size);
        self.at_first = true;
        let pointer = self.subscript(self.memory.pointer_at_spot(spot), distance)?;
        self.at_first = false;
        Ok(self.memory.spot(pointer))
    }

    /// The cell of an element.
    #[cold]
    #[inline(never)]
    pub(super) fn element_slowly(&mut self, spot: Spot, index: u64, elem: &Elem) -> Run<Spot> {
        let Spot { offset, prov, range } = spot;
        let spot = self.subscript_slowly(offset, prov, range, index, elem.size.into())?;
        Ok(spot.moved(elem.bytes as i32))
    }

    /// The cell of an element of an inner array. Only the first index belongs to the first part of the instruction.
    pub(super) fn grid_slowly(&mut self, spot: Spot, (a, b): (u64, u64), grid: &Grid) -> Run<Spot> {
        let Spot { offset, prov, range } = spot;
        let row = self.subscript_slowly(offset, prov, range, a, grid.row.into())?;
        let row = self.narrowed(self.memory.pointer_at_spot(row), grid.row)?;
        let pointer = self.subscript(row, i128::from(b as i64) * i128::from(grid.elem.size))?;
        Ok(self.memory.spot(pointer).moved(grid.elem.bytes as i32))
    }

    /// Where a symbol of the function at hand leads.
    #[cold]
    #[inline(never)]
    pub(super) fn static_spot(&self, base: &Base) -> Run<Spot> {
        let function = self.frames.last().expect("a frame").function;
        match self.image.symbols(function)[base.symbol as usize] {
            (0, _) => Err(self.not_defined(function, base.symbol)),
            (slot, bytes) => Ok(self.memory.spot_of(slot, bytes)),
        }
    }

    /// A member of the object that a pointer leads to.
    #[inline]
    pub(super) fn member(&self, p: Pointer, bytes: i32) -> Run<Pointer> {
        if p.has_object() && self.memory.is_live(p.prov) {
            let to = (self.memory.offset_of(p.addr) as i64).wrapping_add(bytes.into());
            if to >= p.range.lo() as i64 && to < p.range.hi() as i64 {
                return Ok(p.moved(bytes.into()));
            }
        }
        self.member_slowly(p.addr, p.prov, p.range, bytes)
    }

    #[cold]
    #[inline(never)]
    fn member_slowly(&self, addr: u64, prov: Provenance, range: Range, bytes: i32) -> Run<Pointer> {
        let p = Pointer { addr, prov, range };
        if p.is_null() && !self.settings.null_is_address {
            return undefined(Kind::NullPointer, "a member of what a null pointer points to");
        }
        if bytes == 0 {
            // The first member of what is one past the end: there is no such structure.
            self.check_in_front_of_end(p, "a member")?;
        }
        self.moved(p, bytes.into(), true)
    }

    /// A pointer to what is behind the last element of an array must not be followed, not even to take an address from there
    /// (C11 6.5.6p8).
    fn check_in_front_of_end(&self, p: Pointer, what: &str) -> Run<()> {
        let is_behind = self.memory.offset_of(p.addr) == p.range.hi();
        if !is_behind || !p.has_object() || !self.memory.is_live(p.prov) {
            return Ok(());
        }
        let is_whole = p.range.hi() == u64::from(self.memory.alloc(p.prov.slot()).hi);
        let kind = if is_whole { Kind::OutOfBounds } else { Kind::SubobjectBounds };
        let words = format!("{what} of what is behind the last element of an array");
        Err(self.memory.fault(self.image, kind, words, p))
    }

    /// Limits a pointer to the bytes it points to: some array, which is there.
    #[inline]
    pub(super) fn narrowed(&self, p: Pointer, size: u32) -> Run<Pointer> {
        let lo = self.memory.offset_of(p.addr);
        let hi = lo + u64::from(size);
        if lo < p.range.lo() || hi > p.range.hi() {
            return self.narrowed_slowly(p.addr, p.prov, p.range, size);
        }
        Ok(Pointer { range: Range::new(lo as u32, hi as u32), ..p })
    }

    #[cold]
    #[inline(never)]
    fn narrowed_slowly(&self, addr: u64, prov: Provenance, range: Range, size: u32) -> Run<Pointer> {
        let p = Pointer { addr, prov, range };
        if size > 0 {
            self.check_in_front_of_end(p, "an element")?;
        }
        Ok(p)
    }

    /// Lets a pointer start where it is, and go as far as before.
    #[inline]
    pub(super) fn started(&self, p: Pointer) -> Pointer {
        let lo = self.memory.offset_of(p.addr);
        if lo < p.range.lo() || lo > p.range.hi() {
            return p;
        }
        Pointer { range: Range::new(lo as u32, p.range.hi() as u32), ..p }
    }

    /// Allows a pointer to move in its whole object.
    #[inline]
    pub(crate) fn whole(&self, p: Pointer) -> Pointer {
        if !p.has_object() || !self.memory.is_live(p.prov) {
            return p;
        }
        let alloc = self.memory.alloc(p.prov.slot());
        Pointer { range: Range::new(alloc.lo, alloc.hi), ..p }
    }

    /// The value of a pointer is used: its object must exist (C11 6.2.4p2).
    #[inline]
    pub(super) fn check_use(&self, p: Pointer) -> Run<()> {
        if !p.has_object() || self.memory.is_live(p.prov) {
            return Ok(());
        }
        Err(self.explain_use(p.addr, p.prov, p.range))
    }

    #[cold]
    #[inline(never)]
    fn explain_use(&self, addr: u64, prov: Provenance, range: Range) -> crate::outcome::Stop {
        let p = Pointer { addr, prov, range };
        let (kind, words) = self.memory.dead_kind(p);
        self.memory.fault(self.image, kind, words, p)
    }

    /// As [`Machine::check_use`], for a value that is handed on by the instruction before `pc`.
    #[inline]
    pub(super) fn check_move(&self, p: Pointer, pc: usize) -> Run<()> {
        if !p.has_object() || self.memory.is_live(p.prov) {
            Ok(())
        } else {
            Err(self.explain_move_of(p.addr, p.prov, p.range, pc))
        }
    }

    /// Using a pointer to what no longer exists has the name of what it is used for.
    #[cold]
    #[inline(never)]
    fn explain_move_of(&self, addr: u64, prov: Provenance, range: Range, pc: usize) -> crate::outcome::Stop {
        let p = Pointer { addr, prov, range };
        let (kind, words) = self.memory.dead_kind(p);
        let freed_again =
            kind == Kind::UseAfterFree && self.next_call(pc).is_some_and(|name| matches!(name, "free" | "realloc"));
        if freed_again {
            let words = "memory that was freed before is freed again".to_owned();
            return self.memory.fault(self.image, Kind::DoubleFree, words, p);
        }
        self.memory.fault(self.image, kind, words, p)
    }

    /// The library function that the value at hand is about to be given to.
    fn next_call(&self, pc: usize) -> Option<&str> {
        let frame = self.frames.last()?;
        let function = &self.image.functions[frame.function as usize];
        let is_probe = |op: &&Op| matches!(op, Op::Count { .. } | Op::Record { .. } | Op::VolatilePoint);
        for op in function.code.ops.get(pc..)?.iter().filter(|op| !is_probe(op)).take(6) {
            match *op {
                Op::Mov { .. } | Op::Mov3 { .. } | Op::Whole { .. } | Op::Const { .. } | Op::Pool { .. } => {}
                Op::SeqPoint | Op::SeqNext | Op::SeqInitial | Op::SeqEnd | Op::SeqRegister { .. } => {}
                Op::Call { site } => {
                    let Callee::Symbol(symbol) = function.code.calls[crate::code::uncounted(site)].callee else {
                        return None;
                    };
                    let slot = self.image.symbols(frame.function)[symbol as usize].0;
                    return match &self.image.callables[self.memory.alloc(slot).info as usize] {
                        crate::image::Callable::Library(name) => Some(name),
                        crate::image::Callable::Code(_) => None,
                    };
                }
                _ => return None,
            }
        }
        None
    }

    pub(super) fn difference(&mut self, a: Pointer, b: Pointer, size: u64) -> Run<u64> {
        self.check_use(a)?;
        self.check_use(b)?;
        let bytes = a.addr.wrapping_sub(b.addr) as i64;
        if !a.prov.same_object(b.prov) || !a.has_object() && a.addr != b.addr {
            if !a.has_object() && !b.has_object() {
                return Ok(if size == 0 { 0 } else { (bytes / size as i64) as u64 });
            }
            let words = "two pointers are subtracted that do not point into one object".to_owned();
            return Err(self.memory.fault(self.image, Kind::PointerSubtraction, words, a));
        }
        if a.is_null() && self.settings.dialect != Dialect::Gnu && !self.settings.null_is_address {
            return undefined(Kind::PointerSubtraction, "two null pointers are subtracted");
        }
        if !self.nested(a.range, b.range) {
            let words = "two pointers into different arrays of one object are subtracted".to_owned();
            return Err(self.memory.fault(self.image, Kind::PointerSubtraction, words, a));
        }
        if size == 0 {
            return Ok(0);
        }
        if bytes % size as i64 != 0 {
            return undefined(
                Kind::PointerSubtraction,
                format!("the distance of {bytes} bytes is not a multiple of the {size} bytes of an element"),
            );
        }
        Ok((bytes / size as i64) as u64)
    }

    /// Whether one of the ranges of two pointers is part of the other.
    fn nested(&self, a: Range, b: Range) -> bool {
        let holds = |x: Range, y: Range| x.lo() <= y.lo() && y.hi() <= x.hi();
        holds(a, b) || holds(b, a)
    }

    pub(super) fn compare_pointers(&mut self, op: Comparison, a: Pointer, b: Pointer) -> Run<bool> {
        self.check_use(a)?;
        self.check_use(b)?;
        let order = a.addr.cmp(&b.addr);
        if matches!(op, Comparison::Eq | Comparison::Ne) {
            self.note_equality(a, b, order);
            return Ok(holds(op, Some(order)));
        }
        if a.prov.same_object(b.prov) {
            return Ok(holds(op, Some(order)));
        }
        if !a.has_object() && !b.has_object() && self.settings.dialect != Dialect::Iso {
            return Ok(holds(op, Some(order)));
        }
        let words = "two pointers are compared by order that do not point into one object".to_owned();
        Err(self.memory.fault(self.image, Kind::PointerComparison, words, if a.has_object() { a } else { b }))
    }

    /// Equality of pointers is always defined, but not always specified: one past an object may be the start of the next
    /// (C11 6.5.9p6), equal literals may be one.
    fn note_equality(&mut self, a: Pointer, b: Pointer, order: Ordering) {
        if a.prov.same_object(b.prov) || !a.has_object() || !b.has_object() {
            return;
        }
        let (x, y) = (*self.memory.alloc(a.prov.slot()), *self.memory.alloc(b.prov.slot()));
        if x.sort == Sort::Literal && y.sort == Sort::Literal {
            self.memory.touched.literal = true;
            return;
        }
        let at_end = |p: Pointer, hi: u32| self.memory.offset_of(p.addr) == u64::from(hi);
        if at_end(a, x.hi) != at_end(b, y.hi) || order.is_eq() {
            self.memory.touched.address = true;
        }
    }

    pub(super) fn pointer_to_int(&mut self, p: Pointer, shape: IntShape) -> Run<u64> {
        self.check_use(p)?;
        if p.has_object() {
            self.memory.touched.address = true;
        }
        Ok(Int::wrap(p.addr.into(), shape).as_u64())
    }

    pub(super) fn int_to_pointer(&mut self, value: u64) -> Pointer {
        let bits = u32::from(self.image.program.options.target.pointer.size) * 8;
        let addr = if bits == 64 { value } else { value & ((1 << bits) - 1) };
        self.memory.derive(addr)
    }

    /// A conversion to a pointer type whose alignment the address does not have (C11 6.3.2.3p7). Only who has looked at an
    /// address may have gone to a place in an object that is better aligned than the object promises.
    pub(super) fn check_align(&self, p: Pointer, align: u32) -> Run<()> {
        let is_aligned = p.addr.is_multiple_of(align.max(1).into());
        if !p.has_object() || is_aligned && (self.memory.touched.address || !self.is_aligned_by_chance(p, align)) {
            return Ok(());
        }
        let message = format!("a pointer is converted to a type of alignment {align}, which its address does not have");
        Err(self.memory.fault(self.image, Kind::Misaligned, message, p))
    }

    /// A pointer that may have an alignment by chance, and then leads to accesses that look right: a run in which objects stand
    /// elsewhere decides.
    pub(super) fn note_align(&mut self, p: Pointer, align: u32) {
        // Where objects stand better aligned than they promise, nobody can tell.
        let is_chance = self.memory.is_other_choice() || self.is_aligned_by_chance(p, align);
        self.memory.touched.address |= p.has_object() && is_chance;
    }

    /// Whether an address has an alignment, but not because the object has it, and the distance from its start. Objects stand at
    /// addresses that have no better alignment than they promise; with the other choice, they are all as well aligned as can be.
    fn is_aligned_by_chance(&self, p: Pointer, align: u32) -> bool {
        let align = u64::from(align.max(1));
        let start = u64::from(self.memory.alloc(p.prov.slot()).lo);
        let is_promised = start.is_multiple_of(align) && self.memory.offset_of(p.addr).is_multiple_of(align);
        p.addr.is_multiple_of(align) && !is_promised
    }

    pub(super) fn check_assumed(&self, p: Pointer, align: u32) -> Run<()> {
        if align == 0 || p.addr.is_multiple_of(u64::from(align)) {
            return Ok(());
        }
        undefined(Kind::BuiltinArgument, format!("__builtin_assume_aligned: the address is no multiple of {align}"))
    }
}
