//! The total form of a formula.
//!
//! A run that never goes back can repair a node that has run before only by something that gives what the node gave then.
//! The total form of a formula is defined for all operands, and is the formula itself wherever that is defined: sums and
//! products are computed without sign, counts of shifts are masked, divisors are looked at first.

use kiln_lang::tree::{BinaryOp, UnaryOp};
use kiln_lang::types::Basic;
use kiln_lang::value::int::Int;

use super::{Arithmetic, Repair, Scalar};

impl Repair {
    /// The total form, for operands of these types. Where a divisor is not a constant, operands are used several times.
    #[must_use]
    pub fn total(&self, arithmetic: &Arithmetic<'_>, left: Basic, right: Basic) -> Repair {
        let of = |repair: &Repair| repair.total(arithmetic, left, right);
        match self {
            Repair::Left | Repair::Right | Repair::Const(_) => self.clone(),
            Repair::Unary(UnaryOp::Neg, a) => {
                let ty = self.type_of(arithmetic, left, right);
                negated(arithmetic, ty, of(a))
            }
            Repair::Unary(op, a) => Repair::Unary(*op, Box::new(of(a))),
            Repair::Cast(basic, a) => Repair::cast(*basic, of(a)),
            Repair::If(a, b, c) => Repair::choose(of(a), of(b), of(c)),
            Repair::Binary(op, a, b) => {
                let ty = self.type_of(arithmetic, left, right);
                let count = b.type_of(arithmetic, left, right);
                total_binary(arithmetic, *op, ty, of(a), (of(b), count))
            }
        }
    }
}

fn total_binary(arithmetic: &Arithmetic<'_>, op: BinaryOp, ty: Basic, a: Repair, (b, b_ty): (Repair, Basic)) -> Repair {
    let signed = arithmetic.shape(ty).signed;
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if signed => {
            let to = ty.to_unsigned();
            Repair::cast(ty, Repair::binary(op, Repair::cast(to, a), Repair::cast(to, b)))
        }
        BinaryOp::Shl | BinaryOp::Shr => {
            let widest = u128::from(arithmetic.shape(ty).bits) - 1;
            let count = Repair::binary(BinaryOp::BitAnd, b, number(arithmetic, b_ty, widest));
            if op == BinaryOp::Shl && signed {
                return Repair::cast(ty, Repair::binary(op, Repair::cast(ty.to_unsigned(), a), count));
            }
            Repair::binary(op, a, count)
        }
        BinaryOp::Div | BinaryOp::Rem => {
            let guarded = Repair::choose(b.clone(), Repair::binary(op, a.clone(), b.clone()), a.clone());
            if !signed {
                return guarded;
            }
            let minus_one = Repair::Unary(UnaryOp::Neg, Box::new(number(arithmetic, ty, 1)));
            let by_minus_one = match op {
                BinaryOp::Div => negated(arithmetic, ty, a),
                _ => number(arithmetic, ty, 0),
            };
            Repair::choose(Repair::binary(BinaryOp::Eq, b, minus_one), by_minus_one, guarded)
        }
        _ => Repair::binary(op, a, b),
    }
}

/// `-a` in a type.
fn negated(arithmetic: &Arithmetic<'_>, ty: Basic, a: Repair) -> Repair {
    if !arithmetic.shape(ty).signed {
        return Repair::Unary(UnaryOp::Neg, Box::new(a));
    }
    let to = ty.to_unsigned();
    Repair::cast(ty, Repair::binary(BinaryOp::Sub, number(arithmetic, to, 0), Repair::cast(to, a)))
}

fn number(arithmetic: &Arithmetic<'_>, basic: Basic, value: u128) -> Repair {
    Repair::Const(Scalar::int(basic, Int::from_u128(value, arithmetic.shape(basic))))
}
