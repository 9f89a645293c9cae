//! Statements (C11 6.8) and the blocks that objects live in.

use kiln_lang::source::Span;
use kiln_lang::tree::{DeclId, DeclKind, DeclRef, ExprId, GroupId, List, Node, StmtId, StmtKind, Storage};

use super::jump::ScopeId;
use super::locals::{Known, Local};
use super::{Class, Lower, Target, Val};
use crate::code::{CaseRange, Op, Reg, SwitchTable};

/// A block that is being lowered.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) id: ScopeId,
    /// Registers in use before it.
    top: u32,
    /// Names that are visible before it.
    visible: usize,
}

/// A full expression that another stands in the middle of.
pub(super) struct Interrupted {
    temporaries: Vec<u16>,
    unordered: bool,
    alone: Vec<ExprId>,
    /// Which full expression it is, if that is recorded.
    site: Option<u32>,
}

/// A statement that `break` or `continue` leave.
#[derive(Clone, Debug)]
pub(super) struct Breakable {
    break_to: Target,
    /// `None` for a switch.
    continue_to: Option<Target>,
    /// Number of blocks around it.
    depth: usize,
    /// What is known where it is left.
    known_at_break: Known,
}

/// A switch whose cases are being collected.
#[derive(Clone, Debug)]
pub(super) struct SwitchState {
    table: usize,
    scope: ScopeId,
    has_default: bool,
    known: Known,
}

impl Lower<'_> {
    pub(super) fn statement(&mut self, id: StmtId) {
        let span = self.at(self.body().stmt_span(id));
        let outer = if self.is_open() {
            self.open_statement(id)
        } else {
            self.probe_statement(id);
            self.mended_statement(id)
        };
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.statement_of_kind(id));
        self.close_statement(id, outer);
        self.span = span;
    }

    fn statement_of_kind(&mut self, id: StmtId) {
        match self.body().stmt(id) {
            StmtKind::Expr { value } => self.full_effect(value),
            StmtKind::Compound { items } => {
                self.enter_block(items);
                for item in self.body().list(items) {
                    self.statement(item);
                }
                self.span = self.closing_brace(id);
                self.leave_block();
            }
            StmtKind::Decl { group } => self.declaration(group),
            StmtKind::If { cond, then, otherwise } => self.if_statement(cond, then, otherwise),
            StmtKind::While { cond, body } => self.while_loop(cond, body),
            StmtKind::DoWhile { body, cond } => self.do_while_loop(body, cond),
            StmtKind::For { init, cond, step, body } => self.for_loop(init, cond, step, body),
            StmtKind::Switch { cond, body } => self.switch(id, cond, body),
            StmtKind::Case { lo, hi, body } => {
                self.case_label(id, lo, hi);
                self.probe_label(id);
                self.statement(body);
            }
            StmtKind::Default { body } => {
                self.default_label(id);
                self.probe_label(id);
                self.statement(body);
            }
            StmtKind::Label { label, body } => {
                self.label(label);
                self.probe_label(id);
                self.statement(body);
            }
            StmtKind::Goto { label } => self.goto(label),
            StmtKind::ComputedGoto { target } => self.computed_goto(target),
            StmtKind::Break {} => self.leave_to(false),
            StmtKind::Continue {} => self.leave_to(true),
            StmtKind::Return { value } => self.return_statement(value),
            StmtKind::Pragma { body: Some(body), .. } => self.statement(body),
            StmtKind::Asm { asm } => self.asm(asm),
            StmtKind::Empty {}
            | StmtKind::StaticAssert { .. }
            | StmtKind::Function { .. }
            | StmtKind::LocalLabels { .. }
            | StmtKind::Pragma { body: None, .. }
            | StmtKind::Attributes { .. } => {}
            StmtKind::Error {} => self.unsupported("a statement that could not be read"),
        }
    }

    /// Where a block ends, and with it the lifetimes of its objects.
    pub(super) fn closing_brace(&self, block: StmtId) -> Span {
        let span = self.body().stmt_span(block);
        if span.is_none() { span } else { Span::new(span.end.saturating_sub(1), span.end) }
    }
}

/// Full expressions.
impl Lower<'_> {
    pub(super) fn begin_expression(&mut self, id: Option<ExprId>) {
        if let Some(id) = id {
            self.count_expression(id);
        }
        if self.recorder.is_some() {
            self.open_expression();
        } else {
            self.emit(Op::Step { n: 1 });
        }
        if !self.is_open() {
            self.volatile_point();
        }
        match id {
            Some(id) => self.begin_full_expression(id),
            None => self.unordered = false,
        }
    }

    /// The temporaries of the full expression end.
    pub(super) fn end_expression(&mut self) {
        for object in std::mem::take(&mut self.temporaries) {
            self.emit(Op::Leave { object });
        }
        self.sequence_point();
    }

    /// A full expression inside of another, in a statement expression, begins.
    pub(super) fn set_aside(&mut self) -> Interrupted {
        let temporaries = std::mem::take(&mut self.temporaries);
        let (alone, site) = (std::mem::take(&mut self.alone), self.recorded_site());
        Interrupted { temporaries, unordered: self.unordered, alone, site }
    }

    /// It has ended.
    pub(super) fn take_up(&mut self, outer: Interrupted) {
        let Interrupted { temporaries, unordered, alone, site } = outer;
        (self.temporaries, self.unordered, self.alone) = (temporaries, unordered, alone);
        self.record_site(site);
    }

    fn full_effect(&mut self, value: ExprId) {
        let outer = self.set_aside();
        self.begin_expression(Some(value));
        self.effect(value);
        self.end_expression();
        self.take_up(outer);
    }

    /// A condition as a full expression.
    fn full_branch(&mut self, cond: ExprId, yes: Target, no: Target, next_is_yes: bool) {
        let outer = self.set_aside();
        self.begin_expression(Some(cond));
        if self.has_temporaries(cond) {
            // The temporaries end on both ways, so the value is needed first.
            let top = self.top;
            let value = self.value(cond);
            let value = match value.class {
                Class::Int(_) | Class::Bool => value,
                Class::Memory => self.complex_truth(value, self.body().converted(cond)),
                _ => self.truth(value, None),
            };
            self.end_expression();
            self.counted_branch(cond, yes, no, next_is_yes, |this, yes, no, next_is_yes| {
                this.branch_on_register(value.reg, yes, no, next_is_yes);
            });
            self.top = top;
        } else {
            self.branch(cond, yes, no, next_is_yes);
        }
        self.take_up(outer);
    }

    /// Whether an expression may need temporaries in memory.
    fn has_temporaries(&self, id: ExprId) -> bool {
        self.body().descend(Node::Expr(id)).any(|node| match node {
            Node::Expr(id) => self.class(self.body().ty(id)) == Class::Memory && !self.is_named(id),
            Node::Stmt(_) => true,
        })
    }

    pub(super) fn is_named(&self, id: ExprId) -> bool {
        use kiln_lang::tree::{ExprKind, UnaryOp};
        matches!(
            self.body().expr(id),
            ExprKind::Name { .. }
                | ExprKind::Index { .. }
                | ExprKind::Member { .. }
                | ExprKind::Str { .. }
                | ExprKind::Unary { op: UnaryOp::Deref, .. }
        )
    }

    fn return_statement(&mut self, value: Option<ExprId>) {
        let outer = self.set_aside();
        self.begin_expression(value);
        match value {
            None => {
                self.clean_up_all();
                self.call_exit_hook();
                self.leave_expression(self.scopes.last().map(|scope| scope.id), None);
                let nothing = !self.types().is_void(self.result);
                self.emit(if nothing { Op::ReturnNothing } else { Op::ReturnVoid });
            }
            Some(id) if self.types().is_void(self.result) => {
                self.effect(id);
                self.clean_up_all();
                self.call_exit_hook();
                self.leave_expression(self.scopes.last().map(|scope| scope.id), None);
                self.emit(Op::ReturnVoid);
            }
            Some(id) => {
                let top = self.top;
                let mut value = self.value(id);
                if self.has_cleanups() || self.hooks.is_some() {
                    value = self.kept_value(value);
                    self.clean_up_all();
                    self.call_exit_hook();
                }
                self.leave_expression(self.scopes.last().map(|scope| scope.id), None);
                match (value.class, self.result_pointer) {
                    (Class::Memory, Some(result)) if self.runtime_record(self.result).is_some() => {
                        self.copy_runtime(result, value.reg, self.result);
                        self.emit(Op::ReturnVoid);
                    }
                    (Class::Memory, Some(_)) => {
                        let copy = self.copy_rule(self.result, false);
                        // Through a copy: the object that receives it may be the one it comes from.
                        self.emit(Op::ReturnMemory { p: value.reg, copy });
                    }
                    _ => {
                        self.record_result(value);
                        self.emit(Op::Return { a: value.reg, n: value.class.slots() as u8 });
                    }
                }
                self.top = top;
            }
        }
        self.known.unreachable();
        self.take_up(outer);
    }
}

/// Blocks and declarations.
impl Lower<'_> {
    /// A value that stays what it is while functions that clean up run.
    fn kept_value(&mut self, value: Val) -> Val {
        if value.class == Class::Memory {
            let (_, d) = self.temporary(self.result);
            self.copy_value((d, value.reg), self.result, false, 1);
            return Val { reg: d, class: Class::Memory };
        }
        let d = self.alloc(value.class.slots());
        self.mov(d, value);
        Val { reg: d, class: value.class }
    }

    fn clean_up_all(&mut self) {
        for scope in self.scopes.iter().rev().map(|scope| scope.id).collect::<Vec<_>>() {
            self.clean_up(scope);
        }
    }

    /// The function that `__attribute__((cleanup(f)))` names.
    pub(super) fn cleanup_of(&self, decl: DeclId) -> Option<kiln_lang::tree::DeclRef> {
        use kiln_lang::tree::{AttrArgs, ExprKind};
        let attrs = &self.body().attrs[self.body().decls[decl].attrs?];
        let cleanup = attrs.iter().find(|attr| self.sight.name(attr.name) == "cleanup")?;
        let AttrArgs::Exprs(args) = cleanup.args else { return None };
        match self.body().expr(self.body().list(args).next()?) {
            ExprKind::Name { decl } => Some(decl),
            _ => None,
        }
    }

    fn begin_scope(&mut self) -> ScopeId {
        let id = self.new_scope();
        self.scopes.push(Scope { id, top: self.top, visible: self.visible.len() });
        id
    }

    pub(super) fn enter_block(&mut self, items: List<StmtId>) {
        self.begin_scope();
        // Objects live from the beginning of the block (C11 6.2.4p6).
        for item in self.body().list(items) {
            self.declare_in(item);
        }
    }

    /// Declares what a statement of the block declares, through its labels.
    fn declare_in(&mut self, item: StmtId) {
        match self.body().stmt(item) {
            StmtKind::Decl { group } => {
                let decls: Vec<DeclId> = self.body().list(self.body().groups[group].decls).collect();
                for decl in decls {
                    self.declare_in_scope(decl);
                }
            }
            StmtKind::Label { body, .. } | StmtKind::Case { body, .. } | StmtKind::Default { body } => {
                self.declare_in(body);
            }
            StmtKind::Pragma { body: Some(body), .. } => self.declare_in(body),
            _ => {}
        }
    }

    fn declare_in_scope(&mut self, decl: DeclId) {
        self.declare_scope_marker(decl);
        let data = &self.body().decls[decl];
        if data.kind == DeclKind::Variable && data.storage != Storage::Extern && !data.is_static() {
            self.declare_restrict(decl);
        }
        if let Some(object) = self.declare_local(decl) {
            let is_vla = matches!(self.locals.get(&decl), Some(Local::Vla(_)));
            if is_vla {
                self.later_arrays.insert(object);
            }
            self.scope_object(object, !is_vla);
            if let Some(function) = self.cleanup_of(decl) {
                self.scope_cleanup(object, function);
            }
            if !is_vla {
                self.emit(Op::Enter { object });
            }
        } else if let Some(&Local::Register { flag: Some(flag), .. }) = self.locals.get(&decl) {
            self.scope_flag(flag);
            if self.has_labels || !self.switches.is_empty() {
                self.emit(Op::Flag { d: flag, on: false });
            }
        }
    }

    /// Where `setjmp` is called, an identifier of variably modified type that is no array leaves a trace, too: jumping into
    /// its scope is as undefined (C11 7.13.2.1p2).
    fn declare_scope_marker(&mut self, decl: DeclId) {
        let ty = self.body().decls[decl].ty;
        if self.returns_twice && self.types().is_variably_modified(ty) && self.types().as_array(ty).is_none()
            || self.returns_twice
                && self.body().decls[decl].kind == DeclKind::Typedef
                && self.types().is_variably_modified(ty)
        {
            let marker = self.vla_object(decl);
            self.scope_object(marker, false);
            self.markers.insert(decl, marker);
        }
    }

    /// The declaration of such an identifier is reached.
    fn enter_scope_marker(&mut self, decl: DeclId) {
        if let Some(&object) = self.markers.get(&decl) {
            let size = self.constant(0, None);
            self.emit(Op::EnterVla { object, size });
        }
    }

    pub(super) fn leave_block(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        self.leave_scope(scope.id);
        self.top = scope.top;
        self.visible.truncate(scope.visible);
    }

    fn declaration(&mut self, group: GroupId) {
        let group = self.body().groups[group];
        if !group.sizes.is_empty() && self.declares_runtime_types(&group) {
            let outer = self.set_aside();
            self.begin_expression(None);
            for size in self.body().list(group.sizes) {
                self.evaluate_bound(size);
            }
            self.end_expression();
            self.take_up(outer);
        }
        let decls: Vec<DeclId> = self.body().list(group.decls).collect();
        for decl in decls {
            self.declarator(decl);
        }
    }

    fn declares_runtime_types(&self, group: &kiln_lang::tree::Group) -> bool {
        self.is_of_runtime_size(group.base)
            || self.body().list(group.decls).any(|decl| self.types().is_variably_modified(self.body().decls[decl].ty))
    }

    fn declarator(&mut self, id: DeclId) {
        self.visible.push(id);
        self.enter_scope_marker(id);
        let decl = self.body().decls[id];
        if decl.kind != DeclKind::Variable || decl.storage == Storage::Extern || decl.is_static() {
            return;
        }
        let span = std::mem::replace(&mut self.span, decl.span);
        self.start_restrict(id);
        match self.locals.get(&id).copied() {
            Some(Local::Vla(object)) => {
                let size = self.runtime_size(decl.ty);
                self.emit(Op::EnterVla { object, size });
                self.later_arrays.remove(&object);
                if let Some(init) = decl.init {
                    self.initialize_object(id, object, init);
                }
            }
            Some(Local::Object(object)) => match decl.init {
                Some(init) => self.initialize_object(id, object, init),
                None => {
                    self.emit(Op::Forget { object });
                    self.seal(object);
                }
            },
            Some(Local::Register { value, .. }) => match decl.init {
                Some(init) => self.initialize_register(id, value, init),
                None => self.forget_register(id),
            },
            _ => {}
        }
        self.span = span;
    }

    fn initialize_register(&mut self, id: DeclId, value: Val, init: ExprId) {
        let outer = self.set_aside();
        let init = self.scalar_initializer(init);
        self.begin_expression(init);
        let top = self.top;
        // It is in scope already, without a value.
        self.forget_register(id);
        match init {
            Some(init) => {
                let new = self.value_to(init, Some(value.reg));
                if let Some(&tag) = self.restricts.get(&id) {
                    self.emit(Op::RestrictAssign { a: new.reg, tag });
                }
                self.mov(value.reg, new);
            }
            None => {
                for slot in 0..value.class.slots() {
                    self.constant(0, Some(value.reg + slot));
                }
            }
        }
        self.end_expression();
        self.note_assigned(id);
        self.top = top;
        self.take_up(outer);
    }

    fn initialize_object(&mut self, id: DeclId, object: u16, init: ExprId) {
        let outer = self.set_aside();
        let around = self.initialized.replace(DeclRef::local(id));
        self.begin_expression(Some(init));
        let top = self.top;
        let d = self.alloc(3);
        self.emit(Op::Frame { d, object });
        self.initialize(d, self.body().decls[id].ty, init, true);
        self.seal(object);
        self.end_expression();
        self.initialized = around;
        self.top = top;
        self.take_up(outer);
    }
}

/// Selection and iteration.
impl Lower<'_> {
    fn if_statement(&mut self, cond: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        let (yes, no, end) = (self.new_target(), self.new_target(), self.new_target());
        self.full_branch(cond, yes, no, true);
        self.set_target(yes);
        let known = self.known.clone();
        self.substatement(then);
        match otherwise {
            Some(otherwise) => {
                let after_then = std::mem::replace(&mut self.known, known);
                if !after_then.is_unreachable() {
                    self.jump(end);
                }
                self.set_target(no);
                self.substatement(otherwise);
                self.known.meet(&after_then);
            }
            None => {
                self.set_target(no);
                self.known.meet(&known);
                if self.known.is_unreachable() {
                    self.known = known;
                }
            }
        }
        self.set_target(end);
    }

    /// A substatement is a block of its own (C11 6.8.4p3).
    fn substatement(&mut self, id: StmtId) {
        self.begin_scope();
        self.statement(id);
        self.leave_block();
    }

    fn begin_loop(&mut self, continue_to: Target, break_to: Target) {
        let mut known_at_break = Known::default();
        known_at_break.unreachable();
        let depth = self.scopes.len();
        self.loops.push(Breakable { break_to, continue_to: Some(continue_to), depth, known_at_break });
    }

    /// What stands in the head of a loop is not part of its body: `break` there, in a statement expression, leaves the loop
    /// around (GNU).
    fn in_head(&mut self, lower: impl FnOnce(&mut Self)) {
        let own = self.loops.pop();
        lower(self);
        self.loops.extend(own);
    }

    /// What is known behind a loop: what was known where it is left.
    fn end_loop(&mut self, at_end: Option<Known>) {
        let Some(breakable) = self.loops.pop() else { return };
        let mut known = breakable.known_at_break;
        if let Some(at_end) = at_end {
            known.meet(&at_end);
        }
        self.known = known;
    }

    fn while_loop(&mut self, cond: ExprId, body: StmtId) {
        let (top, inside, end) = (self.new_target(), self.new_target(), self.new_target());
        self.set_target(top);
        self.full_branch(cond, inside, end, true);
        self.set_target(inside);
        let known = self.known.clone();
        self.begin_loop(top, end);
        self.substatement(body);
        self.emit(Op::Loop { to: top.0 });
        self.set_target(end);
        let endless = self.is_always(cond);
        self.end_loop(if endless { None } else { Some(known) });
    }

    fn is_always(&self, cond: ExprId) -> bool {
        self.folder().int(cond).is_some_and(|value| !value.is_zero())
    }

    fn do_while_loop(&mut self, body: StmtId, cond: ExprId) {
        let (top, test, end) = (self.new_target(), self.new_target(), self.new_target());
        let before = self.known.clone();
        self.set_target(top);
        self.begin_loop(test, end);
        self.substatement(body);
        self.set_target(test);
        // `continue` leads here with less than the whole body.
        if self.continues(body) || self.known.is_unreachable() {
            self.known = before;
        }
        let back = self.new_target();
        self.in_head(|lower| lower.full_branch(cond, back, end, true));
        self.set_target(back);
        self.emit(Op::Loop { to: top.0 });
        self.set_target(end);
        let known = self.known.clone();
        self.end_loop(Some(known));
    }

    fn continues(&self, body: StmtId) -> bool {
        self.body().descend(Node::Stmt(body)).any(
            |node| matches!(node, Node::Stmt(id) if matches!(self.body().stmt(id), StmtKind::Continue {} | StmtKind::Goto { .. })),
        )
    }

    fn for_loop(&mut self, init: Option<StmtId>, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        self.begin_scope();
        if let Some(init) = init {
            self.declare_in(init);
            self.statement(init);
        }
        let (test, inside, next, end) = (self.new_target(), self.new_target(), self.new_target(), self.new_target());
        self.set_target(test);
        if let Some(cond) = cond {
            self.full_branch(cond, inside, end, true);
        }
        self.set_target(inside);
        let known = self.known.clone();
        self.begin_loop(next, end);
        self.substatement(body);
        self.set_target(next);
        self.known.clone_from(&known);
        if let Some(step) = step {
            self.in_head(|lower| lower.full_effect(step));
        }
        self.emit(Op::Loop { to: test.0 });
        self.set_target(end);
        let endless = cond.is_none_or(|cond| self.is_always(cond));
        self.end_loop(if endless { None } else { Some(known) });
        self.leave_block();
    }

    /// `break` or `continue`.
    fn leave_to(&mut self, is_continue: bool) {
        let found = self.loops.iter().rposition(|breakable| !is_continue || breakable.continue_to.is_some());
        let Some(index) = found else { return };
        let depth = self.loops[index].depth;
        for scope in self.scopes[depth..].iter().rev().map(|scope| scope.id).collect::<Vec<_>>() {
            self.leave_scope(scope);
        }
        let around = depth.checked_sub(1).map(|last| self.scopes[last].id);
        self.leave_expression(self.scopes.last().map(|scope| scope.id), around);
        let breakable = &mut self.loops[index];
        let to = match breakable.continue_to {
            Some(to) if is_continue => to,
            _ => {
                breakable.known_at_break.meet(&self.known);
                breakable.break_to
            }
        };
        self.jump(to);
        self.known.unreachable();
    }

    fn switch(&mut self, stmt: StmtId, cond: ExprId, body: StmtId) {
        let id = self.begin_scope();
        let outer = self.set_aside();
        self.begin_expression(Some(cond));
        let top = self.top;
        let value = self.value(cond);
        let shape = super::convert::int_shape(value.class);
        let a: Reg = value.reg;
        self.end_expression();
        self.take_up(outer);
        let (end, unmatched) = (self.new_target(), self.new_target());
        let table = self.code.switches.len();
        self.code.switches.push(SwitchTable { cases: Vec::new(), default: unmatched.0, shape });
        self.emit(Op::Switch { a, table: table as u32 });
        self.top = top;
        let known = self.known.clone();
        self.switches.push(SwitchState { table, scope: id, has_default: false, known: known.clone() });
        let mut known_at_break = Known::default();
        known_at_break.unreachable();
        let depth = self.scopes.len();
        self.loops.push(Breakable { break_to: end, continue_to: None, depth, known_at_break });
        // What stands before the first case is only reached by a jump.
        self.known.unreachable();
        self.substatement(body);
        let has_default = self.switches.pop().is_some_and(|state| state.has_default);
        if !has_default {
            self.begin_unmatched(stmt, unmatched, end);
        }
        self.set_target(end);
        let after_body = self.known.clone();
        self.end_loop(Some(after_body));
        if !has_default {
            self.known.meet(&known);
        }
        self.leave_block();
    }

    fn case_label(&mut self, id: StmtId, lo: ExprId, hi: Option<ExprId>) {
        let Some(state) = self.switches.last() else { return };
        let (table, scope, known) = (state.table, state.scope, state.known.clone());
        let shape = self.code.switches[table].shape;
        let folder = self.folder();
        let fold = |id: ExprId| folder.int(id).map(|value| value.convert(shape).as_i128());
        let Some(first) = fold(lo) else { return self.unsupported("a case that is not constant") };
        let last = match hi {
            Some(hi) => fold(hi).unwrap_or(first),
            None => first,
        };
        let target = self.jump_into(id, scope);
        if first <= last {
            self.code.switches[table].cases.push(CaseRange { lo: first, hi: last, to: target.0 });
        }
        self.known = known;
    }

    fn default_label(&mut self, id: StmtId) {
        let Some(state) = self.switches.last_mut() else { return };
        state.has_default = true;
        let (table, scope, known) = (state.table, state.scope, state.known.clone());
        let target = self.jump_into(id, scope);
        self.code.switches[table].default = target.0;
        self.known = known;
    }
}
