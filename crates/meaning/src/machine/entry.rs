//! What a machine finds out of functions and calls once: where their code is, what their symbols lead to, who is called.

use super::{Machine, Window, window_pointer};
use crate::code::{CallSite, Callee, Code, Reg};
use crate::image::Callable;
use crate::memory::Provenance;
use crate::memory::cell::Base;
use crate::settings::Fusing;

/// What is known of a function that has been called.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    pub(super) code: &'a Code,
    /// What its symbols lead to, as far as that does not change.
    pub(super) bases: &'a [Base],
    /// Where what is known of its calls begins in the list of all.
    pub(super) first_site: u32,
    pub(super) shape: Shape,
}

/// What a frame of a function takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) registers: u32,
    pub(super) room: Room,
    /// A power of two.
    pub(super) align: u32,
    /// Its first instruction.
    pub(super) entry: u32,
    /// The function says that it does not return.
    pub(super) noreturn: bool,
    /// It has no objects. Who does not ask for memory need not align it: all that is placed behind it is aligned to
    /// [`ALIGN`] at least.
    pub(super) is_empty: bool,
}

/// What a frame has room for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Bytes of memory.
    pub(super) size: u32,
    /// Slots.
    pub(super) objects: u32,
}

/// The memory of every frame is aligned to so many bytes.
const ALIGN: u32 = 16;

/// Bytes that a frame of a function that is still being written has to spare, and objects.
const OPEN_BYTES: u32 = 1024;
const OPEN_OBJECTS: u32 = 16;

impl Shape {
    fn of(code: &Code, noreturn: bool) -> Shape {
        // A function that is still being written gets room to grow.
        let (spare_bytes, spare_objects) = if code.origins.is_empty() { (0, 0) } else { (OPEN_BYTES, OPEN_OBJECTS) };
        let room = Room { size: code.frame_size + spare_bytes, objects: code.objects.len() as u32 + spare_objects };
        let align = code.frame_align.max(ALIGN).next_power_of_two();
        Shape {
            registers: code.registers,
            room,
            align,
            entry: code.entry,
            noreturn,
            is_empty: (room.size, room.objects, align) == (0, 0, ALIGN),
        }
    }
}

/// What is known of a call site.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Known {
    Nothing,
    /// It calls a function of the program, and there is nothing to check.
    Plain(Plain),
    /// It has called functions through pointers, and the calls agree with them. The list of these has this number.
    Agrees {
        base: Reg,
        pointer: Reg,
        list: u32,
    },
    Other,
}

/// A call of a function of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain {
    /// First register of the arguments.
    pub(super) base: Reg,
    pub(super) function: u32,
}

/// A function that was called through a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Met {
    addr: u64,
    slot: u32,
    function: u32,
}

impl Met {
    const NOBODY: Met = Met { addr: 0, slot: 0, function: 0 };
}

impl<'a> Entry<'a> {
    /// The same function with its instructions fused.
    pub(super) fn run_as(&mut self, fused: &'a Code) {
        self.code = fused;
        self.shape.entry = fused.entry;
    }
}

/// Whether the arguments of a call are the parameters of what is called, and nothing is asked of them.
fn has_simple_frame(code: &Code, site: &CallSite) -> bool {
    code.static_params.is_empty() && code.params.len() == site.args.len() && !site.passes_on
}

impl Machine<'_> {
    #[cold]
    #[inline(never)]
    pub(super) fn find_entry(&mut self, function: u32) {
        let image = self.image;
        let fusible = &*image.functions[function as usize].code;
        let at_once = self.settings.fusing == Fusing::AtFirstCall;
        let code = at_once.then(|| fusible.fused()).flatten().unwrap_or(fusible);
        let all = image.bases(self.memory.is_other_choice());
        let bases = all[function as usize].get_or_init(|| self.memory.bases(image, function));
        let shape = Shape::of(code, image.functions[function as usize].noreturn);
        let first_site = self.sites.len() as u32;
        self.sites.resize(self.sites.len() + code.calls.len(), Known::Nothing);
        self.entries[function as usize] = Some(Entry { code, bases, first_site, shape });
    }

    /// Where what is known of a call stands.
    fn known(&mut self, caller: u32, number: usize) -> Option<&mut Known> {
        let first = self.entries[caller as usize].as_ref()?.first_site as usize;
        self.sites.get_mut(first + number)
    }

    /// The function of the program that a call leads to, if there is nothing to look at on the way. Found out once.
    #[inline(always)]
    pub(super) fn plain_callee(&mut self, first_site: u32, number: usize, caller: u32, w: &Window) -> Option<Plain> {
        let at = first_site as usize + number;
        // What is found is entered, not returned: so the answer stays in registers.
        if let Known::Nothing = self.sites.get(at)? {
            self.find_callee(caller, number);
        }
        match *self.sites.get(at)? {
            Known::Plain(plain) => Some(plain),
            Known::Agrees { base, pointer, list } => {
                self.met_callee(list, w, pointer).map(|function| Plain { base, function })
            }
            Known::Other | Known::Nothing => None,
        }
    }

    /// The function that a pointer leads to, if it has been called before.
    #[inline(always)]
    fn met_callee(&self, list: u32, w: &Window, pointer: Reg) -> Option<u32> {
        let pointer = window_pointer(w, pointer);
        let leads = |met: &&Met| met.addr == pointer.addr && met.slot == pointer.prov.slot();
        let met = self.met.get(list as usize)?.iter().find(leads)?;
        (met.slot != 0).then_some(met.function)
    }

    #[cold]
    #[inline(never)]
    fn find_callee(&mut self, caller: u32, number: usize) {
        let site = &self.image.functions[caller as usize].code.calls[number];
        let found = self.callee_of(caller, site).map(|function| Plain { base: site.base, function });
        if let Some(known) = self.known(caller, number) {
            *known = found.map_or(Known::Other, Known::Plain);
        }
    }

    fn callee_of(&self, caller: u32, site: &CallSite) -> Option<u32> {
        let Callee::Symbol(symbol) = site.callee else { return None };
        let slot = self.image.symbols(caller)[symbol as usize].0;
        let Callable::Code(function) = self.image.callables[self.memory.alloc(slot).info as usize] else { return None };
        let is_plain = !site.check && has_simple_frame(&self.image.functions[function as usize].code, site);
        is_plain.then_some(function)
    }

    /// A call agrees with what it calls. If there is nothing else to look at, nobody looks again: functions exist as long as
    /// the program runs, but for those inside of others.
    pub(super) fn note_agreement(&mut self, function: u32, slot: u32, site: &CallSite, caller: u32, number: usize) {
        let is_simple =
            slot & Provenance::STACK == 0 && has_simple_frame(&self.image.functions[function as usize].code, site);
        if !is_simple || !self.settings.shortcuts {
            return;
        }
        let met = Met { addr: self.memory.pointer_to(slot).addr, slot, function };
        let n_met = self.met.len() as u32;
        let Some(known) = self.known(caller, number) else { return };
        match (site.callee, *known) {
            (Callee::Pointer(_), Known::Agrees { list, .. }) => {
                let known = &mut self.met[list as usize];
                // The last one first.
                known.rotate_right(1);
                known[0] = met;
            }
            (Callee::Pointer(pointer), _) => {
                *known = Known::Agrees { base: site.base, pointer, list: n_met };
                self.met.push([met, Met::NOBODY, Met::NOBODY, Met::NOBODY]);
            }
            _ => *known = Known::Plain(Plain { base: site.base, function }),
        }
    }
}
