//! Small programs that are valid, and small programs that are not.
//!
//! Each file of `accepted/` reads without an error, prints as it was read, and its canonical form reads as the same program.
//! Each file of `rejected/` has errors on exactly the lines that end in `//~ CODE...`, with exactly these codes;
//! `KILN_BLESS=1` writes the marks anew. A first line `//@ FLAGS` gives the compiler flags.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use kiln_lang::diagnostics::{Severity, render};
use kiln_lang::{Options, Parsed, parse, print, same_shape};

const MARK: &str = " //~ ";

#[test]
fn valid_programs_are_accepted() {
    check_all("accepted", check_accepted);
}

#[test]
fn invalid_programs_are_rejected_where_they_are_wrong() {
    check_all("rejected", check_rejected);
}

/// Checks every file of a folder and reports all that fail.
fn check_all(folder: &str, check: fn(&Path, &str) -> Result<(), String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = fs::read_dir(folder).expect("the folder of programs is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    let failure = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a program is text");
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        check(path, &text).err().map(|failure| format!("{name}: {failure}\n"))
    };
    let failures: Vec<String> = paths.iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "{} programs fail:\n{}", failures.len(), failures.concat());
}

fn read(text: &str) -> (Parsed, Options) {
    let flags = text.lines().next().and_then(|line| line.strip_prefix("//@ ")).unwrap_or_default();
    let options = Options::from_flags(flags.split_whitespace());
    (parse("program.c", text.as_bytes(), &options), options)
}

fn check_accepted(_: &Path, text: &str) -> Result<(), String> {
    let (parsed, options) = read(text);
    accepted(&parsed)?;
    if print::source(&parsed.program) != text {
        return Err("does not print as it was read".to_owned());
    }
    let canonical = print::canonical(&parsed.program);
    let again = parse("printed.c", canonical.as_bytes(), &options);
    accepted(&again).map_err(|errors| format!("printed: {errors}{canonical}"))?;
    same_shape(&parsed.program, &again.program).map_err(|difference| format!("printed: {difference}\n{canonical}"))
}

fn accepted(parsed: &Parsed) -> Result<(), String> {
    let errors: String = errors(parsed).map(|(_, _, text)| text).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Line, code and text of every error.
fn errors(parsed: &Parsed) -> impl Iterator<Item = (usize, &'static str, String)> {
    let errors = parsed.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    // An error at the end of the text is marked on its last line.
    let n_lines = String::from_utf8_lossy(parsed.source.bytes()).lines().count();
    errors.map(move |diagnostic| {
        let line = (parsed.source.place(diagnostic.span.start).line as usize).min(n_lines);
        (line, diagnostic.code.name(), render(diagnostic, &parsed.source))
    })
}

/// Codes by line.
type Marks = BTreeMap<usize, BTreeSet<String>>;

fn check_rejected(path: &Path, text: &str) -> Result<(), String> {
    let (parsed, _) = read(text);
    let mut found = Marks::new();
    for (line, code, _) in errors(&parsed) {
        found.entry(line).or_default().insert(code.to_owned());
    }
    if found.is_empty() {
        return Err("no error is found".to_owned());
    }
    let expected = marks(text);
    if found == expected {
        return Ok(());
    }
    if std::env::var_os("KILN_BLESS").is_some() {
        fs::write(path, marked(text, &found)).expect("the marks can be written");
        return Ok(());
    }
    let errors: String = errors(&parsed).map(|(_, _, text)| text).collect();
    Err(format!("the marks are not as expected (KILN_BLESS=1 accepts them)\n{errors}"))
}

fn marks(text: &str) -> Marks {
    let marked = text.lines().enumerate().filter_map(|(at, line)| Some((at + 1, line.split_once(MARK)?.1)));
    marked.map(|(line, codes)| (line, codes.split_whitespace().map(str::to_owned).collect())).collect()
}

/// The text with these marks in place of its own.
fn marked(text: &str, marks: &Marks) -> String {
    let mut marked = String::new();
    for (at, line) in text.lines().enumerate() {
        marked.push_str(line.split_once(MARK).map_or(line, |(bare, _)| bare).trim_end());
        if let Some(codes) = marks.get(&(at + 1)) {
            let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
            write!(marked, "{MARK}{}", codes.join(" ")).expect("a string takes what is written to it");
        }
        marked.push('\n');
    }
    marked
}
