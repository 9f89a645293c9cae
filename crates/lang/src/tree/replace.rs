//! Replacing a child of a node, and which children cannot be replaced.
//!
//! A child may stand in a field of its parent, in a list, or in something between the two that is not a node: a
//! declaration, an initialiser item, an `asm`. An expression inside a *type* (an array bound, the operand of `typeof`, the
//! argument of an attribute) is part of that type's identity: types refer to it by its id, so it stays as it is.

use smallvec::SmallVec;

use super::body::Body;
use super::ids::{AsmId, AttrsId, ExprId, FunctionId, GroupId, StmtId, TypeNameId};
use super::list::List;
use super::node::Node;
use super::parts::{AssocId, AttrArgs, Designator, DesignatorId, InitItemId};
use super::slot::Slot;
use crate::index::Id;

/// A field of the parent that leads to children by way of something else.
#[derive(Clone, Copy)]
enum Way {
    Exprs(List<ExprId>),
    Stmts(List<StmtId>),
    Group(GroupId),
    Function(FunctionId),
    Asm(AsmId),
    InitItems(List<InitItemId>),
    Assocs(List<AssocId>),
    Designators(List<DesignatorId>),
}

impl Body {
    /// Puts `new` where `old` stands directly below `parent`. Returns whether it stood there, outside of types.
    pub(crate) fn replace_child(&mut self, parent: Node, old: Node, new: Node) -> bool {
        let mut ways: SmallVec<[Way; 4]> = SmallVec::new();
        let mut found = false;
        let mut show = |slot: Slot<'_>| match (slot, old, new) {
            (Slot::Expr(id), Node::Expr(old), Node::Expr(new)) => put(id, old, new, &mut found),
            (Slot::OptExpr(Some(id)), Node::Expr(old), Node::Expr(new)) => put(id, old, new, &mut found),
            (Slot::Stmt(id), Node::Stmt(old), Node::Stmt(new)) => put(id, old, new, &mut found),
            (Slot::OptStmt(Some(id)), Node::Stmt(old), Node::Stmt(new)) => put(id, old, new, &mut found),
            (slot, ..) => ways.extend(way(&slot)),
        };
        match parent {
            Node::Expr(id) => {
                let mut kind = self.expr(id);
                kind.slots(&mut show);
                self.set_expr(id, kind);
            }
            Node::Stmt(id) => {
                let mut kind = self.stmt(id);
                kind.slots(&mut show);
                self.set_stmt(id, kind);
            }
        }
        for way in ways {
            found |= match (old, new) {
                (Node::Expr(old), Node::Expr(new)) => self.replace_expr_on(way, old, new),
                (Node::Stmt(old), Node::Stmt(new)) => self.replace_stmt_on(way, old, new),
                _ => false,
            };
        }
        found
    }

    fn replace_stmt_on(&mut self, way: Way, old: StmtId, new: StmtId) -> bool {
        match way {
            Way::Stmts(list) => self.replace_in_list(list, old, new),
            Way::Function(id) => {
                self.functions[id].body == old && {
                    self.functions[id].body = new;
                    true
                }
            }
            _ => false,
        }
    }

    fn replace_expr_on(&mut self, way: Way, old: ExprId, new: ExprId) -> bool {
        match way {
            Way::Exprs(list) => self.replace_in_list(list, old, new),
            Way::Group(id) => self.replace_in_group(id, old, new),
            Way::Asm(id) => self.replace_in_asm(id, old, new),
            Way::InitItems(items) => {
                let items: SmallVec<[InitItemId; 8]> = self.list(items).collect();
                items.into_iter().any(|id| {
                    let item = &mut self.init_items[id];
                    let mut found = false;
                    put(&mut item.value, old, new, &mut found);
                    let designators = item.designators;
                    found || self.replace_in_designators(designators, old, new)
                })
            }
            Way::Assocs(assocs) => {
                let assocs: SmallVec<[AssocId; 8]> = self.list(assocs).collect();
                let mut found = false;
                assocs.into_iter().for_each(|id| put(&mut self.assocs[id].value, old, new, &mut found));
                found
            }
            Way::Designators(list) => self.replace_in_designators(list, old, new),
            Way::Stmts(_) | Way::Function(_) => false,
        }
    }

    fn replace_in_list<I: Id + PartialEq>(&mut self, list: List<I>, old: I, new: I) -> bool {
        let position = self.list(list).position(|id| id == old);
        if let Some(position) = position {
            self.lists.set(list, position, new);
        }
        position.is_some()
    }

    fn replace_in_designators(&mut self, list: List<DesignatorId>, old: ExprId, new: ExprId) -> bool {
        let ids: SmallVec<[DesignatorId; 8]> = self.list(list).collect();
        let mut found = false;
        for id in ids {
            match &mut self.designators[id] {
                Designator::Index(index) => put(index, old, new, &mut found),
                Designator::Range(first, last) => {
                    put(first, old, new, &mut found);
                    put(last, old, new, &mut found);
                }
                Designator::Name(_) | Designator::Field(_) => {}
            }
        }
        found
    }

    fn replace_in_group(&mut self, id: GroupId, old: ExprId, new: ExprId) -> bool {
        let decl = self.list(self.groups[id].decls).find(|&decl| self.decls[decl].init == Some(old));
        if let Some(decl) = decl {
            self.decls[decl].init = Some(new);
        }
        decl.is_some()
    }

    fn replace_in_asm(&mut self, id: AsmId, old: ExprId, new: ExprId) -> bool {
        let asm = &mut self.asms[id];
        let operands = asm.outputs.iter_mut().chain(&mut asm.inputs);
        let values = operands.flat_map(|operand| [&mut operand.constraint, &mut operand.value]);
        let mut found = false;
        for value in values.chain([&mut asm.template]).chain(&mut asm.clobbers) {
            put(value, old, new, &mut found);
        }
        found
    }
}

fn put<I: PartialEq>(place: &mut I, old: I, new: I, found: &mut bool) {
    if *place == old {
        *place = new;
        *found = true;
    }
}

fn way(slot: &Slot<'_>) -> Option<Way> {
    Some(match slot {
        Slot::Exprs(list) => Way::Exprs(**list),
        Slot::Stmts(list) => Way::Stmts(**list),
        Slot::Group(id) => Way::Group(**id),
        Slot::Function(id) => Way::Function(**id),
        Slot::Asm(id) => Way::Asm(**id),
        Slot::InitItems(list) => Way::InitItems(**list),
        Slot::Assocs(list) => Way::Assocs(**list),
        Slot::Designators(list) => Way::Designators(**list),
        _ => return None,
    })
}

/// Expressions inside types.
impl Body {
    /// The children of a node that stand inside a type: array bounds, operands of `typeof`, arguments of attributes.
    pub(crate) fn children_in_types(&self, node: Node) -> SmallVec<[ExprId; 4]> {
        let mut inside = SmallVec::new();
        let mut show = |slot: Slot<'_>| match slot {
            Slot::Group(&mut id) => self.types_of_group(id, &mut inside),
            Slot::TypeName(&mut id) => self.types_of_name(id, &mut inside),
            Slot::Attrs(&mut id) => self.types_of_attrs(id, &mut inside),
            Slot::Assocs(&mut list) => {
                let names = self.list(list).filter_map(|id| self.assocs[id].ty);
                names.for_each(|name| self.types_of_name(name, &mut inside));
            }
            Slot::Function(&mut id) => {
                if let Some(function) = self.functions.get(id) {
                    inside.extend(self.list(function.sizes));
                }
            }
            _ => {}
        };
        match node {
            Node::Expr(id) => self.expr(id).slots(&mut show),
            Node::Stmt(id) => self.stmt(id).slots(&mut show),
        }
        inside
    }

    fn types_of_name(&self, id: TypeNameId, inside: &mut SmallVec<[ExprId; 4]>) {
        inside.extend(self.list(self.type_names[id].sizes));
    }

    fn types_of_group(&self, id: GroupId, inside: &mut SmallVec<[ExprId; 4]>) {
        let group = self.groups[id];
        inside.extend(self.list(group.sizes));
        let attrs = self.list(group.decls).filter_map(|decl| self.decls[decl].attrs);
        group.attrs.into_iter().chain(attrs).for_each(|attrs| self.types_of_attrs(attrs, inside));
    }

    fn types_of_attrs(&self, id: AttrsId, inside: &mut SmallVec<[ExprId; 4]>) {
        for attr in &self.attrs[id] {
            match attr.args {
                AttrArgs::Exprs(list) => inside.extend(self.list(list)),
                AttrArgs::Type(name) => self.types_of_name(name, inside),
                AttrArgs::None | AttrArgs::Text(_) => {}
            }
        }
    }
}
