//! What a machine finds out of functions and calls once: where their code is, what their symbols lead to, who is called.

use super::{Machine, Window, window_pointer};
use crate::code::{CallSite, Callee, Code};
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
    shape: Shape,
    sites: Box<[Known]>,
}

/// What a frame of a function takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) registers: u32,
    /// Bytes of memory.
    pub(super) size: u32,
    /// A power of two.
    pub(super) align: u32,
    pub(super) objects: u32,
    /// The function says that it does not return.
    pub(super) noreturn: bool,
    /// Its first instruction.
    pub(super) entry: u32,
}

/// Bytes that a frame of a function that is still being written has to spare, and objects.
const OPEN_BYTES: u32 = 1024;
const OPEN_OBJECTS: u32 = 16;

impl Shape {
    fn of(code: &Code, noreturn: bool) -> Shape {
        // A function that is still being written gets room to grow.
        let (spare_bytes, spare_objects) = if code.origins.is_empty() { (0, 0) } else { (OPEN_BYTES, OPEN_OBJECTS) };
        Shape {
            registers: code.registers,
            size: code.frame_size + spare_bytes,
            align: code.frame_align.max(16).next_power_of_two(),
            objects: code.objects.len() as u32 + spare_objects,
            noreturn,
            entry: code.entry,
        }
    }
}

/// What is known of a call site.
#[derive(Clone, Copy, Debug)]
enum Known {
    Nothing,
    /// It calls a function of the program, and there is nothing to check.
    Plain(u32),
    /// It has called functions through pointers, and the calls agree with them. The list of these has this number.
    Agrees(u32),
    Other,
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
    /// What a frame of a function takes.
    #[inline(always)]
    pub(super) fn shape(&mut self, function: u32) -> Shape {
        match &self.entries[function as usize] {
            Some(entry) => entry.shape,
            None => self.find_entry(function),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn find_entry(&mut self, function: u32) -> Shape {
        let image = self.image;
        let fusible = &*image.functions[function as usize].code;
        let at_once = self.settings.fusing == Fusing::AtFirstCall;
        let code = at_once.then(|| fusible.fused()).flatten().unwrap_or(fusible);
        let all = image.bases(self.memory.is_other_choice());
        let bases = all[function as usize].get_or_init(|| self.memory.bases(image, function));
        let sites = vec![Known::Nothing; code.calls.len()].into();
        let shape = Shape::of(code, image.functions[function as usize].noreturn);
        self.entries[function as usize] = Some(Entry { code, bases, shape, sites });
        shape
    }

    #[inline(always)]
    fn known(&self, caller: u32, number: usize) -> Known {
        let sites = self.entries[caller as usize].as_ref().map(|entry| &entry.sites);
        sites.and_then(|sites| sites.get(number)).copied().unwrap_or(Known::Other)
    }

    fn set_known(&mut self, caller: u32, number: usize, known: Known) {
        let sites = self.entries[caller as usize].as_mut().map(|entry| &mut entry.sites);
        if let Some(place) = sites.and_then(|sites| sites.get_mut(number)) {
            *place = known;
        }
    }

    /// The function of the program that a call leads to, if there is nothing to look at on the way. Found out once.
    #[inline(always)]
    pub(super) fn plain_callee(&mut self, caller: u32, number: usize, site: &CallSite, w: &Window) -> Option<u32> {
        match self.known(caller, number) {
            Known::Plain(function) => Some(function),
            Known::Agrees(list) => self.met_callee(list, site, w),
            Known::Other => None,
            Known::Nothing => self.find_callee(caller, number, site),
        }
    }

    /// The function that a pointer leads to, if it has been called before.
    fn met_callee(&self, list: u32, site: &CallSite, w: &Window) -> Option<u32> {
        let Callee::Pointer(reg) = site.callee else { return None };
        let pointer = window_pointer(w, reg);
        let leads = |met: &&Met| met.addr == pointer.addr && met.slot == pointer.prov.slot();
        let met = self.met.get(list as usize)?.iter().find(leads)?;
        (met.slot != 0).then_some(met.function)
    }

    #[cold]
    fn find_callee(&mut self, caller: u32, number: usize, site: &CallSite) -> Option<u32> {
        let found = self.callee_of(caller, site);
        self.set_known(caller, number, found.map_or(Known::Other, Known::Plain));
        found
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
        let known = match (site.callee, self.known(caller, number)) {
            (Callee::Pointer(_), Known::Agrees(list)) => {
                let known = &mut self.met[list as usize];
                // The last one first.
                known.rotate_right(1);
                known[0] = met;
                return;
            }
            (Callee::Pointer(_), _) => {
                self.met.push([met, Met::NOBODY, Met::NOBODY, Met::NOBODY]);
                Known::Agrees(self.met.len() as u32 - 1)
            }
            _ => Known::Plain(function),
        };
        self.set_known(caller, number, known);
    }
}
