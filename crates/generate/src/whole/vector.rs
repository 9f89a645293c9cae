//! Vectors (GNU C): operations on all lanes at once.
//!
//! Lanes are unsigned, a vector is shifted by constants, and divided where a bit is set in every lane: nothing is undefined. Single lanes are integers
//! like others.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{BinaryOp, ExprId, UnaryOp};
use kiln_lang::types::{Basic, Ty};

use super::Maker;
use super::lvalue::Use;
use super::objects::PlaceId;

const OPERATORS: [BinaryOp; 6] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor];

impl Maker {
    /// `v = w + x;`
    pub(super) fn vector_assignment(&mut self, operators: u32) -> Option<ExprId> {
        let place = self.any_seen(|sights| &sights.vectors)?;
        let around = self.context.clone();
        let to = self.named(place, Use::Write, &around)?;
        let value = self.without_writes_to(&[place], |maker| maker.vector(operators.min(4), place));
        self.note_access(&to.places, Use::Write, to.is_volatile);
        self.tokens += 2;
        Some(self.b.assign(None, to.expr, value))
    }

    /// A value of the type of a vector object.
    fn vector(&mut self, operators: u32, like: PlaceId) -> ExprId {
        if operators == 0 {
            return self.vector_operand(like);
        }
        self.tokens += 2;
        let left = self.choices.below(operators.into()) as u32;
        match self.choices.below(8) {
            0 => {
                let op = *self.choices.pick(&[UnaryOp::Neg, UnaryOp::BitNot]);
                let operand = self.vector(operators - 1, like);
                self.b.unary(op, operand)
            }
            1 if self.choices.one_in(2) => {
                // What lanes are divided by is not 0 where all bits of a constant were set.
                let op = *self.choices.pick(&[BinaryOp::Div, BinaryOp::Rem]);
                let (lhs, rhs) = (self.vector(operators - 1, like), self.vector_operand(like));
                let ones = self.vector_of(self.place(like).ty, Self::one_of);
                let rhs = self.b.binary(BinaryOp::BitOr, rhs, ones);
                self.b.binary(op, lhs, rhs)
            }
            1 => {
                let op = *self.choices.pick(&[BinaryOp::Shl, BinaryOp::Shr]);
                let count = self.choices.below(8) as u32;
                let operand = self.vector(operators - 1, like);
                let count = self.b.int(count);
                self.b.binary(op, operand, count)
            }
            _ => {
                let op = *self.choices.pick(&OPERATORS);
                let (lhs, rhs) = (self.vector(left, like), self.vector(operators - 1 - left, like));
                self.b.binary(op, lhs, rhs)
            }
        }
    }

    fn vector_operand(&mut self, like: PlaceId) -> ExprId {
        let ty = self.place(like).ty;
        for _ in 0..4 {
            let around = self.context.clone();
            let Some(place) = self.any_seen(|sights| &sights.vectors) else { break };
            if self.place(place).ty == ty
                && let Some(found) = self.named(place, Use::Read, &around)
            {
                self.note_access(&found.places, Use::Read, found.is_volatile);
                return found.expr;
            }
        }
        self.vector_constant(ty)
    }

    /// `(V){1, 2, 3, 4}`.
    fn vector_constant(&mut self, ty: Ty) -> ExprId {
        self.vector_of(ty, Self::initial_integer)
    }

    /// A small odd number.
    fn one_of(&mut self, basic: Basic) -> ExprId {
        let value = 1 + 2 * self.choices.below(60);
        let basic = if basic.rank() < Basic::Int.rank() { Basic::Int } else { basic };
        self.b.int_of(value, basic)
    }

    fn vector_of(&mut self, ty: Ty, mut lane: impl FnMut(&mut Self, Basic) -> ExprId) -> ExprId {
        let (elem, lanes) = self.b.sight().types().as_vector(ty).unwrap_or((Ty::INT, 1));
        let basic = self.b.sight().types().as_integer(elem).unwrap_or(Basic::UInt);
        let lanes: Vec<ExprId> = (0..lanes).map(|_| lane(self, basic)).collect();
        self.tokens += 4 + 2 * lanes.len() as u32;
        let named = self.vectors.iter().copied().find(|&named| self.b.sight().types().unqualified(named) == ty);
        let list = self.b.init_list(lanes);
        self.b.compound_literal(named.unwrap_or(ty), list)
    }
}
