//! Faults that need given flags, drawn by seed, are blamed on these flags.

use std::collections::BTreeSet;
use std::convert::Infallible;

use kiln_triage::facts::{About, Blame, LEVELS, MAX_COMPILATIONS, Transformation, look};

/// As many optimisations as GCC 12 has at -O2, more at -O3.
fn about() -> About {
    let names = |n: usize| (0..n).map(|number| format!("opt{number}")).collect::<Vec<_>>();
    About { optimisations: vec![names(20), names(60), names(90), names(134), names(147)], has_levels: true }
}

/// A generator of numbers; any will do.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The optimisations that are on with some flags.
fn on(about: &About, flags: &[String]) -> BTreeSet<String> {
    let mut on = BTreeSet::new();
    for flag in flags {
        if let Some(level) = LEVELS.iter().position(|level| level == flag) {
            on = if level == 0 { BTreeSet::new() } else { about.optimisations[level].iter().cloned().collect() };
        } else if let Some(name) = flag.strip_prefix("-fno-") {
            on.remove(name);
        } else if let Some(name) = flag.strip_prefix("-f") {
            on.insert(name.to_owned());
        }
    }
    on
}

#[test]
fn the_flags_of_a_planted_fault_are_blamed() {
    let about = about();
    for seed in 0..200 {
        let mut draw = Draw(seed);
        // Any of several optimisations shows it, if what it needs besides is on, too.
        let any: BTreeSet<String> = (0..=draw.below(3)).map(|_| format!("opt{}", draw.below(134))).collect();
        let besides = (draw.below(2) == 0).then(|| format!("opt{}", draw.below(134)));
        let fails = |flags: &[String]| {
            let on = on(&about, flags);
            any.iter().any(|name| on.contains(name)) && besides.as_ref().is_none_or(|name| on.contains(name))
        };
        let mut ask = |flags: &[String]| Ok::<bool, Infallible>(fails(flags));
        let facts = look("-O2", &about, &mut ask, &mut |_| Ok(String::new())).unwrap();
        assert!(facts.compilations <= MAX_COMPILATIONS && !facts.is_cut_short, "{seed}: {facts:?}");
        let Some(Blame::Flags(blamed)) = &facts.blame else { panic!("{seed}: {facts:?}") };
        let blamed: BTreeSet<String> = blamed.iter().map(|flag| flag.replace("-fno-", "")).collect();
        let level = LEVELS.iter().position(|level| Some(*level) == facts.level.as_deref()).unwrap();
        let shown: BTreeSet<String> =
            any.iter().filter(|name| about.optimisations[level].contains(name)).cloned().collect();
        // Without all that show it, or without what they need.
        let besides: BTreeSet<String> = besides.iter().cloned().collect();
        assert!(blamed == shown || blamed == besides, "{seed}: {blamed:?} is neither {shown:?} nor {besides:?}");
        if let Some(needs) = &facts.needs {
            assert!(fails(needs), "{seed}: {needs:?}");
            for index in 1..needs.len() {
                let fewer: Vec<String> =
                    needs.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, flag)| flag.clone()).collect();
                assert!(!fails(&fewer), "{seed}: {needs:?} has more than is needed");
            }
        }
    }
}

#[test]
fn the_pass_of_a_planted_fault_is_blamed() {
    let about = About { optimisations: Vec::new(), has_levels: true };
    // -O1 has fewer passes than -O2, and the numbers are those of the level that is looked at.
    let listed = |flags: &[String]| {
        let n = if flags.contains(&"-O1".to_owned()) { 957 } else { 1200 };
        Ok::<String, Infallible>(
            (1..=n).map(|pass| format!("BISECT: running pass ({pass}) Pass{pass} on f\n")).collect::<Vec<_>>().concat(),
        )
    };
    for bad in [1, 2, 400, 957] {
        let mut ask = |flags: &[String]| {
            let limit = flags.iter().find_map(|flag| flag.strip_prefix("-opt-bisect-limit=")?.parse::<u64>().ok());
            Ok::<bool, Infallible>(flags[0] != "-O0" && limit.is_none_or(|limit| limit >= bad))
        };
        let facts = look("-O2", &about, &mut ask, &mut { listed }).unwrap();
        assert_eq!(facts.blame, Some(Blame::Pass { name: format!("Pass{bad} on f"), number: bad }));
        assert_eq!(facts.blame.unwrap().words(), format!("Pass{bad}"));
        assert!(facts.compilations <= 25);
    }
}

#[test]
fn what_every_level_shows_is_no_optimisation() {
    let mut ask = |_: &[String]| Ok::<bool, Infallible>(true);
    let facts = look("-O2", &about(), &mut ask, &mut |_| Ok(String::new())).unwrap();
    assert_eq!((facts.blame, facts.level.as_deref()), (Some(Blame::NoOptimisation), Some("-O0")));
    // A compiler without levels.
    let mut ask = |_: &[String]| Ok::<bool, Infallible>(true);
    let facts = look("", &About::default(), &mut ask, &mut |_| Ok(String::new())).unwrap();
    assert_eq!((facts.blame, facts.level), (Some(Blame::NoOptimisation), None));
}

/// GCC with an optimisation of several passes, one of which does the wrong thing when it has done it so many times.
#[test]
fn the_pass_and_the_transformation_inside_an_optimisation_are_named() {
    let about = about();
    for seed in 0..50 {
        let mut draw = Draw(seed);
        let (optimisation, bad) = (draw.below(60), 1 + draw.below(5));
        let (counter, last) = (draw.below(20), 1 + draw.below(1000));
        let number = 1 + draw.below(last);
        let is_on = |flags: &[String]| on(&about, flags).contains(&format!("opt{optimisation}"));
        let pass = |name: usize, number: usize| format!("tree-opt{name}-{number}");
        let fails = |flags: &[String]| {
            let limit = format!("-fdbg-cnt=counter{counter}:");
            let limit = flags.iter().find_map(|flag| flag.strip_prefix(&limit)?.parse::<usize>().ok());
            let is_disabled = flags.contains(&format!("-fdisable-{}", pass(optimisation, bad)));
            is_on(flags) && !is_disabled && limit.is_none_or(|limit| limit >= number)
        };
        let listed = |flags: &[String]| -> Result<String, Infallible> {
            let on = on(&about, flags);
            let passes = (0..134).flat_map(|name| (1..=5).map(move |number| (name, number)));
            let state = |name: usize| if on.contains(&format!("opt{name}")) { "ON" } else { "OFF" };
            let passes = passes.map(|(name, number)| format!("   {}   :  {}\n", pass(name, number), state(name)));
            let counts = |name: usize| if name == counter { last } else { name % 3 };
            let counters = (0..20).map(|name| format!("  counter{name}   {}   unset\n", counts(name)));
            Ok(if flags.iter().any(|flag| flag == "-fdbg-cnt-list") { counters.collect() } else { passes.collect() })
        };
        let mut ask = |flags: &[String]| Ok(fails(flags));
        let facts = look("-O2", &about, &mut ask, &mut { listed }).unwrap();
        assert_eq!(facts.blame, Some(Blame::Flags(vec![format!("-fno-opt{optimisation}")])), "{seed}");
        assert_eq!(facts.passes, [format!("-fdisable-{}", pass(optimisation, bad))], "{seed}");
        let transformation = Transformation { counter: format!("counter{counter}"), number: Some(number as u64) };
        assert_eq!(facts.transformations, [transformation], "{seed}");
        assert!(facts.compilations <= MAX_COMPILATIONS && !facts.is_cut_short, "{seed}: {}", facts.compilations);
    }
}
