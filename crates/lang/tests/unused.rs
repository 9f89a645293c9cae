//! `edit::drop_unused` over small programs.
//!
//! Each `unused/NAME.c` has its canonical form after dropping beside it, in `NAME.dropped.c`; `BLESS=1` writes those anew.
//! Besides, for each of them: nothing edited prints as it was read; what is left is a program, to kiln and to the compilers
//! that are found; both printed forms have the same shape; and dropping once more drops nothing.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kiln_lang::edit::drop_unused;
use kiln_lang::tree::Program;
use kiln_lang::{Options, Parsed, diagnostics, parse, print, same_shape};

#[test]
fn what_is_used_stays() {
    for path in cases() {
        check(&path);
    }
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unused");
    let entries = fs::read_dir(folder).expect("the folder of cases is there");
    let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
    let mut cases: Vec<PathBuf> = paths.filter(|path| !path.to_string_lossy().ends_with(".dropped.c")).collect();
    cases.sort();
    assert!(!cases.is_empty());
    cases
}

fn check(path: &Path) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = fs::read_to_string(path).expect("a case is text");
    let mut program = accepted(&name, &text);
    assert_eq!(print::source(&program), text, "{name}: nothing was edited");

    drop_unused(&mut program);
    let (canonical, source) = (print::canonical(&program), print::source(&program));
    compare(&path.with_extension("dropped.c"), &canonical);
    let (read_canonical, read_source) = (accepted(&name, &canonical), accepted(&name, &source));
    assert_eq!(same_shape(&program, &read_canonical), Ok(()), "{name}: the canonical form");
    assert_eq!(same_shape(&program, &read_source), Ok(()), "{name}: the source form\n{source}");
    // The canonical form may name less than the text: it is made from the tree.
    for mut again in [program, read_source] {
        drop_unused(&mut again);
        assert_eq!(print::canonical(&again), canonical, "{name}: dropping twice");
    }
    for compiler in ["gcc", "clang"] {
        for text in [&canonical, &source] {
            compile(compiler, &name, text);
        }
    }
}

fn accepted(name: &str, text: &str) -> Program {
    let parsed: Parsed = parse(name, text.as_bytes(), &Options::default());
    let errors: Vec<String> =
        parsed.diagnostics.iter().map(|diagnostic| diagnostics::render(diagnostic, &parsed.source)).collect();
    assert!(parsed.accepted(), "{name}: {}\n{text}", errors.join(""));
    parsed.program
}

fn compare(path: &Path, actual: &str) {
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, actual).expect("the expectation can be written");
        return;
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(actual, expected, "{} is not as expected (BLESS=1 accepts it)", path.display());
}

#[expect(clippy::print_stderr, reason = "a test that cannot be done says so")]
fn compile(compiler: &str, name: &str, text: &str) {
    // Compiled for good and not only read: aliases of nothing are found late.
    let arguments = ["-S", "-w", "-x", "c", "-o", "-", "-"];
    let mut command = Command::new(compiler);
    let child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let Ok(mut child) = child else {
        eprintln!("{compiler} is not here: {name} is not compiled");
        return;
    };
    // A compiler that stops reading says why on its own.
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("a compiler comes to an end");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{compiler} rejects {name}:\n{errors}\n{text}");
}
