//! Reports for others than people: tests for the compilers' own suites, and what CI systems read.

use std::fmt::Write as _;

use kiln_campaign::folder::Finding;
use kiln_campaign::judge::Class;
use kiln_campaign::store::Kept;
use kiln_meaning::{End, Ended};

use super::{Files, title};

/// What a report is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum As {
    /// For issue trackers
    Markdown,
    /// For mail
    Text,
    /// For programs
    Json,
    /// A test for GCC's suite
    Gcc,
    /// A test for LLVM's suite
    Llvm,
    /// For CI systems; of all findings if no ID is given
    Junit,
    /// For CI systems; of all findings if no ID is given
    Sarif,
}

/// The file whose text a program is, or is a part of.
pub(super) fn taken_from(finding: &Finding) -> Option<&str> {
    let is_taken = finding.source == "corpus";
    is_taken.then(|| finding.command.strip_prefix("test ").unwrap_or(&finding.command))
}

/// What is to be said of that file by whoever passes the program on.
pub(super) fn whose(file: &str) -> String {
    format!("Its text is that of {file}, or comes from it: the author and the licence of that file go with it.")
}

/// A test for a compiler's own suite.
pub(super) fn suite_test(kept: &Kept, files: &Files, form: As) -> String {
    let options = options(&kept.finding);
    let is_run = runs(kept.finding.class);
    let expected = files.expected(&kept.finding).filter(|_| is_run);
    let main = expected.as_ref().and_then(|expected| match expected.how {
        End::Status(status) if status != 0 => Some(status),
        _ => None,
    });
    let mut text = String::new();
    match (form, is_run) {
        (As::Llvm, true) => {
            let is_silent = expected.as_ref().is_none_or(|expected| expected.output.is_empty());
            let check = if is_silent { "" } else { " | FileCheck %s" };
            let _infallible = writeln!(text, "// RUN: %clang{options} %s -o %t && %t{check}");
        }
        (As::Llvm, false) => {
            let _infallible = writeln!(text, "// RUN: %clang{options} -c %s -o %t");
        }
        (_, true) => {
            let _infallible = writeln!(text, "/* {{ dg-do run }} */\n/* {{ dg-options \"-w{options}\" }} */");
        }
        (_, false) => {
            let _infallible = writeln!(text, "/* {{ dg-do compile }} */\n/* {{ dg-options \"-w{options}\" }} */");
        }
    }
    let _infallible = writeln!(text, "/* {}.  */", title(&kept.finding).replace("*/", "* /"));
    if let Some(file) = taken_from(&kept.finding) {
        let _infallible = writeln!(text, "/* {}  */", whose(file).replace("*/", "* /"));
    }
    if main.is_some() {
        text.push_str("#define main checked_main\n");
    }
    for (_, program) in files.program() {
        text.push_str(&program);
    }
    if let Some(status) = main {
        let _infallible = write!(
            text,
            "#undef main\nint main (void)\n{{\n  if (checked_main () != {status})\n    __builtin_abort ();\n  return 0;\n}}\n"
        );
    }
    if let Some(expected) = expected {
        text.push_str(&checks(&expected, form));
    }
    text
}

/// The lines that a suite looks for in what the program writes.
fn checks(expected: &Ended, form: As) -> String {
    let line = |line: &str| match form {
        As::Llvm => format!("// CHECK: {{{{^}}}}{line}{{{{$}}}}\n"),
        _ => format!("/* {{ dg-output \"{}(\\n|\\r\\n|\\r)\" }} */\n", regular(line)),
    };
    let output = String::from_utf8_lossy(&expected.output);
    output.lines().filter(|line| !line.is_empty()).map(line).collect()
}

/// A text that a regular expression of Tcl in quotes takes for itself.
fn regular(text: &str) -> String {
    text.chars().fold(String::new(), |mut all, c| {
        if !c.is_alphanumeric() && !matches!(c, ' ' | '_' | '=' | ':' | ',' | '-') {
            all.push_str("\\\\");
        }
        all.push(c);
        all
    })
}

/// Whether the bug shows when the program runs.
fn runs(class: Class) -> bool {
    matches!(class, Class::WrongCode | Class::WrongCodeVolatile | Class::SanitizerFalseAlarm)
}

/// The options of the first configuration that fails, without those of a campaign, each with a blank before it.
fn options(finding: &Finding) -> String {
    let words = finding.failing.first().map_or("", String::as_str).split(' ').skip(1);
    words.filter(|word| !matches!(*word, "-w" | "-lm")).flat_map(|word| [" ", word]).collect()
}

/// What `JUnit` writes: each finding is a test that fails.
pub(super) fn junit(all: &[&Kept]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let n = all.len();
    let _infallible = writeln!(text, "<testsuite name=\"kiln\" tests=\"{n}\" failures=\"{n}\" errors=\"0\">");
    for kept in all {
        let (class, title) = (kept.finding.class.name(), escaped(&title(&kept.finding)));
        let _infallible = writeln!(text, "  <testcase classname=\"kiln.{class}\" name=\"{}\">", kept.name);
        let command = escaped(kept.finding.failing.first().map_or("", String::as_str));
        let _infallible = writeln!(text, "    <failure type=\"{class}\" message=\"{title}\">{command}</failure>");
        text.push_str("  </testcase>\n");
    }
    text.push_str("</testsuite>\n");
    text
}

fn escaped(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => all.push_str("&lt;"),
            '>' => all.push_str("&gt;"),
            '&' => all.push_str("&amp;"),
            '"' => all.push_str("&quot;"),
            // Not even escaped may they stand in XML 1.0.
            c if c.is_control() && !matches!(c, '\t' | '\n') => all.push(' '),
            c => all.push(c),
        }
    }
    all
}

/// SARIF 2.1.0: each finding is a result at the program that shows it.
pub(super) fn sarif(all: &[&Kept]) -> String {
    let mut classes: Vec<&str> = all.iter().map(|kept| kept.finding.class.name()).collect();
    classes.sort_unstable();
    classes.dedup();
    let rules: Vec<serde_json::Value> = classes.iter().map(|class| serde_json::json!({ "id": class })).collect();
    let result = |kept: &&Kept| {
        serde_json::json!({
            "ruleId": kept.finding.class.name(),
            "level": "error",
            "message": { "text": format!("{}: {}", kept.name, title(&kept.finding)) },
            "locations": [{ "physicalLocation": { "artifactLocation": { "uri": kept.folder.join("case.c") } } }],
            "partialFingerprints": { "kilnKey/v1": kept.finding.key },
        })
    };
    let results: Vec<serde_json::Value> = all.iter().map(result).collect();
    let object = serde_json::json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "kiln", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": results,
        }],
    });
    format!("{object:#}\n")
}

/// Markdown as plain text: headings underlined, blocks indented.
pub(super) fn plain(markdown: &str) -> String {
    let mut text = String::new();
    let mut fence: Option<&str> = None;
    for line in markdown.lines() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match fence {
            Some(open) if line == open => fence = None,
            Some(_) => {
                let _infallible = writeln!(text, "    {line}");
            }
            None if ticks >= 3 => fence = Some(&line[..ticks]),
            None => match line.trim_start_matches('#') {
                head if head.len() < line.len() => {
                    let head = head.trim_start();
                    let _infallible = writeln!(text, "{head}\n{}", "-".repeat(head.chars().count()));
                }
                _ => {
                    let _infallible = writeln!(text, "{}", line.replace("**", ""));
                }
            },
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::program::Program;

    #[test]
    fn markdown_becomes_text() {
        let text = plain("# A b\n\nIt is **bad**.\n\n````c\nint x;\n```\n````\nend\n");
        assert_eq!(text, "A b\n---\n\nIt is bad.\n\n    int x;\n    ```\nend\n");
    }

    #[test]
    fn xml_and_tcl_are_escaped() {
        assert_eq!(escaped("a<b & \"c\"\u{1}"), "a&lt;b &amp; &quot;c&quot; ");
        assert_eq!(regular("a.b = 1"), "a\\\\.b = 1");
    }

    #[test]
    fn a_program_of_a_corpus_says_whose_text_it_carries() {
        let json = include_str!("../../../campaign/tests/finding.json");
        let made: Finding = serde_json::from_str(json).expect("it is a finding");
        let taken = Finding { source: "corpus".to_owned(), command: "test suite/a.c".to_owned(), ..made.clone() };
        assert_eq!([taken_from(&made), taken_from(&taken)], [None, Some("suite/a.c")]);
        let (name, folder) = ("F-0001".to_owned(), "F-0001".into());
        let mut kept = Kept { id: 1, name, folder, finding: made, alike: 0, time: 0 };
        let files = Files { kept: Vec::new(), program: Program { files: Vec::new(), is_reduced: false } };
        assert!(!suite_test(&kept, &files, As::Gcc).contains("licence"));
        kept.finding = taken;
        assert!(suite_test(&kept, &files, As::Gcc).contains("that of suite/a.c, or"));
    }
}
