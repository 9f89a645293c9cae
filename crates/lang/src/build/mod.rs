//! Programs built by code, through the checks that parsing uses.
//!
//! A [`Builder`] makes one unit. Nodes are made bottom up; each call checks its node and returns its id, and declarations
//! are handed around as references instead of names. What is wrong is reported when the unit is [finished](Builder::finish),
//! as for a text. Names need not be chosen with care: a local name that would hide another one that is used is changed.
//!
//! Types, expressions and statements are built by the methods of [`BuildType`], [`BuildExpr`] and [`BuildStmt`], in a new
//! program as well as in a [function that is edited](crate::edit::FunctionEdit): what generates code can do so in both.
//!
//! ```
//! use kiln_lang::build::{BuildExpr, BuildStmt, Builder, Variable};
//! use kiln_lang::tree::BinaryOp;
//! use kiln_lang::types::Ty;
//! use kiln_lang::{Options, print};
//!
//! let mut b = Builder::new("sum.c", Options::default());
//! let g = b.global(Variable::new("g", Ty::INT), None);
//! let (main, _) = b.begin_function(Variable::new("main", Ty::INT), &[], false);
//! let (g1, one) = (b.name(g), b.int(1));
//! let sum = b.binary(BinaryOp::Add, g1, one);
//! let ret = b.return_(Some(sum));
//! let body = b.block([ret]);
//! b.end_function(main, body);
//! let program = b.finish().unwrap();
//! assert!(print::canonical(&program).contains("return g + 1;"));
//! ```

mod decl;
mod expr;
mod stmt;
mod types;
mod work;

use std::sync::Arc;

pub use self::decl::{Attributes, Member, Variable};
pub(crate) use self::decl::{is_name, new_object};
pub use self::expr::{BuildExpr, Part};
pub use self::stmt::BuildStmt;
pub use self::types::BuildType;
pub use self::work::{Nodes, Work};

use self::decl::new_decl;
use crate::check::Checker;
use crate::diagnostics::{Diagnostic, has_errors};
use crate::edit::settle;
use crate::index::Id;
use crate::source::Span;
use crate::target::Options;
use crate::tree::shared::Shared;
use crate::tree::{Body, DeclId, DeclKind, DeclRef, Function, FunctionId, List, Program, StmtId, StmtKind, Unit};
use crate::types::{Quals, Ty};

/// A function whose body is being built.
#[derive(Debug, PartialEq, Eq)]
pub struct OpenFunction {
    id: FunctionId,
    decl: DeclRef,
}

impl OpenFunction {
    /// The function, for calling it from inside.
    pub fn decl(&self) -> DeclRef {
        self.decl
    }
}

/// Builds a translation unit.
#[derive(Debug)]
pub struct Builder {
    nodes: Nodes,
    name: Arc<str>,
    items: Vec<StmtId>,
    functions: Vec<Arc<Body>>,
}

impl Work for Builder {
    fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    fn nodes_mut(&mut self) -> &mut Nodes {
        &mut self.nodes
    }
}

impl Builder {
    /// An empty unit.
    pub fn new(name: &str, options: Options) -> Builder {
        Builder {
            nodes: Nodes { checker: Checker::new(options, Shared::default(), Shared::default()) },
            name: name.into(),
            items: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// The program of this one unit, or what is wrong with it.
    pub fn finish(mut self) -> Result<Program, Vec<Diagnostic>> {
        let options = self.nodes.checker.options;
        let items = self.nodes.checker.list(self.items.drain(..));
        self.nodes.checker.body_mut().items = items;
        self.nodes.checker.finish_tentative();
        let (tables, file, diagnostics) = self.nodes.checker.finish();
        if has_errors(&diagnostics) {
            return Err(diagnostics);
        }
        let unit = Unit { name: self.name, source: None, file: file.into_arc(), functions: self.functions.into() };
        Ok(Program { options, tables: tables.into_arc(), units: vec![unit] })
    }

    /// What was found wrong so far.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.nodes.checker.diagnostics
    }

    /// Does something at file scope, where the expressions of a global's initialiser are made. Inside a function this is
    /// how to add what the function needs: it stands before the function.
    pub fn at_file_scope<T>(&mut self, make: impl FnOnce(&mut Builder) -> T) -> T {
        let was_in_function = self.nodes.checker.suspend_body();
        let functions = std::mem::take(&mut self.nodes.checker.functions);
        let made = make(self);
        self.nodes.checker.functions = functions;
        self.nodes.checker.resume_body(was_in_function);
        made
    }

    /// Starts a function definition; what is built from here on belongs to its body. The type of the variable is the
    /// result type. Returns the parameters as well.
    pub fn begin_function(
        &mut self,
        function: Variable<'_>,
        params: &[(&str, Ty)],
        variadic: bool,
    ) -> (OpenFunction, Vec<DeclRef>) {
        let id = FunctionId::from_index(self.functions.len());
        let types: Vec<Ty> = params.iter().map(|&(_, ty)| ty).collect();
        let ty = self.function_type(function.ty, &types, variadic);
        let decl = new_decl(&mut self.nodes.checker, Variable { ty, ..function }, DeclKind::Function(Some(id)));
        self.nodes.checker.check_declaration(&decl, false);
        self.nodes.checker.check_definition(&decl);
        let decl = DeclRef::file(self.nodes.checker.declare(decl));
        self.nodes.checker.enter_new_body();
        let params: Vec<DeclId> = params.iter().map(|&(name, ty)| self.param(name, ty)).collect();
        let list = self.nodes.checker.list(params.iter().copied());
        let body = self.nodes.checker.stmt(StmtKind::Empty {}, Span::NONE);
        self.nodes.checker.body_mut().functions.push(Function {
            decl,
            params: list,
            old_style: false,
            defines: List::default(),
            sizes: List::default(),
            body,
        });
        self.nodes.checker.enter_nested(FunctionId::from_index(0));
        (OpenFunction { id, decl }, params.into_iter().map(DeclRef::local).collect())
    }

    fn param(&mut self, name: &str, ty: Ty) -> DeclId {
        let ty = self.nodes.checker.adjusted_param(ty, Quals::NONE, false);
        let decl = new_decl(&mut self.nodes.checker, Variable::new(name, ty), DeclKind::Param);
        self.nodes.checker.require_complete(decl.ty, Span::NONE);
        self.nodes.checker.body_mut().decls.push(decl)
    }

    /// Ends a function definition with its block, and returns the function.
    pub fn end_function(&mut self, open: OpenFunction, body: StmtId) -> DeclRef {
        self.nodes.checker.body_mut().functions[FunctionId::from_index(0)].body = body;
        self.nodes.checker.leave_function();
        settle(&mut self.nodes.checker);
        let body = self.nodes.checker.leave_new_body();
        self.functions.push(body);
        let item = self.nodes.checker.stmt(StmtKind::Function { function: open.id }, Span::NONE);
        self.items.push(item);
        open.decl
    }
}
