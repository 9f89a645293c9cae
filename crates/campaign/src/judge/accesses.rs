//! Who does something else to volatile objects than the interpreter's list says.
//!
//! The list is no more above suspicion than the interpreter's other words: where nobody agrees with it, the case is disputed, and
//! if two families contradict it without optimisation, kiln is taken to be wrong.

use std::collections::BTreeSet;

use kiln_toolchain::calibrate::Family;

use super::{Class, Judgement, Standing, Suspicion, add, agrees, is_excused};
use crate::expect::{Expectations, Word};
use crate::matrix::Matrix;
use crate::observe::Observation;
use crate::volatile::{Compared, Difference};

/// What compiled programs did wrong to volatile objects.
pub(super) fn judge(
    matrix: &Matrix,
    expectations: &Expectations<'_>,
    observations: &[&Observation],
    judgement: &mut Judgement,
) {
    let mut right = Vec::new();
    let mut wrong: Vec<(usize, &'static str)> = Vec::new();
    for observation in observations {
        let configuration = observation.configuration;
        let target = matrix.configurations[configuration].target.as_deref();
        let Some(execution) = observation.execution.as_ref().filter(|_| observation.traced.is_some()) else { continue };
        let Some(compared) = compared(matrix, expectations, observation) else { continue };
        // What it does otherwise may be valgrind's doing; the same compiler without it is judged anyway.
        if !matches!(expectations.on(target), Word::Known(expected) if agrees(&expected, execution)) {
            judgement.inconclusive.push(configuration);
            continue;
        }
        match compared.difference() {
            None => right.push(configuration),
            Some(Difference { what, .. }) => {
                let class = Class::WrongCodeVolatile;
                if !is_excused(matrix, expectations, (configuration, class), what, judgement) {
                    wrong.push((configuration, what));
                }
            }
        }
    }
    against_the_list(matrix, &right, &wrong, judgement);
}

/// What a configuration had to do to volatile objects and what its program did, if it was traced.
pub fn compared(matrix: &Matrix, expectations: &Expectations<'_>, observation: &Observation) -> Option<Compared> {
    let tracing = matrix.tool(observation.configuration).tracing.as_ref()?;
    let target = matrix.configurations[observation.configuration].target.as_deref();
    Some(Compared::new(&*expectations.volatiles(target)?, observation.traced.as_ref()?, &tracing.how))
}

fn against_the_list(matrix: &Matrix, right: &[usize], wrong: &[(usize, &'static str)], judgement: &mut Judgement) {
    let families: BTreeSet<Family> = wrong.iter().map(|&(configuration, _)| matrix.family(configuration)).collect();
    let is_plain = |configuration: usize| matrix.configurations[configuration].is_without_optimisation();
    let plainly_wrong: BTreeSet<Family> =
        wrong.iter().filter(|it| is_plain(it.0)).map(|it| matrix.family(it.0)).collect();
    if plainly_wrong.len() >= 2 && right.is_empty() {
        let who =
            format!("{plainly_wrong:?} contradict the interpreter's list of volatile accesses without optimisation");
        judgement.quarantine.get_or_insert(who);
        return;
    }
    let class = Class::WrongCodeVolatile;
    for family in families {
        let of_family: Vec<(usize, &'static str)> =
            wrong.iter().copied().filter(|&(configuration, _)| matrix.family(configuration) == family).collect();
        let standing = match right.first() {
            Some(_) => Standing::Bug,
            None => {
                Standing::Disputed("no compiler agrees with the interpreter's list of volatile accesses".to_owned())
            }
        };
        let passing = right.iter().find(|&&other| matrix.family(other) == family).or(right.first()).copied();
        let failing = of_family.iter().map(|&(configuration, _)| configuration).collect();
        let key = format!("{} {}", class.name(), looks(matrix, &of_family).join(", "));
        add(judgement, Suspicion { class, key, failing, passing, standing });
    }
}

/// What wrong accesses of one look have in common: the compilers, and what is wrong. Levels are drawn, so all but none are one.
fn looks(matrix: &Matrix, wrong: &[(usize, &'static str)]) -> Vec<String> {
    let mut looks: Vec<String> = Vec::new();
    for &(configuration, what) in wrong {
        let of_tool = |other: usize| matrix.configurations[other].tool == matrix.configurations[configuration].tool;
        let is_plain = |other: usize| matrix.configurations[other].is_without_optimisation();
        let always = wrong.iter().any(|&(other, same)| of_tool(other) && is_plain(other) && same == what);
        let level = if always { "" } else { " with optimisation" };
        let look = format!("{}{level}: {what}", matrix.tool(configuration).name);
        if !looks.contains(&look) {
            looks.push(look);
        }
    }
    looks
}
