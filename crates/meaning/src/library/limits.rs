//! Limits of the process: `setrlimit`.
//!
//! A process that starts without limits can set any. What follows from one is left open: where memory is short, an allocation
//! gives a null pointer, and in a run with other choices it does not. Limits that would end the program are not modelled.

use kiln_lang::types::{Basic, Ty};

use super::Args;
use super::table::Row;
use crate::choice::Choice;
use crate::machine::Machine;
use crate::outcome::{Run, unsupported};

pub(super) const ROWS: &[Row] = &[("setrlimit", set_limit)];

/// The numbers of Linux.
const RLIMIT_DATA: u64 = 2;
const RLIMIT_STACK: u64 = 3;
const RLIMIT_CORE: u64 = 4;
const RLIMIT_AS: u64 = 9;
const EINVAL: i32 = 22;

/// `rlim_t`
const AMOUNT: Ty = Ty::basic(Basic::ULong);

/// A stack that the bound on automatic objects is well below.
const USUAL_STACK: u64 = 8 << 20;

fn set_limit(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (which, at) = (args.int(machine, 0)?, args.pointer(machine, 1)?);
    let behind = at.moved(machine.size_of(AMOUNT) as i64);
    let soft = machine.load_integer(at, AMOUNT)?.0.as_u64();
    let hard = machine.load_integer(behind, AMOUNT)?.0.as_u64();
    if soft > hard {
        machine.set_errno(EINVAL)?;
        return args.give_int(machine, -1);
    }
    match which {
        RLIMIT_STACK if soft >= USUAL_STACK => {}
        RLIMIT_CORE => {}
        RLIMIT_DATA | RLIMIT_AS => machine.library.memory_is_short = true,
        _ => return unsupported("`setrlimit` of something else than memory, or to a small stack"),
    }
    machine.memory.touched.choices.insert(Choice::ProcessLimits);
    args.give_int(machine, 0)
}

impl Machine<'_> {
    /// Whether an allocation fails because the program has limited itself. Other runs have another opinion.
    pub(super) fn is_out_of_memory(&mut self) -> bool {
        let is_short = self.library.memory_is_short;
        self.memory.touched.value |= is_short;
        is_short && self.choice() == 0
    }
}
