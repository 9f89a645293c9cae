//! Copying the original text, with what was edited put in its place.
//!
//! The text of a unit is copied from patch to patch. Where one stands, the node it holds is printed like any other, except
//! that the printer, whenever it comes to a node that has a text of its own, copies that text, again with the patches inside
//! it. So of two patches one inside the other, the outer one decides, and the inner one counts if what it patches is still
//! there.
//!
//! Two things a printer of whole trees knows by itself must be found out for a patch: how tightly an expression must bind to
//! stand where it does (by printing its parent, without the children, and looking what it asks for: see [`Probe`]), and
//! whether what is put next to text would run into it (`return` and `x`, `/` and `*p`: see [`fuses`]).

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Printer;
use super::expr::level;
use crate::source::{SourceText, Span};
use crate::tree::{Body, ExprId, Node, Patch, Sight, StmtId, StmtKind, Unit};

/// The text of a unit and all that was edited in it.
pub(super) struct Original<'a> {
    unit: &'a Unit,
    text: &'a SourceText,
    /// By place; at the same place insertions first, then by the order of the log.
    patches: Vec<Placed<'a>>,
}

/// A patch and where it belongs.
struct Placed<'a> {
    patch: Patch,
    edited: Rc<Edited<'a>>,
}

/// A body that has patches.
struct Edited<'a> {
    body: &'a Body,
    parents: OnceCell<FxHashMap<Node, Node>>,
}

/// What a parent is asked: with which level it prints one of its children.
#[derive(Clone, Copy)]
pub(super) struct Probe<'a> {
    body: &'a Body,
    child: ExprId,
    needed: Option<u8>,
}

impl<'a> Original<'a> {
    /// `None` if the unit was built by code.
    pub(super) fn new(unit: &'a Unit) -> Option<Original<'a>> {
        let text = unit.source.as_deref()?;
        let mut patches = Vec::new();
        for body in unit.bodies().filter(|body| !body.patches().is_empty()) {
            let edited = Rc::new(Edited { body, parents: OnceCell::new() });
            let placed = body.patches().iter().filter(|patch| !patch.span.is_none());
            patches.extend(placed.map(|&patch| Placed { patch, edited: edited.clone() }));
        }
        // The sort is stable, which keeps the order of the log.
        patches.sort_by_key(|placed| {
            let Span { start, end } = placed.patch.span;
            (start, start != end, std::cmp::Reverse(end))
        });
        Some(Original { unit, text, patches })
    }

    /// The patches inside the text of a node. One that replaces the node itself is not, nor is what is inserted before it.
    fn inside(&self, node: Span) -> impl Iterator<Item = &Placed<'a>> {
        let first = self.patches.partition_point(|placed| placed.patch.span.start < node.start);
        let starts_inside = self.patches[first..].iter().take_while(move |placed| placed.patch.span.start < node.end);
        starts_inside.filter(move |placed| {
            let span = placed.patch.span;
            span != node && span.end <= node.end && span.end > node.start
        })
    }

    fn first_byte(&self, span: Span) -> Option<u8> {
        self.text.text(span).first().copied()
    }

    /// The white space that the line of a place starts with.
    fn indentation(&self, place: u32) -> &'a [u8] {
        let line = self.text.line_text(place);
        let n_blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        &line[..n_blanks]
    }
}

impl Edited<'_> {
    fn parent(&self, node: Node) -> Option<Node> {
        self.parents.get_or_init(|| self.all_parents()).get(&node).copied()
    }

    fn all_parents(&self) -> FxHashMap<Node, Node> {
        let mut parents = FxHashMap::default();
        for node in self.body.nodes() {
            self.body.each_child(node, |child| {
                parents.insert(child, node);
            });
        }
        parents
    }
}

/// Text.
impl<'a> Printer<'a> {
    /// The whole text of the unit with all patches.
    pub(super) fn whole_text(&mut self) {
        if let Some(original) = self.original {
            let whole = Span::new(0, original.text.bytes().len() as u32);
            self.patched_text(original, whole, original.patches.iter());
        }
    }

    fn node_text(&mut self, original: &'a Original<'a>, span: Span) {
        self.patched_text(original, span, original.inside(span));
    }

    fn patched_text(&mut self, original: &'a Original<'a>, span: Span, patches: impl Iterator<Item = &'a Placed<'a>>) {
        let mut at = span.start;
        for placed in patches {
            let Span { start, end } = placed.patch.span;
            // It lies in what an outer patch has replaced.
            if start < at {
                continue;
            }
            self.plain_text(original, Span::new(at, start));
            // Behind a blank nothing runs together, and a directive, which goes to a line of its own, takes the blank away.
            let apart = self.out.last() == Some(&b' ');
            let printed_from = self.out.len();
            self.patch(original, placed);
            if !apart {
                self.keep_apart(printed_from);
            }
            at = end;
        }
        self.plain_text(original, Span::new(at, span.end));
    }

    fn plain_text(&mut self, original: &'a Original<'a>, span: Span) {
        let from = self.out.len();
        original.text.copy_unjoined(span, &mut self.out);
        self.keep_apart(from);
    }

    /// Puts a blank between what was there and what was written since, where the two would be read as one token.
    fn keep_apart(&mut self, from: usize) {
        if let (Some(&left), Some(&right)) = (self.out[..from].last(), self.out.get(from))
            && fuses(left, right)
        {
            self.out.insert(from, b' ');
        }
    }
}

/// Whether two bytes that come from different places may be read as part of one token, or as the start of a comment. In
/// doubt they may: a blank too many changes nothing.
fn fuses(left: u8, right: u8) -> bool {
    let in_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'"' | b'\'' | 0x80..);
    let in_operator = |byte: u8| b"+-*/%&|^<>=!.:#".contains(&byte);
    // `0xe+1` is one number that is none (C11 6.4.8).
    let exponent = matches!(left, b'e' | b'E' | b'p' | b'P') && matches!(right, b'+' | b'-');
    in_word(left) && in_word(right) || in_operator(left) && in_operator(right) || exponent
}

/// Patches.
impl<'a> Printer<'a> {
    fn patch(&mut self, original: &'a Original<'a>, placed: &'a Placed<'a>) {
        let Some(node) = placed.patch.with else { return };
        let sight = Sight { body: placed.edited.body, ..self.sight };
        let indentation = original.indentation(placed.patch.span.start);
        // A patch may stand inside of anything, so what surrounds it is put aside.
        let outer = (self.sight, self.indent, self.in_prototype, std::mem::take(&mut self.pending));
        (self.sight, self.indent, self.in_prototype) = (sight, indentation.len().div_ceil(4), false);
        match node {
            Node::Expr(id) => {
                let needed = self.needed_level(&placed.edited, id);
                self.expr(id, needed);
            }
            Node::Stmt(id) => self.patched_stmt(original, placed, id),
        }
        (self.sight, self.indent, self.in_prototype, self.pending) = outer;
    }

    fn patched_stmt(&mut self, original: &'a Original<'a>, placed: &'a Placed<'a>, id: StmtId) {
        let Patch { span, .. } = placed.patch;
        let from = self.out.len();
        let braces = self.would_take_an_else(&placed.edited, id);
        if braces {
            self.byte(b'{');
        }
        if std::ptr::eq(placed.edited.body, self.sight.file) {
            self.file_item(original.unit, id);
        } else {
            self.stmt(id);
        }
        if braces {
            self.byte(b'}');
        }
        let is_insertion = span.start == span.end;
        if is_insertion || self.ends_in_directive(from) {
            self.byte(b'\n');
            self.out.extend_from_slice(original.indentation(span.start));
        }
    }

    fn file_item(&mut self, unit: &'a Unit, id: StmtId) {
        if !self.copied_stmt(id) {
            self.item(unit, id);
        }
    }

    fn ends_in_directive(&self, from: usize) -> bool {
        let last_line = self.out[from..].rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        last_line.trim_ascii_start().starts_with(b"#")
    }

    /// Whether the statement ends in an `if` without `else` and stands before the `else` of another one.
    fn would_take_an_else(&self, edited: &Edited<'_>, id: StmtId) -> bool {
        let mut child = id;
        while let Some(Node::Stmt(parent)) = edited.parent(Node::Stmt(child)) {
            match edited.body.stmt(parent) {
                StmtKind::Compound { .. } => return false,
                StmtKind::If { then, otherwise: Some(_), .. } if then == child => {
                    return edited.body.ends_in_open_if(then);
                }
                _ => child = parent,
            }
        }
        false
    }

    /// How tightly an expression must bind where it stands; if that cannot be found out, as tightly as any.
    fn needed_level(&mut self, edited: &Edited<'a>, child: ExprId) -> u8 {
        let Some(parent) = edited.parent(Node::Expr(child)) else { return level::PRIMARY };
        let out = std::mem::take(&mut self.out);
        self.probe = Some(Probe { body: edited.body, child, needed: None });
        match parent {
            Node::Expr(id) => self.expr_kind(id, edited.body.expr(id)),
            Node::Stmt(id) => self.stmt_kind(id),
        }
        let needed = self.probe.take().and_then(|probe| probe.needed);
        self.out = out;
        self.pending.clear();
        needed.unwrap_or(level::PRIMARY)
    }
}

/// Nodes that have a text of their own.
impl<'a> Printer<'a> {
    /// Copies an expression, in parentheses if its place needs them; `false` if it has no text to copy.
    pub(super) fn copied_expr(&mut self, id: ExprId, needed: u8) -> bool {
        let body = self.sight.body;
        if let Some(probe) = &mut self.probe {
            if probe.child == id && std::ptr::eq(probe.body, body) {
                probe.needed = Some(needed);
            }
            return true;
        }
        let Some((original, span)) = self.text_of(body.expr_span(id)) else { return false };
        let parentheses = self.level(id) < needed && !is_parenthesized(original, body, id);
        if parentheses {
            self.byte(b'(');
        }
        self.nested_text(original, span);
        if parentheses {
            self.byte(b')');
        }
        true
    }

    /// Copies a statement; `false` if it has no text to copy.
    pub(super) fn copied_stmt(&mut self, id: StmtId) -> bool {
        if self.probe.is_some() {
            return true;
        }
        let body = self.sight.body;
        let Some((original, span)) = self.text_of(body.stmt_span(id)) else { return false };
        // A pragma in the middle of a construct is listed behind it; with the construct its text has been copied already.
        let is_copied = self.copied.start < span.start && span.end <= self.copied.end;
        if is_copied && matches!(body.stmt(id), StmtKind::Pragma { body: None, .. }) {
            return true;
        }
        if original.first_byte(span) == Some(b'#') {
            self.own_line();
        }
        self.nested_text(original, span);
        self.copied = span;
        true
    }

    fn nested_text(&mut self, original: &'a Original<'a>, span: Span) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.node_text(original, span));
    }

    /// The text of a span, unless there is none: a node built by code, or one that C takes for granted.
    fn text_of(&self, span: Span) -> Option<(&'a Original<'a>, Span)> {
        let original = self.original?;
        let has_text = !span.is_none() && span.start < span.end;
        has_text.then_some((original, span))
    }
}

/// Whether the text of an expression is in parentheses as a whole: it has them at both ends, and no child begins or ends
/// there. (A child at the edge has its own: `(a) + (b)`.)
fn is_parenthesized(original: &Original<'_>, body: &Body, id: ExprId) -> bool {
    let span = body.expr_span(id);
    let text = original.text.text(span);
    let children = body.children(Node::Expr(id));
    let edge = |child: Option<&Node>| child.map(|&child| body.node_span(child)).filter(|child| !child.is_none());
    text.starts_with(b"(")
        && text.ends_with(b")")
        && (children.is_empty()
            || edge(children.first()).is_some_and(|first| first.start > span.start)
                && edge(children.last()).is_some_and(|last| last.end < span.end))
}

#[cfg(test)]
mod tests;
