//! What an expression may touch, found out once for each.
//!
//! The variables that an expression names stand one after the other in one list, those of a part inside of those of the whole, so
//! an expression has a stretch of the list. Whether two stretches have a variable in common is asked often and is
//! nearly always denied by a few bits.

use kiln_lang::index::Id;
use kiln_lang::tree::{DeclKind, DeclRef, ExprId, ExprKind, Linkage, Node, UnaryOp};

use super::Lower;
use super::touch::Touch;

/// What an expression may touch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effects {
    /// Its variables: a stretch of the list.
    from: u32,
    to: u32,
    /// A bit for each variable that it names, and for each that it may write.
    named: u64,
    written: u64,
    /// It reads or writes through pointers.
    pub(super) reads_memory: bool,
    pub(super) writes_memory: bool,
    /// It calls functions that may do anything.
    pub(super) calls: bool,
    /// There is something in it that may do more than read.
    pub(super) changes: bool,
}

impl Effects {
    /// It changes nothing that others could see.
    pub(super) fn is_pure(&self) -> bool {
        self.written == 0 && !self.writes_memory && !self.calls
    }

    /// Whether it may write variables, by their names.
    pub(super) fn writes_variables(&self) -> bool {
        self.written != 0
    }

    fn add(&mut self, part: Effects) {
        self.named |= part.named;
        self.written |= part.written;
        self.reads_memory |= part.reads_memory;
        self.writes_memory |= part.writes_memory;
        self.calls |= part.calls;
        self.changes |= part.changes;
    }
}

/// A variable that is named somewhere, and whether it may be written there.
#[derive(Clone, Copy, Debug)]
struct Variable {
    decl: DeclRef,
    is_written: bool,
}

/// What was found out about the expressions of a body.
#[derive(Debug, Default)]
pub(super) struct Found {
    variables: Vec<Variable>,
    effects: Vec<Effects>,
    /// One more than the place in `effects`, by expression; 0: not looked at yet.
    of: Vec<u32>,
}

impl Found {
    fn known(&self, id: ExprId) -> Option<Effects> {
        let place = *self.of.get(id.index())?;
        (place > 0).then(|| self.effects[place as usize - 1])
    }

    fn keep(&mut self, id: ExprId, effects: Effects, n_expressions: usize) {
        if self.of.is_empty() {
            self.of = vec![0; n_expressions];
        }
        self.effects.push(effects);
        self.of[id.index()] = self.effects.len() as u32;
    }

    /// Effects to which parts are added: their variables follow at the end of the list.
    fn begin(&self) -> Effects {
        Effects { from: self.variables.len() as u32, ..Effects::default() }
    }

    fn end(&self, mut effects: Effects) -> Effects {
        effects.to = self.variables.len() as u32;
        effects
    }

    fn push(&mut self, to: &mut Effects, decl: DeclRef, is_written: bool) {
        let bit = 1 << (decl.id().index() % 64);
        to.named |= bit;
        to.written |= if is_written { bit } else { 0 };
        self.variables.push(Variable { decl, is_written });
    }

    /// Adds what was found out before.
    fn append(&mut self, to: &mut Effects, part: Effects) {
        to.add(part);
        self.variables.extend_from_within(part.from as usize..part.to as usize);
    }

    fn of(&self, effects: Effects) -> &[Variable] {
        &self.variables[effects.from as usize..effects.to as usize]
    }

    /// The variables that an expression names.
    pub(super) fn named(&self, effects: Effects) -> impl Iterator<Item = DeclRef> {
        self.of(effects).iter().map(|variable| variable.decl)
    }

    /// The variables that it may write.
    pub(super) fn written(&self, effects: Effects) -> impl Iterator<Item = DeclRef> {
        self.of(effects).iter().filter(|variable| variable.is_written).map(|variable| variable.decl)
    }

    /// Whether the first may write a variable that the second names.
    pub(super) fn share(&self, writes: Effects, names: Effects) -> bool {
        writes.written & names.named != 0
            && self.written(writes).any(|decl| self.named(names).any(|other| other == decl))
    }

    /// What an expression writes, as if it only read that.
    pub(super) fn side(&mut self, effects: Effects) -> Effects {
        let mut side = self.begin();
        for place in effects.from..effects.to {
            let variable = self.variables[place as usize];
            if variable.is_written {
                self.push(&mut side, variable.decl, true);
            }
        }
        let Effects { writes_memory, calls, .. } = effects;
        self.end(Effects { reads_memory: writes_memory, writes_memory, calls, ..side })
    }
}

impl Lower<'_> {
    /// What an expression may touch.
    pub(super) fn effects_of(&mut self, id: ExprId) -> Effects {
        if let Some(known) = self.found.known(id) {
            return known;
        }
        let mut effects = self.found.begin();
        self.add_effects(&mut effects, id);
        self.found.end(effects)
    }

    /// Adds what an expression may touch; its variables go to the end of the list.
    fn add_effects(&mut self, to: &mut Effects, id: ExprId) {
        if let Some(known) = self.found.known(id) {
            return self.found.append(to, known);
        }
        let body = self.body();
        let kind = body.expr(id);
        let mut effects = self.found.begin();
        match kind {
            ExprKind::SizeofExpr { .. } | ExprKind::SizeofType { .. } | ExprKind::Int { .. } => {}
            ExprKind::Name { decl } => self.found.push(&mut effects, decl, false),
            _ => stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.add_parts(&mut effects, Node::Expr(id))),
        }
        self.add_own_effects(&mut effects, kind);
        let effects = self.found.end(effects);
        self.found.keep(id, effects, body.n_exprs());
        to.add(effects);
    }

    fn add_parts(&mut self, to: &mut Effects, node: Node) {
        let body = self.body();
        body.each_child(node, |child| match child {
            Node::Expr(id) => self.add_effects(to, id),
            Node::Stmt(_) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.add_parts(to, child)),
        });
    }

    /// What finding the place of an lvalue touches: not the place itself.
    pub(super) fn place_effects(&mut self, id: ExprId) -> Effects {
        let mut effects = self.found.begin();
        self.add_place_effects(&mut effects, id);
        self.found.end(effects)
    }

    fn add_place_effects(&mut self, to: &mut Effects, id: ExprId) {
        let body = self.body();
        match body.expr(id) {
            ExprKind::Name { .. } => {}
            ExprKind::Member { base, arrow: false, .. } => self.add_place_effects(to, base),
            ExprKind::Member { base: pointer, arrow: true, .. }
            | ExprKind::Unary { op: UnaryOp::Deref, operand: pointer } => self.add_effects(to, pointer),
            ExprKind::Index { base, index } => {
                if self.types().as_array(body.ty(base)).is_some() {
                    self.add_place_effects(to, base);
                } else {
                    self.add_effects(to, base);
                }
                self.add_effects(to, index);
            }
            _ => self.add_effects(to, id),
        }
    }

    /// The effects of a node without those below it.
    fn add_own_effects(&mut self, to: &mut Effects, kind: ExprKind) {
        match kind {
            ExprKind::Call { callee, .. } => {
                let touch = self.touch_of(callee);
                to.calls |= touch == Touch::Anything;
                to.reads_memory |= touch == Touch::Reads;
                to.changes = true;
            }
            ExprKind::Assign { lhs, .. } => self.add_target_effects(to, lhs),
            ExprKind::Unary { op, operand } if op.is_increment() => self.add_target_effects(to, operand),
            ExprKind::Unary { op: UnaryOp::Deref, .. }
            | ExprKind::Index { .. }
            | ExprKind::Member { arrow: true, .. } => to.reads_memory = true,
            ExprKind::VaArg { .. } => {
                to.reads_memory = true;
                to.writes_memory = true;
                to.changes = true;
            }
            ExprKind::StmtExpr { .. } => to.changes = true,
            _ => {}
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
    pub(super) fn target_effects(&mut self, lhs: ExprId) -> Effects {
        let mut effects = self.found.begin();
        self.add_target_effects(&mut effects, lhs);
        self.found.end(effects)
    }

    fn add_target_effects(&mut self, to: &mut Effects, lhs: ExprId) {
        to.changes = true;
        match self.body().expr(lhs) {
            ExprKind::Name { decl } => self.found.push(to, decl, true),
            ExprKind::Member { base: part, arrow: false, .. }
            | ExprKind::Unary { op: UnaryOp::Extension | UnaryOp::Real | UnaryOp::Imag, operand: part } => {
                self.add_target_effects(to, part);
            }
            _ => to.writes_memory = true,
        }
    }
}
