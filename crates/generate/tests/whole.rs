//! Whole programs: defined, deterministic, and of what they should be made of.

use std::fmt::Write as _;

use kiln_case::Choices;
use kiln_generate::features::Table as _;
use kiln_generate::whole::features::{Feature, Features};
use kiln_generate::whole::{Made, Options, census, make};
use kiln_generate::words::Words;
use kiln_lang::{Options as Dialect, parse, print};
use kiln_meaning::{End, Outcome, Settings, run};

fn made(seed: u64, options: &Options) -> Made {
    make(&Choices::new(seed), options, Dialect::default()).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

/// Programs small enough for many.
fn small() -> Options {
    Options { tokens: 1500, executed: 3000, ..Options::default() }
}

#[test]
fn the_text_does_what_the_generator_says() {
    let (swarm, all) = (small(), Options { swarm: false, ..small() });
    for seed in 0..300 {
        let made = made(seed, if seed % 4 == 0 { &all } else { &swarm });
        let text = print::canonical(&made.program);
        let parsed = parse("whole.c", text.as_bytes().to_vec(), &Dialect::default());
        assert!(parsed.accepted(), "seed {seed}: {:?}\n{text}", parsed.diagnostics);
        let verdict = run(&parsed.program, &Settings::default());
        let Outcome::Ended(ended) = verdict.outcome else { panic!("seed {seed}: {:?}\n{text}", verdict.outcome) };
        assert_eq!((&ended.how, &ended.output), (&End::Status(0), &made.ended.output), "seed {seed}\n{text}");
    }
}

#[test]
fn large_programs_are_made_as_well() {
    for seed in 0..6 {
        made(seed, &Options::default());
    }
    let large = Options { tokens: 100_000, ..Options::default() };
    let text = print::canonical(&made(1, &large).program);
    assert!(text.len() > 200_000, "{}", text.len());
}

#[test]
fn what_is_executed_is_bounded() {
    // What could multiply: calls of a function by itself, in bodies that loops go round.
    let features = Features::from_list("recursion,switch,switch-loop,goto-loop,for,call,if").unwrap();
    let options = Options { features, swarm: false, tokens: 4000, ..small() };
    for seed in 0..60 {
        let steps = run(&made(seed, &options).program, &Settings::default()).steps;
        // A statement is a few steps, and `main` calls more than one function.
        assert!(steps < 15 * u64::from(options.executed), "seed {seed}: {steps} steps");
    }
}

#[test]
fn what_holds_at_a_jump_holds_where_it_leads() {
    let features = Features::from_list("computed-goto,switch,switch-loop,mixed-union,pointer,dereference,if,block");
    let options = Options { features: features.unwrap(), swarm: false, ..small() };
    // What is read of a union, or through a pointer, after each of several ways must be right after all of them.
    (0..200).for_each(|seed| drop(made(seed, &options)));
}

#[test]
fn guards_are_rare() {
    let (mut statements, mut guards) = (0, 0);
    for seed in 0..100 {
        let made = made(seed, &small());
        statements += made.executed.statements;
        guards += made.mended.totalled;
    }
    assert!(guards * 200 < statements, "{guards} guards in {statements} statements");
}

#[test]
fn a_seed_is_a_program() {
    for seed in [0, 7, u64::MAX] {
        let texts = [0, 1].map(|_| print::canonical(&made(seed, &small()).program));
        assert_eq!(texts[0], texts[1], "seed {seed}");
    }
}

/// In how many of some programs each feature is, in how many it is executed, and how often it is there at all.
fn reach(seeds: std::ops::Range<u64>, options: &Options) -> Vec<[u32; 3]> {
    let mut reach = vec![[0; 3]; Features::COUNT];
    for seed in seeds {
        let census = census(&made(seed, options));
        for ((counts, present), executed) in reach.iter_mut().zip(census.present).zip(census.executed) {
            counts[0] += u32::from(present > 0);
            counts[1] += u32::from(executed > 0);
            counts[2] += present;
        }
    }
    reach
}

#[test]
fn every_feature_is_reached() {
    let options = small();
    let halves = std::thread::scope(|scope| {
        let halves = [0..1000, 1000..2000].map(|seeds| scope.spawn(|| reach(seeds, &options)));
        halves.map(|half| half.join().expect("programs can be made"))
    });
    let mut table = String::from("feature                programs executed\n");
    let mut none = Vec::new();
    for (row, (word, _, _)) in Feature::ALL.iter().enumerate() {
        let [present, executed] = [0, 1].map(|at| halves.iter().map(|half| half[row][at]).sum::<u32>());
        let _ = writeln!(table, "{word:22} {present:8} {executed:8}");
        if executed == 0 {
            none.push(word);
        }
    }
    assert!(none.is_empty(), "never executed: {none:?}\n{table}");
}

#[test]
fn every_switch_changes_what_there_is() {
    // Idioms bring others along, blocks above all: they are switched off where they are not meant or needed.
    let idioms = [Feature::Idiom, Feature::Bytes, Feature::Simd];
    let plain = idioms.iter().fold(Features::ALL, |features, &feature| features.without(feature));
    let of = |features: Features| reach(0..40, &Options { swarm: false, tokens: 6000, features, ..small() });
    let [with_idioms, with] = [Features::ALL, plain].map(of);
    for (row, (word, feature, _)) in Feature::ALL.iter().enumerate() {
        let (features, with) = if idioms.contains(feature) { (Features::ALL, &with_idioms) } else { (plain, &with) };
        let without = of(features.without(*feature));
        let (on, off) = (with[row][2], without[row][2]);
        // Others may bring it along: repairs write `?:`, jumps have an `if`.
        assert!(off < on, "{word}: {on} times with it, {off} times without");
    }
}

#[test]
fn standard_programs_have_no_extensions() {
    assert!(Features::standard().iter().all(|feature| !feature.is_gnu()));
    let options = Options { features: Features::standard(), swarm: false, ..small() };
    for seed in 0..20 {
        let text = print::canonical(&made(seed, &options).program);
        // How it is written depends on nothing, so that old dialects read it as well.
        let text = text.replace("__restrict", "restrict").replace("__inline__", "inline");
        assert!(!text.contains("__"), "seed {seed}\n{text}");
    }
}

#[test]
fn options_have_ranges() {
    for options in [Options { tokens: 1, ..small() }, Options { executed: 0, ..small() }] {
        assert!(options.check().is_err_and(|error| error.to_string().starts_with("--")));
    }
}
