//! Jumps into a scope where something would be missing.
//!
//! A `goto`, an `asm goto` and a `case` must not lead into the scope of a declaration whose type depends on a value known at
//! run time (C11 6.8.6.1p1, 6.8.4.2p2): the value would not have been computed. GNU C also forbids leading into a statement
//! expression. Both are *regions*: a tree whose root is the function. A jump is right if the region of its target is that
//! of the jump itself or one around it.
//!
//! Labels may be used before they are defined, so this is asked at the end of a function, and only of functions that have
//! regions at all. A computed `goto` is not examined; GCC does not either.

use rustc_hash::FxHashMap;

use super::Checker;
use crate::diagnostics::Code;
use crate::source::Span;
use crate::tree::{AsmId, Body, ExprKind, GroupId, LabelId, Node, StmtId, StmtKind};
use crate::types::Types;

/// An index of `Walk::regions`; the function itself is the first.
type Region = usize;

/// What a region is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Function,
    /// The scope of something of variably modified type, from its declaration to the end of the block.
    Variable,
    StatementExpression,
}

impl Kind {
    fn problem(self) -> &'static str {
        match self {
            Kind::Function => "a jump to nowhere",
            Kind::Variable => "a jump into the scope of something whose type has a size known at run time",
            Kind::StatementExpression => "a jump into a statement expression",
        }
    }
}

impl Checker {
    /// Marks that the function at hand has regions that cannot be jumped into.
    pub(crate) fn note_region(&mut self) {
        if let Some(function) = self.functions.last_mut() {
            function.has_regions = true;
        }
    }

    /// Reports the wrong jumps of a function whose body is complete.
    pub(crate) fn check_jumps(&mut self, body: StmtId) {
        if !self.functions.last().is_some_and(|function| function.has_regions) {
            return;
        }
        let mut walk = Walk::new(self.body(), self.types());
        walk.stmt(body);
        for (span, problem) in walk.problems() {
            self.error(Code::BadStatement, span, problem);
        }
    }
}

/// A walk over the statements of a function.
struct Walk<'a> {
    body: &'a Body,
    types: &'a Types,
    /// Each region with the one around it.
    regions: Vec<(Kind, Region)>,
    current: Region,
    /// Regions of the switches around the current place.
    switches: Vec<Region>,
    labels: FxHashMap<LabelId, Region>,
    jumps: Vec<(LabelId, Region, Span)>,
    wrong_cases: Vec<(Span, &'static str)>,
}

impl<'a> Walk<'a> {
    fn new(body: &'a Body, types: &'a Types) -> Walk<'a> {
        Walk {
            body,
            types,
            regions: vec![(Kind::Function, 0)],
            current: 0,
            switches: Vec::new(),
            labels: FxHashMap::default(),
            jumps: Vec::new(),
            wrong_cases: Vec::new(),
        }
    }

    fn enter(&mut self, kind: Kind) {
        self.regions.push((kind, self.current));
        self.current = self.regions.len() - 1;
    }

    fn stmt(&mut self, id: StmtId) {
        let outer = self.current;
        let ends_scope = match self.body.stmt(id) {
            StmtKind::Decl { group } => {
                self.declare(group);
                false
            }
            StmtKind::Label { label, .. } => {
                self.labels.insert(label, outer);
                false
            }
            StmtKind::Goto { label } => {
                self.jumps.push((label, outer, self.body.stmt_span(id)));
                false
            }
            StmtKind::Asm { asm } => {
                self.asm(asm, id);
                false
            }
            StmtKind::Case { .. } | StmtKind::Default { .. } => {
                self.case(id);
                false
            }
            // A nested function has jumps and regions of its own.
            StmtKind::Function { .. } => return,
            // These are blocks (C11 6.8.2 to 6.8.5): what is declared in them ends with them.
            StmtKind::Compound { .. }
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::For { .. }
            | StmtKind::Switch { .. } => true,
            _ => false,
        };
        let is_switch = matches!(self.body.stmt(id), StmtKind::Switch { .. });
        if is_switch {
            self.switches.push(outer);
        }
        self.children(Node::Stmt(id));
        if is_switch {
            self.switches.pop();
        }
        if ends_scope {
            self.current = outer;
        }
    }

    fn children(&mut self, node: Node) {
        for child in self.body.children(node) {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || match child {
                Node::Stmt(id) => self.stmt(id),
                Node::Expr(id) => {
                    let outer = self.current;
                    if matches!(self.body.expr(id), ExprKind::StmtExpr { .. }) {
                        self.enter(Kind::StatementExpression);
                    }
                    self.children(child);
                    self.current = outer;
                }
            });
        }
    }

    fn declare(&mut self, group: GroupId) {
        for decl in self.body.list(self.body.groups[group].decls) {
            if self.types.is_variably_modified(self.body.decls[decl].ty) {
                self.enter(Kind::Variable);
            }
        }
    }

    fn asm(&mut self, asm: AsmId, at: StmtId) {
        for &label in &self.body.asms[asm].labels {
            self.jumps.push((label, self.current, self.body.stmt_span(at)));
        }
    }

    fn case(&mut self, id: StmtId) {
        if let Some(&from) = self.switches.last()
            && let Some(kind) = self.entered(from, self.current)
        {
            self.wrong_cases.push((self.body.stmt_span(id), kind.problem()));
        }
    }

    /// What a jump between two regions enters that it must not.
    fn entered(&self, from: Region, to: Region) -> Option<Kind> {
        let mut around = from;
        while around > to {
            around = self.regions[around].1;
        }
        // Regions are numbered from the outside in, so the search ends at the target or outside of it.
        (around != to).then(|| self.regions[to].0)
    }

    fn problems(self) -> Vec<(Span, &'static str)> {
        let jumps = self.jumps.iter().filter_map(|&(label, from, span)| {
            let &to = self.labels.get(&label)?;
            self.entered(from, to).map(|kind| (span, kind.problem()))
        });
        let mut problems: Vec<_> = jumps.chain(self.wrong_cases.iter().copied()).collect();
        problems.sort_by_key(|(span, _)| span.start);
        problems
    }
}
