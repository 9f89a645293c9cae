//! Nested functions (GNU): what a function uses of the functions around it.
//!
//! A call of a nested function knows the call of the function around that it belongs to. What it uses from there is
//! always in memory, and is named by its declaration: each function publishes the variables, bounds and labels that
//! functions inside of it may ask for. A nested function itself is an object of each call of the function around, so that
//! a pointer to it knows that call, and dangles when the call has ended.

use kiln_lang::tree::{Body, DeclId, DeclRef, ExprRef, FunctionId, LabelId, Node, StmtKind};
use kiln_lang::types::Ty;
use rustc_hash::FxHashMap;

use super::jump::ScopeId;
use super::locals::Local;
use super::{Class, Lower, Val};
use crate::code::{FrameObject, Op, Outer, Published, Reg};
use crate::image::Info;
use crate::memory::tag::UNTYPED;
use crate::memory::{Sort, align_up, flag};

/// The functions of a body, and what belongs to which.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    parents: FxHashMap<FunctionId, FunctionId>,
    variables: FxHashMap<DeclId, FunctionId>,
    labels: FxHashMap<LabelId, FunctionId>,
    /// Nested functions by all of their declarations.
    functions: FxHashMap<DeclId, FunctionId>,
}

impl Nesting {
    pub(super) fn of(body: &Body) -> Nesting {
        let mut nesting = Nesting::default();
        let outermost = body.functions.iter_ids().find(|(_, function)| function.decl.is_file());
        let Some((outermost, _)) = outermost.filter(|_| body.functions.len() > 1) else { return nesting };
        nesting.enter(body, outermost);
        for (id, function) in body.functions.iter_ids() {
            let mut decl = Some(function.decl);
            while let Some(known) = decl.filter(|decl| !decl.is_file()) {
                nesting.functions.insert(known.id(), id);
                decl = body.decls[known.id()].previous;
            }
        }
        nesting
    }

    fn enter(&mut self, body: &Body, outermost: FunctionId) {
        let mut stack = vec![(Node::Stmt(body.functions[outermost].body), outermost)];
        self.own(body.list(body.functions[outermost].params), outermost);
        while let Some((node, function)) = stack.pop() {
            if let Node::Stmt(id) = node {
                match body.stmt(id) {
                    StmtKind::Function { function: nested } => {
                        self.parents.insert(nested, function);
                        self.own(body.list(body.functions[nested].params), nested);
                        stack.push((Node::Stmt(body.functions[nested].body), nested));
                        continue;
                    }
                    StmtKind::Decl { group } => self.own(body.list(body.groups[group].decls), function),
                    StmtKind::Label { label, .. } => drop(self.labels.insert(label, function)),
                    _ => {}
                }
            }
            body.each_child(node, |child| stack.push((child, function)));
        }
    }

    fn own(&mut self, decls: impl Iterator<Item = DeclId>, function: FunctionId) {
        self.variables.extend(decls.map(|decl| (decl, function)));
    }

    /// How many calls up the chain the call of a function is, seen from a function inside of it.
    fn level(&self, mut from: FunctionId, to: FunctionId) -> Option<u16> {
        let mut level = 0;
        while from != to {
            from = *self.parents.get(&from)?;
            level += 1;
        }
        Some(level)
    }
}

impl Lower<'_> {
    /// The nested function that a name stands for.
    pub(super) fn nested_function(&self, decl: DeclRef) -> Option<FunctionId> {
        if decl.is_file() { None } else { self.nesting.functions.get(&decl.id()).copied() }
    }

    /// Something of a function around, if `owner` is one.
    fn outer(&mut self, owner: FunctionId, what: Published) -> Option<u32> {
        let level = self.nesting.level(self.function?, owner)?;
        let index = self.code.outers.len() as u32;
        self.code.outers.push(Outer { level, what });
        Some(index)
    }

    /// A pointer to a nested function, as the call at hand sees it.
    pub(super) fn nested_address(&mut self, nested: FunctionId, want: Option<Reg>) -> Option<Val> {
        let parent = *self.nesting.parents.get(&nested)?;
        let outer = self.outer(parent, Published::Function(nested))?;
        let d = self.dest(Class::Pointer, want);
        self.emit(Op::Outer { d, outer });
        Some(Val { reg: d, class: Class::Pointer })
    }

    /// A pointer to a variable of a function around.
    pub(super) fn outer_variable(&mut self, decl: DeclId) -> Option<Reg> {
        let owner = *self.nesting.variables.get(&decl)?;
        if Some(owner) == self.function || self.body().decls[decl].is_static() {
            return None;
        }
        let outer = self.outer(owner, Published::Variable(decl))?;
        let d = self.alloc(3);
        self.emit(Op::Outer { d, outer });
        Some(d)
    }

    /// The bound of an array type of a function around. Only a function that has evaluated it publishes it, so all of them
    /// are asked, from the inside out.
    pub(super) fn outer_bound(&mut self, bound: ExprRef) -> Option<Reg> {
        let function = self.function?;
        self.nesting.parents.get(&function)?;
        let index = self.code.outers.len() as u32;
        self.code.outers.push(Outer { level: 1, what: Published::Bound(bound) });
        let d = self.alloc(1);
        self.emit(Op::OuterBound { d, outer: index });
        Some(d)
    }

    /// A jump out of a nested function; whether it is one.
    pub(super) fn outer_goto(&mut self, label: LabelId) -> bool {
        let Some(&owner) = self.nesting.labels.get(&label) else { return false };
        if Some(owner) == self.function {
            return false;
        }
        match self.outer(owner, Published::Label(label)) {
            Some(outer) => drop(self.emit(Op::OuterGoto { outer })),
            None => self.unsupported("a jump into another function"),
        }
        true
    }

    /// Makes the functions directly inside of this one, which live as long as its call.
    pub(super) fn declare_nested(&mut self) {
        let Some(function) = self.function else { return };
        let mut inside: Vec<FunctionId> =
            self.nesting.parents.iter().filter(|&(_, &parent)| parent == function).map(|(&nested, _)| nested).collect();
        inside.sort_unstable();
        for nested in inside {
            let offset = align_up(u64::from(self.code.frame_size), 16) as u32;
            self.code.frame_align = self.code.frame_align.max(16);
            self.code.frame_size = offset + 17;
            let (sort, flags) = (Sort::Function, flag::OPAQUE);
            // The linker knows which function it is.
            self.code.objects.push(FrameObject {
                offset,
                mirrored: offset,
                align: 16,
                template: vec![UNTYPED; 16].into(),
                sort,
                flags,
                info: Info::of("a nested function".to_owned(), None, Ty::VOID),
                callable: None,
            });
            let object = (self.code.objects.len() - 1) as u16;
            self.code.published.push((Published::Function(nested), object.into()));
            self.emit(Op::Enter { object });
            self.seal(object);
        }
    }

    /// Publishes what functions inside may use. The ways to labels are written behind the function.
    pub(super) fn publish(&mut self) {
        let Some(function) = self.function else { return };
        if !self.nesting.parents.values().any(|&parent| parent == function) {
            return;
        }
        let objects = self.locals.iter().filter_map(|(&decl, local)| match *local {
            Local::Object(object) | Local::Vla(object) => Some((Published::Variable(decl), object.into())),
            Local::Register { .. } | Local::Static(_) => None,
        });
        let bounds = self.bounds.iter().map(|(&bound, &reg)| (Published::Bound(bound), reg.into()));
        let mut published: Vec<(Published, u32)> = objects.chain(bounds).collect();
        published.sort_unstable();
        self.code.published.extend(published);
        let is_own = |label: &LabelId| self.nesting.labels.get(label) == Some(&function);
        let mut labels: Vec<LabelId> = self.labels.keys().copied().filter(is_own).collect();
        labels.sort_unstable();
        for label in labels {
            let entry = self.new_target();
            self.set_target(entry);
            self.code.published.push((Published::Label(label), entry.0));
            self.write_way_from_anywhere(label);
        }
    }

    /// The way to a label from a call that may stand in any block: blocks that are not around the label are left. Those
    /// around it are taken as entered, since the function that is left was called from inside of them.
    fn write_way_from_anywhere(&mut self, label: LabelId) {
        let (target, around) = self.blocks_around(label);
        for scope in (0..self.scope_infos.len() as ScopeId).filter(|scope| !around.contains(scope)) {
            for object in self.objects_of(scope) {
                self.emit(Op::Leave { object });
            }
        }
        for object in 0..self.code.objects.len() {
            if self.code.objects[object].sort == Sort::Temporary {
                self.emit(Op::Leave { object: object as u16 });
            }
        }
        self.jump(target);
    }
}
