//! Vectors (GNU C), operations on all lanes at once, and complex numbers, both parts at once.
//!
//! Lanes are unsigned, a vector is shifted by constants, and divided where a bit is set in every lane: nothing is undefined. Single lanes are integers
//! like others.
//!
//! Complex numbers are of integers without sign, or of `float` and `double`: then they are only added and subtracted. A product may be
//! rounded twice or once, as compilers like (C11 annex G does not say), and a real operand may have an imaginary part that is 0 or none.
//! Their parts are numbers like others.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{BinaryOp, ExprId, UnaryOp};
use kiln_lang::types::{Basic, Ty};

use super::Maker;
use super::condition::RELATIONS;
use super::features::Feature;
use super::lvalue::Use;
use super::objects::PlaceId;

const OPERATORS: [BinaryOp; 6] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor];

/// So many lanes that are computed take as long as a statement.
const LANES_PER_STATEMENT: u64 = 4;

impl Maker {
    /// `v = w + x;`
    pub(super) fn whole_assignment(&mut self, operators: u32) -> Option<ExprId> {
        let place = self.any_seen(|sights| &sights.wholes)?;
        // Each lane takes its time.
        let lanes = self.b.sight().types().as_vector(self.place(place).ty).map_or(1, |(_, lanes)| lanes);
        let cost = u64::from(lanes * operators.min(4)) / LANES_PER_STATEMENT;
        self.room = self.room.checked_sub(cost)?;
        let around = self.context.clone();
        let to = self.named(place, Use::Write, &around)?;
        let value = self.without_writes_to(&[place], |maker| maker.whole(operators.min(4), place));
        self.note_access(&to.places, Use::Write, to.is_volatile);
        self.tokens += 2;
        Some(self.b.assign(None, to.expr, value))
    }

    /// A value of the type of an object.
    fn whole(&mut self, operators: u32, like: PlaceId) -> ExprId {
        if operators == 0 {
            return self.whole_operand(like);
        }
        match self.b.sight().types().half_of(self.place(like).ty) {
            Some(half) => self.complex(operators, like, half),
            None => self.vector(operators, like),
        }
    }

    /// `z + w`, `-z`, `~z`: the last one is the conjugate.
    fn complex(&mut self, operators: u32, like: PlaceId, half: Ty) -> ExprId {
        self.tokens += 2;
        if self.choices.one_in(4) {
            let op = *self.choices.pick(&[UnaryOp::Neg, UnaryOp::BitNot]);
            let operand = self.whole(operators - 1, like);
            return self.b.unary(op, operand);
        }
        let is_integer = self.b.sight().types().is_integer(half);
        let op = *self.choices.pick(&OPERATORS[..if is_integer { 3 } else { 2 }]);
        let left = self.choices.below(operators.into()) as u32;
        let (lhs, rhs) = (self.whole(left, like), self.whole(operators - 1 - left, like));
        self.b.binary(op, lhs, rhs)
    }

    /// `z == w`: an integer.
    pub(super) fn complex_equality(&mut self, operators: u32) -> Option<ExprId> {
        let types = self.b.sight().types();
        let seen = self.locals.wholes.iter().chain(&self.globals.wholes).copied();
        let fitting: Vec<PlaceId> = seen.filter(|&place| types.is_complex(self.place(place).ty)).collect();
        if fitting.is_empty() {
            return None;
        }
        let like = *self.choices.pick(&fitting);
        let op = *self.choices.pick(&[BinaryOp::Eq, BinaryOp::Ne]);
        let (lhs, rhs) = (self.whole_operand(like), self.whole(operators.min(3), like));
        self.tokens += 1;
        Some(self.b.binary(op, lhs, rhs))
    }

    pub(super) fn any_complex(&mut self) -> Ty {
        let mut basics = vec![Basic::UInt];
        if self.fits_width(Basic::ULongLong) {
            basics.push(Basic::ULongLong);
        }
        if self.features.has(Feature::Float) {
            basics.extend([Basic::Float, Basic::Double, Basic::Double]);
        }
        let basic = *self.choices.pick(&basics);
        self.b.complex(basic)
    }

    fn vector(&mut self, operators: u32, like: PlaceId) -> ExprId {
        self.tokens += 2;
        let left = self.choices.below(operators.into()) as u32;
        match self.choices.below(8) {
            0 => {
                let op = *self.choices.pick(&[UnaryOp::Neg, UnaryOp::BitNot]);
                let operand = self.whole(operators - 1, like);
                self.b.unary(op, operand)
            }
            1 if self.choices.one_in(2) => {
                // What lanes are divided by is not 0 where all bits of a constant were set.
                let op = *self.choices.pick(&[BinaryOp::Div, BinaryOp::Rem]);
                let (lhs, rhs) = (self.whole(operators - 1, like), self.whole_operand(like));
                let ones = self.vector_of(self.place(like).ty, Self::one_of);
                let rhs = self.b.binary(BinaryOp::BitOr, rhs, ones);
                self.b.binary(op, lhs, rhs)
            }
            1 => {
                let op = *self.choices.pick(&[BinaryOp::Shl, BinaryOp::Shr]);
                let count = self.choices.below(8) as u32;
                let operand = self.whole(operators - 1, like);
                let count = self.b.int(count);
                self.b.binary(op, operand, count)
            }
            2 => {
                // The lanes of a comparison have a sign.
                let op = *self.choices.pick(&RELATIONS);
                let (lhs, rhs) = (self.whole(left, like), self.whole(operators - 1 - left, like));
                let all = self.b.binary(op, lhs, rhs);
                let ty = self.named_vector(self.place(like).ty);
                self.tokens += 3;
                self.b.cast(ty, all)
            }
            _ => {
                let op = *self.choices.pick(&OPERATORS);
                let (lhs, rhs) = (self.whole(left, like), self.whole(operators - 1 - left, like));
                self.b.binary(op, lhs, rhs)
            }
        }
    }

    fn whole_operand(&mut self, like: PlaceId) -> ExprId {
        let ty = self.place(like).ty;
        for _ in 0..4 {
            let around = self.context.clone();
            let Some(place) = self.any_seen(|sights| &sights.wholes) else { break };
            if self.place(place).ty == ty
                && let Some(found) = self.named(place, Use::Read, &around)
            {
                self.note_access(&found.places, Use::Read, found.is_volatile);
                return found.expr;
            }
        }
        match self.b.sight().types().half_of(ty) {
            Some(half) => {
                let value = self.initial_number(half);
                self.tokens += 3;
                self.b.cast(ty, value)
            }
            None => self.vector_constant(ty),
        }
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
        let list = self.b.init_list(lanes);
        let named = self.named_vector(ty);
        self.b.compound_literal(named, list)
    }

    /// The name that a type of vectors has.
    fn named_vector(&self, ty: Ty) -> Ty {
        let named = self.vectors.iter().copied().find(|&named| self.b.sight().types().unqualified(named) == ty);
        named.unwrap_or(ty)
    }
}
