//! Copies of subtrees.
//!
//! A copy has nodes of its own. What is declared inside the copied part is declared anew, and mentions inside follow: a
//! cloned block has its own variables and labels. What is declared outside stays what it was.

use rustc_hash::FxHashMap;

use super::names::fresh_label_name;
use crate::check::Checker;
use crate::source::Span;
use crate::tree::slot::Slot;
use crate::tree::{
    AsmId, AttrArgs, AttrsId, Body, Decl, DeclId, DeclKind, DeclRef, Designator, DesignatorId, ExprId, ExprKind,
    GroupId, Label, LabelId, List, Node, StmtId, StmtKind, TypeNameId,
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
            // A place in the text belongs to the original.
            let decl = Decl { span: Span::NONE, ..self.checker.body().decls[id] };
            let copy = self.checker.body_mut().decls.push(decl);
            self.decls.insert(id, copy);
        }
        for id in labels {
            let copy = self.fresh_label(id);
            self.labels.insert(id, copy);
        }
    }

    fn fresh_label(&mut self, id: LabelId) -> LabelId {
        let label = self.checker.body().labels[id];
        let name = self.checker.name(label.name).to_owned();
        let name = fresh_label_name(self.checker, &name);
        self.checker.body_mut().labels.push(Label { name, stmt: None, span: Span::NONE, ..label })
    }

    fn expr(&mut self, id: ExprId) -> ExprId {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let mut kind = self.checker.body().expr(id);
            kind.slots(&mut |slot| self.slot(slot));
            let (ty, converted) = (self.checker.ty(id), self.checker.body().converted(id));
            let copy = self.checker.typed_expr(kind, ty, Span::NONE);
            if let ExprKind::CompoundLiteral { .. } = kind {
                // What its list puts where refers to the values by their ids.
                self.checker.check_expr(copy);
            }
            self.checker.body_mut().set_converted(copy, converted);
            copy
        })
    }

    fn stmt(&mut self, id: StmtId) -> StmtId {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let mut kind = self.checker.body().stmt(id);
            kind.slots(&mut |slot| self.slot(slot));
            let copy = self.checker.stmt(kind, Span::NONE);
            match kind {
                StmtKind::Label { label, .. } => self.checker.body_mut().labels[label].stmt = Some(copy),
                StmtKind::Decl { .. } => self.checker.check_stmt(copy),
                _ => {}
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

/// Why a part cannot be copied: what it defines would exist twice under one name, or a type of the original would refer
/// to expressions of the original.
pub(crate) fn why_not_copied(checker: &Checker, root: Node) -> Option<&'static str> {
    let body = checker.body();
    body.descend(root).find_map(|node| match node {
        Node::Stmt(id) => match body.stmt(id) {
            StmtKind::Function { .. } => Some("a nested function"),
            StmtKind::LocalLabels { .. } => Some("a declaration of labels"),
            StmtKind::Decl { group } => why_not_group(body, group),
            _ => None,
        },
        Node::Expr(id) => why_not_type_names(body, id),
    })
}

fn why_not_group(body: &Body, id: GroupId) -> Option<&'static str> {
    let group = body.groups[id];
    let is_typedef = |decl: DeclId| body.decls[decl].kind == DeclKind::Typedef;
    if !group.defines.is_empty() {
        Some("the definition of a type")
    } else if body.list(group.decls).any(is_typedef) {
        Some("a typedef name")
    } else if !group.sizes.is_empty() {
        Some("a declaration with an expression in its type")
    } else {
        None
    }
}

fn why_not_type_names(body: &Body, id: ExprId) -> Option<&'static str> {
    let mut why = None;
    let mut look = |name: TypeNameId| {
        let name = body.type_names[name];
        if !name.defines.is_empty() {
            why = Some("the definition of a type");
        } else if !name.sizes.is_empty() {
            why = Some("a type with an expression in it");
        }
    };
    body.expr(id).slots(&mut |slot| match slot {
        Slot::TypeName(&mut name) => look(name),
        Slot::Assocs(&mut list) => body.list(list).filter_map(|assoc| body.assocs[assoc].ty).for_each(&mut look),
        _ => {}
    });
    why
}
