//! `cargo xtask tidy`: rules of the house that no compiler checks. `cargo test` runs it too.
//!
//! Each rule is a function from a Rust file to complaints, or looks at the workspace as a whole.
//! What a rule lets pass stands in a table with its reason, and a row that lets nothing pass is
//! itself a complaint.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::repository;
use crate::task_error::{Doing, TaskError, output_of};

/// The longest file of Rust. Where a file gets near, there is a seam to be found.
const MAX_LINES: usize = 1000;

/// Files that may be longer: path and reason.
const LONG_FILES: &[(&str, &str)] =
    &[("crates/lang/src/builtins/x86.rs", "a table: one row per signature of the x86 builtins")];

/// Which crate may use which: dependencies point one way. A new edge is a decision of its own, with
/// its reason in ARCHITECTURE.md.
const EDGES: &[(&str, &[&str])] = &[
    ("kiln-lang", &[]),
    ("kiln-meaning", &["kiln-lang"]),
    ("kiln-case", &["kiln-lang", "kiln-meaning"]),
    ("kiln-generate", &["kiln-case", "kiln-lang", "kiln-meaning"]),
    ("kiln-toolchain", &[]),
    ("kiln-campaign", &["kiln-case", "kiln-lang", "kiln-meaning", "kiln-toolchain"]),
    ("kiln-fault", &["kiln-case", "kiln-generate", "kiln-lang", "kiln-toolchain"]),
    (
        "kiln-reduce",
        &["kiln-case", "kiln-fault", "kiln-generate", "kiln-lang", "kiln-meaning", "kiln-toolchain", "kiln-triage"],
    ),
    (
        "kiln",
        &[
            "kiln-campaign",
            "kiln-case",
            "kiln-fault",
            "kiln-generate",
            "kiln-lang",
            "kiln-meaning",
            "kiln-reduce",
            "kiln-toolchain",
            "kiln-triage",
        ],
    ),
    ("kiln-triage", &[]),
    (
        "xtask",
        &["kiln-case", "kiln-fault", "kiln-generate", "kiln-lang", "kiln-meaning", "kiln-reduce", "kiln-toolchain"],
    ),
];

/// Folders of crates that are pure functions of their arguments, and what they must not name.
const PURE: &[&str] =
    &["crates/lang/src", "crates/meaning/src", "crates/case/src", "crates/generate/src", "crates/triage/src"];
const IMPURE: &[&str] = &["std::fs", "std::env", "std::net", "std::process", "Instant::now", "SystemTime"];

/// Words that have no place in the code, and what to do instead.
const WORDS: &[(&str, &str)] = &[
    (concat!("to", "do!"), "finish it, or return an error that says what is not supported"),
    (concat!("unimple", "mented!"), "return an error that says what is not supported"),
    (concat!("TO", "DO"), "do it, or describe the wrong behaviour in a FIXME"),
    (concat!("XX", "X"), "say what is the matter"),
    (concat!("#[ign", "ore"), "assert what happens today, with a FIXME"),
    (concat!("#[should_", "panic"), "assert on the error"),
];

/// Names of files that end up holding everything.
const CATCH_ALL: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc"];

/// Checks every rule.
pub(crate) fn run() -> Result<(), TaskError> {
    let complaints = complaints()?;
    if complaints.is_empty() { Ok(()) } else { Err(TaskError::CheckFailed(complaints.join("\n"))) }
}

fn complaints() -> Result<Vec<String>, TaskError> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask", "tests", "fuzz"] {
        collect(&repository::root().join(folder), &mut files)?;
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let mut complaints: Vec<String> = files.iter().flat_map(complaints_about).collect();
    complaints.extend(unneeded_rows(&files));
    complaints.extend(edge_complaints(&packages()?));
    Ok(complaints)
}

/// One file of Rust.
struct RustFile {
    /// Relative to the root.
    path: String,
    text: String,
}

fn collect(folder: &Path, files: &mut Vec<RustFile>) -> Result<(), TaskError> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).doing("list", folder)? {
        let path = entry.doing("list", folder)?.path();
        if path.is_dir() && !path.ends_with("target") {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let relative = path.strip_prefix(repository::root()).unwrap_or(&path);
            let text = fs::read_to_string(&path).doing("read", &path)?;
            files.push(RustFile { path: relative.to_string_lossy().into_owned(), text });
        }
    }
    Ok(())
}

fn complaints_about(file: &RustFile) -> Vec<String> {
    [length(file), module_doc(file), name(file)].into_iter().flatten().chain(words(file)).chain(purity(file)).collect()
}

fn length(file: &RustFile) -> Option<String> {
    let n_lines = file.text.lines().count();
    let allowed = LONG_FILES.iter().any(|(path, _)| *path == file.path);
    (n_lines > MAX_LINES && !allowed)
        .then(|| format!("{}: {n_lines} lines, more than {MAX_LINES}: look for the seam", file.path))
}

fn module_doc(file: &RustFile) -> Option<String> {
    let first_line = file.text.lines().find(|line| !line.is_empty()).unwrap_or_default();
    (!first_line.starts_with("//!"))
        .then(|| format!("{}: starts without a `//!` doc that tells what the file is about", file.path))
}

fn name(file: &RustFile) -> Option<String> {
    let stem = Path::new(&file.path).file_stem().unwrap_or_default();
    CATCH_ALL.iter().any(|word| stem == *word).then(|| format!("{}: name the file after what it holds", file.path))
}

fn words(file: &RustFile) -> Vec<String> {
    let mut complaints = Vec::new();
    for (line_idx, line) in file.text.lines().enumerate() {
        for (word, instead) in WORDS.iter().filter(|(word, _)| contains_word(line, word)) {
            complaints.push(format!("{}:{}: `{word}`: {instead}", file.path, line_idx + 1));
        }
    }
    complaints
}

/// Whether a word stands in a line with nothing before it that makes it another word.
fn contains_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(place, _)| {
        !line[..place].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            && !line[place + word.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
    })
}

fn purity(file: &RustFile) -> Vec<String> {
    if !PURE.iter().any(|folder| file.path.starts_with(folder)) {
        return Vec::new();
    }
    // Unit tests stand last, and may read their data.
    let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
    let named = IMPURE.iter().filter(|name| code.contains(**name));
    named.map(|name| format!("{}: `{name}` in a crate that does no I/O", file.path)).collect()
}

fn unneeded_rows(files: &[RustFile]) -> Vec<String> {
    let is_long = |path: &str| files.iter().any(|file| file.path == path && file.text.lines().count() > MAX_LINES);
    LONG_FILES
        .iter()
        .filter(|(path, _)| !is_long(path))
        .map(|(path, _)| format!("{path} is not long any more: remove it from LONG_FILES"))
        .collect()
}

/// What `cargo metadata` says of a package, as far as it is needed here.
#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// Set for the crates of this workspace.
    path: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

fn packages() -> Result<Vec<Package>, TaskError> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--no-deps", "--offline", "--format-version=1"]);
    let output = output_of(command.current_dir(repository::root()))?;
    serde_json::from_slice(&output)
        .map(|metadata: Metadata| metadata.packages)
        .map_err(|error| TaskError::CheckFailed(format!("cannot read cargo metadata: {error}")))
}

fn edge_complaints(packages: &[Package]) -> Vec<String> {
    let mut complaints = Vec::new();
    for package in packages {
        let Some((_, allowed)) = EDGES.iter().find(|(name, _)| *name == package.name) else {
            complaints.push(format!("{}: add the new crate to EDGES", package.name));
            continue;
        };
        let own = package
            .dependencies
            .iter()
            .filter(|dependency| dependency.path.is_some() && dependency.name != package.name);
        for dependency in own.filter(|dependency| !allowed.contains(&dependency.name.as_str())) {
            complaints.push(format!("{} must not use {}", package.name, dependency.name));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_is_tidy() {
        let complaints = complaints().unwrap();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }

    #[test]
    fn rules_see_what_they_are_for() {
        let complain = |path: &str, text: &str| {
            let file = RustFile { path: path.to_owned(), text: text.to_owned() };
            complaints_about(&file).len()
        };
        assert_eq!(complain("crates/kiln/src/a.rs", "//! Doc.\nuse std::fs;\n"), 0);
        assert_eq!(complain("crates/kiln/src/a.rs", "use std::fs;\n"), 1);
        assert_eq!(complain("crates/kiln/src/util.rs", "//! Doc.\n"), 1);
        assert_eq!(complain("crates/lang/src/a.rs", "//! Doc.\nuse std::fs;\n"), 1);
        assert_eq!(complain("crates/lang/src/a.rs", "//! Doc.\n#[cfg(test)]\nuse std::fs;\n"), 0);
        assert_eq!(complain("a.rs", &format!("//! Doc.\n// {}\n", WORDS[2].0)), 1);
        assert_eq!(complain("a.rs", &"//! Doc.\n".repeat(MAX_LINES + 1)), 1);
    }

    #[test]
    fn an_edge_that_is_not_allowed_is_seen() {
        let edge = |from: &str, to: &str| Package {
            name: from.to_owned(),
            dependencies: vec![Dependency { name: to.to_owned(), path: Some("here".into()) }],
        };
        assert_eq!(edge_complaints(&[edge("kiln", "kiln-lang")]), [""; 0]);
        assert_eq!(
            edge_complaints(&[edge("kiln-toolchain", "kiln-lang"), edge("new", "kiln")]),
            ["kiln-toolchain must not use kiln-lang", "new: add the new crate to EDGES"]
        );
    }
}
