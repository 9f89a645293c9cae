//! The time of day, and other answers of the system that nobody can foretell.
//!
//! There is a clock, which another run has at another time and with another pace: a program whose outcome depends on it is
//! `unspecified`. The same holds for a file that is opened: there is one or not, and nothing can be read from it.

use kiln_lang::types::{Basic, Ty};

use super::Args;
use super::string::string;
use super::table::Row;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::outcome::{Run, unsupported};
use crate::sequence::Kept;

pub(super) const ROWS: &[Row] = &[
    ("time", time),
    ("clock", |machine, args| {
        let now = tick(machine);
        args.give_int(machine, (now / 1000 % MAX_CLOCK).into())
    }),
    ("clock_gettime", |machine, args| {
        let (now, to) = (tick(machine), args.pointer(machine, 1)?);
        store_parts(machine, to, now / NANOSECONDS, now % NANOSECONDS)?;
        args.give_int(machine, 0)
    }),
    ("gettimeofday", |machine, args| {
        let (now, to) = (tick(machine), args.pointer(machine, 0)?);
        if to.addr != 0 {
            store_parts(machine, to, now / NANOSECONDS, now % NANOSECONDS / 1000)?;
        }
        args.give_int(machine, 0)
    }),
    ("getgroups", |machine, args| match args.int(machine, 0)? as i32 {
        0 => {
            machine.memory.log.library(Kept::Errno);
            args.give_one_of(machine, [0, 3])
        }
        1.. => unsupported("the groups of the user"),
        _ => {
            machine.set_errno(EINVAL)?;
            args.give_int(machine, -1)
        }
    }),
    ("open", |machine, args| {
        string(machine, args, 0)?;
        machine.memory.log.library(Kept::Errno);
        machine.forget_errno();
        args.give_one_of(machine, [-1, 3])
    }),
];

const EINVAL: i32 = 22;
/// The type of all times.
const LONG: Ty = Ty::basic(Basic::Long);
const NANOSECONDS: u64 = 1_000_000_000;
/// `clock_t` has 32 bits on some targets.
const MAX_CLOCK: u64 = 1 << 31;

/// When the clock starts, in nanoseconds, and how long it takes from one look to the next.
const CLOCKS: [(u64, u64); 2] = [(1_000_000_000 * NANOSECONDS, 1_000), (1_900_000_007 * NANOSECONDS, 700_000_007)];

/// What the clock says, after which it is later.
fn tick(machine: &mut Machine<'_>) -> u64 {
    machine.memory.log.library(Kept::Random);
    machine.memory.touched.value = true;
    let (start, pace) = CLOCKS[machine.choice()];
    machine.library.n_ticks += 1;
    start + machine.library.n_ticks * pace
}

/// Two numbers of type `long`, as `struct timespec` and `struct timeval` have them.
fn store_parts(machine: &mut Machine<'_>, to: Pointer, first: u64, second: u64) -> Run<()> {
    let size = machine.size_of(LONG) as i64;
    machine.store_number(to, LONG, first.into())?;
    machine.store_number(to.moved(size), LONG, second.into())
}

fn time(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (now, to) = (tick(machine) / NANOSECONDS, args.pointer(machine, 0)?);
    if to.addr != 0 {
        machine.store_number(to, LONG, now.into())?;
    }
    args.give_int(machine, now.into())
}
