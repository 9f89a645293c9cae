//! The run in which a program becomes defined.
//!
//! A program is written without regard to values. Then it is run once, and what would be undefined is repaired on the spot:
//! an operation that is reached for the first time becomes another one that is just defined, or gets a constant; one that has run
//! before gets its total form, which agrees with what it did. Operations that were left open are decided with their operands at
//! hand: conditions come out as they were wished, sums end next to where they would overflow.

use kiln_case::Choices;
use kiln_lang::target::Target;
use kiln_lang::tree::{BinaryOp, ExprId, FunctionId, Program, StmtId};
use kiln_lang::types::Basic;
use kiln_lang::value::int::Int;
use kiln_meaning::live::{Event, Fault, Live};
use kiln_meaning::repair::table::{Operation, Row, right_range};
use kiln_meaning::repair::{Arithmetic, Repair, Scalar};
use kiln_meaning::{Ended, Outcome, Report, Settings};
use rustc_hash::{FxHashMap, FxHashSet};

use super::invalid::{Marked, is_announced};

/// What an operation that is left open should come to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Wish {
    /// A result, or an operand, next to a boundary.
    Boundary,
    /// A result that compares with a value as wanted.
    Truth { relation: BinaryOp, against: Scalar, want: bool },
    /// A result.
    Value(u32),
}

/// Operations that are left open.
pub(super) type Wishes = FxHashMap<(FunctionId, ExprId), Wish>;

/// What was done to make a program defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mended {
    /// Operations that were decided.
    pub decided: u64,
    /// Operations that were repaired when they first ran.
    pub repaired: u64,
    /// Operations that got their total form.
    pub totalled: u64,
}

/// A program that is defined.
#[derive(Debug)]
pub(super) struct Defined {
    pub(super) program: Program,
    /// What it does; nothing if it stops at an invalid reference that was asked for.
    pub(super) ended: Option<Ended>,
    pub(super) mended: Mended,
    /// The statements of each function that were reached.
    pub(super) reached: Vec<FxHashSet<StmtId>>,
}

/// Why a program cannot be made defined: the generator is wrong.
#[derive(Clone, Debug)]
pub(super) struct NotDefined {
    pub(super) what: String,
    /// The program with the repairs so far, if they can be written.
    pub(super) program: Option<Program>,
}

impl NotDefined {
    fn with(what: String, live: Live) -> Box<NotDefined> {
        Box::new(NotDefined { what, program: live.finish().ok() })
    }

    fn of(what: String) -> Box<NotDefined> {
        Box::new(NotDefined { what, program: None })
    }
}

/// What the interpreter says of a program, in words.
pub(super) fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ended(_) => "the program ends".to_owned(),
        Outcome::Undefined(report) => told_report(report),
        Outcome::Unspecified { what, .. } => format!("the program is unspecified: {what}"),
        Outcome::Limit(limit) => format!("the program reaches a limit: {}", limit.name()),
        Outcome::Unsupported { what, .. } => format!("the program is not supported: {what}"),
    }
}

fn told_report(report: &Report) -> String {
    format!("the program is undefined ({}): {}", report.kind.name(), report.message)
}

struct Mender<'a> {
    target: Target,
    settings: Settings,
    choices: Choices,
    wishes: &'a Wishes,
    mended: Mended,
}

/// Runs a program, and mends it meanwhile.
pub(super) fn mend(
    program: Program,
    settings: Settings,
    choices: Choices,
    wishes: &Wishes,
    marked: &Marked,
) -> Result<Defined, Box<NotDefined>> {
    let undecided: FxHashSet<(FunctionId, ExprId)> = wishes.keys().copied().collect();
    let target = program.options.target;
    let mut mender = Mender { target, settings, choices, wishes, mended: Mended::default() };
    let n_functions = program.units[0].functions.len();
    let mut live = Live::mend(program, settings, &undecided).map_err(|outcome| NotDefined::of(told(&outcome)))?;
    loop {
        match live.advance() {
            Event::Undecided(undecided) => {
                let repair = mender.decision(&(undecided.at.function, undecided.expr), &undecided.operation);
                mender.mended.decided += 1;
                if !live.decide(&undecided, repair) {
                    return Err(NotDefined::of("an operation cannot be decided".to_owned()));
                }
            }
            Event::Fault(fault) if is_announced(&fault.report, fault.at.function, fault.at.stmt, marked) => {
                return defined(live, None, mender.mended, n_functions);
            }
            Event::Fault(fault) => {
                if !mender.repair(&mut live, &fault) {
                    return Err(NotDefined::with(told_report(&fault.report), live));
                }
            }
            Event::Ended(Outcome::Ended(ended)) => {
                return defined(live, Some(ended), mender.mended, n_functions);
            }
            Event::Ended(outcome) => {
                return Err(NotDefined::with(told(&outcome), live));
            }
            Event::Hole(_) => return Err(NotDefined::of("a statement was left out".to_owned())),
        }
    }
}

/// What has come of a run.
fn defined(
    mut live: Live,
    ended: Option<Ended>,
    mended: Mended,
    n_functions: usize,
) -> Result<Defined, Box<NotDefined>> {
    let reached = (0..n_functions).map(|at| live.reached(kiln_lang::index::Id::from_index(at))).collect();
    let program = live.finish().map_err(|error| NotDefined::of(error.to_string()))?;
    Ok(Defined { program, ended, mended, reached })
}

impl Mender<'_> {
    fn arithmetic(&self) -> Arithmetic<'_> {
        Arithmetic::new(&self.target, &self.settings)
    }

    /// Repairs an operation; says whether that can be done.
    fn repair(&mut self, live: &mut Live, fault: &Fault) -> bool {
        let (Some(operation), Some(expr)) = (fault.operation, fault.expr) else { return false };
        let ran_before = fault.ran_before || live.repaired(fault.at, expr).is_some();
        let repair = match self.first_repair(&operation).filter(|_| !ran_before) {
            Some(repair) => {
                self.mended.repaired += 1;
                repair
            }
            None => {
                self.mended.totalled += 1;
                let plain = Repair::binary(operation.op, Repair::Left, Repair::Right);
                let now = live.repaired(fault.at, expr).cloned().unwrap_or(plain);
                now.total(&self.arithmetic(), operation.left.basic, operation.right.basic)
            }
        };
        live.repair(fault, repair, false)
    }

    /// What becomes of an operation that has not run before. To leave it out would leave out what its operands do, a guard and
    /// what is like one (`a << (b & 31)`, `a / (b | 1)`, `(int)((unsigned)a + b)`) is no better than the total form, and a product must not become a quotient: its divisor may have to be looked at later,
    /// and only the operands of divisions are written so that they can be evaluated twice.
    fn first_repair(&mut self, operation: &Operation) -> Option<Repair> {
        let mut chain = Row::chain(&self.arithmetic(), operation);
        chain.retain(|(row, _)| {
            let is_quotient = *row == Row::Flip && operation.op == BinaryOp::Mul;
            let is_guarded = matches!(row, Row::Guard | Row::MaskCount | Row::OddDivisor | Row::Unsigned);
            !is_quotient && !is_guarded && *row != Row::Left
        });
        let n = chain.len() as u64;
        (n > 0).then(|| chain.swap_remove(self.choices.below(n) as usize).1)
    }

    /// What becomes of an operation that was left open: its constant is replaced.
    fn decision(&mut self, node: &(FunctionId, ExprId), operation: &Operation) -> Option<Repair> {
        let k = match *self.wishes.get(node)? {
            Wish::Boundary => self.next_to_boundary(operation)?,
            Wish::Truth { relation, against, want } => {
                let result = self.satisfying(relation, against, want)?;
                self.constant_for(operation, result)?
            }
            Wish::Value(value) => self.constant_for(operation, value.into())?,
        };
        let basic = operation.right.basic;
        let shape = self.arithmetic().shape(basic);
        let k = Repair::Const(Scalar::int(basic, Int::wrap(k.cast_unsigned(), shape)));
        let repair = Repair::binary(operation.op, Repair::Left, k);
        let is_defined = repair.eval(&self.arithmetic(), operation.ty, operation.left, operation.right).is_ok();
        is_defined.then_some(repair)
    }

    /// A right operand with which the operation is nearly undefined, or its result wraps or nearly so.
    fn next_to_boundary(&mut self, operation: &Operation) -> Option<i128> {
        let (lo, hi) = right_range(&self.arithmetic(), operation)?;
        let shape = self.arithmetic().shape(operation.ty);
        if matches!(operation.op, BinaryOp::Add | BinaryOp::Sub) && !shape.signed && shape.bits <= 64 {
            let left = operation.left.as_int()?.as_i128();
            let max = shape.max().as_i128();
            let to = if operation.op == BinaryOp::Add { max - left } else { left };
            return Some(to.wrapping_add(i128::from(self.choices.below(2))));
        }
        let end = if self.choices.one_in(2) { hi } else { lo };
        let inward = if end == hi { -1 } else { 1 };
        Some(if self.choices.one_in(3) && lo < hi { end.wrapping_add(inward) } else { end })
    }

    /// A number that compares as wanted.
    fn satisfying(&mut self, relation: BinaryOp, against: Scalar, want: bool) -> Option<i128> {
        let limit = against.as_int()?.as_i128();
        let shape = self.arithmetic().shape(against.basic);
        if shape.bits > 64 {
            return None;
        }
        let (min, max) = (shape.min().as_i128(), shape.max().as_i128());
        let below = |this: &mut Self| (limit > min).then(|| limit - 1 - this.near(limit - 1 - min));
        let above = |this: &mut Self| (limit < max).then(|| limit + 1 + this.near(max - limit - 1));
        let at_most = |this: &mut Self| Some(limit - this.near(limit - min));
        let at_least = |this: &mut Self| Some(limit + this.near(max - limit));
        match (relation, want) {
            (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => below(self),
            (BinaryOp::Gt, true) | (BinaryOp::Le, false) => above(self),
            (BinaryOp::Le, true) | (BinaryOp::Gt, false) => at_most(self),
            (BinaryOp::Ge, true) | (BinaryOp::Lt, false) => at_least(self),
            (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => Some(limit),
            _ => below(self).or_else(|| above(self)),
        }
    }

    /// A distance of at most so much: often none or little.
    fn near(&mut self, most: i128) -> i128 {
        match self.choices.below(4) {
            0 => 0,
            1 => most.min(1),
            2 => self.choices.between(0, most.min(100)),
            _ => self.choices.between(0, most),
        }
    }

    /// The right operand with which an operation has a result.
    fn constant_for(&self, operation: &Operation, result: i128) -> Option<i128> {
        let left = operation.left.as_int()?.as_i128();
        let bits = self.arithmetic().shape(operation.ty).bits;
        let is_wide = bits > 64 || matches!(operation.ty, Basic::Int128 | Basic::UInt128);
        if is_wide {
            return None;
        }
        let signed = self.arithmetic().shape(operation.ty).signed;
        let exact = match operation.op {
            BinaryOp::Add => result - left,
            BinaryOp::Sub => left - result,
            BinaryOp::BitXor => return Some(result ^ left),
            _ => return None,
        };
        // In a type with sign, the distance has to fit.
        (!signed || self.arithmetic().shape(operation.ty).contains(exact)).then_some(exact)
    }
}
