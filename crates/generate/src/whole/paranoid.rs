//! Assertions about where pointers lead (4.4.4 of the thesis): a wrong fact of the analysis is found by running the program.
//!
//! `wrong += !(p == &a || p == &b || p == 0);` stands behind statements, for a pointer and everything that it may be there. What has no
//! name here cannot be written: the objects of callers, and elements of large arrays. `main` says how many assertions were wrong.

use kiln_case::check;
use kiln_lang::build::{BuildExpr, BuildStmt, Variable};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId, Storage, UnaryOp};
use kiln_lang::types::Ty;

use super::Maker;
use super::effects::Effects;
use super::facts::{GARBAGE, NULL};
use super::lvalue::Use;
use super::objects::{PlaceId, Step};

/// Addresses in an assertion at most.
const MOST_ADDRESSES: usize = 24;
/// Pointers that are tried for an assertion.
const TRIES: u32 = 3;

impl Maker {
    /// What counts the assertions that are wrong.
    pub(super) fn declare_wrong(&mut self) {
        if self.options.paranoid {
            let zero = self.b.int(0);
            let variable = Variable::new("wrong", Ty::UINT).storage(Storage::Static);
            self.wrong = Some(self.b.global(variable, Some(zero)));
        }
    }

    /// A statement, and behind it an assertion about a pointer.
    pub(super) fn with_assertion(&mut self, made: StmtId) -> StmtId {
        let Some(wrong) = self.wrong.filter(|_| !self.keeps_nothing) else { return made };
        let assertion = self.observing(|maker| (0..TRIES).find_map(|_| maker.assertion(wrong)));
        match assertion {
            Some(assertion) => self.b.block([made, assertion]),
            None => made,
        }
    }

    fn assertion(&mut self, wrong: DeclRef) -> Option<StmtId> {
        let place = self.any_seen(|sights| &sights.pointers)?;
        let found = self.place(place);
        let slot = found.slot?;
        let targets = self.targets(slot);
        if found.is_many || found.is_volatile || targets.flags & GARBAGE != 0 {
            return None;
        }
        let pointer = |maker: &mut Self| maker.named(place, Use::Read, &Effects::default()).map(|found| found.expr);
        let mut cases: Vec<ExprId> = Vec::new();
        if targets.flags & NULL != 0 {
            let (read, zero) = (pointer(self)?, self.b.int(0));
            cases.push(self.b.binary(BinaryOp::Eq, read, zero));
        }
        for target in targets.places {
            for indices in self.indices_of(target)? {
                let (read, object) = (pointer(self)?, self.at_indices(target, &mut indices.into_iter())?);
                let address = self.b.unary(UnaryOp::AddrOf, object);
                let address = self.converted(address, self.place(target).ty, self.slot(slot).pointee);
                cases.push(self.b.binary(BinaryOp::Eq, read, address));
            }
            if cases.len() > MOST_ADDRESSES {
                return None;
            }
        }
        let holds = cases.into_iter().reduce(|all, one| self.b.binary(BinaryOp::LogOr, all, one))?;
        let fails = self.b.unary(UnaryOp::Not, holds);
        let to = self.b.name(wrong);
        let count = self.b.assign(Some(BinaryOp::Add), to, fails);
        Some(self.b.expr_stmt(count))
    }

    /// The indices with which all elements that a place stands for are reached; `None` if there are many.
    fn indices_of(&self, place: PlaceId) -> Option<Vec<Vec<u64>>> {
        let mut all: Vec<Vec<u64>> = match self.place(place).parent {
            Some(parent) => self.indices_of(parent)?,
            None => vec![Vec::new()],
        };
        if let Step::Element(len) = self.place(place).step {
            let longer = |indices: &Vec<u64>, at: u64| indices.iter().copied().chain([at]).collect();
            if len * all.len() as u64 > MOST_ADDRESSES as u64 {
                return None;
            }
            all = all.iter().flat_map(|indices| (0..len).map(move |at| longer(indices, at))).collect();
        }
        Some(all)
    }

    /// A place by its name, with indices.
    fn at_indices(&mut self, place: PlaceId, indices: &mut impl Iterator<Item = u64>) -> Option<ExprId> {
        let (parent, step, object) = (self.place(place).parent, self.place(place).step, self.object_of(place));
        let Some(parent) = parent else {
            let decl = self.object(object).decl?;
            return Some(self.b.name(decl));
        };
        let base = self.at_indices(parent, indices)?;
        Some(match step {
            Step::Member(field) => self.b.member(base, field),
            Step::Element(_) => {
                let at = self.b.int(indices.next()? as u32);
                self.b.index(base, at)
            }
            Step::Half(half) => self.b.unary(half, base),
            Step::Root => base,
        })
    }

    /// `if (wrong) printf("%u assertions are wrong\n", wrong);`
    pub(super) fn show_wrong(&mut self, printf: DeclRef) -> Option<StmtId> {
        let wrong = self.wrong?;
        let (cond, shown) = (self.b.name(wrong), self.b.name(wrong));
        let print = check::print(&mut self.b, printf, "%u assertions are wrong\n", &[shown]);
        Some(self.b.if_(cond, print, None))
    }
}
