//! Attributes against the declaration they stand on.
//!
//! An attribute in the wrong place is as a rule ignored with a warning; the table has those that GCC rejects.

use super::Checker;
use super::attr_args::{split_arguments, string_contents};
use crate::diagnostics::Code;
use crate::tree::{Attr, AttrArgs, Decl, DeclFlags, DeclId, DeclKind, Linkage, Storage};
use crate::types::{Basic, Ty};

/// What is wrong with an attribute (the second to last argument) on a declaration; the last argument are all its attributes.
type Problem = fn(&Checker, &Decl, Attr, &[Attr]) -> Option<&'static str>;

const ROWS: &[(&str, Problem)] = &[
    ("designated_init", designated_init),
    ("format", format),
    ("ifunc", |checker, _, _, attrs| checker.names_attr(attrs, "weak").then_some("cannot be weak")),
    ("noinit", special_section),
    ("nonnull", nonnull),
    ("persistent", special_section),
    ("returns_nonnull", returns_nonnull),
    ("section", section),
    ("tls_model", tls_model),
    ("warn_if_not_aligned", |_, decl, _, _| is_linkable(decl).then_some("needs a type or a member")),
    ("weak", weak),
    ("weakref", weakref),
    ("zero_call_used_regs", |_, decl, _, _| {
        (!matches!(decl.kind, DeclKind::Function(_))).then_some("needs a function")
    }),
];

/// Formats of `char` that take arguments; others, such as those of Objective-C, have rules of their own.
const FORMATS: &[&str] = &[
    "printf",
    "scanf",
    "strftime",
    "strfmon",
    "gnu_printf",
    "gnu_scanf",
    "gnu_strftime",
    "ms_printf",
    "ms_scanf",
    "ms_strftime",
];

impl Checker {
    /// Reports attributes that cannot stand on a declaration which has just been declared.
    pub(crate) fn check_decl_attrs(&mut self, id: DeclId) {
        let decl = self.body().decls[id];
        let Some(attrs) = decl.attrs else { return };
        let attrs = &self.body().attrs[attrs];
        let problem_of = |attr: &Attr| {
            let name = self.name(attr.name);
            let (_, problem) = ROWS.iter().find(|(row, _)| *row == name)?;
            problem(self, &decl, *attr, attrs).map(|problem| format!("attribute `{name}` {problem}"))
        };
        let problems: Vec<String> = attrs.iter().filter_map(problem_of).collect();
        for problem in problems {
            self.error(Code::BadAttribute, decl.span, problem);
        }
    }

    fn names_attr(&self, attrs: &[Attr], name: &str) -> bool {
        attrs.iter().any(|attr| self.name(attr.name) == name)
    }

    /// The arguments of an attribute, if they are carried as text.
    fn text_arguments_of(&self, attr: Attr) -> Vec<&str> {
        match attr.args {
            AttrArgs::Text(text) => split_arguments(self.name(text)),
            _ => Vec::new(),
        }
    }
}

fn is_linkable(decl: &Decl) -> bool {
    matches!(decl.kind, DeclKind::Variable | DeclKind::Function(_))
}

fn designated_init(checker: &Checker, decl: &Decl, _: Attr, _: &[Attr]) -> Option<&'static str> {
    let fits = checker.types().as_record(decl.ty).is_some() || decl.ty.is_error();
    (!fits).then_some("needs a structure")
}

fn nonnull(checker: &Checker, decl: &Decl, attr: Attr, _: &[Attr]) -> Option<&'static str> {
    let function = checker.types().as_function(decl.ty)?;
    let all = match attr.args {
        AttrArgs::Exprs(list) => list.is_empty(),
        _ => true,
    };
    (all && !function.prototype).then_some("without arguments needs a prototype")
}

fn returns_nonnull(checker: &Checker, decl: &Decl, _: Attr, _: &[Attr]) -> Option<&'static str> {
    let result = checker.types().as_function(decl.ty)?.result;
    let fits = checker.types().is_pointer(result) || result.is_error();
    (!fits).then_some("needs a function that returns a pointer")
}

/// A local variable lives on the stack and in no section; one declared `extern` in a block is refused as well.
fn special_section(checker: &Checker, decl: &Decl, _: Attr, _: &[Attr]) -> Option<&'static str> {
    let local = decl.kind == DeclKind::Variable && checker.scopes.depth() > 0 && decl.storage != Storage::Static;
    local.then_some("cannot be on a local variable")
}

fn section(checker: &Checker, decl: &Decl, attr: Attr, attrs: &[Attr]) -> Option<&'static str> {
    if !is_linkable(decl) {
        return Some("needs a variable or function");
    }
    let other = |other: &&Attr| other.name == attr.name && other.args != attr.args;
    if attrs.iter().find(other).is_some() {
        return Some("names two sections");
    }
    special_section(checker, decl, attr, attrs)
}

/// A weak symbol can be replaced by another unit's, so it must have external linkage; on inline functions it is ignored.
/// GCC ignores the attribute, whatever it says, on what is not thread-local.
fn tls_model(checker: &Checker, decl: &Decl, attr: Attr, _: &[Attr]) -> Option<&'static str> {
    const MODELS: [&str; 4] = ["local-exec", "initial-exec", "local-dynamic", "global-dynamic"];
    let is_local = decl.flags.contains(DeclFlags::THREAD_LOCAL) || decl.flags.contains(DeclFlags::GNU_THREAD);
    let model = checker.text_arguments_of(attr).first().copied().and_then(string_contents);
    let is_known = model.is_some_and(|model| MODELS.contains(&model));
    (is_local && !is_known)
        .then_some("needs one of the string literals local-exec, initial-exec, local-dynamic, global-dynamic")
}

fn weak(_: &Checker, decl: &Decl, _: Attr, _: &[Attr]) -> Option<&'static str> {
    let must_be_public = is_linkable(decl) && !decl.flags.contains(DeclFlags::INLINE);
    (must_be_public && decl.linkage != Linkage::External).then_some("needs external linkage")
}

fn weakref(_: &Checker, decl: &Decl, _: Attr, _: &[Attr]) -> Option<&'static str> {
    // On a definition the attribute is ignored.
    let declares = decl.kind == DeclKind::Variable || decl.kind == DeclKind::Function(None);
    (declares && decl.linkage == Linkage::External).then_some("needs internal linkage")
}

/// `format (kind, string, first)`: the format is a parameter of type `char *`, and what it formats are the arguments of
/// `...`, from the first one on.
fn format(checker: &Checker, decl: &Decl, attr: Attr, _: &[Attr]) -> Option<&'static str> {
    let function = checker.types().as_function(decl.ty)?;
    let args = checker.text_arguments_of(attr);
    let &[kind, string, first] = args.as_slice() else { return None };
    if !FORMATS.contains(&kind.trim_matches('_')) {
        return None;
    }
    let (string, first): (usize, usize) = (string.parse().ok()?, first.parse().ok()?);
    if first != 0 && first <= string {
        return Some("has the arguments before the format");
    }
    if first != 0 && kind.trim_matches('_').ends_with("strftime") {
        return Some("has arguments for `strftime`, which formats none");
    }
    if !function.prototype {
        return None;
    }
    let param = function.params.get(string.checked_sub(1)?);
    if param.is_some_and(|&param| !is_text(checker, param)) {
        return Some("needs a parameter of type `char *` for the format");
    }
    let variable = function.variadic && first == function.params.len() + 1;
    (first != 0 && !variable).then_some("needs the first argument of `...`")
}

fn is_text(checker: &Checker, ty: Ty) -> bool {
    let types = checker.types();
    ty.is_error() || types.pointee(ty).is_some_and(|to| types.as_basic(to) == Some(Basic::Char))
}
