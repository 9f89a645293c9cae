//! Accesses to volatile objects of static storage duration, in the order in which they happen.
//!
//! C gives not all of them an order. Those of one full expression form a group in which any order will do; a call or a
//! statement expression that nothing else is evaluated beside (`lower/order.rs`) has groups of its own, any other belongs to
//! the group of the expression that it stands in. That is less order than C promises (it passes over sequence points inside
//! of expressions), and never more.
//!
//! Nothing here costs anything unless accesses are watched.

use std::collections::BTreeSet;

/// An access to a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Watched {
    /// The object.
    pub(crate) slot: u32,
    /// Where in it.
    pub(crate) offset: u32,
    /// Bytes.
    pub(crate) size: u8,
    /// Written, not read.
    pub(crate) write: bool,
}

/// A call that is active.
#[derive(Clone, Copy, Debug)]
struct Call {
    /// A number that no other call has.
    number: u64,
    /// The full expression at hand.
    point: u64,
    /// The call whose full expression its accesses belong to: its own, or one that has operands beside it.
    base: usize,
}

/// The list as it grows.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    pub(crate) accesses: Vec<Watched>,
    /// Where groups begin.
    pub(crate) groups: Vec<usize>,
    /// Objects of which more is done than a list of scalars can say.
    pub(crate) left_out: BTreeSet<u32>,
    /// There were more accesses than anyone wants to know.
    pub(crate) is_full: bool,
    most: usize,
    calls: Vec<Call>,
    /// Calls and full expressions so far.
    n_calls: u64,
    n_points: u64,
    /// The call and the full expression of the last access.
    last: Option<(u64, u64)>,
    /// Calls of library functions that are active.
    pub(crate) in_library: u32,
}

impl Watch {
    /// An empty list of at most so many accesses.
    pub(crate) fn new(most: usize) -> Watch {
        Watch {
            accesses: Vec::new(),
            groups: Vec::new(),
            left_out: BTreeSet::new(),
            is_full: false,
            most,
            calls: Vec::new(),
            n_calls: 0,
            n_points: 0,
            last: None,
            in_library: 0,
        }
    }

    /// A call begins, `alone` if nothing is evaluated beside it.
    pub(crate) fn begin_call(&mut self, alone: bool) {
        let index = self.calls.len();
        let base = match self.calls.last() {
            Some(caller) if caller.base + 1 != index => caller.base,
            Some(caller) if !alone => caller.base,
            _ => index,
        };
        self.n_calls += 1;
        self.calls.push(Call { number: self.n_calls, point: 0, base });
    }

    /// The last call ends.
    pub(crate) fn end_call(&mut self) {
        self.calls.pop();
    }

    /// A full expression begins.
    pub(crate) fn point(&mut self) {
        self.n_points += 1;
        if let Some(call) = self.calls.last_mut() {
            call.point = self.n_points;
        }
    }

    /// An access. What library functions do is theirs: how often they call back, for example.
    pub(crate) fn note(&mut self, access: Watched) {
        if self.in_library > 0 || !matches!(access.size, 1 | 2 | 4 | 8) {
            self.left_out.insert(access.slot);
            return;
        }
        if self.accesses.len() >= self.most {
            self.is_full = true;
            return;
        }
        let base = self.calls.last().and_then(|call| self.calls.get(call.base));
        let here = base.map(|call| (call.number, call.point));
        if here.is_none() || here != self.last {
            self.groups.push(self.accesses.len());
            self.last = here;
        }
        self.accesses.push(access);
    }
}
