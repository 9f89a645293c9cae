//! Conditions.
//!
//! Most are left to the run, which makes them come out as wished when they are first evaluated. In a loop that is not all: a
//! branch should be taken in some rounds and not in others, and what the counter is in each of them is known.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{BinaryOp, ExprId};
use kiln_lang::types::{Basic, Ty};
use kiln_lang::value::int::Int;
use kiln_meaning::repair::constant;

use super::Maker;
use super::lvalue::{Counter, Use};
use super::mend::Wish;

/// In so many percent of the cases, a condition in a loop is about its counter.
const COUNTED: u64 = 80;

/// In so many percent of the cases, what is compared with the counter is at an end of a type.
const AT_END: u64 = 45;

/// Operators that compare.
pub(super) const RELATIONS: [BinaryOp; 6] =
    [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];

impl Maker {
    /// A condition of about so many operators. With a wish, the run decides how it comes out first.
    pub(super) fn condition(&mut self, operators: u32, wish: Option<bool>) -> ExprId {
        if self.choices.below(100) < COUNTED
            && let Some(made) = self.both_ways()
        {
            return made;
        }
        self.condition_as_wished(operators, wish)
    }

    /// The same with nothing about counters.
    fn condition_as_wished(&mut self, operators: u32, wish: Option<bool>) -> ExprId {
        let tuned = wish.is_some() || self.choices.below(100) < 50;
        if !tuned {
            return self.integer(operators);
        }
        let want = wish.unwrap_or_else(|| self.choices.one_in(2));
        let lhs = self.integer(operators.saturating_sub(1));
        self.steered(lhs, want)
    }

    /// A condition about a number that comes out as wished when it is evaluated first.
    pub(super) fn steered(&mut self, lhs: ExprId, want: bool) -> ExprId {
        let op = self.steering_operator();
        let by = self.one_beside(lhs);
        let inner = self.b.binary(op, lhs, by);
        let relation = *self.choices.pick(&RELATIONS);
        let basic = self.b.sight().types().as_integer(self.b.type_of(inner)).unwrap_or(Basic::Int);
        let against = self.value_of(basic);
        let limit = constant(&mut self.b, &self.target, against);
        self.tokens += 6;
        self.wishes.insert((self.function, inner), Wish::Truth { relation, against, want });
        self.b.binary(relation, inner, limit)
    }

    /// A condition that is seldom true: for what cuts off what comes behind it. If that is in a loop, it may be true in the
    /// last round.
    pub(super) fn rare_condition(&mut self, in_loop: bool) -> ExprId {
        if let Some(&counter) = self.counters.last().filter(|_| in_loop)
            && counter.least < counter.most
        {
            let last = if counter.step > 0 { counter.most } else { counter.least };
            return self.compared(counter, BinaryOp::Eq, last);
        }
        let size = self.choices.below(3) as u32;
        let rare = self.choices.one_in(10);
        self.condition_as_wished(size, Some(rare))
    }

    /// A condition that is true in some rounds of a loop around it and false in others.
    fn both_ways(&mut self) -> Option<ExprId> {
        let going: Vec<Counter> = self.counters.iter().copied().filter(|it| it.least < it.most).collect();
        let &innermost = going.last()?;
        let counter = if self.choices.one_in(3) { *self.choices.pick(&going) } else { innermost };
        let (least, most) = (counter.least, counter.most);
        let between = |this: &mut Self, from: i64, to: i64| this.choices.between(from.into(), to.into()) as i64;
        Some(match self.choices.below(8) {
            0 | 1 => {
                let op = *self.choices.pick(&[BinaryOp::Lt, BinaryOp::Ge]);
                if let Some(made) = self.compared_at_end(counter, op, most) {
                    return Some(made);
                }
                let limit = between(self, least + 1, most);
                self.compared(counter, op, limit)
            }
            2 | 3 => {
                let op = *self.choices.pick(&[BinaryOp::Gt, BinaryOp::Le]);
                let end = if self.choices.one_in(2) { least } else { most - 1 };
                if let Some(made) = self.compared_at_end(counter, op, end) {
                    return Some(made);
                }
                let limit = between(self, least, most - 1);
                self.compared(counter, op, limit)
            }
            4 | 5 if counter.step % 2 != 0 => {
                // With the sign beside it, it is the same bit of what has none: what is left of `i % 2 == 1`.
                let with_sign = least >= 0 && self.is_at_end();
                let mask = if with_sign { -self.greatest_int() } else { 1 };
                let (name, mask) = (self.read_counter(counter), self.number(mask));
                self.tokens += 2;
                self.b.binary(BinaryOp::BitAnd, name, mask)
            }
            _ => {
                let rounds = (most - least) / counter.step.abs();
                let value = least + counter.step.abs() * between(self, 0, rounds);
                let op = *self.choices.pick(&[BinaryOp::Eq, BinaryOp::Ne]);
                if self.is_at_end() {
                    self.wrapped_comparison(counter, op, value)
                } else {
                    self.compared(counter, op, value)
                }
            }
        })
    }

    fn compared(&mut self, counter: Counter, op: BinaryOp, limit: i64) -> ExprId {
        let name = self.read_counter(counter);
        let limit = self.number(limit);
        self.tokens += 1;
        self.b.binary(op, name, limit)
    }

    /// Whether a comparison is to be at an end.
    fn is_at_end(&mut self) -> bool {
        !self.is_wrapped() && self.choices.below(100) < AT_END
    }

    /// `i < limit` as `i + 2147483600 < 2147483647`: both sides are moved to an end of `int`, as far as the counter has room there.
    fn compared_at_end(&mut self, counter: Counter, op: BinaryOp, limit: i64) -> Option<ExprId> {
        let most = self.greatest_int();
        let by = if limit == counter.least { -most - limit } else { most - counter.most };
        let is_int = self.b.sight().types().as_integer(self.place(counter.place).ty) == Some(Basic::Int);
        if !is_int || by.abs() > most || !self.is_at_end() {
            return None;
        }
        let (name, moved) = (self.read_counter(counter), self.number(by.abs()));
        let sum = self.b.binary(if by < 0 { BinaryOp::Sub } else { BinaryOp::Add }, name, moved);
        let limit = self.number(limit + by);
        self.tokens += 3;
        Some(self.b.binary(op, sum, limit))
    }

    /// `i == 5` as `i + 4294967290U == 4294967295U`.
    fn wrapped_comparison(&mut self, counter: Counter, op: BinaryOp, value: i64) -> ExprId {
        let shape = self.arithmetic().shape(Basic::UInt);
        let end = shape.max();
        let by = Int::wrap((end.as_i128() - i128::from(value)).cast_unsigned(), shape);
        let name = self.read_counter(counter);
        let narrow = self.b.cast(Ty::basic(Basic::UInt), name);
        let (by, end) = (self.b.int_of(by.as_u64(), Basic::UInt), self.b.int_of(end.as_u64(), Basic::UInt));
        let sum = self.b.binary(BinaryOp::Add, narrow, by);
        self.tokens += 9;
        self.b.binary(op, sum, end)
    }

    pub(super) fn read_counter(&mut self, counter: Counter) -> ExprId {
        self.note_access(&[counter.place], Use::Read, false);
        self.name_place(counter.place)
    }
}
