//! A changed program is made to expect what it computes.
//!
//! The interpreter runs it, whatever its checks say. Each check (and each guard) that does not hold gets the value that was seen, and a second
//! run confirms the whole: it has to end with status 0 and without `NG`.

use kiln_lang::edit::FunctionEdit;
use kiln_lang::tree::{ExprId, Node, Program};
use kiln_meaning::repair::constant;
use kiln_meaning::{End, Ended, Outcome, Settings, run};

use crate::arith::anatomy::Anatomy;
use crate::arith::guard;
use crate::arith::observed::Truth;

/// A program that is defined and finds itself right, and what it does.
#[derive(Clone, Debug)]
pub(crate) struct Confirmed {
    pub(crate) program: Program,
    pub(crate) ended: Ended,
}

/// The program with its expectations set anew; nothing if it is not defined, or if it cannot be made to find itself right.
pub(crate) fn settle(program: Program, settings: &Settings) -> Option<Confirmed> {
    let program = guard::renewed(program, settings)?;
    let anatomy = Anatomy::without_checks(&program)?;
    let tested: Vec<ExprId> = anatomy.checks.iter().map(|check| check.tested).collect();
    let conditions: Vec<ExprId> = anatomy.checks.iter().map(|check| check.condition).collect();
    let (ended, truth) = Truth::of(&program, settings, anatomy.main, &tested, &conditions)?;
    if finds_itself_right(&ended) {
        return Some(Confirmed { program, ended });
    }
    let target = program.options.target;
    let mut edit = FunctionEdit::open(&program, 0, anatomy.main);
    for ((check, value), holds) in anatomy.checks.iter().zip(truth.values).zip(truth.holds) {
        if holds {
            continue;
        }
        for &old in std::iter::once(&check.expected).chain(&check.shown) {
            let new = constant(&mut edit, &target, value?);
            edit.replace(Node::Expr(old), Node::Expr(new)).ok()?;
        }
    }
    let program = edit.finish().ok()?;
    confirm(program, settings)
}

/// The program, if it is defined and finds itself right.
pub(crate) fn confirm(program: Program, settings: &Settings) -> Option<Confirmed> {
    match run(&program, settings).outcome {
        Outcome::Ended(ended) if finds_itself_right(&ended) => Some(Confirmed { program, ended }),
        _ => None,
    }
}

fn finds_itself_right(ended: &Ended) -> bool {
    ended.how == End::Status(0) && ng_labels(&ended.output).next().is_none()
}

/// The labels of the lines that say `NG`.
pub(crate) fn ng_labels(output: &[u8]) -> impl Iterator<Item = String> {
    let lines = output.split(|&byte| byte == b'\n');
    lines.filter_map(|line| {
        let rest = line.strip_prefix(b"NG ")?;
        let label = rest.split(|&byte| byte == b' ').next().unwrap_or_default();
        Some(String::from_utf8_lossy(label).into_owned())
    })
}
