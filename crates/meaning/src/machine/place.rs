//! Where an instruction says that a cell is: behind a pointer, in a static object, in an object of the frame, or in an element of
//! one of these.

use super::{Machine, Window, window_pointer};
use crate::code::{Code, Elem, Grid, Reg};
use crate::memory::Provenance;
use crate::memory::access::Access;
use crate::memory::cell::{Base, Spot};
use crate::outcome::Run;

/// Where an instruction says that a cell is.
pub(super) trait Place: Copy {
    /// At most two numbers that it is made of; the others are one word.
    type Handle: Copy;

    /// Sizes of cells that programs seldom access in such a place. These have functions of their own: the compiler gives up
    /// computing addresses where they are used when the loop uses one of them more than a hundred times.
    const RARE: &'static [usize] = &[];

    /// How it is accessed.
    fn access(&self) -> &Access;

    /// Where it is, if there is nothing to look at but its shadow.
    fn cell<const N: usize>(self, machine: &Machine<'_>, w: &Window, write: bool) -> Option<usize>;

    /// Where it leads.
    fn spot(self, machine: &mut Machine<'_>, w: &Window) -> Run<Spot>;

    /// The place as numbers, which a function that is seldom called gets in registers. Of a structure with more than two
    /// numbers it would get the address, and so every access would write the structure to memory first.
    fn apart(self) -> (Self::Handle, u64);

    /// The place again.
    fn together(handle: Self::Handle, word: u64) -> Self;
}

// How a cell is accessed is looked up when something of it is asked for: to read a character there is nothing to ask.

/// Three numbers as a word.
#[inline(always)]
fn word(bytes: i32, first: u16, second: u16) -> u64 {
    u64::from(bytes as u32) << 32 | u64::from(first) << 16 | u64::from(second)
}

/// The numbers of a word.
#[inline(always)]
fn numbers(word: u64) -> (i32, u16, u16) {
    ((word >> 32) as i32, (word >> 16) as u16, word as u16)
}

/// Some bytes behind what a pointer leads to.
#[derive(Clone, Copy)]
pub(super) struct Behind<'c> {
    pub(super) code: &'c Code,
    pub(super) bytes: i32,
    pub(super) p: Reg,
    pub(super) access: u16,
}

impl<'c> Place for Behind<'c> {
    type Handle = &'c Code;

    const RARE: &'static [usize] = &[2];

    #[inline(always)]
    fn access(&self) -> &Access {
        &self.code.accesses[usize::from(self.access)]
    }

    #[inline(always)]
    fn cell<const N: usize>(self, machine: &Machine<'_>, w: &Window, write: bool) -> Option<usize> {
        let spot = machine.memory.spot(window_pointer(w, self.p)).moved(self.bytes);
        machine.memory.cell::<N>(spot, write)
    }

    fn spot(self, machine: &mut Machine<'_>, w: &Window) -> Run<Spot> {
        Ok(machine.memory.spot(window_pointer(w, self.p)).moved(self.bytes))
    }

    #[inline(always)]
    fn apart(self) -> (Self::Handle, u64) {
        (self.code, word(self.bytes, self.p, self.access))
    }

    #[inline(always)]
    fn together(handle: Self::Handle, word: u64) -> Self {
        let (bytes, p, access) = numbers(word);
        Behind { code: handle, bytes, p, access }
    }
}

/// A part of a static object.
#[derive(Clone, Copy)]
pub(super) struct Named<'c> {
    pub(super) base: &'c Base,
    pub(super) code: &'c Code,
    pub(super) bytes: i32,
    pub(super) access: u16,
}

impl<'c> Place for Named<'c> {
    type Handle = (&'c Base, &'c Code);

    const RARE: &'static [usize] = &[1, 2];

    #[inline(always)]
    fn access(&self) -> &Access {
        &self.code.accesses[usize::from(self.access)]
    }

    #[inline(always)]
    fn cell<const N: usize>(self, machine: &Machine<'_>, _: &Window, write: bool) -> Option<usize> {
        machine.memory.named_cell::<N>(self.base, self.bytes, write)
    }

    fn spot(self, machine: &mut Machine<'_>, _: &Window) -> Run<Spot> {
        Ok(machine.static_spot(self.base)?.moved(self.bytes))
    }

    #[inline(always)]
    fn apart(self) -> (Self::Handle, u64) {
        ((self.base, self.code), word(self.bytes, self.access, 0))
    }

    #[inline(always)]
    fn together(handle: Self::Handle, word: u64) -> Self {
        let (bytes, access, _) = numbers(word);
        Named { base: handle.0, code: handle.1, bytes, access }
    }
}

/// A part of an object of the frame.
#[derive(Clone, Copy)]
pub(super) struct Own<'c> {
    pub(super) code: &'c Code,
    pub(super) slot: u32,
    pub(super) bytes: i32,
    pub(super) access: u16,
}

impl<'c> Place for Own<'c> {
    type Handle = (&'c Code, u32);

    const RARE: &'static [usize] = &[1, 2];

    #[inline(always)]
    fn access(&self) -> &Access {
        &self.code.accesses[usize::from(self.access)]
    }

    #[inline(always)]
    fn cell<const N: usize>(self, machine: &Machine<'_>, _: &Window, _: bool) -> Option<usize> {
        machine.memory.own_cell(self.slot, self.bytes)
    }

    fn spot(self, machine: &mut Machine<'_>, _: &Window) -> Run<Spot> {
        Ok(machine.memory.spot_of(self.slot | Provenance::STACK, 0).moved(self.bytes))
    }

    #[inline(always)]
    fn apart(self) -> (Self::Handle, u64) {
        ((self.code, self.slot), word(self.bytes, self.access, 0))
    }

    #[inline(always)]
    fn together(handle: Self::Handle, word: u64) -> Self {
        let (bytes, access, _) = numbers(word);
        Own { code: handle.0, slot: handle.1, bytes, access }
    }
}

/// The same for an instruction that has no room for the distance: it stands in a table.
#[derive(Clone, Copy)]
pub(super) struct PartBehind<'c> {
    pub(super) code: &'c Code,
    pub(super) p: Reg,
    pub(super) part: u16,
}

impl<'c> Place for PartBehind<'c> {
    type Handle = &'c Code;

    #[inline(always)]
    fn access(&self) -> &Access {
        &self.code.elems[usize::from(self.part)].access
    }

    #[inline(always)]
    fn cell<const N: usize>(self, machine: &Machine<'_>, w: &Window, write: bool) -> Option<usize> {
        let bytes = self.code.elems[usize::from(self.part)].bytes as i32;
        machine.memory.cell::<N>(machine.memory.spot(window_pointer(w, self.p)).moved(bytes), write)
    }

    fn spot(self, machine: &mut Machine<'_>, w: &Window) -> Run<Spot> {
        let bytes = self.code.elems[usize::from(self.part)].bytes as i32;
        Ok(machine.memory.spot(window_pointer(w, self.p)).moved(bytes))
    }

    #[inline(always)]
    fn apart(self) -> (Self::Handle, u64) {
        (self.code, word(0, self.p, self.part))
    }

    #[inline(always)]
    fn together(handle: Self::Handle, word: u64) -> Self {
        let (_, p, part) = numbers(word);
        PartBehind { code: handle, p, part }
    }
}

/// The same for an object of the frame.
#[derive(Clone, Copy)]
pub(super) struct OwnPart<'c> {
    pub(super) code: &'c Code,
    pub(super) slot: u32,
    pub(super) part: u16,
}

impl<'c> Place for OwnPart<'c> {
    type Handle = (&'c Code, u32);

    #[inline(always)]
    fn access(&self) -> &Access {
        &self.code.elems[usize::from(self.part)].access
    }

    #[inline(always)]
    fn cell<const N: usize>(self, machine: &Machine<'_>, _: &Window, _: bool) -> Option<usize> {
        machine.memory.own_cell(self.slot, self.code.elems[usize::from(self.part)].bytes as i32)
    }

    fn spot(self, machine: &mut Machine<'_>, _: &Window) -> Run<Spot> {
        let bytes = self.code.elems[usize::from(self.part)].bytes as i32;
        Ok(machine.memory.spot_of(self.slot | Provenance::STACK, 0).moved(bytes))
    }

    #[inline(always)]
    fn apart(self) -> (Self::Handle, u64) {
        ((self.code, self.slot), self.part.into())
    }

    #[inline(always)]
    fn together(handle: Self::Handle, word: u64) -> Self {
        OwnPart { code: handle.0, slot: handle.1, part: word as u16 }
    }
}

/// A part of an element of what a pointer leads to.
#[derive(Clone, Copy)]
pub(super) struct ElemBehind<'c> {
    pub(super) p: Reg,
    pub(super) a: Reg,
    pub(super) elem: &'c Elem,
}

impl<'c> Place for ElemBehind<'c> {
    type Handle = &'c Elem;

    #[inline(always)]
    fn access(&self) -> &Access {
        &self.elem.access
    }

    #[inline(always)]
    fn cell<const N: usize>(self, machine: &Machine<'_>, w: &Window, write: bool) -> Option<usize> {
        let spot = machine.memory.spot(window_pointer(w, self.p));
        machine.memory.element::<N>(spot, w[usize::from(self.a)], self.elem, write)
    }

    fn spot(self, machine: &mut Machine<'_>, w: &Window) -> Run<Spot> {
        let spot = machine.memory.spot(window_pointer(w, self.p));
        machine.element_slowly(spot, w[usize::from(self.a)], self.elem)
    }

    #[inline(always)]
    fn apart(self) -> (Self::Handle, u64) {
        (self.elem, word(0, self.p, self.a))
    }

    #[inline(always)]
    fn together(handle: Self::Handle, word: u64) -> Self {
        let (_, p, a) = numbers(word);
        ElemBehind { p, a, elem: handle }
    }
}

/// A part of an element of a static object.
#[derive(Clone, Copy)]
pub(super) struct ElemNamed<'c> {
    pub(super) base: &'c Base,
    pub(super) a: Reg,
    pub(super) elem: &'c Elem,
}

impl<'c> Place for ElemNamed<'c> {
    type Handle = (&'c Base, &'c Elem);

    #[inline(always)]
    fn access(&self) -> &Access {
        &self.elem.access
    }

    #[inline(always)]
    fn cell<const N: usize>(self, machine: &Machine<'_>, w: &Window, write: bool) -> Option<usize> {
        machine.memory.named_element::<N>(self.base, w[usize::from(self.a)], self.elem, write)
    }

    fn spot(self, machine: &mut Machine<'_>, w: &Window) -> Run<Spot> {
        let spot = machine.static_spot(self.base)?;
        machine.element_slowly(spot, w[usize::from(self.a)], self.elem)
    }

    #[inline(always)]
    fn apart(self) -> (Self::Handle, u64) {
        ((self.base, self.elem), self.a.into())
    }

    #[inline(always)]
    fn together(handle: Self::Handle, word: u64) -> Self {
        ElemNamed { base: handle.0, a: word as u16, elem: handle.1 }
    }
}

/// A part of an element of an inner array of a static object.
#[derive(Clone, Copy)]
pub(super) struct GridNamed<'c> {
    pub(super) base: &'c Base,
    pub(super) a: Reg,
    pub(super) b: Reg,
    pub(super) grid: &'c Grid,
}

impl<'c> Place for GridNamed<'c> {
    type Handle = (&'c Base, &'c Grid);

    #[inline(always)]
    fn access(&self) -> &Access {
        &self.grid.elem.access
    }

    #[inline(always)]
    fn cell<const N: usize>(self, machine: &Machine<'_>, w: &Window, write: bool) -> Option<usize> {
        let indices = (w[usize::from(self.a)], w[usize::from(self.b)]);
        machine.memory.grid::<N>(self.base, indices, self.grid, write)
    }

    fn spot(self, machine: &mut Machine<'_>, w: &Window) -> Run<Spot> {
        let spot = machine.static_spot(self.base)?;
        machine.grid_slowly(spot, (w[usize::from(self.a)], w[usize::from(self.b)]), self.grid)
    }

    #[inline(always)]
    fn apart(self) -> (Self::Handle, u64) {
        ((self.base, self.grid), word(0, self.a, self.b))
    }

    #[inline(always)]
    fn together(handle: Self::Handle, word: u64) -> Self {
        let (_, a, b) = numbers(word);
        GridNamed { base: handle.0, a, b, grid: handle.1 }
    }
}

/// A part of an element of an object of the frame.
#[derive(Clone, Copy)]
pub(super) struct ElemOwn<'c> {
    pub(super) slot: u32,
    pub(super) a: Reg,
    pub(super) elem: &'c Elem,
}

impl<'c> Place for ElemOwn<'c> {
    type Handle = (&'c Elem, u32);

    const RARE: &'static [usize] = &[2];

    #[inline(always)]
    fn access(&self) -> &Access {
        &self.elem.access
    }

    #[inline(always)]
    fn cell<const N: usize>(self, machine: &Machine<'_>, w: &Window, _: bool) -> Option<usize> {
        machine.memory.own_element::<N>(self.slot, w[usize::from(self.a)], self.elem)
    }

    fn spot(self, machine: &mut Machine<'_>, w: &Window) -> Run<Spot> {
        let spot = machine.memory.spot_of(self.slot | Provenance::STACK, 0);
        machine.element_slowly(spot, w[usize::from(self.a)], self.elem)
    }

    #[inline(always)]
    fn apart(self) -> (Self::Handle, u64) {
        ((self.elem, self.slot), self.a.into())
    }

    #[inline(always)]
    fn together(handle: Self::Handle, word: u64) -> Self {
        ElemOwn { slot: handle.1, a: word as u16, elem: handle.0 }
    }
}
