//! `main`: calls of functions, then the sum of all objects.

use kiln_case::check;
use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::index::Id;
use kiln_lang::tree::{BinaryOp, FunctionId, StmtId};
use kiln_lang::types::{Basic, Ty};

use super::Maker;
use super::checksum::Sum;
use super::effects::{Effects, ObjectId};
use super::loops::Count;

/// How often `main` calls a function, at most: what is done with one state only shows little.
const MOST_CALLS: u64 = 2;

impl Maker {
    /// `main`: calls what may not have been called so far, then shows the sum of all objects.
    pub(super) fn main(&mut self, mut sum: Sum) {
        self.declare_sum_arrays(&mut sum);
        let sum = &sum;
        self.function = FunctionId::from_index(self.n_functions as usize);
        self.n_functions += 1;
        let character = self.b.pointer(Ty::CHAR);
        let strings = self.b.pointer(character);
        let params = [("argc", Ty::INT), ("argv", strings)];
        let params = if sum.traced.is_some() { &params[..] } else { &[] };
        let (open, params) = self.b.begin_function(Variable::new("main", Ty::INT), params, false);
        self.facts.copy_from_slice(&self.allowed);
        self.touched = Effects::default();
        self.is_constant = true;
        let mut items = Vec::new();
        if let Some(traced) = sum.traced {
            let (count, one, to) = (self.b.name(params[0]), self.b.int(1), self.b.name(traced));
            let is_wanted = self.b.binary(BinaryOp::Gt, count, one);
            let set = self.b.assign(None, to, is_wanted);
            items.push(self.b.expr_stmt(set));
        }
        self.call_all(sum, &mut items);
        if let Some(notes) = self.notes {
            let seen = self.b.name(notes.seen);
            items.push(self.mixed(sum, "what was seen on the way", seen));
        }
        for object in (0..self.n_globals).map(ObjectId).chain(self.holders()) {
            self.sum_object(sum, object, &mut items);
        }
        let (shown, format) = (self.b.name(sum.total), self.mixing().format);
        // `long` has 32 bits at least, whichever type the sum is of.
        let shown = if self.options.wide { shown } else { self.b.cast(Ty::basic(Basic::ULong), shown) };
        items.push(check::print(&mut self.b, sum.printf, format, &[shown]));
        items.extend(self.show_wrong(sum.printf));
        let zero = self.b.int(0);
        items.push(self.b.return_(Some(zero)));
        let body = self.b.block(items);
        self.b.end_function(open, body);
    }

    /// Calls of what may not have been called so far, and again as far as there is room.
    fn call_all(&mut self, sum: &Sum, items: &mut Vec<StmtId>) {
        let mut is_called = vec![false; self.callees.len()];
        let once: u64 = self.called_by_main().into_iter().map(|index| self.callees[index].cost).sum();
        // What functions execute is estimated, so a part is left alone.
        let mut left = (u64::from(self.options.executed) * 3 / 4).saturating_sub(once);
        for index in (0..self.callees.len()).rev() {
            if is_called[index] {
                continue;
            }
            self.room = u64::MAX;
            let cost = self.callees[index].cost.max(1);
            let more = if self.may_sweep() { (left / cost).min(MOST_CALLS - 1) } else { 0 };
            let made = if more == 0 {
                self.called(sum, index)
            } else {
                let mut made = None;
                let count = Count { start: 0, step: 1, rounds: 1 + more as i64 };
                let again = self.counted_loop(count, |maker, _| {
                    made = maker.called(sum, index);
                    made.unwrap_or_else(|| maker.b.empty())
                });
                made.map(|_| again)
            };
            let Some(made) = made else { continue };
            items.push(made);
            left -= more * cost;
            self.calls_too(index, &mut is_called);
        }
    }

    /// What `main` has to call, since nobody else does for certain.
    fn called_by_main(&self) -> Vec<usize> {
        let mut is_called = vec![false; self.callees.len()];
        let mut all = Vec::new();
        for index in (0..self.callees.len()).rev() {
            if !is_called[index] {
                all.push(index);
                self.calls_too(index, &mut is_called);
            }
        }
        all
    }

    /// What is called for certain if a function is.
    fn calls_too(&self, index: usize, is_called: &mut [bool]) {
        is_called[index] = true;
        // Functions call only those before them.
        for caller in (0..=index).rev() {
            if is_called[caller] {
                self.callees[caller].calls_certainly.iter().for_each(|&callee| is_called[callee] = true);
            }
        }
    }

    /// `mix(f(...));`
    fn called(&mut self, sum: &Sum, index: usize) -> Option<StmtId> {
        self.context = Effects::default();
        let result = self.callees[index].result;
        let has_result = result.is_some_and(|ty| self.b.sight().types().is_integer(ty));
        let call = self.call(index, 0)?;
        Some(if has_result { self.mixed(sum, "a call", call) } else { self.b.expr_stmt(call) })
    }
}
