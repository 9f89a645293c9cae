//! What was edited: the log from which a changed program is printed in its own text.
//!
//! A tree does not say how its text was spaced and commented, so [`print::source`](crate::print::source) copies the text and
//! needs to know which parts of it no longer hold. Every edit of a node that came from text logs that here, as a [`Patch`].
//! A node's span says whether its text can be copied; what was built by code, or changed in place, has [`Span::NONE`].

use super::body::Body;
use super::node::Node;
use crate::source::Span;

/// A place of the original text that no longer says what the tree says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patch {
    /// The text that is replaced; an empty span is a place where something is inserted. Patches at the same place follow
    /// each other in the order of the log.
    pub span: Span,
    /// What stands there now; `None` if the text is deleted.
    pub with: Option<Node>,
}

impl Body {
    /// Where a node came from.
    pub fn node_span(&self, node: Node) -> Span {
        match node {
            Node::Expr(id) => self.expr_span(id),
            Node::Stmt(id) => self.stmt_span(id),
        }
    }

    /// The edits of this body, in the order they were made.
    pub fn patches(&self) -> &[Patch] {
        &self.patches
    }

    /// Logs an edit of the text. A patch inside the text of another one counts only where that text is copied.
    pub fn log_patch(&mut self, patch: Patch) {
        self.patches.push(patch);
    }

    /// Logs that `old` has given way to `new`, or to nothing.
    ///
    /// A node can be what an earlier patch put into the text; then that patch changes. A node that stands in no text and in
    /// no patch is part of something that is printed anew, and there is nothing to log.
    pub fn log_replaced(&mut self, old: Node, new: Option<Node>) {
        if let Some(position) = self.patch_with(old) {
            self.patches[position].with = new;
            return;
        }
        let span = self.node_span(old);
        if !span.is_none() {
            self.log_patch(Patch { span, with: new });
        }
    }

    /// Logs that a node has changed and is to be printed anew; those of its children that have not are still copied.
    pub fn log_changed(&mut self, node: Node) {
        self.log_replaced(node, Some(node));
        match node {
            Node::Expr(id) => self.set_expr_span(id, Span::NONE),
            Node::Stmt(id) => self.set_stmt_span(id, Span::NONE),
        }
    }

    /// Logs that the statement or item `new` stands before `next` now.
    pub fn log_inserted(&mut self, new: Node, next: Node) {
        let inserted = |place: Span| Patch { span: Span::new(place.start, place.start), with: Some(new) };
        if let Some(position) = self.patch_with(next) {
            let patch = inserted(self.patches[position].span);
            self.patches.insert(position, patch);
            return;
        }
        let span = self.node_span(next);
        if !span.is_none() {
            self.log_patch(inserted(span));
        }
    }

    fn patch_with(&self, node: Node) -> Option<usize> {
        self.patches.iter().rposition(|patch| patch.with == Some(node))
    }
}
