//! Replacing an expression that stands inside something that is not a node: a declaration, an initialiser item, an `asm`.

use super::body::Body;
use super::ids::{AsmId, AttrsId, ExprId, GroupId, TypeNameId};
use super::list::List;
use super::node::Node;
use super::parts::{AttrArgs, Designator, DesignatorId};
use super::slot::Slot;

impl Body {
    /// Puts `new` where `old` stands below `parent`, in what is between the two.
    pub(crate) fn replace_inside(&mut self, parent: Node, old: Node, new: Node) {
        let (Node::Expr(old), Node::Expr(new)) = (old, new) else { return };
        let mut groups: Vec<GroupId> = Vec::new();
        let mut names: Vec<TypeNameId> = Vec::new();
        let mut asms: Vec<AsmId> = Vec::new();
        let mut attrs: Vec<AttrsId> = Vec::new();
        let mut items = List::default();
        let mut assocs = List::default();
        let mut designators = List::default();
        let mut show = |slot: Slot<'_>| match slot {
            Slot::Group(id) => groups.push(*id),
            Slot::TypeName(id) => names.push(*id),
            Slot::Asm(id) => asms.push(*id),
            Slot::Attrs(id) => attrs.push(*id),
            Slot::InitItems(list) => items = *list,
            Slot::Assocs(list) => assocs = *list,
            Slot::Designators(list) => designators = *list,
            _ => {}
        };
        match parent {
            Node::Expr(id) => self.expr(id).slots(&mut show),
            Node::Stmt(id) => self.stmt(id).slots(&mut show),
        }
        for id in groups {
            self.replace_in_group(id, old, new);
        }
        for id in names {
            let sizes = self.type_names[id].sizes;
            self.replace_in_exprs(sizes, old, new);
        }
        for id in asms {
            self.replace_in_asm(id, old, new);
        }
        for id in attrs {
            self.replace_in_attrs(id, old, new);
        }
        for id in self.list(items).collect::<Vec<_>>() {
            if self.init_items[id].value == old {
                self.init_items[id].value = new;
            }
            let designators = self.init_items[id].designators;
            self.replace_in_designators(designators, old, new);
        }
        for id in self.list(assocs).collect::<Vec<_>>() {
            if self.assocs[id].value == old {
                self.assocs[id].value = new;
            }
        }
        self.replace_in_designators(designators, old, new);
    }

    fn replace_in_exprs(&mut self, list: List<ExprId>, old: ExprId, new: ExprId) {
        let position = self.list(list).position(|id| id == old);
        if let Some(position) = position {
            self.lists.set(list, position, new);
        }
    }

    fn replace_in_designators(&mut self, list: List<DesignatorId>, old: ExprId, new: ExprId) {
        for id in self.list(list).collect::<Vec<_>>() {
            let put = |id: ExprId| if id == old { new } else { id };
            self.designators[id] = match self.designators[id] {
                Designator::Index(index) => Designator::Index(put(index)),
                Designator::Range(first, last) => Designator::Range(put(first), put(last)),
                other => other,
            };
        }
    }

    fn replace_in_group(&mut self, id: GroupId, old: ExprId, new: ExprId) {
        let group = self.groups[id];
        self.replace_in_exprs(group.sizes, old, new);
        for decl in self.list(group.decls).collect::<Vec<_>>() {
            if self.decls[decl].init == Some(old) {
                self.decls[decl].init = Some(new);
            }
            if let Some(attrs) = self.decls[decl].attrs {
                self.replace_in_attrs(attrs, old, new);
            }
        }
    }

    fn replace_in_attrs(&mut self, id: AttrsId, old: ExprId, new: ExprId) {
        for position in 0..self.attrs[id].len() {
            if let AttrArgs::Exprs(list) = self.attrs[id][position].args {
                self.replace_in_exprs(list, old, new);
            }
        }
    }

    fn replace_in_asm(&mut self, id: AsmId, old: ExprId, new: ExprId) {
        let asm = &mut self.asms[id];
        let operands = asm.outputs.iter_mut().chain(&mut asm.inputs);
        let values = operands.flat_map(|operand| [&mut operand.constraint, &mut operand.value]);
        for value in values.chain([&mut asm.template]).chain(&mut asm.clobbers) {
            if *value == old {
                *value = new;
            }
        }
    }
}
