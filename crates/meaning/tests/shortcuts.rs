//! Fused instructions and checks that are left out change nothing but the time a run takes: every program of the suite has
//! the same verdict without them, after the same number of steps, and so it has where the number of steps is limited. And it
//! has the same verdict whenever instructions are fused: before a function is called, in the middle of it, or hardly ever.

mod programs;

use std::path::Path;

use kiln_meaning::link::link;
use kiln_meaning::machine::Machine;
use kiln_meaning::{Fusing, Limits, Order, Settings, run};

use self::programs::{programs, read};

/// The suite, and programs that are made for what is fused.
const DIRECTORIES: &[&str] = &["defined", "undefined", "unspecified", "shortcuts"];

/// Runs a program without shortcuts and with them, and says what differs.
fn difference(path: &Path) -> Option<String> {
    let programs::Program { parsed, settings, .. } = read(path);
    if !parsed.accepted() {
        return Some("rejected".to_owned());
    }
    let all = |settings: Settings| {
        let without = run(&parsed.program, &Settings { shortcuts: false, ..settings });
        let found = [Fusing::WhenHot, Fusing::AtFirstCall, Fusing::AtFirstStep].into_iter().find_map(|fusing| {
            let with = run(&parsed.program, &Settings { fusing, ..settings });
            let same = with.outcome == without.outcome && with.steps == without.steps && with.output == without.output;
            let [seen, meant] =
                [&with, &without].map(|verdict| format!("{:?} after {} steps", verdict.outcome, verdict.steps));
            (!same).then(|| format!("{fusing:?}: {seen}, not {meant}"))
        });
        (without.steps, found)
    };
    let (steps, found) = all(settings);
    // Every step of a short run is the last one once; of a long run, some.
    let limited = (1..=steps).step_by((steps as usize / 20).max(1)).find_map(|steps| {
        all(Settings { limits: Limits { steps, ..settings.limits }, ..settings })
            .1
            .map(|seen| format!("{steps} steps: {seen}"))
    });
    found.or(limited).or_else(|| all(Settings { order: Order::RightToLeft, ..settings }).1)
}

/// Runs one image again and again, which begins where the initialisers of an earlier run ended and with what that one has
/// fused, and says what differs.
fn difference_again(path: &Path) -> Option<String> {
    let programs::Program { parsed, settings, .. } = read(path);
    let settings = Settings { fusing: Fusing::AtFirstStep, ..settings };
    let image = link(&parsed.program, &settings);
    let once = || {
        let mut machine = Machine::new(&image, &settings).ok()?;
        let outcome = machine.run(&["program".to_owned()]);
        let mut touched = machine.memory.touched;
        // An instruction has another number where it is fused.
        let order = touched.order.take().map(|site| image.place(site));
        Some((outcome, machine.steps, std::mem::take(&mut machine.output), touched, order))
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
