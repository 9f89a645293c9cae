//! Counters and records in the code, for a profile.
//!
//! All of this does nothing unless a profile is asked for. What it adds neither reads nor writes anything that the program
//! has, and moves nothing: the rest of the code is what it would be without.

use kiln_lang::tree::{DeclId, DeclKind, DeclRef, ExprId, StmtId, StmtKind};
use kiln_lang::types::{Basic, Ty};
use rustc_hash::FxHashSet;

use super::locals::Local;
use super::{Class, Lower, Target, Val};
use crate::code::{Op, Reg};
use crate::profile::probe::{BodyId, Counted, Counter, Home, Moment, Probes, Source, Spec};
use crate::profile::{Column, Hull, Of};

/// Counters.
impl Lower<'_> {
    /// The probes and the function at hand, if there are any.
    fn probes(&mut self) -> Option<(&mut Probes, BodyId)> {
        let probes = self.shared.probes.as_mut()?;
        let body = probes.body?;
        Some((probes, body))
    }

    /// A new counter for something.
    pub(super) fn counter(&mut self, of: Counted) -> Option<u32> {
        let (probes, body) = self.probes().filter(|(probes, _)| probes.counts)?;
        let index = probes.counter();
        probes.counters.push(Counter { body, of, index });
        Some(index)
    }

    /// Counts something here.
    fn count(&mut self, of: Counted) {
        // What begins together is counted once.
        let is_target = self.last_target == self.code.ops.len();
        match self.code.ops.last() {
            Some(&Op::Count { counter: index }) if !is_target => {
                if let Some((probes, body)) = self.probes().filter(|(probes, _)| probes.counts) {
                    probes.counters.push(Counter { body, of, index });
                }
            }
            _ => {
                if let Some(counter) = self.counter(of) {
                    self.emit(Op::Count { counter });
                }
            }
        }
    }

    /// A statement begins. One with a label begins behind the label.
    pub(super) fn probe_statement(&mut self, id: StmtId) {
        let is_label =
            matches!(self.body().stmt(id), StmtKind::Label { .. } | StmtKind::Case { .. } | StmtKind::Default { .. });
        if !is_label {
            self.probe_label(id);
        }
    }

    /// A statement begins whose label has been passed.
    pub(super) fn probe_label(&mut self, id: StmtId) {
        if self.shared.probes.is_some() {
            self.count(Counted::Statement(id));
            self.record_point(id);
        }
    }

    /// A full expression begins.
    pub(super) fn count_expression(&mut self, id: ExprId) {
        if self.shared.probes.is_some() {
            self.count(Counted::Expression(id));
        }
    }

    /// A branch that counts its ways.
    pub(super) fn counted_branch(
        &mut self,
        id: ExprId,
        yes: Target,
        no: Target,
        next_is_yes: bool,
        branch: impl FnOnce(&mut Self, Target, Target, bool),
    ) {
        if self.probes().is_some_and(|(probes, _)| probes.counts) {
            self.branch_with((yes, no, next_is_yes), branch, |this, way| this.count(Counted::Way(id, way)));
        } else {
            branch(self, yes, no, next_is_yes);
        }
    }

    /// A branch with something to do on each way.
    pub(super) fn branch_with(
        &mut self,
        (yes, no, next_is_yes): (Target, Target, bool),
        branch: impl FnOnce(&mut Self, Target, Target, bool),
        mut on_way: impl FnMut(&mut Self, bool),
    ) {
        let (holds, fails) = (self.new_target(), self.new_target());
        // What comes next is to come last, so the other way falls through.
        branch(self, holds, fails, !next_is_yes);
        let (first, to, last) = if next_is_yes { (fails, no, holds) } else { (holds, yes, fails) };
        self.set_target(first);
        on_way(self, !next_is_yes);
        self.jump(to);
        self.set_target(last);
        on_way(self, next_is_yes);
    }

    /// A switch without a default ends: what it did not match comes here.
    pub(super) fn begin_unmatched(&mut self, switch: StmtId, unmatched: Target, end: Target) {
        let counter = self.counter(Counted::Case(switch));
        if counter.is_some() {
            self.jump(end);
        }
        self.set_target(unmatched);
        if let Some(counter) = counter {
            self.emit(Op::Count { counter });
        }
    }
}

/// Records.
impl Lower<'_> {
    fn record(&mut self, record: u32, moment: Moment, sources: Vec<Source>) {
        let Some((probes, body)) = self.probes() else { return };
        let spec = probes.specs.len() as u32;
        probes.specs.push(Spec { body, record, moment, sources: sources.into() });
        self.emit(Op::Record { spec });
    }

    fn set_columns(&mut self, record: u32, columns: Vec<Column>) {
        if let Some((probes, _)) = self.probes() {
            probes.columns[record as usize] = columns;
        }
    }

    /// Where a value of a type is, if it is a scalar.
    fn source(&self, ty: Ty, home: Home) -> Option<Source> {
        let class = self.class(ty);
        if matches!(class, Class::Void | Class::Memory) {
            return None;
        }
        let basic = self.types().as_basic(ty).unwrap_or(Basic::Void);
        Some(Source { home, class, basic, size: self.size_of(ty)? as u8 })
    }

    /// The values of the variables in scope, if this is a point where they are asked for.
    fn record_point(&mut self, id: StmtId) {
        let Some(record) = self.probes().and_then(|(probes, body)| probes.points.get(&(body, id)).copied()) else {
            return;
        };
        let mut names = FxHashSet::default();
        let mut found: Vec<(DeclRef, Ty, Home)> = Vec::new();
        // Inner declarations hide outer ones, and all hide those of the file.
        for decl in self.visible.clone().into_iter().rev() {
            let data = self.body().decls[decl];
            if data.name.is_some_and(|name| names.insert(name))
                && let Some(home) = self.home(decl)
            {
                found.push((DeclRef::local(decl), data.ty, home));
            }
        }
        found.extend(self.globals().into_iter().rev().filter_map(|decl| {
            let data = self.sight.decl(decl);
            let is_hidden = data.name.is_none_or(|name| names.contains(&name));
            (!is_hidden).then_some((decl, data.ty, Home::Static { decl, slot: 0 }))
        }));
        self.record_variables(record, Moment::Visit, found.into_iter().rev(), None);
    }

    fn record_variables(
        &mut self,
        record: u32,
        moment: Moment,
        variables: impl Iterator<Item = (DeclRef, Ty, Home)>,
        result: Option<Ty>,
    ) {
        let (mut columns, mut sources) = (Vec::new(), Vec::new());
        for (decl, ty, home) in variables {
            if let Some(source) = self.source(ty, home) {
                columns.push(Column { of: Of::Variable(decl), ty, hull: Hull::default() });
                sources.push(source);
            }
        }
        columns.extend(result.map(|ty| Column { of: Of::Result, ty, hull: Hull::default() }));
        self.set_columns(record, columns);
        self.record(record, moment, sources);
    }

    /// Where a variable is at the place at hand.
    fn home(&self, id: DeclId) -> Option<Home> {
        match *self.locals.get(&id)? {
            Local::Register { value, flag, index, .. } => {
                let always = self.known.contains(index) && !self.returns_twice;
                Some(Home::Register { reg: value.reg, flag: flag.filter(|_| !always) })
            }
            Local::Object(object) => Some(Home::Object(object)),
            Local::Static(_) => Some(Home::Static { decl: DeclRef::local(id), slot: 0 }),
            Local::Vla(_) => None,
        }
    }

    /// Variables of the file that are declared before the function at hand, if they are asked for: the last declaration of
    /// each.
    fn globals(&mut self) -> Vec<DeclRef> {
        let file = self.sight.at(true).body;
        let Some((_, (_, function))) = self.probes().filter(|(probes, _)| probes.globals) else { return Vec::new() };
        let mut found: Vec<DeclId> = Vec::new();
        for item in file.list(file.items) {
            match file.stmt(item) {
                StmtKind::Function { function: other } if other == function => break,
                StmtKind::Decl { group } => {
                    let decls = file.list(file.groups[group].decls);
                    found.extend(decls.filter(|&id| file.decls[id].kind == DeclKind::Variable));
                }
                _ => {}
            }
        }
        let mut names = FxHashSet::default();
        found.reverse();
        found.retain(|&id| file.decls[id].name.is_some_and(|name| names.insert(name)));
        found.reverse();
        found.into_iter().map(DeclRef::file).collect()
    }

    /// The arguments of a call, if they are asked for. Nested functions have no number that could be asked for.
    pub(super) fn record_call(&mut self, params: &[DeclId]) {
        let Some(record) = self.call_record() else { return };
        let variables: Vec<_> = params
            .iter()
            .filter_map(|&id| Some((DeclRef::local(id), self.body().decls[id].ty, self.home(id)?)))
            .collect();
        let result = Some(self.result).filter(|&ty| !matches!(self.class(ty), Class::Void | Class::Memory));
        self.record_variables(record, Moment::Call, variables.into_iter(), result);
    }

    /// The result of a call.
    pub(super) fn record_result(&mut self, value: Val) {
        let Some(record) = self.call_record() else { return };
        let home = Home::Register { reg: value.reg, flag: None };
        if let Some(source) = self.source(self.result, home) {
            self.record(record, Moment::Result, vec![source]);
        }
    }

    fn call_record(&mut self) -> Option<u32> {
        let is_nested = self.function.is_none_or(|function| kiln_lang::index::Id::index(function) != 0);
        let (probes, body) = self.probes()?;
        probes.functions.get(&body).copied().filter(|_| !is_nested)
    }

    fn expression_record(&mut self, id: ExprId) -> Option<u32> {
        let (probes, body) = self.probes()?;
        probes.expressions.get(&(body, id)).copied()
    }

    /// Whether the values of an expression are asked for.
    pub(super) fn is_recorded(&mut self, id: ExprId) -> bool {
        self.expression_record(id).is_some()
    }

    /// The value of an expression.
    pub(super) fn record_expression(&mut self, id: ExprId, value: Val) {
        let Some(record) = self.expression_record(id) else { return };
        let ty = self.body().ty(id);
        let home = Home::Register { reg: value.reg, flag: None };
        if let Some(source) = self.source(ty, home) {
            self.set_columns(record, vec![Column { of: Of::Expression(id), ty, hull: Hull::default() }]);
            self.record(record, Moment::Visit, vec![source]);
        }
    }

    /// The value of a condition that jumps have decided.
    pub(super) fn record_truth(&mut self, id: ExprId, value: bool) {
        let top = self.top;
        let reg = self.constant(value.into(), None);
        let class = self.class(self.body().ty(id));
        self.record_expression(id, Val { reg, class });
        self.top = top;
    }

    /// The flags that records look at.
    pub(super) fn recorded_flags(&self) -> impl Iterator<Item = Reg> {
        let specs = self.shared.probes.as_ref().map_or(&[][..], |probes| &probes.specs);
        let here = self.code.ops.iter().filter_map(|op| if let Op::Record { spec } = *op { Some(spec) } else { None });
        here.flat_map(move |spec| &specs[spec as usize].sources)
            .filter_map(|source| if let Home::Register { flag, .. } = source.home { flag } else { None })
    }
}
