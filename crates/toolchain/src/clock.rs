//! What a thread has taken of a processor. No result depends on it; only what is said of time does.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// CPU time of this thread.
pub fn thread_cpu() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}
