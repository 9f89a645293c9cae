//! Whole programs: defined, deterministic, and of what they should be made of.

use std::collections::BTreeMap;

use kiln_case::Choices;
use kiln_generate::features::Table as _;
use kiln_generate::whole::features::{Feature, Features};
use kiln_generate::whole::{Made, Options, make};
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
fn a_seed_is_a_program() {
    for seed in [0, 7, u64::MAX] {
        let texts = [0, 1].map(|_| print::canonical(&made(seed, &small()).program));
        assert_eq!(texts[0], texts[1], "seed {seed}");
    }
}

/// What a text shows of a feature; none for what only a tree shows.
fn sign_of(feature: Feature) -> Option<&'static [&'static str]> {
    Some(match feature {
        Feature::Struct => &["struct S"],
        Feature::Union => &["union S"],
        Feature::Int128 => &["__int128"],
        Feature::Bool => &["_Bool"],
        Feature::Enum => &["enum E"],
        Feature::Typedef => &[" T0;"],
        Feature::Float => &["double", "float"],
        Feature::Vector => &["vector_size"],
        Feature::BitField => &[" : "],
        Feature::Packed => &["packed"],
        Feature::Const => &["static const "],
        Feature::Volatile => &["volatile "],
        Feature::Restrict => &["restrict"],
        Feature::StaticLocal => &["    static "],
        Feature::Vla => &["    int n"],
        Feature::Heap => &["__builtin_calloc"],
        Feature::Designated => &["{[", "{."],
        Feature::Inline => &["inline"],
        Feature::Aligned => &["aligned"],
        Feature::Noinline => &["noinline"],
        Feature::Noipa => &["noipa"],
        Feature::AlwaysInline => &["always_inline"],
        Feature::Hot => &["hot", "cold"],
        Feature::Flatten => &["flatten"],
        Feature::Pure => &["pure", "(const)"],
        Feature::FunctionPointer => &["(*const t"],
        Feature::Varargs => &["va_arg"],
        Feature::If => &["if ("],
        Feature::While => &["while ("],
        Feature::Do => &["do {", "do\n"],
        Feature::PointerLoop => &["*q"],
        Feature::Switch => &["switch ("],
        Feature::CaseRange => &[" ... "],
        Feature::ComputedGoto => &["goto *"],
        Feature::Continue => &["continue;"],
        Feature::Goto => &["goto "],
        Feature::Memory => &["__builtin_mem"],
        Feature::Builtin => &["__builtin_popcount", "__builtin_c", "__builtin_expect", "_overflow"],
        Feature::StmtExpr => &["({"],
        Feature::Ternary => &[" ? "],
        Feature::Logical => &[" && ", " || "],
        Feature::Increment => &["++", "--"],
        Feature::Sizeof => &["sizeof("],
        Feature::String => &["\"["],
        _ => return None,
    })
}

/// What other features have, too.
fn is_shared(feature: Feature) -> bool {
    matches!(
        feature,
        // A loop `do` has a `while`, jumps have an `if`, a divisor may have to be looked at, that and labels have colons, loops
        // are made with `goto`, tables of labels are static, sums have counters, and so on.
        Feature::While
            | Feature::Do
            | Feature::If
            | Feature::Ternary
            | Feature::BitField
            | Feature::Goto
            | Feature::Switch
            | Feature::StaticLocal
            | Feature::Increment
            | Feature::Inline
            | Feature::Const
            | Feature::Builtin
            | Feature::Sizeof
            | Feature::Volatile
    )
}

#[test]
fn every_feature_occurs_and_can_be_left_out() {
    let mut with: BTreeMap<&str, u32> = BTreeMap::new();
    let all = Options { swarm: false, tokens: 4000, ..small() };
    for seed in 0..40 {
        let text = print::canonical(&made(seed, &all).program);
        for (word, feature, _) in Feature::ALL {
            let found = sign_of(*feature).is_some_and(|signs| signs.iter().any(|sign| text.contains(sign)));
            *with.entry(word).or_default() += u32::from(found);
        }
    }
    for (word, feature, _) in Feature::ALL {
        let Some(signs) = sign_of(*feature) else { continue };
        assert!(with[word] > 2, "{word} is in {} of 40 programs", with[word]);
        if is_shared(*feature) {
            continue;
        }
        let without = Options { features: Features::ALL.without(*feature), ..all.clone() };
        for seed in 0..4 {
            let text = print::canonical(&made(seed, &without).program);
            let found = signs.iter().find(|sign| text.contains(**sign));
            assert_eq!(found, None, "without {word}, seed {seed}\n{text}");
        }
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
