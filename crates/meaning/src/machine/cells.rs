//! Accesses to cells, for each kind of [place](super::place).
//!
//! The loop has all of them in it: what is simple is done there, what is not goes the long way, see `memory::cell`.

use super::place::{Behind, Place};
use super::{Machine, Window, set_window_pointer, window_pointer};
use crate::code::{Code, CopyRule, Reg};
use crate::memory::cell::Spot;
use crate::memory::{Pointer, Provenance};
use crate::outcome::Run;

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
            self.load_rarely::<N, SIGNED, P>(w, d, place)
        } else {
            self.load_here::<N, SIGNED, P>(w, d, place)
        }
    }

    #[inline(never)]
    fn load_rarely<const N: usize, const SIGNED: bool, P: Place>(
        &mut self,
        w: &mut Window,
        d: Reg,
        place: P,
    ) -> Run<()> {
        self.load_here::<N, SIGNED, P>(w, d, place)
    }

    #[inline(always)]
    fn load_here<const N: usize, const SIGNED: bool, P: Place>(&mut self, w: &mut Window, d: Reg, place: P) -> Run<()> {
        let cell = place.cell::<N>(self, w, false);
        match cell.and_then(|at| self.memory.read::<N>(at, || place.access().pattern)) {
            Some(value) => {
                w[usize::from(d)] = extended::<N, SIGNED>(value);
                Ok(())
            }
            None => {
                let (handle, word) = place.apart();
                self.load_slowly::<N, SIGNED, P>(w, d, handle, word)
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn load_slowly<const N: usize, const SIGNED: bool, P: Place>(
        &mut self,
        w: &mut Window,
        d: Reg,
        handle: P::Handle,
        word: u64,
    ) -> Run<()> {
        let place = P::together(handle, word);
        let Spot { offset, prov, range } = place.spot(self, w)?;
        let value = self.memory.load_slowly::<N>(self.image, offset, prov, range, place.access())?;
        w[usize::from(d)] = extended::<N, SIGNED>(value);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn store_to<const N: usize, P: Place>(&mut self, w: &mut Window, v: Reg, place: P) -> Run<()> {
        if const { is_rare::<P, N>() } {
            self.store_rarely::<N, P>(w, v, place)
        } else {
            self.store_here::<N, P>(w, v, place)
        }
    }

    #[inline(never)]
    fn store_rarely<const N: usize, P: Place>(&mut self, w: &mut Window, v: Reg, place: P) -> Run<()> {
        self.store_here::<N, P>(w, v, place)
    }

    #[inline(always)]
    fn store_here<const N: usize, P: Place>(&mut self, w: &mut Window, v: Reg, place: P) -> Run<()> {
        let cell = place.cell::<N>(self, w, true);
        let value = w[usize::from(v)];
        match cell.and_then(|at| self.memory.write::<N>(at, || place.access().pattern, value)) {
            Some(()) => Ok(()),
            None => {
                let (handle, word) = place.apart();
                self.store_slowly::<N, P>(w, value, handle, word)
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn store_slowly<const N: usize, P: Place>(
        &mut self,
        w: &mut Window,
        value: u64,
        handle: P::Handle,
        word: u64,
    ) -> Run<()> {
        let place = P::together(handle, word);
        let Spot { offset, prov, range } = place.spot(self, w)?;
        self.memory.store_slowly::<N>(self.image, offset, prov, range, place.access(), value)
    }

    #[inline(always)]
    pub(super) fn find_pointer(&self, w: &Window, place: impl Place) -> Option<Pointer> {
        let cell = place.cell::<8>(self, w, false);
        cell.and_then(|at| self.memory.read_pointer(at, || place.access().pattern))
    }

    #[inline(always)]
    pub(super) fn find_pointer_slowly<P: Place>(&mut self, w: &Window, place: P) -> Run<Pointer> {
        let (handle, word) = place.apart();
        self.load_pointer_slowly::<P>(w, handle, word)
    }

    #[cold]
    #[inline(never)]
    fn load_pointer_slowly<P: Place>(&mut self, w: &Window, handle: P::Handle, word: u64) -> Run<Pointer> {
        let place = P::together(handle, word);
        let Spot { offset, prov, range } = place.spot(self, w)?;
        self.memory.load_pointer_slowly(self.image, offset, prov, range, place.access())
    }

    #[inline(always)]
    pub(super) fn store_pointer_to<P: Place>(&mut self, w: &mut Window, v: Reg, place: P) -> Run<()> {
        let cell = place.cell::<8>(self, w, true);
        let value = window_pointer(w, v);
        match cell.and_then(|at| self.memory.write_pointer(at, || place.access().pattern, value)) {
            Some(()) => Ok(()),
            None => {
                let (handle, word) = place.apart();
                self.store_pointer_slowly::<P>(w, v, handle, word)
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn store_pointer_slowly<P: Place>(&mut self, w: &mut Window, v: Reg, handle: P::Handle, word: u64) -> Run<()> {
        let place = P::together(handle, word);
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
            return self.load_next_slowly::<N, SIGNED>(w, d, place.code, place.apart().1);
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
        code: &Code,
        word: u64,
    ) -> Run<()> {
        let place = Behind::together(code, word);
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
            return self.load_ahead_slowly::<N, SIGNED>(w, d, place.code, place.apart().1);
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
        code: &Code,
        word: u64,
    ) -> Run<()> {
        let place = Behind::together(code, word);
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
            return self.store_next_slowly::<N>(w, v, place.code, place.apart().1);
        }
        w[usize::from(place.p)] = w[usize::from(place.p)].wrapping_add(N as u64);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn store_next_slowly<const N: usize>(&mut self, w: &mut Window, v: Reg, code: &Code, word: u64) -> Run<()> {
        let place = Behind::together(code, word);
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
