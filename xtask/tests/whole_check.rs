//! The short form of the check of whole programs.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

/// Runs `cargo xtask whole-check`, with some compilers of its own.
fn check(target: &Path, compilers: &Path, words: &str) -> Output {
    let path = format!("{}:{}", compilers.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("whole-check").args(words.split(' ')).env("CARGO_TARGET_DIR", target).env("PATH", path);
    command.output().expect("xtask can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The programs of a row, and those among them that are wrong.
fn row(table: &str, what: &str) -> Option<(u64, u64)> {
    let line = table.lines().find(|line| line.ends_with(what))?;
    let mut numbers = line.split_ascii_whitespace().map_while(|word| word.parse().ok());
    Some((numbers.next()?, numbers.next()?))
}

#[test]
fn programs_are_defined_and_compilers_agree() {
    let target = tempfile::tempdir().expect("there is room");
    let words = "--seeds 5 --compiled 1 --sanitized 1 --pedantic 1 --jobs 2";
    let output = check(target.path(), target.path(), words);
    let (table, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{table}\n{errors}");
    assert_eq!(row(&table, "made: end, and are defined, also as text"), Some((5, 0)), "{table}");
    assert_eq!(row(&table, "the same of ISO C, in dialect iso").map(|(_, wrong)| wrong), Some(0), "{table}");
    for build in
        ["gcc-12 -w -O2", "clang-14 -w -O2", "clang-19 -w -O2", "clang-14 -fsyntax-only -std=c11 -pedantic-errors"]
    {
        let is_missing = table.contains(&format!("{build}: not installed"));
        assert_eq!(row(&table, build), (!is_missing).then_some((1, 0)), "{table}");
    }
}

/// A compiler that makes another program of everything is found out, and its programs are kept.
#[test]
fn a_difference_is_told_with_its_command_and_kept() {
    let target = tempfile::tempdir().expect("there is room");
    let wrong = target.path().join("gcc-12");
    let script = "#!/bin/sh\nfor word; do [ \"$last\" = -o ] && out=$word; last=$word; done\n\
                  [ -n \"$out\" ] && printf '#!/bin/sh\\necho checksum = 0\\n' >\"$out\" && chmod +x \"$out\"\nexit 0\n";
    fs::write(&wrong, script).expect("there is room");
    fs::set_permissions(&wrong, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let output = check(target.path(), target.path(), "--seeds 2 --compiled 1 --sanitized 0 --pedantic 0");
    let (table, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(!output.status.success(), "{table}\n{errors}");
    assert_eq!(row(&table, "gcc-12 -w -O2"), Some((1, 1)), "{table}\n{errors}");
    let told = errors.lines().find(|line| line.contains("gcc-12 -w -O2: writes checksum = 0"));
    let told = told.unwrap_or_else(|| panic!("{errors}"));
    assert!(told.contains("kiln generate whole --seed 0: "), "{told}");
    let kept = told.rsplit_once('(').and_then(|(_, file)| file.strip_suffix(')')).unwrap_or_default();
    assert!(fs::read_to_string(kept).is_ok_and(|text| text.contains("kiln generate whole --seed 0 */")), "{told}");
}
