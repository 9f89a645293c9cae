//! A program in several files, for separate compilation and for optimisation while linking.
//!
//! A finished program is split: every function and every object of the file gets a unit. What only its own unit names stays
//! `static`; the others declare what they name and do not define. Inline functions stand in every unit that names them, as if
//! they came from a header; they have no variables that keep their values. There is no header: each unit declares what it needs,
//! and nothing else.

use kiln_case::Choices;
use kiln_lang::edit::drop_unused;
use kiln_lang::tree::{Body, DeclFlags, DeclKind, ExprKind, Node, Program, Sight, StmtId, StmtKind, Unit};
use kiln_lang::{Options as Dialect, parse, parse_units, print};
use kiln_meaning::{Outcome, Settings, run};
use rustc_hash::{FxHashMap, FxHashSet};

/// What an item at file scope is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A type, or a function of the library: every unit has it.
    Common,
    /// A function that is only declared here.
    Prototype,
    /// A function, whose body begins at an offset.
    Function { body: usize },
    /// A function that each unit has of its own.
    Inline,
    /// An object, and where its initialiser begins.
    Object { init: Option<usize> },
}

/// An item at file scope, in its text.
#[derive(Debug)]
struct Item<'t> {
    kind: Kind,
    name: String,
    text: &'t str,
    /// Functions and objects that it names.
    names: Vec<String>,
}

impl Item<'_> {
    /// Where its body or its initialiser begins.
    fn end_of_header(&self) -> usize {
        match self.kind {
            Kind::Function { body } => body,
            Kind::Object { init: Some(init) } => init,
            _ => self.text.len(),
        }
    }

    /// Its text for all units to see, and where its header ends there. Attributes may stand before `static`.
    fn shared(&self) -> (String, usize) {
        const STATIC: &str = "static ";
        let end = self.end_of_header();
        match self.text[..end].find(STATIC) {
            Some(at) => ([&self.text[..at], &self.text[at + STATIC.len()..]].concat(), end - STATIC.len()),
            None => (self.text.to_owned(), end),
        }
    }
}

/// Splits a program into so many units, or as many as it has functions; gives their texts.
pub(super) fn split(program: &Program, text: &str, n: u32, choices: &mut Choices) -> Vec<String> {
    let parsed = parse("whole.c", text.as_bytes().to_vec(), &program.options).program;
    let unit = &parsed.units[0];
    let items: Vec<Item<'_>> = unit.file.list(unit.file.items).map(|item| item_of(&parsed, unit, item, text)).collect();
    let units = Units::draw(&items, n, choices);
    let naive = (0..units.n).map(|at| units.text(at, &items));
    naive.map(|text| without_unused(&text, &program.options)).collect()
}

/// Runs the units as one program.
pub(super) fn run_units(units: &[String], options: &Dialect, settings: &Settings) -> Result<Outcome, String> {
    let names: Vec<String> = (0..units.len()).map(name_of).collect();
    let inputs = names.iter().zip(units).map(|(name, text)| (name.as_str(), text.as_bytes()));
    let parsed = parse_units(inputs, options);
    if let Some(wrong) = parsed.diagnostics.iter().flatten().next().filter(|_| !parsed.accepted()) {
        return Err(wrong.message.clone());
    }
    Ok(run(&parsed.program, settings).outcome)
}

/// The name of a unit's file.
pub(super) fn name_of(at: usize) -> String {
    format!("unit{at}.c")
}

fn without_unused(text: &str, options: &Dialect) -> String {
    let mut parsed = parse("unit.c", text.as_bytes().to_vec(), options).program;
    drop_unused(&mut parsed);
    print::canonical(&parsed)
}

fn item_of<'t>(program: &Program, unit: &Unit, item: StmtId, text: &'t str) -> Item<'t> {
    let file = Sight::of_file(&program.tables, unit);
    let span = unit.file.stmt_span(item);
    let whole = &text[span.start as usize..span.end as usize];
    let offset = |at: u32| (at - span.start) as usize;
    let (decl, names) = match unit.file.stmt(item) {
        StmtKind::Function { function } => {
            let body = unit.function(function);
            (body.function().map(|found| found.decl.id()), named(file, body))
        }
        _ => (unit.file.declared_by(item).next(), named_below(file, &unit.file, Node::Stmt(item))),
    };
    let decl = decl.map(|decl| &unit.file.decls[decl]);
    let name = decl.and_then(|decl| decl.name).map_or_else(String::new, |name| file.name(name).to_owned());
    let kind = match (unit.file.stmt(item), decl) {
        (StmtKind::Function { .. }, Some(decl)) if decl.flags.contains(DeclFlags::INLINE) => Kind::Inline,
        (StmtKind::Function { function }, _) => {
            let body = unit.function(function);
            let start = body.function().map_or(span.end, |found| body.stmt_span(found.body).start);
            Kind::Function { body: offset(start) }
        }
        (_, Some(decl)) if decl.kind == DeclKind::Variable => {
            Kind::Object { init: decl.init.map(|init| offset(unit.file.expr_span(init).start)) }
        }
        (_, Some(decl)) if matches!(decl.kind, DeclKind::Function(_)) && name != "printf" => Kind::Prototype,
        _ => Kind::Common,
    };
    Item { kind, name, text: whole, names }
}

/// What a function names of the file.
fn named(file: Sight<'_>, body: &Body) -> Vec<String> {
    body.roots().into_iter().flat_map(|root| named_below(file, body, root)).collect()
}

fn named_below(file: Sight<'_>, body: &Body, root: Node) -> Vec<String> {
    let is_file = body.function().is_none();
    let exprs = body.descend(root).filter_map(Node::expr);
    let decls = exprs.filter_map(|expr| match body.expr(expr) {
        ExprKind::Name { decl } if is_file || decl.is_file() => Some(&file.file.decls[decl.id()]),
        _ => None,
    });
    decls.filter_map(|decl| decl.name).map(|name| file.name(name).to_owned()).collect()
}

/// Which unit has what.
#[derive(Debug)]
struct Units {
    n: usize,
    owners: FxHashMap<String, usize>,
    /// What other units name than the one that defines it.
    shared: FxHashSet<String>,
    /// The inline functions of each unit.
    inlined: Vec<FxHashSet<String>>,
}

impl Units {
    fn draw(items: &[Item<'_>], n: u32, choices: &mut Choices) -> Units {
        let functions: Vec<&str> = (items.iter())
            .filter(|item| matches!(item.kind, Kind::Function { .. }))
            .map(|item| item.name.as_str())
            .collect();
        let n = (n as usize).min(functions.len().max(1));
        let mut owners: FxHashMap<String, usize> = FxHashMap::default();
        // The last function is `main`, in the first unit; every unit has a function.
        for (at, name) in functions.iter().rev().enumerate() {
            let owner = if at < n { at } else { choices.below(n as u64) as usize };
            owners.insert((*name).to_owned(), owner);
        }
        for item in items.iter().filter(|item| matches!(item.kind, Kind::Object { .. })) {
            owners.insert(item.name.clone(), choices.below(n as u64) as usize);
        }
        let mut units = Units { n, owners, shared: FxHashSet::default(), inlined: vec![FxHashSet::default(); n] };
        let by_name: FxHashMap<&str, &Item<'_>> = (items.iter())
            .filter(|item| !matches!(item.kind, Kind::Common | Kind::Prototype))
            .map(|item| (item.name.as_str(), item))
            .collect();
        for at in 0..n {
            units.reach(at, &by_name, items);
        }
        units
    }

    /// Finds what a unit names, also by inline functions that it has.
    fn reach(&mut self, at: usize, by_name: &FxHashMap<&str, &Item<'_>>, items: &[Item<'_>]) {
        let own = items.iter().filter(|item| self.owners.get(&item.name) == Some(&at));
        let mut open: Vec<&str> = own.flat_map(|item| &item.names).map(String::as_str).collect();
        while let Some(name) = open.pop() {
            match (by_name.get(name), self.owners.get(name)) {
                (Some(item), None) if self.inlined[at].insert(name.to_owned()) => {
                    open.extend(item.names.iter().map(String::as_str));
                }
                (_, Some(&owner)) if owner != at => {
                    self.shared.insert(name.to_owned());
                }
                _ => {}
            }
        }
    }

    /// All items as a unit sees them; what it does not name goes later.
    fn text(&self, at: usize, items: &[Item<'_>]) -> String {
        let mut text = String::new();
        for item in items {
            let is_own = self.owners.get(&item.name) == Some(&at);
            let is_shared = self.shared.contains(&item.name);
            let (plain, end) = if is_shared { item.shared() } else { (item.text.to_owned(), item.end_of_header()) };
            let written = match item.kind {
                Kind::Common => plain,
                Kind::Inline if self.inlined[at].contains(&item.name) => plain,
                Kind::Prototype if is_own || is_shared || self.inlined[at].contains(&item.name) => plain,
                Kind::Function { .. } | Kind::Object { .. } if is_own => plain,
                Kind::Function { .. } if is_shared => format!("{};", plain[..end].trim_end()),
                Kind::Object { .. } if is_shared => {
                    let declared = plain[..end].trim_end().trim_end_matches(['=', ';']).trim_end();
                    format!("extern {declared};")
                }
                _ => continue,
            };
            text.push_str(&written);
            text.push('\n');
        }
        text
    }
}
