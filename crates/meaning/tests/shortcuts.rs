//! Fused instructions and checks that are left out change nothing but the time a run takes: every program of the suite has
//! the same verdict without them, after the same number of steps, and so it has where the number of steps is limited.

use std::fs;
use std::path::{Path, PathBuf};

use kiln_lang::{Options, parse};
use kiln_meaning::link::link;
use kiln_meaning::machine::Machine;
use kiln_meaning::{Dialect, Limits, Order, Settings, run};

/// The suite, and programs that are made for what is fused.
const DIRECTORIES: [&str; 3] = ["defined", "undefined", "shortcuts"];

fn programs() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut pending: Vec<PathBuf> = DIRECTORIES.iter().map(|directory| tests.join(directory)).collect();
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

/// What the comments at the top ask for, as in the suite.
fn asked(text: &str) -> (Settings, Options) {
    let (mut settings, mut options) = (Settings::default(), Options::default());
    for line in text.lines().take_while(|line| line.starts_with("//")) {
        if let Some(name) = line.strip_prefix("// dialect: ") {
            let found = Dialect::ALL.iter().find(|(known, _)| *known == name.trim());
            settings.dialect = found.expect("a dialect").1;
        } else if let Some(flags) = line.strip_prefix("// flags: ") {
            options = Options::from_flags(flags.split_whitespace());
            settings.apply_flags(flags.split_whitespace());
        }
    }
    (settings, options)
}

/// The text with what compilers define for x86-64, as far as the suite uses it.
fn expanded(text: &str) -> String {
    let macros =
        [("__SIZE_TYPE__", "unsigned long"), ("__UINTPTR_TYPE__", "unsigned long"), ("__INTPTR_TYPE__", "long")];
    let text = text.replace("__WCHAR_TYPE__", "int");
    macros.iter().fold(text, |text, (name, meaning)| text.replace(name, meaning))
}

/// Runs a program both ways and says what differs.
fn difference(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("the program can be read");
    let (settings, options) = asked(&text);
    let parsed = parse("program.i", expanded(&text).into_bytes(), &options);
    if !parsed.accepted() {
        return Some("rejected".to_owned());
    }
    let both = |settings: Settings| {
        let [with, without] = [true, false].map(|shortcuts| run(&parsed.program, &Settings { shortcuts, ..settings }));
        let same = with.outcome == without.outcome && with.steps == without.steps && with.output == without.output;
        let seen =
            format!("{:?} after {} steps, not {:?} after {}", with.outcome, with.steps, without.outcome, without.steps);
        (without.steps, (!same).then_some(seen))
    };
    let (steps, found) = both(settings);
    // Every step of a short run is the last one once; of a long run, some.
    let limited = (1..=steps).step_by((steps as usize / 20).max(1)).find_map(|steps| {
        both(Settings { limits: Limits { steps, ..settings.limits }, ..settings })
            .1
            .map(|seen| format!("{steps} steps: {seen}"))
    });
    found.or(limited).or_else(|| both(Settings { order: Order::RightToLeft, ..settings }).1)
}

/// Runs one image again and again, which begins where the initialisers of an earlier run ended, and says what differs.
fn difference_again(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("the program can be read");
    let (settings, options) = asked(&text);
    let parsed = parse("program.i", expanded(&text).into_bytes(), &options);
    let image = link(&parsed.program, &settings);
    let once = || {
        let mut machine = Machine::new(&image, &settings).ok()?;
        let outcome = machine.run(&["program".to_owned()]);
        Some((outcome, machine.steps, std::mem::take(&mut machine.output), machine.memory.touched))
    };
    let first = once();
    let differs = (1..4).map(|_| once()).find(|again| *again != first)?;
    Some(format!("{differs:?}, not {first:?}"))
}

fn assert_same(difference: fn(&Path) -> Option<String>) {
    let programs = programs();
    assert!(programs.len() > 600, "the suite is complete");
    let differing: Vec<String> = programs
        .iter()
        .filter_map(|path| difference(path).map(|difference| format!("{}: {difference}", path.display())))
        .collect();
    assert!(differing.is_empty(), "{} programs differ:\n{}", differing.len(), differing.join("\n"));
}

#[test]
fn shortcuts_change_nothing() {
    assert_same(difference);
}

#[test]
fn running_again_changes_nothing() {
    assert_same(difference_again);
}
