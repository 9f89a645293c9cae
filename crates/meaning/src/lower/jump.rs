//! Jumps: labels, `goto`, cases, and the lifetimes that begin and end on the way.

use kiln_lang::source::Span;
use kiln_lang::tree::{DeclRef, ExprId, LabelId, StmtId};
use kiln_lang::types::Ty;

use super::{Lower, Target};
use crate::code::{Arg, CallSite, Callee, Op, Reg, Symbol};
use crate::profile::probe::Counted;

/// A block of the function.
pub(super) type ScopeId = u32;

/// What a block holds.
#[derive(Debug, Default)]
pub(super) struct ScopeInfo {
    parent: Option<ScopeId>,
    /// Objects, and whether their lifetime begins with the block.
    objects: Vec<(u16, bool)>,
    /// Flags of variables in registers.
    flags: Vec<Reg>,
    /// Registers with the tags of restrict-qualified pointers.
    restricts: Vec<Reg>,
    /// Objects that are given to a function when the block is left (GNU `cleanup`).
    cleanups: Vec<(u16, DeclRef)>,
    /// Statement expressions in the middle of others, and open regions of operands without an order, around it.
    expressions: (u32, u32),
}

impl ScopeInfo {
    /// Whether nothing has to be done where the block is left.
    fn is_plain(&self) -> bool {
        self.objects.is_empty() && self.restricts.is_empty()
    }
}

/// A label.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelState {
    target: Target,
    scope: Option<ScopeId>,
}

/// A jump whose way is known when all blocks are.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingJump {
    /// Where the jump leads to.
    entry: Target,
    from: Option<ScopeId>,
    /// The place behind the way, and its block.
    to: Destination,
    /// What counts how often the way is taken.
    counter: Option<u32>,
    /// Where the jump stands.
    span: Span,
}

#[derive(Clone, Copy, Debug)]
enum Destination {
    Label(LabelId),
    Place(Target, Option<ScopeId>),
}

impl Lower<'_> {
    fn current_scope(&self) -> Option<ScopeId> {
        self.scopes.last().map(|scope| scope.id)
    }

    pub(super) fn new_scope(&mut self) -> ScopeId {
        let parent = self.current_scope();
        let expressions = (self.level, self.regions);
        self.scope_infos.push(ScopeInfo { parent, expressions, ..ScopeInfo::default() });
        self.scope_infos.len() as ScopeId - 1
    }

    /// The statement expressions and regions around a block.
    pub(super) fn expressions_around(&self, scope: Option<ScopeId>) -> (u32, u32) {
        scope.map_or((0, 0), |scope| self.scope_infos[scope as usize].expressions)
    }

    /// An object lives in the current block.
    pub(super) fn scope_object(&mut self, object: u16, from_start: bool) {
        if let Some(scope) = self.current_scope() {
            self.scope_infos[scope as usize].objects.push((object, from_start));
        }
    }

    pub(super) fn scope_flag(&mut self, flag: Reg) {
        if let Some(scope) = self.current_scope() {
            self.scope_infos[scope as usize].flags.push(flag);
        }
    }

    /// The variable of a declaration is cleaned up by a function.
    pub(super) fn scope_cleanup(&mut self, object: u16, function: DeclRef) {
        if let Some(scope) = self.current_scope() {
            self.scope_infos[scope as usize].cleanups.push((object, function));
        }
    }

    /// Whether a `return` from here has to clean up.
    pub(super) fn has_cleanups(&self) -> bool {
        self.scopes.iter().any(|scope| !self.scope_infos[scope.id as usize].cleanups.is_empty())
    }

    /// Gives the variables of a block to their functions, the last first.
    pub(super) fn clean_up(&mut self, scope: ScopeId) {
        for (object, function) in self.scope_infos[scope as usize].cleanups.clone().into_iter().rev() {
            let top = self.top;
            let base = self.alloc(3);
            self.emit(Op::Frame { d: base, object });
            let ty = self.sight.decl(function).ty;
            let (result, param) = match self.types().as_function(ty) {
                Some(function) => (function.result, function.params.first().copied().unwrap_or(Ty::ERROR)),
                None => (Ty::VOID, Ty::ERROR),
            };
            let callee = Callee::Symbol(self.symbol(Symbol::Decl(function)));
            let args = [Arg { reg: 0, ty: param }].into();
            self.add_call(CallSite { args, ..CallSite::alone(callee, ty, base, result) });
            self.top = top;
        }
    }

    /// The end of a block.
    pub(super) fn leave_scope(&mut self, scope: ScopeId) {
        self.clean_up(scope);
        for object in self.objects_of(scope).into_iter().rev() {
            self.emit(Op::Leave { object });
        }
        for tag in self.scope_infos[scope as usize].restricts.clone() {
            self.emit(Op::RestrictEnd { tag });
        }
    }

    /// A restrict-qualified pointer is declared in the current block.
    pub(super) fn scope_restrict(&mut self, tag: Reg) {
        if let Some(scope) = self.current_scope() {
            self.scope_infos[scope as usize].restricts.push(tag);
        }
    }

    /// Whether no restrict-qualified pointer is declared yet in the current block, or among the parameters.
    pub(super) fn is_first_restrict(&self) -> bool {
        match self.current_scope() {
            Some(scope) => self.scope_infos[scope as usize].restricts.is_empty(),
            None => self.restricts.is_empty(),
        }
    }

    fn label_state(&mut self, label: LabelId) -> LabelState {
        if let Some(&state) = self.labels.get(&label) {
            return state;
        }
        let state = LabelState { target: self.new_target(), scope: None };
        self.labels.insert(label, state);
        state
    }

    /// A label is reached.
    pub(super) fn label(&mut self, label: LabelId) {
        let state = self.label_state(label);
        self.set_target(state.target);
        let scope = self.current_scope();
        self.labels.insert(label, LabelState { scope, ..state });
        self.known.clear();
        self.end_later_arrays();
    }

    /// A jump back to here ends the arrays of run-time size that are declared behind (C11 6.2.4p7).
    fn end_later_arrays(&mut self) {
        let Some(scope) = self.current_scope() else { return };
        let objects = self.scope_infos[scope as usize].objects.clone();
        for (object, from_start) in objects {
            if !from_start && self.later_arrays.contains(&object) {
                self.emit(Op::Leave { object });
            }
        }
    }

    /// Where a label is, and the blocks around it.
    pub(super) fn blocks_around(&mut self, label: LabelId) -> (Target, Vec<ScopeId>) {
        let LabelState { target, scope } = self.label_state(label);
        let (_, around) = self.path(None, scope);
        (target, around)
    }

    /// The objects of a block.
    pub(super) fn objects_of(&self, scope: ScopeId) -> Vec<u16> {
        self.scope_infos[scope as usize].objects.iter().map(|&(object, _)| object).collect()
    }

    pub(super) fn goto(&mut self, label: LabelId) {
        if self.outer_goto(label) {
            self.known.unreachable();
            return;
        }
        let entry = self.new_target();
        let (from, to) = (self.current_scope(), Destination::Label(label));
        self.pending.push(PendingJump { entry, from, to, counter: None, span: self.span });
        // A jump may go back, so it counts as a round of a loop.
        self.emit(Op::Loop { to: entry.0 });
        self.known.unreachable();
    }

    /// A place that a switch in `from` jumps to: a case.
    pub(super) fn jump_into(&mut self, case: StmtId, from: ScopeId) -> Target {
        let here = self.new_target();
        self.set_target(here);
        let entry = self.new_target();
        let to = Destination::Place(here, self.current_scope());
        let counter = self.counter(Counted::Case(case));
        self.pending.push(PendingJump { entry, from: Some(from), to, counter, span: self.span });
        entry
    }

    pub(super) fn computed_goto(&mut self, target: ExprId) {
        self.begin_expression(Some(target));
        let top = self.top;
        let pointer = self.value(target);
        self.end_expression();
        let table = self.code.gotos.len() as u32;
        self.code.gotos.push(Vec::new());
        self.computed.push((table, self.current_scope(), self.span));
        self.emit(Op::ComputedGoto { p: pointer.reg, table });
        self.top = top;
        self.known.unreachable();
    }

    /// All blocks are known: the ways of jumps are written behind the function.
    pub(super) fn resolve_jumps(&mut self) {
        // Fall off the end before the ways begin.
        let end = self.new_target();
        self.jump(end);
        for (table, from, span) in std::mem::take(&mut self.computed) {
            // Every label whose address is taken may be the target.
            for (index, label) in self.label_addresses.clone().into_iter().enumerate() {
                let entry = self.new_target();
                self.pending.push(PendingJump { entry, from, to: Destination::Label(label), counter: None, span });
                self.code.gotos[table as usize].push((index as u32, entry.0));
            }
        }
        for jump in std::mem::take(&mut self.pending) {
            self.write_way(jump);
        }
        self.publish();
        self.set_target(end);
    }

    fn write_way(&mut self, jump: PendingJump) {
        if let Destination::Label(label) = jump.to {
            self.set_target(jump.entry);
            if self.outer_goto(label) {
                return;
            }
        }
        let (target, scope) = match jump.to {
            Destination::Place(target, scope) => (target, scope),
            Destination::Label(label) => {
                let state = self.label_state(label);
                (state.target, state.scope)
            }
        };
        let (left, entered) = self.path(jump.from, scope);
        // The registers of the place that is left may be in use.
        self.top = self.top.max(self.code.registers);
        let is_short = jump.counter.is_none()
            && !self.leaves_expression(jump.from, scope)
            && left.iter().all(|&scope| self.scope_infos[scope as usize].is_plain())
            && entered.iter().all(|&scope| {
                let info = &self.scope_infos[scope as usize];
                info.is_plain() && info.flags.is_empty()
            });
        if is_short {
            self.targets[jump.entry.0 as usize] = self.targets[target.0 as usize];
            return;
        }
        self.set_target(jump.entry);
        if let Some(counter) = jump.counter {
            self.emit(Op::Count { counter });
        }
        for scope in left {
            self.leave_scope(scope);
        }
        let end = self.at(jump.span);
        self.leave_expression(jump.from, scope);
        self.at(end);
        for scope in entered {
            let (objects, flags) = {
                let info = &self.scope_infos[scope as usize];
                (info.objects.clone(), info.flags.clone())
            };
            for (object, from_start) in objects {
                if from_start {
                    self.emit(Op::Enter { object });
                }
            }
            for d in flags {
                self.emit(Op::Flag { d, on: false });
            }
            for (n, d) in self.scope_infos[scope as usize].restricts.clone().into_iter().enumerate() {
                self.emit(Op::RestrictBegin { d, first: n == 0 });
            }
        }
        self.jump(target);
    }

    /// The blocks that are left, from the inside out, and those that are entered, from the outside in.
    fn path(&self, from: Option<ScopeId>, to: Option<ScopeId>) -> (Vec<ScopeId>, Vec<ScopeId>) {
        let chain = |mut scope: Option<ScopeId>| {
            let mut chain = Vec::new();
            while let Some(id) = scope {
                chain.push(id);
                scope = self.scope_infos[id as usize].parent;
            }
            chain
        };
        let (mut left, mut entered) = (chain(from), chain(to));
        while let (Some(a), Some(b)) = (left.last(), entered.last()) {
            if a != b {
                break;
            }
            left.pop();
            entered.pop();
        }
        entered.reverse();
        (left, entered)
    }
}
