//! Statements after an edit: whether each stands where it can stand.
//!
//! A tree that was built or edited can be one that no text says: a `break` outside of a loop, a `goto` to a label that is
//! gone, a declaration as the body of an `if`, a node in two places. That shows only when the function is complete. All
//! of it is an error, except for what has an obvious remedy: an `if` that would lose its `else` to another `if` gets
//! braces, an empty statement at the head of a `for` is left out.

use crate::check::Checker;
use crate::diagnostics::Code;
use crate::index::Id;
use crate::source::Span;
use crate::tree::{Body, ExprId, ExprKind, LabelId, Node, StmtId, StmtKind};

/// Checks the shape of the function in work and mends it.
pub(super) fn settle_shape(checker: &mut Checker) {
    let mut walk = Walk::new(checker.body());
    walk.function(checker.body());
    walk.check_labels(checker.body());
    let Walk { problems, open_ifs, empty_inits, .. } = walk;
    for (code, span, message) in problems {
        checker.error(code, span, message);
    }
    for (id, then) in open_ifs {
        brace(checker, id, then);
    }
    for id in empty_inits {
        if let StmtKind::For { cond, step, body, .. } = checker.body().stmt(id) {
            checker.body_mut().set_stmt(id, StmtKind::For { init: None, cond, step, body });
        }
    }
}

fn brace(checker: &mut Checker, id: StmtId, then: StmtId) {
    let items = checker.list([then]);
    let block = Node::Stmt(checker.stmt(StmtKind::Compound { items }, Span::NONE));
    let body = checker.body_mut();
    body.replace_child(Node::Stmt(id), Node::Stmt(then), block);
    body.log_replaced(Node::Stmt(then), Some(block));
}

/// What is around a statement.
#[derive(Clone, Copy, Default)]
struct Around {
    in_loop: bool,
    breakable: bool,
    in_switch: bool,
}

/// Where a statement stands in its parent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// An item of a block.
    Item,
    /// The block of a function or of a statement expression.
    Block,
    /// The head of a `for`.
    Head,
    /// The body of a loop, a branch, what a label stands before.
    Sub,
}

struct Walk {
    /// What is left to do, with the parent of each node.
    stack: Vec<(Node, Option<Node>, Around, Place)>,
    seen_exprs: Vec<bool>,
    seen_stmts: Vec<bool>,
    /// The statement that defines each label.
    defined: Vec<Option<StmtId>>,
    used: Vec<LabelId>,
    problems: Vec<(Code, Span, &'static str)>,
    open_ifs: Vec<(StmtId, StmtId)>,
    empty_inits: Vec<StmtId>,
}

impl Walk {
    fn new(body: &Body) -> Walk {
        Walk {
            stack: Vec::new(),
            seen_exprs: vec![false; body.n_exprs()],
            seen_stmts: vec![false; body.n_stmts()],
            defined: vec![None; body.labels.len()],
            used: Vec::new(),
            problems: Vec::new(),
            open_ifs: Vec::new(),
            empty_inits: Vec::new(),
        }
    }

    fn function(&mut self, body: &Body) {
        let roots = body.roots().into_iter().rev();
        self.stack.extend(roots.map(|root| (root, None, Around::default(), Place::Block)));
        while let Some((node, parent, around, place)) = self.stack.pop() {
            let seen = match node {
                Node::Expr(id) => &mut self.seen_exprs[id.index()],
                Node::Stmt(id) => &mut self.seen_stmts[id.index()],
            };
            if std::mem::replace(seen, true) {
                if !is_in_type(body, node, parent) {
                    self.problem(Code::BadStatement, body.node_span(node), "a node stands in two places");
                }
                continue;
            }
            match node {
                Node::Expr(id) => self.expr(body, id, around),
                Node::Stmt(id) => self.stmt(body, id, around, place),
            }
        }
    }

    fn problem(&mut self, code: Code, span: Span, message: &'static str) {
        self.problems.push((code, span, message));
    }

    fn expr(&mut self, body: &Body, id: ExprId, around: Around) {
        match body.expr(id) {
            ExprKind::Error {} => self.problem(Code::BadOperand, body.expr_span(id), "an expression is missing"),
            ExprKind::Int { .. } | ExprKind::Char { .. } | ExprKind::Float { .. } | ExprKind::Name { .. } => return,
            ExprKind::LabelAddress { label } => self.used.push(label),
            ExprKind::CompoundLiteral { init, .. } if !matches!(body.expr(init), ExprKind::InitList { .. }) => {
                self.problem(Code::BadInitializer, body.expr_span(id), "a compound literal needs a list");
            }
            _ => {}
        }
        // A switch does not jump into a statement expression.
        let around = Around { in_switch: false, ..around };
        self.children(body, Node::Expr(id), |_| (around, Place::Block));
    }

    fn stmt(&mut self, body: &Body, id: StmtId, around: Around, place: Place) {
        let span = body.stmt_span(id);
        let kind = body.stmt(id);
        if let Some((code, message)) = misplaced(&kind, around, place) {
            self.problem(code, span, message);
        }
        match kind {
            StmtKind::Label { label, .. } if self.defined[label.index()].replace(id).is_some() => {
                self.problem(Code::BadLabel, span, "a label is defined twice");
            }
            StmtKind::Goto { label } => self.used.push(label),
            StmtKind::Asm { asm } => {
                let asm = &body.asms[asm];
                self.used.extend(&asm.labels);
                let constraints = asm.outputs.iter().chain(&asm.inputs).map(|operand| operand.constraint);
                self.require_strings(body, constraints.chain([asm.template]).chain(asm.clobbers.iter().copied()));
            }
            StmtKind::StaticAssert { message: Some(message), .. } => self.require_strings(body, [message]),
            StmtKind::If { then, otherwise: Some(_), .. } if body.ends_in_open_if(then) => {
                self.open_ifs.push((id, then));
            }
            StmtKind::For { init: Some(init), .. } if matches!(body.stmt(init), StmtKind::Empty {}) => {
                self.empty_inits.push(id);
            }
            _ => {}
        }
        self.children(body, Node::Stmt(id), |child| inside(&kind, child, around));
    }

    fn require_strings(&mut self, body: &Body, exprs: impl IntoIterator<Item = ExprId>) {
        for id in exprs {
            if !matches!(body.expr(id), ExprKind::Str { .. }) {
                self.problem(Code::BadStatement, body.expr_span(id), "a string literal is needed here");
            }
        }
    }

    /// Goes on with the children of a node, in order.
    fn children(&mut self, body: &Body, node: Node, around: impl Fn(Node) -> (Around, Place)) {
        let start = self.stack.len();
        let takes_list = takes_list(body, node);
        body.each_child(node, |child| {
            if let Node::Expr(id) = child
                && matches!(body.expr(id), ExprKind::InitList { .. })
                && !takes_list
            {
                self.problems.push((Code::BadInitializer, body.expr_span(id), "a list that initialises nothing"));
            }
            let (around, place) = around(child);
            self.stack.push((child, Some(node), around, place));
        });
        self.stack[start..].reverse();
    }

    /// Every label that is used must stand somewhere.
    fn check_labels(&mut self, body: &Body) {
        let missing = self.used.iter().filter(|label| self.defined[label.index()].is_none());
        let problems =
            missing.map(|&label| (Code::BadLabel, body.labels[label].span, "a label is used and not defined"));
        self.problems.extend(problems);
    }
}

/// The names of one declaration share its attributes, and what these hold.
fn is_in_type(body: &Body, node: Node, parent: Option<Node>) -> bool {
    matches!((node, parent), (Node::Expr(id), Some(parent)) if body.children_in_types(parent).contains(&id))
}

fn takes_list(body: &Body, node: Node) -> bool {
    match node {
        Node::Expr(id) => matches!(body.expr(id), ExprKind::InitList { .. } | ExprKind::CompoundLiteral { .. }),
        Node::Stmt(id) => matches!(body.stmt(id), StmtKind::Decl { .. }),
    }
}

/// What is wrong about a statement in this place.
fn misplaced(kind: &StmtKind, around: Around, place: Place) -> Option<(Code, &'static str)> {
    let needs_block = matches!(
        kind,
        StmtKind::Decl { .. }
            | StmtKind::StaticAssert { .. }
            | StmtKind::Function { .. }
            | StmtKind::LocalLabels { .. }
            | StmtKind::Pragma { body: None, .. }
    );
    let message = match (place, kind) {
        (_, StmtKind::Error {}) => "a statement is missing",
        (Place::Block, StmtKind::Compound { .. }) => return None,
        (Place::Block, _) => "a function or statement expression needs a block",
        (
            Place::Head,
            StmtKind::Decl { .. } | StmtKind::StaticAssert { .. } | StmtKind::Expr { .. } | StmtKind::Empty {},
        ) => return None,
        (Place::Head, _) => "the head of a `for` needs an expression or a declaration",
        (Place::Sub, _) if needs_block => "a declaration needs a block around it",
        (Place::Item, StmtKind::Pragma { body: Some(_), .. }) => "a pragma in a block stands alone",
        (_, StmtKind::Break {}) if !around.breakable => "`break` is not inside a loop or switch",
        (_, StmtKind::Continue {}) if !around.in_loop => "`continue` is not inside a loop",
        (_, StmtKind::Case { .. } | StmtKind::Default { .. }) if !around.in_switch => {
            return Some((Code::BadCase, "a case outside of a switch"));
        }
        _ => return None,
    };
    Some((Code::BadStatement, message))
}

/// What is around a child of a statement, and where it stands.
fn inside(kind: &StmtKind, child: Node, around: Around) -> (Around, Place) {
    let Node::Stmt(id) = child else { return (around, Place::Block) };
    match *kind {
        StmtKind::Compound { .. } => (around, Place::Item),
        StmtKind::Function { .. } => (Around::default(), Place::Block),
        StmtKind::For { init: Some(init), .. } if init == id => (around, Place::Head),
        StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
            (Around { in_loop: true, breakable: true, ..around }, Place::Sub)
        }
        StmtKind::Switch { .. } => (Around { in_switch: true, breakable: true, ..around }, Place::Sub),
        _ => (around, Place::Sub),
    }
}
