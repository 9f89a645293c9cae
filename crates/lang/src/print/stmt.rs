//! Statements, declarations, and whole files.

use std::borrow::Cow;

use super::Printer;
use super::types::Declared;
use crate::check::attr::changes_type;
use crate::tree::{
    AsmId, AsmOperand, Attr, AttrForm, AttrsId, Body, Decl, DeclFlags, DeclId, DeclKind, Function, FunctionId, GroupId,
    Sight, StmtId, StmtKind, Unit,
};
use crate::types::{Ty, TypeKind};

/// Specifiers that are flags of a declaration, as they are written.
const SPECIFIERS: [(DeclFlags, &str); 4] = [
    (DeclFlags::THREAD_LOCAL, "_Thread_local "),
    (DeclFlags::GNU_THREAD, "__thread "),
    (DeclFlags::INLINE, "__inline__ "),
    (DeclFlags::NORETURN, "_Noreturn "),
];

impl<'a> Printer<'a> {
    /// Everything in a unit, in order.
    pub(super) fn unit(&mut self, unit: &'a Unit) {
        let file = self.sight.file;
        for item in file.list(file.items) {
            self.item(unit, item);
            self.byte(b'\n');
        }
    }

    /// An item at file scope.
    pub(super) fn item(&mut self, unit: &'a Unit, item: StmtId) {
        match self.sight.file.stmt(item) {
            StmtKind::Function { function } => self.file_function(unit.function(function)),
            _ => self.stmt(item),
        }
    }

    fn file_function(&mut self, body: &'a Body) {
        let outer = self.sight;
        self.sight = Sight { body, ..outer };
        if let Some(function) = body.function() {
            self.function(function);
        }
        self.sight = outer;
    }

    fn function(&mut self, function: &Function) {
        let decl = *self.sight.decl(function.decl);
        let body = self.sight.body;
        let params: Vec<DeclId> = body.list(function.params).collect();
        self.pending.extend(body.list(function.defines));
        let at = self.sight.at(function.decl.is_file());
        let base = self.base_of(decl.ty);
        self.decl_specifiers(&decl, at, base, true);
        if let Some(name) = decl.name {
            self.declarator(decl.ty, Declared::Function(name, &params, function.old_style), true);
        }
        if function.old_style {
            self.old_style_params(&params);
        }
        self.pending.clear();
        self.newline();
        self.stmt(function.body);
    }

    /// `int a; char b;` between an old-style parameter list and the body.
    fn old_style_params(&mut self, params: &[DeclId]) {
        let body = self.sight.body;
        for &param in params {
            let decl = &body.decls[param];
            if decl.flags.contains(DeclFlags::UNDECLARED_PARAM) {
                continue;
            }
            self.newline();
            self.text("    ");
            self.text(decl.storage.spelling());
            self.type_and_name(decl.ty, decl.name);
            self.trailing_attrs(decl.attrs);
            self.byte(b';');
        }
    }

    /// Everything before the declarator. A definition has its attributes here, other declarations behind the declarator.
    fn decl_specifiers(&mut self, decl: &Decl, at: Sight<'_>, base: Ty, definition: bool) {
        if decl.flags.contains(DeclFlags::EXTENSION) {
            self.text("__extension__ ");
        }
        let attrs = decl.attrs.map_or(&[][..], |attrs| &at.body.attrs[attrs]);
        let is_here = |attr: &&Attr| definition && attr.form == AttrForm::Gnu && !changes_type(at.name(attr.name));
        let is_behind = |attr: &Attr| attr.follows_type && self.has_word_for_attrs(decl, base);
        let (behind, before): (Vec<Attr>, Vec<Attr>) = attrs.iter().filter(is_here).partition(|attr| is_behind(attr));
        if !before.is_empty() {
            self.attrs_at(at, &before);
            self.byte(b' ');
        }
        self.alignas_before(at, attrs);
        if behind.is_empty() {
            self.decl_words(decl);
            self.decl_base(decl, base);
        } else {
            self.specifiers(base.without_own_quals());
            self.byte(b' ');
            self.quals(base.own_quals());
            self.decl_words(decl);
            self.attrs_at(at, &behind);
        }
        self.alignas_behind(at, attrs);
    }

    /// Whether attributes can stand behind the type: straight behind a brace they would belong to what it closes.
    fn has_word_for_attrs(&self, decl: &Decl, base: Ty) -> bool {
        !matches!(self.sight.types().kind(base), TypeKind::Record(_) | TypeKind::Enum(_))
            || !base.own_quals().is_empty()
            || !decl.storage.spelling().is_empty()
            || SPECIFIERS.iter().any(|&(flag, _)| decl.flags.contains(flag))
    }

    fn decl_words(&mut self, decl: &Decl) {
        self.text(decl.storage.spelling());
        for (flag, word) in SPECIFIERS {
            if decl.flags.contains(flag) {
                self.text(word);
            }
        }
    }

    /// The base type of a declaration; old C leaves `int` out, and means something slightly different by it. A definition
    /// without a type that found itself declared to return `void` has its whole type from there, which its own parameters
    /// need not agree with, as long as it has no type.
    fn decl_base(&mut self, decl: &Decl, base: Ty) {
        let is_redefined_void = base == Ty::VOID && decl.previous.is_some();
        if decl.flags.contains(DeclFlags::IMPLICIT_INT) && (base.without_own_quals() == Ty::INT || is_redefined_void) {
            self.quals(base.own_quals());
        } else {
            self.specifiers(base);
        }
    }

    /// Attributes without those that the type has taken up and that are printed with it.
    fn own_attrs<'s>(&self, at: Sight<'_>, attrs: &'s [Attr]) -> Cow<'s, [Attr]> {
        let is_own = |attr: &Attr| !changes_type(at.name(attr.name));
        if attrs.iter().all(is_own) { attrs.into() } else { attrs.iter().copied().filter(is_own).collect() }
    }

    /// GNU attributes behind a declarator.
    pub(super) fn trailing_attrs(&mut self, attrs: Option<AttrsId>) {
        let Some(attrs) = attrs else { return };
        let own = self.own_attrs(self.sight, &self.sight.body.attrs[attrs]);
        self.attrs_behind(&own);
    }

    fn attrs_behind(&mut self, attrs: &[Attr]) {
        if attrs.iter().any(|attr| attr.form == AttrForm::Gnu) {
            self.byte(b' ');
            self.attrs_at(self.sight, attrs);
        }
    }

    /// A declaration. Where the declared types do not share the base type of the declaration any more, each name is
    /// declared on its own.
    fn group(&mut self, id: GroupId) {
        let body = self.sight.body;
        let group = body.groups[id];
        self.pending.extend(body.list(group.defines));
        let decls = body.list(group.decls);
        if group.decls.is_empty() {
            if let Some(attrs) = group.attrs {
                self.alignas_before(self.sight, &body.attrs[attrs]);
                self.attrs_at(self.sight, &body.attrs[attrs]);
                self.byte(b' ');
            }
            self.specifiers(group.base);
        }
        let is_auto = matches!(self.sight.types().kind(group.base), TypeKind::Auto(_));
        let is_alone = group.decls.len() == 1;
        // Alone and without a type to define, a name can be declared with the type that attributes have made for it.
        let may_change = !is_alone || !self.pending.is_empty();
        let together = !is_auto
            && decls.clone().map(|decl| &body.decls[decl]).all(|decl| {
                if self.base_of(decl.ty) == group.base {
                    is_alone || !self.is_led_by_attrs(decl)
                } else {
                    may_change && self.is_changed_by_attrs(decl)
                }
            });
        if !together && !is_auto && !group.decls.is_empty() && !self.pending.is_empty() {
            // No declarator may mention the type that the specifiers define.
            self.specifiers(group.base);
            self.byte(b';');
            self.newline();
        }
        for (position, id) in decls.enumerate() {
            let decl = &body.decls[id];
            if position > 0 && together {
                self.text(", ");
            } else {
                if position > 0 {
                    self.byte(b';');
                    self.newline();
                }
                let printed_from = self.out.len();
                let is_changed = together && self.base_of(decl.ty) != group.base;
                let base = if together { group.base } else { self.base_of(decl.ty) };
                self.decl_specifiers(decl, self.sight, base, !is_changed && self.is_led_by_attrs(decl));
                // In a function a declaration that starts with its name is an expression.
                if self.out.len() == printed_from && !std::ptr::eq(self.sight.body, self.sight.file) {
                    self.specifiers(base);
                }
                self.byte(b' ');
            }
            self.init_declarator(decl, together && self.base_of(decl.ty) != group.base);
        }
        self.pending.clear();
        self.byte(b';');
    }

    /// Whether the attributes must stand before the specifiers. GCC applies those behind the declarator before those among
    /// the specifiers, and `vector_size`, which is among them, makes a new type that knows nothing of an earlier `aligned`.
    fn is_led_by_attrs(&self, decl: &Decl) -> bool {
        decl.kind == DeclKind::Typedef
            && self.attrs_of(decl).iter().any(|attr| !changes_type(self.sight.name(attr.name)))
            && matches!(self.sight.types().kind(self.base_of(decl.ty)), TypeKind::Vector(..))
    }

    /// Whether attributes of its own give a name another type than the specifiers of its declaration say.
    fn is_changed_by_attrs(&self, decl: &Decl) -> bool {
        self.attrs_of(decl).iter().any(|attr| changes_type(self.sight.name(attr.name)))
    }

    fn attrs_of(&self, decl: &Decl) -> &'a [Attr] {
        decl.attrs.map_or(&[], |attrs| &self.sight.body.attrs[attrs])
    }

    /// A declarator, its attributes and its initialiser. With `changed` the specifiers before it say the type that its
    /// attributes change, so they are all needed.
    fn init_declarator(&mut self, decl: &Decl, changed: bool) {
        if let Some(name) = decl.name {
            let open = decl.flags.contains(DeclFlags::SIZED_BY_INIT) && decl.init.is_some();
            let declared = match open {
                true => Declared::OpenArray(name),
                false if decl.params.is_empty() => Declared::Name(name),
                false => Declared::Prototype(name, decl.params),
            };
            self.declarator(decl.ty, declared, false);
        }
        if let Some(label) = decl.asm_label {
            self.text(" __asm__(");
            self.name(label);
            self.byte(b')');
        }
        if changed {
            self.attrs_behind(self.attrs_of(decl));
        } else if !self.is_led_by_attrs(decl) {
            self.trailing_attrs(decl.attrs);
        }
        if let Some(init) = decl.init {
            self.text(" = ");
            self.expr(init, 2);
        }
    }

    /// A statement at the current position.
    pub(super) fn stmt(&mut self, id: StmtId) {
        if self.original.is_some() && self.copied_stmt(id) {
            return;
        }
        self.nested(|printer| printer.stmt_kind(id));
    }

    pub(super) fn stmt_kind(&mut self, id: StmtId) {
        match self.sight.body.stmt(id) {
            StmtKind::Error {} => self.text("<error>;"),
            StmtKind::Empty {} => self.byte(b';'),
            StmtKind::Expr { value } => {
                self.expr(value, 1);
                self.byte(b';');
            }
            StmtKind::Compound { items } => {
                let body = self.sight.body;
                self.byte(b'{');
                self.indent += 1;
                for item in body.list(items) {
                    self.newline();
                    self.stmt(item);
                }
                self.indent -= 1;
                self.newline();
                self.byte(b'}');
            }
            StmtKind::Decl { group } => self.group(group),
            StmtKind::Function { function } => self.nested_function(function),
            StmtKind::StaticAssert { cond, message } => {
                self.text("_Static_assert(");
                self.expr(cond, 3);
                if let Some(message) = message {
                    self.text(", ");
                    self.expr(message, 2);
                }
                self.text(");");
            }
            StmtKind::If { cond, then, otherwise } => self.if_stmt(cond, then, otherwise),
            StmtKind::While { cond, body } => {
                self.text("while (");
                self.expr(cond, 1);
                self.byte(b')');
                self.substatement(body);
            }
            StmtKind::DoWhile { body, cond } => {
                self.text("do");
                self.substatement(body);
                if self.is_compound(body) {
                    self.byte(b' ');
                } else {
                    self.newline();
                }
                self.text("while (");
                self.expr(cond, 1);
                self.text(");");
            }
            StmtKind::For { init, cond, step, body } => {
                self.text("for (");
                match init {
                    Some(init) => self.stmt(init),
                    None => self.byte(b';'),
                }
                if let Some(cond) = cond {
                    self.byte(b' ');
                    self.expr(cond, 1);
                }
                self.byte(b';');
                if let Some(step) = step {
                    self.byte(b' ');
                    self.expr(step, 1);
                }
                self.byte(b')');
                self.substatement(body);
            }
            StmtKind::Switch { cond, body } => {
                self.text("switch (");
                self.expr(cond, 1);
                self.byte(b')');
                self.substatement(body);
            }
            StmtKind::Case { lo, hi, body } => {
                self.text("case ");
                self.expr(lo, 3);
                if let Some(hi) = hi {
                    self.text(" ... ");
                    self.expr(hi, 3);
                }
                self.byte(b':');
                self.labeled(body);
            }
            StmtKind::Default { body } => {
                self.text("default:");
                self.labeled(body);
            }
            StmtKind::Label { label, body } => {
                let label = &self.sight.body.labels[label];
                self.name(label.name);
                self.byte(b':');
                if let Some(attrs) = label.attrs {
                    let attrs = &self.sight.body.attrs[attrs];
                    self.byte(b' ');
                    self.attrs_at(self.sight, attrs);
                }
                self.labeled(body);
            }
            StmtKind::Goto { label } => {
                self.text("goto ");
                self.name(self.sight.body.labels[label].name);
                self.byte(b';');
            }
            StmtKind::ComputedGoto { target } => {
                self.text("goto *");
                self.expr(target, 1);
                self.byte(b';');
            }
            StmtKind::Break {} => self.text("break;"),
            StmtKind::Continue {} => self.text("continue;"),
            StmtKind::Return { value } => {
                self.text("return");
                if let Some(value) = value {
                    self.byte(b' ');
                    self.expr(value, 1);
                }
                self.byte(b';');
            }
            StmtKind::Asm { asm } => self.asm(asm),
            StmtKind::LocalLabels { labels } => {
                let body = self.sight.body;
                for (position, label) in body.list(labels).enumerate() {
                    self.text(if position == 0 { "__label__ " } else { ", " });
                    self.name(body.labels[label].name);
                }
                self.byte(b';');
            }
            StmtKind::Pragma { text, body } => {
                self.own_line();
                self.text("#pragma ");
                self.name(text);
                if let Some(body) = body {
                    self.newline();
                    self.stmt(body);
                }
            }
            StmtKind::Attributes { attrs } => {
                let attrs = &self.sight.body.attrs[attrs];
                // `__attribute__(());` is an attribute too, if of nothing.
                if attrs.is_empty() {
                    self.text("__attribute__(())");
                }
                self.attrs_at(self.sight, attrs);
                self.byte(b';');
            }
        }
    }

    /// A directive must be alone on its line.
    pub(super) fn own_line(&mut self) {
        while self.out.last() == Some(&b' ') {
            self.out.pop();
        }
        if !matches!(self.out.last(), None | Some(b'\n')) {
            self.byte(b'\n');
        }
    }

    fn is_compound(&self, id: StmtId) -> bool {
        matches!(self.sight.body.stmt(id), StmtKind::Compound { .. })
    }

    /// A statement inside another: a block stays on the line, anything else goes to the next.
    fn substatement(&mut self, id: StmtId) {
        if self.is_compound(id) {
            self.byte(b' ');
            self.stmt(id);
            return;
        }
        self.indent += 1;
        self.newline();
        self.stmt(id);
        self.indent -= 1;
    }

    /// The statement behind a label.
    fn labeled(&mut self, id: StmtId) {
        if self.is_compound(id) || matches!(self.sight.body.stmt(id), StmtKind::Empty {}) {
            self.byte(b' ');
        } else {
            self.newline();
        }
        self.stmt(id);
    }

    fn if_stmt(&mut self, cond: crate::tree::ExprId, then: StmtId, otherwise: Option<StmtId>) {
        self.text("if (");
        self.expr(cond, 1);
        self.byte(b')');
        // An `else` belongs to the nearest `if`.
        let braces = otherwise.is_some() && self.sight.body.ends_in_open_if(then);
        if braces {
            self.text(" {");
        }
        self.substatement(then);
        if braces {
            self.newline();
            self.byte(b'}');
        }
        let Some(otherwise) = otherwise else { return };
        if braces || self.is_compound(then) {
            self.byte(b' ');
        } else {
            self.newline();
        }
        self.text("else");
        if matches!(self.sight.body.stmt(otherwise), StmtKind::If { .. }) {
            self.byte(b' ');
            self.stmt(otherwise);
        } else {
            self.substatement(otherwise);
        }
    }

    fn nested_function(&mut self, id: FunctionId) {
        let body = self.sight.body;
        if let Some(function) = body.functions.get(id) {
            self.function(function);
        }
    }

    fn asm(&mut self, id: AsmId) {
        let body = self.sight.body;
        let asm = &body.asms[id];
        self.text("__asm__");
        for (flag, word) in [(asm.volatile, " __volatile__"), (asm.inline, " __inline__"), (asm.goto, " goto")] {
            if flag {
                self.text(word);
            }
        }
        self.byte(b'(');
        self.expr(asm.template, 2);
        for section in 1..=asm.n_sections {
            self.text(" :");
            match section {
                1 => self.asm_operands(&asm.outputs),
                2 => self.asm_operands(&asm.inputs),
                3 => {
                    for (position, &clobber) in asm.clobbers.iter().enumerate() {
                        self.text(if position > 0 { ", " } else { " " });
                        self.expr(clobber, 2);
                    }
                }
                _ => {
                    for (position, &label) in asm.labels.iter().enumerate() {
                        self.text(if position > 0 { ", " } else { " " });
                        self.name(body.labels[label].name);
                    }
                }
            }
        }
        self.text(");");
    }

    fn asm_operands(&mut self, operands: &[AsmOperand]) {
        for (position, operand) in operands.iter().enumerate() {
            self.text(if position > 0 { ", " } else { " " });
            if let Some(name) = operand.name {
                self.byte(b'[');
                self.name(name);
                self.text("] ");
            }
            self.expr(operand.constraint, 2);
            self.text(" (");
            self.expr(operand.value, 1);
            self.byte(b')');
        }
    }
}
