//! Editing what is declared at file scope: objects are declared anew, objects and functions dropped.
//!
//! A [`FileEdit`] works on a copy of the file scope. An object that is declared anew gets another type, storage class or
//! initialiser; it keeps its place, and every function that mentions it is checked again when the edit is
//! [finished](FileEdit::finish). What is dropped must not be mentioned any more.
//!
//! ```
//! use kiln_lang::build::{BuildExpr, Variable};
//! use kiln_lang::edit::FileEdit;
//! use kiln_lang::types::Ty;
//! use kiln_lang::{Options, parse, print};
//!
//! let program = parse("f.i", *b"static long g = 70000; long h; int f(void) { return g; }", &Options::default()).program;
//! let mut edit = FileEdit::open(&program, 0);
//! let [g, h] = ["g", "h"].map(|name| edit.object(name).unwrap());
//! let seven = edit.int(7);
//! edit.redeclare(g, Variable::new("g", Ty::INT), Some(seven)).unwrap();
//! edit.drop_declared(h).unwrap();
//! let text = print::source(&edit.finish().unwrap());
//! assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), "int g = 7; int f(void) { return g; }");
//! ```

use rustc_hash::FxHashMap;

use super::function::{EditError, FunctionEdit};
use crate::build::{BuildExpr, Nodes, Variable, Work, new_object};
use crate::check::Checker;
use crate::diagnostics::{Code, Diagnostic, has_errors};
use crate::names::Symbol;
use crate::source::Span;
use crate::tree::shared::Shared;
use crate::tree::{
    Body, DeclId, DeclKind, DeclRef, ExprId, ExprKind, FunctionId, Node, Program, StmtId, StmtKind, Unit,
};

/// A file scope being edited.
#[derive(Debug)]
pub struct FileEdit<'p> {
    program: &'p Program,
    unit: usize,
    nodes: Nodes,
    /// Objects and functions by their names; one that has several declarations cannot be edited.
    objects: FxHashMap<Symbol, Result<(DeclId, StmtId), EditError>>,
    /// Objects that are declared anew or dropped, and what they are now.
    changed: FxHashMap<DeclId, Option<DeclRef>>,
    /// The items that declared them, and what stands in their place.
    replaced: FxHashMap<StmtId, Option<StmtId>>,
}

impl Work for FileEdit<'_> {
    fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    fn nodes_mut(&mut self) -> &mut Nodes {
        &mut self.nodes
    }
}

impl<'p> FileEdit<'p> {
    /// Starts editing the file scope of a unit.
    pub fn open(program: &'p Program, unit: usize) -> FileEdit<'p> {
        let file = program.units[unit].file.clone();
        let objects = declared_alone(&program.units[unit]);
        let checker = Checker::new(program.options, Shared::Shared(program.tables.clone()), Shared::Shared(file));
        let (changed, replaced) = (FxHashMap::default(), FxHashMap::default());
        FileEdit { program, unit, nodes: Nodes { checker }, objects, changed, replaced }
    }

    /// The file scope as it is now.
    pub fn body(&self) -> &Body {
        self.nodes.checker.body()
    }

    /// The object of a name, if it is the only thing that its declaration declares.
    pub fn object(&self, name: &str) -> Option<DeclId> {
        let name = self.nodes.checker.tables.names.get(name)?;
        self.objects.get(&name)?.as_ref().ok().map(|&(decl, _)| decl)
    }

    /// Declares an object anew: another object takes its place.
    pub fn redeclare(
        &mut self,
        old: DeclId,
        variable: Variable<'_>,
        init: Option<ExprId>,
    ) -> Result<DeclRef, EditError> {
        let item = self.item_of(old)?;
        if self.body().decls[old].kind != DeclKind::Variable {
            return Err(EditError::NotAlone);
        }
        let (new, declaration) = new_object(&mut self.nodes.checker, variable, init);
        self.replaced.insert(item, Some(declaration));
        self.changed.insert(old, Some(new));
        Ok(new)
    }

    /// Drops an object, or a function with its definition.
    pub fn drop_declared(&mut self, old: DeclId) -> Result<(), EditError> {
        let item = self.item_of(old)?;
        self.replaced.insert(item, None);
        self.changed.insert(old, None);
        Ok(())
    }

    /// The item that declares an object and nothing else, if it is the object's only declaration.
    fn item_of(&self, decl: DeclId) -> Result<StmtId, EditError> {
        let name = self.body().decls.get(decl).and_then(|decl| decl.name).ok_or(EditError::Detached)?;
        match self.objects.get(&name) {
            Some(&Ok((found, item))) if found == decl && !self.replaced.contains_key(&item) => Ok(item),
            Some(Err(error)) => Err(error.clone()),
            _ => Err(EditError::Detached),
        }
    }

    fn put_items(&mut self) {
        let file = self.nodes.checker.file_mut();
        let mut items: Vec<StmtId> = Vec::new();
        for item in file.list(file.items).collect::<Vec<StmtId>>() {
            match self.replaced.get(&item) {
                None => items.push(item),
                Some(&new) => {
                    file.log_replaced(Node::Stmt(item), new.map(Node::Stmt));
                    items.extend(new);
                }
            }
        }
        file.items = file.lists.push(items);
    }

    /// The edited program, in which functions mention what was declared anew; or what is wrong with it.
    pub fn finish(mut self) -> Result<Program, Vec<Diagnostic>> {
        if self.changed.is_empty() {
            return Ok(self.program.clone());
        }
        self.put_items();
        let FileEdit { program, unit, nodes: Nodes { checker }, changed, .. } = self;
        let (tables, file, diagnostics) = checker.finish();
        if has_errors(&diagnostics) {
            return Err(diagnostics);
        }
        let mut edited = program.clone();
        edited.tables = tables.into_arc();
        edited.units[unit].file = file.into_arc();
        // Initialisers of other objects hold addresses, which are part of types and constants.
        let file = &edited.units[unit].file;
        if file.roots().into_iter().any(|root| !mentions(file, root, &changed).is_empty()) {
            return Err(vec![still_mentioned()]);
        }
        let functions: Vec<FunctionId> = edited.units[unit].function_ids().collect();
        for function in functions {
            edited = mention_anew(edited, unit, function, &changed)?;
        }
        Ok(edited)
    }
}

/// What items declare: each an object or a function, and nothing else.
fn declared_alone(unit: &Unit) -> FxHashMap<Symbol, Result<(DeclId, StmtId), EditError>> {
    let body = &unit.file;
    let mut found: FxHashMap<Symbol, Result<(DeclId, StmtId), EditError>> = FxHashMap::default();
    for item in body.list(body.items) {
        let defined = match body.stmt(item) {
            StmtKind::Function { function } => unit.function(function).function().map(|function| function.decl.id()),
            _ => None,
        };
        let decls = body.declared_by(item);
        let n_decls = decls.len();
        for id in decls.chain(defined) {
            let Some(name) = body.decls[id].name else { continue };
            let is_alone = defined.is_some() || n_decls == 1 && body.decls[id].kind == DeclKind::Variable;
            let object = if is_alone { Ok((id, item)) } else { Err(EditError::NotAlone) };
            found.entry(name).and_modify(|other| *other = Err(EditError::NotAlone)).or_insert(object);
        }
    }
    found
}

/// Where changed objects are mentioned below a node, and what they are now.
fn mentions(body: &Body, root: Node, changed: &FxHashMap<DeclId, Option<DeclRef>>) -> Vec<(ExprId, Option<DeclRef>)> {
    let is_file = body.function().is_none();
    let exprs = body.descend(root).filter_map(Node::expr);
    let names = exprs.filter_map(|id| match body.expr(id) {
        ExprKind::Name { decl } if is_file || decl.is_file() => Some((id, decl.id())),
        _ => None,
    });
    names.filter_map(|(id, decl)| Some((id, *changed.get(&decl)?))).collect()
}

/// A function with new names for what has been declared anew.
fn mention_anew(
    program: Program,
    unit: usize,
    function: FunctionId,
    changed: &FxHashMap<DeclId, Option<DeclRef>>,
) -> Result<Program, Vec<Diagnostic>> {
    let body = program.units[unit].function(function);
    let places: Vec<_> = body.roots().into_iter().flat_map(|root| mentions(body, root, changed)).collect();
    if places.is_empty() {
        return Ok(program);
    }
    let mut edit = FunctionEdit::open(&program, unit, function);
    for (old, new) in places {
        let new = new.ok_or_else(|| vec![still_mentioned()])?;
        let new = edit.name(new);
        edit.replace(Node::Expr(old), Node::Expr(new)).map_err(|_| vec![still_mentioned()])?;
    }
    edit.finish()
}

fn still_mentioned() -> Diagnostic {
    let message = "an object that is dropped or declared anew is mentioned where that cannot follow";
    Diagnostic::error(Code::Undeclared, Span::NONE, message)
}
