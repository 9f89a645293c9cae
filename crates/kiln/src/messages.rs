//! What kiln says on standard error, to people or to programs.
//!
//! People get the rendered diagnostics of the front end. Programs (`--format json`) get one object
//! per line and nothing else:
//!
//! ```json
//! {"version":1,"file":"a.c","line":3,"column":7,"severity":"error","code":"undeclared","message":"..."}
//! ```
//!
//! `severity` is `error`, `warning` or `note`; `code` is a stable name; `file`, `line` and `column`
//! are left out where a message has no place. `version` changes when a field changes its meaning
//! or goes away, not when one is added.

use std::io::{IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use kiln_lang::SourceText;
use kiln_lang::diagnostics::{self, Diagnostic};
use serde::Serialize;

use crate::answer::Answer;
use crate::cli::{Common, Format};

/// Which messages are shown, and how.
#[derive(Debug)]
pub(crate) struct Messages {
    format: Format,
    colored: bool,
    quiet: bool,
    verbose: bool,
}

/// The shape of a message for programs.
#[derive(Serialize)]
struct JsonMessage<'a> {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    severity: &'a str,
    code: &'a str,
    message: &'a str,
}

/// Version of the JSON objects.
pub(crate) const JSON_VERSION: u32 = 1;

/// Whether to colour what goes to a stream.
pub(crate) fn wants_color(choice: ColorChoice, is_terminal: bool) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}

impl Messages {
    pub(crate) fn new(common: &Common) -> Self {
        let colored = wants_color(common.color, std::io::stderr().is_terminal());
        Messages { format: common.format, colored, quiet: common.quiet, verbose: common.verbose }
    }

    /// What the front end found in a file.
    pub(crate) fn diagnostic(&self, diagnostic: &Diagnostic, source: &SourceText) {
        let severity = diagnostic.severity.name();
        if self.quiet && severity != "error" {
            return;
        }
        match self.format {
            Format::Human => {
                let text = diagnostics::render(diagnostic, source);
                self.write(&self.first_line_painted(&text, severity));
            }
            Format::Json => {
                let place = source.place(diagnostic.span.start);
                self.write_json(&JsonMessage {
                    version: JSON_VERSION,
                    file: Some(place.file.to_string()),
                    line: Some(place.line),
                    column: Some(place.column),
                    severity,
                    code: diagnostic.code.name(),
                    message: &diagnostic.message,
                });
            }
        }
    }

    /// Why a program did not end by itself.
    pub(crate) fn answer(&self, answer: &Answer) {
        match self.format {
            Format::Human => self.write(&answer.human(self.colored)),
            Format::Json => self.write(&answer.json()),
        }
    }

    /// How often each line of a program ran that ended by itself.
    pub(crate) fn counts(&self, answer: &Answer) {
        match self.format {
            Format::Human => self.write(&answer.human_counts()),
            Format::Json => self.write(&answer.json()),
        }
    }

    /// An error of kiln's own, with a stable `code` and what could be done about it.
    pub(crate) fn error(&self, code: &str, message: &str, remedy: Option<&str>) {
        match self.format {
            Format::Human => {
                self.write(&self.first_line_painted(&format!("kiln: error: {message}\n"), "error"));
                if let Some(remedy) = remedy {
                    self.write(&format!("{}\n", remedy.trim_end()));
                }
            }
            Format::Json => {
                let message = match remedy {
                    Some(remedy) => format!("{message}\n{}", remedy.trim_end()),
                    None => message.to_owned(),
                };
                self.own("error", code, &message);
            }
        }
    }

    /// Something only those who asked want to know.
    pub(crate) fn remark(&self, message: &str) {
        if self.verbose {
            match self.format {
                Format::Human => self.write(&format!("kiln: {message}\n")),
                Format::Json => self.own("note", "remark", message),
            }
        }
    }

    /// Something that everyone should know who did not ask for silence.
    pub(crate) fn notice(&self, message: &str) {
        if !self.quiet {
            match self.format {
                Format::Human => self.write(&format!("kiln: {message}\n")),
                Format::Json => self.own("note", "notice", message),
            }
        }
    }

    /// How far a long work is, on a line that the next one overwrites; an empty one ends it. For a terminal.
    pub(crate) fn progress(&self, line: &str) {
        if !self.quiet && self.format == Format::Human && std::io::stderr().is_terminal() {
            self.write(&format!("\r\x1b[K{line}"));
        }
    }

    /// What another program said while it did its work.
    pub(crate) fn passed_on(&self, text: &str) {
        if !self.quiet && !text.is_empty() {
            match self.format {
                Format::Human => self.write(text),
                Format::Json => self.own("warning", "preprocessor", text.trim_end()),
            }
        }
    }

    /// A JSON message that belongs to no place in a file.
    fn own(&self, severity: &str, code: &str, message: &str) {
        let (file, line, column) = (None, None, None);
        let version = JSON_VERSION;
        self.write_json(&JsonMessage { version, file, line, column, severity, code, message });
    }

    /// The first line is the one to be found again when a hundred scroll by.
    fn first_line_painted(&self, text: &str, severity: &str) -> String {
        let color = match severity {
            "error" => AnsiColor::Red,
            "warning" => AnsiColor::Yellow,
            _ => AnsiColor::Cyan,
        };
        match text.split_once('\n') {
            Some((first, rest)) if self.colored => {
                let style = Style::new().bold().fg_color(Some(color.into()));
                format!("{style}{first}{style:#}\n{rest}")
            }
            _ => text.to_owned(),
        }
    }

    fn write_json(&self, message: &JsonMessage<'_>) {
        match serde_json::to_string(message) {
            Ok(line) => self.write(&format!("{line}\n")),
            Err(error) => self.write(&format!("kiln: cannot write a message as JSON: {error}\n")),
        }
    }

    #[expect(clippy::unused_self, reason = "messages go out through one door")]
    fn write(&self, text: &str) {
        // When standard error is gone there is nobody left to tell.
        let _nobody_listens = std::io::stderr().lock().write_all(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_fields_are_left_out() {
        let message = JsonMessage {
            version: JSON_VERSION,
            file: None,
            line: None,
            column: None,
            severity: "error",
            code: "no-compiler",
            message: "say \"no\"",
        };
        assert_eq!(
            serde_json::to_string(&message).unwrap(),
            r#"{"version":1,"severity":"error","code":"no-compiler","message":"say \"no\""}"#
        );
    }
}
