//! What kiln says of one program, for people and for programs.
//!
//! An [`Answer`] is made where the program is at hand and shown elsewhere, in order: it holds text, not references. People
//! get it as compilers write their messages; programs get one object per line:
//!
//! ```json
//! {"version":1,"file":"a.c","verdict":"undefined","kind":"signed-overflow","clause":"6.5p5","line":3,"column":12,
//!  "message":"...","notes":[{"line":2,"column":9,"message":"..."}],"steps":4}
//! {"version":1,"file":"b.c","verdict":"defined","status":0,"output":"42\n","steps":17}
//! ```
//!
//! What is absent is left out. `version` changes when a field changes its meaning or goes away, not when one is added.

use anstyle::{AnsiColor, Style};
use kiln_lang::diagnostics::{self, Diagnostic, Severity};
use kiln_lang::source::Span;
use kiln_lang::tree::Program;
use kiln_lang::{Parsed, SourceText};
use kiln_meaning::{End, Ended, Limit, Limits, Outcome, Place, Verdict};
use serde::Serialize;

use crate::base64;
use crate::counts::Listing;
use crate::messages::JSON_VERSION;

/// A verdict and everything that is said about it.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    /// The program, as the user named it.
    file: String,
    verdict: &'static str,
    /// The kind of undefined behaviour, the bound that was reached, or the code of an error.
    kind: Option<&'static str>,
    clause: Option<&'static str>,
    spot: Option<Spot>,
    message: Option<String>,
    notes: Vec<Note>,
    end: Option<End>,
    output: Option<Vec<u8>>,
    steps: Option<u64>,
    /// Choices of an implementation that the verdict rests on.
    depends_on: Vec<&'static str>,
    counts: Option<Listing>,
}

/// A place in a file, with its line.
#[derive(Debug)]
struct Spot {
    file: String,
    line: u32,
    column: u32,
    /// The source line and the line with the mark.
    excerpt: String,
}

/// What led to it.
#[derive(Debug)]
struct Note {
    message: String,
    spot: Option<Spot>,
}

impl Spot {
    fn new(span: Span, source: &SourceText) -> Option<Spot> {
        let excerpt = diagnostics::excerpt(span, source)?;
        let place = source.place(span.start);
        Some(Spot { file: place.file.to_owned(), line: place.line, column: place.column, excerpt })
    }

    fn of_place(place: Option<Place>, program: &Program) -> Option<Spot> {
        let place = place?;
        Spot::new(place.span, program.units.get(place.unit as usize)?.source.as_ref()?)
    }
}

impl Answer {
    /// The answer for a program that was run.
    pub(crate) fn of_run(file: &str, program: &Program, verdict: Verdict, limits: &Limits) -> Answer {
        let mut answer = Answer {
            file: file.to_owned(),
            verdict: verdict.outcome.word(),
            steps: Some(verdict.steps),
            depends_on: verdict.depends_on.names().collect(),
            ..Answer::default()
        };
        match verdict.outcome {
            Outcome::Ended(Ended { how, output, .. }) => {
                answer.end = Some(how);
                answer.output = Some(output);
            }
            Outcome::Undefined(report) => {
                answer.kind = Some(report.kind.name());
                answer.clause = Some(report.kind.clause());
                answer.spot = Spot::of_place(report.place, program);
                let notes = report.history.into_iter();
                answer.notes =
                    notes.map(|(message, place)| Note { message, spot: Spot::of_place(place, program) }).collect();
                answer.message = Some(report.message);
            }
            Outcome::Limit(limit) => {
                answer.kind = Some(limit.name());
                answer.message = Some(limit_message(limit, limits));
            }
            Outcome::Unspecified { what, place } | Outcome::Unsupported { what, place } => {
                answer.spot = Spot::of_place(place, program);
                answer.message = Some(what);
            }
        }
        answer
    }

    /// The answer for a text that is no program: its first error, and how many more there are.
    pub(crate) fn rejected(file: &str, parsed: &Parsed) -> Answer {
        let errors: Vec<&Diagnostic> =
            parsed.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect();
        let mut answer = Answer { file: file.to_owned(), verdict: "rejected", ..Answer::default() };
        if let Some(first) = errors.first() {
            answer.kind = Some(first.code.name());
            answer.spot = Spot::new(first.span, &parsed.source);
            answer.message = Some(first.message.clone());
        }
        if errors.len() > 1 {
            let message = format!("and {}; `kiln print` shows them all", counted(errors.len() - 1, "more error"));
            answer.notes.push(Note { message, spot: None });
        }
        answer
    }

    /// The answer with how often each line ran.
    pub(crate) fn with_counts(self, counts: Option<Listing>) -> Answer {
        Answer { counts, ..self }
    }

    /// Whether the program is defined.
    pub(crate) fn is_defined(&self) -> bool {
        self.verdict == "defined"
    }
}

fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn limit_message(limit: Limit, limits: &Limits) -> String {
    match limit {
        Limit::Steps => format!("not done after {} steps; --max-steps N allows more", limits.steps),
        Limit::Memory => {
            format!("its objects need more than {} bytes; --max-memory BYTES allows more", limits.memory)
        }
        Limit::Depth => format!(
            "more than {} calls, or {} bytes of automatic objects, at once; --max-depth N allows more calls",
            limits.depth, limits.stack
        ),
        Limit::Output => format!("it writes more than {} bytes; --max-output BYTES allows more", limits.output),
    }
}

/// For people.
impl Answer {
    /// The verdict with the source line, and what led to it as notes.
    pub(crate) fn human(&self, colored: bool) -> String {
        let mut text = self.headline();
        if colored {
            let style = Style::new().bold().fg_color(Some(self.color().into()));
            text = format!("{style}{text}{style:#}");
        }
        text.push('\n');
        if let Some(spot) = &self.spot {
            text.push_str(&spot.excerpt);
        }
        for note in &self.notes {
            text.push_str(&note.human(&self.file));
        }
        text + &self.human_counts()
    }

    /// How often each line ran, if that was asked for.
    pub(crate) fn human_counts(&self) -> String {
        self.counts.as_ref().map_or_else(String::new, Listing::human)
    }

    fn headline(&self) -> String {
        let place = place_text(self.spot.as_ref(), &self.file);
        let kind = match (self.kind, self.clause) {
            (Some(kind), Some(clause)) => format!(" [{kind}, {}]", clause_text(clause)),
            (Some(kind), None) => format!(" [{kind}]"),
            (None, _) => String::new(),
        };
        let end = match self.end {
            Some(End::Status(status)) if status != 0 => format!(" (exit status {status})"),
            Some(End::Signal(signal)) => format!(" (ends with signal {signal})"),
            _ => String::new(),
        };
        let message = self.message.as_ref().map_or_else(String::new, |message| format!(": {message}"));
        format!("{place}: {}{kind}{end}{message}", self.verdict)
    }

    fn color(&self) -> AnsiColor {
        match self.verdict {
            "defined" => AnsiColor::Green,
            "undefined" | "rejected" => AnsiColor::Red,
            _ => AnsiColor::Yellow,
        }
    }
}

impl Note {
    fn human(&self, file: &str) -> String {
        let place = place_text(self.spot.as_ref(), file);
        let excerpt = self.spot.as_ref().map_or("", |spot| spot.excerpt.as_str());
        format!("{place}: note: {}\n{excerpt}", self.message)
    }
}

/// `FILE:LINE:COLUMN`, or the file alone.
fn place_text(spot: Option<&Spot>, file: &str) -> String {
    match spot {
        Some(spot) => format!("{}:{}:{}", spot.file, spot.line, spot.column),
        None => file.to_owned(),
    }
}

/// A clause with the name of its document.
pub(crate) fn clause_text(clause: &str) -> String {
    if clause.starts_with("GNU C") { clause.to_owned() } else { format!("C11 {clause}") }
}

#[derive(Serialize)]
struct JsonAnswer<'a> {
    version: u32,
    file: &'a str,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<&'a str>,
    #[serde(flatten)]
    spot: JsonSpot<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<JsonNote<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signal: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    depends_on: &'a [&'static str],
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<&'a Listing>,
}

#[derive(Serialize)]
struct JsonNote<'a> {
    #[serde(flatten)]
    spot: JsonSpot<'a>,
    message: &'a str,
}

#[derive(Serialize, Default)]
struct JsonSpot<'a> {
    /// Where the place is, if that is not the file of the program: a header, or another unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    place_file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

impl<'a> JsonSpot<'a> {
    fn new(spot: Option<&'a Spot>, file: &str) -> JsonSpot<'a> {
        spot.map_or_else(JsonSpot::default, |spot| JsonSpot {
            place_file: (spot.file != file).then_some(&spot.file),
            line: Some(spot.line),
            column: Some(spot.column),
        })
    }
}

/// For programs.
impl Answer {
    /// One object on a line of its own.
    pub(crate) fn json(&self) -> String {
        let (output, output_base64) = match self.output.as_deref().map(|bytes| (bytes, std::str::from_utf8(bytes))) {
            Some((_, Ok(text))) => (Some(text), None),
            Some((bytes, Err(_))) => (None, Some(base64::encode(bytes))),
            None => (None, None),
        };
        let notes = self.notes.iter();
        let object = JsonAnswer {
            version: JSON_VERSION,
            file: &self.file,
            verdict: self.verdict,
            kind: self.kind,
            clause: self.clause,
            spot: JsonSpot::new(self.spot.as_ref(), &self.file),
            message: self.message.as_deref(),
            notes: notes
                .map(|note| JsonNote { spot: JsonSpot::new(note.spot.as_ref(), &self.file), message: &note.message })
                .collect(),
            status: self.end.map(exit_status),
            signal: match self.end {
                Some(End::Signal(signal)) => Some(signal),
                _ => None,
            },
            output,
            output_base64,
            steps: self.steps,
            depends_on: &self.depends_on,
            counts: self.counts.as_ref(),
        };
        serde_json::to_string(&object).expect("strings and numbers can be written as JSON") + "\n"
    }
}

/// The exit status that a shell shows for a program.
pub(crate) fn exit_status(end: End) -> u8 {
    match end {
        End::Status(status) => status,
        End::Signal(signal) => signal.saturating_add(128),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(how: End, output: &[u8]) -> Answer {
        let output = Some(output.to_vec());
        Answer { file: "a.c".into(), verdict: "defined", end: Some(how), output, steps: Some(3), ..Answer::default() }
    }

    #[test]
    fn absent_fields_are_left_out() {
        assert_eq!(
            ended(End::Status(0), b"hi\n").json(),
            "{\"version\":1,\"file\":\"a.c\",\"verdict\":\"defined\",\"status\":0,\"output\":\"hi\\n\",\"steps\":3}\n"
        );
    }

    #[test]
    fn output_that_is_no_text_is_base64() {
        let json = ended(End::Signal(6), b"\xff\n").json();
        assert!(json.contains("\"status\":134,\"signal\":6,\"output_base64\":\"/wo=\",\"steps\":3"), "{json}");
        assert!(!json.contains("\"output\""), "{json}");
    }

    #[test]
    fn an_ordinary_end_needs_no_words() {
        assert_eq!(ended(End::Status(0), b"").human(false), "a.c: defined\n");
        assert_eq!(ended(End::Status(3), b"").human(false), "a.c: defined (exit status 3)\n");
        assert_eq!(ended(End::Signal(6), b"").human(false), "a.c: defined (ends with signal 6)\n");
    }
}
