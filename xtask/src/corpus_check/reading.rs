//! What the front end makes of one text: read it, print it from the tree, read that again.
//!
//! This is the code under test, called as any user of the library calls it. It runs in a process of
//! its own ([`super::front_end`]), because a stack overflow or an endless loop must cost one
//! answer and not the run.

use std::time::Duration;

use kiln_lang::{Options, Parsed, diagnostics, edit, print};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// The answer about one text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Reading {
    /// Read and printed.
    Accepted {
        /// What is wrong with the printed text, if it does not read as the same program.
        round_trip: Option<String>,
        /// CPU time of reading, in microseconds.
        micros: u64,
    },
    /// Refused, with the first error.
    Rejected {
        /// The first error.
        message: String,
        /// Where: `file:line:column`.
        place: String,
    },
    /// A panic, an endless loop, a stack overflow: never right, whatever the text is.
    Bug(String),
}

/// A reading together with the texts that were printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) reading: Reading,
    /// The canonical form, from the tree alone.
    pub(super) printed: String,
    /// The canonical form without unused declarations, where that was asked for.
    pub(super) pruned: Option<String>,
}

impl From<Reading> for Answer {
    fn from(reading: Reading) -> Self {
        Answer { reading, printed: String::new(), pruned: None }
    }
}

/// Reads and prints `text`; the caller catches panics.
pub(super) fn read(name: &str, text: Vec<u8>, flags: &[String], with_pruned: bool) -> Answer {
    let options = Options::from_flags(flags.iter().map(String::as_str));
    let start = cpu_time();
    let mut parsed = kiln_lang::parse(name, text, &options);
    let micros = cpu_time().saturating_sub(start).as_micros() as u64;
    if let Some((message, place)) = first_error(&parsed) {
        return Reading::Rejected { message, place }.into();
    }
    let printed = print::canonical(&parsed.program);
    let round_trip = round_trip(&parsed, &printed, &options);
    let pruned = with_pruned.then(|| {
        edit::drop_unused(&mut parsed.program);
        print::canonical(&parsed.program)
    });
    Answer { reading: Reading::Accepted { round_trip, micros }, printed, pruned }
}

/// What is wrong with the printed text, if anything is.
fn round_trip(parsed: &Parsed, printed: &str, options: &Options) -> Option<String> {
    let again = kiln_lang::parse("printed", printed.as_bytes().to_vec(), options);
    match first_error(&again) {
        Some((message, place)) => Some(format!("{place}: {message}")),
        None => kiln_lang::same_shape(&parsed.program, &again.program).err(),
    }
}

fn first_error(parsed: &Parsed) -> Option<(String, String)> {
    if parsed.accepted() {
        return None;
    }
    let is_error = |one: &&diagnostics::Diagnostic| one.severity.name() == "error";
    let first = parsed.diagnostics.iter().find(is_error);
    Some(first.map_or_else(Default::default, |error| {
        let place = parsed.source.place(error.span.start);
        (error.message.clone(), format!("{}:{}:{}", place.file, place.line, place.column))
    }))
}

/// CPU time of this thread: the clock on the wall says more about the neighbours.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
