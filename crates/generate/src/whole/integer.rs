//! Expressions with integer values.
//!
//! They are written by their types alone: what an operation computes with is seen when the program runs, and what would be
//! undefined then is mended. Some operations with a constant are left to be decided in that run.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{BinaryOp, ExprId, SizeofOp, UnaryOp};
use kiln_lang::types::{Basic, Ty};
use kiln_lang::value::int::Int;
use kiln_meaning::repair::{Scalar, constant};

use super::Maker;
use super::features::{Feature, Place};
use super::lvalue::Use;
use super::mend::Wish;
use crate::arith::{Values, value};

/// Operators whose right operand may be a constant that is left to the run.
const TUNED: [BinaryOp; 8] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::BitXor,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
];

/// All operators with two operands and no order between them.
pub(super) const OPERATORS: [BinaryOp; 16] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
    BinaryOp::Eq,
    BinaryOp::Ne,
];

/// Operators of compound assignments: all but the comparisons, which come last.
pub(super) const COMPOUND: &[BinaryOp] = OPERATORS.split_at(10).0;

impl Maker {
    /// An expression of about so many operators.
    pub(super) fn integer(&mut self, operators: u32) -> ExprId {
        let operators = operators.min(self.options.expression);
        if self.is_as_in_thesis() {
            return self.integer_as_in_thesis(operators);
        }
        if operators == 0 {
            return self.operand();
        }
        self.tokens += 2;
        if self.features.has(Feature::Float) && self.choices.one_in(25) {
            return self.floating_comparison(operators - 1);
        }
        if self.features.has(Feature::Complex)
            && self.choices.one_in(25)
            && let Some(made) = self.complex_equality(operators - 1)
        {
            return made;
        }
        let Some(feature) = self.draw(Place::Operation) else { return self.binary(operators - 1) };
        // A condition that is evaluated once is half dead: most are for loops.
        let branches = matches!(feature, Feature::Ternary | Feature::Logical);
        if branches && self.counters.is_empty() && self.choices.one_in(2) {
            return self.binary(operators - 1);
        }
        let made = match feature {
            Feature::Unary => Some(self.unary(operators - 1)),
            Feature::Cast => Some(self.cast(operators - 1)),
            Feature::Ternary => Some(self.ternary(operators - 1)),
            Feature::Comma => Some(self.comma(operators - 1)),
            Feature::Logical => {
                let op = *self.choices.pick(&[BinaryOp::LogAnd, BinaryOp::LogOr]);
                Some(self.in_order(op, operators - 1))
            }
            Feature::Assign => self.embedded(None, operators - 1),
            Feature::Compound => {
                let op = self.compound_operator();
                self.embedded(Some(op), operators - 1)
            }
            Feature::PointerCompare if !self.handles.is_empty() && self.choices.one_in(3) => self.compare_functions(),
            Feature::PointerCompare => self.compare_pointers(),
            Feature::Call => self.integer_call(operators - 1),
            Feature::PointerArith => self.within_array(),
            // What may be evaluated twice in the end has no calls and declarations in it.
            Feature::Builtin if self.pure == 0 => self.builtin(operators - 1),
            Feature::StmtExpr if self.pure == 0 => Some(self.statement_expression(operators - 1)),
            _ => None,
        };
        made.unwrap_or_else(|| self.binary(operators - 1))
    }

    pub(super) fn binary(&mut self, operators: u32) -> ExprId {
        if self.choices.below(100) < 30 && !self.is_wrapped() {
            return self.tuned(operators);
        }
        let op = *self.choices.pick(&OPERATORS);
        // A divisor may have to be looked at before it is used, and then the operands are evaluated twice.
        let looked_at = matches!(op, BinaryOp::Div | BinaryOp::Rem) && !self.is_wrapped();
        let left = self.choices.below(u64::from(operators) + 1) as u32;
        self.purely(looked_at, |maker| {
            let lhs = maker.integer(left);
            // Most counts are constants.
            let is_count = matches!(op, BinaryOp::Shl | BinaryOp::Shr) && maker.choices.below(100) < 60;
            let rhs = match op {
                _ if is_count => maker.constant_count(lhs),
                _ if maker.may_end(op, lhs) => maker.end_beside(op, lhs),
                _ => maker.integer(operators - left),
            };
            let rhs = maker.right_operand(Some(op), rhs);
            if looked_at && maker.choices.one_in(if op == BinaryOp::Rem { 3 } else { 8 }) {
                let (lhs, rhs) = maker.with_end(lhs);
                return maker.b.binary(op, lhs, rhs);
            }
            maker.operation(op, lhs, rhs)
        })
    }

    /// An operation with a constant, which the run decides, so that the result is next to a boundary.
    fn tuned(&mut self, operators: u32) -> ExprId {
        let lhs = self.integer(operators);
        let op = *self.choices.pick(&TUNED);
        let rhs = match op {
            BinaryOp::Shl | BinaryOp::Shr => self.constant_count(lhs),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => self.one_beside(lhs),
            _ => self.end_beside(op, lhs),
        };
        let made = self.operation(op, lhs, rhs);
        self.tokens += 1;
        if !matches!(op, BinaryOp::BitXor | BinaryOp::BitAnd | BinaryOp::BitOr) {
            self.wishes.insert((self.function, made), Wish::Boundary);
        }
        made
    }

    /// A count for an operand: any, and often the largest.
    pub(super) fn constant_count(&mut self, lhs: ExprId) -> ExprId {
        let basic = self.b.sight().types().as_integer(self.b.type_of(lhs)).unwrap_or(Basic::Int);
        let bits = self.target.int_bits(basic).max(self.target.int_bits(Basic::Int));
        self.tokens += 1;
        let count = if self.choices.one_in(4) { bits - 1 } else { self.choices.below(bits.into()) as u32 };
        self.b.int(count)
    }

    pub(super) fn unary(&mut self, operators: u32) -> ExprId {
        let operand = self.integer(operators);
        let op = *self.choices.pick(&[UnaryOp::Plus, UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not]);
        let ty = self.b.sight().types().as_integer(self.b.type_of(operand));
        let overflows = ty.is_none_or(|basic| self.overflows(basic));
        if op == UnaryOp::Neg && overflows {
            // The least value has no opposite: the run would have to change it.
            return self.opposite(operand);
        }
        self.b.unary(op, operand)
    }

    /// Whether one more than the greatest value of a type is out of range: not if it is computed in a wider `int`. On small
    /// machines `short` is as wide as that.
    fn overflows(&self, basic: Basic) -> bool {
        self.target.is_signed(basic) && self.target.int_bits(basic) >= self.target.int_bits(Basic::Int)
    }

    fn cast(&mut self, operators: u32) -> ExprId {
        let operand = self.integer(operators);
        let to = self.any_integer();
        self.tokens += 2;
        self.b.cast(to, operand)
    }

    fn ternary(&mut self, operators: u32) -> ExprId {
        self.tokens += 3;
        let around = self.context.clone();
        let first = self.choices.below(u64::from(operators) / 2 + 1) as u32;
        let cond = self.condition(first, None);
        let mut all = std::mem::replace(&mut self.context, around.clone());
        let (facts, rest) = (self.facts.clone(), operators - first);
        let was_certain = std::mem::replace(&mut self.is_certain, false);
        let then = self.integer(rest / 2);
        let then_facts = std::mem::replace(&mut self.facts, facts);
        all.extend(&std::mem::replace(&mut self.context, around));
        let otherwise = self.integer(rest - rest / 2);
        self.is_certain = was_certain;
        self.join(&then_facts);
        self.context.extend(&all);
        self.b.conditional(cond, then, otherwise)
    }

    /// `a, b`.
    pub(super) fn comma(&mut self, operators: u32) -> ExprId {
        self.in_order(BinaryOp::Comma, operators)
    }

    /// `a, b`, `a && b`, `a || b`: the second comes after the first, if at all.
    pub(super) fn in_order(&mut self, op: BinaryOp, operators: u32) -> ExprId {
        let around = self.context.clone();
        let left = self.choices.below(u64::from(operators) + 1) as u32;
        let lhs = if op == BinaryOp::Comma { self.integer(left) } else { self.condition(left, None) };
        let first = std::mem::replace(&mut self.context, around);
        let facts = (op != BinaryOp::Comma).then(|| self.facts.clone());
        let was_certain = self.is_certain;
        self.is_certain &= facts.is_none();
        let rhs = self.integer(operators - left);
        self.is_certain = was_certain;
        if let Some(facts) = facts {
            self.join(&facts);
        }
        self.context.extend(&first);
        self.b.binary(op, lhs, rhs)
    }

    /// `x = a` and `x op= a` within an expression.
    pub(super) fn embedded(&mut self, op: Option<BinaryOp>, operators: u32) -> Option<ExprId> {
        if self.pure > 0 {
            return None;
        }
        self.tokens += 1;
        self.assignment(op, operators)
    }

    /// An assignment to an integer object.
    pub(super) fn assignment(&mut self, op: Option<BinaryOp>, operators: u32) -> Option<ExprId> {
        let around = self.context.clone();
        // Where the operation has to be mended, the left side is evaluated twice; so are the operands of a division.
        let to = self.purely(op.is_some(), |maker| maker.integer_lvalue(Use::Write, &around))?;
        if op.is_some() && (to.is_volatile || !self.are_readable(&to.places)) {
            return None;
        }
        let divides = matches!(op, Some(BinaryOp::Div | BinaryOp::Rem));
        // The write comes after the values of both sides. What the right side writes must be something else.
        let value = self.purely(divides, |maker| maker.without_writes_to(&to.places, |maker| maker.integer(operators)));
        self.note_access(&to.places, Use::Write, to.is_volatile);
        let mut value = self.right_operand(op, value);
        let mut op = op;
        if let Some(compound) = op {
            match self.tamed_value(compound, to.expr, value) {
                Some(tamed) => value = tamed,
                None => op = Some(BinaryOp::BitXor),
            }
        }
        Some(self.b.assign(op, to.expr, value))
    }

    /// The right operand of an operator. A count of 128 bits could not be mended, since machines have no such counts.
    fn right_operand(&mut self, op: Option<BinaryOp>, operand: ExprId) -> ExprId {
        if !matches!(op, Some(BinaryOp::Shl | BinaryOp::Shr)) {
            return operand;
        }
        let basic = self.b.sight().types().as_integer(self.b.type_of(operand));
        if basic.is_some_and(|basic| self.target.int_bits(basic) > 64) {
            return self.b.cast(Ty::basic(Basic::Int), operand);
        }
        operand
    }

    /// Makes something that, if so asked, has no effects: what may be evaluated twice in the end, or thrown away.
    pub(super) fn purely<T>(&mut self, pure: bool, make: impl FnOnce(&mut Self) -> T) -> T {
        self.pure += u32::from(pure);
        let made = make(self);
        self.pure -= u32::from(pure);
        made
    }

    /// Makes something that must not write to places that are about to be accessed, and does not read what overlaps them: a
    /// value that is read from one member of a union must not be stored to another (C11 6.5.16.1p3).
    pub(super) fn without_writes_to<T>(
        &mut self,
        places: &[super::objects::PlaceId],
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = (self.fixed.clone(), self.unread.clone());
        for &place in places {
            let found = self.place(place);
            let (object, is_in_union) = (found.object, found.is_in_union);
            self.fixed.insert(object);
            if is_in_union {
                self.unread.insert(object);
            }
        }
        let made = make(self);
        (self.fixed, self.unread) = before;
        made
    }

    /// What has no operator.
    fn operand(&mut self) -> ExprId {
        match self.draw(Place::Operand) {
            Some(Feature::Increment) if self.pure == 0 => {
                if let Some(made) = self.increment() {
                    return made;
                }
            }
            Some(Feature::Sizeof) => return self.size_of(),
            Some(Feature::String) => return self.letter(),
            Some(Feature::CompoundLiteral) => return self.scalar_literal(),
            _ => {}
        }
        if self.choices.below(100) >= 15 {
            return self.variable();
        }
        let named = if self.choices.one_in(4) { self.enumerator() } else { None };
        named.unwrap_or_else(|| self.constant())
    }

    /// The value of an object.
    pub(super) fn variable(&mut self) -> ExprId {
        let around = self.context.clone();
        match self.integer_lvalue(Use::Read, &around) {
            Some(found) => {
                self.note_access(&found.places, Use::Read, found.is_volatile);
                found.expr
            }
            None => self.constant(),
        }
    }

    /// `x++` and its like, of types in which nothing can overflow.
    pub(super) fn increment(&mut self) -> Option<ExprId> {
        let around = self.context.clone();
        let found = self.purely(true, |maker| maker.integer_lvalue(Use::Write, &around))?;
        let basic = self.b.sight().types().as_integer(found.ty)?;
        if self.overflows(basic) || found.is_volatile || found.is_bit_field || !self.are_readable(&found.places) {
            return None;
        }
        self.note_access(&found.places, Use::Read, false);
        self.note_access(&found.places, Use::Write, false);
        self.tokens += 1;
        let op = *self.choices.pick(&[UnaryOp::PreInc, UnaryOp::PreDec, UnaryOp::PostInc, UnaryOp::PostDec]);
        Some(self.b.unary(op, found.expr))
    }

    fn size_of(&mut self) -> ExprId {
        self.tokens += 3;
        let ty = self.any_integer();
        self.b.sizeof_type(SizeofOp::Size, ty)
    }

    /// A constant of a type of at least `int`.
    pub(super) fn constant(&mut self) -> ExprId {
        let basics = [Basic::Int, Basic::UInt, Basic::Long, Basic::ULong, Basic::LongLong, Basic::ULongLong];
        let basic = if self.choices.one_in(2) { Basic::Int } else { self.pick_integer(&basics) };
        self.constant_of(basic)
    }

    /// A constant of a type.
    pub(super) fn constant_of(&mut self, basic: Basic) -> ExprId {
        self.tokens += 1;
        let value = self.value_of(basic);
        constant(&mut self.b, &self.target, value)
    }

    /// A value of a type: often small, often next to a boundary.
    pub(super) fn value_of(&mut self, basic: Basic) -> Scalar {
        let shape = self.arithmetic().shape(basic);
        let values = match self.choices.below(10) {
            0..=3 => return self.end_of(basic),
            4 | 5 => Values::Magnitude,
            _ => Values::Boundary,
        };
        Scalar::int(basic, value::integer(&mut self.choices, values, shape))
    }

    /// A constant at an end of a type, or next to it.
    pub(super) fn end_constant(&mut self, basic: Basic) -> ExprId {
        self.tokens += 1;
        let value = self.end_of(basic);
        constant(&mut self.b, &self.target, value)
    }

    /// An end of a type, or what is next to it: not plain 0 or 1.
    fn end_of(&mut self, basic: Basic) -> Scalar {
        let shape = self.arithmetic().shape(basic);
        let from_top = !shape.signed || self.choices.one_in(2);
        let inward = self.choices.below(2) as i128;
        let end = if from_top { shape.max().as_i128() - inward } else { shape.min().as_i128() + inward };
        Scalar::int(basic, Int::wrap(end.cast_unsigned(), shape))
    }
}
