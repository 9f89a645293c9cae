//! What a program says that was built to find its own errors.

use kiln_toolchain::build::{self, Execution};
use kiln_toolchain::runner::{End, Limits};
use kiln_toolchain::signature;

/// What a sanitizer has to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said<'a> {
    /// Nothing: it was watching, and found nothing.
    Nothing,
    /// The program has an error.
    Alarm(&'a str),
    /// It came to no end, or had not enough of something.
    Nonsense,
}

/// Words that stand in the line of an alarm.
const ALARMS: &[&str] = &["runtime error:", "ERROR: AddressSanitizer", "ERROR: UndefinedBehaviorSanitizer"];

/// Words in that line which say that it is not about the program.
const LIMITS: &[&str] =
    &["stack-overflow", "out-of-memory", "allocation-size-too-big", "failed to allocate", "CHECK failed"];

/// What is said of a program that ends where it finds an error, without a word: its compiler has no library for that.
pub const TRAP: &str = "runtime error: a trap";

/// A sanitizer must not look for what C does not forbid, and cannot look for leaks where it cannot stop its own threads.
pub const ENVIRONMENT: (&str, &str) = ("ASAN_OPTIONS", "detect_leaks=0");

/// Programs with a sanitizer reserve much memory, and take their time.
pub fn limits(plain: Limits) -> Limits {
    Limits { memory: None, cpu: plain.cpu * 10, wall: plain.wall * 2, ..plain }
}

/// What a sanitizer says of a program that was run.
pub fn said(execution: &Execution) -> Said<'_> {
    let lines = || execution.errors.lines();
    match lines().find(|line| ALARMS.iter().any(|word| line.contains(word))) {
        Some(line) if LIMITS.iter().any(|word| line.contains(word)) => Said::Nonsense,
        Some(line) => Said::Alarm(line),
        None if build::is_trap(execution.end) => Said::Alarm(TRAP),
        None if matches!(execution.end, End::CpuTime | End::WallTime) => Said::Nonsense,
        None if lines().any(|line| LIMITS.iter().any(|word| line.contains(word))) => Said::Nonsense,
        None => Said::Nothing,
    }
}

/// What alarms of one cause have in common.
pub fn key(line: &str) -> String {
    let cause = line.split(" on address ").next().unwrap_or(line);
    // What stands before differs from run to run: the number of the process.
    let start = ALARMS.iter().filter_map(|word| cause.find(word)).min().unwrap_or(0);
    signature::of_messages(&cause[start..])
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn execution(errors: &str) -> Execution {
        Execution { end: End::Status(1), output: Vec::new(), errors: errors.to_owned(), cpu: Duration::ZERO }
    }

    #[test]
    fn an_alarm_is_told_from_a_sanitizer_that_gives_up() {
        let alarm = "case.c:3:5: runtime error: signed integer overflow: 1 + 2147483647 cannot be represented\n";
        assert!(matches!(said(&execution(alarm)), Said::Alarm(_)));
        assert_eq!(said(&execution("")), Said::Nothing);
        assert_eq!(said(&Execution { end: End::Signal(4), ..execution("") }), Said::Alarm(TRAP));
        assert_eq!(said(&execution("==7==ERROR: AddressSanitizer: stack-overflow on address 0x1\n")), Said::Nonsense);
        assert_eq!(said(&execution("==7==ERROR: AddressSanitizer failed to allocate 0x1 bytes\n")), Said::Nonsense);
    }

    #[test]
    fn alarms_of_one_cause_have_one_key() {
        let asan =
            |pid, address| format!("=={pid}==ERROR: AddressSanitizer: heap-use-after-free on address {address} at");
        assert_eq!(key(&asan(7, "0x60a1")), key(&asan(3112, "0x70ff")));
        assert_eq!(key(&asan(7, "0x60a1")), "ERROR: AddressSanitizer: heap-use-after-free");
        assert_eq!(
            key("case.c:3:5: runtime error: shift exponent 40 is too large"),
            "runtime error: shift exponent # is too large"
        );
    }
}
