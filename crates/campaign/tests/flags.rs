//! Flags of random sets do not change what programs mean: each is given to real compilers, alone, with a program in which
//! flags of the other kind show.

use std::path::Path;
use std::process::Command;

use kiln_campaign::config::Config;
use kiln_campaign::expect::{Word, interpret};
use kiln_campaign::options::{Pattern, split};
use kiln_case::{Case, Origin, Unit};
use kiln_toolchain::calibrate::Family;

const PROGRAM: &[u8] = include_bytes!("flags/meaning.c");

/// What the program has to print on a target.
fn expected(target: &str) -> Vec<u8> {
    let case = Case {
        units: vec![Unit { name: "meaning.c".to_owned(), text: PROGRAM.to_vec() }],
        expected: None,
        origin: Origin { source: "test".to_owned(), command: String::new(), seed: 0 },
    };
    match interpret(&case, target) {
        Word::Known(ended) => ended.output,
        word => panic!("the program is not defined on {target}: {word:?}"),
    }
}

/// What the program prints when it is compiled with flags; nothing if the compiler does not take them.
fn printed(compiler: &str, flags: &str, directory: &Path, number: usize) -> Option<Vec<u8>> {
    let program = directory.join(format!("program-{number}"));
    let mut command = Command::new(compiler);
    command.args(["-w", "-O2", "-ffp-contract=off"]).args(split(flags)).arg("-o").arg(&program);
    let compiled = command.arg(directory.join("meaning.c")).output().ok()?;
    compiled.status.success().then(|| Command::new(&program).output().expect("what was compiled can be run").stdout)
}

/// Gives all flags to a compiler, on two threads; those that it does not take, and those with which the program prints
/// something else.
fn try_all(compiler: &str, flags: &[String]) -> (Vec<String>, Vec<String>) {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    std::fs::write(directory.path().join("meaning.c"), PROGRAM).expect("a file can be written");
    let (plain, narrow) = (expected("x86_64"), expected("i386"));
    let numbered: Vec<(usize, &String)> = flags.iter().enumerate().collect();
    let (mut refused, mut different) = (Vec::new(), Vec::new());
    std::thread::scope(|scope| {
        let halves = numbered.chunks(flags.len().div_ceil(2)).map(|half| {
            let path = directory.path();
            scope.spawn(move || {
                half.iter().map(|&(number, flags)| (flags, printed(compiler, flags, path, number))).collect::<Vec<_>>()
            })
        });
        let halves: Vec<_> = halves.collect();
        for (flags, printed) in halves.into_iter().flat_map(|half| half.join().expect("it does not panic")) {
            let right = if flags.contains("-m32") { &narrow } else { &plain };
            match printed {
                None => refused.push(flags.clone()),
                Some(printed) if printed != *right => different.push(flags.clone()),
                Some(_) => {}
            }
        }
    });
    (refused, different)
}

fn is_there(compiler: &str) -> bool {
    let there = Command::new(compiler).arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        say(&format!("there is no {compiler} here"));
    }
    there
}

#[expect(clippy::print_stderr, reason = "a test that cannot be done says so")]
fn say(what: &str) {
    eprintln!("{what}");
}

fn allowed(compiler: &str, family: Family) {
    if !is_there(compiler) {
        return;
    }
    let config = Config::default();
    let groups = config.flags.iter().chain(&config.checks).filter(|group| group.family == family);
    let flags: Vec<String> = groups.flat_map(|group| &group.flags).flat_map(Pattern::forms).collect();
    let (refused, different) = try_all(compiler, &flags);
    assert_eq!(different, Vec::<String>::new(), "programs mean something else with these");
    // A flag that no compiler takes is a misspelt one; an old or a new compiler need not know all.
    if !refused.is_empty() {
        say(&format!("{compiler} does not take {}", refused.join(", ")));
    }
    assert!(refused.len() * 10 <= flags.len(), "{compiler} does not take {refused:?}");
}

#[test]
fn flags_for_gcc_do_not_change_the_meaning() {
    allowed("gcc", Family::Gcc);
}

#[test]
fn flags_for_clang_do_not_change_the_meaning() {
    allowed("clang", Family::Clang);
}

/// The program can tell: otherwise the tests above would say nothing.
#[test]
fn flags_that_change_the_meaning_show() {
    let others = [
        "-ffast-math",
        "-ffinite-math-only",
        "-fsingle-precision-constant",
        "-fshort-enums",
        "-fshort-wchar",
        "-funsigned-char",
        "-fpack-struct",
    ];
    if is_there("gcc") {
        let (refused, different) = try_all("gcc", &others.map(str::to_owned));
        assert_eq!((refused, different), (Vec::new(), others.map(str::to_owned).to_vec()));
    }
}
