//! Invalid references, on request, for who tests analysers (4.4.3.3 of the thesis).
//!
//! Now and then a pointer is followed although it may be null. Every statement with such a reference is marked by a comment; when one is
//! executed with a null pointer, the program is undefined there and nowhere else, which the interpreter confirms.

use kiln_lang::parse;
use kiln_lang::tree::{ExprId, FunctionId, Node, Program, StmtId};
use kiln_meaning::{Kind, Outcome, Report, Settings, run};
use rustc_hash::FxHashSet;

use super::Maker;
use super::facts::{NULL, Targets};
use super::mend::told;
use super::told::Places;

/// What a marked statement says.
pub(super) const MARK: &str = "invalid reference";

/// A statement of a program.
pub(super) type Marked = Vec<(FunctionId, StmtId)>;

impl Maker {
    /// Whether a pointer that may be null is followed all the same.
    pub(super) fn follows_null(&mut self, targets: &Targets) -> bool {
        let percent = self.options.invalid_pointers;
        let may_be_null = targets.flags == NULL && !targets.places.is_empty();
        percent > 0 && may_be_null && !self.is_constant && self.choices.below(100) < percent.into()
    }
}

/// The statements that have an invalid reference in one of their expressions.
pub(super) fn marked(program: &Program, invalid: &FxHashSet<(FunctionId, ExprId)>) -> Marked {
    let mut marked = Vec::new();
    if invalid.is_empty() {
        return marked;
    }
    let unit = &program.units[0];
    for function in unit.function_ids() {
        let body = unit.function(function);
        for stmt in body.nodes().filter_map(Node::stmt) {
            let exprs = body.children(Node::Stmt(stmt)).into_iter().filter(|child| child.expr().is_some());
            let mut inside = exprs.flat_map(|expr| body.descend(expr)).filter_map(Node::expr);
            if inside.any(|expr| invalid.contains(&(function, expr))) {
                marked.push((function, stmt));
            }
        }
    }
    marked
}

/// Whether something undefined is what the marks announce.
pub(super) fn is_announced(report: &Report, function: FunctionId, stmt: StmtId, marked: &Marked) -> bool {
    report.kind == Kind::NullPointer && marked.contains(&(function, stmt))
}

/// Runs the text of a program that stopped at an invalid reference: it has to do so at a marked statement.
pub(super) fn confirm(text: &str, program: &Program, marked: &Marked, settings: &Settings) -> Result<Report, String> {
    let parsed = parse("whole.c", text.as_bytes().to_vec(), &program.options);
    let places = Places::of(program, text);
    match run(&parsed.program, settings).outcome {
        Outcome::Undefined(report) if report.kind == Kind::NullPointer => {
            let at = report.place.map(|place| place.span.start);
            if at.is_some_and(|at| places.is_in(at, marked)) {
                return Ok(*report);
            }
            Err(format!("the program is undefined where nothing is marked: {}", report.message))
        }
        other => Err(told(&other)),
    }
}
