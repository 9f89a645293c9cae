//! Which changes are looked for, and when: figure 15 of the paper.
//!
//! (1) expressions are eliminated until none can be, and with them the statements that the paper's programs do not have. (2) Expressions become one of their operands until none can. (3)
//! Subexpressions become their values; if one did, (2) comes again. If none did and (2) had an effect, all starts again with
//! (1). If neither had, (4) values and types become simpler; after any effect everything is repeated. Binary search is for
//! the first round of (1) to (3): later ones find little, and then looking at one after the other is quicker.

use kiln_lang::tree::{ExprId, Node, Program, StmtId};
use kiln_lang::types::Basic;
use kiln_meaning::{Outcome, run};

use crate::anatomy::{Anatomy, Operators, as_expr};
use crate::declared::{Change, Variable, has_unused_function};
use crate::expected::{Confirmed, confirm};
use crate::search::{Options, Phase, Progress, ReduceError, Reduced, Search, Test};
use crate::step::Step;
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
    search.phase = Phase::Elimination;
    track_one(search, seen)?;
    for round in 0.. {
        minimise(search, round == 0)?;
        search.phase = Phase::ValuesAndTypes;
        if !crate::simplify::simplify(search)? || search.is_stopped() {
            break;
        }
    }
    Ok(())
}

/// (1), (2) and (3) until none has an effect.
fn minimise(search: &mut Search<'_>, mut first: bool) -> Result<(), ReduceError> {
    loop {
        search.phase = Phase::Elimination;
        eliminate(search, first)?;
        crate::statements::reduce_statements(search, first)?;
        drop_unread(search)?;
        let mut top_down_had_effect = false;
        loop {
            search.phase = Phase::TopDown;
            if first {
                top_down_had_effect |= crate::halving::halve(search)?;
            }
            top_down_had_effect |= top_down(search)?;
            search.phase = Phase::BottomUp;
            let had_effect = crate::bottom_up::bottom_up(search, first)?;
            first = false;
            if !had_effect || search.is_stopped() {
                break;
            }
        }
        if !top_down_had_effect || search.is_stopped() {
            return drop_unread(search);
        }
    }
}

/// Of the results that the program itself calls wrong, only the first is tracked: others may be wrong because of it.
fn track_one(search: &mut Search<'_>, seen: &Seen) -> Result<(), ReduceError> {
    let Seen::Wrong(labels) = seen else { return Ok(()) };
    let first = search.anatomy.checks.iter().find(|check| labels.contains(&check.label)).map(|check| check.stmt);
    let others: Vec<StmtId> =
        search.anatomy.checks.iter().map(|check| check.stmt).filter(|&stmt| Some(stmt) != first).collect();
    if first.is_some() && !others.is_empty() {
        search.take_first(&[Step::Eliminate(others)])?;
    }
    Ok(())
}

/// (1): if all that fails needs several expressions, these stay.
fn eliminate(search: &mut Search<'_>, first: bool) -> Result<(), ReduceError> {
    let checks: Vec<StmtId> = search.anatomy.checks.iter().map(|check| check.stmt).collect();
    // Without any check, nothing can be wrong but the compiler itself.
    let may_lose_all = matches!(search.failure, Failure::CompilerCrash(_) | Failure::CompilerTimeout);
    if first {
        if checks.len() > 1 || may_lose_all {
            search.by_halves(&checks, may_lose_all, &|some| Step::Eliminate(some.to_vec()))?;
        }
        return Ok(());
    }
    for check in checks {
        if search.anatomy.checks.len() > 1 || may_lose_all {
            search.take_first(&[Step::Eliminate(vec![check])])?;
        }
    }
    Ok(())
}

/// Variables that nobody reads and functions that nobody calls go.
fn drop_unread(search: &mut Search<'_>) -> Result<(), ReduceError> {
    let is_unread = |variable: &Variable| variable.n_mentions == usize::from(variable.assigned.is_some());
    let unread: Vec<Variable> =
        Variable::all(&search.best.program, &search.anatomy).into_iter().filter(is_unread).collect();
    search.by_halves(&unread, true, &|some| Step::Drop(some.to_vec()))?;
    if has_unused_function(&search.best.program, search.anatomy.main) {
        search.take_first(&[Step::DropUnused])?;
    }
    Ok(())
}

/// (2), one level at a time.
fn top_down(search: &mut Search<'_>) -> Result<bool, ReduceError> {
    let mut had_effect = false;
    let checks: Vec<StmtId> = search.anatomy.checks.iter().map(|check| check.stmt).collect();
    for check in checks {
        while !search.is_stopped() {
            let parts = operands(search, check);
            let plain = parts.iter().map(|&part| Step::Part { check, part, retyped: None });
            let retyped = parts.iter().filter_map(|&part| retyped_part(search, check, part));
            let steps: Vec<Step> = plain.chain(retyped).collect();
            if search.take_first(&steps)?.is_none() {
                break;
            }
            had_effect = true;
        }
    }
    Ok(had_effect)
}

/// The operands of the outermost operator of a result, the largest first.
fn operands(search: &Search<'_>, check: StmtId) -> Vec<ExprId> {
    let body = search.main_body();
    let Some((_, whole)) = search.anatomy.check(check).and_then(|check| check.assignment) else { return Vec::new() };
    let sizes = Operators::below(body, whole);
    let mut parts: Vec<ExprId> = body.children(Node::Expr(whole)).into_iter().filter_map(as_expr).collect();
    // A constant has no operands, however it is written, and a result that is a constant is eliminated instead.
    parts.retain(|&part| search.is_number(part) && sizes.nodes.contains(&part));
    parts.sort_by_key(|&part| std::cmp::Reverse(sizes.of(part)));
    parts
}

/// A step to a part that has more bits than the result could hold: what is wrong with it might be lost.
pub(crate) fn retyped_part(search: &Search<'_>, check: StmtId, part: ExprId) -> Option<Step> {
    let decl = search.anatomy.check(check)?.decl?;
    let variables = Variable::all(&search.best.program, &search.anatomy);
    let old = variables.into_iter().find(|variable| variable.decl == decl)?;
    let types = &search.best.program.tables.types;
    let basic = types.as_integer(types.unqualified(search.main_body().ty(part)))?;
    let target = &search.best.program.options.target;
    let is_wider = old.basic.is_integer()
        && target.int_bits(basic) > target.int_bits(old.basic)
        && target.int_bits(basic) <= target.int_bits(Basic::LongLong);
    is_wider.then_some(())?;
    let value = search.convert(old.value, basic)?;
    let retyped = Some(Change { basic, value, ..old.unchanged() });
    Some(Step::Part { check, part, retyped })
}
