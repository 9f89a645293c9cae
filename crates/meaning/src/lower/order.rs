//! Which operands without an order (C11 6.5p2, p3) have effects that may meet.
//!
//! Most cannot: distinct variables, at most one side effect. Then nothing is emitted. Where they may, the operands are
//! bracketed, and the machine finds out.

use std::rc::Rc;

use kiln_lang::index::Id;
use kiln_lang::tree::{BinaryOp, DeclId, DeclKind, DeclRef, ExprId, ExprKind, Linkage, Node, UnaryOp};

use kiln_lang::types::Quals;

use super::Lower;
use super::locals::Local;
use super::place::{At, Place};
use super::touch::Touch;
use crate::code::{Op, Sequencing};

/// What an expression may touch.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Variables it names and may write.
    writes: Vec<DeclRef>,
    /// Variables it names.
    names: Vec<DeclRef>,
    /// It reads or writes through pointers.
    reads_memory: bool,
    writes_memory: bool,
    /// It calls functions.
    calls: bool,
}

/// Expressions with effects in one initialiser that are compared with each other; more are taken to meet.
const MAX_BUSY: usize = 32;

impl Effects {
    fn add(&mut self, other: &Effects) {
        self.writes.extend_from_slice(&other.writes);
        self.names.extend_from_slice(&other.names);
        self.reads_memory |= other.reads_memory;
        self.writes_memory |= other.writes_memory;
        self.calls |= other.calls;
    }

    fn is_pure(&self) -> bool {
        self.writes.is_empty() && !self.writes_memory && !self.calls
    }
}

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
        if !self.unordered || self.is_static || !operands.iter().any(|&id| self.may_change(id)) {
            return false;
        }
        let mut effects: Vec<Rc<Effects>> = operands.iter().map(|&id| self.effects_of(id)).collect();
        if store && operands.len() > 1 {
            // What is assigned to is not read, however it is named.
            effects[0] = Rc::new(self.place_effects(operands[0]));
        }
        let mut meet = false;
        for (i, a) in effects.iter().enumerate() {
            meet |= effects[i + 1..].iter().any(|b| self.may_meet(a, b));
        }
        if store && !meet {
            // The store against the side effects of the operands.
            let target = self.target_effects(operands[0]);
            meet = effects.iter().any(|operand| {
                let side = Effects {
                    names: operand.writes.clone(),
                    reads_memory: operand.writes_memory,
                    ..(**operand).clone()
                };
                let writes = !operand.writes.is_empty() || operand.writes_memory;
                writes && self.may_meet(&target, &side)
            });
        }
        if meet {
            let kind = if store { Sequencing::Store } else { Sequencing::Unsequenced };
            self.open_region(kind);
            // Nobody else can change a variable in a register.
            let changed = effects.iter().flat_map(|effects| effects.writes.iter().copied());
            self.changed.extend(changed.filter(|decl| !decl.is_file()).map(DeclRef::id));
            self.changed.extend(
                self.target_effects(operands[0])
                    .writes
                    .iter()
                    .filter(|decl| store && !decl.is_file())
                    .map(|decl| decl.id()),
            );
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
        let changes_nothing = !operands.iter().any(|&id| self.may_change(id));
        if changes_nothing && !operands.iter().any(|&id| self.names_initialized(id)) {
            return false;
        }
        let effects: Vec<Rc<Effects>> = operands.iter().map(|&id| self.effects_of(id)).collect();
        let busy: Vec<usize> = (0..effects.len()).filter(|&index| !effects[index].is_pure()).collect();
        let reads_object = |effects: &Effects| effects.names.iter().any(|decl| self.initialized == Some(*decl));
        let others = |index: usize| (0..effects.len()).filter(move |&other| other != index);
        let meet = effects.iter().any(|effects| reads_object(effects))
            || busy.len() > MAX_BUSY
            || busy.iter().any(|&index| others(index).any(|other| self.may_meet(&effects[index], &effects[other])));
        if meet {
            self.open_region(Sequencing::Indeterminate);
            let changed = effects.iter().flat_map(|effects| effects.writes.iter().copied());
            self.changed.extend(changed.filter(|decl| !decl.is_file()).map(DeclRef::id));
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

    fn may_meet(&self, a: &Effects, b: &Effects) -> bool {
        if a.is_pure() && b.is_pure() {
            return false;
        }
        let shared = |x: &Effects, y: &Effects| x.writes.iter().any(|decl| y.names.contains(decl));
        let named_in_memory = |effects: &Effects| effects.names.iter().any(|&decl| !self.is_register(decl));
        let wrote_in_memory = |effects: &Effects| effects.writes.iter().any(|&decl| !self.is_register(decl));
        let touches = |effects: &Effects| effects.reads_memory || effects.writes_memory || named_in_memory(effects);
        shared(a, b)
            || shared(b, a)
            || a.writes_memory && touches(b)
            || b.writes_memory && touches(a)
            || wrote_in_memory(a) && b.reads_memory
            || wrote_in_memory(b) && a.reads_memory
            || a.calls && (b.calls || touches(b))
            || b.calls && touches(a)
    }

    fn is_register(&self, decl: DeclRef) -> bool {
        !decl.is_file() && matches!(self.locals.get(&decl.id()), Some(Local::Register { .. }))
    }

    /// Whether there is anything in an expression that may do more than read: most have nothing, and that is found out faster
    /// than what they read.
    fn may_change(&self, id: ExprId) -> bool {
        self.holds(id, |kind| match kind {
            ExprKind::Assign { .. } | ExprKind::Call { .. } | ExprKind::VaArg { .. } | ExprKind::StmtExpr { .. } => {
                true
            }
            ExprKind::Unary { op, .. } => op.is_increment(),
            _ => false,
        })
    }

    /// Whether the object that is being initialised may be named in an expression.
    fn names_initialized(&self, id: ExprId) -> bool {
        let object = self.initialized;
        object.is_some()
            && self.holds(id, |kind| match kind {
                ExprKind::Name { decl } => Some(decl) == object,
                ExprKind::StmtExpr { .. } => true,
                _ => false,
            })
    }

    /// Whether something in an expression is of a kind; statements in it are not looked at.
    fn holds(&self, root: ExprId, is_wanted: impl Fn(ExprKind) -> bool) -> bool {
        let body = self.body();
        let is_leaf =
            |kind| matches!(kind, ExprKind::SizeofExpr { .. } | ExprKind::SizeofType { .. } | ExprKind::Name { .. });
        let kind = body.expr(root);
        if is_wanted(kind) || is_leaf(kind) {
            return is_wanted(kind);
        }
        let mut pending = body.children(Node::Expr(root));
        while let Some(node) = pending.pop() {
            let Some(kind) = node.expr().map(|id| body.expr(id)) else { continue };
            if is_wanted(kind) {
                return true;
            }
            if !is_leaf(kind) {
                body.each_child(node, |child| pending.push(child));
            }
        }
        false
    }

    fn effects_of(&mut self, id: ExprId) -> Rc<Effects> {
        if let Some(effects) = self.effects.get(&id) {
            return effects.clone();
        }
        let effects = Rc::new(stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.find_effects(id)));
        self.effects.insert(id, effects.clone());
        effects
    }

    fn find_effects(&mut self, id: ExprId) -> Effects {
        let body = self.body();
        let mut effects = Effects::default();
        match body.expr(id) {
            ExprKind::SizeofExpr { .. } | ExprKind::SizeofType { .. } => return effects,
            ExprKind::Name { decl } => {
                effects.names.push(decl);
                return effects;
            }
            ExprKind::StmtExpr { body: stmt } => {
                for node in body.descend(Node::Stmt(stmt)) {
                    if let Node::Expr(inner) = node
                        && inner != id
                    {
                        let own = self.own_effects(inner);
                        effects.add(&own);
                        if let ExprKind::Name { decl } = body.expr(inner) {
                            effects.names.push(decl);
                        }
                    }
                }
                return effects;
            }
            _ => {}
        }
        for child in body.children(Node::Expr(id)) {
            if let Node::Expr(child) = child {
                let inner = self.effects_of(child);
                effects.add(&inner);
            }
        }
        let own = self.own_effects(id);
        effects.add(&own);
        effects
    }

    /// What finding the place of an lvalue touches: not the place itself.
    fn place_effects(&mut self, id: ExprId) -> Effects {
        let body = self.body();
        match body.expr(id) {
            ExprKind::Name { .. } => Effects::default(),
            ExprKind::Member { base, arrow: false, .. } => self.place_effects(base),
            ExprKind::Member { base: pointer, arrow: true, .. }
            | ExprKind::Unary { op: UnaryOp::Deref, operand: pointer } => (*self.effects_of(pointer)).clone(),
            ExprKind::Index { base, index } if self.types().as_array(body.ty(base)).is_some() => {
                let mut effects = self.place_effects(base);
                let index = self.effects_of(index);
                effects.add(&index);
                effects
            }
            ExprKind::Index { base, index } => {
                let mut effects = (*self.effects_of(base)).clone();
                let index = self.effects_of(index);
                effects.add(&index);
                effects
            }
            _ => (*self.effects_of(id)).clone(),
        }
    }

    /// The effects of a node without those below it.
    fn own_effects(&self, id: ExprId) -> Effects {
        let body = self.body();
        match body.expr(id) {
            ExprKind::Call { callee, .. } => {
                let touch = self.touch_of(callee);
                let (calls, reads_memory) = (touch == Touch::Anything, touch == Touch::Reads);
                Effects { reads_memory, calls, ..Effects::default() }
            }
            ExprKind::Assign { lhs, .. } => self.target_effects(lhs),
            ExprKind::Unary { op, operand } if op.is_increment() => self.target_effects(operand),
            ExprKind::Unary { op: UnaryOp::Deref, .. }
            | ExprKind::Index { .. }
            | ExprKind::Member { arrow: true, .. } => Effects { reads_memory: true, ..Effects::default() },
            ExprKind::VaArg { .. } => Effects { reads_memory: true, writes_memory: true, ..Effects::default() },
            _ => Effects::default(),
        }
    }

    /// What a call touches besides the variables of what is called.
    fn touch_of(&self, callee: ExprId) -> Touch {
        let touches = &self.shared.facts.touches;
        let ExprKind::Name { decl } = self.body().expr(callee) else { return touches.pointers() };
        let decl = self.sight.decl(decl);
        match (decl.kind, decl.name) {
            (DeclKind::Function(_), Some(name)) if decl.linkage != Linkage::None && decl.asm_label.is_none() => {
                touches.function(self.unit, name)
            }
            (DeclKind::Function(_), _) => Touch::Anything,
            _ => touches.pointers(),
        }
    }

    /// The effect of writing to an lvalue.
    fn target_effects(&self, lhs: ExprId) -> Effects {
        match self.body().expr(lhs) {
            ExprKind::Name { decl } => Effects { writes: vec![decl], names: vec![decl], ..Effects::default() },
            ExprKind::Member { base, arrow: false, .. } => self.target_effects(base),
            ExprKind::Unary { op: UnaryOp::Extension | UnaryOp::Real | UnaryOp::Imag, operand } => {
                self.target_effects(operand)
            }
            _ => Effects { writes_memory: true, ..Effects::default() },
        }
    }
}
