//! The program as a process: its end, signals, jumps, `errno`, the environment, which is empty.

use kiln_lang::types::Ty;

use super::Args;
use super::string::string;
use super::table::Row;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::outcome::{End, Reason, Run, unsupported};
use crate::sequence::Kept;
use crate::settings::Dialect;

pub(super) const ROWS: &[Row] = &[
    ("abort", |machine, _| abort(machine)),
    ("__assert_fail __assert", |machine, _| abort(machine)),
    ("trap", |_, _| end(End::Signal(SIGILL))),
    ("exit", exit),
    ("_Exit _exit quick_exit", quick_exit),
    ("atexit", atexit),
    ("getenv secure_getenv", |machine, args| {
        string(machine, args, 0)?;
        args.give_pointer(machine, Pointer::NULL)
    }),
    ("signal", signal),
    ("raise", raise),
    ("setjmp _setjmp sigsetjmp __sigsetjmp", set_jump),
    ("longjmp _longjmp siglongjmp", long_jump),
    ("__builtin_longjmp", builtin_long_jump),
    ("__errno_location", errno_location),
];

/// The signal of `abort`.
pub(super) const SIGABRT: u8 = 6;
/// The signal of an illegal instruction.
const SIGILL: u8 = 4;
/// Signals that are ignored unless the program asks for them: children, continuation, urgent data, windows.
const IGNORED: [i32; 4] = [17, 18, 23, 28];
const EINVAL: i32 = 22;

fn end(how: End) -> Run<()> {
    Err(Box::new(Reason::End(how)))
}

/// `abort` raises its signal; whatever a handler does, if it returns the program ends.
fn abort(machine: &mut Machine<'_>) -> Run<()> {
    deliver(machine, SIGABRT.into())?;
    end(End::Signal(SIGABRT))
}

fn exit(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let status = args.int(machine, 0)?;
    Err(machine.exit(status))
}

/// `_Exit` and its like: what is still in a buffer may be lost (C11 7.22.4.5p2), and with glibc it is.
fn quick_exit(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let status = args.int(machine, 0)? as u8;
    if !machine.library.unbuffered && machine.output.len() > machine.library.flushed {
        return unsupported(format!("`{}` with output that was not flushed", args.name));
    }
    end(End::Status(status))
}

fn atexit(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let handler = args.pointer(machine, 0)?;
    machine.called(handler)?;
    machine.memory.log.library(Kept::Handlers);
    machine.library.at_exit.push(handler);
    args.give_int(machine, 0)
}

fn is_signal(number: i32) -> bool {
    (1..=64).contains(&number)
}

/// `signal`: null is the default action, 1 means to ignore, all else is a function.
fn signal(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (number, handler) = (args.int(machine, 0)? as i32, args.pointer(machine, 1)?);
    // SIGKILL and SIGSTOP are the system's.
    if !is_signal(number) || matches!(number, 9 | 19) {
        machine.set_errno(EINVAL)?;
        return args.give_pointer(machine, Pointer::absolute(u64::MAX));
    }
    if handler.addr > 1 {
        machine.called(handler)?;
    }
    machine.memory.log.library(Kept::Handlers);
    let old = machine.library.signals.insert(number, handler);
    args.give_pointer(machine, old.unwrap_or(Pointer::NULL))
}

fn raise(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let number = args.int(machine, 0)? as i32;
    if !is_signal(number) {
        machine.set_errno(EINVAL)?;
        return args.give_int(machine, -1);
    }
    deliver(machine, number)?;
    args.give_int(machine, 0)
}

fn deliver(machine: &mut Machine<'_>, number: i32) -> Run<()> {
    machine.memory.log.library(Kept::Handlers);
    let handler = machine.library.signals.get(&number).copied().unwrap_or(Pointer::NULL);
    match handler.addr {
        0 if IGNORED.contains(&number) => Ok(()),
        0 => end(End::Signal(number as u8)),
        1 => Ok(()),
        // The number goes where the first word of a pointer would: it is the only argument.
        _ => machine.call_back(handler, &[Pointer::absolute(number as u64)], "a signal").map(|_| ()),
    }
}

fn set_jump(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let buffer = args.pointer(machine, 0)?;
    machine.set_jump(buffer, args.first)?;
    args.give_int(machine, 0)
}

fn long_jump(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (buffer, value) = (args.pointer(machine, 0)?, args.int(machine, 1)?);
    machine.long_jump(buffer, if value as u32 == 0 { 1 } else { value }, true)
}

/// `__builtin_longjmp`: with GCC, every variable of the function that is gone back to keeps its value.
fn builtin_long_jump(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (buffer, value) = (args.pointer(machine, 0)?, args.int(machine, 1)?);
    let forget = machine.settings.dialect != Dialect::Gnu;
    machine.long_jump(buffer, value, forget)
}

fn errno_location(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    machine.memory.log.library(Kept::Errno);
    if machine.library.errno.unknown {
        return unsupported("`errno` after a function that may have set it");
    }
    let place = match machine.library.errno.place {
        Some(place) => place,
        None => {
            let place = machine.memory.allocate(machine.size_of(Ty::INT), 16, true)?;
            machine.library.errno.place = Some(place);
            machine.store_number(place, Ty::INT, machine.library.errno.value.into())?;
            place
        }
    };
    args.give_pointer(machine, place)
}

impl Machine<'_> {
    /// What a function does to `errno` is not modelled.
    pub(super) fn forget_errno(&mut self) {
        self.memory.log.library(Kept::Errno);
        self.library.errno.unknown = true;
    }

    /// Gives `errno` a value.
    pub(super) fn set_errno(&mut self, value: i32) -> Run<()> {
        match self.library.errno.place {
            Some(place) => self.store_number(place, Ty::INT, value.into()),
            None => {
                self.memory.log.library(Kept::Errno);
                self.library.errno.value = value;
                Ok(())
            }
        }
    }
}
