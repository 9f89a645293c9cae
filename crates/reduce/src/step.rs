//! The changes that can be made to a program.
//!
//! A step is data: which results, which expressions, which variables. [`Step::apply`] makes the changed program, which has yet
//! to be given new expectations and a verdict. So steps can be listed, tried on several threads, and split in halves.

use kiln_lang::edit::{FunctionEdit, drop_unused};
use kiln_lang::tree::{ExprId, Node, Program, StmtId};
use kiln_lang::types::Basic;
use kiln_lang::value::int::Int;
use kiln_meaning::Settings;
use kiln_meaning::repair::{Arithmetic, Scalar, constant};
use rustc_hash::FxHashSet;

use crate::anatomy::Anatomy;
use crate::declared::{self, Change, Variable};
use crate::observed::{Observed, Site, Values};

/// A change.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    /// Results are given instead of computed, and no longer checked (figure 11).
    Eliminate(Vec<StmtId>),
    /// The expression of a result becomes a part of itself (figure 12); the result may get the type of that part.
    Part { check: StmtId, part: ExprId, retyped: Option<Change> },
    /// An expression becomes the value that it has (figure 13).
    Value(Site),
    /// A constant becomes another one (figure 14).
    Constant(Site, Scalar),
    /// Statements of `main` go away.
    Delete(Vec<StmtId>),
    /// A statement of `main` becomes a part of itself: a loop its body, an `if` one of its ways.
    Unwrap(StmtId, StmtId),
    /// Variables are declared otherwise (figure 14).
    Redeclare(Vec<Change>),
    /// Variables that nobody reads go away.
    Drop(Vec<Variable>),
    /// Functions and declarations that nobody uses go away.
    DropUnused,
}

impl Step {
    /// The changed program; nothing if it is no program.
    pub(crate) fn apply(&self, program: &Program, anatomy: &Anatomy, observed: &Observed) -> Option<Program> {
        match self {
            Step::Eliminate(checks) => eliminate(program, anatomy, observed, checks),
            Step::Part { check, part, retyped } => {
                let (_, whole) = anatomy.check(*check)?.assignment?;
                let mut edit = FunctionEdit::open(program, 0, anatomy.main);
                edit.replace(Node::Expr(whole), Node::Expr(*part)).ok()?;
                let program = edit.finish().ok()?;
                match retyped {
                    Some(change) => declared::redeclare(&program, anatomy, &[*change]),
                    None => Some(program),
                }
            }
            &Step::Value((function, id)) => {
                let value = match observed.values((function, id)) {
                    Values::One(value) => value,
                    Values::None => zero(program, program.units[0].function(function).ty(id))?,
                    Values::Others => return None,
                };
                set_constant(program, (function, id), value)
            }
            &Step::Constant(site, value) => set_constant(program, site, value),
            Step::Delete(stmts) => {
                let mut edit = FunctionEdit::open(program, 0, anatomy.main);
                declared::remove(&mut edit, anatomy.block, &stmts.iter().copied().collect())?;
                edit.finish().ok()
            }
            &Step::Unwrap(whole, part) => {
                let mut edit = FunctionEdit::open(program, 0, anatomy.main);
                edit.replace(Node::Stmt(whole), Node::Stmt(part)).ok()?;
                edit.finish().ok()
            }
            Step::Redeclare(changes) => declared::redeclare(program, anatomy, changes),
            Step::Drop(variables) => declared::drop_all(program, anatomy, variables),
            Step::DropUnused => {
                let mut program = program.clone();
                drop_unused(&mut program);
                Some(program)
            }
        }
    }
}

fn eliminate(program: &Program, anatomy: &Anatomy, observed: &Observed, checks: &[StmtId]) -> Option<Program> {
    let target = program.options.target;
    let mut edit = FunctionEdit::open(program, 0, anatomy.main);
    let checks: FxHashSet<StmtId> = checks.iter().copied().collect();
    let mut gone: FxHashSet<StmtId> = FxHashSet::default();
    for check in anatomy.checks.iter().filter(|check| checks.contains(&check.stmt)) {
        gone.insert(check.stmt);
        let values = observed.values((anatomy.main, check.tested));
        if let (Some((_, whole)), Values::One(value)) = (check.assignment, values) {
            let new = constant(&mut edit, &target, value);
            edit.replace(Node::Expr(whole), Node::Expr(new)).ok()?;
        }
    }
    declared::remove(&mut edit, anatomy.block, &gone)?;
    edit.finish().ok()
}

fn set_constant(program: &Program, (function, id): Site, value: Scalar) -> Option<Program> {
    let mut edit = FunctionEdit::open(program, 0, function);
    let new = constant(&mut edit, &program.options.target, value);
    edit.replace(Node::Expr(id), Node::Expr(new)).ok()?;
    edit.finish().ok()
}

/// Zero of an arithmetic type.
fn zero(program: &Program, ty: kiln_lang::types::Ty) -> Option<Scalar> {
    let types = &program.tables.types;
    let basic = types.as_basic(types.unqualified(ty)).filter(|&basic| basic != Basic::Void)?;
    let zero = Scalar::int(Basic::Int, Int::ZERO);
    Arithmetic::new(&program.options.target, &Settings::default()).convert(zero, basic).ok()
}
