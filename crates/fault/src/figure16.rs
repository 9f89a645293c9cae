//! The faults of figure 16, from its captions and listings.
//!
//! The paper says what the compilers did with the listings, not why; the conditions here are the smallest that the listings
//! show, read off their expressions.

use kiln_lang::tree::{BinaryOp, ExprId, ExprKind, Sight, UnaryOp};
use kiln_lang::types::Basic;
use kiln_lang::{Folder, Options};

use crate::plant::{Effect, basic_of, operation_of, without_casts};
use crate::{Listing, Operation};

/// What a fault of the figure does to an expression.
pub(crate) fn effect(listing: Listing, sight: Sight<'_>, id: ExprId) -> Option<Effect> {
    let ExprKind::Binary { lhs, rhs, .. } = sight.body.expr(id) else { return None };
    let operation = operation_of(sight, id)?;
    let is = |id: ExprId, op: BinaryOp, basic: Basic| operation_of(sight, id) == Some(Operation { op, basic });
    match listing {
        // GCC took -(x / 2) for x / -2, and that divided by 2 for x / -4, whatever the sign.
        Listing::A => {
            let quotient = negated(sight, without_casts(sight, lhs))?;
            let ExprKind::Binary { lhs: dividend, rhs: divisor, .. } = sight.body.expr(quotient) else { return None };
            let fits = operation == Operation { op: BinaryOp::Div, basic: Basic::UInt }
                && is(quotient, BinaryOp::Div, Basic::UInt);
            fits.then_some(Effect::MovedMinus { dividend, divisor, by: rhs })
        }
        // The comparison of what is left of the sign with a negative constant.
        Listing::B => {
            let shift = without_casts(sight, lhs);
            let fits = operation == Operation { op: BinaryOp::Lt, basic: Basic::Int }
                && is(shift, BinaryOp::Shr, Basic::Int)
                && is_negative_constant(sight, rhs);
            fits.then_some(Effect::Crash)
        }
        // A count that is itself shifted, by a count of another type.
        Listing::C => {
            let count = without_casts(sight, rhs);
            let ExprKind::Binary { rhs: by, .. } = sight.body.expr(count) else { return None };
            let fits = operation == Operation { op: BinaryOp::Shr, basic: Basic::Long }
                && is(count, BinaryOp::Shl, Basic::Int)
                && basic_of(sight, sight.body.ty(by)) == Some(Basic::Long);
            fits.then_some(Effect::Operand(lhs))
        }
        // A remainder by the comparison of a `double`.
        Listing::D => {
            let divisor = without_casts(sight, rhs);
            let fits = operation == Operation { op: BinaryOp::Rem, basic: Basic::Int }
                && is(divisor, BinaryOp::Ne, Basic::Double);
            fits.then_some(Effect::Crash)
        }
    }
}

/// The operand of a minus sign, also of one that is written as a subtraction from 0.
fn negated(sight: Sight<'_>, id: ExprId) -> Option<ExprId> {
    match sight.body.expr(id) {
        ExprKind::Unary { op: UnaryOp::Neg, operand } => Some(without_casts(sight, operand)),
        ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } if sight.body.int_value(lhs) == Some(0) => {
            Some(without_casts(sight, rhs))
        }
        _ => None,
    }
}

fn is_negative_constant(sight: Sight<'_>, id: ExprId) -> bool {
    Folder::new(sight, &Options::default()).int(id).is_some_and(|value| value.as_i128() < 0)
}
