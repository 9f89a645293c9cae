//! `kiln reduce` with real compilers: one behind a planted fault, and one that does nothing wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const KILN: &str = env!("CARGO_BIN_EXE_kiln");

/// A compiler to plant faults into: the quickest there is.
fn compiler() -> Option<&'static str> {
    ["tcc", "gcc", "clang"].into_iter().find(|name| Command::new(name).arg("-v").output().is_ok())
}

fn kiln(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(KILN).args(arguments).current_dir(directory).output().expect("kiln is there")
}

#[expect(clippy::print_stderr, reason = "a test that does nothing says so")]
fn say_skipped() {
    eprintln!("skipped: there is no compiler");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_planted_fault_is_reduced_and_a_sound_compiler_is_not() {
    let Some(compiler) = compiler() else {
        say_skipped();
        return;
    };
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    let program = kiln(here, &["generate", "arith", "--seed", "3", "--preset", "flipping", "--product", "2000"]).stdout;
    fs::write(here.join("a.c"), &program).expect("there is room");
    let faulty = format!("{KILN} faulty-cc --fault operator:2 -- {compiler}");

    let result = kiln(here, &["reduce", "--compiler", &faulty, "a.c"]);
    assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
    assert!(
        text(&result.stdout).ends_with("pattern: int = <<[unsigned int](unsigned int, int)\n"),
        "{}",
        text(&result.stdout)
    );
    assert_eq!(fs::read(here.join("a.c")).expect("it is still there"), program);
    let reduced = fs::read_to_string(here.join("a.reduced.c")).expect("it was written");
    assert!(reduced.starts_with("/* kiln ") && reduced.contains(", reduced */\n"), "{reduced}");
    assert!(reduced.lines().count() < 20, "{reduced}");
    let verdict = kiln(here, &["check", "a.reduced.c", "--cpp", compiler]);
    assert_eq!(verdict.status.code(), Some(0), "{}", text(&verdict.stdout));

    // Again, with as many tests at once as one likes: nothing is left to be done, and the result is the same.
    for jobs in ["1", "3"] {
        let again = kiln(here, &["reduce", "--compiler", &faulty, "-j", jobs, "a.reduced.c", "-o", "-"]);
        assert_eq!(text(&again.stdout), reduced, "{}", text(&again.stderr));
    }

    let sound = kiln(here, &["reduce", "--compiler", compiler, "a.c", "-o", "b.c"]);
    assert_eq!(sound.status.code(), Some(2));
    assert!(text(&sound.stderr).contains("it does not fail"), "{}", text(&sound.stderr));
    assert!(!here.join("b.c").exists());
    let over = kiln(here, &["reduce", "--compiler", &faulty, "a.c", "-o", "./a.c"]);
    assert_eq!(over.status.code(), Some(2));
    let checksum = kiln(here, &["generate", "arith", "--form", "checksum"]).stdout;
    fs::write(here.join("c.c"), checksum).expect("there is room");
    let other = kiln(here, &["reduce", "--compiler", compiler, "c.c"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("not a self-checking program"), "{}", text(&other.stderr));
}

/// A script beside the program.
fn script(here: &Path, name: &str, lines: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let path = here.join(name);
    fs::write(&path, format!("#!/bin/sh\n{lines}\n")).expect("there is room");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
}

/// A compiler with two bugs, each of which goes with an optimisation: in a program with a loop 42 becomes 43 where a variable is set
/// to it, and any program that returns it returns 41.
fn two_bugs(compiler: &str) -> String {
    format!(
        r#"case "$*" in *--help=optimizers*) printf '  -fone [enabled]\n  -ftwo [enabled]\n  -fthree [enabled]\n'; exit ;; esac
one=0 two=0 file=
for word; do
  shift
  case $word in
    -O0) one=0 two=0 ;;
    -O*) one=1 two=1 ;;
    -fno-one) one=0 ;;
    -fno-two) two=0 ;;
    -fno-*) ;;
    *.c) file=$word ; set -- "$@" "$word" ;;
    *) set -- "$@" "$word" ;;
  esac
done
if [ $one = 1 ] && grep -q while "$file"; then sed -i 's/= 42/= 43/' "$file"; fi
if [ $two = 1 ]; then sed -i 's/return x/return 41/' "$file"; fi
exec {compiler} "$@""#
    )
}

/// Reduces a program with a loop that prints 42, which a compiler gets wrong: the loop and the number have to stay. What kiln says.
fn keeps_loop_and_number(compiler: &str) -> String {
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    fs::set_permissions(here, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("it is ours");
    script(here, "cc", compiler);
    let program = "int printf(const char *, ...);\nint main(void)\n{\n    int x = 42;\n    while (x > 100)\n        \
                   x--;\n    printf(\"%d\\n\", x);\n    return 0;\n}\n";
    fs::write(here.join("a.c"), program).expect("there is room");
    let cc = format!("{} -O2", here.join("cc").display());
    let result = kiln(here, &["reduce", "--compiler", &cc, "a.c"]);
    assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
    let reduced = fs::read_to_string(here.join("a.reduced.c")).expect("it was written");
    assert!(reduced.contains("while") && reduced.contains("= 42"), "{reduced}");
    text(&result.stderr)
}

#[test]
fn a_reduction_that_ends_at_another_bug_is_done_again() {
    let Some(compiler) = compiler() else {
        say_skipped();
        return;
    };
    let said = keeps_loop_and_number(&two_bugs(compiler));
    assert!(said.contains("it ended at another bug, which -fno-one does not cure"), "{said}");
}

/// A compiler with two bugs: 42 becomes 43 in a program with a loop, if it is optimised, and 44 in any other program.
fn bug_of_every_level(compiler: &str) -> String {
    format!(
        r#"level=0 file=
for word; do
  case $word in
    -O0) level=0 ;;
    -O*) level=1 ;;
    *.c) file=$word ;;
  esac
done
if ! grep -q while "$file"; then sed -i 's/= 42/= 44/' "$file"
elif [ $level = 1 ]; then sed -i 's/= 42/= 43/' "$file"
fi
exec {compiler} "$@""#
    )
}

/// The configuration that was right about the first program goes on being right: without it a program without the loop would do.
#[test]
fn what_was_right_at_the_start_stays_right() {
    let Some(compiler) = compiler() else {
        say_skipped();
        return;
    };
    keeps_loop_and_number(&bug_of_every_level(compiler));
}

const PROGRAM: &str = "\
int printf(const char *, ...);
static int table[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
static int sum(int n) { int i, s = 0; for (i = 0; i < n; i++) s += table[i]; return s; }
int main(void) { int n = sum(8); if (n > 30) printf(\"%d\\n\", n); else printf(\"none\\n\"); return 0; }
";

#[test]
fn a_script_decides_and_what_is_defined_stays_defined() {
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    fs::write(here.join("a.i"), PROGRAM).expect("there is room");
    script(here, "test.sh", "grep -q 'printf' a.i && grep -q '\\[' a.i");
    let result = kiln(here, &["reduce", "--test", "./test.sh", "a.i", "-o", "small.i", "--stats"]);
    assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
    let reduced = fs::read_to_string(here.join("small.i")).expect("it was written");
    assert!(reduced.contains("printf") && reduced.contains('[') && reduced.lines().count() < 10, "{reduced}");
    assert_eq!(fs::read_to_string(here.join("a.i")).expect("it is still there"), PROGRAM);
    let verdict = kiln(here, &["check", "small.i"]);
    assert_eq!(verdict.status.code(), Some(0), "{}", text(&verdict.stdout));
    assert!(text(&result.stderr).contains("statements"), "{}", text(&result.stderr));
}

#[test]
fn what_was_interrupted_goes_on() {
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    fs::write(here.join("a.i"), PROGRAM).expect("there is room");
    script(here, "test.sh", "grep -q 'printf' a.i && grep -q '\\[' a.i");
    let reduce = ["reduce", "-j", "1", "--test", "./test.sh", "a.i", "-o", "small.i"];
    let whole = kiln(here, &reduce);
    assert_eq!(whole.status.code(), Some(0), "{}", text(&whole.stderr));
    let expected = fs::read_to_string(here.join("small.i")).expect("it was written");
    assert!(!here.join("small.i.journal").exists());
    let cut = kiln(here, &[&reduce[..], &["--tests", "6"]].concat());
    assert!(text(&cut.stdout).contains("stopped before the end"), "{}", text(&cut.stdout));
    assert!(here.join("small.i.journal").exists());
    let rest = kiln(here, &[&reduce[..], &["-v"]].concat());
    assert!(text(&rest.stderr).contains("goes on"), "{}", text(&rest.stderr));
    assert_eq!(fs::read_to_string(here.join("small.i")).expect("it was written"), expected);
    assert!(!here.join("small.i.journal").exists());
}

#[test]
fn a_test_of_no_use_is_named() {
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    fs::write(here.join("a.i"), PROGRAM).expect("there is room");
    script(here, "no.sh", "exit 1");
    // It runs in a folder of its own each time.
    let flag = here.join("flag");
    script(here, "flaky.sh", &format!("[ -e {0} ] && rm {0} || ! touch {0}", flag.display()));
    script(here, "hangs.sh", "sleep 100");
    script(here, "deletes.sh", "rm a.i; exit 1");
    script(here, "deletes-all.sh", "rm *");
    fs::write(here.join("plain.sh"), "exit 0\n").expect("there is room");
    let cases = [
        ("no.sh", "it is not interesting"),
        ("flaky.sh", "the test is flaky"),
        ("hangs.sh", "killed after 1 s"),
        ("deletes.sh", "it deletes a.i"),
        ("deletes-all.sh", "it deletes a.i"),
        ("plain.sh", "cannot run the test"),
    ];
    for (name, words) in cases {
        let result = kiln(here, &["reduce", "--timeout", "1", "--test", &format!("./{name}"), "a.i"]);
        assert_eq!(result.status.code(), Some(2), "{name}: {}", text(&result.stderr));
        assert!(text(&result.stderr).contains(words), "{name}: {}", text(&result.stderr));
        assert!(!here.join("a.reduced.c").exists(), "{name}");
    }
    assert_eq!(fs::read_to_string(here.join("a.i")).expect("it is still there"), PROGRAM);
}

#[test]
fn what_is_not_c_is_reduced_too() {
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    fs::write(here.join("a.cpp"), "template <class T> struct A { T bug; };\nint main() { return 0; }\n").expect("room");
    script(here, "test.sh", "grep -q bug a.cpp");
    let result = kiln(here, &["reduce", "--test", "./test.sh", "a.cpp", "-o", "b.cpp"]);
    assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
    assert_eq!(fs::read_to_string(here.join("b.cpp")).expect("it was written").trim(), "bug");
}

#[test]
fn any_program_that_a_compiler_gets_wrong_is_reduced() {
    let Some(compiler) = compiler() else {
        say_skipped();
        return;
    };
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    // Shifts of `unsigned int`s to the left.
    let faulty = format!("{KILN} faulty-cc --fault operator:2 -- {compiler}");
    let program = PROGRAM.replace("s += table[i]", "s += (int)((unsigned)table[i] << i)");
    fs::write(here.join("b.c"), program).expect("there is room");
    let result = kiln(here, &["reduce", "--compiler", &faulty, "--cpp", compiler, "b.c", "-o", "small.c"]);
    assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
    let reduced = fs::read_to_string(here.join("small.c")).expect("it was written");
    assert!(reduced.contains("<<") && reduced.split_whitespace().count() < 20, "{reduced}");
    // What an undefined program does says nothing of a compiler.
    let undefined = ["reduce", "--compiler", &faulty, "--cpp", compiler, "b.c", "-o", "c.c", "--allow-undefined"];
    let refused = kiln(here, &undefined);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--allow-undefined is for compilers"), "{}", text(&refused.stderr));
    assert!(!here.join("c.c").exists());
}

/// A compiler that gets the sum wrong if it sees both files, or one file that has it all; or only if it sees both.
fn wrong_sum(compiler: &str, n_files: usize) -> String {
    format!(
        r#"files=0
for word; do case $word in *.c) files=$((files + 1)) ;; esac; done
if [ $files -ge {n_files} ]; then
  for word; do case $word in *.c) sed -i 's/a + b/a + b + 1/' "$word" ;; esac; done
fi
exec {compiler} "$@""#
    )
}

#[test]
fn files_become_one_where_the_bug_survives_that() {
    let Some(compiler) = compiler() else {
        say_skipped();
        return;
    };
    for (n_files, is_one) in [(1, true), (2, false)] {
        let directory = tempfile::tempdir().expect("there is room");
        let here = directory.path();
        fs::set_permissions(here, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("it is ours");
        script(here, "cc", &wrong_sum(compiler, n_files));
        let main = "int printf(const char *, ...);\nint sum(int, int);\nint unused;\n\
                    int main(void) { int i, s = 0; for (i = 0; i < 3; i++) s = sum(s, i); printf(\"%d\\n\", s); return 0; }\n";
        let sum = "int other = 4;\nint sum(int a, int b) { if (other == 5) return 0; return a + b; }\n";
        fs::write(here.join("main.c"), main).expect("there is room");
        fs::write(here.join("sum.c"), sum).expect("there is room");
        let cc = here.join("cc").display().to_string();
        let result = kiln(here, &["reduce", "--compiler", &cc, "main.c", "sum.c"]);
        assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
        let names: &[&str] = if is_one { &["reduced.c"] } else { &["reduced/main.c", "reduced/sum.c"] };
        let files: Vec<PathBuf> = names.iter().map(|name| here.join(name)).collect();
        let texts: Vec<String> =
            files.iter().map(|file| fs::read_to_string(file).unwrap_or_else(|_| panic!("{file:?}"))).collect();
        let reduced = texts.concat();
        assert!(reduced.contains("a + b") && !reduced.contains("other") && !reduced.contains("unused"), "{reduced}");
        let paths: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let words: Vec<&str> = std::iter::once("run").chain(paths.iter().map(String::as_str)).collect();
        let ran = text(&kiln(here, &words).stderr);
        assert!(!ran.contains("undefined") && !ran.contains("error"), "{ran}{reduced}");
        assert_eq!(fs::read_to_string(here.join("main.c")).expect("it is still there"), main);
    }
}

#[test]
fn a_script_gets_all_files() {
    let directory = tempfile::tempdir().expect("there is room");
    let here = directory.path();
    fs::write(here.join("a.i"), "int f(void) { return 1; }\nint g = 3;\n").expect("there is room");
    fs::write(here.join("b.i"), "int f(void);\nint h;\nint main(void) { h = f(); return 0; }\n")
        .expect("there is room");
    script(here, "test.sh", "grep -q 'f()' b.i && grep -q return a.i");
    let result = kiln(here, &["reduce", "--test", "./test.sh", "a.i", "b.i"]);
    assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
    let [a, b] =
        ["a.i", "b.i"].map(|name| fs::read_to_string(here.join("reduced").join(name)).expect("it was written"));
    assert!(a.contains("return") && !a.contains('g') && b.contains("f()") && !b.contains('h'), "{a}{b}");
    let same = kiln(here, &["reduce", "--test", "./test.sh", "a.i", "./a.i"]);
    assert_eq!(same.status.code(), Some(2));
}
