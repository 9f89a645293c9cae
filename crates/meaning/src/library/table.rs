//! The table of library functions.

use super::{Args, memory, stdio, stdlib, string};
use crate::code::CallSite;
use crate::machine::Machine;
use crate::outcome::{Run, unsupported};

/// A library function: takes its arguments from registers and puts its result there.
pub(super) type Function = fn(&mut Machine<'_>, Args<'_>) -> Run<()>;

/// A row: the name without `__builtin_`, and what it does.
pub(super) type Row = (&'static str, Function);

const TABLES: &[&[Row]] = &[memory::ROWS, stdio::ROWS, stdlib::ROWS, string::ROWS];

impl Machine<'_> {
    /// Calls a library function by its name.
    pub(crate) fn call_library(&mut self, name: &str, site: &CallSite, first: u32) -> Run<()> {
        let found = TABLES.iter().copied().flatten().find(|(known, _)| *known == name);
        match found {
            Some((_, function)) => function(self, Args { site, first, name }),
            None => unsupported(format!("the library function `{name}`")),
        }
    }
}
