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
use crate::volatile::{Compared, Difference, TARGET};

/// What compiled programs did wrong to volatile objects.
pub(super) fn judge(
    matrix: &Matrix,
    expectations: &Expectations<'_>,
    observations: &[&Observation],
    judgement: &mut Judgement,
) {
    let mut right = Vec::new();
    let mut wrong: Vec<Wrong> = Vec::new();
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
            Some(difference) => {
                let class = Class::WrongCodeVolatile;
                if !is_excused(matrix, expectations, (configuration, class), difference.what, judgement) {
                    wrong.push(Wrong { configuration, difference });
                }
            }
        }
    }
    let is_inexact = expectations.volatiles(Some(TARGET)).is_some_and(|expected| expected.is_inexact);
    against_the_list(matrix, &right, &wrong, is_inexact, judgement);
}

/// What a configuration had to do to volatile objects and what its program did, if it was traced.
pub fn compared(matrix: &Matrix, expectations: &Expectations<'_>, observation: &Observation) -> Option<Compared> {
    let tracing = matrix.tool(observation.configuration).tracing.as_ref()?;
    let target = matrix.configurations[observation.configuration].target.as_deref();
    Some(Compared::new(&expectations.volatiles(target)?.trace, observation.traced.as_ref()?, &tracing.how))
}

/// A configuration whose program does not do what the list says.
struct Wrong {
    configuration: usize,
    difference: Difference,
}

fn against_the_list(matrix: &Matrix, right: &[usize], wrong: &[Wrong], is_inexact: bool, judgement: &mut Judgement) {
    let family = |it: &Wrong| matrix.family(it.configuration);
    let plain = || wrong.iter().filter(|it| matrix.configurations[it.configuration].is_without_optimisation());
    let plainly_wrong: BTreeSet<Family> = plain().map(family).collect();
    if plainly_wrong.len() >= 2 && right.is_empty() && !is_inexact {
        let words = plain().next().map_or("", |it| &it.difference.words);
        judgement.quarantine.get_or_insert_with(|| {
            format!("{plainly_wrong:?} contradict the list of volatile accesses without optimisation: {words}")
        });
        return;
    }
    for family in wrong.iter().map(family).collect::<BTreeSet<Family>>() {
        let of_family: Vec<&Wrong> = wrong.iter().filter(|it| matrix.family(it.configuration) == family).collect();
        let standing = match right.first() {
            Some(_) if is_inexact => Standing::Doubtful("valgrind computes long double with fewer digits".to_owned()),
            Some(_) => Standing::Bug,
            None => Standing::Disputed("no compiler agrees with the list of volatile accesses".to_owned()),
        };
        let passing = right.iter().find(|&&other| matrix.family(other) == family).or(right.first()).copied();
        let failing = of_family.iter().map(|it| it.configuration).collect();
        let class = Class::WrongCodeVolatile;
        let key = format!("{} {}", class.name(), looks(matrix, &of_family).join(", "));
        add(judgement, Suspicion { class, key, failing, passing, standing });
    }
}

/// What wrong accesses of one look have in common: the compilers, and what is wrong. Levels are drawn, so all but none are one.
fn looks(matrix: &Matrix, wrong: &[&Wrong]) -> Vec<String> {
    let mut looks: Vec<String> = Vec::new();
    for it in wrong {
        let is_plain_and_same = |other: &&Wrong| {
            let (one, two) = (&matrix.configurations[it.configuration], &matrix.configurations[other.configuration]);
            one.tool == two.tool && two.is_without_optimisation() && it.difference.what == other.difference.what
        };
        let level = if wrong.iter().any(is_plain_and_same) { "" } else { " with optimisation" };
        let look = format!("{}{level}: {}", matrix.tool(it.configuration).name, it.difference.what);
        if !looks.contains(&look) {
            looks.push(look);
        }
    }
    looks
}
