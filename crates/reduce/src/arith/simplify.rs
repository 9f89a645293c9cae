//! (4) Value and type minimisation: what the remaining variables and constants are becomes simpler.
//!
//! Qualifiers and storage classes go, variables of the file become local ones, integer types become `int`, values become
//! smaller (figure 14). First everything at once, then by halves, then each by itself.

use kiln_lang::tree::{Node, Sight, Storage};
use kiln_lang::types::{Basic, Quals};
use kiln_lang::value::float::Float;
use kiln_lang::value::int::{Int, IntShape};
use kiln_meaning::repair::{Number, Scalar};

use crate::arith::declared::{Change, Variable, written_value};
use crate::arith::observed::Site;
use crate::arith::operators::is_written;
use crate::arith::search::{ReduceError, Search};
use crate::arith::step::Step;

/// One round over all variables and constants.
pub(crate) fn simplify(search: &mut Search<'_>) -> Result<bool, ReduceError> {
    let all = variables(search);
    let simplest: Vec<Change> = all.iter().filter_map(|&variable| simplest(search, variable)).collect();
    let mut had_effect = search.by_halves(&simplest, true, &|some| Step::Redeclare(some.to_vec()))?;
    // What is declared anew has another number, so every change starts from what is there.
    for index in 0..all.len() {
        while !search.is_stopped() {
            let Some(&variable) = variables(search).get(index) else { break };
            let steps: Vec<Step> =
                simpler(search, variable).into_iter().map(|change| Step::Redeclare(vec![change])).collect();
            if search.take_first(&steps)?.is_none() {
                break;
            }
            had_effect = true;
        }
    }
    for index in 0..constants(search).len() {
        while !search.is_stopped() {
            let Some(&(site, value)) = constants(search).get(index) else { break };
            let in_int = (value.basic != Basic::Int).then(|| as_int(search, value)).flatten();
            let values = in_int.into_iter().chain(smaller(search, value));
            let steps: Vec<Step> = values.map(|value| Step::Constant(site, value)).collect();
            if search.take_first(&steps)?.is_none() {
                break;
            }
            had_effect = true;
        }
    }
    Ok(had_effect)
}

/// All variables, in an order that does not change when one is declared otherwise: by name.
fn variables(search: &Search<'_>) -> Vec<Variable> {
    let program = &search.best.program;
    let mut all = Variable::all(program, &search.anatomy);
    let unit = &program.units[0];
    let sight = Sight::of_function(&program.tables, unit, unit.function(search.anatomy.main));
    all.sort_by_key(|variable| sight.decl(variable.decl).name.map(|name| sight.name(name).to_owned()));
    all
}

/// A variable as simple as it can be; nothing if it is.
fn simplest(search: &Search<'_>, variable: Variable) -> Option<Change> {
    let mut change = Change { quals: Quals::NONE, storage: Storage::None, local: true, ..variable.unchanged() };
    if let Some((_, value)) = variable.assigned {
        (change.value, change.without_assignment) = (value, true);
    }
    if let Some(value) = as_int(search, change.value) {
        (change.basic, change.value) = (Basic::Int, value);
    }
    (change != variable.unchanged()).then_some(change)
}

/// All that makes a variable a little simpler.
fn simpler(search: &Search<'_>, variable: Variable) -> Vec<Change> {
    let now = variable.unchanged();
    let mut changes = Vec::new();
    if let Some((_, value)) = variable.assigned {
        changes.push(Change { value, without_assignment: true, ..now });
    }
    changes.extend([
        Change { quals: Quals::NONE, ..now },
        Change { quals: now.quals.without(Quals::CONST), ..now },
        Change { storage: Storage::None, ..now },
        Change { local: true, ..now },
    ]);
    for basic in [Basic::Int, Basic::UInt, Basic::Long, Basic::ULong] {
        let is_simpler = now.basic.is_integer() && complexity(basic) < complexity(now.basic);
        let value = search.convert(now.value, basic).filter(|_| is_simpler);
        changes.extend(value.map(|value| Change { basic, value, ..now }));
    }
    changes.extend(smaller(search, now.value).map(|value| Change { value, ..now }));
    changes.retain(|change| *change != now);
    changes
}

/// How simple an integer type is; 0 is `int`.
fn complexity(basic: Basic) -> u8 {
    match basic {
        Basic::Int => 0,
        Basic::UInt => 1,
        Basic::Long => 2,
        Basic::ULong => 3,
        _ => 4,
    }
}

fn as_int(search: &Search<'_>, value: Scalar) -> Option<Scalar> {
    let fits = value.basic.is_integer() && search.best.program.options.target.int_bits(value.basic) <= 64;
    search.convert(value, Basic::Int).filter(|_| fits)
}

/// Smaller values of the same type, the smallest first.
fn smaller(search: &Search<'_>, value: Scalar) -> impl Iterator<Item = Scalar> {
    let target = search.best.program.options.target;
    let (magnitude, is_negative) = match value.number {
        Number::Int(int) => {
            let shape = IntShape { bits: target.int_bits(value.basic) as u8, signed: target.is_signed(value.basic) };
            let is_negative = int.is_negative(shape);
            (if is_negative { int.as_i128().unsigned_abs() } else { int.as_u128() }, is_negative)
        }
        Number::Float(float) => (float.to_f64_lossy().abs() as u128, float.is_negative()),
    };
    let bits = 128 - magnitude.leading_zeros();
    let mut magnitudes: Vec<u128> = [bits, bits * 3 / 4, bits / 2, bits / 4, 1].map(|by| shifted(magnitude, by)).into();
    magnitudes.extend([1, 2, 10, 100]);
    magnitudes.sort_unstable();
    magnitudes.dedup();
    magnitudes.retain(|&smaller| smaller < magnitude);
    let signs = if is_negative { &[false, true][..] } else { &[false] };
    let numbers: Vec<(u128, bool)> =
        magnitudes.into_iter().flat_map(|n| signs.iter().map(move |&negative| (n, negative && n != 0))).collect();
    numbers.into_iter().map(move |(n, negative)| {
        let wide = IntShape::signed(128);
        let int = Int::from_i128(if negative { -(n as i128) } else { n as i128 }, wide);
        match value.number {
            Number::Int(_) => {
                let shape =
                    IntShape { bits: target.int_bits(value.basic) as u8, signed: target.is_signed(value.basic) };
                Scalar::int(value.basic, int.convert(shape))
            }
            Number::Float(_) => {
                Scalar::float(value.basic, Float::from_int(int, wide, target.float_format(value.basic)))
            }
        }
    })
}

fn shifted(value: u128, by: u32) -> u128 {
    value.checked_shr(by).unwrap_or(0)
}

/// The constants that functions compute with, and their values.
fn constants(search: &Search<'_>) -> Vec<(Site, Scalar)> {
    let program = &search.best.program;
    let unit = &program.units[0];
    let mut found = Vec::new();
    for root in search.roots() {
        let body = unit.function(root.function);
        let sight = Sight::of_function(&program.tables, unit, body);
        let is_initialiser = body.decls.iter().any(|decl| decl.init == Some(root.expr));
        let mut stack = vec![root.expr];
        while let Some(id) = stack.pop().filter(|_| !is_initialiser) {
            if !is_written(body, id) {
                let start = stack.len();
                body.each_child(Node::Expr(id), |child| stack.extend(child.expr()));
                stack[start..].reverse();
            } else if let Some(basic) = search.basic_of((root.function, id))
                && let Some(value) = written_value(program, sight, id, basic)
            {
                found.push(((root.function, id), value));
            }
        }
    }
    found
}
