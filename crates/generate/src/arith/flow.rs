//! Control flow whose outcome is known.
//!
//! A statement gives a variable its value on one of several ways, or step by step in a loop. What is not taken is as defined as
//! the rest. The body of a loop is a formula of the variable and the counter, which is computed for every round.

use kiln_lang::build::{BuildExpr, BuildStmt, Variable as Declared};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId, UnaryOp};
use kiln_lang::types::{Basic, Ty};
use kiln_meaning::repair::{Leaf, Repair, Scalar, constant};

use super::expression::Undefined;
use super::features::{Feature, Place};
use super::leaf::Letter;
use super::number::{as_whole, ends, is_true};
use super::{Maker, Variable};

/// The most operators of an expression within control flow.
const MOST: u32 = 8;
/// The most loops of a program. To optimizers a loop costs time in proportion to the function it is in: 270 loops among 3,000
/// expressions take nearly half of the time of clang -O2, and that grows with the square.
const MOST_LOOPS: u64 = 100;
/// How many formulas are tried for a loop.
const TRIES: u32 = 20;

/// A loop being made: the variable, the counter, and how often it goes round.
#[derive(Clone, Copy)]
struct Loop {
    x: Variable,
    counter: DeclRef,
    rounds: u32,
}

impl Maker<'_> {
    /// Statements before an expression is assigned: often none.
    pub(super) fn flow(&mut self, n: u32) -> Vec<StmtId> {
        let Some(feature) = self.draw(Place::Statement) else { return Vec::new() };
        let loops = [Feature::While, Feature::For];
        let n_loops: u64 = loops.iter().map(|&feature| self.counts.features[feature as usize]).sum();
        if loops.contains(&feature) && n_loops >= MOST_LOOPS {
            return Vec::new();
        }
        match self.flow_statement(feature, n.min(MOST)) {
            Ok(statements) => {
                self.used(feature);
                self.settle();
                statements
            }
            Err(Undefined) => {
                self.pending.clear();
                Vec::new()
            }
        }
    }

    fn flow_statement(&mut self, feature: Feature, n: u32) -> Result<Vec<StmtId>, Undefined> {
        Ok(match feature {
            Feature::If => vec![self.if_statement(n)?],
            Feature::Switch => vec![self.switch_statement(n)?],
            Feature::While => self.loop_statement(false),
            Feature::For => self.loop_statement(true),
            _ => return Err(Undefined),
        })
    }

    /// `if (condition) x = a; else x = b;`.
    fn if_statement(&mut self, n: u32) -> Result<StmtId, Undefined> {
        let depth = self.options.depth;
        let cond = self.expression(n, depth)?;
        // What the condition writes is read by nothing in the branches: it is settled with the statement.
        let holds = is_true(cond.value);
        let x = self.written();
        let (then, first) = self.evaluated(holds, |maker| maker.branch(x, n))?;
        let (otherwise, second) = self.evaluated(!holds, |maker| maker.branch(x, n))?;
        self.writes(x, if holds { first } else { second });
        Ok(self.b.if_(cond.expr, then, Some(otherwise)))
    }

    /// `x = expression;`, with the value.
    fn branch(&mut self, x: Variable, n: u32) -> Result<(StmtId, Scalar), Undefined> {
        let value = self.expression(n, self.options.depth)?;
        let value = self.fitted(value, x.value.basic)?;
        let result = self.converted(value.value, x.value.basic).ok_or(Undefined)?;
        let name = self.b.name(x.decl);
        let assign = self.b.assign(None, name, value.expr);
        Ok((self.b.expr_stmt(assign), result))
    }

    /// `switch (selector) { case ...: x = a; break; ... default: x = b; }`, sometimes without `break`.
    fn switch_statement(&mut self, n: u32) -> Result<StmtId, Undefined> {
        let selector = self.expression(n, self.options.depth)?;
        let basic = *self.choices.pick(&[Basic::Int, Basic::UInt, Basic::Long, Basic::ULongLong]);
        let selector = self.cast(selector, basic)?;
        let now = as_whole(selector.value).unwrap_or(0);
        let x = self.written();
        let values = self.case_values(basic, now);
        // The place of `default` is taken if no case is right.
        let default = self.choices.below(values.len() as u64 + 1) as usize;
        let taken = values.iter().position(|&value| value == now);
        let (mut items, mut result, mut runs) = (Vec::new(), x.value, false);
        for place in 0..=values.len() {
            let case = if place < default { Some(place) } else { place.checked_sub(1).filter(|_| place > default) };
            runs |= case == taken;
            let (assign, value) = self.evaluated(runs, |maker| maker.branch(x, n))?;
            items.push(match case {
                Some(case) => {
                    let value = self.number(basic, values[case]);
                    let value = constant(&mut self.b, &self.target, value);
                    self.b.case(value, assign)
                }
                None => self.b.default_case(assign),
            });
            if runs {
                result = value;
            }
            if !self.choices.one_in(4) {
                items.push(self.b.break_());
                runs = false;
            }
        }
        let body = self.b.block(items);
        self.writes(x, result);
        Ok(self.b.switch(selector.expr, body))
    }

    /// Different values of a type, mostly with a certain one.
    fn case_values(&mut self, basic: Basic, now: i128) -> Vec<i128> {
        let (least, most) = ends(self.arithmetic().shape(basic));
        let mut values = Vec::new();
        for _ in 0..self.choices.between(1, 4) {
            let step = self.choices.between(-2, 2);
            let value = if self.choices.one_in(3) { now } else { now.saturating_add(step).clamp(least, most) };
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// A loop of several rounds.
    fn loop_statement(&mut self, is_for: bool) -> Vec<StmtId> {
        let basic = self.any_integer_type();
        let initial = self.value(basic);
        let x = self.new_variable(Letter::X, initial, true);
        let rounds = self.choices.between(2, 9) as u32;
        let name = self.next_name(Letter::I);
        let start = self.b.int(if is_for { 0 } else { rounds });
        let counter = self.b.local(Declared::new(&name, Ty::INT), Some(start));
        let made = Loop { x, counter, rounds };
        let order: Vec<i128> = if is_for { (0..rounds.into()).collect() } else { (1..=rounds.into()).rev().collect() };
        let (formula, value) = self.formula(x.value, &order);
        self.writes(x, value);
        let declaration = self.b.declaration(&[counter]);
        let body = self.loop_body(made, &formula);
        if is_for { vec![self.for_loop(made, declaration, body)] } else { self.while_loop(made, declaration, body) }
    }

    /// `x = formula;`.
    fn loop_body(&mut self, made: Loop, formula: &Repair) -> StmtId {
        let target = self.target;
        let built: Result<ExprId, std::convert::Infallible> = formula.apply(&mut self.b, &mut |b, leaf| {
            Ok(match leaf {
                Leaf::Left => b.name(made.x.decl),
                Leaf::Right => b.name(made.counter),
                Leaf::Const(value) => constant(b, &target, value),
            })
        });
        let Ok(value) = built;
        let name = self.b.name(made.x.decl);
        let assign = self.b.assign(None, name, value);
        self.b.expr_stmt(assign)
    }

    /// `for (int i = 0; i < rounds; i++) body`.
    fn for_loop(&mut self, made: Loop, declaration: StmtId, body: StmtId) -> StmtId {
        let (i, rounds) = (self.b.name(made.counter), self.b.int(made.rounds));
        let cond = self.b.binary(BinaryOp::Lt, i, rounds);
        let i = self.b.name(made.counter);
        let step = self.b.unary(UnaryOp::PostInc, i);
        self.b.for_(Some(declaration), Some(cond), Some(step), body)
    }

    /// `int i = rounds; while (i > 0) { body; i--; }`, or the same with `do`.
    fn while_loop(&mut self, made: Loop, declaration: StmtId, body: StmtId) -> Vec<StmtId> {
        let i = self.b.name(made.counter);
        let step = self.b.unary(UnaryOp::PostDec, i);
        let step = self.b.expr_stmt(step);
        let block = self.b.block([body, step]);
        let (i, zero) = (self.b.name(made.counter), self.b.int(0));
        let cond = self.b.binary(BinaryOp::Gt, i, zero);
        let whole = if self.choices.one_in(3) { self.b.do_while(block, cond) } else { self.b.while_(cond, block) };
        vec![declaration, whole]
    }

    /// A formula that is defined in every round, and the value that it leaves.
    fn formula(&mut self, initial: Scalar, order: &[i128]) -> (Repair, Scalar) {
        for _ in 0..TRIES {
            let formula = self.any_formula(2);
            if let Some(value) = self.after(&formula, initial, order) {
                return (formula, value);
            }
        }
        let formula = Repair::binary(BinaryOp::BitXor, Repair::Left, Repair::Right);
        let value = self.after(&formula, initial, order).unwrap_or(initial);
        (formula, value)
    }

    /// The value after all rounds, if each is defined.
    fn after(&self, formula: &Repair, initial: Scalar, order: &[i128]) -> Option<Scalar> {
        order.iter().try_fold(initial, |value, &i| {
            formula.eval(&self.arithmetic(), initial.basic, value, self.number(Basic::Int, i)).ok()
        })
    }

    fn any_formula(&mut self, d: u32) -> Repair {
        if d == 0 {
            return match self.choices.below(3) {
                0 => Repair::Left,
                1 => Repair::Right,
                _ => {
                    let basic = self.any_integer_type();
                    Repair::Const(self.value(basic))
                }
            };
        }
        let op = *self.choices.pick(&self.options.ops);
        let (left, right) = (self.choices.below(d.into()) as u32, self.choices.below(d.into()) as u32);
        Repair::binary(op, self.any_formula(left), self.any_formula(right))
    }
}
