//! The way up: from a node to what it stands in.

use crate::index::Id;
use crate::tree::{Body, Node};

/// The parent of each node that is or was in use.
#[derive(Debug, Default)]
pub(super) struct Parents {
    exprs: Vec<Option<Node>>,
    stmts: Vec<Option<Node>>,
}

impl Parents {
    pub(super) fn of(body: &Body) -> Parents {
        let mut parents = Parents::default();
        for root in body.roots() {
            parents.add(body, root);
        }
        parents
    }

    /// Enters everything below a node.
    pub(super) fn add(&mut self, body: &Body, root: Node) {
        for node in body.descend(root) {
            body.each_child(node, |child| self.set(child, Some(node)));
        }
    }

    pub(super) fn set(&mut self, node: Node, parent: Option<Node>) {
        let (slots, index) = match node {
            Node::Expr(id) => (&mut self.exprs, id.index()),
            Node::Stmt(id) => (&mut self.stmts, id.index()),
        };
        if index >= slots.len() {
            slots.resize(index + 1, None);
        }
        slots[index] = parent;
    }

    pub(super) fn get(&self, node: Node) -> Option<Node> {
        match node {
            Node::Expr(id) => self.exprs.get(id.index()).copied().flatten(),
            Node::Stmt(id) => self.stmts.get(id.index()).copied().flatten(),
        }
    }

    /// What a node stands in, from its parent upwards.
    pub(super) fn above(&self, node: Node) -> impl Iterator<Item = Node> {
        std::iter::successors(self.get(node), |&node| self.get(node))
    }

    /// Whether a node is part of the function. Parts of what was taken out still know each other.
    pub(super) fn is_attached(&self, body: &Body, node: Node) -> bool {
        let top = self.above(node).last().unwrap_or(node);
        body.roots().contains(&top)
    }

    /// Whether a node that is about to be put into the tree holds something that already stands there.
    pub(super) fn is_in_use(&self, body: &Body, root: Node) -> bool {
        if self.is_attached(body, root) {
            return true;
        }
        body.descend(root).any(|node| {
            body.children(node).into_iter().any(|child| {
                let known = self.get(child);
                known.is_some() && known != Some(node) && self.is_attached(body, child)
            })
        })
    }
}
