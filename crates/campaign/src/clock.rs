//! What a campaign asks clocks for. No result depends on them; only what is said of time does.

use std::time::{Duration, SystemTime};

use rustix::time::{ClockId, clock_gettime};

/// CPU time of this thread.
pub(crate) fn thread_cpu() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// The time of day, in seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}
