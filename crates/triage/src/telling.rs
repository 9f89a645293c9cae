//! What programs of one cause have in common, and others have not.
//!
//! A construct of the language tells something of a cause if the programs of that cause have it more often, or more seldom, than
//! the others, and that is no chance: by Fisher's exact test, and with as much less trust in each construct as there are
//! constructs that were looked at. Of few findings nothing can be said.

use std::collections::BTreeSet;

/// How likely it may be that anything is said of a cause that is chance.
const CHANCE: f64 = 0.05;

/// What tells programs of a cause from others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Telling {
    /// What they have.
    pub present: Vec<String>,
    /// What they do not have.
    pub absent: Vec<String>,
}

/// What tells some programs, by their index, from the others.
pub fn telling(members: &[usize], all: &[BTreeSet<String>]) -> Telling {
    let known: BTreeSet<&String> = all.iter().flatten().collect();
    let n_known = number(known.len());
    let is_chance = |p: f64| p * 2.0 * n_known > CHANCE;
    let mut telling = Telling::default();
    for &construct in &known {
        let has = |index: &usize| all.get(*index).is_some_and(|constructs| constructs.contains(construct));
        let (n, total) = (members.len(), all.len());
        let (here, everywhere) = (members.iter().filter(|index| has(index)).count(), (0..total).filter(has).count());
        if !is_chance(at_least(here, n, everywhere, total)) {
            telling.present.push(construct.clone());
        }
        // Few that have it are many that do not.
        if !is_chance(at_least(n - here, n, total - everywhere, total)) {
            telling.absent.push(construct.clone());
        }
    }
    telling
}

/// How likely it is that of `n` programs drawn from `total` at least `least` are among the `marked` ones: the upper tail of the
/// hypergeometric distribution.
fn at_least(least: usize, n: usize, marked: usize, total: usize) -> f64 {
    let logs: Vec<f64> = std::iter::once(0.0)
        .chain((1..=total).scan(0.0, |sum, factor| {
            *sum += number(factor).ln();
            Some(*sum)
        }))
        .collect();
    let choose = |of: usize, some: usize| logs[of] - logs[some] - logs[of - some];
    let possible = |hits: &usize| *hits <= marked && n - *hits <= total - marked;
    let hits = (least..=n).filter(possible);
    hits.map(|hits| (choose(marked, hits) + choose(total - marked, n - hits) - choose(total, n)).exp()).sum()
}

/// Numbers of findings and constructs are small.
fn number(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::INFINITY, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_tables() {
        // The lady tasting tea: all four of eight by chance once in seventy times, three or four 17 times.
        assert!((at_least(4, 4, 4, 8) - 1.0 / 70.0).abs() < 1e-12);
        assert!((at_least(3, 4, 4, 8) - 17.0 / 70.0).abs() < 1e-12);
        assert!((at_least(0, 4, 4, 8) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_a_cause_needs_is_told_from_what_is_everywhere() {
        // Ten programs each of two causes: one needs a loop and cannot have a call; what else there is comes by chance.
        let program = |number: usize| {
            let (is_first, bits) = (number < 10, number.wrapping_mul(0x9e37_79b9) >> 7);
            let always = [Some("assignment"), Some(if is_first { "loop" } else { "call" })];
            let sometimes = ["cast", "shift", "goto"].into_iter().enumerate();
            let sometimes = sometimes.map(|(bit, name)| (bits >> bit & 1 == 1).then_some(name));
            always.into_iter().chain(sometimes).flatten().map(str::to_owned).collect::<BTreeSet<String>>()
        };
        let all: Vec<BTreeSet<String>> = (0..20).map(program).collect();
        let first: Vec<usize> = (0..10).collect();
        let told = telling(&first, &all);
        assert_eq!((told.present, told.absent), (vec!["loop".to_owned()], vec!["call".to_owned()]));
        // Three of each are too few to say anything.
        assert_eq!(telling(&[0, 1, 2], &[&all[..3], &all[10..13]].concat()), Telling::default());
        assert_eq!(telling(&[], &[]), Telling::default());
    }
}
