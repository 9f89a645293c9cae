//! What a program should not have: what ISO C does not have and compilers take with a warning at most, what does not link, and
//! what tests take for a failure of their own. A candidate must not have more of it than the program it comes from, so that a
//! valid program stays one and no test is wasted.

use std::collections::{BTreeMap, BTreeSet};

use kiln_lang::diagnostics::{Diagnostic, Severity};
use kiln_lang::tree::{
    Body, Decl, DeclFlags, DeclKind, ExprKind, Linkage, Node, Program, Sight, StmtKind, Storage, UnaryOp, Unit,
};
use kiln_lang::types::{ArrayLen, Basic, TypeKind};
use kiln_meaning::{End, Ended};

/// What a program should not have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Blemishes {
    /// Functions that are called without being declared.
    implicit: usize,
    /// What else there are warnings about: how often each is given, whatever names and types it mentions.
    warnings: BTreeMap<String, usize>,
    /// Structures without members, initialisers without items, arrays without elements.
    empty: usize,
    /// Functions with a result whose end has no `return`. That is C as long as nobody uses the result, but tests like
    /// `-Werror=return-type` refuse it.
    endings: usize,
    /// Functions whose parameters have no types in their list: where a type's name was, a parameter may be left.
    old: usize,
    /// Variables of functions that are read and never set. Where a run comes that is undefined; where none comes, tests that look
    /// for warnings refuse it.
    unset: usize,
    /// What is used, be it where a run never comes, and defined nowhere: linkers want it.
    undefined: BTreeSet<String>,
    /// It ends with a signal, or with a status that scripts take for one, or for that of `timeout`.
    is_deadly: bool,
}

/// Passes may use it, and there is no C library without it.
const PRINTF: &str = "printf";

/// The first status that is not a program's own for scripts: 124 to 127 are those of `timeout` and the shell, and a signal comes
/// behind.
pub(crate) const DEADLY: u8 = 124;

impl Blemishes {
    /// Those of a program, and of what was said of it.
    pub(crate) fn of<'d>(program: &Program, said: impl Iterator<Item = &'d Diagnostic>) -> Blemishes {
        let mut found = Blemishes::default();
        for warning in said.filter(|said| said.severity == Severity::Warning) {
            *found.warnings.entry(kind(warning)).or_default() += 1;
        }
        let types = &program.tables.types;
        found.empty += types.records.iter().filter(|record| record.complete && record.n_fields == 0).count();
        let mut used = BTreeSet::new();
        for unit in &program.units {
            for body in unit.bodies() {
                let sight = Sight::of_function(&program.tables, unit, body);
                found.add(sight, program, unit);
                used.extend(linked(sight));
            }
        }
        let defined: BTreeSet<&str> = program.units.iter().flat_map(|unit| defined(program, unit)).collect();
        let undefined = used.difference(&defined).filter(|&&name| name != PRINTF);
        found.undefined = undefined.map(|&name| name.to_owned()).collect();
        found
    }

    /// The same for a program that ends like this.
    pub(crate) fn ending(self, ended: &Ended) -> Blemishes {
        let is_deadly = !matches!(ended.how, End::Status(status) if status < DEADLY);
        Blemishes { is_deadly, ..self }
    }

    /// Whether others have all of it.
    pub(crate) fn are_within(&self, others: &Blemishes) -> bool {
        let times = |kind: &String| others.warnings.get(kind).copied().unwrap_or_default();
        self.implicit <= others.implicit
            && self.warnings.iter().all(|(kind, &n)| n <= times(kind))
            && self.empty <= others.empty
            && self.endings <= others.endings
            && self.old <= others.old
            && self.unset <= others.unset
            && self.undefined.is_subset(&others.undefined)
            && self.is_deadly <= others.is_deadly
    }

    /// Adds what nobody warns about.
    fn add(&mut self, sight: Sight<'_>, program: &Program, unit: &Unit) {
        let (types, body) = (&program.tables.types, sight.body);
        let lists = body.nodes().filter_map(Node::expr).map(|id| body.expr(id));
        self.empty += lists.filter(|list| matches!(list, ExprKind::InitList { items } if items.is_empty())).count();
        self.endings += usize::from(falls_off(program, unit, body));
        self.unset += unset(program, body);
        self.old += usize::from(is_old(program, unit, body));
        for decl in &body.decls {
            let name = decl.name.map_or("", |name| sight.name(name));
            let is_empty = matches!(types.canon_kind(decl.ty), TypeKind::Array(_, ArrayLen::Fixed(0)));
            self.empty += usize::from(is_empty);
            self.implicit += usize::from(decl.flags.contains(DeclFlags::IMPLICIT) && !name.starts_with("__"));
        }
    }
}

/// What a warning is about, without the names and types that it quotes.
fn kind(warning: &Diagnostic) -> String {
    let words: Vec<&str> = warning.message.split('`').step_by(2).collect();
    format!("{}: {}", warning.code, words.concat())
}

/// The names in a body that a linker looks for.
fn linked(sight: Sight<'_>) -> impl Iterator<Item = &str> {
    let names = sight.body.nodes().filter_map(Node::expr).filter_map(move |id| match sight.body.expr(id) {
        ExprKind::Name { decl } => Some(sight.decl(decl)),
        _ => None,
    });
    let is_linked = |decl: &&Decl| {
        let is_own = decl.flags.contains(DeclFlags::BUILTIN) || decl.asm_label.is_some();
        decl.linkage != Linkage::None && !is_own && matches!(decl.kind, DeclKind::Function(_) | DeclKind::Variable)
    };
    names.filter(is_linked).filter_map(move |decl| decl.name.map(|name| sight.name(name)))
}

/// The names that a unit defines. An inline definition without `static` and `extern` is none that could be linked.
fn defined<'p>(program: &'p Program, unit: &'p Unit) -> impl Iterator<Item = &'p str> {
    let is_definition = |decl: &&Decl| match decl.kind {
        DeclKind::Function(definition) => {
            let is_inline = decl.flags.contains(DeclFlags::INLINE) && decl.previous.is_none();
            definition.is_some() && !(is_inline && decl.storage == Storage::None)
        }
        DeclKind::Variable => decl.storage != Storage::Extern || decl.init.is_some(),
        _ => false,
    };
    let definitions = unit.file.decls.iter().filter(is_definition);
    definitions.filter_map(|decl| decl.name).map(|name| program.tables.names.resolve(name))
}

/// Whether a function is defined as before C89, with names for parameters.
fn is_old(program: &Program, unit: &Unit, body: &Body) -> bool {
    let Some(function) = body.function() else { return false };
    let types = &program.tables.types;
    let TypeKind::Function(ty) = types.canon_kind(unit.file.decls[function.decl.id()].ty) else { return false };
    !types.fn_type(ty).prototype && body.list(function.params).next().is_some()
}

/// How many numbers and pointers are read in a function that sets them nowhere and hands out no address of them.
fn unset(program: &Program, body: &Body) -> usize {
    let local = |id| match body.expr(id) {
        ExprKind::Name { decl } if !decl.is_file() => Some(decl.id()),
        _ => None,
    };
    let (mut named, mut set) = (BTreeSet::new(), BTreeSet::new());
    for id in body.nodes().filter_map(Node::expr) {
        named.extend(local(id));
        match body.expr(id) {
            ExprKind::Assign { op: None, lhs, .. } => set.extend(local(lhs)),
            ExprKind::Unary { op: UnaryOp::AddrOf, operand } => set.extend(local(operand)),
            _ => {}
        }
    }
    let is_asm = |node: Node| matches!(node, Node::Stmt(id) if matches!(body.stmt(id), StmtKind::Asm { .. }));
    if body.function().is_none() || body.nodes().any(is_asm) {
        return 0;
    }
    let types = &program.tables.types;
    let is_unset = |&&id: &&_| {
        let decl: &Decl = &body.decls[id];
        let is_plain = matches!(decl.storage, Storage::None | Storage::Auto | Storage::Register);
        decl.kind == DeclKind::Variable && is_plain && decl.init.is_none() && types.is_scalar(decl.ty)
    };
    named.difference(&set).filter(is_unset).count()
}

/// Whether a function that has a result ends with something else than a `return`.
fn falls_off(program: &Program, unit: &Unit, body: &Body) -> bool {
    let Some(function) = body.function() else { return false };
    let decl = &unit.file.decls[function.decl.id()];
    let types = &program.tables.types;
    let TypeKind::Function(ty) = types.canon_kind(decl.ty) else { return false };
    let is_main = decl.name.is_some_and(|name| program.tables.names.resolve(name) == "main");
    if is_main || types.as_basic(types.unqualified(types.fn_type(ty).result)) == Some(Basic::Void) {
        return false;
    }
    let StmtKind::Compound { items } = body.stmt(function.body) else { return true };
    !body.list(items).next_back().is_some_and(|last| matches!(body.stmt(last), StmtKind::Return { .. }))
}

#[cfg(test)]
mod tests {
    use kiln_lang::{Options, parse};

    use super::*;

    fn of(text: &str) -> Blemishes {
        let parsed = parse("a.c", text.as_bytes(), &Options::default());
        assert!(parsed.accepted(), "{text}");
        Blemishes::of(&parsed.program, parsed.diagnostics.iter())
    }

    #[test]
    fn what_does_not_link_is_seen_where_no_run_comes() {
        let program = |declared: &str| of(&format!("{declared} int main(void) {{ if (0) f(); return 0; }}"));
        let good = program("int f(void) { return 1; }");
        for bad in ["int f(void);", "static int f(void);", "inline int f(void) { return 1; }"] {
            assert!(!program(bad).are_within(&good) && good.are_within(&program(bad)), "{bad}");
        }
        for other in ["static inline int f(void) { return 1; }", "extern int f(void); int f(void) { return 1; }"] {
            assert!(program(other).are_within(&good), "{other}");
        }
        let object = |declared: &str| of(&format!("{declared}; int main(void) {{ return x; }}"));
        assert!(!object("extern int x").are_within(&object("int x")));
    }

    #[test]
    fn a_warning_does_not_take_the_place_of_another() {
        let sign = of("int *f(unsigned *p) { return p; }");
        let pointer = of("int *f(long p) { return p; }");
        let other_names = of("long *g(unsigned long *q) { return q; }");
        assert!(!pointer.are_within(&sign) && other_names.are_within(&sign), "{sign:?} {pointer:?}");
    }

    #[test]
    fn a_variable_that_is_never_set_is_seen_where_no_run_comes() {
        let program = |lines: &str| of(&format!("int f(void) {{ {lines} return i; }} int main(void) {{ return 0; }}"));
        let good = program("int i; i = 1;");
        for bad in ["int i;", "int i; i++;"] {
            assert!(!program(bad).are_within(&good) && good.are_within(&program(bad)), "{bad}");
        }
        for other in ["int i = 1;", "static int i;", "extern int i;", "int i; int *p = &i; *p = 1;"] {
            assert!(program(other).unset == 0, "{other}");
        }
    }

    #[test]
    fn a_parameter_without_a_type_is_seen() {
        let good = of("typedef int t; int f(t u) { return 0; } int g() { return 0; }");
        assert!(!of("int f(t) { return 0; } int g() { return 0; }").are_within(&good));
    }

    #[test]
    fn a_status_that_means_a_signal_is_deadly() {
        let ended = |how| Blemishes::default().ending(&Ended { how, output: Vec::new(), volatiles: 0 });
        let good = ended(End::Status(123));
        assert!(!ended(End::Status(124)).are_within(&good) && !ended(End::Signal(6)).are_within(&good));
        assert!(good.are_within(&ended(End::Status(255))));
    }
}
