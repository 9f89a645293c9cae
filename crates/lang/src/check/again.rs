//! Checking statements, and checking again what was checked before.
//!
//! The parser checks a statement's parts as it meets them. Here the same checks are reached from a finished statement:
//! when it was built by code, when an edit has changed something below it, and when a whole body is checked from scratch.

use smallvec::SmallVec;

use super::Checker;
use crate::diagnostics::Code;
use crate::tree::{DeclKind, ExprId, ExprKind, GroupId, Node, StmtId, StmtKind};
use crate::types::Ty;

impl Checker {
    /// Checks a statement whose parts have been checked: the conversions that its place gives to its expressions.
    pub(crate) fn check_stmt(&mut self, id: StmtId) {
        match self.body().stmt(id) {
            StmtKind::Expr { value } => {
                self.value(value);
            }
            StmtKind::If { cond, .. } | StmtKind::While { cond, .. } | StmtKind::DoWhile { cond, .. } => {
                self.condition(cond);
            }
            StmtKind::For { cond, step, .. } => {
                if let Some(cond) = cond {
                    self.condition(cond);
                }
                if let Some(step) = step {
                    self.value(step);
                }
            }
            StmtKind::Switch { cond, body } => self.check_switch(cond, body),
            StmtKind::Return { value } => {
                let span = self.body().stmt_span(id);
                self.return_stmt(value, span);
            }
            StmtKind::ComputedGoto { target } => self.computed_goto(target),
            StmtKind::Decl { group } => self.check_group(group),
            StmtKind::StaticAssert { cond, .. } => {
                let span = self.body().stmt_span(id);
                self.static_assert(cond, None, span);
            }
            // Cases get their type from the switch around them.
            StmtKind::Case { .. } | StmtKind::Default { .. } => {}
            StmtKind::Asm { asm } => self.check_asm_operands(asm),
            StmtKind::Error {}
            | StmtKind::Empty {}
            | StmtKind::Compound { .. }
            | StmtKind::Function { .. }
            | StmtKind::Label { .. }
            | StmtKind::Goto { .. }
            | StmtKind::Break {}
            | StmtKind::Continue {}
            | StmtKind::LocalLabels { .. }
            | StmtKind::Pragma { .. }
            | StmtKind::Attributes { .. } => {}
        }
    }

    fn check_group(&mut self, group: GroupId) {
        let decls: SmallVec<[_; 8]> = self.body().list(self.body().groups[group].decls).collect();
        for id in decls {
            let decl = self.body().decls[id];
            if decl.kind == DeclKind::Variable
                && let Some(init) = decl.init
            {
                self.initialize(decl.ty, init, decl.is_static());
            }
        }
    }

    /// A switch and all its cases, wherever they stand inside.
    fn check_switch(&mut self, cond: ExprId, body: StmtId) {
        self.enter_switch(cond);
        let mut stack = vec![Node::Stmt(body)];
        while let Some(node) = stack.pop() {
            if let Node::Stmt(id) = node {
                match self.body().stmt(id) {
                    // Its cases are its own.
                    StmtKind::Switch { .. } => continue,
                    StmtKind::Case { lo, hi, .. } => {
                        let span = self.body().stmt_span(id);
                        self.case(lo, hi, span);
                    }
                    StmtKind::Default { .. } => {
                        let span = self.body().stmt_span(id);
                        self.default_case(span);
                    }
                    _ => {}
                }
                self.body().each_child(node, |child| {
                    if matches!(child, Node::Stmt(_)) {
                        stack.push(child);
                    }
                });
            }
        }
        self.leave_switch();
    }

    fn check_asm_operands(&mut self, asm: crate::tree::AsmId) {
        let (n_outputs, values): (usize, Vec<ExprId>) = {
            let asm = &self.body().asms[asm];
            (asm.outputs.len(), asm.outputs.iter().chain(&asm.inputs).map(|operand| operand.value).collect())
        };
        for (position, value) in values.into_iter().enumerate() {
            self.asm_operand(value, position < n_outputs);
        }
    }

    /// An output of an `asm` is written, so it must be an object; an input is a value, or an object for memory constraints.
    pub(crate) fn asm_operand(&mut self, value: ExprId, output: bool) {
        let ty = self.ty(value);
        if output {
            self.body_mut().set_converted(value, ty);
            if !self.is_lvalue(value) {
                let span = self.span(value);
                self.error(Code::BadAsm, span, "an output of `asm` must be an object");
            }
        } else if self.types().as_array(ty).is_some() && self.is_lvalue(value) {
            // Which it is depends on the constraint; an array stays an object.
            self.body_mut().set_converted(value, ty);
        } else {
            self.value(value);
        }
    }

    /// Checks everything below a node from scratch, children first.
    pub(crate) fn check_below(&mut self, root: Node) {
        let nodes: Vec<Node> = self.body().descend(root).collect();
        for &node in nodes.iter().rev() {
            self.check_node(node);
        }
    }

    /// Checks one node whose children have been checked.
    pub(crate) fn check_node(&mut self, node: Node) {
        match node {
            Node::Expr(id) => self.check_expr(id),
            Node::Stmt(id) => self.check_stmt(id),
        }
    }

    /// Checks a node again after a child has changed. Returns whether its own type changed, so that its parent must be
    /// checked as well; if not, its conversion is as it was.
    pub(crate) fn check_again(&mut self, node: Node) -> bool {
        let Node::Expr(id) = node else {
            self.check_node(node);
            return false;
        };
        let (before, converted): (Ty, Ty) = (self.ty(id), self.body().converted(id));
        self.check_expr(id);
        // The type of a list comes from what it initialises.
        if matches!(self.body().expr(id), ExprKind::InitList { .. }) {
            return true;
        }
        if self.ty(id) == before {
            self.body_mut().set_converted(id, converted);
            return self.depends_on_value(id);
        }
        true
    }

    /// Whether what stands above may depend on more than the type: on being a constant, a null pointer constant, a
    /// bit-field.
    fn depends_on_value(&self, id: ExprId) -> bool {
        self.types().is_integer(self.ty(id)) || self.types().is_pointer(self.ty(id))
    }
}
