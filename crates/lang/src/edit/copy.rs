//! Copies of subtrees.
//!
//! A copy has nodes of its own. What is declared inside the copied part is declared anew, and mentions inside follow: a
//! cloned block has its own variables and labels. What is declared outside stays what it was.

use rustc_hash::FxHashMap;

use crate::check::Checker;
use crate::source::Span;
use crate::tree::slot::Slot;
use crate::tree::{
    AsmId, AttrArgs, AttrsId, DeclId, DeclRef, Designator, DesignatorId, ExprId, GroupId, LabelId, List, Node, StmtId,
    TypeNameId,
};

/// Copies an expression of the body in work.
pub(crate) fn clone_expr(checker: &mut Checker, id: ExprId) -> ExprId {
    Copier::new(checker, Node::Expr(id)).expr(id)
}

/// Copies a statement of the body in work.
pub(crate) fn clone_stmt(checker: &mut Checker, id: StmtId) -> StmtId {
    Copier::new(checker, Node::Stmt(id)).stmt(id)
}

struct Copier<'c> {
    checker: &'c mut Checker,
    decls: FxHashMap<DeclId, DeclId>,
    labels: FxHashMap<LabelId, LabelId>,
}

impl<'c> Copier<'c> {
    fn new(checker: &'c mut Checker, root: Node) -> Copier<'c> {
        let mut copier = Copier { checker, decls: FxHashMap::default(), labels: FxHashMap::default() };
        copier.collect(root);
        copier
    }

    /// Finds what is declared inside, so that mentions before a label or loop back can follow.
    fn collect(&mut self, root: Node) {
        use crate::tree::StmtKind;
        let body = self.checker.body();
        let mut decls: Vec<DeclId> = Vec::new();
        let mut labels: Vec<LabelId> = Vec::new();
        for node in body.descend(root) {
            if let Node::Stmt(id) = node {
                match body.stmt(id) {
                    StmtKind::Decl { group } => decls.extend(body.list(body.groups[group].decls)),
                    StmtKind::Label { label, .. } => labels.push(label),
                    _ => {}
                }
            }
        }
        for id in decls {
            let decl = self.checker.body().decls[id];
            let copy = self.checker.body_mut().decls.push(decl);
            self.decls.insert(id, copy);
        }
        for id in labels {
            let copy = self.fresh_label(id);
            self.labels.insert(id, copy);
        }
    }

    /// A label is known by its name in the whole function, so its copy needs another one.
    fn fresh_label(&mut self, id: LabelId) -> LabelId {
        let mut label = self.checker.body().labels[id];
        let stem = self.checker.name(label.name).to_owned();
        let mut n = 1;
        while self.checker.tables.names.get(&format!("{stem}_{n}")).is_some() {
            n += 1;
        }
        label.name = self.checker.intern_name(&format!("{stem}_{n}"));
        self.checker.body_mut().labels.push(label)
    }

    fn expr(&mut self, id: ExprId) -> ExprId {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let mut kind = self.checker.body().expr(id);
            kind.slots(&mut |slot| self.slot(slot));
            let (ty, converted) = (self.checker.ty(id), self.checker.body().converted(id));
            let copy = self.checker.typed_expr(kind, ty, Span::NONE);
            self.checker.body_mut().set_converted(copy, converted);
            if let Some(placements) = self.checker.body().placements.get(&id).cloned() {
                // Where each value goes is found again when the initialiser is checked; until then the old places hold.
                self.checker.body_mut().placements.insert(copy, placements);
            }
            copy
        })
    }

    fn stmt(&mut self, id: StmtId) -> StmtId {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let mut kind = self.checker.body().stmt(id);
            kind.slots(&mut |slot| self.slot(slot));
            let copy = self.checker.stmt(kind, Span::NONE);
            if let crate::tree::StmtKind::Label { label, .. } = kind {
                self.checker.body_mut().labels[label].stmt = Some(copy);
            }
            copy
        })
    }

    fn slot(&mut self, slot: Slot<'_>) {
        match slot {
            Slot::Expr(id) => *id = self.expr(*id),
            Slot::OptExpr(id) => *id = id.map(|id| self.expr(id)),
            Slot::Exprs(list) => *list = self.exprs(*list),
            Slot::Stmt(id) => *id = self.stmt(*id),
            Slot::OptStmt(id) => *id = id.map(|id| self.stmt(id)),
            Slot::Stmts(list) => {
                let copies: Vec<StmtId> = self.checker.body().list(*list).collect();
                let copies: Vec<StmtId> = copies.into_iter().map(|id| self.stmt(id)).collect();
                *list = self.checker.list(copies);
            }
            Slot::Group(id) => *id = self.group(*id),
            Slot::TypeName(id) => *id = self.type_name(*id),
            Slot::Asm(id) => *id = self.asm(*id),
            Slot::Attrs(id) => *id = self.attrs(*id),
            Slot::InitItems(list) => {
                let items: Vec<_> =
                    self.checker.body().list(*list).map(|id| self.checker.body().init_items[id]).collect();
                let mut copies = Vec::with_capacity(items.len());
                for mut item in items {
                    item.designators = self.designators(item.designators);
                    item.value = self.expr(item.value);
                    copies.push(self.checker.body_mut().init_items.push(item));
                }
                *list = self.checker.list(copies);
            }
            Slot::Assocs(list) => {
                let assocs: Vec<_> = self.checker.body().list(*list).map(|id| self.checker.body().assocs[id]).collect();
                let mut copies = Vec::with_capacity(assocs.len());
                for mut assoc in assocs {
                    assoc.ty = assoc.ty.map(|ty| self.type_name(ty));
                    assoc.value = self.expr(assoc.value);
                    copies.push(self.checker.body_mut().assocs.push(assoc));
                }
                *list = self.checker.list(copies);
            }
            Slot::Designators(list) => *list = self.designators(*list),
            Slot::Decl(decl) => {
                if !decl.is_file()
                    && let Some(&copy) = self.decls.get(&decl.id())
                {
                    *decl = DeclRef::local(copy);
                }
            }
            Slot::Label(label) => *label = self.labels.get(label).copied().unwrap_or(*label),
            // A literal is shared; a nested function is not copied with the block it stands in but mentioned again.
            Slot::Labels(_)
            | Slot::Function(_)
            | Slot::Field(_)
            | Slot::Str(_)
            | Slot::Float(_)
            | Slot::Text(_)
            | Slot::Spelling(_)
            | Slot::Plain(_) => {}
        }
    }

    fn exprs(&mut self, list: List<ExprId>) -> List<ExprId> {
        let ids: Vec<ExprId> = self.checker.body().list(list).collect();
        let copies: Vec<ExprId> = ids.into_iter().map(|id| self.expr(id)).collect();
        self.checker.list(copies)
    }

    fn designators(&mut self, list: List<DesignatorId>) -> List<DesignatorId> {
        let ids: Vec<DesignatorId> = self.checker.body().list(list).collect();
        let mut copies = Vec::with_capacity(ids.len());
        for id in ids {
            let designator = match self.checker.body().designators[id] {
                Designator::Index(index) => Designator::Index(self.expr(index)),
                Designator::Range(first, last) => Designator::Range(self.expr(first), self.expr(last)),
                other => other,
            };
            copies.push(self.checker.body_mut().designators.push(designator));
        }
        self.checker.list(copies)
    }

    fn type_name(&mut self, id: TypeNameId) -> TypeNameId {
        let mut name = self.checker.body().type_names[id];
        name.sizes = self.exprs(name.sizes);
        self.checker.body_mut().type_names.push(name)
    }

    fn group(&mut self, id: GroupId) -> GroupId {
        let mut group = self.checker.body().groups[id];
        group.sizes = self.exprs(group.sizes);
        let decls: Vec<DeclId> = self.checker.body().list(group.decls).collect();
        let mut copies = Vec::with_capacity(decls.len());
        for decl in decls {
            let copy = self.decls.get(&decl).copied().unwrap_or(decl);
            let attrs = self.checker.body().decls[copy].attrs.map(|attrs| self.attrs(attrs));
            let init = self.checker.body().decls[copy].init.map(|init| self.expr(init));
            let entry = &mut self.checker.body_mut().decls[copy];
            entry.attrs = attrs;
            entry.init = init;
            copies.push(copy);
        }
        group.decls = self.checker.list(copies);
        self.checker.body_mut().groups.push(group)
    }

    fn attrs(&mut self, id: AttrsId) -> AttrsId {
        let mut attrs = self.checker.body().attrs[id].clone();
        for attr in &mut attrs {
            if let AttrArgs::Exprs(list) = attr.args {
                attr.args = AttrArgs::Exprs(self.exprs(list));
            }
        }
        self.checker.body_mut().attrs.push(attrs)
    }

    fn asm(&mut self, id: AsmId) -> AsmId {
        let mut asm = self.checker.body().asms[id].clone();
        asm.template = self.expr(asm.template);
        for operand in asm.outputs.iter_mut().chain(&mut asm.inputs) {
            operand.constraint = self.expr(operand.constraint);
            operand.value = self.expr(operand.value);
        }
        for clobber in &mut asm.clobbers {
            *clobber = self.expr(*clobber);
        }
        for label in &mut asm.labels {
            *label = self.labels.get(label).copied().unwrap_or(*label);
        }
        self.checker.body_mut().asms.push(asm)
    }
}

/// Why a part cannot be copied: what it defines would exist twice under one name.
pub(crate) fn why_not_copied(checker: &Checker, root: Node) -> Option<&'static str> {
    use crate::tree::StmtKind;
    let body = checker.body();
    body.descend(root).find_map(|node| match node {
        Node::Stmt(id) => match body.stmt(id) {
            StmtKind::Function { .. } => Some("a nested function"),
            StmtKind::LocalLabels { .. } => Some("a declaration of labels"),
            StmtKind::Decl { group } if !body.groups[group].defines.is_empty() => Some("the definition of a type"),
            StmtKind::Decl { group } => {
                let mut decls = body.list(body.groups[group].decls);
                let local = decls.any(|decl| checker.types().is_local(body.decls[decl].ty));
                local.then_some("a declaration with a type of run-time size")
            }
            _ => None,
        },
        Node::Expr(_) => None,
    })
}
