//! Cases that are judged together, and the comparison with what compilers make of them.

use std::collections::BTreeMap;

use kiln_lang::random::Rng;

use super::case::{Case, Program};
use super::judge::{Judgement, judge, judge_and_mend};
use super::maker::{Class, Maker, VECTORS};
use super::memory;
use super::mutate::mutate;

/// What became of the cases that were made.
pub type Figures = BTreeMap<String, u64>;

/// Defined cases with the output of each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// The defined cases and what they print; their number is their place.
    pub cases: Vec<(Case, String)>,
    /// What became of the others.
    pub others: Figures,
    /// Cases that are not C for kiln, with its words: there should be none.
    pub rejected: Vec<(Case, String)>,
}

impl Batch {
    /// Random expressions.
    pub fn expressions(seed: u64, n_cases: u32) -> Batch {
        let mut rng = Rng::new(seed);
        let mut batch = Batch::default();
        for _ in 0..n_cases {
            let case = expression(&mut rng);
            let judgement = judge(&case);
            batch.take(case, judgement);
        }
        batch
    }

    /// Random statements, without those that are undefined.
    pub fn statements(seed: u64, n_cases: u32) -> Batch {
        let mut rng = Rng::new(seed);
        let mut batch = Batch::default();
        for _ in 0..n_cases {
            let mut case = memory::statements(&mut rng);
            let judgement = judge_and_mend(&mut case);
            batch.take(case, judgement);
        }
        batch
    }

    /// Cases like these with a few changes: those that are still defined.
    #[must_use]
    pub fn mutants(&self, seed: u64, n_cases: u32) -> Batch {
        let mut rng = Rng::new(seed);
        let mut batch = Batch::default();
        for _ in 0..if self.cases.is_empty() { 0 } else { n_cases } {
            let (case, _) = rng.pick(&self.cases);
            let mutant = mutate(case, &mut rng);
            if mutant == *case {
                continue;
            }
            let judgement = match judge(&mutant) {
                Judgement::Rejected(_) => Judgement::Open("a mutant that is not C"),
                judgement => judgement,
            };
            batch.take(mutant, judgement);
        }
        batch
    }

    fn take(&mut self, case: Case, judgement: Judgement) {
        match judgement {
            Judgement::Defined(output) => {
                // The case was judged under the number 0.
                let output = String::from_utf8_lossy(&output).replace("0: ", &format!("{}: ", self.cases.len()));
                self.cases.push((case, output));
            }
            Judgement::Undefined(kind, _) => *self.others.entry(kind.name().to_owned()).or_default() += 1,
            Judgement::Open(why) => *self.others.entry(why.to_owned()).or_default() += 1,
            Judgement::Unsupported(what, _) => *self.others.entry(format!("unsupported: {what}")).or_default() += 1,
            Judgement::Rejected(why) => self.rejected.push((case, why)),
        }
    }

    /// The program of all cases.
    pub fn program(&self) -> Program {
        Program::new((0..).zip(self.cases.iter().map(|(case, _)| case)))
    }

    /// What it must print.
    pub fn expected(&self) -> String {
        self.cases.iter().map(|(_, output)| output.as_str()).collect()
    }
}

/// One expression, and what it leaves behind.
fn expression(rng: &mut Rng) -> Case {
    let depth = 1 + rng.below(4);
    let mut maker = Maker::new(rng);
    maker.constant = maker.rng.one_in(6);
    let class = match maker.rng.below(12) {
        0..=6 => Class::Integer,
        7..=9 => Class::Floating,
        10 if !maker.constant => Class::Complex,
        _ if !maker.constant => Class::Vector(maker.rng.index(VECTORS.len())),
        _ => Class::Integer,
    };
    let expr = maker.expr(class, depth).settled();
    if maker.constant {
        let ty = if class == Class::Integer { maker.integer_type() } else { maker.floating_type() };
        let name = maker.fresh_global("c");
        maker.case.globals.push(format!("static {} {name} = {expr};", ty.name));
        let shown = maker.show(class, &name);
        maker.case.body.push(shown);
        return maker.case;
    }
    let shown = maker.show(class, &expr);
    maker.case.body.push(shown);
    for object in std::mem::take(&mut maker.changed) {
        let text = if object.is_bit_field { format!("(+{})", object.text) } else { object.text };
        let shown = maker.show(object.class, &text);
        maker.case.body.push(shown);
    }
    maker.case
}
