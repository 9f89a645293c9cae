//! Which changes are looked for, and when: figure 15 of the paper.
//!
//! (1) expressions are eliminated until none can be, and with them the statements that the paper's programs do not have. (2) Expressions become one of their operands until none can. (3)
//! Subexpressions become their values; if one did, (2) comes again. If none did and (2) had an effect, all starts again with
//! (1). If neither had, (4) values and types become simpler; after any effect everything is repeated. Binary search is for
//! the first round of (1) to (3): later ones find little, and then looking at one after the other is quicker.

use kiln_lang::tree::Program;
use kiln_meaning::{Outcome, run};

use crate::arith::anatomy::Anatomy;
use crate::arith::expected::{Confirmed, confirm};
use crate::arith::observed::Site;
use crate::arith::search::{Options, Phase, Progress, ReduceError, Reduced, Search, Test};
use crate::arith::step::Step;
use crate::arith::{bottom_up, eliminate, guard, halving, hoist, simplify, statements, top_down, unread};
use crate::test::{Failure, Seen};

/// Reduces a self-checking program that fails the test.
pub fn reduce(
    program: &Program,
    test: &Test<'_>,
    options: &Options<'_>,
    watch: &mut dyn FnMut(&Progress<'_>),
) -> Result<Reduced, ReduceError> {
    Anatomy::of(program).ok_or(ReduceError::NotSelfChecking)?;
    let Some(start) = confirm(program.clone(), &options.settings) else {
        return Err(ReduceError::NotRight(why_not_right(program, options)));
    };
    let seen = test(&kiln_lang::print::canonical(&start.program), &start.ended)?;
    let failure = match (Failure::of(&seen), &seen) {
        (Some(failure), _) => failure,
        (None, Seen::Rejected(words)) => return Err(ReduceError::Rejected(words.clone())),
        (None, _) => return Err(ReduceError::NotFailing),
    };
    let unchanged = start.clone();
    let Some(mut search) = Search::new(start, failure, test, options, watch) else {
        return Err(ReduceError::NotSelfChecking);
    };
    whole_flow(&mut search, &seen)?;
    Ok(result(&search, unchanged))
}

fn result(search: &Search<'_>, start: Confirmed) -> Reduced {
    let program = if search.counts.taken == 0 { start.program } else { search.best.program.clone() };
    Reduced {
        program,
        failure: search.failure.clone(),
        counts: search.counts,
        operators: search.operators,
        finished: !search.is_stopped(),
    }
}

fn why_not_right(program: &Program, options: &Options<'_>) -> String {
    match run(program, &options.settings).outcome {
        Outcome::Ended(_) => "is defined but finds itself wrong: it was made for another target or dialect".to_owned(),
        Outcome::Undefined(report) => format!("is undefined ({}): {}", report.kind.name(), report.message),
        other => format!("is {}", other.word()),
    }
}

fn whole_flow(search: &mut Search<'_>, seen: &Seen) -> Result<(), ReduceError> {
    first_round(search, seen)?;
    loop {
        minimise(search)?;
        search.phase = Phase::ValuesAndTypes;
        if !simplify::simplify(search)? || search.is_stopped() {
            return Ok(());
        }
    }
}

/// (1), (2) and (3) by binary search: results first, then what they need.
fn first_round(search: &mut Search<'_>, seen: &Seen) -> Result<(), ReduceError> {
    search.phase = Phase::Elimination;
    eliminate::track_one(search, seen)?;
    eliminate::eliminate_results(search, true)?;
    search.phase = Phase::TopDown;
    guard::guard_whole(search)?;
    halving::halve(search, true)?;
    search.phase = Phase::Elimination;
    drop_unread(search)?;
    eliminate::eliminate_in_functions(search, true)?;
    search.phase = Phase::BottomUp;
    let others = search.roots().into_iter().filter(|root| !root.is_result && search.has_operators(root));
    let others: Vec<Site> = others.map(|root| (root.function, root.expr)).collect();
    search.by_halves(&others, true, &|some| Step::Values(some.to_vec()))?;
    halving::halve(search, false)?;
    bottom_up::bottom_up(search, true)?;
    // What could not be halved before may be now.
    halving::halve(search, true)?;
    drop_unread(search)
}

/// (1), (2) and (3), one after the other, until none has an effect.
fn minimise(search: &mut Search<'_>) -> Result<(), ReduceError> {
    loop {
        search.phase = Phase::Elimination;
        eliminate::eliminate_results(search, false)?;
        eliminate::eliminate_in_functions(search, false)?;
        drop_unread(search)?;
        if statements::reduce_statements(search)? {
            drop_unread(search)?;
        }
        let mut top_down_had_effect = false;
        loop {
            search.phase = Phase::TopDown;
            top_down_had_effect |= top_down::top_down(search)?;
            search.phase = Phase::BottomUp;
            if !bottom_up::bottom_up(search, false)? || search.is_stopped() {
                break;
            }
        }
        search.phase = Phase::TopDown;
        let goes_on = top_down_had_effect || hoist::hoist(search)?;
        if !goes_on || search.is_stopped() {
            return drop_unread(search);
        }
    }
}

/// Variables that nobody reads and functions that nobody calls go.
fn drop_unread(search: &mut Search<'_>) -> Result<(), ReduceError> {
    let unread = unread::unread(&search.best.program, &search.anatomy);
    search.by_halves(&unread, true, &|some| Step::Drop(some.to_vec())).map(|_| ())
}
