//! Operations with one or three operands, and those that write to variables.
//!
//! A variable that an expression writes to is read by nothing else in it: that would be unsequenced. It becomes an operand for
//! what comes after the expression. An operand that is not evaluated writes nothing.

use kiln_lang::build::BuildExpr;
use kiln_lang::tree::{BinaryOp, UnaryOp};
use kiln_lang::types::convert::{common_real, promote_basic};
use kiln_meaning::repair::Scalar;

use super::expression::Undefined;
use super::features::Feature;
use super::number::{ends, is_true, takes_integers};
use super::{Maker, Mend, Operand, Variable};

/// How many operators are tried for a compound assignment before it becomes a simple one.
const TRIES: u32 = 6;

impl Maker<'_> {
    /// An operation that is a feature, of `n` operators, nested `d` deep.
    pub(super) fn form(&mut self, feature: Feature, n: u32, d: u32) -> Result<Operand, Undefined> {
        let made = match feature {
            Feature::Unary => self.unary(n, d),
            Feature::Cast => {
                let a = self.expression(n - 1, d - 1)?;
                let basic = self.any_type();
                self.cast(a, basic)
            }
            Feature::Ternary => self.ternary(n, d),
            Feature::Comma => self.comma(n, d),
            Feature::Assign => {
                let a = self.expression(n - 1, d - 1)?;
                self.assigned(a)
            }
            Feature::Compound => self.compound(n, d),
            Feature::Call => return self.call(n, d),
            Feature::Derive => {
                let value = self.any_value();
                Ok(self.derived(value, n, d))
            }
            _ => return self.binary(n, d),
        }?;
        self.used(feature);
        self.counts.operators += 1;
        Ok(made)
    }

    fn unary(&mut self, n: u32, d: u32) -> Result<Operand, Undefined> {
        let mut op = *self.choices.pick(&[UnaryOp::Plus, UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not]);
        let mut a = self.expression(n - 1, d - 1)?;
        if op == UnaryOp::BitNot {
            a = self.integer(a)?;
        }
        let value = loop {
            if let Ok(value) = self.arithmetic().unary(op, a.value) {
                break value;
            }
            // The least value has no opposite.
            match self.options.mend {
                Mend::Again => return Err(Undefined),
                Mend::Flip => {
                    self.counts.flipped += 1;
                    op = UnaryOp::BitNot;
                }
                Mend::Insert => {
                    let basic = promote_basic(&self.target, a.value.basic);
                    let (least, most) = ends(self.arithmetic().shape(basic));
                    a = self.moved(a, basic, least + 1, most).ok_or(Undefined)?;
                    self.counts.inserted += 1;
                }
            }
        };
        let expr = self.node(|b| b.unary(op, a.expr));
        Ok(Operand { expr, value, comparison: None })
    }

    /// `a ? b : c`: what is not chosen is not evaluated.
    fn ternary(&mut self, n: u32, d: u32) -> Result<Operand, Undefined> {
        let first = self.choices.below(n.into()) as u32;
        let second = self.choices.below(u64::from(n - first)) as u32;
        let cond = self.expression(first, d - 1)?;
        let holds = is_true(cond.value);
        let mut b = self.evaluated(holds, |maker| maker.expression(second, d - 1))?;
        let mut c = self.evaluated(!holds, |maker| maker.expression(n - 1 - first - second, d - 1))?;
        let common = common_real(&self.target, b.value.basic, c.value.basic);
        let chosen = if holds { &mut b } else { &mut c };
        *chosen = self.fitted(*chosen, common)?;
        let chosen = chosen.value;
        let value = self.converted(chosen, common).ok_or(Undefined)?;
        let expr = self.node(|builder| builder.conditional(cond.expr, b.expr, c.expr));
        Ok(Operand { expr, value, comparison: None })
    }

    /// Makes something that is evaluated only if a condition holds.
    pub(super) fn evaluated<T>(&mut self, holds: bool, make: impl FnOnce(&mut Self) -> T) -> T {
        let was = self.live;
        self.live = was && holds;
        let made = make(self);
        self.live = was;
        made
    }

    fn comma(&mut self, n: u32, d: u32) -> Result<Operand, Undefined> {
        let first = self.choices.below(n.into()) as u32;
        let a = self.expression(first, d - 1)?;
        let b = self.expression(n - 1 - first, d - 1)?;
        let expr = self.node(|builder| builder.binary(BinaryOp::Comma, a.expr, b.expr));
        Ok(Operand { expr, value: b.value, comparison: None })
    }

    /// `x = a`.
    fn assigned(&mut self, a: Operand) -> Result<Operand, Undefined> {
        let x = self.written();
        self.assign_to(x, a)
    }

    fn assign_to(&mut self, x: Variable, a: Operand) -> Result<Operand, Undefined> {
        let a = self.fitted(a, x.value.basic)?;
        let value = self.converted(a.value, x.value.basic).ok_or(Undefined)?;
        let expr = self.node(|b| {
            let to = b.name(x.decl);
            b.assign(None, to, a.expr)
        });
        self.writes(x, value);
        Ok(Operand { expr, value, comparison: None })
    }

    /// `x op= a`, with an operator that is defined.
    fn compound(&mut self, n: u32, d: u32) -> Result<Operand, Undefined> {
        let mut a = self.expression(n - 1, d - 1)?;
        let x = self.written();
        for _ in 0..TRIES {
            let op = *self.choices.pick(&self.options.ops);
            if op.is_comparison() || matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr) {
                continue;
            }
            if takes_integers(op) && x.value.basic.is_floating() {
                continue;
            }
            if takes_integers(op) {
                a = self.integer(a)?;
            }
            let sum = self.compute(op, x.value, a.value);
            let Some(value) = sum.and_then(|value| self.converted(value, x.value.basic)) else { continue };
            let expr = self.node(|b| {
                let to = b.name(x.decl);
                b.assign(Some(op), to, a.expr)
            });
            self.writes(x, value);
            return Ok(Operand { expr, value, comparison: None });
        }
        self.assign_to(x, a)
    }

    /// `x++`, `x--`, `++x` or `--x`.
    pub(super) fn increment(&mut self) -> Option<Operand> {
        let x = self.written();
        let one = self.number(x.value.basic, 1);
        let up = self.choices.one_in(2);
        let stepped = |maker: &Self, up| {
            let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
            maker.compute(op, x.value, one).and_then(|value| maker.converted(value, x.value.basic))
        };
        let (up, new) = match stepped(self, up) {
            Some(new) => (up, new),
            // At an end of the type there is only one way.
            None => (!up, stepped(self, !up)?),
        };
        let is_postfix = self.choices.one_in(2);
        let op = match (up, is_postfix) {
            (true, true) => UnaryOp::PostInc,
            (true, false) => UnaryOp::PreInc,
            (false, true) => UnaryOp::PostDec,
            (false, false) => UnaryOp::PreDec,
        };
        let expr = self.node(|b| {
            let name = b.name(x.decl);
            b.unary(op, name)
        });
        self.writes(x, new);
        Some(Operand { expr, value: if is_postfix { x.value } else { new }, comparison: None })
    }

    /// A new variable to write to.
    pub(super) fn written(&mut self) -> Variable {
        let value = self.any_value();
        self.new_variable(super::leaf::Letter::X, value, true)
    }

    /// After the expression in work, a variable has a value, if this is evaluated at all.
    pub(super) fn writes(&mut self, x: Variable, value: Scalar) {
        self.pending.push(if self.live { Variable { value, ..x } } else { x });
    }

    /// What the expression has written to can be read from now on.
    pub(super) fn settle(&mut self) {
        for variable in std::mem::take(&mut self.pending) {
            self.pool_of(variable.decl).variables.push(variable);
        }
    }
}
