//! Accesses to cells, a function for each kind of place: what a pointer leads to, a static object, an object of the frame,
//! and elements of these.
//!
//! The loop has all of them in it: what is simple is done there, what is not goes the long way, see `memory::cell`.

use super::{Machine, Window, set_window_pointer, window_pointer};
use crate::code::{Code, CopyRule, Elem, Grid, Reg};
use crate::memory::access::Access;
use crate::memory::cell::{Base, Spot};
use crate::memory::{Pointer, Provenance};
use crate::outcome::Run;

/// Where an instruction says that a cell is.
pub(super) trait Place: Copy {
    /// Sizes of cells that programs seldom access in such a place. These have functions of their own: the compiler gives up
    /// computing addresses where they are used when the loop uses one of them more than a hundred times.
    const RARE: &'static [usize] = &[];

    /// How it is accessed.
    fn access(&self) -> &Access;

    /// Where it is, if there is nothing to look at but its shadow.
    fn cell<const N: usize>(self, machine: &Machine<'_>, w: &Window, write: bool) -> Option<usize>;

    /// Where it leads.
    fn spot(self, machine: &mut Machine<'_>, w: &Window) -> Run<Spot>;
}

// How a cell is accessed is looked up when something of it is asked for: to read a character there is nothing to ask. And so
// the places that are most frequent are two numbers, which a function that is seldom called gets in registers.

/// Some bytes behind what a pointer leads to.
#[derive(Clone, Copy)]
pub(super) struct Behind<'c> {
    pub(super) code: &'c Code,
    pub(super) bytes: i32,
    pub(super) p: Reg,
    pub(super) access: u16,
}

impl Place for Behind<'_> {
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
}

/// A part of a static object.
#[derive(Clone, Copy)]
pub(super) struct Named<'c> {
    pub(super) base: &'c Base,
    pub(super) code: &'c Code,
    pub(super) bytes: i32,
    pub(super) access: u16,
}

impl Place for Named<'_> {
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
}

/// A part of an object of the frame.
#[derive(Clone, Copy)]
pub(super) struct Own<'c> {
    pub(super) code: &'c Code,
    pub(super) slot: u32,
    pub(super) bytes: i32,
    pub(super) access: u16,
}

impl Place for Own<'_> {
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
}

/// The same for an instruction that has no room for the distance: it stands in a table.
#[derive(Clone, Copy)]
pub(super) struct PartBehind<'c> {
    pub(super) code: &'c Code,
    pub(super) p: Reg,
    pub(super) part: u16,
}

impl Place for PartBehind<'_> {
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
}

/// The same for an object of the frame.
#[derive(Clone, Copy)]
pub(super) struct OwnPart<'c> {
    pub(super) code: &'c Code,
    pub(super) slot: u32,
    pub(super) part: u16,
}

impl Place for OwnPart<'_> {
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
}

/// A part of an element of what a pointer leads to.
#[derive(Clone, Copy)]
pub(super) struct ElemBehind<'c> {
    pub(super) p: Reg,
    pub(super) a: Reg,
    pub(super) elem: &'c Elem,
}

impl Place for ElemBehind<'_> {
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
}

/// A part of an element of a static object.
#[derive(Clone, Copy)]
pub(super) struct ElemNamed<'c> {
    pub(super) base: &'c Base,
    pub(super) a: Reg,
    pub(super) elem: &'c Elem,
}

impl Place for ElemNamed<'_> {
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
}

/// A part of an element of an inner array of a static object.
#[derive(Clone, Copy)]
pub(super) struct GridNamed<'c> {
    pub(super) base: &'c Base,
    pub(super) a: Reg,
    pub(super) b: Reg,
    pub(super) grid: &'c Grid,
}

impl Place for GridNamed<'_> {
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
}

/// A part of an element of an object of the frame.
#[derive(Clone, Copy)]
pub(super) struct ElemOwn<'c> {
    pub(super) slot: u32,
    pub(super) a: Reg,
    pub(super) elem: &'c Elem,
}

impl Place for ElemOwn<'_> {
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
}

/// Whether cells of `N` bytes are seldom accessed in such a place.
const fn is_rare<P: Place, const N: usize>() -> bool {
    let mut index = 0;
    while index < P::RARE.len() {
        if P::RARE[index] == N {
            return true;
        }
        index += 1;
    }
    false
}

/// The lowest bytes of a value, as many as a cell has, extended to a register.
#[inline(always)]
fn extended<const N: usize, const SIGNED: bool>(value: u64) -> u64 {
    let spare = 64 - 8 * N as u32;
    if SIGNED { (((value << spare) as i64) >> spare) as u64 } else { value }
}

impl Machine<'_> {
    #[inline(always)]
    pub(super) fn load_from<const N: usize, const SIGNED: bool, P: Place>(
        &mut self,
        w: &mut Window,
        d: Reg,
        place: P,
    ) -> Run<()> {
        if const { is_rare::<P, N>() } {
            self.load_rarely::<N, SIGNED>(w, d, place)
        } else {
            self.load_here::<N, SIGNED>(w, d, place)
        }
    }

    #[inline(never)]
    fn load_rarely<const N: usize, const SIGNED: bool>(
        &mut self,
        w: &mut Window,
        d: Reg,
        place: impl Place,
    ) -> Run<()> {
        self.load_here::<N, SIGNED>(w, d, place)
    }

    #[inline(always)]
    fn load_here<const N: usize, const SIGNED: bool>(&mut self, w: &mut Window, d: Reg, place: impl Place) -> Run<()> {
        let cell = place.cell::<N>(self, w, false);
        match cell.and_then(|at| self.memory.read::<N>(at, || place.access().pattern)) {
            Some(value) => {
                w[usize::from(d)] = extended::<N, SIGNED>(value);
                Ok(())
            }
            None => self.load_slowly::<N, SIGNED>(w, d, place),
        }
    }

    #[cold]
    #[inline(never)]
    fn load_slowly<const N: usize, const SIGNED: bool>(
        &mut self,
        w: &mut Window,
        d: Reg,
        place: impl Place,
    ) -> Run<()> {
        let Spot { offset, prov, range } = place.spot(self, w)?;
        let value = self.memory.load_slowly::<N>(self.image, offset, prov, range, place.access())?;
        w[usize::from(d)] = extended::<N, SIGNED>(value);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn store_to<const N: usize, P: Place>(&mut self, w: &mut Window, v: Reg, place: P) -> Run<()> {
        if const { is_rare::<P, N>() } {
            self.store_rarely::<N>(w, v, place)
        } else {
            self.store_here::<N>(w, v, place)
        }
    }

    #[inline(never)]
    fn store_rarely<const N: usize>(&mut self, w: &mut Window, v: Reg, place: impl Place) -> Run<()> {
        self.store_here::<N>(w, v, place)
    }

    #[inline(always)]
    fn store_here<const N: usize>(&mut self, w: &mut Window, v: Reg, place: impl Place) -> Run<()> {
        let cell = place.cell::<N>(self, w, true);
        let value = w[usize::from(v)];
        match cell.and_then(|at| self.memory.write::<N>(at, || place.access().pattern, value)) {
            Some(()) => Ok(()),
            None => self.store_slowly::<N>(w, value, place),
        }
    }

    #[cold]
    #[inline(never)]
    fn store_slowly<const N: usize>(&mut self, w: &mut Window, value: u64, place: impl Place) -> Run<()> {
        let Spot { offset, prov, range } = place.spot(self, w)?;
        self.memory.store_slowly::<N>(self.image, offset, prov, range, place.access(), value)
    }

    #[inline(always)]
    pub(super) fn find_pointer(&self, w: &Window, place: impl Place) -> Option<Pointer> {
        let cell = place.cell::<8>(self, w, false);
        cell.and_then(|at| self.memory.read_pointer(at, || place.access().pattern))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn load_pointer_slowly(&mut self, w: &Window, place: impl Place) -> Run<Pointer> {
        let Spot { offset, prov, range } = place.spot(self, w)?;
        self.memory.load_pointer_slowly(self.image, offset, prov, range, place.access())
    }

    #[inline(always)]
    pub(super) fn store_pointer_to(&mut self, w: &mut Window, v: Reg, place: impl Place) -> Run<()> {
        let cell = place.cell::<8>(self, w, true);
        let value = window_pointer(w, v);
        match cell.and_then(|at| self.memory.write_pointer(at, || place.access().pattern, value)) {
            Some(()) => Ok(()),
            None => self.store_pointer_slowly(w, v, place),
        }
    }

    #[cold]
    #[inline(never)]
    fn store_pointer_slowly(&mut self, w: &mut Window, v: Reg, place: impl Place) -> Run<()> {
        let spot = place.spot(self, w)?;
        self.memory.store_pointer_slowly(self.image, spot, place.access(), window_pointer(w, v))
    }
}

/// Full expressions that begin between the end of a round and the condition, as they are counted: the round and the condition.
pub(crate) const BETWEEN: u64 = 2;

/// `*p++`: the access is to what the pointer passes.
impl Machine<'_> {
    #[inline(always)]
    pub(super) fn load_next<const N: usize, const SIGNED: bool>(
        &mut self,
        w: &mut Window,
        d: Reg,
        place: Behind<'_>,
    ) -> Run<()> {
        let cell = place.cell::<N>(self, w, false);
        let Some(value) = cell.and_then(|at| self.memory.read::<N>(at, || place.access().pattern)) else {
            return self.load_next_slowly::<N, SIGNED>(w, d, place);
        };
        w[usize::from(place.p)] = w[usize::from(place.p)].wrapping_add(N as u64);
        w[usize::from(d)] = extended::<N, SIGNED>(value);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn load_next_slowly<const N: usize, const SIGNED: bool>(
        &mut self,
        w: &mut Window,
        d: Reg,
        place: Behind<'_>,
    ) -> Run<()> {
        let Spot { offset, prov, range } = self.pass::<N>(w, place)?;
        let value = self.memory.load_slowly::<N>(self.image, offset, prov, range, place.access())?;
        w[usize::from(d)] = extended::<N, SIGNED>(value);
        Ok(())
    }

    /// The pointer moves first. A round and a condition begin between the two.
    #[inline(always)]
    pub(super) fn load_ahead<const N: usize, const SIGNED: bool>(
        &mut self,
        w: &mut Window,
        d: Reg,
        place: Behind<'_>,
    ) -> Run<()> {
        let cell = place.cell::<N>(self, w, false);
        let Some(value) = cell.and_then(|at| self.memory.read::<N>(at, || place.access().pattern)) else {
            return self.load_ahead_slowly::<N, SIGNED>(w, d, place);
        };
        w[usize::from(place.p)] = w[usize::from(place.p)].wrapping_add_signed(place.bytes.into());
        w[usize::from(d)] = extended::<N, SIGNED>(value);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn load_ahead_slowly<const N: usize, const SIGNED: bool>(
        &mut self,
        w: &mut Window,
        d: Reg,
        place: Behind<'_>,
    ) -> Run<()> {
        self.at_first = true;
        let after = self.stepped(window_pointer(w, place.p), place.bytes.into(), 1)?;
        self.at_first = false;
        set_window_pointer(w, place.p, after);
        let Spot { offset, prov, range } = self.memory.spot(after);
        match self.memory.load_slowly::<N>(self.image, offset, prov, range, place.access()) {
            Ok(value) => {
                w[usize::from(d)] = extended::<N, SIGNED>(value);
                Ok(())
            }
            Err(stop) => {
                self.steps += BETWEEN;
                Err(stop)
            }
        }
    }

    #[inline(always)]
    pub(super) fn store_next<const N: usize>(&mut self, w: &mut Window, v: Reg, place: Behind<'_>) -> Run<()> {
        let cell = place.cell::<N>(self, w, true);
        let value = w[usize::from(v)];
        if cell.and_then(|at| self.memory.write::<N>(at, || place.access().pattern, value)).is_none() {
            return self.store_next_slowly::<N>(w, v, place);
        }
        w[usize::from(place.p)] = w[usize::from(place.p)].wrapping_add(N as u64);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn store_next_slowly<const N: usize>(&mut self, w: &mut Window, v: Reg, place: Behind<'_>) -> Run<()> {
        let Spot { offset, prov, range } = self.pass::<N>(w, place)?;
        let value = w[usize::from(v)];
        self.memory.store_slowly::<N>(self.image, offset, prov, range, place.access(), value)
    }

    /// Moves the pointer, and gives where it was.
    fn pass<const N: usize>(&mut self, w: &mut Window, place: Behind<'_>) -> Run<Spot> {
        let before = window_pointer(w, place.p);
        self.at_first = true;
        self.check_use(before)?;
        let after = self.stepped(before, N as i64, 1)?;
        self.at_first = false;
        set_window_pointer(w, place.p, after);
        Ok(self.memory.spot(before))
    }
}

/// Where an instruction says that a whole object is.
pub(super) trait Object: Copy {
    /// Where it is.
    fn at(self, machine: &Machine<'_>, w: &Window) -> Spot;
}

/// What a pointer leads to.
impl Object for Reg {
    #[inline(always)]
    fn at(self, machine: &Machine<'_>, w: &Window) -> Spot {
        machine.memory.spot(window_pointer(w, self))
    }
}

/// An object of the frame, by its slot.
#[derive(Clone, Copy)]
pub(super) struct OwnObject(pub(super) u32);

impl Object for OwnObject {
    #[inline(always)]
    fn at(self, machine: &Machine<'_>, _: &Window) -> Spot {
        machine.memory.spot_of(self.0 | Provenance::STACK, 0)
    }
}

/// Whole objects.
impl Machine<'_> {
    /// Copies the value of an object.
    #[inline(never)]
    pub(super) fn copy_object(&mut self, w: &Window, d: impl Object, p: impl Object, rule: &CopyRule) -> Run<()> {
        if self.copy_quickly(w, d, p, rule) {
            return Ok(());
        }
        let (to, from) = (d.at(self, w), p.at(self, w));
        self.copy_value(self.memory.pointer_at_spot(to), self.memory.pointer_at_spot(from), rule)
    }

    /// Copies the value of an object, if that is simple; gives whether it was.
    #[inline]
    pub(super) fn copy_quickly(&mut self, w: &Window, d: impl Object, p: impl Object, rule: &CopyRule) -> bool {
        let (to, from) = (d.at(self, w), p.at(self, w));
        let distance = to.offset.abs_diff(from.offset);
        let apart = distance == 0 || distance >= rule.size.into();
        let target = self.memory.object_at(to, rule, true);
        let source = self.memory.object_at(from, rule, false);
        let (Some(target), Some(source), true) = (target, source, apart && !rule.volatile) else { return false };
        self.memory.copy_whole(target, source, rule)
    }
}
