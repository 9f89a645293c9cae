//! What is done with each element of an array in a sweep, as compilers know it: the less and the greater of two, absolute values,
//! averages, high halves of products, limits, division by a constant. Compilers have instructions for these on whole vectors.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType};
use kiln_lang::tree::{BinaryOp, ExprId, StmtId, UnaryOp};
use kiln_lang::types::{Basic, Ty};
use kiln_meaning::repair::{Scalar, constant};

use super::Maker;
use super::lvalue::{Counter, Use};
use super::sweep::Lanes;

/// Makes a number of two elements.
type Make = fn(&mut Maker, [Lanes; 2], Counter) -> Option<ExprId>;

/// With weights.
const IDIOMS: [(Make, u32); 5] = [
    (Maker::lesser, 30),
    (Maker::magnitude, 15),
    (Maker::average, 15),
    (Maker::high_product, 15),
    (Maker::divided, 25),
];

impl Maker {
    /// A number of elements that compilers may know an instruction for.
    pub(super) fn elementwise(&mut self, all: &[Lanes], counter: Counter) -> Option<ExprId> {
        let types = self.b.sight().types();
        let fits = |lanes: &Lanes| types.is_integer(lanes.ty) && counter.reaches(lanes.len);
        let fitting: Vec<Lanes> = all.iter().copied().filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let both = [(); 2].map(|()| *self.choices.pick(&fitting));
        let make = self.choices.weighted(&IDIOMS, |(_, weight)| *weight).0;
        make(self, both, counter)
    }

    /// `b[i] < c[i] ? b[i] : c[i]`
    fn lesser(&mut self, [one, other]: [Lanes; 2], counter: Counter) -> Option<ExprId> {
        let op = *self.choices.pick(&[BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge]);
        let [a, again] = [(); 2].map(|()| self.exact_lane(one, counter, Use::Read));
        let [b, other] = if self.choices.one_in(3) {
            self.two_limits(one)?
        } else {
            [(); 2].map(|()| self.exact_lane(other, counter, Use::Read))
        };
        let cond = self.b.binary(op, a, b);
        self.tokens += 3;
        Some(self.b.conditional(cond, again, other))
    }

    /// A value that elements can have, twice.
    fn two_limits(&mut self, lanes: Lanes) -> Option<[ExprId; 2]> {
        let basic = self.b.sight().types().as_integer(lanes.ty)?;
        let limit = self.value_of(basic);
        let limit = Scalar { basic: self.type_of_constants(basic), ..limit };
        Some([(); 2].map(|()| constant(&mut self.b, &self.target, limit)))
    }

    /// `b[i] < 0 ? -b[i] : b[i]`, of a type whose numbers all have an opposite in `int`.
    fn magnitude(&mut self, [one, _]: [Lanes; 2], counter: Counter) -> Option<ExprId> {
        let basic = self.b.sight().types().as_integer(one.ty)?;
        if self.target.int_bits(basic) >= self.target.int_bits(Basic::Int) {
            return None;
        }
        let [a, negated, plain] = [(); 3].map(|()| self.exact_lane(one, counter, Use::Read));
        let zero = self.b.int(0);
        let cond = self.b.binary(BinaryOp::Lt, a, zero);
        let negated = self.b.unary(UnaryOp::Neg, negated);
        self.tokens += 5;
        Some(self.b.conditional(cond, negated, plain))
    }

    /// `(b[i] + c[i] + 1) >> 1`, of types with room for the sum in `int`.
    fn average(&mut self, [one, other]: [Lanes; 2], counter: Counter) -> Option<ExprId> {
        let is_narrow = |lanes: Lanes| {
            let basic = self.b.sight().types().as_integer(lanes.ty);
            basic.is_some_and(|basic| self.target.int_bits(basic) < self.target.int_bits(Basic::Int))
        };
        if !is_narrow(one) || !is_narrow(other) {
            return None;
        }
        let (a, b) = (self.exact_lane(one, counter, Use::Read), self.exact_lane(other, counter, Use::Read));
        let sum = self.b.binary(BinaryOp::Add, a, b);
        let (more, by) = (self.b.int(1), self.b.int(1));
        let sum = if self.choices.one_in(2) { self.b.binary(BinaryOp::Add, sum, more) } else { sum };
        self.tokens += 6;
        Some(self.b.binary(BinaryOp::Shr, sum, by))
    }

    /// `(unsigned)(short)b[i] * ... >> 16`: the high half of a product.
    fn high_product(&mut self, [one, other]: [Lanes; 2], counter: Counter) -> Option<ExprId> {
        if self.target.int_bits(Basic::Int) < 32 {
            return None;
        }
        let (a, b) = (self.exact_lane(one, counter, Use::Read), self.exact_lane(other, counter, Use::Read));
        let (a, b) = (self.b.cast(Ty::basic(Basic::Short), a), self.b.cast(Ty::basic(Basic::Short), b));
        let product = self.b.binary(BinaryOp::Mul, a, b);
        let by = self.b.int(*self.choices.pick(&[16, 15, 16]));
        self.tokens += 9;
        Some(self.b.binary(BinaryOp::Shr, product, by))
    }

    /// `b[i] / 10`, `b[i] % 4294967295U`
    fn divided(&mut self, [one, _]: [Lanes; 2], counter: Counter) -> Option<ExprId> {
        let op = *self.choices.pick(&[BinaryOp::Div, BinaryOp::Rem, BinaryOp::Rem]);
        let element = self.exact_lane(one, counter, Use::Read);
        let by = self.positive(element);
        self.tokens += 1;
        Some(self.b.binary(op, element, by))
    }

    /// A constant above 0 for an operand: the greatest of its type, or small.
    pub(super) fn positive(&mut self, operand: ExprId) -> ExprId {
        self.tokens += 1;
        let basic = self.b.sight().types().as_integer(self.b.type_of(operand)).unwrap_or(Basic::Int);
        let promoted = if basic.rank() < Basic::Int.rank() { Basic::Int } else { basic };
        let shape = self.arithmetic().shape(promoted);
        if self.choices.below(4) > 0 && shape.bits <= 64 {
            let end = shape.max().as_u64() - self.choices.below(2);
            return self.b.int_of(end, promoted);
        }
        let small = *self.choices.pick(&[2, 3, 7, 10, 16, 60, 100, 127]);
        self.b.int(small)
    }

    /// `if (a[i] > 100) a[i] = 100;`
    pub(super) fn limited(&mut self, to: Lanes, counter: Counter) -> Option<StmtId> {
        let [limit, value] = self.two_limits(to)?;
        let element = self.exact_lane(to, counter, Use::Read);
        let op = *self.choices.pick(&[BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Ne]);
        let cond = self.b.binary(op, element, limit);
        let set = self.set_lane(to, counter, value);
        self.tokens += 8;
        Some(self.b.if_(cond, set, None))
    }
}
