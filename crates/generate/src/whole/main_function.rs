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
const MOST_CALLS: u64 = 3;

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

    /// Calls of what may not have been called so far, as often as there is room for.
    fn call_all(&mut self, sum: &Sum, items: &mut Vec<StmtId>) {
        let mut is_called = vec![false; self.callees.len()];
        // Half of the functions are called by others, about.
        let share = 2 * u64::from(self.options.executed) / self.callees.len().max(1) as u64;
        for index in (0..self.callees.len()).rev() {
            if is_called[index] {
                continue;
            }
            self.room = u64::MAX;
            let rounds = if self.may_sweep() { (share / self.callees[index].cost).min(MOST_CALLS) } else { 1 };
            let made = if rounds < 2 {
                self.called(sum, index)
            } else {
                let mut made = None;
                let again = self.counted_loop(Count { start: 0, step: 1, rounds: rounds as i64 }, |maker, _| {
                    made = maker.called(sum, index);
                    made.unwrap_or_else(|| maker.b.empty())
                });
                made.map(|_| again)
            };
            let Some(made) = made else { continue };
            items.push(made);
            // Functions call only those before them.
            is_called[index] = true;
            for caller in (0..=index).rev().filter(|&caller| is_called[caller]).collect::<Vec<_>>() {
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
