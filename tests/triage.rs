//! `kiln triage` with a compiler that goes wrong if one of two optimisations is on.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

const KILN: &str = env!("CARGO_BIN_EXE_kiln");

fn kiln(here: &Path, arguments: &[&str]) -> Output {
    Command::new(KILN).args(arguments).current_dir(here).output().expect("kiln is there")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// GCC, but from -O1 on it takes 42 for 43 unless both optimisations are off.
fn compiler(first: &str, second: &str) -> String {
    format!(
        r#"#!/bin/sh
level=0 first=1 second=1 file=
for word; do
  case $word in
    -O0) level=0 ;;
    -O*) level=1 ;;
    -fno-{first}) first=0 ;;
    -fno-{second}) second=0 ;;
    *.c) file=$word ;;
  esac
done
if [ -n "$file" ] && [ $level = 1 ] && [ $((first + second)) -gt 0 ]; then
  sed -i 's/42/43/g' "$file"
fi
exec gcc "$@"
"#
    )
}

#[test]
fn the_optimisations_of_a_planted_fault_are_named() {
    let is_gcc = Command::new("gcc").args(["-Q", "--help=optimizers"]).output();
    if !is_gcc.is_ok_and(|listed| text(&listed.stdout).contains("-ftree-ccp")) {
        #[expect(clippy::print_stderr, reason = "a test that does nothing says so")]
        {
            eprintln!("skipped: there is no gcc");
        }
        return;
    }
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    fs::set_permissions(here, fs::Permissions::from_mode(0o755)).expect("it is ours");
    fs::create_dir(here.join("corpus")).expect("there is room");
    let program = "int printf(const char *, ...);\nint main(void) { int x = 42; printf(\"%d\\n\", x); return 0; }\n";
    fs::write(here.join("corpus/a.c"), program).expect("there is room");
    let script = here.join("cc");
    fs::write(&script, compiler("tree-ccp", "tree-dce")).expect("there is room");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let cc = script.display().to_string();
    let fuzz = [
        "fuzz",
        "--corpus",
        "corpus",
        "--sources",
        "corpus",
        "--cases",
        "1",
        "--alone",
        // Random sets of options would say more in some runs than in others.
        "--options",
        "plain",
        "--compiler",
        &cc,
        "-o",
        "out",
    ];
    let found = kiln(here, &fuzz);
    assert_eq!(found.status.code(), Some(1), "{}{}", text(&found.stdout), text(&found.stderr));

    let result = kiln(here, &["triage", "F-0001", "-o", "out"]);
    let said = text(&result.stdout);
    assert_eq!(result.status.code(), Some(0), "{said}{}", text(&result.stderr));
    assert!(said.contains("shown at      -O1 -Os -O2 -O3\n"), "{said}");
    assert!(said.contains("vanishes with -fno-tree-ccp -fno-tree-dce\n"), "{said}");
    let report = text(&kiln(here, &["report", "F-0001", "-o", "out"]).stdout);
    assert!(report.contains("## What it needs") && report.contains("-fno-tree-ccp -fno-tree-dce"), "{report}");
    // What is known is not asked again.
    assert!(kiln(here, &["triage", "-o", "out"]).stdout.is_empty());

    // The compiler changes: not at all, to where it is right at -O1, to where it breaks down, to where it is right.
    let recheck = || text(&kiln(here, &["triage", "--recheck", "-o", "out"]).stdout);
    assert_eq!(recheck(), "F-0001  still there\n");
    let whole = compiler("tree-ccp", "tree-dce");
    let changes = [
        (whole.replace("-O0)", "-O0|-O1)"), "F-0001  changed: not with ", " -O1\n"),
        (whole.replace("exec gcc", "exec sh -c 'kill -SEGV $$' #"), "F-0001  changed: with ", "breaks down"),
        (whole.replace("/43/", "/42/"), "F-0001  gone\n", ""),
    ];
    for (changed, start, rest) in changes {
        fs::write(&script, changed).expect("it is ours");
        let said = recheck();
        assert!(said.starts_with(start) && said.contains(rest), "{said}");
    }
    fs::remove_file(&script).expect("it is ours");
    assert!(recheck().starts_with("F-0001  changed: with "), "{}", recheck());
}

/// A compiler that breaks down on loops, and in another place on shifts.
fn breaking(compiler: &str) -> String {
    format!(
        r#"#!/bin/sh
for word; do
  case $word in
    *.c)
      grep -q 'while' "$word" && echo "$word: internal compiler error: in loop_pass, at loop.cc:1" >&2 && exit 4
      grep -q '<<' "$word" && echo "$word: internal compiler error: in shift_pass, at shift.cc:1" >&2 && exit 4 ;;
  esac
done
exec {compiler} "$@"
"#
    )
}

#[test]
fn what_programs_of_one_cause_have_in_common_is_told() {
    let Some(compiler) = ["tcc", "gcc", "clang"].into_iter().find(|name| Command::new(name).arg("-v").output().is_ok())
    else {
        return;
    };
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    fs::set_permissions(here, fs::Permissions::from_mode(0o755)).expect("it is ours");
    fs::create_dir(here.join("corpus")).expect("there is room");
    let n_each = 12;
    for number in 0..2 * n_each {
        let rest = if number % 3 == 0 { "if (x == 7) x = x - 7;" } else { "x = x * 3;" };
        let bad = if number < n_each { "while (x > 100) x = x / 2;" } else { "x = x << 1;" };
        let program = format!("int main(void) {{ int x = {number}; {bad} {rest} return x == 1000; }}\n");
        fs::write(here.join(format!("corpus/{number:02}.c")), program).expect("there is room");
    }
    let script = here.join("cc");
    fs::write(&script, breaking(compiler)).expect("there is room");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let (cc, cases) = (script.display().to_string(), (2 * n_each).to_string());
    let fuzz =
        ["fuzz", "--corpus", "corpus", "--sources", "corpus", "--cases", &cases, "--alone", "--options", "plain"];
    let found = kiln(here, &[&fuzz[..], &["--compiler", &cc, "-o", "out"]].concat());
    assert_eq!(found.status.code(), Some(1), "{}{}", text(&found.stdout), text(&found.stderr));
    let ranked = text(&kiln(here, &["findings", "--ranked", "-o", "out"]).stdout);
    let groups: Vec<&str> = ranked.split("F-").skip(1).collect();
    assert_eq!(groups.len(), 2, "{ranked}");
    for group in groups {
        let (own, other) = if group.contains("loop_pass") { ("while", "`<<`") } else { ("`<<`", "while") };
        let line = |start: &str| group.lines().find_map(|line| line.trim().strip_prefix(start)).unwrap_or_default();
        assert!(line("has ").contains(own), "{ranked}");
        assert!(line("has no ").contains(other), "{ranked}");
        assert!(!group.contains("`==`") && !group.contains("`*`"), "{ranked}");
    }
    let json = text(&kiln(here, &["findings", "--ranked", "--format", "json", "-o", "out"]).stdout);
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap_or_default()).expect("it is JSON");
    assert!(first["present"].is_array() && first["absent"].is_array(), "{json}");
}
