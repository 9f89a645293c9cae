//! Jumps to one of several places: `switch`, computed `goto`, and `switch` into a loop.
//!
//! Each place is reached from the top, and from the end of the one before unless that jumps away.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::tree::{BinaryOp, ExprId, LabelId, StmtId, Storage};
use kiln_lang::types::{Quals, Ty};

use super::Maker;
use super::facts::Fact;
use super::features::Feature;
use super::mend::Wish;
use super::statement::Around;

/// How far a range goes at most.
const WIDEST_RANGE: u32 = 40;

impl Maker {
    /// `switch`, over a few bits of a value or over constants of which the run chooses one.
    pub(super) fn switch(&mut self, tokens: u32) -> StmtId {
        self.tokens += 6;
        let size = self.choices.below(4) as u32;
        let n = 2 + self.choices.below(5) as u32;
        let (control, values, is_sparse) = self.switch_control(size, n);
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
            let mut stmt = self.case_or_range(value, is_sparse, body);
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

    /// `case 5:`.
    fn case(&mut self, value: u32, body: StmtId) -> StmtId {
        let value = self.b.int(value);
        self.b.case(value, body)
    }

    /// The same with what comes behind it, if nothing else is there.
    fn case_or_range(&mut self, value: u32, is_sparse: bool, body: StmtId) -> StmtId {
        if !is_sparse || !self.has_by_weight(Feature::CaseRange) {
            return self.case(value, body);
        }
        let to = value + 1 + self.choices.below(u64::from(WIDEST_RANGE)) as u32;
        let (first, last) = (self.b.int(value), self.b.int(to));
        self.tokens += 2;
        self.b.case_range(first, last, body)
    }

    fn switch_control(&mut self, size: u32, n: u32) -> (ExprId, Vec<u32>, bool) {
        let any = self.integer(size);
        if self.choices.one_in(2) {
            let mask = self.b.int(n.next_power_of_two() - 1);
            return (self.b.binary(BinaryOp::BitAnd, any, mask), (0..n).collect(), false);
        }
        let sparse = self.choices.one_in(2);
        let mut values: Vec<u32> = Vec::new();
        let mut next = self.choices.below(10) as u32;
        for _ in 0..n {
            values.push(next);
            // Between sparse ones there is room for ranges.
            next += if sparse { 1 + WIDEST_RANGE + self.choices.below(5000) as u32 } else { 1 };
        }
        let by = self.one_beside(any);
        let op = self.steering_operator();
        let control = self.b.binary(op, any, by);
        let wanted = *self.choices.pick(&values);
        self.wishes.insert((self.function, control), Wish::Value(wanted));
        (control, values, sparse)
    }

    /// What holds at places that are reached from the top and from each other is anything that may hold there.
    fn targets_of<T>(&mut self, n: u32, tokens: u32, mut finish: impl FnMut(&mut Self, u32, StmtId) -> T) -> Vec<T> {
        let before = self.facts.clone();
        let share = (tokens / (n + 2)).max(12);
        let mut made = Vec::new();
        for at in 0..n {
            let entry = self.known_of(&before);
            self.join(&entry);
            self.tokens += 5;
            let body = self.block(share, Around::Case);
            made.push(finish(self, at, body));
        }
        let entry = self.known_of(&before);
        self.join(&entry);
        made
    }

    /// `switch (a & 3) do { case 0: ...; case 1: ...; } while (++i < n);`: the first round begins anywhere.
    pub(super) fn switch_loop(&mut self, tokens: u32) -> Option<StmtId> {
        let n = 1 << (1 + self.choices.below(2));
        let size = self.choices.below(3) as u32;
        let any = self.integer(size);
        let mask = self.b.int(n - 1);
        let control = self.b.binary(BinaryOp::BitAnd, any, mask);
        let (declaration, made) = self.stepped_loop(|maker| {
            let cases = maker.targets_of(n, tokens / 2, Self::case);
            maker.b.block(cases)
        })?;
        let made = self.b.switch(control, made);
        self.tokens += 6;
        Some(self.b.block([declaration, made]))
    }

    /// `static const void *const t[] = {&&A, &&B}; goto *t[a & 1]; A: ...; B: ...;`
    pub(super) fn computed_goto(&mut self, tokens: u32) -> StmtId {
        let n: u32 = 1 << (1 + self.choices.below(2));
        let size = self.choices.below(3) as u32;
        let any = self.integer(size);
        let labels: Vec<LabelId> = (0..n)
            .map(|_| {
                let name = self.new_name("L");
                self.b.new_label(&name)
            })
            .collect();
        let table = self.label_table(&labels);
        let declaration = self.b.declaration(&[table]);
        let mask = self.b.int(n - 1);
        let index = self.b.binary(BinaryOp::BitAnd, any, mask);
        let name = self.b.name(table);
        let target = self.b.index(name, index);
        let mut items = vec![declaration, self.b.computed_goto(target)];
        let name = self.new_name("L");
        let end = self.b.new_label(&name);
        let last = n - 1;
        let mut ends: Vec<Vec<Fact>> = Vec::new();
        let parts = self.targets_of(n, tokens, |maker, at, body| {
            let mut part = vec![maker.b.label(labels[at as usize], body)];
            if at < last && maker.choices.below(100) < 70 {
                part.push(maker.b.goto(end));
                ends.push(maker.facts.clone());
            }
            part
        });
        // What holds at a jump to the end need not hold where the next part ends.
        for facts in &ends {
            self.join(facts);
        }
        items.extend(parts.into_iter().flatten());
        let nothing = self.b.empty();
        items.push(self.b.label(end, nothing));
        self.tokens += 20 + 6 * n;
        self.b.block(items)
    }

    fn label_table(&mut self, labels: &[LabelId]) -> kiln_lang::tree::DeclRef {
        let addresses: Vec<ExprId> = labels.iter().map(|&label| self.b.label_address(label)).collect();
        let list = self.b.init_list(addresses);
        let target = self.b.qualified(Ty::VOID, Quals::CONST);
        let pointer = self.b.pointer(target);
        let pointer = self.b.qualified(pointer, Quals::CONST);
        let ty = self.b.array(pointer, labels.len() as u64);
        let name = self.new_name("t");
        self.b.local(Variable::new(&name, ty).storage(Storage::Static), Some(list))
    }
}
