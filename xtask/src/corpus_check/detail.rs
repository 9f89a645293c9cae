//! `corpus-check --file`: everything about one program, found out anew.
//!
//! The front end runs in this very process, so that a panic shows its backtrace and a debugger
//! finds it. The texts are left in a directory to be looked at.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use kiln_lang::{Options, diagnostics, print};
use similar::TextDiff;

use super::gcc::{Gcc, Preprocessed};
use crate::measuring::subject::{Kind, Subject};
use crate::task_error::{Doing, TaskError};

/// Lines of a difference that are shown; the files hold the rest.
const MAX_DIFF_LINES: usize = 60;

/// All that is to be said of one program.
pub(super) fn show(subject: &Subject, gcc: &Gcc, directory: &Path) -> Result<String, TaskError> {
    fs::create_dir_all(directory).doing("make the directory", directory)?;
    let keep = |name: &str, text: &[u8]| {
        let path = directory.join(name);
        fs::write(&path, text).doing("write", &path)
    };
    let mut out = String::new();
    let accepts = gcc.accepts(subject)?;
    let options = subject.language_options();
    line(&mut out, format_args!("{}", subject.file().display()));
    line(&mut out, format_args!("options:    {}", options.join(" ")));
    line(&mut out, format_args!("gcc:        {}", if accepts { "accepts" } else { "rejects" }));
    let text = match gcc.preprocess(subject)? {
        Preprocessed::Text(file) => fs::read(&file).doing("read", &file)?,
        Preprocessed::LeftOut(reason) => {
            line(&mut out, format_args!("left out:   {reason}"));
            return Ok(out);
        }
        Preprocessed::Refused => {
            line(&mut out, format_args!("gcc cannot preprocess it"));
            return Ok(out);
        }
    };
    keep("preprocessed.i", &text)?;
    let options = Options::from_flags(options);
    let parsed = kiln_lang::parse(&subject.path, text, &options);
    for diagnostic in &parsed.diagnostics {
        out.push_str(&diagnostics::render(diagnostic, &parsed.source));
    }
    let accepted = parsed.accepted();
    line(&mut out, format_args!("kiln:       {}", if accepted { "accepts" } else { "rejects" }));
    if accepted {
        let printed = print::canonical(&parsed.program);
        keep("printed.i", printed.as_bytes())?;
        let again = kiln_lang::parse("printed", printed.as_bytes().to_vec(), &options);
        for diagnostic in &again.diagnostics {
            out.push_str(&diagnostics::render(diagnostic, &again.source));
        }
        let round_trip = match kiln_lang::same_shape(&parsed.program, &again.program) {
            _ if !again.accepted() => "the printed text is rejected".to_owned(),
            Ok(()) => "the same program".to_owned(),
            Err(difference) => difference,
        };
        line(&mut out, format_args!("round trip: {round_trip}"));
        if subject.kind != Kind::Invalid {
            let original = gcc.assembly_text(subject, None)?;
            let printed = gcc.assembly_text(subject, Some(&printed))?;
            keep("original.s", original.as_deref().unwrap_or_default().as_bytes())?;
            keep("printed.s", printed.as_deref().unwrap_or_default().as_bytes())?;
            line(&mut out, format_args!("assembly:   {}", compared(&original, &printed)));
        }
    }
    line(&mut out, format_args!("texts are in {}", directory.display()));
    Ok(out)
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes what is written to it");
}

fn compared(original: &Result<String, String>, printed: &Result<String, String>) -> String {
    match (original, printed) {
        (Ok(original), Ok(printed)) if original == printed => "the same".to_owned(),
        (Ok(original), Ok(printed)) => {
            let diff = TextDiff::from_lines(original.as_str(), printed.as_str());
            let diff = diff.unified_diff().header("original.s", "printed.s").to_string();
            let shown: Vec<&str> = diff.lines().take(MAX_DIFF_LINES).collect();
            let cut = if diff.lines().count() > shown.len() { "\n..." } else { "" };
            format!("differs\n{}{cut}", shown.join("\n"))
        }
        (Ok(_), Err(error)) => format!("gcc refuses the printed text: {error}"),
        (Err(error), _) => format!("gcc makes none of the original: {error}"),
    }
}
