//! The changes that can be made to a program.
//!
//! A step is data: which results, which expressions, which variables. [`Step::apply`] makes the changed program, which has yet
//! to be given new expectations and a verdict. So steps can be listed, tried on several threads, and split in halves.

use kiln_lang::build::BuildStmt;
use kiln_lang::edit::FunctionEdit;
use kiln_lang::tree::{ExprId, FunctionId, Node, Program, StmtId, StmtKind};
use kiln_lang::types::{Basic, Ty};
use kiln_lang::value::int::Int;
use kiln_meaning::Settings;
use kiln_meaning::repair::{Arithmetic, Scalar, constant};

use crate::arith::anatomy::Anatomy;
use crate::arith::declared::{self, Change};
use crate::arith::eliminate;
use crate::arith::guard;
use crate::arith::observed::{Observed, Site, Values};
use crate::arith::unread::{self, Unread};

/// A statement of the only unit.
pub(crate) type Place = (FunctionId, StmtId);

/// A change.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    /// Statements become the values that they leave in variables, and results among these are no longer checked (figure 11).
    Eliminate(Vec<Place>),
    /// A full expression becomes a part of itself (figure 12); the variable it is assigned to may get the type of that part.
    Part { root: Site, part: ExprId, retyped: Option<Change> },
    /// A full expression becomes a division by the outcome of comparing a part of itself with its value, and other statements are
    /// eliminated (see `guard`).
    Guard { root: Site, part: ExprId, value: Scalar, others: Vec<Place> },
    /// Expressions become the values that they have (figure 13).
    Values(Vec<Site>),
    /// A constant becomes another one (figure 14).
    Constant(Site, Scalar),
    /// Statements go away.
    Delete(Vec<Place>),
    /// A statement becomes a part of itself: a loop one round, an `if` one of its ways.
    Unwrap(Place, StmtId),
    /// Variables are declared otherwise (figure 14).
    Redeclare(Vec<Change>),
    /// Variables that nobody reads and functions that nobody calls go away.
    Drop(Vec<Unread>),
}

impl Step {
    /// The changed program; nothing if it is no program.
    pub(crate) fn apply(&self, program: &Program, anatomy: &Anatomy, observed: &Observed) -> Option<Program> {
        match self {
            Step::Eliminate(places) => edit_each(program, places, |edit, function, stmts| {
                eliminate::eliminate(edit, anatomy, observed, function, stmts)
            }),
            &Step::Part { root: (function, whole), part, ref retyped } => {
                let mut edit = FunctionEdit::open(program, 0, function);
                edit.replace(Node::Expr(whole), Node::Expr(part)).ok()?;
                let program = edit.finish().ok()?;
                match retyped {
                    Some(change) => declared::redeclare(&program, anatomy, &[*change]),
                    None => Some(program),
                }
            }
            &Step::Guard { root: (function, whole), part, value, ref others } => {
                let put = |edit: &mut FunctionEdit<'_>| guard::put(edit, whole, part, value);
                let guarded = edit_each(program, &[(function, whole)], |edit, _, _| put(edit))?;
                Step::Eliminate(others.clone()).apply(&guarded, anatomy, observed)
            }
            Step::Values(sites) => edit_each(program, sites, |edit, function, exprs| {
                exprs.iter().try_for_each(|&id| set_value(edit, observed, (function, id)))
            }),
            &Step::Constant((function, id), value) => {
                edit_each(program, &[(function, id)], |edit, _, _| set_constant(edit, id, value))
            }
            Step::Delete(places) => {
                edit_each(program, places, |edit, _, stmts| stmts.iter().try_for_each(|&stmt| edit.delete(stmt).ok()))
            }
            &Step::Unwrap((function, whole), part) => {
                edit_each(program, &[(function, whole)], |edit, _, _| unwrap(edit, whole, part))
            }
            Step::Redeclare(changes) => declared::redeclare(program, anatomy, changes),
            Step::Drop(unread) => unread::drop_all(program, unread),
        }
    }
}

/// Edits each function that has something to be edited, one after the other.
pub(crate) fn edit_each<I: Copy>(
    program: &Program,
    sites: &[(FunctionId, I)],
    mut change: impl FnMut(&mut FunctionEdit<'_>, FunctionId, &[I]) -> Option<()>,
) -> Option<Program> {
    let mut functions: Vec<FunctionId> = sites.iter().map(|&(function, _)| function).collect();
    functions.sort_unstable();
    functions.dedup();
    let mut program = program.clone();
    for function in functions {
        let own: Vec<I> = sites.iter().filter(|site| site.0 == function).map(|&(_, id)| id).collect();
        let mut edit = FunctionEdit::open(&program, 0, function);
        change(&mut edit, function, &own)?;
        program = edit.finish().ok()?;
    }
    Some(program)
}

fn set_value(edit: &mut FunctionEdit<'_>, observed: &Observed, site: Site) -> Option<()> {
    let value = match observed.values(site) {
        Values::One(value) | Values::Several(value) => value,
        Values::None => zero(edit.program(), edit.body().ty(site.1))?,
        Values::Others => return None,
    };
    set_constant(edit, site.1, value)
}

fn set_constant(edit: &mut FunctionEdit<'_>, id: ExprId, value: Scalar) -> Option<()> {
    let target = edit.program().options.target;
    let new = constant(edit, &target, value);
    edit.replace(Node::Expr(id), Node::Expr(new)).ok()
}

/// A `for` keeps what it declares.
fn unwrap(edit: &mut FunctionEdit<'_>, whole: StmtId, part: StmtId) -> Option<()> {
    let part = match edit.body().stmt(whole) {
        StmtKind::For { init: Some(init), body, .. } if part == body => edit.block([init, body]),
        _ => part,
    };
    edit.replace(Node::Stmt(whole), Node::Stmt(part)).ok()
}

/// Zero of an arithmetic type.
fn zero(program: &Program, ty: Ty) -> Option<Scalar> {
    let types = &program.tables.types;
    let basic = types.as_basic(types.unqualified(ty)).filter(|&basic| basic != Basic::Void)?;
    let zero = Scalar::int(Basic::Int, Int::ZERO);
    Arithmetic::new(&program.options.target, &Settings::default()).convert(zero, basic).ok()
}
