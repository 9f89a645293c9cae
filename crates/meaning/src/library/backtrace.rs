//! Where a call came from: `__builtin_return_address` and `__builtin_frame_address`.
//!
//! Nothing can be done with such an address but look whether it is null, or the same as another one; its value depends on the
//! seed. A call has one return address for each place that calls. GCC's manual leaves open what becomes of it when a
//! function is inlined ("the function that is returned to"), and what the calls around give: a run with other choices
//! has every function inlined that is not declared `noinline`, and gives null for levels other than zero.

use super::Args;
use super::table::Row;
use crate::choice::Choice;
use crate::machine::{Frame, Machine};
use crate::memory::{Pointer, Site};
use crate::outcome::Run;

/// The names under which lowered code calls; no program can have them.
pub(crate) const RETURN_ADDRESS: &str = "return-address";
pub(crate) const FRAME_ADDRESS: &str = "frame-address";

pub(super) const ROWS: &[Row] = &[
    (RETURN_ADDRESS, |machine, args| {
        let address = match around(machine, args)? {
            Some(call) => return_address(machine, call),
            None => 0,
        };
        give(machine, args, address)
    }),
    (FRAME_ADDRESS, |machine, args| {
        // Calls that are further inside are further down.
        let address = around(machine, args)?.map_or(0, |call| spread(machine, u64::MAX - call as u64));
        give(machine, args, address)
    }),
];

/// Calls are no objects: their addresses are where no object of any target is.
const REGION: u64 = 0xf000_0000;
/// What it has room for.
const EXTENT: u64 = 0x0fff_0000;

/// The call that a level names, by its number; none where the answer is null.
fn around(machine: &Machine<'_>, args: Args<'_>) -> Run<Option<usize>> {
    let level = args.int(machine, 0)? as usize;
    let is_other_choice = machine.memory.is_other_choice();
    let Some(mut call) = machine.frames.len().checked_sub(1) else { return Ok(None) };
    if level > 0 {
        return Ok(if is_other_choice { None } else { call.checked_sub(level) });
    }
    while is_other_choice && call > 0 && machine.may_be_inlined(call) {
        call -= 1;
    }
    Ok(Some(call))
}

fn return_address(machine: &mut Machine<'_>, call: usize) -> u64 {
    // By its place: instructions have other numbers where they are fused.
    let caller = call.checked_sub(1).and_then(|caller| machine.frames.get(caller));
    let called_at = |frame: &Frame| Site { function: frame.function, pc: frame.pc.saturating_sub(1) };
    let site = caller.and_then(|frame| machine.image.place(called_at(frame)));
    let known = &mut machine.library.return_sites;
    let number = known.iter().position(|&other| other == site).unwrap_or_else(|| {
        known.push(site);
        known.len() - 1
    });
    spread(machine, number as u64)
}

/// An address that no two numbers have in common, as the seed chooses it.
fn spread(machine: &Machine<'_>, number: u64) -> u64 {
    let step = 5 + 16 * (machine.settings.seed & 7);
    REGION + number.wrapping_mul(step).wrapping_add(machine.settings.seed & 0xfff0) % EXTENT
}

fn give(machine: &mut Machine<'_>, args: Args<'_>, address: u64) -> Run<()> {
    machine.memory.touched.address = true;
    machine.memory.touched.choices.insert(Choice::ReturnAddresses);
    args.give_pointer(machine, Pointer::absolute(address))
}

impl Machine<'_> {
    /// Whether a compiler may make a call part of its caller.
    fn may_be_inlined(&self, call: usize) -> bool {
        let is_called_back = self.library.callers.iter().any(|&(floor, _)| floor == call);
        !is_called_back && !self.image.functions[self.frames[call].function as usize].noinline
    }
}
