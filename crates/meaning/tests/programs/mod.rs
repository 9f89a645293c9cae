//! The programs of the suite: where they are, and what their first lines ask for.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of this")]

use std::fs;
use std::path::{Path, PathBuf};

use kiln_lang::{Options, parse};
use kiln_meaning::{Dialect, Settings};

/// All programs below directories, in order.
pub fn programs(directories: &[&str]) -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut pending: Vec<PathBuf> = directories.iter().map(|directory| tests.join(directory)).collect();
    let mut files = Vec::new();
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(&directory).expect("the suite is there") {
            let path = entry.expect("the suite can be read").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A program, read.
pub struct Program {
    pub text: String,
    pub parsed: kiln_lang::Parsed,
    pub settings: Settings,
    /// The status it ends with.
    pub status: u8,
}

/// Reads a program. Its first lines may hold `// dialect: iso`, `// flags: -m32` or `// status: 3`.
pub fn read(path: &Path) -> Program {
    let text = fs::read_to_string(path).expect("the program can be read");
    let (mut settings, mut options, mut status) = (Settings::default(), Options::default(), 0);
    for line in text.lines().take_while(|line| line.starts_with("//")) {
        if let Some(name) = line.strip_prefix("// dialect: ") {
            let found = Dialect::ALL.iter().find(|(known, _)| *known == name.trim());
            settings.dialect = found.expect("a dialect").1;
        } else if let Some(flags) = line.strip_prefix("// flags: ") {
            options = Options::from_flags(flags.split_whitespace());
            settings.apply_flags(flags.split_whitespace());
        } else if let Some(number) = line.strip_prefix("// status: ") {
            status = number.trim().parse().expect("a number");
        }
    }
    let parsed = parse("program.i", expanded(&text).into_bytes(), &options);
    Program { text, parsed, settings, status }
}

/// The text with the macros that compilers define by themselves for x86-64 replaced; the suite uses no others.
fn expanded(text: &str) -> String {
    const MACROS: [(&str, &str); 4] = [
        ("__SIZE_TYPE__", "unsigned long"),
        ("__UINTPTR_TYPE__", "unsigned long"),
        ("__INTPTR_TYPE__", "long"),
        ("__WCHAR_TYPE__", "int"),
    ];
    MACROS.iter().fold(text.to_owned(), |text, (name, meaning)| text.replace(name, meaning))
}
