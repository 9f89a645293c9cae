//! The one way to walk a tree: the children of a node, in order of evaluation.
//!
//! Children are the expressions and statements directly below a node. What stands between, such as a declaration, an
//! initialiser item or an `asm`, is looked through: the children of a declaration statement are the array bounds and
//! initialisers in it.

use smallvec::SmallVec;

use super::body::Body;
use super::ids::{AsmId, AttrsId, DeclId, ExprId, FunctionId, GroupId, StmtId, TypeNameId};
use super::list::List;
use super::node::{ExprKind, Node, StmtKind};
use super::parts::{AttrArgs, Designator, DesignatorId};
use super::slot::Slot;
use crate::index::Id;

/// A few nodes without an allocation.
pub type Nodes = SmallVec<[Node; 8]>;

impl Body {
    /// Shows the children of a node, in order of evaluation.
    pub fn each_child(&self, node: Node, mut show: impl FnMut(Node)) {
        let mut visit = |slot: Slot<'_>| self.each_in_slot(slot, &mut show);
        match node {
            Node::Expr(id) => match self.expr(id) {
                // Every other node is one of these, and walks are frequent.
                ExprKind::Name { .. } | ExprKind::Int { .. } => {}
                mut kind => kind.slots(&mut visit),
            },
            Node::Stmt(id) => self.stmt(id).slots(&mut visit),
        }
    }

    /// The children of the nodes that there are most of, the last one first, and how many they are: so walks, which are
    /// frequent, need not ask for the fields of these.
    #[inline(always)]
    fn operands(&self, node: Node) -> Option<([Node; 2], usize)> {
        let Node::Expr(id) = node else { return None };
        match self.expr(id) {
            ExprKind::Name { .. } | ExprKind::Int { .. } => Some(([node; 2], 0)),
            ExprKind::Unary { operand, .. } => Some(([Node::Expr(operand); 2], 1)),
            ExprKind::Binary { lhs, rhs, .. } | ExprKind::Assign { lhs, rhs, .. } => {
                Some(([Node::Expr(rhs), Node::Expr(lhs)], 2))
            }
            _ => None,
        }
    }

    /// The children of a node, in order of evaluation.
    pub fn children(&self, node: Node) -> Nodes {
        let mut children = Nodes::new();
        self.each_child(node, |child| children.push(child));
        children
    }

    /// A node and everything below it, parents before children.
    pub fn descend(&self, root: Node) -> Descend<'_> {
        let mut descend = Descend::from(self, std::iter::empty());
        (descend.near[0], descend.n_near) = (root, 1);
        descend
    }

    /// Everything in use in a function body or at a file scope, parents before children.
    pub fn nodes(&self) -> Descend<'_> {
        Descend::from(self, self.roots().into_iter())
    }

    fn each_in_slot(&self, slot: Slot<'_>, show: &mut impl FnMut(Node)) {
        match slot {
            Slot::Expr(&mut id) => show(Node::Expr(id)),
            Slot::OptExpr(&mut id) => id.into_iter().for_each(|id| show(Node::Expr(id))),
            Slot::Exprs(&mut list) => self.each_expr(list, show),
            Slot::Stmt(&mut id) => show(Node::Stmt(id)),
            Slot::OptStmt(&mut id) => id.into_iter().for_each(|id| show(Node::Stmt(id))),
            Slot::Stmts(&mut list) => self.list(list).for_each(|id: StmtId| show(Node::Stmt(id))),
            Slot::Group(&mut id) => self.each_in_group(id, show),
            Slot::TypeName(&mut id) => self.each_in_type_name(id, show),
            Slot::Function(&mut id) => self.each_in_function(id, show),
            Slot::Asm(&mut id) => self.each_in_asm(id, show),
            Slot::Attrs(&mut id) => self.each_in_attrs(id, show),
            Slot::InitItems(&mut list) => {
                for id in self.list(list) {
                    let item = self.init_items[id];
                    self.each_designator(item.designators, show);
                    show(Node::Expr(item.value));
                }
            }
            Slot::Assocs(&mut list) => {
                for id in self.list(list) {
                    let assoc = self.assocs[id];
                    assoc.ty.into_iter().for_each(|ty| self.each_in_type_name(ty, show));
                    show(Node::Expr(assoc.value));
                }
            }
            Slot::Designators(&mut list) => self.each_designator(list, show),
            Slot::Decl(_)
            | Slot::Field(_)
            | Slot::Label(_)
            | Slot::Labels(_)
            | Slot::Str(_)
            | Slot::Float(_)
            | Slot::Text(_)
            | Slot::Spelling(_)
            | Slot::Plain(_) => {}
        }
    }

    fn each_expr(&self, list: List<ExprId>, show: &mut impl FnMut(Node)) {
        self.list(list).for_each(|id| show(Node::Expr(id)));
    }

    fn each_designator(&self, list: List<DesignatorId>, show: &mut impl FnMut(Node)) {
        for id in self.list(list) {
            match self.designators[id] {
                Designator::Field(_) | Designator::Name(_) => {}
                Designator::Index(index) => show(Node::Expr(index)),
                Designator::Range(first, last) => {
                    show(Node::Expr(first));
                    show(Node::Expr(last));
                }
            }
        }
    }

    fn each_in_type_name(&self, id: TypeNameId, show: &mut impl FnMut(Node)) {
        self.each_expr(self.type_names[id].sizes, show);
    }

    fn each_in_group(&self, id: GroupId, show: &mut impl FnMut(Node)) {
        let group = self.groups[id];
        self.each_expr(group.sizes, show);
        group.attrs.into_iter().for_each(|attrs| self.each_in_attrs(attrs, show));
        for decl in self.list(group.decls) {
            let decl = self.decls[decl];
            decl.attrs.into_iter().for_each(|attrs| self.each_in_attrs(attrs, show));
            decl.init.into_iter().for_each(|init| show(Node::Expr(init)));
        }
    }

    fn each_in_attrs(&self, id: AttrsId, show: &mut impl FnMut(Node)) {
        for attr in &self.attrs[id] {
            match attr.args {
                AttrArgs::Exprs(list) => self.each_expr(list, show),
                AttrArgs::Type(name) => self.each_in_type_name(name, show),
                AttrArgs::None | AttrArgs::Text(_) => {}
            }
        }
    }

    /// A nested function is part of the body it stands in; one at file scope has a body of its own and no children here.
    fn each_in_function(&self, id: FunctionId, show: &mut impl FnMut(Node)) {
        if let Some(function) = self.functions.get(id) {
            self.each_expr(function.sizes, show);
            show(Node::Stmt(function.body));
        }
    }

    fn each_in_asm(&self, id: AsmId, show: &mut impl FnMut(Node)) {
        let asm = &self.asms[id];
        show(Node::Expr(asm.template));
        for operand in asm.outputs.iter().chain(&asm.inputs) {
            show(Node::Expr(operand.constraint));
            show(Node::Expr(operand.value));
        }
        asm.clobbers.iter().for_each(|&clobber| show(Node::Expr(clobber)));
    }

    /// What a declaration declares; nothing for other statements.
    pub fn declared_by(&self, stmt: StmtId) -> impl ExactSizeIterator<Item = DeclId> {
        let decls = match self.stmt(stmt) {
            StmtKind::Decl { group } => self.groups[group].decls,
            _ => List::default(),
        };
        self.list(decls)
    }

    /// The roots of a function body or of a file scope: from these everything in use can be reached.
    pub fn roots(&self) -> Nodes {
        match self.functions.iter().next() {
            Some(function) => {
                let sizes = self.list(function.sizes).map(Node::Expr);
                sizes.chain([Node::Stmt(function.body)]).collect()
            }
            None => self.list(self.items).map(Node::Stmt).collect(),
        }
    }
}

/// See [`Body::descend`]. Keeps its own stack: a tree may be deeper than the machine's. Of a full expression it takes no
/// memory, nearly always.
pub struct Descend<'a> {
    body: &'a Body,
    /// What is still to be shown, the next one last: first `far`, then the first `n_near` of `near`.
    near: [Node; NEAR],
    n_near: usize,
    far: Vec<Node>,
}

/// How many nodes wait without an allocation.
const NEAR: usize = 24;
/// So many children nearly all nodes have at most.
const ROOM: usize = 8;

impl<'a> Descend<'a> {
    fn from(body: &'a Body, first: impl DoubleEndedIterator<Item = Node>) -> Descend<'a> {
        let far = first.rev().collect();
        Descend { body, near: [Node::Expr(ExprId::from_index(0)); NEAR], n_near: 0, far }
    }

    /// Puts the children of a node on top.
    fn push_children(&mut self, node: Node) {
        if let Some((children, n)) = self.body.operands(node)
            && self.far.is_empty()
            && self.n_near <= NEAR - children.len()
        {
            // Those that are none are overwritten by what comes next.
            self.near[self.n_near..self.n_near + children.len()].copy_from_slice(&children);
            self.n_near += n;
            return;
        }
        let Descend { body, near, n_near, far } = self;
        if !far.is_empty() || *n_near > NEAR - ROOM {
            let start = far.len();
            body.each_child(node, |child| far.push(child));
            far[start..].reverse();
            return;
        }
        let start = *n_near;
        body.each_child(node, |child| match near.get_mut(*n_near) {
            Some(place) => {
                *place = child;
                *n_near += 1;
            }
            None => far.push(child),
        });
        if far.is_empty() {
            near[start..*n_near].reverse();
        } else {
            // They did not fit.
            far.splice(0..0, near[start..*n_near].iter().copied());
            far.reverse();
            *n_near = start;
        }
    }
}

impl Iterator for Descend<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        let node = match self.far.pop() {
            Some(node) => node,
            None => {
                self.n_near = self.n_near.checked_sub(1)?;
                self.near[self.n_near]
            }
        };
        self.push_children(node);
        Some(node)
    }
}

/// Questions about a body that belongs to a function.
impl Body {
    /// The function this body is of; `None` at file scope.
    pub fn function(&self) -> Option<&super::parts::Function> {
        self.functions.get(FunctionId::from_index(0))
    }

    /// Whether a statement ends in an `if` without `else`, which would take an `else` behind it for its own.
    pub(crate) fn ends_in_open_if(&self, mut id: StmtId) -> bool {
        loop {
            id = match self.stmt(id) {
                StmtKind::If { otherwise: None, .. } => return true,
                StmtKind::If { otherwise: Some(body), .. }
                | StmtKind::While { body, .. }
                | StmtKind::For { body, .. }
                | StmtKind::Switch { body, .. }
                | StmtKind::Case { body, .. }
                | StmtKind::Default { body }
                | StmtKind::Label { body, .. }
                | StmtKind::Pragma { body: Some(body), .. } => body,
                _ => return false,
            };
        }
    }
}
