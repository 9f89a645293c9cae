//! Fused instructions and checks that are left out change nothing but the time a run takes: every program of the suite has
//! the same verdict without them, after the same number of steps, and so it has where the number of steps is limited.

mod programs;

use std::path::Path;

use kiln_meaning::link::link;
use kiln_meaning::machine::Machine;
use kiln_meaning::{Limits, Order, Settings, run};

use self::programs::{programs, read};

/// The suite, and programs that are made for what is fused.
const DIRECTORIES: &[&str] = &["defined", "undefined", "unspecified", "shortcuts"];

/// Runs a program both ways and says what differs.
fn difference(path: &Path) -> Option<String> {
    let programs::Program { parsed, settings, .. } = read(path);
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
    let programs::Program { parsed, settings, .. } = read(path);
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
    let programs = programs(DIRECTORIES);
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
