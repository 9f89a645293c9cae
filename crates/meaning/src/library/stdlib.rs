//! Ending the program, integers, random numbers, sorting, jumps.

use super::Args;
use super::pure::random::Random;
use super::table::Row;
use crate::machine::Machine;
use crate::outcome::{End, Reason, Run, undefined};
use crate::undefined::Kind;

pub(super) const ROWS: &[Row] = &[
    ("abort", abort),
    ("trap", trap),
    ("exit", exit),
    ("_Exit", quick_exit),
    ("_exit", quick_exit),
    ("atexit", atexit),
    ("__assert_fail", assert_fail),
    ("abs", absolute),
    ("labs", absolute),
    ("llabs", absolute),
    ("imaxabs", absolute),
    ("rand", rand),
    ("srand", srand),
    ("setjmp", set_jump),
    ("_setjmp", set_jump),
    ("sigsetjmp", set_jump),
    ("__sigsetjmp", set_jump),
    ("longjmp", long_jump),
    ("_longjmp", long_jump),
    ("siglongjmp", long_jump),
];

/// The signal of `abort`.
const SIGABRT: u8 = 6;
/// The signal of an illegal instruction.
const SIGILL: u8 = 4;

fn end(how: End) -> Run<()> {
    Err(Box::new(Reason::End(how)))
}

fn abort(_: &mut Machine<'_>, _: Args<'_>) -> Run<()> {
    end(End::Signal(SIGABRT))
}

fn trap(_: &mut Machine<'_>, _: Args<'_>) -> Run<()> {
    end(End::Signal(SIGILL))
}

fn exit(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let status = args.int(machine, 0)?;
    Err(machine.exit(status))
}

fn quick_exit(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    end(End::Status(args.int(machine, 0)? as u8))
}

fn assert_fail(_: &mut Machine<'_>, _: Args<'_>) -> Run<()> {
    end(End::Signal(SIGABRT))
}

fn atexit(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let handler = args.pointer(machine, 0)?;
    machine.called(handler)?;
    machine.library.at_exit.push(handler);
    args.give_int(machine, 0)
}

fn absolute(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let value = args.int(machine, 0)? as i64;
    let crate::lower::Class::Int(shape) = machine.class(args.site.result) else { return args.wrong(0) };
    let magnitude = i128::from(value).abs();
    if !shape.contains(magnitude) && !machine.settings.wrapv {
        return undefined(Kind::SignedOverflow, format!("{} of {value}", args.name));
    }
    args.give_int(machine, magnitude)
}

fn rand(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let random = machine.library.random.get_or_insert_with(|| Random::seeded(1));
    let value = random.next_number();
    args.give_int(machine, value.into())
}

fn srand(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let seed = args.int(machine, 0)?;
    machine.library.random = Some(Random::seeded(seed as u32));
    Ok(())
}

fn set_jump(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let buffer = args.pointer(machine, 0)?;
    machine.set_jump(buffer, args.first)?;
    args.give_int(machine, 0)
}

fn long_jump(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (buffer, value) = (args.pointer(machine, 0)?, args.int(machine, 1)?);
    machine.long_jump(buffer, if value == 0 { 1 } else { value })
}
