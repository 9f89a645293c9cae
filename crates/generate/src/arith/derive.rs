//! Expressions that are made for a value, after Orange4.
//!
//! A value becomes `a op b` with values of `a` and `b` such that it comes out, and so on down to the leaves. Nothing has to be
//! mended, and the values of all operands are chosen. How the operands are found need not be right for all values: what
//! does not come out when it is computed is not taken.

use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;
use kiln_lang::value::int::Int;
use kiln_meaning::repair::{Scalar, constant};

use super::features::Feature;
use super::leaf::Letter;
use super::number::truth;
use super::{Maker, Operand};

/// How many operators are tried before a value becomes a leaf.
const TRIES: u32 = 8;

impl Maker<'_> {
    /// An expression of at most `n` operators that has a value.
    pub(super) fn derived(&mut self, value: Scalar, n: u32, d: u32) -> Operand {
        if n == 0 || d == 0 {
            return self.having(value);
        }
        if value.basic.rank() < Basic::Int.rank() && value.basic.is_integer() {
            // No operator gives so narrow a type.
            let Ok(wide) = self.arithmetic().convert(value, Basic::Int) else { return self.having(value) };
            let wide = self.derived(wide, n - 1, d - 1);
            return self.cast(wide, value.basic).unwrap_or_else(|_| self.having(value));
        }
        for _ in 0..TRIES {
            let op = *self.choices.pick(&self.options.ops);
            let Some((a, b)) = self.operands_of(op, value) else { continue };
            if self.compute(op, a, b) != Some(value) {
                continue;
            }
            let left = self.choices.below(n.into()) as u32;
            let (a, b) = (self.derived(a, left, d - 1), self.derived(b, n - 1 - left, d - 1));
            self.counts.operators += 1;
            self.watch(op, a, b);
            return self.operator(op, a, b, value);
        }
        self.having(value)
    }

    /// An operand without operators that has a value: a constant or a variable.
    pub(super) fn having(&mut self, value: Scalar) -> Operand {
        if self.options.features.has(Feature::Constant) && self.choices.one_in(2) {
            let target = self.target;
            let expr = self.node(|b| constant(b, &target, value));
            return Operand { expr, value, comparison: None };
        }
        // One that is there, if it happens to be right.
        for _ in 0..3 {
            if let Some(variable) = self.known(|pool| &pool.variables)
                && variable.value == value
            {
                return self.read(variable);
            }
        }
        let variable = self.variable(Letter::X, value);
        self.read(variable)
    }

    /// Values of operands with which an operator may give a value.
    fn operands_of(&mut self, op: BinaryOp, value: Scalar) -> Option<(Scalar, Scalar)> {
        let basic = value.basic;
        if op.is_comparison() || matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr) {
            return self.compared(op, value);
        }
        let other = self.value(basic);
        match op {
            BinaryOp::Add => Some((other, self.compute(BinaryOp::Sub, value, other)?)),
            BinaryOp::Sub => Some((self.compute(BinaryOp::Add, value, other)?, other)),
            BinaryOp::Mul => {
                let factor = *self.choices.pick(&[1, 2, 3, 5, 7, 10, 16, 127, -1, -2, -3]);
                let factor = self.number(basic, factor);
                Some((factor, self.compute(BinaryOp::Div, value, factor)?))
            }
            BinaryOp::Div => {
                let divisor = self.values.between(-40, 40);
                let divisor = self.number(basic, divisor);
                Some((self.compute(BinaryOp::Mul, value, divisor)?, divisor))
            }
            _ => self.bits_of(op, value, other),
        }
    }

    /// The same for operators on bits and shifts.
    fn bits_of(&mut self, op: BinaryOp, value: Scalar, other: Scalar) -> Option<(Scalar, Scalar)> {
        let shape = self.arithmetic().shape(value.basic);
        let (v, r) = (value.as_int()?.as_u128(), other.as_int()?.as_u128());
        let scalar = |raw: u128| Scalar::int(value.basic, Int::wrap(raw, shape));
        let count = self.choices.below(shape.bits.into()) as u32;
        let counted = self.number(Basic::Int, count.into());
        match op {
            BinaryOp::Rem => Some((scalar(v.wrapping_add(r.wrapping_mul(2))), scalar(r))),
            BinaryOp::BitAnd => Some((scalar(v | r), scalar(v | !r))),
            BinaryOp::BitOr => Some((scalar(v & r), scalar(v & !r))),
            BinaryOp::BitXor => Some((scalar(r), scalar(v ^ r))),
            BinaryOp::Shl => {
                let count = count.min(v.trailing_zeros()).min(u32::from(shape.bits) - 1);
                Some((scalar(v >> count), self.number(Basic::Int, count.into())))
            }
            BinaryOp::Shr => Some((scalar(v << count | r & ((1 << count) - 1)), counted)),
            _ => None,
        }
    }

    /// Values that compare as wanted: near each other, or any.
    fn compared(&mut self, op: BinaryOp, value: Scalar) -> Option<(Scalar, Scalar)> {
        let a = self.any_value();
        let how = self.choices.below(3);
        let any = (how == 2).then(|| self.value(a.basic));
        // Most values are none that a comparison has.
        if value != truth(false) && value != truth(true) {
            return None;
        }
        let b = match how {
            0 => a,
            1 => self.compute(BinaryOp::Add, a, self.number(a.basic, 1)).and_then(|b| self.converted(b, a.basic))?,
            _ => any?,
        };
        [(a, b), (b, a)].into_iter().find(|&(a, b)| self.compute(op, a, b) == Some(value))
    }
}
