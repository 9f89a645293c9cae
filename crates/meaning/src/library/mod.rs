//! The C library, as far as programs that test compilers use it.
//!
//! [`pure`] computes on values; the other modules move values between it and the memory of the machine, one module per
//! subject, each with its rows of the table. A function that is not in the table is *unsupported*, by its name: all that
//! depends on the world outside (files, the environment's programs) and all that no two libraries do alike.

mod args;
mod atomic;
mod backtrace;
mod bits;
mod complex;
mod ctype;
mod environment;
mod files;
mod floating;
mod format;
mod limits;
mod memory;
mod number;
mod object;
mod overflow;
mod padding;
mod pages;
mod process;
pub mod pure;
mod random;
mod scan;
mod search;
mod sort;
mod stdio;
mod string;
mod table;
mod time;
mod vector;
mod wide;

use rustc_hash::FxHashMap;

use crate::memory::Pointer;
use crate::outcome::Place;

pub(crate) use self::args::Args;
pub(crate) use self::backtrace::{FRAME_ADDRESS, RETURN_ADDRESS};
pub(crate) use self::environment::Environment;
pub(crate) use self::memory::COPY_STRUCTURE;
pub(crate) use self::sort::COMPARISON;
pub(crate) use self::table::has;

/// What the library remembers between calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Functions to call at the end, the last first.
    pub(crate) at_exit: Vec<Pointer>,
    /// `exit` has been called.
    pub(crate) exiting: bool,
    /// For each call from the library into the program: how many calls were active, and what makes it.
    pub(crate) callers: Vec<(usize, &'static str)>,
    /// The state of `rand`.
    random: Option<pure::random::Random>,
    /// The state of `drand48`.
    random48: pure::random::Rand48,
    /// Where `strtok` goes on.
    token: Option<Pointer>,
    /// What `signal` has set.
    signals: FxHashMap<i32, Pointer>,
    errno: Errno,
    /// How much of the output has left its buffer for certain.
    flushed: usize,
    /// The output has no buffer.
    unbuffered: bool,
    /// How often the program has looked at a clock.
    n_ticks: u64,
    /// Exceptions and rounding.
    pub(crate) environment: Environment,
    files: files::Files,
    /// The program has limited its memory.
    memory_is_short: bool,
    /// Places that calls return to whose addresses the program has asked for.
    return_sites: Vec<Option<Place>>,
    /// Tables of `<ctype.h>` that the program has asked for.
    tables: FxHashMap<ctype::Table, Pointer>,
}

impl State {
    /// Whether the program handles a signal.
    pub(crate) fn handles(&self, signal: i32) -> bool {
        self.signals.get(&signal).is_some_and(|handler| handler.addr != 0)
    }
}

/// `errno`, an object that comes to be when the program asks for it.
#[derive(Clone, Debug, Default)]
struct Errno {
    place: Option<Pointer>,
    /// The value for when the object comes to be.
    value: i32,
    /// A function was called of which it is not modelled what it does to `errno`.
    unknown: bool,
}
