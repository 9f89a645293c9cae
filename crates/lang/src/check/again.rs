//! Checking statements, and checking again what was checked before.
//!
//! The parser checks a statement's parts as it meets them. Here the same checks are reached from a finished statement:
//! when it was built by code, when an edit has changed something below it, and when a whole body is checked from scratch.

use smallvec::SmallVec;

use super::Checker;
use super::stmt::FunctionContext;
use crate::diagnostics::Code;
use crate::lex::{IntForm, IntSuffix};
use crate::source::Span;
use crate::tree::{
    Decl, DeclFlags, DeclId, DeclKind, ExprId, ExprKind, FloatLiteral, FunctionId, GroupId, Node, StmtId, StmtKind,
};
use crate::types::{ArrayLen, Basic, Ty, TypeKind};
use crate::value::float::Float;

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

    /// Initialisers of a declaration. They may give their object its type again: that of `int a[] = ...` and of
    /// `__auto_type a = ...` comes from them.
    fn check_group(&mut self, group: GroupId) {
        let decls: SmallVec<[DeclId; 8]> = self.body().list(self.body().groups[group].decls).collect();
        for id in decls {
            let decl = self.body().decls[id];
            if decl.kind != DeclKind::Variable {
                continue;
            }
            let Some(init) = decl.init else { continue };
            let ty = self.type_before_initializer(&decl, init);
            if self.can_initialize(ty, decl.span) {
                let ty = self.initialize(ty, init, decl.is_static());
                self.body_mut().decls[id].ty = ty;
            }
        }
    }

    fn type_before_initializer(&mut self, decl: &Decl, init: ExprId) -> Ty {
        if let TypeKind::Auto(_) = self.types().kind(decl.ty) {
            let value = self.value(init);
            let auto = self.intern(TypeKind::Auto(value));
            return self.qualified(auto, decl.ty.own_quals());
        }
        match self.types().written_array(decl.ty) {
            Some((elem, _)) if decl.flags.contains(DeclFlags::SIZED_BY_INIT) => self.array(elem, ArrayLen::Incomplete),
            _ => decl.ty,
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

    /// Checks the body of a function from scratch.
    pub(crate) fn check_body(&mut self) {
        if let Some(function) = self.body().function() {
            let block = function.body;
            self.check_below(Node::Stmt(block));
        }
    }

    /// Checks everything below a node from scratch, children first. What stands inside a type is not checked again: it is
    /// part of the type, and no edit reaches it.
    pub(crate) fn check_below(&mut self, root: Node) {
        let mut nodes = vec![root];
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            next += 1;
            if self.nested_function(node).is_some() {
                // It is checked as a whole when its turn comes.
                continue;
            }
            let inside = self.body().children_in_types(node);
            let is_part = |child: Node| matches!(child, Node::Expr(id) if inside.contains(&id));
            self.body().each_child(node, |child| {
                if !is_part(child) {
                    nodes.push(child);
                }
            });
        }
        for &node in nodes.iter().rev() {
            match self.nested_function(node) {
                Some(id) => self.check_nested(id),
                None => self.check_node(node),
            }
        }
    }

    fn check_nested(&mut self, id: FunctionId) {
        let block = self.body().functions[id].body;
        self.enter_nested(id);
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.check_below(Node::Stmt(block)));
        self.functions.pop();
    }

    /// The function that a node defines inside the body.
    pub(crate) fn nested_function(&self, node: Node) -> Option<FunctionId> {
        match node {
            Node::Stmt(id) => match self.body().stmt(id) {
                StmtKind::Function { function } => self.body().functions.get(function).map(|_| function),
                _ => None,
            },
            Node::Expr(_) => None,
        }
    }

    /// What follows stands in a function of the body in work, until it is taken from the functions again.
    pub(crate) fn enter_nested(&mut self, id: FunctionId) {
        let decl = self.body().functions[id].decl;
        let result = self.types().as_function(self.decl(decl).ty).map_or(Ty::ERROR, |function| function.result);
        self.functions.push(FunctionContext::new(decl, result));
    }

    /// Checks one node again, of whose children at least one has changed. What the last check said about the others is
    /// forgotten first: an error may end the check before it comes to them.
    pub(crate) fn check_again(&mut self, node: Node) {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let inside = self.body().children_in_types(node);
            for child in self.body().children(node) {
                let Node::Expr(id) = child else { continue };
                if inside.contains(&id) {
                    continue;
                }
                if let ExprKind::InitList { .. } = self.body().expr(id) {
                    // Its type comes from what it initialises, so it is part of the node above it.
                    self.body_mut().set_ty(id, Ty::ERROR);
                    stack.push(child);
                }
                let ty = self.ty(id);
                self.body_mut().set_converted(id, ty);
            }
        }
        self.check_node(node);
    }

    /// Checks one node whose children have been checked.
    pub(crate) fn check_node(&mut self, node: Node) {
        match node {
            Node::Expr(id) => self.check_expr(id),
            Node::Stmt(id) => self.check_stmt(id),
        }
    }
}

/// Constants made by code.
impl Checker {
    /// An integer constant of a type that constants can have: `int` and wider, in both signs.
    pub(crate) fn built_int(&mut self, value: u64, ty: Ty) -> ExprId {
        let basic = self.types().as_integer(ty).filter(|&basic| ty == Ty::basic(basic));
        let suffix = basic.and_then(constant_suffix);
        let form = IntForm::decimal(suffix.unwrap_or(IntSuffix::None));
        let id = self.typed_expr(ExprKind::int(value, form), ty, Span::NONE);
        let Some(basic) = basic.filter(|_| suffix.is_some()) else {
            let message = format!("there are no constants of type `{}`", self.show(ty));
            self.error(Code::BadNumber, Span::NONE, message);
            return id;
        };
        let bits = self.target().int_bits(basic) - u32::from(basic.is_signed_integer());
        if bits < 64 && value >> bits != 0 {
            let message = format!("{value} does not fit `{}`", self.show(ty));
            self.error(Code::BadNumber, Span::NONE, message);
        }
        id
    }

    /// A floating constant of a real floating type. There are none for negative numbers, infinities and NaNs.
    pub(crate) fn built_float(&mut self, value: Float, basic: Basic) -> ExprId {
        let is_finite = !value.is_infinite() && !value.is_nan();
        let is_of_type = basic.is_floating() && value.format() == self.target().float_format(basic);
        if !is_of_type || !is_finite || value.is_negative() {
            let message = format!("no constant of type `{}` has this value", basic.spelling());
            self.error(Code::BadNumber, Span::NONE, message);
        }
        let literal = FloatLiteral { value, spelling: None, imaginary: false };
        let value = self.body_mut().floats.push(literal);
        self.typed_expr(ExprKind::Float { value }, Ty::basic(basic), Span::NONE)
    }
}

/// The suffix that gives a constant this type, if there are constants of it.
fn constant_suffix(basic: Basic) -> Option<IntSuffix> {
    Some(match basic {
        Basic::Int => IntSuffix::None,
        Basic::UInt => IntSuffix::U,
        Basic::Long => IntSuffix::L,
        Basic::ULong => IntSuffix::UL,
        Basic::LongLong => IntSuffix::LL,
        Basic::ULongLong => IntSuffix::ULL,
        _ => return None,
    })
}
