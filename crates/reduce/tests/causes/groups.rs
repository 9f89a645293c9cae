//! A compiler has ten bugs: what it gets wrong is reduced, what that needs is found out, and the findings fall into ten groups,
//! one for each bug.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use kiln_case::Choices;
use kiln_fault::Fault;
use kiln_triage::group::{Traits, ranked};
use kiln_triage::slip::Slip;

use crate::compiler::{Bug, Compiler, N_OPTIMISATIONS, Scale, is_wrong, optimisation, program};
use crate::{n_cases, say};

const N_BUGS: usize = 10;

/// Faults are looked for in so many programs, and few enough of them have to show each: a program is to show one fault.
const N_SAMPLES: u64 = 100;
const SHOWN_BY: RangeInclusive<usize> = 2..=10;

/// Different faults, each brought about by one or two optimisations of its own.
fn drawn(seed: u64) -> Compiler {
    let mut choices = Choices::new(seed).split("plant", 0);
    let samples: Vec<String> = (0..N_SAMPLES).map(|seed| program(seed, Scale::Tiny)).collect();
    let mut free: Vec<u64> = (0..N_OPTIMISATIONS).collect();
    let (mut bugs, mut looked_at) = (Vec::<Bug>::new(), BTreeSet::new());
    while bugs.len() < N_BUGS {
        let fault = Fault::operator(choices.below(1000));
        // How an operator is wrong makes no difference to most programs.
        let Fault::Operator(operation, _) = fault else { continue };
        let is_rare = || SHOWN_BY.contains(&samples.iter().filter(|text| is_wrong(&[fault], text)).count());
        if looked_at.insert(operation.to_string()) && is_rare() {
            let n = 1 + choices.below(2);
            let mut one = |_| optimisation(free.swap_remove(choices.below(free.len() as u64) as usize));
            bugs.push(Bug { fault, optimisations: (0..n).map(&mut one).collect() });
        }
    }
    Compiler { bugs }
}

/// For each bug so many programs that show it and no other.
fn programs(compiler: &Compiler, n_each: usize) -> Vec<Vec<String>> {
    let faults: Vec<Fault> = compiler.bugs.iter().map(|bug| bug.fault).collect();
    let mut shown = vec![Vec::new(); faults.len()];
    for seed in N_SAMPLES.. {
        let text = program(seed, Scale::Tiny);
        let shows: Vec<usize> = (0..faults.len()).filter(|&number| is_wrong(&[faults[number]], &text)).collect();
        // One fault may do something to what another has done.
        if let [number] = shows[..]
            && shown[number].len() < n_each
            && is_wrong(&faults, &text)
        {
            shown[number].push(text);
        }
        if shown.iter().all(|of_bug| of_bug.len() == n_each) {
            break;
        }
    }
    shown
}

/// What is found out of a program, when it has been reduced, again if it became one of another bug.
fn traits(compiler: &Compiler, text: &str) -> Traits {
    let mut smaller = compiler.reduced(text, None);
    if let Slip::Guard(flags) = compiler.slip(text, &smaller) {
        smaller = compiler.reduced(text, Some(&flags));
    }
    let facts = Some(compiler.facts(&smaller));
    Traits { class: "wrong-code".to_owned(), compiler: "cc".to_owned(), words: String::new(), facts, is_known: false }
}

#[test]
fn programs_of_ten_bugs_end_in_ten_groups() {
    let n_each = n_cases(40).div_ceil(N_BUGS);
    let compiler = drawn(0);
    let texts = programs(&compiler, n_each);
    let all: Vec<Traits> = texts.iter().flatten().map(|text| traits(&compiler, text)).collect();
    let groups = ranked(&all);
    for group in &groups {
        let bugs: BTreeSet<usize> = group.iter().map(|index| index / n_each).collect();
        let facts = all[group[0]].facts.as_ref().expect("they were found out");
        let bug = &compiler.bugs[group[0] / n_each];
        say(&format!("{} programs of {bugs:?}, {} by {:?}: {:?}", group.len(), bug.fault, bug.optimisations, facts));
        assert_eq!(bugs.len(), 1, "programs of several bugs in one group: {bugs:?}");
    }
    assert_eq!(groups.len(), N_BUGS);
}
