//! Statements: what the place of a statement must know, labels, cases (C11 6.8).

use rustc_hash::FxHashMap;

use super::Checker;
use super::convert::Given;
use crate::diagnostics::Code;
use crate::names::Symbol;
use crate::source::Span;
use crate::target::Std;
use crate::tree::{Decl, DeclFlags, DeclId, DeclKind, DeclRef, ExprId, Label, LabelId, StmtId, StmtKind, Storage};
use crate::types::{Tag, Ty, TypeKind};
use crate::value::int::Int;

/// The function around the current place.
#[derive(Debug)]
pub(crate) struct FunctionContext {
    pub(crate) decl: DeclRef,
    pub(crate) result: Ty,
    /// Labels by name: those of the whole function, and those declared by `__label__` in open blocks, innermost last.
    labels: FxHashMap<Symbol, LabelId>,
    local_labels: Vec<(Symbol, LabelId)>,
    /// Loops around the current place.
    pub(crate) n_loops: u32,
    /// Switches around the current place, innermost last.
    pub(crate) switches: Vec<SwitchContext>,
    /// Loops and switches: what `break` can leave.
    pub(crate) n_breakable: u32,
    /// There is something that cannot be jumped into.
    pub(crate) has_regions: bool,
    /// The body has begun: the parameter declarations of an old-style definition are over.
    pub(crate) has_body: bool,
    /// Nested functions that are declared with `auto` and await their definitions.
    pub(crate) nested: Vec<DeclRef>,
}

/// A switch around the current place.
#[derive(Debug)]
pub(crate) struct SwitchContext {
    /// The promoted type of the controlling expression.
    pub(crate) ty: Ty,
    cases: Vec<(i128, i128, Span)>,
    default: bool,
}

impl FunctionContext {
    pub(crate) fn new(decl: DeclRef, result: Ty) -> FunctionContext {
        FunctionContext {
            decl,
            result,
            labels: FxHashMap::default(),
            local_labels: Vec::new(),
            n_loops: 0,
            switches: Vec::new(),
            n_breakable: 0,
            has_regions: false,
            has_body: false,
            nested: Vec::new(),
        }
    }
}

/// Labels (C11 6.8.1).
impl Checker {
    fn new_label(&mut self, name: Symbol, span: Span) -> LabelId {
        self.body_mut().labels.push(Label { name, stmt: None, attrs: None, span })
    }

    /// The label a name means here: one declared by `__label__` in an open block of any function around, or one of the
    /// innermost function.
    pub(crate) fn label(&mut self, name: Symbol, span: Span) -> LabelId {
        for function in self.functions.iter().rev() {
            if let Some(&(_, label)) = function.local_labels.iter().rev().find(|(local, _)| *local == name) {
                return label;
            }
        }
        if let Some(&label) = self.functions.last().and_then(|function| function.labels.get(&name)) {
            return label;
        }
        let label = self.new_label(name, span);
        if let Some(function) = self.functions.last_mut() {
            function.labels.insert(name, label);
        } else {
            self.error(Code::BadLabel, span, "a label outside of a function");
        }
        label
    }

    pub(crate) fn declare_local_label(&mut self, name: Symbol, span: Span) -> LabelId {
        let label = self.new_label(name, span);
        if let Some(function) = self.functions.last_mut() {
            function.local_labels.push((name, label));
        }
        label
    }

    pub(crate) fn n_local_labels(&self) -> usize {
        self.functions.last().map_or(0, |function| function.local_labels.len())
    }

    /// Ends the scope of labels declared by `__label__` since a block began.
    pub(crate) fn leave_local_labels(&mut self, n: usize) {
        let Some(function) = self.functions.last_mut() else { return };
        let ended = function.local_labels.split_off(n);
        for (_, label) in ended {
            self.require_defined(label);
        }
    }

    pub(crate) fn define_label(&mut self, label: LabelId, stmt: StmtId, span: Span) {
        if self.body().labels[label].stmt.is_some() {
            let name = self.name(self.body().labels[label].name).to_owned();
            self.error(Code::BadLabel, span, format!("label `{name}` is defined twice"));
        }
        self.body_mut().labels[label].stmt = Some(stmt);
    }

    fn require_defined(&mut self, label: LabelId) {
        let Label { name, stmt, span, .. } = self.body().labels[label];
        if stmt.is_none() {
            let name = self.name(name).to_owned();
            self.error(Code::BadLabel, span, format!("label `{name}` is not defined"));
        }
    }

    /// Ends a function: every label that was used must have been defined.
    pub(crate) fn leave_function(&mut self) {
        if let Some(function) = self.functions.pop() {
            for nested in function.nested {
                self.require_nested_definition(nested);
            }
            let mut labels: Vec<LabelId> = function.labels.into_values().collect();
            labels.sort_unstable();
            for label in labels {
                self.require_defined(label);
            }
        }
    }
}

/// Nested functions (GNU).
impl Checker {
    /// Marks that a nested function has been declared, which must be defined before the function ends.
    pub(crate) fn note_nested(&mut self, id: DeclId) {
        let decl = &self.body().decls[id];
        if decl.kind == DeclKind::Function(None) && decl.flags.contains(DeclFlags::NESTED) {
            let decl = self.decl_ref(id);
            if let Some(function) = self.functions.last_mut() {
                function.nested.push(decl);
            }
        }
    }

    fn require_nested_definition(&mut self, declared: DeclRef) {
        let defines = |decl: &Decl| decl.previous == Some(declared) && matches!(decl.kind, DeclKind::Function(Some(_)));
        if !self.body().decls.iter().any(defines) {
            let span = self.decl(declared).span;
            self.error(Code::Undeclared, span, "a nested function that is declared and never defined");
        }
    }
}

/// Declarations in `for` (C11 6.8.5p3).
impl Checker {
    pub(crate) fn check_for_declaration(&mut self, declaration: StmtId) {
        let StmtKind::Decl { group } = self.body().stmt(declaration) else { return };
        let span = self.body().stmt_span(declaration);
        if self.options.dialect.std < Std::C99 {
            self.error(Code::BadStatement, span, "a declaration in `for` needs C99");
            return;
        }
        let group = self.body().groups[group];
        let is_object = |decl: DeclId| {
            let decl = self.body().decls[decl];
            decl.kind == DeclKind::Variable && !matches!(decl.storage, Storage::Static | Storage::Extern)
        };
        // An enumeration declares its constants even without a tag.
        let is_unnamed = |tag: Tag| match tag {
            Tag::Record(id) => self.types().records[id].tag.is_none(),
            Tag::Enum(_) => false,
        };
        let only_objects =
            self.body().list(group.decls).all(is_object) && self.body().list(group.defines).all(is_unnamed);
        if !only_objects {
            self.error(Code::BadStatement, span, "`for` can only declare automatic variables");
        }
    }
}

/// Switches (C11 6.8.4.2).
impl Checker {
    /// The controlling expression of a switch, promoted.
    pub(crate) fn enter_switch(&mut self, cond: ExprId) {
        let mut ty = self.promoted(cond);
        if !self.types().is_integer(ty) {
            if !ty.is_error() {
                let message = format!("a switch needs an integer, not `{}`", self.show(ty));
                let span = self.span(cond);
                self.error(Code::BadStatement, span, message);
            }
            ty = Ty::INT;
        }
        if let Some(function) = self.functions.last_mut() {
            function.switches.push(SwitchContext { ty, cases: Vec::new(), default: false });
            function.n_breakable += 1;
        }
    }

    pub(crate) fn leave_switch(&mut self) {
        let Some(function) = self.functions.last_mut() else { return };
        function.n_breakable -= 1;
        let Some(mut switch) = function.switches.pop() else { return };
        switch.cases.sort_unstable_by_key(|&(lo, hi, span)| (lo, hi, span.start));
        let mut last = i128::MIN;
        for (lo, hi, span) in switch.cases {
            if lo <= last && last != i128::MIN {
                self.error(Code::BadCase, span, "this case value is used twice");
            }
            last = last.max(hi);
        }
    }

    /// A `case`; its values are converted to the type of the switch.
    pub(crate) fn case(&mut self, lo: ExprId, hi: Option<ExprId>, span: Span) {
        let ty = self.functions.last().and_then(|function| function.switches.last()).map(|switch| switch.ty);
        let Some(ty) = ty else {
            self.error(Code::BadCase, span, "a case outside of a switch");
            return;
        };
        let low = self.case_value(lo, ty);
        let high = hi.map_or(low, |hi| self.case_value(hi, ty));
        if let (Some(low), Some(high)) = (low, high)
            && low <= high
            && let Some(switch) = self.functions.last_mut().and_then(|function| function.switches.last_mut())
        {
            switch.cases.push((low, high, span));
        }
    }

    fn case_value(&mut self, value: ExprId, ty: Ty) -> Option<i128> {
        let from = self.value(value);
        let folded = self.fold_int(value).filter(|_| self.types().is_integer(from));
        let Some(folded) = folded else {
            if !from.is_error() {
                let span = self.span(value);
                self.error(Code::NotConstant, span, "a case value must be an integer constant");
            }
            return None;
        };
        self.body_mut().set_converted(value, ty);
        let shape = self.int_shape(ty)?;
        Some(Int::convert(folded, shape).as_i128())
    }

    pub(crate) fn default_case(&mut self, span: Span) {
        match self.functions.last_mut().and_then(|function| function.switches.last_mut()) {
            None => self.error(Code::BadCase, span, "`default` outside of a switch"),
            Some(switch) if switch.default => self.error(Code::BadCase, span, "two `default` labels in one switch"),
            Some(switch) => switch.default = true,
        }
    }
}

/// Jumps (C11 6.8.6).
impl Checker {
    pub(crate) fn enter_loop(&mut self) {
        if let Some(function) = self.functions.last_mut() {
            function.n_loops += 1;
            function.n_breakable += 1;
        }
    }

    pub(crate) fn leave_loop(&mut self) {
        if let Some(function) = self.functions.last_mut() {
            function.n_loops -= 1;
            function.n_breakable -= 1;
        }
    }

    pub(crate) fn break_or_continue(&mut self, kind: &StmtKind, span: Span) {
        let function = self.functions.last();
        let (n, word) = match kind {
            StmtKind::Break {} => (function.map_or(0, |function| function.n_breakable), "break"),
            _ => (function.map_or(0, |function| function.n_loops), "continue"),
        };
        if n == 0 {
            self.error(Code::BadStatement, span, format!("`{word}` is not inside a statement that it could leave"));
        }
    }

    /// `return`, with or without a value. A missing or superfluous value is a warning in C as GCC reads it.
    pub(crate) fn return_stmt(&mut self, value: Option<ExprId>, span: Span) {
        let Some(result) = self.functions.last().map(|function| function.result) else { return };
        match value {
            None => {
                if !self.types().is_void(result) && !result.is_error() {
                    self.warn(Code::BadStatement, span, "`return` without a value in a function that returns one");
                }
            }
            Some(value) if self.types().is_void(result) => {
                let ty = self.value(value);
                if !self.types().is_void(ty) && !ty.is_error() {
                    self.warn(Code::BadStatement, span, "`return` with a value in a function that returns none");
                }
            }
            Some(value) => self.assign_to(result, value, Given::Returned),
        }
    }

    pub(crate) fn computed_goto(&mut self, target: ExprId) {
        let ty = self.value(target);
        if !matches!(self.types().canon_kind(ty), TypeKind::Pointer(_) | TypeKind::Error) {
            let span = self.span(target);
            self.error(Code::BadStatement, span, "a computed `goto` needs an address");
        }
    }

    pub(crate) fn static_assert(&mut self, cond: ExprId, message: Option<&str>, span: Span) {
        let ty = self.value(cond);
        if ty.is_error() {
            return;
        }
        if !self.types().is_integer(ty) {
            self.error(Code::StaticAssertion, span, "a static assertion needs an integer");
            return;
        }
        match self.fold_int(cond) {
            None if self.is_opaque(cond) => {}
            None => self.error(Code::NotConstant, span, "a static assertion needs a constant"),
            Some(value) if value.is_zero() => {
                let message = message.map_or_else(String::new, |message| format!(": {message}"));
                self.error(Code::StaticAssertion, span, format!("static assertion failed{message}"));
            }
            Some(_) => {}
        }
    }
}
