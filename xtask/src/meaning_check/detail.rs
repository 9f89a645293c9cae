//! `meaning-check --file`: everything about one program.
//!
//! The interpreter runs in this very process, so that a panic shows its backtrace and a debugger
//! finds it.

use std::fmt::Write;
use std::fs;

use kiln_lang::tree::Program;
use kiln_lang::{Options, diagnostics};
use kiln_meaning::{Outcome, Place, Verdict};

use super::answer::{self, How, show_place};
use super::examine::is_same;
use super::native::{Conduct, Native, Preprocessed};
use crate::measuring::subject::Subject;
use crate::task_error::{Doing, TaskError};

/// Lines of output that are shown.
const MAX_LINES: usize = 40;

/// As much as the interpreter gets in a process of its own.
const STACK_BYTES: usize = 256 << 20;

/// All that is to be said of one program.
pub(super) fn show(subject: &Subject, native: &Native) -> Result<String, TaskError> {
    let mut out = String::new();
    let flags = subject.language_options();
    line(&mut out, format_args!("{}", subject.file().display()));
    line(&mut out, format_args!("options:    {}", flags.join(" ")));
    let conduct = native.conduct(subject)?;
    line(&mut out, format_args!("native:     {conduct:?}"));
    if let Conduct::Ended(_) = &conduct {
        show_output(&mut out, &fs::read(native.output_file(subject)?).unwrap_or_default());
        line(&mut out, format_args!("sanitizers: {:?}", native.sanitized(subject)?));
    }
    let file = match native.preprocess(subject)? {
        Preprocessed::Text(file) => file,
        Preprocessed::LeftOut(reason) => {
            line(&mut out, format_args!("left out:   {reason}"));
            return Ok(out);
        }
    };
    line(&mut out, format_args!("text:       {}", file.display()));
    let text = fs::read(&file).doing("read", &file)?;
    let parsed = kiln_lang::parse(&subject.path, text, &Options::from_flags(flags.iter().copied()));
    if !parsed.accepted() {
        line(&mut out, format_args!("kiln:       rejected"));
        for diagnostic in &parsed.diagnostics {
            out.push_str(&diagnostics::render(diagnostic, &parsed.source));
        }
        return Ok(out);
    }
    let settings = answer::settings(How::Gnu, flags);
    let verdict = on_large_stack(|| kiln_meaning::run(&parsed.program, &settings))
        .doing("start a thread for", &subject.file())?;
    show_verdict(&mut out, &verdict, &parsed.program);
    if let Conduct::Ended(expected) = &conduct {
        let is_same = is_same(expected, &answer::of_verdict(verdict, &parsed.program));
        line(&mut out, format_args!("comparison: {}", if is_same { "the same" } else { "not the same" }));
    }
    Ok(out)
}

fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
        thread.join().map_err(|_| std::io::Error::other("it panicked"))
    })
}

fn show_verdict(out: &mut String, verdict: &Verdict, program: &Program) {
    line(out, format_args!("kiln:       {} after {} steps", verdict.outcome.word(), verdict.steps));
    match &verdict.outcome {
        Outcome::Ended(ended) => {
            line(out, format_args!("            {:?}, {} bytes", ended.how, ended.output.len()));
            show_output(out, &ended.output);
        }
        Outcome::Undefined(report) => {
            line(out, format_args!("{}: {}", report.kind.name(), report.message));
            show_excerpt(out, report.place, program);
            for (message, place) in &report.history {
                line(out, format_args!("{message}"));
                show_excerpt(out, *place, program);
            }
            show_output(out, &verdict.output);
        }
        Outcome::Limit(limit) => line(out, format_args!("{limit}")),
        Outcome::Unspecified { what, place } | Outcome::Unsupported { what, place } => {
            line(out, format_args!("{what}"));
            show_excerpt(out, *place, program);
        }
    }
}

fn show_excerpt(out: &mut String, place: Option<Place>, program: &Program) {
    line(out, format_args!("  at {}", show_place(place, program)));
    let source = place.and_then(|place| Some((place, program.units.get(place.unit as usize)?.source.as_ref()?)));
    if let Some(excerpt) = source.and_then(|(place, source)| diagnostics::excerpt(place.span, source)) {
        line(out, format_args!("{}", excerpt.trim_end()));
    }
}

fn show_output(out: &mut String, output: &[u8]) {
    let text = String::from_utf8_lossy(output);
    for one in text.lines().take(MAX_LINES) {
        line(out, format_args!("  | {one}"));
    }
    if text.lines().count() > MAX_LINES {
        line(out, format_args!("  | ..."));
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes what is written to it");
}
