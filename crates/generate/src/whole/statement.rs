//! Statements and blocks.

use kiln_lang::build::{BuildExpr, BuildStmt};
use kiln_lang::tree::{BinaryOp, LabelId, StmtId};

use super::Maker;
use super::facts::Fact;
use super::features::{Feature, Place};
use super::integer::COMPOUND;
use super::lvalue::Use;

/// Blocks within blocks at most.
const DEEPEST: u32 = 5;
/// Statements of a block at most.
const MOST_STATEMENTS: usize = 30;

/// A label that jumps lead to and that is still to be put somewhere.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    label: LabelId,
    /// What holds where the jump is.
    facts: Vec<Fact>,
    /// The block that it will be in, by its depth.
    depth: u32,
}

/// What a block is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Around {
    Function,
    Block,
    Branch,
    Case,
    Loop,
}

impl Maker {
    /// A block of about so many tokens.
    pub(super) fn block(&mut self, tokens: u32, around: Around) -> StmtId {
        let items = self.block_items(tokens, around);
        self.b.block(items)
    }

    /// The declarations and statements of a block.
    pub(super) fn block_items(&mut self, tokens: u32, around: Around) -> Vec<StmtId> {
        let mark = self.locals.mark();
        let outer = std::mem::take(&mut self.declarations);
        let was = (self.is_in_loop, self.can_break);
        let was_certain = self.is_certain;
        self.is_certain &= !matches!(around, Around::Branch | Around::Case);
        self.is_in_loop |= around == Around::Loop;
        // What holds at a `break` out of a switch is not looked at.
        self.can_break = around == Around::Loop || self.can_break && around != Around::Case;
        self.depth += 1;
        let end = self.tokens + tokens;
        let new = match around {
            Around::Function => 2 + self.choices.below(5),
            Around::Block | Around::Branch | Around::Case | Around::Loop => self.choices.below(3),
        };
        for _ in 0..new {
            self.declare_local();
        }
        let mut items = Vec::new();
        while self.tokens < end && self.room > 4 && items.len() < MOST_STATEMENTS {
            let left = end - self.tokens;
            let made = self.statement(left);
            let made = if self.choices.one_in(3) { self.labelled(made) } else { made };
            items.push(made);
        }
        if self.pending.last().is_some_and(|pending| pending.depth == self.depth) {
            let nothing = self.b.empty();
            items.push(self.labelled(nothing));
        }
        self.depth -= 1;
        (self.is_in_loop, self.can_break) = was;
        // After a jump that may lead further out, nothing is certain.
        self.is_certain = was_certain && !self.may_have_left;
        self.locals.cut(mark);
        let declarations = std::mem::replace(&mut self.declarations, outer);
        let mut all = self.declared(declarations);
        all.append(&mut items);
        all
    }

    /// A statement and behind it the labels that are to be in this block. From there on, what holds at the jumps may hold, too.
    fn labelled(&mut self, stmt: StmtId) -> StmtId {
        let mut stmt = stmt;
        while let Some(pending) = self.pending.pop_if(|pending| pending.depth == self.depth) {
            self.join(&pending.facts);
            let nothing = self.b.empty();
            let labelled = self.b.label(pending.label, nothing);
            stmt = self.b.block([stmt, labelled]);
            self.tokens += 4;
        }
        stmt
    }

    /// A statement.
    pub(super) fn statement(&mut self, tokens: u32) -> StmtId {
        self.room = self.room.saturating_sub(1);
        self.context = super::effects::Effects::default();
        let deep = self.depth >= DEEPEST || tokens < 40;
        let made = match self.draw(Place::Statement) {
            Some(Feature::If) if !deep => Some(self.if_statement(tokens)),
            Some(Feature::For) if !deep => self.for_loop(tokens),
            Some(Feature::ArrayLoop) if tokens >= 25 => self.array_loop(),
            Some(Feature::While) if !deep => self.while_loop(tokens),
            Some(Feature::Do) if !deep => self.do_loop(tokens),
            Some(Feature::Switch) if !deep => Some(self.switch(tokens)),
            Some(Feature::Block) if !deep => {
                let size = tokens / 3 + 20;
                Some(self.block(size, Around::Block))
            }
            Some(Feature::Break) if self.can_break => Some(self.leave_loop(true)),
            Some(Feature::Continue) if self.is_in_loop => Some(self.leave_loop(false)),
            Some(Feature::Goto) if self.depth > 1 => Some(self.goto()),
            Some(Feature::EarlyReturn) if self.depth > 1 => Some(self.early_return()),
            _ => None,
        };
        made.unwrap_or_else(|| self.simple_statement())
    }

    /// An assignment or a call.
    pub(super) fn simple_statement(&mut self) -> StmtId {
        self.tokens += 2;
        let size = self.expression_size();
        let made = match self.choices.below(20) {
            0..=3 if self.features.has(Feature::Pointer) => self.pointer_assignment(),
            4 if self.features.has(Feature::Struct) => self.record_assignment(),
            5..=7 if self.features.has(Feature::Call) => {
                self.any_callee(false).and_then(|index| self.call(index, size))
            }
            8..=10 if self.features.has(Feature::Compound) => {
                let op = *self.choices.pick(&COMPOUND);
                self.assignment(Some(op), size)
            }
            11 if self.features.has(Feature::Increment) => self.increment(),
            _ => self.assignment(None, size),
        };
        let made = made.or_else(|| self.assignment(None, size)).unwrap_or_else(|| self.b.int(0));
        self.b.expr_stmt(made)
    }

    /// Operators of an expression: mostly few.
    pub(super) fn expression_size(&mut self) -> u32 {
        match self.choices.below(10) {
            0..=3 => self.choices.below(3) as u32,
            4..=8 => 2 + self.choices.below(6) as u32,
            _ => 6 + self.choices.below(12) as u32,
        }
    }

    /// `s = t;` of structures.
    fn record_assignment(&mut self) -> Option<kiln_lang::tree::ExprId> {
        let around = self.context.clone();
        let to = self.any_seen(|sights| &sights.records)?;
        let from = self.any_seen(|sights| &sights.records)?;
        // An object must not be assigned to a part of itself (4.6.3).
        let [left, right] = [to, from].map(|place| self.place(place));
        if left.ty != right.ty || left.object == right.object || left.is_volatile || right.is_volatile {
            return None;
        }
        let to = self.purely(true, |maker| maker.named(to, Use::Write, &around))?;
        let around = self.context.clone();
        let from = self.without_writes_to(&to.places, |maker| maker.named(from, Use::Read, &around))?;
        self.note_access(&from.places, Use::Read, false);
        self.note_access(&to.places, Use::Write, false);
        Some(self.b.assign(None, to.expr, from.expr))
    }

    fn if_statement(&mut self, tokens: u32) -> StmtId {
        self.tokens += 4;
        let size = self.choices.below(5) as u32;
        let with_else = self.choices.below(100) < 40;
        let likely = if with_else { 60 } else { 88 };
        let wish = (self.choices.below(100) < 80).then(|| self.choices.below(100) < likely);
        let cond = self.condition(size, wish);
        let share = (tokens / 3).max(15);
        let before = self.facts.clone();
        let then = self.block(share, Around::Branch);
        let at_first = self.known_of(&before);
        let then_facts = std::mem::replace(&mut self.facts, at_first);
        let otherwise = with_else.then(|| self.block(share / 2, Around::Branch));
        self.join(&then_facts);
        self.b.if_(cond, then, otherwise)
    }

    /// Facts of an earlier time, with those of pointers that have come since.
    fn known_of(&self, before: &[Fact]) -> Vec<Fact> {
        let new = self.facts.get(before.len()..).unwrap_or_default();
        before.iter().chain(new).copied().collect()
    }

    /// `if (condition) break;` or `continue`: rather not at once.
    fn leave_loop(&mut self, breaks: bool) -> StmtId {
        self.tokens += 4;
        let size = self.choices.below(3) as u32;
        let rare = self.is_rare();
        let cond = self.condition(size, Some(rare));
        self.is_certain = false;
        let jump = if breaks { self.b.break_() } else { self.b.continue_() };
        self.b.if_(cond, jump, None)
    }

    /// True for what cuts off a lot and should be rare.
    fn is_rare(&mut self) -> bool {
        self.choices.one_in(10)
    }

    /// `if (condition) goto label;`, where the label comes later in this block or one around it.
    fn goto(&mut self) -> StmtId {
        self.tokens += 5;
        let size = self.choices.below(3) as u32;
        let rare = self.is_rare();
        let cond = self.condition(size, Some(rare));
        let name = self.new_name("L");
        let label = self.b.new_label(&name);
        // Labels are put in the order of their blocks, innermost first.
        let deepest = self.pending.last().map_or(1, |pending| pending.depth);
        let depth = self.choices.between(deepest.into(), self.depth.into()) as u32;
        self.pending.push(Pending { label, facts: self.facts.clone(), depth });
        self.is_certain = false;
        self.may_have_left = true;
        let jump = self.b.goto(label);
        self.b.if_(cond, jump, None)
    }

    /// `if (condition) return value;`.
    fn early_return(&mut self) -> StmtId {
        self.tokens += 4;
        let size = self.choices.below(3) as u32;
        let rare = self.choices.one_in(20);
        let cond = self.condition(size, Some(rare));
        let ret = self.return_statement();
        self.is_certain = false;
        self.may_have_left = true;
        self.b.if_(cond, ret, None)
    }

    /// `return value;`.
    pub(super) fn return_statement(&mut self) -> StmtId {
        self.context = super::effects::Effects::default();
        self.tokens += 2;
        let value = self.returns.map(|_| {
            let size = self.choices.below(4) as u32;
            self.integer(size)
        });
        self.note_exit();
        self.b.return_(value)
    }

    /// `switch`, over a few bits of a value or over constants of which the run chooses one.
    fn switch(&mut self, tokens: u32) -> StmtId {
        self.tokens += 6;
        let size = self.choices.below(4) as u32;
        let n = 2 + self.choices.below(5) as u32;
        let (control, values) = self.switch_control(size, n);
        let before = self.facts.clone();
        let mut ends: Vec<Fact> = Vec::new();
        let mut items = Vec::new();
        let share = (tokens / (n + 2)).max(12);
        let default_at = self.choices.below(u64::from(n) * 2) as usize;
        for (at, value) in values.into_iter().enumerate() {
            // A case is reached from the top or from the one before.
            let entry = self.known_of(&before);
            self.join(&entry);
            self.tokens += 5;
            let body = self.block(share, Around::Case);
            let value = self.b.int(value);
            let mut stmt = self.b.case(value, body);
            if at == default_at {
                stmt = self.b.default_case(stmt);
            }
            items.push(stmt);
            if self.choices.below(100) < 75 {
                items.push(self.b.break_());
                let end = self.facts.clone();
                ends.resize(ends.len().max(end.len()), 0);
                ends.iter_mut().zip(end).for_each(|(all, one)| *all |= one);
                self.facts = self.known_of(&before);
            }
        }
        let entry = self.known_of(&before);
        self.join(&entry);
        self.join(&ends);
        let body = self.b.block(items);
        self.b.switch(control, body)
    }

    fn switch_control(&mut self, size: u32, n: u32) -> (kiln_lang::tree::ExprId, Vec<u32>) {
        let any = self.integer(size);
        if self.choices.one_in(2) {
            let mask = self.b.int(n.next_power_of_two() - 1);
            return (self.b.binary(BinaryOp::BitAnd, any, mask), (0..n).collect());
        }
        let sparse = self.choices.one_in(2);
        let mut values: Vec<u32> = Vec::new();
        let mut next = self.choices.below(10) as u32;
        for _ in 0..n {
            values.push(next);
            next += if sparse { 1 + self.choices.below(5000) as u32 } else { 1 };
        }
        let by = self.b.int(1);
        let op = *self.choices.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::BitXor]);
        let control = self.b.binary(op, any, by);
        let wanted = *self.choices.pick(&values);
        self.wishes.insert((self.function, control), super::mend::Wish::Value(wanted));
        (control, values)
    }
}
