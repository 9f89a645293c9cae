//! The table of library functions.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::pure::math as pure_math;
use super::{
    Args, args, atomic, backtrace, bits, complex, ctype, environment, files, floating, format, limits, memory, number,
    overflow, padding, pages, process, random, scan, search, sort, stdio, string, time, vector, wide,
};
use crate::code::CallSite;
use crate::machine::Machine;
use crate::outcome::{Reason, Run, unsupported};

/// A library function: takes its arguments from registers and puts its result there.
pub(super) type Function = fn(&mut Machine<'_>, Args<'_>) -> Run<()>;

/// A row: names without `__builtin_`, separated by blanks, and what the functions do.
pub(super) type Row = (&'static str, Function);

const TABLES: &[&[Row]] = &[
    args::ROWS,
    atomic::ROWS,
    backtrace::ROWS,
    bits::ROWS,
    complex::ROWS,
    ctype::ROWS,
    environment::ROWS,
    files::ROWS,
    floating::ROWS,
    format::ROWS,
    limits::ROWS,
    memory::ROWS,
    number::ROWS,
    overflow::ROWS,
    padding::ROWS,
    pages::ROWS,
    process::ROWS,
    random::ROWS,
    scan::ROWS,
    search::ROWS,
    sort::ROWS,
    stdio::ROWS,
    string::ROWS,
    time::ROWS,
    vector::ROWS,
    wide::ROWS,
];

/// What a name stands for.
#[derive(Clone, Copy)]
enum Entry {
    Row(Function),
    /// A function of `<math.h>`.
    Math(pure_math::Function),
}

/// All functions by name.
fn index() -> &'static FxHashMap<String, Entry> {
    static INDEX: OnceLock<FxHashMap<String, Entry>> = OnceLock::new();
    INDEX.get_or_init(|| {
        let math = pure_math::all().map(|(name, function)| (name, Entry::Math(function)));
        let rows = TABLES.iter().copied().flatten();
        let names = rows.flat_map(|&(names, function)| {
            names.split_ascii_whitespace().map(move |name| (name.to_owned(), Entry::Row(function)))
        });
        let atomic = atomic::sized().map(|(name, function)| (name, Entry::Row(function)));
        // Rows come later, so that they are stronger than what all functions of `<math.h>` have in common.
        math.chain(atomic).chain(names).collect()
    })
}

/// Whether the library has a function of this name.
pub(crate) fn has(name: &str) -> bool {
    index().contains_key(name.strip_prefix("__builtin_").unwrap_or(name))
}

impl Machine<'_> {
    /// Calls a library function by its name.
    pub(crate) fn call_library(&mut self, name: &str, site: &CallSite, first: u32) -> Run<()> {
        let args = Args { site, first, name };
        // What it reads and writes, it does inside of a call.
        self.memory.log.depth += 1;
        self.watch_library(1);
        self.before_library(args)?;
        let result = match index().get(name) {
            Some(Entry::Row(function)) => function(self, args),
            Some(&Entry::Math(function)) => floating::call(self, args, function),
            None => unsupported(format!("the library function `{name}`")),
        };
        match &result {
            // A jump that goes on elsewhere ends the call when it lands.
            Err(stop) if matches!(**stop, Reason::Jump(_)) => {}
            _ => self.end_library_call(),
        }
        result
    }

    /// A call of the library is over.
    pub(crate) fn end_library_call(&mut self) {
        self.memory.log.depth -= 1;
        self.watch_library(-1);
    }

    fn watch_library(&mut self, more: i32) {
        if let Some(watch) = &mut self.memory.watch {
            watch.in_library = watch.in_library.saturating_add_signed(more);
        }
    }
}
