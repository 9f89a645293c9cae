//! A program as a faulty compiler takes it.

use kiln_lang::build::BuildExpr;
use kiln_lang::edit::FunctionEdit;
use kiln_lang::tree::{BinaryOp, ExprId, ExprKind, FunctionId, Node, Program, Sight, UnaryOp};
use kiln_lang::types::{Basic, Ty};

use crate::{Fault, Operation, Wrong, figure16};

/// What a faulty compiler makes of a program.
#[derive(Clone, Debug)]
pub enum Planted {
    /// Another program.
    Program(Program),
    /// It breaks down, with these words.
    Crash(String),
}

/// What a fault does to an expression.
pub(crate) enum Effect {
    /// The result is changed.
    Changed(Operation, Wrong),
    /// An operand is all that is left.
    Operand(ExprId),
    /// `(a / -b) / c` instead of `-(a / b) / c`.
    MovedMinus {
        /// The quotient whose sign is changed, and its parts.
        dividend: ExprId,
        divisor: ExprId,
        by: ExprId,
    },
    /// The compiler breaks down.
    Crash,
}

impl Fault {
    /// The program that a faulty compiler would take a program for.
    pub fn plant(&self, program: &Program) -> Planted {
        let mut planted = program.clone();
        for unit in 0..program.units.len() {
            let functions: Vec<FunctionId> = program.units[unit].function_ids().collect();
            for function in functions {
                match self.plant_function(planted, unit, function) {
                    Planted::Program(program) => planted = program,
                    crash @ Planted::Crash(_) => return crash,
                }
            }
        }
        Planted::Program(planted)
    }

    fn plant_function(&self, program: Program, unit: usize, function: FunctionId) -> Planted {
        let from = &program.units[unit];
        let sight = Sight::of_function(&program.tables, from, from.function(function));
        let nodes = sight.body.nodes();
        let exprs = nodes.filter_map(Node::expr);
        let mut effects: Vec<(ExprId, Effect)> = exprs.filter_map(|id| Some((id, self.effect(sight, id)?))).collect();
        if effects.iter().any(|(_, effect)| matches!(effect, Effect::Crash)) {
            return Planted::Crash(format!("internal compiler error: planted fault, {self}"));
        }
        if effects.is_empty() {
            return Planted::Program(program);
        }
        // Parts before what they are part of.
        effects.reverse();
        let mut edit = FunctionEdit::open(&program, unit, function);
        for (old, effect) in effects {
            let new = changed(&mut edit, old, &effect);
            // Inside a type, a constant stays what it is.
            let _in_type = edit.replace(Node::Expr(old), Node::Expr(new));
        }
        match edit.finish() {
            Ok(program) => Planted::Program(program),
            // Where the wrong expression cannot stand, as in the bound of an array, the fault does no harm.
            Err(_) => Planted::Program(program),
        }
    }

    fn effect(&self, sight: Sight<'_>, id: ExprId) -> Option<Effect> {
        match *self {
            Fault::Operator(operation, wrong) => {
                (operation_of(sight, id) == Some(operation)).then_some(Effect::Changed(operation, wrong))
            }
            Fault::Nested { outer, inner, on_the_right, wrong } => {
                let ExprKind::Binary { lhs, rhs, .. } = sight.body.expr(id) else { return None };
                let operand = without_casts(sight, if on_the_right { rhs } else { lhs });
                (operation_of(sight, id) == Some(outer) && operation_of(sight, operand) == Some(inner))
                    .then_some(Effect::Changed(outer, wrong))
            }
            Fault::Figure16(listing) => figure16::effect(listing, sight, id),
        }
    }
}

/// An operand without explicit conversions.
pub(crate) fn without_casts(sight: Sight<'_>, mut id: ExprId) -> ExprId {
    while let ExprKind::Cast { operand, .. } = sight.body.expr(id) {
        id = operand;
    }
    id
}

/// The operator of an expression and the type it computes in.
pub(crate) fn operation_of(sight: Sight<'_>, id: ExprId) -> Option<Operation> {
    let ExprKind::Binary { op, lhs, .. } = sight.body.expr(id) else { return None };
    let ty = if op.is_comparison() { sight.body.converted(lhs) } else { sight.body.ty(id) };
    Some(Operation { op, basic: basic_of(sight, ty)? })
}

pub(crate) fn basic_of(sight: Sight<'_>, ty: Ty) -> Option<Basic> {
    sight.types().as_basic(sight.types().unqualified(ty))
}

/// The expression that takes the place of another; it may hold it.
fn changed(edit: &mut FunctionEdit<'_>, old: ExprId, effect: &Effect) -> ExprId {
    match *effect {
        Effect::Changed(operation, wrong) => wrong_result(edit, old, operation, wrong),
        Effect::Operand(operand) => operand,
        Effect::MovedMinus { dividend, divisor, by } => {
            let minus = edit.unary(UnaryOp::Neg, divisor);
            let quotient = edit.binary(BinaryOp::Div, dividend, minus);
            edit.binary(BinaryOp::Div, quotient, by)
        }
        Effect::Crash => old,
    }
}

/// A result that is wrong and still defined: computed without sign, converted back.
fn wrong_result(edit: &mut FunctionEdit<'_>, old: ExprId, operation: Operation, wrong: Wrong) -> ExprId {
    if operation.op.is_comparison() {
        return edit.unary(UnaryOp::Not, old);
    }
    if operation.basic.is_floating() {
        return match wrong {
            Wrong::PlusOne => {
                let one = edit.int(1);
                edit.binary(BinaryOp::Add, old, one)
            }
            Wrong::LowBit | Wrong::AllBits => edit.unary(UnaryOp::Neg, old),
        };
    }
    let unsigned = Ty::basic(operation.basic.to_unsigned());
    let bits = edit.cast(unsigned, old);
    let one = edit.int(1);
    let changed = match wrong {
        Wrong::PlusOne => edit.binary(BinaryOp::Add, bits, one),
        Wrong::LowBit => edit.binary(BinaryOp::BitXor, bits, one),
        Wrong::AllBits => edit.unary(UnaryOp::BitNot, bits),
    };
    edit.cast(Ty::basic(operation.basic), changed)
}
