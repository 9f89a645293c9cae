//! Types and names: what makes a tree a typed program.
//!
//! Parsing, building by code and editing all go through the [`Checker`]. It holds the tables, the bodies being worked on
//! and the diagnostics; the parser adds scopes on top. For a node whose children are checked, [`Checker::check_expr`] gives
//! the type, and the conversion of each child; it looks at nothing but the node, its children and the declarations they
//! name, so the same function serves a parser that has just pushed the node and an edit that has changed it.
//!
//! One file per question: [`convert`] decay, promotion and assignment; [`expr`] the operators; [`call`] calls and
//! [`builtin`] the type-generic builtins; [`fold`] constant expressions; [`init`] initialisers; [`decl`] declarations and
//! linkage; [`tag`] members and enumerations; [`scope`] names in sight; [`attr`] attributes that change types; [`stmt`] statements; [`again`] what was
//! built by code or edited.
//!
//! The rest are constraints that need more than a node and its parts: [`jump`] what can be jumped into, [`param`] parameters
//! of definitions, [`hidden`] external names in blocks, [`alignas`], [`attr_args`] and [`attr_decl`] attributes against their
//! rows, [`asm`], [`builtin_args`], [`vector`] numbers beside vectors, [`unavailable`] and [`c90`].
//!
//! Severity follows GCC: what it rejects by default is an error, what it accepts with a warning is a warning.

pub(crate) mod again;
pub(crate) mod alignas;
pub(crate) mod asm;
pub(crate) mod attr;
pub(crate) mod attr_args;
pub(crate) mod attr_decl;
pub(crate) mod builtin;
pub(crate) mod builtin_args;
pub(crate) mod c90;
pub(crate) mod call;
pub(crate) mod convert;
pub(crate) mod decl;
pub(crate) mod expr;
pub(crate) mod fold;
pub(crate) mod hidden;
pub(crate) mod init;
pub(crate) mod jump;
pub(crate) mod literal;
pub(crate) mod operator;
pub(crate) mod param;
pub(crate) mod scope;
pub(crate) mod stmt;
pub(crate) mod tag;
pub(crate) mod unavailable;
pub(crate) mod vector;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostics::{Code, Diagnostic};
use crate::index::Id;
use crate::names::Symbol;
use crate::print::type_text;
use crate::source::Span;
use crate::target::{Options, Target};
use crate::tree::body::Placement;
use crate::tree::shared::Shared;
use crate::tree::{Body, Decl, DeclId, DeclRef, ExprId, ExprKind, List, Sight, StmtId, StmtKind, Tables};
use crate::types::{ArrayLen, Basic, FnType, Quals, Ty, TypeKind, Types};

use self::scope::Scopes;
use self::stmt::FunctionContext;

/// More errors than this are not worth reading.
const MAX_ERRORS: usize = 100;

/// The state of checking: tables, the bodies in work, and what was found.
#[derive(Debug)]
pub(crate) struct Checker {
    pub(crate) options: Options,
    pub(crate) tables: Shared<Tables>,
    /// The file scope and, while `in_function`, the function.
    bodies: [Shared<Body>; 2],
    in_function: bool,
    /// An empty body with room.
    spare: Box<Body>,
    /// Room for the placements of an initialiser.
    placements: Vec<Placement>,
    pub(crate) scopes: Scopes,
    /// Types of external names that were declared in blocks.
    hidden: FxHashMap<Symbol, Ty>,
    /// The attribute `unavailable` has been seen.
    has_unavailable: bool,
    /// The functions around the current place, innermost last.
    pub(crate) functions: Vec<FunctionContext>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    n_errors: usize,
    /// Types asked for at every turn.
    pub(crate) common: CommonTypes,
}

/// Types that are asked for so often that looking them up would show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommonTypes {
    pub(crate) size: Ty,
    pub(crate) ptrdiff: Ty,
    pub(crate) void_pointer: Ty,
}

impl Checker {
    pub(crate) fn new(options: Options, tables: Shared<Tables>, file: Shared<Body>) -> Checker {
        let mut checker = Checker {
            options,
            tables,
            bodies: [file, Shared::default()],
            in_function: false,
            spare: Box::default(),
            placements: Vec::new(),
            scopes: Scopes::default(),
            hidden: FxHashMap::default(),
            has_unavailable: false,
            functions: Vec::new(),
            diagnostics: Vec::new(),
            n_errors: 0,
            common: CommonTypes { size: Ty::ERROR, ptrdiff: Ty::ERROR, void_pointer: Ty::ERROR },
        };
        checker.common = CommonTypes {
            size: Ty::basic(options.target.size_type),
            ptrdiff: Ty::basic(options.target.ptrdiff_type),
            void_pointer: checker.pointer(Ty::VOID),
        };
        checker
    }

    /// Starts work on a function body; nested functions stay in the body around them.
    pub(crate) fn enter_body(&mut self, body: Shared<Body>) {
        self.bodies[1] = body;
        self.in_function = true;
    }

    /// Ends work on a function body and hands it out.
    pub(crate) fn leave_body(&mut self) -> Shared<Body> {
        self.in_function = false;
        std::mem::take(&mut self.bodies[1])
    }

    /// Starts work on a new function body.
    pub(crate) fn enter_new_body(&mut self) {
        let spare = std::mem::take(&mut self.spare);
        self.enter_body(Shared::Owned(spare));
    }

    /// Ends work on a body that [`Checker::enter_new_body`] started. Its room is kept for the next.
    pub(crate) fn leave_new_body(&mut self) -> Arc<Body> {
        match self.leave_body() {
            Shared::Owned(mut body) => {
                let finished = Arc::new(body.move_out());
                self.spare = body;
                finished
            }
            Shared::Shared(body) => body,
        }
    }

    /// Goes from the function body in work to file scope; the answer leads back, by [`Checker::resume_body`].
    pub(crate) fn suspend_body(&mut self) -> bool {
        std::mem::replace(&mut self.in_function, false)
    }

    /// Goes back to where [`Checker::suspend_body`] was called.
    pub(crate) fn resume_body(&mut self, was_in_function: bool) {
        self.in_function = was_in_function;
    }

    /// Hands out tables and file scope.
    pub(crate) fn finish(self) -> (Shared<Tables>, Shared<Body>, Vec<Diagnostic>) {
        let [file, _] = self.bodies;
        (self.tables, file, self.diagnostics)
    }

    #[inline]
    pub(crate) fn at_file_scope(&self) -> bool {
        !self.in_function
    }

    /// The body in work.
    #[inline]
    pub(crate) fn body(&self) -> &Body {
        &self.bodies[usize::from(self.in_function)]
    }

    /// The body in work, for changing.
    #[inline]
    pub(crate) fn body_mut(&mut self) -> &mut Body {
        self.bodies[usize::from(self.in_function)].own()
    }

    /// The file scope.
    pub(crate) fn file(&self) -> &Body {
        &self.bodies[0]
    }

    /// The file scope, for changing.
    pub(crate) fn file_mut(&mut self) -> &mut Body {
        self.bodies[0].own()
    }

    /// The view from the current place.
    pub(crate) fn sight(&self) -> Sight<'_> {
        Sight { tables: &self.tables, file: self.file(), body: self.body() }
    }

    #[inline]
    pub(crate) fn target(&self) -> &Target {
        &self.options.target
    }

    /// The size of the largest object: the distance of two pointers into it must be a `ptrdiff_t`.
    pub(crate) fn largest_object(&self) -> u64 {
        (1 << (u32::from(self.target().pointer.size) * 8 - 1)) - 1
    }

    #[inline]
    pub(crate) fn types(&self) -> &Types {
        &self.tables.types
    }

    pub(crate) fn types_mut(&mut self) -> &mut Types {
        &mut self.tables.own().types
    }

    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        self.tables.names.resolve(symbol)
    }

    pub(crate) fn intern_name(&mut self, text: &str) -> Symbol {
        match self.tables.names.get(text) {
            Some(symbol) => symbol,
            None => self.tables.own().names.intern(text),
        }
    }

    /// A declaration in sight.
    #[inline]
    pub(crate) fn decl(&self, decl: DeclRef) -> &Decl {
        let which = usize::from(!decl.is_file());
        &self.bodies[which].decls[decl.id()]
    }

    #[inline]
    pub(crate) fn decl_mut(&mut self, decl: DeclRef) -> &mut Decl {
        let which = usize::from(!decl.is_file());
        &mut self.bodies[which].own().decls[decl.id()]
    }

    /// The reference to a declaration of the body in work.
    #[inline]
    pub(crate) fn decl_ref(&self, id: DeclId) -> DeclRef {
        DeclRef::new(id, self.at_file_scope())
    }
}

/// Nodes.
impl Checker {
    /// Appends an expression and checks it.
    #[inline]
    pub(crate) fn expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        let id = self.body_mut().push_expr(kind, span);
        self.check_kind(id, kind);
        id
    }

    /// Appends the name of a declaration.
    #[inline]
    pub(crate) fn name_expr(&mut self, decl: DeclRef, span: Span) -> ExprId {
        let ty = self.decl(decl).ty;
        self.typed_expr(ExprKind::Name { decl }, ty, span)
    }

    /// Appends an expression of known type.
    #[inline]
    pub(crate) fn typed_expr(&mut self, kind: ExprKind, ty: Ty, span: Span) -> ExprId {
        self.body_mut().push_typed_expr(kind, ty, span)
    }

    /// What stands for an expression that could not be read.
    pub(crate) fn error_expr(&mut self, span: Span) -> ExprId {
        self.body_mut().push_expr(ExprKind::Error {}, span)
    }

    #[inline]
    pub(crate) fn stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.body_mut().push_stmt(kind, span)
    }

    #[inline]
    pub(crate) fn list<I: Id>(&mut self, ids: impl IntoIterator<Item = I>) -> List<I> {
        self.body_mut().lists.push(ids)
    }

    #[inline]
    pub(crate) fn ty(&self, id: ExprId) -> Ty {
        self.body().ty(id)
    }

    pub(crate) fn span(&self, id: ExprId) -> Span {
        self.body().expr_span(id)
    }
}

/// Derived types. Each looks first whether the type exists, so that a shared table is copied only when it must grow.
impl Checker {
    #[inline]
    pub(crate) fn intern(&mut self, kind: TypeKind) -> Ty {
        match self.types().lookup(&kind) {
            Some(ty) => ty,
            None => self.types_mut().intern(kind),
        }
    }

    #[inline]
    pub(crate) fn pointer(&mut self, ty: Ty) -> Ty {
        match self.types().lookup_pointer(ty) {
            Some(pointer) => pointer,
            None => self.types_mut().pointer(ty),
        }
    }

    pub(crate) fn array(&mut self, elem: Ty, len: ArrayLen) -> Ty {
        self.intern(TypeKind::Array(elem, len))
    }

    pub(crate) fn vector(&mut self, elem: Ty, lanes: u32) -> Ty {
        let elem = self.types().unqualified(elem);
        self.intern(TypeKind::Vector(elem, lanes))
    }

    pub(crate) fn complex(&mut self, basic: Basic) -> Ty {
        self.intern(TypeKind::Complex(basic))
    }

    pub(crate) fn function(&mut self, function: FnType) -> Ty {
        match self.types().lookup_function(&function) {
            Some(ty) => ty,
            None => self.types_mut().function(function),
        }
    }

    pub(crate) fn qualified(&mut self, ty: Ty, quals: Quals) -> Ty {
        if quals.is_empty() || ty.is_error() {
            ty
        } else if self.types().is_array_entry(ty) {
            self.types_mut().qualified(ty, quals)
        } else {
            ty.with_raw(quals)
        }
    }
}

/// Diagnostics.
impl Checker {
    #[cold]
    pub(crate) fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.n_errors += 1;
        if self.n_errors <= MAX_ERRORS {
            self.diagnostics.push(Diagnostic::error(code, span, message));
        } else if self.n_errors == MAX_ERRORS + 1 {
            let message = "too many errors; the rest is not shown";
            self.diagnostics.push(Diagnostic::error(Code::TooManyErrors, span, message));
        }
    }

    #[cold]
    pub(crate) fn warn(&mut self, code: Code, span: Span, message: impl Into<String>) {
        if self.diagnostics.len() < 4 * MAX_ERRORS {
            self.diagnostics.push(Diagnostic::warning(code, span, message));
        }
    }

    /// How many errors were found so far, those not shown included.
    pub(crate) fn n_errors(&self) -> usize {
        self.n_errors
    }

    /// Forgets what was reported since a moment, for text that is read a second time.
    pub(crate) fn forget_diagnostics(&mut self, n_diagnostics: usize, n_errors: usize) {
        self.diagnostics.truncate(n_diagnostics);
        self.n_errors = n_errors;
    }

    /// A type as text, for messages.
    pub(crate) fn show(&self, ty: Ty) -> String {
        type_text(self.sight(), ty)
    }
}
