//! Statements and blocks.

use kiln_case::Several;
use kiln_lang::build::{BuildExpr, BuildStmt};
use kiln_lang::tree::{LabelId, StmtId};

use super::Maker;
use super::facts::Fact;
use super::features::{Feature, Place};

/// Sweeps that a function begins with, at most.
const MOST_SWEEPS: u64 = 3;

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
    /// A loop without a statement of its own, so that `break` and `continue` would lead out of it.
    GotoLoop,
}

impl Maker {
    /// A block of about so many tokens.
    pub(super) fn block(&mut self, tokens: u32, around: Around) -> StmtId {
        let items = self.block_items(tokens, around);
        self.b.block(items)
    }

    /// The declarations and statements of a block.
    pub(super) fn block_items(&mut self, tokens: u32, around: Around) -> Vec<StmtId> {
        let (mark, n_handles) = (self.locals.mark(), self.handles.len());
        let outer = (std::mem::take(&mut self.declarations), std::mem::take(&mut self.endings));
        let was = (self.is_in_loop, self.can_break, self.can_continue);
        let was_certain = self.is_certain;
        self.is_certain &= !matches!(around, Around::Branch | Around::Case);
        self.is_in_loop |= matches!(around, Around::Loop | Around::GotoLoop);
        // What holds at a `break` out of a switch is not looked at.
        self.can_break = around == Around::Loop || self.can_break && !matches!(around, Around::Case | Around::GotoLoop);
        self.can_continue = around == Around::Loop || self.can_continue && around != Around::GotoLoop;
        self.depth += 1;
        let end = self.tokens + tokens;
        let new = match around {
            Around::Function => 2 + self.choices.below(5),
            _ => self.choices.below(3),
        };
        self.each_of(new, |maker| {
            maker.context = super::effects::Effects::default();
            if maker.may_vary_arrays && maker.has_by_weight(Feature::Vla) {
                maker.declare_vla();
            } else {
                maker.declare_local();
            }
        });
        let mut items = Vec::new();
        self.each_of(if around == Around::Function { MOST_SWEEPS } else { 0 }, |maker| {
            if maker.may_sweep() && maker.has_by_weight(Feature::ArrayLoop) {
                items.extend(maker.sweep());
            }
        });
        if around == Around::Function && self.may_sweep() {
            for made in self.first_idioms(tokens) {
                self.note_facts(made);
                items.push(made);
            }
        }
        let mut several = Several::default();
        while self.choices.more(
            &mut several,
            self.tokens < end && self.room > 4 && items.len() < self.options.block_statements as usize,
        ) {
            let left = end - self.tokens;
            let made = self.statement(left);
            let made = if self.choices.one_in(3) { self.labelled(made) } else { made };
            items.push(made);
        }
        if self.pending.last().is_some_and(|pending| pending.depth == self.depth) {
            let nothing = self.b.empty();
            items.push(self.labelled(nothing));
        }
        items.extend(self.notes_at_end_of(around));
        self.depth -= 1;
        (self.is_in_loop, self.can_break, self.can_continue) = was;
        // After a jump that may lead further out, nothing is certain.
        self.is_certain = was_certain && !self.may_have_left;
        self.locals.cut(mark);
        self.handles.truncate(n_handles);
        let mut all = std::mem::replace(&mut self.declarations, outer.0);
        all.append(&mut items);
        all.append(&mut std::mem::replace(&mut self.endings, outer.1));
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
        let may_recurse = !self.is_in_loop && self.depth <= 2 && self.recursion.is_some();
        if may_recurse
            && self.choices.one_in(6)
            && let Some(made) = self.recursive_call()
        {
            return made;
        }
        let deep = self.depth >= self.options.block_depth || tokens < 40;
        let made = match self.draw(Place::Statement) {
            Some(Feature::If) if !deep => Some(self.if_statement(tokens)),
            Some(Feature::For) if !deep => self.for_loop(tokens),
            Some(Feature::ArrayLoop) if tokens >= 25 => {
                let sweeps = self.choices.below(4) > 0;
                let swept = if sweeps && self.may_sweep() { self.sweep() } else { None };
                swept.or_else(|| self.array_loop())
            }
            Some(Feature::While) if !deep => self.while_loop(tokens),
            Some(Feature::Do) if !deep => self.do_loop(tokens),
            Some(Feature::GotoLoop) if !deep => self.goto_loop(tokens),
            Some(Feature::PointerLoop) if tokens >= 25 => self.pointer_loop(),
            Some(Feature::Bytes) if self.may_sweep() => self.idiom(Feature::Bytes),
            Some(Feature::Lookup) if tokens >= 60 && self.may_sweep() => self.lookup(),
            Some(Feature::Idiom) if tokens >= 30 && self.may_sweep() => self.idiom(Feature::Idiom),
            Some(Feature::Switch) if !deep => Some(self.switch(tokens)),
            Some(Feature::SwitchLoop) if !deep => self.switch_loop(tokens),
            Some(Feature::ComputedGoto) if !deep && self.may_name_labels => Some(self.computed_goto(tokens)),
            Some(Feature::Memory) => self.memory_call().map(|call| self.b.expr_stmt(call)),
            Some(Feature::Block) if !deep => {
                let size = tokens / 3 + 20;
                Some(self.block(size, Around::Block))
            }
            Some(Feature::Break) if self.can_break => Some(self.leave_loop(true)),
            Some(Feature::Continue) if self.can_continue => Some(self.leave_loop(false)),
            Some(Feature::Goto) if self.may_leave() => Some(self.goto()),
            Some(Feature::EarlyReturn) if self.may_leave() => Some(self.early_return()),
            _ => None,
        };
        let made = made.unwrap_or_else(|| self.simple_statement());
        self.note_facts(made);
        self.with_assertion(made)
    }

    /// Whether there may be a jump that leads further than to the next loop: in the outermost block it would cut off most of
    /// the function.
    fn may_leave(&self) -> bool {
        self.depth > 1 || self.is_as_in_thesis()
    }

    /// An assignment or a call.
    pub(super) fn simple_statement(&mut self) -> StmtId {
        self.tokens += 2;
        if self.is_as_in_thesis() {
            return self.assignment_as_in_thesis();
        }
        let size = self.expression_size();
        let made = match self.choices.below(20) {
            0 if !self.handles.is_empty() => self.function_assignment(),
            0..=3 if self.features.has(Feature::Pointer) => self.pointer_assignment(),
            4 => self.record_assignment(),
            5 if !self.pairs.is_empty() && self.choices.one_in(2) => self.call_through(size, |_, _| true),
            5 | 6 if self.features.has(Feature::Call) => {
                self.any_callee(|_, _| true).and_then(|index| self.call(index, size))
            }
            7 | 12 if self.features.has(Feature::Float) => self.floating_assignment(size),
            13 if self.features.has(Feature::Vector) || self.features.has(Feature::Complex) => {
                self.whole_assignment(size)
            }
            8..=10 if self.features.has(Feature::Compound) => {
                let op = self.compound_operator();
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

    fn if_statement(&mut self, tokens: u32) -> StmtId {
        self.tokens += 4;
        let size = self.choices.below(5) as u32;
        let with_else = self.is_as_in_thesis() || self.choices.below(100) < 40;
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
    pub(super) fn known_of(&self, before: &[Fact]) -> Vec<Fact> {
        let new = self.facts.get(before.len()..).unwrap_or_default();
        before.iter().chain(new).copied().collect()
    }

    /// `if (condition) break;` or `continue`: rather not at once.
    fn leave_loop(&mut self, breaks: bool) -> StmtId {
        self.tokens += 4;
        let cond = self.rare_condition(true);
        self.is_certain = false;
        let jump = if breaks { self.b.break_() } else { self.b.continue_() };
        self.b.if_(cond, jump, None)
    }

    /// `if (condition) goto label;`, where the label comes later in this block or one around it.
    fn goto(&mut self) -> StmtId {
        self.tokens += 5;
        // It may lead out of several loops.
        let cond = self.rare_condition(self.counters.len() == 1);
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
        let cond = self.rare_condition(false);
        // What the value does to unions is done only if that is the end.
        let before = self.facts.clone();
        let ret = self.return_statement();
        self.facts = self.known_of(&before);
        let ret = self.with_notes(ret);
        self.is_certain = false;
        self.may_have_left = true;
        self.b.if_(cond, ret, None)
    }

    /// `return value;`.
    pub(super) fn return_statement(&mut self) -> StmtId {
        self.context = super::effects::Effects::default();
        self.tokens += 2;
        let value = match (self.gives, self.returns) {
            (Some(pair), _) => Some(self.function_value(pair)),
            (None, Some(ty)) => {
                let size = self.choices.below(4) as u32;
                self.value_for(ty, size)
            }
            (None, None) => None,
        };
        self.note_exit();
        self.b.return_(value)
    }
}
