//! Findings of planted bugs end in one group each, and what is different comes first.

use kiln_triage::group::{Traits, ranked};
use kiln_triage::{Blame, Facts, Version};

/// A finding of one of ten bugs; the programs differ, and so does what kiln sees of them that is no sign of the cause.
fn finding(number: usize) -> Traits {
    let bug = number % 10;
    let is_crash = bug < 4;
    let words = if is_crash { format!("internal compiler error: in pass{bug}, at file.cc:#") } else { String::new() };
    let facts = Facts {
        level: Some(if bug == 7 { "-O1" } else { "-O2" }.to_owned()),
        levels: vec!["-O2".to_owned(), "-O3".to_owned()],
        blame: Some(if bug < 9 { Blame::Flags(vec![format!("-fno-opt{}", bug / 2)]) } else { Blame::NoOptimisation }),
        vanishes_with: if number.is_multiple_of(3) { vec!["-fwrapv".to_owned()] } else { Vec::new() },
        versions: vec![Version { command: "gcc-11".to_owned(), fails: bug.is_multiple_of(2) }],
        compilations: number as u32,
        ..Facts::default()
    };
    let class = if is_crash { "compiler-crash" } else { "wrong-code" };
    Traits { class: class.to_owned(), compiler: "gcc".to_owned(), words, facts: Some(facts), is_known: bug == 0 }
}

#[test]
fn a_hundred_cases_of_ten_bugs_end_in_ten_groups() {
    let all: Vec<Traits> = (0..100).map(finding).collect();
    let groups = ranked(&all);
    assert_eq!(groups.len(), 10);
    for group in &groups {
        assert_eq!(group.len(), 10);
        assert!(group.iter().all(|number| number % 10 == group[0] % 10), "{group:?}");
    }
    // What is known comes last.
    assert_eq!(groups[9][0] % 10, 0);
}

#[test]
fn what_is_different_comes_first() {
    let all: Vec<Traits> = (0..100).map(finding).collect();
    let groups = ranked(&all);
    // The first is the first found that nobody knows; the second is of the other class.
    assert_eq!(groups[0][0], 1);
    assert_ne!(all[groups[1][0]].class, all[groups[0][0]].class);
    assert_eq!(groups, ranked(&all), "the order is always the same");
}

#[test]
fn of_what_nothing_is_known_the_class_decides() {
    let plain = |compiler: &str| Traits {
        class: "wrong-code".to_owned(),
        compiler: compiler.to_owned(),
        words: String::new(),
        facts: None,
        is_known: false,
    };
    assert_eq!(ranked(&[plain("gcc"), plain("tcc"), plain("gcc")]), [vec![0, 2], vec![1]]);
    assert_eq!(ranked(&[]), Vec::<Vec<usize>>::new());
}
