//! Statements and local declarations built by code.

use super::decl::{Variable, new_decl};
use super::work::{Checked, Work};
use crate::check::Checker;
use crate::diagnostics::Code;
use crate::edit::fresh_label_name;
use crate::print;
use crate::source::Span;
use crate::tree::{
    Attr, AttrArgs, AttrForm, DeclId, DeclKind, DeclRef, ExprId, Group, Label, LabelId, Linkage, List, StmtId,
    StmtKind, Storage,
};
use crate::types::{ArrayLen, Ty};

/// Building statements.
pub trait BuildStmt: Work {
    /// An object of the function in work. It stands where its [declaration](BuildStmt::declaration) is put.
    fn local(&mut self, variable: Variable<'_>, init: Option<ExprId>) -> DeclRef {
        let checker = self.checker_mut();
        let mut decl = new_decl(checker, variable, DeclKind::Variable);
        if variable.storage == Storage::Extern {
            decl.linkage = Linkage::External;
        }
        checker.check_declaration(&decl, init.is_some());
        let id = checker.body_mut().decls.push(decl);
        match init {
            Some(init) => checker.initialize_decl(id, init, Span::NONE),
            None => checker.require_definable(id),
        }
        DeclRef::local(id)
    }

    /// The declaration of objects made by [`BuildStmt::local`]; several share their base type and storage class, as in
    /// `static int a, *b;`.
    fn declaration(&mut self, decls: &[DeclRef]) -> StmtId {
        let checker = self.checker_mut();
        let Some(&first) = decls.first() else { return statement(checker, StmtKind::Empty {}) };
        let specifiers = |decl: DeclRef| {
            let decl = checker.decl(decl);
            (print::base_type(checker.types(), decl.ty), decl.storage, decl.flags)
        };
        let (base, ..) = specifiers(first);
        if decls.iter().any(|&decl| specifiers(decl) != specifiers(first)) {
            let message = "what one declaration declares must share its specifiers";
            checker.error(Code::BadSpecifiers, Span::NONE, message);
        }
        let sizes: Vec<ExprId> =
            decls.iter().flat_map(|&decl| run_time_bounds(checker, checker.decl(decl).ty)).collect();
        let sizes = checker.list(sizes);
        let decls = checker.list(decls.iter().map(|decl| -> DeclId { decl.id() }));
        let group = Group { base, decls, defines: List::default(), sizes, attrs: None };
        let group = checker.body_mut().groups.push(group);
        // Its initialisers were checked when the objects were made.
        checker.stmt(StmtKind::Decl { group }, Span::NONE)
    }

    /// `_Static_assert (cond, message);`.
    fn static_assert(&mut self, cond: ExprId, message: Option<ExprId>) -> StmtId {
        statement(self.checker_mut(), StmtKind::StaticAssert { cond, message })
    }

    /// Expression statement.
    fn expr_stmt(&mut self, value: ExprId) -> StmtId {
        statement(self.checker_mut(), StmtKind::Expr { value })
    }

    /// `{ ... }`.
    fn block(&mut self, items: impl IntoIterator<Item = StmtId>) -> StmtId
    where
        Self: Sized,
    {
        let checker = self.checker_mut();
        let items = checker.list(items);
        statement(checker, StmtKind::Compound { items })
    }

    /// `;`.
    fn empty(&mut self) -> StmtId {
        statement(self.checker_mut(), StmtKind::Empty {})
    }

    /// `if (cond) then else otherwise`. A `then` that would take the `else` for itself gets braces in the end.
    fn if_(&mut self, cond: ExprId, then: StmtId, otherwise: Option<StmtId>) -> StmtId {
        statement(self.checker_mut(), StmtKind::If { cond, then, otherwise })
    }

    /// `while (cond) body`.
    fn while_(&mut self, cond: ExprId, body: StmtId) -> StmtId {
        statement(self.checker_mut(), StmtKind::While { cond, body })
    }

    /// `do body while (cond);`.
    fn do_while(&mut self, body: StmtId, cond: ExprId) -> StmtId {
        statement(self.checker_mut(), StmtKind::DoWhile { body, cond })
    }

    /// `for (init; cond; step) body`; `init` is a declaration or an expression statement.
    fn for_(&mut self, init: Option<StmtId>, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) -> StmtId {
        statement(self.checker_mut(), StmtKind::For { init, cond, step, body })
    }

    /// `switch (cond) body`. Its cases get their type here.
    fn switch(&mut self, cond: ExprId, body: StmtId) -> StmtId {
        statement(self.checker_mut(), StmtKind::Switch { cond, body })
    }

    /// `case value: body`.
    fn case(&mut self, value: ExprId, body: StmtId) -> StmtId {
        statement(self.checker_mut(), StmtKind::Case { lo: value, hi: None, body })
    }

    /// `case first ... last: body` (GNU).
    fn case_range(&mut self, first: ExprId, last: ExprId, body: StmtId) -> StmtId {
        statement(self.checker_mut(), StmtKind::Case { lo: first, hi: Some(last), body })
    }

    /// `default: body`.
    fn default_case(&mut self, body: StmtId) -> StmtId {
        statement(self.checker_mut(), StmtKind::Default { body })
    }

    /// A label of the function in work, not yet placed. If the function has a label of this name, it gets another one.
    fn new_label(&mut self, name: &str) -> LabelId {
        let name = fresh_label_name(self.checker_mut(), name);
        self.checker_mut().body_mut().labels.push(Label { name, stmt: None, attrs: None, span: Span::NONE })
    }

    /// `label: body`.
    fn label(&mut self, label: LabelId, body: StmtId) -> StmtId {
        let stmt = statement(self.checker_mut(), StmtKind::Label { label, body });
        self.checker_mut().body_mut().labels[label].stmt = Some(stmt);
        stmt
    }

    /// `goto label;`.
    fn goto(&mut self, label: LabelId) -> StmtId {
        statement(self.checker_mut(), StmtKind::Goto { label })
    }

    /// `goto *target;` (GNU).
    fn computed_goto(&mut self, target: ExprId) -> StmtId {
        statement(self.checker_mut(), StmtKind::ComputedGoto { target })
    }

    /// `break;`.
    fn break_(&mut self) -> StmtId {
        statement(self.checker_mut(), StmtKind::Break {})
    }

    /// `continue;`.
    fn continue_(&mut self) -> StmtId {
        statement(self.checker_mut(), StmtKind::Continue {})
    }

    /// `return value;`.
    fn return_(&mut self, value: Option<ExprId>) -> StmtId {
        statement(self.checker_mut(), StmtKind::Return { value })
    }

    /// `__attribute__ ((fallthrough));`.
    fn fallthrough(&mut self) -> StmtId {
        let checker = self.checker_mut();
        let name = checker.intern_name("fallthrough");
        let attr = Attr { name, args: AttrArgs::None, form: AttrForm::Gnu, follows_type: false };
        let attrs = checker.body_mut().attrs.push([attr].into());
        statement(checker, StmtKind::Attributes { attrs })
    }
}

impl<W: Work> BuildStmt for W {}

fn statement(checker: &mut Checker, kind: StmtKind) -> StmtId {
    let id = checker.stmt(kind, Span::NONE);
    checker.check_stmt(id);
    id
}

/// The bounds of the arrays in a declarator that are evaluated with it, outermost first.
fn run_time_bounds(checker: &Checker, ty: Ty) -> Vec<ExprId> {
    let mut bounds = Vec::new();
    let mut ty = ty;
    while let Some((elem, len)) = checker.types().as_array(ty) {
        if let ArrayLen::Variable(bound) = len {
            bounds.push(bound.id());
        }
        ty = elem;
    }
    bounds
}
