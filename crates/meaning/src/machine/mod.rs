//! The machine: runs an image.
//!
//! One loop over the instructions of the current function, with the registers of its frame in a window of fixed size, so
//! that an access to a register needs no check. Everything that is rare is in the neighbouring files: `arith` integers
//! and floating numbers, `pointer` pointers, `call` calls and returns, `va` variable arguments, `lanes` and
//! `complex` complex numbers and vectors, `jump` `setjmp`, `nested` functions inside of functions, `environment` floating
//! operations that are watched, `profile` what is counted and recorded, `live` programs that are still being written, `warm` which functions
//! run often, `stop` how a run ends.

pub(crate) mod arith;
mod call;
pub(crate) mod cells;
mod complex;
mod entry;
mod environment;
mod jump;
mod lanes;
pub(crate) mod live;
mod nan;
mod nested;
mod place;
mod pointer;
pub(crate) mod profile;
mod rare;
mod run;
mod start;
mod stop;
mod va;
mod warm;

pub(crate) use self::jump::Landing;
use crate::image::Image;
use crate::memory::{Memory, Pointer, Provenance, Range, Site};
use crate::outcome::{Limit, Place, Run, limit};
use crate::sequence::Kept;
use crate::settings::Settings;

/// Registers that a frame can name, and two more: the last may be the first of three, without a check.
pub(crate) const WINDOW: usize = (1 << 16) + 2;

/// Registers of all frames together. So many that no allocator keeps such a block for the next machine, which would have to
/// fill it with zeros: the system gives zeros for what is touched.
const REGISTERS: usize = 1 << 22;

/// The registers of a frame.
pub(crate) type Window = [u64; WINDOW];

/// A call that is active.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) function: u32,
    /// The next instruction.
    pub(crate) pc: u32,
    /// First register.
    pub(crate) base: u32,
    /// Where its memory starts.
    memory: u32,
    /// The stack as it was before.
    saved_stack: u32,
    /// First slot of its objects.
    pub(crate) slots: u32,
    room: entry::Room,
    /// First of its variable arguments.
    varargs: u32,
    /// A number that no other call has.
    pub(crate) serial: u64,
    /// Open regions of operands without an order when it began.
    regions: u32,
    /// For a nested function: the number of the call of the function around.
    chain: u64,
    /// The function says that it does not return.
    noreturn: bool,
}

/// A machine in the middle of a run.
#[derive(Debug)]
pub struct Machine<'a> {
    pub(crate) image: &'a Image,
    pub(crate) settings: &'a Settings,
    /// Objects.
    pub memory: Memory,
    pub(crate) registers: Vec<u64>,
    pub(crate) frames: Vec<Frame>,
    /// What the program wrote.
    pub output: Vec<u8>,
    /// Events so far.
    pub steps: u64,
    /// Top of the stack of automatic objects.
    pub(crate) stack: u32,
    varargs: Vec<va::VarArg>,
    va_lists: Vec<va::VaList>,
    /// The number of the last `va_list`.
    next_va_list: u32,
    pub(crate) library: crate::library::State,
    jumps: Vec<jump::JumpPoint>,
    serial: u64,
    /// Where it stopped.
    stopped: Option<Place>,
    /// The first part of an instruction that was fused is being executed.
    at_first: bool,
    /// The number of steps after which the loop looks up: see `warm`.
    deadline: u64,
    /// What is known of the functions that have been called.
    entries: Vec<Option<entry::Entry<'a>>>,
    /// What is known of the calls in them.
    sites: Vec<entry::Known>,
    /// What calls through pointers have met.
    met: Vec<[entry::Met; 4]>,
    /// While the program is being written: what is watched.
    pub(crate) watch: Option<Box<live::Watch>>,
    /// What is counted and recorded.
    pub(crate) recorder: profile::Recorder,
}

impl<'a> Machine<'a> {
    /// A machine that is about to start a program.
    pub fn new(image: &'a Image, settings: &'a Settings) -> Run<Machine<'a>> {
        Machine::with_spare(image, settings, None)
    }

    /// As [`Machine::new`], with room for so many static objects and bytes that come later.
    pub(crate) fn with_spare(
        image: &'a Image,
        settings: &'a Settings,
        spare: Option<(usize, u32)>,
    ) -> Run<Machine<'a>> {
        if !has_room(image, settings) {
            return limit(Limit::Memory);
        }
        let mut machine = Machine::empty(image, settings);
        machine.registers = vec![0; REGISTERS + WINDOW];
        match image.starts.get() {
            Some(start) if spare.is_none() && start.settings() == settings => {
                machine.memory.resume(start);
                machine.stack = machine.memory.stack_start();
            }
            _ => machine.place_statics(spare)?,
        }
        Ok(machine)
    }

    /// A machine without any object.
    pub(crate) fn empty(image: &'a Image, settings: &'a Settings) -> Machine<'a> {
        let pointer = image.program.options.target.pointer.size;
        let mut memory = Memory::new(settings, pointer);
        memory.has_reversed = image.has_reversed;
        Machine {
            image,
            settings,
            memory,
            registers: Vec::new(),
            frames: Vec::new(),
            output: Vec::new(),
            steps: 0,
            stack: 0,
            varargs: Vec::new(),
            va_lists: Vec::new(),
            next_va_list: 0,
            library: crate::library::State::default(),
            jumps: Vec::new(),
            serial: 0,
            stopped: None,
            at_first: false,
            deadline: warm::deadline(settings, 0),
            entries: vec![None; image.functions.len()],
            sites: Vec::new(),
            met: Vec::new(),
            watch: None,
            recorder: profile::Recorder::new(image),
        }
    }

    /// The same machine with another image: the one it had has grown.
    pub(crate) fn with<'b>(self, image: &'b Image, settings: &'b Settings) -> Machine<'b> {
        let Machine { image: _, settings: _, memory, registers, frames, output, steps, stack, varargs, .. } = self;
        let Machine { va_lists, next_va_list, library, jumps, serial, stopped, watch, recorder, .. } = self;
        Machine {
            image,
            settings,
            memory,
            registers,
            frames,
            output,
            steps,
            stack,
            varargs,
            va_lists,
            next_va_list,
            library,
            jumps,
            serial,
            stopped,
            watch,
            at_first: false,
            deadline: warm::deadline(settings, steps),
            // What was known of the image is to be found out again.
            entries: vec![None; image.functions.len()],
            sites: Vec::new(),
            met: Vec::new(),
            recorder,
        }
    }

    /// Where the machine is.
    pub(crate) fn site(&self) -> Site {
        self.frames
            .last()
            .map_or_else(Site::default, |frame| Site { function: frame.function, pc: frame.pc.saturating_sub(1) })
    }

    /// Appends to the output.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Run<()> {
        if (self.output.len() + bytes.len()) as u64 > self.settings.limits.output {
            return limit(Limit::Output);
        }
        self.memory.log.library(Kept::Output);
        self.output.extend_from_slice(bytes);
        Ok(())
    }
}

/// Whether there are addresses for a machine, and some to spare. Most are never touched, but a process can be denied them, and
/// a failing allocation ends it.
fn has_room(image: &Image, settings: &Settings) -> bool {
    const SPARE: u64 = 64 << 20;
    let registers = ((REGISTERS + WINDOW) * size_of::<u64>()) as u64;
    let bytes = Memory::reserved(settings, image.program.options.target.pointer.size) + registers + SPARE;
    usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

/// The pointer in three registers.
#[inline]
pub(crate) fn window_pointer(window: &Window, at: u16) -> Pointer {
    let at = usize::from(at);
    Pointer { addr: window[at], prov: Provenance(window[at + 1]), range: Range(window[at + 2]) }
}

/// Puts a pointer into three registers.
#[inline]
pub(crate) fn set_window_pointer(window: &mut Window, at: u16, pointer: Pointer) {
    let at = usize::from(at);
    window[at] = pointer.addr;
    // Not three stores in a row: the compiler would join two of them, or the loads they come from, and processors do not
    // forward two small stores to one large load.
    if window[at + 1] != pointer.prov.0 {
        window[at + 1] = pointer.prov.0;
    }
    window[at + 2] = pointer.range.0;
}

/// The pointer in three of all registers.
pub(crate) fn get_pointer(registers: &[u64], at: usize) -> Pointer {
    Pointer { addr: registers[at], prov: Provenance(registers[at + 1]), range: Range(registers[at + 2]) }
}

/// Puts a pointer into three of all registers.
pub(crate) fn set_pointer(registers: &mut [u64], at: usize, pointer: Pointer) {
    registers[at..at + 3].copy_from_slice(&[pointer.addr, pointer.prov.0, pointer.range.0]);
}
