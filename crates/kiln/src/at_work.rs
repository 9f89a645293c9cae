//! What every subcommand needs that works for long: how many things at once, and when to stop.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::exit_code::Failure;
use crate::screen::terminal;

/// Memory that is given back stays with the process: the allocator of GNU systems asks the system for each larger block, and
/// gives it back as soon as it is free, until one of a certain size has been freed. What is over in milliseconds would spend
/// a good part of them on pages for what comes next.
pub(crate) fn keep_memory() {
    const LARGEST_BLOCK: usize = 8 << 20;
    drop(std::hint::black_box(Vec::<u8>::with_capacity(LARGEST_BLOCK)));
}

/// How many things are done at once: as many as were asked for, or as there are processors.
pub(crate) fn jobs(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// A flag that is set by the first Ctrl-C. The second ends kiln at once, and its runners with it.
pub(crate) fn stop_on_signals() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(Failure::Thread)?;
    let flag = Arc::clone(&stop);
    let watch = move || {
        for signal in signals.forever() {
            if flag.swap(true, Ordering::Relaxed) {
                terminal::leave();
                signal_hook::low_level::exit(128 + signal);
            }
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(watch).map_err(Failure::Thread)?;
    Ok(stop)
}
