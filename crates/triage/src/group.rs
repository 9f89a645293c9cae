//! Which findings are one bug, and which should be read first.
//!
//! A finding is a set of features: its class, the words of a crash, who is to blame, the levels and versions that show it. Two
//! are taken for one bug if what tells causes apart is the same: the words of a crash, and for all else the blame, the lowest
//! level and the versions. Groups are put in the order of furthest point first (Gonzalez, 1985; for findings: Chen et al., PLDI
//! 2013): each next one is the one that is least like all that come before it, so that who reads from the top sees different
//! bugs early. What is known comes last.

use std::collections::BTreeSet;

use crate::facts::Facts;

/// What a finding is known by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traits {
    /// Its class.
    pub class: String,
    /// The compiler it blames.
    pub compiler: String,
    /// The words of a crash or a refusal; empty for wrong code.
    pub words: String,
    /// What was found out of it, if anything was.
    pub facts: Option<Facts>,
    /// Somebody knows it already.
    pub is_known: bool,
}

impl Traits {
    /// What findings of one bug have in common.
    pub fn cause(&self) -> String {
        let start = format!("{} {}", self.class, self.compiler);
        match (&self.facts, self.words.is_empty()) {
            (_, false) => format!("{start}: {}", self.words),
            (Some(facts), true) => format!("{start}: {}", cause_of(facts)),
            (None, true) => start,
        }
    }

    /// What distances are measured by.
    fn features(&self) -> BTreeSet<String> {
        let mut features: BTreeSet<String> = [self.class.clone(), self.compiler.clone()].into_iter().collect();
        features.extend(self.words.split_whitespace().map(|word| format!("word {word}")));
        if let Some(facts) = &self.facts {
            features.extend(facts.blame.iter().map(|blame| format!("blame {}", blame.words())));
            features.extend(facts.levels.iter().map(|level| format!("level {level}")));
            features.extend(facts.vanishes_with.iter().map(|flag| format!("vanishes {flag}")));
            let versions = facts.versions.iter().filter(|version| version.fails);
            features.extend(versions.map(|version| format!("version {}", version.command)));
        }
        features
    }
}

fn cause_of(facts: &Facts) -> String {
    let blame = facts.blame.as_ref().map(crate::Blame::words).unwrap_or_default();
    let versions: Vec<&str> =
        facts.versions.iter().filter(|version| version.fails).map(|version| version.command.as_str()).collect();
    format!("{blame}; {}; {}", facts.level.as_deref().unwrap_or_default(), versions.join(", "))
}

/// The findings by their causes, by their index: groups in the order in which they should be read, each with its findings in
/// the order in which they came.
pub fn ranked(all: &[Traits]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (index, one) in all.iter().enumerate() {
        let cause = one.cause();
        match groups.iter_mut().find(|(other, _)| *other == cause) {
            Some((_, members)) => members.push(index),
            None => groups.push((cause, vec![index])),
        }
    }
    let mut left: Vec<(BTreeSet<String>, Vec<usize>)> =
        groups.into_iter().map(|(_, members)| (all[members[0]].features(), members)).collect();
    // Known ones are told at the end, whatever they are like.
    let is_known = |members: &[usize]| members.iter().any(|&index| all[index].is_known);
    let known: Vec<_> = left.extract_if(.., |(_, members)| is_known(members)).collect();
    let mut order: Vec<(BTreeSet<String>, Vec<usize>)> = Vec::new();
    while !left.is_empty() {
        let nearest = |features: &BTreeSet<String>| {
            order.iter().map(|(other, _)| distance(features, other)).min().unwrap_or(usize::MAX)
        };
        // Of those that are as far away the first.
        let next =
            (0..left.len()).max_by_key(|&index| (nearest(&left[index].0), std::cmp::Reverse(index))).unwrap_or(0);
        order.push(left.remove(next));
    }
    order.into_iter().chain(known).map(|(_, members)| members).collect()
}

/// How little two sets have in common, in thousandths.
fn distance(a: &BTreeSet<String>, b: &BTreeSet<String>) -> usize {
    let (both, either) = (a.intersection(b).count(), a.union(b).count());
    1000 - (1000 * both).checked_div(either).unwrap_or(1000)
}
