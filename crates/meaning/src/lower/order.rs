//! Which operands without an order (C11 6.5p2, p3) have effects that may meet.
//!
//! Most cannot: distinct variables, at most one side effect. Then nothing is emitted. Where they may, the operands are
//! bracketed, and the machine finds out.

use kiln_lang::index::Id;
use kiln_lang::tree::{BinaryOp, DeclId, DeclRef, ExprId, ExprKind, Node};
use kiln_lang::types::Quals;
use smallvec::SmallVec;

use super::Lower;
use super::effects::Effects;
use super::locals::Local;
use super::place::{At, Place};
use crate::code::{Op, Sequencing};

/// Expressions with effects in one initialiser that are compared with each other; more are taken to meet.
const MAX_BUSY: usize = 32;

impl Lower<'_> {
    /// Finds out whether the full expression that follows can have effects that meet.
    pub(super) fn begin_full_expression(&mut self, id: ExprId) {
        let body = self.body();
        let effects = |node: &Node| match *node {
            Node::Expr(id) => match body.expr(id) {
                ExprKind::Assign { .. } | ExprKind::Call { .. } | ExprKind::StmtExpr { .. } => true,
                ExprKind::Unary { op, .. } => op.is_increment(),
                _ => false,
            },
            Node::Stmt(_) => false,
        };
        let root_is_effect = effects(&Node::Expr(id));
        let count = body.descend(Node::Expr(id)).filter(effects).take(2).count();
        self.unordered = count > usize::from(root_is_effect);
        self.alone.clear();
        if self.level == 0 {
            self.find_alone(id);
        }
    }

    /// Finds calls and statement expressions that nothing else is evaluated beside: on the way to them there is one operand
    /// that does more than name something, or the operands have an order.
    fn find_alone(&mut self, id: ExprId) {
        let body = self.body();
        let is_inert = |id: &ExprId| {
            matches!(
                body.expr(*id),
                ExprKind::Int { .. } | ExprKind::Char { .. } | ExprKind::Float { .. } | ExprKind::Str { .. }
            )
        };
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            match body.expr(id) {
                ExprKind::Call { callee, args } => {
                    self.alone.push(id);
                    let mut busy = body.list(args).filter(|arg| !is_inert(arg));
                    if let (ExprKind::Name { .. }, Some(arg), None) = (body.expr(callee), busy.next(), busy.next()) {
                        pending.push(arg);
                    }
                }
                ExprKind::StmtExpr { .. } => self.alone.push(id),
                ExprKind::Cast { operand, .. } => pending.push(operand),
                ExprKind::Unary { operand, .. } => pending.push(operand),
                ExprKind::Assign { op, lhs, rhs } if matches!(body.expr(lhs), ExprKind::Name { .. }) => {
                    // A volatile object that is computed with is read before or after.
                    let is_volatile = self.types().quals(body.ty(lhs)).contains(Quals::VOLATILE);
                    pending.extend((op.is_none() || !is_volatile).then_some(rhs));
                }
                ExprKind::Conditional { cond, then, otherwise } => {
                    pending.extend(then);
                    pending.extend([cond, otherwise]);
                }
                ExprKind::Binary { op: BinaryOp::Comma | BinaryOp::LogAnd | BinaryOp::LogOr, lhs, rhs } => {
                    pending.extend([lhs, rhs]);
                }
                ExprKind::Binary { lhs, rhs, .. } if is_inert(&rhs) => pending.push(lhs),
                ExprKind::Binary { lhs, rhs, .. } if is_inert(&lhs) => pending.push(rhs),
                _ => {}
            }
        }
    }

    /// Brackets operands whose effects may meet. With `store`, the last is the store of an assignment to the first.
    pub(super) fn begin_unordered(&mut self, operands: &[ExprId], store: bool) -> bool {
        if !self.unordered || self.is_static {
            return false;
        }
        let mut effects: SmallVec<[Effects; 4]> = operands.iter().map(|&id| self.effects_of(id)).collect();
        if !effects.iter().any(|effects| effects.changes) {
            return false;
        }
        if store && operands.len() > 1 {
            // What is assigned to is not read, however it is named.
            effects[0] = self.place_effects(operands[0]);
        }
        let mut meet = false;
        for (i, &a) in effects.iter().enumerate() {
            meet |= effects[i + 1..].iter().any(|&b| self.may_meet(a, b));
        }
        let target = if store { self.target_effects(operands[0]) } else { Effects::default() };
        if store && !meet {
            // The store against the side effects of the operands.
            meet = effects.iter().any(|&operand| {
                let side = self.found.side(operand);
                (operand.writes_variables() || operand.writes_memory) && self.may_meet(target, side)
            });
        }
        if meet {
            let kind = if store { Sequencing::Store } else { Sequencing::Unsequenced };
            self.open_region(kind);
            effects.push(target);
            self.log_changed(&effects);
        }
        meet
    }

    /// Brackets expressions that come one after the other in any order: those of an initialiser. They may read what is
    /// being initialised, which nobody sees from here: then they read memory.
    pub(super) fn begin_indeterminate(&mut self, operands: &[ExprId]) -> bool {
        // Tables of numbers are long.
        let is_number = |&id: &ExprId| {
            matches!(self.body().expr(id), ExprKind::Int { .. } | ExprKind::Char { .. } | ExprKind::Float { .. })
        };
        if self.is_static || operands.len() < 2 || operands.iter().all(is_number) {
            return false;
        }
        let effects: Vec<Effects> = operands.iter().map(|&id| self.effects_of(id)).collect();
        let busy: Vec<usize> = (0..effects.len()).filter(|&index| !effects[index].is_pure()).collect();
        let reads_object = |&effects: &Effects| self.found.named(effects).any(|decl| self.initialized == Some(decl));
        let others = |index: usize| (0..effects.len()).filter(move |&other| other != index);
        let meet = effects.iter().any(reads_object)
            || busy.len() > MAX_BUSY
            || busy.iter().any(|&index| others(index).any(|other| self.may_meet(effects[index], effects[other])));
        if meet {
            self.open_region(Sequencing::Indeterminate);
            self.log_changed(&effects);
        }
        meet
    }

    fn open_region(&mut self, kind: Sequencing) {
        self.emit(Op::SeqBegin { kind });
        self.regions += 1;
    }

    pub(super) fn next_unordered(&mut self, region: bool) {
        if region {
            self.emit(Op::SeqNext);
        }
    }

    pub(super) fn end_unordered(&mut self, region: bool) {
        if region {
            self.emit(Op::SeqEnd);
            self.regions -= 1;
            if self.regions == 0 {
                self.changed.clear();
            }
        }
    }

    pub(super) fn sequence_point(&mut self) {
        if self.regions > 0 {
            self.emit(Op::SeqPoint);
        }
    }

    /// A full expression begins: accesses to volatile objects in it come after those before it, unless it is part of an operand.
    pub(super) fn volatile_point(&mut self) {
        if self.settings.traces_volatile.is_some() && self.level == 0 {
            self.emit(Op::VolatilePoint);
        }
    }

    /// How a volatile object is accessed here is for compilers to choose.
    pub(super) fn leave_out_volatile(&mut self, place: Place) {
        if let At::Memory { p, .. } = place.at
            && place.volatile
            && self.settings.traces_volatile.is_some()
        {
            self.emit(Op::VolatileLeft { p });
        }
    }

    /// An access to a variable in registers while its order matters.
    pub(super) fn log_register(&mut self, decl: DeclId, write: bool) {
        if self.regions > 0 && self.changed.contains(&decl) {
            self.emit(Op::SeqRegister { variable: decl.index() as u32, write });
        }
    }

    /// Accesses to what these may write count from now on, also in registers: nobody else can change those.
    fn log_changed(&mut self, effects: &[Effects]) {
        for &effects in effects {
            let changed = self.found.written(effects).filter(|decl| !decl.is_file());
            self.changed.extend(changed.map(DeclRef::id));
        }
    }

    fn may_meet(&self, a: Effects, b: Effects) -> bool {
        if a.is_pure() && b.is_pure() {
            return false;
        }
        let found = &self.found;
        let is_in_memory = |decl| !self.is_register(decl);
        let wrote_in_memory = |effects| found.written(effects).any(is_in_memory);
        let touches =
            |effects: Effects| effects.reads_memory || effects.writes_memory || found.named(effects).any(is_in_memory);
        found.share(a, b)
            || found.share(b, a)
            || a.writes_memory && touches(b)
            || b.writes_memory && touches(a)
            || b.reads_memory && wrote_in_memory(a)
            || a.reads_memory && wrote_in_memory(b)
            || a.calls && (b.calls || touches(b))
            || b.calls && touches(a)
    }

    fn is_register(&self, decl: DeclRef) -> bool {
        !decl.is_file() && matches!(self.locals.get(&decl.id()), Some(Local::Register { .. }))
    }
}
