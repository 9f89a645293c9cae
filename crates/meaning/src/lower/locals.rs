//! Local variables: which are registers, which are objects, and which have a value.

use kiln_lang::index::Id;
use kiln_lang::tree::{DeclId, DeclKind, ExprId, ExprKind, Node, Storage, UnaryOp};
use kiln_lang::types::{Quals, Ty};

use super::place::Place;
use super::{Class, Lower, Val};
use crate::code::{Arg, Op, Reg, Symbol};
use crate::memory::Sort;

/// Where a local variable is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Local {
    /// In registers. The flag register says whether it has a value; `index` is its number in [`Known`].
    Register { value: Val, flag: Option<Reg>, index: u32, ty: Ty },
    /// In an object of the frame.
    Object(u16),
    /// An array of run-time size: an object that is made at its declaration.
    Vla(u16),
    /// Of static storage duration.
    Static(u32),
}

/// The variables that surely have a value at a place. `None` where the place cannot be reached.
#[derive(Clone, Debug)]
pub(super) struct Known(Option<Vec<u64>>);

impl Default for Known {
    fn default() -> Self {
        Known(Some(Vec::new()))
    }
}

impl Known {
    pub(super) fn insert(&mut self, index: u32) {
        if let Some(words) = &mut self.0 {
            let word = index as usize / 64;
            if words.len() <= word {
                words.resize(word + 1, 0);
            }
            words[word] |= 1 << (index % 64);
        }
    }

    pub(super) fn remove(&mut self, index: u32) {
        if let Some(word) = self.0.as_mut().and_then(|words| words.get_mut(index as usize / 64)) {
            *word &= !(1 << (index % 64));
        }
    }

    pub(super) fn contains(&self, index: u32) -> bool {
        match &self.0 {
            Some(words) => words.get(index as usize / 64).is_some_and(|word| word & 1 << (index % 64) != 0),
            None => true,
        }
    }

    pub(super) fn unreachable(&mut self) {
        self.0 = None;
    }

    pub(super) fn is_unreachable(&self) -> bool {
        self.0.is_none()
    }

    pub(super) fn clear(&mut self) {
        self.0 = Some(Vec::new());
    }

    /// What is known where two ways meet.
    pub(super) fn meet(&mut self, other: &Known) {
        match (&mut self.0, &other.0) {
            (_, None) => {}
            (None, Some(_)) => self.0.clone_from(&other.0),
            (Some(words), Some(others)) => {
                words.truncate(others.len());
                words.iter_mut().zip(others).for_each(|(word, other)| *word &= other);
            }
        }
    }
}

impl Lower<'_> {
    /// Finds the scalars that cannot be registers: their address is taken, or a nested function uses them.
    pub(super) fn find_locals_in_memory(&mut self) {
        let Some(function) = self.function else { return };
        let body = self.body();
        let nested: Vec<Node> = body
            .functions
            .iter_ids()
            .filter(|&(id, _)| id != function)
            .flat_map(|(_, nested)| {
                let sizes = body.list(nested.sizes).map(Node::Expr);
                std::iter::once(Node::Stmt(nested.body)).chain(sizes)
            })
            .collect();
        let mut addressed: Vec<ExprId> = Vec::new();
        // In the order in which they are stored, which takes half the time of a walk. What an edit has left behind is among them:
        // then a scalar is in memory that need not be.
        for id in (0..body.n_exprs()).map(ExprId::from_index) {
            match body.expr(id) {
                ExprKind::Unary { op: UnaryOp::AddrOf, operand } => addressed.push(operand),
                ExprKind::VaArg { list, .. } => addressed.push(list),
                ExprKind::Call { callee, args } => {
                    if let Some(name) = self.callee_name(callee) {
                        self.returns_twice |= is_returns_twice(name);
                        if name.contains("va_") {
                            addressed.extend(body.list(args));
                        }
                    }
                }
                _ => {}
            }
        }
        for (decl, _) in body.decls.iter_ids() {
            if self.cleanup_of(decl).is_some() {
                self.in_memory.insert(decl);
            }
        }
        for id in addressed {
            if let Some(decl) = self.named_local(id) {
                self.in_memory.insert(decl);
            }
        }
        for nested in nested {
            for node in body.descend(nested) {
                if let Node::Expr(id) = node
                    && let ExprKind::Name { decl } = body.expr(id)
                    && !decl.is_file()
                {
                    self.in_memory.insert(decl.id());
                }
            }
        }
    }

    /// The local variable that an lvalue is, as a whole or in part.
    fn named_local(&self, id: ExprId) -> Option<DeclId> {
        match self.body().expr(id) {
            ExprKind::Name { decl } if !decl.is_file() => Some(decl.id()),
            ExprKind::Unary { op: UnaryOp::Extension | UnaryOp::Real | UnaryOp::Imag, operand } => {
                self.named_local(operand)
            }
            ExprKind::Member { base, arrow: false, .. } => self.named_local(base),
            ExprKind::Index { base, .. } => self.named_local(base),
            _ => None,
        }
    }

    /// Whether a variable of a type can be a register.
    fn fits_register(&self, decl: DeclId) -> bool {
        let ty = self.body().decls[decl].ty;
        let quals = self.types().quals(ty);
        !self.is_open()
            && !self.in_memory.contains(&decl)
            && !matches!(self.class(ty), Class::Memory | Class::Void)
            && !quals.contains(Quals::VOLATILE)
            && !quals.contains(Quals::ATOMIC)
    }

    /// Declares a parameter that the caller passed in registers.
    pub(super) fn declare_param(&mut self, param: DeclId, arg: Arg) {
        let decl = self.body().decls[param];
        self.visible.push(param);
        self.span = decl.span;
        let from = self.class(arg.ty);
        let class = self.class(decl.ty);
        let mut value = Val { reg: arg.reg, class: from };
        if from != class && class != Class::Memory {
            value = self.convert(value, arg.ty, decl.ty, None);
        }
        self.declare_restrict(param);
        self.start_restrict(param);
        if self.fits_register(param) {
            let index = self.locals.len() as u32;
            // A parameter has a value from the start; only `longjmp` can take it away.
            let flag = self.returns_twice.then(|| self.alloc(1));
            self.locals.insert(param, Local::Register { value, flag, index, ty: decl.ty });
            if let Some(flag) = flag {
                self.emit(Op::Flag { d: flag, on: true });
                self.code.flagged.push((flag, value.reg, value.class.slots()));
            }
            return;
        }
        if class == Class::Void {
            return;
        }
        if self.runtime_record(decl.ty).is_some() {
            return self.declare_runtime_param(param, value);
        }
        let object = self.variable_object(param);
        self.locals.insert(param, Local::Object(object));
        let is_aligned = self.decl_align(param) <= self.types().align_of(&self.options().target, decl.ty);
        if class == Class::Memory && is_aligned && self.settings.shortcuts && !self.is_open() {
            let copy = self.copy_rule_at(decl.ty, false, 1);
            self.emit(Op::Adopt { object, p: value.reg, copy });
            return self.seal(object);
        }
        self.emit(Op::Enter { object });
        let top = self.top;
        let d = self.alloc(3);
        self.emit(Op::Frame { d, object });
        if class == Class::Memory {
            let copy = self.copy_rule_at(decl.ty, false, 1);
            self.emit(Op::Copy { d, p: value.reg, copy });
        } else {
            let place = self.plain_place(d, decl.ty);
            self.store(Place { volatile: false, ..place }, value);
        }
        self.seal(object);
        self.top = top;
    }

    /// A parameter whose type is a structure of run-time size.
    fn declare_runtime_param(&mut self, param: DeclId, value: Val) {
        let (ty, object) = (self.body().decls[param].ty, self.vla_object(param));
        self.locals.insert(param, Local::Vla(object));
        let top = self.top;
        let size = self.runtime_size(ty);
        self.emit(Op::EnterVla { object, size });
        let d = self.alloc(3);
        self.emit(Op::Frame { d, object });
        self.copy_runtime(d, value.reg, ty);
        self.top = top;
    }

    /// A restrict-qualified pointer gets a tag for this run of its block.
    pub(super) fn declare_restrict(&mut self, id: DeclId) {
        let ty = self.body().decls[id].ty;
        if self.types().is_pointer(ty) && self.types().quals(ty).contains(Quals::RESTRICT) {
            let tag = self.alloc(1);
            self.emit(Op::RestrictBegin { d: tag, first: self.is_first_restrict() });
            self.restricts.insert(id, tag);
            self.scope_restrict(tag);
        }
    }

    /// The declaration of a restrict-qualified pointer is reached.
    pub(super) fn start_restrict(&mut self, id: DeclId) {
        if let Some(&tag) = self.restricts.get(&id) {
            self.emit(Op::RestrictStart { tag });
        }
    }

    fn variable_object(&mut self, id: DeclId) -> u16 {
        let decl = self.body().decls[id];
        let name = decl.name.map_or("?", |name| self.sight.name(name)).to_owned();
        let align = self.decl_align(id);
        let object = self.object(decl.ty, Sort::Auto, align, format!("`{name}`"), decl.span);
        if !self.in_memory.contains(&id) && self.types().as_array(decl.ty).is_none() && !self.holds_array(decl.ty) {
            self.code.objects[usize::from(object)].info.could_be_register = !self.is_open();
        }
        object
    }

    /// The alignment of a variable.
    pub(super) fn decl_align(&self, id: DeclId) -> u64 {
        crate::link::variable_align(self.sight, self.options(), self.settings.dialect, &self.body().decls[id])
    }

    /// Makes a variable known when its block begins. Gives the object whose lifetime begins there.
    pub(super) fn declare_local(&mut self, id: DeclId) -> Option<u16> {
        let decl = self.body().decls[id];
        if decl.kind != DeclKind::Variable {
            return None;
        }
        if decl.storage == Storage::Extern || decl.is_static() {
            let symbol = self.symbol(Symbol::Decl(kiln_lang::tree::DeclRef::local(id)));
            self.locals.insert(id, Local::Static(symbol));
            return None;
        }
        let is_runtime = self.types().is_variably_modified(decl.ty) || self.runtime_record(decl.ty).is_some();
        if is_runtime && self.size_of(decl.ty).is_none() {
            let object = self.vla_object(id);
            self.locals.insert(id, Local::Vla(object));
            return Some(object);
        }
        if self.fits_register(id) {
            let class = self.class(decl.ty);
            let value = self.temp(class);
            let flag = self.alloc(1);
            let index = self.locals.len() as u32;
            self.locals.insert(id, Local::Register { value, flag: Some(flag), index, ty: decl.ty });
            self.known.remove(index);
            if self.returns_twice {
                self.code.flagged.push((flag, value.reg, value.class.slots()));
            }
            return None;
        }
        let object = self.variable_object(id);
        self.locals.insert(id, Local::Object(object));
        Some(object)
    }

    pub(super) fn vla_object(&mut self, id: DeclId) -> u16 {
        let decl = self.body().decls[id];
        let name = decl.name.map_or("?", |name| self.sight.name(name)).to_owned();
        let align = self.decl_align(id);
        self.object(Ty::VOID, Sort::Auto, align, format!("`{name}`"), decl.span)
    }

    /// A register variable has no value any more.
    pub(super) fn forget_register(&mut self, id: DeclId) {
        if let Some(&Local::Register { flag: Some(flag), index, .. }) = self.locals.get(&id) {
            self.emit(Op::Flag { d: flag, on: false });
            self.known.remove(index);
        }
    }

    /// A register variable has a value from here on.
    pub(super) fn note_assigned(&mut self, id: DeclId) {
        if let Some(&Local::Register { flag: Some(flag), index, .. }) = self.locals.get(&id)
            && (!self.known.contains(index) || self.returns_twice)
        {
            self.emit(Op::Flag { d: flag, on: true });
            self.known.insert(index);
        }
    }

    /// A register variable is about to be read.
    pub(super) fn check_assigned(&mut self, id: DeclId) {
        if let Some(&Local::Register { flag: Some(flag), index, .. }) = self.locals.get(&id)
            && (!self.known.contains(index) || self.returns_twice)
        {
            let name = self.body().decls[id].name.map_or("?", |name| self.sight.name(name)).to_owned();
            let decl = self.code.names.len() as u32;
            self.code.names.push(name);
            self.emit(Op::CheckInit { flag, decl });
            if !self.returns_twice {
                self.known.insert(index);
            }
        }
    }

    /// Takes out the flags that nobody asks for.
    pub(super) fn drop_unused_flags(&mut self) {
        if self.returns_twice {
            return;
        }
        let asked: rustc_hash::FxHashSet<Reg> = self
            .code
            .ops
            .iter()
            .filter_map(|op| if let Op::CheckInit { flag, .. } = *op { Some(flag) } else { None })
            .chain(self.recorded_flags())
            .collect();
        for op in &mut self.code.ops {
            if let Op::Flag { d, .. } = *op
                && !asked.contains(&d)
            {
                *op = Op::Nop;
            }
        }
    }
}

fn is_returns_twice(name: &str) -> bool {
    name.contains("setjmp") || name == "vfork" || name == "getcontext"
}
