//! What the interpreter makes of one text.
//!
//! This is the code under test, called as any user of the libraries calls it. It runs in a process of
//! its own ([`super::interpreter`]), because a stack overflow must cost one answer and not the run.

use std::time::Duration;

use kiln_lang::tree::Program;
use kiln_lang::{Options, Parsed, diagnostics};
use kiln_meaning::{Dialect, End, Outcome, Place, Settings, Verdict};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

use crate::measuring::log::Key;

/// How a program is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum How {
    /// In dialect `gnu`, up to [`MAX_STEPS`].
    Gnu,
    /// In dialect `iso`, up to the bound that users have.
    Iso,
}

/// For programs that are known to end within seconds.
const MAX_STEPS: u64 = 1_000_000_000;

/// What a program wrote, by length and hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Output {
    pub(super) n_bytes: u64,
    pub(super) hash: String,
}

impl Output {
    pub(super) fn of(bytes: &[u8]) -> Output {
        Output { n_bytes: bytes.len() as u64, hash: Key::of([bytes]).as_str().to_owned() }
    }
}

/// The answer about one text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Answer {
    /// Defined: how it ended, and what it wrote.
    Ended { how: Ending, output: Output },
    /// Undefined.
    Undefined { kind: String, message: String, place: String },
    /// The standard leaves the outcome open.
    Unspecified { what: String, place: String },
    /// A bound was reached.
    Limit(String),
    /// It uses something that is not modelled.
    Unsupported { what: String, place: String },
    /// It is not read.
    Rejected { message: String, place: String },
    /// A panic or a crash: never right, whatever the text is.
    Panic(String),
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Ending {
    Status(u8),
    Signal(u8),
}

/// An answer, and what it cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Costed {
    pub(super) answer: Answer,
    pub(super) steps: u64,
    /// CPU time of running, in microseconds.
    pub(super) micros: u64,
}

impl From<Answer> for Costed {
    fn from(answer: Answer) -> Self {
        Costed { answer, steps: 0, micros: 0 }
    }
}

/// What decides a run, besides the program.
pub(super) fn settings<'a>(how: How, flags: impl IntoIterator<Item = &'a str>) -> Settings {
    let dialect = if how == How::Iso { Dialect::Iso } else { Dialect::Gnu };
    let mut settings = Settings { dialect, ..Settings::default() };
    if how == How::Gnu {
        settings.limits.steps = MAX_STEPS;
    }
    settings.apply_flags(flags);
    settings
}

/// Reads and runs `text`; the caller catches panics and has a large stack.
pub(super) fn answer(name: &str, text: Vec<u8>, how: How, flags: &[String]) -> Costed {
    let flags = || flags.iter().map(String::as_str);
    let parsed = kiln_lang::parse(name, text, &Options::from_flags(flags()));
    let start = cpu_time();
    let (answer, steps) = match rejection(&parsed) {
        Some(rejected) => (rejected, 0),
        None => {
            let verdict = kiln_meaning::run(&parsed.program, &settings(how, flags()));
            let steps = verdict.steps;
            (of_verdict(verdict, &parsed.program), steps)
        }
    };
    let micros = cpu_time().saturating_sub(start).as_micros() as u64;
    Costed { answer, steps, micros }
}

fn rejection(parsed: &Parsed) -> Option<Answer> {
    if parsed.accepted() {
        return None;
    }
    let is_error = |one: &&diagnostics::Diagnostic| one.severity.name() == "error";
    let (message, place) = parsed.diagnostics.iter().find(is_error).map_or_else(Default::default, |error| {
        let place = parsed.source.place(error.span.start);
        (error.message.clone(), format!("{}:{}:{}", place.file, place.line, place.column))
    });
    Some(Answer::Rejected { message, place })
}

/// The answer that a verdict is.
pub(super) fn of_verdict(verdict: Verdict, program: &Program) -> Answer {
    match verdict.outcome {
        Outcome::Ended(ended) => {
            let how = match ended.how {
                End::Status(status) => Ending::Status(status),
                End::Signal(signal) => Ending::Signal(signal),
            };
            Answer::Ended { how, output: Output::of(&ended.output) }
        }
        Outcome::Undefined(report) => Answer::Undefined {
            kind: report.kind.name().to_owned(),
            message: report.message,
            place: show_place(report.place, program),
        },
        Outcome::Unspecified { what, place } => Answer::Unspecified { what, place: show_place(place, program) },
        Outcome::Limit(limit) => Answer::Limit(limit.name().to_owned()),
        Outcome::Unsupported { what, place } => Answer::Unsupported { what, place: show_place(place, program) },
    }
}

/// `file:line:column`, or nothing.
pub(super) fn show_place(place: Option<Place>, program: &Program) -> String {
    let shown = || {
        let place = place?;
        let place = program.units.get(place.unit as usize)?.source.as_ref()?.place(place.span.start);
        Some(format!("{}:{}:{}", place.file, place.line, place.column))
    };
    shown().unwrap_or_default()
}

/// CPU time of this thread: the clock on the wall says more about the neighbours.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer_to(text: &str) -> Answer {
        answer("a.i", text.as_bytes().to_vec(), How::Iso, &[]).answer
    }

    #[test]
    fn every_outcome_has_an_answer() {
        let ended = answer_to("int puts(const char *); int main(void) { puts(\"a\"); return 3; }");
        assert_eq!(ended, Answer::Ended { how: Ending::Status(3), output: Output::of(b"a\n") });
        let rejected = answer_to("int main(void) { return x; }");
        assert!(matches!(rejected, Answer::Rejected { place, .. } if place == "a.i:1:25"));
        let undefined = answer_to("int main(int n, char **v) { return 1 / (n - 1); }");
        assert!(matches!(undefined, Answer::Undefined { place, .. } if place.starts_with("a.i:1:")));
        assert_eq!(answer_to("int main(void) { for (;;) ; }"), Answer::Limit("steps".to_owned()));
    }
}
