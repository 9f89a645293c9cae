//! What a campaign asks clocks for. No result depends on them; only what is said of time does.

use std::time::SystemTime;

/// The time of day, in seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}
